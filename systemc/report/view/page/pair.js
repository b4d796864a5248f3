// SPDX-License-Identifier: Apache-2.0
// Both engines side by side at a mismatch: the switch or block as the golden model has it, and as the RTL has it.

const kRowsOfPair = 12;     // of what is equal
const kNumbered = 16;       // ports; of more only those that matter have their numbers
const kHeading = { right: 0, up: 90, left: 180, down: 270 };  // degrees

/** Where a port leaves the picture: towards what is at its other end, hosts below. */
function headingOf(data, s, port) {
  const link = s.at.get(port);
  if (link === undefined) return "down";
  const far = data.switches[link.a[0] === s.sw ? link.b[0] : link.a[0]];
  if (far.row !== s.row) return far.row > s.row ? "up" : "down";
  return (far.column !== s.column ? far.column > s.column : far.group > s.group) ? "right" : "left";
}

/** The direction of each port, in radians. */
function directions(data, s) {
  const groups = d3.range(s.ports).reduce((map, p) => {
    const heading = headingOf(data, s, p);
    return map.set(heading, [...(map.get(heading) || []), p]);
  }, new Map());
  const wide = groups.has("left") || groups.has("right") ? 84 : 156;
  const at = new Map();
  for (const [heading, ports] of groups) {
    const step = Math.min(wide / ports.length, 40), turn = heading === "up" ? -1 : 1;  // from left to right
    ports.forEach((p, i) => at.set(p, (kHeading[heading] + turn * step * (i - (ports.length - 1) / 2)) * Math.PI / 180));
  }
  return at;
}

/** How one side has a port. */
const portOf = (side, p) => ({ out: side.out === p, way: side.ways.includes(p), dead: side.dead.includes(p) });

/** The switch as one side has it; what it has otherwise than the other is ringed. */
function sideOf(data, m, side, other, colour) {
  const s = data.switches[m.sw];
  const parts = [];
  for (const [p, angle] of directions(data, s)) {
    const at = (r) => [(85 + r * Math.cos(angle)).toFixed(1), (64 - r * Math.sin(angle)).toFixed(1)];
    const how = portOf(side, p), there = portOf(other, p);
    const differs = how.out !== there.out || how.way !== there.way || how.dead !== there.dead || (m.port === p && side.out === other.out);
    const [x0, y0] = at(21), [x1, y1] = at(how.out ? 44 : 47), [tx, ty] = at(56);
    const kind = how.out ? "goes" : how.dead ? "dead" : how.way ? "way" : "port";
    parts.push(makeSvg("path", { d: `M${x0} ${y0}L${x1} ${y1}`, class: kind, "data-port": p, ...(how.out ? { style: `stroke: ${colour}` } : {}) }));
    if (how.out) {
      const [ax, ay] = at(47);
      parts.push(makeSvg("path", { d: "M-8 -6L2 0L-8 6z", class: "head", style: `fill: ${colour}`,
        transform: `translate(${ax} ${ay}) rotate(${(-angle * 180 / Math.PI).toFixed(1)})` }));
    }
    if (differs) parts.push(makeSvg("circle", { cx: tx, cy: ty, r: 8, class: "differs" }));
    if (differs || s.ports <= kNumbered) parts.push(makeSvg("text", { x: tx, y: Number(ty) + 3.5, class: differs ? "bold" : "" }, String(p)));
  }
  parts.push(makeSvg("circle", { cx: 85, cy: 64, r: 21, class: "body" }), makeSvg("text", { x: 85, y: 68, class: "bold" }, s.name.length < 8 ? s.name : ""));
  return makeSvg("svg", { viewBox: "20 0 130 128", class: "side", role: "img", "aria-label": `${s.name} as ${side === m.rtl ? "the RTL" : "the golden model"} has it` }, ...parts);
}

/** The names of both states, each with its value on either side; null: not there. */
function rowsOf(m) {
  const rows = new Map();
  [m.model, m.rtl].forEach((side, which) => {
    const times = new Map();
    for (const [name, value] of side.state || []) {
      times.set(name, (times.get(name) || 0) + 1);
      const key = `${name} ${times.get(name)}`;
      if (!rows.has(key)) rows.set(key, { name, values: [null, null] });
      rows.get(key).values[which] = value;
    }
  });
  return [...rows.values()].map((r) => ({ ...r, differs: r.values[0] !== r.values[1] })).sort((a, b) => b.differs - a.differs);
}

function tableOf(rows) {
  const cell = (r, which) => make("td", {}, r.values[which] === null ? "not there" : r.values[which]);
  const shown = rows.filter((r, i) => r.differs || i < kRowsOfPair);
  const left = rows.length - shown.length;
  return [make("table", { class: "pair" }, make("tr", {}, make("th", {}, ""), make("th", {}, "golden model"), make("th", {}, "RTL")),
    ...shown.map((r) => make("tr", r.differs ? { class: "differs" } : {}, make("th", {}, r.name), cell(r, 0), cell(r, 1)))),
  left === 0 ? null : make("p", { class: "more" }, `${plural(left, "more line")} on which they agree`)];
}

/** Pictures, values and states. */
function bothSides(data, m) {
  const picture = (side, other, colour) => (m.sw === null ? null : sideOf(data, m, side, other, colour));
  const same = m.model.out === m.rtl.out ? "var(--fg)" : null;
  const rows = rowsOf(m);
  return [make("div", { class: "both" },
    make("div", {}, "golden model", picture(m.model, m.rtl, same || "var(--accent)"), make("b", {}, m.expected)),
    make("div", { class: "rtl" }, "RTL", picture(m.rtl, m.model, same || "var(--bad)"), make("b", {}, m.actual))),
  ...(rows.length === 0 ? [] : tableOf(rows))].filter((x) => x !== null);
}

/** At a mismatch about a way both ways, in the picture of the fabric. */
function drawDispute(scene, c) {
  const m = scene.state.mismatch;
  if (m === null || m.sw === null || m.model.out === m.rtl.out) return;
  for (const [side, who, colour, place] of [[m.model, "golden model", ink.accent, 0.62], [m.rtl, "RTL", ink.bad, 0.8]]) {
    const link = side.out === null ? undefined : scene.data.switches[m.sw].at.get(side.out);
    if (link === undefined) continue;
    const from = scene.at(m.sw), to = scene.along(link, m.sw, 0.5);
    scene.stroke(c, from, to, colour, 4);
    scene.arrow(c, from, to, 1, colour, 10);
    scene.label(c, who, ...scene.along(link, m.sw, place), colour, 12);
  }
}
