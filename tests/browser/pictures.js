// Takes the pictures of the README: node pictures.js

import { mkdirSync } from "node:fs";
import { open } from "./page.js";

const folder = new URL("../../docs/pictures/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });

const { page, close } = await open({ width: 1280, height: 760 });
const start = "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w";
await page.goto(`${new URL(page.url()).origin}/#${new URLSearchParams({ game: "differo", start, moves: "d4e4_f6e5_d6e7" })}`);
await page.waitForSelector("#board .tern-slate");
await page.click("#analysis-on");
await page.waitForTimeout(6000);
await page.screenshot({ path: `${folder}serve.png` });
await close();
