// SPDX-License-Identifier: Apache-2.0
/// \file
/// The hardware blocks of one switch port as the network sees them, whichever engine (golden model,
/// RTL, both in lockstep) is behind them: one struct of inputs and one of outputs a block, as
/// in docs/reference/flow-blocks.md.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "golden/flow/ack_aggregator.hpp"
#include "golden/flow/ep_ack_type.hpp"
#include "golden/flow/redirect_gen.hpp"
#include "golden/flow/tables/efct.hpp"
#include "golden/flow/tables/ifct.hpp"
#include "golden/flow/tables/ofct.hpp"
#include "golden/types.hpp"

namespace selvage::flow {

/// What one port is built with. A port with a host has an efct, an edge ifct and an ep_ack_type;
/// one with a switch behind it has an ifct, an ofct with its flow_walker, a redirect_gen, an
/// ack_aggregator and, with wire_frames, an ack_frame_unpacker.
struct BlocksConfig {
  bool edge = false;
  bool wire_frames = false;  ///< frame and unpack will be called
  golden::IfctConfig ifct;
  golden::OfctConfig ofct;
  golden::RedirectConfig redirect;
  golden::AggregatorConfig aggregator;
  golden::EpAckConfig ep;
};

struct RedirectInput {
  unsigned depth = 0;  ///< holds until the next input
  bool load = false;
  bool exempt = false;
  std::uint8_t port = 0;
  golden::FlowId id = 0;
  golden::Position delta = 0;
};
/// A REDIRECT for the ifct of `port`.
struct RedirectOutput {
  bool redirect = false;
  std::uint8_t port = 0;
  golden::FlowId id = 0;
  golden::Position delta = 0;
};

/// Registers of the aggregator as one cycle shows them, before its inputs act.
struct AggregatorView {
  bool ready = true;
  bool req = false;
  unsigned len = 0;
};

/// What one cycle of the walker shows, and when it shows a row again (kNever: not before it is
/// given something).
struct WalkerRow {
  bool chk = false;
  golden::FlowId id = 0;
  golden::OfctCheck kind = golden::OfctCheck::kTimers;
  Cycle next = kNever;
};

/// A row of the efct or of the ofct with what makes it valid.
struct EfctView {
  bool valid = false;
  golden::MatchKey key;
  golden::Position data = 0;
  golden::Position ack = 0;
};
struct OfctView {
  bool valid = false;
  std::uint8_t port = 0;
  golden::FlowId id = 0;
  golden::OfctRow row;
};

/// The blocks of one port.
///
/// Time contract (every engine keeps it, so that results do not depend on the engine):
/// * `now` never decreases from call to call. Cycles without a call have no inputs.
/// * efct, ifct, ofct: at most one step a cycle. The answer to the step of cycle t is taken in
///   cycle t + kLatency, once, and in the order of the steps; in a cycle answers are taken before
///   the step of that cycle is given.
/// * redirect: at most one input a cycle; depth stays as it was given in all cycles up to the
///   next input. An input with `load` has an answer, taken as above but RedirectGen::kLatency
///   cycles later; the others have none.
/// * ack_type: at most one packet a cycle; the answer holds from the next cycle on.
/// * aggregator: acts in the cycle of its inputs. Cycles without inputs have no push and no grant,
///   and idle as it was given last.
/// * frame is asked when a frame is at the other end, before the aggregator's step of the cycle.
///   The wire moves more bytes in a cycle than a block: words that are not out yet, and all of
///   unpack, take clocks of the blocks within the cycle.
/// * walker: notified of a death in the first cycle that it is to show a row in; then asked in that
///   cycle and in each that `next` names. SCAN, which shows a row in every cycle, is left to
///   ofct_walk.
/// * Views show registers as they are visible in cycle `now`: all steps up to now - kLatency.
class Blocks {
 public:
  /// From a step to its answer: sampled in one clock, executed in the next, visible after it.
  static constexpr Cycle kLatency = 2;

  virtual ~Blocks() = default;
  Blocks() = default;
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;

  virtual void efct(Cycle now, const golden::EfctInput& in) = 0;
  [[nodiscard]] virtual golden::EfctOutput efct_answer(Cycle now) = 0;
  /// `in.now` is the cycle.
  virtual void ifct(const golden::IfctInput& in) = 0;
  [[nodiscard]] virtual golden::IfctOutput ifct_answer(Cycle now) = 0;
  virtual void ofct(const golden::OfctInput& in) = 0;
  [[nodiscard]] virtual golden::OfctOutput ofct_answer(Cycle now) = 0;
  virtual void redirect(Cycle now, const RedirectInput& in) = 0;
  [[nodiscard]] virtual RedirectOutput redirect_answer(Cycle now) = 0;

  /// Of the ACK of a packet that leaves the egress FIFO, which holds `depth` units with it.
  virtual golden::AckType ack_type(Cycle now, unsigned depth, unsigned level) = 0;

  [[nodiscard]] virtual AggregatorView aggregator(Cycle now) = 0;
  virtual void aggregator_step(Cycle now, const golden::AggregatorInput& in) = 0;
  /// The first cycle after `now` in which req may have risen without a push and with idle as it is;
  /// kNever if it will not. Too early is allowed, too late is not.
  [[nodiscard]] virtual Cycle aggregator_next(Cycle now) = 0;
  /// The words of the oldest frame granted and not yet taken here, from the packer.
  virtual void frame(Cycle now, std::vector<golden::FrameWord>& words) = 0;
  /// A frame has come: adds its ACKs, with parity, as the unpacker gives them. False: it was bad.
  virtual bool unpack(Cycle now, const std::vector<golden::FrameWord>& words,
                      std::vector<std::uint32_t>& acks) = 0;

  /// The link died. `drain`: cycles between the last LOSS and the first closing ACK (FLOW-A-29).
  virtual void walker_down(Cycle now, Cycle drain) = 0;
  [[nodiscard]] virtual WalkerRow walker(Cycle now) = 0;
  /// All rows are closed and the link is back.
  virtual void walker_up(Cycle now) = 0;

  /// The first row, from cycle `from` on, that a walk finds with something to do, and the cycle: it
  /// has row t mod rows in cycle t (FLOW-A-29). Exact for what is visible in cycle `now`.
  [[nodiscard]] virtual std::pair<Cycle, golden::FlowId> ifct_walk(Cycle now, Cycle from) = 0;
  [[nodiscard]] virtual std::pair<Cycle, golden::FlowId> ofct_walk(Cycle now, Cycle from) = 0;

  [[nodiscard]] virtual bool ofct_full(Cycle now) = 0;
  [[nodiscard]] virtual EfctView efct_row(Cycle now, golden::FlowId id) = 0;
  [[nodiscard]] virtual const golden::IfctRow& ifct_row(Cycle now, golden::FlowId id) = 0;
  [[nodiscard]] virtual OfctView ofct_row(Cycle now, golden::FlowId id) = 0;

  /// Lets every pipeline run dry and compares what is left; dated `now`.
  virtual void finish(Cycle /*now*/) {}
};

/// Golden models behind the interface.
[[nodiscard]] std::unique_ptr<Blocks> golden_blocks(const BlocksConfig& config);

}  // namespace selvage::flow
