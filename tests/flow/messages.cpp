// SPDX-License-Identifier: Apache-2.0
/// Fault messages take beats of the links (FLOW-MSG).
#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "kernel/stream.hpp"
#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

constexpr PortIdx kUp = 4;
constexpr SwitchPort kLink{0, kUp};

/// Host 0 sends to host 31, by one way up only.
struct OneWay {
  explicit OneWay(unsigned packets, unsigned bytes = 1024) : lab(tree(), params()) {
    lab.controls[0]->dead = 0xf0 & ~(PortMask{1} << kUp);
    lab.header = [this](std::uint32_t, SwitchPort out) {
      if (out.sw == 0 && out.port == kUp) starts.push_back(handling);
    };
    for (unsigned i = 0; i < packets; ++i) slots.push_back(lab.send(0, 31, bytes));
  }
  static flow::Params params() {
    flow::Params p = lab_params();
    p.redirects = false;
    return p;
  }
  void run_to(Cycle end) {
    for (; handling < end; ++handling) {
      lab.run_to(handling + 1);
      if (messages.count(handling) != 0) lab.net[0].message_leaves(kUp, handling);
    }
  }
  /// Until everything is there; messages leave after the data of their cycles.
  void run() {
    run_to(1'000);
    REQUIRE(lab.run_dry());
    CHECK(lab.net.audit_end(lab.last) == "");
  }
  [[nodiscard]] Cycle arrived(unsigned packet) const { return lab.at[slots[packet]]; }

  Lab lab;
  Cycle handling = 0;
  std::set<Cycle> messages;
  std::vector<Cycle> starts;  ///< headers onto the link
  std::vector<std::uint32_t> slots;
};

/// Every wire's own account: what begins where, and for how long, messages included.
struct Wires final : flow::Observer {
  explicit Wires(Lab& watched) : lab(watched) {}
  void begins(SwitchPort out, Cycle until) {
    Wire& w = wires[out.sw * 64 + out.port];
    if (lab.wiring.ends[out.sw * lab.wiring.ports + out.port].kind != PortEnd::Kind::kSwitch)
      return;
    wrong += now < w.free ? 1 : 0;  // of the wire, or in the beat of a message
    wrong += w.taken.count(now) != 0 ? 1 : 0;
    w.free = until;
  }
  /// The beat of cycle now + 1 is the message's.
  void message(SwitchPort out) {
    Wire& w = wires[out.sw * 64 + out.port];
    w.taken.insert(now + 1);
    if (w.free > now + 1) ++w.free;
  }
  void sent(SwitchPort out, const flow::Cargo&, Cycle until) override { begins(out, until); }
  void sent_marker(SwitchPort out, golden::FlowId, Cycle until) override { begins(out, until); }
  void sent_acks(SwitchPort out, unsigned count, Cycle until) override {
    begins(out, until);
    frames.push_back({out, now, until, count});
  }
  void stretched(SwitchPort out, Cycle until) override {
    ++stretches;
    reported.push_back({out.sw * 64 + out.port, until});
  }
  void arrives(SwitchPort, const flow::Cargo&) override {}
  void decided(SwitchIdx, std::uint32_t, const RouteDecision&) override {}
  void stepped(SwitchPort, golden::FlowId, const golden::IfctRow&) override {}
  void acked(SwitchPort, const golden::AckRequest&) override {}
  void came_back(SwitchPort out, const golden::Ack&, const golden::BackMessage&) override {
    if (out.sw == 0 && out.port == kUp) acks.push_back(now);
  }
  void redirected(SwitchPort, const flow::RedirectOutput&) override {}
  void lost(SwitchPort, const flow::Cargo&) override {}

  struct Wire {
    Cycle free = 0;
    std::set<Cycle> taken;
  };
  Lab& lab;
  Cycle now = 0;
  std::map<unsigned, Wire> wires;
  std::vector<std::pair<unsigned, Cycle>> reported;  ///< wire, and when it is free
  struct Sent {
    SwitchPort out;
    Cycle at, until;
    unsigned count;
  };
  std::vector<Sent> frames;
  std::vector<Cycle> acks;  ///< when ACKs have come back over the link from switch 0
  unsigned wrong = 0;
  unsigned stretches = 0;
};

}  // namespace

TEST_CASE("FLOW-MSG: a packet under way ends a beat later, and nothing begins in that beat") {
  OneWay free(2);
  free.run();
  REQUIRE(free.starts.size() == 2);
  const Cycle first = free.starts[0], second = free.starts[1];
  REQUIRE(second == first + 42);  // 1,033 bytes on a link of 25
  for (Cycle at = first - 4; at < second + 44; ++at) {
    OneWay met(2);
    met.messages = {at};
    met.run();
    INFO("message in cycle " << at << ", headers in " << first << " and " << second);
    const bool in_first = at + 1 == first;
    const bool in_second = at + 1 >= first && at + 1 <= second;
    CHECK(met.starts[0] == first + (in_first ? 1 : 0));
    CHECK(met.starts[1] == second + (in_second ? 1 : 0));
    CHECK(met.arrived(0) == free.arrived(0) + (in_first ? 1 : 0));
    CHECK(met.arrived(1) == free.arrived(1) + (in_second ? 1 : 0));
  }
}

TEST_CASE("FLOW-MSG: each message costs what is under way its own beat") {
  OneWay free(2);
  free.run();
  const Cycle first = free.starts[0], second = free.starts[1];
  OneWay under_way(2);
  for (Cycle at = first + 3; at < first + 8; ++at) under_way.messages.insert(at);
  under_way.run();
  CHECK(under_way.starts[0] == first);
  CHECK(under_way.starts[1] == second + 5);
  REQUIRE(under_way.lab.stalls.size() == 5);
  for (const auto& [slot, out] : under_way.lab.stalls) {
    CHECK(slot == under_way.slots[0]);
    CHECK((out.sw == kLink.sw && out.port == kLink.port));
  }
  OneWay before(2);
  for (Cycle at = first - 6; at < first + 2; ++at) before.messages.insert(at);
  before.run();
  CHECK(before.starts[0] == first + 3);  // those for beats before it cost nothing
  CHECK(before.starts[1] == second + 3);
}

TEST_CASE(
    "FLOW-MSG: of a packet that is lost a message takes a beat of the wire and nothing else") {
  OneWay free(1, 9'000);
  free.run_to(200);
  REQUIRE(free.starts.size() == 1);
  for (const Cycle after : {2U, 100U}) {  // where a header would be there or not
    OneWay one(1, 9'000);
    one.lab.net[0].lose_next(kUp, 1);
    one.messages = {free.starts[0] + after};
    one.run_to(200);
    CHECK(one.starts.empty());
    REQUIRE(one.lab.net.counts().lost == 1);
    CHECK(one.lab.net[0].output(kUp).tail_at == free.starts[0] + 361 + 1);
    CHECK(one.lab.stalls.empty());
    CHECK(one.lab.net.cargo(one.slots[0]).late == 0);
    const PortEnd& far = tree().ends[kUp];
    CHECK(one.lab.net[far.index].input(static_cast<PortIdx>(far.port)).last_tail == 0);
    one.run();
  }
}

TEST_CASE("FLOW-MSG: the far input is read until the tail is there") {
  for (const Cycle after : {2U, 7U, 100U}) {  // from 7 on the header is at the far end
    Cycle read[2];
    for (const bool message : {false, true}) {
      OneWay one(1, 9'000);  // 361 beats, read in 282 cycles
      one.run_to(200);
      REQUIRE(one.starts.size() == 1);
      OneWay again(1, 9'000);
      if (message) again.messages = {one.starts[0] + after};
      again.run_to(200);
      const PortEnd& far = tree().ends[kUp];
      read[message ? 1 : 0] =
          again.lab.net[far.index].input(static_cast<PortIdx>(far.port)).read_free;
      again.run();
    }
    CHECK(read[1] == read[0] + 1);
  }
}

TEST_CASE("FLOW-MSG: ACKs come a cycle later for each message that meets their frame") {
  const PortEnd& far = tree().ends[kUp];
  const auto run = [&](Cycle from, unsigned messages) {
    OneWay one(30, 64);
    for (SwitchIdx s = 0; s < tree().switches; ++s)  // the other way by the same link
      for (PortIdx port = 4; s != 0 && port < 8; ++port) {
        const PortEnd& up = tree().ends[s * tree().ports + port];
        if (up.kind == PortEnd::Kind::kSwitch && up.index != far.index)
          one.lab.controls[s]->dead |= PortMask{1} << port;
      }
    one.lab.send(31, 0, 9'000);  // ACKs gather behind it
    Wires wires(one.lab);
    one.lab.net.observe(wires);
    for (Cycle c = 0; c < 2'000; ++c) {
      wires.now = c;
      one.run_to(c + 1);
      if (c >= from && c < from + messages)
        one.lab.net[far.index].message_leaves(static_cast<PortIdx>(far.port), c);
    }
    REQUIRE(one.lab.net.packets_in_flight() == 0);
    one.lab.net.forget(wires);
    return std::pair{wires.frames, wires.acks};
  };
  const auto [frames, acks] = run(0, 0);
  unsigned before = 0;  // ACKs in earlier frames
  auto frame = frames.begin();
  for (; frame != frames.end(); ++frame) {
    if (frame->out.sw != far.index || frame->out.port != far.port) continue;
    if (frame->until > frame->at + 2) break;
    before += frame->count;
  }
  REQUIRE(frame != frames.end());
  REQUIRE(before < acks.size());
  const auto later = [&, first = acks[before]](Cycle from, unsigned messages) {
    return run(from, messages).second[before] - first;
  };
  for (Cycle at = frame->at; at < frame->until + 2; ++at)
    CHECK(later(at, 1) == (at + 1 < frame->until ? 1 : 0));
  CHECK(later(frame->at, 2) == 2);
}

TEST_CASE("FLOW-MSG: messages among packets, ACKs and markers: every law holds, all wires alone") {
  for (const unsigned every : {3U, 20U}) {
    flow::Params p = lab_params();
    p.stale_t = 2'000;  // markers too
    Lab lab(flow::wiring_of(golden::FatTree(4, 3)), p);
    Wires wires(lab);
    lab.net.observe(wires);
    kernel::Stream random(every, "messages");
    for (Cycle c = 0; c < 12'000; ++c) {
      wires.now = c;
      for (HostIdx h = 0; c < 8'000 && h < lab.wiring.hosts; ++h) {
        const auto to = static_cast<HostIdx>(random.below(lab.wiring.hosts));
        if (to != h && random.chance(0.02) && lab.net.terminal(h).can_inject())
          lab.send(h, to, 64 + static_cast<unsigned>(random.below(1'000)));
      }
      lab.run_to(c + 1);
      for (SwitchIdx sw = 0; sw < lab.wiring.switches; ++sw)
        for (PortIdx port = 0; port < lab.wiring.ports; ++port) {
          const PortEnd& end = lab.wiring.ends[sw * lab.wiring.ports + port];
          const bool busy = c % 2'000 < 400;  // with nothing but messages
          if (end.kind != PortEnd::Kind::kSwitch || (!busy && random.below(every) != 0)) continue;
          wires.message({sw, port});
          lab.net[sw].message_leaves(port, c);
        }
      for (const auto& [wire, until] : wires.reported)
        if (wires.wires[wire].free != until) ++wires.wrong;
      wires.reported.clear();
      if (c % 100 == 0) REQUIRE(lab.net.audit(c) == "");
    }
    CHECK(wires.wrong == 0);
    CHECK(wires.stretches > 1'000);
    REQUIRE(lab.run_dry());
    CHECK(lab.net.audit_end(lab.last) == "");
    CHECK(lab.net.counts().delivered == lab.net.counts().injected);
    CHECK(lab.net.counts().reorders == 0);
    CHECK(lab.net.counts().ack_frames > 1'000);
    lab.net.forget(wires);
  }
}
