// Puts the page together.

import { Analysis } from "./analysis.js";
import { App } from "./app.js";
import { BoardView, showPicker } from "./board.js";
import { Console } from "./console.js";
import { DEFAULT_SETTINGS, Game } from "./game.js";
import { Learn, fetchText } from "./learn.js";
import { MoveList } from "./movelist.js";
import { Overlays } from "./overlays.js";
import { Review, nextMistake } from "./review.js";
import { Seats, playerName } from "./seats.js";
import { addIcons } from "./icons.js";
import { applyTheme, followSystem, toggleTheme } from "./theme.js";
import { arrowOf } from "./arrows.js";
import { atMostEvery, byId, el } from "./dom.js";
import { buildAnalysis, buildGame } from "./panels.js";
import { buildControls } from "./controls.js";
import { confirmed, openDialog, closeDialog, showKeys } from "./dialogs.js";
import { copy, fromFragment, save, toFragment, toPng } from "./keep.js";
import { currentLanguage, gameName, learnPlayers, otherLanguage, setLanguage, sideName, t, translate } from "./i18n.js";
import { drawGraph } from "./graph.js";
import { drawTabs, onPaneShown, showPane } from "./tabs.js";
import { endingText, showStatus } from "./status.js";
import { learnBoundaries } from "./win.js";
import { learnRatings, levelText } from "./levels.js";
import { listenToKeys } from "./keys.js";
import { loadPreferences, restoreGame, saveGame, savePreferences } from "./storage.js";
import { openRecords, recordOf } from "./library.js";
import { showNewGame } from "./newgame.js";
import { showOptions } from "./options.js";
import { IDLE } from "./socket.js";
import { splitFragment, takeToken } from "./token.js";

const preferences = loadPreferences();
applyTheme(preferences);
followSystem(preferences);

const { token, rest } = takeToken();
const app = new App(token);
const game = new Game(app.board, (engine, seat) => app.thinker(engine, `p${seat + 1}`));
const board = new BoardView(byId("board"), game, explain);
const overlays = new Overlays(game, board, (words) => { byId("announcer").textContent = words; });
const seats = new Seats(byId("seat-top"), byId("seat-bottom"), game, overlays);
const analyst = () => app.thinker("tern", "analysis");
const review = new Review(game, analyst);
const learn = new Learn(byId("pane-learn"), game, preferences, () => { board.showStarts = preferences.guide; board.decorate(); savePreferences(preferences); });
const talk = new Console(byId("pane-console"), () => [...app.sockets.values()], followConsole);

/** What the server offers, and what the engine can do. */
let offer = { engines: ["tern"], limits: /** @type {Record<string, number>} */ ({}) };
let options = /** @type {import("./protocol.js").EngineOption[]} */ ([]);
const sized = /** @type {Set<string>} */ (new Set());
let notice = { words: "", bad: false };
/** How far the hint has gone, and for which node. */
let hint = { node: -1, step: 0, move: "" };
let wasKilled = false;
/** Resolves when it is known what can be chosen for a new game. */
let knowAll = () => {};
const prepared = new Promise((resolve) => { knowAll = () => resolve(undefined); });

/** @type {ReturnType<typeof buildAnalysis>} */
let parts;
/** @type {MoveList} */
let moves;
/** @type {Analysis} */
let analysis;

const store = atMostEvery(500, () => saveGame(game));
const redrawGraph = atMostEvery(250, () => drawGraph(parts.graph, game));

/** Says what is against a move. @param {string} words */
function explain(words) {
  notice = { words, bad: true };
  drawStatus();
  learn.explain(words);
}

/** Says that something was done. @param {string} words */
function inform(words) {
  notice = { words, bad: false };
  drawStatus();
}

function drawStatus() {
  const words = (game.look?.candidates ?? []).filter(({ picks }) => picks === null).map(({ text }) => text);
  /** @type {[string, () => void][]} */
  const actions = [];
  if (game.node !== game.live) actions.push([t("backToGame"), () => game.goTo(game.live)], [t("playFromHere"), () => game.continueFrom(game.node)]);
  else if (game.ending) actions.push([t("playAgain"), () => startGame(game.settings)], [t("analyseIt"), () => { showPane("analysis"); reviewGame(); }]);
  if (game.mayRemove(game.node)) actions.push([t("deleteLine"), () => game.remove(game.node)]);
  showStatus(byId("status"), game, { ...notice, actions, moves: game.mayMove ? words : [], play: (move) => game.play(move) });
}

/** Draws everything that depends on where we look. */
function drawLook() {
  notice = { words: "", bad: false };
  learn.words = "";
  const look = game.look;
  if (!look) return;
  board.show(look);
  overlays.draw();
  seats.draw();
  drawStatus();
  moves.point();
  redrawGraph();
  parts.mistake.hidden = !game.node.line().some((node) => node.mark);
  drawBetter();
  controls.refresh();
  store();
}

/** What would have been better than the move that led here. */
function drawBetter() {
  const before = game.node.parent?.judgement;
  const better = game.node.mark && before?.best && before.best !== game.node.move ? before.pv.slice(0, 8) : null;
  parts.better.hidden = !better;
  if (!better) return;
  const keep = () => {
    let node = /** @type {import("./tree.js").Node} */ (game.node.parent);
    for (const move of better) node = node.play(move);
    game.emit("tree");
  };
  parts.better.replaceChildren(`${game.node.move}${game.node.mark}. ${t("better")} `, el("button", { class: "pv-line", onclick: () => { keep(); game.goTo(/** @type {any} */ (game.node.parent).play(better[0])); } }, better.join(" ")));
}

/**
 * @param {import("./game.js").Settings} settings
 * @param {string} [start]
 */
async function startGame(settings, start) {
  for (const seat of [0, 1]) if (settings.players[seat].kind === "person") app.dismiss(`p${seat + 1}`);
  if (wasKilled) revive();
  const people = settings.players.map(({ kind }) => kind);
  await game.begin(settings, { start, flip: people[0] === "engine" && people[1] === "person" });
}

async function newGame() {
  await prepared;
  showNewGame({ settings: game.settings, options, engines: offer.engines, sized, start: startGame });
}

function toggleAnalysis() {
  preferences.on = !preferences.on;
  parts.on.checked = preferences.on;
  savePreferences(preferences);
  if (!preferences.on) app.dismiss("analysis");
  analysis.started = preferences.on;
  analysis.follow();
}

/** Judges the whole game, or stops doing so. */
async function reviewGame() {
  if (analysis.busy) {
    await review.stop();
    return;
  }
  analysis.busy = true;
  parts.review.textContent = t("stopAnalysis");
  parts.progress.hidden = false;
  try {
    await review.run(300, (done, all) => {
      parts.progress.value = done / all;
      parts.progress.title = t("analysing", { n: done, all });
      redrawGraph();
    });
  } catch (error) {
    trouble(/** @type {Error} */ (error));
  }
  analysis.busy = false;
  parts.review.textContent = t("analyseGame");
  parts.progress.hidden = true;
  if (!preferences.on) app.dismiss("analysis");
  game.emit("tree");
  if (game.look) game.emit("look", game.look);
}

function jumpToMistake() {
  const node = nextMistake(game);
  if (node) game.goTo(node);
  else inform(t("noMistakes"));
}

/** First which piece, then where. */
async function giveHint() {
  const { node, look } = game;
  if (!look || look.result !== "none" || look.pending) return;
  if (hint.node !== node.id) {
    analysis.busy = true;
    const engine = analyst();
    await engine.set({ Game: game.settings.game, BoardSize: game.settings.size, MultiPV: 1 }).catch(() => undefined);
    const found = await engine.go(game.positionLine(node), "go movetime 500").catch(() => null);
    analysis.busy = false;
    if (preferences.on) analysis.follow();
    else app.dismiss("analysis");
    if (!found?.best || game.node !== node) return;
    hint = { node: node.id, step: 0, move: found.best };
  }
  hint.step += 1;
  const arrow = arrowOf(hint.move);
  board.hints = arrow ? [arrow.from] : [];
  board.arrows = arrow && hint.step > 1 ? [{ ...arrow, kind: "best" }] : [];
  board.decorate();
  if (!arrow || hint.step > 1) inform(hint.move);
}

/** @param {Error} error */
function trouble(error) {
  if (!byId("banner").hidden) return;
  showBanner(error.message, null);
}

/**
 * @param {string} words
 * @param {(() => void) | null} restart
 */
function showBanner(words, restart) {
  const banner = byId("banner");
  banner.hidden = false;
  banner.replaceChildren(el("span", {}, t(words, {}, words)), el("span", { class: "grow" }),
    restart ? el("button", { class: "primary", onclick: () => { banner.hidden = true; restart(); } }, t("restart")) : "",
    el("button", { class: "quiet", onclick: () => { banner.hidden = true; } }, t("close")));
}

/** Makes all engines that ended usable again. */
function revive() {
  wasKilled = false;
  byId("banner").hidden = true;
  for (const one of app.sockets.values()) one.revive();
}

app.on("closed", ({ label, code, reason }) => {
  if (code === IDLE) return;
  wasKilled = true;
  const names = /** @type {Record<string, string>} */ ({ board: t("boardRegion"), analysis: t("analysis"), p1: playerName(game, 0), p2: playerName(game, 1) });
  showBanner(t("engineDied", { name: names[label] ?? label, reason: t(reason, {}, reason) }), async () => {
    revive();
    await game.goTo(game.node).then(() => game.pause(false)).catch(trouble);
  });
});

/** A command typed into the console may have changed the game of the board. @param {import("./socket.js").EngineSocket} socket */
async function followConsole(socket) {
  if (socket.label !== "board") return;
  await socket.ask([]);
  const [name, start, history] = await Promise.all([app.board.query("game"), app.board.query("start"), app.board.query("history")]);
  const played = history === "(none)" ? [] : history.split(" ");
  if (name !== game.settings.game || start !== game.start) {
    await game.begin({ ...game.settings, game: name }, { start, moves: played });
    return;
  }
  if (played.join(" ") === game.node.moves().join(" ")) return;
  await game.halt();
  const node = played.reduce((at, move) => at.play(move), game.root);
  game.emit("tree");
  await game.continueFrom(node);
}

/** @param {string} fragment */
async function openLink(fragment) {
  const linked = fromFragment(fragment);
  if (!linked) return false;
  const people = /** @type {[any, any]} */ (game.settings.players.map((player) => ({ ...player, kind: "person" })));
  try {
    await game.begin({ ...game.settings, game: linked.game, players: people }, { start: linked.start, moves: linked.moves });
    history.replaceState(null, "", location.pathname);
    return true;
  } catch (error) {
    showBanner(t("cannotLoad", { why: /** @type {Error} */ (error).message }), null);
    return false;
  }
}

async function share() {
  const { start, moves: played } = game.position(game.node.end());
  await copy(`${location.origin}/#${toFragment({ game: game.settings.game, start, moves: played })}`);
  inform(t("copied"));
}

function drawGamePane() {
  const { settings } = game;
  const limit = settings.limit.kind === "clock" ? `${settings.limit.minutes} + ${settings.limit.increment} s` : `${settings.limit.seconds} s`;
  byId("game-title").textContent = gameName(settings.game);
  document.title = `tern · ${gameName(settings.game)}`;
  const name = `${settings.game}-${new Date().toISOString().slice(0, 10)}`;
  buildGame(byId("pane-game"), {
    facts: [
      [t("chooseGame"), gameName(settings.game)],
      ...(sized.has(settings.game) && !game.given ? [/** @type {[string, string]} */ ([t("boardSize"), t("sizeText", { n: settings.size })])] : []),
      [sideName(settings.game, 0), describe(0)], [sideName(settings.game, 1), describe(1)], [t("thinkingTime"), limit],
    ],
    again: newGame,
    load: async (file) => openRecords(game, await file.text()).catch((error) => showBanner(t("badRecord", { why: error.message }), null)),
    setUp: askPosition,
    actions: [
      [t("saveRecord"), () => save(`${name}.txt`, new Blob([recordOf(game)], { type: "text/plain" }))],
      [t("copyRecord"), async () => { await copy(recordOf(game)); inform(t("copied")); }],
      [t("copyPosition"), async () => { await copy(game.look?.fen ?? ""); inform(t("copied")); }],
      [t("saveSvg"), () => save(`${name}.svg`, new Blob([game.look?.svg ?? ""], { type: "image/svg+xml" }))],
      [t("savePng"), async () => save(`${name}.png`, await toPng(game.look?.svg ?? "", 1600))],
    ],
  });
}

/** @param {number} seat */
function describe(seat) {
  const player = game.settings.players[seat];
  const who = player.kind === "person" ? t("person") : `${player.engine}${player.level ? `, ${levelText(player.level, game.settings.game)}` : ""}`;
  return player.name ? `${player.name} (${who})` : who;
}

function askPosition() {
  const input = el("input", { class: "wide", value: game.look?.fen ?? "", "aria-label": t("setPosition"), spellcheck: "false", autocomplete: "off" });
  const problem = el("p", { class: "problem", role: "alert" });
  const form = el("form", { onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await startGame(game.settings, input.value.trim());
      closeDialog();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  } }, input, problem, el("div", { class: "buttons" }, el("button", { type: "button", onclick: closeDialog }, t("cancel")), el("button", { class: "primary" }, t("setUp"))));
  openDialog(t("setPosition"), form);
}

const controls = buildControls(byId("controls"), game, {
  flip: async () => { game.flip = !game.flip; await game.again(); },
  takeBack: () => game.takeBack(),
  hint: giveHint,
  resign: async () => { if (!game.ending && await confirmed(t("confirmResign"), t("resign"))) game.resign(); },
  hurry: () => { if (game.thinking !== null) app.thinker(game.settings.players[game.thinking].engine, `p${game.thinking + 1}`).hurry(); },
  type: (move) => game.play(move).catch((error) => explain(error.message)),
});

/** Everything with texts in it; again after a change of language. */
function build() {
  document.documentElement.lang = currentLanguage();
  translate(document);
  addIcons(document);
  byId("language").textContent = otherLanguage().toUpperCase();
  byId("language").title = t("language");
  drawTabs();
  controls.build();
  parts = buildAnalysis(byId("pane-analysis"), preferences, {
    toggle: toggleAnalysis, changed: () => { savePreferences(preferences); analysis.follow(); }, review: reviewGame, mistake: jumpToMistake,
    options: drawOptions,
  });
  moves = new MoveList(parts.moves, game);
  analysis = new Analysis({
    game, board, thinker: analyst, list: parts.list, facts: parts.facts, bar: byId("eval-bar"), preferences, judged: redrawGraph, trouble,
  });
  learn.build();
  talk.build();
  drawGamePane();
}

/** @param {HTMLElement} box */
async function drawOptions(box) {
  const engine = analyst();
  await engine.start();
  showOptions(box, {
    options: engine.options, values: Object.fromEntries(engine.settings), limits: offer.limits,
    explain: async (name) => (await engine.socket.ask([`help option ${name}`])).slice(1).join(" ").trim(),
    change: async (name, value) => {
      try {
        await engine.set({ [name]: value });
        if (value === "") engine.settings.delete(name);
        else preferences.options[name] = value;
        savePreferences(preferences);
      } catch (error) {
        trouble(/** @type {Error} */ (error));
        drawOptions(box);
      }
      analysis.follow();
    },
  });
}

game.on("look", () => { drawLook(); analysis.follow(); });
game.on("tree", () => { moves.draw(); redrawGraph(); store(); });
game.on("begin", async () => {
  hint = { node: -1, step: 0, move: "" };
  if (!wasKilled) byId("banner").hidden = true;
  drawGamePane();
  learn.showRules();
  board.places = await app.board.places(game.position(game.root)).catch(() => new Map());
  await overlays.begin();
});
game.on("selection", (selection) => { showPicker(byId("picker"), selection, board); learn.guide(selection); });
game.on("thinking", (thinking) => { seats.think(thinking); controls.refresh(); });
game.on("trouble", ({ error }) => trouble(error));
game.on("over", () => { byId("announcer").textContent = game.ending ? endingText(game, game.ending) : ""; });
game.on("played", (node) => {
  const seat = (game.firstSeat() + node.ply - 1) % 2;
  byId("announcer").textContent = `${t("moved", { side: playerName(game, seat), move: node.move })} ${game.ending ? endingText(game, game.ending) : ""}`;
});
game.clock.on("tick", () => seats.draw());
game.on("overlays", () => seats.draw());
onPaneShown(() => talk.draw());

byId("new-game").addEventListener("click", newGame);
byId("share").addEventListener("click", share);
byId("help").addEventListener("click", showKeys);
byId("theme").addEventListener("click", () => { toggleTheme(preferences); savePreferences(preferences); });
byId("language").addEventListener("click", () => {
  setLanguage(otherLanguage());
  build();
  if (game.look) game.emit("look", game.look);
  moves.draw();
});
window.addEventListener("hashchange", () => openLink(splitFragment(location.hash).rest));
window.addEventListener("pagehide", () => saveGame(game));

listenToKeys({
  ArrowLeft: () => controls.go("previous"), ArrowRight: () => controls.go("next"), ArrowUp: () => controls.go("up"), ArrowDown: () => controls.go("down"),
  Home: () => controls.go("first"), End: () => controls.go("last"), Escape: () => board.escape(),
  Delete: () => game.remove(game.node), f: () => controls.press("flip"), n: newGame, u: () => controls.press("takeBack"), h: giveHint, a: toggleAnalysis, m: jumpToMistake,
  "/": () => controls.focusInput(), "?": showKeys,
});

/** Somebody without the token is asked for the address. @param {string} why */
function askForAddress(why) {
  const input = el("input", { class: "wide", "aria-label": t("connect"), autocomplete: "off" });
  openDialog("tern", el("p", {}, t("noToken")), el("form", { onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    location.hash = splitFragment(input.value.slice(input.value.indexOf("#") + 1)).token ?? "";
    location.reload();
  } }, input, el("p", { class: "problem" }, why), el("div", { class: "buttons" }, el("button", { class: "primary" }, t("connect")))));
}

/** The game of the link, the one that was kept, or a new one. */
async function showFirst() {
  if (!(await openLink(rest)) && !(await restoreGame(game))) await game.begin(DEFAULT_SETTINGS);
}

async function begin() {
  board.showStarts = preferences.guide;
  // The first board as soon as possible: it is asked for before the rest is built.
  const shown = showFirst();
  build();
  const offered = app.offer().then((found) => { offer = found; });
  try {
    await shown;
    performance.mark("tern-board");
    await offered;
    // Whatever was set by hand is set again when the engine starts.
    for (const [name, value] of Object.entries(preferences.options)) analyst().settings.set(name, value);
    options = await app.board.introduce();
    learnBoundaries(await fetchText("boundaries.txt"));
    const option = (/** @type {string} */ wanted) => options.find(({ name }) => name === wanted);
    for (const name of option("Game")?.vars ?? []) {
      const { levels, players, sized: manySizes } = await app.board.about(name, option("BoardSize"));
      learnRatings(name, levels);
      learnPlayers(name, players);
      if (manySizes) sized.add(name);
    }
    knowAll();
    drawGamePane();
    seats.draw();
    drawStatus();
  } catch (error) {
    await offered.catch((refused) => askForAddress(refused.message));
    if (!wasKilled) trouble(/** @type {Error} */ (error));
  }
}

begin();
