/** How ends that can be dragged look: a ring with an arrowhead to each side, and the line between them. */

import type { Point } from "./geometry";
import { tidy } from "./geometry";
import { svgElement } from "./shell";

export interface Grip extends Point {
  held: boolean;
}

/** From the middle of a grip to its rim, in board units. */
export const REACH = 22;

/** Smallest rim on the screen, in pixels. */
const LEAST = 13;

const ARROWS = [0, 90, 180, 270]
  .map((turn) => {
    const angle = (turn * Math.PI) / 180;
    const at = (along: number, aside: number): string => {
      const x = along * Math.cos(angle) - aside * Math.sin(angle);
      const y = along * Math.sin(angle) + aside * Math.cos(angle);
      return `${tidy(x)} ${tidy(y)}`;
    };
    return `M${at(17.5, -4)}L${at(REACH, 0)}L${at(17.5, 4)}Z`;
  })
  .join("");
const RING = "M15 0A15 15 0 1 1 -15 0A15 15 0 1 1 15 0Z";

const wayOf = ([first, ...others]: readonly Grip[]): string =>
  first && others.length > 0 ? `M${first.x} ${first.y}${others.map(({ x, y }) => `L${x} ${y}`).join("")}` : "";

/** The grips and the line between them. What is there is moved rather than drawn anew: a drag does it at every frame.
 *
 * A casing of paper under every line keeps it visible on any terrain.
 */
export class Grips {
  private readonly made: SVGGElement[] = [];
  private readonly rubber: SVGPathElement[];
  private shown = "";

  constructor(private readonly layer: SVGSVGElement) {
    this.rubber = ["wg-rubber-case", "wg-rubber"].map((name) => svgElement("path", layer, name));
  }

  show(grips: readonly Grip[], linked: boolean, scale: number): void {
    const wanted = JSON.stringify([grips, linked, scale]);
    if (wanted === this.shown) return;
    this.shown = wanted;
    this.layer.style.display = grips.length > 0 ? "" : "none";
    const way = linked ? wayOf(grips) : "";
    for (const line of this.rubber) {
      line.style.display = way ? "" : "none";
      line.setAttribute("d", way);
    }
    while (this.made.length > grips.length) this.made.pop()?.remove();
    while (this.made.length < grips.length) this.made.push(drawn(this.layer));
    const size = tidy(Math.max(1, LEAST / (REACH * scale)));
    for (const [at, { x, y, held }] of grips.entries()) {
      this.made[at]?.setAttribute("transform", `translate(${x} ${y}) scale(${size})`);
      this.made[at]?.classList.toggle("wg-held", held);
    }
  }
}

function drawn(layer: SVGSVGElement): SVGGElement {
  const grip = svgElement("g", layer, "wg-grip");
  svgElement("path", grip, "wg-ring-case").setAttribute("d", RING);
  svgElement("path", grip, "wg-ring").setAttribute("d", RING);
  svgElement("path", grip, "wg-arrows").setAttribute("d", ARROWS);
  return grip;
}
