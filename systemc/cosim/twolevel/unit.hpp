// SPDX-License-Identifier: Apache-2.0
/// \file
/// Engines rtl and lockstep of the two-level lookup: the verilated `twolevel_route` of one switch.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cosim/engine.hpp"
#include "cosim/lockstep/history.hpp"
#include "cosim/lockstep/pipe.hpp"
#include "cosim/lockstep/scoreboard.hpp"
#include "cosim/twolevel/block.hpp"
#include "cosim/twolevel/traced.hpp"
#include "golden/twolevel/table.hpp"

namespace selvage::cosim {

/// Clock edges from the one that samples an address to the one that registers its answer.
inline constexpr Cycle kTwoLevelLatency = 2;

/// A packet's address, which is looked up.
struct AddressLookup {
  PacketId packet = 0;
  golden::Ipv4 destination;
};

/// Golden's answer, and what it is held against.
[[nodiscard]] TwoLevelOut expected_of(const std::vector<golden::TernaryRow>& rows,
                                      golden::Ipv4 destination);
[[nodiscard]] Difference wrong_lookup(golden::Ipv4 destination, const TwoLevelOut& expected,
                                      const TwoLevelOut& actual);
[[nodiscard]] inline golden::NextHop next_hop(const TwoLevelOut& out) {
  if (out.drop) return {};
  return {false, static_cast<PortIdx>(out.port), golden::Ipv4{out.next}};
}

/// What one unit is made of.
struct TwoLevelUnitSetup {
  std::string switch_name;
  std::vector<golden::TernaryRow> rows;  ///< loaded one by one before cycle 0
  const TwoLevelBuild* build = nullptr;  ///< may have more rows
  Engine engine = Engine::kLockstep;
  std::uint32_t rtl_bugs = 0;
};

/// An address asked in cycle t is sampled at the clock edge that begins t. Its answer is registered
/// at edge t+2, and may be collected in that cycle: so it is read where it enters the output
/// registers, after edge t+1, and held against the registers after edge t+2. In lockstep row, port,
/// next hop and the edge of every answer are compared. An idle block is not clocked; it is made
/// when it is first needed.
class TwoLevelUnit {
 public:
  /// `scoreboard` outlives this.
  TwoLevelUnit(TwoLevelUnitSetup setup, Scoreboard& scoreboard);

  /// Returns golden's answer, in lockstep.
  std::optional<golden::NextHop> request(Cycle now, PacketId packet, golden::Ipv4 destination);
  [[nodiscard]] golden::NextHop collect(Cycle now);
  /// Lets the pipeline run dry; time may start anew.
  void finish(Cycle now);

  /// For waves: rows and values as in `Watched`, and a traced copy of the block.
  [[nodiscard]] std::vector<WatchedRow> rows() const;
  void values(std::vector<std::uint64_t>& out) const;
  TracedModel* make_traced_model(const std::string& scope);

 private:
  using Lookups = Pipe<AddressLookup, TwoLevelOut>;
  /// For the report of a mismatch: an address asked for, or its answer.
  struct Event {
    AddressLookup lookup;
    bool answered = false;
    TwoLevelOut answer;
  };

  void load(TwoLevelBlock& block) const;
  [[nodiscard]] Cycle next_edge() const;
  void advance(Cycle now);
  void edge(Cycle cycle);
  [[nodiscard]] golden::NextHop take(Cycle now);
  /// `taken`: of the answer that differs.
  void fail(Cycle cycle, BlockCount& block, std::optional<PacketId> packet,
            const Difference& difference, const Lookups::Taken* taken = nullptr);

  TwoLevelUnitSetup setup_;
  Scoreboard* scoreboard_;
  BlockCount* count_;
  std::unique_ptr<TwoLevelBlock> block_;
  Cycle edge_ = 0;        ///< last edge executed
  Cycle busy_until_ = 0;  ///< edges up to this one have something to do
  Cycle asked_ = kNever;  ///< cycle whose request waits for its edge
  golden::Ipv4 address_;  ///< of that request
  TwoLevelOut incoming_;  ///< what the registers will show after the next edge
  Lookups lookups_{AnswerTime::exactly(kTwoLevelLatency), "F-SYS-2"};
  History<Event, 6> history_;
  TwoLevelOut last_expected_;  ///< of the last lookup, for waves
  TwoLevelOut last_actual_;
  std::unique_ptr<TracedLookup> traced_;
};

}  // namespace selvage::cosim
