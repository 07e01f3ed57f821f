/** The five dice behind FiveDice: what is read off which, and how each is told from the others. No DOM. */

export interface Reading {
  name: "main" | "fraction" | "morale";
  /** Places of its dice among the five: one, or tens and units. */
  dice: readonly number[];
}

export const READINGS: readonly Reading[] = [
  { name: "main", dice: [0] },
  { name: "fraction", dice: [1, 2] },
  { name: "morale", dice: [3, 4] },
];

export const COLOURS = ["green", "red", "white", "black", "gray"] as const;

/** The outline of each reading's dice in a box of 48 by 48: a kite, round, eight-sided; colour is never all there is. */
export const OUTLINES: Readonly<Record<Reading["name"], string>> = {
  main: "M24 2L45 19L24 46L3 19Z",
  fraction: "M24 3A21 21 0 0 1 24 45A21 21 0 0 1 24 3Z",
  morale: "M15 3H33L45 15V33L33 45H15L3 33V15Z",
};

const valid = (faces: readonly number[]): boolean =>
  faces.length === COLOURS.length && faces.every((face) => Number.isInteger(face) && face >= 0 && face <= 9);

/** The digits of a reading, "36"; empty before the throw. */
export function digits(faces: readonly number[], { dice }: Reading): string {
  return valid(faces) ? dice.map((die) => faces[die]).join("") : "";
}

/** "main 4, fraction 36, morale 80"; empty before the throw. */
export function fiveSentence(faces: readonly number[]): string {
  if (!valid(faces)) return "";
  return READINGS.map((reading) => `${reading.name} ${digits(faces, reading)}`).join(", ");
}

/** "red-white" */
export const diceNames = ({ dice }: Reading): string => dice.map((die) => COLOURS[die]).join("-");

/** What a field for a reading accepts, in words. */
export const span = ({ dice }: Reading): string => (dice.length === 1 ? "0 to 9" : "00 to 99");

/** The digit or digits typed for one reading as faces; undefined when it is no such number. */
function typedReading(text: string, { dice }: Reading): number[] | undefined {
  const trimmed = text.trim();
  if (!/^\d{1,2}$/.test(trimmed) || trimmed.length > dice.length) return undefined;
  return [...trimmed.padStart(dice.length, "0")].map(Number);
}

/** The five faces typed for the three readings, or the first reading that cannot be read. */
export function typedFaces(texts: readonly string[]): number[] | Reading {
  const faces: number[] = [];
  for (const [at, reading] of READINGS.entries()) {
    const found = typedReading(texts[at] ?? "", reading);
    if (!found) return reading;
    faces.push(...found);
  }
  return faces;
}
