// SPDX-License-Identifier: Apache-2.0
/// \file
/// The pins that verilated whole cut-through switches share: beats, links, clocks, decisions.
/// Included only by `*verilated.hpp`.
#pragma once

#include "cosim/lockstep/whole_model.hpp"
#include "cosim/switch_block.hpp"
#include "golden/number.hpp"

namespace selvage::cosim {

/// A switch of `Ports` ports, whose beats have `Words` words of 64 bits, one or two.
template <class Model, unsigned Ports, unsigned Words>
class VerilatedPath : public WholeModel<Model, SwitchBlock> {
 protected:
  using Whole = WholeModel<Model, SwitchBlock>;
  using Whole::io_;
  using Whole::pulse;
  using Whole::set;
  static_assert(Words == 1 || Words == 2, "a beat has 64 or 128 bits");

  VerilatedPath(const SwitchBlockOptions& options, std::uint64_t bugs)
      : Whole(options.name.c_str()) {
    set(io_.xon_most_i, options.xon_most);
    set(io_.bug_i, bugs);
    io_.cnt_clk_i = 0;
    set(io_.rx_ok_i, low_bits(Ports));
    set(io_.tx_ok_i, low_bits(Ports));
    set(io_.tx_xon_i, low_bits(Ports));
    Whole::clear_pins();  // of a model that another switch has left
  }

 public:
  void beat(PortIdx port, const Beat& beat) override {
    pulse(io_.rx_sym_i, 2U * port, 2, 1);
    pulse(io_.rx_head_i, port, 1, beat.head);
    pulse(io_.rx_tail_i, port, 1, beat.tail);
    pulse(io_.rx_bad_i, port, 1, beat.bad);
    put_data(port, beat.data);
  }
  void link_event(PortIdx port, bool up) override {
    Whole::link_event(port, up);
    Whole::take_control();
  }
  void link_alive(PortIdx port, bool alive) override {
    set_bits(io_.rx_ok_i, port, 1, alive);
    set_bits(io_.tx_ok_i, port, 1, alive);
  }
  void far_xon(PortIdx port, bool xon) override { set_bits(io_.tx_xon_i, port, 1, xon); }

  [[nodiscard]] SwitchShown shown() const override {
    SwitchShown s;
    // Of two bits a port the lower says a beat, the upper a message.
    for (std::uint64_t symbols = io_.tx_sym_o; symbols != 0; symbols &= symbols - 1) {
      const auto bit = static_cast<unsigned>(__builtin_ctzll(symbols));
      (bit % 2 == 0 ? s.beats : s.messages) |= PortMask{1} << (bit / 2);
    }
    s.xon = io_.rx_xon_o;
    s.decided = io_.dec_in_o;
    s.want = io_.dec_want_o;
    s.clear = io_.clear_o;
    s.malformed = io_.malformed_o;
    s.drained = io_.drained_o;
    return s;
  }
  /// Nothing else is clocked.
  [[nodiscard]] std::optional<std::uint32_t> counter(PortIdx port, SwitchCounter which) override {
    set(io_.cnt_port_i, port);
    set(io_.cnt_sel_i, which);
    for (const unsigned level : {1U, 0U}) {
      set(io_.cnt_clk_i, level);
      Whole::model_.eval();
    }
    return io_.cnt_o;
  }
  [[nodiscard]] Beat sent(PortIdx port) const override {
    Beat b;
    b.head = (io_.tx_head_o >> port & 1U) != 0;
    b.tail = (io_.tx_tail_o >> port & 1U) != 0;
    b.bad = (io_.tx_bad_o >> port & 1U) != 0;
    b.data = data(port);
    return b;
  }

 protected:
  /// A fault message takes the place of a beat.
  void put_message(PortIdx port, std::uint64_t bits) {
    pulse(io_.rx_sym_i, 2U * port, 2, 2);
    put_data(port, {bits});
    Whole::take_control();
  }
  /// The number behind a message of `width` bits at that port, and whether it is damaged.
  void mark_message(PortIdx port, unsigned width, unsigned bits, std::uint64_t number, bool bad) {
    set_bits(io_.rx_data_i, 64 * Words * port + width, bits, number);
    pulse(io_.rx_bad_i, port, 1, bad);
  }
  [[nodiscard]] BeatData data(PortIdx port) const {
    const auto word = static_cast<PortIdx>(Words * port);
    BeatData d;
    d.low = Whole::data_of(io_.tx_data_o, word);
    if constexpr (Words == 2)
      d.high = Whole::data_of(io_.tx_data_o, static_cast<PortIdx>(word + 1));
    return d;
  }

  void clear_data_pins() override {
    io_.rx_sym_i = 0;
    io_.rx_head_i = 0;
    io_.rx_tail_i = 0;
    io_.rx_bad_i = 0;
  }

 private:
  void put_data(PortIdx port, const BeatData& data) {
    const auto word = static_cast<PortIdx>(Words * port);
    Whole::put_data(io_.rx_data_i, word, data.low);
    if constexpr (Words == 2)
      Whole::put_data(io_.rx_data_i, static_cast<PortIdx>(word + 1), data.high);
  }
};

}  // namespace selvage::cosim
