import { expect, it } from "vitest";

import { HexGrid } from "./geometry";
import { numberPlace, numberSize, numbersInSight, readOut } from "./labels";
import { printed } from "./sample";

const grid = new HexGrid(printed("pointy", 15, 12));
const at = grid.byLabel("0913");
const nothing = { kinds: [], names: {}, occupants: {}, notes: {} };

it("reads a hex out in one sentence", () => {
  const words = {
    kinds: ["town"],
    names: { "0913": "Gaza east" },
    occupants: { "0913": "31st Regiment, Central Powers, 3 steps" },
    notes: { "0913": "may attack" },
  };
  expect(readOut(grid, at, words)).toBe("0913 Gaza east, town; 31st Regiment, Central Powers, 3 steps; may attack");
});

it("leaves out what there is not", () => {
  expect(readOut(grid, at, nothing)).toBe("0913");
  expect(readOut(grid, at, { ...nothing, kinds: ["sand"] })).toBe("0913, sand");
  expect(readOut(grid, at, { ...nothing, notes: { "0913": "observed" } })).toBe("0913; observed");
  expect(readOut(grid, -1, nothing)).toBe("");
});

it("does not find what every object inherits", () => {
  const odd = new HexGrid({ orientation: "pointy", size: 32, q: [0], r: [0], label: ["constructor"], kind: [0] });
  expect(readOut(odd, 0, nothing)).toBe("constructor");
});

it("writes numbers only in sight, and only when they can be read", () => {
  const { x, y } = grid.centre(at);
  const around = [x - 100, y - 100, 200, 200] as const;
  expect(numbersInSight(grid, around, 0.3, "auto")).toEqual([]);
  const near = numbersInSight(grid, around, 1, "auto");
  expect(near).toContain(at);
  expect(near.length).toBeLessThan(20);
});

it("follows what the reader asked for", () => {
  const all = grid.bounds();
  expect(numbersInSight(grid, all, 0.7, "auto")).toHaveLength(0);
  expect(numbersInSight(grid, all, 0.7, "always")).toHaveLength(grid.count);
  expect(numbersInSight(grid, all, 0.2, "always")).toHaveLength(0);
  expect(numbersInSight(grid, all, 4, "never")).toHaveLength(0);
});

it("puts a number inside its own hex, above the middle", () => {
  const place = numberPlace(grid, at);
  expect(place.y).toBeLessThan(grid.centre(at).y - 10);
  expect(grid.hit(place.x, place.y)).toBe(at);
});

it("prints no larger than is useful when the hexes are large", () => {
  expect(numberSize(1)).toBe(8);
  expect(numberSize(4) * 4).toBe(15);
});
