import { expect, it } from "vitest";
import type { WidgetModel } from "./model";
import { read, readBox, readGrid, TRAIT_NAMES } from "./model";
import { disc } from "./sample";

function modelOf(state: Record<string, unknown>): WidgetModel {
  return { get: (name) => state[name], set: () => undefined, save_changes: () => undefined, on: () => undefined };
}

it("has a default for every trait that a host does not know yet", () => {
  for (const empty of [undefined, null]) {
    const model = modelOf(Object.fromEntries(TRAIT_NAMES.map((name) => [name, empty])));
    for (const name of TRAIT_NAMES) expect(read(model, name)).not.toBeNull();
    expect(readGrid(model).count).toBe(0);
    expect(readBox(model, readGrid(model))).toEqual([0, 0, 1, 1]);
  }
});

it("makes up a box when the model's has no extent", () => {
  const geometry = disc("flat", 1);
  for (const view_box of [[], [0, 0, 0, 0], [0, 0, Number.NaN, 5], [1, 2, 3, -4]]) {
    const model = modelOf({ geometry, view_box });
    expect(readBox(model, readGrid(model))[2]).toBeGreaterThan(100);
  }
  expect(readBox(modelOf({ view_box: [1, 2, 3, 4] }), readGrid(modelOf({ geometry })))).toEqual([1, 2, 3, 4]);
});

it("fills the gaps of half a geometry", () => {
  expect(readGrid(modelOf({ geometry: { q: [0], r: [0], label: ["0101"] } })).byLabel("0101")).toBe(0);
});
