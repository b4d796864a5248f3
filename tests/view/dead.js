// SPDX-License-Identifier: Apache-2.0
// VIEW-PAGE-11: usage: node dead.js PAGE
"use strict";
const { open, check, end } = require("./stage.js");
const page = open(process.argv[2]);
page.frame();
const { data, state, scene } = page;
const kKnown = 3;
const dead = data.links.filter((l) => l.dead);
check(dead.length > 2, "links are dead from the start");
for (const unit of [0, page.clock.end]) {
  page.setUnit(unit);
  for (const link of dead) {
    check(state.link(link) === kKnown, `${link.name} is dead at ${unit}`);
    check(state.special.has(link), `${link.name} is drawn by its state`);
  }
}
const words = page.element("story").textContent;
page.setUnit(0);
page.frame();
check(page.element("story").textContent.includes("14 hosts send over 20 switches; dead from the start: 1 switch and 1 link"), `the opening says it: ${words}`);
check(page.element("legend").textContent.includes("known dead"), "the legend says what its sign means");
const own = data.switches.find((s) => s.dead);
page.panel.show({ sw: own.sw });
page.panel.update(0);
const ports = page.element("detail").textContent;
check(!/ok/.test(ports) && /dead from the start/.test(ports), `no port of a dead switch is said to work: ${ports}`);
end(`${dead.length} links`);
