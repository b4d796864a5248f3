// SPDX-License-Identifier: Apache-2.0
/// What keeps a host from sending more than its switch can hold: the pool's back-stop, pauses of a
/// flow (FLOW-D-4, FLOW-D-5, FAB-BUF): to the unit and to the cycle.
#include <catch2/catch.hpp>

#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// Host 0 sends to host 1, whose port is held; what leaves the host may be kept for later.
struct Held {
  explicit Held(const flow::Params& p) : lab(two_hosts(), p) {
    lab.net[0].allow(1, 0, 0);
    lab.held_back = [this](std::uint32_t slot) {
      if (keeps) kept.push_back(slot);
      else left.push_back(lab.now);
      return keeps;
    };
  }
  /// Packets of so many units, which the host lets go and which do not come yet.
  void keep(std::initializer_list<unsigned> units, std::uint8_t tc) {
    keeps = true;
    for (const unsigned u : units) lab.send(0, 1, 256 * u, tc);
    run_to(lab.now + 10'000);
    REQUIRE(kept.size() == units.size());
    keeps = false;
  }
  /// The next of them is in the pool seven cycles from now.
  void coming() { lab.net[0].header_coming(0, kept[next++], lab.now - lab.last); }
  void comes() {
    coming();
    run_to(lab.now + 20);
  }
  void run_to(Cycle end) {
    while (lab.now < end) lab.run_to(lab.now + 1);
  }
  [[nodiscard]] flow::PortLook in() const { return lab.net[0].look(0); }

  Lab lab;
  bool keeps = false;
  std::vector<std::uint32_t> kept;
  std::vector<Cycle> left;  ///< when the host has sent one that comes
  std::size_t next = 0;
};

flow::Params wide() {
  flow::Params p = quiet({8, 6, 12});
  p.ifct.mqe.fill(4'000);
  p.ifct.mfe.fill(4'000);
  p.ifct.inj_limit = 60'000;
  return p;
}

}  // namespace

TEST_CASE("FLOW-D-4, FAB-BUF: XOFF to the unit, a pool that is full, and one that is over-full") {
  constexpr std::uint8_t kClass = 3;
  flow::Params p = wide();
  const unsigned headroom = flow::pool_headroom(p);
  p.pool_units = headroom + 80;
  REQUIRE(headroom > 63 + 1);
  REQUIRE(headroom <= 5 * 63);
  Held h(p);
  const unsigned rest = headroom - 1;  // behind the unit that is one too many
  h.keep({60, 20, 1, rest / 5, rest / 5, rest / 5, rest / 5, rest - 4 * (rest / 5), 1}, kClass);
  h.comes();
  h.comes();
  CHECK(h.in().held == 80);
  CHECK(h.in().xoff_said == 0);
  CHECK(h.lab.net.counts().xoffs == 0);
  h.comes();
  CHECK(h.in().xoff_said == std::uint64_t{1} << kClass);
  CHECK(h.lab.net.counts().xoffs == 1);
  // The host holds this class and goes on with the others.
  h.lab.send(0, 1, 64, kClass);
  h.lab.send(0, 1, 64, kClass - 1);
  h.run_to(h.lab.now + 100);
  CHECK(h.left.size() == 1);
  CHECK(h.lab.net.terminal(0).waiting() == 1);
  for (int i = 0; i < 5; ++i) h.comes();
  CHECK(h.in().held == p.pool_units + 1);  // with that of the other class
  CHECK(h.lab.net.violation() == "");
  CHECK(h.lab.net.counts().pool_high == p.pool_units);
  CHECK(h.lab.net.counts().xoffs == 1);
  h.comes();
  CHECK(h.lab.net.violation().find("FAB-BUF") == 0);
  CHECK(h.lab.net.violation().find("a pool overflows") != std::string::npos);
}

TEST_CASE("FLOW-D-4: XON to the unit, the host goes on a link's latency later") {
  constexpr std::uint8_t kClass = 5;
  flow::Params p = wide();
  p.pool_units = flow::pool_headroom(p) + 80;
  Held h(p);
  h.keep({1, 1, 40, 40}, kClass);
  for (int i = 0; i < 4; ++i) h.comes();
  REQUIRE(h.in().xoff_said == std::uint64_t{1} << kClass);
  const auto waits = h.lab.send(0, 1, 64, kClass);
  const auto one = [&] {
    h.lab.net[0].allow(1, 1, h.lab.now);
    h.run_to(h.lab.now + 60);
  };
  one();
  CHECK(h.in().held == 81);
  CHECK(h.in().xoff_said == std::uint64_t{1} << kClass);
  CHECK(h.left.empty());
  one();
  REQUIRE(h.left.size() == 1);
  CHECK(h.left[0] == h.lab.hops[1].at + p.link_latency);
  CHECK(h.lab.net.counts().xoffs == 2);  // again, as that one is there
  h.lab.net[0].allow(1, flow::kNoSlot, h.lab.now);
  REQUIRE(h.lab.run_dry());
  CHECK(h.lab.at[waits] != kNever);
  CHECK(h.lab.net.audit_end(h.lab.last) == "");
}

TEST_CASE("FLOW-D-4, FLOW-C-4: with an XON what found no port open chooses again, at once") {
  constexpr std::uint8_t kClass = 2;
  constexpr PortIdx kUp = 4;
  flow::Params p = quiet({8, 6, 10});
  p.pool_units = flow::pool_headroom(p) + flow::kMostUnits;
  p.ifct.mfe.fill(900);
  p.ifct.fc_hi = 900;
  Lab lab(tree(), p);
  lab.controls[0]->dead = 0xe0;
  const SwitchIdx root = tree().ends[kUp].index;
  for (PortIdx port = 0; port < 8; ++port) lab.net[root].allow(port, 0, 0);
  for (HostIdx h = 0; h < 4; ++h) lab.send(h, 16 + h, 9'000, kClass);
  lab.run_to(3'000);
  REQUIRE(lab.net[0].look(kUp).xoff_seen == std::uint64_t{1} << kClass);
  const auto waits = lab.send(0, 24, 64, kClass);
  lab.run_to(3'100);
  CHECK(lab.first_port[waits] == 0xff);
  CHECK(lab.net[0].look(kUp).waiting_units == 2 * 36);  // of hosts 2 and 3
  for (PortIdx port = 0; port < 8; ++port) lab.net[root].allow(port, flow::kNoSlot, lab.now);
  while (lab.net[0].look(kUp).xoff_seen != 0) lab.run_to(lab.now + 1);
  const Cycle on = lab.now - 1;
  CHECK(on < 3'200);
  REQUIRE(lab.run_dry());
  for (const Hop& h : lab.hops)
    if (h.slot == waits && h.sw == 0) CHECK(h.at == on + 8);  // choice, grant, MAP, DEQ
  CHECK(lab.at[waits] != kNever);
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE("FLOW-D-5: a pause begins above the limit and is over at half of it, to the cycle") {
  for (const unsigned limit : {8U, 9U}) {
    CAPTURE(limit);
    flow::Params p = wide();
    p.pause_t = 50'000;
    p.ifct.mqe.fill(100);
    p.ifct.mqe[0] = limit;
    Held h(p);
    h.keep({1, 1, 1, 1, 1, 1, 1, 1, 1}, 0);
    while (h.next < limit) h.comes();
    const Cycle from = h.lab.now;
    for (int i = 0; i < 60; ++i) h.lab.send(0, 1, 16);  // a cycle each on the link
    // Link, stages, look-up, ENQ, and the link again.
    const Cycle paused = from + p.link_latency + 7 + 2 + 2 + p.link_latency;
    h.run_to(paused + 400);
    CHECK(h.lab.net.counts().pauses == 3);  // in 15, 17 and 19, until the host holds
    REQUIRE(!h.left.empty());
    CHECK(h.left.front() == from);
    CHECK(h.left.back() == paused - 1);
    const auto queued = static_cast<unsigned>(limit + h.left.size());
    CHECK(h.in().held == queued);
    h.left.clear();
    for (unsigned left = queued; left > limit / 2; --left) {
      CHECK(h.left.empty());
      h.lab.net[0].allow(1, 1, h.lab.now);
      h.run_to(h.lab.now + 30);
    }
    REQUIRE(!h.left.empty());
    CHECK(h.left[0] == h.lab.hops.back().at + p.link_latency);
  }
}

TEST_CASE("FLOW-D-5: a pause that is over by itself begins anew with the next packet above") {
  for (const bool over : {false, true}) {
    CAPTURE(over);
    flow::Params p = wide();
    p.pause_t = 200;
    p.log = true;
    p.ifct.mqe.fill(4);
    Held h(p);
    h.keep({1, 1, 1, 1, 1, 1}, 0);
    while (h.next < 5) h.comes();
    const Cycle enqueued = h.lab.now - 20 + 7 + 2 + 2;
    CHECK(h.lab.net.counts().pauses == 1);
    const Cycle until = enqueued + p.link_latency + p.pause_t;
    h.run_to(until - 11 - (over ? 0 : 1));
    h.coming();
    h.run_to(until + 100);
    CHECK(h.lab.net.counts().pauses == (over ? 2 : 1));
    std::vector<Cycle> logged;
    for (const flow::FlowEvent& e : h.lab.net.log())
      if (e.what == flow::FlowEvent::What::kPaused) logged.push_back(e.at);
    CHECK(logged == (over ? std::vector<Cycle>{enqueued, until} : std::vector<Cycle>{enqueued}));
  }
}

TEST_CASE("FL-POOL, FLOW-D-4: XOFF and XON of one cycle are not said, in whichever order") {
  constexpr std::uint8_t kClass = 2;
  flow::Params p = wide();
  p.pool_units = flow::pool_headroom(p) + 80;
  unsigned at_once = 0;
  for (unsigned wait = 0; wait < 30; ++wait) {
    Held h(p);
    h.keep({1, 79, 1}, kClass);
    h.comes();
    h.comes();
    REQUIRE(h.in().held == 80);
    const Cycle comes = h.lab.now + 7;  // the unit that is one too many
    h.coming();
    h.run_to(h.lab.now + wait);
    h.lab.net[0].allow(1, 1, h.lab.now);
    h.run_to(h.lab.now + 60);
    REQUIRE(h.lab.hops.size() == 1);
    const Cycle leaves = h.lab.hops[0].at;
    CAPTURE(comes, leaves);
    CHECK(h.lab.net.counts().xoffs == (comes < leaves ? 1U : 0U));
    CHECK(h.in().held == 80);
    CHECK(h.in().xoff_said == 0);
    if (comes == leaves) ++at_once;
  }
  CHECK(at_once == 1);
}
