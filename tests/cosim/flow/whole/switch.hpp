// SPDX-License-Identifier: Apache-2.0
/// \file
/// A switch of the model with a whole one in RTL beside it: what the model's neighbours send is at
/// the RTL's pins, and what leaves there has to be what the model sends, in every cycle.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <string>

#include "../../../flow/lab.hpp"
#include "cosim/flow/switch/switch_block.hpp"
#include "wire.hpp"

namespace selvage::test {

inline constexpr unsigned kPorts = cosim::kFlowSwitchPorts;

/// What a cycle of the model has shown of a port.
struct PortCycle {
  // input
  bool grant = false;
  unsigned out = 0, id = 0;
  unsigned off_said = 0;              ///< classes
  bool over = false, queued = false;  ///< a packet of a host
  std::uint32_t queued_slot = 0;
  // output
  unsigned load = 0, off_seen = 0;
  bool hold = false, dead = false, init = false, coming = false, cut = false, was_alive = false;
};
struct SwitchCycle {
  Cycle at = 0;
  bool changed = false, learns = false;
  bool ask = false;
  unsigned ask_in = 0;
  std::uint32_t ask_dest = 0;
  bool route = false;
  unsigned ways = 0;
  std::array<PortCycle, kPorts> ports;
};

/// What the RTL was seen to do as the model does.
struct Seen {
  std::uint64_t cycles = 0, beats = 0, packets = 0, frames = 0, markers = 0, messages = 0,
                arrivals = 0, questions = 0, answers = 0, grants = 0, redirects = 0, xoffs = 0,
                pauses = 0, holds = 0, changes = 0, deaths = 0, inits = 0;
  Seen& operator+=(const Seen& other);
};

class WholeSwitch {
 public:
  /// The RTL runs so many cycles behind the model: by then it is known what its far ends took.
  static constexpr Cycle kBehind = 48;

  using Wires = std::array<const Wire*, kPorts>;
  WholeSwitch(Lab& lab, SwitchIdx sw, const Wires& own, const Wires& far,
              std::unique_ptr<cosim::FlowSwitchBlock> rtl)
      : lab_(lab), self_(sw), own_(own), far_(far), rtl_(std::move(rtl)) {}

  /// Before and behind a cycle of the model; the observer writes into `now` between them.
  void before();
  void behind(Cycle at);
  /// Clocks the RTL through the oldest cycle that it has not had.
  void clock();
  void routes() { routes_ = true; }

  [[nodiscard]] const std::string& difference() const { return difference_; }
  [[nodiscard]] SwitchIdx self() const { return self_; }
  /// What was at a port before the difference, a line a cycle.
  [[nodiscard]] std::string near() const { return near(wrong_port_); }
  [[nodiscard]] std::string near(unsigned port) const;

  SwitchCycle now;
  Seen seen;

 private:
  static constexpr Cycle kGear = 5;  ///< from a decision to the edge behind which its beat shows
  static constexpr std::size_t kShots = 40;
  struct Shot {
    SwitchCycle model;
    cosim::FlowSwitchIn in;
    cosim::FlowSwitchOut out;
    cosim::FlowSwitchShown shown;
  };
  void asks(SwitchCycle& m) const;
  [[nodiscard]] cosim::FlowSwitchIn inputs(const SwitchCycle& m, const SwitchCycle& next) const;
  void questions(const SwitchCycle& m, const cosim::FlowSwitchOut& out);
  void grants(const SwitchCycle& m, unsigned p, const cosim::FlowSwitchOut::Port& out);
  void registers(const SwitchCycle& m, unsigned p, const Shot& shot);
  void wire(Cycle at, unsigned p, const cosim::FlowBeat& rtl);
  void data(Cycle at, unsigned p, const WireBeat& model, const cosim::FlowBeat& rtl);
  void count(const SwitchCycle& m, unsigned p, const Shot& shot);
  void check(Cycle at, unsigned p, const char* rule, const std::string& what, std::uint64_t model,
             std::uint64_t rtl);
  void assertions(Cycle at);

  Lab& lab_;
  SwitchIdx self_;
  Wires own_, far_;
  std::unique_ptr<cosim::FlowSwitchBlock> rtl_;
  std::deque<SwitchCycle> known_;
  std::deque<Shot> shots_;
  cosim::FlowSwitchShown shown_;
  bool routes_ = false;  ///< are others from the next cycle on
  std::string difference_;
  unsigned wrong_port_ = 0;
};

}  // namespace selvage::test
