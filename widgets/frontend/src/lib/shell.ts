/** The elements of the widget, made once per view. Nothing here listens or decides. */

const SVG = "http://www.w3.org/2000/svg";

export interface Shell {
  root: HTMLElement;
  /** The window on the board, and its one tab stop. */
  stage: HTMLElement;
  board: SVGSVGElement;
  overlay: SVGSVGElement;
  /** The ends that can be dragged; a layer of their own, so that nothing else is repainted for them. */
  grips: SVGSVGElement;
  zoomIn: HTMLButtonElement;
  zoomOut: HTMLButtonElement;
  zoomFit: HTMLButtonElement;
  typed: HTMLElement;
  /** Says on the map what is held, and how it is let go. */
  holding: HTMLElement;
  readOut: HTMLElement;
  error: HTMLElement;
  message: HTMLElement;
  hint: HTMLElement;
  keys: HTMLElement;
  legend: HTMLDetailsElement;
  legendBody: HTMLElement;
  live: HTMLElement;
}

export function svgElement<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  parent: Element,
  name = "",
): SVGElementTagNameMap[Tag] {
  const made = parent.ownerDocument.createElementNS(SVG, tag);
  if (name) made.setAttribute("class", name);
  parent.append(made);
  return made;
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  parent: Element,
  name: string,
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[Tag] {
  const made = parent.ownerDocument.createElement(tag);
  made.className = name;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

function button(parent: Element, text: string, label: string): HTMLButtonElement {
  const made = element("button", parent, "wg-button", { type: "button", "aria-label": label, title: label });
  made.textContent = text;
  return made;
}

function layer(parent: Element, name: string): SVGSVGElement {
  const made = svgElement("svg", parent, name);
  // The words for all of this are on the stage and its current cell.
  made.setAttribute("aria-hidden", "true");
  made.setAttribute("focusable", "false");
  made.setAttribute("preserveAspectRatio", "none");
  return made;
}

/** Builds the view's elements under `el`; `prefix` keeps the few ids that ARIA needs apart from every other view's.
 *
 * The stage is an `application`, not a `grid`. A grid promises rows of cells in the DOM and lets a screen reader say
 * "row 9, column 13", which contradicts the printed number where columns grow westward; and it leaves single letters
 * and digits to the reader's own commands. Here every key reaches the map, and the current hex is one element that
 * `aria-activedescendant` names: each move replaces it, so each move is spoken, and quick moves interrupt slow speech.
 */
export function buildShell(el: HTMLElement, prefix: string): Shell {
  const root = element("div", el, "wg-hexmap", { tabindex: "-1" });
  const frame = element("div", root, "wg-frame");
  const stage = element("div", frame, "wg-stage", {
    tabindex: "0",
    role: "application",
    "aria-roledescription": "hex map",
    "aria-describedby": `${prefix}keys`,
  });
  const board = layer(stage, "wg-board");
  element("div", stage, "wg-dimmer");
  const overlay = layer(stage, "wg-overlay");
  const grips = layer(stage, "wg-overlay wg-grips");
  grips.style.display = "none";
  const typed = element("div", frame, "wg-typed", { hidden: "" });
  const holding = element("div", frame, "wg-typed wg-holding", { hidden: "" });
  const zoom = element("div", frame, "wg-zoom");
  const zoomIn = button(zoom, "+", "Zoom in");
  const zoomOut = button(zoom, "−", "Zoom out");
  const zoomFit = button(zoom, "Fit", "Show the whole board");
  const readOut = element("p", root, "wg-readout");
  const error = element("div", root, "wg-error", { role: "alert" });
  const message = element("p", root, "wg-message", { role: "status", "aria-live": "polite" });
  const hint = element("p", root, "wg-hint");
  const legend = element("details", root, "wg-details wg-legend");
  element("summary", legend, "").textContent = "Legend and sources";
  const legendBody = element("div", legend, "wg-legend-body");
  const help = element("details", root, "wg-details");
  element("summary", help, "").textContent = "Keys";
  const keys = element("p", help, "wg-keys", { id: `${prefix}keys` });
  const live = element("div", root, "wg-live", { "aria-live": "polite" });
  return {
    root,
    stage,
    board,
    overlay,
    grips,
    zoomIn,
    zoomOut,
    zoomFit,
    typed,
    holding,
    readOut,
    error,
    message,
    hint,
    keys,
    legend,
    legendBody,
    live,
  };
}
