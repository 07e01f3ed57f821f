// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from "vitest";
import { escaping, FakeModel, HOSTILE, Stand, settled } from "./lib/fake";
import { SEQUENCE } from "./lib/traits";
import widget from "./sequence";

const STEPS = [
  { id: "1", title: "Supply Phase", who: "", doing: "", level: 0, used: false, why: "Not in this scenario." },
  { id: "4", title: "Activations Phase", who: "active", doing: "Act.", level: 0, used: true, why: "" },
  { id: "4c", title: "Activation", who: "active", doing: "Act.", level: 1, used: true, why: "" },
  { id: "4c.ii", title: "Commanded Fire", who: "active", doing: "Fire.", level: 2, used: true, why: "" },
  { id: "5", title: "End of Turn", who: "both", doing: "Clean up.", level: 0, used: true, why: "" },
];
const QUESTION = {
  kind: "choice",
  who: "Entente",
  purpose: "Entente: commanded fire",
  where: "Turn 12",
  options: [
    { key: "end", label: "end commanded fire" },
    { key: "7.2", label: "fire at 7.2" },
  ],
  barred: [{ key: "6.1", label: "6.1", why: "Nobody may pass sea.", cases: [{ name: "RS 5.1", summary: "Sea." }] }],
  cases: [{ name: "RS 17.3", summary: "Commanded fire." }],
};
const JOURNAL = [
  { mark: "Turn 12", who: "Entente", ask: "Entente: commanded fire", answer: "7.2" },
  { mark: "", who: "", ask: "Fire at 7.2", answer: "4" },
  { mark: "", who: "Ottoman", ask: "hide in 7.2", answer: "stay" },
];

let model: FakeModel;
let stand: Stand;
const intents = (): unknown[] => model.saves.map(({ intent }) => intent);
const by = (key: string): HTMLElement => stand.one(`[data-key="${key}"]`);
const selected = (): string => stand.text('.wg-lines [aria-selected="true"]');

beforeEach(() => {
  model = new FakeModel({ steps: STEPS, here: "4c.ii", ...QUESTION, journal: JOURNAL, at: 3 });
  stand = new Stand(widget.render, model);
});

afterEach(() => stand.leave());

it("listens to all that it shows and to nothing else", () => {
  expect(model.heard).toEqual(
    Object.keys(SEQUENCE)
      .filter((name) => name !== "intent")
      .sort(),
  );
});

it("shows where in the sequence of play the game is, and why a part is not used", () => {
  expect(stand.text('[aria-current="step"]')).toContain("4c.ii Commanded Fire Fire.");
  expect(stand.all(".wg-around .wg-name").map((each) => each.textContent)).toEqual([
    "4 Activations Phase",
    "4c Activation",
  ]);
  expect(stand.text(".wg-unused")).toBe("–1 Supply Phase not used: Not in this scenario.");
});

it("asks with a button for each option and says which was pressed", async () => {
  expect(stand.text(".wg-question")).toBe("Entente: commanded fire");
  expect(stand.all(".wg-choices button").map((each) => each.textContent)).toEqual([
    "end commanded fire",
    "fire at 7.2",
  ]);
  stand.all(".wg-choices button")[1]?.click();
  await settled();
  expect(intents()).toEqual([{ kind: "answer", key: "7.2", line: 0, count: 1 }]);
});

it("folds many options that are only named, behind those that say something", async () => {
  const hexes = Array.from({ length: 30 }, (_, i) => ({ key: `1.${i}`, label: `1.${i}` }));
  const none = { key: "none", label: "write no such order" };
  await model.receive({ options: [...hexes, none], at: 4 });
  expect(stand.one(".wg-choices > button").textContent).toBe("write no such order");
  expect(stand.one(".wg-choices > :last-child").tagName).toBe("DETAILS");
  expect(stand.text(".wg-fold summary")).toBe("30 to choose from: 1.0 to 1.29");
  expect(stand.all(".wg-fold .wg-short")).toHaveLength(30);
  by("option 4 1.7").click();
  await settled();
  expect(intents()).toEqual([{ kind: "answer", key: "1.7", line: 0, count: 1 }]);
  await model.receive({ options: [...hexes.slice(0, 6), none], at: 5 });
  expect(stand.all("details.wg-fold")).toHaveLength(0);
  expect(stand.all(".wg-choices > .wg-short")).toHaveLength(6);
});

it("gives the reason of a barred option on demand, and asks Python nothing", () => {
  const barred = by("barred 6.1");
  expect(barred.getAttribute("aria-disabled")).toBe("true");
  expect(stand.one(".wg-reason").hidden).toBe(true);
  barred.click();
  expect(barred.getAttribute("aria-expanded")).toBe("true");
  expect(stand.one(".wg-reason").hidden).toBe(false);
  expect(stand.text(".wg-reason")).toBe("Nobody may pass sea.RS 5.1: Sea.");
  expect(stand.text(".wg-live")).toContain("Nobody may pass sea.");
  barred.click();
  expect(stand.one(".wg-reason").hidden).toBe(true);
  expect(intents()).toEqual([]);
});

it("keeps the focus near: from an option to the next question, and to the dice", async () => {
  by("option 3 7.2").focus();
  await model.receive({ purpose: "Entente: who fires at 7.2", options: [{ key: "7.2", label: "from 7.2" }], at: 4 });
  expect((document.activeElement as HTMLElement).textContent).toBe("Entente: who fires at 7.2");
  by("option 4 7.2").focus();
  await model.receive({ kind: "roll", purpose: "Fire at 7.2", options: [], who: "", at: 5 });
  expect(document.activeElement?.textContent).toBe("Throw the dice");
  (document.activeElement as HTMLElement).click();
  await settled();
  expect(intents()).toEqual([{ kind: "throw", key: "", line: 0, count: 1 }]);
  expect(stand.text(".wg-live")).toBe("Turn 12. Dice: Fire at 7.2");
});

it("goes through the options with the arrows, and through the journal with the others", async () => {
  by("question").focus();
  stand.press("ArrowDown");
  stand.press("ArrowDown");
  expect(document.activeElement?.textContent).toBe("fire at 7.2");
  stand.press("ArrowUp");
  expect(document.activeElement?.textContent).toBe("end commanded fire");
  stand.press("Home");
  await model.receive({ at: 0 });
  stand.press("ArrowRight");
  await model.receive({ at: 1 });
  stand.press("End");
  await model.receive({ at: 3 });
  stand.press("ArrowLeft");
  await settled();
  expect(intents().map((intent) => (intent as { kind: string }).kind)).toEqual(["first", "next", "last", "previous"]);
});

it("asks for nothing beyond the ends of the journal", async () => {
  by("question").focus();
  stand.press("End");
  by("last").click();
  await model.receive({ at: 0 });
  by("previous").click();
  stand.press("Home");
  expect(intents()).toEqual([]);
  expect(by("next").getAttribute("aria-disabled")).toBe("false");
});

it("keeps every plain key that it uses from the notebook", () => {
  by("question").focus();
  const keys = ["ArrowDown", "Home", "x", "Enter"];
  expect(
    escaping(() => {
      for (const key of keys) stand.press(key);
    }),
  ).toEqual([]);
});

it("lets Tab pass many options at once, and the arrows go through them", async () => {
  const many = Array.from({ length: 40 }, (_, i) => ({ key: `fire@${i}`, label: `fire at ${i}` }));
  await model.receive({ options: many });
  const buttons = stand.all(".wg-choices button");
  expect(buttons.filter((each) => each.tabIndex === 0)).toEqual([buttons[0]]);
  buttons[0]?.focus();
  stand.press("ArrowDown");
  expect(document.activeElement).toBe(buttons[1]);
  await model.receive({ options: many.slice(0, 3) });
  expect(stand.all(".wg-choices button").every((each) => each.tabIndex === 0)).toBe(true);
});

it("keeps the focus when the rule cases that had it are those of another question", async () => {
  for (const cases of [[{ name: "FM8 5.1", summary: "Move." }], []]) {
    stand.one(".wg-cases summary").focus();
    await model.receive({ purpose: "Another question", options: [{ key: "stay", label: "stay" }], cases });
    expect(document.activeElement).toBe(by("question"));
  }
});

it("lists the journal as lines to go to, those ahead apart", async () => {
  expect(selected()).toBe("Ottoman: hide in 7.2 → stay");
  expect(stand.text(".wg-lines .wg-mark")).toBe("Turn 12");
  await model.receive({ at: 1 });
  expect(selected()).toBe("Turn 12Entente: commanded fire → 7.2");
  expect(stand.all(".wg-ahead")).toHaveLength(2);
  stand.all(".wg-entry")[0]?.click();
  by("journal").focus();
  stand.press("ArrowDown");
  stand.press("Enter");
  await settled();
  expect(intents()).toEqual([
    { kind: "go", key: "", line: 0, count: 1 },
    { kind: "go", key: "", line: 2, count: 2 },
  ]);
  expect(by("journal").getAttribute("aria-activedescendant")).toBe(stand.all(".wg-entry")[2]?.id);
});

it("builds only those lines anew that have changed", async () => {
  const before = stand.all(".wg-entry");
  await model.receive({
    journal: [...JOURNAL.slice(0, 2), { mark: "", who: "", ask: "Fraction", answer: "9" }],
    at: 3,
  });
  const after = stand.all(".wg-entry");
  expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
  expect(after[3]?.textContent).toBe("Fraction → 9");
});

it("offers kept branches, and whoever plays by itself", async () => {
  await model.receive({ branches: [{ key: "2", title: "9 answers" }], player: "Ottoman" });
  by("branch 2").click();
  by("leave").click();
  await settled();
  expect(intents()).toEqual([
    { kind: "switch", key: "", line: 2, count: 1 },
    { kind: "leave", key: "", line: 0, count: 2 },
  ]);
  expect(by("leave").textContent).toBe("Let Ottoman answer");
});

it("says how the game has ended, and shows an error as an alert", async () => {
  await model.receive({ kind: "end", outcome: "The game is over. Draw.", options: [], error: "No." });
  expect(stand.text(".wg-question")).toBe("The game is over. Draw.");
  expect(stand.all(".wg-choices button")).toHaveLength(0);
  expect(stand.one(".wg-error").getAttribute("role")).toBe("alert");
  expect(stand.text(".wg-error")).toBe("No.");
});

it("writes what it is given as text", async () => {
  await model.receive({
    purpose: HOSTILE,
    options: [{ key: HOSTILE, label: HOSTILE }],
    journal: [{ mark: HOSTILE, who: HOSTILE, ask: HOSTILE, answer: HOSTILE }],
    branches: [{ key: "0", title: HOSTILE }],
    at: 1,
  });
  expect(stand.el.querySelector("img")).toBeNull();
});

it("leaves nothing behind", () => {
  stand.leave();
  expect(model.listening).toBe(0);
  expect(document.body.children).toHaveLength(0);
});
