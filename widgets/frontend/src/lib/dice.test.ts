import { describe, expect, it } from "vitest";
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
} from "./dice";

const dice = (faces: number, first = 1, count = 1) => ({ faces, first, count, drawn: false });
const d6 = range(dice(6));
const d10 = range(dice(10, 0));
const none = range(dice(0));
const bands = [
  { low: 1, high: 2, outcome: "D2" },
  { low: 3, high: 6, outcome: "Ex" },
];

describe("the range", () => {
  it("is of one die, of several, or of none", () => {
    expect(d6).toEqual({ low: 1, high: 6 });
    expect(range(dice(6, 1, 2))).toEqual({ low: 2, high: 12 });
    expect(d10).toEqual({ low: 0, high: 9 });
    expect(range(dice(10, 0, 2))).toEqual({ low: 0, high: 18 });
    expect([none, d6, d10, range(dice(1, 0))].map(idle)).toEqual([true, false, false, false]);
  });

  it("has buttons up to twelve faces", () => {
    expect(buttons(d6)).toBe(true);
    expect(buttons(d10)).toBe(true);
    expect(buttons(range(dice(12)))).toBe(true);
    expect(buttons(range(dice(13)))).toBe(false);
    expect(buttons(none)).toBe(false);
  });
});

describe("bands", () => {
  it("fall back to one without words", () => {
    expect(segments([], d6)).toEqual([{ low: 1, high: 6, outcome: "" }]);
    expect(segments([{ low: 3, high: 99, outcome: "x" }], d6)).toHaveLength(1);
    expect(segments(bands, d6)).toEqual(bands);
    expect(segments(bands, none)).toEqual([]);
  });

  it("know their faces", () => {
    expect(bandFaces({ low: 1, high: 2 })).toBe("1–2");
    expect(bandFaces({ low: 4, high: 4 })).toBe("4");
    expect(bandFaces({ low: 0, high: 35 }, true)).toBe("00–35");
    expect(bandFaces({ low: 7, high: 7 }, true)).toBe("07");
    expect(outcomeAt(bands, 3)).toBe("Ex");
    expect(outcomeAt(bands, 9)).toBe("");
  });
});

describe("keys", () => {
  it("set faces, 0 being ten", () => {
    expect(faceOfKey("4", d6)).toBe(4);
    expect(faceOfKey("7", d6)).toBeUndefined();
    expect(faceOfKey("0", d6)).toBeUndefined();
    expect(faceOfKey("0", range(dice(10)))).toBe(10);
    expect(faceOfKey("0", d10)).toBe(0);
    expect(faceOfKey("9", d10)).toBe(9);
    expect(faceOfKey("1", range(dice(6, 1, 2)))).toBeUndefined();
    expect(faceOfKey("a", d6)).toBeUndefined();
  });

  it("walk along the faces and stop at the ends", () => {
    expect(faceBeside("ArrowRight", 6, d6)).toBe(6);
    expect(faceBeside("ArrowLeft", 6, d6)).toBe(5);
    expect(faceBeside("Home", 6, d6)).toBe(1);
    expect(faceBeside("End", 1, d6)).toBe(6);
    expect(faceBeside("x", 1, d6)).toBeUndefined();
  });
});

it("reads a typed face only if it is there", () => {
  const d100 = range(dice(100));
  const pair = range(dice(100, 0));
  expect(["07", "7", "00", "99", "100"].map((text) => typedFace(text, pair))).toEqual([7, 7, 0, 99, undefined]);
  expect(typedFace(" 42 ", d100)).toBe(42);
  for (const text of ["", "0", "101", "4.5", "-3", "1e2", "x"]) expect(typedFace(text, d100)).toBeUndefined();
});

it("says what is thrown", () => {
  expect(thing(dice(6))).toBe("One die, 6 faces");
  expect(thing(dice(6, 1, 3))).toBe("3 dice of 6 faces, added up");
  expect(thing(dice(10, 0))).toBe("One die, 10 faces, 0 to 9");
  expect(thing(dice(100, 0))).toBe("A pair of ten-sided dice, read 00 to 99");
  expect(thing({ ...dice(9), drawn: true })).toBe("Blind draw, one of 9");
});

it("reads a hundred faces from 0 on, and no others, as a pair", () => {
  expect([dice(100, 0), dice(100), dice(10, 0), dice(100, 0, 2)].map(isPair)).toEqual([true, false, false, false]);
  expect(isPair({ ...dice(100, 0), drawn: true })).toBe(false);
  expect(landedSentence(7, "hit", true)).toBe("07: hit");
  expect(landedSentence(0, "")).toBe("0");
  expect(landedSentence(-1, "hit")).toBe("");
});

it("has as many pips as the face says", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((face) => pips(face).length)).toEqual([0, 1, 2, 3, 4, 5, 6, 0]);
});
