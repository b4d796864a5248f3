// SPDX-License-Identifier: Apache-2.0
#include "kernel/index_set.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "kernel/stream.hpp"

using selvage::kernel::IndexSet;
using selvage::kernel::Stream;

TEST_CASE("an index set gives what was put in, once, in ascending order, and is empty then") {
  Stream random(1, "index_set");
  for (const std::size_t bound : {1U, 63U, 64U, 65U, 5000U}) {
    IndexSet set(bound);
    CHECK(set.empty());
    for (unsigned round = 0; round < 200; ++round) {
      std::set<std::uint32_t> model;
      for (std::uint64_t n = random.below(round % 20 + 1); n > 0; --n) {
        const auto index = static_cast<std::uint32_t>(random.below(bound));
        set.insert(index);
        model.insert(index);
        CHECK_FALSE(set.empty());
      }
      CHECK(set.take() == std::vector<std::uint32_t>(model.begin(), model.end()));
      CHECK(set.empty());
      CHECK(set.take().empty());
    }
  }
}
