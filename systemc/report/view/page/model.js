// SPDX-License-Identifier: Apache-2.0
// What the run says, and the state of the fabric at any moment of it.

/** The lines of events.ndjson, sorted into what there is and what happened. */
function readRun() {
  const data = { run: null, switches: [], links: [], faults: [], nodes: [], flaps: [], events: [], messages: [], journeys: [] };
  const linkAt = new Map();  // by number
  for (const line of parseLines("events")) {
    if (line.type === "run") data.run = line;
    else if (line.type === "switch") data.switches.push({ ...line, at3: line.at, near: 1, at: new Map(), mine: [] });
    else if (line.type === "link") {
      linkAt.set(line.link, line);
      line.index = data.links.length;
      data.links.push(line);
      data.switches[line.a[0]].at.set(line.a[1], line);
      data.switches[line.b[0]].at.set(line.b[1], line);
    } else if (line.type === "fault") {
      data.faults.push({ ...line, link: linkAt.get(line.link) });
    } else if (line.type === "node") {
      data.nodes.push(line);
    } else if (line.type === "flap") {
      data.flaps.push({ ...line, link: linkAt.get(line.link) });
    } else {
      if (line.link !== undefined) line.link = linkAt.get(line.link);
      data.events.push(line);
    }
  }
  makeStories(data);
  data.events.forEach((e, i) => note(data, e, i));
  data.longest = data.messages.reduce((most, m) => Math.max(most, m.until - m.t), 1);
  readJourneys(data);
  return data;
}

/** Files an event under what it concerns. */
function note(data, e, i) {
  e.index = i;
  e.story = storyOf(data, e);
  if (e.type === "message") {
    e.until = e.arrives === null ? e.t + data.run.link_latency : e.arrives;
    e.link = data.switches[e.from[0]].at.get(e.from[1]);
    data.messages.push(e);
    data.switches[e.to[0]].mine.push(e);
  }
  if (e.type === "detection" && !e.up && e.story.first === null && !isDead(data, e.sw, e.t)) e.story.first = e;
  if (e.type === "loss") e.story.losses.push(e);
  if (e.type === "change") e.story.changes.push(e);
  if (e.sw !== undefined && e.sw !== null) data.switches[e.sw].mine.push(e);
}

function readJourneys(data) {
  const byName = new Map(data.switches.map((s) => [s.name, s.sw]));
  const lost = new Set(data.events.filter((e) => e.type === "loss").map((e) => e.packet));
  for (const life of parseLines("journeys")) {
    const hops = (Array.isArray(life.hops) ? life.hops : []).filter((h) => byName.has(h.switch));
    for (const h of hops) h.sw = byName.get(h.switch);
    data.journeys.push({ ...life, hops, lost: lost.has(life.id) || (life.end !== "delivered" && life.end !== "in_flight") });
  }
  data.journeys.sort((a, b) => a.created - b.created);
  data.journeyOf = new Map(data.journeys.map((j) => [j.id, j]));
}

/** State of a link for the drawing. */
const Link = { ok: 0, unknown: 1, half: 2, known: 3, back: 4, healed: 5, out: 6 };
const kLinkWords = ["ok", "dead, and neither end knows", "dead, and one end knows", "dead, and both ends know",
  "back, and not both ends know", "healed", "down for a while, and nobody declares it dead"];

/** The fabric after the first `applied` events. */
class FabricState {
  constructor(data) {
    this.data = data;
    this.reset();
  }

  reset() {
    this.applied = 0;
    this.links = this.data.links.map((l) => ({ dead: l.dead, healed: false, out: 0, knows: [l.dead, l.dead], fault: -1 }));
    this.special = new Set(this.data.links.filter((l) => l.dead));  // links that are not as at first
    this.changed = new Map();  // by switch: its last change
    this.deadSwitches = new Set(this.data.switches.filter((s) => s.dead).map((s) => s.sw));
    this.lost = new Map();  // by story: packets so far
    this.story = null;  // what the news is about
    this.repairing = false;
    this.mismatch = null;
    this.deadlock = null;
  }

  /** Applies events up to cycle `t`; true if anything changed. */
  seek(t) {
    const wanted = above(this.data.events, t, (e) => e.t);
    if (wanted === this.applied) return false;
    if (wanted < this.applied) this.reset();
    while (this.applied < wanted) this.apply(this.data.events[this.applied++]);
    return true;
  }

  endOf(link, sw, port) {
    return link.a[0] === sw && link.a[1] === port ? 0 : 1;
  }

  touch(link, change) {
    Object.assign(this.links[link.index], change);
    this.special.add(link);
  }

  /** The news is about another story, or about the other half of one. */
  turn(e, repairing) {
    this.story = e.story;
    this.repairing = repairing;
  }

  apply(e) {
    switch (e.type) {
      case "death":
        this.touch(e.link, { dead: true, healed: false, knows: [e.preset, e.preset], fault: e.fault });
        this.turn(e, false);
        break;
      case "repair":
        this.touch(e.link, { dead: false, healed: true });
        this.turn(e, true);
        break;
      case "detection": {
        const link = this.data.switches[e.sw].at.get(e.port);
        if (link !== undefined) {
          this.links[link.index].knows[this.endOf(link, e.sw, e.port)] = !e.up;
          this.special.add(link);
        }
        this.turn(e, e.up);
        break;
      }
      case "change":
        this.turn(e, e.repair);
        this.changed.set(e.sw, e);
        break;
      case "loss":
        this.lost.set(e.story, (this.lost.get(e.story) || 0) + 1);
        break;
      case "node_death":
        this.deadSwitches.add(e.sw);
        this.turn(e, false);
        break;
      case "node_back":
        this.deadSwitches.delete(e.sw);
        break;
      case "outage":
        this.touch(e.link, { out: this.links[e.link.index].out + 1 });
        this.turn(e, false);
        break;
      case "outage_over":
        this.touch(e.link, { out: this.links[e.link.index].out - 1 });
        break;
      case "mismatch":
        this.mismatch = e;
        break;
      case "deadlock":
        this.deadlock = e;
        break;
    }
  }

  link(link) {
    const s = this.links[link.index];
    const knowers = Number(s.knows[0]) + Number(s.knows[1]);
    if (s.dead) return knowers === 0 ? Link.unknown : knowers === 1 ? Link.half : Link.known;
    if (s.out > 0) return Link.out;
    if (knowers > 0) return Link.back;
    return s.healed ? Link.healed : Link.ok;
  }
}
