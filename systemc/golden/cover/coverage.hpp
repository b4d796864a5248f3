// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functional coverage: which of the situations that a specification speaks of a run has met
/// (docs/reference/coverage.md). Sampled beside the golden models, whoever decides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "golden/types.hpp"

namespace selvage::cover {

/// What the links of the fabric are doing while something is sampled.
enum class Phase : std::uint8_t {
  kQuiet,    ///< no news of a link is under way
  kFault,    ///< that of one death, from the death itself until all has settled
  kRepair,   ///< that of one repair
  kOverlap,  ///< that of several
  kCount
};
inline constexpr unsigned kPhases = static_cast<unsigned>(Phase::kCount);
[[nodiscard]] const char* to_string(Phase phase);

/// One bin.
struct Situation {
  enum class Kind : std::uint8_t {
    kGoal,         ///< to be met
    kUnreachable,  ///< argued to be impossible: met, the argument is wrong (COV-3)
    kIllegal       ///< forbidden: met, a rule is broken (COV-3)
  };
  std::string name;          ///< words joined by dots, the group first
  std::string requirements;  ///< ids, a blank between two
  std::string text;          ///< one sentence
  Kind kind = Kind::kGoal;
  std::string reason = {};  ///< of kUnreachable
};

/// One to be met.
[[nodiscard]] Situation goal(std::string name, std::string requirements, std::string text);

/// A row of a table of situations to be met.
struct Row {
  const char* name;
  const char* requirements;
  const char* text;
};

/// The situations of one part of a system, in a fixed order.
class Model {
 public:
  explicit Model(std::string name) : name_(std::move(name)) {}
  /// Returns its number.
  std::size_t add(Situation situation);
  std::size_t add(const Row& row) { return add(goal(row.name, row.requirements, row.text)); }
  /// A situation to be met cannot be met, for this reason.
  void leave_out(std::size_t situation, std::string reason);
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::vector<Situation>& situations() const { return situations_; }

 private:
  std::string name_;
  std::vector<Situation> situations_;
};
using ModelPtr = std::shared_ptr<const Model>;

/// A situation met that must not be, and where.
struct Forbidden {
  const Situation* situation = nullptr;
  SwitchIdx sw = 0;
};

/// What the counts of one run share.
struct RunState {
  Phase phase = Phase::kQuiet;
  std::optional<Forbidden> forbidden;  ///< the first one
};

/// How often a run met each situation of one model.
class Counts {
 public:
  Counts(ModelPtr model, std::shared_ptr<RunState> run);
  void meet(std::size_t situation, SwitchIdx sw) {
    if (cells_[situation]++ == 0) met_first(situation, sw);
  }
  [[nodiscard]] Phase phase() const { return run_->phase; }
  [[nodiscard]] const ModelPtr& model() const { return model_; }
  [[nodiscard]] std::uint64_t count(std::size_t situation) const { return cells_[situation]; }
  void add(std::size_t situation, std::uint64_t times) { cells_[situation] += times; }

 private:
  /// Keeps in mind where a situation was met that must not be.
  void met_first(std::size_t situation, SwitchIdx sw);

  ModelPtr model_;
  std::shared_ptr<RunState> run_;
  std::vector<std::uint64_t> cells_;
};

/// All that one run met. References to counts stay valid.
class Coverage {
 public:
  /// The counts of a model, made when it is first asked for.
  Counts& of(const ModelPtr& model);
  [[nodiscard]] const std::deque<Counts>& counts() const { return counts_; }
  [[nodiscard]] std::deque<Counts>& counts() { return counts_; }
  void enter(Phase phase) { run_->phase = phase; }
  [[nodiscard]] Phase phase() const { return run_->phase; }
  [[nodiscard]] const std::optional<Forbidden>& forbidden() const { return run_->forbidden; }
  [[nodiscard]] std::size_t goals() const;  ///< situations to be met
  [[nodiscard]] std::size_t met() const;    ///< of them

 private:
  std::shared_ptr<RunState> run_ = std::make_shared<RunState>();
  std::deque<Counts> counts_;
};

}  // namespace selvage::cover
