// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C interface of a verilated switch; compiled by selvage_add_switch together with the model of
/// `selvage_switch` and the facts that `selvage new-switch --wrap` has written.
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "Vselvage_switch.h"
#include "selvage_switch.h"
#include "selvage_switch_facts.h"
#include "verilated.h"

namespace {

struct Instance {
  VerilatedContext context;
  std::unique_ptr<Vselvage_switch> top;
  std::string said;  // what it printed, and where it stopped
  bool stopped = false;
  uint64_t alive = 0;  // links at the edge before
};

Instance* current = nullptr;  // whose code runs
struct Dead {};               // Verilator's loops would go on for ever

/// As long as it lives, code of an instance runs.
struct Call {
  explicit Call(Instance& self) {
    current = &self;
    Verilated::threadContextp(&self.context);
  }
  ~Call() { current = nullptr; }
};

/// Keeps what was said last: why it stopped stands at the end.
void say(const std::string& text) {
  constexpr std::size_t kMost = 4000;
  if (current == nullptr) return;
  std::string& said = current->said;
  said += text;
  if (said.size() > 2 * kMost) said.erase(0, said.size() - kMost);
}
void stop(const std::string& why, const char* file, int line) {
  if (current == nullptr) return;
  say(why + " in " + file + ":" + std::to_string(line));
  current->stopped = true;
}

constexpr uint64_t kPorts =
    SELVAGE_SWITCH_PORTS >= 64 ? ~0ULL : (1ULL << SELVAGE_SWITCH_PORTS % 64) - 1;

template <class Pin>
void put(Pin& pin, uint64_t value) {
  pin = static_cast<Pin>(value);
}

/// Of two bits a port the lower is of `low`, the upper of `high`.
uint64_t symbols(uint64_t low, uint64_t high) {
  uint64_t all = 0;
  for (uint64_t rest = low; rest != 0; rest &= rest - 1) all |= 1ULL << 2 * __builtin_ctzll(rest);
  for (uint64_t rest = high; rest != 0; rest &= rest - 1) all |= 2ULL << 2 * __builtin_ctzll(rest);
  return all;
}

void drive(Vselvage_switch& t, const selvage_switch_in& in) {
  put(t.rx_sym_i, symbols(in.rx_beat, in.rx_message));
  put(t.rx_head_i, in.rx_head);
  put(t.rx_tail_i, in.rx_tail);
  put(t.rx_bad_i, in.rx_bad);
  put(t.rx_ok_i, in.rx_ok);
  put(t.tx_ok_i, in.tx_ok);
  put(t.tx_xon_i, in.tx_xon);
  put(t.tx_stop_i, in.tx_stop);
  put(t.link_down_i, in.link_down);
  put(t.link_up_i, in.link_up);
  put(t.link_init_i, in.link_init);
  put(t.wipe_i, in.wipe);
  put(t.tx_resend_i, in.tx_resend);
  for (uint64_t rest = in.tx_resend; rest != 0; rest &= rest - 1) {
    const unsigned p = __builtin_ctzll(rest);
    t.tx_number_i[p] = in.tx_number[p];
  }
  for (uint64_t rest = in.rx_beat | in.rx_message; rest != 0; rest &= rest - 1) {
    const unsigned p = __builtin_ctzll(rest);
    t.rx_data_i[2 * p] = static_cast<uint32_t>(in.rx_data[p]);
    t.rx_data_i[2 * p + 1] = static_cast<uint32_t>(in.rx_data[p] >> 32);
  }
}

void look(const Vselvage_switch& t, selvage_switch_out& out) {
  out.tx_beat = out.tx_message = 0;
  for (uint64_t rest = t.tx_sym_o; rest != 0; rest &= rest - 1) {
    const unsigned bit = __builtin_ctzll(rest);
    (bit % 2 == 0 ? out.tx_beat : out.tx_message) |= 1ULL << bit / 2;
  }
  out.tx_head = t.tx_head_o;
  out.tx_tail = t.tx_tail_o;
  out.tx_bad = t.tx_bad_o;
  out.rx_xon = t.rx_xon_o;
  out.rx_stop = t.rx_stop_o;
  out.clear = t.clear_o;
  out.decided = t.decided_o;
  out.want = t.want_o;
  out.drained = t.drained_o;
  out.malformed = t.malformed_o;
  for (uint64_t rest = out.drained; rest != 0; rest &= rest - 1) {
    const unsigned p = __builtin_ctzll(rest);
    out.drained_tag[p] = t.drained_tag_o[p];
  }
  out.rx_resend = t.rx_resend_o;
  for (uint64_t rest = out.rx_resend; rest != 0; rest &= rest - 1) {
    const unsigned p = __builtin_ctzll(rest);
    out.rx_number[p] = t.rx_number_o[p];
  }
  out.idle = t.idle_o;
  for (uint64_t rest = out.tx_beat | out.tx_message; rest != 0; rest &= rest - 1) {
    const unsigned p = __builtin_ctzll(rest);
    out.tx_data[p] = t.tx_data_o[2 * p] | uint64_t{t.tx_data_o[2 * p + 1]} << 32;
  }
}

void clock(Vselvage_switch& t, bool high, bool control) {
  t.clk_i = t.hdr_clk_i = high;
  t.ctl_clk_i = high && control;
  t.eval();
}

void* create(const selvage_switch_params* p, char*, size_t) {
  auto* const self = new Instance;
  const Call call(*self);
  self->context.randReset(p->seed == 0 ? 0 : 2);
  self->context.randSeed(static_cast<int>(p->seed % 0x7fffffff) + 1);
  self->top = std::make_unique<Vselvage_switch>(&self->context, p->name);
  Vselvage_switch& t = *self->top;
  put(t.level_i, p->level);
  put(t.coord_i, p->coord);
  put(t.line_en_i, p->line_enable);
  put(t.rule_paper_i, p->rule_paper);
  put(t.xoff_i, p->message_xoff);
  put(t.xon_most_i, p->xon_most);
  put(t.bug_i, p->bugs);
  put(t.numbered_i, p->numbered);
  selvage_switch_in in{};
  in.rx_ok = in.tx_ok = in.tx_xon = self->alive = kPorts;
  try {
    drive(t, in);
    t.rst_ni = 0;
    clock(t, false, false);
    for (int i = 0; i < 2; ++i) {
      clock(t, true, true);
      clock(t, false, false);
    }
    t.rst_ni = 1;
    t.eval();
  } catch (const Dead&) {
  }
  return self;  // one that has stopped says so at its first edge
}

void edge(void* of, const selvage_switch_in* in, selvage_switch_out* out) {
  auto& self = *static_cast<Instance*>(of);
  const Call call(self);
  Vselvage_switch& t = *self.top;
  if (!self.stopped) {
    try {
      drive(t, *in);
      const uint64_t changed = in->rx_ok ^ self.alive;
      const bool control = (in->rx_message | in->link_down | in->link_up | in->link_init |
                            in->tx_resend | changed) != 0;
      self.alive = in->rx_ok;
      clock(t, true, control || t.ctl_idle_o == 0);
      clock(t, false, false);
      look(t, *out);
    } catch (const Dead&) {
    }
  }
  out->failed = self.stopped;
}

const char* failure(void* of) { return static_cast<Instance*>(of)->said.c_str(); }

void destroy(void* of) {
  auto* const self = static_cast<Instance*>(of);
  if (self->stopped) return;  // what is left may not be fit to be destroyed
  const Call call(*self);
  try {
    self->top->final();
    delete self;
  } catch (const Dead&) {
  }
}

}  // namespace

// What Verilator's runtime calls instead of its own.
extern "C" int selvage_switch_printf(const char* format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  const int length = std::vsnprintf(text, sizeof text, format, args);
  va_end(args);
  say(text);
  return length;
}
void vl_finish(const char* file, int line, const char*) VL_MT_UNSAFE {
  stop("$finish", file, line);
}
void vl_stop(const char* file, int line, const char*) VL_MT_UNSAFE {
  stop("a failed assertion, or $stop,", file, line);
}
void vl_fatal(const char* file, int line, const char*, const char* what) VL_MT_UNSAFE {
  stop(what, file == nullptr ? "" : file, line);
  throw Dead{};
}

const selvage_switch selvage_switch_plugin = {SELVAGE_SWITCH_ABI,
                                              sizeof(selvage_switch),
                                              SELVAGE_SWITCH_PORTS,
                                              SELVAGE_SWITCH_LEVELS,
                                              SELVAGE_SWITCH_OFFERS,
                                              SELVAGE_SWITCH_LINES,
                                              SELVAGE_SWITCH_XOFF_BITS,
                                              SELVAGE_SWITCH_XON_MOST_BITS,
                                              SELVAGE_SWITCH_NAME,
                                              SELVAGE_SWITCH_MANIFEST_FILE,
                                              SELVAGE_SWITCH_MANIFEST,
                                              create,
                                              edge,
                                              failure,
                                              destroy};
