// SPDX-License-Identifier: Apache-2.0
// VIEW-PAGE-9: usage: node pair.js PAGE
"use strict";
const { open, check, end } = require("./stage.js");
const file = process.argv[2];
const m = open(file).data.events.find((e) => e.type === "mismatch");
const page = open(file, `#t=${m.t}&sw=${m.switch.replace(/[^A-Za-z0-9]+/g, ".").replace(/^\.|\.$/g, "")}`);
page.frame();
const { data } = page;
const s = data.switches[m.sw];
const has = (e, word) => (e.attributes.class || "").split(" ").includes(word);

for (const id of ["faults", "detail"]) {  // in the card of the failure, and for who asks for the switch
  const box = page.element(id);
  const pictures = box.all((c) => c.tag === "svg");
  check(pictures.length === 2, `${id}: the switch is drawn twice, not ${pictures.length} times`);
  check(box.textContent.includes("golden model") && box.textContent.includes("RTL"), `${id}: both are named`);
  const ports = d => [...Array(s.ports).keys()].filter(d);
  const how = (side, p) => JSON.stringify([side.out === p, side.ways.includes(p), side.dead.includes(p)]);
  const differ = ports((p) => how(m.model, p) !== how(m.rtl, p) || (p === m.port && m.model.out === m.rtl.out));
  [m.model, m.rtl].forEach((side, i) => {
    const drawn = (word) => pictures[i].all((c) => c.tag === "path" && has(c, word)).map((c) => Number(c.attributes["data-port"])).sort((a, b) => a - b).join();
    check(drawn("goes") === (side.out === null ? "" : String(side.out)), `${id}: the way of side ${i}`);
    check(drawn("dead") === side.dead.filter((p) => p !== side.out).join(), `${id}: the dead ports of side ${i}`);
    check(drawn("way") === side.ways.filter((p) => p !== side.out && !side.dead.includes(p)).join(), `${id}: the usable ports of side ${i}`);
    check(pictures[i].all((c) => c.tag === "circle" && has(c, "differs")).length === differ.length, `${id}: ports ${differ} are ringed at side ${i}`);
  });
  const values = box.all((c) => c.tag === "b").map((b) => b.textContent);
  check(values[0] === m.expected && values[1] === m.actual, `${id}: the values stand below: ${values}`);
  const rows = box.all((c) => c.tag === "table" && has(c, "pair")).flatMap((t) => t.all((c) => c.tag === "tr")).slice(1);
  const cells = (row) => row.own.map((c) => c.textContent);
  check(rows.every((row) => has(row, "differs") === (cells(row)[1] !== cells(row)[2])), `${id}: lines that differ are marked, no others`);
  const known = (side, name) => (side.state || []).filter(([n]) => n === name).map(([, v]) => v);
  for (const row of rows) {
    const [name, golden, rtl] = cells(row);
    check(known(m.model, name).includes(golden) || golden === "not there", `${id}: ${name} of the golden model`);
    check(known(m.rtl, name).includes(rtl) || rtl === "not there", `${id}: ${name} of the RTL`);
  }
  const all = new Set([...(m.model.state || []), ...(m.rtl.state || [])].map(([name]) => name));
  for (const name of all) {
    const same = JSON.stringify(known(m.model, name)) === JSON.stringify(known(m.rtl, name));
    check(same || rows.some((row) => cells(row)[0] === name && has(row, "differs")), `${id}: ${name} differs and is there`);
  }
}
end(`two pictures of ${s.name}`);
