// SPDX-License-Identifier: Apache-2.0
// The picture of the fabric: links at rest, states of links and switches, what is under the pointer.

const kMostScale = 24;

class Scene {
  constructor(data, state) {
    this.data = data;
    this.state = state;
    this.canvas = { base: byId("base"), mid: byId("mid"), over: byId("over") };
    this.view = { k: 1, x: 0, y: 0 };
    this.selected = null;  // switch
    this.hovered = null;
    this.way = null;  // journey shown
    const loads = data.links.map((l) => Math.max(l.load[0] || 0, l.load[1] || 0));
    this.most = Math.max(...loads, 1e-9);
    this.buckets = [[], [], [], []];
    data.links.forEach((l, i) => this.buckets[Math.min(Math.floor(loads[i] / this.most * 4), 3)].push(l));
  }

  resize() {
    const box = byId("stage").getBoundingClientRect();
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.width = Math.max(box.width, 50);
    this.height = Math.max(box.height, 50);
    for (const c of Object.values(this.canvas)) {
      c.width = Math.round(this.width * this.ratio);
      c.height = Math.round(this.height * this.ratio);
    }
    this.placed = layOut(this.data, this.width, this.height);
    this.zoomTo(1, 0, 0);
  }

  begin(name, clear = true) {
    const context = this.canvas[name].getContext("2d");
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    if (clear) context.clearRect(0, 0, this.width, this.height);
    return context;
  }

  // ---- where things are on the screen
  px(x) { return x * this.view.k + this.view.x; }
  py(y) { return y * this.view.k + this.view.y; }
  at(sw) {
    const s = this.data.switches[sw];
    return [this.px(s.x), this.py(s.y)];
  }
  radius() { return Math.min(this.placed.radius * Math.sqrt(this.view.k) * Math.min(this.view.k, 1.6), 26); }

  /** A place on a link, `part` of the way from the switch `sw`. */
  along(link, sw, part) {
    const far = link.a[0] === sw ? link.b[0] : link.a[0];
    const [x0, y0] = this.at(sw), [x1, y1] = this.at(far);
    return [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part];
  }

  zoomTo(k, x, y) {
    k = clamp(k, 1, kMostScale);
    this.view = { k, x: clamp(x, this.width * (1 - k), 0), y: clamp(y, this.height * (1 - k), 0) };
    this.drawBase();
    this.drawMid();
  }
  zoomBy(factor, x = this.width / 2, y = this.height / 2) {
    const { k, x: dx, y: dy } = this.view;
    const to = clamp(k * factor, 1, kMostScale);
    this.zoomTo(to, x - (x - dx) * to / k, y - (y - dy) * to / k);
  }

  hidden(link) {
    const [x0, y0] = this.at(link.a[0]), [x1, y1] = this.at(link.b[0]);
    return Math.max(x0, x1) < 0 || Math.min(x0, x1) > this.width || Math.max(y0, y1) < 0 || Math.min(y0, y1) > this.height;
  }

  // ---- what does not change while time runs
  drawBase() {
    const c = this.begin("base");
    const near = this.view.k > 2 || this.data.links.length < 300;
    c.font = "11px system-ui, sans-serif";
    for (const b of this.placed.boxes) {
      const x = this.px(b.left), y = this.py(b.top), w = b.width * this.view.k, h = b.height * this.view.k;
      c.fillStyle = ink.band;
      c.beginPath();
      c.roundRect(x, y, w, h, 8);
      c.fill();
      if (w < 30) continue;
      c.fillStyle = ink.dim;
      c.textAlign = "center";
      c.fillText(w > 46 ? b.label : b.label.replace(/^\D+/, ""), x + w / 2, y + h + 13);
    }
    c.textAlign = "left";
    c.fillStyle = ink.dim;
    for (const l of this.placed.labels) c.fillText(l.text, this.px(l.x) + this.radius() + 4, this.py(l.y) + this.radius() + 8);
    c.strokeStyle = ink.link;
    this.buckets.forEach((links, i) => {
      c.lineWidth = (near ? 0.6 : 0.4) + i * (near ? 0.35 : 0.2);
      c.globalAlpha = (near ? 0.42 : 0.26) + i * 0.07;
      c.beginPath();
      for (const link of links) {
        if (this.hidden(link)) continue;
        c.moveTo(...this.at(link.a[0]));
        c.lineTo(...this.at(link.b[0]));
      }
      c.stroke();
    });
    c.globalAlpha = 1;
    this.drawHosts(c);
  }

  /** Hosts as ticks at their switches, where there is room. */
  drawHosts(c) {
    const r = this.radius();
    if (this.data.run.topology.arrangement !== "levels" || r < 4) return;
    c.strokeStyle = ink.link;
    c.lineWidth = 1;
    c.beginPath();
    for (const s of this.data.switches) {
      const [x, y] = this.at(s.sw);
      s.hosts.forEach((h, i) => {
        const to = x + (i - (s.hosts.length - 1) / 2) * r * 1.6 / Math.max(s.hosts.length - 1, 1);
        c.moveTo(x, y);
        c.lineTo(to, y + r * 1.7);
      });
    }
    c.stroke();
  }

  // ---- what changes with events
  drawMid() {
    const c = this.begin("mid");
    const active = this.state.active === null ? null : this.data.faults[this.state.active];
    for (const link of this.state.special) if (!this.hidden(link)) this.drawLink(c, link, active !== null && active.link === link);
    this.drawDeadlock(c);
    this.drawWay(c);
    for (const s of this.data.switches) this.drawSwitch(c, s);
    if (this.selected !== null) this.ring(c, this.selected, ink.accent, 3);
    this.drawNames(c);
  }

  stroke(c, from, to, colour, width, dash = []) {
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.setLineDash(dash);
    c.beginPath();
    c.moveTo(...from);
    c.lineTo(...to);
    c.stroke();
    c.setLineDash([]);
  }

  drawLink(c, link, active) {
    const how = this.state.link(link);
    const a = this.at(link.a[0]), b = this.at(link.b[0]);
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const wide = active ? 4.5 : 2.4;
    if (how === Link.healed) return this.stroke(c, a, b, ink.healed, wide);
    if (how === Link.back) return this.stroke(c, a, b, ink.back, wide, [7, 4]);
    if (how === Link.ok) return undefined;
    this.stroke(c, a, b, ink.bg, wide + 2);
    const knows = this.state.links[link.index].knows;
    for (const [end, known] of [[a, knows[0]], [b, knows[1]]]) {
      if (known) this.stroke(c, end, middle, ink.dead, active ? 3 : 2, [2, 4]);
      else this.stroke(c, end, middle, ink.dead, wide);
    }
    if (how === Link.unknown) return undefined;
    const r = active ? 7 : 5;
    c.fillStyle = ink.bg;
    c.beginPath();
    c.arc(...middle, r + 2, 0, 7);
    c.fill();
    this.stroke(c, [middle[0] - r, middle[1] - r], [middle[0] + r, middle[1] + r], ink.dead, 2.5);
    return this.stroke(c, [middle[0] - r, middle[1] + r], [middle[0] + r, middle[1] - r], ink.dead, 2.5);
  }

  drawDeadlock(c) {
    if (this.state.deadlock === null) return;
    for (const channel of this.state.deadlock.channels) {
      if (channel.ends === null) continue;
      const [from, , to] = channel.ends;
      const a = this.at(from), b = this.at(to);
      this.stroke(c, a, b, ink.bad, 4);
      this.arrow(c, a, b, 0.6, ink.bad, 9);
    }
  }

  arrow(c, a, b, part, colour, size) {
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const x = a[0] + (b[0] - a[0]) * part, y = a[1] + (b[1] - a[1]) * part;
    c.fillStyle = colour;
    c.beginPath();
    c.moveTo(x + Math.cos(angle) * size, y + Math.sin(angle) * size);
    c.lineTo(x + Math.cos(angle + 2.5) * size, y + Math.sin(angle + 2.5) * size);
    c.lineTo(x + Math.cos(angle - 2.5) * size, y + Math.sin(angle - 2.5) * size);
    c.fill();
  }

  /** The way of the packet that was clicked. */
  drawWay(c) {
    if (this.way === null) return;
    const hops = this.way.hops;
    for (let i = 1; i < hops.length; ++i) this.stroke(c, this.at(hops[i - 1].sw), this.at(hops[i].sw), ink.accent, 3.5);
    const last = hops[hops.length - 1];
    const link = last && last.out !== undefined ? this.data.switches[last.sw].at.get(last.out) : undefined;
    if (link !== undefined && this.way.end !== "delivered") this.stroke(c, this.at(last.sw), this.along(link, last.sw, 0.4), ink.accent, 3.5);
  }

  ring(c, sw, colour, width, extra = 3) {
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.beginPath();
    c.arc(...this.at(sw), this.radius() + extra, 0, 7);
    c.stroke();
  }

  drawSwitch(c, s) {
    const [x, y] = this.at(s.sw);
    const r = this.radius();
    if (x < -r || y < -r || x > this.width + r || y > this.height + r) return;
    const change = this.state.changed.get(s.sw);
    const news = change !== undefined && change.fault === this.state.active;
    c.fillStyle = news ? ink.knows : ink.switch;
    c.strokeStyle = change !== undefined ? ink.healed : ink.rim;
    c.lineWidth = change !== undefined ? 2 : r < 3 ? 0.7 : 1;
    c.beginPath();
    c.arc(x, y, r, 0, 7);
    c.fill();
    c.stroke();
    if (this.state.deadSwitches.has(s.sw)) {
      this.stroke(c, [x - r, y - r], [x + r, y + r], ink.dead, 2);
      this.stroke(c, [x - r, y + r], [x + r, y - r], ink.dead, 2);
    } else if (news && r > 5) {
      c.fillStyle = "#fff";
      c.font = `bold ${Math.round(clamp(r * 1.2, 8, 15))}px system-ui, sans-serif`;
      c.textAlign = "center";
      c.textBaseline = "middle";
      c.fillText(String(change.hops), x, y + 0.5);
      c.textBaseline = "alphabetic";
    }
    const m = this.state.mismatch;
    if (m !== null && m.sw === s.sw) this.ring(c, s.sw, ink.bad, 4, 4);
  }

  /** Whether all names are shown. */
  named() { return this.placed.spacing * this.view.k > 46; }

  /** Names of all switches where there is room, else of those that matter. */
  drawNames(c) {
    const room = this.named();
    const wanted = new Set();
    if (this.selected !== null) wanted.add(this.selected);
    if (this.state.mismatch !== null && this.state.mismatch.sw !== null) wanted.add(this.state.mismatch.sw);
    c.font = "11px system-ui, sans-serif";
    c.textAlign = "center";
    for (const s of this.data.switches) {
      if (!room && !wanted.has(s.sw)) continue;
      const [x, y] = this.at(s.sw);
      if (x < 0 || x > this.width || y < 0 || y > this.height) continue;
      this.label(c, s.name, x, y - this.radius() - 7, ink.dim, 11, !room);
    }
  }

  /** Text on a plate, inside the stage. */
  label(c, text, x, y, colour, size = 12, bold = true) {
    c.font = `${bold ? "600 " : ""}${size}px system-ui, sans-serif`;
    const w = c.measureText(text).width + 8;
    x = clamp(x, w / 2 + 2, this.width - w / 2 - 2);
    y = clamp(y, size + 4, this.height - 6);
    c.fillStyle = ink.label;
    c.beginPath();
    c.roundRect(x - w / 2, y - size, w, size + 5, 3);
    c.fill();
    c.fillStyle = colour;
    c.textAlign = "center";
    c.fillText(text, x, y);
    return { left: x - w / 2, top: y - size, right: x + w / 2, bottom: y + 5 };
  }

  // ---- what is under the pointer
  switchAt(x, y) {
    let best = null, nearest = Math.max(this.radius() + 5, 9);
    for (const s of this.data.switches) {
      const [sx, sy] = this.at(s.sw);
      const d = Math.hypot(sx - x, sy - y);
      if (d < nearest) [best, nearest] = [s.sw, d];
    }
    return best;
  }

  linkAt(x, y) {
    let best = null, nearest = 5;
    for (const link of this.data.links) {
      const [x0, y0] = this.at(link.a[0]), [x1, y1] = this.at(link.b[0]);
      const dx = x1 - x0, dy = y1 - y0;
      const part = clamp(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1), 0, 1);
      const d = Math.hypot(x0 + dx * part - x, y0 + dy * part - y) - (this.state.special.has(link) ? 3 : 0);
      if (d < nearest) [best, nearest] = [link, d];
    }
    return best;
  }
}
