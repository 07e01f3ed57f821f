// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import widget from "./hexmap";
import type { WidgetModel } from "./lib/model";
import { TRAIT_NAMES } from "./lib/model";
import { printed } from "./lib/sample";

class Model implements WidgetModel {
  saves = 0;
  readonly listeners = new Map<string, Set<() => void>>();

  constructor(readonly state: Record<string, unknown>) {}

  get(name: string): unknown {
    return this.state[name];
  }

  set(name: string, value: unknown): void {
    this.receive({ [name]: value });
  }

  save_changes(): void {
    this.saves += 1;
  }

  on(event: string, callback: () => void): void {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(callback));
  }

  off(event: string, callback: () => void): void {
    this.listeners.get(event)?.delete(callback);
  }

  receive(changes: Record<string, unknown>): void {
    Object.assign(this.state, changes);
    for (const name of Object.keys(changes))
      for (const callback of this.listeners.get(`change:${name}`) ?? []) callback();
  }
}

let el: HTMLElement;
let model: Model;
let cleanup: () => void;

const one = (selector: string): HTMLElement => {
  const found = el.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`Nothing matches ${selector}.`);
  return found;
};
const press = (key: string): boolean =>
  one(".wg-stage").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const spoken = (): string => one(".wg-cell").getAttribute("aria-label") ?? "";

beforeEach(() => {
  vi.useFakeTimers();
  el = document.body.appendChild(document.createElement("div"));
  model = new Model({
    geometry: printed("pointy", 15, 12),
    kinds: ["town"],
    names: { "0913": "Gaza east" },
    occupants: { "0913": "31st Regiment, 3 steps" },
    focus_hex: "0913",
    label: "Gaza",
  });
  cleanup = widget.render({ model, el });
});

afterEach(() => {
  cleanup();
  el.remove();
  vi.useRealTimers();
});

it("is one tab stop, with words of its own", () => {
  const stage = one(".wg-stage");
  expect(el.querySelectorAll("[tabindex='0']")).toHaveLength(1);
  expect(stage.getAttribute("aria-label")).toBe("Gaza");
  expect(document.getElementById(stage.getAttribute("aria-describedby") ?? "")?.textContent).toContain("Q north-west");
  expect(document.getElementById(stage.getAttribute("aria-activedescendant") ?? "")).toBe(one(".wg-cell"));
  expect(spoken()).toBe("0913 Gaza east, town; 31st Regiment, 3 steps");
});

it("walks by key and tells Python once when the burst is over", () => {
  for (let i = 0; i < 3; i++) press("ArrowLeft");
  expect(spoken()).toBe("0915, town");
  expect(model.get("focus_hex")).toBe("0915");
  expect(model.saves).toBe(0);
  vi.advanceTimersByTime(200);
  expect(model.saves).toBe(1);
});

it("takes no echo of an older move while newer ones are untold", () => {
  press("a");
  model.receive({ focus_hex: "0913" });
  expect(spoken()).toMatch(/^0914/);
  vi.advanceTimersByTime(200);
  expect(model.get("focus_hex")).toBe("0914");
  model.receive({ focus_hex: "0101" });
  expect(spoken()).toMatch(/^0101/);
});

it("picks with Enter and Space, and counts", () => {
  press("Enter");
  press(" ");
  expect(model.get("pick")).toEqual({ label: "0913", count: 2 });
  expect(one(".wg-cell").getAttribute("aria-pressed")).toBe("true");
});

it("shows what is typed and jumps", () => {
  for (const key of "030") press(key);
  expect(one(".wg-typed").hidden).toBe(false);
  expect(one(".wg-typed").textContent).toContain("030");
  press("5");
  expect(one(".wg-typed").hidden).toBe(true);
  expect(spoken()).toBe("0305, town");
});

it("says when it stands at the edge, each time", () => {
  press("End");
  press("ArrowRight");
  const first = one(".wg-live").textContent;
  press("ArrowRight");
  expect(first).toBe("Edge of the board.");
  expect(one(".wg-live").textContent).not.toBe(first);
});

it("keeps plain keys from the notebook", () => {
  const heard: string[] = [];
  const listen = (event: KeyboardEvent): number => heard.push(event.key);
  document.addEventListener("keydown", listen);
  for (const key of ["x", "a", "Enter", "Tab"]) press(key);
  document.removeEventListener("keydown", listen);
  expect(heard).toEqual(["Tab"]);
});

it("shows words as words", () => {
  const hostile = '<img src="x" onerror="boom()">';
  model.receive({ names: { "0913": hostile }, message: hostile, error: hostile, hint: hostile, label: hostile });
  expect(el.querySelector("img")).toBeNull();
  for (const part of [".wg-readout", ".wg-message", ".wg-error", ".wg-hint"])
    expect(one(part).textContent).toContain(hostile);
});

it("follows a second view of the same model", () => {
  const other = document.body.appendChild(document.createElement("div"));
  const done = widget.render({ model, el: other });
  press("ArrowLeft");
  expect(other.querySelector(".wg-cell")?.getAttribute("aria-label")).toBe("0914, town");
  expect(other.querySelector(".wg-cell")?.id).not.toBe(one(".wg-cell").id);
  done();
  other.remove();
});

it("stands up when the host knows no trait, and when all of them vanish", () => {
  const bare = document.body.appendChild(document.createElement("div"));
  const done = widget.render({ model: new Model({}), el: bare });
  done();
  bare.remove();
  model.receive(Object.fromEntries(TRAIT_NAMES.map((name) => [name, undefined])));
  press("ArrowLeft");
  press("Enter");
});

it("listens to one event at a time, and to every trait it reads", () => {
  expect([...model.listeners.keys()].sort()).toEqual(TRAIT_NAMES.map((name) => `change:${name}`).sort());
});

it("lays the names of places over the counters, and under what is drawn over them", async () => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
  const wide = document.body.appendChild(document.createElement("div"));
  model.receive({
    board_svg: '<g class="wg-terrain"></g><g class="wg-names"><g><text>Huj</text></g></g>',
    overlay_svg: '<g class="wg-counter"></g><g class="wg-above"></g>',
  });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(private readonly heard: () => void) {}
      observe = (): void => queueMicrotask(this.heard);
      disconnect = (): void => undefined;
    },
  );
  const done = widget.render({ model, el: wide });
  await Promise.resolve();
  const lying = (): (string | null)[] =>
    [...(wide.querySelector(".wg-counters")?.children ?? [])].map(
      (each) => each.textContent || each.getAttribute("class"),
    );
  expect(lying()).toEqual(["wg-counter", "Huj", "wg-above"]);
  expect(wide.querySelector(".wg-board .wg-names")).toBeNull();
  model.receive({ overlay_svg: '<g class="wg-counter"></g>' });
  expect(lying()).toEqual(["wg-counter", "Huj"]);
  done();
  wide.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("looks closer when asked, and at all of it again", async () => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
  const Observer = class {
    constructor(private readonly heard: () => void) {}
    observe = (): void => queueMicrotask(this.heard);
    disconnect = (): void => undefined;
  };
  vi.stubGlobal("ResizeObserver", Observer);
  const wide = document.body.appendChild(document.createElement("div"));
  model.receive({ close_up: [100, 100, 200, 100] });
  const done = widget.render({ model, el: wide });
  const shown = (): number[] => (wide.querySelector(".wg-board")?.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const width = (): number => shown()[2] ?? 0;
  await Promise.resolve();
  const near = width();
  model.receive({ close_up: [] });
  expect(width()).toBeGreaterThan(2 * near);
  model.receive({ close_up: [100, 100, 200, 100] });
  expect(width()).toBeCloseTo(near);
  done();
  wide.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("tells what the pointer rests on, where somebody follows it", () => {
  const stage = one(".wg-stage");
  const point = (x: number, y: number): boolean =>
    stage.dispatchEvent(new MouseEvent("pointermove", { clientX: x, clientY: y, bubbles: true }));
  const { q, r, label } = printed("pointy", 15, 12);
  const at = label.indexOf("0205");
  point(32 * Math.sqrt(3) * ((q[at] ?? 0) + (r[at] ?? 0) / 2), 48 * (r[at] ?? 0));
  vi.runAllTimers();
  expect(model.get("pointed")).toBeUndefined();
  stage.dispatchEvent(new MouseEvent("pointerleave"));
  model.receive({ follow_pointer: true });
  const before = model.saves;
  point(32 * Math.sqrt(3) * ((q[at] ?? 0) + (r[at] ?? 0) / 2), 48 * (r[at] ?? 0));
  expect(model.get("pointed")).toBeUndefined();
  vi.runAllTimers();
  expect([model.get("pointed"), model.saves]).toEqual(["0205", before + 1]);
  stage.dispatchEvent(new MouseEvent("pointerleave"));
  vi.runAllTimers();
  expect(model.get("pointed")).toBe("");
});

it("lights what is pointed at elsewhere", () => {
  model.receive({ pointed: "0913" });
  expect(one(".wg-readout").textContent).toContain("Gaza east");
  model.receive({ pointed: "0205" });
  expect(one(".wg-readout").textContent).toContain("0205");
  model.receive({ pointed: "" });
  expect(one(".wg-readout").textContent).toContain("0913");
});

it("leaves nothing behind", () => {
  cleanup();
  expect([...model.listeners.values()].reduce((sum, listeners) => sum + listeners.size, 0)).toBe(0);
  expect(el.childElementCount).toBe(0);
});
