// SPDX-License-Identifier: Apache-2.0
/// \file
/// A run of the fabric, cycle by cycle, with the second reading of its page beside it.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "beat_rule.hpp"
#include "book.hpp"
#include "config/switch/cut_through/config.hpp"
#include "fabric/cut_through/cut_through.hpp"
#include "fabric/cycle_time.hpp"
#include "fabric/fabric.hpp"
#include "golden/probe/link_probe.hpp"
#include "met.hpp"
#include "network.hpp"
#include "witness.hpp"

namespace selvage::test {

using namespace fabric;

/// A run of the fabric, cycle by cycle, with the rule beside it. What is wrong first is thrown.
class Pair {
 public:
  Pair(Scenario& s, RowSystem& system, std::uint64_t seed)
      : system_(system),
        context_(s, system.topology(), board_),
        early_(nullptr, EarlyEnd::Clock::now(), 0) {
    context_.timing.link = s.link.latency;
    context_.timing.route = s.sw.route_latency;
    context_.timing.measure_until = s.phases.measure;
    CycleTime::set_ns(1);
    plan_ = plan_faults(s, system, early_);
    fabric_ = std::make_unique<Fabric>("fabric", context_, system, plan_, options_, early_,
                                       Role::kPart, nullptr);
    BeatRule::Params p;
    p.vcs = system.topology().data_vc_count();
    p.latency = s.link.latency;
    p.route = s.sw.route_latency;
    p.margin = margin(s);
    p.capacity = s.sw.as<CutThroughConfig>().buffer_packets * std::uint64_t{s.traffic.packet_beats};
    rule_ = std::make_unique<BeatRule>(
        system.topology(), p, [this, seed](SwitchIdx n, const RouteRequest& r, Cycle asked) {
          return any_answer(system_.row(), seed, n, r, asked);
        });
    was_dead_.resize(context_.book.links.size());
    timing_ = {s.probe.period, s.probe.timeout, s.probe.retries, 2 * Cycle{s.link.latency} + 1};
    slow_hosts(p);
    for (const SwitchPort& end : plan_.preset) starts_dead(end);
    system.log.quiet = false;
    witness_ = std::make_unique<Witness>(context_, *fabric_);
  }

  void run(Cycle cycles) {
    for (; now_ < cycles; ++now_) {
      const std::vector<bool> back = coming_back();
      sc_core::sc_start(now_ == 0 ? 0.5 : 1, sc_core::SC_NS);
      if (!context_.broken_check.empty()) throw std::logic_error(context_.broken_check);
      changes(back);
      offers();
      declarations();
      const std::string wrong = wrong_in(context_.book, news_, now_);
      if (!wrong.empty()) differ(wrong);
      ControlLog& log = system_.log;
      rule_->cycle(now_, {std::exchange(witness_->messages, {}), std::exchange(log.stops, {}),
                          std::exchange(log.declared, {}), std::exchange(log.stepped, {})});
      compare();
    }
  }
  /// Holds the totals together; situations met, by name.
  tb::Met finish() {
    const tb::Met met = tb::met_in(board_.coverage());
    tb::Met both = rule_->met;
    for (const auto& [name, count] : met) both[name] += 0;
    for (const auto& [name, count] : both) {
      if (name.rfind("data.", 0) != 0) continue;
      const std::uint64_t model = met.count(name) != 0 ? met.at(name) : 0;
      // These are looked at only in cycles in which something changes.
      const bool some = name == "data.output.busy" || name == "data.output.front_has_xoff" ||
                        name == "data.output.several_inputs";
      const bool same = some ? model <= count && (model > 0) == (count > 0) : model == count;
      if (!same) differ(fmt::format("{}: {}, by the rule {}", name, model, count));
    }
    if (context_.tally.decisions != rule_->decisions) differ("decisions");
    if (context_.tally.packet_hops != rule_->hops) differ("hops");
    if (context_.packets.live() != rule_->in_flight) differ("packets in flight");
    // What another rank says of its end of a link (FAB-RANK-1).
    Switch& sw = fabric_->at(0);
    sw.set_clear_at(2, now_ + 1000);
    if (sw.link_clear(2) || sw.clear_at(2) != now_ + 1000) differ("when an end is clear");
    return met;
  }
  /// Cycles in which inputs waited for each other in a circle.
  [[nodiscard]] Cycle stuck() const { return stuck_; }

 private:
  void starts_dead(SwitchPort end) {
    for (std::size_t l = 0; l < was_dead_.size(); ++l) {
      if (!same_link(context_.book.links[l].ends[0], end)) continue;
      was_dead_[l] = true;
      rule_->starts_dead(l);
      for (std::uint32_t f = 0; f < plan_.events.size(); ++f) {
        if (plan_.events[f].preset && same_link(plan_.events[f].link, end)) preset_[l] = f;
      }
    }
  }

  void slow_hosts(const BeatRule::Params& p) {
    const TrafficConfig& traffic = context_.scenario.traffic;
    if (!traffic.receivers.in_use()) return;
    ReceiverRules rules;
    rules.capacity = p.capacity;
    rules.xoff_free = p.margin;
    rules.rate = static_cast<std::uint64_t>(traffic.receivers.rate * 1e6 + 0.5);
    rules.stalls = traffic.receivers.stalls;
    rules.every = traffic.receivers.every;
    rules.longest = traffic.receivers.longest;
    std::vector<std::uint32_t> lengths;
    for (const TraceRecord& r : traffic.trace)
      lengths.push_back(traffic.beats(r.length.value_or(0)));
    for (const HostIdx h : traffic.receivers.slow_hosts(system_.topology().host_count())) {
      rule_->slow(h, {rules, lengths, kernel::Stream(context_.scenario.seed, "stalls", h)});
    }
  }

  /// Links that have to come back in this cycle: asked for, known at both ends, clear at both.
  std::vector<bool> coming_back() {
    std::vector<bool> back(was_dead_.size(), false);
    for (std::size_t l = 0; l < back.size(); ++l) {
      const LinkState& link = context_.book.links[l];
      if (!link.dead || is_flap(link.charged) || link.fault == kNoFault) continue;
      const auto& repair = context_.book.faults[link.fault].repair;
      back[l] = repair && now_ >= repair->at && now_ > link.died && link.known_dead[0] &&
                link.known_dead[1] && rule_->clear(link.ends[0]) && rule_->clear(link.ends[1]);
    }
    return back;
  }

  /// Tells the rule what links and switches have died or come back in this cycle.
  void changes(const std::vector<bool>& back) {
    const LinkBook& book = context_.book;
    for (const auto& [l, fault] : std::exchange(preset_, {})) {  // probers have still to find out
      rule_->charge(l, fault);
      expect(book.links[l], true);
    }
    std::vector<std::size_t> flaps, ends;
    for (std::size_t l = 0; l < was_dead_.size(); ++l) {
      const LinkState& link = book.links[l];
      const bool comes = was_dead_[l] && !link.dead;
      const bool dies = !was_dead_[l] && link.dead;
      const bool flap = is_flap(link.charged);
      if ((comes && !flap) != back[l]) differ(fmt::format("link {} comes back: {}", l, comes));
      if (dies && !flap) rule_->link_dies(l, now_, link.charged);
      if (!flap && (dies || comes)) expect(link, dies);
      (flap   ? dies ? news_.flaps_begun : news_.flaps_over
       : dies ? news_.deaths
              : news_.repairs) += dies || comes ? 1 : 0;
      if (dies && flap) flaps.push_back(l);
      if (comes && flap) ends.push_back(l);
      was_dead_[l] = link.dead;
    }
    for (std::uint32_t d = 0; d < book.deaths.size(); ++d) {
      if (!book.deaths[d].happened || book.deaths[d].failed != now_) continue;
      rule_->node_dies(book.deaths[d].sw, now_, kDeaths + d);
      node_asked_[book.deaths[d].sw] = book.deaths[d].repair;
    }
    for (std::size_t l = 0; l < back.size(); ++l) {
      if (!back[l]) continue;
      rule_->link_back(l, now_);
      for (const SwitchPort& end : book.links[l].ends) {
        const auto asked = node_asked_[end.sw];
        if (rule_->dead(end.sw) && asked && now_ >= *asked) rule_->node_back(end.sw);
      }
    }
    for (const std::size_t l : flaps) rule_->link_dies(l, now_, book.links[l].charged);
    for (const std::size_t l : ends) rule_->flap_ends(l, now_);
  }

  /// When the ends of a link will declare that it is dead, or back.
  void expect(const LinkState& link, bool dies) {
    for (unsigned e = 0; e < 2; ++e) {
      const SwitchPort& end = link.ends[e];
      const Cycle phase =
          (end.sw * system_.topology().port_count(end.sw) + end.port) % timing_.period;
      const std::pair<SwitchIdx, unsigned> place{end.sw, end.port};
      if (!dies) {
        ups_[place] = golden::recovery_cycle(timing_, phase, now_);
        continue;
      }
      // An end that has not seen the repair has nothing to declare.
      const auto up = ups_.find(place);
      const bool unseen = up != ups_.end() && up->second > now_;
      const FaultEvent& fault = context_.book.faults[link.fault];
      if (fault.failed != now_ || (fault.detected[e] == now_) != unseen)
        differ("a failure's cycles");
      if (unseen) ups_.erase(up);
      else downs_[place] = golden::detection_cycle(timing_, phase, now_);
    }
  }
  /// The failure, or its repair, says when it was declared.
  void detected(const LinkState& link, unsigned end, bool up) const {
    const FaultEvent& fault = context_.book.faults[link.fault];
    if (up && link.dead) return;  // of the failure before: it has died again in this cycle
    if ((up ? fault.repair->detected : fault.detected)[end] != now_) differ("when it was detected");
  }
  void declarations() {
    std::vector<std::array<std::uint64_t, 3>> model, rule;
    for (const auto& [at, up] : system_.log.declared)
      model.push_back({at.sw, at.port, up ? 1U : 0U});
    for (const auto& [place, at] : downs_) {
      if (at == now_) rule.push_back({place.first, place.second, 0});
    }
    for (auto it = ups_.begin(); it != ups_.end();) {
      if (it->second == now_) rule.push_back({it->first.first, it->first.second, 1});
      it = it->second == now_ ? ups_.erase(it) : std::next(it);
    }
    std::sort(model.begin(), model.end());
    std::sort(rule.begin(), rule.end());
    for (const auto& [sw, port, up] : model) {
      const LinkState& link =
          *fabric_->at(static_cast<SwitchIdx>(sw)).link(static_cast<PortIdx>(port));
      const unsigned end = link.ends[0].sw == sw && link.ends[0].port == port ? 0 : 1;
      detected(link, end, up != 0);
      ++news_.declarations;
      news_.declared_at = now_;
    }
    if (model != rule) differ(fmt::format("{} declarations, not {}", model.size(), rule.size()));
  }

  void offers() {
    const std::vector<TraceRecord>& trace = context_.scenario.traffic.trace;
    for (; offered_ < trace.size() && trace[offered_].cycle == now_; ++offered_) {
      const TraceRecord& r = trace[offered_];
      rule_->offer(r.source, offered_, r.destination,
                   context_.scenario.traffic.beats(r.length.value_or(0)));
    }
  }

  void compare() {
    for (const auto& a : std::exchange(system_.log.asked, {})) {
      witness_->see(Saw::kAsked, a.sw, a.request.packet, a.request.in_port, a.request.in_vc);
    }
    std::vector<Seen>& seen = witness_->seen;
    const auto see = [this](auto... what) { witness_->see(what...); };
    const bool lossy = context_.scenario.faults.lossy();
    for (const auto& [to, content] : std::exchange(system_.log.arrived, {})) {
      if (lossy) in_order(to, content);
      else see(Saw::kMessage, to.sw, to.port, content);
    }
    for (const auto& [sw, stopped] : std::exchange(system_.log.stopped, {})) {
      if (!lossy) see(Saw::kStopped, sw, stopped);
    }
    for (const auto& [from, content] : std::exchange(system_.log.sent, {})) {
      if (!lossy) continue;
      const PortEnd end = system_.topology().peer(from.sw, from.port);
      on_their_way_[{end.index, end.port}].push_back(content);
    }
    for (const Loss& loss : std::exchange(witness_->losses, {})) {
      if (loss.at != now_) differ("when a packet was lost");
      see(Saw::kKept, loss.packet, static_cast<std::uint64_t>(loss.reason), loss.fault);
    }
    std::vector<Seen>& by_rule = rule_->seen;
    // Messages that are lost or damaged are sent again.
    by_rule.erase(std::remove_if(by_rule.begin(), by_rule.end(),
                                 [lossy](const Seen& e) {
                                   return lossy &&
                                          (e[0] == static_cast<std::uint64_t>(Saw::kMessage) ||
                                           e[0] == static_cast<std::uint64_t>(Saw::kStopped));
                                 }),
                  by_rule.end());
    std::sort(seen.begin(), seen.end());
    std::sort(by_rule.begin(), by_rule.end());
    if (seen != rule_->seen) {
      std::string text = "what can be seen, of one side alone";
      for (const bool model : {true, false}) {
        std::vector<Seen> alone;
        const auto& [these, those] = model ? std::tie(seen, by_rule) : std::tie(by_rule, seen);
        std::set_difference(these.begin(), these.end(), those.begin(), those.end(),
                            std::back_inserter(alone));
        for (const Seen& e : alone)
          text += fmt::format("\n{}: {}", model ? "model" : "rule", text_of(e));
      }
      differ(text);
    }
    seen.clear();
    rule_->seen.clear();
    if (context_.now() == now_) compare_insides();
  }
  /// FAB-ERR-2: of a link that nobody declares dead every message comes, once, in order.
  void in_order(SwitchPort to, std::uint64_t content) {
    const auto& link = *fabric_->at(to.sw).link(to.port);
    std::deque<std::uint64_t>& sent = on_their_way_[{to.sw, to.port}];
    if (link.fault != kNoFault) return;
    if (sent.empty() || sent.front() != content) differ("a message comes twice, late or never");
    sent.pop_front();
    if (sent.size() > 100) differ("messages do not come");
  }

  void compare_insides() {
    const Topology& t = system_.topology();
    for (SwitchIdx s = 0; s < t.switch_count(); ++s) {
      const auto& sw = dynamic_cast<const CutThroughSwitch&>(fabric_->at(s));
      for (PortIdx p = 0; p < t.port_count(s); ++p) {
        const Switch::PortView v = sw.view(p);
        const BeatRule::View r = rule_->view({s, p});
        const auto packet = [this](std::uint32_t slot) {
          return slot == kNoSlot ? std::nullopt : std::optional(context_.packets.at(slot).id);
        };
        if (packet(v.in) != r.in || packet(v.out) != r.out || v.front != r.front ||
            v.held != r.held || v.beats != r.beats) {
          const auto shown = [](std::optional<PacketId> id) {
            return id ? fmt::to_string(*id) : "-";
          };
          differ(fmt::format("port {} of {}: {} {} {} {} {}, by the rule {} {} {} {} {}", p, s,
                             shown(packet(v.in)), v.front, v.held, v.beats, shown(packet(v.out)),
                             shown(r.in), r.front, r.held, r.beats, shown(r.out)));
        }
        for (unsigned vc = 0; vc < t.data_vc_count(); ++vc) {
          const auto wait = sw.waits_for(p, vc);
          const auto rule = rule_->waits({s, p}, vc);
          const PortEnd end = rule ? t.peer(s, rule->first) : PortEnd{};
          if (wait.has_value() != rule.has_value() ||
              (wait && (wait->out != rule->first || wait->vc != rule->second ||
                        wait->sw != end.index || wait->in != end.port))) {
            differ(fmt::format("what input {} of {} waits for", p, s));
          }
        }
      }
    }
    if (now_ % 4 == 0) compare_circle();
  }
  /// What the model calls a circle is one, and it finds one if there is any.
  void compare_circle() {
    const Topology& t = system_.topology();
    using Place = std::tuple<SwitchIdx, PortIdx, unsigned>;
    std::map<Place, std::pair<std::string, Place>> next;
    for (SwitchIdx s = 0; s < t.switch_count(); ++s) {
      for (PortIdx p = 0; p < t.port_count(s); ++p) {
        for (unsigned vc = 0; vc < t.data_vc_count(); ++vc) {
          const auto wait = rule_->waits({s, p}, vc);
          if (!wait) continue;
          const PortEnd end = t.peer(s, wait->first);
          next[{s, p, vc}] = {channel_name(t, {s, wait->first}, wait->second),
                              {end.index, end.port, wait->second}};
        }
      }
    }
    std::set<std::vector<std::string>> circles;
    for (const auto& entry : next) {
      std::vector<std::string> way;
      Place at = entry.first;
      for (std::size_t i = 0; i < next.size() && next.count(at) != 0; ++i) {
        way.push_back(next[at].first);
        at = next[at].second;
        if (at == entry.first) circles.insert(way);
        if (at == entry.first) break;
      }
    }
    const std::vector<std::string> found = fabric_->wait_cycle();
    stuck_ += circles.empty() ? 0 : 4;
    const bool right = circles.empty() ? found.empty() : circles.count(found) != 0;
    if (!right) differ("a circle: " + fmt::format("{}", fmt::join(found, ", ")));
  }
  [[noreturn]] void differ(const std::string& what) const {
    throw std::logic_error(fmt::format("cycle {}: {}", now_, what));
  }

  RowSystem& system_;
  Scoreboard board_;
  Context context_;
  EarlyEnd early_;
  RunOptions options_;
  FaultPlan plan_;
  std::unique_ptr<Fabric> fabric_;
  std::unique_ptr<BeatRule> rule_;
  std::unique_ptr<Witness> witness_;
  std::map<std::pair<SwitchIdx, unsigned>, std::deque<std::uint64_t>> on_their_way_;
  golden::ProbeTiming timing_;
  std::map<std::pair<SwitchIdx, unsigned>, Cycle> downs_, ups_;
  std::map<std::size_t, std::uint32_t> preset_;  ///< links that are dead at first and come back
  LinkNews news_;
  Cycle stuck_ = 0;
  std::vector<bool> was_dead_;
  std::map<SwitchIdx, std::optional<Cycle>> node_asked_;
  std::size_t offered_ = 0;
  Cycle now_ = 0;
};

}  // namespace selvage::test
