import { describe, expect, it } from "vitest";

import type { Box, Point } from "./geometry";
import type { View } from "./gesture";
import {
  cssTransform,
  fitView,
  intoSight,
  marginOf,
  resized,
  sameView,
  scaleLimits,
  sightOf,
  toBoard,
  toWindow,
  wheelPower,
} from "./gesture";

const SIZE = { width: 1200, height: 480 };
const BOARD: Box = [-32, -40, 4400, 2400];

describe("fitView", () => {
  it("shows the whole board, in the middle", () => {
    const [left, top, width, height] = sightOf(fitView(BOARD, SIZE), SIZE);
    expect(left).toBeLessThanOrEqual(BOARD[0]);
    expect(top).toBeLessThanOrEqual(BOARD[1]);
    expect(left + width / 2).toBeCloseTo(BOARD[0] + BOARD[2] / 2);
    expect(top + height / 2).toBeCloseTo(BOARD[1] + BOARD[3] / 2);
  });

  it("does not blow up a tiny board, and survives a tiny window", () => {
    expect(fitView([0, 0, 60, 60], SIZE).k).toBe(2.5);
    expect(fitView(BOARD, { width: 3, height: 3 }).k).toBeGreaterThan(0);
  });

  it("lies within the limits of the scale", () => {
    const [least, most] = scaleLimits(BOARD, SIZE);
    expect(least).toBeLessThan(fitView(BOARD, SIZE).k);
    expect(most).toBeGreaterThanOrEqual(4);
  });
});

it("turns window points into board points and back", () => {
  const view: View = { k: 0.7, x: -35, y: 12 };
  const point = { x: 311, y: 97 };
  const back = toWindow(view, toBoard(view, point));
  expect(back.x).toBeCloseTo(point.x);
  expect(back.y).toBeCloseTo(point.y);
});

it("moves a drawing made at rest exactly to where the view has gone", () => {
  const rest: View = { k: 0.5, x: 20, y: -10 };
  const now: View = { k: 1.3, x: -200, y: 44 };
  const [, tx, ty, scale] = (cssTransform(rest, now).match(/translate\((.+)px,(.+)px\) scale\((.+)\)/) ?? []).map(
    Number,
  );
  const moved = (point: Point): Point => ({
    x: (scale ?? NaN) * point.x + (tx ?? NaN),
    y: (scale ?? NaN) * point.y + (ty ?? NaN),
  });
  for (const point of [
    { x: 0, y: 0 },
    { x: 777, y: -31 },
  ]) {
    const got = moved(toWindow(rest, point));
    expect(got.x).toBeCloseTo(toWindow(now, point).x);
    expect(got.y).toBeCloseTo(toWindow(now, point).y);
  }
});

it("draws beyond the window on every side", () => {
  const view: View = { k: 2, x: 5, y: 6 };
  const margin = marginOf(SIZE);
  const bare = sightOf(view, SIZE);
  const wide = sightOf(view, SIZE, margin);
  expect(bare[0] - wide[0]).toBeCloseTo(margin.x / 2);
  expect(wide[2] - bare[2]).toBeCloseTo(margin.x);
  expect(wide[3] - bare[3]).toBeCloseTo(margin.y);
});

describe("intoSight", () => {
  const view: View = { k: 1, x: 0, y: 0 };

  it("leaves a view alone that shows the point", () => {
    expect(sameView(intoSight(view, SIZE, { x: 600, y: 200 }, 48), view)).toBe(true);
  });

  it.each([
    [
      { x: -100, y: 200 },
      { k: 1, x: 148, y: 0 },
    ],
    [
      { x: 1300, y: 470 },
      { k: 1, x: -148, y: -38 },
    ],
  ])("moves just far enough for %o", (point, wanted) => {
    expect(intoSight(view, SIZE, point, 48)).toEqual(wanted);
  });

  it("takes the middle when the window is too small for the clearance", () => {
    const small = { width: 40, height: 40 };
    const at = toWindow(intoSight(view, small, { x: 500, y: 500 }, 48), { x: 500, y: 500 });
    expect(at).toEqual({ x: 20, y: 20 });
  });
});

it("keeps the middle when the window changes its size", () => {
  const view: View = { k: 0.8, x: 3, y: 4 };
  const small = { width: 600, height: 300 };
  const middle = (v: View, s: typeof SIZE): Point => toBoard(v, { x: s.width / 2, y: s.height / 2 });
  const after = middle(resized(view, SIZE, small), small);
  expect(after.x).toBeCloseTo(middle(view, SIZE).x);
  expect(after.y).toBeCloseTo(middle(view, SIZE).y);
});

describe("wheelPower", () => {
  const wheel = (deltaY: number, ctrlKey = false, deltaMode = 0): number => wheelPower({ deltaY, deltaMode, ctrlKey });

  it("zooms in when the wheel turns away", () => {
    expect(wheel(-100)).toBeGreaterThan(0);
    expect(wheel(100)).toBeLessThan(0);
  });

  it("does not leap with Ctrl and a mouse wheel, yet answers a pinch", () => {
    expect(wheel(-100, true)).toBe(0.4);
    expect(wheel(-4, true)).toBeGreaterThan(wheel(-4));
  });

  it("counts lines and pages", () => {
    expect(wheel(-3, false, 1)).toBeCloseTo(0.15);
    expect(wheel(-1, false, 2)).toBe(0.4);
  });
});
