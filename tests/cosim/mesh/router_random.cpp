// SPDX-License-Identifier: Apache-2.0
// One router in RTL with anything at its pins beside the page's rules: headers of any sub-network,
// neighbours of any statuses, credits that come late, links and the node that die and come back at
// any time (docs/reference/mesh-router.md).
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <string>

#include "cosim/lockstep/runtime.hpp"
#include "kernel/stream.hpp"
#include "router_rule.hpp"

using namespace selvage;
using test::RouterRule;

namespace {

constexpr unsigned kPorts = RouterRule::kPorts;
constexpr unsigned kVcs = RouterRule::kVcs;
constexpr unsigned kChannels = RouterRule::kChannels;
constexpr PortIdx kHost = RouterRule::kHost;
constexpr unsigned kMostPlaces = 64;
constexpr unsigned kMostCredits = 255;

unsigned below(kernel::Stream& random, unsigned n) {
  return static_cast<unsigned>(random.below(n));
}
template <class T>
T pick(kernel::Stream& random, std::initializer_list<T> of) {
  return *(of.begin() + below(random, static_cast<unsigned>(of.size())));
}

/// How often things come to pass in a run.
struct Rates {
  double flit, tail, credit, message, death, wipe, wrong;
};

Rates some_rates(kernel::Stream& random) {
  Rates r{};
  r.flit = pick(random, {0.01, 0.1, 0.5, 0.9, 1.0});
  r.tail = pick(random, {0.02, 0.2, 0.5, 1.0});
  r.credit = pick(random, {0.05, 0.3, 0.9});
  r.message = pick(random, {0.0, 0.0, 0.01, 0.2});
  r.death = pick(random, {0.0, 0.0, 0.003, 0.02});
  r.wipe = r.death > 0.01 ? 0.005 : 0.0;
  r.wrong = pick(random, {0.0, 0.0, 0.1});
  return r;
}

/// Places of a buffer, or credits: few, about a power of two, or any up to `most`.
unsigned some_places(kernel::Stream& random, unsigned most) {
  unsigned places = 1 + below(random, most);
  if (random.chance(0.4)) {
    places = 1 + below(random, 4);
  } else if (random.chance(0.4)) {
    places = (1U << below(random, 8)) + below(random, 3) - 1;
  }
  return std::min(std::max(places, 1U), most);
}

/// A mesh for every number of bits that a coordinate has.
const golden::Mesh& some_mesh(kernel::Stream& random) {
  static std::map<unsigned, golden::Mesh> meshes;
  const unsigned k = pick(random, {2U, 3U, 8U, 16U});
  return meshes.try_emplace(k, k, k).first->second;
}

cosim::RouterOptions some_options(kernel::Stream& random, bool separable, std::uint64_t bugs) {
  cosim::RouterOptions o;
  o.mesh = &some_mesh(random);
  o.self = below(random, o.mesh->switch_count());
  o.name = "bench";
  o.separable = separable;
  o.free_at_tail = random.chance(0.5);
  o.messages_take = random.chance(0.5);
  o.reserve = random.chance(0.8);
  o.bugs = bugs;
  const bool slow = random.chance(0.5);
  for (unsigned c = 0; c < kChannels; ++c) {
    o.depth.push_back(some_places(random, kMostPlaces));
    const bool all = c / kVcs == kHost && !slow;
    o.full.push_back(all ? 0 : some_places(random, kMostCredits));
  }
  return o;
}

cosim::MeshConfig node_of(const cosim::RouterOptions& options, cosim::MeshOverview& overview) {
  cosim::MeshConfig config;
  config.mesh = options.mesh;
  config.overview = &overview;
  config.rule.reserve = options.reserve;
  return config;
}

/// A router in RTL, the rules, and far ends that keep to credits and clear links, no more.
class Bench {
 public:
  Bench(kernel::Stream& draw, bool separable, std::uint64_t bugs = 0)
      : random(draw),
        options(some_options(draw, separable, bugs)),
        overview(*options.mesh, {}),
        config(node_of(options, overview)),
        rates(some_rates(draw)),
        rtl(cosim::router_build(separable).make(options)),
        rule(config, options) {
    for (unsigned c = 0; c < kChannels; ++c) room[c] = options.depth[c];
    now = draw.below(14);
  }
  /// The first difference in so many cycles, and with `rest` until all is at rest; empty: none.
  std::string run(unsigned cycles, bool rest = true) {
    std::string difference;
    for (unsigned i = 0; i < cycles && difference.empty(); ++i) difference = cycle(true);
    for (unsigned i = 0; rest && i < 4000 && difference.empty() && !rtl->idle(); ++i)
      difference = cycle(false);
    if (rest && difference.empty() && !rtl->idle()) difference = "WR-IDLE: it never rests";
    if (difference.empty()) return {};
    return std::string(options.separable ? "separable" : "serial") + " allocator, cycle " +
           std::to_string(now) + ": " + difference;
  }
  std::uint64_t flits = 0, cut = 0, dropped = 0, missed = 0;

 private:
  enum class Link { kUp, kDead, kKnown, kBack };

  template <class Act>
  void both(Act act) {
    act(*rtl);
    act(rule);
    touched = true;
  }
  [[nodiscard]] bool present(PortIdx port) const {
    return port == kHost || options.mesh->has(options.self, port);
  }
  [[nodiscard]] bool alive(PortIdx port) const {
    return link[port] == Link::kUp || link[port] == Link::kBack;
  }
  std::string cycle(bool busy);
  void links();
  void dies(PortIdx port);
  void wipe();
  void come(PortIdx port);
  [[nodiscard]] std::uint64_t head(PortIdx port);
  void credit(unsigned channel);
  void message(PortIdx port);
  [[nodiscard]] std::string compare();
  void note();

  kernel::Stream& random;
  cosim::RouterOptions options;
  cosim::MeshOverview overview;
  cosim::MeshConfig config;
  Rates rates;
  std::unique_ptr<cosim::RouterBlock> rtl;
  RouterRule rule;
  Cycle now = 0;
  bool touched = false;  ///< something is at the pins
  bool wiped = false;    ///< in this cycle
  std::array<Link, kPorts> link{};
  std::array<unsigned, kChannels> room{};  ///< credits of those who send to it
  std::array<bool, kChannels> inside{};    ///< of a worm, they are
  std::array<unsigned, kChannels> owed{};  ///< credits that come to it
};

std::string Bench::cycle(bool busy) {
  touched = wiped = false;
  if (busy) links();
  if (busy && random.chance(rates.wipe)) wipe();
  for (PortIdx port = 0; port < kPorts; ++port) {
    if (!present(port)) continue;
    if (busy && random.chance(rates.flit)) come(port);
    if (busy && port != kHost && alive(port) && random.chance(rates.message)) message(port);
    for (unsigned c = port * kVcs; c < (port + 1U) * kVcs; ++c) credit(c);
  }
  if (random.chance(0.002)) rates.credit = pick(random, {0.0, 0.05, 0.3, 0.9});
  if (touched || !rtl->idle()) {
    rtl->edge(now);
  } else {
    ++missed;  // WR-IDLE
  }
  rule.edge(now);
  ++now;
  note();
  return compare();
}

/// One thing of a link in a cycle: it dies, is declared dead, begins anew, is declared up.
void Bench::links() {
  for (PortIdx port = 0; port < kHost; ++port) {
    if (!present(port)) continue;
    Link& at = link[port];
    if (at == Link::kUp || at == Link::kBack) {
      if (random.chance(rates.death)) {
        dies(port);
      } else if (at == Link::kBack && random.chance(0.1)) {
        both([&](auto& r) { r.link_event(port, true); });
        at = Link::kUp;
      }
    } else if (at == Link::kDead && random.chance(0.1)) {
      both([&](auto& r) { r.link_event(port, false); });
      at = Link::kKnown;
    } else if (at == Link::kKnown && (rule.shown().clear >> port & 1U) != 0 && random.chance(0.1)) {
      both([&](auto& r) {
        r.link_alive(port, true);
        r.link_begins(port);
      });
      at = Link::kBack;
      for (unsigned c = port * kVcs; c < (port + 1U) * kVcs; ++c) {
        room[c] = options.depth[c];
        owed[c] = 0;
      }
    }
  }
}

void Bench::dies(PortIdx port) {
  link[port] = link[port] == Link::kUp || link[port] == Link::kDead ? Link::kDead : Link::kKnown;
  both([&](auto& r) { r.link_alive(port, false); });
  for (unsigned c = port * kVcs; c < (port + 1U) * kVcs; ++c) inside[c] = false;
}

/// All links die with the node, and its host begins anew.
void Bench::wipe() {
  wiped = true;
  for (PortIdx port = 0; port < kHost; ++port) {
    if (present(port)) dies(port);
  }
  both([](auto& r) { r.wipe(); });
  for (unsigned c = kHost * kVcs; c < kChannels; ++c) {
    room[c] = options.depth[c];
    inside[c] = false;
  }
}

/// A flit, which is nothing over a dead link and to a node that dies.
void Bench::come(PortIdx port) {
  const unsigned c = port * kVcs + below(random, kVcs);
  const bool nothing = !alive(port) || wiped;
  if (nothing ? random.chance(0.8) : room[c] == 0) return;
  const bool first = !inside[c];
  cosim::Flit flit;
  flit.vc = c % kVcs;
  flit.head = first != random.chance(rates.wrong);
  flit.tail = random.chance(rates.tail);
  flit.abort = random.chance(0.2);
  flit.data = first ? head(port) : random.next();
  both([&](auto& r) { r.flit(port, flit); });
  if (nothing) return;
  inside[c] = !flit.tail;
  --room[c];
}

/// To anywhere, near, or back where it comes from; a header that is in plane yz already has come to
/// its x, and no proxy of it is in x (docs/systems/mesh.md).
std::uint64_t Bench::head(PortIdx port) {
  const golden::Mesh& mesh = *options.mesh;
  golden::MeshPoint to = mesh.point_of(options.self);
  for (unsigned i = 0; i < 3; ++i) {
    if (random.chance(0.5)) to.at[i] = static_cast<int>(below(random, mesh.k()));
  }
  if (port != kHost && random.chance(0.2)) to = mesh.point_of(options.self).beside(port);
  const unsigned sub = below(random, 4);
  const bool yz = port != kHost && sub >= 2;
  if (yz) to.at[0] = mesh.point_of(options.self)[0];
  const SwitchIdx destination = mesh.node_at(to);
  unsigned proxy = port == kHost || random.chance(0.7) ? 0 : 1 + below(random, 6);
  if (proxy != 0 && (!mesh.has(destination, proxy - 1) || (yz && proxy <= 2))) proxy = 0;
  const std::uint64_t spare = random.next() & std::uint64_t{3} << 30;
  return rtl->head({static_cast<std::uint32_t>(random.next()), below(random, mesh.host_count()),
                    destination, static_cast<std::uint8_t>(sub | proxy << 2), random.chance(0.5)}) |
         spare;
}

/// One that is owed, or any over a dead link.
void Bench::credit(unsigned channel) {
  const bool nothing = !alive(static_cast<PortIdx>(channel / kVcs));
  if (nothing ? random.chance(0.9) : owed[channel] == 0 || !random.chance(rates.credit)) return;
  both([&](auto& r) { r.credit(channel); });
  if (!nothing) --owed[channel];
}

/// Statuses of an epoch near this one.
void Bench::message(PortIdx port) {
  const auto sparse = [this] {
    const std::uint64_t word = random.next() & random.next() & random.next();
    return random.chance(0.5) ? 0 : word & 0x3fU;
  };
  std::uint64_t epoch = rule.epoch();
  if (random.chance(0.2)) epoch ^= 1U;
  ControlMessage m;
  m.body =
      sparse() | sparse() << cosim::MeshNode::kLineShift | epoch << cosim::MeshNode::kEpochShift;
  both([&](auto& r) { r.message(port, m); });
}

/// What the far ends see.
void Bench::note() {
  const cosim::RouterShown& s = rule.shown();
  for (unsigned c = 0; c < kChannels; ++c) room[c] += s.credits >> c & 1U;
  dropped += s.answer == 4 ? 1 : 0;
  for (PortIdx port = 0; port < kPorts; ++port) {
    if ((s.flits >> port & 1U) == 0) continue;
    const unsigned c = port * kVcs + rule.sent(port).vc;
    if (options.full[c] != 0) ++owed[c];
    ++flits;
    cut += rule.made_here(port) ? 1 : 0;
  }
}

std::string Bench::compare() {
  if (cosim::rtl_failure_pending()) return cosim::take_rtl_failure();
  const cosim::RouterShown s = rtl->shown();
  const cosim::RouterShown& e = rule.shown();
  if (s.flits != e.flits) return "WR-SA: who sends";
  if (s.credits != e.credits) return "WR-CRED: credits";
  if (s.answered != e.answered || s.taken != e.taken) return "WR-ANS: who is answered";
  if (e.answered != 0 && s.answer != e.answer) return "WR-ANS: what is answered";
  if (s.messages != e.messages) return "WR-CTL: messages";
  if (e.messages != 0 && rtl->sent_message(0).body != rule.sent_message(0).body)
    return "WR-CTL: what a message says";
  if (s.malformed != e.malformed) return "WR-RX: marks";
  if (s.clear != e.clear) return "WR-INIT: what is clear";
  for (PortIdx port = 0; port < kPorts; ++port) {
    if ((e.flits >> port & 1U) == 0) continue;
    const cosim::Flit a = rtl->sent(port);
    const cosim::Flit& b = rule.sent(port);
    if (a.vc != b.vc || a.head != b.head || a.tail != b.tail || a.abort != b.abort)
      return "WR-TX: marks of a flit";
    if (a.data != b.data && !rule.made_here(port)) return "WR-TX: data of a flit";
  }
  return {};
}

}  // namespace

TEST_CASE("COS-RESET: routers with anything at their pins, reset in mid-run", "[switch]") {
  kernel::Stream random(1, "routers");
  for (unsigned i = 0; i < 1000; ++i) {
    Bench bench(random, i % 4 == 3);
    const std::string difference = bench.run(1 + below(random, 300), false);
    INFO("run " << i << ", " << difference);
    REQUIRE(difference.empty());
  }
}

TEST_CASE("WR-EQUAL, WR-IDLE: a router with anything at its pins is as the rules say", "[switch]") {
  kernel::Stream random(2, "routers");
  std::uint64_t flits = 0, cut = 0, dropped = 0, missed = 0;
  for (unsigned i = 0; i < 500; ++i) {
    Bench bench(random, i % 4 == 3);
    const std::string difference = bench.run(1500);
    INFO("run " << i << ", " << difference);
    REQUIRE(difference.empty());
    flits += bench.flits;
    cut += bench.cut;
    dropped += bench.dropped;
    missed += bench.missed;
  }
  CAPTURE(flits, cut, dropped, missed);
  CHECK(flits > 10000);
  CHECK(cut > 100);
  CHECK(dropped > 100);
  CHECK(missed > 100);
}

TEST_CASE("WR-EQUAL: each deliberate bug of a router is seen at its pins", "[switch][bug]") {
  const unsigned which = GENERATE(range(20U, 36U));
  const bool separable = which == 35;  // its round robin that stays
  const unsigned bug = separable ? 29 : which;
  CAPTURE(bug, separable);
  std::string difference;
  kernel::Stream random(3, "routers");
  for (unsigned i = 0; i < 60 && difference.empty(); ++i)
    difference = Bench(random, separable, std::uint64_t{1} << bug).run(1500);
  CHECK_FALSE(difference.empty());
  static_cast<void>(cosim::take_rtl_failure());
}
