// SPDX-License-Identifier: Apache-2.0
/// `label_epoch` and `mcc_label` of one node with anything at their pins, also what no mesh would
/// send: epochs of any size, statuses and links that come and go without a restart.
#include <catch2/catch.hpp>

#include "cosim/lockstep/runtime.hpp"
#include "cosim/mesh/rtl.hpp"
#include "golden/mesh/epoch.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using golden::EpochInput;
using golden::EpochState;
using golden::kDirections;
using golden::LabelInput;
using golden::LabelState;

namespace {

unsigned below(kernel::Stream& random, unsigned n) {
  return static_cast<unsigned>(random.below(n));
}

/// An epoch below the last one: near this one, with the low bits all 1, or one bit away.
std::uint32_t some_epoch(kernel::Stream& random, std::uint32_t now) {
  std::uint32_t epoch = now;
  switch (below(random, 4)) {
    case 0: epoch = now + below(random, 4) - 1; break;
    case 1: epoch = now | ((1U << below(random, 32)) - 1U); break;
    case 2: epoch = now ^ 1U << below(random, 32); break;
    default: break;
  }
  return epoch > 0xfffffff0U ? now : epoch;
}

EpochInput some_input(kernel::Stream& random, std::uint32_t now) {
  EpochInput in;
  in.up = now < 0xfffffff0U && random.chance(0.4);
  for (unsigned d = 0; d < kDirections; ++d) {
    if (random.chance(0.2)) in.received |= static_cast<std::uint8_t>(1U << d);
    in.epoch[d] = some_epoch(random, now);
    in.bad[d] = static_cast<std::uint8_t>(below(random, 64));
    in.line[d] = static_cast<std::uint8_t>(below(random, 64));
  }
  return in;
}

std::uint64_t packed(const std::array<std::uint8_t, kDirections>& six) {
  std::uint64_t word = 0;
  for (unsigned d = 0; d < kDirections; ++d) word |= std::uint64_t{six[d]} << 6 * d;
  return word;
}

}  // namespace

TEST_CASE("MESH-EPO-1, MESH-EPO-2, MESH-EPO-3: a node in any epoch, RTL and golden", "[mesh]") {
  kernel::Stream random(5, "epochs");
  unsigned high = 0;
  const auto block = cosim::make_label_epoch({});
  for (unsigned i = 0; i < 3'000; ++i) {
    block->reset();
    EpochState golden;
    for (unsigned clock = 0; clock < 30; ++clock) {
      const auto d = cosim::compare(golden, *block);
      INFO("run " << i << " clock " << clock << " epoch " << golden.epoch);
      REQUIRE((d ? d->requirement : "") == std::string());
      const EpochInput in = some_input(random, golden.epoch);
      golden = golden::epoch_step(golden, in);
      const cosim::LabelEpochNow now = block->edge(in);
      REQUIRE(now.restart == golden.fresh);
      REQUIRE(now.nb_bad == packed(golden.nb_bad));
      REQUIRE(now.nb_line == packed(golden.nb_line));
      if (golden.epoch > 0x80000000U) ++high;
    }
  }
  CHECK(high > 1'000);
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("MESH-LAB-1, MESH-LAB-2, MESH-LAB-6: a node among anything, RTL and golden", "[mesh]") {
  kernel::Stream random(6, "labels");
  const auto block = cosim::make_mcc_label({});
  const auto sparse = [&random] {
    return static_cast<std::uint8_t>(random.next() & random.next() & random.next() & 0x3fU);
  };
  for (unsigned i = 0; i < 3'000; ++i) {
    block->reset();
    LabelState golden;
    for (unsigned clock = 0; clock < 12; ++clock) {
      const auto d = cosim::compare(golden, *block);
      INFO("run " << i << " clock " << clock);
      REQUIRE((d ? d->requirement : "") == std::string());
      LabelInput in;
      in.restart = random.chance(0.1);
      in.faulty = random.chance(0.1);
      in.present = static_cast<std::uint8_t>(~sparse() & 0x3fU);
      in.link_dead = sparse();
      for (unsigned k = 0; k < kDirections; ++k) {
        in.nb_bad[k] = sparse();
        in.nb_line[k] = sparse();
      }
      golden = golden::label_step(golden, in);
      block->edge(cosim::to_block(in));
    }
  }
  CHECK_FALSE(cosim::rtl_failure_pending());
}
