// SPDX-License-Identifier: Apache-2.0
/// The clock of a network by itself: what happens in which cycle, who is looked at, and when again.
#include <catch2/catch.hpp>

#include <functional>
#include <string>

#include "flow/agenda.hpp"

using namespace selvage;
using flow::Kind;
using flow::Serve;

namespace {

/// What an agenda hands out, written down: a kind and its place and word, or a look.
struct Day {
  explicit Day(std::size_t ports) : agenda(ports) {}
  /// The cycle that is next; kNever and nothing if there is none.
  Cycle step() {
    const Cycle next = agenda.next_activity(now);
    if (next == kNever) return kNever;
    cycle(next);
    return next;
  }
  void cycle(Cycle when) {
    seen.clear();
    now = when;
    agenda.cycle(
        when,
        [this](Kind kind, std::uint32_t where, std::uint64_t arg) {
          CHECK(agenda.now() == now);
          seen += "event " + std::to_string(static_cast<unsigned>(kind)) + " at " +
                  std::to_string(where) + " of " + std::to_string(arg) + "\n";
          if (event) event(where);
        },
        [this](Serve what, std::uint32_t where) {
          seen += "look " + std::to_string(static_cast<unsigned>(what)) + " at " +
                  std::to_string(where) + "\n";
          if (look) look(what, where);
        });
    now = when + 1;
  }
  flow::Agenda agenda;
  Cycle now = 0;
  std::string seen;
  std::function<void(std::uint32_t)> event;
  std::function<void(Serve, std::uint32_t)> look;
};

}  // namespace

TEST_CASE(
    "events of a cycle come in the order of their kinds and places, with what they were given",
    "[agenda]") {
  Day day(8);
  CHECK(day.agenda.now() == 0);
  CHECK(day.agenda.next_activity(0) == kNever);
  day.agenda.at(5, Kind::kPoll, 2, 7);
  day.agenda.at(5, Kind::kTail, 0xffff'ffff);
  day.agenda.at(5, Kind::kPoll, 1, std::uint64_t{1} << 40);
  day.agenda.at(3, Kind::kFrame, 4, 1);
  CHECK(day.agenda.next_activity(0) == 3);
  CHECK(day.agenda.next_activity(4) == 4);
  day.cycle(2);  // nothing is in it
  CHECK(day.seen.empty());
  CHECK(day.agenda.now() == 2);
  CHECK(day.step() == 3);
  CHECK(day.seen == "event 2 at 4 of 1\n");
  CHECK(day.step() == 5);
  CHECK(day.seen ==
        "event 0 at 4294967295 of 0\nevent 14 at 1 of 1099511627776\nevent 14 at 2 of 7\n");
  CHECK(day.step() == kNever);
}

TEST_CASE("places are looked at after all events, list by list, once a cycle", "[agenda]") {
  Day day(3);
  day.agenda.at(1, Kind::kTail, 0);
  day.agenda.at(1, Kind::kWake, 1);
  day.event = [&](std::uint32_t where) {
    day.agenda.serve(Serve::kTx, 2);
    day.agenda.serve(Serve::kArbiter, 2 - where);
    day.agenda.serve(Serve::kTx, 0);
    day.agenda.serve(Serve::kTx, 2);
  };
  CHECK(day.step() == 1);
  CHECK(day.seen ==
        "event 0 at 0 of 0\nevent 13 at 1 of 0\n"
        "look 0 at 2\nlook 0 at 1\nlook 7 at 2\nlook 7 at 0\n");
  CHECK(day.step() == kNever);
}

TEST_CASE("who asks in a look is looked at in the same cycle, or in the next if its turn is over",
          "[agenda]") {
  Day day(4);
  day.agenda.serve_at(6, Serve::kIfct, 0);
  day.look = [&](Serve what, std::uint32_t where) {
    if (what != Serve::kIfct || where != 0 || day.now != 6) return;
    day.agenda.serve(Serve::kRoute, 1);
    day.agenda.serve(Serve::kIfct, 2);
    day.agenda.serve(Serve::kIfct, 0);  // it is being looked at
    day.agenda.serve(Serve::kOfct, 3);
    day.agenda.serve(Serve::kArbiter, 1);
  };
  CHECK(day.step() == 6);
  CHECK(day.seen == "look 4 at 0\nlook 4 at 2\nlook 5 at 1\n");
  CHECK(day.step() == 7);
  CHECK(day.seen == "look 0 at 1\nlook 2 at 3\n");
  CHECK(day.step() == kNever);
  // Between cycles no turn is over: all are looked at in the next one that is handled.
  day.agenda.at(9, Kind::kTail, 0);
  day.event = [&](std::uint32_t) { day.agenda.serve(Serve::kArbiter, 0); };
  CHECK(day.step() == 9);
  CHECK(day.seen == "event 0 at 0 of 0\nlook 0 at 0\n");
}

TEST_CASE("a place that is asked for twice is looked at in the earlier cycle, and asks again",
          "[agenda]") {
  Day day(2);
  day.agenda.serve_at(10, Serve::kPool, 1);
  day.agenda.serve_at(15, Serve::kPool, 1);
  day.agenda.serve_at(10, Serve::kPool, 1);
  CHECK(day.step() == 10);
  CHECK(day.seen == "look 6 at 1\n");
  CHECK(day.step() == kNever);
  // An earlier one does not take the later one back; another place and another list are apart.
  day.agenda.serve_at(30, Serve::kPool, 1);
  day.agenda.serve_at(20, Serve::kPool, 1);
  day.agenda.serve_at(25, Serve::kPool, 0);
  day.agenda.serve_at(25, Serve::kTx, 1);
  for (const auto& [cycle, seen] :
       {std::pair{20, "look 6 at 1\n"}, std::pair{25, "look 6 at 0\nlook 7 at 1\n"},
        std::pair{30, "look 6 at 1\n"}}) {
    CHECK(day.step() == static_cast<Cycle>(cycle));
    CHECK(day.seen == seen);
  }
  CHECK(day.step() == kNever);
  // What was asked for is over: the same place may be asked for again, from its own look, too.
  day.look = [&](Serve what, std::uint32_t where) {
    if (day.now < 43) day.agenda.serve_at(day.now + 1, what, where);
  };
  day.agenda.serve_at(41, Serve::kEfct, 0);
  for (const Cycle t : {41, 42, 43}) {
    CHECK(day.step() == t);
    CHECK(day.seen == "look 1 at 0\n");
  }
  CHECK(day.step() == kNever);
}
