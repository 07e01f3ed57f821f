import { expect, it } from "vitest";

import { HexGrid } from "./geometry";
import { markClass, markPaths } from "./marks";
import { disc } from "./sample";

const grid = new HexGrid(disc("pointy", 2));
const rings = (d: string): number => d.split("Z").length - 1;

it("draws one path per kind, whatever the number of hexes", () => {
  const paths = markPaths(grid, { "0,0": "chosen", "1,0": "candidate", "0,1": "candidate" });
  expect(paths.map(({ kind, d }) => [kind, rings(d)])).toEqual([
    ["chosen", 1],
    ["candidate", 2],
  ]);
});

it("tells kinds apart by shape as well", () => {
  const [target] = markPaths(grid, { "0,0": "target" });
  const [barred] = markPaths(grid, { "0,0": "barred" });
  expect(rings(target?.d ?? "")).toBe(2);
  expect(barred?.d.split("M")).toHaveLength(3);
});

it("passes over hexes that are not on the board", () => {
  expect(markPaths(grid, { "99,99": "target" })).toEqual([]);
});

it("lets only plain words become class names", () => {
  expect(markClass("in-range")).toBe("in-range");
  for (const kind of ["", "a b", '"><script>', "1st"]) expect(markClass(kind)).toBe("other");
});
