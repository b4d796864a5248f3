// SPDX-License-Identifier: Apache-2.0
// Small helpers. Text of a run reaches the page as text only: nothing here makes markup of it.

const kSvg = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);

/** An element with children, which are elements or texts. */
const make = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const makeSvg = (tag, attributes, ...children) => fill(document.createElementNS(kSvg, tag), attributes, children);
function fill(e, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else e.setAttribute(name, value);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

const grouped = d3.format(",");
const plural = (n, word) => `${grouped(n)} ${word}${n === 1 ? "" : /(s|ch)$/.test(word) ? "es" : "s"}`;
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

/** Objects, one a line. */
function parseLines(id) {
  const out = [];
  for (const line of byId(id).textContent.split("\n")) if (line !== "") out.push(JSON.parse(line));
  return out;
}

/** First index in ascending `list` whose `key` is above `x`. */
const above = (list, x, key) => d3.bisector(key).right(list, x);

const kQuick = 160, kCamera = 650;  // milliseconds

/** A selection, as a transition where the reader has nothing against motion. */
function moving(selection, duration) {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  return calm ? selection : selection.transition().duration(duration);
}

/** "<1,31>" as "1.31", as addresses of this page name a switch. */
const anchorName = (name) => name.replace(/[^A-Za-z0-9]+/g, ".").replace(/^\.|\.$/g, "");

const kReasons = {
  no_route: "no way was left", caught_on_link: "on the wire when the link died",
  sent_into_dead_link: "sent into the dead link", dead_port: "its only way is a dead port",
  lost_on_link: "lost on a link", lost_in_switch: "in a switch that died",
  host_gone: "its host's switch is dead", bit_error: "damaged on a link",
};

const kOutageReasons = { caught_on_link: "on the wire when the link went down", sent_into_dead_link: "sent into the link while it was down" };

/** Colours of the style sheet, read once a theme. */
const ink = {};
function readInk() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["bg", "fg", "dim", "edge", "soft", "band", "link", "switch", "rim", "accent", "dead", "deadink",
    "back", "healed", "out", "outink", "knows", "lost", "bad", "label", "m0", "m1", "m2", "m3", "m4", "m5"]) {
    ink[name] = style.getPropertyValue("--" + name).trim();
  }
}

function setTheme(dark) {
  document.documentElement.classList.toggle("dark", dark);
  readInk();
}
