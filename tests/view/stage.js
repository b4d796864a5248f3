// SPDX-License-Identifier: Apache-2.0
// A page of a run without a browser: its script, on elements that only remember.
"use strict";
const fs = require("fs");
const vm = require("vm");

class Element {
  constructor(tag, id = "") {
    Object.assign(this, { tag, id, own: [], listeners: {}, attributes: {}, style: { setProperty() {}, removeProperty() {} }, dataset: {}, hidden: false, value: "1", scrollTop: 0, words: "", clientLeft: 0, clientTop: 0 });
    const classes = new Set();
    this.classList = { add: (c) => classes.add(c), contains: (c) => classes.has(c),
      toggle: (c, on = !classes.has(c)) => (on ? classes.add(c) : classes.delete(c)) };
    this.parentElement = this.parent = id === "" ? null : new Element("parent");
  }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  getAttribute(name) { return this.attributes[name]; }
  addEventListener(type, does) { (this.listeners[type] = this.listeners[type] || []).push(does); }
  removeEventListener(type, does) { this.listeners[type] = (this.listeners[type] || []).filter((one) => one !== does); }
  get ownerDocument() { return Element.document; }
  append(...more) { this.own.push(...more); }
  replaceChildren(...more) { this.own = more; }
  get lastChild() { return this.own[this.own.length - 1]; }
  set textContent(text) { this.own = [text]; }
  get textContent() { return this.own.map((c) => (typeof c === "string" ? c : c.textContent)).join(""); }
  all(test) { return this.own.flatMap((c) => (typeof c === "string" ? [] : [...(test(c) ? [c] : []), ...c.all(test)])); }
  querySelectorAll() { return []; }
  getBoundingClientRect() { return this.id === "strip" ? { left: 0, top: 0, width: 1000, height: 68 } : { left: 0, top: 0, width: 900, height: 560 }; }
  getContext() { return context; }
  scrollIntoView() {}
  matches() { return false; }
  /** Calls those who listen, as a browser does; what is pressed is moved and released all over the window. */
  fire(type, event = {}) {
    let going = true;
    const full = { type, preventDefault() {}, stopImmediatePropagation() { going = false; }, target: this, view: Element.document.defaultView,
      button: 0, buttons: 1, shiftKey: false, ...event };
    for (const does of [...(this.listeners[type] || [])]) if (going) does.call(this, full);
  }
  /** The mouse, pressed at the first place and moved to the others. */
  drag(...places) {
    this.fire("mousedown", { clientX: places[0][0], clientY: places[0][1] });
    const world = Element.document.defaultView;
    for (const [clientX, clientY] of places.slice(1)) world.fire("mousemove", { clientX, clientY });
    world.fire("mouseup", {});
  }
  /** Fingers, each with its places; all of them go down and move together. */
  touch(type, ...places) {
    const touches = places.map(([clientX, clientY], identifier) => ({ identifier, clientX, clientY, target: this }));
    this.fire(type, { touches: type === "touchend" ? [] : touches, changedTouches: touches });
  }
}

const context = new Proxy({}, { get: (at, name) => (name === "measureText" ? (text) => ({ width: 6 * text.length }) : () => undefined), set: () => true });

/** The page of a file, opened at an address: what its script holds, its elements, and a frame; `calm`: for a reader who wants no motion. */
exports.open = (file, hash = "", calm = true) => {
  const html = fs.readFileSync(file, "utf8");
  const elements = new Map();
  const element = (id) => {
    if (!elements.has(id)) elements.set(id, new Element("div", id));
    return elements.get(id);
  };
  for (const [, id, text] of html.matchAll(/<script type="application\/json" id="([^"]+)">([^]*?)<\/script>/g)) element(id).textContent = text;
  for (const [, id] of html.matchAll(/ id="([^"]+)"[^>]* hidden>/g)) element(id).hidden = true;
  const d3 = /<script id="parts">([^]*?)<\/script>/.exec(html)[1];
  const script = /<script>([^]*)<\/script>/.exec(html)[1];
  const end = script.lastIndexOf("})();");
  const frames = [], timers = new Map();
  let now = 0, timer = 0;
  const later = (does) => { timers.set(++timer, does); return timer; };
  const world = new Element("world");
  const root = new Element("html");
  const location = { hash };
  const document = { documentElement: root, activeElement: null, getElementById: element, createElement: (tag) => new Element(tag),
    createElementNS: (space, tag) => new Element(tag), addEventListener: (type, does) => world.addEventListener(type, does), defaultView: world };
  Object.assign(world, { document, innerWidth: 1280, matchMedia: (query) => ({ matches: calm && /reduced-motion/.test(query), addEventListener() {} }),
    requestAnimationFrame: (does) => frames.push(does) });
  Element.document = document;
  const sandbox = {
    Element, URLSearchParams, location, console, document, window: world, performance: { now: () => now }, navigator: {},
    history: { replaceState: (state, title, address) => { location.hash = address; } },
    getComputedStyle: () => ({ getPropertyValue: () => "#123" }), requestAnimationFrame: world.requestAnimationFrame,
    setTimeout: later, clearTimeout: (id) => timers.delete(id), setInterval: () => 0, clearInterval() {},
  };
  // A browser has each element under its id, where nothing else has the name; a script's `event` is text.
  for (const [, id] of html.matchAll(/ id="([^"]+)"/g)) {
    let event = "";
    sandbox[id] ??= { get event() { return event; }, set event(value) { event = String(value); } };
  }
  sandbox.self = sandbox;
  vm.createContext(sandbox);
  vm.runInContext(d3, sandbox);
  vm.runInContext(script.slice(0, end) +
    "\nglobalThis.held = { data, clock, state, scene, strip, panel, roundest, setUnit, tick: () => unit };\n" + script.slice(end), sandbox);
  return { ...sandbox.held, element, location,
    key: (key, shiftKey = false) => world.fire("keydown", { key, shiftKey, target: new Element("body") }),
    /** Draws a frame and lets timers run out. */
    frame: () => {
      now += 16;
      for (const does of frames.splice(0)) does(now);
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
