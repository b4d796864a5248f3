// SPDX-License-Identifier: Apache-2.0
/// \file
/// A second lookup of a switch that runs for waves alone, and several traced models as one.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cosim/lockstep/traced_model.hpp"
#include "cosim/twolevel/block.hpp"

namespace selvage::cosim {

class TracedLookup final : public TracedPipeline<std::optional<std::uint32_t>> {
 public:
  /// `block` holds its table.
  explicit TracedLookup(std::unique_ptr<TwoLevelBlock> block);

  void request(Cycle now, std::uint32_t destination) { inputs_at(now, now) = destination; }

  // TracedModel
  void declare(VerilatedFstC& file) override { block_->declare(file); }

 private:
  void rise_on(const std::optional<std::uint32_t>* in) override;
  void clock_falls() override { block_->fall(); }

  std::unique_ptr<TwoLevelBlock> block_;
};

/// The traced models of a control that has several blocks.
class TracedModels final : public TracedModel {
 public:
  /// `model` may be null.
  void add(TracedModel* model);
  [[nodiscard]] bool empty() const { return all_.empty(); }

  void declare(VerilatedFstC& file) override;
  void skip_to(Cycle now) override;
  void rise() override;
  void fall() override;

 private:
  std::vector<TracedModel*> all_;
};

}  // namespace selvage::cosim
