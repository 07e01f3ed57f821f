import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Move } from "./courier";
import { Courier } from "./courier";

let sent: Move[];
let idle: number;
let courier: Courier;
const move = (label: string, held = true, key = "a"): Move => ({ key, label, held });
const labels = (): string[] => sent.map(({ label }) => label);

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  idle = 0;
  courier = new Courier(
    (each) => sent.push(each),
    () => (idle += 1),
  );
});

afterEach(() => vi.useRealTimers());

it("sends one at a time, and of those that wait only the newest", () => {
  for (const label of ["1", "2", "3"]) courier.tell(move(label));
  expect(labels()).toEqual(["1"]);
  courier.answered(1);
  expect(labels()).toEqual(["1", "3"]);
  expect(idle).toBe(0);
  courier.answered(2);
  expect(idle).toBe(1);
  expect(courier.busy).toBe(false);
});

it("keeps the newest of each end", () => {
  courier.tell(move("1"));
  courier.tell(move("2", false));
  courier.tell(move("9", true, "b"));
  courier.answered(1);
  courier.answered(2);
  expect(labels()).toEqual(["1", "2", "9"]);
});

it("tells that it was let go, but nothing twice", () => {
  courier.tell(move("1"));
  courier.tell(move("1"));
  courier.answered(1);
  expect(labels()).toEqual(["1"]);
  courier.tell(move("1"));
  courier.tell(move("1", false));
  courier.answered(2);
  expect(sent.map(({ held }) => held)).toEqual([true, true, false]);
});

it("is not stopped by an answer to something older, nor by none at all", () => {
  courier.tell(move("1"));
  courier.tell(move("2"));
  courier.answered(0);
  expect(labels()).toEqual(["1"]);
  vi.advanceTimersByTime(2500);
  expect(labels()).toEqual(["1", "2"]);
});

it("loses nothing when the view goes", () => {
  courier.tell(move("1"));
  courier.tell(move("2", false));
  courier.destroy();
  expect(labels()).toEqual(["1", "2"]);
  vi.advanceTimersByTime(2500);
  expect(labels()).toEqual(["1", "2"]);
});
