/** RulingView: a ruling as a tree to open and close, with the rule cases on every line. */

import type { AnyWidget } from "@anywidget/types";
import { caseLine } from "./lib/cases";
import { make, noted } from "./lib/dom";
import type { WidgetModel } from "./lib/model";
import { become, morph, write } from "./lib/morph";
import { Tooltip } from "./lib/tooltip";
import type { RulingTraits } from "./lib/traits";
import { RULING } from "./lib/traits";
import type { Row, TreeAction, TreeNode } from "./lib/tree";
import {
  announcement,
  badge,
  detail,
  Folding,
  keyAction,
  readTree,
  spoken,
  statusWord,
  typedAhead,
  visible,
} from "./lib/tree";
import { View } from "./lib/view";

/** Letters typed within this time make one word (ms). */
const TYPING = 600;

/** Rulings that follow each other faster than this, as while an end is dragged, are spoken when they rest (ms). */
const RESTS = 500;

class RulingTree extends View<RulingTraits> {
  private readonly beside: HTMLElement;
  private readonly tree: HTMLElement;
  private readonly nothing: HTMLElement;
  private readonly note: HTMLElement;
  private readonly detail: HTMLElement;
  private readonly tooltip: Tooltip;
  private readonly folding = new Folding(RULING.open_depth);
  private node: TreeNode | undefined;
  private rows: Row[] = [];
  private current = "";
  private spoken: string | undefined;
  private renewedAt = Number.NEGATIVE_INFINITY;
  private speaking: ReturnType<typeof setTimeout> | undefined;
  private typed = "";
  private typedAt = 0;

  constructor(model: WidgetModel, el: HTMLElement) {
    super(model, RULING, el, "ruling");
    this.beside = make("div", this.root, "wg-beside");
    const told = make("div", this.root, "wg-told");
    this.nothing = make("p", told, "wg-quiet", "Nothing to explain yet.");
    this.tree = make("ul", told, "wg-tree", "", { role: "tree" });
    this.note = make("p", told, "wg-note");
    this.detail = make("div", told, "wg-detail", "", { id: `${this.prefix}detail` });
    this.tooltip = new Tooltip(this, ".wg-chip", (chip) => noted(chip, "words") ?? "");
    this.on(this.tree, "keydown", (event) => this.press(event));
    this.on(this.tree, "click", (event) => this.click(event));
    this.on(this.tree, "focusin", (event) => this.arrive(event));
    this.watch(["tree", "open_depth"], () => this.renew());
    this.watch(["beside_html"], () => {
      // Trusted markup: Python's renderers escape every name they write.
      morph(this.beside, this.get("beside_html"));
      this.beside.hidden = !this.get("beside_html");
      this.root.classList.toggle("wg-two", !this.beside.hidden);
    });
    this.watch(["note"], () => {
      write(this.note, this.get("note"));
      this.note.hidden = !this.get("note");
    });
    this.watch(["label"], () => {
      for (const each of [this.root, this.tree]) each.setAttribute("aria-label", this.get("label"));
    });
  }

  override destroy(): void {
    clearTimeout(this.speaking);
    this.tooltip.hide();
    super.destroy();
  }

  private renew(): void {
    this.folding.depth = this.get("open_depth");
    this.node = readTree(this.get("tree"));
    this.nothing.hidden = this.node !== undefined;
    this.tree.hidden = this.node === undefined;
    this.draw();
    this.announce();
  }

  /** Speaks the ruling if it is another; of many that come quickly, the first and the last. */
  private announce(): void {
    const sentence = announcement(this.node);
    clearTimeout(this.speaking);
    this.spoken ??= sentence;
    if (sentence === this.spoken) return;
    const quick = performance.now() - this.renewedAt < RESTS;
    this.renewedAt = performance.now();
    const speak = (): void => {
      this.spoken = sentence;
      this.say(sentence || "Nothing to explain.");
    };
    if (quick) this.speaking = setTimeout(speak, RESTS);
    else speak();
  }

  private draw(): void {
    this.tooltip.hide();
    this.rows = this.node ? visible(this.node, this.folding) : [];
    // A row that has gone hands over to the nearest one above it that is still there.
    while (this.current && !this.row(this.current)) this.current = this.current.slice(0, this.current.lastIndexOf("/"));
    this.rebuild(
      () => {
        const tree = this.tree.cloneNode(false) as HTMLElement;
        const lists = new Map<string | undefined, HTMLElement>([[undefined, tree]]);
        for (const row of this.rows) {
          const item = this.item(row, lists.get(row.parent) ?? tree);
          if (this.folding.isOpen(row)) lists.set(row.node.path, make("ul", item, "", "", { role: "group" }));
        }
        become(this.tree, tree);
      },
      () => this.current,
    );
    this.explain();
  }

  private row(path: string): Row | undefined {
    return this.rows.find((row) => row.node.path === path);
  }

  private item(row: Row, parent: HTMLElement): HTMLElement {
    const { node, level, position, size } = row;
    const open = this.folding.isOpen(row);
    const item = make("li", parent, `wg-item wg-is-${node.status.replaceAll(" ", "-")}`, "", {
      role: "treeitem",
      "data-key": node.path,
      "aria-label": spoken(node, open),
      "aria-level": String(level),
      "aria-posinset": String(position),
      "aria-setsize": String(size),
      "aria-selected": String(node.path === this.current),
      tabindex: node.path === this.current ? "0" : "-1",
    });
    if (node.parts.length > 0) item.setAttribute("aria-expanded", String(open));
    this.line(node, open, make("div", item, "wg-line"));
    return item;
  }

  private line(node: TreeNode, open: boolean, line: HTMLElement): void {
    make("span", line, "wg-twisty", node.parts.length > 0 ? (open ? "▾" : "▸") : "");
    make("span", line, "wg-mark", node.mark);
    const words = make("span", line, "wg-words");
    make("b", words, "wg-headline", node.headline);
    const word = statusWord(node.status);
    if (word) make("span", words, "wg-status", word);
    make("span", words, "wg-sentence", node.sentence);
    for (const card of node.cases) make("span", words, "wg-chip", card.name, { "data-words": caseLine(card) });
    const origin = badge(node, open);
    if (!origin) return;
    const name = origin.startsWith("reconstructed") ? "wg-badge wg-ours" : "wg-badge";
    make("span", words, name, origin);
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || (event.key === "Enter" && event.shiftKey)) return;
    const action = keyAction(event.key, this.rows, this.current, this.folding) ?? this.type(event);
    if (!action) return;
    event.preventDefault();
    this.act(action);
  }

  private type(event: KeyboardEvent): TreeAction | undefined {
    if (event.key.length !== 1) return undefined;
    const fresh = event.timeStamp - this.typedAt > TYPING;
    this.typed = (fresh ? "" : this.typed) + event.key;
    this.typedAt = event.timeStamp;
    const path = typedAhead(this.rows, this.current, this.typed);
    return path === undefined ? { kind: "stay" } : { kind: "go", path };
  }

  private act(action: TreeAction): void {
    if (action.kind === "go") this.go(action.path);
    if (action.kind === "explain") this.say(this.lines().join(" ") || "No rule case stands on this line.");
    if (action.kind !== "fold") return;
    for (const path of action.paths) this.folding.set(path, action.open);
    this.draw();
  }

  private go(path: string): void {
    this.keyed(path)?.focus();
    this.keyed(path)?.firstElementChild?.scrollIntoView?.({ block: "nearest" });
  }

  /** The focus is the current row, however it got there. */
  private arrive(event: FocusEvent): void {
    const path = event.target instanceof Element ? noted(event.target, "key") : undefined;
    if (path === undefined || path === this.current) return;
    this.mark(this.current, false);
    this.current = path;
    this.mark(path, true);
    this.explain();
  }

  private mark(path: string, current: boolean): void {
    const item = this.keyed(path);
    item?.setAttribute("tabindex", current ? "0" : "-1");
    item?.setAttribute("aria-selected", String(current));
  }

  private click(event: MouseEvent): void {
    const under = event.target instanceof HTMLElement ? event.target : undefined;
    const path = noted(under?.closest(".wg-item"), "key");
    const row = path === undefined ? undefined : this.row(path);
    if (!under || !row) return;
    this.keyed(row.node.path)?.focus({ preventScroll: true });
    if (row.node.parts.length > 0 && under.closest(".wg-twisty, .wg-mark, .wg-headline"))
      this.act({ kind: "fold", paths: [row.node.path], open: !this.folding.isOpen(row) });
  }

  private lines(): string[] {
    const row = this.row(this.current);
    return row ? detail(row.node) : [];
  }

  private explain(): void {
    const row = this.row(this.current);
    const detail = this.detail.cloneNode(false) as HTMLElement;
    this.detail.hidden = !row;
    if (row) make("p", detail, "wg-about", row.node.headline);
    for (const line of this.lines()) make("p", detail, "", line);
    become(this.detail, detail);
  }
}

function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const view = new RulingTree(model, el);
  return () => view.destroy();
}

export default { render } satisfies AnyWidget<RulingTraits>;
