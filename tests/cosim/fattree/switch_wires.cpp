// SPDX-License-Identifier: Apache-2.0
// Pins of a whole switch in RTL that no fabric drives as here, two switches side by side: pins that
// are not looked at change nothing (FS-SIDE).
#include <Vfattree_switch_4_3_32_256_16_2.h>
#include <verilated.h>

#include <catch2/catch.hpp>
#include <random>

#include "cosim/lockstep/bits.hpp"

using selvage::cosim::set_bits;

namespace {

constexpr unsigned kPorts = 4;
constexpr unsigned kWire = 25;  ///< bits of a message and its number

/// Of level 1, its hosts below leaves.
struct Raw {
  Vfattree_switch_4_3_32_256_16_2 top{"raw"};

  explicit Raw(bool sideband) {
    top.level_i = 1;
    top.levels_i = 3;
    top.coord_i = 0;
    top.line_en_i = 0xffffffffU;
    top.port_en_i = 0xf;
    top.rule_paper_i = 0;
    top.xoff_i = 6;
    top.xon_most_i = 32;
    top.numbered_i = 0;
    top.sideband_i = sideband;
    top.bug_i = 0;
    top.rx_ok_i = top.tx_ok_i = top.tx_xon_i = 0xf;
    top.link_down_i = top.link_up_i = top.link_init_i = top.wipe_i = 0;
    top.tx_stop_i = top.tx_resend_i = 0;
    quiet();
    top.clk_i = top.hdr_clk_i = top.ctl_clk_i = top.cnt_clk_i = false;
    top.rst_ni = 0;
    top.eval();
    edge();
    edge();
    top.rst_ni = 1;
    top.eval();
  }
  void quiet() {
    top.rx_sym_i = 0;
    top.rx_head_i = top.rx_tail_i = top.rx_bad_i = 0;
    top.rx_msg_valid_i = top.rx_msg_bad_i = 0;
  }
  void edge() {
    for (const bool high : {true, false}) {
      top.clk_i = top.hdr_clk_i = top.ctl_clk_i = high;
      top.eval();
    }
  }
  void data(unsigned port, std::uint64_t bits) {
    set_bits(top.rx_data_i, 64 * port, 32, bits & 0xffffffffU);
    set_bits(top.rx_data_i, 64 * port + 32, 32, bits >> 32);
  }
  void message(unsigned port, std::uint32_t bits) {
    set_bits(top.rx_msg_data_i, kWire * port, kWire, bits);
  }
};

/// What both show is the same.
bool alike(const Raw& a, const Raw& b) {
  const auto& x = a.top;
  const auto& y = b.top;
  return x.tx_sym_o == y.tx_sym_o && x.tx_head_o == y.tx_head_o && x.tx_tail_o == y.tx_tail_o &&
         x.tx_bad_o == y.tx_bad_o && x.rx_xon_o == y.rx_xon_o && x.rx_stop_o == y.rx_stop_o &&
         x.tx_msg_valid_o == y.tx_msg_valid_o && x.dec_in_o == y.dec_in_o &&
         (x.dec_in_o == 0 || x.dec_want_o == y.dec_want_o) && x.drained_o == y.drained_o &&
         x.malformed_o == y.malformed_o && x.clear_o == y.clear_o;
}

struct Seen {
  unsigned beats = 0;
  unsigned by_beat = 0;  ///< messages
  unsigned by_side = 0;
  unsigned differ = 0;  ///< edges
};

/// Packets, messages of the way that counts and declarations to both; to the second one also what
/// comes the other way.
Seen side_by_side(bool sideband) {
  Raw plain(sideband);
  Raw noisy(sideband);
  std::mt19937_64 random(7);
  unsigned left[kPorts] = {};
  unsigned down = 0;
  Seen seen;
  for (unsigned i = 0; i < 20000; ++i) {
    plain.quiet();
    noisy.quiet();
    const unsigned toggles = random() % 100 == 0 ? 1U << random() % kPorts : 0;
    for (Raw* raw : {&plain, &noisy}) {
      set_bits(raw->top.link_down_i, 0, kPorts, toggles & ~down);
      set_bits(raw->top.link_up_i, 0, kPorts, toggles & down);
    }
    down ^= toggles;
    for (unsigned p = 0; p < kPorts; ++p) {
      const bool stop = (plain.top.rx_stop_o >> p & 1U) != 0;
      const bool sends = left[p] != 0 || (random() % 4 == 0 && (plain.top.rx_xon_o >> p & 1U) != 0);
      const bool news = !stop && random() % 16 == 0;
      // A link of level 0 or 1 is dead, or back.
      const auto bits = static_cast<std::uint32_t>((random() & 0x3ffe8U) + 1 + random() % 2);
      const auto noise = static_cast<std::uint32_t>(random() & 0x1ffffffU);
      const bool beat = sends && !(news && !sideband);
      const bool head = left[p] == 0;
      if (beat && head) left[p] = 1 + static_cast<unsigned>(random() % 6);
      const std::uint64_t content =
          head ? (random() >> 26 << 26) | std::uint64_t{left[p]} << 12 | (random() & 0xfffU)
               : random();
      for (Raw* raw : {&plain, &noisy}) {
        if (beat) {
          set_bits(raw->top.rx_sym_i, 2 * p, 2, 1);
          set_bits(raw->top.rx_head_i, p, 1, head);
          set_bits(raw->top.rx_tail_i, p, 1, left[p] == 1);
          raw->data(p, content);
        }
        if (news && sideband) {
          set_bits(raw->top.rx_msg_valid_i, p, 1, 1);
          raw->message(p, bits);
        } else if (news) {
          set_bits(raw->top.rx_sym_i, 2 * p, 2, 2);
          raw->data(p, bits);
        }
      }
      if (beat) --left[p];
      if (sideband && !beat) {
        set_bits(noisy.top.rx_sym_i, 2 * p, 2, noise & 2U);
        noisy.data(p, noise);
      } else if (!sideband) {
        set_bits(noisy.top.rx_msg_valid_i, p, 1, noise & 1U);
        set_bits(noisy.top.rx_msg_bad_i, p, 1, noise >> 1 & 1U);
        noisy.message(p, noise);
      }
    }
    plain.edge();
    noisy.edge();
    if (!alike(plain, noisy)) ++seen.differ;
    for (unsigned p = 0; p < kPorts; ++p) {
      seen.beats += plain.top.tx_sym_o >> 2 * p & 1U;
      seen.by_beat += plain.top.tx_sym_o >> (2 * p + 1) & 1U;
    }
    seen.by_side += static_cast<unsigned>(__builtin_popcount(plain.top.tx_msg_valid_o));
  }
  return seen;
}

}  // namespace

TEST_CASE("FS-SIDE: with the strap symbol 2 is nothing, and messages leave by pins of their own") {
  const Seen seen = side_by_side(true);
  CHECK(seen.differ == 0);
  CHECK(seen.by_beat == 0);
  CHECK(seen.by_side > 100);
  CHECK(seen.beats > 3000);
}

TEST_CASE("FS-SIDE: without the strap the pins of messages are not looked at, and show nothing") {
  const Seen seen = side_by_side(false);
  CHECK(seen.differ == 0);
  CHECK(seen.by_beat > 100);
  CHECK(seen.by_side == 0);
  CHECK(seen.beats > 3000);
}

TEST_CASE(
    "FS-CNT, FS-IDLE: the counter that is named goes on, and the clock until all is counted") {
  Raw raw(false);
  raw.top.cnt_port_i = 0;
  raw.top.cnt_sel_i = 4;  // malformed beats
  for (const bool high : {true, false}) {
    raw.top.cnt_clk_i = high;
    raw.top.eval();
  }
  REQUIRE(raw.top.cnt_o == 0);
  for (unsigned beats = 1; beats <= 3; ++beats) {
    CAPTURE(beats);
    set_bits(raw.top.rx_sym_i, 0, 2, 1);  // of no packet
    raw.edge();
    raw.quiet();
    unsigned edges = 0;
    for (; raw.top.idle_o == 0; ++edges) raw.edge();
    CHECK(edges == 2);
    CHECK(raw.top.cnt_o == beats);
  }
}
