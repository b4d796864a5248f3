// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whose turn it is and which way it goes, in RTL with anything at its pins, beside FL-TURN of
/// docs/reference/flow-switch.md.
#include <array>
#include <optional>

#include "control/random.hpp"
#include "cosim/flow/parts/turns_block.hpp"
#include "pins.hpp"

namespace selvage::test {

namespace {

using cosim::kPartPorts;
using cosim::kPartRows;

/// The first of `of` numbers for which `is` holds, from `next` on, round and round.
template <class Is>
std::optional<unsigned> first_from(unsigned next, unsigned of, const Is& is) {
  for (unsigned k = 0; k < of; ++k)
    if (is((next + k) % of)) return (next + k) % of;
  return {};
}

struct TurnsRule {
  unsigned next = 0;  ///< input; of each its row
  std::array<unsigned, kPartPorts> next_row{};
  cosim::FlowTurnsOut step(const cosim::FlowTurnsIn& in) {
    const auto input = first_from(next, kPartPorts, [&](unsigned p) { return in.rows[p] != 0; });
    if (!input) return {};
    const std::uint64_t rows = in.rows[*input];
    const unsigned row =
        *first_from(next_row[*input], kPartRows, [&](unsigned r) { return (rows >> r & 1) != 0; });
    next = *input + 1;
    next_row[*input] = row + 1;
    return {true, *input, row};
  }
};

struct ChoiceRule {
  unsigned next = 0;
  cosim::FlowChoiceOut step(const cosim::FlowChoiceIn& in, unsigned floor, unsigned shift) {
    const auto bit = [](unsigned mask, unsigned p) { return (mask >> p & 1) != 0; };
    const unsigned open = in.open & in.candidates;
    const auto units = [&](unsigned p) {
      return (in.load[p] + (bit(in.left, p) ? floor : 0)) >> shift;
    };
    unsigned least = ~0U;
    for (unsigned p = 0; p < kPartPorts; ++p)
      if (bit(open, p) && units(p) < least) least = units(p);
    const auto port =
        first_from(next, kPartPorts, [&](unsigned p) { return bit(open, p) && units(p) == least; });
    if (!port) return {};
    if (__builtin_popcount(in.candidates) > 1) next = *port + 1;
    return {true, *port};
  }
};

/// Rows of which few are set, or many, or none.
std::uint64_t some_rows(tb::Random& random) {
  const std::uint64_t any = random.next();
  if (random.percent(40)) return 0;
  if (random.percent(40)) return std::uint64_t{1} << random.below(kPartRows);
  return random.percent(50) ? any : any & random.next() & random.next();
}

}  // namespace

std::string turns_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs) {
  tb::Random random(seed);
  const auto rtl = cosim::make_flow_turns({bugs});
  TurnsRule rule;
  cosim::FlowTurnsIn in;
  for (unsigned t = 0; t < cycles; ++t) {
    if (random.below(500) == 0) {
      rtl->reset();
      rule = TurnsRule();
    }
    for (std::uint64_t& rows : in.rows)
      if (random.percent(50)) rows = some_rows(random);
    const cosim::FlowTurnsOut shown = rtl->give(in), want = rule.step(in);
    if (want.valid != shown.valid)
      return at(t, differs("FL-TURN: a turn", want.valid, shown.valid));
    if (want.valid && want.in != shown.in)
      return at(t, differs("FL-TURN: its input", want.in, shown.in));
    if (want.valid && want.id != shown.id)
      return at(t, differs("FL-TURN: its row", want.id, shown.id));
    rtl->edge();
    if (const std::string f = failed(); !f.empty()) return at(t, f);
  }
  return {};
}

std::string choice_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs) {
  tb::Random random(seed);
  const unsigned floor = random.percent(50) ? 32 : random.below(1U << 14);
  const unsigned shift = random.percent(60) ? 2 : random.below(16);
  const auto rtl = cosim::make_flow_choice({floor, shift, bugs});
  ChoiceRule rule;
  const unsigned most = 1U << random.below(15);  // equal loads too
  for (unsigned t = 0; t < cycles; ++t) {
    if (random.below(500) == 0) {
      rtl->reset();
      rule = ChoiceRule();
    }
    cosim::FlowChoiceIn in;
    in.candidates = random.percent(30) ? 1U << random.below(8) : random.below(256);
    in.open = random.percent(30) ? 0xff : random.below(256);
    in.left = random.percent(50) ? 0 : random.below(256);
    for (unsigned& load : in.load) load = random.below(most);
    if (random.percent(10)) in.load[random.below(8)] = (1U << 14) - 1;
    const cosim::FlowChoiceOut shown = rtl->give(in), want = rule.step(in, floor, shift);
    if (want.any != shown.any) return at(t, differs("FL-TURN: a way", want.any, shown.any));
    if (want.any && want.port != shown.port)
      return at(t, differs("FL-TURN: its port", want.port, shown.port));
    rtl->edge();
    if (const std::string f = failed(); !f.empty()) return at(t, f);
  }
  return {};
}

}  // namespace selvage::test
