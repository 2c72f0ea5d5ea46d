// What belongs together: sockets, the engines behind them, and what the page remembers.

import { BoardEngine } from "./board-engine.js";
import { EngineSocket } from "./socket.js";
import { Events } from "./events.js";
import { Thinker } from "./thinker.js";

/** @typedef {{ engines: string[], limits: Record<string, number> }} Offer */

export class App extends Events {
  /** @param {string} token */
  constructor(token) {
    super();
    this.token = token;
    /** @type {Map<string, EngineSocket>} */
    this.sockets = new Map();
    /** @type {Map<string, Thinker>} */
    this.thinkers = new Map();
    this.board = new BoardEngine(this.socket("tern", "board"));
    // The engine starts while the page is being built; what goes wrong is told to whoever asks it something.
    this.board.socket.open().catch(() => undefined);
  }

  /** What the server offers. @returns {Promise<Offer>} */
  async offer() {
    const answer = await fetch("engines", { headers: { Authorization: `Bearer ${this.token}` } });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }

  /**
   * The socket with this label, closed or open.
   * @param {string} engine
   * @param {string} label
   */
  socket(engine, label) {
    let socket = this.sockets.get(label);
    if (socket && socket.engine !== engine) {
      socket.close();
      this.thinkers.delete(label);
      socket = undefined;
    }
    if (!socket) {
      socket = new EngineSocket(engine, label, this.token);
      socket.on("closed", (why) => this.emit("closed", { label, ...why }));
      this.sockets.set(label, socket);
    }
    return socket;
  }

  /**
   * An engine that thinks.
   * @param {string} engine
   * @param {string} label
   */
  thinker(engine, label) {
    const socket = this.socket(engine, label);
    let thinker = this.thinkers.get(label);
    if (!thinker) {
      thinker = new Thinker(socket);
      this.thinkers.set(label, thinker);
    }
    return thinker;
  }

  /** Ends an engine that is not needed any more. @param {string} label */
  dismiss(label) {
    this.thinkers.get(label)?.close();
    this.thinkers.delete(label);
    this.sockets.get(label)?.close();
    this.sockets.delete(label);
  }
}
