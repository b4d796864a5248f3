// SPDX-License-Identifier: Apache-2.0
#include "flow/blocks/cover.hpp"
#include "flow/blocks/forwarding.hpp"
#include "kernel/queue.hpp"

namespace selvage::flow {

using namespace golden;

namespace {

class CoveredBlocks final : public ForwardingBlocks {
 public:
  CoveredBlocks(std::unique_ptr<Blocks> own, bool edge, cover::Counts& counts, SwitchIdx sw)
      : ForwardingBlocks(std::move(own)),
        cover_(flow_cover()),
        counts_(&counts),
        sw_(sw),
        edge_(edge ? 1 : 0) {}

  void efct(Cycle now, const EfctInput& in) override {
    meet_if(in.req && in.ack, FlowCase::kEfctBoth);
    ForwardingBlocks::efct(now, in);
  }
  EfctOutput efct_answer(Cycle now) override {
    const EfctOutput out = ForwardingBlocks::efct_answer(now);
    meet_if(out.hit && !out.alloc, FlowCase::kEfctHit);
    meet_if(out.alloc, FlowCase::kEfctAlloc);
    meet_if(out.stall, out.window ? FlowCase::kEfctWindow : FlowCase::kEfctFull);
    meet_if(out.rel, FlowCase::kEfctReleased);
    meet_if(out.kept, FlowCase::kEfctKept);
    return out;
  }

  void ifct(const IfctInput& in) override {
    const unsigned set = (in.deq_valid ? 1U : 0U) | (in.enq_valid ? 2U : 0U) |
                         (in.ack_valid ? 4U : 0U) | (in.chk_valid ? 8U : 0U);
    if ((set & (set - 1)) != 0) meet(cover_.ifct_clock[set]);
    const bool one_row = set != 0 && of_one_row(in);
    if (one_row || in.ack_valid) {
      const unsigned is = state(in.now, one_row ? first_row(in) : in.ack.id);
      if (one_row) meet(cover_.ifct_row[is][set]);
      if (in.ack_valid) {
        const auto type = static_cast<unsigned>(in.ack.type);
        meet(cover_.ack[edge_][type]);
        meet(cover_.on[is][type]);
      }
    }
    ifct_.emplace_back(IfctAsked{in.deq_valid, in.enq_valid, in.ack_valid, in.chk_valid,
                                 in.enq_valid && in.enq.len == 0});
    ForwardingBlocks::ifct(in);
  }
  IfctOutput ifct_answer(Cycle now) override {
    const IfctOutput out = ForwardingBlocks::ifct_answer(now);
    const IfctAsked asked = ifct_.front();
    ifct_.pop_front();
    if (asked.deq) meet(cover_.deq[edge_][static_cast<unsigned>(out.deq.why)]);
    if (asked.enq) enqueued(out.enq, asked.marker);
    meet_if(asked.ack && out.ack.rel, FlowCase::kAckReleased);
    meet_if(asked.ack && out.ack.block, FlowCase::kAckBlock);
    meet_if(asked.chk, out.chk.valid ? FlowCase::kChkCredit : FlowCase::kChkNothing);
    return out;
  }

  void ofct(const OfctInput& in) override {
    const unsigned set =
        (in.map_valid ? 1U : 0U) | (in.rev_valid ? 2U : 0U) | (in.chk_valid ? 4U : 0U);
    if ((set & (set - 1)) != 0) meet(cover_.ofct_clock[set]);
    if (in.rev_valid) meet(cover_.rev[static_cast<unsigned>(in.rev.type)]);
    ofct_.emplace_back(OfctAsked{in.map_valid, in.rev_valid, in.chk_valid, in.chk_kind});
    ForwardingBlocks::ofct(in);
  }
  OfctOutput ofct_answer(Cycle now) override {
    const OfctOutput out = ForwardingBlocks::ofct_answer(now);
    const OfctAsked asked = ofct_.front();
    ofct_.pop_front();
    if (asked.map) mapped(out.map);
    if (asked.rev) {
      meet(out.rev.valid ? FlowCase::kRevBack : FlowCase::kRevStray);
      meet_if(out.rev.rel, FlowCase::kRevReleased);
    }
    if (asked.chk) checked(out.chk, asked.kind);
    return out;
  }

  void redirect(Cycle now, const RedirectInput& in) override {
    meet_if(in.load && in.exempt, FlowCase::kExempt);
    ForwardingBlocks::redirect(now, in);
  }
  RedirectOutput redirect_answer(Cycle now) override {
    const RedirectOutput out = ForwardingBlocks::redirect_answer(now);
    meet(out.redirect ? FlowCase::kRedirect : FlowCase::kNoRedirect);
    return out;
  }
  AckType ack_type(Cycle now, unsigned depth, unsigned level) override {
    const AckType type = ForwardingBlocks::ack_type(now, depth, level);
    if (static_cast<unsigned>(type) < cover_.chosen.size()) {
      meet(cover_.chosen[static_cast<unsigned>(type)]);
    }
    return type;
  }

  void aggregator_step(Cycle now, const AggregatorInput& in) override {
    const AggregatorView view = ForwardingBlocks::aggregator(now);
    meet_if(in.push, view.ready ? FlowCase::kAckPushed : FlowCase::kAckRefused);
    meet_if(in.grant, FlowCase::kFrameGranted);
    meet_if(view.req, in.idle ? FlowCase::kFrameIdle : FlowCase::kFrameFull);
    ForwardingBlocks::aggregator_step(now, in);
  }
  bool unpack(Cycle now, const std::vector<FrameWord>& words,
              std::vector<std::uint32_t>& acks) override {
    const bool good = ForwardingBlocks::unpack(now, words, acks);
    meet(good ? FlowCase::kFrameGood : FlowCase::kFrameBad);
    return good;
  }
  void walker_down(Cycle now, Cycle drain) override {
    meet(FlowCase::kWalkerDown);
    ForwardingBlocks::walker_down(now, drain);
  }
  void walker_up(Cycle now) override {
    meet(FlowCase::kWalkerUp);
    ForwardingBlocks::walker_up(now);
  }

 private:
  struct IfctAsked {
    bool deq, enq, ack, chk, marker;
  };
  struct OfctAsked {
    bool map, rev, chk;
    OfctCheck kind;
  };

  void meet(std::size_t situation) { counts_->meet(situation, sw_); }
  void meet(FlowCase which) { meet(cover_.single[static_cast<unsigned>(which)]); }
  void meet_if(bool holds, FlowCase which) {
    if (holds) meet(which);
  }

  unsigned state(Cycle now, FlowId id) {
    return static_cast<unsigned>(ForwardingBlocks::ifct_row(now, id).state);
  }
  static FlowId first_row(const IfctInput& in) {
    return in.deq_valid ? in.deq.id : in.enq_valid ? in.enq.id : in.ack_valid ? in.ack.id : in.chk;
  }
  static bool of_one_row(const IfctInput& in) {
    const FlowId first = first_row(in);
    return (!in.enq_valid || in.enq.id == first) && (!in.ack_valid || in.ack.id == first) &&
           (!in.chk_valid || in.chk == first);
  }

  void enqueued(const EnqAnswer& out, bool marker) {
    meet_if(marker, FlowCase::kEnqMarker);
    meet_if(out.open, FlowCase::kEnqOpen);
    meet_if(out.hole != 0, FlowCase::kEnqHole);
    meet_if(out.gap, FlowCase::kEnqGap);
    meet_if(out.over, FlowCase::kEnqOver);
    meet_if(out.loss.valid, FlowCase::kEnqLoss);
    meet_if(out.up.valid && out.up.type == AckType::kCredit, FlowCase::kEnqCredit);
  }
  void mapped(const MapAnswer& out) {
    meet_if(out.hit && !out.alloc, FlowCase::kMapHit);
    meet_if(out.alloc, FlowCase::kMapAlloc);
    meet_if(out.stall, out.over ? FlowCase::kMapCredit : FlowCase::kMapFull);
  }
  void checked(const OfctChecked& out, OfctCheck kind) {
    if (kind == OfctCheck::kLinkDied) return meet(FlowCase::kDiedLoss);
    if (kind == OfctCheck::kClose) return meet(FlowCase::kDiedClose);
    meet_if(out.marker.valid, FlowCase::kTimerMarker);
    meet_if(out.back.valid, FlowCase::kTimerBack);
    meet_if(!out.marker.valid && !out.back.valid, FlowCase::kTimerNothing);
  }

  const FlowCover& cover_;
  cover::Counts* counts_;
  SwitchIdx sw_;
  unsigned edge_;
  kernel::Queue<IfctAsked> ifct_;  ///< steps without an answer yet
  kernel::Queue<OfctAsked> ofct_;
};

}  // namespace

std::unique_ptr<Blocks> covered_blocks(std::unique_ptr<Blocks> own, bool edge,
                                       cover::Counts& counts, SwitchIdx sw) {
  return std::make_unique<CoveredBlocks>(std::move(own), edge, counts, sw);
}

}  // namespace selvage::flow
