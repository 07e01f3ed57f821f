/** A model for the tests: it tells its listeners, and notes what Python would have heard. */

import type { WidgetModel } from "./model";

export class FakeModel implements WidgetModel {
  /** The state at each save. */
  readonly saves: Record<string, unknown>[] = [];
  readonly listeners = new Map<string, Set<() => void>>();

  constructor(readonly state: Record<string, unknown> = {}) {}

  get(name: string): unknown {
    return this.state[name];
  }

  set(name: string, value: unknown): void {
    this.change({ [name]: value });
  }

  save_changes(): void {
    this.saves.push({ ...this.state });
  }

  on(event: string, callback: () => void): void {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(callback));
  }

  off(event: string, callback: () => void): void {
    this.listeners.get(event)?.delete(callback);
  }

  /** What Python does: several traits in one message. Resolves when the views have shown it. */
  receive(changes: Record<string, unknown>): Promise<void> {
    this.change(changes);
    return new Promise((resolve) => setTimeout(resolve, 0));
  }

  get heard(): string[] {
    return [...this.listeners.keys()].map((event) => event.replace("change:", "")).sort();
  }

  get listening(): number {
    return [...this.listeners.values()].reduce((sum, listeners) => sum + listeners.size, 0);
  }

  private change(changes: Record<string, unknown>): void {
    Object.assign(this.state, changes);
    for (const name of Object.keys(changes))
      for (const callback of [...(this.listeners.get(`change:${name}`) ?? [])]) callback();
  }
}

export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

type Render = (context: { model: WidgetModel; el: HTMLElement }) => () => void;

/** One view of a widget on the page, with the short ways that tests take. */
export class Stand {
  readonly el = document.body.appendChild(document.createElement("div"));
  readonly cleanup: () => void;

  constructor(
    render: Render,
    readonly model: FakeModel,
  ) {
    this.cleanup = render({ model, el: this.el });
  }

  one<Found extends HTMLElement = HTMLElement>(selector: string): Found {
    const found = this.el.querySelector<Found>(selector);
    if (!found) throw new Error(`Nothing matches ${selector}.`);
    return found;
  }

  all<Found extends HTMLElement = HTMLElement>(selector: string): Found[] {
    return [...this.el.querySelectorAll<Found>(selector)];
  }

  text(selector: string): string {
    return (this.one(selector).textContent ?? "").replaceAll("\u00a0", "");
  }

  /** Presses a key where the focus is; false when the widget kept it from the browser. */
  press(key: string): boolean {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    return (document.activeElement ?? this.el).dispatchEvent(event);
  }

  leave(): void {
    this.cleanup();
    this.el.remove();
  }
}

/** The plain keys that reach the page, which in a notebook would be its shortcuts. */
export function escaping(press: () => void): string[] {
  const heard: string[] = [];
  const listen = (event: KeyboardEvent): number => heard.push(event.key);
  document.addEventListener("keydown", listen);
  press();
  document.removeEventListener("keydown", listen);
  return heard;
}

export const HOSTILE = '<img src="x" onerror="boom()">';
