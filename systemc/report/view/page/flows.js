// SPDX-License-Identifier: Apache-2.0
// Flow channels: where a flow runs, where it moves to another way, where it waits.

const kFlowCards = 40;
const kFlowMoves = 30;
const kMoves = { diverged: "takes another way", redirect: "is redirected", blocked: "waits", loss: "loses packets" };

class Flows {
  constructor(data, scene, clock, go) {
    Object.assign(this, { data, scene, clock, go, all: [], chosen: null });
    const byName = new Map(data.switches.map((s) => [s.name, s.sw]));
    for (const flow of parseLines("flow-lives")) {
      const events = (Array.isArray(flow.events) ? flow.events : []).filter((e) => byName.has(e.switch));
      for (const e of events) e.sw = byName.get(e.switch);
      this.all.push({ ...flow, events, moves: events.filter((e) => kMoves[e.what] !== undefined) });
    }
    this.build();
  }

  build() {
    const box = byId("flows");
    if (this.all.length === 0) return;
    box.append(make("h2", {}, "Flows that moved, waited or lost most"));
    for (const flow of this.all.slice(0, kFlowCards)) {
      const count = (what) => flow.events.filter((e) => e.what === what).length;
      const button = make("button", { "aria-pressed": "false", onclick: () => this.choose(flow, button) }, `${flow.src} to ${flow.dst}`);
      box.append(make("div", { class: "fault flow" }, button, make("p", {}, `${plural(flow.packets, "packet")}; another way ${count("diverged") + count("redirect")}, ` +
        `waited ${count("blocked")}, losses ${count("loss")}`), make("ol", { hidden: "" })));
    }
  }

  choose(flow, button) {
    const off = this.chosen === flow;
    for (const b of byId("flows").querySelectorAll("button[aria-pressed]")) {
      b.setAttribute("aria-pressed", "false");
      b.parentElement.lastChild.hidden = true;
    }
    this.chosen = off ? null : flow;
    if (off) return this.go(null);
    button.setAttribute("aria-pressed", "true");
    const list = button.parentElement.lastChild;
    list.hidden = false;
    const more = flow.moves.length - kFlowMoves;
    list.replaceChildren(...flow.moves.slice(0, kFlowMoves).map((e) => make("li", {},
      make("button", { class: "packet", onclick: () => this.go(e.at) }, grouped(e.at)), ` ${kMoves[e.what]} at ${e.switch}`)), more > 0 ? make("li", {}, `${grouped(more)} more, in flows.ndjson`) : "");
    return this.go((flow.moves[0] || flow.events[0] || { at: 0 }).at);
  }

  /** The channels of the flow that are open at `cycle`, and what has just happened to it. */
  draw(c, unit, cycle) {
    if (this.chosen === null) return;
    const open = new Map();
    let last = null;
    for (const e of this.chosen.events) {
      if (e.at > cycle) break;
      const key = `${e.sw} ${e.port} ${e.channel}`;
      if (e.what === "opened") open.set(key, e);
      else if (e.what === "released") open.delete(key);
      else last = e;
    }
    for (const e of open.values()) {
      const link = this.data.switches[e.sw].at.get(e.port);
      if (link === undefined) {
        this.scene.ring(c, e.sw, ink.m1, 4);
        continue;
      }
      const far = this.scene.at(link.a[0] === e.sw ? link.b[0] : link.a[0]), near = this.scene.at(e.sw);
      const dead = this.scene.state.links[link.index].dead;  // the channel is open still, and carries nothing
      this.scene.stroke(c, far, near, ink.m1, dead ? 2 : 5, dead ? [3, 7] : []);
      if (!dead) this.scene.arrow(c, far, near, 0.55, ink.m1, 10);
    }
    if (last === null || unit - this.clock.unit(last.at) > 12) return;
    const [x, y] = this.scene.at(last.sw);
    this.scene.ring(c, last.sw, ink.m1, 3, 7);
    this.scene.label(c, `${this.chosen.src} to ${this.chosen.dst} ${kMoves[last.what]}`, x, y - this.scene.radius(last.sw) - 12, ink.fg, 12);
  }
}
