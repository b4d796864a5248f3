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

/// Offers packets to a finite source queue (a packet offered to a full one is refused) and sends
/// them one after the other while its switch says XON. Takes every arriving packet at once.
class Host final : public sc_core::sc_module,
                   public tlm::tlm_fw_transport_if<>,
                   public tlm::tlm_bw_transport_if<> {
 public:
  Host(sc_core::sc_module_name name, Context& context, Traffic& traffic, HostIdx self);

  tlm::tlm_initiator_socket<> out;
  tlm::tlm_target_socket<> in;

  /// Schedules the first offer.
  void start();
  void generate();
  void tail_gone();
  void flow_control(bool xon);
  void delivered(Packet& packet);
  /// Phase 3 of a cycle: the next packet leaves if it may.
  void send();

  [[nodiscard]] std::size_t queued() const { return queue_.size(); }
  [[nodiscard]] bool stopped() const { return !xon_; }

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(tlm::tlm_generic_payload&, sc_core::sc_time&) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

 private:
  void wake();
  void offer(Cycle now);

  Context& context_;
  Traffic& traffic_;
  HostIdx self_;
  std::deque<std::uint32_t> queue_;  ///< packet slots
  Cycle busy_until_ = 0;
  Cycle listed_ = kNever;            ///< cycle for which this host is on the send list
  bool xon_ = true;
};

}  // namespace selvage::fabric
