// SPDX-License-Identifier: Apache-2.0
// The strip of time: what happened when, and where the picture is. It is zoomed and moved over the run.

const kLeastSpan = 10;  // units
const kAxis = 52;       // from here down are the cycles, by which the strip is dragged
const kTickEvery = 104, kTickPlay = 44;  // pixels

/** The roundest whole number from `low` to `high`, or null. */
function roundest(low, high) {
  low = Math.ceil(low);
  high = Math.floor(high);
  if (low > high) return null;
  for (let power = 10 ** Math.floor(Math.log10(Math.max(high, 1))); power >= 1; power /= 10) {
    for (const step of [5 * power, 2 * power, power]) {
      const at = Math.ceil(low / step) * step;
      if (at <= high) return at;
    }
  }
  return low;
}

class Strip {
  /** `seek`: shows a moment; `changed`: another part of the run is shown. */
  constructor(data, clock, seek, changed) {
    Object.assign(this, { data, clock, seek, changed, from: 0, until: Math.max(clock.end, 1), unit: -1 });
    this.box = byId("strip");
    this.canvas = byId("times");
    this.pointers = new Map();  // of each pressed: where it is; whether it moves the strip
    const on = (event, does) => this.box.addEventListener(event, does, { passive: false });
    on("pointerdown", (ev) => this.down(ev));
    on("pointermove", (ev) => this.move(ev));
    on("pointerup", (ev) => this.pointers.delete(ev.pointerId));
    on("pointercancel", (ev) => this.pointers.delete(ev.pointerId));
    on("dblclick", () => this.whole());
    on("wheel", (ev) => {
      ev.preventDefault();
      const aside = Math.abs(ev.deltaX) > Math.abs(ev.deltaY) ? ev.deltaX : ev.shiftKey ? ev.deltaY : 0;
      if (aside !== 0) this.pan(aside / this.width);
      else this.zoom(Math.exp(-ev.deltaY * 0.002), this.at(ev));
    });
  }

  get span() { return this.until - this.from; }
  get isWhole() { return this.span >= this.clock.end - 1e-9; }

  /** The moment under a pointer. */
  at(ev) {
    const box = this.box.getBoundingClientRect();
    return this.from + clamp((ev.clientX - box.left) / box.width, 0, 1) * this.span;
  }

  down(ev) {
    this.box.setPointerCapture(ev.pointerId);
    const low = ev.clientY - this.box.getBoundingClientRect().top > kAxis;
    this.pointers.set(ev.pointerId, { x: ev.clientX, pans: low || ev.shiftKey });
    if (this.pointers.size === 1 && !low && !ev.shiftKey) this.seek(this.at(ev));
  }

  move(ev) {
    const before = this.pointers.get(ev.pointerId);
    if (before === undefined) {
      const low = ev.clientY - this.box.getBoundingClientRect().top > kAxis;
      this.box.classList.toggle("pans", low);
      return;
    }
    const other = [...this.pointers].find(([id]) => id !== ev.pointerId);
    if (other !== undefined) {  // pinch
      const was = Math.abs(before.x - other[1].x), is = Math.abs(ev.clientX - other[1].x);
      this.zoom(Math.max(is, 8) / Math.max(was, 8), this.at({ clientX: other[1].x }));
    } else if (before.pans) {
      this.pan((before.x - ev.clientX) / this.width);
    } else {
      this.seek(this.at(ev));
    }
    before.x = ev.clientX;
  }

  /** Shows a part of the run, in units. */
  show(from, span) {
    const whole = Math.max(this.clock.end, 1);
    span = clamp(span, Math.min(kLeastSpan, whole), whole);
    this.from = clamp(from, 0, whole - span);
    this.until = this.from + span;
    this.draw();
    this.place();
    this.changed();
  }
  zoom(factor, around) {
    const span = clamp(this.span / factor, Math.min(kLeastSpan, this.clock.end), Math.max(this.clock.end, 1));
    this.show(around - span * (around - this.from) / this.span, span);
  }
  /** By a part of what is shown. */
  pan(part) { this.show(this.from + part * this.span, this.span); }
  whole() { this.show(0, this.clock.end); }

  /** Keeps the moment shown in view. */
  follow(unit) {
    const same = unit === this.unit;
    this.unit = unit;
    if (!same && (unit < this.from || unit > this.until)) this.show(unit - this.span * 0.1, this.span);
    this.place();
    this.box.setAttribute("aria-valuenow", Math.round(this.clock.cycle(unit)));
  }

  place() {
    const x = (this.unit - this.from) / this.span * this.width;
    const cursor = byId("cursor");
    cursor.style.transform = `translateX(${x.toFixed(1)}px)`;
    cursor.hidden = x < -1 || x > this.width + 1;
  }

  resize() {
    const box = this.box.getBoundingClientRect();
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.width = Math.max(box.width, 10);
    this.height = Math.max(box.height, 10);
    this.canvas.width = Math.round(this.width * this.ratio);
    this.canvas.height = Math.round(this.height * this.ratio);
    this.box.setAttribute("aria-valuemax", this.data.run.cycles);
    this.draw();
    this.place();
  }

  x(cycle) { return (this.clock.unit(cycle) - this.from) / this.span * this.width; }

  /** Those of a list by time that are shown. */
  shown(list) {
    const first = Math.ceil(this.clock.cycle(this.from) - 1e-6), last = this.clock.cycle(this.until);
    return list.slice(above(list, first - 1, (e) => e.t), above(list, last, (e) => e.t));
  }

  draw() {
    const c = this.canvas.getContext("2d");
    c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    c.clearRect(0, 0, this.width, this.height);
    c.fillStyle = ink.soft;
    c.fillRect(0, 13, this.width, kAxis - 13);
    this.drawWaits(c);
    c.fillStyle = ink.dim;
    c.globalAlpha = 0.45;
    let last = -9;
    for (const m of this.shown(this.data.messages)) {  // one a pixel is enough
      const x = this.x(m.t);
      if (x - last < 1) continue;
      last = x;
      c.fillRect(x, 41, 1, 9);
    }
    c.globalAlpha = 1;
    const rows = { change: [ink.healed, 24, 8], loss: [ink.lost, 33, 7], detection: [ink.dead, 15, 8], mismatch: [ink.bad, 13, 39], deadlock: [ink.bad, 13, 39] };
    const events = this.shown(this.data.events);
    for (const e of events) {
      const row = rows[e.type];
      if (row === undefined) continue;
      c.fillStyle = row[0];
      c.fillRect(this.x(e.t) - 0.75, row[1], row[2] > 9 ? 3 : 1.5, row[2]);
    }
    this.drawNames(c, events);
    this.drawTicks(c);
    if (!this.isWhole) this.drawPart(c);
  }

  /** Hatched: waits, which are drawn short. */
  drawWaits(c) {
    const { units, cycles } = this.clock;
    c.save();
    c.beginPath();
    for (let i = Math.max(above(units, this.from, (u) => u), 1); i < units.length && units[i - 1] < this.until; ++i) {
      if (cycles[i] - cycles[i - 1] < 4 * (units[i] - units[i - 1])) continue;
      const from = this.x(cycles[i - 1]);
      c.rect(from, 13, this.x(cycles[i]) - from, kAxis - 13);
    }
    c.clip();
    c.strokeStyle = ink.edge;
    c.lineWidth = 1;
    c.beginPath();
    for (let x = -kAxis; x < this.width; x += 7) {
      c.moveTo(x, kAxis);
      c.lineTo(x + kAxis, 0);
    }
    c.stroke();
    c.restore();
  }

  /** Cycles, round ones about as far apart as their names are wide. */
  drawTicks(c) {
    c.font = "11px system-ui, sans-serif";
    c.textAlign = "left";
    c.fillStyle = ink.dim;
    let free = 0;
    for (let x = 0; x < this.width; x += kTickEvery) {
      const cycle = (at) => this.clock.cycle(this.from + at / this.width * this.span);
      const tick = roundest(cycle(x), cycle(Math.min(x + kTickPlay, this.width)));
      if (tick === null || tick > this.data.run.cycles) continue;
      const at = this.x(tick);
      const name = grouped(tick), w = c.measureText(name).width;
      if (at < free || at + w + 3 > this.width) continue;
      c.fillRect(at - 0.5, kAxis - 3, 1, 8);
      c.fillText(name, at + 3, this.height - 3);
      free = at + w + 12;
    }
  }

  /** Which part of the run is shown. */
  drawPart(c) {
    c.fillStyle = ink.edge;
    c.fillRect(0, this.height - 2, this.width, 2);
    c.fillStyle = ink.accent;
    c.fillRect(this.from / this.clock.end * this.width, this.height - 2, Math.max(this.span / this.clock.end * this.width, 3), 2);
  }

  /** Failures and repairs, by name where there is room. */
  drawNames(c, events) {
    c.font = "11px system-ui, sans-serif";
    c.textAlign = "left";
    let free = 0;
    for (const e of events) {
      if (e.type !== "death" && e.type !== "repair" && e.type !== "node_death" && e.type !== "outage") continue;
      const x = this.x(e.t);
      c.fillStyle = e.type === "repair" ? ink.back : ink.dead;
      c.fillRect(x - 1, 11, 2, kAxis - 11);
      const name = e.link === undefined ? this.data.switches[e.sw].name : e.link.name;
      const w = c.measureText(name).width;
      const left = Math.min(x - 1, this.width - w - 1);
      if (left < free) continue;
      c.fillStyle = e.type === "repair" ? ink.back : ink.deadink;
      c.fillText(name, left, 9);
      free = left + w + 8;
    }
  }
}
