// SPDX-License-Identifier: Apache-2.0
#include "fabric/faults/bit_errors.hpp"

namespace selvage::fabric {

BitErrors::BitErrors(const Topology& topology, std::uint64_t seed, double rate)
    : seed_(seed), rate_(rate) {
  std::size_t ports = 0;
  for (SwitchIdx sw = 0; sw < topology.switch_count(); ++sw) {
    first_.push_back(ports);
    ports += topology.port_count(sw);
  }
  hosts_ = ports;
  wires_.resize(ports + topology.host_count());
}

bool BitErrors::damages(std::size_t index, Cycle beats) {
  Wire& wire = wires_[index];
  if (!wire.stream) {
    wire.stream.emplace(seed_, "bit_errors", index);
    wire.good = wire.stream->geometric(rate_) - 1;
  }
  bool bad = false;
  while (wire.good < beats) {
    bad = true;
    wire.good += wire.stream->geometric(rate_);
  }
  wire.good -= beats;
  return bad;
}

}  // namespace selvage::fabric
