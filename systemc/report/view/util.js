// SPDX-License-Identifier: Apache-2.0
// Small helpers. Text of a run reaches the page as text only: nothing here makes markup of it.

const byId = (id) => document.getElementById(id);

/** An element with children, which are elements or texts. */
function make(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else e.setAttribute(name, value);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

const grouped = (n) => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
const plural = (n, word) => `${grouped(n)} ${word}${n === 1 ? "" : /(s|ch)$/.test(word) ? "es" : "s"}`;
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

/** Objects, one a line. */
function parseLines(id) {
  const out = [];
  for (const line of byId(id).textContent.split("\n")) if (line !== "") out.push(JSON.parse(line));
  return out;
}

/** First index in ascending `list` whose `key` is above `x`. */
function above(list, x, key) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(list[middle]) > x) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** "<1,31>" as "1.31", as addresses of this page name a switch. */
const anchorName = (name) => name.replace(/[^A-Za-z0-9]+/g, ".").replace(/^\.|\.$/g, "");

const kReasons = {
  no_route: "no way was left", caught_on_link: "on the wire when the link died",
  sent_into_dead_link: "sent into the dead link", dead_port: "its only way is a dead port",
  lost_on_link: "lost on a link", lost_in_switch: "in a switch that died",
  host_gone: "its host's switch is dead", bit_error: "damaged on a link",
};

/** Colours of the style sheet, read once a theme. */
const ink = {};
function readInk() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["bg", "fg", "dim", "edge", "soft", "band", "link", "switch", "rim", "accent", "dead", "deadink",
    "back", "healed", "knows", "lost", "bad", "label", "m0", "m1", "m2", "m3", "m4", "m5"]) {
    ink[name] = style.getPropertyValue("--" + name).trim();
  }
}

function setTheme(dark) {
  document.documentElement.classList.toggle("dark", dark);
  readInk();
}
