/** The words that a hovered chip shows: under it, within the widget, there to be read for as long as the pointer stays
 * on the chip or on the words, and gone with Escape. Keyboards get the same words in the line under the tree. */

import { make } from "./dom";
import type { View } from "./view";

/** How long a pointer rests before the words come, and how long it may be away before they go (ms). */
const DELAY = 150;

export class Tooltip {
  private readonly box: HTMLElement;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `wordsOf` answers with the words of an element under the pointer, or with nothing. */
  constructor(
    private readonly view: View<object>,
    private readonly selector: string,
    private readonly wordsOf: (chip: HTMLElement) => string,
  ) {
    // Hidden from screen readers, who would hear the words twice.
    this.box = make("div", view.root, "wg-tooltip", "", { "aria-hidden": "true", hidden: "" });
    view.on(view.root, "pointerover", (event) => this.over(event.target));
    view.on(view.root, "pointerleave", () => this.plan(() => this.hide()));
    view.on(view.root, "keydown", (event) => {
      if (event.key === "Escape") this.hide();
    });
  }

  hide(): void {
    clearTimeout(this.timer);
    this.box.hidden = true;
  }

  private over(target: EventTarget | null): void {
    const under = target instanceof Element ? target : undefined;
    if (under && this.box.contains(under)) {
      clearTimeout(this.timer);
      return;
    }
    const chip = under?.closest<HTMLElement>(this.selector);
    this.plan(() => (chip?.isConnected ? this.show(chip) : this.hide()));
  }

  private plan(work: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(work, DELAY);
  }

  private show(chip: HTMLElement): void {
    this.box.textContent = this.wordsOf(chip);
    this.box.hidden = !this.box.textContent;
    const frame = this.view.root.getBoundingClientRect();
    const at = chip.getBoundingClientRect();
    const left = Math.min(at.left - frame.left, frame.width - this.box.offsetWidth - 6);
    this.box.style.left = `${Math.max(0, left)}px`;
    this.box.style.top = `${at.bottom - frame.top + 2}px`;
  }
}
