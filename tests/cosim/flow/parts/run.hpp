// SPDX-License-Identifier: Apache-2.0
/// \file
/// A story with the parts of the leaf and of the root in RTL.
#pragma once

#include <string>

#include "twin.hpp"

namespace selvage::test {

struct Run {
  explicit Run(const Story& s, const PartBugs& bugs = {})
      : lab(tree(), params_of(s)),
        twins(lab, {kLeaf, kRoot}, {true, s.deaths == 0}, bugs),
        script(s, lab, twins) {}
  /// The first difference in so many cycles, or empty.
  std::string run(unsigned cycles) {
    for (unsigned i = 0; i < cycles && twins.difference().empty(); ++i) {
      script.before();
      twins.cycle();
      script.behind();
    }
    return twins.difference();
  }

  Lab lab;
  Twins twins;
  Script script;
};

}  // namespace selvage::test
