// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "fabric/faults/link_state.hpp"
#include "fabric/record/event_log.hpp"
#include "fabric/run.hpp"
#include "ring_system.hpp"

using namespace selvage;
using namespace selvage::fabric;

namespace {

/// A state that sends everything by one port.
class Always final : public RouteView {
 public:
  explicit Always(PortIdx port) : port_(port) {}
  RouteDecision preview(const RouteRequest&) const override { return by(port_); }
  static RouteDecision by(PortIdx port) {
    return {RouteDecision::Outcome::kForward, port, 0, PortMask{1} << port};
  }

 private:
  PortIdx port_;
};

/// An event log, reported in few words.
struct Log {
  Log(const Topology& t, std::size_t faults) : topology(t), log(t, faults) {}

  void sent(Cause cause, std::uint32_t slot, SwitchPort from, Cycle now) {
    log.on(
        MessageSent{cause, slot, from, topology.peer(from.sw, from.port).index, {}, now, false, 0});
  }
  void arrived(std::uint32_t slot, Cycle now) { log.on(MessageArrived{slot, {}, {}, now}); }
  void lost(std::uint32_t fault, SwitchPort where, DropReason reason, PacketId id, Cycle now) {
    log.on(PacketLost{fault, where, reason, id, now});
  }
  void declared(std::uint32_t event, Cycle now) {
    log.on(LinkDeclared{event, {1, 1}, is_repair(event), now});
  }
  void changed(std::uint32_t event, SwitchIdx sw, Cycle now) {
    log.on(StateChanged{{event, 1}, sw, nullptr, nullptr, now});
  }
  /// The state of switch 3.
  void change(std::uint32_t fault, PortIdx before, PortIdx after, Cycle now) {
    log.on(StateChanged{{event_of(fault, false), 1},
                        3,
                        std::make_shared<Always>(before),
                        std::make_shared<Always>(after),
                        now});
  }
  /// A decision there for packet `id` from 0 to 5.
  void decided(PacketId id, PortIdx port, Cycle requested, Cycle now) {
    log.on(Decided{3, packet, {id, 0, 5, 0, 0}, Always::by(port), requested, now});
  }
  [[nodiscard]] const FaultStory& story(std::size_t fault) { return log.stories()[fault]; }

  const Topology& topology;
  EventLog log;
  Packet packet;
};

}  // namespace

TEST_CASE("the log is bounded and counts what it leaves out", "[VIEW-EV-2]") {
  const tb::Ring ring(8);
  Log log(ring, 2);
  for (std::uint32_t i = 0; i < EventLog::kMessages + 5; ++i) {
    log.sent({event_of(0, false), 1}, i, {1, 1}, 10 + i);
    log.lost(0, {1, 1}, DropReason::kSentIntoDead, i, 10 + i);
  }
  log.arrived(EventLog::kMessages + 1, 9999);  // of one that was not recorded
  log.arrived(7, 30);
  log.arrived(6, 31);
  log.arrived(5, 33);
  log.changed(event_of(0, false), 2, 33);
  const FaultStory& story = log.story(0);
  CHECK(story.messages.size() == EventLog::kMessages);
  CHECK(story.messages_cut == 5);
  CHECK(story.losses.size() == EventLog::kLosses);
  CHECK(story.losses_cut == EventLog::kMessages + 5 - EventLog::kLosses);
  CHECK(story.messages[7].arrived == 30);
  CHECK(story.messages[6].changed);  // the youngest that can have been handled
  CHECK_FALSE(story.messages[7].changed);
  CHECK_FALSE(story.messages[5].changed);
  CHECK(story.messages[7].to.sw == 2);
  CHECK(story.messages[8].arrived == kNever);
}

TEST_CASE("a slot used again names the new message", "[VIEW-EV-2]") {
  const tb::Ring ring(8);
  Log log(ring, 1);
  log.sent({event_of(0, false), 1}, 4, {1, 1}, 10);
  log.log.on(MessageLost{4, {}});
  log.sent({event_of(0, false), 2}, 4, {2, 1}, 20);
  log.arrived(4, 24);
  CHECK(log.story(0).messages[0].arrived == kNever);
  CHECK(log.story(0).messages[1].arrived == 24);
}

TEST_CASE("a repair is part of its failure's story, what is of unknown cause of none",
          "[VIEW-EV-2]") {
  const tb::Ring ring(8);
  Log log(ring, 2);
  log.declared(event_of(1, false), 5);
  log.declared(event_of(1, true), 50);
  log.sent({event_of(1, true), 1}, 3, {1, 1}, 52);
  log.sent({}, 4, {1, 1}, 53);
  log.arrived(4, 57);
  log.arrived(3, 56);
  log.changed(event_of(1, false), 2, 60);  // of the failure: not by it
  const FaultStory& story = log.story(1);
  REQUIRE(story.declarations.size() == 2);
  CHECK_FALSE(story.declarations[0].up);
  CHECK(story.declarations[1].up);
  REQUIRE(story.messages.size() == 1);
  CHECK(story.messages[0].repair);
  CHECK_FALSE(story.messages[0].changed);
  log.changed(event_of(1, true), 2, 61);
  CHECK(story.messages[0].changed);
  REQUIRE(story.changes.size() == 2);
  CHECK_FALSE(story.changes[0].repair);
  CHECK(story.changes[1].repair);
  CHECK(log.story(0).messages.empty());
}

TEST_CASE("a packet is rerouted when the change is why it goes another way", "[RUN-STORY]") {
  const tb::Ring ring(8);
  Log log(ring, 2);
  CHECK_FALSE(log.log.watches(3));
  log.change(0, 1, 2, 100);
  REQUIRE(log.log.watches(3));
  log.decided(1, 2, 100, 102);  // asked before the change
  CHECK(log.story(0).reroutes.empty());
  log.decided(2, 1, 101, 103);  // goes the old way
  CHECK(log.story(0).reroutes.empty());
  log.decided(3, 2, 102, 104);
  REQUIRE(log.story(0).reroutes.size() == 1);
  CHECK(log.story(0).reroutes[0].packet == 3);
  CHECK(log.story(0).reroutes[0].port == 2);
  CHECK(log.story(0).reroutes[0].instead_of == PortIdx{1});
  CHECK_FALSE(log.log.watches(3));
  log.change(0, 2, 1, 200);  // one per switch and failure
  CHECK_FALSE(log.log.watches(3));

  log.change(1, 1, 1, 300);  // changed nothing for this request: what differs is not its doing
  log.decided(4, 2, 301, 303);
  CHECK(log.story(1).reroutes.empty());
}

TEST_CASE("a change that never shows is not watched for ever", "[RUN-STORY]") {
  const tb::Ring ring(8);
  Log log(ring, 1);
  log.change(0, 1, 1, 100);
  for (unsigned i = 0; i < EventLog::kWatched; ++i) {
    REQUIRE(log.log.watches(3));
    log.decided(i, 1, 200 + i, 202 + i);
  }
  CHECK_FALSE(log.log.watches(3));
}

TEST_CASE("a packet without a route is charged to the failure that last changed the switch",
          "[RUN-STORY]") {
  const tb::Ring ring(8);
  Log log(ring, 2);
  constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  log.lost(kNobody, {3, 1}, DropReason::kNoRoute, 1, 50);
  log.change(0, 1, 2, 100);
  log.change(1, 1, 2, 110);
  log.lost(kNobody, {3, 1}, DropReason::kNoRoute, 2, 120);
  CHECK(log.story(0).losses.empty());
  REQUIRE(log.story(1).losses.size() == 1);
  CHECK(log.story(1).losses[0].packet == 2);
}
