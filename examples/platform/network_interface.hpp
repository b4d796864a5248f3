// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where TLM-2.0 transactions of the platform become packets of the fabric, and packets
/// transactions.
#pragma once

#include <fabric/simulation.hpp>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <deque>
#include <memory>
#include <systemc>
#include <tlm>

namespace platform {

using selvage::HostIdx;

/// One transaction on its way. A packet may be lost with its link, so that a request may come twice
/// and an answer after its time: both ends share the transaction.
struct Transfer {
  tlm::tlm_generic_payload* transaction = nullptr;  ///< null: nobody waits for it any more
  sc_core::sc_event answered;
  bool done = false;
};

/// What a packet carries.
struct Load final : selvage::fabric::LinkExtension {
  explicit Load(std::shared_ptr<Transfer> t) : transfer(std::move(t)) {}
  std::shared_ptr<Transfer> transfer;
};

/// At a host: offers packets, and tries again while the source queue is full.
class NetworkInterface : public sc_core::sc_module, public selvage::fabric::HostUser {
 public:
  NetworkInterface(sc_core::sc_module_name name, selvage::fabric::Simulation& network,
                   HostIdx self);
  [[nodiscard]] HostIdx host() const { return self_; }

 protected:
  /// Called by a thread: waits until the packet has been taken.
  void post(HostIdx to, const std::shared_ptr<Transfer>& transfer);

 private:
  selvage::fabric::Simulation& network_;
  HostIdx self_;
};

/// In front of an initiator: a transaction goes to the memory whose number is the upper half of its
/// address, again after `timeout` without an answer, and fails after `tries`.
class RequestSide final : public NetworkInterface {
 public:
  RequestSide(sc_core::sc_module_name name, selvage::fabric::Simulation& network, HostIdx self,
              std::vector<HostIdx> memories);
  tlm_utils::simple_target_socket<RequestSide> in;
  unsigned repeated = 0;

 private:
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  void received(const selvage::fabric::Packet& packet) override;
  std::vector<HostIdx> memories_;
};

/// In front of a target: carries out the transactions that come, one after the other, and sends
/// them back.
class ResponseSide final : public NetworkInterface {
 public:
  ResponseSide(sc_core::sc_module_name name, selvage::fabric::Simulation& network, HostIdx self);
  tlm_utils::simple_initiator_socket<ResponseSide> out;

 private:
  void serve();
  void received(const selvage::fabric::Packet& packet) override;
  struct Request {
    HostIdx from;
    std::shared_ptr<Transfer> transfer;
  };
  std::deque<Request> requests_;
  sc_core::sc_event request_;
};

}  // namespace platform
