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
  /// A switch on a packet's way.
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
  /// Lines that are not in the file yet, each with its place among those of all ranks.
  struct Line {
    Cycle at = 0;              ///< kNever: in flight at the end
    std::uint64_t moment = 0;  ///< Context::moment; of a packet in flight its number
    std::string text;
  };

  /// Throws std::runtime_error if `path` cannot be written.
  JourneyLog(const std::string& path, const Topology& topology);
  /// One of several ranks, whose lines are kept until they are merged; `moment` is
  /// Context::moment.
  JourneyLog(const Topology& topology, const std::uint64_t& moment)
      : topology_(topology), moment_(&moment) {}
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

  /// A packet goes to another rank, or comes from one.
  [[nodiscard]] Life take_out(PacketId packet);
  void put_in(Life life) { under_way_[life.id] = std::move(life); }
  /// Of one of several ranks: packets that are still under way get their lines; takes all lines.
  [[nodiscard]] std::vector<Line> lines(Cycle now);
  /// Writes the lines of all ranks into `path`, in their order. Empty; or why it is not complete,
  /// and it is gone.
  [[nodiscard]] std::string write_merged(const std::string& path, std::vector<Line> lines);

 private:
  void write_rest(Cycle now);
  void write(const Life& life, std::string_view end, std::string_view fault, Cycle now);

  std::string path_;
  const Topology& topology_;
  std::FILE* file_ = nullptr;
  const std::uint64_t* moment_ = nullptr;  ///< not null: one of several ranks
  std::vector<Line> lines_;
  fmt::memory_buffer line_;
  std::unordered_map<PacketId, Life> under_way_;
};

}  // namespace selvage::fabric
