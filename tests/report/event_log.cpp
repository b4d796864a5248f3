// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "fabric/event_log.hpp"
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

void change(EventLog& log, std::uint32_t fault, PortIdx before, PortIdx after, Cycle now) {
  log.changed(fault, 3, 1, now, std::make_unique<Always>(before), std::make_unique<Always>(after));
}

}  // namespace

TEST_CASE("the log is bounded and counts what it leaves out") {
  const tb::Ring ring(8);
  EventLog log(ring, 2);
  for (std::uint32_t i = 0; i < EventLog::kMessages + 5; ++i) {
    log.sent(0, i, {1, 1}, {}, 1, 10 + i, 11 + i);
    log.packet_lost(0, {1, 1}, DropReason::kSentIntoDead, i, 10 + i);
  }
  log.handled(EventLog::kMessages + 1, 9999, true);  // of one that was not recorded
  log.handled(7, 30, true);
  const FaultStory& story = log.stories()[0];
  CHECK(story.messages.size() == EventLog::kMessages);
  CHECK(story.messages_cut == 5);
  CHECK(story.losses.size() == EventLog::kLosses);
  CHECK(story.losses_cut == EventLog::kMessages + 5 - EventLog::kLosses);
  CHECK(story.messages[7].handled == 30);
  CHECK(story.messages[7].changed);
  CHECK(story.messages[7].to.sw == 2);
  CHECK(story.messages[8].handled == kNever);
}

TEST_CASE("a slot used again names the new message") {
  const tb::Ring ring(8);
  EventLog log(ring, 1);
  log.sent(0, 4, {1, 1}, {}, 1, 10, 10);
  log.message_lost(4);
  log.sent(0, 4, {2, 1}, {}, 2, 20, 20);
  log.handled(4, 24, false);
  CHECK(log.stories()[0].messages[0].handled == kNever);
  CHECK(log.stories()[0].messages[1].handled == 24);
}

TEST_CASE("a packet is rerouted when the change is why it goes another way") {
  const tb::Ring ring(8);
  EventLog log(ring, 2);
  CHECK_FALSE(log.watches(3));
  change(log, 0, 1, 2, 100);
  REQUIRE(log.watches(3));
  log.decided(3, {1, 0, 5, 0, 0}, Always::by(2), 100, 102);  // asked before the change
  CHECK(log.stories()[0].reroutes.empty());
  log.decided(3, {2, 0, 5, 0, 0}, Always::by(1), 101, 103);  // goes the old way
  CHECK(log.stories()[0].reroutes.empty());
  log.decided(3, {3, 0, 5, 0, 0}, Always::by(2), 102, 104);
  REQUIRE(log.stories()[0].reroutes.size() == 1);
  CHECK(log.stories()[0].reroutes[0].packet == 3);
  CHECK(log.stories()[0].reroutes[0].port == 2);
  CHECK(log.stories()[0].reroutes[0].instead_of == PortIdx{1});
  CHECK_FALSE(log.watches(3));
  change(log, 0, 2, 1, 200);  // one per switch and failure
  CHECK_FALSE(log.watches(3));

  change(log, 1, 1, 1, 300);  // changed nothing for this request: what differs is not its doing
  log.decided(3, {4, 0, 5, 0, 0}, Always::by(2), 301, 303);
  CHECK(log.stories()[1].reroutes.empty());
}

TEST_CASE("a change that never shows is not watched for ever") {
  const tb::Ring ring(8);
  EventLog log(ring, 1);
  change(log, 0, 1, 1, 100);
  for (unsigned i = 0; i < EventLog::kWatched; ++i) {
    REQUIRE(log.watches(3));
    log.decided(3, {i, 0, 5, 0, 0}, Always::by(1), 200 + i, 202 + i);
  }
  CHECK_FALSE(log.watches(3));
}

TEST_CASE("a packet without a route is charged to the failure that last changed the switch") {
  const tb::Ring ring(8);
  EventLog log(ring, 2);
  constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  log.packet_lost(kNobody, {3, 1}, DropReason::kNoRoute, 1, 50);
  change(log, 0, 1, 2, 100);
  change(log, 1, 1, 2, 110);
  log.packet_lost(kNobody, {3, 1}, DropReason::kNoRoute, 2, 120);
  CHECK(log.stories()[0].losses.empty());
  REQUIRE(log.stories()[1].losses.size() == 1);
  CHECK(log.stories()[1].losses[0].packet == 2);
}
