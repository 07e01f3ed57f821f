/** Exact chances and the bars that show them. No DOM. */

import type { OddsTraits, Series } from "./traits";

/** A chance from 0 to 1, never rounded: two whole numbers of any size. */
export interface Chance {
  over: bigint;
  under: bigint;
}

/** Reads "1/3", "0" or "1"; anything else, or a number that is no chance, is undefined. */
export function chanceOf(text: unknown): Chance | undefined {
  const found = typeof text === "string" ? /^(\d{1,400})(?:\/(\d{1,400}))?$/.exec(text) : null;
  if (!found) return undefined;
  const over = BigInt(found[1] ?? "0");
  const under = BigInt(found[2] ?? "1");
  return under > 0n && over <= under ? { over, under } : undefined;
}

/** Rounded half up to a tenth of a per cent; what is possible is never shown as never, nor as certain. */
export function percent({ over, under }: Chance): string {
  if (over === 0n) return "0 %";
  if (over === under) return "100 %";
  const tenths = (over * 2000n + under) / (2n * under);
  if (tenths === 0n) return "< 0.1 %";
  if (tenths === 1000n) return "> 99.9 %";
  return `${tenths / 10n}.${tenths % 10n} %`;
}

/** "1/3 · 33.3 %"; rounded, the percentage alone. */
export function chanceText(text: unknown, rounded = false): string {
  const chance = chanceOf(text);
  if (!chance) return "?";
  return rounded ? percent(chance) : `${text} · ${percent(chance)}`;
}

const share = ({ over, under }: Chance): number => Number((over * 1_000_000n) / under) / 1_000_000;

const TOPS = [0.25, 0.5, 1] as const;

/** What a full bar stands for, the same in every series: bars are there to be compared. */
export function fullBar(series: readonly Series[]): number {
  const shares = series.flatMap(({ chances = {} }) => Object.values(chances)).map((text) => chanceOf(text));
  const greatest = Math.max(0, ...shares.map((chance) => (chance ? share(chance) : 0)));
  return TOPS.find((top) => greatest <= top) ?? 1;
}

export interface Bar {
  text: string;
  /** Per cent of a full bar. */
  width: number;
  /** Whether the throw came to this. */
  lit: boolean;
}

export interface OddsRow {
  code: string;
  meaning: string;
  bars: Bar[];
  /** Whether it may be bet on now. */
  open: boolean;
  bet: boolean;
}

export type OddsLook = Pick<
  OddsTraits,
  "series" | "order" | "meanings" | "lit" | "hidden" | "betting" | "bets" | "bet" | "rounded"
>;

/** The codes in the order to show them: the given one, then any it forgot. */
function codesOf({ series, order }: OddsLook): string[] {
  return [...new Set([...order, ...series.flatMap(({ chances = {} }) => Object.keys(chances))])];
}

const litIn = (series: Series, index: number, lit: string): string => series.lit || (index === 0 ? lit : "");

/** The table, row by row. */
export function oddsRows(look: OddsLook): OddsRow[] {
  const top = fullBar(look.series);
  return codesOf(look).map((code) => ({
    code,
    meaning: look.meanings[code] ?? "",
    bars: look.series.map((series, index) => {
      const text = series.chances?.[code] ?? "0";
      const chance = chanceOf(text);
      return {
        text: chanceText(text, look.rounded),
        width: chance ? (100 * share(chance)) / top : 0,
        lit: code !== "" && litIn(series, index, look.lit) === code,
      };
    }),
    open: look.betting && (look.bets.length === 0 || look.bets.includes(code)),
    bet: look.bet.count > 0 && look.bet.code === code,
  }));
}

/** The one sentence that says what is to be seen now. */
export function oddsSentence(look: OddsLook, prompt: string): string {
  const { hidden, betting, bet, series, lit, rounded } = look;
  const yours = bet.count > 0 && bet.code ? `Your bet: ${bet.code}.` : "";
  if (hidden) return yours || (betting ? prompt : "The odds are hidden for now.");
  const chances = series[0]?.chances ?? {};
  if (series.length === 0) return "No odds to show.";
  if (lit) return `Thrown: ${lit}, which had a chance of ${chanceText(chances[lit] ?? "0", rounded)}. ${yours}`.trim();
  const known = codesOf(look).flatMap((code) => {
    const chance = chanceOf(chances[code]);
    return chance ? [{ code, size: share(chance) }] : [];
  });
  const greatest = Math.max(0, ...known.map(({ size }) => size));
  const likely = known.filter(({ size }) => size === greatest).map(({ code }) => code);
  const first = likely[0];
  if (first === undefined) return "No odds to show.";
  return `Most likely: ${likely.join(" and ")}, ${chanceText(chances[first], rounded)}. ${yours}`.trim();
}
