/** DiceTray: a roll that is asked for, to be thrown or tried by hand. The tray asks; Python says what landed. */

import type { AnyWidget } from "@anywidget/types";
import { fillCases } from "./lib/cases";
import type { Dice, Range } from "./lib/dice";
import {
  bandFaces,
  buttons,
  faceBeside,
  faceOfKey,
  idle,
  isPair,
  landedSentence,
  outcomeAt,
  pips,
  range,
  segments,
  thing,
  typedFace,
  written,
} from "./lib/dice";
import { button, make, noted } from "./lib/dom";
import type { WidgetModel } from "./lib/model";
import type { DiceTraits } from "./lib/traits";
import { DICE } from "./lib/traits";
import { View } from "./lib/view";

class Tray extends View<DiceTraits> {
  private readonly purpose: HTMLElement;
  private readonly die: HTMLElement;
  private readonly throwing: HTMLButtonElement;
  private readonly strip: HTMLElement;
  private readonly typing: HTMLFormElement;
  private readonly typed: HTMLInputElement;
  private readonly result: HTMLElement;
  private readonly hint: HTMLElement;
  private readonly error: HTMLElement;
  private readonly cases: HTMLDetailsElement;
  /** The face whose button is the tab stop. */
  private stopAt = 0;
  private landed: number | undefined;

  constructor(model: WidgetModel, el: HTMLElement) {
    super(model, DICE, el, "dice");
    this.purpose = make("p", this.root, "wg-title");
    const row = make("div", this.root, "wg-row");
    const hand = make("div", row, "wg-hand");
    this.die = make("div", hand, "wg-die", "", { "aria-hidden": "true" });
    this.throwing = button(hand, "Throw", "throw");
    this.strip = make("div", row, "wg-strip", "", { role: "group", "aria-label": "Set by hand to try a roll" });
    this.typing = make("form", this.root, "wg-typing");
    this.typed = this.field();
    // Spoken by the live region, which also says the same result twice.
    this.result = make("p", this.root, "wg-landed");
    this.hint = make("p", this.root, "wg-quiet");
    this.error = make("div", this.root, "wg-error", "", { role: "alert" });
    this.cases = make("details", this.root, "wg-cases");
    this.bind();
    this.watch(["faces", "first", "count", "purpose", "bands", "drawn", "enabled", "face"], () => this.renew());
    this.watch(["face", "first", "outcome", "landed"], () => this.land());
    this.watch(["cases"], () => fillCases(this.cases, this.get("cases")));
    this.watch(["hint"], () => {
      this.hint.textContent = this.get("hint");
      this.hint.hidden = !this.get("hint");
    });
    this.watch(["error"], () => (this.error.textContent = this.get("error")));
  }

  private field(): HTMLInputElement {
    const id = `${this.prefix}face`;
    make("label", this.typing, "", "Set by hand", { for: id });
    const field = make("input", this.typing, "wg-field", "", { id, inputmode: "numeric", autocomplete: "off" });
    make("button", this.typing, "wg-button", "Set", { type: "submit" });
    make("output", this.typing, "wg-leads", "", { for: id });
    return field;
  }

  private bind(): void {
    this.on(this.throwing, "click", () => this.ask("throw", 0));
    this.on(this.strip, "click", (event) => {
      const pressed = event.target instanceof HTMLElement ? event.target.closest("button") : null;
      if (pressed) this.ask("set", Number(noted(pressed, "face")));
    });
    this.on(this.typed, "input", () => this.foresee());
    this.on(this.typing, "submit", (event) => {
      event.preventDefault();
      const face = typedFace(this.typed.value, this.range());
      if (face === undefined) this.foresee();
      else this.ask("set", face);
    });
    this.on(this.root, "keydown", (event) => this.press(event));
  }

  private dice(): Dice {
    return { faces: this.get("faces"), count: this.get("count"), first: this.get("first"), drawn: this.get("drawn") };
  }

  private range(): Range {
    return range(this.dice());
  }

  private ask(kind: "throw" | "set", face: number): void {
    if (!this.get("enabled") || idle(this.range())) return;
    this.send("request", { kind, face, count: this.get("request").count + 1 });
  }

  private renew(): void {
    const limits = this.range();
    const none = idle(limits);
    const about = this.dice();
    const purpose = this.get("purpose");
    this.root.setAttribute("aria-label", purpose || "Dice tray");
    this.purpose.textContent = none ? "No roll is asked for." : purpose || thing(about);
    this.throwing.textContent = about.drawn ? "Draw" : "Throw";
    this.throwing.title = none ? "" : thing(about);
    const enabled = this.get("enabled") && !none;
    this.throwing.disabled = !enabled;
    this.typing.hidden = none || buttons(limits);
    for (const each of this.typing.querySelectorAll<HTMLInputElement | HTMLButtonElement>("input, button"))
      each.disabled = !enabled;
    const lies = this.get("face");
    this.stopAt = lies >= limits.low ? lies : Math.min(Math.max(this.stopAt, limits.low), limits.high);
    this.rebuild(() => this.draw(limits, enabled));
    this.foresee();
  }

  /** The bands, one beside the other, each over the buttons of its faces. */
  private draw(limits: Range, enabled: boolean): void {
    const face = this.get("face");
    const each = buttons(limits);
    const pair = isPair(this.dice());
    this.strip.replaceChildren();
    for (const band of segments(this.get("bands"), limits)) {
      const lit = band.low <= face && face <= band.high;
      const box = make("div", this.strip, lit ? "wg-band wg-lit" : "wg-band");
      box.style.flexGrow = String(band.high - band.low + 1);
      const words = make("div", box, "wg-outcome");
      if (!each) make("span", words, "wg-faces", bandFaces(band, pair));
      if (band.outcome) make("span", words, "", band.outcome);
      if (lit) make("span", words, "wg-sign", `◄ ${written(face, pair)}`);
      if (!each) continue;
      const row = make("div", box, "wg-buttons");
      for (let at = band.low; at <= band.high; at++) this.face(at, band.outcome, enabled, row);
    }
  }

  private face(face: number, outcome: string, enabled: boolean, row: HTMLElement): void {
    const label = outcome ? `Set ${face}: ${outcome}` : `Set ${face}`;
    const made = button(row, String(face), `face ${face}`, label);
    made.title = label;
    made.setAttribute("data-face", String(face));
    made.disabled = !enabled;
    made.tabIndex = face === this.stopAt ? 0 : -1;
    made.setAttribute("aria-pressed", String(face === this.get("face")));
  }

  /** Says under the field where the number leads, before it is set. */
  private foresee(): void {
    const limits = this.range();
    const words = this.typing.querySelector("output");
    if (!words) return;
    const face = typedFace(this.typed.value, limits);
    const pair = isPair(this.dice());
    const [low, high] = [written(limits.low, pair), written(limits.high, pair)];
    if (!this.typed.value.trim()) words.textContent = `${low} to ${high}`;
    else if (face === undefined) words.textContent = `Type a whole number from ${low} to ${high}.`;
    else words.textContent = `leads to ${outcomeAt(this.get("bands"), face) || "no band"}`;
  }

  private land(): void {
    const face = this.get("face");
    const again = this.landed !== undefined && this.landed !== this.get("landed");
    this.landed = this.get("landed");
    this.result.textContent = landedSentence(face, this.get("outcome"), isPair(this.dice()));
    this.result.hidden = face < 0;
    this.drawDie(face);
    if (again && face >= 0) {
      this.say(this.result.textContent);
      this.roll();
    }
  }

  private drawDie(face: number): void {
    this.die.replaceChildren();
    const { faces, first, count, drawn } = this.dice();
    const pair = isPair(this.dice());
    const places = faces === 6 && first === 1 && count === 1 && !drawn ? pips(face) : [];
    this.die.classList.toggle("wg-pair", pair);
    this.die.classList.toggle("wg-pips", places.length > 0);
    if (pair) {
      const [tens = "–", units = "–"] = face >= 0 ? written(face, true) : "––";
      make("span", this.die, "wg-ten", tens, { title: "tens" });
      make("span", this.die, "wg-ten", units, { title: "units" });
      return;
    }
    if (places.length === 0) this.die.textContent = face >= 0 ? String(face) : "–";
    for (let place = 0; place < 9 && places.length > 0; place++)
      make("i", this.die, places.includes(place) ? "wg-pip" : "");
  }

  /** A short roll of the picture, where motion is welcome: the style sheet decides. */
  private roll(): void {
    this.die.classList.remove("wg-rolls");
    void this.die.offsetWidth; // the animation starts again only if the browser has seen it gone
    this.die.classList.add("wg-rolls");
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === this.typed) return;
    const limits = this.range();
    // A number of two digits is typed into its field, wherever in the tray the typing begins.
    if (/^\d$/.test(event.key) && !this.typing.hidden) {
      this.typed.focus();
      this.typed.select();
      return;
    }
    const set = faceOfKey(event.key, limits);
    if (set !== undefined) {
      event.preventDefault();
      this.ask("set", set);
      return;
    }
    const held = event.target instanceof Element ? noted(event.target, "face") : undefined;
    const to = held === undefined ? undefined : faceBeside(event.key, Number(held), limits);
    if (to === undefined) return;
    event.preventDefault();
    this.stopAt = to;
    for (const each of this.strip.querySelectorAll<HTMLButtonElement>("button")) {
      each.tabIndex = Number(noted(each, "face")) === to ? 0 : -1;
      if (each.tabIndex === 0) each.focus();
    }
  }
}

function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const view = new Tray(model, el);
  return () => view.destroy();
}

export default { render } satisfies AnyWidget<DiceTraits>;
