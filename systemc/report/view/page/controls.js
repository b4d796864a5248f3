// SPDX-License-Identifier: Apache-2.0
// Buttons, keys, the pointer, and the first look.

const kKeys = [["space", "play, pause"], ["left, right", "event before, next event"], ["shift + left, right", "the same without messages and changes"],
  ["home, end", "start, end of the run"], ["+ - 0", "zoom in, out, all of it"], ["wheel, drag, pinch", "zoom, move"],
  ["[ ]", "failure before, next failure"], ["T, shift + T, W", "zoom in, out in time; the whole run"], [", .", "earlier, later part of the run"], ["escape", "nothing selected"], ["D", "dark or light"], ["?", "these keys"]];
const kTurnKeys = [["C", "as planes, as a cube"], ["J L I K, drag", "turn the cube"], ["shift + drag", "move it"]];
const kTurnStep = 6;  // degrees

function redraw() {
  scene.touch(2);
  strip.draw();
  drawLegend();
  dirty = true;
}

function toggleTheme() {
  const dark = !document.documentElement.classList.contains("dark");
  setTheme(dark);
  try { localStorage.setItem("selvage-theme", dark ? "dark" : "light"); } catch (none) { /* not kept */ }
  redraw();
}

function firstTheme() {
  let kept = null;
  try { kept = localStorage.getItem("selvage-theme"); } catch (none) { /* not kept */ }
  const wish = window.matchMedia("(prefers-color-scheme: dark)");
  setTheme(kept === null ? wish.matches : kept === "dark");
  wish.addEventListener("change", (ev) => {
    setTheme(ev.matches);
    redraw();
  });
}

function toggleHelp() {
  const box = byId("keys");
  box.hidden = !box.hidden;
  byId("help").setAttribute("aria-expanded", String(!box.hidden));
}

/** Shows what has three dimensions as a body, or flat. */
function turnTo(turn) {
  scene.turnTo(turn);
  const button = byId("body");
  button.textContent = scene.turned ? "planes" : "cube";
  button.setAttribute("aria-pressed", String(scene.turned));
}
const toggleBody = () => turnTo(scene.turned ? null : scene.space.turn);
function showAll() {
  scene.showAll();
  if (scene.turned) swing(kFirstTurn);
}

/** Turns the body, the shorter way round. */
function swing(to) {
  const { yaw, pitch } = scene.space.turn;
  const way = d3.interpolateObject({ yaw, pitch }, { yaw: yaw + ((to.yaw - yaw + 540) % 360 - 180), pitch: to.pitch });
  const body = d3.select(byId("body"));
  const turning = moving(body, kCamera);
  if (turning === body) turnTo(to);
  else turning.tween("turn", () => (t) => { if (scene.turned) turnTo(t === 1 ? to : way(t)); });
}

/** To the failure before or behind the moment shown. */
function jump(by) {
  const deaths = data.events.filter((e) => e.type === "node_death" || e.type === "outage" || (e.type === "death" && !e.preset));
  const now = clock.cycle(unit);
  const next = by > 0 ? deaths.find((e) => e.t > now + 0.5) : [...deaths].reverse().find((e) => e.t < now - 0.5);
  if (next === undefined) return;
  pause();
  setUnit(clock.unit(next.t), next);
  look(next);
}

function onKey(ev) {
  if (!(ev.target instanceof Element) || ev.target.matches("input, select") || ev.ctrlKey || ev.metaKey || ev.altKey) return;
  const keys = {
    " ": () => { if (playing) pause(); else start(); },
    ArrowRight: () => step(1, ev.shiftKey), ArrowLeft: () => step(-1, ev.shiftKey),
    Home: () => { pause(); setUnit(0); }, End: () => { pause(); setUnit(clock.end); },
    "+": () => scene.zoomBy(1.4), "=": () => scene.zoomBy(1.4), "-": () => scene.zoomBy(1 / 1.4), 0: showAll,
    t: () => strip.zoomBy(1.6, unit), T: () => strip.zoomBy(1 / 1.6, unit), w: () => strip.showAll(), ",": () => strip.pan(-0.25), ".": () => strip.pan(0.25),
    c: toggleBody, j: () => scene.turnBy(-kTurnStep, 0), l: () => scene.turnBy(kTurnStep, 0), i: () => scene.turnBy(0, kTurnStep), k: () => scene.turnBy(0, -kTurnStep),
    "[": () => jump(-1), "]": () => jump(1), Escape: () => pick(null), "?": toggleHelp, d: toggleTheme,
  };
  const does = keys[ev.key] || keys[ev.key.toLowerCase()];
  if (does === undefined || (ev.key === " " && ev.target.matches("button"))) return;
  ev.preventDefault();
  does();
  dirty = true;
}

// ---- the pointer over the picture
function place(ev) {
  const box = byId("stage").getBoundingClientRect();
  return [ev.clientX - box.left, ev.clientY - box.top];
}

function hover(x, y) {
  const tip = byId("tip");
  const packet = marks.packetAt(x, y);
  const sw = packet === null ? scene.switchAt(x, y) : null;
  const link = packet === null && sw === null ? scene.linkAt(x, y) : null;
  byId("over").classList.toggle("hit", packet !== null || sw !== null || link !== null);
  const text = packet !== null ? `packet ${grouped(packet)}` : sw !== null ? data.switches[sw].name
    : link !== null ? `${link.name}: ${kLinkWords[state.link(link)]}` : null;
  tip.hidden = text === null;
  if (text === null) return;
  tip.textContent = text;
  tip.style.left = `${clamp(x + 14, 0, scene.width - 160)}px`;
  tip.style.top = `${clamp(y + 14, 0, scene.height - 40)}px`;
}

function onClick(x, y) {
  const packet = marks.packetAt(x, y);
  if (packet !== null) return pickPacket(packet);
  const sw = scene.switchAt(x, y);
  if (sw !== null) return pick(sw);
  const link = scene.linkAt(x, y);
  pick(null);
  if (link !== null) panel.show({ link });
  dirty = true;
  return undefined;
}

function listen() {
  const over = byId("over");
  over.addEventListener("mousemove", (ev) => hover(...place(ev)));
  over.addEventListener("mouseleave", () => { byId("tip").hidden = true; });
  over.addEventListener("click", (ev) => onClick(...place(ev)));
  document.addEventListener("keydown", onKey);
  const on = (id, does) => byId(id).addEventListener("click", () => { does(); dirty = true; });
  on("play", () => { if (playing) pause(); else start(); });
  on("prev", () => step(-1));
  on("next", () => step(1));
  on("theme", toggleTheme);
  on("help", toggleHelp);
  on("zoom-in", () => scene.zoomBy(1.5));
  on("zoom-out", () => scene.zoomBy(1 / 1.5));
  on("zoom-fit", showAll);
  on("body", toggleBody);
  on("time-in", () => strip.zoomBy(2, unit));
  on("time-out", () => strip.zoomBy(0.5, unit));
  on("time-all", () => strip.showAll());
  byId("cycle").addEventListener("change", (ev) => {
    const t = Number(ev.target.value.replace(/[^0-9]/g, ""));
    pause();
    setUnit(clock.unit(t));
  });
  window.addEventListener("hashchange", fromAddress);
  window.addEventListener("resize", () => { scene.resize(); strip.resize(); dirty = true; });
}

// ---- what the signs mean
const sign = (draw) => makeSvg("svg", { width: 26, height: 12 }, ...draw.map(([tag, attributes]) => makeSvg(tag, attributes)));

function drawLegend() {
  const line = (colour, dash, width = 3) => ["path", { d: "M1 6H25", stroke: colour, "stroke-width": width, "stroke-dasharray": dash, fill: "none" }];
  const cross = (colour) => ["path", { d: "M9 2L17 10M9 10L17 2", stroke: colour, "stroke-width": 2, fill: "none" }];
  const items = [];
  const types = new Set(data.events.map((e) => e.type));
  if (types.has("death")) items.push([[line(ink.dead, "none")], "dead, not noticed"]);
  if (types.has("death") || data.links.some((l) => l.dead)) items.push([[line(ink.dead, "2 3", 2), cross(ink.dead)], "known dead"]);
  if (types.has("repair")) items.push([[line(ink.back, "6 3")], "back, not noticed"], [[line(ink.healed, "none")], "healed"]);
  if (types.has("node_death") || data.switches.some((s) => s.dead)) {
    items.push([[["circle", { cx: 13, cy: 6, r: 5, stroke: ink.rim, fill: "none" }], cross(ink.dead)], "dead switch"]);
  }
  if (types.has("outage")) items.push([[["path", { d: "M1 6L4 2L8 10L12 2L16 10L20 2L25 6", stroke: ink.out, "stroke-width": 2, fill: "none" }]], "down for a while, nobody told"]);
  if (types.has("change")) items.push([[["circle", { cx: 13, cy: 6, r: 5, fill: ink.knows }]], "routes changed, with hops"]);
  for (const [kind, colour] of marks.colours) items.push([[line(ink[colour], "none", 2), ["path", { d: "M25 6L17 2V10z", fill: ink[colour] }]], kind]);
  if (types.has("loss")) items.push([[cross(ink.lost)], "packet lost"]);
  if (types.has("deadlock")) items.push([[line(ink.bad, "none")], "channels that wait in a cycle"]);
  byId("legend").replaceChildren(...items.slice(0, 13).map(([draw, text]) => make("li", {}, sign(draw), text)));
}

function foldNote() {
  const folded = JSON.parse(byId("folded").textContent);
  const cut = data.faults.reduce((sum, f) => sum + f.cut.messages + f.cut.changes + f.cut.losses, 0) +
    [...data.nodes, ...data.flaps, data.run].reduce((sum, one) => sum + one.cut, 0);
  const parts = [];
  const words = { faults: "failures", changes: "changes of routes", losses: "lost packets", news: "messages that told news", repeated: "messages that told nothing new" };
  for (const [key, word] of Object.entries(words)) if (folded[key] > 0) parts.push(`${grouped(folded[key])} ${word}`);
  if (cut > 0) parts.push(`${grouped(cut)} events beyond what a run records`);
  const links = data.run.topology.links - data.run.links_listed;
  if (links > 0) parts.push(`${grouped(links)} links with which nothing happens`);
  const note = byId("fold");
  note.hidden = parts.length === 0;
  note.textContent = `Folded, not drawn: ${parts.join(", ")}. The counts beside each failure are of all.`;
}

function begin() {
  firstTheme();
  const run = data.run;
  byId("name").textContent = run.name;
  byId("facts").textContent = `${run.topology.label}, ${plural(run.topology.switches, "switch")}, seed ${run.seed}, engine ${run.engine}`;
  const good = run.exit_code === 0;
  byId("status").textContent = (good ? "PASS " : "FAIL ") + run.status.replace(/_/g, " ");
  byId("status").classList.add(good ? "good" : "bad");
  byId("body").hidden = !scene.space.ok;
  byId("keys").append(make("dl", {}, ...[...kKeys, ...(scene.space.ok ? kTurnKeys : [])].flatMap(([key, does]) => [make("dt", {}, key), make("dd", {}, does)])));
  foldNote();
  drawLegend();
  listen();
  scene.resize();
  strip.resize();
  setUnit(0);
  fromAddress();
  requestAnimationFrame(frame);
}
begin();
