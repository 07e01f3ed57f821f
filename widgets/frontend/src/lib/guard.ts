/** The menus, fields and boxes that stand beside our widgets: no plain key pressed in them reaches the notebook. */

import { mustStop } from "./keyboard";

/** Where a notebook shows what a cell has made. Other hosts have none, and no shortcuts to keep keys from. */
const OUTPUT = ".jp-OutputArea-output";
const CONTROLS = "select, input, textarea, button, summary";

const guarded = new WeakSet<Element>();

/**
 * Guards the controls around a widget. In a menu a letter chooses; in the notebook behind it "r" makes the cell raw
 * and "d" twice deletes it, and the menus of ipywidgets let both through.
 *
 * It is set up at the first key, for a widget is made before it stands in the page.
 */
export function guardOutput(root: HTMLElement, signal: AbortSignal): void {
  const setUp = (): void => {
    const output = root.closest<HTMLElement>(OUTPUT);
    if (!output || guarded.has(output)) return;
    guarded.add(output);
    output.addEventListener("keydown", (event) => {
      if (event.target instanceof Element && event.target.matches(CONTROLS) && mustStop(event)) event.stopPropagation();
    });
  };
  root.ownerDocument.addEventListener("keydown", setUp, { capture: true, signal });
}
