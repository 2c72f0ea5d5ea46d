// Records as tern writes them, read by the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRecords, parseRemark } from "../../src/serve/page/records.js";

const GAME = `[Number "1"]
[Game "wali"]
[Start "6/6/6/6/6 w 12 12 - - 0"]

1. b1 {opening} f1 {+30/1 4ms | -22/6 43 % | mistake, chances 59 % → 42 % | better a2 e4} 1-0
`;

test("records of matches begin with a line about the match", () => {
  const games = parseRecords(`% tern manifest {"engines":[{"name":"[a]"}]}\n\n${GAME}\n% tern manifest {}\n${GAME}`);
  assert.deepEqual(games.map(({ moves, result }) => [moves.length, result]), [[2, "1-0"], [2, "1-0"]]);
  assert.throws(() => parseRecords("% something else"));
});

test("what a report noted counts for more than what the engine thought", () => {
  const [{ moves }] = parseRecords(GAME);
  assert.deepEqual(moves.map(({ text }) => text), ["b1", "f1"]);
  assert.deepEqual(parseRemark(moves[1].remark), { score: { cp: -22 }, depth: 6, time: 4, mark: "?", better: ["a2", "e4"] });
  assert.deepEqual(parseRemark("+30/1 4ms"), { score: { cp: 30 }, depth: 1, time: 4, mark: "", better: [] });
  assert.equal(parseRemark("opening").score, null);
});
