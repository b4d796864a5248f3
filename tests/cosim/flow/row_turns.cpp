// SPDX-License-Identifier: Apache-2.0
/// An ifct whose memories have two rows a step: who is taken, how long the others wait, and how
/// many packets go through whatever rows they name.
#include <catch2/catch.hpp>
#include <optional>

#include "settings.hpp"
#include "word_pair.hpp"

namespace selvage::test {

namespace {

using cosim::FlowSize;
using cosim::WordKind;

constexpr unsigned kRows = 64;
constexpr unsigned kBug = 9;  ///< of ifct_turns: DEQ is always first

/// Operations that stay until they are taken, on rows that are free, where none does harm: all of
/// an ifct's pins but what its rows do.
class Requesters {
 public:
  /// `busy`: percent of cycles in which one without a request has a new one, by operation; `rows`:
  /// how many rows they name.
  Requesters(std::uint64_t seed, std::array<unsigned, 4> busy, unsigned rows)
      : random_(seed), busy_(busy), rows_(rows) {}

  golden::IfctInput ask() {
    for (unsigned k = 0; k < 4; ++k) {
      if (!row_[k] && random_.percent(busy_[k]))
        row_[k] = static_cast<golden::FlowId>(random_.below(rows_));
    }
    golden::IfctInput in;
    in.now = ++now_;
    in.deq_valid = row_[0].has_value();
    in.deq.id = row_[0].value_or(0);
    in.deq.len = 1;
    in.enq_valid = row_[1].has_value();  // a marker at position 0, where every row is
    in.enq.id = row_[1].value_or(0);
    in.ack_valid = row_[2].has_value();
    in.ack.id = row_[2].value_or(0);
    in.chk_valid = row_[3].has_value();
    in.chk = row_[3].value_or(0);
    return in;
  }
  void took(unsigned taken) {
    for (unsigned k = 0; k < 4; ++k) {
      if (!row_[k]) continue;
      const bool goes = (taken >> k & 1U) != 0;
      waits_[k] = goes ? 0 : waits_[k] + 1;
      longest[k] = std::max(longest[k], waits_[k]);
      done[k] += goes;
      if (goes) row_[k].reset();
    }
  }
  std::array<unsigned, 4> longest{};  ///< cycles that one has waited
  std::array<unsigned, 4> done{};

 private:
  tb::Random random_;
  std::array<unsigned, 4> busy_;
  unsigned rows_;
  Cycle now_ = 0;
  std::array<std::optional<golden::FlowId>, 4> row_;
  std::array<unsigned, 4> waits_{};
};

/// The table in RTL, and who of the golden model and of the pins is taken.
class TurnsPair {
 public:
  explicit TurnsPair(unsigned bugs = 0)
      : rtl_(cosim::make_ifct_words(WordKind::kTwoRows, false,
                                    cosim::to_rtl(short_ifct(FlowSize::kSmall, false, true)),
                                    bugs)) {}
  /// Runs to the end or the first difference.
  std::string run(Requesters& requesters, unsigned cycles) {
    for (unsigned c = 0; c < cycles; ++c) {
      const golden::IfctInput in = requesters.ask();
      const NamedRows asks = IfctRefusals::named(golden_, in);
      unsigned expected = 0;
      const std::array<bool, 4> turns = turns_.step({asks[0], asks[1], asks[2], asks[3]});
      for (unsigned k = 0; k < 4; ++k) expected |= static_cast<unsigned>(turns[k]) << k;
      const auto pins = cosim::to_rtl(in);
      const unsigned taken = rtl_->taken(pins);
      if (taken != expected)
        return "cycle " + std::to_string(c) + ": taken_o (FLOW-A-25): golden " +
               std::to_string(expected) + ", RTL " + std::to_string(taken);
      rtl_->edge(pins);
      if (cosim::rtl_failure_pending())
        return "cycle " + std::to_string(c) + ": RTL assertion: " + cosim::take_rtl_failure();
      requesters.took(taken);
    }
    return "";
  }

 private:
  golden::Ifct golden_{short_ifct(FlowSize::kSmall, false, true)};
  golden::RowTurns turns_;
  std::unique_ptr<cosim::WordTable<cosim::IfctBlock>> rtl_;
};

}  // namespace

TEST_CASE("FLOW-A-25: of two rows a step DEQ, ENQ and ACK wait for a cycle, CHK for seven",
          "[flow][lockstep]") {
  const unsigned rows = GENERATE(1U, 2U, 3U, 4U, kRows);
  const unsigned busy = GENERATE(30U, 70U, 100U);
  CAPTURE(rows, busy);
  TurnsPair pair;
  Requesters requesters(rows, {busy, busy, busy, busy}, rows);
  CHECK(pair.run(requesters, 50'000) == "");
  for (unsigned k = 0; k < 3; ++k) CHECK(requesters.longest[k] == (rows > 2 ? 1U : 0U));
  CHECK(requesters.longest[3] <= golden::RowTurns::kCheckWaits);
  if (rows == kRows && busy == 100) CHECK(requesters.longest[3] == golden::RowTurns::kCheckWaits);
}

TEST_CASE("FLOW-A-25: two rows a step take a packet in 1.64 clocks, whatever rows it names",
          "[flow][lockstep]") {
  constexpr unsigned kCycles = 100'000;
  constexpr double kClocksOfPacket = 1.64;
  const unsigned rows = GENERATE(2U, 3U, 5U, kRows);
  const unsigned checks = GENERATE(0U, 20U, 100U);
  CAPTURE(rows, checks);
  TurnsPair pair;
  Requesters requesters(rows, {100, 100, 100, checks}, rows);
  CHECK(pair.run(requesters, kCycles) == "");
  for (unsigned k = 0; k < 3; ++k) CHECK(requesters.done[k] * kClocksOfPacket >= kCycles);
  if (checks == 100) CHECK(requesters.done[3] >= kCycles / 8);
}

TEST_CASE("FLOW-A-25: a turn that is always the first's is found", "[flow][bug]") {
  TurnsPair pair(1U << kBug);
  Requesters requesters(3, {100, 100, 100, 100}, kRows);
  CHECK_THAT(pair.run(requesters, 1'000), Catch::Matchers::Contains("FLOW-A-25"));
}

}  // namespace selvage::test
