// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from "vitest";
import { FakeModel, HOSTILE, Stand, settled } from "./lib/fake";
import type { ReplyData } from "./lib/replies";
import { exportText, fileName, written } from "./lib/replies";
import { SHEET } from "./lib/traits";
import widget from "./replies";

const reply = (more: Partial<ReplyData>): ReplyData => ({
  kind: "answer",
  question: "combat-1",
  prompt: "Who moves first?",
  said: "British",
  right: true,
  tries: 1,
  reason: "",
  cases: [],
  facts: {},
  at: "",
  ...more,
});
const BET = reply({ kind: "bet", question: "CombatExplorer: attack on 1310", said: "Ex", right: null });

let model: FakeModel;
let stand: Stand;
const reasons = (): HTMLTextAreaElement[] => stand.all<HTMLTextAreaElement>(".wg-said textarea");
const text = (): string => stand.one<HTMLTextAreaElement>(".wg-text").value;
function type(field: HTMLTextAreaElement | undefined, words: string): void {
  if (!field) throw new Error("No such field.");
  field.value = words;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

beforeEach(() => {
  model = new FakeModel({ rows: [reply({ tries: 2 }), BET], lesson: "fire_and_movement/01_combat" });
  stand = new Stand(widget.render, model);
});

afterEach(() => stand.leave());

it("lists what was said, and says right and wrong in words", async () => {
  expect(stand.all(".wg-line").map((each) => each.textContent)).toEqual([
    "Answer: British (✓ right, after 2 tries)",
    "Bet: Ex",
  ]);
  await model.receive({ rows: [reply({ right: false })] });
  expect(stand.text(".wg-line")).toBe("Answer: British (✗ wrong)");
  await model.receive({ rows: [] });
  expect(stand.text(".wg-quiet")).toContain("Nothing yet.");
});

it("takes a reason for a row, and sends it once it is given", () => {
  type(reasons()[1], "Two faces of six.");
  expect(model.saves).toHaveLength(0);
  reasons()[1]?.dispatchEvent(new Event("change", { bubbles: true }));
  expect(model.saves.map(({ because }) => because)).toEqual([{ row: 1, reason: "Two faces of six.", count: 1 }]);
});

it("keeps what is being typed while something else is said", async () => {
  const field = reasons()[1];
  field?.focus();
  type(field, "Half a");
  await model.receive({ rows: [reply({}), BET, reply({ question: "combat-2" })] });
  expect(reasons().map(({ value }) => value)).toEqual(["", "Half a", ""]);
  expect(document.activeElement).toBe(reasons()[1]);
});

it("has the file as text, with the name and with reasons that were not sent", async () => {
  const name = stand.one<HTMLInputElement>("input");
  name.value = "Ada";
  name.dispatchEvent(new Event("change", { bubbles: true }));
  type(reasons()[0], "They came first.");
  await settled();
  const data = JSON.parse(text());
  expect(data).toMatchObject({ format: "wargame replies", version: 1 });
  expect(data.student).toEqual({ name: "Ada", lesson: "fire_and_movement/01_combat", team: "", side: "", room: "" });
  expect(data.replies[0]).toEqual(reply({ tries: 2, reason: "They came first." }));
  expect(data.replies[1]).toEqual(BET);
});

it("saves it under a name that every system takes", () => {
  stand.one<HTMLInputElement>("input").value = "../Ada O'Neil\n";
  stand.one<HTMLButtonElement>("button").click();
  expect(stand.text("[role=status]")).toBe("Saved as replies_01-combat_Ada-O-Neil.json.");
  expect(fileName("", "")).toBe("replies.json");
  expect(fileName("x".repeat(300), "")).toHaveLength(85);
});

it("keeps what can be written down, counted as Python counts", () => {
  expect(written("a\u0000b\ud800c\udc00\n😀😀", 5)).toBe("abc\n😀");
  expect(JSON.parse(exportText("\u0007A", "", [])).student.name).toBe("A");
});

it("lets no text out as markup, hears its traits, and leaves nothing behind", async () => {
  await model.receive({
    rows: [reply({ prompt: HOSTILE, said: HOSTILE, reason: HOSTILE })],
    name: HOSTILE,
    label: HOSTILE,
    error: HOSTILE,
  });
  expect(stand.all("img")).toHaveLength(0);
  const asked = ["because"];
  expect(model.heard).toEqual(
    Object.keys(SHEET)
      .filter((name) => !asked.includes(name))
      .sort(),
  );
  stand.cleanup();
  expect(model.listening).toBe(0);
});
