// SPDX-License-Identifier: Apache-2.0
/// \file
/// A second lookup of a switch that runs for waves alone, and several twins as one.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cosim/lockstep/edge_twin.hpp"
#include "cosim/twolevel/block.hpp"

namespace selvage::cosim {

class TwoLevelTwin final : public EdgeTwin<std::optional<std::uint32_t>> {
 public:
  /// `block` holds its table.
  explicit TwoLevelTwin(std::unique_ptr<TwoLevelBlock> block);

  void request(Cycle now, std::uint32_t destination) { inputs_at(now) = destination; }

  // TracedModel
  void declare(VerilatedFstC& file) override { block_->declare(file); }

 private:
  void rise_on(const std::optional<std::uint32_t>* in) override;
  void clock_falls() override { block_->fall(); }

  std::unique_ptr<TwoLevelBlock> block_;
};

/// The twins of a control that has several blocks.
class Twins final : public TracedModel {
 public:
  /// `twin` may be null.
  void add(TracedModel* twin);
  [[nodiscard]] bool empty() const { return all_.empty(); }

  void declare(VerilatedFstC& file) override;
  void skip_to(Cycle now) override;
  void rise() override;
  void fall() override;

 private:
  std::vector<TracedModel*> all_;
};

}  // namespace selvage::cosim
