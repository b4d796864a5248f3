// SPDX-License-Identifier: Apache-2.0
// Links that die and come back, or are out for a while, and what is on their wires.
#include <algorithm>

#include "fabric/beats/twin.hpp"

namespace selvage::fabric {

void SwitchTwin::look_at_links(Cycle now) {
  const LinkBook& book = context_.book;
  now = std::max<Cycle>(now, 1);  // nothing is on a wire in cycle 0, before which there is no edge
  death_seen_.resize(book.deaths.size());
  for (std::size_t d = 0; d < book.deaths.size(); ++d) {
    if (!book.deaths[d].happened || death_seen_[d]) continue;
    death_seen_[d] = true;
    deaths_.push_back({now, book.deaths[d].sw});
  }
  if (book.link_changes.count == changes_seen_ && book.outages == outages_seen_) return;
  changes_seen_ = book.link_changes.count;
  outages_seen_ = book.outages;
  for (std::size_t i = 0; i < book.links.size(); ++i) {
    if (book.links[i].dead == link_dead_[i]) continue;
    link_dead_[i] = book.links[i].dead;
    link_changes_.push_back({now, i, book.links[i].dead, is_flap(book.links[i].charged)});
  }
}

/// Links that die or come back in cycle c + 1; their ends begin anew at edge c + 1.
void SwitchTwin::take_link_changes(Cycle c) {
  while (!link_changes_.empty() && link_changes_.front().at <= c) {
    const LinkChange change = link_changes_.front();
    if (!change.dead) {
      for (const SwitchPort& end : context_.book.links[change.link].ends) {
        if (!here(end.sw)) continue;
        if (!change.flap) {
          cosim::SwitchBlock& block = *touch(end.sw).block;
          if ((block.shown().clear >> end.port & 1U) == 0)
            wrong_pin(end, c, "FS-INIT", "clear_o", true);
          block.link_begins(end.port);
        }
        say_again(end, c, change.flap);
        back_.push_back(end);
      }
    }
    link_changes_.pop_front();
  }
  for (const LinkChange& change : link_changes_) {
    if (change.at != c + 1) break;
    for (const SwitchPort& end : context_.book.links[change.link].ends) {
      if (!here(end.sw)) continue;
      Port& p = port(end);
      p.dead = change.dead;
      (change.dead ? p.died : p.healed) = change.at;
      Node& node = touch(end.sw);
      node.block->link_alive(end.port, !change.dead);
      if (change.dead) dead_stops_.emplace_back(c + 2, end);
      else node.block->far_xon(end.port, !change.flap);
    }
  }
  while (!dead_stops_.empty() && dead_stops_.front().first <= c) {
    const SwitchPort end = dead_stops_.front().second;
    dead_stops_.pop_front();
    touch(end.sw).block->far_stop(end.port, false);
  }
}

/// The XON that stood is said once more, behind a flap in any case.
void SwitchTwin::say_again(SwitchPort end, Cycle c, bool flap) {
  const Node& node = nodes_[end.sw];
  const PortEnd& far = port(end).far;
  WireItem item;
  item.to = {far.index, far.port};
  item.edge = c;
  item.level = (node.xon >> end.port & 1U) != 0;
  if (flap || !item.level) {
    item.kind = WireItem::Kind::kXon;
    send(c + d_ - 1, item);
  }
}

/// The stop flag of the cycle before, which is shown behind this edge, is said once more where it
/// stands: what changed in that cycle was lost.
void SwitchTwin::say_stops_again(Cycle c) {
  for (const SwitchPort& end : back_) {
    if ((nodes_[end.sw].stop >> end.port & 1U) == 0) continue;
    const PortEnd& far = port(end).far;
    WireItem item;
    item.kind = WireItem::Kind::kStop;
    item.to = {far.index, far.port};
    item.edge = c;
    item.level = item.again = true;
    send(c + d_, item);
  }
  back_.clear();
}

/// LinkState::lost.
bool SwitchTwin::arrives(SwitchPort to, Cycle sent, Cycle arrived) const {
  const Port& p = port(to);
  return !((p.dead && p.died <= arrived) || p.healed > sent);
}

/// Whether what is put on the pins at edge `c` has not met a dead link. Beats and XON fly in the
/// cycles from `edge` to c + 1; a message and a stop, which the control showed a cycle earlier than
/// its wire, one cycle earlier, and a stop that is shown after the edge of a cycle is that of the
/// cycle before.
bool SwitchTwin::arrives(const WireItem& item, Cycle c) const {
  switch (item.kind) {
    case WireItem::Kind::kXon: return arrives(item.to, item.edge, c + 1);
    case WireItem::Kind::kResend:
    case WireItem::Kind::kMessage: return arrives(item.to, item.edge - 1, c);
    case WireItem::Kind::kStop:
      return arrives(item.to, item.again ? item.edge : item.edge - 1, c - 1);
  }
  return false;
}

/// Of what an outage has cut a beat is made up at each edge; those that a fault message has held
/// back come behind the last of them, and are then as without a head, or with it, where a tail is
/// missed.
void SwitchTwin::put_beat(const WireBeat& item, Cycle c) {
  Port& p = port(item.to);
  const bool comes = arrives(item.to, c + 1 - d_, c + 1);
  if (item.beat.head) {
    p.headless = !comes;
    p.began = c + 1;
    p.cut = kNever;
    p.rest = item.packet_beats;
  }
  if (p.cut == kNever && p.died > p.began && p.died <= c + 1) p.cut = p.died;
  if (!comes) return;
  Node& node = touch(item.to.sw);
  node.block->beat(item.to.port, item.beat);
  const Cycle last = p.cut + p.rest - 1;  // made up
  const bool late = p.cut != kNever && (c + 1 > last || (c + 1 == last && !item.beat.tail));
  if (p.headless || late) node.headless |= PortMask{1} << item.to.port;
  if (p.cut == kNever) --p.rest;
}

void SwitchTwin::put_wires(Cycle c) {
  for (const WireBeat& item : beats_.take(c)) put_beat(item, c);
  for (const WireItem& item : wires_.take(c)) {
    if (!arrives(item, c)) continue;
    cosim::SwitchBlock& block = *touch(item.to.sw).block;
    switch (item.kind) {
      case WireItem::Kind::kMessage:
        block.message(item.to.port, item.message);
        block.message_mark(item.to.port, item.number, item.bad);
        break;
      case WireItem::Kind::kResend: block.far_resend(item.to.port, item.number); break;
      case WireItem::Kind::kXon: block.far_xon(item.to.port, item.level); break;
      case WireItem::Kind::kStop: block.far_stop(item.to.port, item.level); break;
    }
  }
}

}  // namespace selvage::fabric
