// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL of `secded_dec`, which has no clock. No verilated header.
#pragma once

#include <memory>
#include <vector>

namespace selvage::cosim {

struct SecdedDecOptions {};

struct SecdedDecOut {
  std::vector<bool> word;
  bool fixed = false;
  bool lost = false;
};

class SecdedDecBlock {
 public:
  virtual ~SecdedDecBlock() = default;
  [[nodiscard]] virtual SecdedDecOut decode(const std::vector<bool>& word,
                                            const std::vector<bool>& check) = 0;
};

struct SecdedDecBuild {
  unsigned width;
  std::unique_ptr<SecdedDecBlock> (*make)(const SecdedDecOptions&);
};
[[nodiscard]] const std::vector<SecdedDecBuild>& secded_dec_builds();

}  // namespace selvage::cosim
