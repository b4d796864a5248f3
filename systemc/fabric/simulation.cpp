// SPDX-License-Identifier: Apache-2.0
#include "fabric/simulation.hpp"

#include <algorithm>
#include <iterator>

#include "config/switch/kinds.hpp"
#include "fabric/cycle_time.hpp"
#include "fabric/faults/bit_errors.hpp"
#include "fabric/faults/drop_review.hpp"
#include "fabric/ranks/merge.hpp"

namespace selvage::fabric {

namespace {

Timing timing_of(const Scenario& s) {
  Timing t;
  t.link = s.link.latency;
  t.route = s.sw.route_latency;
  t.measure_from = s.phases.warmup;
  t.measure_until = s.phases.warmup + s.phases.measure;
  return t;
}

Share share_of(const Topology& topology, const mpi::Ranks& ranks) {
  Share share;
  share.rank = ranks.rank();
  for (SwitchIdx sw = 0; sw < topology.switch_count(); ++sw) {
    share.rank_of.push_back(topology.part_of(sw, ranks.size()));
  }
  return share;
}

}  // namespace

Simulation::Simulation(const Scenario& scenario, System& system, Scoreboard& scoreboard,
                       const RunOptions& options, Role role)
    : system_(system),
      options_(options),
      early_(options.interrupt, options.begun, scenario.limits.wall_seconds),
      context_(scenario, system.topology(), scoreboard) {
  Context& c = context_;
  c.timing = timing_of(scenario);
  const auto has_bug = [&bugs = scenario.bugs](std::string_view name) {
    return std::find(bugs.begin(), bugs.end(), name) != bugs.end();
  };
  c.book.cross_dead_link = has_bug(config::kCrossDeadLink);
  c.book.no_resend = has_bug(config::kNoResend);
  if (const double rate = scenario.faults.bit_errors; rate > 0) {
    c.errors = std::make_unique<BitErrors>(system.topology(), scenario.seed, rate);
  }
  if (options_.ranks != nullptr) c.share = share_of(system.topology(), *options_.ranks);
  if (!options_.journey_file.empty()) {
    if (options_.ranks != nullptr) journeys_.emplace(system.topology(), c.moment);
    else journeys_.emplace(options_.journey_file, system.topology());
    c.record.add(*journeys_);
  }
  c.watch = system.packet_watch();
  if (auto judge = system.drop_judge()) {
    c.drops = std::make_unique<DropReview>(c, std::move(judge));
  }
  c.flow_log = options_.flow_log;
  c.foreign = options_.foreign;
  CycleTime::set_ns(scenario.clock_ns);
  plan_ = plan_faults(scenario, system, early_);
  if (cut_short()) return;
  if (options_.stories) {
    events_.emplace(system.topology(), plan_.events.size());
    c.record.add(*events_);
  }
  auto* fabric = new Fabric("fabric", c, system, plan_, options_, early_, role,
                            journeys_ ? &*journeys_ : nullptr);
  if (!cut_short()) fabric_ = fabric;
  if (fabric_ != nullptr && scenario.traffic.pattern == TrafficPattern::kApplication) {
    application_.emplace(
        c, [fabric](HostIdx host) -> Host& { return fabric->host(host); }, plan_.nodes);
    c.record.add(*application_);
  }
  begun_ = std::chrono::steady_clock::now();
}

bool Simulation::cut_short() {
  if (options_.ranks == nullptr) return cut_in_set_up(early_, cut_);
  const EarlyEnd::Why why = agree(*options_.ranks, early_.why());
  return cut_in_set_up(why, cut_);
}

bool Simulation::gather(RunResult& r) {
  mpi::Ranks& ranks = *options_.ranks;
  Account account{context_, fabric_->path_sums(), events_ ? &*events_ : nullptr,
                  journeys_ ? &*journeys_ : nullptr, fabric_->windows()->boundary().mistaken()};
  std::vector<mpi::Bytes> out(ranks.size());
  std::vector<mpi::Bytes> in(ranks.size());
  if (const std::string why = fabric_->broken_path(); !why.empty()) context_.violate(why);
  if (ranks.rank() != 0) out[0] = pack(account);
  r.rank_lost = !ranks.exchange(out, in);
  if (r.rank_lost || ranks.rank() != 0) return false;
  std::vector<JourneyLog::Line> lines;
  if (journeys_) lines = journeys_->lines(context_.now());
  bool failed = context_.scoreboard.failed() || !context_.broken_check.empty();
  for (unsigned other = 1; other < ranks.size(); ++other) {
    failed = add(account, in[other], lines) || failed;
  }
  if (failed) r.alone = "a mismatch at the end of the run";
  if (!put_in_order(account)) r.alone = "more losses than are logged";
  if (!r.alone.empty()) return false;
  if (!journeys_) return true;
  const std::string why = journeys_->write_merged(options_.journey_file, std::move(lines));
  if (!why.empty()) r.unwritten.push_back(why);
  return true;
}

Simulation::~Simulation() { context_.record.clear(); }

Fabric& Simulation::fabric() const {
  if (fabric_ == nullptr) throw std::logic_error("the fabric was cut short while it was built");
  return *fabric_;
}

void Simulation::refuse_faulty(HostIdx host) const {
  const SwitchIdx sw = context_.topology.attachment(host).sw;
  if (std::find(plan_.nodes.begin(), plan_.nodes.end(), sw) == plan_.nodes.end()) return;
  throw std::invalid_argument("host " + context_.topology.host_name(host) +
                              " hangs on a switch that is faulty from the start");
}

void Simulation::attach(HostIdx host, HostUser& user) {
  Host& at = fabric().host(host);
  refuse_faulty(host);
  if (application_ && application_->at(host)) {
    throw std::invalid_argument("host " + context_.topology.host_name(host) +
                                " sends and receives for the scenario's application");
  }
  at.attach(user);
}

bool Simulation::send(HostIdx from, const Offer& offer, std::unique_ptr<LinkExtension>& load) {
  if (offer.destination >= context_.topology.host_count()) {
    throw std::out_of_range("a packet is for a host that does not exist");
  }
  if (offer.destination == from) {
    throw std::invalid_argument("a packet is for the host that sends it");
  }
  refuse_faulty(offer.destination);
  const TrafficConfig& traffic = context_.scenario.traffic;
  if (offer.tc >= traffic.classes.size() ||
      (offer.ordered ? traffic.ordered == 0 : traffic.ordered == 1)) {
    throw std::invalid_argument("a packet is of a class or order that the scenario does not have");
  }
  if (offer.length >= traffic.lengths()) {
    throw std::invalid_argument("a packet has a length that the scenario does not have");
  }
  Offer numbered = offer;
  numbered.flow = kNoFlow;
  return fabric().send(from, numbered, load);
}

bool Simulation::send(HostIdx from, HostIdx to) {
  Offer offer;
  offer.destination = to;
  std::unique_ptr<LinkExtension> nothing;
  return send(from, offer, nothing);
}

RunResult Simulation::result() {
  RunResult r = std::move(cut_);
  if (fabric_ == nullptr) return r;
  if (Windows* windows = fabric_->windows()) {
    r.rank_lost = windows->end() == Windows::End::kLost;
    r.alone = windows->why();
    if (r.rank_lost || !r.alone.empty()) return r;
    windows->settle();
  }
  fabric_->finish_twin();  // what it finds is in the waves
  r.waves = fabric_->close_waves();
  fabric_->finish();
  fabric_->finish_path();
  if (fabric_->windows() != nullptr && !gather(r)) return r;
  r.sim_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  count(r);
  std::copy_if(plan_.preset.begin(), plan_.preset.end(), std::back_inserter(r.always_dead),
               [this](const SwitchPort& link) { return !plan_.comes_back(link); });
  if (events_) {
    r.stories = std::move(events_->stories());
    r.other_losses = std::move(events_->others());
  }
  for (const std::string& why :
       {journeys_ && !fabric_->windows() ? journeys_->close(context_.now()) : "",
        context_.unwritten}) {
    if (!why.empty()) r.unwritten.push_back(why);
  }
  judge(r);
  return r;
}

}  // namespace selvage::fabric
