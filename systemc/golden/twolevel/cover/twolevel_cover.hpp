// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functional coverage of switches with two-level tables (docs/reference/coverage.md): what the
/// tables answer, and what faults and flows make of it.
#pragma once

#include <array>

#include "golden/cover/coverage.hpp"
#include "golden/switch_control.hpp"
#include "golden/twolevel/table.hpp"

namespace selvage::golden {

inline constexpr unsigned kTableLevels = 3;    ///< edge, aggregation, core
inline constexpr unsigned kTableAnswers = 3;   ///< a prefix, a suffix, no row
inline constexpr unsigned kUpOutcomes = 5;     ///< as preferred, next, wrap, none, not asked
inline constexpr unsigned kFlowOutcomes = 4;   ///< tables' port, another, held, diverted
inline constexpr unsigned kTableIllegals = 2;  ///< up after down, back where it came from

/// The cover model of the switches of a k-ary fat tree, and the numbers of its situations.
class TwoLevelCover {
 public:
  /// What of the system makes situations impossible.
  struct Shape {
    bool fault_tables = false;  ///< link faults spread
    bool hash = false;          ///< a hash prefers up ports
    bool flows = false;         ///< switches know flows
    bool held = false;          ///< and flows wait there to keep their order
  };
  explicit TwoLevelCover(const Shape& shape);
  [[nodiscard]] const cover::ModelPtr& model() const { return model_; }
  [[nodiscard]] bool hash() const { return hash_; }

  /// [level][what answers]
  std::array<std::array<std::size_t, kTableAnswers>, kTableLevels> lookup{};
  /// [edge, aggregation][the modulus wraps]
  std::array<std::array<std::size_t, 2>, 2> suffix{};
  /// [edge, aggregation][the hash prefers another port than the suffix]
  std::array<std::array<std::size_t, 2>, 2> hashed{};
  /// [edge, aggregation][outcome]
  std::array<std::array<std::size_t, kUpOutcomes>, 2> up{};
  /// [phase][outcome]
  std::array<std::array<std::size_t, kUpOutcomes>, cover::kPhases> during{};
  /// [edge, aggregation][what a flow makes of the tables' port]
  std::array<std::array<std::size_t, kFlowOutcomes>, 2> flow{};
  std::array<std::size_t, kTableIllegals> illegal{};

 private:
  void add_lookups(cover::Model& model);
  void add_ways(cover::Model& model);
  void leave_out(cover::Model& model, const Shape& shape);

  cover::ModelPtr model_;
  bool hash_;
};

/// Samples one switch.
class TwoLevelSampler {
 public:
  /// A switch of `level` in a tree of switches with 2 `h` ports, with its tables.
  TwoLevelSampler(const TwoLevelCover& cover, cover::Counts& counts, SwitchIdx self, unsigned level,
                  unsigned h, const TwoLevelTable& table)
      : cover_(&cover), counts_(&counts), self_(self), level_(level), h_(h), table_(&table) {}
  /// An address that has come by `in` is looked up; `hop` is what is preferred.
  void looked_up(Ipv4 address, PortIdx in, const NextHop& hop);
  /// The preferred up port held against the candidates of the fault tables, null if nobody asks
  /// them: `decision`.
  void joined(PortIdx preferred, bool known, const RouteDecision& decision);
  /// A flow goes by `port`, or would if it were not held; `taken`: the port that faults left it.
  void flow_went(PortIdx preferred, PortIdx port, bool held, PortIdx taken);

 private:
  void meet(std::size_t situation) { counts_->meet(situation, self_); }

  const TwoLevelCover* cover_;
  cover::Counts* counts_;
  SwitchIdx self_;
  unsigned level_;
  unsigned h_;
  const TwoLevelTable* table_;
};

}  // namespace selvage::golden
