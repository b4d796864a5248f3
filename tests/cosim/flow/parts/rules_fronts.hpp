// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the heads of the flow queues of one input do (FL-HEAD, FL-CHOOSE, FL-WAKE, FL-LIMIT of
/// docs/reference/flow-switch.md).
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "cosim/flow/parts/heads_block.hpp"

namespace selvage::test {

class FrontsRule {
 public:
  explicit FrontsRule(bool host) : host_(host) {}
  enum class Does : std::uint8_t { kNothing, kAsks, kChooses, kStands, kIsLed, kWaits };
  enum class For : std::uint8_t { kOther, kPort, kLimit };
  enum class What : std::uint8_t { kChoice, kBlock, kDrop };
  struct Row {
    Does does = Does::kNothing;
    For waits_for = For::kOther;
    What what = What::kChoice;  ///< its DEQ
    bool given = false;         ///< the DEQ, or its question
    bool old = false;           ///< the state of routing is another one since its question
    bool missed = false;        ///< an output has become open since its choice, or its grant's DEQ
    unsigned ways = 0, no_credit = 0, out = 0, tc = 0;
    unsigned packets = 0;
  };
  struct Deq {
    unsigned kind = 0;  ///< flow_steps
    unsigned id = 0;
    What what = What::kChoice;
  };

  /// What comes in a cycle, up to outputs that are dead or initialised.
  void comes(const cosim::FlowFrontsIn& in);
  /// Behind it: the grant, the turn, the DEQ and the question; what the cycle shows.
  cosim::FlowFrontsOut gives(const cosim::FlowFrontsIn& in);

  [[nodiscard]] const Row& row(unsigned id) const { return rows_[id]; }
  [[nodiscard]] bool has_turn(unsigned id) const;
  /// The DEQ that is answered in the next cycle.
  [[nodiscard]] const std::optional<Deq>& answered() const { return under_way_[1]; }

 private:
  void asks(Row& r);
  void chooses(Row& r, What what);
  void wake(Row& r, unsigned alive);
  void wake_limited(unsigned alive);
  void answer(const cosim::FlowFrontsIn& in);
  void refused(const cosim::FlowFrontsIn& in, const Deq& deq);
  void outputs(const cosim::FlowFrontsIn& in);
  void turn(const cosim::FlowFrontsIn& in);

  bool host_;
  std::array<Row, cosim::kPartRows> rows_{};
  std::vector<unsigned> turns_;                    ///< rows, the first one first
  std::array<std::optional<Deq>, 2> under_way_{};  ///< one cycle ago and two
  bool opened_ = false;                            ///< an output, in this cycle
  cosim::FlowFrontsOut shown_;
};

}  // namespace selvage::test
