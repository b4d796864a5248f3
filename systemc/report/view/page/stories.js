// SPDX-License-Identifier: Apache-2.0
// The failures as a person sees them: a link, a switch with its links, an outage; and what they cost.

function newStory(kind, name, at) {
  return { kind, name, at, faults: [], node: null, flap: null, preset: false, happened: true,
    losses: [], changes: [], first: null, counted: 0, cut: 0 };
}

/** One story for each link that fails, each switch with its links, each outage, and for all other losses. */
function makeStories(data) {
  const nameOf = (sw) => data.switches[sw].name;
  for (const node of data.nodes) {
    node.story = { ...newStory("switch", `switch ${nameOf(node.sw)}`, node.failed), node, happened: node.happened };
    node.story.counted = node.packets_lost;
    node.story.cut = node.cut;
  }
  for (const f of data.faults) {
    const node = f.node === null ? undefined
      : data.nodes.find((n) => n.failed === f.failed && nameOf(n.sw) === f.node);
    f.story = node !== undefined ? node.story : { ...newStory("link", f.link.name, f.failed), happened: f.happened, preset: f.preset };
    f.story.faults.push(f);
    f.story.counted += f.packets_lost;
    f.story.cut += f.cut.losses;
  }
  for (const flap of data.flaps) {
    flap.story = { ...newStory("outage", flap.link.name, flap.at), flap, happened: flap.happened, counted: flap.packets_lost, cut: flap.cut };
  }
  data.otherLosses = { ...newStory("none", "no failure", 0), cut: data.run.cut };
  const all = new Set([...data.nodes, ...data.faults, ...data.flaps].map((one) => one.story));
  data.stories = [...all].filter((s) => s.happened).sort((a, b) => a.at - b.at);
}

/** Of an event; null if it belongs to none. */
function storyOf(data, e) {
  if (typeof e.fault === "number") return data.faults[e.fault].story;
  if (typeof e.node === "number") return data.nodes[e.node].story;
  if (typeof e.flap === "number") return data.flaps[e.flap].story;
  return e.type === "loss" ? data.otherLosses : null;
}

/** Whether a switch is dead at a cycle. */
const isDead = (data, sw, t) => data.nodes.some((n) => n.sw === sw && n.happened && n.failed <= t && (n.back === null || t < n.back));

/** The two switches of a link, or the one that died. */
function placesOf(story) {
  if (story.node !== null) return [story.node.sw];
  const link = story.flap !== null ? story.flap.link : story.faults[0].link;
  return [link.a[0], link.b[0]];
}

/** How far the news of a story has gone at its end: of all its links together. */
function spreadOf(story, repair) {
  const halves = story.faults.map((f) => (repair ? f.repair : f)).filter((half) => half !== null);
  const seen = new Set(story.changes.filter((c) => c.repair === repair).map((c) => c.sw)).size;
  const most = (of) => halves.reduce((max, half) => Math.max(max, of(half)), 0);
  const last = halves.map((half) => half.last_change).filter((t) => t !== null);
  return { hops: most((half) => half.hops), switches: Math.max(seen, most((half) => half.switches)),
    messages: halves.reduce((sum, half) => sum + half.messages, 0), last_change: last.length === 0 ? null : Math.max(...last) };
}

/** All its lost packets: those that it took, and those that found no way because of it. */
const lossesOf = (story) => Math.max(story.losses.length + story.cut, story.counted);

/** When it is over; null: not before the end; undefined: it was never meant to be. */
function healedAt(story) {
  if (story.node !== null) return story.node.back;
  const repairs = story.faults.map((f) => f.repair).filter((r) => r !== null);
  return repairs.length === 0 ? undefined : repairs[0].repaired;
}
