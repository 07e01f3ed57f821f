/** KeyGuard: nothing to see. It keeps plain keys pressed in the menus around it from the notebook. */

import type { AnyWidget } from "@anywidget/types";
import { guardOutput } from "./lib/guard";

function render({ el }: { el: HTMLElement }): () => void {
  const stop = new AbortController();
  el.hidden = true;
  guardOutput(el, stop.signal);
  return () => stop.abort();
}

export default { render } satisfies AnyWidget;
