import { expect, it } from "vitest";
import { named, readable, spellings } from "./conceal";

// The same pair stands in tests/handout/test_conceal.py.
it("names and scrambles as Python does", () => {
  expect(named("combat-1\n=1/3")).toBe("69fad3be4ff1723c");
  expect(readable("6rkwrHkv6ASoT2qIPvrPR4TXbnPtz8uRTUXJnjjSbhsEvjpY0Q==", "combat-1\n=1/3")).toBe(
    "+Right. Two faces of six: ½ of four.",
  );
});

it("does not give the words to another reply", () => {
  expect(readable("6rkwrHkv6ASoT2qIPvrPR4TXbnPtz8uRTUXJnjjSbhsEvjpY0Q==", "combat-1\n=1/2")).not.toContain("Right");
});

it.each([
  ["3", ["=3/1"]],
  ["3.0", ["=3/1", "~1:30"]],
  ["2/6", ["=1/3"]],
  [" 1 / 3 ", ["=1/3"]],
  ["1½", ["=3/2"]],
  ["½", ["=1/2"]],
  ["0,333", ["=333/1000", "~3:333"]],
  [".25", ["=1/4", "~2:25"]],
  ["33.3 %", ["=333/1000", "~3:333"]],
  ["50%", ["=1/2", "~2:50"]],
  ["−2", ["=-2/1"]],
  ["-0.5", ["=-1/2", "~1:-5"]],
  ["0", ["=0/1"]],
  ["1/0", []],
  ["1 2.5", []],
  ["two", []],
  ["", []],
  ["9".repeat(61), []],
])("reads %s", (typed, expected) => {
  expect(spellings(typed)).toEqual(expected);
});
