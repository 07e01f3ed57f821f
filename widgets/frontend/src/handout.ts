/** A handout for the browser: questions are answered, checked and handed in from the page itself, without a network. */

import type { Entry } from "./lib/conceal";
import { named, readable, spellings } from "./lib/conceal";
import { make, noted } from "./lib/dom";
import type { ReplyData } from "./lib/replies";
import { download, exportText, fileName, LONGEST, written } from "./lib/replies";

const SIGNS = { "+": "✓", "-": "✗" };

/** What was said to each question so far; up to the right answer, as in the notebook. */
type Said = Map<Element, Pick<ReplyData, "said" | "right" | "tries" | "at">>;

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

function check(question: HTMLFormElement, said: Said): void {
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
  const words = feedback(question, salt, replies);
  const mark = words.startsWith("+") ? "+" : "-";
  question.setAttribute("data-verdict", mark === "+" ? "right" : "wrong");
  place.textContent = `${SIGNS[mark]} ${words.slice(1)}`;
  const before = said.get(question);
  if (before?.right) return;
  const typed = (field ?? chosen)?.value.trim() ?? "";
  const at = new Date().toISOString();
  said.set(question, { said: typed, right: mark === "+", tries: (before?.tries ?? 0) + 1, at });
}

/** Everything that was said in the page, from top to bottom. */
function replies(page: Document, said: Said): ReplyData[] {
  return [...page.querySelectorAll("[data-question]")].flatMap((asked): ReplyData[] => {
    const question = written(noted(asked, "question") ?? "", LONGEST.question);
    const more = { question, facts: {}, reason: "", cases: [] };
    if (asked.matches("label")) {
      const guess = written(asked.querySelector("input")?.value.trim() ?? "", LONGEST.said);
      const prompt = written(noted(asked, "prompt") ?? "", LONGEST.prompt);
      return guess ? [{ ...more, kind: "bet", prompt, said: guess, right: null, tries: 1, at: "" }] : [];
    }
    const given = said.get(asked);
    if (!given) return [];
    return [
      {
        ...more,
        ...given,
        kind: "answer",
        said: written(given.said, LONGEST.said),
        prompt: written(asked.querySelector("legend")?.textContent ?? "", LONGEST.prompt),
        reason: written(asked.querySelector("textarea")?.value.trim() ?? "", LONGEST.reason),
        cases: JSON.parse(noted(asked, "cases") ?? "[]") as string[],
      },
    ];
  });
}

/** The place where it is handed in: as a file, and as text to copy. */
function handIn(section: HTMLElement, said: Said): void {
  const page = section.ownerDocument;
  const lesson = noted(section, "lesson") ?? "";
  const name = section.querySelector<HTMLInputElement>("input");
  const compose = (): string => {
    const text = exportText(name?.value ?? "", lesson, replies(page, said));
    const field = section.querySelector("textarea");
    if (field) field.value = text;
    return text;
  };
  section.querySelector("details")?.addEventListener("toggle", compose);
  section.querySelector("button")?.addEventListener("click", () => {
    const count = replies(page, said).length;
    const place = section.querySelector("output");
    if (count === 0) {
      if (place) place.textContent = "Nothing is answered yet.";
      return;
    }
    const file = fileName(name?.value ?? "", lesson);
    download(page, file, compose());
    if (place) place.textContent = `Saved ${count} ${count === 1 ? "answer" : "answers"} as ${file}.`;
  });
}

/** Shows what stands scrambled in the page, at the press of a button. */
function reveal(section: HTMLElement): void {
  const made = make("div", section);
  made.innerHTML = readable(noted(section, "key") ?? "", "key");
  section.querySelector("button")?.remove();
}

export default function start(page: Document): void {
  const said: Said = new Map();
  for (const question of page.querySelectorAll<HTMLFormElement>("form.question")) {
    question.addEventListener("submit", (event) => {
      event.preventDefault();
      check(question, said);
    });
  }
  for (const section of page.querySelectorAll<HTMLElement>("[data-key]")) {
    section.querySelector("button")?.addEventListener("click", () => reveal(section));
  }
  for (const section of page.querySelectorAll<HTMLElement>("section.save")) handIn(section, said);
}

start(document);
