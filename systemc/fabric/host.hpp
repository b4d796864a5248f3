// SPDX-License-Identifier: Apache-2.0
/// \file
/// A host: source queue, injection, and the sink that ends a packet's life.
#pragma once

#include <systemc>

#include "fabric/context.hpp"
#include "fabric/host_user.hpp"
#include "fabric/link/sockets.hpp"
#include "fabric/traffic.hpp"
#include "kernel/queue.hpp"

namespace selvage::fabric {

class DataPath;

/// Offers packets to a finite source queue (a packet offered to a full one is refused) and sends
/// them one after the other as the data path takes them. Takes every arriving packet at once,
/// unless `traffic.receivers` says otherwise.
class Host final : public sc_core::sc_module, private LinkForwardIf, private LinkBackwardIf {
 public:
  Host(sc_core::sc_module_name name, Context& context, Traffic& traffic, DataPath& path,
       HostIdx self);

  LinkInitiatorSocket out;
  LinkTargetSocket in;

  /// Schedules the first offer.
  void start();
  void generate();
  /// `user` stands here instead of the scenario's traffic; before the first cycle.
  void attach(HostUser& user) { user_ = &user; }
  /// The attached user's packet is offered in cycle `at`, which is later than now. False, and
  /// nothing is taken, while the source queue has no room for it. Throws std::logic_error if nobody
  /// is attached.
  [[nodiscard]] bool offer_later(const Offer& offer, std::unique_ptr<LinkExtension>& load,
                                 Cycle at);
  void delivered(Packet& packet);
  /// The source queue may have room that it had not: its user may send on.
  void room();
  /// The switch it hangs on has died: what waits to be sent is lost.
  void switch_died();
  /// It is looked at in this cycle.
  void wake();
  /// Packets leave that may.
  void send();
  /// What its events touch: see kernel::with_look_ahead.
  void prefetch_module() const;
  /// The way out, and where it leads.
  void prefetch_out(unsigned step) const;
  /// Its header leaves through the socket, in this cycle.
  void transmit(Packet& packet);

 private:
  void transport_fw(PortIdx port, LinkPayload& payload, LinkPhase phase, Cycle delay) override;
  void transport_bw(PortIdx port, LinkPhase phase, unsigned vc, Cycle delay) override;
  void offer(Cycle now, const Offer& offer, std::unique_ptr<LinkExtension> load);
  void offer_of_user(Cycle now);
  [[nodiscard]] bool has_room(std::size_t more) const;

  Context& context_;
  Traffic& traffic_;
  DataPath& path_;
  HostIdx self_;
  HostUser* user_ = nullptr;            ///< null: the scenario's traffic
  kernel::Queue<std::uint32_t> queue_;  ///< packet slots
  kernel::Queue<UserPacket> handed_;    ///< by the user, for cycles to come
};

}  // namespace selvage::fabric
