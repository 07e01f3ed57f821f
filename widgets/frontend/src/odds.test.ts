// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from "vitest";
import { escaping, FakeModel, HOSTILE, Stand, settled } from "./lib/fake";
import { ODDS } from "./lib/traits";
import widget from "./odds";

let model: FakeModel;
let stand: Stand;

beforeEach(() => {
  model = new FakeModel({
    series: [
      { name: "left aligned", chances: { D1: "1/2", D2: "1/3", Ex: "1/6" } },
      { name: "right aligned", chances: { D1: "1" } },
    ],
    order: ["D1", "D2", "Ex"],
    meanings: { D1: "The defender retreats one hex." },
    label: "Attack on 0913",
    prompt: "Which one?",
  });
  stand = new Stand(widget.render, model);
});

afterEach(() => stand.leave());

it("is a table with a header for each result and each series", () => {
  expect(stand.all("thead th").map((each) => each.textContent)).toEqual(["Result", "left aligned", "right aligned"]);
  expect(stand.all("th[scope=row]").map((each) => each.textContent)).toEqual([
    "D1The defender retreats one hex.",
    "D2",
    "Ex",
  ]);
  expect(stand.all("tbody tr:nth-child(2) .wg-figure").map((each) => each.textContent)).toEqual([
    "1/3 · 33.3 %",
    "0 · 0 %",
  ]);
  expect(stand.text("caption")).toContain("a full bar is 100 %");
});

it("leaves out fractions that are too long to read", async () => {
  await model.receive({ rounded: true });
  expect(stand.all("tbody tr:nth-child(2) .wg-figure").map((each) => each.textContent)).toEqual(["33.3 %", "0 %"]);
  await model.receive({ lit: "D2" });
  expect(stand.text(".wg-live")).toBe("Thrown: D2, which had a chance of 33.3 %.");
});

it("lights the result thrown by words and class, and speaks it", async () => {
  await model.receive({ lit: "D2" });
  expect(stand.all(".wg-thrown")).toHaveLength(1);
  expect(stand.text(".wg-thrown .wg-sign")).toBe("◄ thrown");
  expect(stand.text(".wg-live")).toBe("Thrown: D2, which had a chance of 1/3 · 33.3 %.");
});

it("shows no figure while hidden, and takes a bet", async () => {
  await model.receive({ hidden: true, betting: true, series: [{ name: "left aligned" }, { name: "right aligned" }] });
  expect(stand.all(".wg-bar, .wg-figure")).toHaveLength(0);
  expect(stand.text(".wg-prompt")).toBe("Which one?");
  await model.receive({ hidden: false });
  expect(stand.all(".wg-bar, .wg-figure")).toHaveLength(0);
  const bet = stand.one('[data-key="D2"]');
  expect(bet.getAttribute("aria-label")).toBe("Bet on D2");
  bet.focus();
  bet.click();
  await settled();
  expect(model.get("bet")).toEqual({ code: "D2", count: 1 });
  expect(model.saves).toHaveLength(1);
  expect(stand.one('[data-key="D2"]').getAttribute("aria-pressed")).toBe("true");
  expect(document.activeElement).toBe(stand.one('[data-key="D2"]'));
  expect(stand.text(".wg-live")).toBe("Your bet: D2.");
});

it("keeps the bet in sight when it is over, and the focus in the widget", async () => {
  await model.receive({ betting: true });
  stand.one('[data-key="Ex"]').focus();
  stand.one('[data-key="Ex"]').click();
  await model.receive({ betting: false });
  expect(stand.all("button")).toHaveLength(0);
  expect(stand.text(".wg-bet .wg-sign")).toBe("● your bet");
  expect(document.activeElement).toBe(stand.one(".wg-odds"));
});

it("offers only what may be bet on", async () => {
  await model.receive({ betting: true, bets: ["Ex"] });
  expect(stand.all("button").map((each) => each.getAttribute("data-key"))).toEqual(["Ex"]);
});

it("says when there is nothing", async () => {
  await model.receive({ series: [], order: [] });
  expect(stand.one(".wg-table").hidden).toBe(true);
  expect(stand.text(".wg-quiet")).toBe("No odds to show yet.");
});

it("keeps plain keys from the notebook, follows a second view, shows words as words", async () => {
  await model.receive({ betting: true });
  stand.one("button").focus();
  expect(escaping(() => ["x", "b"].map((key) => stand.press(key)))).toEqual([]);
  const other = new Stand(widget.render, model);
  await model.receive({
    series: [{ name: HOSTILE, chances: { [HOSTILE]: "1" } }],
    order: [HOSTILE],
    meanings: { [HOSTILE]: HOSTILE },
    label: HOSTILE,
    prompt: HOSTILE,
    error: HOSTILE,
    lit: HOSTILE,
  });
  expect(stand.el.querySelector("img")).toBeNull();
  expect(other.text(".wg-code")).toBe(HOSTILE);
  expect(stand.text("[role=alert]")).toBe(HOSTILE);
  other.leave();
});

it("follows every trait, stands up without any, and leaves nothing behind", async () => {
  expect(model.heard).toEqual(Object.keys(ODDS).sort());
  new Stand(widget.render, new FakeModel()).leave();
  await model.receive(Object.fromEntries(Object.keys(ODDS).map((name) => [name, undefined])));
  stand.cleanup();
  expect(model.listening).toBe(0);
  expect(stand.el.childElementCount).toBe(0);
});

it("keeps plain keys pressed in the menus beside it from the notebook", () => {
  const output = document.createElement("div");
  output.className = "jp-OutputArea-output";
  const menu = document.createElement("select");
  document.body.append(output);
  output.append(menu, stand.el);
  const heard: string[] = [];
  const listen = (event: KeyboardEvent): void => void heard.push(event.key);
  document.addEventListener("keydown", listen);
  for (const init of [{ key: "r" }, { key: "s", ctrlKey: true }, { key: "Enter", shiftKey: true }])
    menu.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true }));
  document.removeEventListener("keydown", listen);
  output.remove();
  expect(heard).toEqual(["s", "Enter"]);
});

it("has room for a reason while there is a bet, and sends it with the bet", async () => {
  expect(stand.one(".wg-why").hidden).toBe(true);
  await model.receive({ betting: true });
  expect(stand.one(".wg-why").hidden).toBe(false);
  stand.one<HTMLTextAreaElement>("textarea").value = "Two faces of six.";
  stand.all("tbody button")[1]?.click();
  expect(model.saves).toHaveLength(1);
  expect(model.saves[0]).toMatchObject({ reason: "Two faces of six.", bet: { code: "D2", count: 1 } });
  await model.receive({ betting: false });
  expect(stand.one(".wg-why").hidden).toBe(false);
  await model.receive({ bet: { code: "", count: 0 }, reason: "" });
  expect(stand.one(".wg-why").hidden).toBe(true);
});
