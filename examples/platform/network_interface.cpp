// SPDX-License-Identifier: Apache-2.0
#include "network_interface.hpp"

#include <fabric/cargo.hpp>

#include <utility>

namespace platform {

using sc_core::SC_NS;
using sc_core::sc_time;
using selvage::fabric::Packet;

namespace {
const sc_time kClock(1, SC_NS);
const sc_time kTimeout(20, sc_core::SC_US);
constexpr unsigned kTries = 5;
constexpr unsigned kMemoryBits = 16;  ///< of an address, inside one memory
}  // namespace

NetworkInterface::NetworkInterface(sc_core::sc_module_name name,
                                   selvage::fabric::Simulation& network, HostIdx self)
    : sc_module(name), network_(network), self_(self) {
  network.attach(self, *this);
}

void NetworkInterface::post(HostIdx to, const std::shared_ptr<Transfer>& transfer) {
  selvage::fabric::Offer offer;
  offer.destination = to;
  std::unique_ptr<selvage::fabric::LinkExtension> load = std::make_unique<Load>(transfer);
  while (!network_.send(self_, offer, load)) sc_core::wait(kClock);
}

RequestSide::RequestSide(sc_core::sc_module_name name, selvage::fabric::Simulation& network,
                         HostIdx self, std::vector<HostIdx> memories)
    : NetworkInterface(name, network, self), in("in"), memories_(std::move(memories)) {
  in.register_b_transport(this, &RequestSide::b_transport);
}

void RequestSide::b_transport(tlm::tlm_generic_payload& transaction, sc_time& delay) {
  const std::uint64_t memory = transaction.get_address() >> kMemoryBits;
  if (memory >= memories_.size()) {
    transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  const auto transfer = std::make_shared<Transfer>();
  transfer->transaction = &transaction;
  for (unsigned i = 0; i < kTries && !transfer->done; ++i) {
    repeated += i > 0 ? 1 : 0;
    post(memories_[memory], transfer);
    if (!transfer->done) sc_core::wait(kTimeout, transfer->answered);
  }
  if (!transfer->done) transaction.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
  transfer->transaction = nullptr;
}

void RequestSide::received(const Packet& packet) {
  const auto* load = packet.extension<Load>();
  if (load == nullptr) return;  // of a host that sends as the scenario says
  load->transfer->done = true;
  load->transfer->answered.notify(sc_core::SC_ZERO_TIME);
}

ResponseSide::ResponseSide(sc_core::sc_module_name name, selvage::fabric::Simulation& network,
                           HostIdx self)
    : NetworkInterface(name, network, self), out("out") {
  SC_HAS_PROCESS(ResponseSide);
  SC_THREAD(serve);
}

void ResponseSide::received(const Packet& packet) {
  if (const auto* load = packet.extension<Load>()) {
    requests_.push_back({packet.source, load->transfer});
    request_.notify(sc_core::SC_ZERO_TIME);
  }
}

void ResponseSide::serve() {
  while (true) {
    if (requests_.empty()) sc_core::wait(request_);
    if (requests_.empty()) continue;
    const Request request = requests_.front();
    requests_.pop_front();
    tlm::tlm_generic_payload* transaction = request.transfer->transaction;
    if (transaction == nullptr || request.transfer->done) continue;
    sc_time delay = sc_core::SC_ZERO_TIME;
    out->b_transport(*transaction, delay);
    sc_core::wait(delay);
    if (request.transfer->transaction != nullptr) post(request.from, request.transfer);
  }
}

}  // namespace platform
