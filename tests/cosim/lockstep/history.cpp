// SPDX-License-Identifier: Apache-2.0
/// The last events of a switch that the report of a mismatch lists.
#include <catch2/catch.hpp>

#include "cosim/lockstep/history.hpp"

using namespace selvage;
using namespace selvage::cosim;

namespace {

using Lines = std::vector<std::string>;

std::string words(int event) { return std::to_string(event); }

}  // namespace

TEST_CASE("a history keeps the last events, oldest first", "[COS-PLACE]") {
  History<int, 3> history;
  CHECK(history.lines(words).empty());
  for (int i = 1; i <= 5; ++i) history.add(static_cast<Cycle>(10 * i)) = i;
  CHECK(history.lines(words) == Lines{"cycle 30: 3", "cycle 40: 4", "cycle 50: 5"});
}

TEST_CASE("many events of one sort push out none of another", "[COS-PLACE]") {
  History<int, 2, 2> history;
  history.add(5, 1) = 7;
  for (int i = 1; i <= 4; ++i) history.add(static_cast<Cycle>(10 * i), 0) = i;
  history.add(50, 1) = 8;
  CHECK(history.lines(words) == Lines{"cycle 5: 7", "cycle 30: 3", "cycle 40: 4", "cycle 50: 8"});
}
