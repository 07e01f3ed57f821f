/** ReplySheet: all that was said, a place for each reason, and a file to hand in. */

import type { AnyWidget } from "@anywidget/types";
import { button, make, noted } from "./lib/dom";
import type { WidgetModel } from "./lib/model";
import type { ReplyData } from "./lib/replies";
import { download, exportText, fileName, LONGEST } from "./lib/replies";
import type { SheetTraits } from "./lib/traits";
import { SHEET } from "./lib/traits";
import { View } from "./lib/view";

const KINDS: Record<ReplyData["kind"], string> = { bet: "Bet", answer: "Answer", decision: "Decision" };

/** Whether it was right, in a word as well as by a sign. */
function mark({ right }: ReplyData): string {
  if (right === null) return "";
  return right ? "✓ right" : "✗ wrong";
}

class Sheet extends View<SheetTraits> {
  private readonly title: HTMLElement;
  private readonly nothing: HTMLElement;
  private readonly list: HTMLOListElement;
  private readonly name: HTMLInputElement;
  private readonly text: HTMLTextAreaElement;
  private readonly saved: HTMLElement;
  private readonly error: HTMLElement;

  constructor(model: WidgetModel, el: HTMLElement) {
    super(model, SHEET, el, "replies");
    this.title = make("p", this.root, "wg-title");
    this.nothing = make("p", this.root, "wg-quiet");
    this.list = make("ol", this.root, "wg-said");
    const row = make("div", this.root, "wg-row");
    const label = make("label", row, "wg-name");
    make("span", label, "", "Your name");
    this.name = make("input", label, "wg-field", "", { maxlength: String(LONGEST.name), autocomplete: "off" });
    const save = button(row, "Save my answers", "save");
    this.saved = make("span", row, "wg-quiet", "", { role: "status" });
    const fold = make("details", this.root, "wg-copy");
    make("summary", fold, "", "The same as text, to copy");
    this.text = make("textarea", fold, "wg-text", "", { rows: "8", readonly: "", "aria-label": "My answers as text" });
    this.error = make("div", this.root, "wg-error", "", { role: "alert" });
    this.on(this.name, "change", () => this.send("name", this.name.value));
    this.on(this.list, "change", (event) => this.because(event));
    this.on(this.root, "input", () => this.compose());
    this.on(save, "click", () => this.save());
    this.watch(["label"], () => (this.title.textContent = this.get("label")));
    this.watch(["rows"], () => this.draw());
    this.watch(["name"], () => {
      if (this.name.value !== this.get("name")) this.name.value = this.get("name");
    });
    this.watch(["rows", "name", "lesson"], () => this.compose());
    this.watch(["error"], () => (this.error.textContent = this.get("error")));
  }

  private fields(): HTMLTextAreaElement[] {
    return [...this.list.querySelectorAll("textarea")];
  }

  private draw(): void {
    const rows = this.get("rows");
    // What somebody is typing stays, whatever else is said meanwhile.
    const { activeElement } = this.root.getRootNode() as Document | ShadowRoot;
    const typing = this.fields().find((field) => field === activeElement);
    this.nothing.hidden = rows.length > 0;
    this.nothing.textContent = "Nothing yet. Bets and answers given above are listed here.";
    this.rebuild(() => {
      this.list.replaceChildren();
      for (const [at, row] of rows.entries()) this.row(row, at, typing);
    });
  }

  private row(row: ReplyData, at: number, typing: HTMLTextAreaElement | undefined): void {
    const item = make("li", this.list);
    make("div", item, "wg-prompt", row.prompt);
    const line = make("div", item, "wg-line");
    make("span", line, "wg-quiet", `${KINDS[row.kind]}: `);
    make("strong", line, "", row.said);
    const tries = row.tries > 1 && row.kind === "answer" ? `after ${row.tries} tries` : "";
    const more = [mark(row), tries].filter(Boolean).join(", ");
    if (more) make("span", line, "wg-quiet", ` (${more})`);
    const key = `${at} ${row.question}`;
    const field = make("textarea", item, "wg-reason", "", {
      rows: "1",
      maxlength: String(LONGEST.reason),
      placeholder: "Why? (optional)",
      "aria-label": `Why: ${row.prompt}`,
      "data-key": key,
    });
    field.value = typing && noted(typing, "key") === key ? typing.value : row.reason;
  }

  private because(event: Event): void {
    const fields = this.fields();
    const at = fields.indexOf(event.target as HTMLTextAreaElement);
    const field = fields[at];
    if (!field) return;
    const { count } = this.get("because");
    this.send("because", { row: at, reason: field.value, count: count + 1 });
  }

  /** The file as it is now, with reasons that are still being typed. */
  private compose(): string {
    const fields = this.fields();
    const rows = this.get("rows").map((row, at) => ({ ...row, reason: fields[at]?.value ?? row.reason }));
    this.text.value = exportText(this.name.value, this.get("lesson"), rows);
    return this.text.value;
  }

  private save(): void {
    const name = fileName(this.name.value, this.get("lesson"));
    download(this.root.ownerDocument, name, this.compose());
    this.saved.textContent = `Saved as ${name}.`;
  }
}

function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const view = new Sheet(model, el);
  return () => view.destroy();
}

export default { render } satisfies AnyWidget<SheetTraits>;
