// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/difference.hpp"

namespace selvage::cosim {

namespace {

/// The first field that differs; every field goes to `all`, if it is there.
class First {
 public:
  explicit First(FlowFields* all) : all_(all) {}
  template <class A>
  First& operator()(const char* what, const char* requirement, A golden, A rtl,
                    ValueWords words = nullptr) {
    if (golden == rtl && all_ == nullptr) return *this;
    const FlowDifference field{what, requirement, static_cast<std::uint64_t>(golden),
                               static_cast<std::uint64_t>(rtl), words};
    if (golden != rtl && !found_) found_ = field;
    if (all_ != nullptr) all_->push_back(field);
    return *this;
  }
  [[nodiscard]] const FlowDifference& found() const { return found_; }

 private:
  FlowFields* all_;
  FlowDifference found_;
};

constexpr const char* kTranslated = "FLOW-A-9";

/// The outputs that make up a message.
struct Fields {
  const char* valid;
  const char* type;
  const char* id;
  const char* pos;
  const char* port = nullptr;
};

}  // namespace

FlowDifference difference(const CamAllocOut& g, const CamAllocOut& r, FlowFields* all) {
  return First(all)("rsp", "FLOW-A-10", g.rsp, r.rsp)("hit", "FLOW-A-10", g.hit, r.hit)(
             "alloc", "FLOW-A-11", g.alloc, r.alloc)("stall", "FLOW-A-14", g.stall, r.stall)(
             "id", "FLOW-A-10", g.id, r.id)("freed", "FLOW-A-11", g.freed, r.freed)(
             "kept", "FLOW-A-12", g.kept, r.kept)("full", "FLOW-A-14", g.full, r.full)(
             "pause", "FLOW-A-14", g.pause, r.pause)("count", "FLOW-A-13", g.count, r.count)(
             "stalls", "FLOW-A-14", g.stalls, r.stalls)
      .found();
}

FlowDifference difference(const EfctOut& g, const EfctOut& r, FlowFields* all) {
  return First(all)("rsp", "FLOW-A-10", g.rsp, r.rsp)("window", "FLOW-A-5", g.window, r.window)(
             "hit", "FLOW-A-10", g.hit, r.hit)("alloc", "FLOW-A-11", g.alloc, r.alloc)(
             "stall", "FLOW-A-14", g.stall, r.stall)("id", "FLOW-A-10", g.id, r.id)(
             "start", "FLOW-A-8", g.start, r.start)("rel", "FLOW-A-19", g.rel, r.rel)(
             "rel_id", "FLOW-A-19", g.rel_id, r.rel_id)("kept", "FLOW-A-12", g.kept, r.kept)(
             "full", "FLOW-A-14", g.full, r.full)("pause", "FLOW-A-14", g.pause, r.pause)(
             "count", "FLOW-A-13", g.count, r.count)("stalls", "FLOW-A-14", g.stalls, r.stalls)
      .found();
}

FlowDifference difference(const IfctOut& g, const IfctOut& r, FlowFields* all) {
  First f(all);
  f("deq_rsp", "FLOW-A-16", g.deq.rsp, r.deq.rsp)("deq_why", "FLOW-C-1", g.deq.why, r.deq.why,
                                                  deq_why_words)(
      "deq_go", "FLOW-C-1", g.deq.go, r.deq.go)("deq_port", "FLOW-C-1", g.deq.port, r.deq.port)(
      "deq_vc", "FLOW-C-1", g.deq.vc, r.deq.vc);
  f("enq_rsp", "FLOW-A-16", g.enq.rsp, r.enq.rsp)("enq_open", "FLOW-A-20", g.enq.open, r.enq.open)(
      "enq_hole", "FLOW-A-26", g.enq.hole, r.enq.hole)(
      "enq_gap", "FLOW-A-26", g.enq.gap, r.enq.gap)("enq_over", "FLOW-D-5", g.enq.over, r.enq.over);
  const auto message = [&f](const Fields& what, const char* requirement, const FlowMessage& golden,
                            const FlowMessage& rtl) {
    f(what.valid, requirement, golden.valid, rtl.valid)(what.type, requirement, golden.type,
                                                        rtl.type, ack_type_words)(
        what.id, requirement, golden.id, rtl.id)(what.pos, requirement, golden.pos, rtl.pos);
  };
  message({"deq_up_valid", "deq_up_type", "deq_up_id", "deq_up_pos"}, "FLOW-D-4", g.deq.up,
          r.deq.up);
  message({"enq_loss_valid", "enq_loss_type", "enq_loss_id", "enq_loss_pos"}, "FLOW-A-26",
          g.enq.loss, r.enq.loss);
  message({"enq_up_valid", "enq_up_type", "enq_up_id", "enq_up_pos"}, "FLOW-A-31", g.enq.up,
          r.enq.up);
  message({"ack_up_valid", "ack_up_type", "ack_up_id", "ack_up_pos"}, kTranslated, g.ack.up,
          r.ack.up);
  f("ack_rel", "FLOW-A-19", g.ack.rel, r.ack.rel)("ack_block", "FLOW-C-6", g.ack.block,
                                                  r.ack.block);
  message({"chk_up_valid", "chk_up_type", "chk_up_id", "chk_up_pos"}, "FLOW-D-4", g.chk, r.chk);
  f("chk_row_valid", "REG-7", g.row_valid, r.row_valid);
  return f.found();
}

FlowDifference difference(const OfctOut& g, const OfctOut& r, FlowFields* all) {
  First f(all);
  f("map_rsp", "FLOW-A-17", g.map.rsp, r.map.rsp)("map_over", "FLOW-D-4", g.map.over, r.map.over)(
      "map_hit", "FLOW-A-17", g.map.hit, r.map.hit)("map_alloc", "FLOW-A-17", g.map.alloc,
                                                    r.map.alloc)(
      "map_stall", "FLOW-A-18", g.map.stall, r.map.stall)("map_oid", "FLOW-A-17", g.map.oid,
                                                          r.map.oid)(
      "map_start", "FLOW-A-26", g.map.start, r.map.start)("map_delta", kTranslated, g.map.delta,
                                                          r.map.delta);
  const auto back = [&f](const Fields& what, const char* requirement, const OfctOut::Back& golden,
                         const OfctOut::Back& rtl) {
    f(what.valid, requirement, golden.valid, rtl.valid)(what.type, requirement, golden.type,
                                                        rtl.type, ack_type_words)(
        what.port, requirement, golden.port, rtl.port)(what.id, requirement, golden.iid, rtl.iid)(
        what.pos, kTranslated, golden.delta, rtl.delta);
  };
  back({"rev_valid", "rev_type", "rev_iid", "rev_delta", "rev_port"}, "FLOW-A-17", g.rev, r.rev);
  f("rev_rel", "FLOW-A-19", g.rev.rel, r.rev.rel)("rev_rel_id", "FLOW-A-19", g.rev.rel_id,
                                                  r.rev.rel_id);
  back({"chk_valid", "chk_type", "chk_iid", "chk_delta", "chk_port"}, "FLOW-A-29", g.chk, r.chk);
  f("chk_rel", "FLOW-A-29", g.chk.rel, r.chk.rel)("chk_rel_id", "FLOW-A-29", g.chk.rel_id,
                                                  r.chk.rel_id);
  f("chk_mark", "FLOW-A-31", g.mark.valid, r.mark.valid)(
      "chk_mark_id", "FLOW-A-31", g.mark.id, r.mark.id)("chk_mark_pos", "FLOW-A-31", g.mark.pos,
                                                        r.mark.pos);
  f("full", "FLOW-A-18", g.full, r.full)("count", "FLOW-A-18", g.count, r.count)(
      "stalls", "FLOW-A-18", g.stalls, r.stalls);
  return f.found();
}

FlowDifference difference(const WalkerOut& g, const WalkerOut& r, FlowFields* all) {
  return First(all)("chk", "FLOW-A-29", g.chk, r.chk)("chk_id", "FLOW-A-29", g.chk_id, r.chk_id)(
             "chk_kind", "FLOW-A-29", g.chk_kind, r.chk_kind, check_kind_words)("done", "FLOW-A-29",
                                                                                g.done, r.done)
      .found();
}

FlowDifference difference(const AckAggregatorOut& g, const AckAggregatorOut& r, FlowFields* all) {
  return First(all)("ready", "FLOW-B-8", g.ready, r.ready)("req", "FLOW-B-5", g.req, r.req)(
             "len", "FLOW-B-8", g.len, r.len)("fire", "FLOW-B-6", g.fire, r.fire)(
             "fire_len", "FLOW-B-6", g.fire_len, r.fire_len)("word_valid", "FLOW-B-1", g.word.valid,
                                                             r.word.valid)("word_sof", "FLOW-B-1",
                                                                           g.word.sof, r.word.sof)(
             "word_eof", "FLOW-B-1", g.word.eof, r.word.eof)("word[0]", "FLOW-P-2", g.word.word[0],
                                                             r.word.word[0], hex_words)(
             "word[1]", "FLOW-P-2", g.word.word[1], r.word.word[1], hex_words)(
             "word[2]", "FLOW-P-2", g.word.word[2], r.word.word[2], hex_words)(
             "word[3]", "FLOW-P-2", g.word.word[3], r.word.word[3], hex_words)("busy", "FLOW-B-6",
                                                                               g.busy, r.busy)
      .found();
}

FlowDifference difference(const AckUnpackerOut& g, const AckUnpackerOut& r, FlowFields* all) {
  return First(all)("ack_valid", "FLOW-B-1", g.ack_valid, r.ack_valid)("ack", "FLOW-A-2", g.ack,
                                                                       r.ack, ack_words)(
             "frame_ok", "FLOW-B-1", g.frame_ok, r.frame_ok)("frame_bad", "FLOW-B-1", g.frame_bad,
                                                             r.frame_bad)
      .found();
}

FlowDifference difference(const RedirectOut& g, const RedirectOut& r, FlowFields* all) {
  return First(all)("redirect", "FLOW-C-6", g.redirect, r.redirect)(
             "port", "FLOW-C-6", g.port, r.port)("id", "FLOW-C-6", g.id, r.id)(
             "delta", "FLOW-C-6", g.delta, r.delta)("loads", "FLOW-C-6", g.loads, r.loads)(
             "redirects", "FLOW-C-6", g.redirects, r.redirects)("busy", "FLOW-C-6", g.busy, r.busy)
      .found();
}

FlowDifference difference(const EpAckTypeOut& g, const EpAckTypeOut& r, FlowFields* all) {
  return First(all)("rsp", "FLOW-A-3", g.rsp, r.rsp)("type", "FLOW-A-3", g.type, r.type,
                                                     ack_type_words)
      .found();
}

FlowDifference difference(const LeastLoadedOut& g, const LeastLoadedOut& r, FlowFields* all) {
  return First(all)("rsp", "FLOW-C-2", g.rsp, r.rsp)("any", "FLOW-C-2", g.any, r.any)(
             "port", "FLOW-C-2", g.port, r.port)("busy", "FLOW-C-2", g.busy, r.busy)(
             "pointer_q", "FLOW-C-2", g.pointer, r.pointer)
      .found();
}

// ---------------------------------------------------------------------------------- registers

FlowDifference difference(const CamAllocRow& g, const CamAllocRow& r, FlowFields* all) {
  First f(all);
  f("valid_q", "FLOW-A-11", g.valid, r.valid);
  if (g.valid) f("key_q", "FLOW-A-13", g.key, r.key);
  return f.found();
}

FlowDifference difference(const EfctRow& g, const EfctRow& r, FlowFields* all) {
  if (const FlowDifference d = difference(g.cam, r.cam, all); d && all == nullptr) return d;
  return First(all)("data_q", "FLOW-A-8", g.data, r.data)("ack_q", "FLOW-A-9", g.ack, r.ack)
      .found();
}

FlowDifference difference(const IfctRow& g, const IfctRow& r, FlowFields* all) {
  First f(all);
  f("state_q", "FLOW-C-6", g.state, r.state, ifct_state_words)(
      "next_q", "FLOW-A-4", g.next, r.next)("data_q", "FLOW-A-4", g.data, r.data)(
      "ack_q", "FLOW-A-4", g.ack, r.ack);
  if (g.state == 0) return f.found();
  f("level_q", "FLOW-C-8", g.level, r.level)("rec_q", "FLOW-C-8", g.rec, r.rec)(
      "forced_q", "FLOW-C-8", g.forced, r.forced)("ordered_q", "FLOW-A-15", g.ordered, r.ordered)(
      "um_q", "FLOW-D-4", g.um, r.um)("dm_q", "FLOW-D-4", g.dm, r.dm)(
      "mark_q", "FLOW-C-6", g.mark, r.mark)("hold_q", "FLOW-C-8", g.hold, r.hold);
  if (g.data != g.ack)
    f("fport_q", "FLOW-C-1", g.fport, r.fport)("fvc_q", "FLOW-C-1", g.fvc, r.fvc);
  if (g.edge) f("pace_q", "FLOW-C-5", g.pace, r.pace);
  else if (g.um) f("umlim_q", "FLOW-D-4", g.umlim, r.umlim)("pace_q", "FLOW-D-4", g.pace, r.pace);
  if (g.dm) f("dmlim_q", "FLOW-D-4", g.dmlim, r.dmlim)("dmt_q", "FLOW-D-4", g.dmt, r.dmt);
  return f.found();
}

FlowDifference difference(const OfctRow& g, const OfctRow& r, FlowFields* all) {
  First f(all);
  f("valid_q", "FLOW-A-19", g.valid, r.valid)("data_q", kTranslated, g.data, r.data)(
      "ack_q", kTranslated, g.ack, r.ack);
  if (!g.valid) return f.found();
  f("port_q", "FLOW-A-17", g.port, r.port)("id_q", "FLOW-A-17", g.id, r.id)(
      "dm_q", "FLOW-D-4", g.dm, r.dm)("last_q", "FLOW-A-31", g.last, r.last);
  if (g.dm) f("dmlim_q", "FLOW-D-4", g.dmlim, r.dmlim)("dmt_q", "FLOW-D-4", g.dmt, r.dmt);
  return f.found();
}

FlowDifference difference(const IfctCounters& g, const IfctCounters& r, FlowFields* all) {
  return First(all)("inj_q", "FLOW-C-5", g.inj, r.inj)("holes_q", "FLOW-A-26", g.holes, r.holes)(
             "losses_q", "FLOW-A-26", g.losses, r.losses)("stray_q", "FLOW-A-21", g.stray, r.stray)(
             "moves_q", "FLOW-C-6", g.moves, r.moves)
      .found();
}

FlowDifference difference(const WalkerState& g, const WalkerState& r, FlowFields* all) {
  return First(all)("state_q", "FLOW-A-29", g.state, r.state, walker_state_words)(
             "id_q", "FLOW-A-29", g.id, r.id)("wait_q", "FLOW-A-29", g.wait, r.wait)
      .found();
}

FlowDifference difference(const AckAggregatorState& g, const AckAggregatorState& r,
                          FlowFields* all) {
  First f(all);
  f("req_q", "FLOW-B-5", g.req, r.req)("cnt_q", "FLOW-P-3", g.cnt, r.cnt)("cur_q", "FLOW-P-3",
                                                                          g.cur, r.cur);
  if (g.cur != 0) f("cs_q", "FLOW-B-4", g.cs, r.cs);
  if (g.cnt != g.cur) f("ns_q", "FLOW-B-8", g.ns, r.ns);
  return f("bad_q", "FLOW-A-2", g.bad, r.bad)("seq_q", "FLOW-B-1", g.seq, r.seq).found();
}

FlowDifference difference(const AckUnpackerState& g, const AckUnpackerState& r, FlowFields* all) {
  return First(all)("used_q", "FLOW-B-1", g.used, r.used)("good_q", "FLOW-B-1", g.good, r.good)(
             "bad_q", "FLOW-B-1", g.bad, r.bad)("over_q", "FLOW-B-1", g.over, r.over)
      .found();
}

FlowDifference difference(const RedirectState& g, const RedirectState& r, FlowFields* all) {
  First f(all);
  f("lfsr_q", "FLOW-C-6", g.lfsr, r.lfsr, hex_words);
  for (std::size_t i = 0; i < g.hist.size(); ++i) f("hist_q", "FLOW-C-6", g.hist[i], r.hist[i]);
  return f.found();
}

}  // namespace selvage::cosim
