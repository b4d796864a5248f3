// SPDX-License-Identifier: Apache-2.0
/// The two-level lookup with the tables of its page (docs/reference/twolevel-blocks.md).
#include <catch2/catch.hpp>

#include <tuple>

#include "control/random.hpp"
#include "cosim/lockstep/runtime.hpp"
#include "cosim/twolevel/block.hpp"

using namespace selvage;
using cosim::TwoLevelBlock;
using cosim::TwoLevelIn;
using cosim::TwoLevelOut;

namespace {

std::unique_ptr<TwoLevelBlock> block_of(unsigned k, std::uint32_t bugs = 0) {
  for (const auto& build : cosim::twolevel_builds()) {
    if (build.k == k) return build.make({bugs});
  }
  return nullptr;
}

std::uint32_t address(unsigned a, unsigned b, unsigned c, unsigned d) {
  return a << 24 | b << 16 | c << 8 | d;
}

TwoLevelIn row(unsigned number, std::uint32_t key, std::uint32_t mask, unsigned port,
               std::uint32_t next) {
  TwoLevelIn in;
  in.load = true;
  in.load_row = number;
  in.load_valid = true;
  in.load_key = key;
  in.load_mask = mask;
  in.load_port = port;
  in.load_next = next;
  return in;
}

TwoLevelIn ask(std::uint32_t dst) {
  TwoLevelIn in;
  in.valid = true;
  in.dst = dst;
  return in;
}

TwoLevelOut answer(TwoLevelBlock& block, std::uint32_t dst) {
  block.edge(ask(dst));
  block.edge({});
  block.edge({});
  return block.outputs();
}

/// Edge switch 10.x.s.1 as the page says.
void load_edge(TwoLevelBlock& block, unsigned k, unsigned x, unsigned s) {
  const unsigned h = k / 2;
  for (unsigned r = 0; r < h; ++r) {
    block.edge(row(r, address(10, x, s, r + 2), ~0U, r, address(10, x, s, r + 2)));
    const unsigned p = (r + s) % h + h;
    block.edge(row(r + h, address(0, 0, 0, r + 2), 0xFF, p, address(10, x, p, 1)));
  }
  TwoLevelIn last = row(k, 0, 0, 0, 0);
  last.load_drop = true;
  block.edge(last);
  block.edge({});
}

}  // namespace

TEST_CASE("An edge switch finds its hosts, spreads the rest and drops what has no way",
          "[twolevel][F-TAB-3]") {
  const unsigned k = GENERATE(4U, 8U, 16U, 48U);
  const unsigned h = k / 2;
  const auto block = block_of(k);
  load_edge(*block, k, 1, h - 1);
  for (unsigned i = 2; i < h + 2; ++i) {
    TwoLevelOut out = answer(*block, address(10, 1, h - 1, i));
    CHECK(out.valid);
    CHECK(out.hit);
    CHECK_FALSE(out.drop);
    CHECK(out.row == i - 2);  // a prefix beats the suffix that matches too
    CHECK(out.port == i - 2);
    CHECK(out.next == address(10, 1, h - 1, i));
    out = answer(*block, address(10, 0, 0, i));
    CHECK(out.row == i - 2 + h);
    CHECK(out.port == (i - 2 + h - 1) % h + h);
    CHECK(out.next == address(10, 1, out.port, 1));
  }
  const TwoLevelOut none = answer(*block, address(10, 1, h - 1, h + 2));
  CHECK(none.hit);
  CHECK(none.drop);
  CHECK(none.row == k);
  CHECK(none.port == 0);
  CHECK(none.next == 0);
  block->edge({});
  CHECK_FALSE(block->outputs().valid);
  CHECK_FALSE(block->outputs().drop);
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("Without a row that matches there is no way", "[twolevel][F-TAB-3]") {
  const auto block = block_of(4);
  TwoLevelOut out = answer(*block, 1);
  CHECK(out.valid);
  CHECK_FALSE(out.hit);
  CHECK(out.drop);
  CHECK(out.row == 0);
  block->edge(row(5, 0, 0, 1, 9));  // there is no row 5
  block->edge(row(7, 0, 0, 1, 9));
  out = answer(*block, 1);
  CHECK_FALSE(out.hit);
  TwoLevelIn off = row(4, 0, 0, 3, 9);
  block->edge(off);
  CHECK(answer(*block, 1).port == 3);
  off.load_valid = false;
  block->edge(off);
  CHECK_FALSE(answer(*block, 1).hit);
}

TEST_CASE("A lookup sees loads of earlier edges, key and result alike", "[twolevel][F-SYS-2]") {
  const auto block = block_of(8);
  // edge n loads result n and asks: the answer is that of edge n-1
  for (unsigned n = 0; n < 40; ++n) {
    TwoLevelIn in = row(2, 0, 0, n % 8, 1000 + n);
    in.valid = true;
    block->edge(in);
    const TwoLevelOut out = block->outputs();  // of the lookup sampled at edge n-2
    if (n == 2) CHECK_FALSE(out.hit);
    if (n < 3) continue;
    REQUIRE(out.valid);
    REQUIRE(out.next == 1000 + n - 3);
    REQUIRE(out.port == (n - 3) % 8);
  }
  // moved to another row between two lookups
  block->reset();
  CHECK_FALSE(answer(*block, 0).hit);
}

TEST_CASE("Every deliberate fault of the two-level lookup shows", "[twolevel][bug][COS-BUG]") {
  const unsigned bug = GENERATE(range(0U, 5U));
  const auto good = block_of(4);
  const auto faulty = block_of(4, 1U << bug);
  tb::Random random(bug);
  bool differ = false;
  const auto seen = [](const TwoLevelBlock& block) {
    const TwoLevelOut o = block.outputs();
    return std::make_tuple(o.valid, o.hit, o.drop, o.row, o.port, o.next);
  };
  for (unsigned i = 0; i < 5000 && !differ; ++i) {
    TwoLevelIn in = row(random.below(5), random.below(4), random.below(4), random.below(4), i + 1);
    in.load = random.percent(40);
    in.load_valid = random.percent(70);
    in.load_drop = random.percent(20);
    in.valid = random.percent(70);
    in.dst = random.below(4);
    good->edge(in);
    faulty->edge(in);
    differ = seen(*good) != seen(*faulty);
  }
  CHECK(differ);
  static_cast<void>(cosim::take_rtl_failure());
}
