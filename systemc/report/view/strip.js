// SPDX-License-Identifier: Apache-2.0
// The strip of time: what happened when, and where the picture is.

class Strip {
  constructor(data, clock, seek) {
    Object.assign(this, { data, clock, seek, from: 0, until: Math.max(clock.end, 1) });
    this.box = byId("strip");
    this.canvas = byId("times");
    const move = (ev) => {
      const box = this.box.getBoundingClientRect();
      this.seek(this.from + clamp((ev.clientX - box.left) / box.width, 0, 1) * (this.until - this.from));
    };
    this.box.addEventListener("pointerdown", (ev) => { this.box.setPointerCapture(ev.pointerId); move(ev); });
    this.box.addEventListener("pointermove", (ev) => { if (ev.buttons !== 0) move(ev); });
    this.box.addEventListener("wheel", (ev) => {
      ev.preventDefault();
      const box = this.box.getBoundingClientRect();
      this.zoom(Math.exp(-ev.deltaY * 0.002), this.from + (ev.clientX - box.left) / box.width * (this.until - this.from));
    }, { passive: false });
  }

  zoom(factor, around) {
    const span = clamp((this.until - this.from) / factor, Math.min(30, this.clock.end), Math.max(this.clock.end, 1));
    const part = (around - this.from) / (this.until - this.from);
    this.from = clamp(around - span * part, 0, Math.max(this.clock.end - span, 0));
    this.until = this.from + span;
    this.draw();
  }
  whole() {
    this.from = 0;
    this.until = Math.max(this.clock.end, 1);
    this.draw();
  }

  /** Keeps the moment shown in view. */
  follow(unit) {
    const span = this.until - this.from;
    if (unit < this.from || unit > this.until) {
      this.from = clamp(unit - span * 0.1, 0, Math.max(this.clock.end - span, 0));
      this.until = this.from + span;
      this.draw();
    }
    const x = (unit - this.from) / (this.until - this.from) * this.width;
    byId("cursor").style.transform = `translateX(${x.toFixed(1)}px)`;
    this.box.setAttribute("aria-valuenow", Math.round(this.clock.cycle(unit)));
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
  }

  x(cycle) { return (this.clock.unit(cycle) - this.from) / (this.until - this.from) * this.width; }

  draw() {
    const c = this.canvas.getContext("2d");
    c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    c.clearRect(0, 0, this.width, this.height);
    c.fillStyle = ink.soft;
    c.fillRect(0, 14, this.width, this.height - 14);
    c.fillStyle = ink.dim;
    c.globalAlpha = 0.35;
    let last = -9;
    for (const m of this.data.messages) {  // one tick a pixel is enough
      const x = this.x(m.t);
      if (x < 0 || x > this.width || x - last < 1) continue;
      last = x;
      c.fillRect(x, this.height - 14, 1, 12);
    }
    c.globalAlpha = 1;
    const rows = { change: [ink.healed, 26, 8], loss: [ink.lost, 36, 6], detection: [ink.dead, 16, 8], mismatch: [ink.bad, 14, 40], deadlock: [ink.bad, 14, 40] };
    for (const e of this.data.events) {
      const row = rows[e.type];
      if (row === undefined) continue;
      const x = this.x(e.t);
      if (x < 0 || x > this.width) continue;
      c.fillStyle = row[0];
      c.fillRect(x - 0.75, row[1], e.type === "mismatch" || e.type === "deadlock" ? 3 : 1.5, row[2]);
    }
    this.drawNames(c);
  }

  /** Failures and repairs, by name where there is room. */
  drawNames(c) {
    c.font = "11px system-ui, sans-serif";
    c.textAlign = "left";
    let free = 0;
    for (const e of this.data.events) {
      if (e.type !== "death" && e.type !== "repair" && e.type !== "node_death" && e.type !== "outage") continue;
      const x = this.x(e.t);
      if (x < 0 || x > this.width) continue;
      c.fillStyle = e.type === "repair" ? ink.back : ink.dead;
      c.fillRect(x - 1, 12, 2, this.height - 12);
      const name = e.link === undefined ? this.data.switches[e.sw].name : e.link.name;
      const w = c.measureText(name).width;
      const left = Math.min(x - 1, this.width - w - 1);
      if (left < free) continue;
      c.fillStyle = e.type === "repair" ? ink.back : ink.deadink;
      c.fillText(name, left, 10);
      free = left + w + 8;
    }
  }
}
