/** Small boards for the tests. */

import type { HexGeometry, Orientation } from "./geometry";

/** Every hex within `radius` of the origin, labelled by its axial coordinates, less the ones left out. */
export function disc(orientation: Orientation, radius: number, without: readonly string[] = []): HexGeometry {
  const made = { q: [] as number[], r: [] as number[], label: [] as string[], kind: [] as number[] };
  for (let q = -radius; q <= radius; q++) {
    for (let r = -radius; r <= radius; r++) {
      if (Math.abs(q + r) > radius || without.includes(`${q},${r}`)) continue;
      made.q.push(q);
      made.r.push(r);
      made.label.push(`${q},${r}`);
      made.kind.push(made.kind.length % 3);
    }
  }
  return { orientation, size: 32, ...made };
}

/** A rectangle in the manner of the printed maps: "0914" on a pointy board, "31.56" on a flat one. */
export function printed(orientation: Orientation, columns: number, rows: number): HexGeometry {
  const two = (value: number): string => String(value).padStart(2, "0");
  const made = { q: [] as number[], r: [] as number[], label: [] as string[], kind: [] as number[] };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const pointy = orientation === "pointy";
      made.q.push(pointy ? column - Math.floor(row / 2) : column);
      made.r.push(pointy ? row : row - Math.floor(column / 2));
      made.label.push(pointy ? two(row + 1) + two(columns - column) : `${column + 1}.${rows - row}`);
      made.kind.push(0);
    }
  }
  return { orientation, size: 32, ...made };
}
