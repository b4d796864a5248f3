// SPDX-License-Identifier: Apache-2.0
/// Whose turn it is in a switch (FL-TURN, docs/reference/flow-switch.md).
#include <catch2/catch.hpp>

#include <map>
#include <set>
#include <utility>

#include "flow/turns.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using flow::Turns;

namespace {

/// The first element of a set that is not below `next`, else the first of all.
template <class Set, class Key>
auto from(Set& all, const Key& next) {
  const auto at = all.lower_bound(next);
  return at == all.end() ? all.begin() : at;
}

}  // namespace

TEST_CASE("FL-TURN: inputs in turn, rows of an input in turn, of any number of both") {
  for (const auto& [inputs, rows] :
       {std::pair{1U, 1U}, {2U, 3U}, {3U, 64U}, {5U, 65U}, {8U, 130U}, {64U, 200U}}) {
    CAPTURE(inputs, rows);
    Turns turns(inputs, rows);
    kernel::Stream random(inputs * 1'000 + rows, "turns");
    std::map<unsigned, std::set<unsigned>> heads;
    std::map<unsigned, unsigned> next_row;
    unsigned next = 0;
    for (unsigned t = 0; t < 20'000; ++t) {
      const bool fills = t / 700 % 2 == 0;  // up to all of them, down to none
      for (unsigned n = 0; n < (fills ? 3 : 0); ++n) {
        const auto in = static_cast<unsigned>(random.below(inputs));
        const auto id = static_cast<unsigned>(random.below(rows));
        if (!heads[in].insert(id).second) continue;
        turns.add(static_cast<PortIdx>(in), static_cast<golden::FlowId>(id));
      }
      for (auto at = heads.begin(); at != heads.end();)
        at = at->second.empty() ? heads.erase(at) : std::next(at);
      REQUIRE(turns.empty() == heads.empty());
      for (unsigned in = 0; in < inputs; ++in)
        REQUIRE(turns.empty(static_cast<PortIdx>(in)) == (heads.count(in) == 0));
      if (heads.empty() || random.chance(0.3)) continue;
      const auto input = from(heads, next);
      const unsigned row = *from(input->second, next_row[input->first]);
      const Turns::Head head = turns.take();
      REQUIRE(head.in == input->first);
      REQUIRE(head.id == row);
      input->second.erase(row);
      next = input->first + 1;
      next_row[input->first] = row + 1;
    }
  }
}
