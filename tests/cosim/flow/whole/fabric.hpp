// SPDX-License-Identifier: Apache-2.0
/// \file
/// A fabric of the model with some of its switches once more in RTL, and a story that happens in
/// it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "flow/observer.hpp"
#include "options.hpp"
#include "switch.hpp"

namespace selvage::test {

using MakeSwitch = std::function<std::unique_ptr<cosim::FlowSwitchBlock>(
    SwitchIdx, const cosim::FlowSwitchOptions&)>;
/// The verilated leaf and root.
[[nodiscard]] std::unique_ptr<cosim::FlowSwitchBlock> rtl_switch(
    SwitchIdx sw, const cosim::FlowSwitchOptions& options);

class Fabric final : flow::Observer, public Told {
 public:
  Fabric(Lab& lab, const std::vector<SwitchIdx>& switches, std::uint32_t bugs,
         const MakeSwitch& make);
  /// A cycle of the model and one of the RTL.
  void cycle();
  void message(SwitchPort port) override;
  void routes_changed(SwitchIdx sw) override;

  [[nodiscard]] std::string difference() const;
  /// What was near it.
  [[nodiscard]] std::string near() const;
  [[nodiscard]] Seen seen() const;

 private:
  [[nodiscard]] WholeSwitch* of(SwitchIdx sw);
  [[nodiscard]] PortCycle* at(SwitchPort p);
  [[nodiscard]] std::size_t number(SwitchPort p) const { return p.sw * lab_.wiring.ports + p.port; }
  /// Of an output; null: nobody looks at it.
  [[nodiscard]] Wire* wire(SwitchPort out) { return wires_[number(out)].get(); }
  /// That ends at an input.
  [[nodiscard]] std::unique_ptr<Wire>& wire_to(SwitchPort in);
  void watch(SwitchIdx sw, std::uint32_t bugs, const MakeSwitch& make);
  void came(SwitchPort in, cosim::FlowSymbol symbol);

  void arrives(SwitchPort in, const flow::Cargo& packet) override;
  void decided(SwitchIdx sw, std::uint32_t slot, const RouteDecision& decision) override;
  void stepped(SwitchPort, golden::FlowId, const golden::IfctRow&) override {}
  void acked(SwitchPort, const golden::AckRequest&) override {}
  void came_back(SwitchPort, const golden::Ack&, const golden::BackMessage&) override {}
  void redirected(SwitchPort out, const flow::RedirectOutput&) override;
  void sent(SwitchPort out, const flow::Cargo& packet, Cycle until) override;
  void sent_marker(SwitchPort out, golden::FlowId id, Cycle until) override;
  void sent_acks(SwitchPort out, unsigned count, Cycle until) override;
  void stretched(SwitchPort out, Cycle until) override;
  void lost(SwitchPort, const flow::Cargo&) override {}
  void marked(SwitchPort in, golden::FlowId id) override;
  void queued(SwitchPort in, golden::FlowId id, std::uint32_t slot) override;
  void granted(SwitchPort in, golden::FlowId id, PortIdx out) override;
  void into_fifo(SwitchPort out, std::uint32_t slot) override;
  void pushed(SwitchPort out, const golden::Ack& ack) override;
  void sent_away(SwitchPort out) override;

  Lab& lab_;
  std::vector<std::unique_ptr<Wire>> wires_;  ///< of the outputs of all switches, then of hosts
  std::vector<std::unique_ptr<WholeSwitch>> switches_;
};

/// A story with a leaf and a root in RTL.
struct WholeRun {
  explicit WholeRun(const Story& s, std::uint32_t bugs = 0, const MakeSwitch& make = rtl_switch)
      : lab(tree(), whole_params(s)),
        fabric(lab, {kLeaf, kRoot}, bugs, make),
        script(s, lab, fabric) {}
  /// The first difference in so many cycles, or empty.
  std::string run(unsigned cycles);

  Lab lab;
  Fabric fabric;
  Script script;
};

}  // namespace selvage::test
