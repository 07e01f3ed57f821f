/** Hexes on the plane: where each lies, which one is under a point, and who its neighbours are. No DOM. */

export type Orientation = "pointy" | "flat";

export interface HexGeometry {
  orientation: Orientation;
  /** Centre to corner, in board units. */
  size: number;
  q: readonly number[];
  r: readonly number[];
  label: readonly string[];
  /** The letters of the terrain, written after the printed number; none for ground that needs no telling. */
  letter?: readonly string[];
  /** Index into the model's list of terrain sentences. */
  kind: readonly number[];
}

export interface Point {
  x: number;
  y: number;
}

/** x, y, width, height. */
export type Box = readonly [number, number, number, number];

const ROOT3 = Math.sqrt(3);

/** Axial steps: pointy E NE NW W SW SE, flat SE NE N NW SW S. */
export const DIRECTIONS: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
];

/** One whole number per axial position, so that a plain Map can hold the board. */
const key = (q: number, r: number): number => (q + 32768) * 65536 + (r + 32768);

export class HexGrid {
  readonly count: number;
  readonly orientation: Orientation;
  readonly size: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly labels: readonly string[];
  private readonly letters: readonly string[];
  private readonly at = new Map<number, number>();
  private readonly named = new Map<string, number>();

  constructor(private readonly geometry: HexGeometry) {
    const { q, r, label } = geometry;
    this.orientation = geometry.orientation;
    this.size = geometry.size;
    this.labels = label;
    this.letters = geometry.letter ?? [];
    this.count = Math.min(q.length, r.length, label.length);
    this.x = new Float64Array(this.count);
    this.y = new Float64Array(this.count);
    for (let i = 0; i < this.count; i++) {
      const centre = this.plane(q[i] ?? 0, r[i] ?? 0);
      this.x[i] = centre.x;
      this.y[i] = centre.y;
      this.at.set(key(q[i] ?? 0, r[i] ?? 0), i);
      this.named.set(label[i] ?? "", i);
    }
  }

  /** Centre of an axial position in board units; y grows downwards. */
  plane(q: number, r: number): Point {
    return this.orientation === "pointy"
      ? { x: this.size * ROOT3 * (q + r / 2), y: this.size * 1.5 * r }
      : { x: this.size * 1.5 * q, y: this.size * ROOT3 * (r + q / 2) };
  }

  centre(index: number): Point {
    return { x: this.x[index] ?? 0, y: this.y[index] ?? 0 };
  }

  label(index: number): string {
    return this.labels[index] ?? "";
  }

  /** What is written in a hex: its number and the letters of its terrain. */
  written(index: number): string {
    return [this.label(index), this.letters[index]].filter(Boolean).join(" ");
  }

  kind(index: number): number {
    return this.geometry.kind[index] ?? -1;
  }

  /** The hex printed with this number, or -1. */
  byLabel(label: string): number {
    return this.named.get(label) ?? -1;
  }

  /** The board's hex under a point in board units, or -1. */
  hit(x: number, y: number): number {
    // Solved from `plane`: the coordinate with 1.5 in it stands alone, the other loses half of it.
    const pointy = this.orientation === "pointy";
    const alone = (pointy ? y : x) / 1.5 / this.size;
    const other = (pointy ? x : y) / ROOT3 / this.size - alone / 2;
    return pointy ? this.rounded(other, alone) : this.rounded(alone, other);
  }

  /** Rounds fractional axial coordinates to the hex that holds them. */
  private rounded(q: number, r: number): number {
    const s = -q - r;
    let roundQ = Math.round(q);
    let roundR = Math.round(r);
    const roundS = Math.round(s);
    const offQ = Math.abs(roundQ - q);
    const offR = Math.abs(roundR - r);
    const offS = Math.abs(roundS - s);
    // The coordinate that was rounded furthest is the one the other two decide.
    if (offQ > offR && offQ > offS) roundQ = -roundR - roundS;
    else if (offR > offS) roundR = -roundQ - roundS;
    return this.at.get(key(roundQ, roundR)) ?? -1;
  }

  neighbour(index: number, direction: number): number {
    const step = DIRECTIONS[direction];
    if (index < 0 || step === undefined) return -1;
    const q = (this.geometry.q[index] ?? 0) + step[0];
    const r = (this.geometry.r[index] ?? 0) + step[1];
    return this.at.get(key(q, r)) ?? -1;
  }

  /** Number of the east-west row; on a flat board the row zigzags through even and odd columns. */
  row(index: number): number {
    const q = this.geometry.q[index] ?? 0;
    const r = this.geometry.r[index] ?? 0;
    return this.orientation === "pointy" ? r : r + Math.floor(q / 2);
  }

  /** Westernmost and easternmost hex of the row that a hex stands in. */
  rowEnds(index: number): { first: number; last: number } {
    const row = this.row(index);
    let first = index;
    let last = index;
    for (let i = 0; i < this.count; i++) {
      if (this.row(i) !== row) continue;
      if (this.centre(i).x < this.centre(first).x) first = i;
      if (this.centre(i).x > this.centre(last).x) last = i;
    }
    return { first, last };
  }

  /** Hexes whose centre lies in a box. */
  within([left, top, width, height]: Box): number[] {
    const found: number[] = [];
    for (let i = 0; i < this.count; i++) {
      const { x, y } = this.centre(i);
      if (x >= left && x <= left + width && y >= top && y <= top + height) found.push(i);
    }
    return found;
  }

  /** The hex whose centre is nearest to a point, or -1 on an empty board. */
  nearest(x: number, y: number): number {
    let best = -1;
    let least = Infinity;
    for (let i = 0; i < this.count; i++) {
      const distance = (this.centre(i).x - x) ** 2 + (this.centre(i).y - y) ** 2;
      if (distance < least) {
        least = distance;
        best = i;
      }
    }
    return best;
  }

  /** The six corners around a centre, drawn in by `inset` board units from the edge of the hex. */
  corners(centre: Point, inset = 0): Point[] {
    const radius = this.size - (inset * 2) / ROOT3;
    const turn = this.orientation === "pointy" ? 30 : 0;
    return Array.from({ length: 6 }, (_, corner) => {
      const angle = (Math.PI / 180) * (60 * corner + turn);
      return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
    });
  }

  /** The outline as path data. */
  outline(centre: Point, inset = 0): string {
    return `M${this.corners(centre, inset)
      .map(({ x, y }) => `${tidy(x)} ${tidy(y)}`)
      .join("L")}Z`;
  }

  /** A box around every hex, used when the model gives none. */
  bounds(): Box {
    if (this.count === 0) return [0, 0, 1, 1];
    const left = Math.min(...this.x) - this.size;
    const top = Math.min(...this.y) - this.size;
    return [left, top, Math.max(...this.x) + this.size - left, Math.max(...this.y) + this.size - top];
  }
}

/** Two decimals are a hundredth of a board unit: enough, and half the text. */
export const tidy = (value: number): number => Math.round(value * 100) / 100;
