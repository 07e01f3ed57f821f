// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from "vitest";
import { escaping, FakeModel, HOSTILE, Stand, settled } from "./lib/fake";
import { QUESTION } from "./lib/traits";
import widget from "./question";

/** What Python reads to answer with, not what the page needs to show. */
const UNREAD = ["tries"];

let model: FakeModel;
let stand: Stand;
const radios = (): HTMLInputElement[] => stand.all<HTMLInputElement>("input[type=radio]");
const check = (): boolean => stand.one("form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
function pick(index: number): void {
  const radio = radios()[index];
  if (!radio) throw new Error(`No option ${index}.`);
  radio.checked = true;
  radio.dispatchEvent(new Event("input", { bubbles: true }));
}

beforeEach(() => {
  model = new FakeModel({
    prompt: "Who moves first?",
    options: ["British", "Ottoman"],
    cases: [{ name: "GAZA 10.2/1", summary: "First player: British." }],
  });
  stand = new Stand(widget.render, model);
});

afterEach(() => stand.leave());

it("is a group of radio buttons with the question as its name", () => {
  expect(stand.text("fieldset legend")).toBe("Who moves first?");
  expect(stand.all("label").map((each) => each.textContent)).toEqual(["British", "Ottoman"]);
  expect(new Set(radios().map(({ name }) => name)).size).toBe(1);
});

it("sends a check, and only a check, to Python", async () => {
  pick(1);
  expect(model.saves).toHaveLength(0);
  check();
  await settled();
  expect(model.saves.map(({ reply }) => reply)).toEqual([{ chosen: 1, text: "", count: 1 }]);
});

it("sends a reason with the check, and after it when it is mended", async () => {
  const field = stand.one<HTMLTextAreaElement>("textarea");
  expect(stand.one<HTMLDetailsElement>(".wg-why").open).toBe(false);
  field.value = "They came second.";
  pick(0);
  check();
  await settled();
  expect(model.saves).toHaveLength(1);
  expect(model.saves[0]).toMatchObject({ reason: "They came second.", reply: { chosen: 0, count: 1 } });
  field.value = "They came first.";
  field.dispatchEvent(new Event("change", { bubbles: true }));
  expect(model.saves.map(({ reason }) => reason)).toEqual(["They came second.", "They came first."]);
  await model.receive({ reason: "" });
  expect(field.value).toBe("");
});

it("asks for a choice before it checks", () => {
  check();
  expect(stand.text(".wg-feedback")).toBe("Choose an answer first.");
  expect(model.saves).toHaveLength(0);
});

it("shows Python's feedback with a sign, each time, and the cases with it", async () => {
  expect(stand.one(".wg-cases").hidden).toBe(true);
  await model.receive({ verdict: "wrong", feedback: "Not that one.", checks: 1 });
  const first = stand.one(".wg-feedback").textContent;
  expect(first).toBe("✗ Not that one.");
  expect(stand.one(".wg-feedback").getAttribute("aria-live")).toBe("polite");
  expect(stand.text(".wg-cases summary")).toBe("Rule case GAZA 10.2/1");
  await model.receive({ checks: 2 });
  expect(stand.one(".wg-feedback").textContent).not.toBe(first);
  pick(0);
  expect(stand.text(".wg-feedback")).toBe("");
  await model.receive({ verdict: "right", feedback: "Right.", checks: 3 });
  expect(stand.text(".wg-feedback")).toBe("✓ Right.");
});

it("keeps two views in step, with radio groups of their own", async () => {
  const other = new Stand(widget.render, model);
  pick(1);
  await settled();
  const theirs = other.all<HTMLInputElement>("input");
  expect(theirs.map(({ checked }) => checked)).toEqual([false, true]);
  expect(theirs[0]?.name).not.toBe(radios()[0]?.name);
  await model.receive({ reply: { chosen: 0, text: "", count: 0 } });
  expect(radios().map(({ checked }) => checked)).toEqual([true, false]);
  other.leave();
});

it("takes a number as it is typed", async () => {
  await model.receive({ kind: "number", options: [], unit: "steps" });
  const field = stand.one<HTMLInputElement>(".wg-field");
  expect(stand.text("label")).toContain("steps");
  check();
  expect(stand.text(".wg-feedback")).toBe("Type an answer first.");
  field.value = "1/3";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await settled();
  expect(field.value).toBe("1/3");
  check();
  expect(model.get("reply")).toEqual({ chosen: -1, text: "1/3", count: 1 });
});

it("keeps plain keys from the notebook, and shows words as words", async () => {
  radios()[0]?.focus();
  expect(escaping(() => ["x", "ArrowDown"].map((key) => stand.press(key)))).toEqual([]);
  await model.receive({
    prompt: HOSTILE,
    options: [HOSTILE, "b"],
    feedback: HOSTILE,
    verdict: "wrong",
    checks: 1,
    error: HOSTILE,
    cases: [{ name: HOSTILE, summary: HOSTILE }],
  });
  expect(stand.el.querySelector("img")).toBeNull();
  expect(stand.text("legend")).toBe(HOSTILE);
});

it("follows every trait, stands up without any, and leaves nothing behind", async () => {
  expect(model.heard).toEqual(
    Object.keys(QUESTION)
      .filter((name) => !UNREAD.includes(name))
      .sort(),
  );
  new Stand(widget.render, new FakeModel()).leave();
  await model.receive(Object.fromEntries(Object.keys(QUESTION).map((name) => [name, undefined])));
  stand.cleanup();
  expect(model.listening).toBe(0);
  expect(stand.el.childElementCount).toBe(0);
});
