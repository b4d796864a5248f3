// SPDX-License-Identifier: Apache-2.0
#include "pins.hpp"

#include <array>
#include <deque>

#include "control/random.hpp"
#include "cosim/lockstep/runtime.hpp"
#include "golden/flow/ack_frame.hpp"
#include "rules.hpp"

namespace selvage::test {

std::string at(unsigned cycle, const std::string& what) {
  return "cycle " + std::to_string(cycle) + ": " + what;
}
std::string differs(const char* what, std::uint64_t rule, std::uint64_t rtl) {
  return std::string(what) + ": rule " + std::to_string(rule) + ", RTL " + std::to_string(rtl);
}
std::string failed() {
  return cosim::rtl_failure_pending() ? "assertion: " + cosim::take_rtl_failure() : std::string();
}

namespace {

// ------------------------------------------------------------------------------ output and wire

std::string tx_differ(const cosim::FlowTxOut& rule, const cosim::FlowTxOut& rtl) {
  if (rule.symbol != rtl.symbol)
    return differs("FL-TX: symbol", static_cast<unsigned>(rule.symbol),
                   static_cast<unsigned>(rtl.symbol));
  if (rule.head != rtl.head) return differs("FL-TX: head", rule.head, rtl.head);
  if (rule.tail != rtl.tail) return differs("FL-TX: tail", rule.tail, rtl.tail);
  if (rule.tag != rtl.tag) return differs("FL-TX: tag", rule.tag, rtl.tag);
  return rule.gone == rtl.gone ? "" : differs("FL-TX: units gone", rule.gone, rtl.gone);
}

// ------------------------------------------------------------------------------ grants

/// The inputs and outputs around the grants: when what was granted ends, and what has left.
struct Around {
  struct Ends {
    bool valid = false, done = false;
    unsigned at = 0, out = 0, len = 0;
  };
  std::array<Ends, cosim::kPartPorts> ends{};
  std::array<std::deque<unsigned>, cosim::kPartPorts> fifo;  ///< units, by output
  std::array<std::uint64_t, cosim::kPartPorts> busy{};       ///< rows that stand somewhere
  std::array<std::array<unsigned, 64>, cosim::kPartPorts> where{}, len{};
  bool heavy = false;  ///< the longest packets of two classes for two outputs: debts end

  void inputs(tb::Random& random, unsigned cycle, const GrantsRule& rule, cosim::FlowGrantsIn& in,
              unsigned load);
  void outputs(tb::Random& random, unsigned cycle, const cosim::FlowGrantsOut& out, unsigned hosts);
};

void Around::inputs(tb::Random& random, unsigned cycle, const GrantsRule& rule,
                    cosim::FlowGrantsIn& in, unsigned load) {
  for (unsigned p = 0; p < cosim::kPartPorts; ++p) {
    Ends& e = ends[p];
    if (e.valid && e.at == cycle) {
      (e.done ? in.done : in.abort) |= 1U << p;
      if (e.done) fifo[e.out].push_back(e.len);
      e.valid = false;
    }
    if (random.percent(1) && !heavy) {
      in.clear |= 1U << p;
      for (unsigned i = 0; i < cosim::kPartPorts; ++i)
        for (unsigned r = 0; r < 64; ++r)
          if ((busy[i] >> r & 1) != 0 && where[i][r] == p) busy[i] &= ~(std::uint64_t{1} << r);
    }
    if (fifo[p].size() > 1 && random.percent(40)) {
      in.gone[p] = fifo[p].front();
      fifo[p].pop_front();
    }
  }
  for (unsigned p = 0; p < cosim::kPartPorts; ++p) {
    const unsigned row = random.below(heavy ? 16 : 64);  // 14 bits of units
    if (!random.percent(load) || (busy[p] >> row & 1) != 0) continue;
    cosim::FlowAsk& a = in.ask[p];
    a = {true, random.below(random.percent(50) ? 2 : 8),      random.below(8),
         row,  1 + random.below(random.percent(50) ? 4 : 63), 0};
    const unsigned room = rule.room(a.out) + in.gone[a.out];  // which it fits in just, or just not
    if (room != 0 && room < 63 && random.percent(50)) a.len = room + random.below(2);
    if (heavy) a = {true, a.out % 2, a.tc % 2, row, 63, 0};
    a.bytes = 256 * a.len - random.below(256);
    busy[p] |= std::uint64_t{1} << row;
    where[p][row] = a.out;
    len[p][row] = a.len;
  }
}

void Around::outputs(tb::Random& random, unsigned cycle, const cosim::FlowGrantsOut& out,
                     unsigned hosts) {
  for (unsigned p = 0; p < cosim::kPartPorts; ++p) {
    const auto& g = out.grant[p];
    if (!g.valid) continue;
    busy[p] &= ~(std::uint64_t{1} << g.id);
    const unsigned whole = (hosts >> g.out & 1) != 0 ? 2 : 6;
    const bool done = random.percent(80);
    ends[p] = {true, done, cycle + (done ? whole : 2 + 2 * random.below(whole / 2)), g.out,
               len[p][g.id]};
  }
}

cosim::FlowGrantsOptions some_options(tb::Random& random, std::uint32_t bugs) {
  cosim::FlowGrantsOptions o;
  o.bugs = bugs;
  o.hosts = random.below(256);
  for (unsigned c = 0; c < cosim::kPartClasses; ++c) {
    o.max[c] = random.percent(40) ? random.below(6'000) : 25'600;
    if (random.percent(60)) o.max[c] = 25'600;
    if (o.max[c] != 25'600) o.full &= ~(1U << c);
    o.min[c] = random.percent(50) ? random.below(8'000) : 0;
    o.weight[c] = random.below(7);
    o.limit[c] = 63 + random.below(200);
  }
  return o;
}

/// Both classes have a small guaranteed rate, and there is room for what is granted.
void make_heavy(cosim::FlowGrantsOptions& o) {
  for (unsigned c = 0; c < 2; ++c) {
    o.full |= 1U << c;
    o.max[c] = 25'600;
    o.min[c] = 1 + o.min[c] % 50;
    o.limit[c] = 8 * 63;
  }
}

std::string grants_differ(const cosim::FlowGrantsOut& rule, const cosim::FlowGrantsOut& rtl) {
  for (unsigned p = 0; p < cosim::kPartPorts; ++p) {
    const auto &a = rule.grant[p], &b = rtl.grant[p];
    if (a.valid != b.valid) return differs("FL-ARB: granted", a.valid, b.valid);
    if (a.valid && a.out != b.out) return differs("FL-ARB: output", a.out, b.out);
    if (a.valid && a.tc != b.tc) return differs("FL-RATE: class", a.tc, b.tc);
    if (a.valid && a.id != b.id) return differs("FL-ASK: row", a.id, b.id);
  }
  for (unsigned p = 0; p < cosim::kPartPorts; ++p) {
    if (rule.ahead[p] != rtl.ahead[p]) return differs("FL-ASK: units", rule.ahead[p], rtl.ahead[p]);
    if (rule.load[p] != rtl.load[p]) return differs("FL-ARB: load", rule.load[p], rtl.load[p]);
  }
  return {};
}

// ------------------------------------------------------------------------------ the buffer

constexpr unsigned kPages = 72, kRows = 8;

/// Packets that come, wait for their row and leave.
struct Packets {
  unsigned most = 9;                                ///< units
  unsigned asks = 50;                               ///< percent: few, and the memory is full
  std::deque<int> loose;                            ///< that have come and are in no queue
  std::deque<std::pair<unsigned, unsigned>> asked;  ///< row, cycle of the answer
  std::array<unsigned, kRows> from{};               ///< first cycle in which a row may be asked
  unsigned gap = 0;

  void comes(tb::Random& random, const QueuesRule& rule, cosim::FlowQueuesIn& in);
  void leaves(tb::Random& random, unsigned cycle, const QueuesRule& rule, cosim::FlowQueuesIn& in);
};

void Packets::comes(tb::Random& random, const QueuesRule& rule, cosim::FlowQueuesIn& in) {
  const bool open = rule.comes();
  if (!open && random.percent(60)) {
    in.len = 1 + random.below(random.percent(70) ? 3 : most);
    in.bytes = 256 * in.len - random.below(256);
    in.tc = random.below(random.percent(50) ? 2 : 8);
    in.head = rule.pages() + in.len <= kPages;
  }
  if (!open && !in.head) return;
  if (gap == 0 && random.percent(2)) gap = random.below(40);
  if (gap != 0) --gap;
  in.word = gap == 0 && random.percent(80);
  in.data = random.below(1U << 16);
}

void Packets::leaves(tb::Random& random, unsigned cycle, const QueuesRule& rule,
                     cosim::FlowQueuesIn& in) {
  if (!asked.empty() && asked.front().second == cycle) {
    in.leave = rule.ready() && random.percent(90);
    if (in.leave) from[asked.front().first] = cycle + 2;
    asked.pop_front();
  }
  const unsigned row = random.below(kRows);
  const auto found = rule.rows().find(row);
  bool twice = cycle < from[row];
  for (const auto& [other, due] : asked) twice = twice || other == row;
  if (random.percent(asks) && !twice && found != rule.rows().end() && !found->second.empty()) {
    in.ask = true;
    in.ask_id = row;
    asked.emplace_back(row, cycle + 2);
  }
  if (loose.empty() || !random.percent(60)) return;
  in.put = true;
  in.put_id = random.below(random.percent(60) ? 2 : kRows);
  in.put_slot = rule.packet(loose.front()).page;
  loose.pop_front();
}

}  // namespace

std::string tx_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs) {
  tb::Random random(seed);
  golden::AggregatorConfig config;
  const unsigned times = random.percent(80) ? 20 : 300;
  config.t1 = 2 + random.below(times);
  config.t2 = config.t1 + 1 + random.below(times);
  config.t3 = config.t2 + 1 + random.below(times);
  config.max = random.percent(50) ? 48 : 1 + random.below(48);
  TxRule rule(config);
  const auto rtl = cosim::make_flow_tx(
      {{config.t1, config.t2, config.t3, config.good, config.max, 0, {}}, bugs});
  const unsigned most = random.percent(50) ? 8 : 646;    // beats
  const unsigned longest = random.percent(50) ? 3 : 63;  // units: of few the FIFO may be full
  const unsigned acks = random.below(100), puts = random.below(60), marks = random.below(30),
                 messages = random.below(random.percent(50) ? 5 : 40);
  bool xon = true;
  unsigned units = 0;
  for (unsigned t = 0; t < cycles; ++t) {
    if (t == 0 || random.below(1'000) == 0) {
      rtl->reset();
      rule = TxRule(config);
      units = 0;
      if (const std::string d = tx_differ({}, rtl->outputs()); !d.empty()) return at(t, d);
    }
    cosim::FlowTxIn in;
    in.now = t;
    in.put_len = 1 + random.below(random.percent(50) ? 3 : longest);
    in.put = random.percent(puts) && rule.held() < 126 && units + in.put_len < 900;
    in.put_tag = random.below(1U << 16);
    in.put_beats = 1 + random.below(most);
    in.mark = random.percent(marks) && rule.held() < 127;
    in.mark_tag = random.below(1U << 16);
    in.message = random.percent(messages);
    if (random.percent(2)) xon = !xon;
    in.xon = xon;
    in.ack = random.percent(acks);
    in.ack_data = golden::with_parity(random.below(1U << 25));
    rtl->give(in);
    const bool ready = rtl->ack_ready();
    if (ready != rule.ack_ready()) return at(t, differs("FL-FRAME: ready", !ready, ready));
    const cosim::FlowTxOut want = rule.step(in);
    units = rule.depth();
    if (units != rtl->depth()) return at(t, differs("FL-TX: depth", units, rtl->depth()));
    rtl->edge();
    if (const std::string f = failed(); !f.empty()) return at(t, f);
    if (const std::string d = tx_differ(want, rtl->outputs()); !d.empty()) return at(t, d);
  }
  return {};
}

std::string grants_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs) {
  tb::Random random(seed);
  cosim::FlowGrantsOptions options = some_options(random, bugs);
  Around around;
  around.heavy = seed % 16 == 15;
  if (around.heavy) make_heavy(options);
  GrantsRule rule(options);
  const auto rtl = cosim::make_flow_grants(options);
  const unsigned load = around.heavy ? 40 : 1 + random.below(40);
  const unsigned soon = around.heavy ? 100 : 20 + random.below(81);
  std::array<unsigned, cosim::kPartPorts> xoff{};
  for (unsigned t = 0; t < cycles; ++t) {
    if (random.below(1'000) == 0 && !around.heavy) {
      rtl->reset();
      rule = GrantsRule(options);
      around = {};
    }
    cosim::FlowGrantsIn in;
    around.inputs(random, t, rule, in, load);
    for (unsigned p = 0; p < cosim::kPartPorts; ++p) {
      in.soon |= (random.percent(soon) ? 1U : 0U) << p;
      if (random.percent(1)) xoff[p] = random.below(256) & random.below(256);
    }
    in.xoff = xoff;
    in.soon_host = in.soon & random.below(256);
    in.drops = random.percent(20) ? random.below(256) & random.below(256) : 0;
    const cosim::FlowGrantsOut shown = rtl->give(in);
    const cosim::FlowGrantsOut want = rule.step(in);
    if (const std::string d = grants_differ(want, shown); !d.empty()) return at(t, d);
    rtl->edge();
    if (const std::string f = failed(); !f.empty()) return at(t, f);
    around.outputs(random, t, want, options.hosts);
  }
  return {};
}

std::string grants_units(bool granted, unsigned cycles, std::uint32_t bugs) {
  constexpr unsigned kMost = (1U << 14) - 1, kLen = 63;
  cosim::FlowGrantsOptions options;
  options.bugs = bugs;
  options.limit.fill(kMost);
  const auto rtl = cosim::make_flow_grants(options);
  for (unsigned t = 0; t < cycles; ++t) {
    cosim::FlowGrantsIn in;
    if (granted) {  // what input 0 asks for it is given, and two cycles later that came to nothing
      in.ask[0] = {t % 3 == 0, 0, 0, t % 64, kLen, 256 * kLen};
      in.soon = 1;
      in.abort = t % 3 == 2 ? 1 : 0;
    } else {
      for (cosim::FlowAsk& ask : in.ask) ask = {true, 0, 0, t, kLen, 256 * kLen};
    }
    static_cast<void>(rtl->give(in));
    rtl->edge();
    if (const std::string f = failed(); !f.empty()) return at(t, f);
  }
  return {};
}

std::string queues_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs) {
  tb::Random random(seed);
  const unsigned mark = random.below(random.percent(90) ? kPages : 1U << 13);
  QueuesRule rule(mark);
  const auto rtl = cosim::make_flow_queues_small({mark, bugs});
  Packets packets;
  packets.most = random.percent(50) ? 9 : 63;
  packets.asks = random.percent(50) ? 50 : 1 + random.below(20);
  for (unsigned t = 0; t < cycles; ++t) {
    if (t == 0 || random.below(1'000) == 0) {
      rtl->reset();
      rule = QueuesRule(mark);
      packets = {packets.most, packets.asks, {}, {}, {}, 0};
      if (const std::string d = rule.shows(rtl->outputs()); !d.empty()) return at(t, d);
    }
    cosim::FlowQueuesIn in;
    packets.comes(random, rule, in);
    packets.leaves(random, t, rule, in);
    const cosim::FlowQueuesOut shown = rtl->give(in);
    if (const std::string d = rule.step(in, shown); !d.empty()) return at(t, d);
    rtl->edge();
    if (const std::string f = failed(); !f.empty()) return at(t, f);
    if (const std::string d = rule.shows(rtl->outputs()); !d.empty()) return at(t, d);
    if (rule.used() != rtl->outputs().used)
      return at(t, differs("FL-PAGE: pages in use", rule.used(), rtl->outputs().used));
    if (in.head) packets.loose.push_back(rule.last());
  }
  return {};
}

}  // namespace selvage::test
