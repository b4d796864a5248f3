// SPDX-License-Identifier: Apache-2.0
// VIEW-PAGE-6: usage: node cube.js PAGE_OF_THREE_DIMENSIONS PAGE_OF_ANOTHER
"use strict";
const { open, check, end } = require("./stage.js");
const [solid, flat] = process.argv.slice(2);

const page = open(solid);
page.frame();
const { scene, data } = page;
const switches = data.switches;
check(!page.element("body").hidden, "three dimensions are offered as a cube");
check(!scene.turned, "the first look is by planes");
const other = open(flat);
other.frame();
other.key("c");
check(other.element("body").hidden && !other.scene.turned, "another topology is not");

page.element("body").fire("click");
page.frame();
check(scene.turned, "the button turns planes into a cube");
const first = JSON.stringify(switches.map((s) => [s.x, s.y]));
check(/&turn=-34,24/.test(page.location.hash), "the address says how it is turned: " + page.location.hash);
const again = open(solid, page.location.hash);
again.frame();
check(JSON.stringify(again.data.switches.map((s) => [s.x, s.y])) === first, "the address shows the same angle");

// Where a point is seen, by directions alone.
const at = (x, y, z) => switches.find((s) => s.at3[0] === x && s.at3[1] === y && s.at3[2] === z);
const most = scene.space.extent;
const seen = (yaw, pitch, does) => { scene.turnTo({ yaw, pitch }); scene.refresh(); does(at(0, 0, 0), at(most[0], 0, 0), at(0, most[1], 0), at(0, 0, most[2])); };
seen(0, 0, (o, x, y, z) => {
  check(x.x > o.x + 20 && Math.abs(x.y - o.y) < 1e-6, "from the front x goes to the right");
  check(y.y < o.y - 20 && Math.abs(y.x - o.x) < 1e-6, "and y up");
  check(z.near < o.near, "and z away");
});
seen(90, 0, (o, x, y, z) => check(z.x > o.x + 20 && x.near > o.near, "from the side z goes to the right and x comes near"));
seen(0, 90, (o, x, y, z) => check(z.y < o.y - 20 && y.near > o.near, "from above z goes up and y comes near"));
seen(400, 170, () => check(scene.space.turn.yaw === 40 && scene.space.turn.pitch === 90, "an angle is brought into its range"));

for (const [yaw, pitch] of [[0, 0], [45, 35], [-34, 24], [179, -90], [-120, 90], [45, 0], [90, 45]]) {
  scene.turnTo({ yaw, pitch });
  scene.refresh();
  const where = `turned to ${yaw}, ${pitch}: `;
  check(switches.every((s) => s.x > 0 && s.x < scene.width && s.y > 0 && s.y < scene.height), where + "all of it is on the stage");
  const drawn = scene.placed.slabs.flatMap((slab) => slab.switches);
  check(drawn.length === switches.length && new Set(drawn).size === drawn.length, where + "each switch is drawn once");
  check(drawn.every((s, i) => i === 0 || drawn[i - 1].near <= s.near + 1e-9), where + "the deepest first");
  const links = scene.placed.slabs.flatMap((slab) => slab.links.flat());
  check(links.length === data.links.length && new Set(links).size === links.length, where + "each link is drawn once");
  for (const s of switches) {
    const hit = switches[scene.switchAt(...scene.at(s.sw))];
    const covers = Math.hypot(hit.x - s.x, hit.y - s.y) < scene.radius(hit.sw) && hit.near >= s.near;
    check(hit === s || covers, where + `${s.name} is under the pointer, or one before it is, not ${hit.name}`);
  }
}

// Drag and keys.
const over = page.element("over");
scene.turnTo({ yaw: 10, pitch: 20 });
let laid = 0;
const lay = scene.lay.bind(scene);
scene.lay = (...how) => { ++laid; lay(...how); };
over.drag([100, 100], ...Array.from({ length: 10 }, (_, i) => [110 + 10 * i, 105 + 5 * i]));
check(laid === 0, "and is not laid out at each of its steps");
page.frame();
check(laid === 1, `but once a frame, not ${laid} times`);
const turn = { ...scene.space.turn };
check(turn.yaw > 40 && turn.yaw < 60 && turn.pitch > 33 && turn.pitch < 45, "dragging turns: " + JSON.stringify(turn));
check(page.panel.shown === null, "and selects nothing");
page.key("l");
page.key("i");
check(scene.space.turn.yaw > turn.yaw && scene.space.turn.pitch > turn.pitch, "keys turn");
page.frame();
const front = switches.reduce((best, s) => (s.near > best.near ? s : best));
const [x, y] = scene.at(front.sw);
over.drag([x, y]);
over.fire("click", { clientX: x, clientY: y });
check(page.panel.shown !== null && page.panel.shown.sw === front.sw, "a click takes the switch in front");
page.key("c");
page.frame();
check(!scene.turned && switches.every((s) => s.near === 1) && !/turn=/.test(page.location.hash), "and back to planes");
end(`${switches.length} switches as a cube`);
