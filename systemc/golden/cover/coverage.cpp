// SPDX-License-Identifier: Apache-2.0
#include "golden/cover/coverage.hpp"

#include <algorithm>

namespace selvage::cover {

const char* to_string(Phase phase) {
  switch (phase) {
    case Phase::kQuiet: return "quiet";
    case Phase::kFault: return "fault";
    case Phase::kRepair: return "repair";
    case Phase::kOverlap: return "overlap";
    case Phase::kCount: break;
  }
  return "?";
}

Situation goal(std::string name, std::string requirements, std::string text) {
  return {std::move(name), std::move(requirements), std::move(text), Situation::Kind::kGoal, {}};
}

std::size_t Model::add(Situation situation) {
  situations_.push_back(std::move(situation));
  return situations_.size() - 1;
}

void Model::leave_out(std::size_t situation, std::string reason) {
  Situation& s = situations_[situation];
  if (s.kind != Situation::Kind::kGoal) return;
  s.kind = Situation::Kind::kUnreachable;
  s.reason = std::move(reason);
}

Counts::Counts(ModelPtr model, std::shared_ptr<RunState> run)
    : model_(std::move(model)), run_(std::move(run)), cells_(model_->situations().size()) {}

void Counts::met_first(std::size_t situation, SwitchIdx sw) {
  const Situation& met = model_->situations()[situation];
  if (met.kind != Situation::Kind::kGoal && !run_->forbidden) run_->forbidden = Forbidden{&met, sw};
}

Counts& Coverage::of(const ModelPtr& model) {
  for (Counts& counts : counts_) {
    if (counts.model()->name() == model->name()) return counts;
  }
  return counts_.emplace_back(model, run_);
}

std::size_t Coverage::goals() const {
  std::size_t sum = 0;
  for (const Counts& counts : counts_) {
    const auto& all = counts.model()->situations();
    sum += static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [](const Situation& s) {
      return s.kind == Situation::Kind::kGoal;
    }));
  }
  return sum;
}

std::size_t Coverage::met() const {
  std::size_t sum = 0;
  for (const Counts& counts : counts_) {
    const auto& all = counts.model()->situations();
    for (std::size_t i = 0; i < all.size(); ++i) {
      sum += all[i].kind == Situation::Kind::kGoal && counts.count(i) > 0;
    }
  }
  return sum;
}

}  // namespace selvage::cover
