// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/route.hpp"

#include <algorithm>

#include "cosim/foreign/pins.hpp"
#include "dut/blocks/blocks.hpp"

namespace selvage::dut {

namespace {

using golden::Digits;

using namespace cosim::pins::route_select;

std::string derive(Parameters& p) {
  p["DW"] = bits_for(static_cast<std::uint64_t>(p["M"]));
  p["H"] = p["M"] / 2;
  p["LW"] = bits_for(static_cast<std::uint64_t>(p["N"]));
  return {};
}

std::vector<Pin> pins(const Parameters& p) {
  const Width n(p, "N");
  const Width dw(p, "DW");
  const Width h(p, "H");
  const Width lw(p, "LW");
  // Outputs in the order of the decision: the first that differs explains those behind it.
  return {
      {"level_i", true, lw, "level of the switch, 0 at the hosts", "", false, false, false, n},
      {"src_i", true, n * dw, "source address, digit i at [i*DW +: DW]", ""},
      {"dst_i", true, n * dw, "destination address, likewise", ""},
      {"from_up_i", true, 1, "the packet came in by an up port", ""},
      {"failed_i", true, h, "port states: nothing above a level is reached by up port k", ""},
      {"ps_level_i", true, h * lw, "that level of up port k at [k*LW +: LW]", ""},
      {"lft_bits_i", true, h, "up ports excluded by the link fault table", ""},
      {"up_o", false, 1, "the packet goes up", "FT-RS-1"},
      {"mask_o", false, h, "candidate up ports, 0 on the way down", "FT-RS-2", true},
      {"drop_o", false, 1, "the packet is dropped", "FT-RS-5"},
      {"port_o", false, dw, "port to take, 0 with drop", "FT-RS-4", false, false, false, 2 * h}};
}

Digits address(const Values& question, unsigned pin, unsigned n, unsigned dw) {
  Digits digits;
  for (unsigned i = 0; i < n; ++i) {
    digits.set(i, static_cast<unsigned>(question.slice(pin, i * dw, dw)));
  }
  return digits;
}

class Select final : public Golden {
 public:
  explicit Select(const Parameters& p)
      : n_(static_cast<unsigned>(p.at("N"))),
        dw_(static_cast<unsigned>(p.at("DW"))),
        lw_(static_cast<unsigned>(p.at("LW"))),
        up_(static_cast<std::size_t>(p.at("H"))) {}

  void ask(const Values& q, Answer& answer) override {
    for (unsigned j = 0; j < up_.size(); ++j) {
      up_[j].failed = q.slice(kFailed, j, 1) != 0;
      up_[j].level = static_cast<std::uint8_t>(q.slice(kPsLevel, j * lw_, lw_));
    }
    const golden::FatTreeGrant grant = golden::route_select(
        static_cast<unsigned>(q.get(kLevel)), up_, static_cast<std::uint32_t>(q.get(kLftBits)),
        {address(q, kSrc, n_, dw_), address(q, kDst, n_, dw_), q.get(kFromUp) != 0});
    answer.values.set(kUp, grant.up);
    answer.values.set(kDrop, grant.drop);
    answer.values.set(kPort, grant.port);
    answer.values.set(kMask, grant.v);
  }

 private:
  unsigned n_;
  unsigned dw_;
  unsigned lw_;
  std::vector<golden::UpPortState> up_;
};

/// Addresses that agree from a random digit upward; few or many ports out.
class Questions final : public Stimulus {
 public:
  explicit Questions(const Parameters& p)
      : m_(static_cast<unsigned>(p.at("M"))),
        n_(static_cast<unsigned>(p.at("N"))),
        dw_(static_cast<unsigned>(p.at("DW"))),
        lw_(static_cast<unsigned>(p.at("LW"))) {}

  void next(kernel::Stream& stream, Values& q) override {
    const unsigned h = m_ / 2;
    q.set(kLevel, stream.below(n_));
    const auto common = static_cast<unsigned>(stream.below(n_ + 1));
    for (unsigned i = 0; i < n_; ++i) {
      const unsigned radix = i + 1 == n_ ? m_ : h;
      q.set_slice(kSrc, i * dw_, dw_, stream.below(radix));
      q.set_slice(kDst, i * dw_, dw_,
                  i >= common ? q.slice(kSrc, i * dw_, dw_) : stream.below(radix));
    }
    q.set(kFromUp, stream.chance(0.2) ? 1 : 0);
    const double failed = stream.unit();
    const double table_rate = stream.unit();
    for (unsigned j = 0; j < h; ++j) {
      q.set_slice(kFailed, j, 1, stream.chance(failed) ? 1 : 0);
      q.set_slice(kPsLevel, j * lw_, lw_, stream.below(n_));
      q.set_slice(kLftBits, j, 1, stream.chance(table_rate) ? 1 : 0);
    }
  }

 private:
  unsigned m_;
  unsigned n_;
  unsigned dw_;
  unsigned lw_;
};

bool legal(const Parameters& p, const Values& q) {
  const auto n = static_cast<unsigned>(p.at("N"));
  const auto dw = static_cast<unsigned>(p.at("DW"));
  const auto lw = static_cast<unsigned>(p.at("LW"));
  const auto h = static_cast<unsigned>(p.at("H"));
  bool good = q.get(kLevel) < n;
  for (unsigned i = 0; i < n; ++i) {
    const unsigned radix = i + 1 == n ? 2 * h : h;
    good = good && q.slice(kSrc, i * dw, dw) < radix && q.slice(kDst, i * dw, dw) < radix;
  }
  for (unsigned j = 0; j < h; ++j) good = good && q.slice(kPsLevel, j * lw, lw) < n;
  return good;
}

}  // namespace

Contract route_select() {
  Contract c;
  c.block = "route_select";
  c.summary = "route decision of a fat tree's switch for one packet";
  c.timing = "FT-RS-6";
  c.source = "Hu et al. 2010, section 5.3; FT-RS-1..5 of docs/reference/requirements.md";
  c.parameters = {{"M", 4, 64, 2, 8, "ports of the switch"},
                  {"N", 2, 6, 1, 3, "levels of the tree"}};
  c.derive = &derive;
  c.follows = {{"DW", "$clog2(M)"}, {"H", "M / 2"}, {"LW", "$clog2(N)"}};
  c.pins = &pins;
  c.golden = &made<Golden, Select>;
  c.stimulus = &made<Stimulus, Questions>;
  c.legal = &legal;
  c.specification = "route_select_ref";
  return c;
}

}  // namespace selvage::dut
