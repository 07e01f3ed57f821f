// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import widget from "./fivedice";
import { escaping, FakeModel, HOSTILE, Stand } from "./lib/fake";
import { digits, fiveSentence, READINGS, typedFaces } from "./lib/five";
import { FIVE } from "./lib/traits";

describe("the readings", () => {
  it("are one die and two pairs", () => {
    expect(READINGS.map((reading) => digits([4, 3, 6, 8, 0], reading))).toEqual(["4", "36", "80"]);
    expect(fiveSentence([4, 3, 6, 8, 0])).toBe("main 4, fraction 36, morale 80");
    for (const wrong of [[], [1, 2, 3], [1, 2, 3, 4, 10]]) expect(fiveSentence(wrong)).toBe("");
  });

  it("can be typed", () => {
    expect(typedFaces(["4", "36", "80"])).toEqual([4, 3, 6, 8, 0]);
    expect(typedFaces(["0", "7", " 00 "])).toEqual([0, 0, 7, 0, 0]);
    expect(typedFaces(["12", "7", "0"])).toBe(READINGS[0]);
    expect(typedFaces(["1", "x", "0"])).toBe(READINGS[1]);
    expect(typedFaces(["1", "1"])).toBe(READINGS[2]);
  });
});

let model: FakeModel;
let stand: Stand;

beforeEach(() => {
  model = new FakeModel({ purpose: "Fire at 31.56" });
  stand = new Stand(widget.render, model);
});

afterEach(() => stand.leave());

const type = (texts: readonly string[]): void => {
  for (const [at, field] of stand.all<HTMLInputElement>("input").entries()) field.value = texts[at] ?? "";
  stand.one("form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
};

it("names each die, and each reading has a shape of its own", () => {
  expect(stand.all(".wg-colour").map((each) => each.textContent)).toEqual(["green", "red", "white", "black", "gray"]);
  expect(stand.all(".wg-name").map((each) => each.textContent)).toEqual(["main", "fraction", "morale"]);
  const shapes = [...stand.el.querySelectorAll(".wg-figure path")].map((each) => each.getAttribute("d"));
  expect(new Set(shapes).size).toBe(3);
});

it("asks for a throw, or for faces typed by hand", () => {
  stand.one('[data-key="throw"]').click();
  type(["4", "36", "80"]);
  expect(model.saves.map(({ request }) => request)).toEqual([
    { kind: "throw", faces: [], count: 1 },
    { kind: "set", faces: [4, 3, 6, 8, 0], count: 2 },
  ]);
  expect(model.get("faces")).toBeUndefined();
});

it("says which number cannot be", () => {
  type(["4", "", "80"]);
  expect(stand.text("output")).toBe("Type a whole number from 00 to 99 for fraction.");
  expect(model.saves).toHaveLength(0);
});

it("shows and speaks what landed, each time", async () => {
  await model.receive({ faces: [4, 3, 6, 8, 0], outcomes: ["0.90", "a hit"], landed: 1 });
  expect(stand.all(".wg-read").map((each) => each.textContent)).toEqual(["4", "36", "80"]);
  expect(stand.all(".wg-outcome").map((each) => each.textContent)).toEqual(["0.90", "a hit"]);
  const live = stand.el.querySelector(".wg-sheet > .wg-live");
  const first = live?.textContent;
  expect(first).toBe("main 4, fraction 36, morale 80; 0.90; a hit");
  await model.receive({ landed: 2 });
  expect(live?.textContent).not.toBe(first);
});

it("is closed while it is not the time, keeps its keys, and shows words as words", async () => {
  stand.all("input")[0]?.focus();
  expect(escaping(() => ["x", "1", "Tab"].map((key) => stand.press(key)))).toEqual(["Tab"]);
  await model.receive({ enabled: false, purpose: HOSTILE, outcomes: [HOSTILE], hint: HOSTILE, error: HOSTILE });
  type(["4", "36", "80"]);
  expect(stand.one<HTMLButtonElement>('[data-key="throw"]').disabled).toBe(true);
  expect(model.saves).toHaveLength(0);
  expect(stand.el.querySelector("img")).toBeNull();
});

it("follows every trait, stands up without any, and leaves nothing behind", async () => {
  const heard = Object.keys(FIVE).filter((name) => name !== "request");
  expect(model.heard).toEqual(heard.sort());
  new Stand(widget.render, new FakeModel()).leave();
  await model.receive(Object.fromEntries(Object.keys(FIVE).map((name) => [name, undefined])));
  stand.cleanup();
  expect(model.listening).toBe(0);
  expect(stand.el.childElementCount).toBe(0);
});
