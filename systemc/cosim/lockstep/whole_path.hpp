// SPDX-License-Identifier: Apache-2.0
/// \file
/// The pins that verilated whole cut-through switches share: beats, links, clocks, decisions.
/// Included only by `*verilated.hpp`.
#pragma once

#include <verilated_fst_c.h>

#include "cosim/lockstep/bits.hpp"
#include "cosim/lockstep/whole_model.hpp"
#include "cosim/switch_block.hpp"

namespace selvage::cosim {

/// A switch of `Ports` ports, whose beats have `Words` words of 64 bits, one or two.
template <class Model, unsigned Ports, unsigned Words>
class VerilatedPath : public SwitchBlock, protected WholeModel<Model> {
 protected:
  using Whole = WholeModel<Model>;
  using Whole::clocks;
  using Whole::io_;
  using Whole::model_;
  using Whole::set;
  static_assert(Words == 1 || Words == 2, "a beat has 64 or 128 bits");

  VerilatedPath(const SwitchBlockOptions& options, std::uint32_t bugs)
      : Whole(options.name.c_str()) {
    set(io_.xon_most_i, options.xon_most);
    set(io_.bug_i, bugs);
    set(io_.rx_ok_i, ones(Ports));
    set(io_.tx_ok_i, ones(Ports));
    set(io_.tx_xon_i, ones(Ports));
    clear_pins();  // of a model that another switch has left
  }

 public:
  void beat(PortIdx port, const Beat& beat) override {
    put(io_.rx_sym_i, 2U * port, 2, 1);
    put(io_.rx_head_i, port, 1, beat.head);
    put(io_.rx_tail_i, port, 1, beat.tail);
    put(io_.rx_bad_i, port, 1, beat.bad);
    put_data(port, beat.data);
    once_ = true;
  }
  void link_event(PortIdx port, bool up) override {
    if (up) put(io_.link_up_i, port, 1, 1);
    else put(io_.link_down_i, port, 1, 1);
    once_ = true;
    control_ = true;
  }
  void link_begins(PortIdx port) override {
    put(io_.link_init_i, port, 1, 1);
    once_ = true;
  }
  void wipe() override {
    io_.wipe_i = 1;
    once_ = true;
  }
  void link_alive(PortIdx port, bool alive) override {
    put(io_.rx_ok_i, port, 1, alive);
    put(io_.tx_ok_i, port, 1, alive);
  }
  void far_xon(PortIdx port, bool xon) override { put(io_.tx_xon_i, port, 1, xon); }

  void edge(Cycle /*cycle*/) override {
    VerilatedPath::rise();
    Whole::fall_quickly();
    let_go();
  }
  /// What leaves a clock out sees no edge of it.
  void rise() override {
    clocks(true, !io_.hdr_idle_o, !io_.ctl_idle_o || control_);
    model_.eval();
  }
  void fall() override {
    clocks(false, false, false);
    model_.eval();
    let_go();
  }
  void declare(VerilatedFstC& file) override { model_.declare(file); }
  [[nodiscard]] bool idle() const override { return io_.idle_o && !once_; }
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
    return s;
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
    put(io_.rx_sym_i, 2U * port, 2, 2);
    put_data(port, {bits});
    once_ = true;
    control_ = true;
  }
  template <class Port>
  static void put(Port& port, unsigned at, unsigned width, unsigned value) {
    set_bits(port, at, width, value);
  }
  static constexpr std::uint64_t ones(unsigned bits) {
    return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1U;
  }
  [[nodiscard]] BeatData data(PortIdx port) const {
    const auto word = static_cast<PortIdx>(Words * port);
    BeatData d;
    d.low = Whole::data_of(io_.tx_data_o, word);
    if constexpr (Words == 2)
      d.high = Whole::data_of(io_.tx_data_o, static_cast<PortIdx>(word + 1));
    return d;
  }

 private:
  void put_data(PortIdx port, const BeatData& data) {
    const auto word = static_cast<PortIdx>(Words * port);
    Whole::put_data(io_.rx_data_i, word, data.low);
    if constexpr (Words == 2)
      Whole::put_data(io_.rx_data_i, static_cast<PortIdx>(word + 1), data.high);
  }
  /// The pins that hold for one edge.
  void let_go() {
    if (!once_) return;
    once_ = false;
    control_ = false;
    clear_pins();
  }
  void clear_pins() {
    io_.rx_sym_i = 0;
    io_.rx_head_i = 0;
    io_.rx_tail_i = 0;
    io_.rx_bad_i = 0;
    io_.link_down_i = 0;
    io_.link_up_i = 0;
    io_.link_init_i = 0;
    io_.wipe_i = 0;
  }

  bool once_ = false;     ///< pins that hold for one edge are set
  bool control_ = false;  ///< of them some that ctl_clk_i takes
};

}  // namespace selvage::cosim
