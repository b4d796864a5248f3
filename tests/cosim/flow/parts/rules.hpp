// SPDX-License-Identifier: Apache-2.0
/// \file
/// The rules of docs/reference/flow-switch.md, cycle by cycle, beside the parts in RTL.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cosim/flow/parts/beats_block.hpp"
#include "cosim/flow/parts/parts_block.hpp"
#include "golden/flow/ack_aggregator.hpp"

namespace selvage::test {

/// FL-TX, FL-FRAME, FL-MARK, FL-MSG, FL-HOST.
class TxRule {
 public:
  explicit TxRule(const golden::AggregatorConfig& config) : acks_(config) {}
  /// A cycle; what its edge leaves on the wire.
  cosim::FlowTxOut step(const cosim::FlowTxIn& in);
  [[nodiscard]] bool ack_ready() const { return acks_.ready(); }
  /// Units in the cycle handled last.
  [[nodiscard]] unsigned depth() const { return depth_; }
  [[nodiscard]] std::size_t held() const { return fifo_.size(); }

 private:
  struct Thing {
    cosim::FlowSymbol what = cosim::FlowSymbol::kIdle;
    std::uint32_t tag = 0;
    unsigned len = 0, beats = 0;
  };
  golden::AckAggregator acks_;
  std::deque<Thing> fifo_;
  std::optional<Thing> wire_;  ///< beats: those that have not left
  unsigned depth_ = 0, gone_ = 0;
};

/// FL-ASK, FL-ARB, FL-RATE.
class GrantsRule {
 public:
  explicit GrantsRule(const cosim::FlowGrantsOptions& options) : o_(options) {}
  cosim::FlowGrantsOut step(const cosim::FlowGrantsIn& in);
  [[nodiscard]] bool locked(unsigned in) const { return held_[in].has_value(); }
  /// Units that an output has room for, as the last cycle left it.
  [[nodiscard]] unsigned room(unsigned out) const { return o_.limit[out] - out_[out].reserved; }

 private:
  using Number = std::int64_t;
  struct Class {
    std::array<std::deque<cosim::FlowAsk>, cosim::kPartPorts> heads;
    unsigned next = 0;
    Number min = 0, max = 0, served = 0;
  };
  struct Output {
    std::array<Class, cosim::kPartClasses> classes;
    Number time = 0;  ///< of the class served last
    unsigned reserved = 0, ahead = 0;
  };
  [[nodiscard]] int first(const cosim::FlowGrantsIn& in, unsigned out, unsigned tc) const;
  void serve(const cosim::FlowGrantsIn& in, unsigned out, cosim::FlowGrantsOut& shown);

  cosim::FlowGrantsOptions o_;
  std::array<Output, cosim::kPartPorts> out_{};
  std::array<std::optional<cosim::FlowAsk>, cosim::kPartPorts> held_{};
  unsigned turn_ = 0;     ///< the output that is first
  bool granted_ = false;  ///< one of this cycle
};

/// FL-LOOK.
class LookupRule {
 public:
  cosim::FlowLookupOut step(const cosim::FlowLookupIn& in);
  [[nodiscard]] std::size_t held(unsigned tc) const { return classes_[tc].packets.size(); }

 private:
  struct Class {
    std::deque<cosim::FlowLookupIn> packets;
    bool in_table = false, waits = false;
  };
  std::array<Class, cosim::kPartClasses> classes_;
  std::array<int, 2> asked_{-1, -1};  ///< classes, one cycle ago and two
  std::array<bool, 2> acked_{};       ///< the table had an ACK
  unsigned turn_ = 0;
};

/// FL-STEP.
class StepsRule {
 public:
  cosim::FlowStepsOut step(const cosim::FlowStepsIn& in);
  [[nodiscard]] bool granted() const { return row_.has_value(); }
  /// A drop was given in the last cycle, or is next.
  [[nodiscard]] bool drops() const {
    return dropped_.has_value() || (!turns_.empty() && turns_.front().drop);
  }
  /// Of what is granted or dropped, if there is any.
  [[nodiscard]] std::optional<unsigned> row() const { return row_ ? row_ : dropped_; }
  [[nodiscard]] std::size_t held() const { return packets_.size(); }
  [[nodiscard]] std::size_t turns() const { return turns_.size(); }

 private:
  struct Turn {
    bool drop = false;
    unsigned id = 0, data = 0;
  };
  std::optional<unsigned> row_;      ///< granted
  std::optional<unsigned> dropped_;  ///< in the last cycle
  std::deque<Turn> turns_;
  std::deque<std::pair<unsigned, std::uint32_t>> packets_;  ///< row, what goes with it
};

/// FL-XBAR.
class CrossRule {
 public:
  [[nodiscard]] cosim::FlowWord next() const;
  void step(const cosim::FlowCrossIn& in, bool pull);
  [[nodiscard]] std::size_t held(unsigned input) const { return words_[input].size(); }
  [[nodiscard]] std::size_t packets() const { return order_.size(); }

 private:
  std::array<std::deque<cosim::FlowWord>, cosim::kPartPorts> words_;
  std::deque<unsigned> order_;  ///< inputs
};

/// FL-POOL, FL-QUEUE, FL-PAGE, FL-READ. A packet is a number of the bench's.
class QueuesRule {
 public:
  explicit QueuesRule(unsigned mark) : mark_(mark) {}
  struct Packet {
    unsigned tc = 0, len = 0, bytes = 0, page = 0;
    std::vector<std::uint64_t> words;  ///< that have come
    [[nodiscard]] unsigned all() const { return (bytes + 31) / 32; }
  };
  /// The cycle of `in`; what of `shown` cannot be, or empty.
  std::string step(const cosim::FlowQueuesIn& in, const cosim::FlowQueuesOut& shown);
  /// The same for what the registers show behind its edge.
  [[nodiscard]] std::string shows(const cosim::FlowQueuesRead& read) const;
  [[nodiscard]] bool comes() const { return coming_ >= 0; }
  [[nodiscard]] unsigned coming_left() const {
    return packets_.at(coming_).all() - static_cast<unsigned>(packets_.at(coming_).words.size());
  }
  [[nodiscard]] bool ready() const { return ready_; }
  [[nodiscard]] const std::map<unsigned, std::deque<int>>& rows() const { return rows_; }
  [[nodiscard]] const Packet& packet(int number) const { return packets_.at(number); }
  [[nodiscard]] int last() const { return next_ - 1; }
  /// Pages that all packets may take, and that they have taken.
  [[nodiscard]] unsigned pages() const;
  [[nodiscard]] unsigned used() const;

 private:
  struct Shown {
    bool word = false, last = false;
    std::uint64_t data = 0;
  };
  void read();

  unsigned mark_;
  std::map<int, Packet> packets_;
  std::map<unsigned, std::deque<int>> rows_;
  std::array<unsigned, cosim::kPartClasses> units_{};
  int next_ = 0, coming_ = -1, reading_ = -1;
  unsigned read_ = 0;
  bool ready_ = true;
  std::array<Shown, 2> way_{};       ///< out of the memory, out of the register
  std::array<unsigned, 2> asked_{};  ///< rows, two cycles ago and one
};

}  // namespace selvage::test
