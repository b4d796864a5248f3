// SPDX-License-Identifier: Apache-2.0
// Where switches stand: levels of a tree with its pods side by side, or planes of a mesh.

/** What of a stage of `width` by `height` is left for the picture, its names and the signs above it. */
function roomOf(width, height) {
  const signs = (byId("legend").offsetHeight || 0) + 40;
  const box = { left: 16, right: width - (width > 700 ? 64 : 16), top: signs, bottom: height - 34 };
  if (box.bottom - box.top < 60) box.top = 20;
  return box;
}

/** Gives every switch `x`, `y` in the box; returns radius and group boxes. */
function layOut(data, box) {
  for (const s of data.switches) s.near = 1;
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
  return { radius, spacing, boxes: boxesOf(data, Math.min(radius + 7, spacing * 0.75)), labels: [] };
}

/** Planes one behind the other, each a step to the right and up: a link between two of them is short. */
function planes(data, box) {
  const numbers = [...groupsOf(data.switches).keys()].sort((a, b) => a - b);
  const depth = Math.max(numbers.length, 1);
  const columns = Math.max(...data.switches.map((s) => s.column)) + 1;
  const rows = Math.max(...data.switches.map((s) => s.row)) + 1;
  const across = depth === 1 ? 0 : 0.74, up = depth === 1 ? 0 : 0.56;  // of a step in a plane, over all planes
  const stepX = (box.right - box.left - 20) / Math.max(columns - 1 + across, 1);
  const stepY = (box.bottom - box.top - 20) / Math.max(rows - 1 + up, 1);
  const apart = Math.max(depth - 1, 1);
  for (const s of data.switches) {
    const plane = Math.max(numbers.indexOf(s.group), 0) / apart;
    s.x = box.left + 10 + stepX * (s.column + across * plane);
    s.y = box.bottom - 10 - stepY * (s.row + up * plane);
  }
  const spacing = depth === 1 ? Math.min(stepX, stepY) : Math.min(stepX * across / apart, stepX * (1 - across), stepY);
  const corners = numbers.map((n) => data.switches.find((s) => s.group === n && s.row === 0 && s.column === columns - 1));
  const labels = depth === 1 ? [] : corners.map((s, i) => ({ text: `${data.run.topology.group_word} ${numbers[i]}`, x: s.x, y: s.y }));
  return { radius: clamp(Math.min(spacing, stepY * (depth === 1 ? 1 : up / apart) * 1.3) * 0.34, 1.6, 13), spacing, boxes: [], labels };
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
