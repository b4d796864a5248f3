// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/cover/control_cover.hpp"

namespace selvage::golden {

namespace {

using cover::Phase;
using cover::Situation;

constexpr unsigned kUlrm = 1;  ///< of the statements
constexpr const char* kOnlyFailures = "of a single death nothing is told but what has failed";

constexpr std::array<TieredRow, kCoverOps> kOps{{
    {"link_down.up_port", "FT-DET-2 FT-PS-1", "the link of an up port is found dead.", {2, 3, 0}},
    {"link_down.down_port",
     "FT-DET-2 FT-PS-3",
     "the link of a down port is found dead.",
     {0, 3, 2}},
    {"link_up.up_port", "FT-REP-5", "the link of an up port is back.", {2, 3, 0}},
    {"link_up.down_port", "FT-REP-6", "the link of a down port is back.", {0, 3, 2}},
    {"announce.dead", "FT-MSG-1", "a dead down port is announced.", {0, 3, 2}},
    {"announce.alive", "FT-MSG-1 FT-REP-3", "a repaired down port is announced.", {0, 3, 2}},
    {"ULFM.from_above", "FT-MSG-2", "a ULFM of a lower level comes from above.", {0, 3, 0}},
    {"ULFM.from_below", "FT-MSG-3", "a ULFM of another level comes from below.", {0, 4, 3}},
    {"ULFM.own_level", "FT-MSG-4 FT-LFT-1", "a ULFM of the own level is recorded.", {2, 3, 0}},
    {"ULRM.from_above",
     "FT-MSG-2 FT-REP-3",
     "a ULRM of a lower level comes from above.",
     {0, 3, 0}},
    {"ULRM.from_below",
     "FT-MSG-3 FT-REP-3",
     "a ULRM of another level comes from below.",
     {0, 4, 3}},
    {"ULRM.own_level", "FT-MSG-4 FT-REP-3", "a ULRM of the own level is recorded.", {2, 3, 0}},
    {"RESYNC.from_above", "FT-REP-6", "a RESYNC comes from above.", {2, 3, 0}},
    {"RESYNC.from_below", "FT-REP-6", "a RESYNC comes from below.", {0, 4, 3}},
    {"DERF", "FT-MSG-5 FT-MSG-6", "a derived statement DERF comes.", {3, 4, 0}},
    {"DERR", "FT-REP-1 FT-REP-2", "a withdrawn statement DERR comes.", {3, 4, 0}},
    {"DLFM", "FT-PS-2", "a DLFM comes.", {3, 4, 0}},
    {"DLRM", "FT-PS-2 FT-REP-2", "a DLRM comes.", {3, 4, 0}},
    {"SYNCREQ", "FT-REP-5", "a child whose link is back asks by SYNCREQ.", {0, 3, 2}},
}};

struct TableRow {
  unsigned statement;
  TableCase found;
  CoverRow row;
};
constexpr std::array<TableRow, 22> kTable{{
    {0, TableCase::kNew, {"ULFM.new_line", "FT-LFT-1", "A ULFM takes a line never used."}},
    {0,
     TableCase::kTaken,
     {"ULFM.takes_free_line", "FT-LFT-1 FT-REP-4", "A ULFM takes a free line of another switch."}},
    {0, TableCase::kSet, {"ULFM.merges", "FT-LFT-1", "A ULFM sets its bit in a present line."}},
    {0,
     TableCase::kSame,
     {"ULFM.changes_nothing", "FT-REP-3", "A newer ULFM finds its bit already set."}},
    {0,
     TableCase::kRepeat,
     {"ULFM.repeated", "FT-REP-3", "A ULFM comes again with the same number."}},
    {0, TableCase::kOlder, {"ULFM.older", "FT-REP-3", "A ULFM with an older number is not taken."}},
    {0,
     TableCase::kFull,
     {"ULFM.table_full", "FT-LFT-2", "A ULFM finds no line to take: an overflow is counted."}},
    {1, TableCase::kNew, {"ULRM.new_line", "FT-LFT-1", "A ULRM takes a line never used."}},
    {1,
     TableCase::kTaken,
     {"ULRM.takes_free_line", "FT-LFT-1 FT-REP-4", "A ULRM takes a free line of another switch."}},
    {1, TableCase::kCleared, {"ULRM.clears", "FT-REP-1 FT-REP-3", "A ULRM clears its bit."}},
    {1,
     TableCase::kSame,
     {"ULRM.changes_nothing", "FT-REP-3", "A newer ULRM finds its bit already clear."}},
    {1,
     TableCase::kRepeat,
     {"ULRM.repeated", "FT-REP-3", "A ULRM comes again with the same number."}},
    {1, TableCase::kOlder, {"ULRM.older", "FT-REP-3", "A ULRM with an older number is not taken."}},
    {1,
     TableCase::kFull,
     {"ULRM.table_full", "FT-LFT-2", "A ULRM finds no line to take: nothing is counted."}},
    {2, TableCase::kNew, {"DERF.new_line", "FT-LFT-1", "A DERF takes a line never used.", 3}},
    {2,
     TableCase::kTaken,
     {"DERF.takes_free_line", "FT-LFT-1 FT-REP-4", "A DERF takes a free line of another switch.",
      3}},
    {2, TableCase::kSet, {"DERF.merges", "FT-LFT-1", "A DERF sets its bit in a present line.", 3}},
    {2,
     TableCase::kSame,
     {"DERF.changes_nothing", "FT-REP-1", "A DERF finds its bit already set.", 3}},
    {2,
     TableCase::kFull,
     {"DERF.table_full", "FT-LFT-2", "A DERF finds no line to take: an overflow is counted.", 3}},
    {3, TableCase::kCleared, {"DERR.clears", "FT-REP-1 FT-REP-2", "A DERR clears its bit.", 3}},
    {3,
     TableCase::kSame,
     {"DERR.changes_nothing", "FT-REP-1", "A DERR finds its bit already clear.", 3}},
    {3, TableCase::kMiss, {"DERR.no_line", "FT-REP-1", "A DERR finds no line.", 3}},
}};

struct SingleRow {
  const char* group;
  CoverRow row;
};
constexpr std::array<SingleRow, kControlCases> kSingles{{
    {"table", {"line_freed", "FT-REP-4", "A line loses its last bit and is free."}},
    {"table", {"both_causes", "FT-REP-1", "A bit gets both causes, direct and derived.", 3}},
    {"table", {"one_cause_left", "FT-REP-1", "One of a bit's two causes goes: it stays 1.", 3}},
    {"table", {"number_wraps", "FT-REP-3", "A newer sequence number is smaller: it has wrapped."}},
    {"advertise", {"DERF.all_bits", "FT-MSG-5", "Case 2: every bit of a line is 1: DERF.", 3}},
    {"advertise",
     {"DERF.bits_and_states", "FT-MSG-6", "Case 3: bits and failed up ports together: DERF.", 3}},
    {"advertise", {"DERR", "FT-REP-2", "A line is advertised no more: DERR.", 3}},
    {"advertise", {"DLFM.first", "FT-MSG-7", "The last up port fails: DLFM.", 3}},
    {"advertise", {"DLFM.other_level", "FT-MSG-8", "A DLFM is sent again with another level.", 4}},
    {"advertise", {"DLRM", "FT-REP-2", "An up port is back after a DLFM: DLRM.", 3}},
    {"sync", {"nothing", "FT-REP-5", "A SYNCREQ is answered with nothing."}},
    {"sync", {"lines", "FT-REP-5", "A SYNCREQ is answered with DERFs alone.", 3}},
    {"sync", {"level", "FT-REP-5", "A SYNCREQ is answered with a DLFM alone.", 3}},
    {"sync", {"both", "FT-REP-5", "A SYNCREQ is answered with DERFs and a DLFM.", 3}},
    {"resync", {"first", "FT-REP-6", "The first copy of a RESYNC."}},
    {"resync", {"again", "FT-REP-6", "A further copy of a RESYNC.", 3}},
    {"state", {"DLFM.of_healthy_port", "FT-PS-2", "A DLFM comes by a healthy up port.", 3}},
    {"state", {"DLFM.replaces", "FT-PS-2", "A DLFM replaces one of another level.", 4}},
    {"state", {"DLFM.same", "FT-PS-2", "A DLFM says what is known.", 3}},
    {"state", {"DLFM.ignored", "FT-PS-1", "A DLFM comes by a port whose own link is dead.", 3}},
    {"state", {"dead_after_DLFM", "FT-PS-1", "The own link of a port with DLFM dies.", 3}},
    {"state", {"back_after_DLFM", "FT-REP-5", "A port is back and its DLFM is forgotten.", 3}},
    {"state", {"back_drops_derived", "FT-REP-5", "A port is back: its derived bits go.", 3}},
    {"queue", {"stop_asked", "FT-CYC-2", "An input FIFO is so full that it asks for a stop."}},
    {"queue", {"output_stopped", "FT-CYC-3", "An output FIFO holds messages while stopped."}},
    {"queue", {"output_full", "FT-CYC-2", "An output FIFO is full."}},
    {"queue", {"broadcast_waits", "FT-CYC-5", "A broadcast waits for room in an output FIFO."}},
    {"queue", {"event_first", "FT-CYC-4", "A link event is picked while messages wait."}},
    {"queue",
     {"above_first", "FT-CYC-4", "A head from above is picked while one from below waits.", 3}},
    {"queue", {"turns", "FT-CYC-4", "Heads of several ports of a side wait: round robin."}},
    {"queue", {"announcement_waits", "FT-CYC-4", "A head is picked while an announcement waits."}},
    {"queue", {"link_down_empties", "FT-CYC-7", "A LINK_DOWN empties a FIFO with messages."}},
    {"queue", {"link_down_takes_link_up", "FT-CYC-7", "A LINK_DOWN takes a waiting LINK_UP away."}},
}};

struct PhaseRow {
  CoverRow row;
  bool in_fault;   ///< can be under way while a single death is
  bool in_repair;  ///< while a single repair is
};
constexpr std::array<PhaseRow, kPhaseKinds> kPhaseRows{{
    {{"LINK_DOWN", "FT-DET-2", "a link is found dead."}, true, false},
    {{"LINK_UP", "FT-REP-5 FT-REP-6", "a link is back."}, false, true},
    {{"announcement", "FT-MSG-1", "a down port is announced."}, true, true},
    {{"ULFM", "FT-MSG-4", "a ULFM is received."}, true, true},
    {{"ULRM", "FT-REP-3", "a ULRM is received."}, false, true},
    {{"DERF", "FT-MSG-6", "a DERF is received.", 3}, true, true},
    {{"DERR", "FT-REP-2", "a DERR is received.", 3}, true, true},
    {{"DLFM", "FT-PS-2", "a DLFM is received.", 3}, true, true},
    {{"DLRM", "FT-REP-2", "a DLRM is received.", 3}, false, true},
    {{"SYNCREQ", "FT-REP-5", "a SYNCREQ is received."}, false, true},
    {{"RESYNC", "FT-REP-6", "a RESYNC is received."}, false, true},
}};

/// Under the printed rule no DERR is ever sent.
void leave_out_derr(cover::Model& model) {
  for (std::size_t i = 0; i < model.situations().size(); ++i) {
    if (model.situations()[i].name.find("DERR") == std::string::npos) continue;
    model.leave_out(i, "the printed rule never withdraws derived statements");
  }
}

Situation in_phase(const PhaseRow& row, Phase phase, unsigned levels) {
  const std::string when = cover::to_string(phase);
  Situation s{std::string("while.") + when + "." + row.row.name,
              row.row.requirements,
              "While the news of links is in phase \"" + when + "\": " + row.row.text,
              Situation::Kind::kGoal,
              {}};
  if (phase == Phase::kQuiet) {
    s.kind = Situation::Kind::kIllegal;
  } else if (levels < row.row.least) {
    s.kind = Situation::Kind::kUnreachable;
    s.reason = "only a tree of " + std::to_string(row.row.least) + " levels or more sends it";
  } else if (phase == Phase::kFault && !row.in_fault) {
    s.kind = Situation::Kind::kUnreachable;
    s.reason = kOnlyFailures;
  } else if (phase == Phase::kRepair && !row.in_repair) {
    s.kind = Situation::Kind::kUnreachable;
    s.reason = "while a single repair is under way no link dies";
  }
  return s;
}

}  // namespace

ControlCover::ControlCover(unsigned levels, Rule rule) : levels_(levels) {
  auto model = std::make_shared<cover::Model>("fattree.control");
  for (unsigned o = 0; o < kCoverOps; ++o) {
    op[o] = add_tiers(*model, "op", kOps[o], levels);
  }
  add_table(*model);
  for (unsigned c = 0; c < kControlCases; ++c) {
    single[c] = add_row(*model, kSingles[c].group, kSingles[c].row, levels);
  }
  add_phases(*model);
  add_table_phases(*model);
  if (rule == Rule::kPaper) leave_out_derr(*model);
  dlfm_too_low = model->add({"state.DLFM_too_low",
                             "FT-MSG-7 FT-PS-2",
                             "A DLFM is held whose level is not above the own one.",
                             Situation::Kind::kIllegal,
                             {}});
  two_lines = model->add({"table.two_lines_of_one_key",
                          "FT-LFT-1",
                          "Two lines of a fault table have the same key.",
                          Situation::Kind::kIllegal,
                          {}});
  model_ = std::move(model);
}

void ControlCover::add_table(cover::Model& model) {
  for (const TableRow& t : kTable) {
    table[t.statement][static_cast<unsigned>(t.found)] = add_row(model, "table", t.row, levels_);
  }
}

void ControlCover::add_table_phases(cover::Model& model) {
  for (const TableRow& t : kTable) {
    for (const Phase when : {Phase::kFault, Phase::kRepair, Phase::kOverlap}) {
      const std::string group = std::string("table_while.") + cover::to_string(when);
      const std::string text = std::string("while news of links is in phase \"") +
                               cover::to_string(when) + "\": " + t.row.text;
      const Least least{t.row.least, t.row.least + 1, 0};
      const std::size_t first = add_tiers(
          model, group.c_str(), {t.row.name, t.row.requirements, text.c_str(), least}, levels_);
      table_while[t.statement][static_cast<unsigned>(t.found)][static_cast<unsigned>(when)] = first;
      if (when != Phase::kFault || t.statement != kUlrm) continue;
      for (unsigned tier = 0; tier < kTiers; ++tier) model.leave_out(first + tier, kOnlyFailures);
    }
  }
}

void ControlCover::add_phases(cover::Model& model) {
  for (unsigned k = 0; k < kPhaseKinds; ++k) {
    for (unsigned p = 0; p < cover::kPhases; ++p) {
      phase[k][p] = model.add(in_phase(kPhaseRows[k], static_cast<Phase>(p), levels_));
    }
  }
}

}  // namespace selvage::golden
