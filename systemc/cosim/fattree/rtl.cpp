// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/rtl.hpp"

#include <algorithm>
#include <cassert>

#include "cosim/fattree/foreign/controls.hpp"
#include "cosim/fattree/held.hpp"

namespace selvage::cosim {

using golden::FatTreeGrant;

namespace {

/// Cycles in which the RTL may still be busy although nothing is left to do.
constexpr unsigned kMostOvertime = 2;
/// A plane without work is idle long before; only a defective one is still busy then.
constexpr unsigned kMostEdgesAtTheEnd = 4096;

}  // namespace

RtlFatTreeControl::RtlFatTreeControl(const FatTreeConfig& config, SwitchIdx self,
                                     Scoreboard& scoreboard)
    : config_(&config),
      self_(self),
      scoreboard_(&scoreboard),
      golden_(config, self),
      route_select_(&scoreboard.block("route_select")),
      message_unit_(&scoreboard.block("fault_message_unit")),
      fault_table_(&scoreboard.block("fault_table")),
      link_state_(&scoreboard.block("link_state")) {}

std::unique_ptr<ControlBlock> RtlFatTreeControl::make_block(const std::string& name) const {
  ControlBlockOptions options;
  options.tree = config_->tree;
  options.self = self_;
  options.lft_entries = config_->lft_entries;
  options.rule_paper = config_->rule == golden::Rule::kPaper;
  options.xoff = config_->timing.xoff();
  options.bugs = static_cast<std::uint32_t>(config_->rtl_bugs);
  options.name = name;
  return config_->build->make(options);
}

/// Clocked up to the edge before the one that begins cycle `now`.
ControlBlock& RtlFatTreeControl::block_at(Cycle now) {
  if (!block_) block_ = make_block("switch " + config_->tree->switch_name(self_));
  advance(now);
  return *block_;
}

void RtlFatTreeControl::step(Cycle now, const StepInput& in, StepOutput& out) {
  ControlBlock& block = block_at(now);
  if (next_edge() == now) edge(now, in.stop);
  golden_.step(now, in, out);
  history_.update(now, golden_.input());
  if (traced_) traced_->step(now, golden_.input());
  stepped_ = now;
  block.sent(sent_);
  if (!same_messages(golden_.output().sent, sent_)) send(now, out);
}

/// The messages of this cycle are the RTL's, which differ from the golden ones.
void RtlFatTreeControl::send(Cycle now, StepOutput& out) {
  if (config_->plane == Engine::kLockstep) {
    fail(now, *message_unit_, {},
         compare_sent(*config_->tree, golden_.output().sent, sent_).value());
  }
  replace_sent(sent_, out);
}

void RtlFatTreeControl::request(Cycle now, const RouteRequest& request) {
  block_at(now);
  history_.request(now, request);
  const bool rtl = config_->route == Engine::kRtl;
  const FatTreeGrant expected = golden_.answer(now, request);
  pipe_.ask(now, request, rtl ? FatTreeGrant{} : expected);
  question_ = question(golden_.rules(), request);
  asked_ = now;
  if (traced_) traced_->request(now, question_);
}

RouteDecision RtlFatTreeControl::collect(Cycle now) {
  advance(now);
  return to_decision(*config_->tree, take(now));
}

void RtlFatTreeControl::prefetch(unsigned step) const {
  golden_.prefetch(step);
  if (step == 0) {
    kernel::prefetch(block_);
    kernel::prefetch(asked_);
    kernel::prefetch(pipe_);
    kernel::prefetch(history_);
  }
  if (step == 1 && block_) kernel::prefetch(*block_);
  if (step == 1) pipe_.prefetch();
  if (step == 2 && block_) block_->prefetch();
}

void RtlFatTreeControl::finish(Cycle now) {
  if (traced_) traced_->finish();
  if (!block_) return;
  // If the run was cut off, golden is not stepped any more: then only decisions go on.
  const bool cut_off = !golden_.state().quiet();
  for (unsigned i = 0; i < kMostEdgesAtTheEnd && next_edge() != kNever; ++i) {
    const bool held = cut_off && stepped_ == kNever;
    if (held && asked_ == kNever && pipe_.answered()) break;
    edge(next_edge(), 0, held);
  }
  while (!pipe_.empty()) take(now);
  const auto unasked = pipe_.unasked();
  if (unasked && config_->route != Engine::kGolden) fail(now, *route_select_, {}, *unasked);
  if (config_->plane == Engine::kLockstep) compare_state(now);
  edge_ = 0;
  history_.restart();
}

/// The next edge that cannot be left out.
Cycle RtlFatTreeControl::next_edge() const {
  Cycle next = busy_ ? edge_ + 1 : kNever;
  if (stepped_ != kNever) next = std::min(next, stepped_ + 1);
  return std::min(next, asked_);
}

/// Executes the edges that begin cycles before `now`.
void RtlFatTreeControl::advance(Cycle now) {
  for (Cycle next = next_edge(); next < now; next = next_edge()) edge(next, 0);
}

/// The edge that begins `cycle`.
void RtlFatTreeControl::edge(Cycle cycle, PortMask stop, bool decisions_only) {
  const bool stepped = stepped_ != kNever && stepped_ + 1 == cycle;
  const bool asked = asked_ == cycle;
  ControlEdge in;
  if (stepped) {
    const golden::ControlInput& update = golden_.input();
    in.arrivals = &update.arrivals;
    in.link_down = update.link_down;
    in.link_up = update.link_up;
    stepped_ = kNever;
  }
  in.stop = stop;
  in.decisions_only = decisions_only;
  if (asked) {
    in.request = &question_;
    asked_ = kNever;
  }
  block_->edge(in);
  edge_ = cycle;
  busy_ = !block_->idle();
  if (const auto failed = failed_assertion()) fail(cycle, assertions(*scoreboard_), {}, *failed);
  if (const auto grant = block_->grant()) pipe_.answer(cycle, *grant);
  if (decisions_only || config_->plane != Engine::kLockstep) return;
  if (stepped) compare_plane(cycle - 1);
  compare_idle(cycle - 1, asked);
}

/// The RTL may take a little longer to see that there is nothing left to do, and is busy with a
/// request that it has just been asked.
void RtlFatTreeControl::compare_idle(Cycle cycle, bool asked) {
  const bool quiet = golden_.state().quiet();
  overtime_ = quiet && busy_ && !asked ? overtime_ + 1 : 0;
  if (overtime_ <= kMostOvertime && (busy_ || quiet)) return;
  const auto word = [](bool idle) { return std::string(idle ? "idle" : "busy"); };
  fail(cycle, *message_unit_, {},
       {"FT-CYC-5", "work left", word(quiet), word(!busy_), std::nullopt});
}

/// The edge has just ended `cycle`, which golden has been stepped in.
void RtlFatTreeControl::compare_plane(Cycle cycle) {
  ++message_unit_->compared;  // its messages were looked at in that cycle
  const PortMask stop = golden_.output().stop;
  if (const PortMask differs = stop ^ block_->stop(); differs != 0) {
    const auto port = static_cast<PortIdx>(__builtin_ctzll(differs));
    const auto flag = [port](PortMask flags) { return std::to_string(flags >> port & 1U); };
    fail(cycle, *message_unit_, {},
         {"FT-CYC-2", "stop asked for", flag(stop), flag(block_->stop()), port});
  }
  if (golden_.wrote()) compare_state(cycle);
}

void RtlFatTreeControl::compare_state(Cycle cycle) {
  ControlVisible actual;
  block_->state(actual);
  ++fault_table_->compared;
  ++link_state_->compared;
  const auto table = compare_table(*config_->tree, golden_.state(), actual, block_->overflows());
  if (table) fail(cycle, *fault_table_, {}, *table);
  const auto links = compare_links(*config_->tree, golden_.state(), actual);
  if (links) fail(cycle, *link_state_, {}, *links);
}

/// Pops the oldest decision of the block: it has to be there, from the edge after the request's
/// (FT-RS-6), and in lockstep it has to be the golden one.
FatTreeGrant RtlFatTreeControl::take(Cycle now) {
  const auto taken = pipe_.take();
  const PacketId packet = taken.question.packet;
  if (config_->route == Engine::kGolden) {
    history_.decision(now, packet, taken.expected);
    if (taken.expected.up) last_v_ = taken.expected.v;
    return taken.expected;
  }
  if (!taken.in_time()) fail(now, *route_select_, packet, pipe_.mistimed(taken));
  if (!taken.answered()) return FatTreeGrant{false, true, 0, 0};
  const FatTreeGrant actual = taken.actual;
  if (!taken.in_time()) return actual;
  history_.decision(now, packet, actual);
  last_expected_ = taken.expected;
  last_actual_ = actual;
  if (actual.up) last_v_ = actual.v;
  if (config_->route != Engine::kLockstep) return actual;
  ++route_select_->compared;
  if (actual == taken.expected) return actual;
  if (scoreboard_->failed()) {
    ++route_select_->mismatches;
  } else {
    const DecisionContext context{&golden_.state().faults, golden_.level(),
                                  config_->tree->address_of(taken.question.source),
                                  config_->tree->address_of(taken.question.destination)};
    fail(now, *route_select_, packet,
         explain_grant(*config_->tree, context, taken.expected, actual), &taken);
  }
  return actual;
}

void RtlFatTreeControl::fail(Cycle cycle, BlockCount& block, std::optional<PacketId> packet,
                             const Difference& difference, const Answers::Taken* taken) {
  Mismatch m;
  m.cycle = cycle;
  m.switch_name = config_->tree->switch_name(self_);
  if (difference.port) m.port = config_->tree->port_name(self_, *difference.port);
  m.packet = packet;
  m.recent = history_.lines(*config_->tree, self_);
  if (block_ && !scoreboard_->failed()) {  // only the first is shown
    // What golden has taken in already and the RTL has not is no difference.
    const bool level = stepped_ == kNever;
    using Answer = std::optional<FatTreeGrant>;
    m.model = held(golden_, level, taken != nullptr ? Answer(taken->expected) : Answer());
    m.rtl = held(golden_, level, *block_, taken != nullptr ? Answer(taken->actual) : Answer());
  }
  cosim::fail(*scoreboard_, block, std::move(m), difference);
}

std::unique_ptr<SwitchControl> make_fattree_control(const FatTreeConfig& config, SwitchIdx self,
                                                    Scoreboard& scoreboard) {
  const auto with_foreign = [&](auto own) -> std::unique_ptr<SwitchControl> {
    own->sample(config, self, scoreboard.coverage());
    auto block = config.foreign.make ? config.foreign.make(self) : nullptr;
    if (!block) return own;
    const FatTreeGolden& golden = own->golden();
    const std::string& kind = config.foreign.block;
    ForeignFatTree foreign{
        self, std::move(own), &golden,
        ForeignAgent(std::move(block), scoreboard, kind, config.tree->switch_name(self))};
    if (kind == "fault_message_unit") return with_foreign_unit(std::move(foreign));
    return kind == "fault_table" ? with_foreign_table(std::move(foreign))
                                 : with_foreign_route(std::move(foreign));
  };
  if (config.plane == Engine::kGolden) {
    return with_foreign(std::make_unique<GoldenFatTreeControl>(config, self));
  }
  return with_foreign(std::make_unique<RtlFatTreeControl>(config, self, scoreboard));
}

}  // namespace selvage::cosim
