// SPDX-License-Identifier: Apache-2.0
/// Settings of a port, from the tables and words of docs/reference/registers.md: bounds, stages,
/// rules, commits that wait (REG-2 to REG-5).
#include <vector>

#include "golden/flow/flow_port_regs.hpp"
#include "registers.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

struct Field {
  unsigned lsb, width;
  std::uint32_t reset, least, most;
};
struct Register {
  std::uint32_t offset;
  std::uint32_t group;  ///< its bit; 0: acts at once
  std::vector<Field> fields;
};

std::uint32_t ones(unsigned width) { return width == 32 ? 0xffffffff : (1U << width) - 1; }

/// The settings of the page's table.
std::vector<Register> settings_of(const FlowSizes& sizes, unsigned max) {
  const unsigned w = sizes.pos_w;
  const std::uint32_t most = ones(w), ticks = 32768;
  std::vector<Register> all{
      {kT1, kAggregator, {{0, 10, 30, 1, 1023}}},
      {kT2, kAggregator, {{0, 10, 60, 1, 1023}}},
      {kT3, kAggregator, {{0, 10, 90, 1, 1023}}},
      {kMax, kAggregator, {{0, 6, max, 1, max}}},
      {0x030, kAggregator, {{0, 32, 0xA5294940, 0, 0xffffffff}}},
      {0x034, kAggregator, {{0, 16, 38052, 0, 0xffff}}},
      {kOn, kCredit, {{0, w, 64, 1, most}}},
      {kOff, kCredit, {{0, w, 16, 0, most}}},
      {0x048, kCredit, {{0, w, 40, 0, most}}},
      {kTick, kTimes, {{0, 4, 0, 0, 15}}},
      {0x054, kTimes, {{0, 16, 4500, 0, ticks}}},
      {0x058, kTimes, {{0, 16, 2000, 0, ticks}}},
      {kRefresh, kTimes, {{0, 16, 10000, 1, ticks}}},
      {kExpire, kTimes, {{0, 16, 30000, 1, ticks}}},
      {0x070, 0, {{0, 5, 16, 1, 16}, {8, 1, 1, 0, 1}}},
      {kUnits, 0, {{0, 10, 10, 1, 260}}},
      {0x078, 0, {{0, 16, 512, 1, 0xffff}}},
      {0x07c, 0, {{0, 1, 0, 0, 1}}},
      {0x080, 0, {{0, 14, 32, 0, 16383}}},
      {kGain, 0, {{0, 8, 1, 0, 255}, {8, 8, 4, 0, 255}}},
      {kThreshold, kEndpoint, {{0, 14, 64, 1, 16383}}},
      {kDraw, kEndpoint, {{0, 11, 127, 1, 2047}, {16, 1, 1, 0, 1}}},
      {0x0a0, kWalker, {{0, 32, 0, 0, 0xffffffff}}},
      {0x0a4, kWalker, {{0, 8, 0, 0, 255}}},
  };
  const std::array<std::uint32_t, 8> flow{256, 128, 64, 36, 36, 36, 36, 36},
      queue{128, 64, 36, 36, 36, 36, 36, 36};
  for (unsigned l = 0; l < 8; ++l) {
    all.push_back({0x100 + 4 * l, 0, {{0, w, std::min(flow[l], most), 1, most}}});
    all.push_back({0x120 + 4 * l, 0, {{0, w, std::min(queue[l], most), 1, most}}});
  }
  return all;
}
std::uint32_t word_after_reset(const Register& r) {
  std::uint32_t word = 0;
  for (const Field& f : r.fields) word |= f.reset << f.lsb;
  return word;
}

/// A write that has to be refused: the word stays, and the refusal is an event.
void refused(Port& port, std::uint32_t offset, std::uint32_t word) {
  const auto before = port.read(offset);
  CAPTURE(offset, word);
  CHECK_FALSE(port.write(offset, word));
  CHECK(port.read(offset) == before);
  CHECK((port.events() & kRefused) != 0);
}

/// What the blocks see, in the order of the page.
std::vector<std::uint64_t> in_effect(const PortSettings& s) {
  const IfctConfig& t = s.ifct;
  std::vector<std::uint64_t> all{
      s.aggregator.t1, s.aggregator.t2, s.aggregator.t3, s.aggregator.max, s.aggregator.good,
      t.fc_hi,         t.fc_lo,         t.headroom,      t.tick,           t.cool_t,
      t.hold_t,        t.refresh_t,     t.expire_t,      t.ep_rec,         t.ep_weigh,
      t.unit_cyc,      t.inj_limit,     t.rd_enable,     s.redirect.d0,    s.redirect.kd,
      s.redirect.kg,   s.ep.congested,  s.ep.draw_w,     s.ep.draw,        s.drain};
  all.insert(all.end(), t.mfe.begin(), t.mfe.end());
  all.insert(all.end(), t.mqe.begin(), t.mqe.end());
  return all;
}

}  // namespace

TEST_CASE("REG-2: every setting begins and is bounded as the page says", "[golden][registers]") {
  for (const auto& [sizes, max] : {std::pair{kSmallFlowSizes, 48U}, {kLargeFlowSizes, 20U}}) {
    Port port(sizes, max);
    for (const Register& r : settings_of(sizes, max)) {
      const std::uint32_t word = word_after_reset(r);
      CAPTURE(r.offset, sizes.pos_w);
      CHECK(port.read(r.offset) == word);
      std::uint32_t used = 0;
      for (const Field& f : r.fields) {
        const std::uint32_t others = word & ~(ones(f.width) << f.lsb);
        used |= ones(f.width) << f.lsb;
        for (const std::uint32_t value : {f.least, f.most}) {
          CHECK(port.write(r.offset, others | value << f.lsb));
          CHECK(port.read(r.offset) == (others | value << f.lsb));
        }
        CHECK(port.events() == 0);
        if (f.least > 0) refused(port, r.offset, others | (f.least - 1) << f.lsb);
        if (f.most < ones(f.width)) refused(port, r.offset, others | (f.most + 1) << f.lsb);
      }
      std::uint32_t low = 0;
      for (const Field& f : r.fields) low |= f.least << f.lsb;
      CHECK(port.write(r.offset, low));
      for (unsigned bit = 0; bit < 32; ++bit)
        if ((used >> bit & 1) == 0)
          for (const std::uint32_t rest : {word, low, 0U})
            refused(port, r.offset, rest | 1U << bit);
    }
    for (std::uint32_t mask = 0; mask < 4096; ++mask)  // ones from bit 0 on, at least one
      CHECK(port.write(kDraw, mask) == (mask > 0 && mask < 2048 && (mask & (mask + 1)) == 0));
  }
}

TEST_CASE("REG-1: what is no register is as the port was built", "[golden][registers]") {
  RedirectConfig redirect;
  redirect.step = 11;
  redirect.hist = 4;
  redirect.rw = 10;
  redirect.seed = 77;
  const PortRegisters registers(kLargeFlowSizes, 20, redirect, 99);
  const PortSettings& s = registers.settings();
  CHECK(s.ifct.sizes.flow_id_w == 11);
  CHECK(s.ifct.sizes.pos_w == 11);
  CHECK(s.redirect.step == 11);
  CHECK(s.redirect.hist == 4);
  CHECK(s.redirect.rw == 10);
  CHECK(s.redirect.seed == 77);
  CHECK(s.ep.seed == 99);
}

TEST_CASE("REG-3: blocks of which nothing is configured work as those behind registers after reset",
          "[golden][registers]") {
  PortSettings given;
  given.ifct.mfe = standard_flow_limits(kLargeFlowSizes.pos_w);
  given.ifct.mqe = standard_queue_limits(kLargeFlowSizes.pos_w);
  const Port port(kLargeFlowSizes);
  CHECK(in_effect(given) == in_effect(port.settings()));
  CHECK(given.ep.seed == port.settings().ep.seed);
}

TEST_CASE("REG-1: a field has its bits of a word, and no others", "[golden][registers]") {
  for (std::uint32_t width = 1; width <= 32; ++width) {
    for (std::uint32_t lsb = 0; lsb + width <= 32; ++lsb) {
      const flow_port_regs::Field field{0, lsb, width};
      CHECK(field.get(ones(width) << lsb) == ones(width));
      CHECK(field.get(~(ones(width) << lsb)) == 0);
      CHECK(field.put(0, 0xffffffff) == ones(width) << lsb);
      CHECK(field.put(0xffffffff, 0) == ~(ones(width) << lsb));
    }
  }
}

TEST_CASE("REG-4: settings of a group take effect together, the others at once",
          "[golden][registers]") {
  Port port(kLargeFlowSizes, 48);
  port.in.aggregator_idle = port.in.table_idle = true;
  std::vector<std::uint64_t> expected = in_effect(port.settings());
  CHECK(port.registers.changes() == 0);
  CHECK(expected == std::vector<std::uint64_t>{30,   60,    90,    48,  0x94A4A5294940,
                                               64,   16,    40,    0,   4500,
                                               2000, 10000, 30000, 16,  1,
                                               10,   512,   0,     32,  1,
                                               4,    64,    7,     1,   0,
                                               256,  128,   64,    36,  36,
                                               36,   36,    36,    128, 64,
                                               36,   36,    36,    36,  36,
                                               36});
  struct Write {
    std::uint32_t offset, word;
    std::vector<std::pair<unsigned, std::uint64_t>> then;  ///< place in in_effect, value
  };
  const std::vector<std::pair<std::uint32_t, std::vector<Write>>> groups{
      {kAggregator,
       {{kT1, 100, {{0, 100}}},
        {kT2, 200, {{1, 200}}},
        {kT3, 1023, {{2, 1023}}},
        {kMax, 7, {{3, 7}}},
        {0x030, 0x12345678, {}},
        {0x034, 0x9abc, {{4, 0x9abc12345678}}}}},
      {kCredit, {{kOn, 2000, {{5, 2000}}}, {kOff, 1999, {{6, 1999}}}, {0x048, 3, {{7, 3}}}}},
      {kTimes,
       {{kTick, 3, {{8, 3}}},
        {0x054, 5, {{9, 40}}},
        {0x058, 6, {{10, 48}}},
        {kRefresh, 700, {{11, 5600}}},
        {kExpire, 32768, {{12, 262144}}}}},
      {kEndpoint, {{kThreshold, 99, {{21, 99}}}, {kDraw, 31, {{22, 5}, {23, 0}}}}},
      {kWalker, {{0x0a0, 0xfedcba98, {}}, {0x0a4, 0x76, {{24, 0x76fedcba98}}}}}};
  for (const auto& [group, writes] : groups) {
    std::vector<std::uint32_t> before;
    for (const Write& w : writes) {
      before.push_back(port.read(w.offset).value());
      REQUIRE(port.write(w.offset, w.word));
    }
    CAPTURE(group);
    CHECK(in_effect(port.settings()) == expected);
    CHECK(port.write(kCommit, 31 & ~group));
    CHECK(in_effect(port.settings()) == expected);
    // A revert of the others leaves the stages, one of the group makes them what is in effect.
    CHECK(port.write(kRevert, 31 & ~group));
    for (const Write& w : writes) CHECK(port.read(w.offset) == w.word);
    CHECK(port.write(kRevert, group));
    for (std::size_t i = 0; i < writes.size(); ++i) CHECK(port.read(writes[i].offset) == before[i]);
    for (const Write& w : writes) REQUIRE(port.write(w.offset, w.word));
    port.ask(true, kCommit, group);
    const std::uint64_t changes = port.registers.changes();
    CHECK(in_effect(port.settings()) == expected);  // in the cycle before its response
    port.step();
    CHECK_FALSE(port.out().error);
    CHECK(port.registers.changes() == changes + 1);
    port.step();
    CHECK(port.registers.changes() == changes + 1);
    for (const Write& w : writes)
      for (const auto& [place, value] : w.then) expected[place] = value;
    CHECK(in_effect(port.settings()) == expected);
  }
  const std::vector<Write> at_once{
      {0x070, 3, {{13, 3}, {14, 0}}}, {kUnits, 260, {{15, 260}}},
      {0x078, 1, {{16, 1}}},          {0x07c, 1, {{17, 1}}},
      {0x080, 55, {{18, 55}}},        {kGain, 0x0203, {{19, 3}, {20, 2}}}};
  for (const Write& w : at_once) {
    const std::uint64_t changes = port.registers.changes();
    REQUIRE(port.write(w.offset, w.word));
    CHECK(port.registers.changes() == changes + 1);
    for (const auto& [place, value] : w.then) expected[place] = value;
    CHECK(in_effect(port.settings()) == expected);
  }
  for (unsigned l = 0; l < 8; ++l) {
    REQUIRE(port.write(0x100 + 4 * l, 1000 + l));
    REQUIRE(port.write(0x120 + 4 * l, 2000 + l));
    expected[25 + l] = 1000 + l;
    expected[33 + l] = 2000 + l;
    CHECK(in_effect(port.settings()) == expected);
  }
  CHECK(port.events() == 0);
}

TEST_CASE("REG-3, REG-4: a commit that breaks a rule changes nothing of any group",
          "[golden][registers]") {
  struct Rule {
    std::uint32_t group;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> writes;
    bool holds;
  };
  const std::vector<Rule> rules{
      {kAggregator, {{kT1, 60}, {kT2, 60}}, false},
      {kAggregator, {{kT1, 59}, {kT2, 60}}, true},
      {kAggregator, {{kT2, 90}}, false},
      {kAggregator, {{kT2, 89}}, true},
      {kAggregator, {{kT3, 60}}, false},
      {kAggregator, {{kT3, 61}}, true},
      {kCredit, {{kOn, 20}, {kOff, 21}}, false},
      {kCredit, {{kOn, 20}, {kOff, 20}}, true},
      {kTimes, {{kRefresh, 30000}}, false},
      {kTimes, {{kRefresh, 29999}}, true},
      {kEndpoint, {{kThreshold, 16256}}, false},
      {kEndpoint, {{kThreshold, 16255}}, true},
      {kEndpoint, {{kThreshold, 14336}, {kDraw, 0x107ff}}, false},
      {kEndpoint, {{kThreshold, 14335}, {kDraw, 0x107ff}}, true},
  };
  for (const Rule& rule : rules) {
    Port port;
    port.in.aggregator_idle = port.in.table_idle = true;
    const auto before = in_effect(port.settings());
    for (const auto& [offset, word] : rule.writes) REQUIRE(port.write(offset, word));
    REQUIRE(port.write(0x0a0, 77));
    CAPTURE(rule.group, rule.writes.front().first, rule.writes.front().second);
    CHECK(port.write(kCommit, rule.group | kWalker) == rule.holds);
    CHECK((port.settings().drain == 77) == rule.holds);
    CHECK((in_effect(port.settings()) == before) != rule.holds);
    CHECK(port.events() == (rule.holds ? 0 : kRefused));
    // A rule of a group that is not committed does not matter.
    CHECK(port.write(kCommit, 31 & ~rule.group));
    CHECK(port.settings().drain == 77);
  }
}

TEST_CASE("REG-5: a size of frames and a tick wait for an idle block, their groups closed",
          "[golden][registers]") {
  for (const bool tick : {false, true}) {
    const std::uint32_t group = tick ? kTimes : kAggregator, where = tick ? kTick : kMax;
    Port port;
    bool& idle = tick ? port.in.table_idle : port.in.aggregator_idle;
    (tick ? port.in.aggregator_idle : port.in.table_idle) = true;
    const auto waiting = [&] {
      return tick ? port.settings().ifct.tick : port.settings().aggregator.max;
    };
    const auto other = [&] {
      return tick ? port.settings().ifct.refresh_t : Cycle{port.settings().aggregator.t1};
    };
    const unsigned first = waiting();
    CAPTURE(tick);
    // All else of the group changes under load.
    REQUIRE(port.write(tick ? kRefresh : kT1, 20));
    REQUIRE(port.write(kCommit, group));
    CHECK(other() == 20);
    CHECK(port.out().pending == 0);

    REQUIRE(port.write(where, 5));
    REQUIRE(port.write(tick ? kRefresh : kT1, 21));
    REQUIRE(port.write(kOff, 3));
    idle = true;  // not in the cycle of the commit
    port.ask(true, kCommit, group | kCredit);
    idle = false;
    port.step();
    CHECK_FALSE(port.out().error);
    CHECK(port.out().pending == group);
    CHECK(port.settings().ifct.fc_lo == 3);  // a group beside it that waits for nothing
    CHECK((port.read(kStatus).value() & 31) == group);
    CHECK(waiting() == first);
    CHECK(other() == 20);
    // Closed: no write, commit or revert; the other groups are open.
    CHECK_FALSE(port.write(where, 6));
    CHECK_FALSE(port.write(tick ? kExpire : kT3, 95));
    CHECK_FALSE(port.write(kCommit, group));
    CHECK_FALSE(port.write(kCommit, group | kWalker));
    CHECK_FALSE(port.write(kRevert, group));
    CHECK_FALSE(port.write(kRevert, group | kWalker));
    CHECK(port.read(where) == 5U);
    CHECK(port.write(kOff, 4));
    CHECK(port.write(kCommit, 31 & ~group));
    CHECK(port.settings().ifct.fc_lo == 4);
    CHECK(port.write(kRevert, 31 & ~group));
    CHECK(port.events() == kRefused);
    CHECK(waiting() == first);

    idle = true;
    port.step();
    idle = false;
    CHECK(waiting() == 5);
    CHECK(other() == (tick ? 21 << 5 : 21));
    CHECK(port.out().pending == 0);
    CHECK(port.events() == kApplied);
    CHECK(port.write(where, 6));
    CHECK(port.write(kRevert, group));
    // Idle in the cycle of the commit: it waits for nothing.
    REQUIRE(port.write(where, 7));
    port.ask(true, kCommit, group);
    idle = true;
    port.step();
    idle = false;
    CHECK(port.out().pending == 0);
    CHECK(waiting() == 7);
    CHECK(port.events() == 0);
  }
}

TEST_CASE("REG-5: two groups that wait take effect each when its own block is idle",
          "[golden][registers]") {
  Port port;
  REQUIRE(port.write(kMax, 9));
  REQUIRE(port.write(kTick, 2));
  REQUIRE(port.write(kCommit, kAggregator | kTimes));
  port.step(5);  // none of the blocks is idle
  CHECK(port.out().pending == (kAggregator | kTimes));
  port.in.table_idle = true;
  port.step();
  CHECK(port.out().pending == kAggregator);
  CHECK(port.settings().ifct.tick == 2);
  CHECK(port.settings().aggregator.max == 48);
  port.in.aggregator_idle = true;
  port.step();
  CHECK(port.out().pending == 0);
  CHECK(port.settings().aggregator.max == 9);
}
