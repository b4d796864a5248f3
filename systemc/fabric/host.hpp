// SPDX-License-Identifier: Apache-2.0
/// \file
/// A host: source queue, injection, and the sink that ends a packet's life.
#pragma once

#include <deque>
#include <systemc>
#include <tlm>

#include "fabric/context.hpp"
#include "fabric/traffic.hpp"

namespace selvage::fabric {

class DataPath;

/// Offers packets to a finite source queue (a packet offered to a full one is refused) and sends
/// them one after the other as the data path takes them. Takes every arriving packet at once.
class Host final : public sc_core::sc_module,
                   public tlm::tlm_fw_transport_if<>,
                   public tlm::tlm_bw_transport_if<> {
 public:
  Host(sc_core::sc_module_name name, Context& context, Traffic& traffic, DataPath& path,
       HostIdx self);

  tlm::tlm_initiator_socket<> out;
  tlm::tlm_target_socket<> in;

  /// Schedules the first offer.
  void start();
  void generate();
  void delivered(Packet& packet);
  /// The switch it hangs on has died: what waits to be sent is lost.
  void switch_died();
  /// It is looked at in this cycle.
  void wake();
  /// Packets leave that may.
  void send();
  /// Sends a header through the socket, for a path that moves packets whole.
  void transmit(Packet& packet);

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(tlm::tlm_generic_payload&, sc_core::sc_time&) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

 private:
  void offer(Cycle now);

  Context& context_;
  Traffic& traffic_;
  DataPath& path_;
  HostIdx self_;
  std::deque<std::uint32_t> queue_;  ///< packet slots
  Cycle scheduled_ = kNever;         ///< cycle for which this host is on the send list
};

}  // namespace selvage::fabric
