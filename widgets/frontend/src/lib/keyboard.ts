/** The keyboard language of the map: keys to actions, and where an action leads. No DOM. */

import type { HexGrid, Orientation } from "./geometry";

export type Side = "up" | "down" | "left" | "right";

export type Move =
  | { kind: "step"; direction: number }
  | { kind: "slide"; side: Side }
  | { kind: "end"; which: "first" | "last" };

export type Action =
  | Move
  | { kind: "type"; character: string }
  | { kind: "erase" }
  | { kind: "pick" }
  | { kind: "escape" }
  | { kind: "zoom"; factor: number }
  | { kind: "fit" }
  | { kind: "hold" };

export interface KeyLike {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

export const ZOOM_STEP = 1.4;

const COMMON: Readonly<Record<string, Action>> = {
  home: { kind: "end", which: "first" },
  end: { kind: "end", which: "last" },
  backspace: { kind: "erase" },
  enter: { kind: "pick" },
  " ": { kind: "pick" },
  escape: { kind: "escape" },
  "+": { kind: "zoom", factor: ZOOM_STEP },
  "=": { kind: "zoom", factor: ZOOM_STEP },
  "-": { kind: "zoom", factor: 1 / ZOOM_STEP },
  _: { kind: "zoom", factor: 1 / ZOOM_STEP },
  f: { kind: "fit" },
  h: { kind: "hold" },
};

const step = (direction: number): Action => ({ kind: "step", direction });
const slide = (side: Side): Action => ({ kind: "slide", side });

/** Q and E go up to the left and right on both boards, A and D below or beside them: fingers need not learn twice. */
const MOVES: Readonly<Record<Orientation, Readonly<Record<string, Action>>>> = {
  pointy: {
    arrowright: step(0),
    arrowleft: step(3),
    arrowup: slide("up"),
    arrowdown: slide("down"),
    q: step(2),
    e: step(1),
    a: step(3),
    d: step(0),
    z: step(4),
    c: step(5),
    w: slide("up"),
    s: slide("down"),
  },
  flat: {
    arrowup: step(2),
    arrowdown: step(5),
    arrowleft: slide("left"),
    arrowright: slide("right"),
    q: step(3),
    w: step(2),
    e: step(1),
    a: step(4),
    s: step(5),
    d: step(0),
  },
};

const SHARED_HELP =
  "Home and End go to the ends of the row. Type a hex number to jump to it. Enter or Space chooses the hex. " +
  "Plus and minus zoom, F shows the whole board. Escape clears a typed number, then leaves the map; Tab leaves it too. " +
  "The wheel zooms once the map has been clicked, or with Ctrl.";

const MOVE_HELP: Readonly<Record<Orientation, string>> = {
  pointy:
    "Arrow keys move from hex to hex; up and down keep to the column by turns. " +
    "Q north-west, E north-east, A west, D east, Z south-west, C south-east.",
  flat:
    "Arrow keys move from hex to hex; left and right keep to the row by turns. " +
    "Q north-west, W north, E north-east, A south-west, S south, D south-east.",
};

const HANDLE_HELP =
  "H takes hold of the next end that can be moved: then the same keys move it, Enter drops it, Escape puts it back.";

export const keyHelp = (orientation: Orientation, handles = false): string =>
  [MOVE_HELP[orientation], handles ? HANDLE_HELP : "", SHARED_HELP].filter(Boolean).join(" ");

/** What a key asks of the map; undefined when the key is not the map's (a browser or notebook shortcut). */
export function actionOf(event: KeyLike, orientation: Orientation): Action | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const key = event.key.toLowerCase();
  // Shift+Enter runs the cell in every notebook: it is not ours to take.
  if (key === "enter" && event.shiftKey) return undefined;
  if (/^[0-9.]$/.test(key)) return { kind: "type", character: key };
  const moves = MOVES[orientation];
  if (Object.hasOwn(moves, key)) return moves[key];
  return Object.hasOwn(COMMON, key) ? COMMON[key] : undefined;
}

/** Whether a key press must not travel on to the notebook, where a lone letter cuts or deletes a cell. */
export function mustStop(event: KeyLike): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.key === "Tab") return false;
  return !(event.key === "Enter" && event.shiftKey);
}

/** For each side the two hexsides that lead there, the one taken on a tie first. */
const SLIDES: Readonly<Record<Orientation, Partial<Record<Side, readonly [number, number]>>>> = {
  pointy: { up: [1, 2], down: [5, 4] },
  flat: { right: [1, 0], left: [3, 4] },
};

/** The coordinate that sliding keeps to: x when climbing a pointy board, y when crossing a flat one. */
export function lane(grid: HexGrid, index: number): number {
  const { x, y } = grid.centre(index);
  return grid.orientation === "pointy" ? x : y;
}

/** One step towards a side that has no hexside of its own, staying as near to the lane as the hexes allow. */
export function slideFrom(grid: HexGrid, index: number, side: Side, keep: number): number {
  const options = (SLIDES[grid.orientation][side] ?? [])
    .map((direction) => grid.neighbour(index, direction))
    .filter((found) => found >= 0);
  const away = (found: number): number => Math.abs(lane(grid, found) - keep);
  // A difference below a hundredth of a unit is rounding, and counts as a tie.
  return options.reduce((best, found) => (best >= 0 && away(best) <= away(found) + 0.01 ? best : found), -1);
}

export interface Typed {
  /** What stands in the buffer after the key. */
  buffer: string;
  /** The hex to go to, or -1. */
  jump: number;
  /** A sentence when the typing leads nowhere. */
  notice: string;
}

const NOWHERE = { buffer: "", jump: -1, notice: "" } as const;

/** Adds a character. A number that is complete, and not the beginning of a longer one, jumps at once. */
export function typed(grid: HexGrid, buffer: string, character: string): Typed {
  const next = buffer + character;
  const begun = grid.labels.filter((label) => label.startsWith(next));
  if (begun.length === 0) return { ...NOWHERE, notice: `No hex number begins with ${next}.` };
  const exact = grid.byLabel(next);
  return begun.length === 1 && exact >= 0 ? { ...NOWHERE, jump: exact } : { ...NOWHERE, buffer: next };
}

/** Enter on a buffer: an exact number, or the only one that begins so. */
export function finished(grid: HexGrid, buffer: string): Typed {
  const exact = grid.byLabel(buffer);
  if (exact >= 0) return { ...NOWHERE, jump: exact };
  const begun = grid.labels.filter((label) => label.startsWith(buffer));
  if (begun.length === 1) return { ...NOWHERE, jump: grid.byLabel(begun[0] ?? "") };
  return { ...NOWHERE, buffer, notice: `${begun.length} hex numbers begin with ${buffer}: type the rest of it.` };
}
