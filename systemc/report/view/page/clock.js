// SPDX-License-Identifier: Apache-2.0
// Time as it is played: long waits are short, and what happens close together has room.

const kPace = 9;  // units a second at speed 1; a unit is at most a cycle

/** Cycles to units and back, piecewise linear between the moments of a run. */
class Clock {
  constructor(data) {
    const moments = new Map();  // cycle: whether a new story begins there
    for (const e of data.events) {
      const fresh = e.type === "death" || e.type === "end" || e.type === "outage" || e.type === "outage_over" || e.type === "node_death";
      moments.set(e.t, (moments.get(e.t) || false) || fresh);
      if (e.type === "message") if (!moments.has(e.until)) moments.set(e.until, false);
    }
    if (!moments.has(0)) moments.set(0, false);
    if (moments.size === 1) moments.set(1, false);
    this.cycles = [...moments.keys()].sort((a, b) => a - b);
    this.units = [0];
    for (let i = 1; i < this.cycles.length; ++i) {
      const gap = this.cycles[i] - this.cycles[i - 1];
      const long = gap <= 8 ? gap : 8 + 5 * Math.log2(gap / 8);
      this.units.push(this.units[i - 1] + Math.min(long, moments.get(this.cycles[i]) ? 12 : 34));
    }
    this.end = this.units[this.units.length - 1];
    this.scale = d3.scaleLinear().domain(this.cycles).range(this.units).clamp(true);
  }

  unit(cycle) { return this.scale(cycle); }
  cycle(unit) { return this.scale.invert(unit); }
}
