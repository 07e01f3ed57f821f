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

/** The drawing of one symbol: the box it lies in, and the elements. */
function drawn(sidc) {
  const svg = new ms.Symbol(sidc, { size: 60 }).asSVG();
  const box = /viewBox="([^"]+)"/.exec(svg)?.[1].split(" ").map(Number);
  if (!box) throw new Error(`milsymbol drew nothing for ${sidc}`);
  return { box, svg: svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>")) };
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
  }
  return found;
}
