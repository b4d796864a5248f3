// SPDX-License-Identifier: Apache-2.0
// Buttons, keys, the pointer, and the first look.

const kKeys = [["space", "play, pause"], ["left, right", "event before, next event"], ["shift + left, right", "the same without messages and changes"],
  ["home, end", "start, end of the run"], ["+ - 0", "zoom in, out, all of it"], ["wheel, drag, pinch", "zoom, move"],
  ["[ ]", "failure before, next failure"], ["T, shift + T, W", "zoom in, out in time; the whole run"], [", .", "earlier, later part of the run"], ["escape", "nothing selected"], ["D", "dark or light"], ["?", "these keys"]];
const kTurnKeys = [["C", "as planes, as a cube"], ["J L I K, drag", "turn the cube"], ["shift + drag", "move it"]];
const kTurnStep = 6, kTurnByPixel = 0.4;  // degrees

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
  remember();
}
const toggleBody = () => turnTo(scene.turned ? null : scene.space.turn);
function turnBy(yaw, pitch) {
  scene.turnBy(yaw, pitch);
  remember();
}
function showAll() {
  scene.zoomTo(1, 0, 0);
  if (scene.turned) turnTo(kFirstTurn);
}

/** To the failure before or behind the moment shown. */
function jump(by) {
  const deaths = data.events.filter((e) => e.type === "node_death" || e.type === "outage" || (e.type === "death" && !e.preset));
  const now = clock.cycle(unit);
  const next = by > 0 ? deaths.find((e) => e.t > now + 0.5) : [...deaths].reverse().find((e) => e.t < now - 0.5);
  if (next === undefined) return;
  pause();
  setUnit(clock.unit(next.t), next);
}

function onKey(ev) {
  if (!(ev.target instanceof Element) || ev.target.matches("input, select") || ev.ctrlKey || ev.metaKey || ev.altKey) return;
  const keys = {
    " ": () => { if (playing) pause(); else start(); },
    ArrowRight: () => step(1, ev.shiftKey), ArrowLeft: () => step(-1, ev.shiftKey),
    Home: () => { pause(); setUnit(0); }, End: () => { pause(); setUnit(clock.end); },
    "+": () => scene.zoomBy(1.4), "=": () => scene.zoomBy(1.4), "-": () => scene.zoomBy(1 / 1.4), 0: showAll,
    t: () => strip.zoom(1.6, unit), T: () => strip.zoom(1 / 1.6, unit), w: () => strip.whole(), ",": () => strip.pan(-0.25), ".": () => strip.pan(0.25),
    c: toggleBody, j: () => turnBy(-kTurnStep, 0), l: () => turnBy(kTurnStep, 0), i: () => turnBy(0, kTurnStep), k: () => turnBy(0, -kTurnStep),
    "[": () => jump(-1), "]": () => jump(1), Escape: () => pick(null), "?": toggleHelp, d: toggleTheme,
  };
  const does = keys[ev.key] || keys[ev.key.toLowerCase()];
  if (does === undefined || (ev.key === " " && ev.target.matches("button"))) return;
  ev.preventDefault();
  does();
  dirty = true;
}

// ---- the pointer over the picture
const pointers = new Map();
let moved = false;

function place(ev) {
  const box = byId("stage").getBoundingClientRect();
  return [ev.clientX - box.left, ev.clientY - box.top];
}

function onMove(ev) {
  const now = place(ev);
  const before = pointers.get(ev.pointerId);
  if (before === undefined) return hover(...now);
  pointers.set(ev.pointerId, now);
  const others = [...pointers].filter(([id]) => id !== ev.pointerId);
  if (others.length === 1) {  // pinch
    const anchor = others[0][1];
    const was = Math.hypot(before[0] - anchor[0], before[1] - anchor[1]);
    scene.zoomBy(Math.hypot(now[0] - anchor[0], now[1] - anchor[1]) / Math.max(was, 1), ...anchor);
    moved = true;
  } else if (moved || Math.hypot(now[0] - before[0], now[1] - before[1]) > 3) {
    moved = true;
    if (scene.turned && !ev.shiftKey) turnBy((now[0] - before[0]) * kTurnByPixel, (now[1] - before[1]) * kTurnByPixel);
    else scene.zoomTo(scene.view.k, scene.view.x + now[0] - before[0], scene.view.y + now[1] - before[1]);
  } else {
    pointers.set(ev.pointerId, before);
  }
  dirty = true;
  return undefined;
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
  over.addEventListener("pointerdown", (ev) => {
    over.setPointerCapture(ev.pointerId);
    pointers.set(ev.pointerId, place(ev));
    moved = pointers.size > 1;
  });
  over.addEventListener("pointermove", onMove);
  over.addEventListener("pointerup", (ev) => {
    const known = pointers.delete(ev.pointerId);
    if (known && !moved) onClick(...place(ev));
  });
  over.addEventListener("pointercancel", (ev) => pointers.delete(ev.pointerId));
  over.addEventListener("pointerleave", () => { byId("tip").hidden = true; });
  over.addEventListener("wheel", (ev) => {
    ev.preventDefault();
    scene.zoomBy(Math.exp(-ev.deltaY * 0.0016), ...place(ev));
    dirty = true;
  }, { passive: false });
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
  on("time-in", () => strip.zoom(2, unit));
  on("time-out", () => strip.zoom(0.5, unit));
  on("time-all", () => strip.whole());
  byId("cycle").addEventListener("change", (ev) => {
    const t = Number(ev.target.value.replace(/[^0-9]/g, ""));
    pause();
    setUnit(clock.unit(t));
  });
  window.addEventListener("hashchange", fromAddress);
  window.addEventListener("resize", () => { scene.resize(); strip.resize(); dirty = true; });
}

// ---- what the signs mean
function sign(draw) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("width", "26");
  svg.setAttribute("height", "12");
  for (const [tag, attributes] of draw) {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
    svg.append(e);
  }
  return svg;
}

function drawLegend() {
  const line = (colour, dash, width = 3) => ["path", { d: "M1 6H25", stroke: colour, "stroke-width": width, "stroke-dasharray": dash, fill: "none" }];
  const cross = (colour) => ["path", { d: "M9 2L17 10M9 10L17 2", stroke: colour, "stroke-width": 2, fill: "none" }];
  const items = [];
  const types = new Set(data.events.map((e) => e.type));
  if (types.has("death")) {
    items.push([[line(ink.dead, "none")], "dead, not noticed"], [[line(ink.dead, "2 3", 2), cross(ink.dead)], "known dead"]);
  }
  if (types.has("repair")) items.push([[line(ink.back, "6 3")], "back, not noticed"], [[line(ink.healed, "none")], "healed"]);
  if (types.has("change")) items.push([[["circle", { cx: 13, cy: 6, r: 5, fill: ink.knows }]], "routes changed, with hops"]);
  for (const [kind, colour] of marks.colours) items.push([[line(ink[colour], "none", 2), ["path", { d: "M25 6L17 2V10z", fill: ink[colour] }]], kind]);
  if (types.has("loss")) items.push([[cross(ink.lost)], "packet lost"]);
  if (types.has("deadlock")) items.push([[line(ink.bad, "none")], "channels that wait in a cycle"]);
  byId("legend").replaceChildren(...items.slice(0, 11).map(([draw, text]) => make("li", {}, sign(draw), text)));
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
