import { describe, expect, it } from "vitest";
import type { OddsLook } from "./bars";
import { chanceOf, chanceText, fullBar, oddsRows, oddsSentence, percent } from "./bars";

const look = (more: Partial<OddsLook> = {}): OddsLook => ({
  series: [{ name: "left", chances: { D1: "1/2", D2: "1/3", Ex: "1/6" } }],
  order: ["Ex", "D2", "D1"],
  meanings: { D1: "Retreat one hex." },
  lit: "",
  hidden: false,
  betting: false,
  bets: [],
  bet: { code: "", count: 0 },
  rounded: false,
  ...more,
});

describe("chances", () => {
  // The same table stands in the test of the Python side.
  it.each([
    ["0", "0 · 0 %"],
    ["1", "1 · 100 %"],
    ["1/3", "1/3 · 33.3 %"],
    ["1/6", "1/6 · 16.7 %"],
    ["1/2", "1/2 · 50.0 %"],
    ["1/2000", "1/2000 · 0.1 %"],
    ["1/2001", "1/2001 · < 0.1 %"],
    ["1999/2000", "1999/2000 · > 99.9 %"],
    ["1/16", "1/16 · 6.3 %"],
    ["3333333333333333333333/10000000000000000000000", "3333333333333333333333/10000000000000000000000 · 33.3 %"],
  ])("%s reads %s", (text, read) => {
    expect(chanceText(text)).toBe(read);
  });

  it.each(["", "x", "1/0", "2", "3/2", "-1/2", "0.5", "1/3/4", undefined, null, 1])("%j is none", (text) => {
    expect(chanceOf(text)).toBeUndefined();
    expect(chanceText(text)).toBe("?");
  });

  it("rounds half up", () => {
    expect(percent({ over: 1n, under: 2000n })).toBe("0.1 %");
    expect(percent({ over: 3n, under: 2000n })).toBe("0.2 %");
  });
});

describe("bars", () => {
  it("share one scale over all series", () => {
    expect(fullBar([])).toBe(0.25);
    expect(fullBar([{ name: "", chances: { a: "1/4" } }])).toBe(0.25);
    expect(
      fullBar([
        { name: "", chances: { a: "1/4" } },
        { name: "", chances: { a: "1/3" } },
      ]),
    ).toBe(0.5);
    expect(fullBar([{ name: "", chances: { a: "2/3" } }])).toBe(1);
    expect(fullBar([{ name: "" }])).toBe(0.25);
  });

  it("stand in the given order, with the forgotten codes last", () => {
    const rows = oddsRows(look({ order: ["D2"], series: [{ name: "", chances: { Ex: "1", D2: "0" } }] }));
    expect(rows.map(({ code }) => code)).toEqual(["D2", "Ex"]);
    expect(rows.map(({ bars }) => bars[0]?.width)).toEqual([0, 100]);
  });

  it("give a missing result no chance", () => {
    const series = [...look().series, { name: "right", chances: { D1: "1" } }];
    const ex = oddsRows(look({ series })).find(({ code }) => code === "Ex");
    expect(ex?.bars.map(({ text }) => text)).toEqual(["1/6 · 16.7 %", "0 · 0 %"]);
  });

  it("light what was thrown: in the first series, or where a series says so itself", () => {
    const series = [...look().series, { name: "right", chances: { D1: "1" }, lit: "D1" }];
    const lit = oddsRows(look({ series, lit: "D2" })).map(({ code, bars }) => [code, ...bars.map((bar) => bar.lit)]);
    expect(lit).toEqual([
      ["Ex", false, false],
      ["D2", true, false],
      ["D1", false, true],
    ]);
  });

  it("open what may be bet on", () => {
    const open = (more: Partial<OddsLook>) =>
      oddsRows(look(more))
        .filter((row) => row.open)
        .map(({ code }) => code);
    expect(open({})).toEqual([]);
    expect(open({ betting: true })).toEqual(["Ex", "D2", "D1"]);
    expect(open({ betting: true, bets: ["D1"] })).toEqual(["D1"]);
  });
});

describe("the sentence", () => {
  it.each([
    [{}, "Most likely: D1, 1/2 · 50.0 %."],
    [{ series: [] }, "No odds to show."],
    [{ series: [{ name: "", chances: { A: "1/2", B: "1/2" } }], order: [] }, "Most likely: A and B, 1/2 · 50.0 %."],
    [{ lit: "D2" }, "Thrown: D2, which had a chance of 1/3 · 33.3 %."],
    [{ lit: "D2", bet: { code: "Ex", count: 1 } }, "Thrown: D2, which had a chance of 1/3 · 33.3 %. Your bet: Ex."],
    [{ hidden: true, betting: true }, "Bet!"],
    [{ hidden: true }, "The odds are hidden for now."],
    [{ hidden: true, betting: true, bet: { code: "Ex", count: 2 } }, "Your bet: Ex."],
  ])("for %j", (more, sentence) => {
    expect(oddsSentence(look(more as Partial<OddsLook>), "Bet!")).toBe(sentence);
  });
});
