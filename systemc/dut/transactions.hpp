// SPDX-License-Identifier: Apache-2.0
/// \file
/// The last questions to a block in a fabric and its answers, put into words only for the
/// report of a mismatch.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "dut/contract.hpp"
#include "golden/types.hpp"

namespace selvage::dut {

class Transactions {
 public:
  Transactions(const std::vector<Pin>& inputs, const std::vector<Pin>& outputs,
               const std::vector<bool>& offered)
      : inputs_(&inputs), outputs_(&outputs), offered_(&offered) {}

  /// What is on the inputs in `clock` of the block, which is `cycle` of the fabric; a second time
  /// in one clock the two are one. `asked`: an answer is awaited.
  void put(Cycle clock, Cycle cycle, const Values& question, bool asked);
  /// The oldest answer that is awaited, or that it does not come.
  void answered(const std::optional<Values>& answer);
  /// What is awaited never comes.
  void begin_anew();
  /// One line for each, up to the last answer, oldest first.
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  struct Entry {
    Cycle clock = 0;
    Cycle first = 0;
    Cycle last = 0;      ///< the same was asked and answered in it, too,
    unsigned times = 1;  ///< so often in all
    Values question;
    bool asked = false;
    std::optional<Values> answer;
  };
  /// The oldest entry is over.
  void close();
  [[nodiscard]] bool repeats(const Entry& before, const Entry& entry) const;
  [[nodiscard]] std::string describe(const Entry& entry) const;

  const std::vector<Pin>* inputs_;
  const std::vector<Pin>* outputs_;
  const std::vector<bool>* offered_;  ///< outputs that the block has
  std::deque<Entry> open_;            ///< from the first on that is not answered
  std::deque<Entry> closed_;
};

}  // namespace selvage::dut
