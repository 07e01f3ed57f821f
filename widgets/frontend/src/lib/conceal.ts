/**
 * Answers that a page can check and nobody reads at a glance: the other half of `widgets/handout/conceal.py`, which
 * tells how they are kept, and must reckon the same.
 */

const FIRST = 2166136261;
const PRIME = 16777619;
const STEP = 0x9e3779b9;

/** The name of a reply, and the scrambled feedback to it. */
export type Entry = [name: string, words: string];

function stirred(figure: number): number {
  let mixed = Math.imul(figure ^ (figure >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function hashed(data: Uint8Array, seed: number): number {
  let figure = FIRST ^ seed;
  for (const byte of data) figure = Math.imul(figure ^ byte, PRIME);
  return stirred(figure >>> 0);
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The name that a page knows a reply by. */
export function named(key: string): string {
  return [1, 2].map((seed) => hashed(bytes(key), seed).toString(16).padStart(8, "0")).join("");
}

/** The words that `key` makes readable again. */
export function readable(scrambled: string, key: string): string {
  const seed = hashed(bytes(key), 3);
  const data = Uint8Array.from(atob(scrambled), (letter) => letter.charCodeAt(0));
  const clear = data.map((byte, place) => byte ^ stirred((seed + Math.imul(place, STEP)) >>> 0));
  return new TextDecoder().decode(clear);
}

const GLYPHS: Record<string, string> = {
  "½": "1/2",
  "¼": "1/4",
  "¾": "3/4",
  "⅓": "1/3",
  "⅔": "2/3",
  "⅙": "1/6",
  "⅚": "5/6",
};
const NUMBER = /^(?:(?<whole>\d{1,9}) +)?(?<top>\d{1,40})(?:\/(?<under>\d{1,40})|\.(?<places>\d{1,40}))?$/;
const LONGEST = 60;

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b);
}

/**
 * The spellings by which a typed number may be known: the exact fraction, and the decimals it was written with.
 * None for what is no number. Read as `widgets/numbers.py` reads it.
 */
export function spellings(typed: string): string[] {
  if (typed.trim().length > LONGEST) return [];
  let text = typed.trim().replace(/[½¼¾⅓⅔⅙⅚]/g, (glyph) => ` ${GLYPHS[glyph]}`);
  text = text.trim().replace(/,/g, ".").replace(/−/g, "-").replace(/⁄/g, "/");
  const sign = text.startsWith("-") ? -1n : 1n;
  text = text.replace(/^[+-]/, "").trim();
  const hundredth = text.endsWith("%");
  text = text
    .replace(/%$/, "")
    .trim()
    .replace(/\s*\/\s*/g, "/")
    .replace(/^\./, "0.");
  const found = NUMBER.exec(text)?.groups;
  if (!found) return [];
  const { whole, top = "", under, places: decimals = "" } = found;
  const places = decimals.length + (hundredth ? 2 : 0);
  const divided = BigInt(under ?? 1);
  if ((whole && !under) || divided === 0n) return [];
  const units = sign * (BigInt(whole ?? 0) * divided + BigInt(top + decimals));
  const scale = divided * 10n ** BigInt(places);
  const common = divisor(units < 0n ? -units : units, scale);
  const exact = `=${units / common}/${scale / common}`;
  return places > 0 && !under ? [exact, `~${places}:${units}`] : [exact];
}
