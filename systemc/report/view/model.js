// SPDX-License-Identifier: Apache-2.0
// What the run says, and the state of the fabric at any moment of it.

/** The lines of events.ndjson, sorted into what there is and what happened. */
function readRun() {
  const data = { run: null, switches: [], links: [], faults: [], events: [], messages: [], journeys: [] };
  const linkAt = new Map();  // by number
  for (const line of parseLines("events")) {
    if (line.type === "run") data.run = line;
    else if (line.type === "switch") data.switches.push({ ...line, at: new Map(), mine: [] });
    else if (line.type === "link") {
      linkAt.set(line.link, line);
      line.index = data.links.length;
      data.links.push(line);
      data.switches[line.a[0]].at.set(line.a[1], line);
      data.switches[line.b[0]].at.set(line.b[1], line);
    } else if (line.type === "fault") {
      data.faults.push({ ...line, link: linkAt.get(line.link), losses: [], reroutes: [], first: null });
    } else {
      if (line.link !== undefined) line.link = linkAt.get(line.link);
      data.events.push(line);
    }
  }
  data.events.forEach((e, i) => note(data, e, i));
  data.longest = data.messages.reduce((most, m) => Math.max(most, m.until - m.t), 1);
  readJourneys(data);
  return data;
}

/** Files an event under what it concerns. */
function note(data, e, i) {
  e.index = i;
  const fault = e.fault === undefined ? null : data.faults[e.fault];
  if (e.type === "message") {
    e.until = e.arrives === null ? e.t + data.run.link_latency : e.arrives;
    e.link = data.switches[e.from[0]].at.get(e.from[1]);
    data.messages.push(e);
    data.switches[e.to[0]].mine.push(e);
  }
  if (e.type === "detection" && !e.up && fault.first === null) fault.first = e;
  if (e.type === "loss") fault.losses.push(e);
  if (e.type === "reroute") fault.reroutes.push(e);
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
const Link = { ok: 0, unknown: 1, half: 2, known: 3, back: 4, healed: 5 };
const kLinkWords = ["ok", "dead, and neither end knows", "dead, and one end knows", "dead, and both ends know",
  "back, and not both ends know", "healed"];

/** The fabric after the first `applied` events. */
class FabricState {
  constructor(data) {
    this.data = data;
    this.reset();
  }

  reset() {
    this.applied = 0;
    this.links = this.data.links.map(() => ({ dead: false, healed: false, knows: [false, false], fault: -1 }));
    this.special = new Set();  // links that are not as at first
    this.changed = new Map();  // by switch: its last change
    this.deadSwitches = new Set();
    this.lost = this.data.faults.map(() => 0);
    this.active = null;  // the failure or repair that the news is about
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

  apply(e) {
    switch (e.type) {
      case "death":
        this.touch(e.link, { dead: true, healed: false, knows: [e.preset, e.preset], fault: e.fault });
        this.active = e.fault;
        this.repairing = false;
        break;
      case "repair":
        this.touch(e.link, { dead: false, healed: true });
        this.active = e.fault;
        this.repairing = true;
        break;
      case "detection": {
        const link = this.data.switches[e.sw].at.get(e.port);
        if (link !== undefined) {
          this.links[link.index].knows[this.endOf(link, e.sw, e.port)] = !e.up;
          this.special.add(link);
        }
        this.active = e.fault;
        this.repairing = e.up;
        break;
      }
      case "change":
        this.active = e.fault;
        this.repairing = e.repair;
        this.changed.set(e.sw, e);
        break;
      case "loss":
        ++this.lost[e.fault];
        break;
      case "node_death":
        this.deadSwitches.add(e.sw);
        break;
      case "node_back":
        this.deadSwitches.delete(e.sw);
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
    if (knowers > 0) return Link.back;
    return s.healed ? Link.healed : Link.ok;
  }
}

/** One sentence on an event, for people. */
function tell(data, e) {
  const name = (sw) => data.switches[sw].name;
  const fault = e.fault === undefined ? null : data.faults[e.fault];
  switch (e.type) {
    case "death":
      return e.preset ? `${e.link.name} is dead from the start.`
        : `${e.link.name}, between ${name(e.link.a[0])} and ${name(e.link.b[0])}, dies. Nobody knows yet.`;
    case "repair":
      return `${e.link.name} works again. Nobody knows yet.`;
    case "detection":
      if (e.up) return `${name(e.sw)} sees that ${fault.link.name} works again.`;
      return fault.first === e
        ? `${name(e.sw)} is the first to know that ${fault.link.name} is dead, ${plural(e.t - fault.failed, "cycle")} after it died.`
        : `${name(e.sw)}, the other end, knows too, ${plural(e.t - fault.failed, "cycle")} after the death.`;
    case "message":
      return `${name(e.from[0])} tells ${name(e.to[0])}: ${e.text}, hop ${e.hops}` +
        (e.arrives === null ? "; it is lost on a dead link." : e.changed ? "; it changes what that switch knows." : ".");
    case "change":
      return `${name(e.sw)} changes its routes, ` +
        (e.hops === 0 ? "by what it saw itself." : `${plural(e.hops, "hop")} from where the news began.`);
    case "reroute":
      return `The first packet goes another way at ${name(e.sw)}: packet ${grouped(e.packet)} leaves by port ${e.port} instead of ` +
        (e.instead_of === null ? "being dropped." : `port ${e.instead_of}.`);
    case "loss":
      return `Packet ${grouped(e.packet)}, ${e.source} to ${e.destination}, is lost at ${name(e.sw)}: ${kReasons[e.why] || e.why}.`;
    case "node_death":
      return `Switch ${name(e.sw)} dies.`;
    case "node_back":
      return `Switch ${name(e.sw)} works again.`;
    case "outage":
      return `${e.link.name} fails for ${plural(e.cycles, "cycle")}: ${plural(e.packets_lost, "packet")} lost.`;
    case "mismatch":
      return `RTL and golden model disagree at ${e.switch}: ${e.what} of ${e.block} is ${e.actual}, not ${e.expected}.`;
    case "deadlock":
      return `Nothing moves any more: ${plural(e.channels.length, "channel")} wait for each other in a cycle.`;
    case "end":
      return ending(data);
  }
  return e.type;
}

/** The same while time runs: changes of many switches in one sentence. */
function tellShort(data, state, e) {
  if (e.type === "loss") return `${tell(data, e).slice(0, -1)}; ${grouped(state.lost[e.fault])} by this link so far.`;
  if ((e.type !== "change" && e.type !== "message") || state.active !== e.fault) return tell(data, e);
  const fault = data.faults[e.fault];
  const story = state.repairing ? fault.repair : fault;
  const mine = [...state.changed.values()].filter((c) => c.fault === e.fault && c.repair === state.repairing);
  const hops = mine.reduce((most, c) => Math.max(most, c.hops), 0);
  const news = state.repairing ? `${fault.link.name} works again` : `${fault.link.name} is dead`;
  if (story.last_change !== null && e.t >= story.last_change) {
    return `The news that ${news} has gone as far as it must: ${plural(story.switches, "switch")} changed their routes, ` +
      `the furthest ${plural(story.hops, "hop")} away.`;
  }
  return `The news that ${news} goes round: ${plural(mine.length, "switch")} so far, the furthest ${plural(hops, "hop")} away.`;
}

function ending(data) {
  const died = data.faults.filter((f) => f.happened);
  const p = data.run.packets;
  const hops = died.reduce((most, f) => Math.max(most, f.hops), 0);
  return `The run ends: ${died.length === 0 ? "no link died" : plural(died.length, "link") + " died, the news went at most " + plural(hops, "hop")}; ` +
    `${grouped(p.delivered)} of ${plural(p.accepted, "packet")} delivered, ${grouped(p.dropped)} lost.`;
}
