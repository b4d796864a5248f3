// SPDX-License-Identifier: Apache-2.0
// What a whole switch in RTL makes of beats at its pins, well formed or not (FS-RD, FS-RX-1,
// FS-RX-3), and what is left of them in a switch that dies (FS-DIE).
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cosim/plugs.hpp"

using namespace selvage;

namespace {

using cosim::Beat;

/// The lowest switch of a 4P3T, between two of its hosts, or the highest.
struct Bench {
  std::unique_ptr<System> system;
  std::unique_ptr<cosim::SwitchBlock> block;
  PortIdx in = 0;
  PortIdx out = 0;
  Cycle now = 0;
  unsigned malformed = 0;  ///< pulses since pass() began
  Cycle first = 0;         ///< when the first and the last beat left in it
  Cycle last = 0;

  explicit Bench(std::vector<std::string> bugs = {}, bool root = false, std::uint32_t capacity = 64,
                 unsigned m = 4)
      : system(find_plug("fattree")->make({{"kind", "fattree"}, {"m", m}, {"n", 3}},
                                          {Engine::kSwitch, std::move(bugs), 4})) {
    const Topology& t = system->topology();
    in = t.attachment(0).port;
    out = t.attachment(1).port;
    cosim::SwitchBlockOptions options;
    options.self = root ? t.switch_count() - 1 : t.attachment(0).sw;
    options.capacity = capacity;
    options.xon_most = 32;
    options.name = "bench";
    std::string why;
    block = system->make_switch(options, why);
    REQUIRE(block != nullptr);
  }
  [[nodiscard]] Beat head(std::uint32_t beats, std::uint32_t tag, std::uint32_t to = 1) const {
    return {true, beats == 1, false, block->head({tag, beats, 0, to})};
  }
  /// What leaves while these come, one an edge, and for long enough behind them.
  std::vector<Beat> pass(const std::vector<Beat>& beats) {
    std::vector<Beat> left;
    malformed = 0;
    for (std::size_t i = 0; i < beats.size() + 400; ++i) {
      if (i < beats.size()) block->beat(in, beats[i]);
      const bool rested = block->idle();  // FS-IDLE: then it holds nothing that may leave
      block->edge(now++);
      malformed += (block->shown().malformed >> in & 1U) != 0 ? 1 : 0;
      if ((block->shown().beats >> out & 1U) != 0) {
        CHECK(!rested);
        last = now - 1;
        if (left.empty()) first = last;
        left.push_back(block->sent(out));
      }
    }
    CHECK(block->idle());
    CHECK(block->held(in) == 0);
    return left;
  }
};

Beat beat(bool tail = false) { return {false, tail, false, 7}; }

/// One packet of so many beats, its tail marked as cut or not.
void one_packet(const std::vector<Beat>& left, std::size_t beats, bool bad) {
  REQUIRE(left.size() == beats);
  for (std::size_t i = 0; i < beats; ++i) {
    CHECK(left[i].head == (i == 0));
    CHECK(left[i].tail == (i + 1 == beats));
    CHECK(left[i].bad == (i + 1 == beats && bad));
  }
}

/// Three packets that come without a gap leave without one.
bool without_bubble(Bench& bench) {
  std::vector<Beat> beats;
  for (std::uint32_t tag = 1; tag <= 3; ++tag) {
    beats.push_back(bench.head(5, tag));
    beats.insert(beats.end(), {beat(), beat(), beat(), beat(true)});
  }
  REQUIRE(bench.pass(beats).size() == beats.size());
  return bench.last - bench.first == beats.size() - 1;
}

}  // namespace

TEST_CASE("FS-RD: a beat an edge, without a bubble between packets") {
  Bench bench;
  CHECK(without_bubble(bench));
}

TEST_CASE("FS-RX-1: beats of 128 bits, with the tag of a head across both words") {
  Bench bench({}, false, 64, 16);
  std::mt19937_64 random(16);
  std::vector<Beat> beats;
  for (const std::uint32_t tag : {0xffffffffU, 0x04000000U, 0x03ffffffU, 0x80000001U}) {
    beats.push_back(bench.head(3, tag));
    CHECK((beats.back().data.high != 0) == (tag >= 0x04000000U));
    beats.push_back({false, false, false, {random(), random()}});
    beats.push_back({false, true, false, {random(), random()}});
    CHECK(bench.block->tag_of(beats[beats.size() - 3].data) == tag);
  }
  const std::vector<Beat> left = bench.pass(beats);
  REQUIRE(left.size() == beats.size());
  for (std::size_t i = 0; i < beats.size(); ++i) CHECK(left[i].data == beats[i].data);
}

/// Eight packets of random bits to host `to`: whether they leave by `out`, as they came if so.
bool every_bit(bool root, PortIdx in, PortIdx out, std::uint32_t to, std::mt19937_64& random) {
  Bench bench({}, root);
  bench.in = in;
  bench.out = out;
  std::vector<Beat> beats;
  for (std::uint32_t tag = 1; tag <= 8; ++tag) {
    beats.push_back(bench.head(5, static_cast<std::uint32_t>(random()), to));
    for (unsigned i = 1; i < 5; ++i) beats.push_back({false, i == 4, false, random()});
  }
  const std::vector<Beat> left = bench.pass(beats);
  if (left.empty()) return false;
  REQUIRE(left.size() == beats.size());
  for (std::size_t i = 0; i < left.size(); ++i) CHECK(left[i].data == beats[i].data);
  return true;
}

TEST_CASE("FS-RD: what leaves is what came, every bit of it, from every input to every output") {
  std::mt19937_64 random(1);
  for (PortIdx in = 0; in < 4; ++in) {
    const std::uint32_t hosts = in > 1 ? 2 : 8;  // from above to the two below alone
    unsigned arrived = 0;
    for (PortIdx out = 0; out < 4; ++out) {
      if (in == out || (in > 1 && out > 1)) continue;  // what comes from above does not go up
      CAPTURE(in, out);
      unsigned ways = 0;
      for (std::uint32_t to = 0; to < hosts; ++to)
        ways += to != in && every_bit(false, in, out, to, random) ? 1 : 0;
      CHECK(ways > 0);
      arrived += ways;
    }
    CHECK(arrived == (in > 1 ? hosts : hosts - 1));  // each host by one of them
  }
  for (PortIdx in = 0; in < 4; ++in) {
    for (PortIdx out = 0; out < 4; ++out) {
      CAPTURE(in, out);
      if (in != out)
        CHECK(every_bit(true, in, out, 4 * out, random));  // below a root are four each
    }
  }
}

TEST_CASE("FS-RX-1: a buffer of 256 beats, full at any port, keeps every bit") {
  std::mt19937_64 random(1);
  for (PortIdx in = 0; in < 4; ++in) {
    CAPTURE(in);
    const PortIdx out = (in + 1U) % 4;
    Bench bench({}, true, 256);
    bench.block->far_xon(out, false);
    std::vector<Beat> beats;
    for (unsigned i = 0; i < 256; ++i) {
      beats.push_back({false, i % 64 == 63, false, random()});
      if (i % 64 == 0) beats.back() = bench.head(64, static_cast<std::uint32_t>(random()), 4 * out);
      bench.block->beat(in, beats.back());
      bench.block->edge(bench.now++);
    }
    bench.block->edge(bench.now++);
    CHECK(bench.block->held(in) == 256);
    bench.block->far_xon(out, true);
    bench.in = in;
    bench.out = out;
    const std::vector<Beat> left = bench.pass({});
    REQUIRE(left.size() == beats.size());
    for (std::size_t i = 0; i < left.size(); ++i) CHECK(left[i].data == beats[i].data);
  }
}

TEST_CASE("FS-NEXT: a header that asks late leaves a bubble", "[bug]") {
  Bench bench({"switch_ask_late"});
  CHECK(!without_bubble(bench));
}

TEST_CASE("FS-RX-1: a packet is as long as its head says, beats without one are ignored") {
  Bench bench;
  one_packet(bench.pass({beat(), beat(true), bench.head(4, 1), beat(), beat(), beat(true), beat()}),
             4, false);
  CHECK(bench.malformed == 3);
  one_packet(bench.pass({bench.head(1, 2)}), 1, false);
  CHECK(bench.malformed == 0);
}

TEST_CASE("FS-RX-3: what is malformed becomes a packet marked as cut, or nothing") {
  Bench bench;
  SECTION("a head inside of a packet") {
    one_packet(bench.pass({bench.head(5, 1), beat(), bench.head(5, 2), beat()}), 5, true);
  }
  SECTION("a tail before the end") {
    one_packet(bench.pass({bench.head(5, 1), beat(), beat(true)}), 5, true);
  }
  SECTION("no tail at the end") {
    one_packet(bench.pass({bench.head(3, 1), beat(), beat(), beat(), beat()}), 3, true);
  }
  SECTION("no length, and one that no buffer holds") {
    CHECK(bench.pass({bench.head(0, 1), beat(), beat(true)}).empty());
    CHECK(bench.pass({bench.head(257, 1), beat(), beat(true)}).empty());
  }
  CHECK(bench.malformed > 0);
  // Nothing of it is left: what comes next is whole.
  one_packet(bench.pass({bench.head(3, 9), beat(), beat(true)}), 3, false);
  CHECK(bench.malformed == 0);
}

TEST_CASE("FS-GAP: a beat that comes later leaves as much later, and the one behind it at once") {
  std::vector<Cycle> left;
  for (Cycle gap = 20; gap < 26; ++gap) {
    CAPTURE(gap);
    Bench bench;
    std::vector<Cycle> at;
    for (Cycle c = 0; c < 100; ++c) {
      if (c == 0) bench.block->beat(bench.in, bench.head(4, 1));
      else if (c == 1 || c == 1 + gap) bench.block->beat(bench.in, beat());
      else if (c == 2 + gap) bench.block->beat(bench.in, beat(true));
      bench.block->edge(bench.now++);
      if ((bench.block->shown().beats >> bench.out & 1U) != 0) at.push_back(c);
    }
    REQUIRE(at.size() == 4);
    CHECK(at[1] == at[0] + 1);
    CHECK(at[3] == at[2] + 1);
    left.push_back(at[2]);
  }
  for (std::size_t i = 1; i < left.size(); ++i) CHECK(left[i] == left[i - 1] + 1);
}

TEST_CASE("FS-DEC, FS-DROP: a packet to which there is no way drains, and the next one goes") {
  Bench bench;
  const Topology& t = bench.system->topology();
  SECTION("back by its own port") {
    CHECK(bench.pass({bench.head(3, 1, 0), beat(), beat(true)}).empty());
    one_packet(bench.pass({bench.head(3, 2), beat(), beat(true)}), 3, false);
  }
  SECTION("from above to above") {
    const PortIdx above = t.attachment(0).port + 2;
    REQUIRE(t.peer(t.attachment(0).sw, above).kind == PortEnd::Kind::kSwitch);
    bench.in = above;
    Beat none = bench.head(3, 1);
    none.data.low |= 0x3f;  // of the destination each digit is 3, as no host's is
    CHECK(bench.pass({none, beat(), beat(true)}).empty());
    one_packet(bench.pass({bench.head(3, 2), beat(), beat(true)}), 3, false);
  }
}

TEST_CASE("FS-RST: after reset XON counts as given, also of a link that is dead") {
  for (unsigned i = 0; i < 16; ++i) {
    CAPTURE(i);
    Bench bench;
    bench.block->link_alive(bench.out, false);
    one_packet(bench.pass({bench.head(3, 1), beat(), beat(true)}), 3, false);
  }
}

TEST_CASE("FS-DIE: in whatever cycle a switch dies, nothing of what it held leaves it any more") {
  unsigned cut = 0;
  for (Cycle dies = 0; dies < 40; ++dies) {
    CAPTURE(dies);
    Bench bench;
    for (const PortIdx far : {PortIdx{2}, PortIdx{3}}) bench.block->link_alive(far, false);
    unsigned left = 0;
    for (Cycle c = 0; c < 60; ++c) {
      const std::uint32_t tag = static_cast<std::uint32_t>(c / 16);
      if (c < dies && c < 48) {
        bench.block->beat(bench.in, c % 16 == 0 ? bench.head(16, tag) : beat(c % 16 == 15));
      }
      if (c == dies) bench.block->wipe();
      bench.block->edge(bench.now++);
      // The pin is in a register after edge `dies`, which the next edge executes.
      if ((bench.block->shown().beats >> bench.out & 1U) != 0) {
        ++left;
        CHECK(c <= dies);
      }
    }
    cut += left % 16 != 0 ? 1 : 0;
    CHECK(bench.block->idle());
    CHECK(bench.block->held(bench.in) == 0);
    CHECK((bench.block->shown().xon >> bench.in & 1U) == 1);
    CHECK((bench.block->shown().clear >> bench.in & 1U) == 1);
    one_packet(bench.pass({bench.head(3, 9), beat(), beat(true)}), 3, false);
  }
  CHECK(cut > 20);
}
