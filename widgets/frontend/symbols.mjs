// Draws the unit symbols once, while the front end is built, so that a kernel needs no symbol library: loading one for
// a dozen signs took 2 s and 136 MB. The signs are those of APP-6; a side is told by the shape of its frame.

import ms from "milsymbol";

/** Frame, and the standard identity that has it. */
const FRAMES = { rectangle: "3", diamond: "6" };

/** Arms, and their entity in the standard. */
const ARMS = {
  infantry: "121100",
  "machine gun": "121100",
  "motor machine gun": "121104",
  cavalry: "121300",
  camel: "121300",
  tank: "120500",
  engineer: "140700",
  artillery: "130300",
  train: "162200",
};

/** Echelons, and their code in the standard; "" is a unit of no stated size. */
const SIZES = {
  "": "00",
  detachment: "14",
  group: "15",
  squadron: "15",
  company: "15",
  battalion: "16",
  regiment: "17",
  brigade: "18",
  division: "21",
};

/** What armies of the First World War have besides: an entity, a second modifier, a sign of its own in the frame. */
const OLDER_ARMS = {
  infantry: { entity: "121100" },
  cavalry: { entity: "121300" },
  artillery: { entity: "130300" },
  "mountain artillery": { entity: "130300", second: "27" },
  // The standard has this sign for the weapon alone; here it stands in the frame of a unit.
  "machine-gun team": { entity: "000000", sign: "m100 62 0 76M85 79 100 62 115 79M80 138 120 138" },
  headquarters: { entity: "000000", staff: "2", sign: "M25 75 175 75" },
};

const OLDER_SIZES = {
  "": { code: "00" },
  picket: { code: "14" },
  platoon: { code: "14" },
  subsection: { code: "11" },
  section: { code: "12" },
  battery: { code: "15" },
  company: { code: "15" },
  squadron: { code: "15" },
  "half-battalion": { code: "16", part: "-" },
  battalion: { code: "16" },
  brigade: { code: "18" },
  division: { code: "21" },
};

const SHIP = "3000001202000000";

/** The drawing of one symbol: the box it lies in, and the elements. */
function drawn(sidc, { sign, part } = {}) {
  const svg = new ms.Symbol(sidc, { size: 60, reinforcedReduced: part }).asSVG();
  const box = /viewBox="([^"]+)"/.exec(svg)?.[1].split(" ").map(Number);
  if (!box) throw new Error(`milsymbol drew nothing for ${sidc}`);
  const own = sign ? `<path d="${sign}" stroke-width="4" stroke="black" fill="none" ></path>` : "";
  return { box, svg: svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>")) + own };
}

/** Every symbol by "frame/arm/size". */
export function symbols() {
  const found = {};
  for (const [frame, side] of Object.entries(FRAMES)) {
    for (const [arm, entity] of Object.entries(ARMS)) {
      for (const [size, echelon] of Object.entries(SIZES)) {
        found[`${frame}/${arm}/${size}`] = drawn(`100${side}1000${echelon}${entity}0000`);
      }
    }
    for (const [arm, { entity, second = "00", staff = "0", sign }] of Object.entries(OLDER_ARMS)) {
      for (const [size, { code, part }] of Object.entries(OLDER_SIZES)) {
        found[`${frame}/${arm}/${size}`] ??= drawn(`100${side}10${`0${staff}`}${code}${entity}00${second}`, {
          sign,
          part,
        });
      }
    }
    found[`${frame}/ship/`] = drawn(`100${side}${SHIP}`);
  }
  return found;
}
