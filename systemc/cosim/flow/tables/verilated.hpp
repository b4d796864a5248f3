// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verilated tables of flow channels behind their interfaces, for the generated file of a build.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <verilated.h>

#include "cosim/flow/tables/block.hpp"
#include "cosim/flow/tables/ifct_pins.hpp"
#include "cosim/lockstep/bits.hpp"
#include "cosim/lockstep/verilated_model.hpp"

namespace selvage::cosim {

/// The time at the inputs stays when nothing else does.
template <class In, class Root>
auto keep_time(In* in, const Root* io) -> decltype(in->now = io->now_i, void()) {
  in->now = io->now_i;
}
inline void keep_time(...) {}
/// Clock, reset and bookkeeping; Base is the block's interface.
template <class Model, class Base>
class VerilatedFlow : public Base {
 public:
  VerilatedFlow(unsigned rows, unsigned bugs, const char* name)
      : model_(name), io_(model_.io()), rows_(rows) {
    set(io_.bug_i, bugs);
    io_.clk_i = 0;
  }
  void reset() override {
    io_.rst_ni = 0;
    model_.eval();
    clock();
    clock();
    io_.rst_ni = 1;
    read_ = false;
  }
  void declare(VerilatedFstC& file) override {
    if constexpr (kShown<Model>) model_.declare(file);
  }
  void fall_idle() override {
    typename Base::In idle;
    keep_time(&idle, &io_);
    drive(idle);
    io_.clk_i = 0;
    model_.eval();
  }
  void edge(const typename Base::In& in) override {
    drive(in);
    clock();
    read_ = false;
  }
  [[nodiscard]] const typename Base::Out& out() const override {
    if (!read_) read(out_);
    read_ = true;
    return out_;
  }

 protected:
  using Root = std::remove_reference_t<decltype(*std::declval<Model&>().rootp)>;
  virtual void drive(const typename Base::In& in) = 0;
  virtual void read(typename Base::Out& out) const = 0;
  void eval() { model_.eval(); }
  void forget() { read_ = false; }
  template <class Port, class Value>
  static void set(Port& port, Value value) {
    port = static_cast<Port>(value);
  }
  template <class Bits>
  static bool bit(const Bits& bits, unsigned at) {
    return get_bits(bits, at, 1) != 0;
  }

 private:
  void clock() {
    if constexpr (kShown<Model>) {
      io_.clk_i = 0;
      model_.eval();
    }
    io_.clk_i = 1;
    model_.eval();
    if constexpr (kShown<Model>) return;
    io_.clk_i = 0;
    clocks_fall(io_, model_);
  }

  OwnModel<Model> model_;
  mutable typename Base::Out out_;
  mutable bool read_ = false;  ///< out_ is of the last edge

 protected:
  Root& io_;
  unsigned rows_;
};

template <class Valid, class Keys>
CamAllocRow cam_row(const Valid& valid, const Keys& keys, unsigned r) {
  return {get_bits(valid, r, 1) != 0, keys[r]};
}
template <class Valid, class Keys>
void read_cam(CamAllocState& s, unsigned rows, const Valid& valid, const Keys& keys) {
  s.valid.resize(rows);
  s.key.resize(rows);
  for (unsigned r = 0; r < rows; ++r) {
    s.valid[r] = get_bits(valid, r, 1) != 0;
    s.key[r] = keys[r];
  }
}

template <class Model>
class VerilatedCamAlloc final : public VerilatedFlow<Model, CamAllocBlock> {
 public:
  VerilatedCamAlloc(unsigned rows, unsigned bugs, const char* name = "flow")
      : VerilatedFlow<Model, CamAllocBlock>(rows, bugs, name) {
    this->reset();
  }
  void state(CamAllocState& s) const override {
    const auto& io = this->io_;
    read_cam(s, this->rows_, io.flow_cam_alloc__DOT__i_cam__DOT__valid_q,
             io.flow_cam_alloc__DOT__i_cam__DOT__key_q);
    s.pause = io.flow_cam_alloc__DOT__i_cam__DOT__pause_q;
    s.stalls = io.flow_cam_alloc__DOT__stalls_q;
  }
  [[nodiscard]] CamAllocRow row(unsigned r) const override {
    const auto& io = this->io_;
    return cam_row(io.flow_cam_alloc__DOT__i_cam__DOT__valid_q,
                   io.flow_cam_alloc__DOT__i_cam__DOT__key_q, r);
  }

 protected:
  void drive(const CamAllocIn& in) override {
    auto& io = this->io_;
    io.valid_i = in.req;
    this->set(io.key_i, in.key);
    io.free_valid_i = in.free;
    this->set(io.free_id_i, in.free_id);
  }
  void read(CamAllocOut& out) const override {
    const auto& io = this->io_;
    out = {io.valid_o != 0, io.hit_o != 0,   io.alloc_o != 0, io.stall_o != 0,
           io.id_o,         io.freed_o != 0, io.kept_o != 0,  io.full_o != 0,
           io.pause_o != 0, io.count_o,      io.stalls_o};
  }
};

inline std::uint16_t wrap_position(unsigned value, unsigned pos_w) {
  return static_cast<std::uint16_t>(value & ((1U << pos_w) - 1));
}

/// Where the rows of a table are: an array for each field.
struct EfctFields {
  template <class Io>
  static void read(const Io& io, unsigned r, unsigned pos_w, EfctRow& row) {
    if (get_bits(io.efct__DOT__gen_fields__DOT__seen_q, r, 1) == 0) return;
    row.data = io.efct__DOT__gen_fields__DOT__data_q[r];
    row.ack = wrap_position(row.data - io.efct__DOT__gen_fields__DOT__ext_q[r], pos_w);
  }
};

template <class Model, class Base = EfctBlock, class Fields = EfctFields>
class VerilatedEfct : public VerilatedFlow<Model, Base> {
 public:
  VerilatedEfct(unsigned rows, unsigned pos_w, unsigned bugs, const char* name = "flow")
      : VerilatedFlow<Model, Base>(rows, bugs, name), pos_w_(pos_w) {
    this->reset();
  }
  void state(EfctState& s) const override {
    const auto& io = this->io_;
    read_cam(s.cam, this->rows_, io.efct__DOT__i_cam__DOT__valid_q,
             io.efct__DOT__i_cam__DOT__key_q);
    s.cam.pause = io.efct__DOT__i_cam__DOT__pause_q;
    s.cam.stalls = io.efct__DOT__stalls_q;
    s.data.assign(this->rows_, 0);
    s.ack.assign(this->rows_, 0);
    for (unsigned r = 0; r < this->rows_; ++r) {
      const EfctRow one = row(r);
      s.data[r] = one.data;
      s.ack[r] = one.ack;
    }
  }
  [[nodiscard]] EfctRow row(unsigned r) const override {
    const auto& io = this->io_;
    EfctRow one{cam_row(io.efct__DOT__i_cam__DOT__valid_q, io.efct__DOT__i_cam__DOT__key_q, r), 0,
                0};
    Fields::read(io, r, pos_w_, one);
    return one;
  }

 protected:
  void drive(const EfctIn& in) override {
    auto& io = this->io_;
    io.valid_i = in.req;
    this->set(io.key_i, in.key);
    this->set(io.len_i, in.len);
    io.ack_valid_i = in.ack;
    this->set(io.ack_id_i, in.ack_id);
    this->set(io.ack_pos_i, in.ack_pos);
  }
  void read(EfctOut& out) const override {
    const auto& io = this->io_;
    out = {io.valid_o != 0, io.hit_o != 0,   io.alloc_o != 0,     io.stall_o != 0, io.window_o != 0,
           io.id_o,         io.start_o,      io.rel_valid_o != 0, io.rel_id_o,     io.kept_o != 0,
           io.full_o != 0,  io.pause_o != 0, io.count_o,          io.stalls_o};
  }

 private:
  unsigned pos_w_;
};

#define SELVAGE_IFCT(field) ifct__DOT__gen_fields__DOT__i_rows__DOT__##field
struct IfctFields {
  template <class Io>
  static void read(const Io& io, unsigned r, unsigned pos_w, IfctRow& row) {
    if (get_bits(io.SELVAGE_IFCT(seen_q), r, 1) == 0) return;
    row.state = io.SELVAGE_IFCT(state_q)[r];
    row.level = io.SELVAGE_IFCT(level_q)[r];
    row.rec = io.SELVAGE_IFCT(rec_q)[r];
    row.fport = io.SELVAGE_IFCT(fport_q)[r];
    row.fvc = io.SELVAGE_IFCT(fvc_q)[r];
    row.ordered = io.SELVAGE_IFCT(ordered_q)[r];
    row.forced = io.SELVAGE_IFCT(forced_q)[r];
    row.um = io.SELVAGE_IFCT(um_q)[r];
    row.dm = io.SELVAGE_IFCT(dm_q)[r];
    row.data = io.SELVAGE_IFCT(data_q)[r];
    row.next = wrap_position(row.data + io.SELVAGE_IFCT(queue_q)[r], pos_w);
    row.ack = wrap_position(row.data - io.SELVAGE_IFCT(flow_q)[r], pos_w);
    row.umlim = io.SELVAGE_IFCT(umlim_q)[r];
    row.dmlim = wrap_position(row.data + io.SELVAGE_IFCT(slack_q)[r], pos_w);
    row.mark = io.SELVAGE_IFCT(mark_q)[r];
    row.hold = io.SELVAGE_IFCT(hold_q)[r];
    row.pace = io.SELVAGE_IFCT(pace_q)[r];
    row.dmt = io.SELVAGE_IFCT(dmt_q)[r];
  }
};
#undef SELVAGE_IFCT

template <class Model, class Base = IfctBlock, class Fields = IfctFields>
class VerilatedIfct : public VerilatedFlow<Model, Base> {
 public:
  VerilatedIfct(unsigned rows, unsigned pos_w, const IfctStatic& st, unsigned bugs,
                const char* name = "flow")
      : VerilatedFlow<Model, Base>(rows, bugs, name), pos_w_(pos_w) {
    auto& io = this->io_;
    for (unsigned l = 0; l < 8; ++l) {
      set_bits(io.mfe_i, l * pos_w, pos_w, st.mfe[l]);
      set_bits(io.mqe_i, l * pos_w, pos_w, st.mqe[l]);
    }
    io.rd_enable_i = st.rd_enable;
    this->set(io.tick_i, st.tick);
    this->set(io.cool_t_i, st.cool_t);
    this->set(io.hold_t_i, st.hold_t);
    this->set(io.refresh_t_i, st.refresh_t);
    this->set(io.expire_t_i, st.expire_t);
    this->set(io.fc_hi_i, st.fc_hi);
    this->set(io.fc_lo_i, st.fc_lo);
    this->set(io.headroom_i, st.headroom);
    this->set(io.ep_rec_i, st.ep_rec);
    io.ep_weigh_i = st.ep_weigh;
    this->set(io.unit_cyc_i, st.unit_cyc);
    this->set(io.inj_limit_i, st.inj_limit);
    this->reset();
  }
  void state(IfctState& s) const override {
    static_cast<IfctCounters&>(s) = counters();
    s.row.resize(this->rows_);
    for (unsigned r = 0; r < this->rows_; ++r) s.row[r] = row(r);
  }
  [[nodiscard]] IfctRow row(unsigned r) const override {
    IfctRow row;
    Fields::read(this->io_, r, pos_w_, row);
    return row;
  }
  [[nodiscard]] IfctCounters counters() const override {
    const auto& io = this->io_;
    return {io.ifct__DOT__inj_q, io.ifct__DOT__holes_q, io.ifct__DOT__losses_q, io.stray_o,
            io.moves_o};
  }

 protected:
  void drive(const IfctIn& in) override {
    drive_ifct(this->io_, in);
    this->io_.chk_peek_i = in.chk.peek;
  }
  void read(IfctOut& out) const override {
    read_ifct(this->io_, out);
    out.row_valid = this->io_.chk_row_valid_o != 0;
  }

 private:
  unsigned pos_w_;
};

#define SELVAGE_OFCT(field) ofct__DOT__i_rows__DOT__gen_fields__DOT__##field
struct OfctFields {
  template <class Io>
  static void read(const Io& io, unsigned r, unsigned pos_w, OfctRow& row) {
    if (get_bits(io.SELVAGE_OFCT(seen_q), r, 1) == 0) return;
    row.dm = get_bits(io.SELVAGE_OFCT(dm_q), r, 1) != 0;
    row.port = io.SELVAGE_OFCT(port_q)[r];
    row.id = io.SELVAGE_OFCT(id_q)[r];
    row.data = io.SELVAGE_OFCT(data_q)[r];
    row.ack = io.SELVAGE_OFCT(ack_q)[r];
    row.dmlim = wrap_position(row.data + io.SELVAGE_OFCT(slack_q)[r], pos_w);
    row.dmt = io.SELVAGE_OFCT(dmt_q)[r];
    row.last = io.SELVAGE_OFCT(last_q)[r];
  }
};
#undef SELVAGE_OFCT

template <class Model, class Base = OfctBlock, class Fields = OfctFields>
class VerilatedOfct : public VerilatedFlow<Model, Base> {
 public:
  VerilatedOfct(unsigned rows, unsigned pos_w, const OfctStatic& st, unsigned bugs,
                const char* name = "flow")
      : VerilatedFlow<Model, Base>(rows, bugs, name), pos_w_(pos_w) {
    this->set(this->io_.tick_i, st.tick);
    this->set(this->io_.stale_t_i, st.stale_t);
    this->set(this->io_.expire_t_i, st.expire_t);
    this->reset();
  }
  void state(OfctState& s) const override {
    s.row.resize(this->rows_);
    for (unsigned r = 0; r < this->rows_; ++r) s.row[r] = row(r);
    s.stray = stray();
    s.stalls = this->io_.ofct__DOT__stalls_q;
  }
  [[nodiscard]] std::uint32_t stray() const override { return this->io_.ofct__DOT__stray_q; }
  [[nodiscard]] OfctRow row(unsigned r) const override {
    const auto& io = this->io_;
    OfctRow row;
    Fields::read(io, r, pos_w_, row);
    row.valid = this->bit(io.ofct__DOT__i_cam__DOT__valid_q, r);
    return row;
  }

 protected:
  void drive(const OfctIn& in) override {
    auto& io = this->io_;
    this->set(io.now_i, in.now);
    io.map_valid_i = in.map.valid;
    this->set(io.map_port_i, in.map.port);
    this->set(io.map_id_i, in.map.id);
    this->set(io.map_len_i, in.map.len);
    this->set(io.map_hole_i, in.map.hole);
    io.map_ordered_i = in.map.ordered;
    io.rev_valid_i = in.rev.valid;
    this->set(io.rev_id_i, in.rev.id);
    this->set(io.rev_type_i, in.rev.type);
    this->set(io.rev_pos_i, in.rev.pos);
    io.chk_valid_i = in.chk.valid;
    this->set(io.chk_id_i, in.chk.id);
    this->set(io.chk_kind_i, in.chk.kind);
  }
  void read(OfctOut& out) const override {
    const auto& io = this->io_;
    out = {{io.map_valid_o != 0, io.map_hit_o != 0, io.map_alloc_o != 0, io.map_stall_o != 0,
            io.map_over_o != 0, io.map_oid_o, io.map_start_o, io.map_delta_o},
           {io.rev_valid_o != 0, io.rev_port_o, io.rev_iid_o, io.rev_type_o, io.rev_delta_o,
            io.rev_rel_valid_o != 0, io.rev_rel_id_o},
           {io.chk_valid_o != 0, io.chk_port_o, io.chk_iid_o, io.chk_type_o, io.chk_delta_o,
            io.chk_rel_valid_o != 0, io.chk_rel_id_o},
           {io.chk_mark_valid_o != 0, io.chk_mark_id_o, io.chk_mark_pos_o},
           io.full_o != 0,
           io.count_o,
           io.stalls_o};
  }

 private:
  unsigned pos_w_;
};

}  // namespace selvage::cosim
