// SPDX-License-Identifier: Apache-2.0
// The picture of the fabric: links at rest, states of links and switches, what is under the pointer.

class Scene extends Camera {
  /** `changed`: it is turned. */
  constructor(data, state, changed) {
    super(byId("over"));
    this.changed = changed;
    this.data = data;
    this.state = state;
    this.canvas = { base: byId("base"), mid: byId("mid"), over: byId("over") };
    this.selected = null;  // switch
    this.way = null;  // journey shown
    this.space = new Space(data);
    this.turned = false;  // as a body
    this.discs = new Discs();
    this.unlaid = false;  // places are to be worked out again
    this.stale = 0;  // 1: what changes with events is to be drawn again, 2: all
    this.buckets = [[], [], [], []];
    const bucket = d3.scaleQuantize().range(this.buckets);  // of the bandwidth
    for (const l of data.links) bucket(Math.max(...l.load)).push(l);
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
    this.lay();
    this.fit([[0, 0], [this.width, this.height]]);
  }

  lay(touched = 2) {
    this.unlaid = false;
    const box = roomOf(this.width, this.height);
    this.placed = this.turned ? this.space.layOut(box, this.buckets) : layOut(this.data, box);
    this.touch(touched);
  }

  /** As a body, turned so (degrees), or null: flat. */
  turnTo(turn) {
    const before = this.turned;
    this.turned = turn !== null && this.space.ok;
    if (this.turned) this.space.turnTo(turn.yaw, turn.pitch);
    this.unlaid = true;
    this.touch(before && this.turned ? 1 : 2);  // a body leaves the lowest canvas empty
    this.changed();
  }
  turnBy(yaw, pitch) {
    const { turn } = this.space;
    if (this.turned) this.turnTo({ yaw: turn.yaw + yaw, pitch: turn.pitch + pitch });
  }

  touch(what) { this.stale = Math.max(this.stale, what); }

  /** Draws what has been touched; once a frame. */
  refresh() {
    if (this.unlaid) this.lay(0);
    if (this.stale > 1) this.drawBase();
    if (this.stale > 0) this.drawMid();
    this.stale = 0;
  }

  begin(name, clear = true) {
    const context = this.canvas[name].getContext("2d");
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    if (clear) context.clearRect(0, 0, this.width, this.height);
    return context;
  }

  // ---- where things are on the screen
  at(sw) {
    const s = this.data.switches[sw];
    return [this.px(s.x), this.py(s.y)];
  }
  radius(sw = null) {
    const near = sw === null ? 1 : this.data.switches[sw].near;
    return Math.min(this.placed.radius * Math.sqrt(this.view.k) * Math.min(this.view.k, 1.6), 26) * near;
  }

  /** A place on a link, `part` of the way from the switch `sw`. */
  along(link, sw, part) {
    const far = link.a[0] === sw ? link.b[0] : link.a[0];
    const [x0, y0] = this.at(sw), [x1, y1] = this.at(far);
    return [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part];
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
    if (this.turned) return;
    let last = null;
    for (const l of this.placed.labels) {  // of planes, where there is room
      const x = Math.min(this.px(l.x) + this.radius() + 4, this.width - 34), y = this.py(l.y) + this.radius() + 8;
      if (last !== null && Math.abs(x - last[0]) < 40 && Math.abs(y - last[1]) < 13) continue;
      c.fillText(l.text, x, y);
      last = [x, y];
    }
    this.restLinks(c, this.buckets, near, 1);
    this.drawHosts(c);
  }

  /** Links at rest, the wider the more they carry. */
  restLinks(c, buckets, near, strength) {
    c.strokeStyle = ink.link;
    buckets.forEach((links, i) => {
      if (links.length === 0) return;
      c.lineWidth = (near ? 0.6 : 0.4) + i * (near ? 0.35 : 0.2);
      c.globalAlpha = Math.min(1, ((near ? 0.42 : 0.26) + i * 0.07) * strength);
      c.beginPath();
      const { switches } = this.data, { k, x, y } = this.view;
      for (const link of links) {
        const a = switches[link.a[0]], b = switches[link.b[0]];
        if (k > 1 && this.hidden(link)) continue;
        c.moveTo(a.x * k + x, a.y * k + y);
        c.lineTo(b.x * k + x, b.y * k + y);
      }
      c.stroke();
    });
    c.globalAlpha = 1;
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
    if (this.turned) this.drawBody(c);
    else {
      for (const link of this.state.special) this.drawLink(c, link);
      this.drawDeadlock(c);
      drawDispute(this, c);
      this.drawWay(c);
      this.drawSwitches(c, this.data.switches);
    }
    if (this.selected !== null) this.ring(c, this.selected, ink.accent, 3);
    this.drawNames(c);
  }

  /** From the back to the front. */
  drawBody(c) {
    this.placed.slabs.forEach((slab, i) => {
      this.restLinks(c, slab.links, true, 0.7 + 1.5 * i / kSlabs);
      if (this.state.special.size > 0) {
        for (const links of slab.links) for (const link of links) if (this.state.special.has(link)) this.drawLink(c, link);
      }
      this.drawSwitches(c, slab.switches);
    });
    this.drawDeadlock(c);
    drawDispute(this, c);
    this.drawWay(c);
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

  drawLink(c, link) {
    if (this.hidden(link)) return undefined;
    const { story } = this.state;
    const active = story !== null && (story.faults.some((f) => f.link === link) || (story.flap !== null && story.flap.link === link));
    const how = this.state.link(link);
    const a = this.at(link.a[0]), b = this.at(link.b[0]);
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const wide = active ? 4.5 : 2.4;
    if (how === Link.healed) return this.stroke(c, a, b, ink.healed, wide);
    if (how === Link.back) return this.stroke(c, a, b, ink.back, wide, [7, 4]);
    if (how === Link.ok) return undefined;
    this.stroke(c, a, b, ink.bg, wide + 2);
    if (how === Link.out) return this.zigzag(c, a, b, ink.out, active ? 3 : 2);
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

  /** A link that is down for a while: between its ends its line goes to and fro. */
  zigzag(c, a, b, colour, width) {
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const [ux, uy] = [(b[0] - a[0]) / long, (b[1] - a[1]) / long];
    const teeth = Math.max(Math.floor(long / 7), 2);
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.beginPath();
    c.moveTo(...a);
    for (let i = 1; i < teeth; ++i) {
      const at = i / teeth * long, aside = i % 2 === 0 ? 4 : -4;
      c.lineTo(a[0] + ux * at - uy * aside, a[1] + uy * at + ux * aside);
    }
    c.lineTo(...b);
    c.stroke();
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
    c.arc(...this.at(sw), this.radius(sw) + extra, 0, 7);
    c.stroke();
  }

  /** Those to which nothing has happened, then the others. */
  drawSwitches(c, list) {
    const others = [];
    const { changed, deadSwitches, mismatch } = this.state;
    const whole = (x) => Math.round(x * this.ratio) / this.ratio;
    for (const s of list) {
      const x = this.px(s.x), y = this.py(s.y), r = this.radius(s.sw);
      if (x < -r || y < -r || x > this.width + r || y > this.height + r) continue;
      if (changed.has(s.sw) || deadSwitches.has(s.sw) || (mismatch !== null && mismatch.sw === s.sw)) {
        others.push(s);
        continue;
      }
      const { picture, size } = this.discs.of(r, this.ratio);
      c.drawImage(picture, whole(x - size / 2), whole(y - size / 2), size, size);
    }
    for (const s of others) this.drawSwitch(c, s);
  }

  drawSwitch(c, s) {
    const [x, y] = this.at(s.sw);
    const r = this.radius(s.sw);
    const change = this.state.changed.get(s.sw);
    const news = change !== undefined && change.story === this.state.story;
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
    const wanted = new Set(this.turned ? this.placed.corners : []);
    if (this.selected !== null) wanted.add(this.selected);
    if (this.state.mismatch !== null && this.state.mismatch.sw !== null) wanted.add(this.state.mismatch.sw);
    for (const s of this.data.switches) {
      if (!room && !wanted.has(s.sw)) continue;
      const [x, y] = this.at(s.sw);
      if (x < 0 || x > this.width || y < 0 || y > this.height) continue;
      this.label(c, s.name, x, y - this.radius(s.sw) - 7, ink.dim, 11, s.sw === this.selected);
    }
    for (const l of this.turned ? this.placed.labels : []) this.label(c, l.text, this.px(l.x), this.py(l.y) + 4, ink.fg, 13);
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
    let best = null, nearest = Infinity;
    for (const s of this.data.switches) {
      const [sx, sy] = this.at(s.sw);
      const r = this.radius(s.sw);
      const d = Math.hypot(sx - x, sy - y);
      if (d >= Math.max(r + 5, 9)) continue;
      const rank = this.turned && d < r ? -s.near : d;  // of those that cover each other the one in front
      if (rank < nearest) [best, nearest] = [s.sw, rank];
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
