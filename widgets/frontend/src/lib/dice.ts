/** The tray behind DiceTray: which totals can lie on it, which band each is in, what a key means. No DOM. */

import type { Band, DiceTraits } from "./traits";

/** More faces than this are set by typing a number, not by a button each. */
export const MOST_BUTTONS = 12;

export interface Range {
  low: number;
  high: number;
}

/** What lies on a tray on which nothing lies: 0 is a face of some dice. */
export const NOTHING = -1;

export type Dice = Pick<DiceTraits, "faces" | "count" | "first" | "drawn">;

/** The totals that can be thrown; none, so that the highest is below the lowest, while no roll is asked for. */
export function range({ faces, count, first }: Pick<Dice, "faces" | "count" | "first">): Range {
  return faces > 0 ? { low: count * first, high: count * (first + faces - 1) } : { low: 0, high: NOTHING };
}

export const idle = ({ low, high }: Range): boolean => high < low;

export const buttons = (limits: Range): boolean => !idle(limits) && limits.high - limits.low < MOST_BUTTONS;

/** Whether a pair of ten-sided dice is thrown, tens and units, and read 00 to 99. */
export const isPair = ({ faces, count, first, drawn }: Dice): boolean =>
  faces === 100 && first === 0 && count === 1 && !drawn;

/** A face as it is read: "7", or "07" of a pair. */
export const written = (face: number, pair = false): string => (pair ? String(face).padStart(2, "0") : String(face));

/** The bands as given, or one without words when there are none; a host may have none yet. */
export function segments(bands: readonly Band[], { low, high }: Range): Band[] {
  const usable = bands.filter((band) => band.low >= low && band.high <= high && band.low <= band.high);
  if (usable.length > 0) return usable;
  return high < low ? [] : [{ low, high, outcome: "" }];
}

export function outcomeAt(bands: readonly Band[], face: number): string {
  return bands.find((band) => band.low <= face && face <= band.high)?.outcome ?? "";
}

/** "4", or "1–2" for a band of several, or "00–35" of a pair. */
export function bandFaces({ low, high }: Range, pair = false): string {
  return low === high ? written(low, pair) : `${written(low, pair)}–${written(high, pair)}`;
}

/** The face that a digit key sets, 0 being ten where faces begin at 1; undefined when there is none such. */
export function faceOfKey(key: string, { low, high }: Range): number | undefined {
  if (!/^[0-9]$/.test(key)) return undefined;
  const face = key === "0" && low > 0 ? 10 : Number(key);
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
export function thing(dice: Dice): string {
  const { faces, count, first, drawn } = dice;
  if (drawn) return `Blind draw, one of ${faces}`;
  if (isPair(dice)) return "A pair of ten-sided dice, read 00 to 99";
  const from = first === 0 ? `, 0 to ${faces - 1}` : "";
  return count === 1 ? `One die, ${faces} faces${from}` : `${count} dice of ${faces} faces${from}, added up`;
}

/** What lies on the tray, in one sentence. */
export function landedSentence(face: number, outcome: string, pair = false): string {
  if (face < 0) return "";
  return outcome ? `${written(face, pair)}: ${outcome}` : written(face, pair);
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
