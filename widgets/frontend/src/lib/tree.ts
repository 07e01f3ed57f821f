/** The tree behind RulingView: what is visible, where a key leads, what is said. No DOM. */

import type { CaseCard } from "./cases";
import { caseLine } from "./cases";

export type Status = "applied" | "skipped" | "automatic" | "refused" | "not covered";

export interface Origin {
  kind: string;
  sentence: string;
}

export interface TreeNode {
  /** Labels from the root down: the same part keeps its path while others come and go. */
  path: string;
  headline: string;
  sentence: string;
  mark: string;
  status: Status;
  cases: CaseCard[];
  provenance?: Origin | undefined;
  /** Whether it rests on a figure of the project's own, itself or below. */
  reconstructed: boolean;
  parts: TreeNode[];
}

export interface Row {
  node: TreeNode;
  /** The path of the row above it in the tree; the root has none. */
  parent: string | undefined;
  /** From 1, as ARIA counts. */
  level: number;
  position: number;
  size: number;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

function readCase(data: unknown): CaseCard {
  const { name, summary } = record(data);
  return { name: text(name), summary: text(summary) };
}

function readNode(data: unknown): TreeNode {
  const { path, headline, sentence, mark, status, cases, provenance, reconstructed, parts } = record(data);
  const { kind, sentence: words } = record(provenance);
  return {
    path: text(path),
    headline: text(headline),
    sentence: text(sentence),
    mark: text(mark),
    status: (text(status) || "applied") as Status,
    cases: list(cases).map(readCase),
    provenance: kind ? { kind: text(kind), sentence: text(words) } : undefined,
    reconstructed: reconstructed === true,
    parts: list(parts).map(readNode),
  };
}

/** The tree in the trait, or nothing when it is empty. */
export function readTree(data: unknown): TreeNode | undefined {
  const { headline } = record(data);
  return text(headline) ? readNode(data) : undefined;
}

/** Which branches are open: those down to a depth, but for what the reader has opened and closed. */
export class Folding {
  private readonly chosen = new Map<string, boolean>();

  constructor(public depth: number) {}

  isOpen({ node, level }: Pick<Row, "node" | "level">): boolean {
    return node.parts.length > 0 && (this.chosen.get(node.path) ?? level <= this.depth);
  }

  set(path: string, open: boolean): void {
    this.chosen.set(path, open);
  }
}

/** The rows in sight, from top to bottom. */
export function visible(root: TreeNode, folding: Folding): Row[] {
  const rows: Row[] = [];
  const add = (row: Row): void => {
    rows.push(row);
    if (!folding.isOpen(row)) return;
    const { parts, path } = row.node;
    for (const [index, node] of parts.entries())
      add({ node, parent: path, level: row.level + 1, position: index + 1, size: parts.length });
  };
  add({ node: root, parent: undefined, level: 1, position: 1, size: 1 });
  return rows;
}

export type TreeAction =
  | { kind: "go"; path: string }
  | { kind: "fold"; paths: string[]; open: boolean }
  | { kind: "explain" }
  | { kind: "stay" };

const STAY: TreeAction = { kind: "stay" };
const go = (row: Row | undefined): TreeAction => (row ? { kind: "go", path: row.node.path } : STAY);

/** What a key does at the current row; undefined when the key is not the tree's. The keys are the usual ones of a tree
 * (ARIA Authoring Practices), and `?` speaks the rule cases. */
export function keyAction(key: string, rows: Row[], current: string, folding: Folding): TreeAction | undefined {
  const at = rows.findIndex((row) => row.node.path === current);
  const row = rows[at];
  if (!row) return undefined;
  const { path, parts } = row.node;
  const open = folding.isOpen(row);
  switch (key) {
    case "ArrowDown":
      return go(rows[at + 1]);
    case "ArrowUp":
      return go(rows[at - 1]);
    case "Home":
      return go(rows[0]);
    case "End":
      return go(rows.at(-1));
    case "ArrowRight":
      if (parts.length === 0) return STAY;
      return open ? go(rows[at + 1]) : { kind: "fold", paths: [path], open: true };
    case "ArrowLeft":
      if (open) return { kind: "fold", paths: [path], open: false };
      return go(rows.find((each) => each.node.path === row.parent));
    case "Enter":
    case " ":
      return parts.length > 0 ? { kind: "fold", paths: [path], open: !open } : STAY;
    case "*": {
      const siblings = rows.filter((each) => each.parent === row.parent && each.node.parts.length > 0);
      return { kind: "fold", paths: siblings.map((each) => each.node.path), open: true };
    }
    case "?":
      return { kind: "explain" };
    default:
      return undefined;
  }
}

/** The next row, after the current one and around the end, whose headline begins with what was typed. */
export function typedAhead(rows: Row[], current: string, typed: string): string | undefined {
  const at = rows.findIndex((row) => row.node.path === current);
  // The first letter moves on; a longer word may still be meant for the row it has led to.
  const from = typed.length > 1 ? at : at + 1;
  const order = [...rows.slice(from), ...rows.slice(0, from)];
  const wanted = typed.toLowerCase();
  return order.find(({ node }) => node.headline.toLowerCase().startsWith(wanted))?.node.path;
}

/** The word for a status that the headline does not say itself. */
export function statusWord(status: Status): string {
  return (
    { applied: "", skipped: "did not apply", automatic: "automatic", refused: "", "not covered": "" }[status] ?? ""
  );
}

/** The badge of a row: its own origin, or what a closed branch holds. Print is what is expected and goes unmarked. */
export function badge({ provenance, reconstructed }: TreeNode, open: boolean): string {
  if (provenance && provenance.kind !== "printed") return provenance.kind;
  return reconstructed && !open ? "reconstructed inside" : "";
}

/** A row as a screen reader should say it. */
export function spoken(node: TreeNode, open: boolean): string {
  const names = node.cases.map(({ name }) => name).join(", ");
  const word = statusWord(node.status);
  const head = word ? `${node.headline}, ${word}` : node.headline;
  return [head, node.sentence, names, badge(node, open)].filter(Boolean).join(". ").replaceAll("..", ".");
}

/** The lines under the tree for the current row: its rule cases and where its figure comes from. */
export function detail(node: TreeNode): string[] {
  return [...node.cases.map(caseLine), ...(node.provenance ? [node.provenance.sentence] : [])];
}

/** The one sentence spoken when the ruling changes. */
export function announcement(root: TreeNode | undefined): string {
  return root ? `${root.headline}. ${root.sentence}` : "";
}
