// SPDX-License-Identifier: Apache-2.0
#include "dut/blocks/blocks.hpp"
#include "golden/fattree/state.hpp"

namespace selvage::dut {

namespace {

using golden::Digits;

enum Input : unsigned {
  kLevel,
  kStatement,
  kDead,
  kDerf,
  kDerr,
  kForget,
  kKey,
  kBit,
  kSeq,
  kLookup,
  kLookupDst
};
enum Output : unsigned { kLookupBits, kOverflow };

std::string derive(Parameters& p) {
  p["DW"] = bits_for(static_cast<std::uint64_t>(p["M"]));
  p["H"] = p["M"] / 2;
  p["HW"] = bits_for(static_cast<std::uint64_t>(p["H"]));
  p["LW"] = bits_for(static_cast<std::uint64_t>(p["N"]));
  p["KW"] = (p["N"] - 1) * p["DW"];
  return {};
}

std::vector<Pin> pins(const Parameters& p) {
  const auto bits = [&p](const char* name) { return static_cast<unsigned>(p.at(name)); };
  return {{"level_i", true, bits("LW"), "own level", "", false, true},
          {"statement_i", true, 1, "a statement about a link: it is dead, or alive", ""},
          {"dead_i", true, 1, "which", ""},
          {"derf_i", true, 1, "bit_i is derived to be unusable", ""},
          {"derr_i", true, 1, "bit_i is no longer derived", ""},
          {"forget_i", true, 1, "bit_i is derived in no line any more", ""},
          {"key_i", true, bits("KW"), "name of a switch, digit i at [i*DW +: DW]", ""},
          {"bit_i", true, bits("HW"), "up port, counted from 0", ""},
          {"seq_i", true, 8, "sequence number of a statement", ""},
          {"lookup_i", true, 1, "look up", ""},
          {"lookup_dst_i", true, bits("KW"), "destination address without its digit 0", ""},
          {"lookup_bits_o", false, bits("H"),
           "up ports that do not lead there, by what was written before; 0 without lookup_i",
           "FT-LFT-3"},
          {"overflow_o", false, 1, "the fault written at the last edge found no line", "FT-LFT-2"}};
}

class Table final : public Golden {
 public:
  explicit Table(const Parameters& p)
      : n_(static_cast<unsigned>(p.at("N"))),
        dw_(static_cast<unsigned>(p.at("DW"))),
        table_(static_cast<unsigned>(p.at("W"))) {}

  void ask(const Values& q, Answer& answer) override {
    answer.values.set(kOverflow, overflowed_);
    if (q.get(kLookup) != 0) {
      Digits dst;
      for (unsigned i = 1; i < n_; ++i) dst.set(i, digit(q, kLookupDst, i - 1));
      answer.values.set(kLookupBits, table_.lookup(static_cast<unsigned>(q.get(kLevel)), dst));
    }
    const std::uint64_t before = table_.overflows();
    write(q);
    overflowed_ = table_.overflows() != before;
  }

 private:
  [[nodiscard]] unsigned digit(const Values& q, unsigned pin, unsigned i) const {
    return static_cast<unsigned>(q.slice(pin, i * dw_, dw_));
  }

  void write(const Values& q) {
    const auto bit = static_cast<unsigned>(q.get(kBit));
    if (q.get(kForget) != 0) (void)table_.drop_derived(bit);
    const bool statement = q.get(kStatement) != 0;
    const bool fault = statement ? q.get(kDead) != 0 : q.get(kDerf) != 0;
    if (!statement && !fault && q.get(kDerr) == 0) return;
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
  golden::LinkFaultTable table_;
  bool overflowed_ = false;
};

/// Few names, so that lines are met again, and now and then more than there are lines.
class Questions final : public Stimulus {
 public:
  explicit Questions(const Parameters& p)
      : n_(static_cast<unsigned>(p.at("N"))),
        dw_(static_cast<unsigned>(p.at("DW"))),
        h_(static_cast<std::uint64_t>(p.at("H"))) {}

  void next(kernel::Stream& stream, Values& q) override {
    if (!begun_) q.set(kLevel, stream.below(n_ - 1));
    begun_ = true;
    if (stream.chance(0.01)) spread_ = 1 + stream.below(h_);
    // One thing a clock.
    const std::uint64_t what = stream.below(8);
    q.set(kStatement, what < 3 ? 1 : 0);
    q.set(kDead, stream.below(2));
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
  }

 private:
  unsigned n_;
  unsigned dw_;
  std::uint64_t h_;
  std::uint64_t spread_ = 2;
  std::uint64_t seq_ = 0;
  bool begun_ = false;
};

bool legal(const Parameters& p, const Values& q) {
  const std::uint64_t writes = q.get(kStatement) + q.get(kDerf) + q.get(kDerr) + q.get(kForget);
  return q.get(kBit) < static_cast<std::uint64_t>(p.at("H")) && writes <= 1 &&
         q.get(kLevel) + 1 < static_cast<std::uint64_t>(p.at("N"));
}

}  // namespace

Contract fault_table() {
  Contract c;
  c.block = "fault_table";
  c.summary = "link fault table of a fat tree's switch: what is written of links, and lookups";
  c.source = "Hu et al. 2010, section 5.1; FT-LFT-1..3, FT-REP-3, 4; docs/control-plane.md, State";
  c.stateful = true;
  c.parameters = {{"M", 4, 64, 2, 8, "ports of the switch"},
                  {"N", 2, 6, 1, 3, "levels of the tree"},
                  {"W", 2, 64, 1, 32, "lines"}};
  c.derive = &derive;
  c.pins = &pins;
  c.golden = &made<Golden, Table>;
  c.stimulus = &made<Stimulus, Questions>;
  c.legal = &legal;
  return c;
}

}  // namespace selvage::dut
