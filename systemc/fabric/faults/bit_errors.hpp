// SPDX-License-Identifier: Apache-2.0
/// \file
/// Links that damage beats (faults.bit_errors, FAB-ERR-1).
#pragma once

#include <optional>
#include <vector>

#include "golden/topology.hpp"
#include "kernel/stream.hpp"

namespace selvage::fabric {

/// Every beat of every link is damaged with the same probability, by draws of the stream
/// "bit_errors" of its sending port. Costs a draw an error, not a beat.
class BitErrors {
 public:
  BitErrors(const Topology& topology, std::uint64_t seed, double rate);

  /// Whether one of the `beats` beats is damaged that a switch, or a host, sends next.
  [[nodiscard]] bool damages(SwitchPort from, Cycle beats) {
    return damages(first_[from.sw] + from.port, beats);
  }
  [[nodiscard]] bool damages_from_host(HostIdx host, Cycle beats) {
    return damages(hosts_ + host, beats);
  }

 private:
  struct Wire {
    std::optional<kernel::Stream> stream;  ///< from its first beat on
    std::uint64_t good = 0;                ///< beats before the next bad one
  };
  bool damages(std::size_t wire, Cycle beats);

  std::uint64_t seed_;
  double rate_;
  std::vector<std::size_t> first_;  ///< by switch: its port 0 in `wires_`
  std::size_t hosts_ = 0;           ///< host 0 in `wires_`
  std::vector<Wire> wires_;
};

}  // namespace selvage::fabric
