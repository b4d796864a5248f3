// SPDX-License-Identifier: Apache-2.0
/// \file
/// A verilated `mesh_router` of any parameter set behind the block interface. Included only by the
/// generated file of each build.
#pragma once

#include "cosim/lockstep/bits.hpp"
#include "cosim/lockstep/whole_model.hpp"
#include "cosim/mesh/router_block.hpp"

namespace selvage::cosim {

template <class Model>
class VerilatedRouter final : public RouterBlock, WholeModel<Model> {
  using Whole = WholeModel<Model>;
  using Whole::clocks;
  using Whole::io_;
  using Whole::model_;
  using Whole::set;
  static constexpr unsigned kCoord = 4;  // bits of a coordinate
  static constexpr unsigned kPorts = 7;
  static constexpr unsigned kVcs = 2;
  static constexpr unsigned kChannels = kPorts * kVcs;
  static constexpr unsigned kCount = 8;  // bits of a count of places
  static constexpr unsigned kSource = 3 * kCoord;
  static constexpr unsigned kHeader = 6 * kCoord;
  static constexpr unsigned kTie = kHeader + 5;
  static constexpr unsigned kTag = 32;
  static constexpr unsigned kMessage = 44;
  static constexpr unsigned kTurns = 2 * kPorts;

 public:
  explicit VerilatedRouter(const RouterOptions& options)
      : Whole(options.name.c_str()), mesh_(*options.mesh) {
    set(io_.bug_i, options.bugs);
    set(io_.here_i, point(options.self));
    set(io_.present_i, mesh_.present(options.self));
    for (unsigned c = 0; c < kChannels; ++c) {
      set_bits(io_.depth_i, kCount * c, kCount, options.depth[c]);
      set_bits(io_.full_i, kCount * c, kCount, options.full[c]);
    }
    io_.reserve_i = options.reserve;
    io_.free_at_tail_i = options.free_at_tail;
    io_.msg_takes_i = options.messages_take;
    set(io_.link_ok_i, (1U << kPorts) - 1);
    io_.turn_i = 0;
    clear_pins();  // of a model that another router has left
    Whole::reset();
  }

  void flit(PortIdx port, const Flit& f) override {
    set_bits(io_.rx_valid_i, port, 1, 1);
    set_bits(io_.rx_vc_i, port, 1, f.vc);
    set_bits(io_.rx_head_i, port, 1, f.head);
    set_bits(io_.rx_tail_i, port, 1, f.tail);
    set_bits(io_.rx_abort_i, port, 1, f.abort);
    Whole::put_data(io_.rx_data_i, port, f.data);
    once_ = true;
  }
  void credit(unsigned channel) override {
    set_bits(io_.credit_i, channel, 1, 1);
    once_ = true;
  }
  void message(PortIdx port, const ControlMessage& message) override {
    set_bits(io_.msg_valid_i, port, 1, 1);
    set_bits(io_.msg_i, kMessage * port, kMessage, message.body);
    once_ = true;
  }
  void link_event(PortIdx port, bool up) override {
    if (up) set_bits(io_.link_up_i, port, 1, 1);
    else set_bits(io_.link_down_i, port, 1, 1);
    once_ = true;
  }
  void link_begins(PortIdx port) override {
    set_bits(io_.link_init_i, port, 1, 1);
    once_ = true;
  }
  void wipe() override {
    io_.wipe_i = 1;
    once_ = true;
  }
  void link_alive(PortIdx port, bool alive) override { set_bits(io_.link_ok_i, port, 1, alive); }

  void edge(Cycle cycle) override {
    turn(cycle);
    rise();
    Whole::fall_quickly();
    let_go();
  }
  void turn(Cycle cycle) override { set(io_.turn_i, cycle % kTurns); }
  /// What leaves a clock out sees no edge of it.
  void rise() override {
    clocks(true, !io_.hdr_idle_o, !io_.ctl_idle_o);
    model_.eval();
  }
  void fall() override {
    clocks(false, false, false);
    model_.eval();
    let_go();
  }
  void declare(VerilatedFstC& file) override { model_.declare(file); }
  [[nodiscard]] bool idle() const override { return io_.idle_o && !once_; }
  [[nodiscard]] RouterShown shown() const override {
    RouterShown s;
    s.flits = io_.tx_valid_o;
    s.messages = io_.msg_valid_o;
    s.clear = io_.clear_o;
    s.malformed = io_.malformed_o;
    s.credits = io_.credit_o;
    s.answered = io_.dec_in_o;
    s.answer = io_.dec_kind_o;
    s.taken = io_.dec_out_o;
    return s;
  }
  [[nodiscard]] Flit sent(PortIdx port) const override {
    Flit f;
    f.vc = io_.tx_vc_o >> port & 1U;
    f.head = (io_.tx_head_o >> port & 1U) != 0;
    f.tail = (io_.tx_tail_o >> port & 1U) != 0;
    f.abort = (io_.tx_abort_o >> port & 1U) != 0;
    f.data = Whole::data_of(io_.tx_data_o, port);
    return f;
  }
  [[nodiscard]] ControlMessage sent_message(PortIdx /*port*/) const override {
    ControlMessage m;
    m.body = io_.msg_o;
    return m;
  }
  [[nodiscard]] unsigned held(unsigned channel) const override {
    return static_cast<unsigned>(
        get_bits(io_.mesh_router__DOT__i_inputs__DOT__count_q, kCount * channel, kCount));
  }
  [[nodiscard]] std::uint64_t head(const HeadFlit& h) const override {
    return std::uint64_t{h.tag} << kTag | std::uint64_t{h.tie} << kTie |
           std::uint64_t{h.header} << kHeader | std::uint64_t{point(h.source)} << kSource |
           point(h.destination);
  }

 private:
  [[nodiscard]] unsigned point(SwitchIdx node) const {
    const golden::MeshPoint p = mesh_.point_of(node);
    unsigned word = 0;
    for (unsigned i = 0; i < 3; ++i) word |= static_cast<unsigned>(p[i]) << (i * kCoord);
    return word;
  }
  /// The pins that hold for one edge.
  void let_go() {
    if (!once_) return;
    once_ = false;
    clear_pins();
  }
  void clear_pins() {
    io_.rx_valid_i = 0;
    io_.credit_i = 0;
    io_.msg_valid_i = 0;
    io_.link_down_i = 0;
    io_.link_up_i = 0;
    io_.link_init_i = 0;
    io_.wipe_i = 0;
  }

  const golden::Mesh& mesh_;
  bool once_ = false;  ///< pins that hold for one edge are set
};

}  // namespace selvage::cosim
