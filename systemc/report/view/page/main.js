// SPDX-License-Identifier: Apache-2.0
// Puts the page together: play, steps, keys, pointer, address.

const data = readRun();
const clock = new Clock(data);
const state = new FabricState(data);
readInk();
const scene = new Scene(data, state, () => remember());
const marks = new Marks(scene, clock);
const strip = new Strip(data, clock, (u) => { pause(); setUnit(u); }, () => remember());
const panel = new Panel(data, state, (cycle, play, event = null) => {
  pause();
  setUnit(clock.unit(cycle));
  if (play) start();
  look(event);
}, (sw, go = false) => pick(sw, go), pickPacket);

const flows = new Flows(data, scene, clock, (cycle) => {
  if (cycle !== null) {
    pause();
    setUnit(clock.unit(cycle));
  }
  dirty = true;
});

let unit = 0;
let told = null;      // the event that the words are about
let chosen = false;   // by the user, who stepped to it
let playing = false;
let stamp = 0;
let dirty = true;

// ---- time
function setUnit(to, about = null) {
  unit = clamp(to, 0, clock.end);
  const cycle = clock.cycle(unit);
  if (state.seek(cycle + 1e-6)) scene.touch(1);
  told = about || weightiest();
  chosen = about !== null;
  dirty = true;
}

/** Of the events of the last moments the one that a person wants to hear of. */
function weightiest() {
  const order = ["mismatch", "deadlock", "end", "node_death", "death", "repair", "node_back", "outage", "outage_over", "detection", "reroute", "loss", "change", "message"];
  let best = null;
  const since = clock.cycle(Math.max(unit - 10, 0));
  for (let i = state.applied - 1; i >= 0; --i) {
    const e = data.events[i];
    if (best !== null && e.t < since) break;
    if (best === null || order.indexOf(e.type) < order.indexOf(best.type)) best = e;
    if (best !== null && e.t < since) break;
  }
  return best;
}

function start() {
  if (unit >= clock.end - 1e-9) setUnit(0);
  const first = data.events.find((e) => e.t > 0 && e.type !== "end");
  if (unit === 0 && first !== undefined) setUnit(Math.max(clock.unit(first.t) - 4, 0));
  playing = true;
  stamp = 0;
  byId("play").textContent = "Pause";
}
function pause() {
  playing = false;
  byId("play").textContent = "Play";
}

function step(by, main = false) {
  pause();
  const now = told === null ? -1 : told.index;
  let i = now === -1 || Math.abs(data.events[now].t - clock.cycle(unit)) > 0.5 ? (by > 0 ? state.applied : state.applied - 1) : now + by;
  const matters = (e) => !main || (e.type !== "message" && e.type !== "change");
  while (i >= 0 && i < data.events.length && !matters(data.events[i])) i += by;
  if (i < 0 || i >= data.events.length) return;
  setUnit(clock.unit(data.events[i].t), data.events[i]);
  look(data.events[i]);
}

/** Moves the picture to where an event is, if it is zoomed. */
function look(e) {
  if (e === null) return;
  const ends = e.from !== undefined ? [e.from[0], e.to[0]] : e.link !== undefined ? [e.link.a[0], e.link.b[0]] : [e.sw];
  scene.goTo(ends.filter((sw) => typeof sw === "number"));
}

// ---- what is selected
function pick(sw, go = false) {
  scene.selected = sw;
  if (go && sw !== null) scene.goTo([sw], true);
  scene.way = null;
  panel.show(sw === null ? null : { sw });
  scene.touch(1);
  dirty = true;
}
function pickPacket(id) {
  scene.selected = null;
  scene.way = data.journeyOf.get(id) || null;
  panel.show({ packet: id });
  const loss = data.events.find((e) => e.type === "loss" && e.packet === id);
  if (loss !== undefined && !playing) {
    setUnit(clock.unit(loss.t) + 1, loss);
    look(loss);
  }
  scene.touch(1);
  dirty = true;
}

// ---- every frame
function frame(now) {
  requestAnimationFrame(frame);
  if (playing) {
    const passed = stamp === 0 ? 0 : Math.min(now - stamp, 100);
    stamp = now;
    setUnit(unit + passed / 1000 * kPace * Number(byId("speed").value));
    if (unit >= clock.end) pause();
  }
  if (!dirty && scene.stale === 0) return;
  dirty = false;
  scene.refresh();
  const cycle = clock.cycle(unit);
  flows.draw(marks.draw(unit, cycle), unit, cycle);
  strip.follow(unit);
  panel.update(cycle);
  say(cycle);
}

function say(cycle) {
  const whole = Math.floor(cycle + 1e-6);
  if (document.activeElement !== byId("cycle")) byId("cycle").value = grouped(whole);
  const text = told === null ? opening() : chosen ? tell(data, told) : tellShort(data, state, told);
  const when = told === null ? "" : `cycle ${grouped(told.t)}`;
  const story = byId("story");
  if (story.dataset.text === text) return;
  story.dataset.text = text;
  story.replaceChildren(make("span", { class: "when" }, when), text);
  if (!playing) remember();
}

function opening() {
  const coming = casualties(data.stories.filter((s) => !s.preset));
  const ends = data.events.some((e) => e.type === "deadlock") ? "It ends in a deadlock"
    : data.events.some((e) => e.type === "mismatch") ? "It ends where RTL and golden model disagree" : "";
  const whole = data.switches.filter((s) => s.dead).length;
  const links = data.links.filter((l) => l.dead && !data.switches[l.a[0]].dead && !data.switches[l.b[0]].dead).length;
  const dead = [whole > 0 ? plural(whole, "switch") : "", links > 0 ? plural(links, "link") : ""].filter((x) => x !== "").join(" and ");
  const will = [coming === "" ? "" : `${coming} will die`, ends].filter((x) => x !== "").join(". ");
  const hosts = data.run.topology.hosts - data.switches.filter((s) => s.dead).reduce((sum, s) => sum + s.hosts.length, 0);
  return `${plural(hosts, "host")} send over ${plural(data.switches.length, "switch")}${dead === "" ? "" : `; dead from the start: ${dead}`}. ${will === "" ? "Press" : will + ": press"} Play.`;
}

/** The address of what is shown, for others; a moment later, since browsers count how often it changes. */
let remembering = 0;
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    if (playing) return;
    try { history.replaceState(null, "", address()); } catch (none) { /* an address that may not change */ }
  }, 200);
}

function address() {
  let hash = `#t=${Math.floor(clock.cycle(unit) + 1e-6)}`;
  if (!strip.isWhole) hash += `&from=${Math.floor(clock.cycle(strip.from) + 1e-6)}&until=${Math.ceil(clock.cycle(strip.until) - 1e-6)}`;
  if (scene.turned) hash += `&turn=${Math.round(scene.space.turn.yaw)},${Math.round(scene.space.turn.pitch)}`;
  if (panel.shown !== null && panel.shown.sw !== undefined) hash += `&sw=${anchorName(data.switches[panel.shown.sw].name)}`;
  if (panel.shown !== null && panel.shown.packet !== undefined) hash += `&packet=${panel.shown.packet}`;
  return hash;
}

function fromAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const cycle = (key) => (wanted.has(key) && /^\d+$/.test(wanted.get(key)) ? Number(wanted.get(key)) : null);
  const from = cycle("from"), until = cycle("until"), t = cycle("t");
  const turn = /^(-?\d+),(-?\d+)$/.exec(wanted.get("turn") || "");
  if (turn !== null) turnTo({ yaw: Number(turn[1]), pitch: Number(turn[2]) });
  if (t !== null) {
    const at = data.events.find((e) => e.t === t && (e.type === "mismatch" || e.type === "deadlock"));
    setUnit(clock.unit(t), at || null);
  }
  const sw = data.switches.find((s) => anchorName(s.name) === wanted.get("sw"));
  if (sw !== undefined) pick(sw.sw, true);
  if (/^\d+$/.test(wanted.get("packet") || "")) pickPacket(Number(wanted.get("packet")));
  if (from !== null && until !== null && from < until) {
    strip.unit = unit;  // which may lie outside of what is asked for
    strip.showPart(clock.unit(from), clock.unit(until) - clock.unit(from));
  }
  if (wanted.has("play")) start();
}
