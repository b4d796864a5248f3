// SPDX-License-Identifier: Apache-2.0
// A topology of three dimensions as a body that turns: where its switches are seen, and what is in front.

const kFirstTurn = { yaw: -34, pitch: 24 };  // degrees
const kDistance = 3.4;  // of the eye, in radii of the body
const kSlabs = 12;      // what lies as deep is drawn together

class Space {
  constructor(data) {
    this.data = data;
    this.turn = { ...kFirstTurn };
    const has = data.switches.length > 0 && data.switches.every((s) => s.at3 !== null);
    this.extent = [0, 1, 2].map((d) => (has ? Math.max(...data.switches.map((s) => s.at3[d])) : 0));
    this.radius = Math.hypot(...this.extent) / 2;
  }

  /** Whether there is a body to turn. */
  get ok() { return this.extent.every((most) => most > 0); }

  turnTo(yaw, pitch) {
    this.turn = { yaw: yaw - 360 * Math.round(yaw / 360), pitch: clamp(pitch, -90, 90) };
  }

  /** Where a point of the body is seen, in parts of its radius, and how near: 1 at its centre. */
  project(point) {
    const [x, y, z] = point.map((at, d) => (at - this.extent[d] / 2) / this.radius);
    const yaw = this.turn.yaw * Math.PI / 180, pitch = this.turn.pitch * Math.PI / 180;
    const across = x * Math.cos(yaw) + z * Math.sin(yaw), back = z * Math.cos(yaw) - x * Math.sin(yaw);
    const up = y * Math.cos(pitch) + back * Math.sin(pitch), deep = back * Math.cos(pitch) - y * Math.sin(pitch);
    const near = kDistance / (kDistance + deep);
    return { x: across * near, y: up * near, near };
  }

  /** Of a radius in pixels, so that all of it is seen at this pitch whatever the yaw. */
  scale(width, height) {
    const pitch = Math.abs(this.turn.pitch) * Math.PI / 180;
    const round = Math.hypot(this.extent[0], this.extent[2]) / 2 / this.radius, tall = this.extent[1] / 2 / this.radius;
    const up = tall * Math.cos(pitch) + round * Math.sin(pitch);
    const most = Math.sqrt(1 - 1 / kDistance ** 2);  // where the ball that holds the body is seen widest
    const reach = (part) => Math.min(part, most) * kDistance / (kDistance - Math.sqrt(1 - Math.min(part, most) ** 2));
    return Math.min(width / 2 / reach(round), height / 2 / reach(up));
  }

  /** Gives every switch `x`, `y`, `near`; whatever way it is turned all of it is in the box. */
  layOut(box, buckets) {
    const { switches } = this.data;
    const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const scale = this.scale(box.right - box.left, box.bottom - box.top);
    const seen = (point) => {
      const p = this.project(point);
      return { x: middle[0] + scale * p.x, y: middle[1] - scale * p.y, near: p.near };
    };
    for (const s of switches) Object.assign(s, seen(s.at3));
    const step = scale / this.radius;
    const labels = ["x", "y", "z"].map((text, d) => {
      const tip = [0, 0, 0];
      tip[d] = this.extent[d] + Math.max(this.extent[d] * 0.13, 0.7);
      return { text, ...seen(tip) };
    });
    const corners = switches.filter((s) => s.at3.every((at, d) => at === 0 || at === this.extent[d])).map((s) => s.sw);
    return { radius: clamp(step * 0.14, 1.6, 11), spacing: step * 0.5, boxes: [], labels, corners, slabs: this.slabs(buckets) };
  }

  /** Links by load and switches, the deepest first. */
  slabs(buckets) {
    const { switches } = this.data;
    const least = kDistance / (kDistance + 1), most = kDistance / (kDistance - 1);
    const slabs = Array.from({ length: kSlabs }, () => ({ links: buckets.map(() => []), switches: [] }));
    const at = (near) => slabs[clamp(Math.floor((near - least) / (most - least) * kSlabs), 0, kSlabs - 1)];
    buckets.forEach((links, i) => {
      for (const link of links) at((switches[link.a[0]].near + switches[link.b[0]].near) / 2).links[i].push(link);
    });
    for (const s of switches) at(s.near).switches.push(s);
    for (const slab of slabs) slab.switches.sort((a, b) => a.near - b.near || a.sw - b.sw);
    return slabs;
  }
}
