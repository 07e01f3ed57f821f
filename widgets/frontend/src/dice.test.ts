// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from "vitest";
import widget from "./dice";
import { escaping, FakeModel, HOSTILE, Stand, settled } from "./lib/fake";
import { DICE } from "./lib/traits";

let model: FakeModel;
let stand: Stand;
const faces = (): HTMLElement[] => stand.all(".wg-strip button");
const face = (label: string): HTMLElement => stand.one(`[data-key="face ${label}"]`);

beforeEach(() => {
  model = new FakeModel({
    faces: 6,
    purpose: "Combat at 0913",
    bands: [
      { low: 1, high: 2, outcome: "D2" },
      { low: 3, high: 6, outcome: "Ex" },
    ],
    cases: [{ name: "FM8 8.2.1/10", summary: "The throw: one die." }],
  });
  stand = new Stand(widget.render, model);
});

afterEach(() => stand.leave());

it("shows what the roll is for and where each face leads", () => {
  expect(stand.text(".wg-title")).toBe("Combat at 0913");
  expect(stand.all(".wg-outcome").map((each) => each.textContent)).toEqual(["D2", "Ex"]);
  expect(faces().map((each) => each.getAttribute("aria-label"))[2]).toBe("Set 3: Ex");
  expect(stand.text("summary")).toBe("Rule case FM8 8.2.1/10");
});

it("asks for a throw and for a face, and never throws by itself", async () => {
  stand.one('[data-key="throw"]').click();
  face("4").click();
  await settled();
  expect(model.saves.map(({ request }) => request)).toEqual([
    { kind: "throw", face: 0, count: 1 },
    { kind: "set", face: 4, count: 2 },
  ]);
  expect(model.get("face")).toBeUndefined();
});

it("sets by digit from anywhere in the tray, and walks the faces as one tab stop", () => {
  stand.one('[data-key="throw"]').focus();
  stand.press("5");
  stand.press("9");
  expect(model.get("request")).toEqual({ kind: "set", face: 5, count: 1 });
  expect(stand.all(".wg-strip button[tabindex='0']")).toHaveLength(1);
  face("1").focus();
  stand.press("ArrowRight");
  stand.press("End");
  expect(document.activeElement).toBe(face("6"));
  expect(stand.all(".wg-strip button[tabindex='0']")).toEqual([face("6")]);
});

it("lights the band it lands in, by words too, and speaks it each time", async () => {
  await model.receive({ face: 2, outcome: "D2", landed: 1 });
  expect(stand.text(".wg-lit .wg-sign")).toBe("◄ 2");
  expect(face("2").getAttribute("aria-pressed")).toBe("true");
  expect(stand.all(".wg-pip")).toHaveLength(2);
  expect(stand.text(".wg-landed")).toBe("2: D2");
  const first = stand.one(".wg-live").textContent;
  await model.receive({ landed: 2 });
  expect(first).toBe("2: D2");
  expect(stand.one(".wg-live").textContent).not.toBe(first);
  expect(stand.one(".wg-die").className).toContain("wg-rolls");
});

it("takes a number where there are too many faces for buttons", async () => {
  const bands = [
    { low: 1, high: 35, outcome: "miss" },
    { low: 36, high: 100, outcome: "hit" },
  ];
  await model.receive({ faces: 100, bands });
  expect(faces()).toHaveLength(0);
  expect(stand.all(".wg-faces").map((each) => each.textContent)).toEqual(["1–35", "36–100"]);
  const field = stand.one<HTMLInputElement>(".wg-field");
  field.value = "36";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  expect(stand.text("output")).toBe("leads to hit");
  field.focus();
  stand.press("7");
  expect(model.saves).toHaveLength(0);
  stand.one("form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  expect(model.get("request")).toEqual({ kind: "set", face: 36, count: 1 });
  field.value = "101";
  stand.one("form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  expect(stand.text("output")).toBe("Type a whole number from 1 to 100.");
  expect(model.saves).toHaveLength(1);
});

it("takes 0 for a face where faces begin there", async () => {
  const bands = [
    { low: 0, high: 4, outcome: "miss" },
    { low: 5, high: 9, outcome: "hit" },
  ];
  await model.receive({ faces: 10, first: 0, bands });
  expect(faces()).toHaveLength(10);
  face("9").focus();
  stand.press("0");
  expect(model.get("request")).toEqual({ kind: "set", face: 0, count: 1 });
  await model.receive({ face: 0, outcome: "miss", landed: 1 });
  expect(stand.text(".wg-lit .wg-sign")).toBe("◄ 0");
  expect(stand.text(".wg-landed")).toBe("0: miss");
  expect(stand.text(".wg-die")).toBe("0");
});

it("shows a percentile as two dice, and takes its number from anywhere in the tray", async () => {
  const bands = [
    { low: 0, high: 35, outcome: "stands" },
    { low: 36, high: 75, outcome: "falls back" },
    { low: 76, high: 99, outcome: "routs" },
  ];
  await model.receive({ faces: 100, first: 0, bands });
  expect(stand.all(".wg-faces").map((each) => each.textContent)).toEqual(["00–35", "36–75", "76–99"]);
  expect(stand.text("output")).toBe("00 to 99");
  stand.one('[data-key="throw"]').focus();
  stand.press("7");
  expect(document.activeElement).toBe(stand.one(".wg-field"));
  expect(model.saves).toHaveLength(0);
  await model.receive({ face: 7, outcome: "stands", landed: 1 });
  expect(stand.all(".wg-ten").map((each) => each.textContent)).toEqual(["0", "7"]);
  expect(stand.text(".wg-landed")).toBe("07: stands");
  expect(stand.text(".wg-lit .wg-sign")).toBe("◄ 07");
});

it("is idle without a roll, and closed while it is not the time", async () => {
  await model.receive({ enabled: false });
  expect(faces().every((each) => (each as HTMLButtonElement).disabled)).toBe(true);
  stand.one(".wg-strip").focus();
  stand.one('[data-key="throw"]').dispatchEvent(new KeyboardEvent("keydown", { key: "3", bubbles: true }));
  expect(model.saves).toHaveLength(0);
  await model.receive({ faces: 0, bands: [], hint: "Choose an attack first." });
  expect(stand.text(".wg-title")).toBe("No roll is asked for.");
  expect(faces()).toHaveLength(0);
  expect(stand.all("p").map((each) => each.textContent)).toContain("Choose an attack first.");
});

it("keeps the focus on a face that is drawn anew", async () => {
  face("4").focus();
  await model.receive({ face: 4, outcome: "Ex", landed: 1 });
  expect(document.activeElement).toBe(face("4"));
});

it("keeps plain keys from the notebook, and shows words as words", async () => {
  face("1").focus();
  expect(escaping(() => ["x", "1", "Enter", "Tab"].map((key) => stand.press(key)))).toEqual(["Tab"]);
  await model.receive({
    purpose: HOSTILE,
    bands: [{ low: 1, high: 6, outcome: HOSTILE }],
    cases: [{ name: HOSTILE, summary: HOSTILE }],
    face: 1,
    outcome: HOSTILE,
    hint: HOSTILE,
    error: HOSTILE,
  });
  expect(stand.el.querySelector("img")).toBeNull();
  expect(stand.text(".wg-landed")).toBe(`1: ${HOSTILE}`);
});

it("follows every trait, stands up without any, and leaves nothing behind", async () => {
  expect(model.heard).toEqual(
    Object.keys(DICE)
      .filter((name) => name !== "request")
      .sort(),
  );
  new Stand(widget.render, new FakeModel()).leave();
  await model.receive(Object.fromEntries(Object.keys(DICE).map((name) => [name, undefined])));
  stand.cleanup();
  expect(model.listening).toBe(0);
  expect(stand.el.childElementCount).toBe(0);
});
