/** FiveDice: five ten-sided dice thrown together. The widget asks; Python says what landed. */

import type { AnyWidget } from "@anywidget/types";
import { button, make } from "./lib/dom";
import type { Reading } from "./lib/five";
import { COLOURS, diceNames, digits, fiveSentence, OUTLINES, READINGS, span, typedFaces } from "./lib/five";
import type { WidgetModel } from "./lib/model";
import { svgElement } from "./lib/shell";
import type { FiveTraits } from "./lib/traits";
import { FIVE } from "./lib/traits";
import { View } from "./lib/view";

class Five extends View<FiveTraits> {
  private readonly purpose: HTMLElement;
  private readonly row: HTMLElement;
  private readonly throwing: HTMLButtonElement;
  private readonly typing: HTMLFormElement;
  private readonly fields: HTMLInputElement[];
  private readonly told: HTMLElement;
  private readonly hint: HTMLElement;
  private readonly error: HTMLElement;
  private landed: number | undefined;

  constructor(model: WidgetModel, el: HTMLElement) {
    super(model, FIVE, el, "five");
    this.purpose = make("p", this.root, "wg-title");
    this.row = make("div", this.root, "wg-row");
    const hand = make("div", this.root, "wg-hand");
    this.throwing = button(hand, "Throw", "throw");
    this.typing = make("form", hand, "wg-typing", "", { "aria-label": "Set by hand" });
    make("span", this.typing, "wg-quiet", "or set by hand", { "aria-hidden": "true" });
    this.fields = READINGS.map((reading) => this.field(reading));
    make("button", this.typing, "wg-button", "Set", { type: "submit" });
    this.told = make("output", this.typing, "wg-told");
    this.hint = make("p", this.root, "wg-quiet");
    this.error = make("div", this.root, "wg-error", "", { role: "alert" });
    this.bind();
    this.watch(["purpose", "enabled", "hint", "error"], () => this.renew());
    this.watch(["faces", "outcomes", "landed"], () => this.land());
  }

  private field(reading: Reading): HTMLInputElement {
    const label = make("label", this.typing, "", reading.name);
    return make("input", label, "wg-field", "", {
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: String(reading.dice.length),
      size: "3",
      "aria-label": `${reading.name}, ${span(reading)}`,
      placeholder: "0".repeat(reading.dice.length),
    });
  }

  private bind(): void {
    this.on(this.throwing, "click", () => this.ask("throw", []));
    this.on(this.typing, "input", () => (this.told.textContent = ""));
    this.on(this.typing, "submit", (event) => {
      event.preventDefault();
      const faces = typedFaces(this.fields.map(({ value }) => value));
      if (Array.isArray(faces)) this.ask("set", faces);
      else this.told.textContent = `Type a whole number from ${span(faces)} for ${faces.name}.`;
    });
  }

  private ask(kind: "throw" | "set", faces: number[]): void {
    if (!this.get("enabled")) return;
    this.send("request", { kind, faces, count: this.get("request").count + 1 });
  }

  private renew(): void {
    const purpose = this.get("purpose");
    this.root.setAttribute("aria-label", purpose || "Five dice");
    this.purpose.textContent = purpose;
    this.purpose.hidden = !purpose;
    this.throwing.disabled = !this.get("enabled");
    for (const each of this.typing.querySelectorAll<HTMLInputElement | HTMLButtonElement>("input, button"))
      each.disabled = !this.get("enabled");
    this.hint.textContent = this.get("hint");
    this.hint.hidden = !this.get("hint");
    this.error.textContent = this.get("error");
  }

  private land(): void {
    const faces = this.get("faces");
    const sentence = fiveSentence(faces);
    const again = this.landed !== undefined && this.landed !== this.get("landed");
    this.landed = this.get("landed");
    this.row.replaceChildren();
    for (const [at, reading] of READINGS.entries()) this.draw(reading, faces, this.get("outcomes")[at] ?? "");
    this.row.classList.toggle("wg-rolls", again);
    if (again && sentence) this.say([sentence, ...this.get("outcomes")].filter(Boolean).join("; "));
  }

  /** One reading: its name, its dice, and what it has led to. */
  private draw(reading: Reading, faces: readonly number[], outcome: string): void {
    const read = digits(faces, reading);
    const box = make("div", this.row, "wg-reading");
    const head = make("p", box, "wg-name", reading.name);
    if (read) make("b", head, "wg-read", read);
    const dice = make("div", box, "wg-dice-row", "", { "aria-hidden": "true" });
    for (const [place, die] of reading.dice.entries()) {
      const figure = make("div", dice, `wg-figure wg-${COLOURS[die] ?? ""}`);
      const svg = svgElement("svg", figure);
      svg.setAttribute("viewBox", "0 0 48 48");
      svgElement("path", svg).setAttribute("d", OUTLINES[reading.name]);
      const text = svgElement("text", svg);
      text.setAttribute("x", "24");
      text.setAttribute("y", reading.name === "main" ? "29" : "32");
      text.textContent = read[place] ?? "–";
      make("span", figure, "wg-colour", COLOURS[die] ?? "");
    }
    make("span", box, "wg-live", `${diceNames(reading)} dice`);
    if (outcome) make("p", box, "wg-outcome", outcome);
  }
}

function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const view = new Five(model, el);
  return () => view.destroy();
}

export default { render } satisfies AnyWidget<FiveTraits>;
