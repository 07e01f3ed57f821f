// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { escaping, FakeModel, HOSTILE, Stand } from "./lib/fake";
import { RULING } from "./lib/traits";
import widget from "./ruling";

const part = (path: string, more: object = {}): Record<string, unknown> => ({
  path,
  headline: path.slice(path.lastIndexOf("/") + 1),
  sentence: "Because.",
  mark: "+",
  status: "applied",
  cases: [],
  reconstructed: false,
  parts: [],
  ...more,
});

const attack = (label = "0913", ...more: object[]): Record<string, unknown> =>
  part("", {
    headline: `Attack on ${label}: 3 to 4`,
    sentence: "Column 3 to 4.",
    cases: [{ name: "FM8 8.2.1", summary: "Combat: how it goes." }],
    parts: [
      part("/Strength", { parts: [part("/Strength/31st"), part("/Strength/Guns")] }),
      part("/Trench", {
        headline: "Trench: −1 column",
        status: "skipped",
        mark: "·",
        cases: [{ name: "GAZA 14.0/2", summary: "Trenches: they shift the column." }],
        provenance: { kind: "reconstructed", sentence: "Reconstructed: ours." },
      }),
      ...more,
    ],
  });

let model: FakeModel;
let stand: Stand;
const item = (path: string): HTMLElement => stand.one(`[data-key="${path}"]`);
const shown = (): (string | null)[] => stand.all(".wg-item").map((each) => each.getAttribute("data-key"));

beforeEach(() => {
  model = new FakeModel({ tree: attack(), open_depth: 1, label: "Why", note: "This rests on reconstructed figures." });
  stand = new Stand(widget.render, model);
});

afterEach(() => stand.leave());

it("is a tree with one tab stop and words for every row", () => {
  expect(stand.one("[role=tree]").getAttribute("aria-label")).toBe("Why");
  expect(stand.all("[tabindex='0']")).toHaveLength(1);
  expect(item("/Trench").getAttribute("aria-label")).toContain("did not apply");
  expect(item("/Trench").getAttribute("aria-level")).toBe("2");
  expect(item("/Trench").hasAttribute("aria-expanded")).toBe(false);
  expect(item("/Strength").getAttribute("aria-expanded")).toBe("false");
  expect(stand.text(".wg-ours")).toBe("reconstructed");
  expect(stand.text(".wg-note")).toContain("reconstructed");
});

it("opens, walks and closes by key, and moves the tab stop along", () => {
  item("").focus();
  stand.press("ArrowDown");
  stand.press("ArrowRight");
  expect(shown()).toContain("/Strength/31st");
  stand.press("ArrowRight");
  expect(document.activeElement).toBe(item("/Strength/31st"));
  expect(stand.all("[tabindex='0']")).toEqual([item("/Strength/31st")]);
  stand.press("ArrowLeft");
  stand.press("Enter");
  expect(shown()).not.toContain("/Strength/31st");
  expect(document.activeElement).toBe(item("/Strength"));
});

it("types ahead", () => {
  item("").focus();
  stand.press("t");
  expect(document.activeElement).toBe(item("/Trench"));
});

it("explains the current row below the tree, and speaks it on the question mark", () => {
  expect(stand.text(".wg-detail")).toContain("FM8 8.2.1 - Combat: how it goes.");
  item("/Trench").focus();
  expect(stand.text(".wg-detail")).toContain("GAZA 14.0/2 - Trenches: they shift the column.");
  expect(stand.text(".wg-detail")).toContain("Reconstructed: ours.");
  stand.press("?");
  expect(stand.text(".wg-live")).toContain("they shift the column");
});

it("opens by a click on the headline, and only takes the focus by one elsewhere", () => {
  stand.one('[data-key="/Strength"] .wg-sentence').click();
  expect(document.activeElement).toBe(item("/Strength"));
  expect(item("/Strength").getAttribute("aria-expanded")).toBe("false");
  stand.one('[data-key="/Strength"] .wg-headline').click();
  expect(item("/Strength").getAttribute("aria-expanded")).toBe("true");
});

it("keeps open what was open, and the focus, when the ruling changes; and speaks it once", async () => {
  expect(stand.text(".wg-live")).toBe("");
  item("").focus();
  stand.press("*");
  stand.one('[data-key="/Strength"] .wg-twisty').click();
  item("/Strength/Guns").focus();
  await model.receive({ tree: attack("0305", part("/New")), note: "" });
  expect(shown()).toContain("/Strength/Guns");
  expect(shown()).toContain("/New");
  expect(document.activeElement).toBe(item("/Strength/Guns"));
  expect(stand.text(".wg-live")).toBe("Attack on 0305: 3 to 4. Column 3 to 4.");
  expect(stand.one(".wg-note").hidden).toBe(true);
});

it("touches only what differs, and speaks rulings that come quickly when they rest", async () => {
  const before = stand.all(".wg-item");
  const trench = stand.one('[data-key="/Trench"] .wg-headline').firstChild;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const receive = async (label: string): Promise<void> => {
    void model.receive({ tree: attack(label) });
    await Promise.resolve();
    vi.advanceTimersByTime(60);
  };
  for (const label of ["0305", "0306", "0307"]) await receive(label);
  expect(stand.text(".wg-headline")).toBe("Attack on 0307: 3 to 4");
  expect(stand.all(".wg-item")).toEqual(before);
  expect(stand.one('[data-key="/Trench"] .wg-headline').firstChild).toBe(trench);
  expect(stand.text(".wg-live")).toContain("0305");
  vi.advanceTimersByTime(1000);
  expect(stand.text(".wg-live")).toContain("0307");
  vi.useRealTimers();
});

it("shows beside the tree what comes with it", async () => {
  expect(stand.one(".wg-beside").hidden).toBe(true);
  await model.receive({ beside_html: "<h4>13.19</h4><svg></svg>" });
  expect(stand.one(".wg-two > .wg-beside").innerHTML).toBe("<h4>13.19</h4><svg></svg>");
  await model.receive({ beside_html: "" });
  expect(stand.one(".wg-beside").hidden).toBe(true);
  expect(stand.el.querySelector(".wg-two")).toBeNull();
});

it("hands the current row on to the one above when it has gone", async () => {
  stand.one('[data-key="/Strength"] .wg-twisty').click();
  item("/Strength/Guns").focus();
  await model.receive({ tree: part("", { headline: "Attack: no", parts: [part("/Strength")] }) });
  expect(document.activeElement).toBe(item("/Strength"));
  await model.receive({ tree: {} });
  expect(stand.text(".wg-quiet")).toBe("Nothing to explain yet.");
  expect(stand.one(".wg-detail").hidden).toBe(true);
});

it("shows a case's words under a pointer that rests on it, until Escape", () => {
  vi.useFakeTimers();
  const chip = stand.one('[data-key="/Trench"] .wg-chip');
  chip.dispatchEvent(new Event("pointerover", { bubbles: true }));
  vi.advanceTimersByTime(200);
  expect(stand.one(".wg-tooltip").hidden).toBe(false);
  expect(stand.text(".wg-tooltip")).toContain("they shift the column");
  stand.one(".wg-tooltip").dispatchEvent(new Event("pointerover", { bubbles: true }));
  vi.advanceTimersByTime(500);
  expect(stand.one(".wg-tooltip").hidden).toBe(false);
  item("").focus();
  stand.press("Escape");
  expect(stand.one(".wg-tooltip").hidden).toBe(true);
  vi.useRealTimers();
});

it("marks a refusal and what is not covered by sign and by class", async () => {
  await model.receive({
    tree: part("", {
      headline: "Attack: refused",
      status: "refused",
      mark: "✗",
      parts: [part("/a", { status: "not covered", mark: "?" })],
    }),
  });
  expect(item("").className).toContain("wg-is-refused");
  expect(stand.one('[data-key="/a"] .wg-mark').textContent).toBe("?");
  expect(item("/a").className).toContain("wg-is-not-covered");
});

it("keeps plain keys from the notebook", () => {
  item("").focus();
  expect(escaping(() => ["x", "d", "Enter", "Tab"].map((key) => stand.press(key)))).toEqual(["Tab"]);
});

it("shows words as words", async () => {
  const hostile = part("", {
    headline: HOSTILE,
    sentence: HOSTILE,
    mark: HOSTILE,
    cases: [{ name: HOSTILE, summary: HOSTILE }],
    provenance: { kind: HOSTILE, sentence: HOSTILE },
  });
  await model.receive({ tree: hostile, note: HOSTILE, label: HOSTILE });
  expect(stand.el.querySelector("img")).toBeNull();
  expect(stand.text(".wg-headline")).toBe(HOSTILE);
});

it("follows every trait, stands up without any, and leaves nothing behind", async () => {
  expect(model.heard).toEqual(Object.keys(RULING).sort());
  const bare = new Stand(widget.render, new FakeModel());
  bare.leave();
  await model.receive(Object.fromEntries(Object.keys(RULING).map((name) => [name, undefined])));
  stand.cleanup();
  expect(model.listening).toBe(0);
  expect(stand.el.childElementCount).toBe(0);
});
