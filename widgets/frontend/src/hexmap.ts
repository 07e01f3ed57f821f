/** HexMap: a board to look at, to point at and to walk over. It carries intent to Python and decides nothing. */

import type { AnyWidget } from "@anywidget/types";
import { Courier } from "./lib/courier";
import { Cursor } from "./lib/cursor";
import type { HexGrid, Point } from "./lib/geometry";
import { marginOf, sightOf, toBoard, toWindow } from "./lib/gesture";
import { Handles } from "./lib/handles";
import { ZOOM_STEP } from "./lib/keyboard";
import { readOut } from "./lib/labels";
import { scopeIds } from "./lib/markup";
import type { HexMapModel, TraitName, WidgetModel } from "./lib/model";
import { read, readBox, readCloseUp, readGrid } from "./lib/model";
import { write } from "./lib/morph";
import { Overlay } from "./lib/overlay";
import { Scene } from "./lib/scene";
import type { Shell } from "./lib/shell";
import { buildShell } from "./lib/shell";

/** A burst of cursor moves is told to Python once, when it pauses this long (ms). */
const TELL_AFTER = 100;

class HexMapView {
  private readonly prefix = `wg${Math.random().toString(36).slice(2, 10)}-`;
  private readonly shell: Shell;
  private readonly scene: Scene;
  private readonly overlay: Overlay;
  private readonly cursor: Cursor;
  private readonly courier: Courier;
  private readonly handles: Handles;
  private readonly cleanups: (() => void)[] = [];
  private grid: HexGrid;
  private boardIsStale = true;
  private renewing = false;
  private pointed = -1;
  private telling: ReturnType<typeof setTimeout> | undefined;
  private following: ReturnType<typeof setTimeout> | undefined;
  private numbering = 0;
  private hushed = false;

  constructor(
    private readonly model: WidgetModel,
    el: HTMLElement,
  ) {
    this.grid = readGrid(model);
    this.shell = buildShell(el, this.prefix);
    const { stage, board, overlay, grips } = this.shell;
    this.overlay = new Overlay(overlay, this.grid);
    this.cursor = new Cursor(this.shell, this.prefix, this.grid, {
      moved: (index) => this.moved(index),
      picked: (index) => this.pick(index),
      zoom: (factor) => this.zoom(factor),
      fit: () => this.scene.fit(),
      hold: () => this.hold(),
      putBack: () => this.handles.putBack(),
      middle: () => this.middle(),
      words: (index) => this.words(index),
      chosen: (index) => index >= 0 && this.grid.label(index) === this.get("pick").label,
    });
    this.courier = new Courier(
      (move) => {
        model.set("handle_move", { ...move, count: this.get("handle_move").count + 1 });
        model.save_changes();
        return this.get("handle_move").count;
      },
      () => this.handles.settle(),
    );
    this.handles = new Handles(this.shell, this.courier, {
      grid: () => this.grid,
      view: () => this.scene.view,
      under: (event) => this.hexUnder(event),
      carried: (index) => this.carried(index),
      rested: (index) => this.restedIn(index),
      say: (sentence) => this.cursor.say(sentence),
    });
    this.scene = new Scene(stage, [board, overlay, grips], () => this.rested());
    this.scene.show(readBox(model, this.grid), readCloseUp(model));
    this.bindModel();
    this.bindPointer();
  }

  destroy(): void {
    this.tell();
    clearTimeout(this.following);
    this.handles.destroy();
    this.courier.destroy();
    cancelAnimationFrame(this.numbering);
    for (const cleanup of this.cleanups) cleanup();
    this.cursor.destroy();
    this.scene.destroy();
    this.shell.root.remove();
  }

  private get<Name extends TraitName>(name: Name): HexMapModel[Name] {
    return read(this.model, name);
  }

  /** One listener per event name: Panel's adapter takes no list. Each shower also runs once now. */
  private bindModel(): void {
    const { shell } = this;
    const staleBoard = (): void => this.renewBoard();
    const refresh = (): void => this.renewWords();
    const on: [TraitName[], () => void, boolean][] = [
      [["board_svg", "defs_svg", "view_box", "geometry"], staleBoard, false],
      [["close_up"], () => this.scene.look(readCloseUp(this.model)), false],
      [["kinds", "names", "occupants", "notes", "pick"], refresh, false],
      [["overlay_svg"], () => this.overlay.setContent(scopeIds(this.get("overlay_svg"), this.prefix)), true],
      [["backdrop_svg"], () => this.overlay.setBackdrop(scopeIds(this.get("backdrop_svg"), this.prefix)), true],
      [["marks"], () => this.overlay.setMarks(this.get("marks")), true],
      [["handles", "link"], () => this.showHandles(), true],
      [["handled"], () => this.answered(), false],
      [["handle_move"], () => this.handles.follow(this.get("handle_move")), false],
      [["show_numbers"], () => this.number(), false],
      [["focus_hex"], () => this.focusFromModel(), true],
      [["pointed"], () => this.pointFromModel(), false],
      [["follow_pointer"], () => clearTimeout(this.following), false],
      [["height"], () => shell.root.style.setProperty("--wg-height", `${this.get("height")}px`), true],
      [["label"], () => shell.stage.setAttribute("aria-label", this.get("label")), true],
      [["hint"], () => (shell.hint.textContent = this.get("hint")), true],
      [["message"], () => this.showMessage(), true],
      [["error"], () => write(shell.error, this.get("error")), true],
      [["legend_html"], () => this.showLegend(), true],
    ];
    for (const [names, show, atOnce] of on) {
      if (atOnce) show();
      for (const name of names) this.listen(`change:${name}`, show);
    }
  }

  private listen(event: string, callback: () => void): void {
    this.model.on(event, callback);
    this.cleanups.push(() => this.model.off?.(event, callback));
  }

  private bindPointer(): void {
    const { stage, zoomIn, zoomOut, zoomFit } = this.shell;
    const stop = new AbortController();
    const { signal } = stop;
    this.cleanups.push(() => stop.abort());
    stage.addEventListener("pointermove", (event) => this.point(this.hexUnder(event)), { signal });
    stage.addEventListener("pointerleave", () => this.point(-1), { signal });
    stage.addEventListener("click", (event) => this.click(event), { signal });
    zoomIn.addEventListener("click", () => this.zoom(ZOOM_STEP), { signal });
    zoomOut.addEventListener("click", () => this.zoom(1 / ZOOM_STEP), { signal });
    zoomFit.addEventListener("click", () => this.scene.fit(), { signal });
  }

  /** Arithmetic instead of a node per hex. */
  private hexUnder(event: MouseEvent): number {
    const frame = this.shell.stage.getBoundingClientRect();
    const { x, y } = toBoard(this.scene.view, { x: event.clientX - frame.left, y: event.clientY - frame.top });
    return this.grid.hit(x, y);
  }

  /** A browser that does not focus on a press is helped: the wheel and the keys are the map's from now on. */
  private click(event: MouseEvent): void {
    this.shell.stage.focus({ preventScroll: true });
    this.pick(this.hexUnder(event));
  }

  private answered(): void {
    this.courier.answered(this.get("handled"));
    if (this.courier.busy) return;
    this.handles.settle();
    if (this.hushed && !this.handles.dragging) this.showMessage();
  }

  /** What changes many times a second under a dragging hand is spoken when the hand has let go. */
  private showMessage(): void {
    const { message } = this.shell;
    const hush = this.handles.dragging || (this.hushed && this.courier.busy);
    if (hush !== this.hushed) {
      message.setAttribute("aria-live", hush ? "off" : "polite");
      // Written again, it is news to a screen reader.
      if (!hush) message.textContent = "";
    }
    this.hushed = hush;
    write(message, this.get("message"));
  }

  private showHandles(): void {
    const handles = this.get("handles");
    this.handles.show(handles, this.get("link"));
    this.cursor.explain(handles.length > 0);
  }

  /** The next end is in the reader's hand, and the cursor with it. */
  private hold(): number {
    const index = this.handles.hold();
    if (index < 0) return index;
    this.point(-1);
    this.cursor.put(index);
    this.showCursor();
    return index;
  }

  /** An end was carried to a hex by hand: nothing is moved that need not be, for it may be carried on at once. */
  private carried(index: number): void {
    this.pointed = index;
    this.showReadOut();
  }

  private restedIn(index: number): void {
    this.cursor.put(index);
    this.pointed = -1;
    this.overlay.setCursor(index);
    this.layCell();
    this.showReadOut();
  }

  private point(index: number): void {
    if (this.scene.busy || (index < 0 && this.handles.dragging)) return;
    this.pointed = index;
    if (!this.overlay.hover(index)) return;
    this.showReadOut();
    if (this.get("follow_pointer")) this.tellPointed(index);
  }

  /** A pointer that rests for a moment is followed elsewhere; one that runs over the board is not, hex by hex. */
  private tellPointed(index: number): void {
    clearTimeout(this.following);
    this.following = setTimeout(() => {
      this.model.set("pointed", index >= 0 ? this.grid.label(index) : "");
      this.model.save_changes();
    }, TELL_AFTER);
  }

  /** What is pointed at elsewhere is lit here, as if the pointer were over it. */
  private pointFromModel(): void {
    const index = this.grid.byLabel(this.get("pointed"));
    if (!this.handles.dragging && this.overlay.hover(index)) {
      this.pointed = index;
      this.showReadOut();
    }
  }

  private words(index: number): string {
    return readOut(this.grid, index, {
      kinds: this.get("kinds"),
      names: this.get("names"),
      occupants: this.get("occupants"),
      notes: this.get("notes"),
    });
  }

  private showReadOut(): void {
    write(this.shell.readOut, this.words(this.pointed >= 0 ? this.pointed : this.cursor.index));
  }

  private renewWords(): void {
    this.cursor.refresh();
    this.showReadOut();
  }

  /** The board's four traits come in one message but as four events: the work is done once, before the next frame. */
  private renewBoard(): void {
    if (this.renewing) return;
    this.renewing = true;
    queueMicrotask(() => {
      this.renewing = false;
      this.boardIsStale = true;
      this.grid = readGrid(this.model);
      this.overlay.reset(this.grid);
      this.overlay.setMarks(this.get("marks"));
      this.cursor.reset(this.grid);
      this.drawBoard();
      this.scene.show(readBox(this.model, this.grid), readCloseUp(this.model));
      this.focusFromModel();
    });
  }

  /** Waits for a first size, so that a hidden view costs nothing and a shown one is laid out once. */
  private drawBoard(): void {
    if (!this.boardIsStale || this.scene.size.width === 0) return;
    this.boardIsStale = false;
    const defs = `<defs>${this.get("defs_svg")}</defs>`;
    this.shell.board.innerHTML = scopeIds(defs + this.get("board_svg"), this.prefix);
    this.overlay.takeNames(this.shell.board);
  }

  private rested(): void {
    this.drawBoard();
    this.handles.draw();
    this.layCell();
    // One frame later: the board is sharp first, and neither frame is long.
    cancelAnimationFrame(this.numbering);
    this.numbering = requestAnimationFrame(() => this.number());
  }

  private number(): void {
    const { view, size } = this.scene;
    if (size.width > 0) this.overlay.setNumbers(sightOf(view, size, marginOf(size)), view.k, this.get("show_numbers"));
  }

  private layCell(): void {
    if (this.cursor.index < 0) return;
    const at = toWindow(this.scene.view, this.grid.centre(this.cursor.index));
    this.cursor.layCell(at.x, at.y, this.scene.view.k * this.grid.size * 1.5);
  }

  private showLegend(): void {
    const html = this.get("legend_html");
    this.shell.legend.hidden = !html;
    this.shell.legendBody.innerHTML = html;
  }

  private middle(): number {
    const { size, view } = this.scene;
    const centre = toBoard(view, { x: size.width / 2, y: size.height / 2 });
    return this.grid.nearest(centre.x, centre.y);
  }

  private zoom(factor: number): void {
    const { cursor, grid, scene, shell } = this;
    // By key it is the cursor that must not run away; by button, the middle of the window.
    const about: Point | undefined =
      shell.stage.matches(":focus") && cursor.index >= 0 ? toWindow(scene.view, grid.centre(cursor.index)) : undefined;
    scene.zoomBy(factor, about);
  }

  private showCursor(): void {
    const { cursor, grid, overlay, scene } = this;
    overlay.setCursor(cursor.index);
    if (cursor.index >= 0) scene.bring(grid.centre(cursor.index), grid.size * 1.5);
    this.layCell();
    this.showReadOut();
  }

  private moved(index: number): void {
    // The read-out is of whatever moved last: a resting pointer gives way to the keys.
    this.point(-1);
    this.handles.carry(index);
    this.showCursor();
    // Other views of the model follow at once; Python hears of it when the burst is over.
    clearTimeout(this.telling);
    this.telling = setTimeout(() => this.tell(), TELL_AFTER);
    this.model.set("focus_hex", this.grid.label(index));
  }

  /** Sends a cursor that Python has not heard of yet. */
  private tell(): void {
    if (this.telling === undefined) return;
    clearTimeout(this.telling);
    this.telling = undefined;
    this.model.set("focus_hex", this.grid.label(this.cursor.index));
    this.model.save_changes();
  }

  /** While moves are still to be told, what arrives is an echo of an older one. */
  private focusFromModel(): void {
    if (this.telling !== undefined) return;
    const index = this.grid.byLabel(this.get("focus_hex"));
    if (index === this.cursor.index) return;
    this.cursor.put(index);
    this.showCursor();
  }

  private pick(index: number): void {
    if (index < 0 || this.handles.drop(index)) return;
    const label = this.grid.label(index);
    if (index !== this.cursor.index) this.cursor.put(index);
    this.model.set("focus_hex", label);
    this.model.set("pick", { label, count: this.get("pick").count + 1 });
    clearTimeout(this.telling);
    this.telling = undefined;
    this.model.save_changes();
    this.showCursor();
  }
}

function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const view = new HexMapView(model, el);
  return () => view.destroy();
}

export default { render } satisfies AnyWidget<HexMapModel>;
