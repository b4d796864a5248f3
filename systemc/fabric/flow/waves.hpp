// SPDX-License-Identifier: Apache-2.0
/// \file
/// Flow-channel switches in waves: packets, ACKs and loads of every port, channels of its table.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fabric/context.hpp"
#include "fabric/record/path_rows.hpp"
#include "flow/routers.hpp"
#include "waves/fst_file.hpp"

namespace selvage::fabric {

class WaveRows;

/// The RTL of a port for waves, at a scope; empty where there is none.
using TracePort =
    std::function<std::vector<cosim::TracedModel*>(SwitchPort at, const std::string& scope)>;

/// Listens to the network as long as it lives.
class FlowWaves final : public PathRows, private flow::Observer {
 public:
  FlowWaves(const Context& context, flow::Routers& routers, const golden::FlowSizes& sizes,
            unsigned lanes, waves::FstFile& file, WaveRows& rows, TracePort trace);
  ~FlowWaves() override;
  FlowWaves(const FlowWaves&) = delete;
  FlowWaves& operator=(const FlowWaves&) = delete;

  void declare(SwitchIdx sw, const std::string& scope, bool chosen) override;
  [[nodiscard]] std::vector<cosim::TracedModel*> models() override { return models_; }
  void draw(Cycle cycle) override;
  void count(Cycle cycle) override;
  void forget() override;

  /// Rows of an input table that are shown, lowest ids first; ids are given out in this order.
  [[nodiscard]] static unsigned shown_channels(unsigned rows, unsigned ports);

 private:
  using Row = waves::FstFile::Row;
  struct Channel;
  struct Port;
  /// A text that stands until a cycle.
  struct Passing {
    Row row = 0;
    Cycle until = 0;
    bool active = false;
  };

  void arrives(SwitchPort in, const flow::Cargo& packet) override;
  void decided(SwitchIdx sw, std::uint32_t slot, const RouteDecision& decision) override;
  void stepped(SwitchPort in, golden::FlowId id, const golden::IfctRow& row) override;
  void acked(SwitchPort in, const golden::AckRequest& ack) override;
  void came_back(SwitchPort out, const golden::Ack& ack, const golden::BackMessage& back) override;
  void redirected(SwitchPort out, const flow::RedirectOutput& redirect) override;
  void sent(SwitchPort out, const flow::Cargo& packet, Cycle until) override;
  void sent_marker(SwitchPort out, golden::FlowId id, Cycle until) override;
  void sent_acks(SwitchPort out, unsigned count, Cycle until) override;
  void stretched(SwitchPort out, Cycle until) override;
  void lost(SwitchPort out, const flow::Cargo& packet) override;

  [[nodiscard]] Port* at(SwitchPort port);
  [[nodiscard]] Port* chosen(SwitchPort port);
  [[nodiscard]] Port* busy(SwitchPort port);
  [[nodiscard]] std::string describe(const flow::Cargo& packet) const;
  void set_packet(Row row, std::uint32_t slot);
  void show(Passing& passing, std::string_view text, Cycle until);
  void expire(Cycle cycle);
  void draw_port(SwitchPort at, Port& port);
  void draw_channel(SwitchPort at, golden::FlowId id, Channel& channel);

  const Context& context_;
  flow::Routers& routers_;
  waves::FstFile& file_;
  WaveRows& rows_;
  golden::FlowSizes sizes_;
  TracePort trace_;
  std::vector<cosim::TracedModel*> models_;
  unsigned channels_;
  unsigned lanes_;
  unsigned characters_;                   ///< of a packet
  std::vector<std::vector<Port>> ports_;  ///< [switch][port]
  std::vector<SwitchPort> busy_;          ///< with something to forget
  std::vector<Passing*> passing_;
};

}  // namespace selvage::fabric
