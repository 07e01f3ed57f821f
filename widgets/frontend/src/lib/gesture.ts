/** Arithmetic of pan and zoom. No DOM.
 *
 * A view maps board units to pixels of the window: pixel = k * unit + (x, y). At rest the view is written into
 * `viewBox`, which is sharp but repaints the board; during a gesture only a CSS transform changes, which is not.
 */

import type { Box, Point } from "./geometry";

export interface View {
  k: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** How far the drawing reaches beyond each edge of the window, as a share of it: a fast pan finds it already painted. */
const MARGIN = 0.3;

/** Air between the board's edge and the window's when all of it is shown, in pixels. */
const AIR = 8;

/** A lone hex should not fill the screen. */
const LARGEST_FIT = 2.5;

export function marginOf(size: Size): Point {
  return { x: Math.round(size.width * MARGIN), y: Math.round(size.height * MARGIN) };
}

/** The view that shows all of a box, in the middle of the window. */
export function fitView([left, top, width, height]: Box, size: Size): View {
  const [across, down] = [Math.max(size.width - 2 * AIR, 1), Math.max(size.height - 2 * AIR, 1)];
  const k = Math.min(across / width, down / height, LARGEST_FIT);
  return {
    k,
    x: (size.width - k * width) / 2 - k * left,
    y: (size.height - k * height) / 2 - k * top,
  };
}

/** Smallest and largest scale: a little beyond the whole board, and hexes about a hand wide. */
export function scaleLimits(box: Box, size: Size): [number, number] {
  const whole = fitView(box, size).k;
  return [whole * 0.9, Math.max(4, whole * 2)];
}

/** What the window shows, in board units, with a margin in pixels around it. */
export function sightOf(view: View, size: Size, margin: Point = { x: 0, y: 0 }): Box {
  return [
    (-view.x - margin.x) / view.k,
    (-view.y - margin.y) / view.k,
    (size.width + 2 * margin.x) / view.k,
    (size.height + 2 * margin.y) / view.k,
  ];
}

/** The transform that takes a drawing made for `rest` to where `now` wants it. */
export function cssTransform(rest: View, now: View): string {
  const scale = now.k / rest.k;
  return `translate(${now.x - scale * rest.x}px,${now.y - scale * rest.y}px) scale(${scale})`;
}

export const sameView = (a: View, b: View): boolean => a.k === b.k && a.x === b.x && a.y === b.y;

export function toBoard(view: View, point: Point): Point {
  return { x: (point.x - view.x) / view.k, y: (point.y - view.y) / view.k };
}

export function toWindow(view: View, point: Point): Point {
  return { x: point.x * view.k + view.x, y: point.y * view.k + view.y };
}

/** The smallest shift that brings a point (board units) at least `clear` units inside the window. */
export function intoSight(view: View, size: Size, point: Point, clear: number): View {
  const at = toWindow(view, point);
  // In a window smaller than twice the clearance the best that can be done is the middle.
  const shift = (value: number, extent: number): number => {
    const gap = Math.min(clear * view.k, extent / 2);
    return Math.max(gap - value, 0) || Math.min(extent - gap - value, 0);
  };
  return { k: view.k, x: view.x + shift(at.x, size.width), y: view.y + shift(at.y, size.height) };
}

/** The same scale and the same middle in a window of another size. */
export function resized(view: View, from: Size, to: Size): View {
  return { k: view.k, x: view.x + (to.width - from.width) / 2, y: view.y + (to.height - from.height) / 2 };
}

export interface WheelLike {
  deltaY: number;
  deltaMode: number;
  ctrlKey: boolean;
}

/** Powers of two per wheel event. A pinch on a trackpad arrives as a small delta with Ctrl; a mouse wheel with Ctrl as
 * a large one, which must not jump four-fold a notch. */
export function wheelPower({ deltaY, deltaMode, ctrlKey }: WheelLike): number {
  const unit = deltaMode === 1 ? 0.05 : deltaMode === 2 ? 1 : 0.002;
  const power = -deltaY * unit * (ctrlKey ? 10 : 1);
  return Math.max(-0.4, Math.min(0.4, power));
}
