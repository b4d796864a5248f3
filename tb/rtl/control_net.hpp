// SPDX-License-Identifier: Apache-2.0
// A whole m-port n-tree of verilated fattree_control blocks, wired by plain C++: links with
// latency, death and repair, detection at both ends. For the RTL designer's own smoke test
// (control_bench.cpp); the golden model is somebody else's.
// The build's parameters are RM, RN, RW, RLAT; the tree may be smaller than the build.
#pragma once
#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <vector>

#include "Vdut.h"
#include "Vdut___024root.h"
#include "verilated.h"

namespace net {
using u64 = std::uint64_t;

constexpr int clog2(int x) { return x <= 1 ? 0 : 1 + clog2((x + 1) / 2); }
constexpr int M = RM, N = RN, W = RW, LAT = RLAT, H = M / 2, DW = clog2(M);
constexpr int HW = H > 1 ? clog2(H) : 1, LW = clog2(N), KW = (N - 1) * DW, SEQ_W = 8;
constexpr int MSGW = 3 + LW + KW + HW + SEQ_W;

// bits [at, at + width) of a port of any width, width <= 64
template <class Port>
u64 get_bits(const Port& port, int at, int width) {
  u64 value = 0;
  if constexpr (std::is_integral_v<Port>) {
    value = u64(port) >> at;
  } else {
    for (int k = 0; k < width; ++k) value |= u64(port[(at + k) / 32] >> ((at + k) % 32) & 1) << k;
  }
  return width < 64 ? value & ((u64(1) << width) - 1) : value;
}
template <class Port>
void set_bits(Port& port, int at, int width, u64 value) {
  if constexpr (std::is_integral_v<Port>) {
    const u64 mask = ((u64(1) << width) - 1) << at;
    port = Port((u64(port) & ~mask) | (value << at & mask));
  } else {
    for (int k = 0; k < width; ++k) {
      auto& word = port[(at + k) / 32];
      const unsigned bit = 1u << ((at + k) % 32);
      word = (value >> k & 1) ? word | bit : word & ~bit;
    }
  }
}

struct Options {
  int m = M, n = N;  // the tree
  bool paper = false;
  bool clock_all = false;  // also clock idle switches
  int stop_extra = 0;      // cycles more on the way of a stop
  int bug = -1;
  u64 lines = ~u64(0);
};

struct Switch {
  std::unique_ptr<Vdut> dut;
  int level;
  std::vector<int> digits;      // n - 1
  std::vector<int> peer, port;  // by tree port: switch at the other end and its tree port, or -1
  bool touched = true;          // clock it in the next cycle
};

// One for all: a scope's destructor looks for the thread's current context.
inline VerilatedContext context;

class Net {
 public:
  Options o;
  int h;
  std::vector<Switch> switches;
  std::vector<std::vector<bool>> alive;  // by switch and tree port
  u64 now = 0, hash = 14695981039346656037u, sent = 0, overflows = 0, stops = 0, clocks = 0;
  u64 last_change = 0;

  explicit Net(const Options& options) : o(options), h(options.m / 2) {
    for (int level = 0; level < o.n; ++level) {
      const int top = level == o.n - 1 ? h : o.m;  // values of digit n-2
      int count = top;
      for (int k = 0; k < o.n - 2; ++k) count *= h;
      for (int s = 0; s < count; ++s) {
        Switch w;
        w.level = level;
        for (int k = 0, rest = s; k < o.n - 1; ++k) {
          const int range = k == o.n - 2 ? top : h;
          w.digits.push_back(rest % range);
          rest /= range;
        }
        w.peer.assign(o.m, -1);
        w.port.assign(o.m, -1);
        w.dut = std::make_unique<Vdut>(&context);
        switches.push_back(std::move(w));
      }
    }
    alive.assign(switches.size(), std::vector<bool>(o.m, true));
    for (std::size_t s = 0; s < switches.size(); ++s) {  // FT-TOP-2
      if (root(s)) continue;
      for (int j = 0; j < h; ++j) {
        std::vector<int> digits = switches[s].digits;
        const int down = digits[switches[s].level];
        digits[switches[s].level] = j;
        const int parent = find(switches[s].level + 1, digits);
        switches[s].peer[h + j] = parent;
        switches[s].port[h + j] = down;
        switches[parent].peer[down] = int(s);
        switches[parent].port[down] = h + j;
      }
    }
    wires_.assign(switches.size(), std::vector<Wire>(o.m));
    reset();
  }

  bool root(std::size_t s) const { return switches[s].level == o.n - 1; }
  int find(int level, const std::vector<int>& digits) const {
    for (std::size_t s = 0; s < switches.size(); ++s)
      if (switches[s].level == level && switches[s].digits == digits) return int(s);
    return -1;
  }
  // tree port -> port of the build
  int pin(std::size_t s, int p) const { return !root(s) && p >= h ? H + p - h : p; }

  void reset() {
    for (std::size_t s = 0; s < switches.size(); ++s) {
      Vdut& d = *switches[s].dut;
      d.level_i = switches[s].level;
      d.levels_i = o.n;
      u64 coord = 0, ports = 0;
      for (int k = 0; k < o.n - 1; ++k) coord |= u64(switches[s].digits[k]) << (k * DW);
      for (int p = 0; p < o.m; ++p) ports |= u64(1) << pin(s, p);
      d.coord_i = coord;
      d.port_en_i = ports;
      d.xoff_i = 16 - 2 * LAT - 2;
      d.line_en_i = o.lines;
      d.rule_paper_i = o.paper;
#ifdef SELVAGE_BUGS
      d.bug_i = o.bug >= 0 ? 1 << o.bug : 0;
#endif
      d.rst_ni = 0;
      d.eval();  // with the clock low: the first evaluation sees no edge
      clock(d);
      clock(d);
      d.rst_ni = 1;
    }
  }

  // Physical death or repair of the link at tree port p of switch s; detection comes by event().
  void set_link(std::size_t s, int p, bool up) {
    const int other = switches[s].peer[p], q = switches[s].port[p];
    alive[s][p] = alive[other][q] = up;
    wires_[s][p] = wires_[other][q] = Wire();
  }
  // Link event at one end, in the next cycle.
  void event(std::size_t s, int p, bool up) {
    Vdut& d = *switches[s].dut;
    (up ? d.link_up_i : d.link_down_i) |= u64(1) << pin(s, p);
    switches[s].touched = true;
  }

  void cycle() {
    // what is on the wires in this cycle, at the near ends
    for (std::size_t s = 0; s < switches.size(); ++s) {
      Vdut& d = *switches[s].dut;
      for (int p = 0; p < o.m; ++p) {
        if (switches[s].peer[p] < 0) continue;
        Wire& wire = wires_[s][p];
        Wire::Slot& slot = wire.slots[now % Slots];
        slot = Wire::Slot();
        if (d.msg_valid_o >> pin(s, p) & 1) {
          slot.valid = true;
          slot.message = get_bits(d.msg_data_o, pin(s, p) * MSGW, MSGW);
          note(s, p, slot.message);
        }
        slot.stop = d.msg_stop_o >> pin(s, p) & 1;
        stops += slot.stop;
        if (!alive[s][p]) slot = Wire::Slot();
      }
    }
    // at the far ends
    for (std::size_t s = 0; s < switches.size(); ++s) {
      Switch& w = switches[s];
      Vdut& d = *w.dut;
      u64 valid = 0, stop = 0;
      for (int p = 0; p < o.m; ++p) {
        if (w.peer[p] < 0) continue;
        const Wire& wire = wires_[w.peer[p]][w.port[p]];
        const Wire::Slot& slot = wire.slots[(now + Slots - LAT) % Slots];
        if (slot.valid && alive[s][p]) {
          valid |= u64(1) << pin(s, p);
          set_bits(d.msg_data_i, pin(s, p) * MSGW, MSGW, slot.message);
        }
        const int way = LAT - 1 + o.stop_extra;
        if (wire.slots[(now + Slots - way) % Slots].stop) stop |= u64(1) << pin(s, p);
      }
      if (valid || stop != u64(d.msg_stop_i)) w.touched = true;
      d.msg_valid_i = valid;
      d.msg_stop_i = stop;
    }
    ++now;
    for (Switch& w : switches) {
      Vdut& d = *w.dut;
      if (!w.touched && d.idle_o && d.req_idle_o && !o.clock_all) continue;
      if (!(d.idle_o && d.req_idle_o) || w.touched) last_change = now;
      clock(d);
      ++clocks;
      overflows += d.overflow_o;
      d.link_down_i = d.link_up_i = 0;
      w.touched = false;
    }
  }

  bool idle() const {
    for (const Switch& w : switches)
      if (!(w.dut->idle_o && w.dut->req_idle_o) || w.touched) return false;
    return now > last_change + LAT + 2;
  }
  // Runs until everything is idle; false if that takes longer than limit cycles.
  bool drain(u64 limit) {
    for (const u64 end = now + limit; !idle(); cycle())
      if (now > end) return false;
    return true;
  }

  static void clock(Vdut& d) {
    d.clk_i = d.req_clk_i = 1;
    d.eval();
    d.clk_i = d.req_clk_i = 0;
    d.eval();
  }

  void mix(u64 x) { hash = (hash ^ x) * 1099511628211u; }

 private:
  static constexpr int Slots = 2 * LAT + 8;
  struct Wire {  // outgoing
    struct Slot {
      bool valid = false, stop = false;
      u64 message = 0;
    };
    Slot slots[Slots];
  };
  std::vector<std::vector<Wire>> wires_;

  // the trace, independent of the build's widths
  void note(std::size_t s, int p, u64 message) {
    ++sent;
    mix(now);
    mix(s * 64 + p);
    mix(message & 7);
    mix(message >> 3 & ((1 << LW) - 1));
    for (int k = 0; k < o.n - 1; ++k) mix(message >> (3 + LW + k * DW) & ((1 << DW) - 1));
    mix(message >> (3 + LW + KW) & ((1 << HW) - 1));
    mix(message >> (3 + LW + KW + HW) & 255);
  }
};
}  // namespace net
