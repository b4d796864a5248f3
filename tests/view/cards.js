// SPDX-License-Identifier: Apache-2.0
// VIEW-CARD: usage: node cards.js PAGE RESULT
"use strict";
const fs = require("fs");
const { open, check, end } = require("./stage.js");
const page = open(process.argv[2]);
const result = JSON.parse(fs.readFileSync(process.argv[3], "utf8"));
page.frame();
const { data, panel } = page;
const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
const dropped = Object.values(result.packets.dropped).reduce((sum, n) => sum + n, 0);
const list = page.element("faults").textContent;
check(list.includes(`${grouped(dropped)} packet`), "the head of the list counts all lost packets");

const said = (card, word) => {
  const dl = card.all((c) => c.tag === "dl")[0];
  const at = dl.own.findIndex((c) => c.tag === "dt" && c.textContent === word);
  return at < 0 ? null : dl.own[at + 1].textContent;
};
let told = 0;
for (const { story, card } of panel.cards) {
  const title = card.all((c) => c.tag === "button")[0].textContent;
  const lost = said(card, "lost");
  const [counted, none] = [/^([\d,]+) packet/.exec(lost), /([\d,]+) found no way$/.exec(lost)];
  const number = (m) => (m === null ? 0 : Number(m[1].replace(/,/g, "")));
  let by = 0;
  if (story.node !== null) {
    const links = result.faults.filter((f) => f.failed === story.node.failed && f.node === result.failed_nodes[story.node.node].node);
    by = result.failed_nodes[story.node.node].packets_lost + links.reduce((sum, f) => sum + f.packets_lost, 0);
    check(title === `switch ${result.failed_nodes[story.node.node].node}`, `${title} names the switch`);
    check(story.faults.length === links.length, `${title} has its links`);
  } else if (story.flap !== null) {
    by = result.flaps[story.flap.flap].packets_lost;
  } else {
    by = result.faults[story.faults[0].fault].packets_lost;
    check(title === result.faults[story.faults[0].fault].link, `${title} names the link`);
  }
  check(number(counted) === by, `${title} has lost ${by} packets, not ${lost}`);
  told += number(counted) + number(none);
}
const shown = (pattern) => [...list.matchAll(pattern)].reduce((sum, m) => sum + Number(m[1].replace(/,/g, "")), 0);
told += shown(/more, with ([\d,]+) packets? lost/g);
if (data.otherLosses.losses.length + data.otherLosses.cut > 0) {
  const others = list.slice(list.indexOf("Lost otherwise"));
  check(list.includes("Lost otherwise"), "what no failure is to blame for has a card");
  told += [...others.matchAll(/([\d,]+) packets?(?:,| more, not)/g)].reduce((sum, m) => sum + Number(m[1].replace(/,/g, "")), 0);
}
check(told === dropped, `the cards tell of ${told} lost packets, the result of ${dropped}`);
const toSwitches = data.events.filter((e) => e.type === "loss" && e.node !== null);
check(toSwitches.length > 0 || result.failed_nodes.every((n) => n.packets_lost === 0), "packets lost to switches are events");
if (toSwitches.length > 0) {
  const { packet } = toSwitches[0];
  panel.pickPacket(packet);
  page.frame();
  check(page.element("detail").textContent.includes(`Packet ${grouped(packet)}`), "a packet lost to a switch is shown");
}
end(`${panel.cards.length} cards, ${toSwitches.length} packets lost to switches`);
