// SPDX-License-Identifier: Apache-2.0
// What the switches in RTL have counted, held against what the model did (FS-CNT).
#include <fmt/format.h>

#include "fabric/beats/twin.hpp"

namespace selvage::fabric {

void SwitchTwin::compare_counters(Cycle last) {
  for (SwitchIdx sw = 0; sw < context_.topology.switch_count(); ++sw) {
    if (!here(sw)) continue;
    for (unsigned p = 0; p < context_.topology.port_count(sw); ++p) {
      compare_counters({sw, static_cast<PortIdx>(p)}, last);
      if (context_.scoreboard.failed()) return;
    }
  }
}

/// What is there after edge t is counted by the next one, which is the last one for `last`. A
/// packet has been drained in the model a cycle after its last beat has left.
void SwitchTwin::compare_counters(SwitchPort at, Cycle last) {
  using Counter = cosim::SwitchCounter;
  const Counts& model = port(at).counts;
  const std::uint64_t open = model.xoff_since == kNever ? 0 : last + 1 - model.xoff_since;
  const std::uint64_t drained = model.drained + (model.rtl_drained == last ? 1 : 0);
  const struct {
    Counter which;
    const char* what;
    std::uint64_t expected;
  } all[] = {{Counter::kBegun, "packets begun", model.begun},
             {Counter::kMessages, "fault messages sent", model.messages + model.settling},
             {Counter::kDrained, "packets drained", drained},
             {Counter::kXoff, "cycles of XOFF", model.xoff + open}};
  for (const auto& each : all) {
    const auto counted = nodes_[at.sw].block->counter(at.port, each.which);
    if (!counted) return;  // it has none
    BlockCount& block = context_.scoreboard.block("switch_counter");
    ++block.compared;
    const auto expected = static_cast<std::uint32_t>(each.expected);
    if (*counted == expected) continue;
    Mismatch place;
    place.cycle = last;
    place.port = context_.topology.port_name(at.sw, at.port);
    return fail(block, place,
                {"FS-CNT", each.what, fmt::format("{}", expected), fmt::format("{}", *counted)},
                at.sw);
  }
}

}  // namespace selvage::fabric
