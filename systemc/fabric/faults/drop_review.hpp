// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every drop for want of a way, held against the settled relation by the system's judge.
#pragma once

#include <memory>

#include "fabric/context.hpp"

namespace selvage::fabric {

/// FAB-DROP: a header answered that there is no way although the relation has one is excused
/// only while what the switches know may be in flux: for the system's settling time after a
/// declaration, and after one that came while another change was unknown, until all are known. At
/// any other time the routing state is that of the links declared dead; then the run stops there.
class DropReview {
 public:
  DropReview(Context& context, std::unique_ptr<DropJudge> judge)
      : context_(context), judge_(std::move(judge)) {}

  /// `packet` was refused at `sw` by the answer to its question of cycle `asked`.
  void refused(Packet& packet, SwitchIdx sw, const RouteRequest& request, Cycle asked);

 private:
  [[nodiscard]] bool in_flux(SwitchIdx sw, Cycle asked);

  Context& context_;
  std::unique_ptr<DropJudge> judge_;
  std::uint64_t seen_ = ~std::uint64_t{0};  ///< LinkChanges::count that the judge knows
};

}  // namespace selvage::fabric
