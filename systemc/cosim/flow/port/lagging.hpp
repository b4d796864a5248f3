// SPDX-License-Identifier: Apache-2.0
/// \file
/// The clocks of a `flow_port` and its golden models behind a fabric: a few cycles late, and only
/// those in which something happens.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cosim/flow/port/port_pair.hpp"
#include "cosim/flow/report.hpp"
#include "flow/blocks/blocks.hpp"

namespace selvage::cosim {

/// What a cycle of the fabric gives the port, and what its own blocks have said to it.
struct PortCycle {
  PortStimulus in;
  bool redirect = false;    ///< the depth is given
  bool aggregator = false;  ///< whether the wire is idle is given
  std::vector<RegisterAccess> accesses;
  std::optional<golden::EfctOutput> efct;
  std::optional<golden::IfctOutput> ifct;
  std::optional<golden::OfctOutput> ofct;
  std::optional<flow::RedirectOutput> redirected;
  std::optional<flow::AggregatorView> view;
  std::optional<golden::AckType> type;
};
/// For a report: what comes in a cycle.
[[nodiscard]] std::string describe(const PortStimulus& in);

class LaggingPort final : public FlowPortPair {
 public:
  /// The cycles that the fabric is ahead: more than an answer takes, and than a write that puts the
  /// link out of use before the first row of the walk.
  static constexpr Cycle kLag = 8;
  /// From the write of `port` to the first row of a dead link's walk.
  static constexpr Cycle kToWalk = 4;

  LaggingPort(const Options& options, const flow::BlocksConfig& config, FlowReport report);

  /// Cycle `now` of the fabric, or one at most kLag before it; clocks what lies further back.
  PortCycle& at(Cycle now, Cycle cycle);
  PortCycle& at(Cycle now) { return at(now, now); }
  /// Words that the fabric took from the packer, words that came and ACKs that it took out of them.
  void sent(const std::vector<golden::FrameWord>& words);
  void received(Cycle now, const std::vector<golden::FrameWord>& words,
                const std::vector<std::uint32_t>& acks);
  /// The walk of a dead link begins in cycle `first` with its first row.
  void dies(Cycle first, Cycle drain);
  /// The link comes back in cycle `now`.
  void comes_back(Cycle now);
  /// All that was given, and what it leaves under way; then the rows that were used are read out.
  void finish(Cycle now);

 private:
  void differs(const FlowDifference& difference) override;
  void clocked() override;
  void pass(Cycle to);
  void idle(Cycle to);
  [[nodiscard]] Cycle due(Cycle to);
  void samples(Cycle to);
  void set_up();
  void clock(Cycle cycle, const PortCycle* given);
  // What the fabric's own blocks have said against what the port's have.
  void link(const PortCycle& given);
  void output_table(const PortCycle* given);
  void packed();
  void unpacked();
  void match();
  void read_rows();
  void access(const RegisterAccess& access);
  [[nodiscard]] bool busy() const;
  [[nodiscard]] bool scans() const { return walker().state() == golden::FlowWalker::State::kScan; }
  void need(const char* what, const char* requirement, std::uint64_t fabric, std::uint64_t port);
  template <class Side>
  void need(const Side& fabric, const Side& port) {
    if (const FlowDifference d = difference(fabric, port)) differs(d);
  }

  flow::BlocksConfig config_;
  SteppedReport<PortStimulus, 4> report_;
  std::map<Cycle, PortCycle> given_;
  std::deque<RegisterAccess> accesses_;
  std::deque<golden::FrameWord> asked_;  ///< taken by the fabric, not yet shown
  std::deque<golden::FrameWord> shown_;  ///< the other way round
  std::deque<std::uint32_t> acks_;       ///< taken by the fabric, not yet shown
  std::vector<bool> opened_;             ///< rows of the input table
  golden::SampleTick tick_;
  unsigned depth_ = 0;
  bool wire_idle_ = true;
  Cycle next_ = 0;     ///< first cycle not yet clocked
  Cycle time_ = 0;     ///< of this clock
  unsigned tail_ = 0;  ///< clocks until what was given is out of all pipelines
  Cycle early_ = 0;    ///< clocks of a death before the fabric's first cycle
  bool set_up_ = false;
  bool dead_ = false;
  bool comes_back_ = false;
  bool ended_ = false;  ///< the fabric's time is over
  Cycle end_ = 0;       ///< its last cycle
};

}  // namespace selvage::cosim
