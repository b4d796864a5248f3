// SPDX-License-Identifier: Apache-2.0
// What the switches in RTL show.
#include <utility>

#include "fabric/beats/twin.hpp"

namespace selvage::fabric {

// ---- what the RTL shows -------------------------------------------------------------------------

void SwitchTwin::show(SwitchIdx sw, Cycle c) {
  Node& node = nodes_[sw];
  const cosim::SwitchShown shown = node.block->shown();
  const auto each = [](PortMask ports, auto&& what) {
    for (; ports != 0; ports &= ports - 1) what(static_cast<PortIdx>(__builtin_ctzll(ports)));
  };
  each(shown.decided, [&](PortIdx in) {
    const std::uint64_t to = shown.want == 0
                                 ? LedgerEntry::kNowhere
                                 : static_cast<std::uint64_t>(__builtin_ctzll(shown.want));
    ledger_.show(c, {{sw, in}, LedgerEntry::Kind::kDecided, to});
  });
  const PortMask headless = std::exchange(node.headless, 0);
  each(shown.malformed ^ headless, [&](PortIdx in) {
    wrong_pin({sw, in}, c, "FS-RX-3", "malformed_o", (headless >> in & 1U) != 0);
  });
  each(shown.drained, [&](PortIdx in) { port({sw, in}).counts.rtl_drained = c; });
  each(shown.beats, [&](PortIdx p) { show_beat(sw, p, c); });
  each(shown.messages, [&](PortIdx p) {
    const PortEnd& far = port({sw, p}).far;
    if (far.kind != PortEnd::Kind::kSwitch) return;
    WireItem item;
    item.kind = WireItem::Kind::kMessage;
    item.to = {far.index, far.port};
    item.edge = c;
    item.message = node.block->sent_message(p);
    item.number = node.block->sent_number(p);
    std::deque<bool>& damaged = port({sw, p}).damaged;
    if (!damaged.empty()) {
      item.bad = damaged.front();
      damaged.pop_front();
    }
    keep(item.message);
    ledger_.show(c - 1, {{sw, p}, LedgerEntry::Kind::kMessage, mixed(item.message, item.number)});
    send(c + d_ - 1, item);
  });
  each(shown.resend, [&](PortIdx p) {
    const PortEnd& far = port({sw, p}).far;
    WireItem item;
    item.kind = WireItem::Kind::kResend;
    item.to = {far.index, far.port};
    item.edge = c;
    item.number = node.block->resend_number(p);
    ledger_.show(c - 1, {{sw, p}, LedgerEntry::Kind::kResend, item.number});
    send(c + d_ - 1, item);
  });
  const auto level = [&](PortMask& before, PortMask now, WireItem::Kind kind,
                         LedgerEntry::Kind entry, Cycle cycle, Cycle at) {
    each((before ^ now) & node.ports, [&](PortIdx p) {
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
      send(at, item);
    });
    before = now;
  };
  level(node.xon, shown.xon, WireItem::Kind::kXon, LedgerEntry::Kind::kXon, c, c + d_ - 1);
  level(node.stop, shown.stop, WireItem::Kind::kStop, LedgerEntry::Kind::kStop, c - 1, c + d_);
}

void SwitchTwin::show_beat(SwitchIdx sw, PortIdx p, Cycle c) {
  const cosim::SwitchBlock& block = *nodes_[sw].block;
  const PortEnd& far = port({sw, p}).far;
  const cosim::Beat beat = block.sent(p);
  if (beat.head) {
    ledger_.show(c, {{sw, p}, LedgerEntry::Kind::kHeader, block.tag_of(beat.data)});
    port({sw, p}).tag = block.tag_of(beat.data);
  }
  if (far.kind == PortEnd::Kind::kSwitch) {
    send(c + d_ - 1, {{far.index, far.port}, beat, port({sw, p}).beats});
    if (!beat.tail) return;
    const std::uint64_t value = tail_value(port({sw, p}).tag, beat.bad);
    ledger_.show(c + 1, {{sw, p}, LedgerEntry::Kind::kTail, value});
  } else if (far.kind == PortEnd::Kind::kHost) {
    Port& at = port({sw, p});
    if (beat.head) at.left = at.beats;
    at.left = beat.tail || at.left == 0 ? 0 : at.left - 1;
    if (beat.tail) comes_to_host({sw, p}, {c + d_, beat.bad});
  }
}

}  // namespace selvage::fabric
