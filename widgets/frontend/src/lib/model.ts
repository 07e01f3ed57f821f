/** The traits that HexMap shares with Python. A name here is a name there; a test on each side compares them. */

import type { Box, HexGeometry } from "./geometry";
import { HexGrid } from "./geometry";

export interface Pick {
  label: string;
  /** Grows by one with every choice, so that the same hex can be chosen twice. */
  count: number;
}

/** An end that a reader can drag over the map. */
export interface Handle {
  key: string;
  label: string;
  words: string;
}

export interface HandleMove {
  key: string;
  label: string;
  /** Whether it is still in the reader's hand. */
  held: boolean;
  /** Grows by one with every move that is told. */
  count: number;
}

export type ShowNumbers = "auto" | "always" | "never";

export interface HexMapModel {
  board_svg: string;
  defs_svg: string;
  view_box: Box;
  close_up: readonly number[];
  geometry: HexGeometry;
  kinds: string[];
  names: Record<string, string>;
  occupants: Record<string, string>;
  notes: Record<string, string>;
  /** What lies on the board below all highlights and counters, and seldom changes. */
  backdrop_svg: string;
  overlay_svg: string;
  marks: Record<string, string>;
  handles: Handle[];
  /** Whether a line joins the handles while one of them moves. */
  link: boolean;
  handle_move: HandleMove;
  /** The count of the last move that Python has answered. */
  handled: number;
  height: number;
  show_numbers: ShowNumbers;
  legend_html: string;
  hint: string;
  message: string;
  error: string;
  pick: Pick;
  focus_hex: string;
  /** Whether Python is told what the pointer is over. */
  follow_pointer: boolean;
  /** The hex under the pointer, as it was told last; empty off the board. */
  pointed: string;
  label: string;
}

export type TraitName = keyof HexMapModel;

/** What every host offers: Jupyter, marimo, Panel's own component, and a ten-line stand-in on a static page. */
export interface WidgetModel {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, callback: () => void): void;
  off?(event: string, callback: () => void): void;
}

const DEFAULTS: HexMapModel = {
  board_svg: "",
  defs_svg: "",
  view_box: [0, 0, 0, 0],
  close_up: [],
  geometry: { orientation: "pointy", size: 32, q: [], r: [], label: [], kind: [] },
  kinds: [],
  names: {},
  occupants: {},
  notes: {},
  backdrop_svg: "",
  overlay_svg: "",
  marks: {},
  handles: [],
  link: false,
  handle_move: { key: "", label: "", held: false, count: 0 },
  handled: 0,
  height: 480,
  show_numbers: "auto",
  legend_html: "",
  hint: "",
  message: "",
  error: "",
  pick: { label: "", count: 0 },
  focus_hex: "",
  follow_pointer: false,
  pointed: "",
  label: "Hex map",
};

export const TRAIT_NAMES = Object.keys(DEFAULTS) as TraitName[];

/** Reads a trait; a host that has no value yet (it happens while a notebook changes mode) gives the default. */
export function read<Name extends TraitName>(model: WidgetModel, name: Name): HexMapModel[Name] {
  const value = model.get(name);
  return value === undefined || value === null ? DEFAULTS[name] : (value as HexMapModel[Name]);
}

export function readGrid(model: WidgetModel): HexGrid {
  return new HexGrid({ ...DEFAULTS.geometry, ...read(model, "geometry") });
}

const isBox = (box: readonly number[]): box is Box =>
  box.length === 4 && box.every(Number.isFinite) && Math.min(box[2] ?? 0, box[3] ?? 0) > 0;

/** The board's box; one without any extent is replaced by a box around the hexes. */
export function readBox(model: WidgetModel, grid: HexGrid): Box {
  const box = read(model, "view_box");
  return isBox(box) ? box : grid.bounds();
}

/** The part of the board to begin with, if it is not all of it. */
export function readCloseUp(model: WidgetModel): Box | undefined {
  const box = read(model, "close_up");
  return isBox(box) ? box : undefined;
}
