/** What every small widget's view does: read traits, redraw once per change, speak, and leave nothing behind. */

import { make, noted } from "./dom";
import { guardOutput } from "./guard";
import { mustStop } from "./keyboard";
import type { WidgetModel } from "./model";

export class View<Traits extends object> {
  readonly root: HTMLElement;
  /** A prefix for the few ids that ARIA and radio groups need; no two views share it. */
  readonly prefix = `wg${Math.random().toString(36).slice(2, 10)}-`;
  private readonly live: HTMLElement;
  private readonly stop = new AbortController();
  private readonly cleanups: (() => void)[] = [];

  constructor(
    private readonly model: WidgetModel,
    private readonly defaults: Traits,
    el: HTMLElement,
    name: string,
  ) {
    this.root = make("div", el, `wg-sheet wg-${name}`, "", { role: "group", tabindex: "-1" });
    this.live = make("div", this.root, "wg-live", "", { "aria-live": "polite" });
    // No plain key pressed in here reaches the notebook, where a lone "x" cuts the cell.
    this.on(this.root, "keydown", (event) => {
      if (event.target !== this.root && mustStop(event)) event.stopPropagation();
    });
    guardOutput(this.root, this.stop.signal);
  }

  /** Reads a trait; a host that has no value yet (it happens while a notebook changes mode) gives the default. */
  get<Name extends keyof Traits & string>(name: Name): Traits[Name] {
    const value = this.model.get(name);
    return value === undefined || value === null ? this.defaults[name] : (value as Traits[Name]);
  }

  /** Tells the other views of the model, and Python too unless it is only a draft. */
  send<Name extends keyof Traits & string>(name: Name, value: Traits[Name], draft = false): void {
    this.model.set(name, value);
    if (!draft) this.model.save_changes();
  }

  /** Runs `show` now and after changes of these traits. What comes in one message is shown once. One listener per
   * event name: Panel's adapter takes no list. */
  watch(names: (keyof Traits & string)[], show: () => void): void {
    let waiting = false;
    const changed = (): void => {
      if (waiting) return;
      waiting = true;
      queueMicrotask(() => {
        waiting = false;
        if (!this.stop.signal.aborted) show();
      });
    };
    for (const name of names) {
      const event = `change:${name}`;
      this.model.on(event, changed);
      this.cleanups.push(() => this.model.off?.(event, changed));
    }
    show();
  }

  on<Type extends keyof HTMLElementEventMap>(
    target: HTMLElement,
    type: Type,
    heard: (event: HTMLElementEventMap[Type]) => void,
  ): void {
    target.addEventListener(type, heard, { signal: this.stop.signal });
  }

  /** Builds something anew and puts the focus back on what bears the same `data-key`; if there is no such thing any
   * more, on what bears `instead`, or on the widget. */
  rebuild(build: () => void, instead?: () => string): void {
    const { activeElement } = this.root.getRootNode() as Document | ShadowRoot;
    const held = activeElement instanceof HTMLElement && this.root.contains(activeElement) ? activeElement : undefined;
    const key = noted(held, "key");
    build();
    if (!held || held.isConnected) return;
    const again = this.keyed(key) ?? this.keyed(instead?.()) ?? this.root;
    (again.matches(":disabled") ? this.root : again).focus({ preventScroll: true });
  }

  /** The element that bears this `data-key`. */
  keyed(key: string | undefined): HTMLElement | undefined {
    return [...this.root.querySelectorAll<HTMLElement>("[data-key]")].find((each) => noted(each, "key") === key);
  }

  /** Speaks one sentence, also when it is the same as the last. */
  say(sentence: string): void {
    this.live.textContent = this.live.textContent === sentence ? `${sentence}\u00a0` : sentence;
  }

  destroy(): void {
    this.stop.abort();
    for (const cleanup of this.cleanups) cleanup();
    this.root.remove();
  }
}
