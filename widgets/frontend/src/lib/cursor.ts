/** The keyboard cursor: one hex at a time, spoken through `aria-activedescendant`. */

import type { HexGrid } from "./geometry";
import type { Action, Move } from "./keyboard";
import { actionOf, finished, keyHelp, lane, mustStop, slideFrom, typed } from "./keyboard";
import { write } from "./morph";
import type { Shell } from "./shell";

export interface CursorHost {
  /** The cursor moved by key: show it, tell Python. */
  moved(index: number): void;
  picked(index: number): void;
  zoom(factor: number): void;
  fit(): void;
  /** Take hold of the next end that can be moved; where it stands, or -1 if there is none. */
  hold(): number;
  /** Put back what is held; false if nothing is. */
  putBack(): boolean;
  /** Where to start when there is no cursor yet. */
  middle(): number;
  /** The sentence of a hex, and whether it is the chosen one. */
  words(index: number): string;
  chosen(index: number): boolean;
}

export class Cursor {
  index = -1;
  private keep = 0;
  private buffer = "";
  private cell: HTMLElement | undefined;
  private readonly stop = new AbortController();

  constructor(
    private readonly shell: Shell,
    private readonly prefix: string,
    private grid: HexGrid,
    private readonly host: CursorHost,
  ) {
    const { signal } = this.stop;
    shell.root.addEventListener("keydown", (event) => this.guard(event), { signal });
    shell.stage.addEventListener("keydown", (event) => this.press(event), { signal });
    shell.stage.addEventListener("focus", () => this.arrive(), { signal });
    shell.stage.addEventListener("blur", () => this.setBuffer(""), { signal });
    this.reset(grid);
  }

  reset(grid: HexGrid): void {
    const label = this.grid.label(this.index);
    this.grid = grid;
    this.explain(false);
    this.setBuffer("");
    this.put(grid.byLabel(label));
  }

  /** Writes the help on keys, with those for ends that can be moved if there are any. */
  explain(handles: boolean): void {
    write(this.shell.keys, keyHelp(this.grid.orientation, handles));
  }

  /** Sets the cursor without telling anybody: a click, or Python. */
  put(index: number): void {
    this.index = index;
    if (index >= 0) this.keep = lane(this.grid, index);
    this.speak();
  }

  /** Puts the words of the current hex where a screen reader finds them; a new element, so that it reads them. */
  speak(): void {
    this.cell?.remove();
    this.cell = undefined;
    const { stage } = this.shell;
    if (this.index < 0) {
      stage.removeAttribute("aria-activedescendant");
      return;
    }
    const cell = stage.ownerDocument.createElement("div");
    cell.className = "wg-cell";
    cell.id = `${this.prefix}hex-${this.index}`;
    cell.setAttribute("role", "button");
    cell.setAttribute("aria-pressed", String(this.host.chosen(this.index)));
    cell.setAttribute("aria-label", this.host.words(this.index));
    stage.append(cell);
    stage.setAttribute("aria-activedescendant", cell.id);
    this.cell = cell;
  }

  /** New words for the same hex: the same element, so that it is not read out again unasked. */
  refresh(): void {
    this.cell?.setAttribute("aria-pressed", String(this.host.chosen(this.index)));
    this.cell?.setAttribute("aria-label", this.host.words(this.index));
  }

  /** Lays the spoken element over its hex, for screen magnifiers. */
  layCell(left: number, top: number, side: number): void {
    const { cell } = this;
    if (!cell) return;
    cell.style.transform = `translate(${left - side / 2}px,${top - side / 2}px)`;
    cell.style.width = cell.style.height = `${side}px`;
  }

  destroy(): void {
    this.stop.abort();
  }

  /** A sentence for the screen reader alone; said again even when it is the same one. */
  say(sentence: string): void {
    const { live } = this.shell;
    live.textContent = live.textContent === sentence ? `${sentence}\u00a0` : sentence;
  }

  /** Arriving by Tab without a cursor, there must be something to hear. A click puts it where it was clicked. */
  private arrive(): void {
    if (this.index < 0 && this.shell.stage.matches(":focus-visible")) this.go(this.host.middle());
  }

  /** No plain key pressed in the widget reaches the notebook, where a lone "x" cuts the cell. */
  private guard(event: KeyboardEvent): void {
    if (event.target !== this.shell.root && mustStop(event)) event.stopPropagation();
  }

  private press(event: KeyboardEvent): void {
    const action = event.target === this.shell.stage ? actionOf(event, this.grid.orientation) : undefined;
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    this.act(action);
  }

  private act(action: Action): void {
    const { buffer, host } = this;
    if (action.kind === "type") this.apply(typed(this.grid, buffer, action.character));
    else if (action.kind === "erase") this.setBuffer(buffer.slice(0, -1));
    else if (action.kind === "escape") this.escape();
    else if (action.kind === "zoom") host.zoom(action.factor);
    else if (action.kind === "fit") host.fit();
    else if (action.kind === "hold") this.hold();
    else if (action.kind === "pick" && buffer) this.apply(finished(this.grid, buffer));
    else if (action.kind === "pick") this.pick();
    else this.travel(action);
  }

  private hold(): void {
    this.setBuffer("");
    const index = this.host.hold();
    if (index >= 0) this.put(index);
    else this.say("Nothing on this map can be moved.");
  }

  private escape(): void {
    if (this.buffer) this.setBuffer("");
    else if (!this.host.putBack()) this.shell.root.focus({ preventScroll: true });
  }

  private travel(move: Move): void {
    this.setBuffer("");
    this.go(this.destination(move), move.kind === "slide" ? this.keep : undefined);
  }

  private destination(move: Move): number {
    if (this.index < 0) return this.host.middle();
    if (move.kind === "slide") return slideFrom(this.grid, this.index, move.side, this.keep);
    if (move.kind === "end") return this.grid.rowEnds(this.index)[move.which];
    return this.grid.neighbour(this.index, move.direction);
  }

  private go(index: number, keep?: number): void {
    if (index < 0) {
      this.say("Edge of the board.");
      return;
    }
    // A slide keeps to the lane it began in; every other arrival begins a lane of its own.
    const begun = this.index >= 0 ? keep : undefined;
    this.put(index);
    if (begun !== undefined) this.keep = begun;
    this.host.moved(index);
  }

  private pick(): void {
    if (this.index < 0) this.go(this.host.middle());
    else this.host.picked(this.index);
  }

  private apply({ buffer, jump, notice }: { buffer: string; jump: number; notice: string }): void {
    this.setBuffer(buffer, notice);
    if (notice) this.say(notice);
    if (jump >= 0) this.go(jump);
  }

  private setBuffer(buffer: string, notice = ""): void {
    this.buffer = buffer;
    const { typed: chip } = this.shell;
    chip.textContent = notice || `Go to hex ${buffer}…`;
    chip.hidden = !buffer && !notice;
  }
}
