/** A static page that shows the built small widgets on stand-in models. Address parameters:
 *
 * theme   light | dark | none (none: a host without a notebook's theme)
 * views   how many views of each model (1)
 * state   address of a JSON file of real states, instead of the made-up ones: a list of {widget, state}
 * base    folder of the built files (../../static)
 *
 * `window.harness` holds `models` and `cleanups`, one of each per view; it is there when `harness.ready` has resolved.
 */

import { FakeModel } from "./model.js";

const given = new URLSearchParams(location.search);
const base = new URL(`${given.get("base") ?? "../../static"}/`, import.meta.url);

document.body.dataset.theme = given.get("theme") ?? "light";

const part = (label, more = {}) => ({
  path: `/${label}`,
  headline: label,
  sentence: "One plain sentence that says why.",
  mark: "+",
  status: "applied",
  cases: [],
  reconstructed: false,
  parts: [],
  ...more,
});

const MADE_UP = [
  {
    widget: "ruling",
    state: {
      label: "Why",
      note: "This rests on reconstructed figures.",
      tree: part("", {
        headline: "Attack: 3 to 4",
        cases: [{ name: "FM8 8.2.1", summary: "Combat: strengths are compared, then a die is thrown." }],
        parts: [
          part("Attack strength: +6", {
            provenance: { kind: "reconstructed", sentence: "Reconstructed: ours (GAZA 19.2)." },
          }),
          part("Trench: −1", { status: "skipped", mark: "·", cases: [{ name: "GAZA 14.0/2", summary: "" }] }),
          part("Elimination", { status: "automatic", mark: "!" }),
          part("Charge: refused", { status: "refused", mark: "✗" }),
          part("Mines: not covered", { status: "not covered", mark: "?" }),
        ],
      }),
    },
  },
  {
    widget: "odds",
    state: {
      label: "Odds",
      lit: "D2",
      order: ["D1", "D2", "Ex"],
      meanings: { D1: "the defender retreats one hex", Ex: "each side loses a step" },
      series: [
        { name: "left aligned", chances: { D1: "1/2", D2: "1/3", Ex: "1/6" } },
        { name: "right aligned", chances: { D1: "1/3", D2: "2/3" } },
      ],
    },
  },
  {
    widget: "dice",
    state: {
      purpose: "Combat",
      bands: [
        { low: 1, high: 3, outcome: "D1" },
        { low: 4, high: 5, outcome: "D2" },
        { low: 6, high: 6, outcome: "Ex" },
      ],
      face: 4,
      outcome: "D2",
      landed: 1,
    },
  },
  { widget: "question", state: { prompt: "Which result is the most likely?", options: ["D1", "D2", "Ex"] } },
];

async function stylesheet(name) {
  const href = new URL(`${name}.css`, base).href;
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const styled = new Promise((resolve, reject) => {
    sheet.onload = resolve;
    sheet.onerror = () => reject(new Error(`No style sheet at ${href}: build the front end first.`));
  });
  document.head.append(sheet);
  return styled;
}

const harness = { models: [], cleanups: [] };
window.harness = harness;

async function show() {
  const address = given.get("state");
  const shown = address ? await (await fetch(address)).json() : MADE_UP;
  await Promise.all([...new Set(shown.map(({ widget }) => widget))].map(stylesheet));
  for (const { widget, state } of shown) {
    const { default: module } = await import(new URL(`${widget}.js`, base).href);
    const model = new FakeModel(state);
    harness.models.push(model);
    for (let i = 0; i < Number(given.get("views") ?? 1); i++) {
      const el = document.createElement("div");
      document.querySelector("#views").append(el);
      harness.cleanups.push(module.render({ model, el }));
    }
  }
}

harness.ready = show();
