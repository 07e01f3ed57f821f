/** CheckedQuestion: a question and a place to answer it. The answer is Python's to know and never in the page. */

import type { AnyWidget } from "@anywidget/types";
import { fillCases } from "./lib/cases";
import { button, make } from "./lib/dom";
import type { WidgetModel } from "./lib/model";
import { Reason } from "./lib/reason";
import type { QuestionTraits, Reply } from "./lib/traits";
import { QUESTION } from "./lib/traits";
import { View } from "./lib/view";

const SIGNS: Record<QuestionTraits["verdict"], string> = { "": "", right: "✓", wrong: "✗", unread: "?" };

class Question extends View<QuestionTraits> {
  private readonly fields: HTMLFieldSetElement;
  private readonly prompt: HTMLElement;
  private readonly places: HTMLElement;
  private readonly reason: Reason<QuestionTraits>;
  private readonly feedback: HTMLElement;
  private readonly error: HTMLElement;
  private readonly cases: HTMLDetailsElement;

  constructor(model: WidgetModel, el: HTMLElement) {
    super(model, QUESTION, el, "question");
    const form = make("form", this.root, "wg-form");
    this.fields = make("fieldset", form);
    this.prompt = make("legend", this.fields, "wg-title");
    this.places = make("div", this.fields, "wg-places");
    const row = make("div", form, "wg-row");
    button(row, "Check", "check").type = "submit";
    this.feedback = make("p", row, "wg-feedback", "", { role: "status", "aria-live": "polite" });
    // After the button, which stays one step of the keyboard away from the answer.
    this.reason = new Reason(this, form);
    this.error = make("div", this.root, "wg-error", "", { role: "alert" });
    this.cases = make("details", this.root, "wg-cases");
    this.on(form, "submit", (event) => {
      event.preventDefault();
      this.check();
    });
    this.on(this.places, "input", () => this.draft());
    this.watch(["prompt"], () => (this.prompt.textContent = this.get("prompt")));
    this.watch(["options", "kind", "unit"], () => this.rebuild(() => this.draw()));
    this.watch(["reply"], () => this.fill());
    this.watch(["verdict", "feedback", "checks"], () => this.answer());
    this.watch(["error"], () => (this.error.textContent = this.get("error")));
    this.watch(["cases", "checks"], () => this.showCases());
  }

  private inputs(): HTMLInputElement[] {
    return [...this.places.querySelectorAll("input")];
  }

  private draw(): void {
    this.places.replaceChildren();
    if (this.get("kind") === "number") this.drawField();
    else for (const [index, option] of this.get("options").entries()) this.drawOption(index, option);
    this.fill();
  }

  private drawOption(index: number, option: string): void {
    const label = make("label", this.places, "wg-option");
    const key = `option ${index}`;
    make("input", label, "", "", {
      type: "radio",
      name: `${this.prefix}option`,
      value: String(index),
      "data-key": key,
    });
    make("span", label, "", option);
  }

  private drawField(): void {
    const label = make("label", this.places, "wg-option");
    make("span", label, "", "Your answer");
    make("input", label, "wg-field", "", { autocomplete: "off", spellcheck: "false", "data-key": "field" });
    make("span", label, "", this.get("unit"));
    make("span", this.places, "wg-quiet", "A whole number, 1/3, 0.333 or 33.3 %");
  }

  /** What stands in the fields now. */
  private standing(): Reply {
    const inputs = this.inputs();
    const { count } = this.get("reply");
    if (this.get("kind") === "number") return { chosen: -1, text: inputs[0]?.value ?? "", count };
    return { chosen: inputs.findIndex(({ checked }) => checked), text: "", count };
  }

  /** Shows what another view of the question, or Python, has put in. */
  private fill(): void {
    const { chosen, text } = this.get("reply");
    if (this.get("kind") === "number") {
      for (const field of this.inputs()) if (field.value !== text) field.value = text;
      return;
    }
    for (const [index, input] of this.inputs().entries()) input.checked = index === chosen;
  }

  private draft(): void {
    this.send("reply", this.standing(), true);
    // The last feedback was about another answer.
    this.feedback.textContent = "";
    this.feedback.className = "wg-feedback";
  }

  private check(): void {
    const reply = this.standing();
    if (reply.chosen < 0 && !reply.text.trim()) {
      this.tell("", this.get("kind") === "number" ? "Type an answer first." : "Choose an answer first.");
      return;
    }
    this.reason.give(true);
    this.send("reply", { ...reply, count: reply.count + 1 });
  }

  private tell(verdict: QuestionTraits["verdict"], words: string): void {
    const { feedback } = this;
    const sentence = [SIGNS[verdict] ?? "", words].filter(Boolean).join(" ");
    // A live region that is filled with what it holds says nothing.
    feedback.textContent = feedback.textContent === sentence ? `${sentence}\u00a0` : sentence;
    feedback.className = `wg-feedback${verdict ? ` wg-is-${verdict}` : ""}`;
  }

  private answer(): void {
    if (this.get("checks") > 0) this.tell(this.get("verdict"), this.get("feedback"));
  }

  /** The cases come with the first feedback: before it they would point at the answer. */
  private showCases(): void {
    fillCases(this.cases, this.get("checks") > 0 ? this.get("cases") : []);
  }
}

function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const view = new Question(model, el);
  return () => view.destroy();
}

export default { render } satisfies AnyWidget<QuestionTraits>;
