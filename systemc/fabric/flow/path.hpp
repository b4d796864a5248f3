// SPDX-License-Identifier: Apache-2.0
/// \file
/// Flow-channel switches (docs/reference/flow-fabric.md) as the data path of a fabric.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cosim/flow/blocks.hpp"
#include "cosim/flow/waves/traced_port.hpp"
#include "fabric/data_path.hpp"
#include "fabric/receivers/receivers.hpp"
#include "flow/routers.hpp"

namespace selvage::fabric {

class FlowTwin;

/// Each switch is a module around its router (`flow::Router`), each host around its terminal;
/// headers cross links through their sockets. A link that is dead
/// from the start is left out of the wiring; one that dies later is cut, and each end that declares
/// it so gives up its port. Audits all tables at the scenario's period (FLOW-A-5, 7, 8, 9, 13),
/// watches the order of ordered flows (FLOW-A-23), and asks for all channels back at the
/// end (FLOW-A-19).
class FlowPath final : public DataPath, private flow::Client {
 public:
  FlowPath(Context& context, const FaultPlan& plan, const Switches& switches, const Hosts& hosts);

  [[nodiscard]] std::unique_ptr<Switch> make_switch(
      const std::string& name, SwitchIdx self, std::unique_ptr<SwitchControl> control) override;
  [[nodiscard]] bool may_send(HostIdx host) const override {
    return routers_.terminal(host).can_inject();
  }
  void send(HostIdx host, Packet& packet) override;
  [[nodiscard]] unsigned waiting(HostIdx host) const override {
    return routers_.terminal(host).waiting();
  }
  void header_to_host(HostIdx host, Packet& packet, Cycle delay) override;
  /// XON, XOFF and pauses of the network stay inside.
  void flow_control_to_host(HostIdx, unsigned, bool, Cycle) override {}
  /// What slow hosts do, and say (FLOW-RECV-1).
  void event(const kernel::Event& event) override;
  void route() override;
  void forward() override;
  [[nodiscard]] std::vector<std::string> wait_cycle() const override;
  [[nodiscard]] PathReport report(double sim_seconds) const override;
  [[nodiscard]] std::unique_ptr<PathRows> wave_rows(waves::FstFile& file, WaveRows& rows) override;
  [[nodiscard]] Cycle patience() const override;
  void finish() override;
  [[nodiscard]] std::unique_ptr<WholeSwitches> make_twin(const System& system) override;

 private:
  /// A switch: what comes over its links and leaves by them.
  class Node;
  void header_leaves(std::uint32_t slot, SwitchIdx sw, PortIdx out, unsigned vc) override;
  void header_leaves_host(std::uint32_t slot, HostIdx host) override;
  void stalled(std::uint32_t slot, SwitchIdx sw, PortIdx out) override;
  SwitchControl& control(SwitchIdx sw) override;
  std::unique_ptr<flow::ChoiceBeside> choice(SwitchIdx sw,
                                             const golden::LeastLoadedConfig& config) override;
  std::unique_ptr<flow::Blocks> blocks(SwitchIdx sw, PortIdx port,
                                       const flow::BlocksConfig& config) override;
  void delivered(std::uint32_t slot, HostIdx host, Cycle now) override;
  void dropped(std::uint32_t slot, SwitchPort at, flow::DropCause cause, Cycle now) override;
  void torn(std::uint32_t slot, SwitchPort from, Cycle now) override;
  [[nodiscard]] std::string port_name(SwitchIdx sw, PortIdx port) const override {
    return context_.topology.port_name(sw, port);
  }
  [[nodiscard]] bool knew_all(SwitchIdx sw, Cycle asked) override;
  void hop(std::uint32_t slot, SwitchIdx sw, PortIdx out, Cycle now) override;
  void arrived(std::uint32_t slot, SwitchPort in, Cycle now) override;

  void audit();
  /// The counts of a switch's situations (COV-1).
  [[nodiscard]] cover::Counts& met(SwitchIdx sw);
  /// Whatever the blocks of a port are given its RTL in the waves is given from now on.
  [[nodiscard]] std::vector<cosim::TracedModel*> trace(SwitchPort at, const std::string& scope);
  void measure_live();
  [[nodiscard]] std::uint32_t fault_at(SwitchPort port) const;

  Context& context_;
  const Switches& switches_;
  const Hosts& hosts_;
  cosim::FlowBugs bugs_;
  const flow::Params params_;
  /// By switch and port, of those in the waves.
  std::map<std::pair<SwitchIdx, PortIdx>, std::unique_ptr<cosim::TracedFlowPort>> traced_;
  cover::ModelPtr cover_;     ///< once there are some blocks
  FlowTwin* twin_ = nullptr;  ///< engine switch
  const flow::Wiring wiring_;
  flow::Routers routers_;
  Receivers receivers_;
  std::vector<Node*> nodes_;
  Cycle due_ = 0;       ///< latest cycle asked for on the wheel
  Cycle handled_ = 0;   ///< last cycle the network has handled
  Cycle audit_period_;  ///< 0: at the end only
  Cycle next_audit_;
  std::uint64_t audits_ = 0;
  std::uint64_t units_high_ = 0;
  std::uint64_t fabric_high_ = 0;
  std::uint64_t limit_at_high_ = 0;
  flow::Branches branches_;
  std::array<std::uint64_t, 2> live_cycles_{};  ///< at the begin and the end of the measurement
  std::array<bool, 2> live_seen_{};
};

}  // namespace selvage::fabric
