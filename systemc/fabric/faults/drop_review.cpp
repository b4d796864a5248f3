// SPDX-License-Identifier: Apache-2.0
#include "fabric/faults/drop_review.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace selvage::fabric {

void DropReview::refused(Packet& packet, SwitchIdx sw, const RouteRequest& request, Cycle asked) {
  if (seen_ != context_.book.link_changes.count) {
    seen_ = context_.book.link_changes.count;
    judge_->links(context_.book.dead_links(), context_.book.known_dead_links());
  }
  packet.verdict = judge_->judge(sw, request);
  if (in_flux(sw, asked)) return;
  const std::string ways = judge_->ways(sw, request);
  if (ways.empty()) return;
  const Topology& t = context_.topology;
  context_.violate(fmt::format(
      "{}: cycle {}: {}: packet {} from {} to {}, asked for in cycle {}: expected {} (settled "
      "relation), actual dropped; the last declaration was {}, settled {} cycles later",
      judge_->requirement(), context_.now(), t.port_name(sw, request.in_port), packet.id,
      t.host_name(packet.source), t.host_name(packet.destination), asked, ways,
      context_.book.link_changes.last_declared == kNever
          ? std::string("never")
          : fmt::format("in cycle {}", context_.book.link_changes.last_declared),
      judge_->settle_bound(sw, context_.scenario.link.latency)));
}

bool DropReview::in_flux(SwitchIdx sw, Cycle asked) {
  const LinkChanges& changes = context_.book.link_changes;
  if (!changes.declared_in_order || context_.book.resends_pending > 0) return true;
  if (changes.last_declared == kNever) return false;
  // News that had to be sent again settles from then on.
  const Cycle from = std::max(changes.last_declared, changes.last_resent);
  return asked <= from + judge_->settle_bound(sw, context_.scenario.link.latency);
}

}  // namespace selvage::fabric
