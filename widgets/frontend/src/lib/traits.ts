/** The traits that the small widgets share with Python. A name here is a name there; a test in Python compares them. */

import type { CaseCard } from "./cases";
import type { ReplyData } from "./replies";

export interface RulingTraits {
  /** The enriched tree; an empty object when there is nothing to explain. */
  tree: unknown;
  note: string;
  /** Trusted markup beside the tree, which comes and changes with it. */
  beside_html: string;
  label: string;
  open_depth: number;
}

export interface Series {
  name: string;
  /** Exact fractions such as "1/3"; absent while the odds are hidden. */
  chances?: Record<string, string>;
  /** The result that the throw has in this series; empty before it. */
  lit?: string;
}

export interface Bet {
  code: string;
  /** Grows by one with every bet, so that the same result can be bet on twice. */
  count: number;
}

export interface OddsTraits {
  series: Series[];
  order: string[];
  meanings: Record<string, string>;
  lit: string;
  hidden: boolean;
  betting: boolean;
  bets: string[];
  bet: Bet;
  /** Why, in the reader's words; it goes with the bet. */
  reason: string;
  prompt: string;
  label: string;
  /** Whether fractions, too long to read, are left out. */
  rounded: boolean;
  error: string;
}

export interface Band {
  low: number;
  high: number;
  outcome: string;
}

export interface DiceRequest {
  kind: "" | "throw" | "set";
  face: number;
  count: number;
}

export interface DiceTraits {
  /** Faces of each die; 0 while no roll is asked for. */
  faces: number;
  /** The number on the lowest face: 1, or 0 for a die read 0-9 or a pair read 00-99. */
  first: number;
  count: number;
  purpose: string;
  bands: Band[];
  cases: CaseCard[];
  drawn: boolean;
  /** What lies on the tray; -1 for nothing. */
  face: number;
  outcome: string;
  /** Grows with every landing, so that the same face twice is seen and heard twice. */
  landed: number;
  enabled: boolean;
  request: DiceRequest;
  hint: string;
  error: string;
}

export interface FiveRequest {
  kind: "" | "throw" | "set";
  /** Green, red, white, black, gray. */
  faces: number[];
  count: number;
}

export interface FiveTraits {
  purpose: string;
  /** What lies there: green, red, white, black, gray; nothing when empty. */
  faces: number[];
  /** What main result, fraction and morale have led to. */
  outcomes: string[];
  /** Grows with every landing, so that the same faces twice are seen and heard twice. */
  landed: number;
  enabled: boolean;
  request: FiveRequest;
  hint: string;
  error: string;
}

export interface Reply {
  chosen: number;
  text: string;
  /** Grows with every check; with the same count it is a draft. */
  count: number;
}

export interface QuestionTraits {
  prompt: string;
  options: string[];
  kind: "choice" | "number";
  unit: string;
  cases: CaseCard[];
  reply: Reply;
  /** Why, in the reader's words; it goes with the reply. */
  reason: string;
  verdict: "" | "right" | "wrong" | "unread";
  feedback: string;
  checks: number;
  tries: number;
  error: string;
}

/** A reason given afterwards, to a row of the sheet. */
export interface Because {
  row: number;
  reason: string;
  count: number;
}

export interface SheetTraits {
  rows: ReplyData[];
  name: string;
  lesson: string;
  label: string;
  because: Because;
  error: string;
}

/** A phase, a segment or a subsegment of a turn. */
export interface SequenceStep {
  id: string;
  title: string;
  who: string;
  doing: string;
  level: number;
  used: boolean;
  /** Why it is passed over. */
  why: string;
}

export interface SequenceOption {
  key: string;
  label: string;
}

export interface BarredOption {
  key: string;
  label: string;
  why: string;
  cases: CaseCard[];
}

export interface JournalLine {
  /** Where the game came to just before; empty when it is where it was. */
  mark: string;
  who: string;
  ask: string;
  answer: string;
}

export interface Branch {
  title: string;
  key: string;
}

export interface Intent {
  kind: "" | "answer" | "throw" | "go" | "switch" | "leave" | "first" | "previous" | "next" | "last";
  key: string;
  line: number;
  count: number;
}

export interface SequenceTraits {
  steps: SequenceStep[];
  /** The step that the game is in. */
  here: string;
  where: string;
  kind: "" | "choice" | "roll" | "end";
  who: string;
  purpose: string;
  options: SequenceOption[];
  barred: BarredOption[];
  cases: CaseCard[];
  /** Who can be left to answer by itself; empty for nobody. */
  player: string;
  journal: JournalLine[];
  /** How many lines of the journal have been played; those after them lie ahead. */
  at: number;
  branches: Branch[];
  outcome: string;
  intent: Intent;
  hint: string;
  label: string;
  error: string;
}

export const RULING: RulingTraits = {
  tree: {},
  note: "",
  beside_html: "",
  label: "Ruling",
  open_depth: 2,
};

export const ODDS: OddsTraits = {
  series: [],
  order: [],
  meanings: {},
  lit: "",
  hidden: false,
  betting: false,
  bets: [],
  bet: { code: "", count: 0 },
  reason: "",
  prompt: "",
  label: "Odds",
  rounded: false,
  error: "",
};

export const DICE: DiceTraits = {
  faces: 6,
  first: 1,
  count: 1,
  purpose: "",
  bands: [],
  cases: [],
  drawn: false,
  face: -1,
  outcome: "",
  landed: 0,
  enabled: true,
  request: { kind: "", face: 0, count: 0 },
  hint: "",
  error: "",
};

export const FIVE: FiveTraits = {
  purpose: "",
  faces: [],
  outcomes: [],
  landed: 0,
  enabled: true,
  request: { kind: "", faces: [], count: 0 },
  hint: "",
  error: "",
};

export const SEQUENCE: SequenceTraits = {
  steps: [],
  here: "",
  where: "",
  kind: "",
  who: "",
  purpose: "",
  options: [],
  barred: [],
  cases: [],
  player: "",
  journal: [],
  at: 0,
  branches: [],
  outcome: "",
  intent: { kind: "", key: "", line: 0, count: 0 },
  hint: "",
  label: "Sequence of play",
  error: "",
};

export const QUESTION: QuestionTraits = {
  prompt: "",
  options: [],
  kind: "choice",
  unit: "",
  cases: [],
  reply: { chosen: -1, text: "", count: 0 },
  reason: "",
  verdict: "",
  feedback: "",
  checks: 0,
  tries: 0,
  error: "",
};

export const SHEET: SheetTraits = {
  rows: [],
  name: "",
  lesson: "",
  label: "What you said",
  because: { row: -1, reason: "", count: 0 },
  error: "",
};
