/** Words for a hex, and which printed numbers are worth writing at a given zoom. No DOM. */

import type { Box, HexGrid, Point } from "./geometry";
import type { HexMapModel, ShowNumbers } from "./model";

export type Words = Pick<HexMapModel, "kinds" | "names" | "occupants" | "notes">;

/** "0913 Gaza east, town; 31st Regiment, Central Powers, 3 steps; may attack". */
export function readOut(grid: HexGrid, index: number, words: Words): string {
  if (index < 0) return "";
  const label = grid.label(index);
  const place = [label, own(words.names, label)].filter(Boolean).join(" ");
  const ground = [place, words.kinds[grid.kind(index)]].filter(Boolean).join(", ");
  return [ground, own(words.occupants, label), own(words.notes, label)].filter(Boolean).join("; ");
}

/** A label such as "constructor" must not find what every object inherits. */
function own(sentences: Record<string, string>, label: string): string {
  return Object.hasOwn(sentences, label) ? (sentences[label] ?? "") : "";
}

/** Usual height of a printed number, in board units. */
const NUMBER_SIZE = 8;

/** A close look at a counter is not a wish for large print: pixels. */
const LARGEST_PIXELS = 15;

/** Height of a printed number at this scale, in board units. */
export const numberSize = (scale: number): number => Math.min(NUMBER_SIZE, LARGEST_PIXELS / scale);

/** Smallest height on the screen, in pixels: comfortable when the reader did not ask, barely legible when they did. */
const LEAST_PIXELS: Record<ShowNumbers, number> = { auto: 7.2, always: 5.5, never: Infinity };

/** Hexes whose number belongs in the DOM now: near enough to read, and in sight. */
export function numbersInSight(grid: HexGrid, sight: Box, scale: number, show: ShowNumbers): number[] {
  const least = LEAST_PIXELS[show] ?? LEAST_PIXELS.auto;
  return scale * NUMBER_SIZE < least ? [] : grid.within(sight);
}

/** Baseline middle of a number: under the top corner of a pointy hex, under the top side of a flat one. */
export function numberPlace(grid: HexGrid, index: number): Point {
  const { x, y } = grid.centre(index);
  return { x, y: y - grid.size * (grid.orientation === "pointy" ? 0.57 : 0.62) };
}
