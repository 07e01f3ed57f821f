import { describe, expect, it } from "vitest";
import type { Orientation } from "./geometry";
import { HexGrid } from "./geometry";
import type { KeyLike, Side } from "./keyboard";
import { actionOf, finished, keyHelp, lane, mustStop, slideFrom, typed } from "./keyboard";
import { disc, printed } from "./sample";

const press = (key: string, held: Partial<KeyLike> = {}): KeyLike => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  ...held,
});

describe("keys", () => {
  it("gives a key to every one of the six directions", () => {
    const reached = (orientation: Orientation): (number | undefined)[] =>
      [..."qweasdzc"].map((key) => {
        const action = actionOf(press(key), orientation);
        return action?.kind === "step" ? action.direction : undefined;
      });
    for (const orientation of ["pointy", "flat"] as const) {
      const directions = reached(orientation).filter((direction) => direction !== undefined);
      expect([...directions].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    }
  });

  it("walks straight where the board has a hexside, and slides where it has none", () => {
    expect(actionOf(press("ArrowRight"), "pointy")).toEqual({ kind: "step", direction: 0 });
    expect(actionOf(press("ArrowUp"), "pointy")).toEqual({ kind: "slide", side: "up" });
    expect(actionOf(press("ArrowUp"), "flat")).toEqual({ kind: "step", direction: 2 });
    expect(actionOf(press("ArrowRight"), "flat")).toEqual({ kind: "slide", side: "right" });
  });

  it("types digits and the point of a hex number; 0 does not zoom, F fits", () => {
    for (const key of "0123456789.") expect(actionOf(press(key), "flat")).toEqual({ kind: "type", character: key });
    expect(actionOf(press("f"), "flat")).toEqual({ kind: "fit" });
    expect(actionOf(press("F", { shiftKey: true }), "flat")).toEqual({ kind: "fit" });
  });

  it("leaves to the browser and the notebook what is theirs", () => {
    for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) {
      expect(actionOf(press("a", held), "pointy")).toBeUndefined();
      expect(mustStop(press("s", held))).toBe(false);
    }
    expect(actionOf(press("Enter", { shiftKey: true }), "pointy")).toBeUndefined();
    expect(mustStop(press("Enter", { shiftKey: true }))).toBe(false);
    expect(actionOf(press("Tab"), "pointy")).toBeUndefined();
    expect(mustStop(press("Tab"))).toBe(false);
  });

  it("stops the letters that would edit the notebook, even those it has no use for", () => {
    for (const key of ["x", "b", "d", "Escape", "ArrowDown", " "]) expect(mustStop(press(key))).toBe(true);
    expect(actionOf(press("x"), "pointy")).toBeUndefined();
    expect(actionOf(press("constructor"), "pointy")).toBeUndefined();
  });

  it("documents each direction key of the board it is for", () => {
    expect(keyHelp("pointy")).toContain("Z south-west");
    expect(keyHelp("flat")).toContain("W north");
  });
});

describe("sliding", () => {
  const walk = (grid: HexGrid, from: string, sides: Side[]): string[] => {
    let index = grid.byLabel(from);
    const keep = lane(grid, index);
    return sides.map((side) => {
      index = slideFrom(grid, index, side, keep);
      return grid.label(index);
    });
  };

  it("climbs a pointy board in a column, and comes back the way it went", () => {
    const grid = new HexGrid(disc("pointy", 3));
    expect(walk(grid, "0,0", ["up", "up", "down", "down"])).toEqual(["1,-1", "1,-2", "1,-1", "0,0"]);
  });

  it("crosses a flat board in a row, and comes back the way it went", () => {
    const grid = new HexGrid(disc("flat", 3));
    expect(walk(grid, "0,0", ["right", "right", "left", "left"])).toEqual(["1,-1", "2,-1", "1,-1", "0,0"]);
  });

  it("takes the other hex when the first is not on the board, and none when neither is", () => {
    expect(walk(new HexGrid(disc("pointy", 2, ["1,-1"])), "0,0", ["up"])).toEqual(["0,-1"]);
    expect(slideFrom(new HexGrid(disc("pointy", 0)), 0, "up", 0)).toBe(-1);
  });

  it("has no sideways slide where a step exists", () => {
    expect(slideFrom(new HexGrid(disc("pointy", 2)), 0, "left", 0)).toBe(-1);
  });
});

describe("typing a hex number", () => {
  const grid = new HexGrid(printed("pointy", 15, 12));
  const flat = new HexGrid(printed("flat", 12, 12));
  const enter = (on: HexGrid, keys: string) =>
    [...keys].reduce((state, key) => typed(on, state.buffer, key), { buffer: "", jump: -1, notice: "" });

  it("jumps as soon as the number is complete", () => {
    expect(enter(grid, "091")).toEqual({ buffer: "091", jump: -1, notice: "" });
    expect(enter(grid, "0913")).toEqual({ buffer: "", jump: grid.byLabel("0913"), notice: "" });
  });

  it("waits for Enter when a longer number begins the same way", () => {
    expect(enter(flat, "3.1")).toEqual({ buffer: "3.1", jump: -1, notice: "" });
    expect(finished(flat, "3.1").jump).toBe(flat.byLabel("3.1"));
    expect(enter(flat, "3.12").jump).toBe(flat.byLabel("3.12"));
  });

  it("says so when no number begins like that, and forgets it", () => {
    expect(enter(grid, "9")).toEqual({ buffer: "", jump: -1, notice: "No hex number begins with 9." });
  });

  it("takes the only number that begins so, and asks for more when there are several", () => {
    const few = new HexGrid({
      orientation: "pointy",
      size: 32,
      q: [0, 1, 2],
      r: [0, 0, 0],
      label: ["0101", "0201", "0202"],
      kind: [],
    });
    expect(finished(few, "01").jump).toBe(0);
    expect(finished(few, "02")).toEqual({
      buffer: "02",
      jump: -1,
      notice: "2 hex numbers begin with 02: type the rest of it.",
    });
  });
});
