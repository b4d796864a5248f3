// SPDX-License-Identifier: Apache-2.0
// What the switches in RTL show, and how it is held against the model.
#include <fmt/format.h>

#include "fabric/beats/twin.hpp"

namespace selvage::fabric {

// ---- what the RTL shows -------------------------------------------------------------------------

void SwitchTwin::show(SwitchIdx sw, Cycle c) {
  Node& node = nodes_[sw];
  const cosim::SwitchShown shown = node.block->shown();
  const auto each = [](PortMask ports, auto&& what) {
    for (; ports != 0; ports &= ports - 1) what(static_cast<PortIdx>(__builtin_ctzll(ports)));
  };
  const PortMask all = context_.topology.port_count(sw) >= 64
                           ? ~PortMask{0}
                           : (PortMask{1} << context_.topology.port_count(sw)) - 1U;
  each(shown.decided, [&](PortIdx in) {
    const std::uint64_t to = shown.want == 0
                                 ? LedgerEntry::kNowhere
                                 : static_cast<std::uint64_t>(__builtin_ctzll(shown.want));
    ledger_.show(c, {{sw, in}, LedgerEntry::Kind::kDecided, to});
  });
  each(shown.beats, [&](PortIdx p) { show_beat(sw, p, c); });
  each(shown.messages, [&](PortIdx p) {
    const PortEnd& far = port({sw, p}).far;
    if (far.kind != PortEnd::Kind::kSwitch) return;
    WireItem item;
    item.kind = WireItem::Kind::kMessage;
    item.to = {far.index, far.port};
    item.edge = c;
    item.message = node.block->sent_message(p);
    ledger_.show(c - 1, {{sw, p}, LedgerEntry::Kind::kMessage, mixed(item.message)});
    wires_.send(c + d_ - 1, item);
  });
  const auto level = [&](PortMask& before, PortMask now, WireItem::Kind kind,
                         LedgerEntry::Kind entry, Cycle cycle, Cycle at) {
    each((before ^ now) & all, [&](PortIdx p) {
      const PortEnd& far = port({sw, p}).far;
      WireItem item;
      item.kind = kind;
      item.level = (now >> p & 1U) != 0;
      item.edge = c;
      if (entry == LedgerEntry::Kind::kXon || far.kind == PortEnd::Kind::kSwitch) {
        ledger_.show(cycle, {{sw, p}, entry, item.level ? 1U : 0U});
      }
      if (far.kind != PortEnd::Kind::kSwitch) return;
      item.to = {far.index, far.port};
      wires_.send(at, item);
    });
    before = now;
  };
  level(node.xon, shown.xon, WireItem::Kind::kXon, LedgerEntry::Kind::kXon, c, c + d_ - 1);
  level(node.stop, shown.stop, WireItem::Kind::kStop, LedgerEntry::Kind::kStop, c - 1, c + d_);
}

void SwitchTwin::show_beat(SwitchIdx sw, PortIdx p, Cycle c) {
  const cosim::SwitchBlock& block = *nodes_[sw].block;
  const PortEnd& far = port({sw, p}).far;
  WireItem item;
  item.edge = c;
  item.beat = block.sent(p);
  if (item.beat.head) {
    ++departures_;
    ledger_.show(c, {{sw, p}, LedgerEntry::Kind::kHeader, block.tag_of(item.beat.data)});
    port({sw, p}).tag = block.tag_of(item.beat.data);
  }
  if (far.kind == PortEnd::Kind::kSwitch) {
    item.to = {far.index, far.port};
    wires_.send(c + d_ - 1, item);
  } else if (far.kind == PortEnd::Kind::kHost && item.beat.tail) {
    const std::uint32_t tag = port({sw, p}).tag;
    if (!item.beat.bad) ledger_.show(c + d_, {{sw, p}, LedgerEntry::Kind::kDelivered, tag});
    else cut_arrivals_.emplace_back(c + d_, tag);
  }
}

void SwitchTwin::compare(Cycle end) {
  const auto difference = ledger_.compare(end);
  count_.compared = ledger_.compared();
  if (difference) return fail(*difference);
  while (!cut_arrivals_.empty() && cut_arrivals_.front().first < end) {
    const auto [at, tag] = cut_arrivals_.front();
    cut_arrivals_.pop_front();
    const auto found = cut_.find(tag);
    if (found != cut_.end() && found->second == at) continue;
    Mismatch m;
    m.cycle = at;
    m.packet = tag;
    m.block = "switch";
    m.requirement = "FS-RX-2";
    m.what = "a packet marked as cut is at its host";
    m.expected =
        found == cut_.end() ? "it does not end cut" : fmt::format("in cycle {}", found->second);
    m.actual = fmt::format("in cycle {}", at);
    context_.scoreboard.fail(count_, m);
  }
}

void SwitchTwin::fail(const Ledger::Difference& d) {
  const LedgerEntry& entry = d.expected ? *d.expected : *d.shown;
  const auto text = [](const std::optional<LedgerEntry>& e) -> std::string {
    if (!e) return "none";
    if (e->value == LedgerEntry::kNowhere) return "nowhere";
    return std::to_string(e->value);
  };
  Mismatch m;
  m.cycle = d.cycle;
  m.switch_name = context_.topology.switch_name(entry.where.sw);
  m.port = context_.topology.port_name(entry.where.sw, entry.where.port);
  if (entry.kind == LedgerEntry::Kind::kHeader || entry.kind == LedgerEntry::Kind::kDelivered) {
    m.packet = entry.value;
  }
  m.block = "switch";
  m.requirement = std::string(rule_of(entry.kind));
  m.what = std::string(text_of(entry.kind));
  m.expected = text(d.expected);
  m.actual = text(d.shown);
  context_.scoreboard.fail(count_, m);
}

}  // namespace selvage::fabric
