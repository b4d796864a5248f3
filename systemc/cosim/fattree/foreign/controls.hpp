// SPDX-License-Identifier: Apache-2.0
/// \file
/// Foreign blocks in a switch of a fat tree.
#pragma once

#include <memory>

#include "cosim/fattree/golden.hpp"
#include "cosim/foreign/control.hpp"

namespace selvage::cosim {

/// A block and the control it sits in; `golden` is that of `own`.
struct ForeignFatTree {
  SwitchIdx self = 0;
  std::unique_ptr<SwitchControl> own;
  const FatTreeGolden* golden = nullptr;
  std::unique_ptr<ForeignBlock> block;
  ForeignCheck check;
};

/// The decisions are the block's.
[[nodiscard]] std::unique_ptr<SwitchControl> with_foreign_route(ForeignFatTree seat);
/// The decisions are made of the block's lookups.
[[nodiscard]] std::unique_ptr<SwitchControl> with_foreign_table(ForeignFatTree seat);

}  // namespace selvage::cosim
