/** OddsView: the exact chance of every result, before and after the throw, and a place to bet on one. */

import type { AnyWidget } from "@anywidget/types";
import type { OddsLook, OddsRow } from "./lib/bars";
import { fullBar, oddsRows, oddsSentence } from "./lib/bars";
import { button, make, noted } from "./lib/dom";
import type { WidgetModel } from "./lib/model";
import { Reason } from "./lib/reason";
import type { OddsTraits } from "./lib/traits";
import { ODDS } from "./lib/traits";
import { View } from "./lib/view";

class OddsTable extends View<OddsTraits> {
  private readonly prompt: HTMLElement;
  private readonly table: HTMLTableElement;
  private readonly nothing: HTMLElement;
  private readonly reason: Reason<OddsTraits>;
  private readonly error: HTMLElement;
  private spoken: string | undefined;

  constructor(model: WidgetModel, el: HTMLElement) {
    super(model, ODDS, el, "odds");
    this.prompt = make("p", this.root, "wg-prompt");
    this.nothing = make("p", this.root, "wg-quiet");
    this.table = make("table", this.root, "wg-table");
    this.reason = new Reason(this, this.root);
    this.error = make("div", this.root, "wg-error", "", { role: "alert" });
    this.on(this.table, "click", (event) => this.click(event));
    this.watch(
      ["series", "order", "meanings", "lit", "hidden", "betting", "bets", "bet", "prompt", "label", "rounded"],
      () => this.renew(),
    );
    this.watch(["error"], () => (this.error.textContent = this.get("error")));
  }

  private look(): OddsLook {
    const series = this.get("series");
    return {
      series,
      order: this.get("order"),
      meanings: this.get("meanings"),
      lit: this.get("lit"),
      // "Shown" and the figures come in two messages.
      hidden: this.get("hidden") || series.some(({ chances }) => !chances),
      betting: this.get("betting"),
      bets: this.get("bets"),
      bet: this.get("bet"),
      rounded: this.get("rounded"),
    };
  }

  private renew(): void {
    const look = this.look();
    this.root.setAttribute("aria-label", this.get("label"));
    this.prompt.textContent = this.get("prompt");
    this.prompt.hidden = !look.betting || !this.get("prompt");
    const rows = oddsRows(look);
    // While the odds are hidden, the results themselves are still worth reading.
    this.table.hidden = rows.length === 0;
    this.nothing.hidden = rows.length > 0 && (!look.hidden || look.betting);
    this.nothing.textContent = look.hidden ? "The odds are hidden for now." : "No odds to show yet.";
    // A reason belongs to a bet: one that may be placed, or one that stands.
    this.reason.fold.hidden = rows.length === 0 || (!look.betting && look.bet.count === 0);
    this.rebuild(() => this.draw(look, rows));
    const sentence = oddsSentence(look, this.get("prompt"));
    if (this.spoken !== undefined && this.spoken !== sentence) this.say(sentence);
    this.spoken = sentence;
  }

  private draw(look: OddsLook, rows: OddsRow[]): void {
    const { table } = this;
    table.replaceChildren();
    table.classList.toggle("wg-hidden", look.hidden);
    const caption = make("caption", table, "wg-title", this.get("label"));
    if (!look.hidden) make("span", caption, "wg-quiet wg-scale", `a full bar is ${100 * fullBar(look.series)} %`);
    const head = make("tr", make("thead", table));
    const betting = rows.some(({ open, bet }) => open || bet);
    make("th", head, "wg-results", "Result", { scope: "col" });
    if (betting) make("th", head, "wg-bet", "Your bet", { scope: "col" });
    if (!look.hidden) for (const { name } of look.series) make("th", head, "", name || "Chance", { scope: "col" });
    const body = make("tbody", table);
    for (const row of rows) this.row(look, row, betting, make("tr", body, row.bars[0]?.lit ? "wg-lit" : ""));
  }

  private row(look: OddsLook, row: OddsRow, betting: boolean, line: HTMLElement): void {
    const head = make("th", line, "wg-result", "", { scope: "row" });
    make("span", head, "wg-code", row.code);
    if (row.meaning) make("span", head, "wg-meaning", row.meaning);
    if (betting) this.bet(row, make("td", line, "wg-bet"));
    if (look.hidden) return;
    for (const bar of row.bars) {
      const cell = make("td", line, bar.lit ? "wg-chance wg-thrown" : "wg-chance");
      const track = make("div", cell, "wg-track", "", { "aria-hidden": "true" });
      make("div", track, "wg-bar").style.width = `${bar.width}%`;
      make("span", cell, "wg-figure", bar.text);
      if (bar.lit) make("span", cell, "wg-sign", "◄ thrown");
    }
  }

  private bet(row: OddsRow, cell: HTMLElement): void {
    if (!row.open) {
      if (row.bet) make("span", cell, "wg-sign", "● your bet");
      return;
    }
    const made = button(cell, row.bet ? "● your bet" : "Bet", row.code, `Bet on ${row.code}`);
    made.setAttribute("aria-pressed", String(row.bet));
  }

  private click(event: MouseEvent): void {
    const pressed = event.target instanceof HTMLElement ? event.target.closest("button") : null;
    const code = noted(pressed, "key");
    if (code === undefined) return;
    this.reason.give(true);
    this.send("bet", { code, count: this.get("bet").count + 1 });
  }
}

function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const view = new OddsTable(model, el);
  return () => view.destroy();
}

export default { render } satisfies AnyWidget<OddsTraits>;
