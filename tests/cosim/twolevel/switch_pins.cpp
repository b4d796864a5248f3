// SPDX-License-Identifier: Apache-2.0
// What a whole switch with two-level tables makes of what is at its pins (FS-HEAD, FS-LOOK,
// FS-QUIET).
#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cosim/lockstep/runtime.hpp"
#include "cosim/plugs.hpp"
#include "cosim/twolevel/switch_block.hpp"
#include "golden/twolevel/al_fares.hpp"
#include "random_rows.hpp"

using namespace selvage;

namespace {

using cosim::Beat;

struct Bench {
  std::unique_ptr<System> system;
  std::unique_ptr<cosim::SwitchBlock> block;
  Cycle now = 0;
  unsigned malformed = 0;   ///< pulses
  PortMask want = 0;        ///< of the last answer
  unsigned decided = 0;     ///< answers
  std::vector<Beat> left;   ///< by any port
  std::vector<PortIdx> by;  ///< that port

  Bench(unsigned k, SwitchIdx self)
      : system(find_plug("twolevel")
                   ->make({{"kind", "twolevel"}, {"k", k}, {"faults", "none"}},
                          {Engine::kSwitch, {}, 4})) {
    cosim::SwitchBlockOptions options;
    options.self = self;
    options.capacity = 64;
    options.xon_most = 32;
    options.name = "bench";
    std::string why;
    block = system->make_switch(options, why);
    REQUIRE(block != nullptr);
    CHECK(block->idle());
  }
  void edge() {
    block->edge(now++);
    const cosim::SwitchShown shown = block->shown();
    CHECK(shown.messages == 0);
    CHECK(shown.stop == 0);
    malformed += shown.malformed != 0 ? 1 : 0;
    if (shown.decided != 0) {
      want = shown.want;
      ++decided;
    }
    for (PortMask rest = shown.beats; rest != 0; rest &= rest - 1) {
      by.push_back(static_cast<PortIdx>(__builtin_ctzll(rest)));
      left.push_back(block->sent(by.back()));
    }
  }
  void rest() {
    for (unsigned i = 0; i < 100; ++i) edge();
    CHECK(block->idle());
  }
};

/// Where a packet may come in that goes out by `out`.
PortIdx some_input(const golden::FatTree& tree, SwitchIdx sw, PortIdx out, unsigned draw) {
  const bool below_only = tree.level(sw) < 2 && out >= tree.h();
  const unsigned most = below_only ? tree.h() : tree.m();
  const auto in = static_cast<PortIdx>(draw % most);
  return in == out ? static_cast<PortIdx>((in + 1U) % most) : in;
}

}  // namespace

TEST_CASE("FS-LOOK, FS-HEAD: every switch sends a head for every host where its tables say") {
  const golden::AlFares net(4);
  std::mt19937_64 random(1);
  for (SwitchIdx sw = 0; sw < net.tree().switch_count(); ++sw) {
    Bench bench(4, sw);
    const golden::TwoLevelTable table = net.table_of(sw);
    for (HostIdx host = 0; host < net.tree().host_count(); ++host) {
      CAPTURE(sw, host);
      const golden::NextHop hop = golden::look_up(table, net.host_address(host));
      REQUIRE(!hop.drop);
      const auto tag = static_cast<std::uint32_t>(random());
      const Beat head{true, true, false, bench.block->head({tag, 1, host ^ 1U, host})};
      CHECK(head.data.low >> 32 == net.host_address(host ^ 1U).value);
      CHECK((head.data.low & 0xffffffffU) == net.host_address(host).value);
      CHECK((head.data.high & 0x3fffU) == 1);
      CHECK(head.data.high >> 14 == tag);
      bench.left.clear();
      bench.block->beat(some_input(net.tree(), sw, hop.port, host), head);
      bench.rest();
      CHECK(bench.want == PortMask{1} << hop.port);
      REQUIRE(bench.left.size() == 1);
      CHECK(bench.by.back() == hop.port);
      CHECK(bench.left[0].data == head.data);
      CHECK(bench.block->tag_of(bench.left[0].data) == tag);
    }
  }
}

TEST_CASE("FS-LOOK: an address that no row takes, and one of a row that says drop, drain") {
  const golden::AlFares net(4);
  const auto core = net.tree().switch_count() - 1;
  for (const SwitchIdx sw : {SwitchIdx{0}, SwitchIdx{core}}) {
    Bench bench(4, sw);
    cosim::BeatData data = bench.block->head({5, 3, 0, 1});
    data.low = (data.low >> 32 << 32) | 0x0b090909U;  // 11.9.9.9
    for (unsigned i = 0; i < 3; ++i) {
      bench.block->beat(0, {i == 0, i == 2, false, i == 0 ? data : cosim::BeatData{i}});
      bench.edge();
    }
    bench.rest();
    CHECK(bench.decided == 1);
    CHECK(bench.want == 0);
    CHECK(bench.left.empty());
    CHECK(bench.block->held(0) == 0);
    CHECK(bench.malformed == 0);
  }
}

namespace {

/// A switch of the top level, which sends from anywhere to anywhere, with any rows: packets of a
/// beat, as many as its buffers take.
class AnyRows {
 public:
  /// With `taken_back` all rows are taken first, then those behind the last are taken back.
  AnyRows(PortIdx k, tb::Random& draw, bool taken_back)
      : random(draw), ports(k), net(k), asks(k), leaves(k) {
    const unsigned loaded = random.percent(50) ? k + 1 : random.below(k + 1);  // no others match
    for (unsigned r = 0; r < loaded; ++r) rows.push_back(test::some_row(random, k));
    cosim::TwoLevelSwitchOptions options;
    options.self = net.tree().switch_count() - 1;
    options.capacity = 64;
    options.xon_most = 32;
    options.name = "bench";
    options.net = &net;
    if (taken_back) {
      tb::Random others(loaded);
      for (unsigned r = 0; r <= k; ++r) options.before.push_back(test::some_row(others, k));
    }
    options.rows = rows;
    if (taken_back) options.rows.resize(k + 1);
    block = cosim::find_twolevel_switch(k)->make(options);
  }
  /// One edge; false: it is not as the rows say.
  bool edge(bool busy) {
    for (PortIdx in = 0; in < ports && busy; ++in) {
      if (block->held(in) < 60 && random.percent(80)) come(in);
    }
    block->edge(now++);
    const cosim::SwitchShown shown = block->shown();
    bool sound = !cosim::rtl_failure_pending();
    for (PortIdx p = 0; p < ports; ++p) {
      if ((shown.decided >> p & 1U) != 0) sound = sound && take(asks[p], shown.want);
      if ((shown.beats >> p & 1U) != 0) sound = sound && leaves[p].erase(tag(p)) == 1;
    }
    return sound;
  }
  bool at_rest() const {
    const auto none = [](const auto& of) { return of.empty(); };
    return block->idle() && std::all_of(asks.begin(), asks.end(), none) &&
           std::all_of(leaves.begin(), leaves.end(), none);
  }
  unsigned asked = 0;
  unsigned drains = 0;
  unsigned turned = 0;  ///< of these, for want of a way back

 private:
  void come(PortIdx in) {
    const bool of_row = !rows.empty() && random.percent(30);
    const std::uint32_t address =
        of_row ? rows[random.below(rows.size())].key : test::some_address(random);
    const golden::NextHop hop = golden::look_up(rows, golden::Ipv4{address}).next_hop;
    const cosim::BeatData data{random.next() << 32 | address, random.next() << 14 | 1U};
    block->beat(in, {true, true, false, data});
    const bool drop = hop.drop || hop.port == in;  // it does not turn back
    asks[in].push_back(drop ? 0 : PortMask{1} << hop.port);
    if (!drop) leaves[hop.port].insert({data.high, data.low});
    ++asked;
    drains += drop ? 1 : 0;
    turned += drop && !hop.drop ? 1 : 0;
  }
  static bool take(std::deque<PortMask>& due, PortMask want) {
    if (due.empty() || due.front() != want) return false;
    due.pop_front();
    return true;
  }
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> tag(PortIdx port) const {
    const cosim::BeatData data = block->sent(port).data;
    return {data.high, data.low};
  }

  tb::Random& random;
  PortIdx ports;
  golden::AlFares net;
  std::vector<golden::TernaryRow> rows;
  std::unique_ptr<cosim::SwitchBlock> block;
  std::vector<std::deque<PortMask>> asks;                                 ///< by input, in order
  std::vector<std::set<std::pair<std::uint64_t, std::uint64_t>>> leaves;  ///< by output
  Cycle now = 0;
};

}  // namespace

TEST_CASE("FS-LOOK, COS-RESET: any rows, any addresses, a question in every cycle") {
  tb::Random random(3);
  unsigned asked = 0;
  unsigned drains = 0;
  unsigned turned = 0;
  for (unsigned run = 0; run < 600; ++run) {
    AnyRows bench(run % 4 == 3 ? 8 : 4, random, run % 3 == 0);
    const unsigned edges = 1 + random.below(200);
    CAPTURE(run);
    for (unsigned i = 0; i < edges; ++i) REQUIRE(bench.edge(true));
    if (run % 2 == 0) continue;  // what is inside stays, for the next one to be reset with
    for (unsigned i = 0; i < 2000 && !bench.at_rest(); ++i) REQUIRE(bench.edge(false));
    CHECK(bench.at_rest());
    asked += bench.asked;
    drains += bench.drains;
    turned += bench.turned;
  }
  CHECK(asked > 5000);
  CHECK(drains > 500);
  CHECK(turned > 500);
  CHECK(drains - turned < (asked - turned) / 2);
}

TEST_CASE("FS-HEAD, FS-RD: all 128 bits of each beat pass, whatever they are") {
  std::mt19937_64 random(2);
  for (const unsigned k : {4U, 8U}) {
    Bench bench(k, 0);
    std::vector<Beat> beats;
    for (std::uint32_t tag = 1; tag <= 6; ++tag) {
      beats.push_back({true, false, false, bench.block->head({tag, 5, 0, 1})});
      for (unsigned i = 1; i < 5; ++i)
        beats.push_back({false, i == 4, false, {random(), random()}});
    }
    for (const Beat& b : beats) {
      bench.block->beat(0, b);
      bench.edge();
    }
    bench.rest();
    REQUIRE(bench.left.size() == beats.size());
    for (std::size_t i = 0; i < beats.size(); ++i) CHECK(bench.left[i].data == beats[i].data);
  }
}

TEST_CASE("FS-QUIET: messages in every cycle let a header whose port is dead drain") {
  Bench bench(4, 0);
  ControlMessage message;
  message.body = ~std::uint64_t{0};
  bench.block->link_event(0, false);
  bench.edge();
  for (unsigned i = 0; i < 30; ++i) {
    for (const PortIdx p : {PortIdx{1}, PortIdx{3}}) bench.block->message(p, message);
    if (i == 2) bench.block->beat(2, {true, true, false, bench.block->head({9, 1, 15, 0})});
    bench.edge();
  }
  CHECK(bench.decided == 1);
  CHECK(bench.left.empty());
  CHECK(bench.block->held(2) == 0);
}

TEST_CASE("FS-QUIET: what comes as a message is ignored, inside of a packet too") {
  Bench bench(4, 0);
  ControlMessage message;
  message.body = ~std::uint64_t{0};
  for (PortIdx p = 0; p < 4; ++p) bench.block->message(p, message);
  bench.rest();
  CHECK(bench.left.empty());
  CHECK(bench.malformed == 0);
  bench.block->beat(2, {true, false, false, bench.block->head({9, 2, 15, 0})});
  bench.edge();
  bench.block->message(2, message);
  bench.edge();
  bench.block->beat(2, {false, true, false, {3, 4}});
  bench.rest();
  REQUIRE(bench.left.size() == 2);
  CHECK(bench.left[1].tail);
  CHECK_FALSE(bench.left[1].bad);
  CHECK(bench.left[1].data == cosim::BeatData{3, 4});
  CHECK(bench.malformed == 0);
}
