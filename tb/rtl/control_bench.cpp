// SPDX-License-Identifier: Apache-2.0
// Smoke test of the verilated fattree_control in a whole tree, and the cost of a clock. Built and
// run by scripts/bench_control, which defines RM, RN, RW, RLAT (build) and, in TREE_M and TREE_N,
// the tree. What is expected comes from the topology alone:
//   a single fault is received by the right switches and forgotten after repair
//   storms of faults and repairs always drain (no deadlock with full queues)
//   once drained, V of every switch for every destination is the set of up ports with a healthy
//   shortest path (FT-AUD-1)
//   clocking only the switches that are not idle changes nothing
#include <algorithm>
#include <chrono>
#include <cstring>

#include "control_net.hpp"

namespace {
using namespace net;

long checks = 0, bad = 0;
void check(bool ok, const char* what) {
  ++checks;
  if (!ok && bad++ < 20) std::printf("mismatch: %s\n", what);
}

// Is there a healthy shortest path from switch s to the node with these digits?
bool reaches(const Net& t, int s, const std::vector<int>& node) {
  const Switch& w = t.switches[s];
  bool ancestor = true;
  for (int i = w.level; i < t.o.n - 1; ++i) ancestor &= w.digits[i] == node[i + 1];
  if (ancestor) {
    const int p = node[w.level];
    return w.level == 0 || (t.alive[s][p] && reaches(t, w.peer[p], node));
  }
  for (int j = 0; j < t.h; ++j)
    if (t.alive[s][t.h + j] && reaches(t, w.peer[t.h + j], node)) return true;
  return false;
}

// FT-AUD-1 at every switch below the roots; returns the number of wrong masks.
long audit(Net& t) {
  long wrong = 0;
  for (std::size_t s = 0; s < t.switches.size(); ++s) {
    if (t.root(s)) continue;
    Switch& w = t.switches[s];
    int nodes = t.o.m;
    for (int i = 0; i < t.o.n - 1; ++i) nodes *= t.h;
    for (int x = 0; x < nodes; ++x) {
      std::vector<int> node;
      for (int i = 0, rest = x; i < t.o.n; ++i) {
        const int range = i == t.o.n - 1 ? t.o.m : t.h;
        node.push_back(rest % range);
        rest /= range;
      }
      bool ancestor = true;
      u64 src = 0, dst = 0, expected = 0;
      for (int i = w.level; i < t.o.n - 1; ++i) ancestor &= w.digits[i] == node[i + 1];
      if (ancestor) continue;
      for (int i = 0; i < t.o.n; ++i) {
        dst |= u64(node[i]) << (i * DW);
        src |= u64(i > w.level ? w.digits[i - 1] : 0) << (i * DW);
      }
      for (int j = 0; j < t.h; ++j)
        if (t.alive[s][t.h + j] && reaches(t, w.peer[t.h + j], node)) expected |= u64(1) << j;
      Vdut& d = *w.dut;
      d.req_valid_i = 1;
      d.req_from_up_i = 0;
      d.req_src_i = src;
      d.req_dst_i = dst;
      Net::clock(d);
      d.req_valid_i = 0;
      Net::clock(d);
      check(d.gnt_valid_o && d.gnt_up_o && d.gnt_drop_o == (d.gnt_mask_o == 0), "grant");
      // no packet for a destination comes to an upper switch that cannot reach it
      wrong += d.gnt_mask_o != expected && (w.level == 0 || expected);
      Net::clock(d);
    }
  }
  return wrong;
}

struct Tables {
  int lines = 0, faults = 0, advertised = 0, own = 0, dead = 0, dlfm = 0, dlfm_advertised = 0;
};
Tables tables(const Net& t, std::size_t s) {
  const auto* r = t.switches[s].dut->rootp;
  Tables x;
  for (int w = 0; w < W; ++w) {
    if (!(r->fattree_control__DOT__i_lft__DOT__valid_q >> w & 1)) continue;
    ++x.lines;
    x.faults += __builtin_popcountll(r->fattree_control__DOT__i_lft__DOT__direct_q[w] |
                                     r->fattree_control__DOT__i_lft__DOT__derived_q[w]);
    x.advertised += r->fattree_control__DOT__i_lft__DOT__advertised_q >> w & 1;
  }
  x.own = __builtin_popcountll(r->fattree_control__DOT__i_links__DOT__own_q);
  x.dead = __builtin_popcountll(r->fattree_control__DOT__i_links__DOT__dead_q);
  x.dlfm = __builtin_popcountll(r->fattree_control__DOT__i_links__DOT__dlfm_q);
  x.dlfm_advertised = r->fattree_control__DOT__i_unit__DOT__i_seq__DOT__dlfm_advertised_valid_q;
  return x;
}

void both(Net& t, std::size_t s, int p, bool up) {
  t.set_link(s, p, up);
  t.event(s, p, up);
  t.event(t.switches[s].peer[p], t.switches[s].port[p], up);
}

// Every single fault: exactly the switches of its level in the other subtrees that the flood can
// reach receive it, and no table holds a fault after the repair.
void single_faults(const Options& o) {
  Net t(o);
  for (std::size_t s = 0; s < t.switches.size(); ++s) {
    for (int p = t.h; p < t.o.m && !t.root(s); ++p) {
      both(t, s, p, false);
      check(t.drain(10000), "single fault drains");
      check(audit(t) == 0, "single fault: V (FT-AUD-1)");
      for (std::size_t x = 0; x < t.switches.size(); ++x) {
        const Tables y = tables(t, x);
        bool receives = t.switches[x].level == t.switches[s].level && x != s;
        // the flood starts at the upper end, passes only switches with the same low digits
        for (int k = 0; k < t.switches[s].level; ++k)
          receives &= t.switches[x].digits[k] == t.switches[s].digits[k];
        check(y.faults == int(receives), "single fault: who records it");
        check(y.own == int(x == s), "single fault: own link");
        check(y.dead == int(int(x) == t.switches[s].peer[p]), "single fault: dead down port");
      }
      both(t, s, p, true);
      check(t.drain(10000), "repair drains");
      check(audit(t) == 0, "repair: V");
      for (std::size_t x = 0; x < t.switches.size(); ++x) {
        const Tables y = tables(t, x);
        check(y.faults + y.advertised + y.own + y.dead + y.dlfm + y.dlfm_advertised == 0,
              "repair: forgotten");
      }
    }
  }
  check(t.overflows == 0, "single faults: no overflow");
}

// Random faults and repairs; each end detects a change some cycles after it.
struct Storm {
  Net net;
  std::mt19937_64 generator;
  struct Event {
    u64 at;
    int s, p;
    bool up;
  };
  std::vector<Event> events;
  std::vector<std::pair<int, int>> links;
  std::vector<u64> ready;  // a link changes again only after both ends have seen the last change
  long wrong = 0, audits = 0;
  u64 longest = 0;

  Storm(const Options& o, u64 seed) : net(o), generator(seed) {
    for (std::size_t s = 0; s < net.switches.size(); ++s)
      for (int p = net.h; p < o.m && !net.root(s); ++p) links.emplace_back(int(s), p);
    ready.assign(links.size(), 0);
  }
  int below(int n) { return int(generator() % n); }

  void change(int link) {
    const auto [s, p] = links[link];
    const bool up = !net.alive[s][p];
    net.set_link(s, p, up);
    const u64 a = net.now + below(20), b = net.now + below(20);
    events.push_back({a, s, p, up});
    events.push_back({b, net.switches[s].peer[p], net.switches[s].port[p], up});
    ready[link] = std::max(a, b) + 1;
  }
  void step() {
    for (std::size_t k = 0; k < events.size();) {
      if (events[k].at <= net.now) {
        net.event(events[k].s, events[k].p, events[k].up);
        events[k] = events.back();
        events.pop_back();
      } else {
        ++k;
      }
    }
    net.cycle();
  }
  // rate: changes per 1000 cycles; bias: percent of links that tend to be up
  void run(int rounds, int cycles, int rate, int bias, bool repair = true) {
    for (int round = 0; round < rounds; ++round) {
      const bool burst = repair && below(3) == 0;
      for (int c = 0; c < cycles; ++c) {
        for (int k = 0; k < (burst && c == 0 ? int(links.size()) : 1); ++k) {
          const int link = burst && c == 0 ? k : below(int(links.size()));
          if (ready[link] > net.now || (!(burst && c == 0) && below(1000) >= rate)) continue;
          const bool up = net.alive[links[link].first][links[link].second];
          if (!up && !repair) continue;
          if (up == (below(100) < bias) && below(4)) continue;
          change(link);
        }
        step();
      }
      while (!events.empty()) step();
      const u64 start = net.now;
      const bool drained = net.drain(200000);
      check(drained, "storm drains");
      if (!drained) return;
      longest = std::max(longest, net.now - start);
      ++audits;
      wrong += audit(net);
    }
  }
};

// Faults only, a few at a time, until most links are dead.
void decay(const Options& o) {
  long wrong = 0, audits = 0;
  for (u64 seed = 1; seed <= 30; ++seed) {
    Storm s(o, seed);
    s.run(8, 40, 5 * int(1 + seed % 10), 50, false);
    check(s.net.overflows == 0, "faults only: no overflow");
    wrong += s.wrong;
    audits += s.audits;
  }
  check(wrong == 0, "faults only: V (FT-AUD-1)");
  std::printf("  faults only: %ld audits, %ld wrong masks\n", audits, wrong);
}

void storms(const Options& base) {
  const u64 seeds = 6;
  u64 sent = 0, stops = 0, longest = 0, hash = 0, cycles = 0;
  long wrong = 0, audits = 0;
  for (u64 seed = 1; seed <= seeds; ++seed) {
    Options o = base;
    o.stop_extra = seed % 2;
    Storm s(o, seed);
    s.run(20, 300, 300, seed % 3 ? 80 : 50);
    s.run(10, 400, 900, 50);
    sent += s.net.sent;
    stops += s.net.stops;
    longest = std::max(longest, s.longest);
    wrong += s.wrong;
    audits += s.audits;
    cycles += s.net.now;
    hash ^= s.net.hash;
    if (seed == 1) {  // clock everything: the same messages in the same cycles
      o.clock_all = true;
      Storm all(o, seed);
      all.run(20, 300, 300, seed % 3 ? 80 : 50);
      all.run(10, 400, 900, 50);
      check(all.net.hash == s.net.hash && all.net.now == s.net.now, "idle switches may be skipped");
      check(all.net.clocks > s.net.clocks, "some switches were idle");
    }
  }
  // with repair only the variants of the page get there, see scripts/bench_control
  check(wrong == 0, "storm: V (FT-AUD-1)");
  std::printf(
      "  storms: %llu cycles, %llu messages, %llu stop cycles, longest drain %llu, "
      "%ld audits, %ld wrong masks, trace %016llx\n",
      (unsigned long long)cycles, (unsigned long long)sent, (unsigned long long)stops,
      (unsigned long long)longest, audits, wrong, (unsigned long long)hash);
}

template <class Stimulus>
double nanoseconds(Vdut& d, Stimulus stimulus) {  // best of five, per clock
  constexpr int clocks = 200000;
  double best = 1e9;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < clocks; ++k) {
      stimulus(k);
      Net::clock(d);
    }
    const std::chrono::duration<double, std::nano> t = std::chrono::steady_clock::now() - start;
    best = std::min(best, t.count() / clocks);
  }
  return best;
}

// Cost of a clock of one leaf: idle, requests, one statement in a row (two clocks each), a flood
// through a switch of level 1.
void cost() {
  Net t(Options{});
  std::mt19937_64 generator(1);
  const auto statement = [&](int level, u64 key, int j, int seq, int kind) {
    return u64(kind) | u64(level) << 3 | key << (3 + LW) | u64(j) << (3 + LW + KW) |
           u64(seq) << (3 + LW + KW + HW);
  };
  Vdut& leaf = *t.switches[0].dut;
  for (int k = 0; k < std::min(W, 32); ++k) {  // fill the table
    u64 key = 0;
    for (int i = 0, rest = k; i < N - 1; ++i, rest /= H) key |= u64(rest % H) << (i * DW);
    set_bits(leaf.msg_data_i, H * MSGW, MSGW, statement(0, key, k % H, 1, 1));
    leaf.msg_valid_i = u64(1) << H;
    Net::clock(leaf);
    leaf.msg_valid_i = 0;
    for (int c = 0; c < 3; ++c) Net::clock(leaf);
  }
  const double idle = nanoseconds(leaf, [](int) {});
  std::vector<u64> address(4096);
  for (u64& a : address)
    for (int i = 0; i < N; ++i) a |= u64(generator() % H) << (i * DW);
  leaf.req_valid_i = 1;
  const double request = nanoseconds(leaf, [&](int k) {
    leaf.req_src_i = address[k % 4096];
    leaf.req_dst_i = address[(k + 1) % 4096];
  });
  leaf.req_valid_i = 0;
  const double record = nanoseconds(leaf, [&](int k) {
    leaf.msg_valid_i = u64(k % 2) << H;
    set_bits(leaf.msg_data_i, H * MSGW, MSGW,
             statement(0, address[k % 4096] >> DW, k % H, k >> 3 & 255, 1 + (k >> 1 & 1)));
  });
  leaf.msg_valid_i = 0;
  int s = 0;
  while (t.switches[s].level != 1) ++s;
  Vdut& middle = *t.switches[s].dut;
  const double flood = nanoseconds(middle, [&](int k) {
    middle.msg_valid_i = k % 3 ? 0 : 1;
    set_bits(middle.msg_data_i, 0, MSGW, statement(0, address[k % 4096] >> DW, 0, k & 255, 1));
  });
  std::printf(
      "| M=%d N=%d W=%d LAT=%d | idle %.0f ns | request %.0f ns | record %.0f ns | "
      "flood %.0f ns |\n",
      M, N, W, LAT, idle, request, record, flood);
}
}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  Options o;
  o.m = TREE_M;
  o.n = TREE_N;
  bool speed = false;
  for (int k = 1; k < argc; ++k) {
    if (!std::strcmp(argv[k], "--bug") && k + 1 < argc) o.bug = std::atoi(argv[++k]);
    if (!std::strcmp(argv[k], "--paper")) o.paper = true;
    if (!std::strcmp(argv[k], "--speed")) speed = true;
  }
  if (speed) {
    cost();
    return 0;
  }
  std::printf("%dP%dT on M=%d N=%d W=%d LAT=%d\n", o.m, o.n, M, N, W, LAT);
  if (!o.paper) {
    single_faults(o);
    decay(o);
  }
  storms(o);
  std::printf("  %ld checks, %ld wrong\n", checks, bad);
  return bad != 0;
}
