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
    Object.assign(this, { data, clock, seek, changed, unit: -1, whole: Math.max(clock.end, 1), width: 1, transform: d3.zoomIdentity });
    this.box = byId("strip");
    this.canvas = byId("times");
    this.listen();
  }

  /** Fingers and wheel zoom, a drag moves or seeks. */
  listen() {
    const aside = (ev) => (Math.abs(ev.deltaX) > Math.abs(ev.deltaY) ? ev.deltaX : ev.shiftKey ? ev.deltaY : 0);
    const low = (ev) => (ev.touches === undefined ? ev : ev.touches[0]).clientY - this.box.getBoundingClientRect().top > kAxis;
    const zooms = () => {
      const ev = d3.event;
      if (ev.type === "wheel") return aside(ev) === 0;
      return ev.shiftKey || low(ev) || (ev.touches !== undefined && ev.touches.length > 1);
    };
    this.zoom = d3.zoom().touchable(true).interpolate(d3.interpolate).extent(() => this.extent)
      .scaleExtent([1, this.whole / Math.min(kLeastSpan, this.whole)])
      .filter(() => !d3.event.button && zooms()).on("zoom", () => this.show(d3.event.transform));
    this.bar = d3.select(this.box).call(this.zoom).on("dblclick.zoom", () => this.showAll())
      .on("mousemove", () => this.box.classList.toggle("pans", low(d3.event)))
      .on("wheel.pan", () => {
        if (aside(d3.event) === 0) return;
        d3.event.preventDefault();
        this.zoom.translateBy(this.bar, -aside(d3.event) / this.transform.k, 0);
      })
      .call(d3.drag().touchable(true).container(this.box).filter(() => !d3.event.button && !zooms())
        .on("start drag", () => this.seek(this.time.invert(clamp(d3.event.x, 0, this.width)))));
  }

  get from() { return this.time.domain()[0]; }
  get until() { return this.time.domain()[1]; }
  get span() { return this.until - this.from; }
  get isWhole() { return this.transform.k <= 1; }

  show(transform) {
    this.transform = transform;
    this.time = transform.rescaleX(d3.scaleLinear().domain([0, this.whole]).range([0, this.width]));
    this.draw();
    this.place();
    this.changed();
  }

  /** Shows a part of the run, in units. */
  showPart(from, span) {
    const to = d3.zoomIdentity.scale(clamp(this.whole / span, ...this.zoom.scaleExtent())).translate(-from / this.whole * this.width, 0);
    this.zoom.transform(this.bar, this.zoom.constrain()(to, this.extent, this.extent));
  }
  zoomBy(factor, around) { this.zoom.scaleBy(moving(this.bar, kQuick), factor, [clamp(this.time(around), 0, this.width), 0]); }
  /** By a part of what is shown. */
  pan(part) { this.zoom.translateBy(moving(this.bar, kQuick), -part * this.width / this.transform.k, 0); }
  showAll() { this.zoom.transform(moving(this.bar, kCamera), d3.zoomIdentity); }

  /** Keeps the moment shown in view. */
  follow(unit) {
    const same = unit === this.unit;
    this.unit = unit;
    if (!same && (unit < this.from || unit > this.until)) this.showPart(unit - this.span * 0.1, this.span);
    this.place();
    this.box.setAttribute("aria-valuenow", Math.round(this.clock.cycle(unit)));
  }

  place() {
    const x = this.time(this.unit);
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
    this.extent = [[0, 0], [this.width, this.height]];
    this.zoom.translateExtent(this.extent);
    if (this.time === undefined) this.show(this.transform);
    else this.showPart(this.from, this.span);
  }

  x(cycle) { return this.time(this.clock.unit(cycle)); }

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
      const cycle = (at) => this.clock.cycle(this.time.invert(at));
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
    c.fillRect(-this.transform.x / this.transform.k, this.height - 2, Math.max(this.width / this.transform.k, 3), 2);
  }

  /** Failures and repairs, by name where there is room. */
  drawNames(c, events) {
    c.font = "11px system-ui, sans-serif";
    c.textAlign = "left";
    let free = 0;
    for (const e of events) {
      if (e.type !== "death" && e.type !== "repair" && e.type !== "node_death" && e.type !== "outage") continue;
      const x = this.x(e.t);
      const colour = e.type === "repair" ? "back" : e.type === "outage" ? "out" : "dead";
      c.fillStyle = ink[colour];
      c.fillRect(x - 1, 11, 2, kAxis - 11);
      const name = e.link === undefined ? this.data.switches[e.sw].name : e.link.name;
      const w = c.measureText(name).width;
      const left = Math.min(x - 1, this.width - w - 1);
      if (left < free) continue;
      c.fillStyle = ink[colour === "back" ? "back" : colour + "ink"];
      c.fillText(name, left, 9);
      free = left + w + 8;
    }
  }
}
