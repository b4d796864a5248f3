// SPDX-License-Identifier: Apache-2.0
// What moves: messages, packets, what has just happened, and the words beside it.

const kFlash = 9;      // units for which a change is seen to have just happened
const kTrail = 7;      // units for which the way of a message stays
const kLostFor = 45;   // units for which a lost packet is marked

class Marks {
  constructor(scene, clock) {
    this.scene = scene;
    this.data = scene.data;
    this.clock = clock;
    this.colours = new Map();  // by kind of message
    for (const m of this.data.messages) {
      if (!this.colours.has(m.kind)) this.colours.set(m.kind, "m" + Math.min(this.colours.size, 5));
    }
    this.spots = [];  // packets on the screen, for the pointer
  }

  /** Draws what moves at `unit` of the clock, which is `cycle`. */
  draw(unit, cycle) {
    const c = this.scene.begin("over");
    this.spots = [];
    this.recent(unit, kFlash, (e, age) => this.flash(c, e, age));
    this.flights(c, unit, cycle);
    this.packets(c, cycle);
    this.losses(c, unit, cycle);
    this.words(c, unit);
    return c;
  }

  /** Calls `visit` for events of the last `span` units, with their age from 0 to 1. */
  recent(unit, span, visit) {
    const events = this.data.events;
    const from = this.clock.cycle(Math.max(unit - span, 0));
    for (let i = this.scene.state.applied - 1; i >= 0 && events[i].t >= from; --i) {
      const age = (unit - this.clock.unit(events[i].t)) / span;
      if (age >= 0 && age <= 1) visit(events[i], age);
    }
  }

  flash(c, e, age) {
    const colour = { change: ink.healed, detection: ink.dead, node_death: ink.dead, mismatch: ink.bad }[e.type];
    if (colour === undefined || e.sw === null) return;
    c.globalAlpha = 1 - age;
    this.scene.ring(c, e.sw, colour, 3, 3 + age * 18);
    c.globalAlpha = 1;
  }

  flights(c, unit, cycle) {
    const messages = this.data.messages;
    const from = this.clock.cycle(Math.max(unit - kTrail, 0)) - this.data.longest;
    for (let i = above(messages, cycle, (m) => m.t) - 1; i >= 0 && messages[i].t >= from; --i) {
      const m = messages[i];
      const part = m.until === m.t ? 1 : (cycle - m.t) / (m.until - m.t);
      const a = this.scene.at(m.from[0]), b = this.scene.at(m.to[0]);
      const colour = ink[this.colours.get(m.kind)];
      if (part >= 1) {
        const age = (unit - this.clock.unit(m.until)) / kTrail;
        if (age > 1) continue;
        c.globalAlpha = (1 - age) * (m.changed ? 0.9 : 0.35);
        this.scene.stroke(c, a, b, colour, m.changed ? 2.5 : 1.5, m.arrives === null ? [3, 3] : []);
      } else {
        const to = [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
        c.globalAlpha = m.changed ? 1 : 0.6;
        this.scene.stroke(c, a, to, colour, m.changed ? 2.5 : 1.5);
        this.scene.arrow(c, a, b, part, colour, m.changed ? 8 : 6);
      }
      c.globalAlpha = 1;
    }
  }

  /** Where a packet is, or null. */
  position(life, cycle) {
    const hops = life.hops;
    for (let i = hops.length - 1; i >= 0; --i) {
      const h = hops[i];
      if (cycle < h.arrive && i > 0) continue;
      if (h.depart === undefined || cycle <= h.depart) return this.scene.at(h.sw);
      if (i + 1 < hops.length) {
        const next = hops[i + 1];
        const part = clamp((cycle - h.depart) / Math.max(next.arrive - h.depart, 1), 0, 1);
        const a = this.scene.at(h.sw), b = this.scene.at(next.sw);
        return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
      }
      const link = this.data.switches[h.sw].at.get(h.out);
      return link === undefined ? this.scene.at(h.sw) : this.scene.along(link, h.sw, 0.4);
    }
    return null;
  }

  packets(c, cycle) {
    for (const life of this.data.journeys) {
      if (life.created > cycle) break;
      if (life.at < cycle) continue;
      const place = this.position(life, cycle);
      if (place === null) continue;
      c.fillStyle = life.lost ? ink.dead : ink.accent;
      c.globalAlpha = life.lost ? 1 : 0.75;
      c.beginPath();
      c.rect(place[0] - 2.5, place[1] - 2.5, life.lost ? 6 : 5, life.lost ? 6 : 5);
      c.fill();
      this.spots.push({ at: place, packet: life.id });
    }
    c.globalAlpha = 1;
  }

  /** Where a loss is marked: beside the end of the link that it was sent into. */
  lossAt(e) {
    const link = this.data.switches[e.sw].at.get(e.port);
    if (link === undefined) return this.scene.at(e.sw);
    const [x, y] = this.scene.along(link, e.sw, 0.24 + (e.packet % 5) * 0.035);
    return [x + (e.packet % 3 - 1) * 6, y];
  }

  losses(c, unit, cycle) {
    const story = this.scene.state.story;
    this.recent(unit, kLostFor, (e, age) => {
      if (e.type !== "loss" || (e.story !== story && e.story !== this.data.otherLosses)) return;
      const [x, y] = this.lossAt(e);
      const fresh = age * kLostFor < 5 ? 1 - age * kLostFor / 5 : 0;
      c.globalAlpha = Math.min(1, (1 - age) * 2);
      const r = 5 + fresh * 7;
      for (const [colour, width] of [[ink.bg, 5], [ink.lost, 2.2]]) {
        this.scene.stroke(c, [x - r, y - r], [x + r, y + r], colour, width);
        this.scene.stroke(c, [x - r, y + r], [x + r, y - r], colour, width);
      }
      c.globalAlpha = 1;
      this.spots.push({ at: [x, y], packet: e.packet, loss: e });
    });
  }

  /** What died, who knew first, how many packets were lost: said where it is. */
  words(c, unit) {
    const { state } = this.scene;
    const { story } = state;
    if (story === null || state.mismatch !== null) return;
    const places = placesOf(story);
    const lost = state.lost.get(story) || 0;
    const title = `${story.name}: ${this.condition(story)}`, cost = lost > 0 ? `${plural(lost, "packet")} lost` : "";
    const plates = [];
    this.title(c, plates, places, this.scene.width < 480 ? [cost, title] : [cost === "" ? title : `${title}; ${cost}`], story.kind === "outage" ? ink.outink : ink.deadink);
    const { first } = story;
    const known = first !== null && first.index < state.applied && !state.repairing;
    if (known) this.beside(c, plates, `${this.data.switches[first.sw].name} knew first`, first.sw, ink.deadink);
    for (const sw of places.length === 1 || this.scene.named() ? [] : places) {
      if (!known || sw !== first.sw) this.beside(c, plates, this.data.switches[sw].name, sw, ink.dim);
    }
    this.recent(unit, kFlash * 1.4, (e) => {
      if (e.type === "reroute" && plates.length < 7) this.beside(c, plates, "goes another way", e.sw, ink.accent);
    });
  }

  /** Lines, the lowest first: below a body, above a switch, beside a steep link so that its packets are seen, else above it. */
  title(c, plates, places, lines, colour) {
    const [ax, ay] = this.scene.at(places[0]), [bx, by] = this.scene.at(places[places.length - 1]);
    let x = (ax + bx) / 2, y = (ay + by) / 2 - (places.length === 1 ? this.scene.radius(places[0]) + 10 : 14);
    c.font = "600 12.5px system-ui, sans-serif";
    const wide = Math.max(...lines.map((line) => c.measureText(line).width)) / 2 + 22;
    if (this.scene.turned) [x, y] = [this.scene.width / 2, this.scene.height - 12];
    else if (Math.abs(by - ay) > 40 && Math.abs(bx - ax) < Math.abs(by - ay)) {
      y += 18;
      if (x + 2 * wide < this.scene.width) x += wide;
      else if (x - 2 * wide > 0) x -= wide;
      else y -= 18;
    }
    lines.filter((line) => line !== "").forEach((line, i) => {
      plates.push(this.scene.label(c, line, x, y - 17 * i, colour, 12.5));
    });
  }

  /** The state of what a story is about, in words. */
  condition(story) {
    const { state } = this.scene;
    if (story.kind === "outage") return state.link(story.flap.link) === Link.out ? `down for ${plural(story.flap.cycles, "cycle")}` : "carries again";
    if (story.kind === "link") return kLinkWords[state.link(story.faults[0].link)];
    if (!state.deadSwitches.has(story.node.sw)) return "works again";
    const known = story.faults.filter((f) => state.link(f.link) === Link.known || state.link(f.link) === Link.half).length;
    return known === 0 ? "dead, and nobody knows" : `dead, and known at ${known} of its ${plural(story.faults.length, "link")}`;
  }

  /** Beside a switch, where no other words are. */
  beside(c, plates, text, sw, colour) {
    const [x, y] = this.scene.at(sw);
    const r = this.scene.radius(sw), w = text.length * 3.6;
    const over = [y - r - 9, y - r - 28], under = [y + r + 18, y + r + 37];
    const framed = this.data.switches[sw].row === 0 && this.scene.placed.boxes.length > 0;  // its group is named below
    const order = framed || y < this.scene.height / 2 ? [...over, ...under] : [under[0], ...over, under[1]];
    const free = (at) => at > 20 && at < this.scene.height - 4 &&
      !plates.some((p) => x + w > p.left && x - w < p.right && at + 5 > p.top && at - 13 < p.bottom);
    plates.push(this.scene.label(c, text, x, order.find(free) || order[0], colour, 12));
  }

  packetAt(x, y) {
    for (const s of this.spots) if (Math.hypot(s.at[0] - x, s.at[1] - y) < 10) return s.packet;
    return null;
  }
}
