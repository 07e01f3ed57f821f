/** A made-up board of any size, drawn the way the Python renderer draws: one path per terrain kind and block of 5 × 5
 * hexes, hatches as unrotated pattern tiles, counters apart from the board. Deterministic. */

const SIZE = 32;
const ROOT3 = Math.sqrt(3);
const BLOCK = 5;

const TERRAIN = [
  ["clear", "#efe6cf", ""],
  ["sand", "#f0d9a0", '<circle cx="4" cy="4" r="1.1"/><circle cx="12" cy="12" r="1.1"/>'],
  ["scrub", "#d9dfae", '<path d="M2 6h5M10 14h5M4.5 6v-3M12.5 14v-3"/>'],
  ["orchard", "#b9d3a0", '<circle cx="5" cy="5" r="2.2"/><circle cx="13" cy="13" r="2.2"/>'],
  ["ridge", "#d6bb92", '<path d="M0 16L16 0"/>'],
  ["rough", "#cfc4b4", '<path d="M0 0L16 16M0 16L16 0"/>'],
  ["water", "#a9cfe6", '<path d="M0 5q4 -4 8 0t8 0M0 13q4 -4 8 0t8 0"/>'],
  ["town", "#d8b3a4", '<path d="M0 4h16M0 12h16M4 4v8M12 12v4M12 0v4"/>'],
];

function noise(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

const two = (n) => String(n).padStart(2, "0");

function place(orientation, q, r) {
  return orientation === "pointy"
    ? [SIZE * ROOT3 * (q + r / 2), SIZE * 1.5 * r]
    : [SIZE * 1.5 * q, SIZE * ROOT3 * (r + q / 2)];
}

function outline(orientation, [x, y]) {
  const turn = orientation === "pointy" ? 30 : 0;
  const points = Array.from({ length: 6 }, (_, i) => {
    const angle = ((60 * i + turn) * Math.PI) / 180;
    return `${(x + SIZE * Math.cos(angle)).toFixed(1)} ${(y + SIZE * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

/** Terrain in patches: each hex takes the kind of the nearest of some random seeds. */
function patches(columns, rows) {
  const random = noise(1917);
  const seeds = Array.from({ length: Math.ceil((columns * rows) / 18) }, () => ({
    column: random() * columns,
    row: random() * rows,
    kind: Math.floor(random() * random() * TERRAIN.length * 1.4) % TERRAIN.length,
  }));
  return (column, row) => {
    let best = seeds[0];
    let least = Infinity;
    for (const seed of seeds) {
      const distance = (seed.column - column) ** 2 + (seed.row - row) ** 2;
      if (distance < least) [best, least] = [seed, distance];
    }
    return best?.kind ?? 0;
  };
}

function counter([x, y], side, text) {
  const frame =
    side === 0
      ? '<rect x="-17" y="-14" width="34" height="30" fill="#a8c8e8"/>'
      : '<path d="M0 -21L21 1L0 23L-21 1Z" fill="#f2b8a0"/>';
  return (
    `<g transform="translate(${x.toFixed(1)} ${(y + 3).toFixed(1)})" stroke="#111" stroke-width="1.5">${frame}` +
    '<path d="M-8 -8h16v10h-16zM-8 -8l16 10M-8 2l16 -10" fill="none" stroke-width="1"/>' +
    `<text y="12" font-size="8" text-anchor="middle" font-family="sans-serif" stroke="none">${text}</text></g>`
  );
}

/** Markup of `count` counters; another `turn` puts them elsewhere. */
export function counters(state, count, turn = 0) {
  const { q, r, orientation } = state.geometry;
  const random = noise(60 + turn);
  return Array.from({ length: count }, (_, i) => {
    const index = Math.floor(random() * q.length);
    return counter(place(orientation, q[index], r[index]), i % 2, `${1 + (i % 7)}-${1 + ((i + turn) % 5)}`);
  }).join("");
}

/** A whole state for the widget's model. */
export function makeState({ columns = 80, rows = 50, orientation = "pointy", units = 60 } = {}) {
  const kindAt = patches(columns, rows);
  const geometry = { orientation, size: SIZE, q: [], r: [], label: [], kind: [] };
  const blocks = new Map();
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [q, r] =
        orientation === "pointy" ? [column - Math.floor(row / 2), row] : [column, row - Math.floor(column / 2)];
      const kind = kindAt(column, row);
      const centre = place(orientation, q, r);
      geometry.q.push(q);
      geometry.r.push(r);
      geometry.label.push(
        orientation === "pointy" ? two(row + 1) + two(columns - column) : `${two(column + 1)}.${two(rows - row)}`,
      );
      geometry.kind.push(kind);
      const key = `${Math.floor(column / BLOCK)} ${Math.floor(row / BLOCK)} ${kind}`;
      const block = blocks.get(key) ?? { kind, d: [] };
      block.d.push(outline(orientation, centre));
      blocks.set(key, block);
      box[0] = Math.min(box[0], centre[0] - SIZE);
      box[1] = Math.min(box[1], centre[1] - SIZE);
      box[2] = Math.max(box[2], centre[0] + SIZE);
      box[3] = Math.max(box[3], centre[1] + SIZE);
    }
  }
  const paths = [...blocks.values()].map(({ kind, d }) => `<path fill="url(#t${kind})" d="${d.join("")}"/>`);
  const named = Object.fromEntries(
    geometry.label.filter((_, i) => i % 331 === 150).map((label, i) => [label, `Place ${i + 1}`]),
  );
  const names = Object.entries(named).map(([label, name]) => {
    const index = geometry.label.indexOf(label);
    const [x, y] = place(orientation, geometry.q[index], geometry.r[index]);
    return `<text x="${x.toFixed(1)}" y="${(y + 26).toFixed(1)}">${name}</text>`;
  });
  const state = {
    board_svg:
      `<g stroke="#00000030" stroke-width="1">${paths.join("")}</g>` +
      `<g font-size="12" font-style="italic" text-anchor="middle" font-family="serif" fill="#222">${names.join("")}</g>`,
    defs_svg: TERRAIN.map(
      ([, colour, tile], kind) =>
        `<pattern id="t${kind}" width="16" height="16" patternUnits="userSpaceOnUse"><rect width="16" height="16" fill="${colour}"/>` +
        `<g fill="none" stroke="#00000059" stroke-width="0.8">${tile}</g></pattern>`,
    ).join(""),
    view_box: [box[0], box[1], box[2] - box[0], box[3] - box[1]],
    geometry,
    kinds: TERRAIN.map(([name]) => name),
    names: named,
    occupants: { [geometry.label[0]]: "31st Regiment, Central Powers, 3 steps" },
    notes: { [geometry.label[0]]: "may attack" },
    overlay_svg: "",
    marks: {},
    height: 480,
    show_numbers: "auto",
    legend_html: "<p>Made-up terrain, for tests only.</p>",
    hint: "Click a hex, or walk to one with the arrow keys and press Enter.",
    message: "",
    error: "",
    pick: { label: "", count: 0 },
    focus_hex: "",
    label: `Made-up board of ${geometry.q.length} hexes`,
  };
  state.overlay_svg = counters(state, units);
  return state;
}
