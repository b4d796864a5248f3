// SPDX-License-Identifier: Apache-2.0
/// \file
/// A verilated `mesh_router` of any parameter set behind the block interface. Included only by the
/// generated file of each build.
#pragma once

#include "cosim/lockstep/whole_model.hpp"
#include "cosim/mesh/router_block.hpp"
#include "golden/number.hpp"

namespace selvage::cosim {

template <class Model>
class VerilatedRouter final : public WholeModel<Model, RouterBlock> {
  using Whole = WholeModel<Model, RouterBlock>;
  using Whole::io_;
  using Whole::pulse;
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
    io_.numbered_i = options.numbered;
    set(io_.link_ok_i, low_bits(kPorts));
    io_.turn_i = 0;
    Whole::clear_pins();  // of a model that another router has left
    Whole::reset();
  }

  void flit(PortIdx port, const Flit& f) override {
    pulse(io_.rx_valid_i, port);
    pulse(io_.rx_vc_i, port, 1, f.vc);
    pulse(io_.rx_head_i, port, 1, f.head);
    pulse(io_.rx_tail_i, port, 1, f.tail);
    pulse(io_.rx_abort_i, port, 1, f.abort);
    Whole::put_data(io_.rx_data_i, port, f.data);
  }
  void credit(unsigned channel) override { pulse(io_.credit_i, channel); }
  void message(PortIdx port, const ControlMessage& message) override {
    pulse(io_.msg_valid_i, port);
    pulse(io_.msg_i, kMessage * port, kMessage, message.body);
  }
  void message_mark(PortIdx port, std::uint32_t number, bool bad) override {
    pulse(io_.msg_bad_i, port, 1, bad);
    pulse(io_.msg_number_i, kMessageNumberBits * port, kMessageNumberBits,
          number & low_bits(kMessageNumberBits));
  }
  void far_resend(PortIdx port, std::uint32_t number) override {
    pulse(io_.tx_resend_i, port);
    pulse(io_.tx_number_i, kMessageNumberBits * port, kMessageNumberBits,
          number & low_bits(kMessageNumberBits));
  }
  void link_alive(PortIdx port, bool alive) override { set_bits(io_.link_ok_i, port, 1, alive); }

  void edge(Cycle cycle) override {
    turn(cycle);
    Whole::edge(cycle);
  }
  void turn(Cycle cycle) override { set(io_.turn_i, cycle % kTurns); }
  [[nodiscard]] RouterShown shown() const override {
    RouterShown s;
    s.flits = io_.tx_valid_o;
    s.messages = io_.msg_valid_o;
    s.resend = io_.rx_resend_o;
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
  [[nodiscard]] ControlMessage sent_message(PortIdx port) const override {
    ControlMessage m;
    m.body = get_bits(io_.msg_o, kMessage * port, kMessage);
    return m;
  }
  [[nodiscard]] std::uint32_t sent_number(PortIdx port) const override {
    return static_cast<std::uint32_t>(
        get_bits(io_.msg_number_o, kMessageNumberBits * port, kMessageNumberBits));
  }
  [[nodiscard]] std::uint32_t resend_number(PortIdx port) const override {
    return static_cast<std::uint32_t>(
        get_bits(io_.rx_number_o, kMessageNumberBits * port, kMessageNumberBits));
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
  void clear_data_pins() override {
    io_.rx_valid_i = 0;
    io_.credit_i = 0;
    io_.msg_valid_i = 0;
    io_.msg_bad_i = 0;
    io_.tx_resend_i = 0;
  }

  const golden::Mesh& mesh_;
};

}  // namespace selvage::cosim
