// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "cosim/foreign/pins.hpp"
#include "dut/blocks/blocks.hpp"
#include "golden/fattree/rules.hpp"

namespace selvage::dut {

namespace {

using golden::Digits;

using namespace cosim::pins::fault_table;

std::string derive(Parameters& p) {
  p["DW"] = bits_for(static_cast<std::uint64_t>(p["M"]));
  p["H"] = p["M"] / 2;
  p["HW"] = bits_for(static_cast<std::uint64_t>(p["H"]));
  p["LW"] = bits_for(static_cast<std::uint64_t>(p["N"]));
  p["KW"] = (p["N"] - 1) * p["DW"];
  return {};
}

std::vector<Pin> pins(const Parameters& p) {
  const auto bits = [&p](const char* name) { return Width(p, name); };
  const Width h = bits("H");
  const Width n = bits("N");
  std::vector<Pin> all{
      {"level_i", true, bits("LW"), "own level", "", false, true},
      {"statement_i", true, 1,
       "a statement about a link: it is dead, or alive; like the next two it takes effect two "
       "clocks later, and until then there are lookups only",
       ""},
      {"dead_i", true, 1, "which", ""},
      {"derf_i", true, 1, "bit_i is derived to be unusable", ""},
      {"derr_i", true, 1, "bit_i is no longer derived", ""},
      {"forget_i", true, 1, "bit_i is derived in no line any more, at once", ""},
      {"key_i", true, bits("KW"), "name of a switch, digit i at [i*DW +: DW]", ""},
      {"bit_i", true, bits("HW"), "up port, counted from 0", ""},
      {"seq_i", true, 8, "sequence number of a statement", ""},
      {"lookup_valid_i", true, 1, "look up", ""},
      {"lookup_dst_i", true, bits("KW"), "destination address without its digit 0", ""}};
  const auto scan = [&all](const char* name, const Width& width, const char* meaning) {
    all.push_back({name, true, width, meaning, "", false, false, false, 0, false, "scan"});
  };
  scan("coord_i", bits("KW"), "own name");
  all.back().is_static = true;
  const auto paper = [&all](const char* name, const Width& width, const char* meaning) {
    all.push_back({name, true, width, meaning, "", false, false, false, 0, false, "paper"});
  };
  paper("rule_paper_i", 1, "the printed rule: what was advertised is never taken back");
  all.back().is_static = true;
  scan("check_i", 1, "mark the lines whose condition is not what was advertised");
  scan("below_i", n * h,
       "up ports that do not count for a line with that A, for A from 0 on at [A*H +: H]");
  scan("visit_i", 1, "mark the advertised lines");
  scan("next_i", 1, "choose the lowest marked line, which is marked no more");
  scan("advertised_i", 1, "the chosen line's condition has been advertised");
  all.push_back(
      {"lookup_bits_o", false, h,
       "up ports that do not lead there, by what was written before; 0 without lookup_valid_i",
       "FT-LFT-3"});
  all.push_back(
      {"overflow_o", false, 1, "the fault written at the last edge found no line", "FT-LFT-2"});
  const auto found = [&all](const char* name, const Width& width, const char* meaning,
                            const char* rule) {
    all.push_back({name, false, width, meaning, rule, false, false, false, 0, false, "scan"});
  };
  found("scan_more_o", 1, "some line is marked", "FT-REP-2");
  found("scan_key_o", bits("KW"), "name of the chosen line, 0 without one", "FT-REP-2");
  found("scan_cond_o", 1, "1 if it is not yet advertised", "FT-MSG-6");
  return all;
}

/// Clocks of a statement.
constexpr unsigned kClocks = 3;

class Table final : public Golden {
 public:
  explicit Table(const Parameters& p)
      : n_(static_cast<unsigned>(p.at("N"))),
        dw_(static_cast<unsigned>(p.at("DW"))),
        h_(static_cast<unsigned>(p.at("H"))),
        table_(static_cast<unsigned>(p.at("W"))) {}

  void ask(const Values& q, Answer& answer) override {
    answer.values.set(kOverflow, std::exchange(overflowed_, false));
    if (q.get(kLookup) != 0) {
      Digits dst;
      for (unsigned i = 1; i < n_; ++i) dst.set(i, digit(q, kLookupDst, i - 1));
      answer.values.set(kLookupBits, table_.lookup(static_cast<unsigned>(q.get(kLevel)), dst));
    }
    show_line(answer);
    const bool works = q.get(kStatement) + q.get(kDerf) + q.get(kDerr) != 0;
    const bool asks =
        q.get(kForget) + q.get(kCheck) + q.get(kVisit) + q.get(kNext) + q.get(kAdvertised) != 0;
    lost_ = lost_ || (left_ != 0 && (works || asks));
    if (lost_) answer.due.assign(answer.due.size(), false);
    scan(q);
    if (q.get(kForget) != 0) (void)table_.drop_derived(static_cast<unsigned>(q.get(kBit)));
    if (works) {
      under_way_ = q;
      left_ = kClocks;
    }
    if (left_ == 0 || --left_ != 0) return;
    const std::uint64_t before = table_.overflows();
    write(under_way_);
    overflowed_ = table_.overflows() != before;
  }

 private:
  [[nodiscard]] unsigned digit(const Values& q, unsigned pin, unsigned i) const {
    return static_cast<unsigned>(q.slice(pin, i * dw_, dw_));
  }

  void show_line(Answer& answer) const {
    answer.values.set(kScanMore, marked_ != 0);
    if (!chosen_) return;
    for (unsigned i = 0; i + 1 < n_; ++i) {
      answer.values.set_slice(kScanKey, i * dw_, dw_, table_.entries()[*chosen_].c[i]);
    }
    answer.values.set(kScanCond, !table_.causes()[*chosen_].advertised);
  }

  void scan(const Values& q) {
    if (q.get(kNext) != 0) {
      const std::optional<unsigned> last = chosen_;
      chosen_.reset();
      if (marked_ != 0) chosen_ = static_cast<unsigned>(__builtin_ctzll(marked_));
      marked_ &= marked_ - 1;
      if (q.get(kAdvertised) != 0) turn(last);
    } else if (q.get(kAdvertised) != 0) {
      turn(chosen_);
    }
    if (q.get(kCheck) + q.get(kVisit) == 0) return;
    marked_ = 0;
    for (unsigned w = 0; w < table_.entries().size(); ++w) {
      const bool advertised = table_.causes()[w].advertised;
      const bool marks = q.get(kVisit) != 0 ? advertised
                                            : condition(q, w) != advertised &&
                                                  !(advertised && q.get(kRulePaper) != 0);
      if (marks) marked_ |= std::uint64_t{1} << w;
    }
  }
  void turn(std::optional<unsigned> line) {
    if (line) table_.set_advertised(*line, !table_.causes()[*line].advertised);
  }

  /// FT-MSG-5, FT-MSG-6.
  [[nodiscard]] bool condition(const Values& q, unsigned line) const {
    const Digits c = table_.entries()[line].c;
    unsigned a = 0;
    for (auto i = static_cast<unsigned>(q.get(kLevel)); i + 1 < n_; ++i) {
      if (digit(q, kCoord, i) != c[i]) a = i + 1;
    }
    const auto below = static_cast<std::uint32_t>(q.slice(kBelow, a * h_, h_));
    const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << h_) - 1);
    const bool paper = q.get(kRulePaper) != 0;
    return golden::cut_off(table_.entries()[line].bits, below, all,
                           paper ? golden::Rule::kPaper : golden::Rule::kCorrected);
  }

  void write(const Values& q) {
    const auto bit = static_cast<unsigned>(q.get(kBit));
    const bool statement = q.get(kStatement) != 0;
    const bool fault = statement ? q.get(kDead) != 0 : q.get(kDerf) != 0;
    Digits key;
    for (unsigned i = 0; i + 1 < n_; ++i) key.set(i, digit(q, kKey, i));
    bool changed = false;
    const auto line = statement || fault ? table_.take(key, changed) : table_.find(key);
    if (!line) {
      if (fault) table_.count_overflow();
      return;
    }
    if (statement)
      (void)table_.state_direct(*line, bit, static_cast<std::uint8_t>(q.get(kSeq)), fault);
    else (void)table_.set_derived(*line, bit, fault);
  }

  unsigned n_;
  unsigned dw_;
  unsigned h_;
  golden::LinkFaultTable table_;
  bool overflowed_ = false;
  Values under_way_;          ///< a statement, or what is derived
  unsigned left_ = 0;         ///< clocks until it is written; 0: none
  bool lost_ = false;         ///< it was asked for what it may not be asked
  std::uint64_t marked_ = 0;  ///< by line
  std::optional<unsigned> chosen_;
};

/// Few names, so that lines are met again, and now and then more than there are lines; between
/// writes scans of what up ports that fail and come back make of the lines.
class Questions final : public Stimulus {
 public:
  explicit Questions(const Parameters& p)
      : n_(static_cast<unsigned>(p.at("N"))),
        dw_(static_cast<unsigned>(p.at("DW"))),
        h_(static_cast<std::uint64_t>(p.at("H"))),
        up_(h_) {}

  void next(kernel::Stream& stream, Values& q) override {
    if (!begun_) begin(stream, q);
    if (stream.chance(0.01)) spread_ = 1 + stream.below(h_);
    // One thing a clock, and nothing in the clocks that a statement takes.
    const std::uint64_t what = left_ == 0 ? stream.below(12) : 12;
    left_ = left_ != 0 ? left_ - 1 : what < 5 ? kClocks - 1 : 0;
    q.set(kStatement, what < 3 ? 1 : 0);
    q.set(kDead, stream.chance(0.7) ? 1 : 0);
    q.set(kDerf, what == 3 ? 1 : 0);
    q.set(kDerr, what == 4 ? 1 : 0);
    q.set(kForget, what == 5 && stream.chance(0.2) ? 1 : 0);
    q.set(kBit, stream.below(h_));
    q.set(kSeq, stream.chance(0.8) ? seq_ + stream.below(4) : stream.below(256));
    if (stream.chance(0.1)) ++seq_;
    q.set(kLookup, stream.chance(0.8) ? 1 : 0);
    for (unsigned i = 0; i + 1 < n_; ++i) {
      q.set_slice(kKey, i * dw_, dw_, stream.below(spread_));
      q.set_slice(kLookupDst, i * dw_, dw_, stream.below(spread_));
    }
    q.set(kCheck, what == 6 || what == 7 ? 1 : 0);
    q.set(kVisit, what == 8 ? 1 : 0);
    q.set(kNext, what >= 9 && what < 12 ? 1 : 0);
    q.set(kAdvertised, q.get(kNext) != 0 && stream.chance(0.7) ? 1 : 0);
    if (stream.chance(0.1)) fail(stream, q);
  }

 private:
  void begin(kernel::Stream& stream, Values& q) {
    begun_ = true;
    q.set(kLevel, stream.below(n_ - 1));
    q.set(kRulePaper, stream.chance(0.2) ? 1 : 0);
    for (unsigned i = 0; i + 1 < n_; ++i) q.set_slice(kCoord, i * dw_, dw_, stream.below(2));
    fail(stream, q);
  }

  /// Other up ports have failed, up to other levels.
  void fail(kernel::Stream& stream, Values& q) {
    const double chance = stream.unit();
    for (golden::UpPortState& port : up_) {
      port = {stream.chance(chance), false, static_cast<std::uint8_t>(stream.below(n_))};
    }
    const golden::UpFailures below = golden::up_failures(
        up_, q.get(kRulePaper) != 0 ? golden::Rule::kPaper : golden::Rule::kCorrected);
    const auto h = static_cast<unsigned>(h_);
    for (unsigned a = 0; a < n_; ++a) q.set_slice(kBelow, a * h, h, below[a]);
  }

  unsigned n_;
  unsigned dw_;
  std::uint64_t h_;
  std::vector<golden::UpPortState> up_;
  std::uint64_t spread_ = 2;
  std::uint64_t seq_ = 0;
  unsigned left_ = 0;  ///< clocks of a statement under way
  bool begun_ = false;
};

bool legal(const Parameters& p, const Values& q) {
  const std::uint64_t writes = q.get(kStatement) + q.get(kDerf) + q.get(kDerr) + q.get(kForget);
  const std::uint64_t marks = q.get(kCheck) + q.get(kVisit);
  const std::uint64_t scans = marks + std::max(q.get(kNext), q.get(kAdvertised));
  return q.get(kBit) < static_cast<std::uint64_t>(p.at("H")) &&
         q.get(kLevel) + 1 < static_cast<std::uint64_t>(p.at("N")) && writes + scans <= 1;
}

}  // namespace

Contract fault_table() {
  Contract c;
  c.block = "fault_table";
  c.summary =
      "link fault table of a fat tree's switch: what is written of links, lookups, and scans";
  c.timing = "FT-RS-6";
  c.source =
      "Hu et al. 2010, section 5.1; FT-LFT-1..3, FT-REP-2..4; docs/reference/control-plane.md, State";
  c.stateful = true;
  c.parameters = {{"M", 4, 64, 2, 8, "ports of the switch"},
                  {"N", 2, 6, 1, 3, "levels of the tree"},
                  {"W", 2, 64, 1, 32, "lines"}};
  c.derive = &derive;
  c.follows = {{"DW", "$clog2(M)"},
               {"H", "M / 2"},
               {"HW", "$clog2(H)"},
               {"LW", "$clog2(N)"},
               {"KW", "(N - 1) * DW"}};
  c.pins = &pins;
  c.golden = &made<Golden, Table>;
  c.stimulus = &made<Stimulus, Questions>;
  c.legal = &legal;
  return c;
}

}  // namespace selvage::dut
