// SPDX-License-Identifier: Apache-2.0
// Where switches stand: levels of a tree with its pods side by side, or planes of a mesh.

/** Gives every switch `x`, `y` in a stage of `width` by `height`; returns radius and group boxes. */
function layOut(data, width, height) {
  const box = { left: 16, right: width - (width > 700 ? 52 : 16), top: width > 700 ? 62 : 70, bottom: height - 34 };
  if (box.bottom - box.top < 60) box.top = 20;
  return data.run.topology.arrangement === "planes" ? planes(data, box) : levels(data, box);
}

function groupsOf(switches) {
  const groups = new Map();
  for (const s of switches) {
    if (s.group === null) continue;
    if (!groups.has(s.group)) groups.set(s.group, []);
    groups.get(s.group).push(s);
  }
  return groups;
}

function levels(data, box) {
  const rows = new Map();
  for (const s of data.switches) {
    if (!rows.has(s.row)) rows.set(s.row, []);
    rows.get(s.row).push(s);
  }
  const top = Math.max(...rows.keys());
  let spacing = Infinity;
  for (const [row, list] of rows) {
    list.sort((a, b) => a.column - b.column);
    let gaps = 0;
    for (let i = 1; i < list.length; ++i) gaps += list[i].group !== list[i - 1].group ? 1 : 0;
    const unit = (box.right - box.left) / (list.length + gaps * 0.7);
    spacing = Math.min(spacing, unit);
    let x = box.left + unit / 2;
    list.forEach((s, i) => {
      if (i > 0) x += unit * (s.group !== list[i - 1].group ? 1.7 : 1);
      s.x = x;
      s.y = top === 0 ? (box.top + box.bottom) / 2 : box.bottom - (box.bottom - box.top) * row / top;
    });
  }
  const radius = clamp(spacing * 0.36, 1.6, 12);
  return { radius, spacing, boxes: boxesOf(data, Math.min(radius + 7, spacing * 0.75)) };
}

function planes(data, box) {
  const groups = groupsOf(data.switches);
  const count = Math.max(groups.size, 1);
  const side = Math.max(...data.switches.map((s) => Math.max(s.column, s.row))) + 1;
  const width = box.right - box.left, height = box.bottom - box.top;
  let best = null;
  for (let columns = 1; columns <= count; ++columns) {
    const cell = Math.min(width / columns, height / Math.ceil(count / columns));
    if (best === null || cell > best.cell) best = { columns, cell };
  }
  const { columns, cell } = best;
  const lines = Math.ceil(count / columns);
  const unit = cell * 0.82 / side;
  const numbers = [...groups.keys()].sort((a, b) => a - b);
  for (const s of data.switches) {
    const place = Math.max(numbers.indexOf(s.group), 0);
    const line = Math.floor(place / columns);
    const across = line === lines - 1 ? count - line * columns : columns;
    const left = box.left + (width - across * cell) / 2 + (place % columns) * cell;
    const top = box.top + (height - lines * cell) / 2 + line * cell;
    s.x = left + cell * 0.09 + unit * (s.column + 0.5);
    s.y = top + cell * 0.91 - unit * (s.row + 0.5);
  }
  const radius = clamp(unit * 0.24, 1.6, 14);
  return { radius, spacing: unit, boxes: boxesOf(data, unit * 0.42) };
}

/** What surrounds each group. */
function boxesOf(data, margin) {
  const boxes = [];
  for (const [group, list] of groupsOf(data.switches)) {
    if (list.length < 2) continue;
    const xs = list.map((s) => s.x), ys = list.map((s) => s.y);
    const left = Math.min(...xs) - margin, top = Math.min(...ys) - margin;
    boxes.push({ label: `${data.run.topology.group_word} ${group}`, left, top,
      width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top });
  }
  return boxes;
}
