// Comes before everything else: the engine of the board starts while the rest of the page is on its way.

import { readToken } from "./token.js";

const token = readToken();
if (token) Object.assign(window, { ternEarly: new WebSocket(`ws://${location.host}/engine/tern`, ["tern", token]) });
