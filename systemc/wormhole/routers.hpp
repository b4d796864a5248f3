// SPDX-License-Identifier: Apache-2.0
/// \file
/// The routers and senders of one network, their state side by side in memory, and their clock.
#pragma once

#include <string>
#include <vector>

#include "wormhole/router.hpp"
#include "wormhole/sender.hpp"
#include "wormhole/sink.hpp"

namespace selvage::wormhole {

/// Steps in each cycle those that have something to do. Whatever leaves arrives d >= 1 cycles
/// later, so inside a cycle no router sees another one, and their order only orders the calls.
class Routers {
 public:
  /// Throws std::invalid_argument on parameters or wiring that make no network.
  Routers(const Params& params, const Wiring& wiring, Client& client);
  Routers(const Routers&) = delete;
  Routers& operator=(const Routers&) = delete;

  [[nodiscard]] Router& operator[](SwitchIdx node) { return routers_[node]; }
  [[nodiscard]] const Router& operator[](SwitchIdx node) const { return routers_[node]; }
  [[nodiscard]] Sender& sender(HostIdx host) { return senders_[host]; }
  [[nodiscard]] const Sender& sender(HostIdx host) const { return senders_[host]; }
  /// Whether the host takes flits slowly.
  [[nodiscard]] bool is_slow(HostIdx host) const { return !sinks_.empty() && sinks_[host].slow(); }

  /// Handles cycle `now`. Cycles may be left out while next_activity() lies later.
  void cycle(Cycle now);
  /// Samples from now on into the coverage of a run, by a model of `FlitCover`.
  void sample(cover::Coverage& coverage, const cover::ModelPtr& model = flit_cover().model()) {
    shared_.met.into(coverage.of(model));
  }
  /// The first cycle from `from` on in which something happens by itself; `from` must not have been
  /// handled, and all before it must have been.
  [[nodiscard]] Cycle next_activity(Cycle from) const { return shared_.wires.next_activity(from); }

  // A network of which others simulate some nodes, with their hosts: those move nothing here. What
  // is sent to such a node is taken after each cycle, and brought where it is simulated before the
  // cycle in which it arrives; the packet is handed over before its first flit arrives.
  /// Before the first cycle. `here`: by node.
  void share(const std::vector<bool>& here);
  template <class Take>
  void take_sent(Take take) {
    if (shared_.elsewhere.empty()) return;
    shared_.wires.take_sent(shared_.elsewhere, [&](const Wires::Sent& sent) {
      shared_.counts.left += static_cast<unsigned>(__builtin_popcountll(sent.flits));
      take(sent);
    });
  }
  void bring(Cycle cycle, const Wires::Sent& sent) {
    shared_.counts.come += static_cast<unsigned>(__builtin_popcountll(sent.flits));
    shared_.wires.bring(cycle, sent);
  }
  /// The packet's header has left for such a node; what it is there.
  [[nodiscard]] const Packet& hand_over(std::uint32_t slot) {
    --shared_.in_flight;
    return shared_.packets[slot];
  }
  void take_over(std::uint32_t slot, const Packet& packet) { shared_.enter(slot, packet); }

  // Plain wires for headers, where no modules carry them: for Client::header_leaves.
  void carry(std::uint32_t slot, SwitchIdx node, PortIdx out, unsigned vc);
  void carry_from(std::uint32_t slot, HostIdx host, unsigned vc);

  /// The packet in a slot, with what its header says now.
  [[nodiscard]] const Packet& packet(std::uint32_t slot) const { return shared_.packets[slot]; }
  [[nodiscard]] const Counts& counts() const { return shared_.counts; }
  [[nodiscard]] Counts& counts() { return shared_.counts; }
  [[nodiscard]] std::uint64_t packets_in_flight() const { return shared_.in_flight; }
  /// Flits in the buffers of slow hosts, which will take them.
  [[nodiscard]] std::uint64_t flits_in_sinks() const { return shared_.in_sinks; }
  /// Last cycle in which a flit left a buffer: for a watchdog.
  [[nodiscard]] Cycle last_progress() const { return shared_.last_progress; }
  [[nodiscard]] std::uint32_t nodes() const { return shared_.nodes; }
  [[nodiscard]] unsigned channels() const { return shared_.channels; }
  [[nodiscard]] unsigned vcs() const { return shared_.params.vcs; }
  [[nodiscard]] Release release() const { return shared_.params.release; }

  /// Checks every invariant of buffers, credits and links (WH-CRED-1). Empty if all hold.
  [[nodiscard]] std::string audit() const;

 private:
  void size_buffers(const Wiring& wiring);
  void make_routers();
  void make_sinks(const Wiring& wiring);
  void wire(const Wiring& wiring);
  [[nodiscard]] std::string audit_wires() const;

  Shared shared_;
  std::vector<Router> routers_;
  std::vector<Sender::Lane> lanes_;  ///< [host * injection_channels + channel]
  std::vector<Sender> senders_;
  std::vector<Sink> sinks_;  ///< [host] if a host is slow, else empty
};

}  // namespace selvage::wormhole
