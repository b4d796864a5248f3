// SPDX-License-Identifier: Apache-2.0
/// \file
/// A compiled foreign block in the switches of a fabric.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cosim/foreign/block.hpp"
#include "dut/bench.hpp"
#include "dut/transactions.hpp"

namespace selvage::dut {

/// What its registers hold before reset.
[[nodiscard]] std::uint64_t instance_seed(const InstancePlace& place);

/// The instances of a design in switches; outlives the blocks that it makes.
class Instances {
 public:
  /// `switches`: only in these; empty: in all.
  Instances(Manifest manifest, Built built, std::set<SwitchIdx> switches);

  /// What System::use takes, and fabric::RunOptions.
  [[nodiscard]] cosim::ForeignDesign design();
  [[nodiscard]] const Manifest& manifest() const { return manifest_; }
  [[nodiscard]] const Built& built() const { return built_; }
  [[nodiscard]] const std::set<SwitchIdx>& switches() const { return switches_; }
  /// Cycles from a question to an answer that the fabric has to wait for.
  [[nodiscard]] Cycle latency() const { return manifest_.latency.clocks; }
  /// What the block of a place was asked, as a stimulus: what changed a state, from the first on,
  /// and the last questions; empty if it was asked nothing.
  [[nodiscard]] std::vector<Step> recent(const InstancePlace& place) const;

 private:
  friend class BlockInstance;
  struct Asked {
    std::vector<Step> first;  ///< that changed a state, or all where no clock may be left out
    struct Last {
      Step step;
      bool changes = false;
    };
    std::deque<Last> last;
  };
  Manifest manifest_;
  Built built_;
  std::set<SwitchIdx> switches_;
  std::shared_ptr<Library> object_;
  std::vector<Pin> inputs_;
  std::vector<Pin> outputs_;
  std::vector<unsigned> input_widths_;
  std::vector<unsigned> output_widths_;
  std::vector<bool> offered_;  ///< outputs that the block has
  std::map<InstancePlace, Asked> asked_;
};

}  // namespace selvage::dut
