// Whole games by clicking, in every game and on several boards.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, click, cell, moves, onePage, setUp, skip } from "./page.js";

/** More moves than any of these games takes when somebody plays anything. */
const MOST = 700;

const opened = onePage();

/** A random number from 0 to 1 that is the same on every run. */
function dice(seed) {
  return () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
}

/**
 * What can be clicked now, each as the place of its middle: words such as pass, pieces of the hand, cells. What is there is
 * measured in one go, as the board is drawn anew after every click.
 */
const choices = (page) => page.evaluate(() => {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const all = (selector) => [...document.querySelectorAll(selector)].map(middle);
  const lists = [all("#status .primary"), all("#picker:not([hidden]) button"), all("#board .mark.target, #board .mark.target-piece"), all("#board [data-cell].can:not([data-piece])")];
  return {
    places: lists.find((list) => list.length > 0) ?? [], over: document.querySelector("#status .quiet") !== null,
    drawn: Number(document.getElementById("board").dataset.drawn),
  };
});

/** Waits until the board was drawn again, as it is after every click. */
const drawnSince = (page, drawn) => page.waitForFunction((before) => Number(document.getElementById("board").dataset.drawn) > before, drawn);

/** Clicks anything that can be clicked until the game is over. */
async function playToTheEnd(page, seed) {
  const random = dice(seed);
  for (let clicks = 0; clicks < MOST * 3; clicks += 1) {
    const { places, over, drawn } = await choices(page);
    if (over) return;
    const place = places[Math.floor(random() * places.length)];
    if (place) {
      await page.mouse.click(place.x, place.y);
      await drawnSince(page, drawn);
    } else await page.waitForTimeout(5);
  }
  throw new Error(`the game does not end, seed ${seed}`);
}

for (const [game, size, seed] of [["wali", 0, 1], ["wali-total", 0, 2], ["differo", 0, 3], ["waldmeister", 5, 4], ["waldmeister", 8, 5], ["waldmeister", 11, 6]]) {
  test(`a whole game of ${game}${size ? ` on ${size} × ${size}` : ""} by clicking`, { skip }, async () => {
    const { page } = opened();
    await begin(page, { game, size: size || undefined });
    await playToTheEnd(page, seed);
    const status = await page.textContent("#status .sentence");
    assert.match(status, /wins|Drawn/);
    const played = await moves(page);
    assert.ok(played.length > 5, `only ${played.length} moves`);
    if (game === "wali") assert.ok(played.some((move) => /x/.test(move)), "nobody captured");
    if (game === "waldmeister") assert.equal(played.length, Math.min(3, Math.floor((size * size) / 18)) * 18);
  });
}

test("a capture is asked for, explained and chosen on the board", { skip }, async () => {
  const { page } = opened();
  await begin(page, { game: "wali" });
  await setUp(page, "b4b/6/ww4/2w3/bb3b w 0 0 - - 0");
  await click(page, "c2");
  await click(page, "c3");
  await page.waitForFunction(() => document.querySelector("#status")?.textContent?.includes("capture"));
  await click(page, "a3");
  await page.waitForSelector("#status .objection");
  assert.match(await page.textContent("#status"), /capture 'a3' is not possible: expected one of a1 b1 f1 a5 f5/);
  await click(page, "f5");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 1);
  assert.deepEqual(await moves(page), ["c2c3xf5"]);
});

test("Escape takes half a move back", { skip }, async () => {
  const { page } = opened();
  await begin(page, { game: "waldmeister", size: 5 });
  await click(page, "c3");
  await page.waitForSelector("#picker button");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#picker", { state: "hidden" });
  assert.equal(await page.locator("#board [data-piece][data-cell]").count(), 0);
});

test("a tree chosen in the hand first is planted without another click", { skip }, async () => {
  const { page } = opened();
  await begin(page, { game: "waldmeister", size: 5 });
  await page.locator('#board [data-hand="p1"][data-piece="tg"]').dispatchEvent("pointerdown", { button: 0 });
  await click(page, "b2");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 1);
  assert.deepEqual(await moves(page), ["b2+tg"]);
});

test("an illegal move is explained in the engine's words, and a piece can be dragged", { skip }, async () => {
  const { page } = opened();
  await begin(page, { game: "differo" });
  await click(page, "d4");
  await click(page, "e5");
  await page.waitForSelector("#status .objection");
  assert.match(await page.textContent("#status"), /this line carries you nowhere/);
  const [from, to] = await Promise.all([cell(page, "d4").boundingBox(), cell(page, "e4").boundingBox()]);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 1);
  assert.deepEqual(await moves(page), ["d4e4"]);
});

test("an engine answers, a move is taken back, a game is resigned", { skip }, async () => {
  const { page } = opened();
  await begin(page, { game: "wali", who: ["person", "tern"], level: "greedy", seconds: 0.1 });
  await click(page, "c3");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 2);
  await page.click("[data-control=takeBack]");
  await page.waitForFunction(() => document.querySelector("#seat-bottom.to-move") && document.querySelectorAll("#board [data-piece][data-cell]").length === 0);
  await page.click("[data-control=resign]");
  await page.click("dialog .primary");
  await page.waitForFunction(() => /wins: resigned/.test(document.querySelector("#status")?.textContent ?? ""));
});

test("two engines play each other to the end", { skip }, async () => {
  const { page } = opened();
  await begin(page, { game: "waldmeister", size: 5, who: ["tern", "tern"], level: "greedy", seconds: 0.1 });
  await page.waitForFunction(() => /wins|Drawn/.test(document.querySelector("#status")?.textContent ?? ""));
  assert.equal((await moves(page)).length, 18);
});
