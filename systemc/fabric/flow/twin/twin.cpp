// SPDX-License-Identifier: Apache-2.0
#include "fabric/flow/twin/twin.hpp"

#include <fmt/format.h>

#include <numeric>
#include <string_view>
#include <utility>

#include "config/switch/flow/whole.hpp"
#include "cosim/lockstep/difference.hpp"
#include "fabric/flow/twin/options.hpp"

namespace selvage::fabric {

namespace {

constexpr std::size_t kRecent = 12;  ///< lines of a mismatch
constexpr std::array<std::string_view, static_cast<std::size_t>(Pin::kCount)> kBlocks{
    "switch_departure", "switch_grant",   "switch_question", "switch_decision", "switch_xon",
    "switch_pause",     "switch_message", "switch_stop",     "switch_rest"};

std::vector<SwitchIdx> all_of(const flow::Wiring& wiring) {
  std::vector<SwitchIdx> all(wiring.switches);
  std::iota(all.begin(), all.end(), SwitchIdx{0});
  return all;
}

}  // namespace

FlowTwin::FlowTwin(Context& context, const System& system, flow::Routers& model,
                   const flow::Params& params, const flow::Wiring& wiring, std::uint32_t bugs)
    : context_(context),
      system_(system),
      options_([&model, &params, &wiring, bugs](SwitchIdx sw) {
        return switch_options(model, params, wiring, sw, bugs);
      }),
      watch_(model, params, wiring, all_of(wiring)) {
  switches_.reserve(wiring.switches);
  for (SwitchIdx sw = 0; sw < wiring.switches; ++sw)
    switches_.emplace_back(watch_, sw, make(sw, context.topology.switch_name(sw)));
  for (SwitchBeside& to : switches_)
    for (PortIdx p = 0; p < kSwitchPorts; ++p) {
      const PortEnd& end = watch_.end_of({to.self(), p});
      if (end.kind == PortEnd::Kind::kSwitch) to.comes_from(p, switches_[end.index], end.port);
    }
  const bool decides = switches_.front().decides();
  const bool messages = decides || context.scenario.link.messages == LinkMessages::kBeat;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const Pin pin = static_cast<Pin>(i);
    if (pin == Pin::kMessage && !messages) continue;
    if ((pin == Pin::kAnswer || pin == Pin::kStop) && !decides) continue;
    counts_[i] = &context.scoreboard.block(std::string(kBlocks[i]));
  }
}

std::unique_ptr<cosim::FlowSwitchBlock> FlowTwin::make(SwitchIdx sw, const std::string& name) {
  cosim::FlowSwitchOptions options = options_(sw);
  options.name = name;
  const bool sideband = context_.scenario.link.messages == LinkMessages::kSideband;
  auto whole = sideband ? system_.make_flow_switch(options, sw) : nullptr;
  return whole ? std::move(whole) : cosim::flow_switch_build(options.hosts)->make(options);
}

cosim::TracedModel* FlowTwin::trace(SwitchIdx sw, const std::string& scope) {
  traced_.push_back(std::make_unique<cosim::TracedFlowSwitch>(make(sw, scope)));
  switches_[sw].shows_in(*traced_.back());
  return traced_.back().get();
}

void FlowTwin::before(Cycle cycle) {
  while (next_ < cycle && !context_.scoreboard.failed()) {
    watch_.begin(next_);
    end_cycle();
  }
}

void FlowTwin::after(Cycle cycle) {
  for (const auto& copy : traced_) copy->drawn(cycle);
  if (next_ != cycle) return;  // it differs
  end_cycle();
}

void FlowTwin::end_cycle() {
  watch_.end();
  ++next_;
  for (SwitchBeside& s : switches_) s.keep();
  if (switches_.front().behind() > SwitchBeside::kBehind) clock();
}

void FlowTwin::clock() {
  for (SwitchBeside& s : switches_) {
    s.clock();
    if (s.difference()) return fail(s);
  }
}

void FlowTwin::finish(Cycle cycle) {
  before(cycle + 1);
  while (switches_.front().behind() != 0 && !context_.scoreboard.failed()) clock();
  count();
}

void FlowTwin::count() {
  Seen all;
  for (const SwitchBeside& s : switches_) all += s.seen();
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (counts_[i] != nullptr) counts_[i]->compared = all.compared[i];
}

/// What the model has, or the RTL (1).
std::string FlowTwin::text(const PinDifference& d, unsigned side) const {
  const std::uint64_t value = side == 0 ? d.model : d.rtl;
  if (d.pin == Pin::kAnswer) {
    std::string ways = value == 0 ? "no answer" : value == kAnswered ? "no way" : "";
    for (PortIdx p = 0; p < kSwitchPorts; ++p)
      if ((value >> p & 1U) != 0)
        ways += (ways.empty() ? "" : ", ") + context_.topology.port_name(d.sw, p);
    return ways;
  }
  if (d.pin != Pin::kMessage || d.rule != "FT-CYC-3") return std::to_string(value);
  return d.messages[side] ? system_.describe(*d.messages[side]).text : "none";
}

void FlowTwin::fail(const SwitchBeside& at) {
  if (context_.scoreboard.failed()) return;
  count();
  const PinDifference& d = *at.difference();
  const auto name = [&](PortIdx p) { return context_.topology.port_name(d.sw, p); };
  Mismatch place;
  place.cycle = d.cycle;
  place.switch_name = context_.topology.switch_name(d.sw);
  place.packet = d.packet;
  place.recent = at.recent(kRecent, name);
  const SwitchBeside::Loads loads = at.loads();
  const auto line = [&](const char* who, const std::array<unsigned, kSwitchPorts>& units) {
    std::string text;
    for (PortIdx p = 0; p < kSwitchPorts; ++p)
      if (units[p] != 0)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name(p), units[p]);
    return fmt::format("{}, cycle {}: {} (units that stand at outputs)", who, loads.cycle,
                       text.empty() ? "none" : text);
  };
  place.buffers = {line("golden", loads.model), line("RTL", loads.rtl)};
  if (d.rule.empty())
    return cosim::fail(context_.scoreboard, cosim::assertions(context_.scoreboard),
                       std::move(place), cosim::assertion_failed(d.what));
  place.port = name(d.port);
  cosim::fail(context_.scoreboard,
              context_.scoreboard.block(std::string(kBlocks[static_cast<std::size_t>(d.pin)])),
              std::move(place), {d.rule, d.what, text(d, 0), text(d, 1)});
}

}  // namespace selvage::fabric
