/** SequenceView: the sequence of play, what is asked now, and the journal as a list one can go to. */

import type { AnyWidget } from "@anywidget/types";
import { fillCases } from "./lib/cases";
import { button, make, noted } from "./lib/dom";
import { Lines } from "./lib/lines";
import type { WidgetModel } from "./lib/model";
import type { BarredOption, Intent, SequenceOption, SequenceStep, SequenceTraits } from "./lib/traits";
import { SEQUENCE } from "./lib/traits";
import { View } from "./lib/view";

/** The ways through the journal: kind, sign, name, key. */
const WAYS = [
  ["first", "⏮", "First", "Home"],
  ["previous", "◀", "Previous", "ArrowLeft"],
  ["next", "▶", "Next", "ArrowRight"],
  ["last", "⏭", "Last", "End"],
] as const;

/** More options than this that are only named are folded, for a map offers them, too; Tab stops at the first only. */
const MANY = 24;

class Sequence extends View<SequenceTraits> {
  private readonly where: HTMLElement;
  private readonly steps: HTMLOListElement;
  private readonly asked: HTMLElement;
  private readonly question: HTMLElement;
  private readonly choices: HTMLElement;
  private readonly barred: HTMLDetailsElement;
  private readonly cases: HTMLDetailsElement;
  private readonly hint: HTMLElement;
  private readonly error: HTMLElement;
  private readonly lines: Lines;
  private readonly branches: HTMLElement;
  private spoken: string | undefined;

  constructor(model: WidgetModel, el: HTMLElement) {
    super(model, SEQUENCE, el, "sequence");
    this.where = make("p", this.root, "wg-title wg-where");
    const columns = make("div", this.root, "wg-columns");

    this.asked = make("section", columns, "wg-asked", "", { "aria-label": "What is asked" });
    this.question = make("p", this.asked, "wg-title wg-question", "", { tabindex: "-1", "data-key": "question" });
    this.choices = make("div", this.asked, "wg-choices");
    this.barred = make("details", this.asked, "wg-barred");
    this.cases = make("details", this.asked, "wg-cases");
    this.hint = make("p", this.asked, "wg-quiet");
    this.error = make("div", this.asked, "wg-error", "", { role: "alert" });

    const past = make("section", columns, "wg-past", "", { "aria-label": "Journal" });
    make("p", past, "wg-title", "Journal");
    const bar = make("div", past, "wg-bar", "", { role: "toolbar", "aria-label": "Through the journal" });
    for (const [kind, sign, name] of WAYS) button(bar, sign, kind, name).title = name;
    this.lines = new Lines(make("ul", past, "wg-lines"), this.prefix, (line) => this.tell("go", "", line));
    this.branches = make("div", past, "wg-branches");

    const whole = make("section", columns, "wg-whole", "", { "aria-label": "Sequence of play" });
    make("p", whole, "wg-title", "Sequence of play");
    this.steps = make("ol", whole, "wg-steps");

    this.on(this.root, "keydown", (event) => this.press(event));
    this.on(bar, "click", (event) => this.way(event));
    this.on(this.choices, "click", (event) => this.choose(event));
    this.on(this.barred, "click", (event) => this.explain(event));
    this.on(this.branches, "click", (event) => this.change(event));
    this.follow(bar);
  }

  private follow(bar: HTMLElement): void {
    this.watch(["steps", "here"], () => this.drawSteps());
    this.watch(["where"], () => (this.where.textContent = this.get("where")));
    this.watch(["kind", "who", "purpose", "options", "barred", "cases", "player", "outcome", "at"], () => this.ask());
    this.watch(["journal", "at"], () => {
      this.lines.show(this.get("journal"), this.get("at"));
      const [at, all] = [this.get("at"), this.get("journal").length];
      for (const [kind] of WAYS) {
        const back = kind === "first" || kind === "previous";
        // Not disabled: the focus would be lost on the way.
        this.keyed(kind)?.setAttribute("aria-disabled", String(back ? at === 0 : at >= all));
      }
      bar.hidden = all === 0;
    });
    this.watch(["branches"], () => this.drawBranches());
    this.watch(["hint"], () => (this.hint.textContent = this.get("hint")));
    this.watch(["error"], () => (this.error.textContent = this.get("error")));
    this.watch(["label"], () => this.root.setAttribute("aria-label", this.get("label")));
  }

  private tell(kind: Intent["kind"], key = "", line = 0): void {
    const { count } = this.get("intent");
    this.send("intent", { kind, key, line, count: count + 1 });
  }

  private drawSteps(): void {
    const here = this.get("here");
    const steps = this.get("steps");
    const at = steps.findIndex(({ id }) => id === here);
    this.steps.replaceChildren();
    for (const [index, step] of steps.entries()) this.drawStep(step, index === at, holds(steps, index, at));
  }

  private drawStep(step: SequenceStep, here: boolean, around: boolean): void {
    const names = ["wg-step", `wg-level-${Math.min(step.level, 3)}`];
    if (!step.used) names.push("wg-unused");
    if (around) names.push("wg-around");
    const item = make("li", this.steps, names.join(" "));
    if (here) item.setAttribute("aria-current", "step");
    make("span", item, "wg-number", here ? "▶" : step.used ? "" : "–");
    const words = make("span", item);
    make("span", words, "wg-name", `${step.id} ${step.title}`);
    if (here) make("span", words, "wg-doing", ` ${step.doing}`);
    if (!step.used) make("span", words, "wg-why", ` not used: ${step.why}`);
  }

  private ask(): void {
    const { kind, who, purpose } = { kind: this.get("kind"), who: this.get("who"), purpose: this.get("purpose") };
    const title = kind === "end" ? this.get("outcome") : kind === "roll" ? `Dice: ${purpose}` : headed(who, purpose);
    this.question.textContent = title;
    this.rebuild(
      () => {
        this.choices.replaceChildren();
        if (kind === "roll") button(this.choices, "Throw the dice", "throw");
        if (kind === "choice") this.drawOptions(this.get("options"));
        if (this.get("player") && kind === "choice")
          button(this.choices, `Let ${this.get("player")} answer`, "leave").classList.add("wg-leave");
        this.drawBarred();
        fillCases(this.cases, this.get("cases"));
      },
      () => (kind === "roll" ? "throw" : "question"),
    );
    const spoken = `${this.get("where")}. ${title}`;
    if (this.spoken !== undefined && spoken !== this.spoken) this.say(spoken);
    this.spoken = spoken;
  }

  /** Options that are only named, such as hexes, stand side by side; where they are many they are folded. */
  private drawOptions(options: SequenceOption[]): void {
    const named = options.filter(({ key, label }) => key === label);
    const fold = named.length > MANY ? make("details", this.choices, "wg-fold") : undefined;
    if (fold) {
      const told = `${named.length} to choose from: ${named[0]?.label} to ${named.at(-1)?.label}`;
      make("summary", fold, "", told, { "data-key": `fold ${this.get("at")}` });
    }
    for (const { key, label } of options) {
      const short = key === label;
      // The same word may answer the next question too: the focus is not to stay on it unread.
      const made = button((short && fold) || this.choices, label, `option ${this.get("at")} ${key}`);
      made.setAttribute("data-answer", key);
      made.classList.toggle("wg-short", short);
    }
    if (fold) this.choices.append(fold);
    // Tab need not pass through all of many; up and down do.
    const buttons = this.choices.querySelectorAll("button");
    if (buttons.length > MANY) for (const each of [...buttons].slice(1)) each.tabIndex = -1;
  }

  private drawBarred(): void {
    const barred = this.get("kind") === "choice" ? this.get("barred") : [];
    this.barred.replaceChildren();
    this.barred.hidden = barred.length === 0;
    if (barred.length === 0) return;
    make("summary", this.barred, "", `Not open now: ${barred.length}`).setAttribute("data-key", "barred");
    for (const [index, each] of barred.entries()) this.drawBar(each, index);
  }

  /** It can be reached and pressed, for it answers: with the reason. */
  private drawBar(each: BarredOption, index: number): void {
    const id = `${this.prefix}why${index}`;
    const row = make("div", this.barred, "wg-row");
    const pressed = button(row, each.label, `barred ${each.key}`);
    for (const [name, value] of Object.entries({ disabled: "true", expanded: "false", controls: id }))
      pressed.setAttribute(`aria-${name}`, value);
    const why = make("div", row, "wg-reason", "", { id });
    why.hidden = true;
    make("p", why, "", each.why);
    for (const { name, summary } of each.cases) make("p", why, "wg-quiet", `${name}: ${summary}`);
  }

  private drawBranches(): void {
    const branches = this.get("branches");
    this.rebuild(() => {
      this.branches.replaceChildren();
      if (branches.length > 0) make("p", this.branches, "wg-quiet", "Kept branches");
      for (const { title, key } of branches)
        button(this.branches, title, `branch ${key}`).setAttribute("data-line", key);
    });
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const way = WAYS.find(([, , , key]) => key === event.key);
    if (way) {
      event.preventDefault();
      if (this.keyed(way[0])?.getAttribute("aria-disabled") !== "true") this.tell(way[0]);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.step(event);
    }
  }

  /** Moves the focus through the options; the journal sees to itself. */
  private step(event: KeyboardEvent): void {
    const options = [...this.asked.querySelectorAll<HTMLElement>("button, summary")].filter(
      (each) => !each.closest("details:not([open])") || each.matches("summary"),
    );
    const at = options.indexOf(event.target as HTMLElement);
    if (at < 0 && event.target !== this.question) return;
    event.preventDefault();
    options[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
  }

  private way(event: MouseEvent): void {
    const pressed = pressedIn(event);
    const way = WAYS.find(([kind]) => kind === noted(pressed, "key"));
    if (way && pressed?.getAttribute("aria-disabled") !== "true") this.tell(way[0]);
  }

  private choose(event: MouseEvent): void {
    const pressed = pressedIn(event);
    const [key, answer] = [noted(pressed, "key"), noted(pressed, "answer")];
    if (key === "throw" || key === "leave") this.tell(key);
    else if (answer !== undefined) this.tell("answer", answer);
  }

  private explain(event: MouseEvent): void {
    const pressed = pressedIn(event);
    const why = pressed?.nextElementSibling;
    if (!(why instanceof HTMLElement)) return;
    why.hidden = !why.hidden;
    pressed?.setAttribute("aria-expanded", String(!why.hidden));
    if (!why.hidden) this.say(why.textContent ?? "");
  }

  private change(event: MouseEvent): void {
    const line = noted(pressedIn(event), "line");
    if (line !== undefined) this.tell("switch", "", Number(line));
  }
}

function pressedIn(event: Event): HTMLElement | null {
  return event.target instanceof HTMLElement ? event.target.closest("button") : null;
}

/** A purpose often begins with the name of whoever decides. */
function headed(who: string, purpose: string): string {
  return !who || purpose.startsWith(`${who}:`) ? purpose : `${who}: ${purpose}`;
}

/** Whether the step at `index` is divided into parts among which is the one at `at`. */
function holds(steps: SequenceStep[], index: number, at: number): boolean {
  const level = steps[index]?.level ?? 0;
  return at > index && steps.slice(index + 1, at + 1).every((each) => each.level > level);
}

function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const view = new Sequence(model, el);
  return () => view.destroy();
}

export default { render } satisfies AnyWidget<SequenceTraits>;
