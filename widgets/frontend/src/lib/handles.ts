/** Ends that a reader can drag over the map, by pointer or by key. Only where each is set leaves the browser. */

import type { Courier } from "./courier";
import type { HexGrid } from "./geometry";
import type { View } from "./gesture";
import { toWindow } from "./gesture";
import type { Grip } from "./grips";
import { Grips, REACH } from "./grips";
import type { Handle, HandleMove } from "./model";
import { write } from "./morph";
import type { Shell } from "./shell";

export interface HandlesHost {
  grid(): HexGrid;
  view(): View;
  /** The hex under a pointer, or -1. */
  under(event: MouseEvent): number;
  /** An end was carried to a hex by the pointer. */
  carried(index: number): void;
  /** An end was let go of, or taken back, in a hex. */
  rested(index: number): void;
  say(sentence: string): void;
}

interface Held {
  key: string;
  from: number;
  /** The pointer that drags it; without one, it follows the keys and the next click. */
  pointer?: number;
  moved: boolean;
}

/** A finger is broader than a mouse: pixels added to what a grip reaches. */
const FINGER = 10;

export class Handles {
  private handles: readonly Handle[] = [];
  private link = false;
  private held: Held | undefined;
  /** Where the reader has set what Python has not answered yet. */
  private readonly ahead = new Map<string, number>();
  private readonly drawn: Grips;
  /** A press on a grip is no choice of the hex below it. */
  private swallow = false;
  private readonly stop = new AbortController();

  constructor(
    private readonly shell: Shell,
    private readonly courier: Courier,
    private readonly host: HandlesHost,
  ) {
    this.drawn = new Grips(shell.grips);
    // Before the map's own listeners, which would pan it or choose a hex.
    const first = { capture: true, signal: this.stop.signal };
    const { stage } = shell;
    stage.addEventListener("pointerdown", (event) => this.press(event), first);
    stage.addEventListener("pointermove", (event) => this.drag(event), first);
    for (const end of ["pointerup", "pointercancel"] as const)
      stage.addEventListener(end, (event) => this.letGo(event), first);
    for (const twin of ["mousedown", "touchstart"] as const)
      stage.addEventListener(twin, (event) => this.keep(event), { ...first, passive: false });
    stage.addEventListener("click", (event) => this.swallowed(event), first);
    // Who tabs away lets go.
    stage.addEventListener("blur", () => this.held?.pointer === undefined && this.drop(), first);
  }

  /** Whether a pointer has an end in hand. */
  get dragging(): boolean {
    return this.held?.pointer !== undefined;
  }

  show(handles: readonly Handle[], link: boolean): void {
    this.handles = handles;
    this.link = link;
    if (this.held && !this.handle(this.held.key)) this.held = undefined;
    this.draw();
  }

  /** What another view of the same map does. */
  follow({ key, label, count }: HandleMove): void {
    if (count === 0 || this.courier.busy || this.held) return;
    this.ahead.set(key, this.host.grid().byLabel(label));
    this.draw();
  }

  /** Everything told is answered: the ends stand where Python has them. */
  settle(): void {
    for (const key of [...this.ahead.keys()]) if (key !== this.held?.key) this.ahead.delete(key);
    this.draw();
  }

  /** Takes hold of the next end by key. */
  hold(): number {
    const { handles } = this;
    const at = handles.findIndex(({ key }) => key === this.held?.key);
    this.drop();
    const next = handles[(at + 1) % Math.max(handles.length, 1)];
    return next ? this.take(next) : -1;
  }

  /** Moves what is held by key to a hex. */
  carry(index: number): void {
    const { held } = this;
    if (!held || index < 0 || index === this.place(held.key)) return;
    held.moved = true;
    this.set(held.key, index, true);
  }

  /** Lets go of what is held, over another hex if there is one; false if nothing is held. */
  drop(index = -1): boolean {
    const { held } = this;
    if (!held) return false;
    this.carry(index);
    this.finish(held.moved ? "set down at" : "left at");
    return true;
  }

  putBack(): boolean {
    const { held } = this;
    if (!held) return false;
    if (held.moved) this.ahead.set(held.key, held.from);
    this.host.rested(held.from);
    this.finish("put back to");
    return true;
  }

  draw(): void {
    const { held } = this;
    const grid = this.host.grid();
    const grips: Grip[] = [];
    for (const { key } of this.handles) {
      const index = this.place(key);
      if (index >= 0) grips.push({ ...grid.centre(index), held: key === held?.key });
    }
    this.drawn.show(grips, this.link && held !== undefined, this.host.view().k);
    const { holding } = this.shell;
    holding.hidden = !held || held.pointer !== undefined;
    write(holding, held ? `${this.words(held.key)}: arrow keys or a click move it, Escape puts it back` : "");
    this.shell.stage.classList.toggle("wg-dragging", this.dragging);
  }

  destroy(): void {
    this.drop();
    this.stop.abort();
  }

  private handle(key: string): Handle | undefined {
    return this.handles.find((each) => each.key === key);
  }

  private words(key: string): string {
    return this.handle(key)?.words || key;
  }

  private place(key: string): number {
    return this.ahead.get(key) ?? this.host.grid().byLabel(this.handle(key)?.label ?? "");
  }

  private take({ key, words }: Handle, pointer?: number): number {
    const from = this.place(key);
    this.held = pointer === undefined ? { key, from, moved: false } : { key, from, pointer, moved: false };
    this.draw();
    if (pointer === undefined) {
      const label = this.host.grid().label(from);
      this.host.say(`${words || key} held at ${label}: arrow keys move it, Enter drops it, Escape puts it back.`);
    }
    return from;
  }

  private set(key: string, index: number, held: boolean): void {
    this.ahead.set(key, index);
    this.draw();
    this.courier.tell({ key, label: this.host.grid().label(index), held });
  }

  private finish(done: string): void {
    const { held } = this;
    if (!held) return;
    const index = this.place(held.key);
    this.held = undefined;
    if (held.moved) this.set(held.key, index, false);
    else this.draw();
    this.host.say(`${this.words(held.key)} ${done} ${this.host.grid().label(index)}.`);
  }

  /** The end whose grip a pointer is on; the nearest, if grips overlap. */
  private gripUnder(event: PointerEvent): Handle | undefined {
    const frame = this.shell.stage.getBoundingClientRect();
    const [grid, view] = [this.host.grid(), this.host.view()];
    let least = REACH * Math.max(view.k, 0.7) + (event.pointerType === "mouse" ? 0 : FINGER);
    let found: Handle | undefined;
    for (const handle of this.handles) {
      const index = this.place(handle.key);
      if (index < 0) continue;
      const at = toWindow(view, grid.centre(index));
      const away = Math.hypot(event.clientX - frame.left - at.x, event.clientY - frame.top - at.y);
      if (away > least) continue;
      least = away;
      found = handle;
    }
    return found;
  }

  private press(event: PointerEvent): void {
    this.swallow = false;
    if (event.button !== 0 || event.ctrlKey || !event.isPrimary) return;
    const found = this.gripUnder(event);
    if (!found || (this.held && this.held.key !== found.key)) return;
    const again = this.held;
    this.swallow = true;
    // First, for arriving on the map moves the cursor, and that what is in hand.
    this.shell.stage.focus({ preventScroll: true });
    this.take(found, event.pointerId);
    if (this.held && again) this.held = { ...this.held, from: again.from, moved: again.moved };
    this.shell.stage.setPointerCapture?.(event.pointerId);
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  private drag(event: PointerEvent): void {
    const { held } = this;
    if (!held || held.pointer === undefined) {
      this.shell.stage.classList.toggle("wg-over-grip", event.buttons === 0 && this.gripUnder(event) !== undefined);
      return;
    }
    if (held.pointer !== event.pointerId) return;
    event.stopImmediatePropagation();
    const index = this.host.under(event);
    if (index < 0 || index === this.place(held.key)) return;
    this.carry(index);
    this.host.carried(index);
  }

  private letGo(event: PointerEvent): void {
    const { held } = this;
    if (!held || held.pointer !== event.pointerId) return;
    event.stopImmediatePropagation();
    if (held.moved) {
      this.drop();
      this.host.rested(this.place(held.key));
      return;
    }
    // Pressed and not moved: it stays in hand, for the keys or the next click.
    const handle = this.handle(held.key);
    if (handle) this.host.rested(this.take(handle));
  }

  /** The same press as the map would hear it. */
  private keep(event: Event): void {
    if (!this.dragging) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  private swallowed(event: Event): void {
    if (!this.swallow) return;
    this.swallow = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
