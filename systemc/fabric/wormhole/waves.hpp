// SPDX-License-Identifier: Apache-2.0
/// \file
/// The input channels of wormhole switches in waves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fabric/context.hpp"
#include "fabric/record/path_rows.hpp"
#include "waves/fst_file.hpp"
#include "wormhole/routers.hpp"

namespace selvage::fabric {

/// Three rows for each input channel of a chosen switch: the packet at its head, the flits it
/// holds, and what the packet waits for.
class WormholeRows final : public PathRows {
 public:
  WormholeRows(const Context& context, const wormhole::Routers& routers, waves::FstFile& file)
      : context_(context), routers_(routers), file_(file) {}

  void declare(SwitchIdx sw, const std::string& scope, bool chosen) override;
  void draw(Cycle cycle) override;
  void count(Cycle /*cycle*/) override {}
  void forget() override {}

 private:
  struct Input {
    SwitchIdx sw = 0;
    wormhole::Channel channel = 0;
    waves::FstFile::Row head = 0;
    waves::FstFile::Row flits = 0;
    waves::FstFile::Row waits_for = 0;
    std::optional<PacketId> packet;  ///< as the row shows it
    wormhole::Waiting waiting;
  };

  void draw_head(Input& input, const wormhole::Router& router);
  void draw_waiting(Input& input, const wormhole::Router& router);

  const Context& context_;
  const wormhole::Routers& routers_;
  waves::FstFile& file_;
  std::vector<Input> inputs_;
};

}  // namespace selvage::fabric
