import { describe, expect, it } from "vitest";
import type { Orientation } from "./geometry";
import { DIRECTIONS, HexGrid } from "./geometry";
import { disc, printed } from "./sample";

const BOTH: Orientation[] = ["pointy", "flat"];

describe.each(BOTH)("a %s board", (orientation) => {
  const grid = new HexGrid(disc(orientation, 6));

  it("puts the centres where the contract says", () => {
    const { x, y } = grid.centre(grid.byLabel("2,1"));
    const root3 = Math.sqrt(3);
    const expected = orientation === "pointy" ? [32 * root3 * 2.5, 48] : [96, 32 * root3 * 2];
    expect(x).toBeCloseTo(expected[0] ?? NaN);
    expect(y).toBeCloseTo(expected[1] ?? NaN);
  });

  it("finds the nearest hex under any point", () => {
    let state = 7;
    const random = (): number => {
      state = (state * 16807) % 2147483647;
      return state / 2147483647;
    };
    for (let i = 0; i < 3000; i++) {
      const [x, y] = [(random() - 0.5) * 400, (random() - 0.5) * 400];
      expect(grid.hit(x, y)).toBe(grid.nearest(x, y));
    }
  });

  it("finds nothing outside the board, nor in a hole of it", () => {
    expect(grid.hit(5000, 0)).toBe(-1);
    const holed = new HexGrid(disc(orientation, 2, ["0,0"]));
    expect(holed.hit(0, 0)).toBe(-1);
    expect(holed.hit(holed.plane(1, 0).x, holed.plane(1, 0).y)).toBe(holed.byLabel("1,0"));
  });

  it("has six neighbours, each the other's opposite", () => {
    const middle = grid.byLabel("0,0");
    DIRECTIONS.forEach((_, direction) => {
      const there = grid.neighbour(middle, direction);
      expect(there).toBeGreaterThanOrEqual(0);
      expect(grid.neighbour(there, (direction + 3) % 6)).toBe(middle);
    });
    expect(grid.neighbour(grid.byLabel("6,0"), 0)).toBe(-1);
    expect(grid.neighbour(-1, 0)).toBe(-1);
    expect(grid.neighbour(middle, 6)).toBe(-1);
  });

  it("draws an outline whose corners are `size` away, and closer when inset", () => {
    for (const [inset, distance] of [
      [0, 32],
      [Math.sqrt(3), 30],
    ] as const) {
      for (const { x, y } of grid.corners({ x: 0, y: 0 }, inset)) expect(Math.hypot(x, y)).toBeCloseTo(distance);
    }
    expect(grid.outline({ x: 0, y: 0 })).toMatch(/^M(-?[\d.]+ -?[\d.]+L){5}-?[\d.]+ -?[\d.]+Z$/);
  });

  it("finds the hexes in a box", () => {
    expect(grid.within([-1, -1, 2, 2])).toEqual([grid.byLabel("0,0")]);
    expect(grid.within([-9999, -9999, 19998, 19998])).toHaveLength(grid.count);
  });

  it("has a box around all of it", () => {
    const [left, top, width, height] = grid.bounds();
    for (let i = 0; i < grid.count; i++) {
      const { x, y } = grid.centre(i);
      expect(x - 32).toBeGreaterThanOrEqual(left);
      expect(x + 32).toBeLessThanOrEqual(left + width);
      expect(y - 32).toBeGreaterThanOrEqual(top);
      expect(y + 32).toBeLessThanOrEqual(top + height);
    }
  });
});

it("names the directions as the engine does", () => {
  const toward = (orientation: Orientation, direction: number): string => {
    const grid = new HexGrid(disc(orientation, 1));
    const { x, y } = grid.centre(grid.neighbour(grid.byLabel("0,0"), direction));
    return (y < -1 ? "N" : y > 1 ? "S" : "") + (x < -1 ? "W" : x > 1 ? "E" : "");
  };
  const all = [0, 1, 2, 3, 4, 5];
  expect(all.map((d) => toward("pointy", d))).toEqual(["E", "NE", "NW", "W", "SW", "SE"]);
  expect(all.map((d) => toward("flat", d))).toEqual(["SE", "NE", "N", "NW", "SW", "S"]);
});

it("finds the ends of a row on both kinds of board", () => {
  const pointy = new HexGrid(printed("pointy", 9, 5));
  const { first, last } = pointy.rowEnds(pointy.byLabel("0304"));
  expect([pointy.label(first), pointy.label(last)]).toEqual(["0309", "0301"]);
  const flat = new HexGrid(printed("flat", 9, 5));
  const ends = flat.rowEnds(flat.byLabel("4.3"));
  expect([flat.label(ends.first), flat.label(ends.last)]).toEqual(["1.3", "9.3"]);
});

it("copes with an empty board", () => {
  const empty = new HexGrid({ orientation: "pointy", size: 32, q: [], r: [], label: [], kind: [] });
  expect(empty.hit(0, 0)).toBe(-1);
  expect(empty.nearest(0, 0)).toBe(-1);
  expect(empty.bounds()).toEqual([0, 0, 1, 1]);
});

it("answers a hit within a microsecond or so on 4,000 hexes", () => {
  const grid = new HexGrid(printed("pointy", 80, 50));
  const start = performance.now();
  let found = 0;
  for (let i = 0; i < 100_000; i++) found += grid.hit((i * 37) % 4400, (i * 53) % 2400) >= 0 ? 1 : 0;
  // Fifty times what was measured: a guard against a search creeping in, not a benchmark.
  expect((performance.now() - start) / 100_000).toBeLessThan(0.005);
  expect(found).toBeGreaterThan(90_000);
});
