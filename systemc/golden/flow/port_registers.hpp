// SPDX-License-Identifier: Apache-2.0
/// \file
/// Registers of a port of a flow-channel switch (REG-1..8, docs/reference/registers.md), cycle by
/// cycle.
#pragma once

#include <array>
#include <functional>
#include <map>

#include "golden/flow/ack_aggregator.hpp"
#include "golden/flow/ep_ack_type.hpp"
#include "golden/flow/redirect_gen.hpp"
#include "golden/flow/tables/ifct.hpp"

namespace selvage::golden {

inline constexpr unsigned kPortCounters = 12;
inline constexpr unsigned kRowWords = 5;

/// What is in effect; times of `ifct` are whole ticks.
struct PortSettings {
  AggregatorConfig aggregator;
  IfctConfig ifct;
  RedirectConfig redirect;
  EpAckConfig ep;
  Cycle drain = 0;
};

struct PortRegistersIn {
  bool valid = false;  ///< an access; taken if `ready`
  bool write = false;
  std::uint32_t addr = 0;
  std::uint32_t data = 0;
  unsigned strobes = 0;
  bool link_idle = false;
  bool aggregator_idle = false;
  bool table_idle = false;
  std::array<std::uint32_t, kPortCounters> counters{};
  bool row_taken = false;  ///< the row asked for is being read
  bool row_there = false;
  std::array<std::uint32_t, kRowWords> row{};
};
/// What a cycle shows; none of it depends on its inputs.
struct PortRegistersOut {
  bool ready = false;
  bool answered = false;
  std::uint32_t data = 0;
  bool error = false;
  unsigned pending = 0;
  bool enabled = true;
  bool link_up = false;
  bool link_down = false;
  bool row_asked = false;
  FlowId row = 0;
};

class PortRegisters {
 public:
  PortRegisters(const FlowSizes& sizes, unsigned max, const RedirectConfig& redirect = {},
                std::uint32_t ep_seed = 1);
  [[nodiscard]] const PortRegistersOut& out() const { return out_; }
  /// In effect in the present cycle.
  [[nodiscard]] const PortSettings& settings() const { return settings_; }
  /// Cycles before which they have changed.
  [[nodiscard]] std::uint64_t changes() const { return changes_; }
  /// The clock edge that ends the present cycle.
  void step(const PortRegistersIn& in);

 private:
  struct Word {
    int group = -1;           ///< -1: acts at once
    std::uint32_t stage = 0;  ///< as it is read
    std::uint32_t active = 0;
    std::function<bool(std::uint32_t)> legal;
  };
  enum class Phase : std::uint8_t { kIdle, kRead, kAct };

  void add(std::uint32_t at, int group, std::uint32_t reset, std::uint32_t least,
           std::uint32_t most);
  [[nodiscard]] std::uint32_t read(const PortRegistersIn& in) const;
  bool decide(const PortRegistersIn& in);
  bool write(const PortRegistersIn& in, std::uint32_t word);
  bool commit(const PortRegistersIn& in, std::uint32_t groups);
  [[nodiscard]] bool rule_holds(unsigned group) const;
  void apply(unsigned group);
  void take_effect();
  [[nodiscard]] bool row_busy() const { return out_.row_asked || row_late_; }

  FlowSizes sizes_;
  unsigned max_;
  std::map<std::uint32_t, Word> words_;
  PortSettings settings_;
  bool changed_ = false;
  std::uint64_t changes_ = 0;
  PortRegistersOut out_;
  Phase phase_ = Phase::kIdle;
  PortRegistersIn access_;
  std::uint32_t old_ = 0;
  std::uint32_t events_ = 0;
  bool enable_ = true;
  bool row_late_ = false;
  bool row_read_ = false;  ///< any since the reset
  std::array<std::uint32_t, kPortCounters> snapshot_{};
  // what the access of this clock does
  PortRegistersOut next_;
  bool enable_next_ = true;
  std::uint32_t clear_ = 0;
};

}  // namespace selvage::golden
