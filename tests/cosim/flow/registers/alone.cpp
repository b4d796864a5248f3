// SPDX-License-Identifier: Apache-2.0
/// The registers alone, RTL beside golden: every output in every cycle under random accesses, idle
/// inputs and counters; each deliberate fault is seen; an access by hand.
#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>

#include "accesses.hpp"
#include "cosim/flow/convert.hpp"
#include "cosim/lockstep/runtime.hpp"
#include "golden/flow/flow_port_regs.hpp"
#include "golden/flow/port_registers.hpp"

using namespace selvage;
using namespace selvage::test;
namespace at = flow_port_regs;

namespace {

using Numbers = std::vector<std::uint64_t>;

void add(Numbers& n, const cosim::RegisterAnswer& a) {
  n.insert(n.end(), {a.ready, a.valid, a.data, a.error});
}
void add(Numbers& n, const cosim::AckAggregatorOptions& a) {
  n.insert(n.end(), {a.t1, a.t2, a.t3, a.good, a.max});
}
void add(Numbers& n, const cosim::IfctStatic& t) {
  n.insert(n.end(), t.mfe.begin(), t.mfe.end());
  n.insert(n.end(), t.mqe.begin(), t.mqe.end());
  n.insert(n.end(), {t.rd_enable, t.tick, t.cool_t, t.hold_t, t.refresh_t, t.expire_t, t.fc_hi,
                     t.fc_lo, t.headroom, t.ep_rec, t.unit_cyc, t.inj_limit, t.ep_weigh});
}

/// All that a cycle shows, in one order for both.
Numbers numbers(const golden::PortRegistersOut& o, const golden::PortSettings& s) {
  Numbers n;
  add(n, cosim::RegisterAnswer{o.ready, o.answered, o.data, o.error});
  n.insert(n.end(), {o.pending, o.enabled, o.link_up, o.link_down, o.row_asked, o.row});
  add(n, cosim::to_rtl(s.aggregator));
  add(n, cosim::to_rtl(s.ifct));
  const cosim::EpAckTypeOptions ep = cosim::to_rtl(s.ep);
  n.insert(n.end(),
           {s.redirect.d0, s.redirect.kd, s.redirect.kg, ep.th, ep.mask, ep.draw, s.drain});
  return n;
}
Numbers numbers(const cosim::PortRegsOut& o) {
  Numbers n;
  add(n, o.answer);
  n.insert(n.end(), {o.pending, o.enabled, o.link_up, o.link_down, o.row_asked, o.row});
  add(n, o.aggregator);
  add(n, o.ifct);
  n.insert(n.end(),
           {o.redirect.d0, o.redirect.kd, o.redirect.kg, o.ep.th, o.ep.mask, o.ep.draw, o.drain});
  return n;
}

struct Seen {
  unsigned errors = 0, reads = 0, waited = 0, ups = 0, downs = 0, rows = 0, moved = 0;
};

class Pair {
 public:
  explicit Pair(std::uint32_t bugs = 0)
      : golden_(golden::kSmallFlowSizes, 48), rtl_(cosim::make_flow_port_regs({bugs})) {}
  [[nodiscard]] const golden::PortRegisters& golden() const { return golden_; }

  void step(const golden::PortRegistersIn& in) {
    if (difference_.empty()) compare();
    cosim::PortRegsIn to;
    to.access = {in.valid, in.write, in.addr, in.data, in.strobes};
    to.link_idle = in.link_idle;
    to.aggregator_idle = in.aggregator_idle;
    to.table_idle = in.table_idle;
    to.counters = in.counters;
    to.row_taken = in.row_taken;
    to.row_there = in.row_there;
    to.row = in.row;
    const golden::PortRegistersOut& o = golden_.out();
    seen.errors += o.error;
    seen.reads += o.answered && !o.error && o.data != 0;
    seen.ups += o.link_up;
    seen.downs += o.link_down;
    seen.rows += in.row_there;
    const unsigned pending = o.pending;
    golden_.step(in);
    seen.waited += static_cast<unsigned>(__builtin_popcount(pending & ~golden_.out().pending));
    rtl_->edge(to);
    if (cosim::rtl_failure_pending()) difference_ += "assertion " + cosim::take_rtl_failure();
    ++cycle_;
  }
  /// The answer to an access by hand; nothing is idle.
  golden::PortRegistersOut access(const cosim::RegisterAccess& a, golden::PortRegistersIn in = {}) {
    in.valid = true;
    in.write = a.write;
    in.addr = a.addr;
    in.data = a.data;
    in.strobes = a.strobes;
    step(in);
    in.valid = false;
    for (unsigned i = 0; i < 2; ++i) step(in);
    const golden::PortRegistersOut out = golden_.out();
    CHECK(out.answered);
    return out;
  }
  [[nodiscard]] std::uint32_t read(std::uint32_t where) { return access(read_of(where)).data; }
  [[nodiscard]] bool write(std::uint32_t where, std::uint32_t data) {
    return !access(write_of(where, data)).error;
  }
  [[nodiscard]] const std::string& difference() const { return difference_; }
  Seen seen;

 private:
  void compare() {
    const Numbers g = numbers(golden_.out(), golden_.settings()), r = numbers(rtl_->outputs());
    for (std::size_t i = 0; i < g.size(); ++i) {
      if (g[i] == r[i]) continue;
      difference_ = "cycle " + std::to_string(cycle_) + ", number " + std::to_string(i) +
                    ": golden " + std::to_string(g[i]) + ", RTL " + std::to_string(r[i]);
      return;
    }
  }
  golden::PortRegisters golden_;
  std::unique_ptr<cosim::PortRegsBlock> rtl_;
  std::uint64_t cycle_ = 0;
  std::string difference_;
};

/// `cycles` cycles, or up to a difference.
void run(Pair& pair, std::uint64_t seed, std::uint64_t cycles) {
  tb::Random random(seed);
  Accesses accesses(seed + 1, seed % 2 == 0);
  unsigned idle = 0;
  bool taken = false, under_way = false;
  for (std::uint64_t c = 0; c < cycles && pair.difference().empty(); ++c) {
    golden::PortRegistersIn in;
    const cosim::RegisterAccess a = accesses.next(pair.golden().out().ready);
    in.valid = a.valid;
    in.write = a.write;
    in.addr = a.addr;
    in.data = a.data;
    in.strobes = a.strobes;
    if (random.percent(3)) idle = random.below(8);
    in.link_idle = (idle & 1) != 0;
    in.aggregator_idle = (idle & 2) != 0;
    in.table_idle = (idle & 4) != 0;
    for (std::uint32_t& n : in.counters) n = static_cast<std::uint32_t>(random.next());
    for (std::uint32_t& w : in.row) w = static_cast<std::uint32_t>(random.next());
    in.row[3] &= 0x7fffffff;  // a row has 127 bits
    in.row[4] = 0;
    in.row_there = under_way && random.percent(30);
    under_way = (under_way && !in.row_there) || taken;
    in.row_taken = taken = pair.golden().out().row_asked && random.percent(50);
    under_way = under_way || taken;
    pair.step(in);
  }
}

}  // namespace

TEST_CASE("REG-1: registers alone, RTL and golden are alike in every cycle", "[registers]") {
  Seen all;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Pair pair;
    INFO("seed " << seed);
    run(pair, seed, 40'000);
    REQUIRE(pair.difference() == "");
    all.errors += pair.seen.errors;
    all.reads += pair.seen.reads;
    all.waited += pair.seen.waited;
    all.ups += pair.seen.ups;
    all.downs += pair.seen.downs;
    all.rows += pair.seen.rows;
  }
  CHECK(all.errors > 10'000);
  CHECK(all.reads > 10'000);
  CHECK(all.waited > 100);
  CHECK(all.ups > 200);
  CHECK(all.downs > 200);
  CHECK(all.rows > 1'000);
}

TEST_CASE("COS-RESET: registers of a port, reset in mid-run", "[registers]") {
  tb::Random random(1);
  for (unsigned i = 0; i < 150; ++i) {
    const unsigned seed = 1 + random.below(1000);
    const unsigned cycles = 1 + random.below(2U << random.below(12));
    CAPTURE(i, seed, cycles);
    Pair pair;
    run(pair, seed, cycles);
    REQUIRE(pair.difference() == "");
  }
}

TEST_CASE("REG-1: after reset each setting reads as its description says", "[registers]") {
  Pair pair;
  for (const auto& [where, word] : at::kResetWords) {
    INFO("offset " << where);
    const std::uint32_t positions = where >= at::kFlowLimitAt ? 255 : ~0U;  // POS_W is 8
    CHECK(pair.read(where) == std::min(word, positions));
  }
  CHECK(std::size(at::kResetWords) == 41);
  CHECK(pair.difference() == "");
}

TEST_CASE("REG-1: each deliberate fault of the registers is seen", "[registers]") {
  for (unsigned bug = 0; bug < 5; ++bug) {
    std::string found;
    for (std::uint64_t seed = 0; seed < 4 && found.empty(); ++seed) {
      Pair pair(1U << bug);
      run(pair, seed, 40'000);
      found = pair.difference();
    }
    INFO("bug_i[" << bug << "]");
    CHECK(found != "");
  }
}

TEST_CASE("REG-3: T1 and T2 move together by a commit, and only in order", "[registers]") {
  Pair pair;
  REQUIRE(pair.write(at::kAggT1At, 200));  // above T2 = 60 as long as it waits in its stage
  CHECK(pair.golden().settings().aggregator.t1 == 30);
  CHECK_FALSE(pair.write(at::kCommitAt, at::kAggregatorGroup));
  CHECK(pair.golden().settings().aggregator.t1 == 30);
  CHECK(pair.read(at::kAggT1At) == 200);
  REQUIRE(pair.write(at::kAggT2At, 300));
  REQUIRE(pair.write(at::kAggT3At, 300));
  CHECK_FALSE(pair.write(at::kCommitAt, at::kAggregatorGroup));  // T2 = T3
  REQUIRE(pair.write(at::kAggT3At, 301));
  CHECK(pair.write(at::kCommitAt, at::kAggregatorGroup));
  const golden::AggregatorConfig& a = pair.golden().settings().aggregator;
  CHECK((a.t1 == 200 && a.t2 == 300 && a.t3 == 301));
  CHECK(pair.read(at::kEventsAt) == at::kRefused.mask());
  CHECK(pair.difference() == "");
}

TEST_CASE("REG-4: one rule broken refuses the whole commit, a revert takes the stages back",
          "[registers]") {
  Pair pair;
  REQUIRE(pair.write(at::kCreditOnAt, 30));
  REQUIRE(pair.write(at::kRefreshAt, 30'000));  // expire is 30,000
  CHECK_FALSE(pair.write(at::kCommitAt, at::kCreditGroup | at::kTimesGroup));
  CHECK(pair.golden().settings().ifct.fc_hi == 64);
  CHECK(pair.write(at::kRevertAt, at::kTimesGroup));
  CHECK(pair.read(at::kRefreshAt) == 10'000);
  CHECK(pair.write(at::kCommitAt, at::kCreditGroup | at::kTimesGroup));
  CHECK(pair.golden().settings().ifct.fc_hi == 30);
  CHECK(pair.difference() == "");
}

TEST_CASE("REG-5: a frame's size waits for an empty aggregator and is closed meanwhile",
          "[registers]") {
  Pair pair;
  REQUIRE(pair.write(at::kAggMaxAt, 5));
  REQUIRE(pair.write(at::kCommitAt, at::kAggregatorGroup));
  CHECK(pair.golden().settings().aggregator.max == 48);
  CHECK(at::kPending.get(pair.read(at::kStatusAt)) == at::kAggregatorGroup);
  CHECK_FALSE(pair.write(at::kAggT1At, 7));
  CHECK_FALSE(pair.write(at::kCommitAt, at::kAggregatorGroup));
  CHECK_FALSE(pair.write(at::kRevertAt, at::kAggregatorGroup));
  golden::PortRegistersIn idle;
  idle.aggregator_idle = true;
  pair.step(idle);
  CHECK(pair.golden().settings().aggregator.max == 5);
  CHECK(at::kPending.get(pair.read(at::kStatusAt)) == 0);
  CHECK((pair.read(at::kEventsAt) & at::kApplied.mask()) != 0);
  CHECK(pair.difference() == "");
}

TEST_CASE("REG-2: strobes, bits of no field, read-only words and addresses of nothing",
          "[registers]") {
  Pair pair;
  cosim::RegisterAccess a = write_of(at::kRedirectGainAt, 0x0907);
  a.strobes = 2;
  CHECK_FALSE(pair.access(a).error);
  CHECK(pair.read(at::kRedirectGainAt) == 0x0901);
  a.strobes = 0;
  CHECK_FALSE(pair.access(a).error);
  CHECK(pair.read(at::kRedirectGainAt) == 0x0901);
  CHECK_FALSE(pair.write(at::kRedirectGainAt, 0x10907));
  CHECK_FALSE(pair.write(at::kBuildAt, 0));
  CHECK_FALSE(pair.write(at::kCounterAt, 0));
  CHECK_FALSE(pair.write(0x1fc, 0));
  CHECK(pair.access(read_of(0x1fc)).error);
  CHECK(pair.access(read_of(at::kPortAt + 1)).error);
  CHECK(pair.read(at::kRedirectGainAt) == 0x0901);
  CHECK(pair.read(at::kBuildAt) == (6 | 8 << 4 | 48 << 8));
  CHECK(pair.difference() == "");
}
