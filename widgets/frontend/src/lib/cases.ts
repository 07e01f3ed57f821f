/** Rule cases: a number, and what the catalogue says of it in a sentence of ours. */

import { make } from "./dom";

export interface CaseCard {
  name: string;
  summary: string;
}

/** A case in one line, for reading or speaking. */
export function caseLine({ name, summary }: CaseCard): string {
  return `${name} - ${summary || "the catalogue has no summary of this case."}`;
}

/** Fills a folded list of cases; without any it is hidden. The words work by pointer, keyboard and touch alike. */
export function fillCases(details: HTMLDetailsElement, cards: readonly CaseCard[]): void {
  details.replaceChildren();
  details.hidden = cards.length === 0;
  const names = cards.map(({ name }) => name).join(", ");
  make("summary", details, "", `Rule ${cards.length === 1 ? "case" : "cases"} ${names}`);
  for (const card of cards) make("p", details, "", caseLine(card));
}
