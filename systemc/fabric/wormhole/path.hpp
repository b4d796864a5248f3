// SPDX-License-Identifier: Apache-2.0
/// \file
/// The wormhole network (docs/reference/wormhole.md) as the data path of a fabric.
#pragma once

#include <map>

#include "fabric/data_path.hpp"
#include "wormhole/routers.hpp"

namespace selvage::fabric {

class FlitTwin;

/// Each switch is a module around its router (`wormhole::Router`), each host around its sender;
/// headers cross links through their sockets. A link or switch that is dead from the start, and
/// stays so, is left out of the wiring. After every repair all buffers and credits are audited
/// (WH-REP-2).
class WormholePath final : public DataPath, private wormhole::Client {
 public:
  WormholePath(Context& context, const FaultPlan& plan, const Switches& switches,
               const Hosts& hosts);

  [[nodiscard]] std::unique_ptr<Switch> make_switch(
      const std::string& name, SwitchIdx self, std::unique_ptr<SwitchControl> control) override;
  [[nodiscard]] bool may_send(HostIdx host) const override {
    return routers_.sender(host).can_inject();
  }
  void send(HostIdx host, Packet& packet) override;
  /// Its end comes with its tail.
  void header_to_host(HostIdx, Packet&, Cycle) override {}
  /// Credits stay inside: nobody says XON or XOFF.
  void flow_control_to_host(HostIdx, unsigned, bool, Cycle) override {}
  [[nodiscard]] LinkRules link_rules(const LinkRules& common) const override;
  void event(const kernel::Event&) override {}
  [[nodiscard]] std::unique_ptr<WholeSwitches> make_twin(const System& system) override;
  void route() override;
  void forward() override { wake(); }
  [[nodiscard]] std::vector<std::string> wait_cycle() const override;
  /// A slow host is no deadlock (FAB-RECV-4).
  [[nodiscard]] Cycle patience() const override;
  [[nodiscard]] PathReport report(double sim_seconds) const override;
  [[nodiscard]] std::string broken() const override;
  [[nodiscard]] std::unique_ptr<PathRows> wave_rows(waves::FstFile& file, WaveRows& rows) override;

  void share(Carrier& carrier) override;
  void carried(SwitchIdx to, Cycle at, ByteReader& reader) override;
  void pack(const Packet& packet, mpi::Bytes& bytes) override;
  void unpack(Packet& packet, ByteReader& reader) override;
  [[nodiscard]] std::vector<std::uint64_t*> sums() override;

  /// A link has come back in this cycle: look at all credits before flits move.
  void healed() { healed_ = true; }

 private:
  /// A switch around its router.
  class Node;
  /// Puts the next cycle in which flits have something to do on the wheel.
  void wake();
  void bring_what_arrives();
  /// Of the headers that are the first over a link since its repair, those that arrive now.
  void look_at_first_over();
  /// Gives what happens now its place in the cycle: behind all events, first the tails that hosts
  /// take at once, then what routers and slow hosts do, by their number.
  void mark_moment(bool tail, std::uint32_t entity);
  SwitchControl& control(SwitchIdx node) override;
  void header_leaves(std::uint32_t slot, SwitchIdx node, PortIdx out, unsigned vc) override;
  void header_leaves_host(std::uint32_t slot, HostIdx host, unsigned vc) override;
  void injected(HostIdx host, Cycle now) override;
  void delivered(std::uint32_t slot, HostIdx host, Cycle now) override;
  void refused(std::uint32_t slot, SwitchIdx node, const RouteRequest& request,
               Cycle asked) override;
  void dropped(std::uint32_t slot, SwitchIdx node, wormhole::DropCause cause, PortIdx out,
               Cycle now) override;
  void met_dead_link(std::uint32_t slot, SwitchIdx node, PortIdx out, wormhole::Met how,
                     Cycle now) override;
  void met_dead_node(std::uint32_t slot, SwitchIdx node, Cycle now) override;
  void lost(std::uint32_t slot, Cycle now) override;
  [[nodiscard]] bool outdated(SwitchIdx node, Cycle asked) override;
  void hop(std::uint32_t slot, SwitchIdx node, PortIdx out, Cycle now) override;
  void flit_leaves(const wormhole::FlitMove& flit) override;
  void flit_leaves_host(const wormhole::FlitMove& flit) override;
  void credit_leaves(SwitchIdx node, unsigned in) override;
  void credit_leaves_host(SwitchIdx node, unsigned out) override;
  void answered(SwitchIdx node, unsigned in, wormhole::Answered what, unsigned out) override;

  Context& context_;
  const Switches& switches_;
  const Hosts& hosts_;
  wormhole::Routers routers_;
  std::vector<Node*> nodes_;
  /// A header under way over a link that has carried none since its repair.
  struct FirstOver {
    const LinkState* link;
    SwitchPort to;
    Cycle sent;
    Cycle arrives;
  };
  std::vector<FirstOver> first_over_;
  bool healed_ = false;
  Cycle due_ = 0;                                         ///< latest cycle asked for on the wheel
  FlitTwin* twin_ = nullptr;                              ///< engine `switch`: the RTL beside it
  Carrier* carrier_ = nullptr;                            ///< not null: of several ranks
  std::multimap<Cycle, wormhole::Wires::Sent> arriving_;  ///< from other ranks
};

}  // namespace selvage::fabric
