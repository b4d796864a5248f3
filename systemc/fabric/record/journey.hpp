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

#include "fabric/record/record.hpp"
#include "golden/topology.hpp"

namespace selvage::fabric {

class JourneyLog final : public Sink {
 public:
  using Sink::on;
  /// Throws std::runtime_error if `path` cannot be written.
  JourneyLog(const std::string& path, const Topology& topology);
  ~JourneyLog() override;
  JourneyLog(const JourneyLog&) = delete;
  JourneyLog& operator=(const JourneyLog&) = delete;

  void on(const PacketStarted& e) override;
  void on(const HeaderArrived& e) override;
  void on(const HeaderCutOff& e) override;
  void on(const PacketLeft& e) override;
  void on(const PacketEnded& e) override;
  [[nodiscard]] bool follows_packets() const override { return true; }
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
