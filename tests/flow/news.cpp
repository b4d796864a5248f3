// SPDX-License-Identifier: Apache-2.0
/// What an output does with news of its branches: ACKs for what is not there, credits that expire,
/// a port that is declared dead while nothing is lost.
#include <catch2/catch.hpp>

#include <functional>

#include "flow/blocks/forwarding.hpp"
#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

constexpr PortIdx kUp = 4;  ///< the one way up of switch 0 in these

/// Blocks whose output table answers something else to the first ACK that moves.
struct Wrong final : flow::ForwardingBlocks {
  using Change = std::function<void(golden::BackMessage&)>;
  Wrong(std::unique_ptr<Blocks> own, Change c) : ForwardingBlocks(std::move(own)), change(c) {}
  golden::OfctOutput ofct_answer(Cycle now) override {
    golden::OfctOutput out = ForwardingBlocks::ofct_answer(now);
    if (out.rev.valid) change(out.rev);
    return out;
  }
  Change change;
};

/// What is found wrong where that switch 0 has such an output, after `before` has been done.
std::string found(const Wrong::Change& change, const std::function<void(Lab&)>& before = {},
                  const std::function<void(flow::Params&)>& with = {}) {
  flow::Params p = quiet();
  if (with) with(p);
  bool on = false;
  Lab lab(tree(), p, [&](SwitchIdx sw, PortIdx port, const flow::BlocksConfig& config) {
    std::unique_ptr<flow::Blocks> own = flow::golden_blocks(config);
    if (sw != 0 || port != kUp) return own;
    return std::unique_ptr<flow::Blocks>(
        std::make_unique<Wrong>(std::move(own), [&on, change](golden::BackMessage& m) {
          if (on) change(m);
        }));
  });
  lab.controls[0]->dead = 0xe0;
  if (before) before(lab);
  CHECK(lab.net.violation() == "");
  on = true;
  lab.send(0, 31);
  lab.run_to(lab.now + 400);
  return lab.net.violation();
}

void stray(golden::BackMessage& m) { m = {}; }
void another(golden::BackMessage& m) {
  if (golden::moves(m.type)) --m.delta;
}
/// A packet of another flow is lost.
void loses(Lab& lab) {
  lab.net[0].lose_next(kUp, 1);
  lab.send(1, 30);
  lab.run_to(1'000);
  REQUIRE(lab.net.counts().lost == 1);
}
/// A packet stands beyond switch 0 for so long that a marker is sent, and nothing is lost.
void asks(Lab& lab) {
  lab.net[7].allow(3, 0, lab.now);
  lab.send(1, 31);
  lab.run_to(lab.params.stale_t + 1'000);
  REQUIRE(lab.net.counts().markers > 0);
  CHECK_FALSE(lab.net.lossy());
  lab.net[7].allow(3, flow::kNoSlot, lab.now);
  lab.run_to(lab.now + 1'000);
}

}  // namespace

TEST_CASE("FLOW-A-21: an ACK for an id that is free is named, unless something was lost or asked") {
  CHECK(found(stray).find("FLOW-A-21: ") == 0);
  CHECK(found(stray).find(": at switch 0 port 4: an ACK reaches a released id") !=
        std::string::npos);
  CHECK(found(stray, loses).empty());
  CHECK(found(stray, asks, [](flow::Params& p) { p.stale_t = 3'000; }).empty());
}

TEST_CASE("FLOW-A-9: an ACK that tells of other units than it acknowledges is named, by itself") {
  CHECK(found(another).find("FLOW-A-9: ") == 0);
  CHECK(found(another).find("an ACK's difference is not what it acknowledges") !=
        std::string::npos);
  CHECK(found(another, loses).empty());
  // A CREDIT acknowledges nothing.
  const auto credits = [](golden::BackMessage& m) {
    if (m.type == golden::AckType::kCredit) ++m.delta;
  };
  CHECK(found(credits, {}, [](flow::Params& p) {
          p.ifct.fc_hi = 2;
          p.ifct.fc_lo = 1;
        }).empty());
}

namespace {

/// Input tables of a port answer something else to packets, or to ACKs.
struct WrongInput final : flow::ForwardingBlocks {
  using Change = std::function<void(golden::IfctOutput&)>;
  WrongInput(std::unique_ptr<Blocks> own, Change c) : ForwardingBlocks(std::move(own)), change(c) {}
  golden::IfctOutput ifct_answer(Cycle now) override {
    golden::IfctOutput out = ForwardingBlocks::ifct_answer(now);
    change(out);
    return out;
  }
  Change change;
};

/// What is found wrong of a few packets where all inputs of the switch above kUp are such.
std::string input_found(const WrongInput::Change& change, unsigned lost = 0, unsigned packets = 1) {
  flow::Params p = quiet();
  p.stale_t = 2'000;
  const SwitchIdx root = tree().ends[kUp].index;
  Lab lab(tree(), p, [&](SwitchIdx sw, PortIdx, const flow::BlocksConfig& config) {
    std::unique_ptr<flow::Blocks> own = flow::golden_blocks(config);
    if (sw != root) return own;
    return std::unique_ptr<flow::Blocks>(std::make_unique<WrongInput>(std::move(own), change));
  });
  lab.controls[0]->dead = 0xe0;
  lab.net[0].lose_next(kUp, lost);
  for (unsigned i = 0; i < packets; ++i) lab.send(0, 31, 1'024);
  lab.run_to(lost == 1 ? 300 : 10'000);  // one: found by the second packet, else by a marker
  if (lost == 1) lab.send(0, 31, 1'024);
  lab.run_to(lab.now + 300);
  return lab.net.violation();
}

}  // namespace

TEST_CASE("FLOW-A-26: a hole of another size than what was lost is named") {
  const std::string named = "a hole of another size than what was lost";
  const auto larger = [](golden::IfctOutput& out) { out.enq.hole += out.enq.open ? 1 : 0; };
  CHECK(input_found([](golden::IfctOutput&) {}).empty());
  CHECK(input_found([](golden::IfctOutput&) {}, 1).empty());
  const std::string none = input_found(larger), one = input_found(larger, 1);
  CHECK(none.find("FLOW-A-26: ") == 0);
  CHECK(none.find(named) != std::string::npos);
  CHECK(one.find("FLOW-A-26: ") == 0);
  // A marker finds the packet that was lost.
  const auto marked = [](golden::IfctOutput& out) {
    out.enq.hole += !out.enq.open && out.enq.loss.valid ? 1 : 0;
  };
  CHECK(input_found([](golden::IfctOutput&) {}, 2).empty());
  CHECK(input_found(marked, 2).find(named) != std::string::npos);
}

TEST_CASE("FLOW-A-19: a channel that is released with data outstanding is named") {
  const auto early = [](golden::IfctOutput& out) {
    if (out.ack.up.valid) out.ack.rel = true;
  };
  CHECK(input_found(early).empty());  // it is released anyhow
  const std::string found = input_found(early, 0, 2);
  CHECK(found.find("FLOW-A-19: ") == 0);
  CHECK(found.find("a channel is released with data outstanding") != std::string::npos);
  CHECK(input_found([](golden::IfctOutput&) {}, 0, 2).empty());
}

TEST_CASE("FLOW-D-4: what waits for credit goes on when that expires") {
  for (const bool far : {false, true}) {
    CAPTURE(far);
    flow::Params p = quiet();
    p.ifct.fc_hi = 4;
    p.ifct.fc_lo = 2;
    p.ifct.headroom = 4;
    p.ifct.refresh_t = 100'000;
    p.ifct.expire_t = 4'000;
    Lab lab(tree(), p);
    lab.controls[0]->dead = 0xe0;
    const SwitchIdx root = tree().ends[kUp].index;
    for (PortIdx port = 0; port < 8; ++port) lab.net[root].allow(port, 0, 0);
    lab.send(0, 31, 1'024, 0, false);
    lab.send(0, 31, 1'024, 0, false);
    lab.run_to(500);
    REQUIRE(lab.net.counts().credits == 1);
    const auto third = lab.send(0, 31, 1'024, 0, false);
    lab.run_to(3'500);
    CHECK(lab.first_port[third] == 0xff);
    // Another row of the table whose timer is over first wakes nobody.
    if (far) lab.send(1, 30, 64, 0, false);
    lab.run_to(4'400);
    CHECK(lab.first_port[third] == kUp);
    CHECK_FALSE(lab.net.lossy());
    for (PortIdx port = 0; port < 8; ++port) lab.net[root].allow(port, flow::kNoSlot, lab.now);
    REQUIRE(lab.run_dry());
    CHECK(lab.net.audit_end(lab.last) == "");
  }
}

TEST_CASE("FLOW-A-29: a port is declared dead and nothing is lost: all ends as if something were") {
  flow::Params p = quiet();
  p.drain_t = 100;
  Lab lab(tree(), p);
  lab.controls[0]->dead = 0xe0;
  lab.net[7].allow(3, 0, 0);
  lab.send(0, 31);
  lab.send(0, 31);
  lab.run_to(300);
  CHECK_FALSE(lab.net.lossy());
  lab.net[0].port_dead(kUp, lab.now);
  lab.controls[0]->dead = 0xd0;
  lab.net[0].routes_changed(lab.now);
  CHECK(lab.run_audited(5'000, 25) == "");
  CHECK(lab.net.lossy());
  CHECK(lab.net.counts().losses > 0);
  lab.net[7].allow(3, flow::kNoSlot, lab.now);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.counts().delivered == 2);
}

TEST_CASE("FLOW-C-3: a flow blocks whatever has become a way of it since it was told to") {
  // Unordered packets are away by two ports; the ACK of the first makes the flow follow its port,
  // that is no candidate any more when the third asks, and then the ACK of the second comes.
  unsigned blocks = 0;
  for (Cycle says = 310; says < 340; ++says) {
    CAPTURE(says);
    flow::Params p = quiet();
    p.ep.congested = 0;
    p.ep.draw_w = 1;  // every packet is EP_SEVERE
    p.ifct.mfe.fill(100);
    Lab lab(tree(), p);
    lab.controls[0]->dead = 0xc0;
    const auto to_host = [&](bool on) { lab.net[7].host_says(3, on, lab.now); };
    to_host(false);
    const auto first = lab.send(0, 31, 1'024, 0, false);
    lab.run_to(60);
    lab.net[0].allow(lab.first_port[first], 0, lab.now);
    lab.controls[0]->dead |= PortMask{1} << lab.first_port[first];
    const auto second = lab.send(0, 31, 1'024, 0, false);
    lab.send(0, 31, 1'024, 0, false);  // it has still data under way then
    lab.run_to(200);
    REQUIRE(lab.first_port[second] != lab.first_port[first]);
    to_host(true);
    lab.run_to(201);
    to_host(false);
    std::uint32_t third = 0;
    while (lab.now < 700) {
      if (lab.now == 400) third = lab.send(0, 31, 1'024, 0, false);
      if (lab.now == says || lab.now == says + 1) to_host(lab.now == says);
      lab.run_to(lab.now + 1);
      if (lab.now % 20 == 0) REQUIRE(lab.net.audit(lab.now - 1) == "");
    }
    blocks += static_cast<unsigned>(lab.net.counts().blocks);
    to_host(true);
    REQUIRE(lab.run_dry());
    CHECK(lab.first_port[third] == lab.first_port[second]);
    CHECK(lab.net.audit_end(lab.last) == "");
  }
  CHECK(blocks > 0);
}
