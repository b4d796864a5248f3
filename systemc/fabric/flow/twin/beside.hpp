// SPDX-License-Identifier: Apache-2.0
/// \file
/// A switch of the model with a whole one in RTL beside it: what its neighbours send is at the
/// RTL's pins, and what leaves there has to be what the model sends, in every cycle
/// (docs/reference/flow-switch.md).
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cosim/flow/switch/switch_block.hpp"
#include "cosim/flow/switch/traced_switch.hpp"
#include "fabric/flow/twin/watch.hpp"

namespace selvage::fabric {

/// What is compared.
enum class Pin : std::uint8_t {
  kDeparture,  ///< beats
  kGrant,
  kQuestion,  ///< for ways
  kAnswer,    ///< to it, of a control in RTL
  kXon,       ///< a class stops, or goes on
  kPause,     ///< a flow of a host is above its limit
  kMessage,   ///< a fault message has come, or a control in RTL sends one
  kStop,      ///< messages are not wanted
  kRest,      ///< of a port that is initialised
  kCount
};

/// A value of kAnswer: there is one, and in the bits below its ways.
inline constexpr unsigned kAnswered = 1U << kSwitchPorts;

/// Comparisons, and what the RTL was seen to do as the model does.
struct Seen {
  std::array<std::uint64_t, static_cast<std::size_t>(Pin::kCount)> compared{};
  std::uint64_t beats = 0, packets = 0, frames = 0, markers = 0, messages = 0, arrivals = 0,
                questions = 0, grants = 0, redirects = 0, xoffs = 0, pauses = 0, holds = 0,
                changes = 0, deaths = 0, inits = 0;
  Seen& operator+=(const Seen& other);
};

/// The first thing in which a switch in RTL is not the model's.
struct PinDifference {
  Cycle cycle = 0;
  SwitchIdx sw = 0;
  PortIdx port = 0;
  Pin pin = Pin::kDeparture;
  std::string rule;  ///< its id; empty: an assertion has failed
  std::string what;  ///< or which
  std::uint64_t model = 0, rtl = 0;
  std::array<std::optional<ControlMessage>, 2> messages;  ///< of the model, of the RTL
  std::optional<PacketId> packet;
  [[nodiscard]] std::string text() const;
};

class SwitchBeside {
 public:
  /// The RTL runs so many cycles behind the model: by then it is known what its far ends took.
  static constexpr Cycle kBehind = 48;
  /// In waves a cycle of it stands so many later.
  static constexpr Cycle kShownLater = kBehind + 1;

  SwitchBeside(const Watch& model, SwitchIdx sw, std::unique_ptr<cosim::FlowSwitchBlock> rtl);

  /// What comes by `in` is what `far` shows at `out`, which is clocked cycle by cycle with this
  /// one, as far as the link does not lose it; who does not say so has what the model sends.
  void comes_from(PortIdx in, const SwitchBeside& far, PortIdx out);
  /// Runs beside it for waves, in which a cycle of the RTL stands where the model has come to.
  void shows_in(cosim::TracedFlowSwitch& copy) { copy_ = &copy; }
  /// Links that are dead from the start become known to the control: the step of a cycle; the end.
  void settles(Cycle now, const StepInput& in);
  void has_settled();
  /// Whether its control is in RTL, too.
  [[nodiscard]] bool decides() const { return rtl_->decides(); }
  /// Behind each cycle of the model.
  void keep() { known_.push_back(model_.now(self_)); }
  /// Cycles of the model that the RTL has not had.
  [[nodiscard]] std::size_t behind() const { return known_.size(); }
  /// Clocks the RTL through the oldest of them; nothing once it differs.
  void clock();

  [[nodiscard]] const std::optional<PinDifference>& difference() const { return difference_; }
  [[nodiscard]] SwitchIdx self() const { return self_; }
  /// The last so many things that happened, a line each, oldest first.
  [[nodiscard]] std::vector<std::string> recent(
      std::size_t most, const std::function<std::string(PortIdx)>& port_name) const;
  /// Units that stand at the outputs in the last cycle clocked: of the model, of the RTL.
  struct Loads {
    Cycle cycle = 0;
    std::array<unsigned, kSwitchPorts> model{}, rtl{};
  };
  [[nodiscard]] Loads loads() const;
  [[nodiscard]] const Seen& seen() const { return seen_; }

 private:
  static constexpr Cycle kGear = 5;  ///< from a decision to the edge behind which its beat shows
  static constexpr std::size_t kShots = 40;
  struct Shot {
    SwitchCycle model;
    cosim::FlowSwitchIn in;
    cosim::FlowSwitchOut out;
    cosim::FlowSwitchShown shown;
  };
  struct Far {
    const SwitchBeside* beside = nullptr;  ///< null: the model's
    PortIdx port = 0;
  };
  [[nodiscard]] cosim::FlowSwitchIn inputs(const SwitchCycle& m, const SwitchCycle& next) const;
  [[nodiscard]] unsigned xon(const SwitchCycle& m, unsigned p) const;
  [[nodiscard]] cosim::FlowBeat came(const SwitchCycle& m, unsigned p) const;
  /// What an edge of late has shown at a port; null: before the first one.
  [[nodiscard]] const cosim::FlowSwitchShown::Port* shown(Cycle edge, PortIdx port) const;
  [[nodiscard]] const SaidBeat& decided(Cycle edge, unsigned p) const;

  void control_edge(const StepInput& in);
  void questions(const Shot& shot);
  void answers(const Shot& shot);
  void messages(const Shot& shot);
  void grants(const Shot& shot, unsigned p);
  void registers(const Shot& shot, unsigned p);
  void wire(Cycle at, unsigned p, const cosim::FlowBeat& rtl);
  void data(Cycle at, unsigned p, const SaidBeat& model, const cosim::FlowBeat& rtl);
  void count(const Shot& shot, unsigned p);
  void check(Cycle at, unsigned p, Pin pin, const char* rule, const char* what, std::uint64_t model,
             std::uint64_t rtl) {
    if (model != rtl && !difference_) differs(at, p, pin, rule, what, model, rtl);
  }
  void differs(Cycle at, unsigned p, Pin pin, const char* rule, std::string what,
               std::uint64_t model, std::uint64_t rtl);
  void assertions(Cycle at);
  std::uint64_t& compared(Pin pin) { return seen_.compared[static_cast<std::size_t>(pin)]; }

  const Watch& model_;
  SwitchIdx self_;
  std::array<const Wire*, kSwitchPorts> own_{}, wires_{};  ///< of outputs, that end at inputs
  std::array<Far, kSwitchPorts> far_{};
  std::unique_ptr<cosim::FlowSwitchBlock> rtl_;
  cosim::TracedFlowSwitch* copy_ = nullptr;  ///< null: there are no waves
  std::deque<SwitchCycle> known_;
  std::deque<unsigned> asked_;  ///< inputs of questions without an answer, of a control in RTL
  std::size_t kept_;            ///< shots
  std::deque<Shot> shots_;      ///< of the last cycles
  Cycle settling_ = 0;          ///< next edge of the control while it settles
  Seen seen_;
  std::optional<PinDifference> difference_;
};

}  // namespace selvage::fabric
