// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import start from "./handout";

// Made by widgets/handout/conceal.py.
const ENTRIES = '[["69fad3be4ff1723c", "6rkwrHkv6ASoT2qIPvrPR4TXbnPtz8uRTUXJnjjSbhsEvjpY0Q=="]]';

const form = (): HTMLFormElement => document.querySelector("form") as HTMLFormElement;
const said = (): string => document.querySelector("output")?.textContent ?? "";
function reply(typed: string): void {
  (document.querySelector("input") as HTMLInputElement).value = typed;
  form().dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
}

beforeEach(() => {
  document.body.innerHTML =
    `<form class="question" data-salt="combat-1" data-entries='${ENTRIES}'>` +
    '<input type="text"><output></output></form>' +
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
  document.querySelector("button")?.click();
  expect(document.querySelector("section h2")?.textContent).toBe("Answers");
  expect(document.querySelector("button")).toBeNull();
});
