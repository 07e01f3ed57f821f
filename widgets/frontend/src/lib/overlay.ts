/** What lies on the board and changes: printed numbers, highlights, counters, and the two outlines that follow the
 * pointer and the keyboard. All of it in one svg above the board's, so that the board is never repainted for it. */

import type { Box, HexGrid } from "./geometry";
import { numberPlace, numberSize, numbersInSight } from "./labels";
import { markPaths } from "./marks";
import type { ShowNumbers } from "./model";
import { svgElement } from "./shell";

/** A casing in the colour of paper under every line keeps it visible on any terrain. */
function casedPath(parent: Element, name: string, d: string): void {
  svgElement("path", parent, `wg-line-case ${name}-case`).setAttribute("d", d);
  svgElement("path", parent, `wg-line ${name}`).setAttribute("d", d);
}

export class Overlay {
  private readonly backdrop: SVGGElement;
  private readonly numbers: SVGGElement;
  private readonly marks: SVGGElement;
  private readonly content: SVGGElement;
  private readonly names: SVGGElement;
  private readonly hovered: SVGGElement;
  private readonly cursor: SVGGElement;
  private readonly written = new Map<number, SVGTextElement>();
  private hoverAt = -1;

  constructor(
    svg: SVGSVGElement,
    private grid: HexGrid,
  ) {
    this.backdrop = svgElement("g", svg, "wg-backdrop");
    this.marks = svgElement("g", svg, "wg-marks");
    this.numbers = svgElement("g", svg, "wg-numbers");
    this.content = svgElement("g", svg, "wg-counters");
    this.names = svgElement("g", this.content);
    this.hovered = svgElement("g", svg, "wg-hover");
    this.cursor = svgElement("g", svg, "wg-cursor");
    this.reset(grid);
  }

  /** Starts again on another board. */
  reset(grid: HexGrid): void {
    this.grid = grid;
    this.written.clear();
    this.numbers.replaceChildren();
    // Astride the edge of the hex, where no highlight lies.
    const outline = grid.outline({ x: 0, y: 0 }, -1);
    for (const [group, name] of [
      [this.hovered, "wg-hover-line"],
      [this.cursor, "wg-cursor-line"],
    ] as const) {
      group.replaceChildren();
      casedPath(group, name, outline);
      group.style.display = "none";
    }
    this.hoverAt = -1;
  }

  /** Trusted markup: Python's renderer escapes every name it writes. */
  setContent(svg: string): void {
    this.content.innerHTML = svg;
    this.layNames();
  }

  /** Takes the names of places over from the board: a stack of counters would hide them there. */
  takeNames(board: SVGSVGElement): void {
    this.names.replaceChildren(...board.querySelectorAll(":scope > .wg-names"));
    this.layNames();
  }

  /** Over the counters, and under what is drawn over them. */
  private layNames(): void {
    this.content.insertBefore(this.names, this.content.querySelector(":scope > .wg-above"));
  }

  setBackdrop(svg: string): void {
    this.backdrop.innerHTML = svg;
  }

  setMarks(marks: Record<string, string>): void {
    this.marks.replaceChildren();
    for (const { kind, d } of markPaths(this.grid, marks)) casedPath(this.marks, `wg-mark-${kind}`, d);
  }

  hover(index: number): boolean {
    if (index === this.hoverAt) return false;
    this.hoverAt = index;
    this.place(this.hovered, index);
    return true;
  }

  setCursor(index: number): void {
    this.place(this.cursor, index);
  }

  /** Writes the numbers that came into sight and takes out those that left it; what stays is not touched. */
  setNumbers(sight: Box, scale: number, show: ShowNumbers): void {
    const wanted = new Set(numbersInSight(this.grid, sight, scale, show));
    for (const [index, text] of this.written) {
      if (wanted.has(index)) continue;
      text.remove();
      this.written.delete(index);
    }
    this.numbers.setAttribute("font-size", numberSize(scale).toFixed(2));
    for (const index of wanted) if (!this.written.has(index)) this.write(index);
  }

  private write(index: number): void {
    const text = svgElement("text", this.numbers);
    const { x, y } = numberPlace(this.grid, index);
    text.setAttribute("x", x.toFixed(1));
    text.setAttribute("y", y.toFixed(1));
    text.textContent = this.grid.written(index);
    this.written.set(index, text);
  }

  private place(group: SVGGElement, index: number): void {
    group.style.display = index < 0 ? "none" : "";
    if (index < 0) return;
    const { x, y } = this.grid.centre(index);
    group.setAttribute("transform", `translate(${x} ${y})`);
  }
}
