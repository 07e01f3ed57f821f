import { describe, expect, it } from "vitest";
import type { TreeNode } from "./tree";
import { announcement, badge, detail, Folding, keyAction, readTree, spoken, typedAhead, visible } from "./tree";

const node = (path: string, parts: unknown[] = [], more: object = {}): Record<string, unknown> => ({
  path,
  headline: path.slice(path.lastIndexOf("/") + 1) || "Attack: 3 to 4",
  sentence: "Because.",
  mark: "+",
  status: "applied",
  cases: [],
  reconstructed: false,
  parts,
  ...more,
});

const tree = readTree(
  node("", [
    node("/Strength", [node("/Strength/One"), node("/Strength/Two")]),
    node("/Line"),
    node("/Shifts", [node("/Shifts/a")]),
  ]),
) as TreeNode;

const paths = (folding: Folding): string[] => visible(tree, folding).map((row) => row.node.path);

describe("reading", () => {
  it("takes nothing for a tree that is not one", () => {
    for (const data of [undefined, null, {}, [], "tree", { headline: 3 }]) expect(readTree(data)).toBeUndefined();
  });

  it("stands up to half a node", () => {
    const half = readTree({ headline: "A", cases: "x", parts: [null, { headline: "B", cases: [7] }] });
    expect(half?.parts.map(({ headline }) => headline)).toEqual(["", "B"]);
    expect(half?.parts[1]?.cases).toEqual([{ name: "", summary: "" }]);
  });
});

describe("folding", () => {
  it("opens down to a depth", () => {
    expect(paths(new Folding(0))).toEqual([""]);
    expect(paths(new Folding(1))).toEqual(["", "/Strength", "/Line", "/Shifts"]);
    expect(paths(new Folding(9))).toHaveLength(7);
  });

  it("lets the reader's choice outlive the depth", () => {
    const folding = new Folding(1);
    folding.set("/Shifts", true);
    folding.depth = 0;
    folding.set("", true);
    expect(paths(folding)).toEqual(["", "/Strength", "/Line", "/Shifts", "/Shifts/a"]);
  });

  it("counts places as ARIA does", () => {
    const row = visible(tree, new Folding(9)).find((each) => each.node.path === "/Strength/Two");
    expect(row).toMatchObject({ level: 3, position: 2, size: 2, parent: "/Strength" });
  });
});

describe("keys", () => {
  const folding = new Folding(1);
  const act = (key: string, at: string) => keyAction(key, visible(tree, folding), at, folding);

  it.each([
    ["ArrowDown", "", "/Strength"],
    ["ArrowUp", "/Line", "/Strength"],
    ["Home", "/Line", ""],
    ["End", "", "/Shifts"],
    ["ArrowRight", "", "/Strength"],
    ["ArrowLeft", "/Line", ""],
  ])("%s at %j goes to %j", (key, at, to) => {
    expect(act(key, at)).toEqual({ kind: "go", path: to });
  });

  it.each([
    ["ArrowRight", "/Shifts", true],
    ["Enter", "/Shifts", true],
    [" ", "", false],
    ["ArrowLeft", "", false],
  ])("%s at %j folds: open %j", (key, at, open) => {
    expect(act(key, at)).toEqual({ kind: "fold", paths: [at], open });
  });

  it("stays at the ends and on leaves", () => {
    expect(act("ArrowUp", "")).toEqual({ kind: "stay" });
    expect(act("ArrowDown", "/Shifts")).toEqual({ kind: "stay" });
    expect(act("Enter", "/Line")).toEqual({ kind: "stay" });
    expect(act("ArrowRight", "/Line")).toEqual({ kind: "stay" });
  });

  it("opens all siblings with the star", () => {
    expect(act("*", "/Line")).toEqual({ kind: "fold", paths: ["/Strength", "/Shifts"], open: true });
  });

  it("leaves other keys alone, and every key when it stands nowhere", () => {
    expect(act("x", "")).toBeUndefined();
    expect(act("ArrowDown", "/Gone")).toBeUndefined();
  });

  it("types ahead, around the end", () => {
    const rows = visible(tree, new Folding(9));
    expect(typedAhead(rows, "", "s")).toBe("/Strength");
    expect(typedAhead(rows, "/Strength", "s")).toBe("/Shifts");
    expect(typedAhead(rows, "/Shifts", "s")).toBe("/Strength");
    expect(typedAhead(rows, "/Strength", "sh")).toBe("/Shifts");
    expect(typedAhead(rows, "/Shifts", "sh")).toBe("/Shifts");
    expect(typedAhead(rows, "", "z")).toBeUndefined();
  });
});

describe("words", () => {
  const ours = { kind: "reconstructed", sentence: "Reconstructed: ours." };
  const one = readTree(
    node("/x", [], {
      headline: "Trench: +2",
      status: "skipped",
      sentence: "No trench there.",
      cases: [
        { name: "GAZA 14.0/2", summary: "Trenches: they help." },
        { name: "GAZA 99", summary: "" },
      ],
      provenance: ours,
    }),
  ) as TreeNode;

  it("says status, cases and origin, not only shows them", () => {
    expect(spoken(one, false)).toBe("Trench: +2, did not apply. No trench there. GAZA 14.0/2, GAZA 99. reconstructed");
  });

  it("explains each case and the origin", () => {
    expect(detail(one)).toEqual([
      "GAZA 14.0/2 - Trenches: they help.",
      "GAZA 99 - the catalogue has no summary of this case.",
      "Reconstructed: ours.",
    ]);
  });

  it("badges what is not printed, and a closed branch for what it hides", () => {
    expect(badge({ ...one, provenance: { kind: "printed", sentence: "" } }, true)).toBe("");
    expect(badge({ ...one, provenance: undefined, reconstructed: true }, false)).toBe("reconstructed inside");
    expect(badge({ ...one, provenance: undefined, reconstructed: true }, true)).toBe("");
  });

  it("announces the root in one go", () => {
    expect(announcement(tree)).toBe("Attack: 3 to 4. Because.");
    expect(announcement(undefined)).toBe("");
  });
});
