// SPDX-License-Identifier: Apache-2.0
// Beside the picture: the failures, and what is known of a switch, a link or a packet.

const kCards = 60;

class Panel {
  /** `go`: shows a cycle; `pick`: selects a switch; `pickPacket`: a packet. */
  constructor(data, state, go, pick, pickPacket) {
    Object.assign(this, { data, state, go, pick, pickPacket, cards: [], shown: null });
    this.buildFaults();
  }

  packet(id) {
    return make("button", { class: "packet", onclick: () => this.pickPacket(id) }, grouped(id));
  }

  // ---- the failures
  buildFaults() {
    const list = byId("faults");
    for (const e of this.data.events) {
      if (e.type === "mismatch") list.append(this.end(e, "RTL and golden model disagree", this.ofMismatch(e)));
      if (e.type === "deadlock") list.append(this.end(e, "Deadlock", this.ofDeadlock(e)));
    }
    const { stories, otherLosses } = this.data;
    const p = this.data.run.packets;
    const died = casualties(stories), outages = stories.filter((s) => s.kind === "outage").length;
    list.append(make("h2", {}, `${died === "" ? "No link died" : died + " died"}${outages > 0 ? `, ${plural(outages, "outage")}` : ""}, ${plural(p.dropped, "packet")} lost`));
    for (const story of stories.slice(0, kCards)) list.append(this.card(story));
    const more = stories.slice(kCards);
    if (more.length > 0) {
      list.append(make("p", { class: "more" }, `${grouped(more.length)} more, with ${plural(more.reduce((sum, s) => sum + lossesOf(s), 0), "packet")} lost, are in events.ndjson.`));
    }
    if (lossesOf(otherLosses) > 0) list.append(this.otherCard(otherLosses));
    list.append(make("p", { class: "more" }, `${grouped(p.accepted)} packets accepted, ${grouped(p.delivered)} delivered, ${grouped(p.dropped)} lost, ` +
      `${grouped(p.in_flight)} still on their way at the end.`));
  }

  /** How the run failed. */
  end(e, title, parts) {
    const go = make("button", { title: "Go there", onclick: () => {
      this.go(e.t, false, e);
      if (e.sw !== undefined && e.sw !== null) this.pick(e.sw, true);
    } }, title);
    return make("div", { class: "fault failed" }, go, make("p", { class: "more" }, `cycle ${grouped(e.t)}` + (e.switch === undefined ? "" : `, switch ${e.switch}`)), ...parts);
  }

  ofDeadlock(e) {
    return [make("p", {}, `${plural(e.channels.length, "channel")} wait for each other, the last for the first:`),
      make("ol", {}, ...e.channels.slice(0, 40).map((c) => make("li", { class: "mono" }, c.name)))];
  }

  card(story) {
    const rows = [];
    const dl = make("dl", {});
    const row = (word, after, ...what) => {
      const parts = [make("dt", {}, word), make("dd", {}, ...what)];
      rows.push({ after, parts });
      dl.append(...parts);
    };
    const { at, first } = story;
    row(story.kind === "outage" ? "failed" : "died", at, story.preset ? "before the start" : `cycle ${grouped(at)}`);
    if (story.kind === "outage") row("for", at, `${plural(story.flap.cycles, "cycle")}; nobody noticed`);
    else this.newsRows(story, row, first);
    row("lost", story.losses.length === 0 ? at : story.losses[story.losses.length - 1].t, ...this.lostText(story));
    const back = healedAt(story);
    if (back !== undefined && (back !== null || story.node === null)) {
      row("repaired", back === null ? Infinity : back, back === null ? "not before the end"
        : `cycle ${grouped(back)}, ${plural(spreadOf(story, true).hops, "hop")}`);
    }
    const play = make("button", { title: "Play from here", onclick: () => this.go(Math.max(at - 1, 0), true, this.data.events.find((e) => e.story === story)) }, story.name);
    const card = make("div", { class: "fault" }, play, dl);
    this.cards.push({ story, card, rows });
    return card;
  }

  newsRows(story, row, first) {
    const spread = spreadOf(story, false);
    if (story.node !== null) {
      row("with it", story.at, story.faults.length === 0 ? "no link" : story.faults.slice(0, 4).map((f) => f.link.name).join(", ") +
        (story.faults.length > 4 ? ` and ${story.faults.length - 4} more` : ""));
    }
    row("knew first", first === null ? Infinity : first.t, first === null ? (story.preset ? "all, from the start" : "nobody before the end")
      : `${this.data.switches[first.sw].name}, ${plural(first.t - story.at, "cycle")} later`);
    row("news went", spread.last_change === null ? Infinity : spread.last_change,
      `${plural(spread.hops, "hop")}; ${plural(spread.switches, "switch")} changed their routes, ${plural(spread.messages, "message")}`);
  }

  /** Losses that no failure is charged with, by their reasons. */
  otherCard(story) {
    const by = new Map();
    for (const l of story.losses) by.set(l.why, [...(by.get(l.why) || []), l]);
    const rows = [...by].map(([why, list]) => make("p", {}, `${plural(list.length, "packet")}, ${kReasons[why] || why}: `, ...this.packets(list)));
    if (story.cut > 0) rows.push(make("p", {}, `${plural(story.cut, "packet")} more, not recorded one by one`));
    return make("div", { class: "fault still" }, make("b", {}, "Lost otherwise"), ...rows);
  }

  /** The first of them, to be clicked. */
  packets(losses) {
    const out = [];
    losses.slice(0, 6).forEach((l, i) => out.push(i === 0 ? "" : ", ", this.packet(l.packet)));
    if (losses.length > 6) {
      const more = make("button", { class: "packet", title: "Show them all", onclick: () =>
        more.replaceWith(...losses.slice(6).flatMap((l) => [", ", this.packet(l.packet)])) }, `and ${grouped(losses.length - 6)} more`);
      out.push(" ", more);
    }
    return out;
  }

  lostText(story) {
    const direct = story.losses.filter((l) => l.why !== "no_route");
    const others = lossesOf(story) - story.counted;
    if (lossesOf(story) === 0) return ["no packet"];
    const out = [plural(story.counted, "packet"), direct.length > 0 ? ": " : "", ...this.packets(direct)];
    if (others > 0) out.push(`; ${grouped(others)} found no way`);
    return out;
  }

  /** Marks what has happened by `cycle`, and the failure that the picture is about. */
  update(cycle) {
    for (const { story, card, rows } of this.cards) {
      const now = this.state.story === story;
      if (now !== card.classList.contains("now")) {
        card.classList.toggle("now", now);
        if (now && this.shown === null && this.state.mismatch === null && window.innerWidth > 760) card.scrollIntoView({ block: "nearest" });
      }
      for (const { after, parts } of rows) {
        const later = after > cycle;
        if (later !== parts[0].classList.contains("later")) for (const p of parts) p.classList.toggle("later", later);
      }
    }
    this.refresh(cycle);
  }

  // ---- one thing
  show(what) {
    this.shown = what;
    this.key = null;
    this.fresh = true;
    byId("detail").hidden = what === null;
    if (what !== null) byId("detail").parentElement.scrollTop = 0;
  }

  refresh(cycle) {
    if (this.shown === null) return;
    const key = `${this.state.applied}`;
    if (this.key === key) return;
    this.key = key;
    const box = byId("detail");
    const close = make("button", { class: "close", title: "Close (Escape)", "aria-label": "Close", onclick: () => this.pick(null) }, "×");
    const { sw, packet, link } = this.shown;
    const parts = sw !== undefined ? this.ofSwitch(sw, cycle) : packet !== undefined ? this.ofPacket(packet) : this.ofLink(link);
    box.replaceChildren(close, ...parts);
    if (this.fresh && window.innerWidth <= 760) box.scrollIntoView({ block: "nearest" });  // it stands below the picture
    this.fresh = false;
  }

  table(rows) {
    return make("table", {}, ...rows.map(([name, ...cells]) => make("tr", {}, make("th", {}, name), ...cells.map((c) => make("td", {}, c)))));
  }

  ofSwitch(sw, cycle) {
    const s = this.data.switches[sw];
    const past = s.mine.filter((e) => e.index < this.state.applied && (e.type !== "message" || e.until <= cycle));
    const change = [...past].reverse().find((e) => e.type === "change");
    const m = this.data.events.find((e) => e.type === "mismatch" && e.sw === sw);
    const out = [make("h2", {}, `Switch ${s.name}`),
      make("p", { class: "more" }, `level ${s.level}` + (s.group === null ? "" : `, ${this.data.run.topology.group_word} ${s.group}`) +
        (s.hosts.length > 0 ? `; hosts ${s.hosts.slice(0, 8).map((h) => h[1]).join(", ")}${s.hosts.length > 8 ? " …" : ""}` : ""))];
    if (m !== undefined && m.index < this.state.applied) out.push(...this.ofMismatch(m));
    out.push(make("h3", {}, "routing state"));
    if (change === undefined) out.push(make("p", {}, s.dead ? "it is dead from the start" : "as at the start"));
    else if (change.state === null) out.push(make("p", {}, "changed; its content was not recorded"));
    else out.push(this.table(change.state.map(([name, value]) => [name, make("code", {}, value)])));
    if (change !== undefined) {
      out.push(make("p", { class: "more" }, `since cycle ${grouped(change.t)}, because of ${change.story.name}` +
        (change.hops === 0 ? ", seen by itself" : `, ${plural(change.hops, "hop")}`)));
    }
    out.push(make("h3", {}, "ports"), this.ports(s));
    if (past.length > 0) {
      out.push(make("h3", {}, "what happened here, the last first"));
      for (const e of past.slice(-8).reverse()) out.push(make("p", {}, make("button", { class: "packet", onclick: () => this.go(e.t, false, e) }, grouped(e.t)), " " + tell(this.data, e)));
    }
    return out;
  }

  ports(s) {
    const rows = [];
    const host = new Map(s.hosts);
    for (let p = 0; p < s.ports; ++p) {
      const link = s.at.get(p);
      if (link !== undefined) {
        const end = link.a[0] === s.sw && link.a[1] === p ? 0 : 1;
        const far = end === 0 ? link.b[0] : link.a[0];
        const how = this.state.link(link);
        const knows = this.state.links[link.index].knows[end];
        const dead = this.state.links[link.index].dead;
        rows.push([String(p), `to ${this.data.switches[far].name}`, link.dead ? "dead from the start" : how === Link.ok ? "ok" : how === Link.healed ? "healed" :
          dead ? (knows ? "dead, known here" : "dead, not known here") : knows ? "works, taken for dead here" : "works again"]);
      } else if (host.has(p)) {
        rows.push([String(p), `host ${host.get(p)}`, ""]);
      }
    }
    return this.table(rows);
  }

  ofMismatch(m) {
    return [make("h3", {}, `mismatch: ${m.what} of ${m.block}, ${m.requirement}`), ...bothSides(this.data, m),
      ...m.recent.map((r) => make("p", { class: "mono" }, r))];
  }

  ofPacket(id) {
    const life = this.data.journeyOf.get(id);
    const loss = this.data.events.find((e) => e.type === "loss" && e.packet === id);
    const out = [make("h2", {}, `Packet ${grouped(id)}`)];
    if (loss !== undefined) {
      out.push(make("p", {}, `${loss.source} to ${loss.destination}`), make("p", {}, tell(this.data, loss) + ` Cycle ${grouped(loss.t)}.`));
    }
    for (const e of this.data.events) if (e.type === "reroute" && e.packet === id) out.push(make("p", {}, `Cycle ${grouped(e.t)}: ${tell(this.data, e)}`));
    if (life === undefined) {
      out.push(make("p", { class: "more" }, "Its way is not recorded: run with --journey."));
      return out;
    }
    if (loss === undefined) out.push(make("p", {}, `${life.src} to ${life.dst}`));
    const rows = [[grouped(life.created), `made at ${life.src}`]];
    for (const h of life.hops) rows.push([grouped(h.arrive), `${h.switch} by port ${h.in}` + (h.depart === undefined ? "" : `, out by port ${h.out} at ${grouped(h.depart)}`)]);
    rows.push([grouped(life.at), String(life.end).replace(/_/g, " ")]);
    out.push(this.table(rows));
    return out;
  }

  ofLink(link) {
    const name = (end) => `${this.data.switches[end[0]].name} port ${end[1]}`;
    const percent = (x) => x === null ? "not measured" : `${(x * 100).toFixed(1)} % of its bandwidth`;
    return [make("h2", {}, link.name), make("p", {}, link.dead ? "dead from the start" : kLinkWords[this.state.link(link)]),
      this.table([["from " + name(link.a), percent(link.load[0])], ["from " + name(link.b), percent(link.load[1])]])];
  }
}
