/** A handout for the browser: questions are answered and checked in the page, from a file, without a network. */

import type { Entry } from "./lib/conceal";
import { named, readable, spellings } from "./lib/conceal";
import { make, noted } from "./lib/dom";

const SIGNS = { "+": "✓", "-": "✗" };

/** What to say to a reply: the first of its spellings that the page knows, else the usual words. */
function feedback(question: Element, salt: string, replies: string[]): string {
  const entries = new Map<string, string>(JSON.parse(noted(question, "entries") ?? "[]") as Entry[]);
  for (const reply of replies) {
    const key = `${salt}\n${reply}`;
    const words = entries.get(named(key));
    if (words !== undefined) return readable(words, key);
  }
  return "-Not that number. Try again.";
}

function check(question: HTMLFormElement): void {
  const salt = noted(question, "salt") ?? "";
  const place = question.querySelector<HTMLElement>("output");
  if (!place) return;
  const field = question.querySelector<HTMLInputElement>("input[type=text]");
  const chosen = question.querySelector<HTMLInputElement>("input:checked");
  const replies = field ? spellings(field.value) : chosen ? [chosen.value] : [];
  if (replies.length === 0) {
    place.textContent = field ? "Write a number: 3, 1/3, 0.333 or 33.3 %." : "Choose one first.";
    return;
  }
  const said = feedback(question, salt, replies);
  const mark = said.startsWith("+") ? "+" : "-";
  question.setAttribute("data-verdict", mark === "+" ? "right" : "wrong");
  place.textContent = `${SIGNS[mark]} ${said.slice(1)}`;
}

/** Shows what stands scrambled in the page, at the press of a button. */
function reveal(section: HTMLElement): void {
  const made = make("div", section);
  made.innerHTML = readable(noted(section, "key") ?? "", "key");
  section.querySelector("button")?.remove();
}

export default function start(page: Document): void {
  for (const question of page.querySelectorAll<HTMLFormElement>("form.question")) {
    question.addEventListener("submit", (event) => {
      event.preventDefault();
      check(question);
    });
  }
  for (const section of page.querySelectorAll<HTMLElement>("[data-key]")) {
    section.querySelector("button")?.addEventListener("click", () => reveal(section));
  }
}

start(document);
