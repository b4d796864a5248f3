// SPDX-License-Identifier: Apache-2.0
/// \file
/// A foreign `twolevel_route` in a switch with two-level tables.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cosim/foreign/agent.hpp"
#include "cosim/twolevel/unit.hpp"

namespace selvage::cosim {

/// Its rows are loaded row by row before it is first asked (F-SYS-1); then it answers lookups, each
/// held against golden's.
class ForeignLookup {
 public:
  ForeignLookup(std::string switch_name, std::vector<golden::TernaryRow> rows,
                std::unique_ptr<ForeignBlock> block, Scoreboard& scoreboard)
      : rows_(std::move(rows)),
        agent_(std::move(block), scoreboard, "twolevel_route", std::move(switch_name)) {}

  void request(Cycle now, PacketId packet, golden::Ipv4 destination);
  [[nodiscard]] golden::NextHop collect(Cycle now);
  void finish(Cycle now);

 private:
  void load();

  std::vector<golden::TernaryRow> rows_;
  ForeignAgent agent_;
  bool loaded_ = false;
};

}  // namespace selvage::cosim
