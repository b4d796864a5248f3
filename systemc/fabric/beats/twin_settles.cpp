// SPDX-License-Identifier: Apache-2.0
// Links that are dead from the start: the controls in RTL settle with those of the model.
#include <algorithm>

#include "fabric/beats/twin.hpp"

namespace selvage::fabric {

/// What belongs to cycle `now` is at the pins at its edge; the next one executes it.
void SwitchTwin::step_along(SwitchIdx sw, Cycle now, const StepInput& in) {
  if (!here(sw)) return;
  Node& node = nodes_[sw];
  cosim::SwitchBlock& block = *node.block;
  for (const auto& copy : traced_) copy->drawn(node.settling);
  for (; node.settling < now && !block.idle(); ++node.settling) block.edge(node.settling);
  for (unsigned p = 0; p < context_.topology.port_count(sw); ++p) {
    block.far_stop(static_cast<PortIdx>(p), (in.stop >> p & 1U) != 0);
  }
  for (const PortedMessage& m : in.arrivals) {
    block.message(m.port, m.message);
    block.message_mark(m.port, port({sw, m.port}).settled++, false);
  }
  for (const LinkEvent& e : in.links) block.link_event(e.port, e.up);
  block.edge(now);
  node.settling = now + 1;
}

void SwitchTwin::has_settled(SwitchIdx sw) {
  if (!here(sw)) return;
  Node& node = nodes_[sw];
  cosim::SwitchBlock& block = *node.block;
  while (!block.idle()) block.edge(node.settling++);
  for (unsigned p = 0; p < context_.topology.port_count(sw); ++p) {
    block.far_stop(static_cast<PortIdx>(p), false);
    if (numbered_) block.link_begins(static_cast<PortIdx>(p));  // both ends count from 0
  }
  if (numbered_) block.edge(node.settling++);
  for (unsigned p = 0; p < context_.topology.port_count(sw); ++p) {
    const auto at = static_cast<PortIdx>(p);
    port({sw, at}).counts.settling = block.counter(at, cosim::SwitchCounter::kMessages).value_or(0);
  }
}

void SwitchTwin::settled() {
  WholeSwitches::settled();
  for (const auto& copy : traced_) copy->finish();
}

void SwitchTwin::starts_dead(const std::vector<SwitchPort>& links) {
  for (std::size_t i = 0; i < context_.book.links.size(); ++i) {
    const auto& ends = context_.book.links[i].ends;
    const bool dead = std::any_of(links.begin(), links.end(), [&](const SwitchPort& l) {
      return l.sw == ends[0].sw && l.port == ends[0].port;
    });
    if (!dead) continue;
    link_dead_[i] = true;
    for (const SwitchPort& end : ends) {
      if (!here(end.sw)) continue;
      port(end).dead = true;
      nodes_[end.sw].block->link_alive(end.port, false);
    }
  }
}

}  // namespace selvage::fabric
