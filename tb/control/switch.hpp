// SPDX-License-Identifier: Apache-2.0
/// \file
/// One switch in lockstep under random input: arrivals at all ports at once, stops, and link events
/// of every kind, sensible or not.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "control/tree.hpp"

namespace selvage::tb {

/// Anything a neighbour may send, from few names and numbers, so that they meet.
class NeighbourMessages {
  using Kind = golden::FaultMessage::Kind;

 public:
  /// Of 8 sequence numbers 7 are from `numbers` on.
  NeighbourMessages(const golden::SwitchRules& rules, unsigned numbers, std::mt19937& random)
      : rules_(&rules), random_(&random), l_(rules.self().level), numbers_(numbers) {}

  golden::PortMessage by(PortIdx port) {
    const unsigned h = rules_->tree().h();
    const unsigned n = rules_->tree().n();
    golden::FaultMessage m;
    if (rules_->is_up(port)) {
      m.kind = static_cast<Kind>(1 + below(7));
      m.level = below(n - 1);
      if (m.kind == Kind::kDlrm || m.kind == Kind::kDlfm) {
        if (m.kind == Kind::kDlrm) m.level = 0;
        return {port, m};
      }
      if (m.kind == Kind::kDerf || m.kind == Kind::kDerr) m.level = l_;
      m.k = h + below(h);
      if (m.kind != Kind::kResync && m.level == l_) {  // of a switch whose parents are also ours
        m.k = port;
        do {
          m.c = name(m.level);
          for (unsigned i = 0; i < l_; ++i) m.c.set(i, rules_->self().c[i]);
        } while (m.c == rules_->self().c);
      } else {
        m.c = name(m.level);
      }
    } else {
      static constexpr Kind kinds[] = {Kind::kSyncReq, Kind::kUlfm, Kind::kUlrm, Kind::kResync};
      m.kind = kinds[below(4)];
      if (m.kind == Kind::kSyncReq) return {port, m};
      m.level = below(l_);  // of a link further down
      m.c = name(m.level);
      m.k = h + below(h);
    }
    if (m.kind != Kind::kDerf && m.kind != Kind::kDerr) {
      m.seq = static_cast<std::uint8_t>(below(8) == 0 ? below(256) : numbers_ + below(4));
    }
    return {port, m};
  }

  unsigned below(unsigned limit) { return static_cast<unsigned>((*random_)() % limit); }

 private:
  golden::Digits name(unsigned level) {
    golden::Digits c;
    for (unsigned i = 0; i + 1 < rules_->tree().n(); ++i) {
      c.set(i, below(rules_->tree().coordinate_radix(level, i)));
    }
    return c;
  }

  const golden::SwitchRules* rules_;
  std::mt19937* random_;
  unsigned l_;
  unsigned numbers_;
};

struct SwitchLoad {
  unsigned arrivals;  ///< of 64: a message at a port in a cycle
  unsigned stops;     ///< of 64: a stop flag changes in a cycle
  unsigned events;    ///< of 4096: a link event at a port in a cycle
  /// Of 64, in phases of plenty, of little and of nothing.
  [[nodiscard]] unsigned rate(unsigned phase) const {
    return phase == 0 ? 64 : phase == 1 ? arrivals : phase == 2 ? 2 : 0;
  }
};

struct SwitchTotals {
  std::uint64_t messages = 0;
  std::uint64_t all_at_once = 0;
  std::uint64_t blocked = 0;
  std::uint64_t asked = 0;
  std::uint64_t both_events = 0;
  std::uint64_t answers = 0;
  std::uint64_t overflows = 0;
  std::uint64_t lines = 0;    ///< those of the RTL's table that were taken
  std::size_t most_keys = 0;  ///< in a table at once
  std::uint64_t retaken = 0;  ///< lines that another key has taken
};

/// Looks at a table after each step.
class TableWatch {
 public:
  void look(const golden::LinkFaultTable& table, SwitchTotals& totals) {
    const auto& lines = table.entries();
    for (std::size_t w = 0; w < keys_.size(); ++w) totals.retaken += !(keys_[w] == lines[w].c);
    keys_.clear();
    for (const golden::LinkFaultEntry& line : lines) keys_.push_back(line.c);
  }
  /// At the end; the RTL had the lines `mask`.
  void count(const golden::LinkFaultTable& table, std::uint64_t mask, SwitchTotals& totals) const {
    totals.overflows += table.overflows();
    totals.most_keys = std::max(totals.most_keys, keys_.size());
    for (std::size_t w = 0; w < keys_.size(); ++w, mask &= mask - 1) totals.lines |= mask & -mask;
  }

 private:
  std::vector<golden::Digits> keys_;
};

struct SwitchRun {
  const golden::FatTree* tree;
  SwitchIdx sw;
  unsigned latency;
  unsigned lines;
  std::uint32_t rtl_bugs;
  bool drained = true;     ///< goes on until nothing is left to do
  std::uint64_t mask = 0;  ///< which lines; 0: the lowest
  unsigned numbers = 0;    ///< most sequence numbers are this and the next three
};

inline golden::FatTreeRequest request(const golden::FatTree& tree, const golden::SwitchRules& rules,
                                      std::mt19937& random) {
  golden::FatTreeRequest r;
  r.source = tree.address_of(static_cast<HostIdx>(random() % tree.host_count()));
  r.destination = tree.address_of(static_cast<HostIdx>(random() % tree.host_count()));
  r.from_up = rules.up_mask() != 0 && random() % 8 == 0;
  return r;
}

/// Returns the first difference.
inline std::string drive_switch(const SwitchRun& run, SwitchLoad load, unsigned cycles,
                                SwitchTotals& totals) {
  const golden::FatTree& tree = *run.tree;
  golden::ControlTiming timing;
  timing.latency = run.latency;
  timing.input_depth = 2 * run.latency + 4 <= 16 ? 16 : 256;
  const golden::ControlPlane plane(tree, run.sw, golden::Rule::kCorrected, {}, timing);
  golden::ControlState s = plane.power_on(run.lines);
  cosim::ControlBlockOptions options;
  options.tree = &tree;
  options.self = run.sw;
  options.lft_entries = run.lines;
  options.lft_lines = run.mask;
  options.bugs = run.rtl_bugs;
  options.xoff = timing.xoff();
  ControlPair pair(
      plane, cosim::find_control_build(tree, run.mask == 0 ? run.lines : 32, timing.input_depth)
                 .make(options));
  std::mt19937 random(run.sw * 7 + run.latency + run.lines + load.events);
  NeighbourMessages messages(plane.rules(), run.numbers, random);
  const PortMask ports = plane.rules().up_mask() | plane.rules().down_mask();
  const auto count = static_cast<std::size_t>(__builtin_popcountll(ports));
  golden::ControlInput in;
  golden::ControlOutput out;
  TableWatch watch;
  for (Cycle now = 0; (now < cycles || (run.drained && !s.quiet())) && pair.difference().empty();
       ++now) {
    in.arrivals.clear();
    in.link_down = in.link_up = 0;
    const unsigned phase = now < cycles ? static_cast<unsigned>(now / 256 % 4) : 3;
    for (PortMask left = ports; left != 0; left &= left - 1) {
      const auto p = static_cast<PortIdx>(__builtin_ctzll(left));
      const PortMask bit = PortMask{1} << p;
      if (messages.below(64) < load.rate(phase) &&
          s.in[p].size() <= timing.xoff() + 2 * run.latency) {
        in.arrivals.push_back(messages.by(p));
      }
      if (messages.below(64) < load.stops) in.stop ^= bit;
      if (phase == 3 && now % 256 > 16) in.stop &= ~bit;
      if (now < cycles && messages.below(4096) < load.events) in.link_down |= bit;
      if (now < cycles && messages.below(4096) < load.events) in.link_up |= bit;
      if ((in.link_down & bit) != 0) in.stop &= ~bit;
      totals.both_events += (in.link_down & in.link_up & bit) != 0;
      totals.blocked += (in.stop & bit) != 0 && !s.out[p].empty();
    }
    totals.all_at_once += in.arrivals.size() == count;
    if (s.quiet() && !in.any()) continue;
    const golden::FatTreeRequest asked = request(tree, plane.rules(), random);
    pair.before(now, s, in, messages.below(2) == 0 ? &asked : nullptr);
    plane.step(s, in, out);
    pair.after(out);
    watch.look(s.faults.lft, totals);
    totals.asked += out.stop != 0;
  }
  if (run.drained) pair.flush(s);
  totals.messages += pair.arrived();
  totals.answers += pair.answers();
  watch.count(s.faults.lft, run.mask != 0 ? run.mask : ~std::uint64_t{0}, totals);
  return pair.difference();
}

}  // namespace selvage::tb
