// Who plays and how: clocks, names, other engines, hints, pauses, options, and what happens when an engine ends.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { begin, cell, click, moves, serve, skip, type, withPage } from "./page.js";

const status = (page) => page.textContent("#status");
/** Waits until a part of the page says something: what was asked for is drawn a little later. */
const shows = (page, selector, words) => page.waitForFunction(
  ([part, source]) => new RegExp(source).test(document.querySelector(part)?.textContent ?? ""), [selector, words.source],
);
const moved = (page, count) => page.waitForFunction((n) => document.querySelectorAll(".move-list .move").length >= n, count);

test("a game by the clock, with names: times run, are added to, survive a reload, and end the game", { skip }, () => withPage({}, async ({ page }) => {
  await page.click("#new-game");
  await page.fill("dialog [name=name0]", "Ana");
  await page.fill("dialog [name=name1]", "Rui");
  await page.selectOption("dialog [name=level1]", "greedy");
  await page.check("dialog input[value=clock]");
  await page.fill("dialog [name=minutes]", "1");
  await page.fill("dialog [name=increment]", "100");
  await page.click("dialog .primary");
  await shows(page, "#seat-bottom", /Ana.*White.*(1:00|0:5)/);
  await shows(page, "#seat-top", /Rui.*Black.*1:00/);
  await click(page, "c3");
  await moved(page, 2);
  // However slow the machine is, the engine took less than it was given.
  await shows(page, "#seat-top .clock", /^(2:|1:[45])/);
  await page.waitForFunction(() => /0:5\d/.test(document.querySelector("#seat-bottom .clock")?.textContent ?? ""));
  await shows(page, "#status", /^Ana to move$/);
  await page.evaluate(() => window.addEventListener("pagehide", () => {
    const kept = JSON.parse(localStorage.getItem("tern.game") ?? "{}");
    localStorage.setItem("tern.game", JSON.stringify({ ...kept, clock: [1500, 33000] }));
  }));
  await page.reload();
  await page.waitForFunction(() => /0:01/.test(document.querySelector("#seat-bottom .clock")?.textContent ?? ""));
  await shows(page, "#seat-top .clock", /^0:33$/);
  await page.waitForFunction(() => /Rui wins: on time/.test(document.querySelector("#status")?.textContent ?? ""));
}));

test("a hint shows which piece, then where", { skip }, () => withPage({}, async ({ page }) => {
  await begin(page, { game: "differo" });
  await page.click("[data-control=hint]");
  await page.waitForSelector("#board .mark.hint");
  assert.equal(await page.locator("#board .layer .arrow").count(), 0);
  await page.click("[data-control=hint]");
  await page.waitForSelector("#board .layer .arrow.best");
  await type(page, await page.textContent("#status .sentence"));
  await page.waitForFunction(() => !document.querySelector("#board .mark.hint, #board .layer .arrow"));
}));

test("two engines of the command line play, pause, and go on while somebody looks elsewhere", { skip }, () => withPage({
  words: ["--engine", "name=one option.Hash=8", "--engine", "name=two option.Hash=8"],
}, async ({ page }) => {
  await begin(page, { game: "wali", who: ["one", "two"], seconds: 0.3 });
  await shows(page, "#seat-bottom", /one/);
  await shows(page, "#seat-top", /two/);
  await moved(page, 2);
  await page.click("[data-control=pause]");
  await page.waitForFunction(() => document.querySelector("#status")?.textContent === "Paused");
  const paused = (await moves(page)).length;
  await page.waitForTimeout(700);
  assert.equal((await moves(page)).length, paused);
  await page.click("[data-control=pause]");
  await moved(page, paused + 1);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelectorAll("#board [data-piece][data-cell]").length === 0);
  await moved(page, paused + 4);
  assert.match(await status(page), /You are looking at move 0/);
}));

test("options of the engine: what is refused is told and forgotten, what is set survives a reload", { skip }, () => withPage({ words: ["--max-hash", "32"] }, async ({ page }) => {
  await page.check("#analysis-on");
  await page.click("#pane-analysis summary");
  const hash = page.locator(".options .row", { hasText: "Hash" }).first().locator("input");
  assert.equal(await hash.getAttribute("max"), "32");
  await hash.fill("48");
  await hash.press("Tab");
  await page.waitForSelector("#banner:not([hidden])");
  await shows(page, "#banner", /Hash cannot be '48': this server allows 32 at most/);
  await page.click("#banner .quiet");
  await hash.fill("8");
  await hash.press("Tab");
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("tern.preferences") ?? "{}").options?.Hash === "8");
  await page.reload();
  await page.click("#tab-wide-console");
  await page.waitForFunction(() => /analysis ›\s*setoption name Hash value 8/.test(document.querySelector(".log")?.textContent ?? ""));
}));

test("an engine that crashes is shown with its last words, and can be started again", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "tern-crash-"));
  const flag = join(folder, "crashed");
  // Crashes at its first search and plays at the second.
  const script = `#!/bin/sh
while read -r word rest; do
  case $word in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    quit) exit ;;
    go) if [ -e ${flag} ]; then echo "info depth 1 score cp 0 pv e2"; echo bestmove e2; else touch ${flag}; echo "out of ideas" >&2; exit 3; fi ;;
  esac
done
`;
  const engine = join(folder, "engine");
  writeFileSync(engine, script);
  chmodSync(engine, 0o755);
  return withPage({ words: ["--engine", `name=clumsy cmd=${engine}`] }, async ({ page }) => {
    await begin(page, { game: "wali", who: ["person", "clumsy"] });
    await click(page, "c3");
    await page.waitForSelector("#banner:not([hidden])");
    await shows(page, "#banner", /clumsy: the engine ended unexpectedly, exit status: 3; its last words were 'out of ideas'/);
    await page.click("#banner .primary");
    await moved(page, 2);
    assert.deepEqual(await moves(page), ["c3", "e2"]);
    assert.ok(!(await page.isVisible("#banner")));
  });
});

test("engines that nobody asks anything are ended, and start again with the next move", { skip }, () => withPage({ words: ["--idle", "0.03"] }, async ({ page, served }) => {
  await begin(page, { game: "wali", who: ["person", "tern"], level: "greedy", seconds: 0.1 });
  await click(page, "c3");
  await moved(page, 2);
  const children = () => spawnSync("pgrep", ["-P", String(served.pid)], { encoding: "utf8" }).stdout.split("\n").filter(Boolean).length;
  while (children() > 0) await page.waitForTimeout(50);
  assert.ok(!(await page.isVisible("#banner")));
  await type(page, (await page.evaluate(() => document.querySelector("#board [data-cell].can").dataset.cell)));
  await moved(page, 4);
}));

test("pointing at a piece of Differo shows what its lines add up to, and where they lead", { skip }, () => withPage({}, async ({ page }) => {
  await begin(page, { game: "differo" });
  await cell(page, "d4").hover({ force: true });
  await page.waitForSelector("#board .tern-count");
  const titles = () => page.$$eval("#board .tern-count title", (all) => all.map((title) => title.textContent));
  assert.deepEqual(await titles(), ["6 − 0 = 6", "3 − 2 = 1 e4", "2 − 2 = 0"]);
  await cell(page, "e5").hover({ force: true });
  await page.waitForFunction(() => !document.querySelector("#board .tern-count"));
  // With the keyboard the same is said aloud.
  await page.focus('#board [data-cell="d7"]:not([data-piece])');
  await page.waitForFunction(() => /3 − 0 = 3/.test(document.querySelector("#announcer")?.textContent ?? ""));
}));

test("the groups that count in WaldMeister are outlined with their points", { skip }, () => withPage({}, async ({ page }) => {
  await begin(page, { game: "waldmeister", size: 5 });
  await type(page, "c3+sl", "c3d3+sg", "c3c4+sd");
  await page.click("#seat-bottom .outline");
  await page.waitForSelector("#board .tern-group");
  const titles = () => page.$$eval("#board .tern-group title", (all) => all.map((title) => title.textContent));
  const sum = (all) => all.reduce((points, title) => points + Number(title.split(": ")[1]), 0);
  assert.equal(sum(await titles()), Number(await page.textContent("#seat-bottom .points")));
  await page.click("#seat-bottom .outline");
  await page.waitForFunction(() => !document.querySelector("#board .tern-group"));
  await page.click("#seat-top .outline");
  await page.waitForSelector("#board .tern-group");
  assert.equal(sum(await titles()), Number(await page.textContent("#seat-top .points")));
  await begin(page, { game: "wali" });
  await page.waitForSelector("#seat-top .outline", { state: "hidden" });
}));

test("--open opens the address in the browser of the system", { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "tern-open-"));
  const opened = join(folder, "opened");
  writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\nprintf %s "$1" > ${opened}.new && mv ${opened}.new ${opened}\n`);
  chmodSync(join(folder, "xdg-open"), 0o755);
  const before = process.env.PATH;
  process.env.PATH = `${folder}:${before}`;
  const served = await serve("--open").finally(() => { process.env.PATH = before; });
  while (!existsSync(opened)) await new Promise((resolve) => setTimeout(resolve, 20));
  await served.end();
  assert.equal(readFileSync(opened, "utf8"), served.address);
});
