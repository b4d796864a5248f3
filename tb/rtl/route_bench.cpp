// SPDX-License-Identifier: Apache-2.0
// Stand-alone driver of the verilated fattree_route: random stimuli against a few lines of plain
// C++ (the RTL designer's own smoke test; the golden model is somebody else's), then the cost of a
// clock. Built and run by scripts/bench_rtl, which defines RM, RN, RW (parameters) and BUG (faults
// of SELVAGE_BUGS, or -1 when the block is built without them).
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

#include "Vdut.h"
#include "Vdut___024root.h"
#include "verilated.h"

namespace {
using u64 = std::uint64_t;

constexpr int clog2(int x) { return x <= 1 ? 0 : 1 + clog2((x + 1) / 2); }
constexpr int M = RM, N = RN, W = RW, H = M / 2, DW = clog2(M);

int digit(u64 address, int i) { return int(address >> (i * DW)) & ((1 << DW) - 1); }

struct Inputs {
  bool clear, insert, up_dead, dlfm, down_dead, req, from_up;
  u64 key, src, dst;
  int bit, up_dead_port, dlfm_port, dlfm_level, down_dead_port;
};

struct Decision {
  bool up = false, drop = false;
  int port = 0;
  u64 mask = 0;
};

struct Line {
  bool valid = false;
  u64 key = 0, bits = 0;
};

// The requirements, one after the other.
struct Model {
  int level;
  u64 line_en;
  std::vector<Line> table = std::vector<Line>(W);
  std::vector<int> failed = std::vector<int>(H), own = failed, ps_level = failed;
  std::vector<int> down = std::vector<int>(M);

  Decision route(const Inputs& q) const {
    const int bug = BUG < 0 ? 0 : BUG;
    Decision d;
    int l_anc = 0;
    for (int i = 0; i < N; ++i)
      if (digit(q.src, i) != digit(q.dst, i)) l_anc = i;
    d.port = digit(q.dst, level);
    if (q.from_up || level >= l_anc) return d;  // FT-RS-1
    d.up = d.drop = true;
    d.port = 0;
    u64 faulty = 0;
    for (const Line& line : table) {  // FT-LFT-3
      bool match = line.valid;
      for (int i = level; i < N - 1; ++i) match &= digit(line.key, i) == digit(q.dst, i + 1);
      if (match) faulty |= line.bits;
    }
    if (bug & 1) faulty = 0;
    for (int k = 0; k < H; ++k)  // FT-RS-2, FT-RS-3
      if (!(failed[k] && ps_level[k] < l_anc) && !(faulty >> k & 1)) d.mask |= u64(1) << k;
    int first = digit((bug & 2) ? q.src : q.dst, level);
    if ((bug & 4) && !(d.mask >> first & 1)) first = 0;
    for (int k = 0; k < H && d.drop; ++k) {  // FT-RS-4, FT-RS-5
      const int j = (first + k) % H;
      if (d.mask >> j & 1) d.drop = false, d.port = H + j;
    }
    return d;
  }

  bool update(const Inputs& q) {  // returns overflow
    bool overflow = false;
    if (q.clear) {
      *this = Model{level, line_en};
    }
    if (q.insert) {  // FT-LFT-1, FT-LFT-2
      Line* found = nullptr;
      for (Line& line : table)
        if (line.valid && line.key == q.key) found = &line;
      for (int w = 0; w < W && !found; ++w)
        if (!table[w].valid && (line_en >> w & 1)) {
          found = &table[w];
          *found = Line{true, q.key, 0};
        }
      if (found) found->bits |= u64(1) << q.bit;
      overflow = !found;
    }
    if (q.up_dead) {  // FT-PS-1
      failed[q.up_dead_port] = own[q.up_dead_port] = 1;
      ps_level[q.up_dead_port] = level;
    }
    if (q.dlfm && !own[q.dlfm_port]) {  // FT-PS-2
      failed[q.dlfm_port] = 1;
      ps_level[q.dlfm_port] = q.dlfm_level;
    }
    if (q.down_dead) down[q.down_dead_port] = 1;  // FT-PS-3
    return overflow;
  }
};

Vdut dut;
std::mt19937_64 generator(1);
long checks = 0, bad = 0;

int below(int n) { return int(generator() % n); }
bool one_in(int n) { return below(n) == 0; }

void tick() {
  dut.clk_i = 1;
  dut.eval();
  dut.clk_i = 0;
  dut.eval();
}

void check(bool ok, const char* what) {
  ++checks;
  if (!ok && bad++ < 10) std::printf("mismatch: %s\n", what);
}

Inputs random_inputs(int clear_rate) {
  Inputs i{};
  i.clear = one_in(clear_rate);
  i.insert = one_in(3);
  i.up_dead = one_in(60);
  i.dlfm = one_in(20);
  i.down_dead = one_in(20);
  i.req = !one_in(4);
  i.from_up = one_in(6);
  const int spread = one_in(2) ? H : 2;  // few keys at times, so that merges and hits happen
  for (int k = 0; k < N - 1; ++k) i.key |= u64(below(spread)) << (k * DW);
  for (int k = 0; k < N; ++k) {
    const int top = k == N - 1 ? M : H;
    const int a = one_in(2) ? below(top) : below(2);
    const int b = one_in(4) ? a : one_in(2) ? below(top) : below(2);
    i.src |= u64(a) << (k * DW);
    i.dst |= u64(b) << (k * DW);
  }
  i.bit = below(H);
  i.up_dead_port = below(H);
  i.dlfm_port = one_in(4) ? i.up_dead_port : below(H);
  i.dlfm_level = below(N);
  i.down_dead_port = below(M);
  return i;
}

void drive(const Inputs& i) {
  dut.clear_i = i.clear;
  dut.lft_insert_i = i.insert;
  dut.lft_key_i = i.key;
  dut.lft_bit_i = i.bit;
  dut.up_dead_i = i.up_dead;
  dut.up_dead_port_i = i.up_dead_port;
  dut.dlfm_i = i.dlfm;
  dut.dlfm_port_i = i.dlfm_port;
  dut.dlfm_level_i = i.dlfm_level;
  dut.down_dead_i = i.down_dead;
  dut.down_dead_port_i = i.down_dead_port;
  dut.req_i = i.req;
  dut.req_from_up_i = i.from_up;
  dut.req_src_i = i.src;
  dut.req_dst_i = i.dst;
}

void compare_state(const Model& m) {
  const auto* r = dut.rootp;
  for (int w = 0; w < W; ++w) {
    check((r->fattree_route__DOT__i_lft__DOT__valid_q >> w & 1) == u64(m.table[w].valid), "valid");
    if (!m.table[w].valid) continue;
    check(r->fattree_route__DOT__i_lft__DOT__key_q[w] == m.table[w].key, "key");
    check(r->fattree_route__DOT__i_lft__DOT__bits_q[w] == m.table[w].bits, "bits");
  }
  for (int k = 0; k < H; ++k) {
    check((r->fattree_route__DOT__i_ps__DOT__failed_q >> k & 1) == u64(m.failed[k]), "failed");
    check((r->fattree_route__DOT__i_ps__DOT__own_q >> k & 1) == u64(m.own[k]), "own");
    check(r->fattree_route__DOT__i_ps__DOT__ps_level_q[k] == m.ps_level[k], "ps_level");
  }
  for (int k = 0; k < M; ++k)
    check((r->fattree_route__DOT__i_ps__DOT__down_q >> k & 1) == u64(m.down[k]), "down");
}

void random_test() {
  for (int round = 0; round < 40; ++round) {
    const u64 lines = W < 64 ? (u64(1) << W % 64) - 1 : ~u64(0);
    Model m{below(N), (round % 3 ? ~u64(0) : generator()) & lines};
    dut.level_i = m.level;
    dut.line_en_i = m.line_en;
#if BUG >= 0
    dut.bug_i = BUG;
#endif
    dut.rst_ni = 0;
    tick();
    dut.rst_ni = 1;
    Inputs q{};  // what the input registers hold
    for (int clock = 0; clock < 2000; ++clock) {
      const Inputs i = random_inputs(round % 4 ? 2000 : 50);
      drive(i);
      const Decision d = m.route(q);  // FT-RS-6: before the updates sampled with the request
      const bool overflow = m.update(q);
      tick();
      check(dut.gnt_o == q.req, "gnt");
      if (q.req) {
        check(dut.gnt_up_o == d.up, "up");
        check(dut.gnt_drop_o == d.drop, "drop");
        check(dut.gnt_port_o == d.port, "port");
        check(dut.gnt_mask_o == d.mask, "mask");
      }
      check(dut.overflow_o == overflow, "overflow");
      compare_state(m);
      q = i;
    }
  }
}

template <class Stimulus>
double nanoseconds(Stimulus stimulus) {  // best of five, per clock
  constexpr int clocks = 500000;
  double best = 1e9;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < clocks; ++k) {
      stimulus(k);
      tick();
    }
    const std::chrono::duration<double, std::nano> t = std::chrono::steady_clock::now() - start;
    if (t.count() / clocks < best) best = t.count() / clocks;
  }
  return best;
}
}  // namespace

int main() {
  random_test();

  // full table, level 0, then nothing, requests only, inserts only
  drive(Inputs{});
  dut.level_i = 0;
  dut.line_en_i = ~u64(0);
  dut.rst_ni = 0;
  tick();
  dut.rst_ni = 1;
  Inputs i{};
  i.insert = true;
  for (int w = 0; w < W; ++w) {
    i.key = 0;
    for (int k = 0, rest = w; k < N - 1; ++k, rest /= H) i.key |= u64(rest % H) << (k * DW);
    drive(i);
    tick();
  }
  drive(Inputs{});
  std::vector<Inputs> random;
  for (int k = 0; k < 4096; ++k) random.push_back(random_inputs(2000));
  const double idle = nanoseconds([](int) {});
  dut.req_i = 1;
  const double request = nanoseconds([&](int k) {
    dut.req_src_i = random[k % 4096].src;
    dut.req_dst_i = random[k % 4096].dst;
  });
  dut.req_i = 0;
  dut.lft_insert_i = 1;
  const double insert = nanoseconds([&](int k) { dut.lft_bit_i = random[k % 4096].bit; });
  std::printf("| M=%d N=%d W=%d | %.0f | %.0f | %.0f | %ld checks, %ld wrong |\n", M, N, W, idle,
              request, insert, checks, bad);
  return bad != 0;
}
