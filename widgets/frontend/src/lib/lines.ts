/** A journal as a list: one tab stop, arrows go through it, Enter or a click goes to the moment after a line. */

import { make } from "./dom";
import type { JournalLine } from "./traits";

export class Lines {
  private items: HTMLElement[] = [];
  private texts: string[] = [];
  private at = 0;
  private active = 0;

  constructor(
    private readonly list: HTMLElement,
    private readonly prefix: string,
    private readonly go: (line: number) => void,
  ) {
    for (const [name, value] of [
      ["role", "listbox"],
      ["tabindex", "0"],
      ["aria-label", "Journal; Enter goes to a line"],
      ["data-key", "journal"],
    ] as const)
      list.setAttribute(name, value);
    list.addEventListener("keydown", (event) => this.press(event));
    list.addEventListener("click", (event) => this.click(event));
  }

  /** Shows the journal; only what differs from before is built anew, for a game may have many hundred lines. */
  show(journal: JournalLine[], at: number): void {
    const texts = ["Start", ...journal.map(written)];
    const marks = ["", ...journal.map(({ mark }) => mark)];
    let same = 0;
    while (same < texts.length && texts[same] === this.texts[same]) same += 1;
    for (const gone of this.items.splice(same)) gone.remove();
    for (let line = same; line < texts.length; line++)
      this.items.push(this.item(line, texts[line] ?? "", marks[line] ?? ""));
    this.texts = texts;
    for (const [line, item] of this.items.entries()) item.classList.toggle("wg-ahead", line > at);
    this.items[this.at]?.setAttribute("aria-selected", "false");
    this.items[at]?.setAttribute("aria-selected", "true");
    this.at = at;
    this.point(at);
    requestAnimationFrame(() => this.point(this.active)); // a widget is drawn before it is on the page
  }

  private item(line: number, text: string, mark: string): HTMLElement {
    const item = make("li", this.list, "wg-entry", "", {
      role: "option",
      id: `${this.prefix}line${line}`,
      "aria-selected": "false",
      "data-line": String(line),
    });
    if (mark) make("span", item, "wg-mark", mark);
    make("span", item, "", mark ? text.slice(mark.length + 2) : text);
    return item;
  }

  private point(line: number): void {
    this.items[this.active]?.classList.remove("wg-active");
    this.active = Math.max(0, Math.min(line, this.items.length - 1));
    const item = this.items[this.active];
    if (!item) return;
    item.classList.add("wg-active");
    this.list.setAttribute("aria-activedescendant", item.id);
    // Within the list alone: the page stays where it is.
    const { offsetTop: top, offsetHeight: height } = item;
    if (top < this.list.scrollTop) this.list.scrollTop = top;
    else if (top + height > this.list.scrollTop + this.list.clientHeight)
      this.list.scrollTop = top + height - this.list.clientHeight;
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step !== undefined) this.point(this.active + step);
    else if (event.key === "Enter" || event.key === " ") this.go(this.active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private click(event: MouseEvent): void {
    const item = event.target instanceof HTMLElement ? event.target.closest("[data-line]") : null;
    const line = item?.getAttribute("data-line");
    if (line) this.go(Number(line));
  }
}

function written({ mark, who, ask, answer }: JournalLine): string {
  const by = !who || ask.startsWith(`${who}:`) ? "" : `${who}: `;
  return `${mark ? `${mark}: ` : ""}${by}${ask} → ${answer}`;
}
