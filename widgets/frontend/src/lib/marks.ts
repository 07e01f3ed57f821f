/** Highlighted hexes as path data: one path per kind of mark, told apart by line and shape as well as by colour. */

import type { HexGrid } from "./geometry";
import { tidy } from "./geometry";

export interface MarkPath {
  kind: string;
  d: string;
}

/** Kinds become class names, so only plain ones are let through; anything else is drawn as "other". */
export function markClass(kind: string): string {
  return /^[a-z][a-z0-9-]*$/i.test(kind) ? kind : "other";
}

function shape(grid: HexGrid, index: number, kind: string): string {
  const centre = grid.centre(index);
  const ring = grid.outline(centre, 4);
  if (kind === "target") return ring + grid.outline(centre, 8.5);
  if (kind !== "barred") return ring;
  const corners = grid.corners(centre, 4);
  const [from, to] = [corners[1], corners[4]];
  return from && to ? `${ring}M${tidy(from.x)} ${tidy(from.y)}L${tidy(to.x)} ${tidy(to.y)}` : ring;
}

export function markPaths(grid: HexGrid, marks: Record<string, string>): MarkPath[] {
  const paths = new Map<string, string>();
  for (const [label, given] of Object.entries(marks)) {
    const index = grid.byLabel(label);
    if (index < 0) continue;
    const kind = markClass(given);
    paths.set(kind, (paths.get(kind) ?? "") + shape(grid, index, kind));
  }
  return [...paths].map(([kind, d]) => ({ kind, d }));
}
