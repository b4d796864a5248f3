// SPDX-License-Identifier: Apache-2.0
#include "fabric/fabric.hpp"

#include <fmt/format.h>
#include <limits>

#include "cosim/settle.hpp"
#include "fabric/beats/rtl_path.hpp"
#include "fabric/beats/twin.hpp"
#include "fabric/cycle_time.hpp"
#include "fabric/record/journey.hpp"
#include "fabric/record/wave_rows.hpp"

namespace selvage::fabric {
namespace {

using std::chrono::milliseconds;

constexpr std::uint64_t kMostTurnsUnseen = 1023;

/// Of the ends that leave a result.
Fabric::Stop stop_of(Windows::End end) {
  switch (end) {
    case Windows::End::kDrainOver: return Fabric::Stop::kDrainOver;
    case Windows::End::kInterrupt: return Fabric::Stop::kInterrupt;
    case Windows::End::kWall: return Fabric::Stop::kWall;
    default: return Fabric::Stop::kIdle;
  }
}

/// Leaves the settling of links that are dead from the start.
struct EndEarly {};

}  // namespace

Fabric::Fabric(sc_core::sc_module_name name, Context& context, System& system,
               const FaultPlan& plan, const RunOptions& options, const EarlyEnd& early, Role role,
               JourneyLog* journeys)
    : sc_module(name),
      context_(context),
      options_(options),
      traffic_(context.scenario, context.topology, plan.nodes),
      path_(system.judged() ? make_rtl_path(context, system, switches_, hosts_)
                            : make_data_path(context, plan, switches_, hosts_)),
      role_(role),
      last_cycle_(role == Role::kPart
                      ? kNever
                      : context.timing.measure_until + context.scenario.phases.drain),
      early_(early) {
  const Topology& topology = context.topology;
  context.tally.flows.resize(traffic_.flows().size());
  for (SwitchIdx s = 0; s < topology.switch_count(); ++s) {
    if (ends_early()) return;
    switches_.push_back(
        path_->make_switch(fmt::format("sw{}", s), s, system.make_control(s, context.board(s))));
  }
  for (HostIdx h = 0; h < topology.host_count(); ++h) {
    if (ends_early()) return;
    hosts_.push_back(
        std::make_unique<Host>(fmt::format("host{}", h).c_str(), context, traffic_, *path_, h));
  }

  // Links between switches may die; their state is shared by both ends.
  context.book.links.reserve(topology.fallible_link_count());
  for (std::uint32_t i = 0; i < topology.fallible_link_count(); ++i) {
    const SwitchPort end = topology.fallible_link(i);
    const PortEnd far = topology.peer(end.sw, end.port);
    LinkState& link = context.book.links.emplace_back();
    link.ends = {end, {far.index, far.port}};
    switches_[end.sw]->set_link(end.port, &link);
    switches_[far.index]->set_link(far.port, &link);
  }
  if (options.ranks != nullptr) {
    windows_ = std::make_unique<Windows>(context, *options.ranks, switches_, *path_, early,
                                         last_cycle_, journeys);
  }
  if (context.scenario.engine.whole_switches() && !system.judged()) {
    twin_ = path_->make_twin(system);
  }
  if (windows_ && twin_) windows_->follow(*twin_);
  bind_links();

  if (options.waves) {
    waves_ = std::make_unique<WaveRows>(context, switches_, *path_, *options.waves);
    context.record.add(*waves_);
    if (twin_) {
      for (const SwitchIdx s : options.waves->switches) {
        cosim::TracedModel* const traced =
            twin_->trace(s, "fabric " + wave_scope(topology.switch_name(s)) + " rtl");
        if (traced != nullptr) waves_->add(*traced);
      }
    }
  }
  for (std::unique_ptr<Host>& h : hosts_) h->start();
  preset(plan.preset);
  context.book.faults = plan.events;
  links_ = std::make_unique<Links>(
      context, plan, [this](SwitchIdx s) -> Switch& { return *switches_[s]; },
      [this](SwitchIdx s) { nodes_->link_back(s); });
  nodes_ = std::make_unique<Nodes>(context, plan, switches_, hosts_);
  context.book.flaps = plan.flaps;
  flaps_ =
      std::make_unique<Flaps>(context, [this](SwitchIdx s) -> Switch& { return *switches_[s]; });

  SC_HAS_PROCESS(Fabric);
  SC_METHOD(turn);
}

void Fabric::bind_links() {
  const Topology& topology = context_.topology;
  const bool checked = context_.scenario.link.checker;
  const auto join = [&](const auto& name, LinkInitiatorSocket& from, PortIdx port,
                        LinkTargetSocket& to, PortIdx far, const LinkState* link) {
    from.bind(port, to, far);
    if (checked) check_link(name(), from, port, to, far, link);
  };
  for (SwitchIdx s = 0; s < topology.switch_count(); ++s) {
    Switch& sw = *switches_[s];
    for (unsigned p = 0; p < topology.port_count(s); ++p) {
      const auto port = static_cast<PortIdx>(p);
      const PortEnd far = topology.peer(s, port);
      const auto name = [&] { return topology.port_name(s, port); };
      if (far.kind == PortEnd::Kind::kSwitch) {
        join(name, sw.out(), port, switches_[far.index]->in(), far.port, sw.link(port));
        if (windows_) windows_->boundary().cut({s, port}, {far.index, far.port});
        if (twin_)  // also on what the boundary keeps from the far end
          twin_->sit_on_switch_link({s, port}, sw.out(), switches_[far.index]->in(), far.port);
      } else if (far.kind == PortEnd::Kind::kHost) {
        Host& host = *hosts_[far.index];
        join(name, sw.out(), port, host.in, 0, nullptr);
        join([&] { return topology.host_name(far.index); }, host.out, 0, sw.in(), port, nullptr);
        if (twin_) {
          twin_->sit_on_switch_link({s, port}, sw.out(), host.in, 0);
          twin_->sit_on_host_link({s, port}, host.out, sw.in());
        }
      }
    }
  }
}

void Fabric::check_link(const std::string& name, LinkInitiatorSocket& from, PortIdx port,
                        LinkTargetSocket& to, PortIdx far, const LinkState* link) {
  LinkRules rules;
  rules.latency = context_.timing.link;
  rules.vcs = context_.topology.data_vc_count();
  rules.beat_taken = context_.scenario.link.messages == LinkMessages::kBeat;
  rules.numbered = context_.scenario.faults.lossy() && !context_.book.no_resend;
  checkers_.push_back(std::make_unique<LinkChecker>(
      name, path_->link_rules(rules), link, [this] { return context_.now(); },
      [this](const std::string& what) { context_.violate(what); }));
  checkers_.back()->sit(from, port, to, far);
}

bool Fabric::ends_early() {
  const EarlyEnd::Why why = early_.why();
  if (why == EarlyEnd::Why::kNone) return false;
  stop_ = why == EarlyEnd::Why::kWall ? Stop::kWall : Stop::kInterrupt;
  return true;
}

void Fabric::preset(const std::vector<SwitchPort>& dead) {
  if (dead.empty()) return;
  for (const SwitchPort& end : dead) {
    const PortEnd far = context_.topology.peer(end.sw, end.port);
    switches_[end.sw]->set_dead(end.port);
    switches_[far.index]->set_dead(far.port);
    context_.begin_news(cover::Phase::kFault);
  }
  if (twin_) twin_->starts_dead(dead);
  try {
    settle(
        context_.topology, dead,
        [this](SwitchIdx s) -> SwitchControl& {
          if (ends_early()) throw EndEarly{};
          SwitchControl& control = switches_[s]->control();
          return twin_ ? twin_->stepping_along(s, control) : control;
        },
        std::numeric_limits<std::uint64_t>::max() - 1);
  } catch (const EndEarly&) {
    return;
  }
  if (twin_) twin_->settled();
  context_.look_at_coverage();
  finish();
}

/// Runs at time zero, then at the cycles that have an event, and whenever the platform sends.
void Fabric::turn() {
  if (next_cycle() == CycleTime::cycles(sc_core::sc_time_stamp())) {
    handle(context_.wheel.next());
    if (should_stop()) return end();
  }
  const Cycle next = next_cycle();
  if (next == kNever && role_ == Role::kPart) return next_trigger(new_packet_);
  if (next == kNever) {
    if (windows_) stop_ = stop_of(windows_->end());
    return end();
  }
  if (next > last_cycle_) {
    stop_ = Stop::kDrainOver;
    return end();
  }
  sleep_until(next);
}

void Fabric::sleep_until(Cycle next) {
  const sc_core::sc_time rest = CycleTime::of(next) - sc_core::sc_time_stamp();
  if (role_ == Role::kWhole) {
    next_trigger(rest);
  } else {
    next_trigger(rest, new_packet_);
  }
}

void Fabric::end() {
  ended_ = true;
  if (role_ == Role::kWhole) return sc_core::sc_stop();
  stopped_.notify(sc_core::SC_ZERO_TIME);
}

bool Fabric::send(HostIdx from, const Offer& offer, std::unique_ptr<LinkExtension>& load) {
  const Cycle at = CycleTime::cycles(sc_core::sc_time_stamp()) + 1;
  if (ended_ || !hosts_.at(from)->offer_later(offer, load, at)) return false;
  new_packet_.notify(sc_core::SC_ZERO_TIME);
  return true;
}

void Fabric::handle(Cycle cycle) {
  if (twin_) twin_->before(cycle);
  if (waves_) waves_->before(cycle);
  context_.wheel.take(
      cycle, context_.large, [this](const kernel::Event& e, unsigned step) { prefetch(e, step); },
      [this](const kernel::Event& e) { dispatch(e); });
  links_->probe();
  kernel::with_look_ahead(
      context_.large, context_.agenda.send.take(),
      [this](HostIdx h, unsigned step) {
        prefetch_host(h, step);
        if (step > 0) hosts_[h]->prefetch_out(step);
      },
      [this](HostIdx h) { hosts_[h]->send(); });
  path_->route();
  for (const SwitchIdx s : context_.agenda.control.take()) switches_[s]->control_phase();
  path_->forward();
  if (twin_) twin_->after(cycle);
  context_.look_at_coverage();
}

void Fabric::dispatch(const kernel::Event& e) {
  context_.moment = e.key;
  const std::uint32_t entity = entity_of(e);
  const PortIdx port = port_of(e);
  const auto slot = static_cast<std::uint32_t>(e.arg);
  switch (kind_of(e)) {
    case EventKind::kLinkDies: links_->dies(entity); break;
    case EventKind::kNodeDies: nodes_->dies(entity); break;
    case EventKind::kLinkHeals: links_->repair_due(entity); break;
    case EventKind::kFlapBegins: flaps_->begins(entity); break;
    case EventKind::kFlapEnds: flaps_->ends(entity); break;
    case EventKind::kResend: switches_[entity]->resend(port, slot); break;
    case EventKind::kMessageArrives:
      switches_[entity]->message_arrives(port, context_.messages.at(slot));
      break;
    case EventKind::kStopFlag:
      switches_[entity]->stop_flag(port, static_cast<StopFlag>(e.arg));
      break;
    case EventKind::kProbeAnswer: links_->probe_answered(entity, e.arg); break;
    case EventKind::kProbeDue: links_->probe_due(entity); break;
    case EventKind::kSwitchTick: switches_[entity]->tick(); break;
    case EventKind::kGenerate: hosts_[entity]->generate(); break;
    case EventKind::kHostReady: hosts_[entity]->wake(); break;
    default: path_->event(e); break;
  }
}

void Fabric::prefetch(const kernel::Event& e, unsigned step) const {
  switch (kind_of(e)) {
    case EventKind::kGenerate:
    case EventKind::kHostReady:
    case EventKind::kDelivered: prefetch_host(entity_of(e), step); break;
    default: break;
  }
  path_->prefetch(e, step);
}

void Fabric::prefetch_host(HostIdx host, unsigned step) const {
  if (step == 0) kernel::prefetch(hosts_[host]);
  if (step == 1) hosts_[host]->prefetch_module();
}

std::uint64_t Fabric::in_fabric() const {
  std::uint64_t left = context_.tally.counts.accepted - context_.tally.counts.delivered;
  for (const std::uint64_t d : context_.tally.counts.dropped) left -= d;
  return left;
}

bool Fabric::should_stop() {
  if (windows_) {  // which ends all ranks together
    if ((++turns_ & look_mask_) == 0) look_at_clock();
    return false;
  }
  if (context_.scoreboard.failed()) {
    stop_ = Stop::kMismatch;
    return true;
  }
  if (!context_.broken_check.empty()) {
    stop_ = Stop::kCheck;
    return true;
  }
  if (context_.now() - context_.last_progress >
      context_.scenario.limits.watchdog + path_->patience()) {
    if (in_fabric() != 0) {
      stop_ = Stop::kStuck;
      return true;
    }
    context_.last_progress = context_.now();
  }
  if (early_.interrupted()) {
    stop_ = Stop::kInterrupt;
    return true;
  }
  if ((++turns_ & look_mask_) != 0) return false;
  look_at_clock();
  return ends_early();
}

/// Turns of a large fabric are long: looks about every ten milliseconds, not every so many turns.
void Fabric::look_at_clock() {
  const auto wall = EarlyEnd::Clock::now();
  if (wall - last_look_ > milliseconds(20)) {
    look_mask_ >>= 1U;
  } else if (wall - last_look_ < milliseconds(5)) {
    look_mask_ = std::min(look_mask_ * 2 + 1, kMostTurnsUnseen);
  }
  last_look_ = wall;
  if (!options_.progress || wall - last_report_ < milliseconds(100)) return;
  last_report_ = wall;
  options_.progress(context_.now(), context_.timing.measure_until,
                    context_.tally.counts.accepted - in_fabric());
}

Fabric::~Fabric() { context_.record.clear(); }

WaveRecord Fabric::close_waves() {
  WaveRecord record;
  if (!waves_) return record;
  const bool nothing_left = stop_ == Stop::kIdle && context_.wheel.empty() && in_fabric() != 0;
  record.rtl_later = twin_ ? twin_->shown_later() : 0;
  waves_->finish(context_.now(), stop_ == Stop::kStuck || nothing_left,
                 context_.now() + record.rtl_later);
  record.made = waves_->recorder().opened();
  record.from = waves_->recorder().written().from;
  record.until = waves_->recorder().written().until;
  return record;
}

void Fabric::finish() {
  for (std::unique_ptr<Switch>& s : switches_) s->finish_control();
}

void Fabric::finish_twin() {
  if (twin_) twin_->finish(context_.now());
}

void Fabric::finish_path() { path_->finish(); }

std::uint64_t Fabric::overflows() const {
  std::uint64_t sum = 0;
  for (const std::unique_ptr<Switch>& s : switches_) sum += s->control().overflows();
  return sum;
}

}  // namespace selvage::fabric
