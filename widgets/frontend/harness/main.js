/** A static page that shows the built HexMap on a stand-in model. Address parameters:
 *
 * columns, rows, units   size of the made-up board (80, 50, 60)
 * orientation            pointy | flat
 * theme                  light | dark | none (none: a host without a notebook's theme)
 * views                  how many views of the one model (1)
 * state                  address of a JSON file with a real model's state, instead of the made-up board
 * base                   folder of hexmap.js and hexmap.css (../../static)
 * wait                   1: show nothing until `harness.show()` is called
 *
 * `window.harness` holds the model and the measuring functions; it is there when `harness.ready` has resolved.
 */

import { counters, makeState } from "./board.js";
import * as measure from "./measure.js";
import { FakeModel } from "./model.js";

const given = new URLSearchParams(location.search);
const number = (name, otherwise) => Number(given.get(name) ?? otherwise);

document.body.dataset.theme = given.get("theme") ?? "light";

const base = new URL(`${given.get("base") ?? "../../static"}/`, import.meta.url);

async function prepare() {
  const sheet = Object.assign(document.createElement("link"), {
    rel: "stylesheet",
    href: new URL("hexmap.css", base).href,
  });
  const styled = new Promise((resolve, reject) => {
    sheet.onload = resolve;
    sheet.onerror = () => reject(new Error(`No style sheet at ${sheet.href}: build the front end first.`));
  });
  document.head.append(sheet);
  const address = given.get("state");
  const state = address
    ? await (await fetch(address)).json()
    : makeState({
        columns: number("columns", 80),
        rows: number("rows", 50),
        units: number("units", 60),
        orientation: given.get("orientation") ?? "pointy",
      });
  const { default: widget } = await import(new URL("hexmap.js", base).href);
  await styled;
  return { widget, model: new FakeModel(state) };
}

const harness = {
  measure,
  counters,
  /** One cleanup function per view. */
  cleanups: [],
  async show(views = number("views", 1)) {
    const { widget, model } = await harness.prepared;
    widget.initialize?.({ model });
    for (let i = 0; i < views; i++) {
      const el = document.createElement("div");
      document.querySelector("#views").append(el);
      harness.cleanups.push(widget.render({ model, el }));
    }
  },
};
window.harness = harness;
harness.prepared = prepare().then((prepared) => {
  harness.model = prepared.model;
  return prepared;
});
harness.ready = harness.prepared.then(() => (given.get("wait") ? undefined : harness.show()));
