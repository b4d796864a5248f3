// SPDX-License-Identifier: Apache-2.0
/// What the audit finds: one register after the other is broken, and it has to say which rule and
/// where (WH-CRED-1). With all of them as they were it says nothing.
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "inside.hpp"
#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;
using wormhole::bit;
using wormhole::ChannelMask;
using wormhole::Params;
using wormhole::Release;

namespace {

// Channels of a node of a line with two virtual channels.
constexpr unsigned kUp = 0;
constexpr unsigned kDown = 2;
constexpr unsigned kHost = 4;

std::string at(SwitchIdx node, unsigned channel, const char* what) {
  return "node " + std::to_string(node) + " channel " + std::to_string(channel) + ": " + what;
}

/// A line of three nodes, and a way to break it.
struct Broken {
  explicit Broken(const Params& p) : lab({{3}}, p), shared(shared_of(lab.net)) {}

  wormhole::In& in(SwitchIdx node, unsigned c) { return shared.in[node * shared.channels + c]; }
  wormhole::Out& out(SwitchIdx node, unsigned c) { return shared.out[node * shared.channels + c]; }

  /// What the audit of the node says when a register of it has this value.
  template <class T, class V>
  std::string with(SwitchIdx node, T& reg, V value) {
    const T was = std::exchange(reg, static_cast<T>(value));
    const std::string text = lab.net[node].audit();
    reg = was;
    return text;
  }
  template <class Mask>
  std::string flipped(SwitchIdx node, unsigned channel) {
    ChannelMask& mask = mask_of<Mask>(lab.net[node]);
    return with(node, mask, mask ^ bit(channel));
  }
  std::string mended(SwitchIdx node, unsigned channel) {
    return with(node, shared.rare[node].mended, bit(channel));
  }
  /// What is under way in a cycle in which nothing is: set there, it has been made.
  ChannelMask& flits_to(std::uint32_t entity) {
    shared.wires.start(lab.now + 1);
    return shared.wires.flits_here(entity);
  }
  ChannelMask& credits_to(std::uint32_t entity) {
    shared.wires.start(lab.now + 1);
    return shared.wires.credits_here(entity);
  }
  /// The audit of node 1 with flits made on the way to node 2, and credits on the way back.
  std::string made(ChannelMask flits, ChannelMask credits) {
    flits_to(2) = flits;
    credits_to(1) = credits;
    std::string text = lab.net[1].audit();
    flits_to(2) = credits_to(1) = 0;
    return text;
  }
  /// Nothing comes to node 1 in the next but one cycle, since messages have the links.
  void hold_back() {
    lab.net[0].message_leaves(0, lab.now - 1);
    lab.net[2].message_leaves(1, lab.now - 1);
    lab.cycle();
  }

  Lab lab;
  wormhole::Shared& shared;
};

Params four_flits() { return line_params(2, 4, 1, Release::kTailLeftBuffer); }

/// Two worms cross node 1, up and down.
void cross(Broken& b) {
  b.lab.send(0, 2, 100);
  b.lab.send(2, 0, 100);
  b.lab.run(20);
  for (const unsigned c : {kUp, kDown}) {
    REQUIRE(b.in(1, c).target == (c == kUp ? kDown : kUp));
    REQUIRE(b.in(1, c).count > 0);
  }
  REQUIRE(b.lab.net.audit().empty());
}

/// Kills the link of nodes 1 and 2 in both directions, or brings it back.
void kill(Lab& lab) {
  lab.net[1].link_dies(0, lab.now);
  lab.net[2].link_dies(1, lab.now);
}
void heal(Lab& lab) {
  lab.net[1].link_heals(0, lab.now);
  lab.net[2].link_heals(1, lab.now);
}

}  // namespace

TEST_CASE("wormhole: the audit finds what is wrong at the head of a channel",
          "[WH-CRED-1][WH-BUF-2]") {
  Broken b(four_flits());
  cross(b);
  while (b.in(1, kUp).count > 1) b.hold_back();
  for (const unsigned c : {kUp, kDown}) {
    REQUIRE(b.in(1, c).count == 1);
    CHECK(b.with(1, b.in(1, c).depth, 0) == at(1, c, "the buffer overflows"));
    CHECK(b.flipped<Fronted>(1, c) == at(1, c, "flits without a head"));
    const std::string states = at(1, c, "the head is in two states");
    CHECK(b.flipped<Need>(1, c) == states);
    CHECK(b.flipped<Waiting>(1, c) == states);
    CHECK(b.flipped<Drain>(1, c) == states);
    CHECK(b.flipped<Held>(1, c) == at(1, c, "holder and channel disagree"));
    CHECK(b.with(1, b.in(1, c).target, wormhole::kNoChannel) ==
          at(1, c, "holder and channel disagree"));
    CHECK(b.with(1, b.in(1, c).target, kHost) == at(1, c, "holder and channel disagree"));
  }
  CHECK(b.with(1, b.out(1, kDown).owner, kHost) == at(1, kUp, "holder and channel disagree"));
  // Nobody is at the head of the other virtual channels.
  for (const unsigned c : {kUp + 1, kDown + 1, kHost, kHost + 1}) {
    const std::string states = at(1, c, "the head is in two states");
    CHECK(b.flipped<Need>(1, c) == states);
    CHECK(b.flipped<Waiting>(1, c) == states);
    CHECK(b.flipped<Drain>(1, c) == states);
    CHECK(b.flipped<Held>(1, c) == states);
    CHECK(b.with(1, b.in(1, c).target, kUp) == at(1, c, "holder and channel disagree"));
  }
}

TEST_CASE("wormhole: the audit finds what is wrong at an output", "[WH-CRED-1][WH-VC]") {
  Broken b(line_params(2, 12, 1, Release::kTailLeftBuffer));
  cross(b);
  for (const unsigned c : {kUp, kUp + 1, kDown, kDown + 1, kHost, kHost + 1}) {
    CAPTURE(c);
    CHECK(b.flipped<Exists>(1, c) == at(1, c, "a channel that leads nowhere"));
    CHECK(b.mended(1, c) == at(1, c, "a channel that leads nowhere"));
    CHECK(b.flipped<Free>(1, c) == at(1, c, "free, held or closing"));
    CHECK(b.flipped<Closing>(1, c) == at(1, c, "free, held or closing"));
    CHECK(b.flipped<Filled>(1, c) == at(1, c, "filled is wrong"));
    CHECK(b.flipped<Credit>(1, c) == at(1, c, "credit is wrong"));
  }
  CHECK(b.with(1, b.out(1, kUp + 1).owner, kHost) == at(1, kUp + 1, "free, held or closing"));
  for (const unsigned c : {kUp, kDown}) {
    const unsigned credits = b.out(1, c).credits;
    REQUIRE(credits > 1);
    CHECK(b.with(1, b.out(1, c).credits, credits + 1) == at(1, c, "credits are lost or made"));
    CHECK(b.with(1, b.out(1, c).credits, credits - 1) == at(1, c, "credits are lost or made"));
    CHECK(b.with(1, b.out(1, c).credits, 0) == at(1, c, "credit is wrong"));
  }
}

TEST_CASE("wormhole: the audit finds a channel that is free before its credits are home",
          "[WH-CRED-1][WH-VC]") {
  Broken b(four_flits());
  // To the neighbours, so that the credits of node 1 are what is missing.
  b.lab.send(1, 2, 1);
  while (mask_of<Closing>(b.lab.net[1]) == 0) b.lab.cycle();
  const auto free_now = [&b](unsigned c) {
    ChannelMask& closing = mask_of<Closing>(b.lab.net[1]);
    REQUIRE(closing == bit(c));
    const ChannelMask was = std::exchange(closing, 0);
    std::string text = b.flipped<Free>(1, c);
    closing = was;
    return text;
  };
  CHECK(free_now(kUp) == at(1, kUp, "free before all credits are home"));
  b.lab.run_dry();
  b.lab.send(1, 0, 1);
  while (mask_of<Closing>(b.lab.net[1]) == 0) b.lab.cycle();
  CHECK(free_now(kDown) == at(1, kDown, "free before all credits are home"));
}

TEST_CASE("wormhole: the audit finds what comes by a port that leads nowhere",
          "[WH-CRED-1][WH-DEAD]") {
  Broken b(four_flits());
  cross(b);
  for (const unsigned c : {0U, 1U}) {  // up, from the last node
    CHECK(b.flipped<Fronted>(2, c) == at(2, c, "a flit came by a port that leads nowhere"));
    CHECK(b.flipped<Exists>(2, c) == at(2, c, "a channel that leads nowhere"));
    CHECK(b.flipped<Free>(2, c) == at(2, c, "free, held or closing"));
    CHECK(b.flipped<Credit>(2, c) == at(2, c, "credit is wrong"));
  }
}

TEST_CASE("wormhole: the audit finds what is on a dead link", "[WH-CRED-1][WH-CUT][WH-REP-2]") {
  Broken b(line_params(2, GENERATE(1U, 4U), 1, Release::kTailLeftBuffer));
  kill(b.lab);
  const auto on_it = [&b](unsigned vc) {
    const unsigned c = kUp + vc;
    const std::string dead = at(1, c, "something is on a dead link");
    const unsigned far = kDown + vc;
    CHECK(b.made(bit(far), 0) == dead);
    CHECK(b.made(0, bit(c)) == dead);
    CHECK(b.made(bit(far), bit(c)) == dead);
    CHECK(b.made(0, 0).empty());
    CHECK(b.flipped<Credit>(1, c) == at(1, c, "credit is wrong"));
  };
  for (const unsigned vc : {0U, 1U}) on_it(vc);
  CHECK(b.mended(1, kUp) == at(1, kUp, "a channel that leads nowhere"));
  for (const SwitchIdx end : {1U, 2U}) {
    b.lab.net[end].link_known_dead(end == 1 ? 0 : 1, b.lab.now);
    REQUIRE(b.lab.net[end].audit().empty());
  }
  for (const unsigned vc : {0U, 1U}) on_it(vc);
  CHECK(b.mended(1, kUp) == at(1, kUp, "a channel that leads nowhere"));
  CHECK(b.flipped<Free>(1, kUp) == at(1, kUp, "free, held or closing"));
  heal(b.lab);
  REQUIRE(b.lab.net.audit().empty());  // back, and neither end knows
  CHECK(b.flipped<Exists>(1, kUp) == at(1, kUp, "a channel that leads nowhere"));
  CHECK(b.with(1, b.shared.rare[1].mended, bit(kUp)) ==
        at(1, kUp + 1, "a channel that leads nowhere"));
  CHECK(b.flipped<Free>(1, kUp) == at(1, kUp, "free, held or closing"));
  CHECK(b.made(bit(kDown), 0) == at(1, kUp, "credits are lost or made"));
}

TEST_CASE("WH-RECV-2 wormhole: the audit finds credits of slow hosts", "[WH-CRED-1]") {
  Params p = four_flits();
  p.injection_flits = GENERATE(1U, 16U);
  p.slow.hosts = {0, 2};
  p.slow.rate = 300000;
  Broken b(p);
  b.lab.send(0, 2, 40);
  b.lab.send(2, 0, 40);
  b.lab.send(1, 1, 40);
  for (unsigned cycles = 0; cycles < 40; ++cycles) {
    b.lab.cycle();
    REQUIRE(b.lab.net.audit().empty());
    for (const SwitchIdx node : {0U, 2U}) {
      for (const unsigned c : {kHost, kHost + 1}) {
        const unsigned credits = b.out(node, c).credits;
        const std::string wrong = at(node, c, "credits of a slow host are lost or made");
        CHECK(b.with(node, b.out(node, c).credits, credits + 2) ==
              (credits == 0 ? at(node, c, "credit is wrong") : wrong));
        if (credits > 1) CHECK(b.with(node, b.out(node, c).credits, credits - 1) == wrong);
      }
    }
  }
}

TEST_CASE("wormhole: the audit finds credits of hosts", "[WH-CRED-1]") {
  Params p = four_flits();
  p.injection_channels = 2;
  Broken b(p);
  cross(b);
  const HostIdx host = GENERATE(0U, 1U, 2U);
  for (const unsigned v : {0U, 1U}) {
    const unsigned c = kHost + v;
    const std::string wrong = at(host, c, "credits of the host are lost or made");
    b.flits_to(host) = bit(c);
    CHECK(b.lab.net.sender(host).audit() == wrong);
    CHECK(b.lab.net.audit() == "flits are lost or made");
    ++b.shared.counts.injected;
    CHECK(b.lab.net.audit() == wrong);
    --b.shared.counts.injected;
    b.flits_to(host) = 0;
    b.credits_to(3 + host) = bit(v);
    CHECK(b.lab.net.audit() == wrong);
    b.credits_to(3 + host) = 0;
    CHECK(b.lab.net.audit().empty());
  }
}

TEST_CASE("wormhole: the audit finds two flits, or credits, at one port in one cycle",
          "[WH-CRED-1][WH-SA-1]") {
  Broken b(four_flits());
  for (unsigned cycles = 0; cycles < 8; ++cycles) {  // all places of the ring
    b.lab.net.cycle(b.lab.now++);
    for (std::uint32_t entity = 0; entity < 6; ++entity) {
      for (const unsigned c : {kUp, kDown, kHost}) {
        const ChannelMask both = bit(c) | bit(c + 1);
        b.flits_to(entity) = both;
        CHECK(b.lab.net.audit() == at(entity, c, "two flits at one port"));
        b.flits_to(entity) = 0;
        b.credits_to(entity) = both;
        CHECK(b.lab.net.audit() == at(entity, c, "two flits at one port"));
        b.credits_to(entity) = 0;
      }
      // By different ports it is no matter of the port.
      const ChannelMask apart = bit(kUp) | bit(kDown + 1) | bit(kHost);
      b.flits_to(entity) = apart;
      b.credits_to(entity) = apart;
      CHECK(b.lab.net.audit().find("two flits") == std::string::npos);
      b.flits_to(entity) = 0;
      b.credits_to(entity) = 0;
      REQUIRE(b.lab.net.audit().empty());
    }
  }
}

TEST_CASE("WH-CONS wormhole: the audit finds flits that are lost or made") {
  Broken b(four_flits());
  cross(b);
  wormhole::Counts& n = b.shared.counts;
  for (std::uint64_t* made : {&n.injected, &n.aborts, &n.come}) {
    ++*made;
    CHECK(b.lab.net.audit() == "flits are lost or made");
    for (std::uint64_t* gone : {&n.ejected, &n.drained, &n.lost, &n.left}) {
      ++*gone;
      CHECK(b.lab.net.audit().empty());
      --*made;
      CHECK(b.lab.net.audit() == "flits are lost or made");
      ++*made, --*gone;
    }
    --*made;
  }
  // What is on its way to a router counts, what is on its way to a host has been counted.
  b.flits_to(0) = bit(kUp);
  CHECK(b.lab.net.audit() == "flits are lost or made");
  b.flits_to(0) = 0;
  b.flits_to(3) = bit(0);
  CHECK(b.lab.net.audit().empty());
}

TEST_CASE("FAB-RANK-2 wormhole: the audit leaves out what others simulate", "[WH-CRED-1]") {
  // More nodes than a word has bits, and one host: the set has a place for each node.
  const SwitchIdx last = 64;
  wormhole::Wiring wiring = tb::Grid{{65}}.wiring();
  wiring.hosts = 1;
  for (SwitchIdx n = 1; n <= last; ++n) wiring.ends[n * wiring.ports + 2] = {};
  const tb::Grid grid{{65}};
  Lab lab(wiring, four_flits(),
          [&grid](std::uint32_t n) { return std::make_unique<tb::GridControl>(grid, n, 2); });
  std::vector<bool> here(65, true);
  here[last] = false;
  lab.net.share(here);
  const auto without_free = [&lab](SwitchIdx node, unsigned c) {
    mask_of<Free>(lab.net[node]) ^= bit(c);
    const std::string text = lab.net.audit();
    mask_of<Free>(lab.net[node]) ^= bit(c);
    REQUIRE(lab.net.audit().empty());
    return text;
  };
  for (const SwitchIdx node : {0U, 1U, 62U, 63U}) {
    CHECK(without_free(node, kUp) == at(node, kUp, "free, held or closing"));
  }
  CHECK(without_free(last, kDown).empty());
  // A link to such a node has its credits elsewhere.
  wormhole::Shared& shared = shared_of(lab.net);
  --shared.out[62 * shared.channels + kUp].credits;
  CHECK(lab.net.audit() == at(62, kUp, "credits are lost or made"));
  ++shared.out[62 * shared.channels + kUp].credits;
  --shared.out[63 * shared.channels + kUp].credits;
  CHECK(lab.net.audit().empty());
}
