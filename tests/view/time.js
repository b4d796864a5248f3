// SPDX-License-Identifier: Apache-2.0
// VIEW-PAGE-7: usage: node time.js PAGE
"use strict";
const { open, check, end } = require("./stage.js");
const file = process.argv[2];
const page = open(file);
page.frame();
const { strip, clock } = page;
const box = page.element("strip");
const shown = () => [clock.cycle(strip.from), clock.cycle(strip.until)];
const near = (a, b, by = 1e-6) => Math.abs(a - b) <= by;

for (let low = 0; low < 4000; low += 37) {
  for (const width of [0.3, 1, 9, 80, 1500]) {
    const n = page.roundest(low + 0.4, low + 0.4 + width);
    let best = null;  // the number with the most zeros at its end
    const zeros = (v) => (v === 0 ? 99 : /0*$/.exec(String(v))[0].length);
    for (let v = Math.ceil(low + 0.4); v <= low + 0.4 + width; ++v) if (best === null || zeros(v) > zeros(best)) best = v;
    check(best === null ? n === null : n >= low + 0.4 && n <= low + 0.4 + width && zeros(n) === zeros(best), `the roundest from ${low}.4 over ${width} is not ${n}`);
  }
}

check(strip.isWhole && !/from=/.test(page.location.hash), "at first the whole run is shown");
const event = page.data.events.find((e) => e.type === "change");
const x = (clock.unit(event.t) - strip.from) / strip.span * 1000;
for (let i = 0; i < 4; ++i) box.fire("wheel", { deltaX: 0, deltaY: -400, clientX: x });
check(!strip.isWhole && strip.span < clock.end / 4, "the wheel zooms in");
check(near((clock.unit(event.t) - strip.from) / strip.span * 1000, x, 0.5), "what is under the pointer stays there");
const before = shown();
box.drag([500, 60], [300, 60]);
check(shown()[0] > before[0], "dragged by its cycles it moves");
page.frame();
const said = /#t=(\d+)&from=(\d+)&until=(\d+)/.exec(page.location.hash);
check(said !== null, "the address has the part that is shown: " + page.location.hash);
const again = open(file, said[0]);
again.frame();
check(again.strip.from <= strip.from + 1e-6 && again.strip.until >= strip.until - 1e-6 &&
  again.clock.cycle(again.strip.from) > shown()[0] - 1.001 && again.clock.cycle(again.strip.until) < shown()[1] + 1.001, "and shows it again");
for (const odd of ["#from=9&until=3", "#from=x&until=9", "#from=5", "#t=-4&from=0&until=0"]) {
  const other = open(file, odd);
  other.frame();
  check(other.strip.isWhole, `${odd} is no part of the run`);
}

// Two fingers.
strip.showPart(clock.end / 4, clock.end / 2);
box.touch("touchstart", [400, 30], [600, 30]);
box.touch("touchmove", [400, 30], [800, 30]);
check(near(strip.span, clock.end / 4, 1e-6), "two fingers zoom");
box.touch("touchend", [400, 30], [800, 30]);
page.frame();

// A click seeks, keys zoom and move, a double click shows all.
box.drag([250, 30]);
check(near(page.tick(), strip.from + strip.span / 4), "a click seeks");
box.touch("touchstart", [500, 30]);
box.touch("touchmove", [750, 30]);
check(near(page.tick(), strip.from + strip.span * 3 / 4), "so does a finger that goes over it");
box.touch("touchend", [750, 30]);
page.frame();
const span = strip.span;
page.key("t");
check(strip.span < span && page.tick() >= strip.from && page.tick() <= strip.until, "T zooms in on the moment shown");
const from = strip.from;
page.key(".");
check(strip.from > from, "a key moves");
page.frame();
check(strip.from > from, "and the moment shown does not pull it back");
page.key("T", true);
page.key("T", true);
check(strip.span > span, "Shift and T zooms out");
box.fire("dblclick");
check(strip.isWhole, "a double click shows the whole run");
page.key("t");
page.key("w");
check(strip.isWhole, "and so does W");
strip.showPart(0, 20);
page.setUnit(clock.end);
page.frame();
check(strip.until >= clock.end - 1e-9 && near(strip.span, 20), "what is played stays in view");
end(`${page.data.events.length} events in time`);
