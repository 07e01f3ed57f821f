// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from "vitest";
import widget from "./hexmap";
import { FakeModel, HOSTILE, Stand } from "./lib/fake";
import { HexGrid } from "./lib/geometry";
import type { HandleMove } from "./lib/model";
import { printed } from "./lib/sample";

const geometry = printed("pointy", 15, 12);
const grid = new HexGrid(geometry);
let model: FakeModel;
let stand: Stand;

beforeEach(() => {
  model = new FakeModel({
    geometry,
    kinds: ["town"],
    link: true,
    handles: [
      { key: "from", label: "0913", words: "Spotter" },
      { key: "to", label: "0508", words: "Target" },
    ],
  });
  stand = new Stand(widget.render, model);
});

afterEach(() => stand.leave());

const stage = (): HTMLElement => stand.one(".wg-stage");
/** Without a size the map shows one pixel per board unit from the origin: hexes lie where the grid has them. */
const pointer = (type: string, label: string, more: PointerEventInit = {}): void => {
  const { x, y } = grid.centre(grid.byLabel(label));
  const at = { clientX: x, clientY: y, pointerId: 1, isPrimary: true, bubbles: true, cancelable: true };
  stage().dispatchEvent(new PointerEvent(type, { ...at, pointerType: "mouse", ...more }));
};
const click = (label: string): void => {
  const { x, y } = grid.centre(grid.byLabel(label));
  stage().dispatchEvent(new MouseEvent("click", { clientX: x, clientY: y, bubbles: true, cancelable: true }));
};
const moves = (): HandleMove[] => model.saves.map(({ handle_move }) => handle_move as HandleMove).filter(Boolean);
const told = (): string[] => moves().map(({ key, label, held }) => `${key} ${label}${held ? "…" : ""}`);
const rubber = (): string => stand.el.querySelector(".wg-rubber")?.getAttribute("d") ?? "";
const grips = (): string[] => {
  const found = [...stand.el.querySelectorAll(".wg-grip")].map((each) => each.getAttribute("transform") ?? "");
  return found.map((each) => {
    const [x = 0, y = 0] = (/translate\((.*)\) scale/.exec(each)?.[1] ?? "").split(" ").map(Number);
    return grid.label(grid.nearest(x, y));
  });
};
const answer = (): Promise<void> => {
  const { key, label, count } = moves().at(-1) ?? { key: "", label: "", count: 0 };
  const handles = (model.get("handles") as { key: string }[]).map((each) =>
    each.key === key ? { ...each, label } : each,
  );
  return model.receive({ handles, handled: count });
};

it("drags an end over the map, and tells each hex when the last is answered", async () => {
  pointer("pointerdown", "0913");
  for (const label of ["0912", "0911", "0910"]) pointer("pointermove", label);
  expect(grips()).toEqual(["0910", "0508"]);
  expect(rubber()).toMatch(/^M.*L/);
  expect(told()).toEqual(["from 0912…"]);
  await answer();
  expect(told()).toEqual(["from 0912…", "from 0910…"]);
  expect(grips()).toEqual(["0910", "0508"]);
  pointer("pointerup", "0910");
  await answer();
  expect(told().at(-1)).toBe("from 0910");
  await answer();
  expect(rubber()).toBe("");
  expect(stand.text(":scope > .wg-hexmap > .wg-live")).toBe("Spotter set down at 0910.");
  click("0910");
  expect(model.get("pick")).toBeUndefined();
});

it("speaks the message of a drag when the hand has let go", async () => {
  const message = (): HTMLElement => stand.one(".wg-message");
  pointer("pointerdown", "0913");
  pointer("pointermove", "0912");
  await model.receive({ message: "Open" });
  expect([message().textContent, message().getAttribute("aria-live")]).toEqual(["Open", "off"]);
  await answer();
  pointer("pointerup", "0912");
  expect(message().getAttribute("aria-live")).toBe("off");
  const before = message().firstChild;
  await answer();
  expect(message().getAttribute("aria-live")).toBe("polite");
  expect(message().textContent).toBe("Open");
  expect(message().firstChild).not.toBe(before);
});

it("leaves the map to itself beside the grips, and for other buttons", () => {
  pointer("pointerdown", "0910");
  pointer("pointermove", "0911");
  pointer("pointerup", "0911");
  pointer("pointerdown", "0913", { button: 2 });
  pointer("pointermove", "0911");
  expect(told()).toEqual([]);
  click("0910");
  expect(model.get("pick")).toEqual({ label: "0910", count: 1 });
});

it("takes a finger that is not quite on it", () => {
  const { x, y } = grid.centre(grid.byLabel("0913"));
  const near = { clientX: x + 28, clientY: y };
  pointer("pointerdown", "0913", near);
  pointer("pointermove", "0910");
  expect(told()).toEqual([]);
  pointer("pointerdown", "0913", { ...near, pointerType: "touch" });
  pointer("pointermove", "0910", { pointerType: "touch" });
  expect(told()).toEqual(["from 0910…"]);
});

it("keeps the press from what would pan the map", () => {
  pointer("pointerdown", "0913");
  const touch = new Event("touchstart", { bubbles: true, cancelable: true });
  stage().dispatchEvent(touch);
  expect(touch.defaultPrevented).toBe(true);
  pointer("pointercancel", "0913");
});

it("moves the ends by key: H takes the next, Enter drops, Escape puts back", async () => {
  stage().focus();
  stand.press("h");
  expect(stand.text(":scope > .wg-hexmap > .wg-live")).toMatch(/^Spotter held at 0913: arrow keys/);
  expect(stand.text(".wg-holding")).toContain("Escape puts it back");
  stand.press("ArrowLeft");
  expect(grips()).toEqual(["0914", "0508"]);
  await answer();
  stand.press("Enter");
  expect(told()).toEqual(["from 0914…", "from 0914"]);
  await answer();
  expect(model.get("pick")).toBeUndefined();
  expect(stand.one(".wg-holding").hidden).toBe(true);
  stand.press("h");
  stand.press("h");
  for (const key of "0305") stand.press(key);
  await answer();
  expect(grips()).toEqual(["0914", "0305"]);
  stand.press("Escape");
  await answer();
  expect(grips()).toEqual(["0914", "0508"]);
  expect(stand.text(":scope > .wg-hexmap > .wg-live")).toBe("Target put back to 0508.");
  expect(document.activeElement).toBe(stage());
  stand.press("Escape");
  expect(document.activeElement).not.toBe(stage());
});

it("moves an end by two clicks", () => {
  pointer("pointerdown", "0913");
  pointer("pointerup", "0913");
  click("0913");
  expect(stand.one(".wg-holding").hidden).toBe(false);
  click("0910");
  expect(told()).toEqual(["from 0910…"]);
  expect(grips()[0]).toBe("0910");
  expect(stand.one(".wg-holding").hidden).toBe(true);
});

it("stands where Python says once that has answered", async () => {
  pointer("pointerdown", "0913");
  pointer("pointermove", "0910");
  pointer("pointerup", "0910");
  await model.receive({ handled: 1 });
  await model.receive({ handled: 2, error: "Not there." });
  expect(grips()).toEqual(["0913", "0508"]);
});

it("shows what another view does, and follows Python in the meantime", async () => {
  const other = new Stand(widget.render, model);
  pointer("pointerdown", "0913");
  pointer("pointermove", "0910");
  expect(other.el.querySelector(".wg-grip")?.getAttribute("transform")).toBe(
    stand.el.querySelector(".wg-grip")?.getAttribute("transform"),
  );
  other.leave();
  await model.receive({ handles: [] });
  expect(grips()).toEqual([]);
  stage().focus();
  stand.press("h");
  expect(stand.text(":scope > .wg-hexmap > .wg-live")).toBe("Nothing on this map can be moved.");
});

it("explains its keys only where there is something to move, and shows words as words", async () => {
  expect(stand.text(".wg-keys")).toContain("H takes hold");
  await model.receive({ handles: [{ key: "from", label: "0913", words: HOSTILE }] });
  stage().focus();
  stand.press("h");
  expect(stand.el.querySelector("img")).toBeNull();
  await model.receive({ handles: [] });
  expect(stand.text(".wg-keys")).not.toContain("H takes hold");
});
