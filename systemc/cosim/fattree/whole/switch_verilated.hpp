// SPDX-License-Identifier: Apache-2.0
/// \file
/// A verilated `fattree_switch` of any parameter set behind the block interface. Included only by
/// the generated file of each build.
#pragma once

#include <verilated_fst_c.h>

#include "cosim/fattree/message_bits.hpp"
#include "cosim/fattree/whole/switch_block.hpp"
#include "cosim/lockstep/bits.hpp"
#include "cosim/lockstep/whole_model.hpp"

namespace selvage::cosim {

template <class Model, unsigned M, unsigned N, unsigned W, unsigned Depth, unsigned Qi>
class VerilatedSwitch final : public SwitchBlock, WholeModel<Model> {
  using Whole = WholeModel<Model>;
  using Whole::clocks;
  using Whole::io_;
  using Whole::model_;
  using Whole::set;
  using Bits = ControlBits<M, N>;
  static constexpr unsigned kAddress = N * Bits::DW;
  static constexpr unsigned kLength = 14;
  static constexpr unsigned kTagAt = 2 * kAddress + kLength;
  static_assert(kTagAt <= 32, "a tag of 32 bits must stand above it");

 public:
  explicit VerilatedSwitch(const SwitchOptions& options)
      : Whole(options.name.c_str()), tree_(*options.tree) {
    const golden::FatTree& tree = *options.tree;
    const golden::SwitchName self = tree.name_of(options.self);
    set(io_.level_i, self.level);
    set(io_.levels_i, N);
    set(io_.coord_i, Bits::pack(self.c, N - 1));
    set(io_.line_en_i, ones(options.lft_entries));
    set(io_.port_en_i, ones(M));
    set(io_.rule_paper_i, options.rule_paper);
    set(io_.xoff_i, options.message_xoff);
    set(io_.xon_most_i, options.xon_most);
    set(io_.bug_i, options.bugs);
    set(io_.rx_ok_i, ones(M));
    set(io_.tx_ok_i, ones(M));
    set(io_.tx_xon_i, ones(M));
    set(io_.tx_stop_i, 0);
    clear_pins();  // of a model that another switch has left
    Whole::reset();
  }

  void beat(PortIdx port, const Beat& beat) override {
    put(io_.rx_sym_i, 2U * port, 2, 1);
    put(io_.rx_head_i, port, 1, beat.head);
    put(io_.rx_tail_i, port, 1, beat.tail);
    put(io_.rx_bad_i, port, 1, beat.bad);
    Whole::put_data(io_.rx_data_i, port, beat.data);
    once_ = true;
  }
  void message(PortIdx port, const ControlMessage& message) override {
    const std::uint64_t bits = Bits::encode(golden::decode(message), tree_.h());
    put(io_.rx_sym_i, 2U * port, 2, 2);
    Whole::put_data(io_.rx_data_i, port, bits);
    once_ = true;
    control_ = true;
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
  [[nodiscard]] std::uint64_t head(const HeadBeat& h) const override {
    return std::uint64_t{h.tag} << kTagAt | std::uint64_t{h.beats} << 2 * kAddress |
           Bits::pack(tree_.address_of(h.source), N) << kAddress |
           Bits::pack(tree_.address_of(h.destination), N);
  }
  void link_alive(PortIdx port, bool alive) override {
    put(io_.rx_ok_i, port, 1, alive);
    put(io_.tx_ok_i, port, 1, alive);
  }
  void far_xon(PortIdx port, bool xon) override { put(io_.tx_xon_i, port, 1, xon); }
  void far_stop(PortIdx port, bool stop) override { put(io_.tx_stop_i, port, 1, stop); }

  void edge(Cycle /*cycle*/) override {
    rise();
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
    s.stop = io_.rx_stop_o;
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
  [[nodiscard]] ControlMessage sent_message(PortIdx port) const override {
    const std::uint64_t mask = (std::uint64_t{1} << Bits::MSGW) - 1U;
    return golden::encode(Bits::decode(data(port) & mask, tree_.h()));
  }
  [[nodiscard]] std::uint64_t held(PortIdx port) const override {
    return io_.fattree_switch__DOT__i_inputs__DOT__used_q[port];
  }
  [[nodiscard]] std::uint32_t tag_of(std::uint64_t data) const override {
    return static_cast<std::uint32_t>(data >> kTagAt);
  }

 private:
  template <class Port>
  static void put(Port& port, unsigned at, unsigned width, unsigned value) {
    set_bits(port, at, width, value);
  }
  static constexpr std::uint64_t ones(unsigned bits) {
    return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1U;
  }
  [[nodiscard]] std::uint64_t data(PortIdx port) const {
    return Whole::data_of(io_.tx_data_o, port);
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

  const golden::FatTree& tree_;
  bool once_ = false;     ///< pins that hold for one edge are set
  bool control_ = false;  ///< of them some that ctl_clk_i takes
};

}  // namespace selvage::cosim
