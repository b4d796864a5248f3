// SPDX-License-Identifier: Apache-2.0
// What happens, in sentences.

/** One sentence on an event, for people. */
function tell(data, e) {
  const name = (sw) => data.switches[sw].name;
  switch (e.type) {
    case "death":
      return e.preset ? `${e.link.name} is dead from the start.`
        : `${e.link.name}, between ${name(e.link.a[0])} and ${name(e.link.b[0])}, dies. Nobody knows yet.`;
    case "repair":
      return `${e.link.name} works again. Nobody knows yet.`;
    case "detection":
      return tellDetection(data, e);
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
      return `Packet ${grouped(e.packet)}, ${e.source} to ${e.destination}, is lost at ${name(e.sw)}: ` +
        `${(e.story.kind === "outage" && kOutageReasons[e.why]) || kReasons[e.why] || e.why}.`;
    case "node_death": {
      const links = e.story.faults.length;
      return `Switch ${name(e.sw)} dies${links > 0 ? `, and with it its ${plural(links, "link")}` : ""}. Nobody knows yet.`;
    }
    case "node_back":
      return `Switch ${name(e.sw)} works again.`;
    case "outage":
      return `${e.link.name} is down for ${plural(e.cycles, "cycle")}, too short for anybody to notice.`;
    case "outage_over":
      return `${e.link.name} carries again; nobody has noticed.`;
    case "mismatch":
      return `RTL and golden model disagree at ${e.switch}: ${e.what} of ${e.block} is ${e.actual}, not ${e.expected}.`;
    case "deadlock":
      return `Nothing moves any more: ${plural(e.channels.length, "channel")} wait for each other in a cycle.`;
    case "end":
      return ending(data);
  }
  return e.type;
}

function tellDetection(data, e) {
  const who = data.switches[e.sw].name;
  const fault = data.faults[e.fault];
  const link = fault.link.name;
  const dead = e.story.kind === "switch" ? e.story.name : link;
  if (e.up) return `${who} sees that ${link} works again.`;
  if (isDead(data, e.sw, e.t)) return `${who}, dead itself, hears nothing more over ${link}.`;
  const later = plural(e.t - fault.failed, "cycle");
  if (e.story.first === e) return `${who} is the first to know that ${dead} is dead, ${later} after it died.`;
  return e.story.kind === "switch" ? `${who} knows too, from ${link}, ${later} after the death.`
    : `${who}, the other end, knows too, ${later} after the death.`;
}

/** The same while time runs: changes of many switches in one sentence. */
function tellShort(data, state, e) {
  const story = e.story;
  if (e.type === "loss") {
    const by = { link: "by this link", switch: "by this death", outage: "by this outage", none: "that way" }[story.kind];
    return `${tell(data, e).slice(0, -1)}; ${grouped(state.lost.get(story) || 0)} ${by} so far.`;
  }
  if ((e.type !== "change" && e.type !== "message") || state.story !== story) return tell(data, e);
  const repair = state.repairing;
  const mine = [...state.changed.values()].filter((c) => c.story === story && c.repair === repair);
  const hops = mine.reduce((most, c) => Math.max(most, c.hops), 0);
  const news = repair ? `${story.name} works again` : `${story.name} is dead`;
  const spread = spreadOf(story, repair);
  if (spread.last_change !== null && e.t >= spread.last_change) {
    return `The news that ${news} has gone as far as it must: ${plural(spread.switches, "switch")} changed their routes, ` +
      `the furthest ${plural(spread.hops, "hop")} away.`;
  }
  return `The news that ${news} goes round: ${plural(mine.length, "switch")} changed their routes so far, the furthest ${plural(hops, "hop")} away.`;
}

/** "2 links and 1 switch", of stories; empty: none. */
function casualties(stories) {
  const count = (kind) => stories.filter((s) => s.kind === kind).length;
  const links = count("link"), switches = count("switch");
  return [links > 0 ? plural(links, "link") : "", switches > 0 ? plural(switches, "switch") : ""].filter((x) => x !== "").join(" and ");
}

function ending(data) {
  const p = data.run.packets;
  const died = casualties(data.stories);
  const outages = data.stories.filter((s) => s.kind === "outage").length;
  const hops = data.stories.reduce((most, s) => Math.max(most, spreadOf(s, false).hops), 0);
  return `The run ends${data.run.status === "deadlocked" ? " in a deadlock" : data.events.some((e) => e.type === "mismatch") ? " where RTL and golden model disagree" : ""}: ${died === "" ? "no link died" : died + " died, the news went at most " + plural(hops, "hop")}${outages > 0 ? `, ${plural(outages, "outage")}` : ""}; ` +
    `${grouped(p.delivered)} of ${plural(p.accepted, "packet")} delivered, ${grouped(p.dropped)} lost.`;
}
