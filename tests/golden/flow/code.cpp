// SPDX-License-Identifier: Apache-2.0
/// Check bits of rows, from "Check bits" of docs/reference/flow-blocks.md (FLOW-ECC-1); the choice
/// among ways from "least_loaded" of docs/reference/flow-port.md (FLOW-C-2).
#include <catch2/catch.hpp>
#include <vector>

#include "golden/flow/least_loaded.hpp"
#include "golden/flow/secded.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using namespace selvage::golden;

namespace {

/// Check bits by the words of the page.
std::vector<bool> by_page(const std::vector<bool>& word) {
  std::vector<unsigned> place;
  for (unsigned n = 3; place.size() < word.size(); ++n) {
    bool power = false;
    for (unsigned p = 1; p <= n; p *= 2) power = power || p == n;
    if (!power) place.push_back(n);
  }
  std::vector<bool> check;
  bool ones = false;
  for (unsigned c = 0; place.back() >> c != 0; ++c) {
    bool bit = false;
    for (std::size_t i = 0; i < word.size(); ++i) bit ^= word[i] && (place[i] >> c & 1) != 0;
    check.push_back(bit);
    ones ^= bit;
  }
  for (const bool bit : word) ones ^= bit;
  check.push_back(ones);
  return check;
}

}  // namespace

TEST_CASE("FLOW-ECC-1: check bits are those of the page, as many as it counts", "[flow][ecc]") {
  for (const auto& [width, bits] :
       {std::pair{16U, 6U}, {22U, 6U}, {69U, 8U}, {86U, 8U}, {127U, 9U}, {149U, 9U}}) {
    const Secded code(width);
    CHECK(code.check_bits() == bits);
    kernel::Stream random(width, "words");
    for (unsigned i = 0; i < 50; ++i) {
      std::vector<bool> word;
      for (unsigned b = 0; b < width; ++b) word.push_back(random.chance(0.5));
      CHECK(code.check(word) == by_page(word));
    }
    for (unsigned b = 0; b < width; ++b) {  // each bit by itself
      std::vector<bool> word(width, false);
      word[b] = true;
      CHECK(code.check(word) == by_page(word));
    }
  }
  for (unsigned width = 1; width < 40; ++width) {
    const std::vector<bool> word(width, true);
    CHECK(Secded(width).check_bits() == by_page(word).size());
    CHECK(Secded(width).check(word) == by_page(word));
  }
}

TEST_CASE("FLOW-C-2: the least loaded open candidate, of several the first from the pointer on",
          "[flow]") {
  kernel::Stream random(9, "choice");
  const LeastLoadedConfig usual;
  CHECK(usual.ports == 8);
  CHECK(usual.floor == 32);
  CHECK(usual.shift == 2);
  unsigned ties = 0, none = 0, single = 0;
  for (const unsigned ports : {2U, 5U, 8U, 64U}) {
    LeastLoadedConfig config{ports, 32, 2};
    LeastLoaded choice(config);
    unsigned pointer = 0;
    CHECK(choice.pointer() == 0);
    for (unsigned i = 0; i < 3'000; ++i) {
      if (i % 100 == 0) {
        config.floor = static_cast<unsigned>(random.below(100));
        config.shift = static_cast<unsigned>(random.below(5));
        choice.configure(config);
      }
      std::uint64_t candidates = 0, open = 0, left = 0;
      std::vector<unsigned> load(ports);
      const double density = random.chance(0.3) ? 0.1 : 0.8;
      for (unsigned p = 0; p < ports; ++p) {
        candidates |= std::uint64_t{random.chance(density)} << p;
        open |= std::uint64_t{random.chance(0.7)} << p;
        left |= std::uint64_t{random.chance(0.3)} << p;
        load[p] = static_cast<unsigned>(random.below(30));
      }
      // The rule, as the page says it.
      const auto measure = [&](unsigned p) {
        return (load[p] + ((left >> p & 1) != 0 ? config.floor : 0)) >> config.shift;
      };
      int expected = -1;
      unsigned equal = 0;
      for (unsigned n = 0; n < ports; ++n) {
        const unsigned p = (pointer + n) % ports;
        if ((candidates & open) >> p << 63 == 0) continue;
        if (expected >= 0 && measure(p) == measure(static_cast<unsigned>(expected))) ++equal;
        if (expected < 0 || measure(p) < measure(static_cast<unsigned>(expected)))
          expected = static_cast<int>(p);
      }
      const bool one = __builtin_popcountll(candidates) == 1;
      CHECK(choice.choose(
                candidates, left, [&](unsigned p) { return (open >> p & 1) != 0; },
                [&](unsigned p) { return load[p]; }) == expected);
      if (expected >= 0 && !one) pointer = (static_cast<unsigned>(expected) + 1) % ports;
      CHECK(choice.pointer() == pointer);
      ties += equal > 0;
      none += expected < 0;
      single += one && expected >= 0;
    }
  }
  CHECK(ties > 100);
  CHECK(none > 100);
  CHECK(single > 100);
}
