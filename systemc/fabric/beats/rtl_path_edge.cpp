// SPDX-License-Identifier: Apache-2.0
// One edge of all switches of others, and the wires between them.
#include <algorithm>
#include <utility>

#include "fabric/beats/rtl_path.hpp"
#include "golden/number.hpp"

namespace selvage::fabric {

/// The edge that executes cycle `c`; links are known up to c + 1.
void RtlPath::edge(Cycle c) {
  flux_ = spreads(c);
  for (const SwitchIdx sw : awake_) {
    if (std::exchange(states_[sw].changed, false)) judge_.routes_changed(sw, c);
  }
  take_link_changes(c);
  put_wires(c);
  put_declarations(c);
  working_.clear();
  std::swap(working_, awake_);
  std::sort(working_.begin(), working_.end());
  for (const SwitchIdx sw : working_) {
    State& state = states_[sw];
    state.listed = false;
    state.block->edge(c);
    std::string_view rule;
    if (std::string text = state.block->trouble(rule); !text.empty())
      tell({sw, 0}, std::nullopt, c, {rule, "switch in RTL", "goes on", std::move(text)});
  }
  for (const SwitchIdx sw : working_) {
    if (context_.scoreboard.failed()) return;
    show(sw, c);
    if (works(sw, c)) list(sw);
    if (judge_.violation()) return tell();
  }
  say_stops_again(c);
}

bool RtlPath::works(SwitchIdx sw, Cycle c) {
  State& state = states_[sw];
  const bool touched = std::exchange(state.touched, false);
  if (system_.whole_plugin()->facts().gated) return !state.block->idle();
  if (touched || judge_.owes(sw) || state.block->shown().messages != 0)
    state.clocked_to = std::max(state.clocked_to, c + kMore);
  return c < state.clocked_to || flux_;
}

void RtlPath::take_link_changes(Cycle c) {
  while (!link_changes_.empty() && link_changes_.front().at <= c + 1) {
    const LinkChange change = link_changes_.front();
    if (!change.dead && change.at == c + 1) break;  // it begins at its own edge
    link_changes_.pop_front();
    State& state = touch(change.end.sw);
    cosim::SwitchBlock& block = *state.block;
    const PortIdx p = change.end.port;
    Port& end = state.ports[p];
    end.dead = change.dead;
    (change.dead ? end.died : end.healed) = change.at;
    block.link_alive(p, !change.dead);
    if (change.dead) {
      if (const cosim::HeadBeat* head = judge_.coming(change.end)) {
        Packet* packet = packet_of(head->tag);
        const LinkState* link = switches_[change.end.sw]->link(p);
        if (packet != nullptr)
          context_.lose(*packet, DropReason::kCaughtOnLink, link->charged,
                        {end.far.index, end.far.port});
      }
      judge_.link(change.end, c, false);
      dead_stops_.emplace_back(c + 2, change.end);
      continue;
    }
    block.far_xon(p, true);
    block.link_begins(p);
    judge_.link(change.end, c, true);
    back_.push_back(change.end);
    if ((state.xon >> p & 1U) != 0) continue;
    Item item;  // an XOFF that stood is said once more
    item.kind = Item::Kind::kXon;
    item.to = {end.far.index, end.far.port};
    item.edge = c;
    fly(c + d_ - 1, item);
  }
  while (!dead_stops_.empty() && dead_stops_.front().first <= c) {
    const SwitchPort end = dead_stops_.front().second;
    dead_stops_.pop_front();
    touch(end.sw).block->far_stop(end.port, false);
  }
}

/// The stop flag of the cycle before, which is shown behind this edge, is said once more where it
/// stands: what changed in that cycle was lost.
void RtlPath::say_stops_again(Cycle c) {
  for (const SwitchPort& at : back_) {
    if ((states_[at.sw].stop >> at.port & 1U) == 0) continue;
    const PortEnd& far = port(at).far;
    Item item;
    item.kind = Item::Kind::kStop;
    item.to = {far.index, far.port};
    item.edge = c;
    item.level = item.again = true;
    fly(c + d_, item);
  }
  back_.clear();
}

/// Whether what is put on the pins at edge `c` has not met a dead link. Beats and XON fly in the
/// cycles from `edge` to c + 1; a message and a stop, which the control showed a cycle earlier than
/// its wire, one cycle earlier.
bool RtlPath::arrives(const Item& item, Cycle c) const {
  const Port& p = port(item.to);
  if (p.far.kind != PortEnd::Kind::kSwitch) return true;
  const bool early = item.kind == Item::Kind::kMessage || item.kind == Item::Kind::kStop;
  const Cycle sent = item.edge - (early && !item.again ? 1 : 0);
  const Cycle arrived = item.kind == Item::Kind::kMessage ? c
                        : item.kind == Item::Kind::kStop  ? c - 1
                                                          : c + 1;
  return !((p.dead && p.died <= arrived) || p.healed > sent);
}

void RtlPath::put_wires(Cycle c) {
  taken_.clear();
  std::swap(taken_, row(c));
  under_way_ -= taken_.size();
  for (const Item& item : taken_) {
    if (item.kind == Item::Kind::kBeat) {
      put_beat(item, c);
      continue;
    }
    if (!arrives(item, c)) continue;
    cosim::SwitchBlock& block = *touch(item.to.sw).block;
    if (item.kind == Item::Kind::kMessage) {
      block.message(item.to.port, item.message);
      judge_.message(item.to.sw);
    } else if (item.kind == Item::Kind::kXon) {
      block.far_xon(item.to.port, item.level);
      judge_.far_xon(item.to, c, item.level);
    } else {
      block.far_stop(item.to.port, item.level);
    }
  }
}

void RtlPath::put_beat(const Item& item, Cycle c) {
  if (!arrives(item, c)) {
    if (item.beat.head) lose(item);
    return;
  }
  cosim::SwitchBlock& block = *touch(item.to.sw).block;
  block.beat(item.to.port, item.beat);
  std::uint32_t tag = 0;
  if (item.beat.head) {
    tag = block.tag_of(item.beat.data);
    Packet* packet = packet_of(tag);
    if (packet != nullptr && context_.record.follows_packets())
      context_.record(HeaderArrived{*packet, item.to, c + 1});
    const LinkState* link = switches_[item.to.sw]->link(item.to.port);
    if (link != nullptr)
      context_.packet_over(*link, item.edge, item.to,
                           switches_[item.to.sw]->disturbed(item.to.port));
  }
  judge_.comes(item.to, c, item.beat, tag);
}

/// The head of a packet met a dead link: nothing of it comes to anybody.
void RtlPath::lose(const Item& head) {
  const std::uint32_t tag = states_[head.to.sw].block->tag_of(head.beat.data);
  Packet* packet = packet_of(tag);
  if (packet == nullptr) return judge_.ended(tag);
  const Port& end = port(head.to);
  const LinkState* link = switches_[head.to.sw]->link(head.to.port);
  const bool flew = end.died > head.edge;
  slots_.erase(tag);
  judge_.ended(tag);
  context_.drop(*packet, flew ? DropReason::kCaughtOnLink : DropReason::kSentIntoDead,
                link->charged, {end.far.index, end.far.port});
}

void RtlPath::put_declarations(Cycle c) {
  const bool some = own_messages() && !declarations_.empty() && declarations_.front().at <= c;
  for (; !declarations_.empty() && declarations_.front().at <= c; declarations_.pop_front()) {
    const Declaration& d = declarations_.front();
    touch(d.where.sw).block->link_event(d.where.port, d.up);
    judge_.declared(d.where, c, d.up);
  }
  if (some) news(c);
}

/// Any switch may hear of it sooner than golden's, and has to run until it has.
void RtlPath::news(Cycle c) {
  for (SwitchIdx sw = 0; sw < states_.size(); ++sw) {
    judge_.routes_changed(sw, c);
    if (!system_.whole_plugin()->facts().gated) list(sw);
  }
}

// ---- what the switches show ---------------------------------------------------------------------

void RtlPath::show(SwitchIdx sw, Cycle c) {
  const cosim::SwitchBlock& block = *states_[sw].block;
  const cosim::SwitchShown shown = block.shown();
  judge_.look(sw, c, block);
  if (judge_.violation()) return;
  each_port(shown.beats, [&](PortIdx p) { show_beat({sw, p}, c); });
  each_port(shown.messages, [&](PortIdx p) {
    const PortEnd& far = states_[sw].ports[p].far;
    if (far.kind != PortEnd::Kind::kSwitch) return;
    Item item;
    item.kind = Item::Kind::kMessage;
    item.to = {far.index, far.port};
    item.edge = c;
    item.message = block.sent_message(p);
    judge_.message(sw);
    const LedgerEntry entry{{sw, p}, LedgerEntry::Kind::kMessage, mixed(item.message)};
    if (own_messages()) {
      ledger_.note(c - 1, entry);
    } else {
      keep(item.message);
      ledger_.show(c - 1, entry);
    }
    fly(c + d_ - 1, item);
  });
  show_levels(sw, c, shown);
}

void RtlPath::show_levels(SwitchIdx sw, Cycle c, const cosim::SwitchShown& shown) {
  State& state = states_[sw];
  const PortMask all = low_bits(static_cast<unsigned>(state.ports.size()));
  each_port((std::exchange(state.xon, shown.xon) ^ shown.xon) & all, [&](PortIdx p) {
    const PortEnd& far = state.ports[p].far;
    const bool on = (shown.xon >> p & 1U) != 0;
    ledger_.note(c, {{sw, p}, LedgerEntry::Kind::kXon, on ? 1U : 0U});
    if (far.kind == PortEnd::Kind::kHost) {
      context_.wheel.schedule(
          c + d_, make_event(EventKind::kHostFlowControl, far.index, 0, 0, on ? 1U : 0U));
    } else if (far.kind == PortEnd::Kind::kSwitch) {
      Item item;
      item.kind = Item::Kind::kXon;
      item.to = {far.index, far.port};
      item.edge = c;
      item.level = on;
      fly(c + d_ - 1, item);
    }
  });
  each_port((std::exchange(state.stop, shown.stop) ^ shown.stop) & all, [&](PortIdx p) {
    const PortEnd& far = state.ports[p].far;
    if (far.kind != PortEnd::Kind::kSwitch) return;
    Item item;
    item.kind = Item::Kind::kStop;
    item.to = {far.index, far.port};
    item.edge = c;
    item.level = (shown.stop >> p & 1U) != 0;
    const LedgerEntry entry{{sw, p}, LedgerEntry::Kind::kStop, item.level ? 1U : 0U};
    if (own_messages()) ledger_.note(c - 1, entry);
    else ledger_.show(c - 1, entry);
    fly(c + d_, item);
  });
}

void RtlPath::show_beat(SwitchPort out, Cycle c) {
  const cosim::SwitchBlock& block = *states_[out.sw].block;
  Port& at = port(out);
  Item item;
  item.edge = c;
  item.beat = block.sent(out.port);
  if (item.beat.head) {
    at.sending = block.tag_of(item.beat.data);
    ledger_.note(c, {out, LedgerEntry::Kind::kHeader, at.sending});
  }
  if (at.far.kind == PortEnd::Kind::kSwitch) {
    item.to = {at.far.index, at.far.port};
    fly(c + d_ - 1, item);
    return;
  }
  if (at.far.kind == PortEnd::Kind::kHost) to_host(at, item.beat, c);
}

void RtlPath::to_host(Port& at, const cosim::Beat& beat, Cycle c) {
  Packet* packet = packet_of(at.sending);
  if (packet == nullptr) {  // a malformed one
    if (beat.tail) judge_.ended(at.sending);
    return;
  }
  const HostIdx host = at.far.index;
  const bool slow = receivers_.has(host);
  const auto at_host = [&](EventKind kind) {
    context_.wheel.schedule(c + d_, make_event(kind, host, 0, 0, packet->slot));
  };
  if (beat.head) {
    at.open = true;
    at.taken = false;
    if (slow) at_host(EventKind::kHostHeader);
  }
  if (!beat.tail) return;
  at.open = false;
  packet->tail = c + d_;
  if (!slow || at.taken) at_host(EventKind::kDelivered);
}

}  // namespace selvage::fabric
