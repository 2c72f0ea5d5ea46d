// Lines, arrows, marks, variations, records, links: what is done with a game that was played.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { TERN, begin, click, moves, onePage, setUp, skip, type } from "./page.js";

const opened = onePage();

test("lines appear, arrows point, the bar moves, a line shows itself on the board", { skip }, async () => {
  const { page } = opened();
  await begin(page, { game: "differo" });
  await page.check("#analysis-on");
  await page.waitForFunction(() => document.querySelectorAll(".engine-line .score").length === 3);
  await page.waitForSelector("#board .arrow.best");
  assert.match(await page.textContent(".engine-lines"), /[+−]?\d+\.\d\d|#/);
  assert.match(await page.textContent(".facts"), /depth \d+ · .* nodes/);
  assert.ok(await page.isVisible("#eval-bar"));
  await page.hover(".engine-line:first-child .pv:nth-child(2)");
  await page.waitForSelector("#board.preview");
  await page.mouse.move(5, 5);
  await page.waitForSelector("#board:not(.preview)");
  await page.uncheck("#analysis-on");
  await page.waitForFunction(() => document.querySelectorAll("#board .arrow").length === 0);
});

test("another move than the one played becomes a variation and is kept", { skip }, async () => {
  const { page } = opened();
  await begin(page, { game: "wali" });
  await type(page, "c3", "d3", "e2");
  await page.click("[data-control=first]");
  await click(page, "a1");
  await page.waitForSelector(".variations .move");
  assert.deepEqual(await moves(page), ["c3", "d3", "e2"]);
  assert.equal(await page.textContent(".variations .move"), "a1");
  await page.reload();
  await page.waitForSelector(".variations .move[aria-current]");
  assert.deepEqual(await moves(page), ["c3", "d3", "e2"]);
});

test("a variation is deleted, the game is not", { skip }, async () => {
  const { page } = opened();
  await begin(page, { game: "wali" });
  await type(page, "c3", "d3");
  await page.click("[data-control=first]");
  await click(page, "a1");
  await page.waitForSelector(".variations .move");
  await type(page, "f5");
  await page.click("[data-control=previous]");
  await page.click("#status >> text=Delete from here");
  await page.waitForFunction(() => !document.querySelector(".variations"));
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("End");
  await page.waitForSelector(".move[aria-current]");
  await page.keyboard.press("Delete");
  assert.deepEqual(await moves(page), ["c3", "d3"]);
});

test("the whole game is analysed: a graph, marks, the next mistake and what was better", { skip }, async () => {
  const { page } = opened();
  await begin(page, { game: "differo" });
  await setUp(page, "5/1bbb2/bw1w3/1b1wbb2/2wbb2b1/1wwbwww1/2wwbw1/1wb3/5 w");
  // White wins with g4g5 and with no other move.
  const other = await page.evaluate(() => [...new Set([...document.querySelectorAll("#board [data-cell].can")].map((one) => one.dataset.cell))].filter((name) => name !== "g4"));
  await click(page, other[0]);
  await page.waitForSelector("#board .mark.target");
  const target = await page.evaluate(() => {
    const mark = document.querySelector("#board .mark.target").getBoundingClientRect();
    return { x: mark.x + mark.width / 2, y: mark.y + mark.height / 2 };
  });
  await page.mouse.click(target.x, target.y);
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 1);
  await page.click("#review");
  await page.waitForSelector("progress", { state: "visible" });
  await page.waitForSelector("progress", { state: "hidden" });
  await page.waitForSelector(".graph .curve");
  assert.match(await page.textContent(".move-list .move b"), /\?/);
  await page.click("[data-control=first]");
  await page.click("#next-mistake");
  await page.waitForSelector(".better:not([hidden])");
  assert.match(await page.textContent(".better"), /Better was g4g5/);
});

test("a record is saved, understood by tern replay, and opened again", { skip }, async () => {
  const { page } = opened();
  await begin(page, { game: "waldmeister", size: 5 });
  await type(page, "c3+sl", "c3d3+td", "c3b3+mg");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save record")]);
  const file = join(tmpdir(), `tern-record-${process.pid}.txt`);
  await download.saveAs(file);
  assert.match(readFileSync(file, "utf8"), /1\. c3\+sl \{- \d+ms\} c3d3\+td/);
  const replayed = spawnSync(TERN, ["replay", file], { encoding: "utf8" });
  assert.doesNotMatch(replayed.stdout + replayed.stderr, /not a record|line \d+:/);
  await begin(page, { game: "wali" });
  await page.setInputFiles("#pane-game input[type=file]", file);
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 3);
  assert.deepEqual(await moves(page), ["c3+sl", "c3d3+td", "c3b3+mg"]);
  writeFileSync(file, "this is no record");
  await page.setInputFiles("#pane-game input[type=file]", file);
  await page.waitForSelector("#banner:not([hidden])");
  assert.match(await page.textContent("#banner"), /This is no record of games/);
  await page.click("#banner .quiet");
});

test("records of tern match are opened, with their opinions, and those of tern report with their marks", { skip }, async () => {
  const { page } = opened();
  const folder = mkdtempSync(join(tmpdir(), "tern-match-"));
  const tern = (...words) => assert.equal(spawnSync(TERN, words, { cwd: folder }).status, 0, words.join(" "));
  tern("match", "-e", "name=weak option.Level=1", "-e", "name=strong option.Level=5", "--game", "wali", "--games", "2", "--nodes", "200", "--record", "games.txt");
  tern("report", "games.txt", "--nodes", "500", "-o", "page.html", "--annotated", "notes.txt");
  for (const file of ["games.txt", "notes.txt"]) {
    await page.setInputFiles("#pane-game input[type=file]", join(folder, file));
    await page.click("dialog .stack button >> nth=1");
    await page.waitForFunction(() => /wins|Drawn/.test(document.querySelector("#status")?.textContent ?? ""));
    await page.waitForSelector(".graph .curve");
    assert.match(await page.textContent("#seat-bottom"), /strong/);
    const marks = await page.locator(".move-list .move b").count();
    assert.ok(file === "notes.txt" ? marks > 0 : marks === 0, `${marks} marks in ${file}`);
  }
});

test("a link holds the whole game and not the token", { skip }, async () => {
  const { page, served } = opened();
  await begin(page, { game: "wali" });
  await type(page, "c3", "d3");
  await page.click("#share");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(!link.includes(served.address.split("#")[1]));
  await begin(page, { game: "differo" });
  await page.goto(link);
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 2);
  assert.deepEqual(await moves(page), ["c3", "d3"]);
});

test("what is typed into the console happens on the board", { skip }, async () => {
  const { page } = opened();
  await begin(page, { game: "wali" });
  await page.click("#tab-wide-console");
  await page.fill(".console-form input", "move b2 e4");
  await page.press(".console-form input", "Enter");
  await page.waitForFunction(() => document.querySelectorAll("#board [data-piece][data-cell]").length === 2);
  await page.waitForFunction(() => /board ›\s*move b2 e4/.test(document.querySelector(".log")?.textContent ?? ""));
  await page.click("#tab-wide-analysis");
  assert.deepEqual(await moves(page), ["b2", "e4"]);
});

test("an engine that is killed is reported, and the page goes on", { skip }, async () => {
  const { page, served } = opened();
  await begin(page, { game: "wali", who: ["person", "tern"], level: "greedy", seconds: 0.1 });
  await click(page, "c3");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 2);
  const children = (pid) => spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" }).stdout.split("\n").filter(Boolean);
  // Below the server are supervisors, and below each of them an engine.
  for (const supervisor of children(served.pid)) for (const engine of children(supervisor)) process.kill(Number(engine), "SIGKILL");
  await page.waitForSelector("#banner:not([hidden])");
  assert.match(await page.textContent("#banner"), /signal: 9/);
  await page.click("#banner .primary");
  await page.waitForFunction(() => document.querySelector("#board [data-cell].can"));
  await click(page, "e2");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 4);
});

test("the board is saved as SVG and as PNG", { skip }, async () => {
  const { page } = opened();
  for (const [button, beginning] of [["Board as SVG", "<svg"], ["Board as PNG", "\u0089PNG"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`text=${button}`)]);
    const stream = await download.createReadStream();
    const chunk = await new Promise((resolve) => stream.once("data", resolve));
    assert.ok(chunk.toString("latin1").startsWith(beginning), button);
  }
});
