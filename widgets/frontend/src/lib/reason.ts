/** A small field for why somebody thinks so: folded away, never asked for, and kept when the rest is built anew. */

import { make } from "./dom";
import type { View } from "./view";

/** What Python keeps of a reason. */
export const LONGEST = 2000;

export class Reason<Traits extends { reason: string }> {
  readonly fold: HTMLDetailsElement;
  private readonly field: HTMLTextAreaElement;

  constructor(
    private readonly view: View<Traits>,
    parent: Element,
  ) {
    this.fold = make("details", parent, "wg-why");
    make("summary", this.fold, "wg-quiet", "Why do you think so? (optional)");
    this.field = make("textarea", this.fold, "wg-reason", "", {
      rows: "2",
      maxlength: String(LONGEST),
      "aria-label": "Why do you think so? (optional)",
      "data-key": "reason",
    });
    view.on(this.field, "change", () => this.give());
    view.watch(["reason"], () => this.fill());
  }

  /** Sends what stands in the field; called before a reply, so that both come in one message. */
  give(draft = false): void {
    if (this.field.value !== this.view.get("reason")) this.view.send("reason", this.field.value, draft);
  }

  private fill(): void {
    const reason = this.view.get("reason");
    if (this.field.value !== reason) this.field.value = reason;
    if (reason) this.fold.open = true;
  }
}
