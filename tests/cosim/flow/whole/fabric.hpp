// SPDX-License-Identifier: Apache-2.0
/// \file
/// A fabric of the model with some of its switches once more in RTL, and a story that happens in
/// it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../parts/story.hpp"
#include "fabric/flow/twin/beside.hpp"

namespace selvage::test {

/// Of a fabric that a whole switch in RTL can be in: beats are d = 7 + w cycles under way
/// (FL-BEAT).
[[nodiscard]] flow::Params whole_params(const Story& story);

class Fabric final : public Told {
 public:
  /// With the leaf and the root in RTL.
  Fabric(Lab& lab, std::uint32_t bugs);
  /// A cycle of the model and one of the RTL.
  void cycle();
  void message(SwitchPort port) override;
  void routes_changed(SwitchIdx sw) override;

  [[nodiscard]] std::string difference() const;
  /// What happened before it, a line each.
  [[nodiscard]] std::string recent() const;
  [[nodiscard]] fabric::Seen seen() const;

 private:
  [[nodiscard]] const fabric::SwitchBeside* differing() const;

  Lab& lab_;
  fabric::Watch watch_;
  std::vector<std::unique_ptr<fabric::SwitchBeside>> switches_;
};

/// A story with a leaf and a root in RTL.
struct WholeRun {
  explicit WholeRun(const Story& s, std::uint32_t bugs = 0)
      : lab(tree(), whole_params(s)), fabric(lab, bugs), script(s, lab, fabric) {}
  /// The first difference in so many cycles, or empty.
  std::string run(unsigned cycles);

  Lab lab;
  Fabric fabric;
  Script script;
};

}  // namespace selvage::test
