// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import start from "./handout";

// Made by widgets/handout/conceal.py.
const ENTRIES = '[["69fad3be4ff1723c", "6rkwrHkv6ASoT2qIPvrPR4TXbnPtz8uRTUXJnjjSbhsEvjpY0Q=="]]';

const form = (): HTMLFormElement => document.querySelector("form") as HTMLFormElement;
const said = (): string => document.querySelector("output")?.textContent ?? "";
const one = <Found extends Element>(selector: string): Found => document.querySelector(selector) as Found;
const saved = (): string => one<HTMLElement>(".save output").textContent ?? "";
function handedIn(): unknown {
  one<HTMLButtonElement>(".save button").click();
  return JSON.parse(one<HTMLTextAreaElement>(".save textarea").value);
}
function reply(typed: string): void {
  (form().querySelector("input") as HTMLInputElement).value = typed;
  form().dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
}

beforeEach(() => {
  document.body.innerHTML =
    '<label class="guess" data-question="a/b#guess-1" data-prompt="Guess: how many?">' +
    '<input type="text" id="guess"></label>' +
    `<form class="question" data-salt="combat-1" data-entries='${ENTRIES}' ` +
    `data-question="a/b#combat-1" data-cases='["GAZA 14.0/2"]'><legend>How likely?</legend>` +
    '<input type="text"><textarea></textarea><output></output></form>' +
    '<section class="save" data-lesson="a/b"><input><button>Save</button><output></output>' +
    "<details><textarea></textarea></details></section>" +
    '<section data-key="A2zMsm2W5Tkx9EbBJVEF/w=="><button>Show</button></section>';
  start(document);
});

it("says right to the right number, however it is written", () => {
  reply("2/6");
  expect(said()).toBe("✓ Right. Two faces of six: ½ of four.");
  expect(form().getAttribute("data-verdict")).toBe("right");
});

it("says wrong to another, and asks for a number where there is none", () => {
  reply("1/2");
  expect(said()).toBe("✗ Not that number. Try again.");
  expect(form().getAttribute("data-verdict")).toBe("wrong");
  reply("many");
  expect(said()).toContain("Write a number");
});

it("shows the key once it is asked for", () => {
  expect(document.body.textContent).not.toContain("Answers");
  one<HTMLButtonElement>("[data-key] button").click();
  expect(document.querySelector("section h2")?.textContent).toBe("Answers");
  expect(document.querySelector("[data-key] button")).toBeNull();
});

it("hands in guesses, answers and reasons in the form that Python reads", () => {
  one<HTMLButtonElement>(".save button").click();
  expect(saved()).toBe("Nothing is answered yet.");
  one<HTMLInputElement>("#guess").value = " about ten ";
  one<HTMLTextAreaElement>("form textarea").value = "Two faces.\u0000";
  one<HTMLInputElement>(".save input").value = "Ada";
  reply("1/2");
  reply("1/3");
  reply("1/2");
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(handedIn()).toEqual({
    format: "wargame replies",
    version: 1,
    student: { name: "Ada", lesson: "a/b", team: "", side: "", room: "" },
    replies: [
      {
        kind: "bet",
        question: "a/b#guess-1",
        prompt: "Guess: how many?",
        said: "about ten",
        right: null,
        tries: 1,
        reason: "",
        cases: [],
        facts: {},
        at: "",
      },
      {
        kind: "answer",
        question: "a/b#combat-1",
        prompt: "How likely?",
        said: "1/3",
        right: true,
        tries: 2,
        reason: "Two faces.",
        cases: ["GAZA 14.0/2"],
        facts: {},
        at: time,
      },
    ],
  });
  expect(saved()).toBe("Saved 2 answers as replies_b_Ada.json.");
});
