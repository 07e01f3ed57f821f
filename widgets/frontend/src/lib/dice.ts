/** The tray behind DiceTray: which totals can lie on it, which band each is in, what a key means. No DOM. */

import type { Band, DiceTraits } from "./traits";

/** More faces than this are set by typing a number, not by a button each. */
export const MOST_BUTTONS = 12;

export interface Range {
  low: number;
  high: number;
}

/** The totals that can be thrown; none (0 to 0) while no roll is asked for. */
export function range({ faces, count }: Pick<DiceTraits, "faces" | "count">): Range {
  return faces > 0 ? { low: count, high: count * faces } : { low: 0, high: 0 };
}

export const buttons = ({ low, high }: Range): boolean => high > 0 && high - low < MOST_BUTTONS;

/** The bands as given, or one without words when there are none; a host may have none yet. */
export function segments(bands: readonly Band[], { low, high }: Range): Band[] {
  const usable = bands.filter((band) => band.low >= low && band.high <= high && band.low <= band.high);
  if (usable.length > 0) return usable;
  return high > 0 ? [{ low, high, outcome: "" }] : [];
}

export function outcomeAt(bands: readonly Band[], face: number): string {
  return bands.find((band) => band.low <= face && face <= band.high)?.outcome ?? "";
}

/** "4", or "1–2" for a band of several. */
export function bandFaces({ low, high }: Range): string {
  return low === high ? String(low) : `${low}–${high}`;
}

/** The face that a digit key sets, 0 being ten; undefined when there is none such. */
export function faceOfKey(key: string, { low, high }: Range): number | undefined {
  if (!/^[0-9]$/.test(key)) return undefined;
  const face = key === "0" ? 10 : Number(key);
  return face >= low && face <= high ? face : undefined;
}

/** The face that an arrow key leads to from another; the ends stop. */
export function faceBeside(key: string, face: number, { low, high }: Range): number | undefined {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
  if (key === "Home") return low;
  if (key === "End") return high;
  const step = steps[key];
  return step === undefined ? undefined : Math.min(high, Math.max(low, face + step));
}

/** A number typed into the field, if it can lie on the tray. */
export function typedFace(text: string, { low, high }: Range): number | undefined {
  if (!/^\d{1,6}$/.test(text.trim())) return undefined;
  const face = Number(text);
  return face >= low && face <= high ? face : undefined;
}

/** "One die, 6 faces" in the terms of the tray. */
export function thing({ faces, count, drawn }: Pick<DiceTraits, "faces" | "count" | "drawn">): string {
  if (drawn) return `Blind draw, one of ${faces}`;
  return count === 1 ? `One die, ${faces} faces` : `${count} dice of ${faces} faces, added up`;
}

/** What lies on the tray, in one sentence. */
export function landedSentence(face: number, outcome: string): string {
  if (face <= 0) return "";
  return outcome ? `${face}: ${outcome}` : `${face}`;
}

/** The places of a die's pips on a grid of three by three, numbered from 0 in reading order. */
export function pips(face: number): readonly number[] {
  const layouts: readonly (readonly number[])[] = [
    [],
    [4],
    [0, 8],
    [0, 4, 8],
    [0, 2, 6, 8],
    [0, 2, 4, 6, 8],
    [0, 2, 3, 5, 6, 8],
  ];
  return layouts[face] ?? [];
}
