// SPDX-License-Identifier: Apache-2.0
#include "dut/blocks/blocks.hpp"
#include "dut/blocks/message_tables.hpp"

namespace selvage::dut {

namespace {

using namespace cosim::pins::fault_message_unit;

std::string derive(Parameters& p) {
  p["DW"] = bits_for(static_cast<std::uint64_t>(p["M"]));
  p["H"] = p["M"] / 2;
  p["HW"] = bits_for(static_cast<std::uint64_t>(p["H"]));
  p["LW"] = bits_for(static_cast<std::uint64_t>(p["N"]));
  p["KW"] = (p["N"] - 1) * p["DW"];
  p["CI"] = bits_for(static_cast<std::uint64_t>(p["QI"]) + 1);
  p["MSGW"] = 3 + p["LW"] + p["KW"] + p["HW"] + 8;
  return {};
}

UnitSizes sizes(const Parameters& p) {
  const auto at = [&p](const char* name) { return static_cast<unsigned>(p.at(name)); };
  return {at("M"), at("N"), at("QI"), at("QO"), at("DW"), at("H"), at("HW"), at("LW"), at("KW")};
}

/// The same as expressions.
struct UnitWidths {
  Width m;
  Width n;
  Width dw;
  Width hw;
  Width lw;
  Width kw;
};

std::vector<Pin> inputs(const UnitWidths& s, const Width& xoff, const Width& message) {
  return {{"level_i", true, s.lw, "own level", "", false, true, false, s.n},
          {"coord_i", true, s.kw, "own name", "", false, true},
          {"up_i", true, s.m, "up ports that lead to switches", "", false, true},
          {"down_i", true, s.m, "down ports that lead to switches", "", false, true},
          {"xoff_i", true, xoff, "messages an input FIFO may hold without a stop", "", false, true},
          {"link_down_i", true, s.m, "pulse: the link is dead", ""},
          {"link_up_i", true, s.m, "pulse: the link is back", ""},
          {"msg_valid_i", true, s.m, "a message arrives", ""},
          {"msg_data_i", true, s.m * message, "it: {seq[8], port[HW], key[KW], level[LW], kind[3]}",
           ""},
          {"msg_stop_i", true, s.m, "the far end accepts no message after the next", ""},
          {"own_i", true, 1, "table: the link of up port op_index_o is dead", ""},
          {"dead_i", true, 1, "table: the link of down port op_port_o is dead", ""},
          {"seq_i", true, 8, "table: its sequence number", ""},
          {"announce_i", true, s.m, "table: announcements that wait", ""},
          {"want_i", true, 1, "table: all up ports have failed; with check_o", ""},
          {"want_level_i", true, s.lw, "table: their greatest level", ""},
          {"scan_more_i", true, 1, "table: some line is marked", ""},
          {"scan_key_i", true, s.kw, "table: name of the line chosen last", ""},
          {"scan_cond_i", true, 1, "table: it is not yet advertised", ""}};
}

std::vector<Pin> outputs(const UnitWidths& s, const Width& message) {
  return {
      {"msg_stop_o", false, s.m, "input FIFOs above xoff_i", "FT-CYC-2"},
      {"msg_valid_o", false, s.m, "a message leaves", "FT-CYC-3"},
      {"msg_data_o", false, s.m * message, "it; 0 of a port without one", "FT-CYC-3"},
      {"op_port_o", false, s.dw, "port of the operation; of a clock that executes one", "FT-CYC-4"},
      {"op_index_o", false, s.hw, "up port it is about, likewise", "FT-CYC-5"},
      {"op_is_up_o", false, 1, "it came by an up port, likewise", "FT-CYC-5"},
      {"op_level_o", false, s.lw, "fields of its message, if it has one", "FT-CYC-5"},
      {"op_key_o", false, s.kw, "name", "FT-CYC-5"},
      {"op_seq_o", false, 8, "sequence number", "FT-CYC-5"},
      {"op_dead_o", false, 1, "it is a ULFM", "FT-CYC-5"},
      {"link_down_o", false, 1, "to the table: the link is dead", "FT-DET-2"},
      {"link_up_o", false, 1, "to the table: the link is back", "FT-REP-5"},
      {"dlfm_o", false, 1, "to the table: a DLFM", "FT-PS-2"},
      {"dlrm_o", false, 1, "to the table: a DLRM", "FT-PS-2"},
      {"resync_o", false, 1, "to the table: a RESYNC that was not seen", "FT-REP-6"},
      {"announced_o", false, s.m, "the announcement is taken", "FT-MSG-1"},
      {"statement_o", false, 1, "to the table: a statement of the own level", "FT-MSG-4"},
      {"derf_o", false, 1, "to the table: DERF", "FT-MSG-5"},
      {"derr_o", false, 1, "to the table: DERR", "FT-REP-2"},
      {"forget_o", false, 1, "to the table: op_index_o is derived no more", "FT-REP-5"},
      {"check_o", false, 1, "mark the lines to advertise", "FT-REP-2"},
      {"visit_o", false, 1, "a SYNCREQ is executed: mark the advertised lines", "FT-REP-5"},
      {"next_o", false, 1, "choose the lowest marked line", "FT-REP-2"},
      {"advertised_o", false, 1, "the condition of the line has been advertised", "FT-REP-2"},
      {"op_done_o", false, 1, "pulse: an operation is over", "FT-CYC-5", true},
      {"idle_o", false, 1, "nothing waits and nothing is done", "FT-CYC-8", true}};
}

std::vector<Pin> pins(const Parameters& p) {
  const auto at = [&p](const char* name) { return Width(p, name); };
  const UnitWidths s{at("M"), at("N"), at("DW"), at("HW"), at("LW"), at("KW")};
  const Width message = at("MSGW");
  std::vector<Pin> all = inputs(s, at("CI"), message);
  for (Pin& pin : outputs(s, message)) all.push_back(std::move(pin));
  return all;
}

class Unit final : public Golden {
 public:
  explicit Unit(const Parameters& p)
      : s_(sizes(p)), message_(static_cast<unsigned>(p.at("MSGW"))), unit_(s_) {}

  void ask(const Values& q, Answer& answer) override {
    const auto number = [&q](unsigned pin) { return static_cast<unsigned>(q.get(pin)); };
    UnitIn in;
    in.level = number(kLevel);
    in.coord = q.get(kCoord);
    in.up = q.get(kUp);
    in.down = q.get(kDown);
    in.xoff = number(kXoff);
    in.link_down = q.get(kLinkDown);
    in.link_up = q.get(kLinkUp);
    in.valid = q.get(kValid);
    for (unsigned k = 0; k < s_.m; ++k) in.data.push_back(q.slice(kData, k * message_, message_));
    in.stop = q.get(kStop);
    in.own = q.get(kOwn) != 0;
    in.dead = q.get(kDead) != 0;
    in.seq = number(kSeq);
    in.announce = q.get(kAnnounce);
    in.want = q.get(kWant) != 0;
    in.want_level = number(kWantLevel);
    in.scan_more = q.get(kScanMore) != 0;
    in.scan_key = q.get(kScanKey);
    in.scan_cond = q.get(kScanCond) != 0;
    show(unit_.step(in), answer);
  }

 private:
  void show(const UnitOut& out, Answer& answer) const {
    for (unsigned k = 0; k < s_.m; ++k) {
      answer.values.set_slice(kDataOut, k * message_, message_, out.data[k]);
    }
    const UnitMessage& m = out.requests.message;
    const std::pair<unsigned, std::uint64_t> values[] = {{kStopOut, out.stop},
                                                         {kValidOut, out.valid},
                                                         {kPort, out.requests.port},
                                                         {kIndex, out.requests.index},
                                                         {kIsUp, out.requests.is_up},
                                                         {kMsgLevel, m.level},
                                                         {kMsgKey, m.key},
                                                         {kMsgSeq, m.seq},
                                                         {kMsgDead, m.kind == UnitMessage::kUlfm},
                                                         {kLinkDownOut, out.link_down},
                                                         {kLinkUpOut, out.link_up},
                                                         {kDlfm, out.dlfm},
                                                         {kDlrm, out.dlrm},
                                                         {kResync, out.resync},
                                                         {kAnnounced, out.announced},
                                                         {kStatement, out.statement},
                                                         {kDerf, out.derf},
                                                         {kDerr, out.derr},
                                                         {kForget, out.forget},
                                                         {kCheck, out.requests.check},
                                                         {kVisit, out.visit},
                                                         {kNext, out.next},
                                                         {kAdvertised, out.advertised},
                                                         {kDone, out.done},
                                                         {kIdle, out.idle}};
    for (const auto& [pin, value] : values) answer.values.set(pin, value);
    const bool link = out.link_down || out.link_up;
    const bool message = out.statement || out.derf || out.derr || out.dlfm || out.dlrm;
    for (const unsigned pin : {kPort, kIsUp}) answer.due[pin] = link || message;
    answer.due[kIndex] = message || (link && out.requests.is_up);
    for (const unsigned pin : {kMsgLevel, kMsgKey, kMsgSeq, kMsgDead}) answer.due[pin] = message;
  }

  UnitSizes s_;
  unsigned message_;
  MessageUnit unit_;
};

/// Neighbours whose links die and come back and who send what they may, and the tables, which
/// answer a right unit.
class Questions final : public Stimulus {
 public:
  explicit Questions(const Parameters& p)
      : s_(sizes(p)), message_(static_cast<unsigned>(p.at("MSGW"))), unit_(s_), around_(s_) {}

  void next(kernel::Stream& stream, Values& q) override {
    if (!begun_) around_.begin(stream, in_);
    begun_ = true;
    around_.events(stream, unit_, in_);
    around_.answer(unit_.requests(), in_);
    put(q);
    around_.take(in_, unit_.step(in_));
  }

 private:
  void put(Values& q) const {
    const std::pair<unsigned, std::uint64_t> values[] = {{kLevel, in_.level},
                                                         {kCoord, in_.coord},
                                                         {kUp, in_.up},
                                                         {kDown, in_.down},
                                                         {kXoff, in_.xoff},
                                                         {kLinkDown, in_.link_down},
                                                         {kLinkUp, in_.link_up},
                                                         {kValid, in_.valid},
                                                         {kStop, in_.stop},
                                                         {kOwn, in_.own},
                                                         {kDead, in_.dead},
                                                         {kSeq, in_.seq},
                                                         {kAnnounce, in_.announce},
                                                         {kWant, in_.want},
                                                         {kWantLevel, in_.want_level},
                                                         {kScanMore, in_.scan_more},
                                                         {kScanKey, in_.scan_key},
                                                         {kScanCond, in_.scan_cond}};
    for (const auto& [pin, value] : values) q.set(pin, value);
    for (unsigned k = 0; k < s_.m; ++k) q.set_slice(kData, k * message_, message_, in_.data[k]);
  }

  UnitSizes s_;
  unsigned message_;
  MessageUnit unit_;
  MessageSurroundings around_;
  UnitIn in_;
  bool begun_ = false;
};

bool legal(const Parameters& p, const Values& q) {
  const std::uint64_t xoff = q.get(kXoff);
  return q.get(kLevel) < static_cast<std::uint64_t>(p.at("N")) && xoff >= 2 &&
         xoff + 4 <= static_cast<std::uint64_t>(p.at("QI")) && (q.get(kUp) & q.get(kDown)) == 0;
}

}  // namespace

Contract fault_message_unit() {
  Contract c;
  c.block = "fault_message_unit";
  c.summary = "link events and fault messages in, table writes and fault messages out";
  c.timing = "FT-CYC-2";
  c.source =
      "Hu et al. 2010, section 5.2; FT-CYC-1..8; docs/reference/control-plane.md, Cycle by cycle";
  c.stateful = true;
  c.consecutive = true;
  c.in_step = true;
  c.parameters = {{"M", 4, 64, 2, 8, "ports of the switch"},
                  {"N", 2, 6, 1, 3, "levels of the tree"},
                  {"QI", 6, 256, 1, 16, "messages in an input FIFO"},
                  {"QO", 2, 32, 1, 8, "messages in an output FIFO"}};
  c.derive = &derive;
  c.follows = {{"DW", "$clog2(M)"},
               {"H", "M / 2"},
               {"HW", "$clog2(H)"},
               {"LW", "$clog2(N)"},
               {"KW", "(N - 1) * DW"},
               {"CI", "$clog2(QI + 1)"},
               {"MSGW", "3 + LW + KW + HW + 8"}};
  c.pins = &pins;
  c.golden = &made<Golden, Unit>;
  c.stimulus = &made<Stimulus, Questions>;
  c.legal = &legal;
  return c;
}

}  // namespace selvage::dut
