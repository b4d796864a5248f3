// SPDX-License-Identifier: Apache-2.0
/// \file
/// One line of JSON per packet: its whole life, for `selvage journey`.
#pragma once

#include <fmt/format.h>
#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

#include "fabric/cargo.hpp"
#include "golden/topology.hpp"

namespace selvage::fabric {

class JourneyLog {
 public:
  /// Throws std::runtime_error if `path` cannot be written.
  JourneyLog(const std::string& path, const Topology& topology);
  ~JourneyLog();
  JourneyLog(const JourneyLog&) = delete;
  JourneyLog& operator=(const JourneyLog&) = delete;

  /// The packet has entered its host's source queue.
  void start(const Packet& packet);
  void arrive(const Packet& packet, SwitchIdx sw, PortIdx in, Cycle now);
  /// Takes back the last arrival, which was announced in advance: the link has died.
  void never_arrived(const Packet& packet);
  void depart(const Packet& packet, PortIdx out, Cycle now);
  /// The packet's end: `end` is "delivered" or a drop reason, `fault` the link it met or empty.
  void finish(const Packet& packet, std::string_view end, std::string_view fault, Cycle now);
  /// Writes the packets that are still under way as "in_flight" and closes the file. Empty; or why
  /// it is not complete, and it is gone.
  [[nodiscard]] std::string close(Cycle now);

 private:
  struct Hop {
    SwitchIdx sw = 0;
    PortIdx in = 0;
    PortIdx out = 0;
    Cycle arrived = 0;
    Cycle departed = kNever;
  };
  struct Life {
    PacketId id = 0;
    HostIdx source = 0;
    HostIdx destination = 0;
    Cycle created = 0;
    std::vector<Hop> hops;
  };
  void write(const Life& life, std::string_view end, std::string_view fault, Cycle now);

  std::string path_;
  const Topology& topology_;
  std::FILE* file_;
  fmt::memory_buffer line_;
  std::unordered_map<PacketId, Life> under_way_;
};

}  // namespace selvage::fabric
