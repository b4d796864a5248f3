// SPDX-License-Identifier: Apache-2.0
/// \file
/// A foreign `twolevel_route` in a switch with two-level tables.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "cosim/foreign/block.hpp"
#include "cosim/foreign/control.hpp"
#include "golden/twolevel/table.hpp"

namespace selvage::cosim {

/// Its rows are loaded row by row before it is first asked (F-SYS-1); then it answers lookups, each
/// held against golden's.
class ForeignLookup {
 public:
  ForeignLookup(std::string switch_name, std::vector<golden::TernaryRow> rows,
                std::unique_ptr<ForeignBlock> block, Scoreboard& scoreboard)
      : switch_name_(std::move(switch_name)),
        rows_(std::move(rows)),
        block_(std::move(block)),
        check_(scoreboard, "twolevel_route") {}

  void request(Cycle now, PacketId packet, golden::Ipv4 destination);
  [[nodiscard]] golden::NextHop collect(Cycle now);
  void finish(Cycle now);

 private:
  struct Asked {
    PacketId packet;
    golden::Ipv4 destination;
  };
  void load();

  std::string switch_name_;
  std::vector<golden::TernaryRow> rows_;
  std::unique_ptr<ForeignBlock> block_;
  ForeignCheck check_;
  bool loaded_ = false;
  std::deque<Asked> asked_;
};

}  // namespace selvage::cosim
