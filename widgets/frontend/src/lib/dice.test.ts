import { describe, expect, it } from "vitest";
import { bandFaces, buttons, faceBeside, faceOfKey, outcomeAt, pips, range, segments, thing, typedFace } from "./dice";

const d6 = range({ faces: 6, count: 1 });
const bands = [
  { low: 1, high: 2, outcome: "D2" },
  { low: 3, high: 6, outcome: "Ex" },
];

describe("the range", () => {
  it("is of one die, of several, or of none", () => {
    expect(d6).toEqual({ low: 1, high: 6 });
    expect(range({ faces: 6, count: 2 })).toEqual({ low: 2, high: 12 });
    expect(range({ faces: 0, count: 1 })).toEqual({ low: 0, high: 0 });
  });

  it("has buttons up to twelve faces", () => {
    expect(buttons(d6)).toBe(true);
    expect(buttons(range({ faces: 12, count: 1 }))).toBe(true);
    expect(buttons(range({ faces: 13, count: 1 }))).toBe(false);
    expect(buttons(range({ faces: 0, count: 1 }))).toBe(false);
  });
});

describe("bands", () => {
  it("fall back to one without words", () => {
    expect(segments([], d6)).toEqual([{ low: 1, high: 6, outcome: "" }]);
    expect(segments([{ low: 3, high: 99, outcome: "x" }], d6)).toHaveLength(1);
    expect(segments(bands, d6)).toEqual(bands);
    expect(segments(bands, range({ faces: 0, count: 1 }))).toEqual([]);
  });

  it("know their faces", () => {
    expect(bandFaces({ low: 1, high: 2 })).toBe("1–2");
    expect(bandFaces({ low: 4, high: 4 })).toBe("4");
    expect(outcomeAt(bands, 3)).toBe("Ex");
    expect(outcomeAt(bands, 9)).toBe("");
  });
});

describe("keys", () => {
  it("set faces, 0 being ten", () => {
    expect(faceOfKey("4", d6)).toBe(4);
    expect(faceOfKey("7", d6)).toBeUndefined();
    expect(faceOfKey("0", d6)).toBeUndefined();
    expect(faceOfKey("0", range({ faces: 10, count: 1 }))).toBe(10);
    expect(faceOfKey("1", range({ faces: 6, count: 2 }))).toBeUndefined();
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
  const d100 = range({ faces: 100, count: 1 });
  expect(typedFace(" 42 ", d100)).toBe(42);
  for (const text of ["", "0", "101", "4.5", "-3", "1e2", "x"]) expect(typedFace(text, d100)).toBeUndefined();
});

it("says what is thrown", () => {
  expect(thing({ faces: 6, count: 1, drawn: false })).toBe("One die, 6 faces");
  expect(thing({ faces: 6, count: 3, drawn: false })).toBe("3 dice of 6 faces, added up");
  expect(thing({ faces: 9, count: 1, drawn: true })).toBe("Blind draw, one of 9");
});

it("has as many pips as the face says", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((face) => pips(face).length)).toEqual([0, 1, 2, 3, 4, 5, 6, 0]);
});
