// SPDX-License-Identifier: Apache-2.0
/// \file
/// A run of the fabric, cycle by cycle, with the second reading of its page beside it.
#pragma once

#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "beat_rule.hpp"
#include "config/switch/cut_through/config.hpp"
#include "fabric/cut_through/cut_through.hpp"
#include "fabric/cycle_time.hpp"
#include "fabric/fabric.hpp"
#include "fabric/link/tap.hpp"
#include "met.hpp"
#include "network.hpp"

namespace selvage::test {

using namespace fabric;

/// Sees what goes over one link.
class Ear final : public LinkTap {
 public:
  using Forward = std::function<void(const LinkPayload&, LinkPhase)>;
  using Backward = std::function<void(LinkPhase, unsigned)>;
  Ear(Forward forward, Backward backward)
      : on_forward_(std::move(forward)), on_backward_(std::move(backward)) {}

 private:
  void forward(LinkPayload& payload, LinkPhase phase, Cycle) override {
    on_forward_(payload, phase);
  }
  void backward(LinkPhase phase, unsigned vc, Cycle) override { on_backward_(phase, vc); }
  Forward on_forward_;
  Backward on_backward_;
};

/// A run of the fabric, cycle by cycle, with the rule beside it. What is wrong first is thrown.
class Pair final : Sink {
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
    context_.record.add(*this);
    listen();
  }

  void run(Cycle cycles) {
    for (; now_ < cycles; ++now_) {
      const std::vector<bool> back = coming_back();
      sc_core::sc_start(now_ == 0 ? 0.5 : 1, sc_core::SC_NS);
      if (!context_.broken_check.empty()) throw std::logic_error(context_.broken_check);
      changes(back);
      offers();
      rule_->cycle(now_, {std::exchange(messages_, {}), std::exchange(system_.log.declared, {}),
                          std::exchange(system_.log.stepped, {})});
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
    return met;
  }
  [[nodiscard]] std::uint64_t in_flight() const { return rule_->in_flight; }

 private:
  /// The longest, and what fits of all lengths in a round trip less one.
  static std::uint64_t margin(const Scenario& s) {
    std::vector<bool> sums(2 * s.link.latency, false);
    sums[0] = true;
    std::uint64_t most = 0;
    for (std::size_t sum = 0; sum < sums.size(); ++sum) {
      for (std::size_t l = 0; l < s.traffic.lengths(); ++l) {
        const unsigned beats = s.traffic.beats(l);
        if (beats <= sum && sums[sum - beats]) sums[sum] = true;
      }
      if (sums[sum]) most = sum;
    }
    return s.traffic.packet_beats + most;
  }

  void listen() {
    const Topology& t = system_.topology();
    const auto sit = [&](LinkInitiatorSocket& from, PortIdx port, LinkTargetSocket& to, PortIdx far,
                         Ear::Forward forward, Ear::Backward backward) {
      ears_.push_back(std::make_unique<Ear>(std::move(forward), std::move(backward)));
      ears_.back()->sit(from, port, to, far);
    };
    for (SwitchIdx s = 0; s < t.switch_count(); ++s) {
      for (PortIdx p = 0; p < t.port_count(s); ++p) {
        const PortEnd end = t.peer(s, p);
        const auto sends = [this, s, p](const LinkPayload& payload, LinkPhase phase) {
          if (phase == LinkPhase::kMessage) return messages_.push_back({s, p});
          if (phase == LinkPhase::kStall) return see(Saw::kHole, s, p);
          see(Saw::kHeader, s, p, context_.packets.at(payload.slot).id, payload.vc);
        };
        const auto says = [this](SwitchIdx sw, PortIdx port) {
          return [this, sw, port](LinkPhase phase, unsigned vc) {
            if (phase != LinkPhase::kXon && phase != LinkPhase::kXoff) return;
            see(Saw::kLevel, sw, port, vc, phase == LinkPhase::kXon ? 1 : 0);
          };
        };
        if (end.kind == PortEnd::Kind::kSwitch) {
          sit(fabric_->at(s).out(), p, fabric_->at(end.index).in(), end.port, sends,
              says(end.index, end.port));
        } else if (end.kind == PortEnd::Kind::kHost) {
          Host& host = fabric_->host(end.index);
          sit(fabric_->at(s).out(), p, host.in, 0, sends, [](LinkPhase, unsigned) {});
          const HostIdx h = end.index;
          sit(
              host.out, 0, fabric_->at(s).in(), p,
              [this, h](const LinkPayload& payload, LinkPhase) {
                see(Saw::kHostHeader, h, context_.packets.at(payload.slot).id);
              },
              says(s, p));
        }
      }
    }
  }

  void on(const PacketLost& e) override {
    see(Saw::kLost, e.packet, static_cast<std::uint64_t>(e.reason), e.fault);
  }
  void on(const PacketEnded& e) override {
    see(Saw::kEnded, e.packet.id, e.end == "delivered" ? 1 : 0);
  }
  [[nodiscard]] bool follows_packets() const override { return true; }

  void see(Saw what, std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0,
           std::uint64_t d = 0) {
    seen_.push_back({static_cast<std::uint64_t>(what), a, b, c, d});
  }

  /// Links that have to come back in this cycle: asked for, known at both ends, clear at both.
  std::vector<bool> coming_back() {
    std::vector<bool> back(was_dead_.size(), false);
    for (std::size_t l = 0; l < back.size(); ++l) {
      const LinkState& link = context_.book.links[l];
      if (!link.dead || is_flap(link.charged)) continue;
      const auto& repair = context_.book.faults[link.fault].repair;
      back[l] = repair && now_ >= repair->at && now_ > link.died && link.known_dead[0] &&
                link.known_dead[1] && rule_->clear(link.ends[0]) && rule_->clear(link.ends[1]);
    }
    return back;
  }

  /// Tells the rule what links and switches have died or come back in this cycle.
  void changes(const std::vector<bool>& back) {
    const LinkBook& book = context_.book;
    std::vector<std::size_t> flaps, ends;
    for (std::size_t l = 0; l < was_dead_.size(); ++l) {
      const LinkState& link = book.links[l];
      const bool comes = was_dead_[l] && !link.dead;
      const bool dies = !was_dead_[l] && link.dead;
      const bool flap = is_flap(link.charged);
      if ((comes && !flap) != back[l]) differ(fmt::format("link {} comes back: {}", l, comes));
      if (dies && !flap) rule_->link_dies(l, now_, link.charged);
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
      see(Saw::kAsked, a.sw, a.request.packet, a.request.in_port, a.request.in_vc);
    }
    std::sort(seen_.begin(), seen_.end());
    std::sort(rule_->seen.begin(), rule_->seen.end());
    if (seen_ != rule_->seen) {
      std::string text = "what can be seen";
      for (const Seen& e : seen_) text += fmt::format("\nmodel {}", fmt::join(e, " "));
      for (const Seen& e : rule_->seen) text += fmt::format("\nrule  {}", fmt::join(e, " "));
      differ(text);
    }
    seen_.clear();
    rule_->seen.clear();
    if (context_.now() == now_) compare_insides();
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
  std::vector<std::unique_ptr<Ear>> ears_;
  std::vector<Seen> seen_;
  std::vector<SwitchPort> messages_;
  std::vector<bool> was_dead_;
  std::map<SwitchIdx, std::optional<Cycle>> node_asked_;
  std::size_t offered_ = 0;
  Cycle now_ = 0;
};

}  // namespace selvage::test
