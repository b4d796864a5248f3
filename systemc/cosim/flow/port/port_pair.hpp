// SPDX-License-Identifier: Apache-2.0
/// \file
/// A port as one RTL top (`flow_port`) beside the golden models of its registers and blocks, clock
/// by clock: every output, and the rows that are read out.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "cosim/flow/convert.hpp"
#include "cosim/flow/difference.hpp"
#include "cosim/flow/port/block.hpp"
#include "golden/flow/least_loaded.hpp"
#include "golden/flow/port_registers.hpp"

namespace selvage::cosim {

/// What the blocks are given; accesses are FlowPortPair's own business.
struct PortStimulus {
  golden::AggregatorInput aggregator;
  RedirectIn redirect;
  EpAckTypeIn ep;
  golden::IfctInput ifct;  ///< its time is that of all
  golden::EfctInput efct;  ///< of a port with a host
  golden::OfctInput ofct;  ///< of a port with a switch; CHK is the walker's
  golden::FrameWord rx;
  LeastLoadedIn ask;
};

/// With small tables, frames of 48 ACKs at most, and an unpacker of kFrames.
class FlowPortPair {
 public:
  static constexpr unsigned kFrames = 19;
  struct Options {
    bool edge = false;
    std::uint32_t bugs = 0;
    bool gate = true;
    unsigned ecc = 0;
    bool macro = false;   ///< rows in memories: efct and ofct answer a clock later
    unsigned stale = 90;  ///< ticks
    unsigned shift = 2;   ///< of the loads that are compared
    golden::RedirectConfig redirect;
    std::uint32_t ep_seed = 1;
  };
  explicit FlowPortPair(const Options& options);
  virtual ~FlowPortPair() = default;
  FlowPortPair(const FlowPortPair&) = delete;
  FlowPortPair& operator=(const FlowPortPair&) = delete;
  FlowPortPair(FlowPortPair&&) = default;
  FlowPortPair& operator=(FlowPortPair&&) = delete;
  /// A clock.
  void step(const RegisterAccess& access, PortStimulus in);

  [[nodiscard]] const golden::PortRegisters& registers() const { return registers_; }
  [[nodiscard]] const golden::Ifct& ifct() const { return *ifct_; }
  [[nodiscard]] const golden::AckAggregator& aggregator() const { return *aggregator_; }
  [[nodiscard]] const golden::RedirectGen& redirect() const { return *redirect_; }
  [[nodiscard]] const golden::EpAckType& ep() const { return ep_; }
  [[nodiscard]] const golden::Efct& efct() const { return *efct_; }
  [[nodiscard]] const golden::Ofct& ofct() const { return *ofct_; }
  [[nodiscard]] const golden::AckUnpacker& unpacker() const { return *unpacker_; }
  [[nodiscard]] const golden::LeastLoaded& choice() const { return choice_; }
  [[nodiscard]] const golden::FlowWalker& walker() const { return walker_; }
  /// The first cycle, from `from` on, in which the walk has a row whose timer is over.
  [[nodiscard]] Cycle next_walk(Cycle from) { return ofct_->next_walk(from).first; }
  [[nodiscard]] bool edge() const { return options_.edge; }
  /// Flips a stored bit of the ifct, or of the ofct.
  void flip(bool ofct, unsigned row, unsigned bit) { rtl_->flip(ofct, row, bit); }
  /// Corrected bits told at the pins: of the ifct, of the ofct.
  [[nodiscard]] const std::array<unsigned, 2>& corrected() const { return corrected_; }
  [[nodiscard]] unsigned lost() const { return counters_[11]; }  ///< rows told to be
  /// Clocks that the blocks have had.
  [[nodiscard]] const std::array<std::uint64_t, kPortClocks>& clocks() const {
    return rtl_->clocks();
  }
  /// No row of the input table may be opened: a tick waits, or the link is not in use.
  [[nodiscard]] bool holds() const;
  // Golden's answers to the last clock.
  [[nodiscard]] const golden::IfctOutput& answer() const { return answer_; }
  [[nodiscard]] const golden::EfctOutput& efct_answer() const { return efct_answer_; }
  [[nodiscard]] const golden::OfctOutput& ofct_answer() const { return ofct_answer_; }
  [[nodiscard]] bool drawn() const { return drawn_; }
  [[nodiscard]] unsigned ep_answer() const { return ep_shows_.type; }
  /// What the RTL showed in it.
  [[nodiscard]] const FlowPortOut& shows() const { return shows_; }
  /// Clocks so far.
  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }
  struct {
    unsigned rows = 0, errors = 0, ups = 0, downs = 0, loaded_downs = 0;
    std::uint64_t longest_wait = 0;  ///< of a commit for the aggregator, in cycles
    std::uint64_t mapped = 0, marked = 0, closed = 0, looked_up = 0, received = 0, chosen = 0;
  } seen;

 protected:
  /// A register or an output of this clock is not what golden says.
  virtual void differs(const FlowDifference& difference) = 0;
  /// A clock is over: an assertion of the RTL may have failed.
  virtual void clocked() = 0;

 private:
  [[nodiscard]] FlowPortIn pins(const RegisterAccess& access, const PortStimulus& in) const;
  [[nodiscard]] golden::PortRegistersIn registers_in(const RegisterAccess& access,
                                                     const PortStimulus& in) const;
  void count(const golden::AggregatorInput& in, const golden::AggregatorOutput& out);
  void step_input(const PortStimulus& in, const golden::PortRegistersIn& reg);
  void initialise();
  void make_link_blocks();
  void step_new(PortStimulus& in, const golden::FlowWalker::Output& walker);
  void configure();
  void compare(const golden::AggregatorOutput& aggregator, const golden::FlowWalker::Output& walker,
               const golden::UnpackerOutput& unpacker);
  [[nodiscard]] golden::OfctConfig output_table() const;
  void expect(const char* what, std::uint64_t golden, std::uint64_t rtl);
  template <class Side>
  void expect(const Side& golden, const Side& rtl) {
    if (const FlowDifference d = difference(golden, rtl)) differs(d);
  }
  void account(const golden::PortRegistersIn& in);

  Options options_;
  golden::PortRegisters registers_;
  std::uint64_t configured_ = 0;  ///< changes of the registers that the blocks have
  std::optional<golden::AckAggregator> aggregator_;
  std::optional<golden::Ifct> ifct_;
  std::optional<golden::RedirectGen> redirect_;
  golden::EpAckType ep_;
  golden::FlowWalker walker_;
  std::optional<golden::Efct> efct_;
  std::optional<golden::Ofct> ofct_;
  std::optional<golden::AckUnpacker> unpacker_;
  golden::LeastLoaded choice_;
  std::unique_ptr<FlowPortBlock> rtl_;
  FlowPortOut shows_;
  std::uint64_t cycle_ = 0;

  golden::IfctOutput answer_;
  golden::EfctOutput efct_answer_;
  golden::OfctOutput ofct_answer_;
  bool drawn_ = false;
  std::array<IfctOut, 2> table_shows_{};  ///< in this cycle and the next
  RedirectShows redirects_;
  RedirectOut redirect_shows_;  ///< in this cycle
  EpAckTypeOut ep_shows_;
  std::array<EfctOut, 3> efct_shows_{};  ///< from this cycle on; so the next
  std::array<OfctOut, 3> ofct_shows_{};
  std::array<LeastLoadedOut, 5> choice_shows_{};
  std::array<unsigned, 2> corrected_{};
  std::array<bool, 2> enqueued_{};  ///< in the last two cycles, the last one first
  std::array<bool, 2> mapped_{};    ///< so
  std::array<unsigned, 3> live_{};  ///< rows in use: what the answers have said
  std::array<std::uint32_t, golden::kPortCounters> counters_{};  ///< as they show
  std::array<std::uint32_t, 5> late_{};                          ///< of ifct, a cycle younger
  std::array<int, 2> peek_{-1, -1};                              ///< row under way
  IfctRow row_;
  IfctRow next_row_;
  std::array<bool, 64> led_{};  ///< rows whose port and channel mean something
  bool row_led_ = false;
  bool next_row_led_ = false;
  std::array<std::uint32_t, golden::kRowWords> words_{};
  unsigned read_ = 0;       ///< words of the row so far, a bit each
  std::uint32_t addr_ = 0;  ///< of the access under way
  bool reads_ = false;
  unsigned waiting_ = 0;
};

}  // namespace selvage::cosim
