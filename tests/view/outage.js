// SPDX-License-Identifier: Apache-2.0
// VIEW-PAGE-10: usage: node outage.js PAGE
"use strict";
const { open, check, end } = require("./stage.js");
const page = open(process.argv[2]);
page.frame();
const { data, state, scene } = page;
const kOut = 6;
const drawn = [];
scene.zigzag = (c, a, b) => drawn.push([a, b].join());
let seen = 0;
check(page.element("legend").textContent.includes("down for a while"), "the legend says what its sign means");
for (const flap of data.flaps.filter((f) => f.happened)) {
  const from = flap.at, until = flap.at + flap.cycles;
  const other = (t) => data.flaps.some((f) => f !== flap && f.link === flap.link && f.at <= t && t < f.at + f.cycles) ||
    data.faults.some((f) => f.link === flap.link);
  const at = (t) => { page.setUnit(page.clock.unit(t)); return state.link(flap.link); };
  if (from > 0 && !other(from - 1)) check(at(from - 1) !== kOut, `${flap.link.name} works before cycle ${from}`);
  if (!other(from)) {
    check(at(from) === kOut && at(until - 1) === kOut, `${flap.link.name} is down from cycle ${from}`);
    drawn.length = 0;
    scene.refresh();
    check(drawn.includes([scene.at(flap.link.a[0]), scene.at(flap.link.b[0])].join()), `${flap.link.name} is drawn so`);
    ++seen;
  }
  if (until <= data.run.cycles && !other(until)) check(at(until) === 0, `${flap.link.name} is whole in cycle ${until}`);
}
check(seen > 5, "there are outages");
end(`${seen} outages`);
