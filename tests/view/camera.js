// SPDX-License-Identifier: Apache-2.0
// VIEW-PAGE-8: usage: node camera.js PAGE
"use strict";
const { open, check, end } = require("./stage.js");
const file = process.argv[2];
const page = open(file);
page.frame();
const { scene, data, panel } = page;
const over = page.element("over");
const near = (a, b, by = 1e-6) => Math.abs(a - b) <= by;
const onStage = (sw) => { const [x, y] = scene.at(sw); return x >= 0 && x <= scene.width && y >= 0 && y <= scene.height; };
const inside = () => {
  const { k, x, y } = scene.view;
  return x <= 1e-6 && y <= 1e-6 && x >= scene.width * (1 - k) - 1e-6 && y >= scene.height * (1 - k) - 1e-6;
};

over.fire("wheel", { deltaY: 500, deltaMode: 0, clientX: 200, clientY: 100 });
check(scene.view.k === 1, "it cannot be zoomed out beyond all of it");
const first = data.switches[0];
const [x0, y0] = scene.at(first.sw);
for (let i = 0; i < 3; ++i) over.fire("wheel", { deltaY: -400, deltaMode: 0, clientX: x0, clientY: y0 });
const [x1, y1] = scene.at(first.sw);
check(scene.view.k > 4 && Math.hypot(x1 - x0, y1 - y0) < 0.5, "the wheel zooms, and what is under the pointer stays there");
for (let i = 0; i < 9; ++i) over.fire("wheel", { deltaY: -900, deltaMode: 0, clientX: x0, clientY: y0 });
check(near(scene.view.k, 24), "but not for ever");
over.drag([400, 300], [900, 800], [-50000, -50000]);
check(inside(), "dragged far, its edge stays at that of the stage");
over.drag([400, 300], [50000, 50000]);
check(inside() && near(scene.view.x, 0), "on the other side too");
page.key("0");
check(scene.view.k === 1 && scene.view.x === 0, "0 shows all of it");
over.touch("touchstart", [300, 200], [400, 200]);
over.touch("touchmove", [250, 200], [450, 200]);
over.touch("touchend", [250, 200], [450, 200]);
check(near(scene.view.k, 2), "two fingers zoom");

// To what is asked for: the last switch, seen from the first one.
const last = data.switches[data.switches.length - 1];
const away = (one) => {
  one.scene.zoom.transform(one.scene.over, one.scene.zoom.constrain()(one.scene.view.scale(12).translate(-first.x, -first.y), one.scene.extent, one.scene.extent));
  one.frame();
};
const cards = (one) => one.element("faults").all((c) => c.tag === "button");
away(page);
const link = data.faults[0].link;
check(scene.view.k > 11 && (!onStage(link.a[0]) || !onStage(link.b[0])), "the failure is not on the stage");
const steps = data.events.findIndex((e) => e.type === "death");
for (let i = 0; i <= steps; ++i) page.key("ArrowRight");
const [ax, ay] = scene.at(link.a[0]), [bx, by] = scene.at(link.b[0]);
check(Math.hypot((ax + bx) / 2 - scene.width / 2, (ay + by) / 2 - scene.height / 2) < 40 || onStage(link.a[0]), "a step goes to where the event is");
check(inside() && scene.view.k > 11, "without zooming");

// The same for a reader who has nothing against motion.
const lively = open(file, "", false);
lively.frame();
away(lively);
const seen = [];
lively.key("0");
for (let i = 0; i < 80; ++i) {
  lively.frame();
  seen.push(lively.scene.view.k);
}
check(new Set(seen).size > 10 && seen.some((k) => k > 1.5 && k < 11), "the camera moves, frame by frame");
check(lively.scene.view.k === 1 && near(lively.scene.view.x, 0), "and arrives where it jumps to without motion");
const half = open(file, "", false);
half.frame();
away(half);
half.key("0");
for (let i = 0; i < 8; ++i) half.frame();
half.element("over").drag([300, 300], [310, 300]);
const kept = half.scene.view.k;
for (let i = 0; i < 60; ++i) half.frame();
check(half.scene.view.k === kept && kept > 1, "a hand stops it");
end(`${cards(page).length} cards, ${last.name}`);
