/** What a learner said, as the plain JSON that `wargame/core/replies.py` writes and reads: the other half of it. */

/** One bet, answer or decision. */
export interface ReplyData {
  kind: "bet" | "answer" | "decision";
  question: string;
  prompt: string;
  said: string;
  /** Null where nothing is right, or it is not yet known. */
  right: boolean | null;
  tries: number;
  reason: string;
  cases: string[];
  facts: Record<string, unknown>;
  /** ISO 8601 in UTC; empty where no clock was at hand. */
  at: string;
}

/** The greatest number of characters, as Python bounds them. */
export const LONGEST = { question: 200, prompt: 2000, said: 500, reason: 2000, name: 200 };

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** What somebody typed as it can be kept: signs that cannot be written down are left out, the rest is cut. Counted in
 * whole characters, as Python does. */
export function written(text: string, longest: number): string {
  const whole = text.replace(UNWRITABLE, "").replace(/[\ud800-\udbff](?![\udc00-\udfff])/g, "");
  return [...whole.replace(/(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")].slice(0, longest).join("");
}

/** The text of the file that a learner hands in. */
export function exportText(name: string, lesson: string, replies: readonly ReplyData[]): string {
  const student = { name: written(name, LONGEST.name), lesson, team: "", side: "", room: "" };
  return `${JSON.stringify({ format: "wargame replies", version: 1, student, replies }, null, 2)}\n`;
}

/** A name for that file that every system takes. */
export function fileName(name: string, lesson: string): string {
  const parts = ["replies", lesson.split("/").at(-1) ?? "", name];
  const plain = parts.map((part) => part.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "")).filter(Boolean);
  return `${plain.join("_").slice(0, 80)}.json`;
}

/** Lets the browser save a text as a file; nothing leaves the machine. */
export function download(page: Document, name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = page.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has to have begun before the address is given up.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
