// SPDX-License-Identifier: Apache-2.0
/// The data path against a second reading of its page (rule.hpp), in every cycle.
#include <catch2/catch.hpp>

#include <algorithm>

#include "rule.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// A network and what is done to it.
struct Scene {
  flow::Wiring wiring;
  flow::Params params;
  std::vector<PortMask> dead;  ///< [switch] ports that its control leaves out
  unsigned vcs = 1;
  std::vector<flow::Packet> packets;
  std::vector<Action> script;
  Cycle offers = 1'000;  ///< until then
};

/// All that an ACK tells of itself is the row that it acts on.
struct Acks final : flow::Observer {
  explicit Acks(Lab& l) : lab(l) {}
  void acked(SwitchPort in, const golden::AckRequest& ack) override {
    const flow::FlowStat& f = lab.net.flow(lab.net[in.sw].row(in.port, ack.id).flow);
    seen.push_back({in.sw * lab.wiring.ports + in.port,
                    now,
                    {0, f.source, f.destination, 0, f.tc, f.ordered}});
  }
  void arrives(SwitchPort, const flow::Cargo&) override {}
  void decided(SwitchIdx, std::uint32_t, const RouteDecision&) override {}
  void stepped(SwitchPort, golden::FlowId, const golden::IfctRow&) override {}
  void came_back(SwitchPort, const golden::Ack&, const golden::BackMessage&) override {}
  void redirected(SwitchPort, const flow::RedirectOutput&) override {}
  void sent(SwitchPort, const flow::Cargo&, Cycle) override {}
  void sent_marker(SwitchPort, golden::FlowId, Cycle) override {}
  void sent_acks(SwitchPort, unsigned, Cycle) override {}
  void stretched(SwitchPort, Cycle) override {}
  void lost(SwitchPort, const flow::Cargo&) override {}
  void queued(SwitchPort in, golden::FlowId id, std::uint32_t slot) override {
    rows[{in.sw * lab.wiring.ports + in.port, slot}] = id;
  }
  Lab& lab;
  Cycle now = 0;
  std::vector<Shown::Acked> seen;
  std::map<std::pair<std::uint32_t, std::uint32_t>, unsigned> rows;  ///< [port, slot]
};

/// One run of the network, and how each port looked after each cycle.
class Run {
 public:
  explicit Run(const Scene& s) : scene_(s), lab(s.wiring, s.params), acks_(lab) {
    for (std::size_t sw = 0; sw < lab.controls.size(); ++sw) {
      lab.controls[sw]->vcs = s.vcs;
      if (sw < s.dead.size()) lab.controls[sw]->dead = s.dead[sw];
    }
    lab.net.observe(acks_);
    auto next = s.script.begin();
    Cycle& t = end;
    for (; t < s.offers || lab.net.packets_in_flight() != 0; ++t) {
      REQUIRE(t < 30'000);
      acks_.now = t;
      for (auto a = next; a != s.script.end() && a->at == t; ++a) before(*a);
      lab.run_to(t + 1);
      for (; next != s.script.end() && next->at == t; ++next)
        if (next->what == Action::kMessage) at(next->where).message_leaves(port(*next), t);
      for (std::uint32_t p = 0; p < s.wiring.ends.size(); ++p)
        looks_.push_back(
            lab.net[p / s.wiring.ports].look(static_cast<PortIdx>(p % s.wiring.ports)));
    }
    lab.net.forget(acks_);
    shown = {lab.hops, acks_.seen, acks_.rows};
  }
  [[nodiscard]] const flow::PortLook& look(Cycle t, std::uint32_t p) const {
    return looks_[t * scene_.wiring.ends.size() + p];
  }

 private:
  [[nodiscard]] flow::Router& at(std::uint32_t p) { return lab.net[p / scene_.wiring.ports]; }
  [[nodiscard]] PortIdx port(const Action& a) const {
    return static_cast<PortIdx>(a.where % scene_.wiring.ports);
  }
  void before(const Action& a) {
    if (a.what == Action::kHost) at(a.where).host_says(port(a), a.value != 0, a.at);
    if (a.what == Action::kAllow) at(a.where).allow(port(a), a.value, a.at);
    if (a.what != Action::kOffer) return;
    const flow::Packet& p = scene_.packets[a.where];
    REQUIRE(lab.send(p.source, p.destination, p.bytes, p.tc, p.ordered) == a.where);
  }

  const Scene& scene_;

 public:
  Lab lab;
  Shown shown;
  Cycle end = 0;  ///< all is delivered

 private:
  Acks acks_;
  std::vector<flow::PortLook> looks_;
};

/// What of two looks differs, or empty.
std::string differs(const flow::PortLook& a, const flow::PortLook& b) {
  std::string out;
  const auto one = [&](const char* name, std::uint64_t x, std::uint64_t y) {
    if (x != y)
      out +=
          std::string(name) + " " + std::to_string(x) + ", by the page " + std::to_string(y) + "; ";
  };
  one("held", a.held, b.held);
  one("XOFF said", a.xoff_said, b.xoff_said);
  one("leaving", a.leaving, b.leaving);
  one("waiting", a.waiting, b.waiting);
  one("units waiting", a.waiting_units, b.waiting_units);
  one("load", a.load, b.load);
  one("depth", a.depth, b.depth);
  one("front", a.fifo_front, b.fifo_front);
  one("in the FIFO", a.fifo, b.fifo);
  one("XOFF seen", a.xoff_seen, b.xoff_seen);
  return out;
}

/// Ordered packets that left their first switch by another port than the one before them; the log
/// has to know of each.
std::uint64_t changes(const Lab& lab) {
  std::map<std::array<unsigned, 3>, PortIdx> last;
  std::vector<std::array<unsigned, 2>> where, logged;
  std::set<std::uint32_t> gone;
  for (const Hop& h : lab.hops) {
    const flow::Packet& p = lab.packets[h.slot];
    if (!gone.insert(h.slot).second || !p.ordered) continue;
    const auto [found, fresh] = last.emplace(std::array{p.source, p.destination, 0U + p.tc}, h.out);
    if (!fresh && found->second != h.out) where.push_back({h.sw, h.out});
    found->second = h.out;
  }
  for (const flow::FlowEvent& e : lab.net.log())
    if (e.what == flow::FlowEvent::What::kDiverged) logged.push_back({e.sw, e.port});
  REQUIRE(logged == where);
  return where.size();
}

struct Met {
  unsigned waits = 0, no_room = 0, stretched = 0, xoffs = 0;
};

/// Plays the scene twice, by the model and by the page; they have to agree in every cycle.
void play(const Scene& scene, Met& met) {
  Run run(scene);
  REQUIRE(run.lab.net.violation() == "");
  const flow::Counts& c = run.lab.net.counts();
  REQUIRE((c.pauses == 0 && c.efct_full == 0 && c.efct_window == 0 && c.redirects == 0));
  if (scene.packets.front().ordered) REQUIRE((c.credits == 0 && c.xoffs == 0));
  REQUIRE(c.hops == run.lab.hops.size());
  REQUIRE(c.requests == c.hops);
  REQUIRE(changes(run.lab) == c.divergences);
  std::uint64_t bytes = 0;
  for (const flow::Packet& p : scene.packets) bytes += p.bytes;
  REQUIRE(c.delivered_bytes == bytes);
  Rule rule(run.lab, run.shown);
  auto next = scene.script.begin();
  for (Cycle t = 0; t < run.end; ++t) {
    for (auto a = next; a != scene.script.end() && a->at == t; ++a) rule.act(*a);
    rule.cycle(t);
    for (; next != scene.script.end() && next->at == t; ++next)
      if (next->what == Action::kMessage) rule.message(next->where);
    REQUIRE(rule.wrong() == "");
    for (std::uint32_t p = 0; p < scene.wiring.ends.size(); ++p) {
      const std::string found = differs(run.look(t, p), rule.look(p));
      if (found.empty()) continue;
      FAIL("cycle " << t << ", switch " << p / scene.wiring.ports << " port "
                    << p % scene.wiring.ports << ": " << found);
    }
  }
  for (std::uint32_t slot = 0; slot < scene.packets.size(); ++slot)
    REQUIRE(run.lab.at[slot] == rule.delivered(slot));
  met.waits += rule.waits;
  met.no_room += rule.no_room;
  met.stretched += rule.stretched;
  met.xoffs += static_cast<unsigned>(c.xoffs);
  REQUIRE(run.lab.run_dry());
}

/// Limits and times that no packet of these scenes meets.
flow::Params free_params(unsigned pool_units) {
  flow::Params p = lab_params({8, 7, 11});
  p.redirects = false;
  p.congestion_aware = false;
  p.source_packets = 1'000;
  p.report_hops = true;
  p.log = true;
  p.ifct.mfe.fill(2'000);
  p.ifct.mqe.fill(2'000);
  p.ifct.inj_limit = 100'000;
  p.pool_units = pool_units;
  return p;
}

/// Random traffic of `sources` to `sinks`, for the first half of the time.
void traffic(Scene& s, kernel::Stream& random, const std::vector<HostIdx>& sources,
             const std::vector<HostIdx>& sinks, double load, unsigned classes, bool ordered) {
  constexpr std::array<unsigned, 8> kSome{1, 64, 256, 257, 1'000, 2'048, 4'096, 9'216};
  constexpr std::array<unsigned, 8> kBeats{16, 41, 241, 266, 991, 2'041, 4'091, 9'191};  // whole
  const unsigned every = 1 + static_cast<unsigned>(random.below(2));  // classes in a row, or not
  const auto& bytes = s.packets.empty() && random.below(2) == 0 ? kBeats : kSome;
  for (Cycle t = 0; t < s.offers; ++t)
    for (const HostIdx from : sources) {
      if (!random.chance(load)) continue;
      const HostIdx to = sinks[random.below(sinks.size())];
      if (to == from) continue;
      const auto slot = static_cast<std::uint32_t>(s.packets.size());
      s.packets.push_back({slot, from, to, bytes[random.below(bytes.size())],
                           static_cast<std::uint8_t>(random.below(classes) * every), ordered});
      s.script.push_back({t, Action::kOffer, slot, 0});
    }
}

/// Hosts that stop and go on, outputs that are held for a while, messages.
void disturb(Scene& s, kernel::Stream& random, Cycle longest, double messages) {
  for (std::uint32_t p = 0; p < s.wiring.ends.size(); ++p) {
    const bool host = s.wiring.ends[p].kind == PortEnd::Kind::kHost;
    for (Cycle t = 10 + random.below(300); t < s.offers; t += 50 + random.below(400)) {
      const Cycle until = t + 1 + random.below(longest);
      if (host && random.below(2) == 0) {
        s.script.push_back({t, Action::kHost, p, 0});
        s.script.push_back({until, Action::kHost, p, 1});
      } else {
        s.script.push_back({t, Action::kAllow, p, static_cast<std::uint32_t>(random.below(3))});
        s.script.push_back({until, Action::kAllow, p, flow::kNoSlot});
      }
      t = until;
    }
    for (Cycle t = 0; !host && t < 2 * s.offers; ++t)
      if (random.chance(messages)) s.script.push_back({t, Action::kMessage, p, 0});
  }
  std::stable_sort(s.script.begin(), s.script.end(),
                   [](const Action& a, const Action& b) { return a.at < b.at; });
}

flow::Wiring one_switch(unsigned hosts) {
  flow::Wiring w;
  w.switches = 1;
  w.hosts = w.ports = hosts;
  for (HostIdx h = 0; h < hosts; ++h) w.ends.push_back({PortEnd::Kind::kHost, h, 0});
  return w;
}

const std::vector<HostIdx> kLeft{0, 1, 2, 3, 4, 5}, kRight{20, 21, 24, 25, 28, 31},
    kAllLeft{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

}  // namespace

TEST_CASE("FLOW-D-2, FLOW-D-3: one switch: every port in every cycle is as the page says") {
  Met met;
  for (unsigned seed = 1; seed <= 24; ++seed) {
    CAPTURE(seed);
    kernel::Stream random(seed, "one switch");
    Scene s;
    s.wiring = one_switch(5);
    s.params = free_params(4'000);
    s.params.egress_units = seed % 2 == 0 ? 512 : 64;
    if (seed % 3 != 0) {  // classes 0, 2, 4 and 6
      s.params.rates = {{{0, 1, 4}, {}, {0.25, 1, 1}, {}, {0, 0.25, 2}, {}, {0.125, 0.5, 1}, {}}};
    }
    traffic(s, random, {0, 1, 2, 3, 4}, {0, 1, 4}, 0.02, 4, seed % 4 < 2);
    disturb(s, random, 250, 0);
    play(s, met);
  }
  CHECK(met.no_room > 100);
}

TEST_CASE("FLOW-D-2: tokens of a guaranteed rate, to the byte: as the page says") {
  Met met;
  for (const unsigned bytes : {241U, 242U, 243U}) {
    for (Cycle offer = 0; offer < 10; ++offer) {
      CAPTURE(bytes, offer);
      Scene s;
      s.wiring = one_switch(3);
      s.params = free_params(4'000);
      s.params.egress_units = 64;
      s.params.rates[0] = {0.25, 1, 1};
      s.params.rates[1] = {0, 1, 100};  // first by weight
      for (std::uint32_t slot = 0; slot < 200; ++slot) {
        const auto tc = static_cast<std::uint8_t>(slot % 2);
        s.packets.push_back({slot, slot % 2, 2, bytes, tc, true});
        s.script.push_back({offer, Action::kOffer, slot, 0});
      }
      play(s, met);
    }
  }
  CHECK(met.no_room > 100);
}

TEST_CASE(
    "FLOW-D-3, FLOW-MSG, FLOW-RECV-1: a fabric: every port in every cycle is as the page says") {
  Met met;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    kernel::Stream random(seed, "fabric");
    Scene s;
    s.wiring = flow::wiring_of(golden::FatTree(8, 2));
    s.params = free_params(1'900);
    s.params.load_q = seed % 3;
    if (seed % 2 == 0) s.params.vcs = s.vcs = 2;
    traffic(s, random, kLeft, kRight, 0.01, 4, seed % 4 < 2);
    disturb(s, random, 250, 0.05);
    play(s, met);
  }
  CHECK(met.stretched > 1'000);
  CHECK(met.no_room > 100);
}

TEST_CASE("FLOW-C-4, FLOW-D-4: pools that fill: every port in every cycle is as the page says") {
  Met met;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    kernel::Stream random(seed, "pools");
    Scene s;
    s.wiring = flow::wiring_of(golden::FatTree(8, 2));
    s.params = free_params(0);
    s.params.egress_units = 64;
    s.params.pool_units = flow::pool_headroom(s.params) + flow::kMostUnits;
    if (seed % 2 == 0) s.params.vcs = s.vcs = 2;
    s.dead.assign(4, seed % 4 < 2 ? 0xe0 : 0xc0);  // one way up, or two
    s.offers = 2'000;
    traffic(s, random, kAllLeft, {28, 30, 31}, 0.008, 1 + seed % 2, false);
    disturb(s, random, 3'000, 0.02);
    play(s, met);
  }
  CHECK(met.waits > 15);
  CHECK(met.xoffs > 50);
}
