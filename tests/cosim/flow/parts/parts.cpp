// SPDX-License-Identifier: Apache-2.0
/// The parts of a flow-channel switch in RTL with anything at their pins, and their deliberate
/// faults (docs/reference/flow-switch.md).
#include <catch2/catch.hpp>

#include "control/random.hpp"
#include "pins.hpp"
#include "run.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

using Pins = std::string (*)(std::uint64_t, unsigned, std::uint32_t);

/// What shows a fault of a part first, with any of some seeds.
std::string hunt(Pins pins, std::uint32_t bugs) {
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    if (const std::string d = pins(seed, 3'000, bugs); !d.empty()) return d;
  return {};
}

struct Bug {
  unsigned bit;
  const char* fault;
  const char* shows;
};

void all_caught(Pins pins, const std::vector<Bug>& bugs) {
  for (const Bug& bug : bugs) {
    CAPTURE(bug.bit, bug.fault);
    CHECK_THAT(hunt(pins, 1U << bug.bit), Catch::Matchers::Contains(bug.shows));
  }
}

void all_right(Pins pins, std::uint64_t seeds) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    CAPTURE(seed);
    REQUIRE(pins(seed, 5'000, 0) == "");
  }
}

/// Each run begins with what one before it has left.
void from_reset_to_reset(Pins pins) {
  tb::Random random(1);
  for (unsigned i = 0; i < 100; ++i) {
    const unsigned seed = random.below(1'000), cycles = 1 + random.below(2U << random.below(9));
    CAPTURE(i, seed, cycles);
    REQUIRE(pins(seed, cycles, 0) == "");
  }
}

}  // namespace

TEST_CASE("COS-RESET: parts of a switch, reset in mid-run", "[flow][switch]") {
  SECTION("flow_tx") { from_reset_to_reset(tx_pins); }
  SECTION("flow_grants") { from_reset_to_reset(grants_pins); }
  SECTION("flow_queues") { from_reset_to_reset(queues_pins); }
  SECTION("flow_lookup") { from_reset_to_reset(lookup_pins); }
  SECTION("flow_steps") { from_reset_to_reset(steps_pins); }
  SECTION("flow_cross") { from_reset_to_reset(cross_pins); }
  SECTION("flow_fronts") { from_reset_to_reset(fronts_pins); }
  SECTION("flow_leads") { from_reset_to_reset(leads_pins); }
  SECTION("flow_acks") { from_reset_to_reset(acks_pins); }
  SECTION("flow_turns") { from_reset_to_reset(turns_pins); }
  SECTION("flow_choice") { from_reset_to_reset(choice_pins); }
}

TEST_CASE("FL-TX, FL-FRAME, FL-MARK, FL-MSG, FL-HOST: an output with anything at its pins",
          "[flow][switch]") {
  all_right(tx_pins, 60);
}

TEST_CASE("FL-ASK, FL-ARB, FL-RATE: grants with anything at their pins", "[flow][switch]") {
  all_right(grants_pins, 60);
}

TEST_CASE("FL-ASK, FL-ARB: more units at an output than 14 bits count are told", "[flow][bug]") {
  constexpr unsigned kAtOnce = 8 * 63, kFits = 16'383 / kAtOnce, kKept = 16'383 / 63 * 3;
  CHECK(grants_units(false, kFits) == "");
  CHECK_THAT(grants_units(false, kFits + 1), Catch::Matchers::Contains("grants_units_fit"));
  CHECK(grants_units(true, 2 * kKept) == "");
  constexpr std::uint32_t kKeeps = 1U << 5;  // a grant that came to nothing keeps its units
  CHECK(grants_units(true, kKept, kKeeps) == "");
  CHECK_THAT(grants_units(true, kKept + 1, kKeeps), Catch::Matchers::Contains("grants_units_fit"));
}

TEST_CASE("FL-POOL, FL-QUEUE, FL-PAGE, FL-READ: a buffer with anything at its pins",
          "[flow][switch]") {
  all_right(queues_pins, 60);
}

TEST_CASE("FL-LOOK: look-ups with anything at their pins", "[flow][switch]") {
  all_right(lookup_pins, 60);
}

TEST_CASE("FL-STEP: steps with anything at their pins", "[flow][switch]") {
  all_right(steps_pins, 60);
}

TEST_CASE("FL-XBAR: words of an output with anything at its pins", "[flow][switch]") {
  all_right(cross_pins, 40);
}

TEST_CASE("FL-HEAD, FL-CHOOSE, FL-WAKE, FL-LIMIT: heads with anything at their pins",
          "[flow][switch]") {
  all_right(fronts_pins, 300);
}

TEST_CASE("FL-LIMIT: of any two rows the one that met the limit first is woken first",
          "[flow][switch]") {
  for (unsigned first = 0; first < cosim::kPartRows; ++first) {
    CAPTURE(first);
    REQUIRE(fronts_turns(first) == "");
  }
}

TEST_CASE("FL-LEAD: heads that are led with anything at their pins", "[flow][switch]") {
  all_right(leads_pins, 60);
}

TEST_CASE("FL-BACK: ACKs on their way back with anything at their pins", "[flow][switch]") {
  all_right(acks_pins, 60);
}

TEST_CASE("FL-TURN: turns with anything at their pins", "[flow][switch]") {
  all_right(turns_pins, 60);
}

TEST_CASE("FL-TURN: choices with anything at their pins", "[flow][switch]") {
  all_right(choice_pins, 60);
}

TEST_CASE("FL-TURN: each deliberate fault of turns and choices is seen", "[flow][bug]") {
  all_caught(turns_pins, {{0, "the turn of the inputs stays", "FL-TURN: its input"},
                          {1, "the turn of the rows stays", "FL-TURN: its row"}});
  all_caught(choice_pins, {{0, "the pointer stays", "FL-TURN: its port"},
                           {1, "one candidate moves it", "FL-TURN: its port"},
                           {2, "loads are compared as they are", "FL-TURN: its port"},
                           {3, "ports that were left count as others", "FL-TURN: its port"}});
}

TEST_CASE("FL-LEAD, FL-BACK: each deliberate fault of what is led and of ACKs is seen",
          "[flow][bug]") {
  all_caught(leads_pins, {{0, "the answer's port does not matter", "FL-LEAD: a MAP: rule 0, RTL 1"},
                          {1, "a stalled MAP is taken", "FL-LEAD: a second DEQ"},
                          {2, "an output out of credit stays", "FL-LEAD: without this output"},
                          {3, "what is refused leaves", "FL-LEAD: a packet leaves"}});
  all_caught(acks_pins, {{0, "CHK before REV", "FL-BACK: row"},
                         {1, "the drop first", "FL-BACK: row"},
                         {2, "hosts in ascending order", "FL-BACK: row"},
                         {3, "one ACK of a cycle", "FL-BACK: "}});
}

TEST_CASE("FL-FRAME, FL-MARK, FL-MSG, FL-HOST: each deliberate fault of an output is seen",
          "[flow][bug]") {
  all_caught(tx_pins,
             {{0, "data goes before a frame that is asked for", "tx_frame_first"},
              {1, "data between a frame and the rest behind it", "FL-TX: symbol: rule 0, RTL "},
              {2, "a message takes no beat", "FL-TX: tail: rule 0, RTL 1"},
              {3, "packets begin though the host holds", "FL-TX: symbol: rule 0, RTL "},
              {4, "a packet before the marker of its edge", "FL-TX: symbol: rule 2, RTL 1"},
              {5, "a frame a beat short", "FL-TX: tail"}});
}

TEST_CASE("FL-ASK, FL-ARB, FL-RATE: each deliberate fault of the grants is seen", "[flow][bug]") {
  all_caught(grants_pins,
             {{0, "output 0 is always first", "FL-ARB: output"},
              {1, "an input's turn stays", "FL-ARB: granted: rule 0, RTL 1"},
              {2, "heads of an input that is being read are granted", "FL-ARB: granted"},
              {3, "room does not matter", "FL-RATE: class"},
              {4, "XOFF does not matter", "FL-ARB: granted: rule 0, RTL 1"},
              {5, "a grant that came to nothing keeps its units", "FL-ARB: load"},
              {6, "guaranteed rates do not count", "FL-ARB: output"},
              {7, "largest rates do not count", "FL-ARB: granted"},
              {8, "weights do not count", "FL-RATE: class"},
              {9, "who is served does not fall behind", "FL-ARB: granted: rule 1, RTL 0"},
              {10, "who asks comes first", "FL-ASK: row"}});
}

TEST_CASE("FL-POOL, FL-QUEUE, FL-PAGE: each deliberate fault of a buffer is seen", "[flow][bug]") {
  all_caught(queues_pins,
             {{0, "XOFF one unit late", "FL-POOL: XON"},
              {1, "what leaves is free when it has been read", "FL-POOL: units"},
              {2, "what is put in goes before what leaves", "FL-QUEUE: the queue was empty"},
              {3, "a word that has not come is read", "FL-READ: "},
              {4, "a page is given back with its first word", "FL-PAGE: pages in use"}});
}

TEST_CASE("FL-LOOK: each deliberate fault of the look-up is seen", "[flow][bug]") {
  all_caught(lookup_pins, {{0, "the turn stays", "FL-LOOK: its key"},
                           {1, "a class that waits asks again at once", "FL-LOOK: a look-up"},
                           {2, "an ACK wakes nobody", "FL-LOOK: a look-up: rule 1, RTL 0"},
                           {3, "a class asks while it is in the table", "FL-LOOK: a look-up"}});
}

TEST_CASE("FL-STEP: each deliberate fault of the steps is seen", "[flow][bug]") {
  all_caught(steps_pins,
             {{0, "packets of the granted row go on", "FL-STEP: an ENQ: rule 0, RTL 1"},
              {1, "its ACKs do", "FL-STEP: an ACK: rule 0, RTL 1"},
              {2, "what waits goes before what is granted", "FL-STEP: which DEQ"},
              {3, "a drop goes while a row is granted", "FL-STEP: a DEQ: rule 0, RTL 1"},
              {4, "a drop goes while its input is read", "FL-STEP: a DEQ: rule 0, RTL 1"}});
}

TEST_CASE("FL-XBAR: the deliberate fault of the crossbar is seen", "[flow][bug]") {
  all_caught(cross_pins, {{0, "the next packet is of the same input", "FL-XBAR"}});
}

namespace {

/// What shows a fault first, in any of the stories.
std::string hunt(const PartBugs& bugs) {
  for (const Story& story : kStories) {
    Run run(story, bugs);
    if (const std::string shown = run.run(8'000); !shown.empty()) return shown;
  }
  return {};
}

void all_caught(std::uint32_t PartBugs::*part, const std::vector<Bug>& bugs) {
  for (const Bug& bug : bugs) {
    CAPTURE(bug.bit, bug.fault);
    PartBugs planted;
    planted.*part = 1U << bug.bit;
    CHECK_THAT(hunt(planted), Catch::Matchers::Contains(bug.shows));
  }
}

}  // namespace

TEST_CASE("FL-EQUAL: faults of look-ups, steps and crossbar are seen beside the model",
          "[flow][bug][nightly]") {
  all_caught(&PartBugs::lookup,
             {{0, "the turn stays", "FL-LOOK: its key"},
              {1, "a class that waits asks again at once", "FL-LOOK: a look-up: model 0, RTL 1"},
              {2, "an ACK wakes nobody", "FL-LOOK: a look-up: model 1, RTL 0"},
              {3, "a class asks while it is in the table", "FL-LOOK: a look-up: model 0, RTL 1"}});
  all_caught(&PartBugs::steps,
             {{0, "packets of the granted row go on", "FL-STEP: an ENQ: model 0, RTL 1"},
              {1, "its ACKs do", "FL-STEP: an ACK: model 0, RTL 1"},
              {2, "what waits goes before what is granted", "FL-STEP: which DEQ"},
              {3, "a drop goes while a row is granted", "FL-STEP: a DEQ: model 0, RTL 1"},
              {4, "a drop goes while its input is read", "FL-STEP: a DEQ: model 0, RTL 1"}});
  all_caught(&PartBugs::cross,
             {{0, "the next packet is of the same input", "FL-XBAR: byte on the wire"}});
}

TEST_CASE("FL-HEAD, FL-CHOOSE, FL-WAKE, FL-LIMIT: each deliberate fault of the heads is seen",
          "[flow][bug]") {
  all_caught(fronts_pins,
             {{0, "an output out of credit is chosen again", "FL-CHOOSE: open ports"},
              {1, "what has become open wakes nobody", "FL-WAKE: rows whose heads wait"},
              {2, "who has to move does not block", "FL-WAKE: rows whose heads wait"},
              {3, "heads stay at a dead output", "FL-CHOOSE: rows whose heads choose"},
              {4, "what became open meanwhile is missed", "FL-WAKE: rows whose heads wait"},
              {5, "other routes are not asked for", "rows whose heads "},
              {6, "all that wait for the limit ask again", "FL-WAKE: rows whose heads wait"},
              {7, "the lowest of them", "FL-WAKE: rows whose heads wait"}});
}
