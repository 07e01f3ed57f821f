import { expect, it } from "vitest";

import { scopeIds } from "./markup";

it("moves ids and their references together", () => {
  const svg = `<pattern id="sand"/><path fill="url(#sand)"/><use href="#sand"/><path style="fill:url('#sand')"/>`;
  expect(scopeIds(svg, "v1-")).toBe(
    `<pattern id="v1-sand"/><path fill="url(#v1-sand)"/><use href="#v1-sand"/><path style="fill:url('#v1-sand')"/>`,
  );
});

it("leaves words alone, and attributes that only end in id", () => {
  const svg = `<text data-id="a">url(#x) id="y"</text>`;
  expect(scopeIds(svg, "v1-")).toBe(svg);
});
