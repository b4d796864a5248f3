// SPDX-License-Identifier: Apache-2.0
/// \file
/// The seam between a fabric and how packets move in it (FAB-PATH): `switch.kind`.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fabric/context.hpp"
#include "fabric/faults/faults.hpp"
#include "fabric/host.hpp"
#include "fabric/link/rules.hpp"
#include "fabric/path_report.hpp"
#include "fabric/record/path_rows.hpp"
#include "fabric/switch.hpp"
#include "fabric/traffic.hpp"
#include "mpi/join.hpp"

namespace selvage::waves {
class FstFile;
}

namespace selvage::fabric {

class ByteReader;
class WaveRows;
class WholeSwitches;

using Switches = std::vector<std::unique_ptr<Switch>>;
using Hosts = std::vector<std::unique_ptr<Host>>;

/// The way of a data path, and of the switches in RTL beside it, to the other ranks of a fabric
/// (FAB-RANK-1).
class Carrier {
 public:
  virtual ~Carrier() = default;
  /// Where a path puts what it has sent to switch `to` of another rank, and what arrives there in
  /// cycle `at`, a link's latency from now or later. DataPath::carried gets it.
  [[nodiscard]] virtual mpi::Bytes& carry(SwitchIdx to, Cycle at) = 0;
  /// The same of a switch in RTL. WholeSwitches::carried gets it.
  [[nodiscard]] virtual mpi::Bytes& carry_beats(SwitchIdx to) = 0;
};

/// Buffers, links and allocation of all switches, for packets. Fault messages, controls and probers
/// are the same under every kind (`Switch`). Decides nothing about routes: that is the controls'.
///
/// The fabric calls `event` for what the path has put on the wheel, then lets the hosts send, then
/// calls `route`; after the controls have been stepped, `forward`.
/// DataPath::patience while a slow host holds something, which it will take (FAB-RECV-4).
inline constexpr Cycle kNoDeadlock = Cycle{1} << 60;

class DataPath {
 public:
  virtual ~DataPath() = default;
  DataPath() = default;
  DataPath(const DataPath&) = delete;
  DataPath& operator=(const DataPath&) = delete;

  [[nodiscard]] virtual std::unique_ptr<Switch> make_switch(
      const std::string& name, SwitchIdx self, std::unique_ptr<SwitchControl> control) = 0;

  /// Whether the next packet of `host` may leave it in this cycle. When it becomes true again, the
  /// path wakes the host.
  [[nodiscard]] virtual bool may_send(HostIdx host) const = 0;
  virtual void send(HostIdx host, Packet& packet) = 0;
  /// Packets that have been sent and are still at the host. Once they have become fewer, the path
  /// calls Host::room, which may send in turn.
  [[nodiscard]] virtual unsigned waiting(HostIdx /*host*/) const { return 0; }
  virtual void event(const kernel::Event& event) = 0;
  /// Brings in what an event to come will touch: see kernel::with_look_ahead.
  virtual void prefetch(const kernel::Event& /*event*/, unsigned /*step*/) const {}
  /// Engine `switch`: all switches in RTL beside this path, which outlives them; null: this kind
  /// has none. Throws std::invalid_argument, text fit for people, if the system has no such RTL.
  [[nodiscard]] virtual std::unique_ptr<WholeSwitches> make_twin(const System& system);
  /// Requests for routes go out, of at most one header a switch.
  virtual void route() = 0;
  /// Packets leave.
  virtual void forward() = 0;

  /// Channels of a cycle in which each waits for the next; empty if there is none.
  [[nodiscard]] virtual std::vector<std::string> wait_cycle() const = 0;
  /// What is wrong with its buffers and credits, with a requirement id; empty if nothing is.
  [[nodiscard]] virtual std::string broken() const { return {}; }
  /// What it has to tell of a run that took so long to simulate.
  [[nodiscard]] virtual PathReport report(double /*sim_seconds*/) const { return {}; }
  /// Its own rows in waves, which it fills itself, instead of Switch::view; null: it has none.
  [[nodiscard]] virtual std::unique_ptr<PathRows> wave_rows(waves::FstFile& /*file*/,
                                                            WaveRows& /*rows*/) {
    return nullptr;
  }
  /// A header comes to `host` and is there `delay` cycles from now; the host's end of the packet is
  /// the path's to schedule.
  virtual void header_to_host(HostIdx host, Packet& packet, Cycle delay) = 0;
  /// The packet under way to `host` has one beat later than it seemed.
  virtual void stall_to_host(HostIdx /*host*/, Packet& /*packet*/) {}
  /// Packets may, or may not again, start on virtual channel `vc` at `host`, `delay` cycles from
  /// now.
  virtual void flow_control_to_host(HostIdx host, unsigned vc, bool xon, Cycle delay) = 0;
  /// What of the protocol its links obey, starting from the numbers that all kinds share.
  [[nodiscard]] virtual LinkRules link_rules(const LinkRules& common) const { return common; }
  /// Cycles beyond the watchdog for which nothing may move although nothing is stuck.
  [[nodiscard]] virtual Cycle patience() const { return 0; }
  /// At the end, unless the run was stopped: what is compared and checked then.
  virtual void finish() {}

  // Over several ranks. Headers, stalls, XON and XOFF of a link between two ranks go through its
  // sockets; what else a path sends is its own.
  /// Before the first cycle; `carrier` outlives the run.
  virtual void share(Carrier& /*carrier*/) {}
  /// What another rank has sent, before cycle `at`; reads all of it.
  virtual void carried(SwitchIdx /*to*/, Cycle /*at*/, ByteReader& /*reader*/) {}
  /// What the path itself keeps of a packet goes along with its header: `pack` here, `unpack` there
  /// before the header comes.
  virtual void pack(const Packet& /*packet*/, mpi::Bytes& /*bytes*/) {}
  virtual void unpack(Packet& /*packet*/, ByteReader& /*reader*/) {}
  /// Its own numbers of which the sum of all ranks is one rank's.
  [[nodiscard]] virtual std::vector<std::uint64_t*> sums() { return {}; }
};

/// The channel that leaves a switch by port `from.port`, with both its ends, for people.
[[nodiscard]] std::string channel_name(const Topology& topology, SwitchPort from, unsigned vc);

/// The path of the scenario's `switch.kind`. `switches` and `hosts` may be filled later.
[[nodiscard]] std::unique_ptr<DataPath> make_data_path(Context& context, const FaultPlan& plan,
                                                       const Switches& switches,
                                                       const Hosts& hosts);

}  // namespace selvage::fabric
