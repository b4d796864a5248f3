// SPDX-License-Identifier: Apache-2.0
// A page of a run without a browser: its script, on elements that only remember.
"use strict";
const fs = require("fs");
const vm = require("vm");

class Element {
  constructor(tag, id = "") {
    Object.assign(this, { tag, id, own: [], listeners: {}, attributes: {}, style: {}, dataset: {}, hidden: false, value: "1", scrollTop: 0, words: "" });
    const classes = new Set();
    this.classList = { add: (c) => classes.add(c), contains: (c) => classes.has(c),
      toggle: (c, on = !classes.has(c)) => (on ? classes.add(c) : classes.delete(c)) };
    this.parentElement = this.parent = id === "" ? null : new Element("parent");
  }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  getAttribute(name) { return this.attributes[name]; }
  addEventListener(type, does) { (this.listeners[type] = this.listeners[type] || []).push(does); }
  append(...more) { this.own.push(...more); }
  replaceChildren(...more) { this.own = more; }
  get lastChild() { return this.own[this.own.length - 1]; }
  set textContent(text) { this.own = [text]; }
  get textContent() { return this.own.map((c) => (typeof c === "string" ? c : c.textContent)).join(""); }
  all(test) { return this.own.flatMap((c) => (typeof c === "string" ? [] : [...(test(c) ? [c] : []), ...c.all(test)])); }
  querySelectorAll() { return []; }
  getBoundingClientRect() { return this.id === "strip" ? { left: 0, top: 0, width: 1000, height: 68 } : { left: 0, top: 0, width: 900, height: 560 }; }
  getContext() { return context; }
  setPointerCapture() {}
  scrollIntoView() {}
  matches() { return false; }
  fire(type, event = {}) {
    const full = { preventDefault() {}, target: this, buttons: 1, shiftKey: false, pointerId: 1, ...event };
    for (const does of this.listeners[type] || []) does(full);
  }
}

const context = new Proxy({}, { get: (at, name) => (name === "measureText" ? (text) => ({ width: 6 * text.length }) : () => undefined), set: () => true });

/** The page of a file, opened at an address: what its script holds, its elements, and a frame. */
exports.open = (file, hash = "") => {
  const html = fs.readFileSync(file, "utf8");
  const elements = new Map();
  const element = (id) => {
    if (!elements.has(id)) elements.set(id, new Element("div", id));
    return elements.get(id);
  };
  for (const [, id, text] of html.matchAll(/<script type="application\/json" id="([^"]+)">([^]*?)<\/script>/g)) element(id).textContent = text;
  for (const [, id] of html.matchAll(/ id="([^"]+)"[^>]* hidden>/g)) element(id).hidden = true;
  const script = /<script>([^]*)<\/script>/.exec(html)[1];
  const end = script.lastIndexOf("})();");
  const frames = [], timers = new Map();
  const world = new Element("world");
  const location = { hash };
  const sandbox = {
    Element, URLSearchParams, location, console,
    document: { documentElement: new Element("html"), activeElement: null, getElementById: element, createElement: (tag) => new Element(tag),
      createElementNS: (space, tag) => new Element(tag), addEventListener: (type, does) => world.addEventListener(type, does) },
    window: { addEventListener: (type, does) => world.addEventListener(type, does), matchMedia: () => ({ matches: false, addEventListener() {} }), innerWidth: 1280 },
    history: { replaceState: (state, title, address) => { location.hash = address; } },
    getComputedStyle: () => ({ getPropertyValue: () => "#123" }), requestAnimationFrame: (does) => frames.push(does),
    setTimeout: (does) => { timers.set(1, does); return 1; }, clearTimeout: (id) => timers.delete(id),
  };
  vm.runInNewContext(script.slice(0, end) +
    "\nglobalThis.held = { data, clock, state, scene, strip, panel, roundest, setUnit, tick: () => unit };\n" + script.slice(end), sandbox);
  let now = 0;
  return { ...sandbox.held, element, location,
    key: (key, shiftKey = false) => world.fire("keydown", { key, shiftKey, target: new Element("body") }),
    /** Draws a frame and lets timers run out. */
    frame: () => {
      for (const does of frames.splice(0)) does(now += 16);
      for (const [id, does] of [...timers]) { timers.delete(id); does(); }
    } };
};

let failures = 0;
exports.check = (good, what) => {
  if (good) return;
  ++failures;
  console.log("failed: " + what);
};
exports.end = (checked) => {
  console.log(failures === 0 ? `good: ${checked}` : `${failures} failed`);
  process.exit(failures === 0 ? 0 : 1);
};
