// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <random>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using selvage::golden::test::host_at;

TEST_CASE("FT-RS-1: the common ancestor's level is the highest different digit", "[golden]") {
  const FatTree tree(4, 5);
  CHECK(ancestor_level(host_at(tree, "00000"), host_at(tree, "10000")) == 4);
  CHECK(ancestor_level(host_at(tree, "01010"), host_at(tree, "01101")) == 2);
  CHECK(ancestor_level(host_at(tree, "01010"), host_at(tree, "01011")) == 0);
  CHECK(ancestor_level(host_at(tree, "01010"), host_at(tree, "01010")) == 0);
  CHECK(ancestor_level(Digits{}.with(5, 32), Digits{}) == 5);
}

TEST_CASE("FT-RS-1: down by port p_l from above or once high enough", "[golden]") {
  const FatTree tree(4, 4);
  const SwitchState healthy(2, 8);
  const Digits p = host_at(tree, "0000");
  const Digits q = host_at(tree, "0110");  // l_anc = 2
  for (unsigned level = 0; level < 4; ++level) {
    const auto from_above = route_select(level, healthy, {p, q, true});
    CHECK(from_above == FatTreeGrant{false, false, static_cast<std::uint8_t>(q[level]), 0});
    const auto from_below = route_select(level, healthy, {p, q, false});
    CHECK(from_below.up == (level < 2));
    if (level >= 2) CHECK(from_below.port == q[level]);
  }
  // Faults of the way up do not matter on the way down.
  SwitchState faulty(2, 8);
  faulty.up[0] = faulty.up[1] = {true, true, 0};
  CHECK(route_select(2, faulty, {p, q, false}).port == 1);
  CHECK(route_select(3, faulty, {p, host_at(tree, "3110"), false}).port == 3);
}

TEST_CASE("FT-RS-2: a failed port still serves destinations below its level", "[golden]") {
  const FatTree tree(4, 5);
  SwitchState state(2, 8);
  state.up[1] = {true, false, 2};
  const Digits p = host_at(tree, "00000");
  CHECK(route_select(0, state, {p, host_at(tree, "00010"), false}).v == 0b11);
  CHECK(route_select(0, state, {p, host_at(tree, "00100"), false}).v == 0b11);
  CHECK(route_select(0, state, {p, host_at(tree, "01000"), false}).v == 0b01);
  CHECK(route_select(0, state, {p, host_at(tree, "10000"), false}).v == 0b01);
}

TEST_CASE("FT-RS-4: the preferred port or the next in ascending order with wrap", "[golden]") {
  const FatTree tree(8, 3);
  const Digits p = host_at(tree, "000");
  for (unsigned excluded = 0; excluded < 16; ++excluded) {
    SwitchState state(4, 8);
    for (unsigned j = 0; j < 4; ++j) {  // half by the port states, half by the table
      if (((excluded >> j) & 1U) == 0) continue;
      if (j % 2 == 0) state.up[j] = {true, true, 0};
      if (j % 2 == 1) state.lft.insert(Digits{}.with(1, 7).with(0, 1), j);
    }
    for (unsigned preferred = 0; preferred < 4; ++preferred) {
      const Digits q = host_at(tree, "710").with(0, preferred);
      const auto grant = route_select(0, state, {p, q, false});
      CHECK(grant.up);
      CHECK(grant.v == (~excluded & 15U));
      CHECK(grant.drop == (excluded == 15));  // FT-RS-5
      unsigned j = preferred;
      while (excluded != 15 && ((excluded >> j) & 1U) != 0) j = (j + 1) % 4;
      CHECK(grant.port == (excluded == 15 ? 0 : 4 + j));
    }
  }
}

TEST_CASE("FT-RS-3: only entries of the destination's ancestor count", "[golden]") {
  const FatTree tree(8, 3);
  SwitchState state(4, 8);
  state.lft.insert(Digits{}.with(1, 7).with(0, 1), 2);
  const Digits p = host_at(tree, "000");
  CHECK(route_select(0, state, {p, host_at(tree, "712"), false}).v == 0b1011);
  CHECK(route_select(0, state, {p, host_at(tree, "722"), false}).v == 0b1111);
  CHECK(route_select(0, state, {p, host_at(tree, "612"), false}).v == 0b1111);
  CHECK(route_select(1, state, {p, host_at(tree, "722"), false}).v == 0b1011);
}

TEST_CASE("FT-RS-4: the widest switch selects among 32 up ports", "[golden]") {
  const FatTree tree(64, 3);
  SwitchState state(32, 8);
  const Digits p{};
  const Digits q = Digits{}.with(2, 63).with(0, 31);
  CHECK(route_select(0, state, {p, q, false}).v == 0xFFFFFFFFU);
  CHECK(route_select(0, state, {p, q, false}).port == 63);
  state.up[31] = {true, true, 0};
  CHECK(route_select(0, state, {p, q, false}).port == 32);
  for (unsigned j = 0; j < 31; ++j) state.lft.insert(Digits{}.with(1, 63), j);
  CHECK(route_select(0, state, {p, q, false}) == FatTreeGrant{true, true, 0, 0});
}

TEST_CASE("FT-RS-1: an answer begins as the way down by port 0", "[golden]") {
  CHECK(FatTreeGrant{} == FatTreeGrant{false, false, 0, 0});
}
