// SPDX-License-Identifier: Apache-2.0
/// \file
/// A 4-port 3-tree of verilated switches with probers, wired port to port: probes, answers,
/// messages and stop flags travel over links that die and are repaired; nobody tells a switch.
/// Beside it run the golden control planes, notified of a death or repair in the cycle of the
/// closed form, and the golden probers. Everything is compared in every cycle.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "control/switch.hpp"
#include "cosim/probe/probe_block.hpp"
#include "cosim/probe/probed_block.hpp"

namespace selvage::test {

struct WiredOptions {
  unsigned latency = 1;  ///< at most ProbedBuild::kMostLatency
  std::uint32_t seed = 1;
  Cycle phases = 64;          ///< probers begin at random cycles below this, at most the period
  unsigned answer_delay = 0;  ///< cycles, 0 or 1, that an answer takes longer than a link does
  std::uint32_t probe_bugs = 0;
  std::uint32_t bugs = 0;
};

class WiredTree final : public golden::ControlObserver {
  using Build = cosim::ProbedBuild;

 public:
  struct Totals {
    std::uint64_t messages = 0;
    std::uint64_t stopped = 0;   ///< cycles of a switch that saw a stop flag
    std::uint64_t answers = 0;   ///< to route requests
    std::uint64_t left_out = 0;  ///< clock edges
    std::uint64_t down = 0;      ///< declarations
    std::uint64_t up = 0;
  };

  explicit WiredTree(const WiredOptions& options)
      : tree_(Build::kM, Build::kN),
        timing_(Build::timing(options.latency)),
        options_(options),
        fabric_(tree_, config(options.latency)),
        random_(options.seed),
        switches_(tree_.switch_count()) {
    for (SwitchIdx sw = 0; sw < tree_.switch_count(); ++sw) {
      Switch& s = switches_[sw];
      cosim::ProbedOptions o;
      o.control.tree = &tree_;
      o.control.self = sw;
      o.control.lft_entries = Build::kLines;
      o.control.xoff = config(options.latency).timing.xoff();
      o.control.bugs = options.bugs;
      o.probe_bugs = options.probe_bugs;
      o.gated = sw % 2 == 0;
      const golden::SwitchRules& rules = fabric_.plane(sw).rules();
      s.probed = rules.up_mask() | (rules.self().level > 0 ? rules.down_mask() : 0);
      s.alive = s.probed;
      for (unsigned p = 0; p < Build::kM; ++p) {
        s.phase[p] = o.first_probe[p] = s.probers[p].next_send = random_() % options.phases;
      }
      auto block = cosim::make_probed_block(o);
      s.block = block.get();
      s.pair = std::make_unique<tb::ControlPair>(fabric_.plane(sw), std::move(block));
    }
    fabric_.observe(this);
  }
  WiredTree(const WiredTree&) = delete;
  WiredTree& operator=(const WiredTree&) = delete;
  ~WiredTree() override = default;

  /// The link dies at the beginning of cycle `at`: nothing is at a pin from then on. Returns the
  /// cycle in which both ends know.
  Cycle kill(Cycle at, SwitchPort link) {
    return change(at, link, false, &golden::detection_cycle);
  }
  /// It is repaired, after both ends know of its death. Returns the cycle in which both know.
  Cycle repair(Cycle at, SwitchPort link) {
    return change(at, link, true, &golden::recovery_cycle);
  }
  /// Of the answers that would be at this end's pin in or after cycle `at` the first `count` are
  /// lost. Returns the cycle in which all is known again.
  Cycle lose(Cycle at, SwitchPort end, unsigned count) {
    losses_.push_back({at, end, count});
    const Cycle phase = switches_[end.sw].phase[end.port];
    const Cycle down = golden::detection_cycle(timing_, phase, at);
    if (count <= timing_.retries) return down;
    const Cycle up = golden::recovery_cycle(timing_, phase, down) +
                     (count - timing_.retries - 1) * timing_.period;
    fabric_.mistake(end, down, up);
    return up;
  }

  /// Up to cycle `until` or the first difference.
  void run(Cycle until) {
    while (now_ < until && difference_.empty()) cycle();
  }
  /// Asks every switch for every way, one a cycle.
  void ask_all() {
    const HostIdx hosts = tree_.host_count();
    for (HostIdx source = 0; source < hosts; ++source) {
      for (HostIdx destination = 0; destination < hosts; ++destination) {
        for (const bool from_up : {false, true}) {
          asked_ = golden::FatTreeRequest{tree_.address_of(source), tree_.address_of(destination),
                                          from_up};
          run(now_ + 1);
        }
      }
    }
    asked_.reset();
    run(now_ + 2);
  }

  [[nodiscard]] const golden::ControlFabric& fabric() const { return fabric_; }
  [[nodiscard]] const golden::ProbeTiming& timing() const { return timing_; }
  [[nodiscard]] Cycle now() const { return now_; }
  [[nodiscard]] const std::string& difference() const { return difference_; }
  [[nodiscard]] Totals totals() const {
    Totals t = totals_;
    for (const Switch& s : switches_) {
      t.answers += s.pair->answers();
      t.left_out += s.block->left_out();
    }
    return t;
  }

 private:
  struct Switch {
    std::unique_ptr<tb::ControlPair> pair;
    cosim::ProbedBlock* block = nullptr;  ///< the pair's
    std::array<golden::LinkProbe, Build::kM> probers;
    std::array<Cycle, Build::kM> phase{};
    PortMask probed = 0;
    PortMask alive = 0;     ///< links, in the present cycle
    cosim::ProbedPins out;  ///< of the present cycle
    /// What went into living links k + 1 cycles ago.
    std::array<cosim::ProbedPins, Build::kMostLatency + 1> past;
    cosim::ProbedPins in;        ///< of the present cycle; before it is known, of the last
    PortMask declared_down = 0;  ///< given to the golden plane in the present cycle
    PortMask declared_up = 0;
    bool stepped = false;  ///< the golden plane was, in the present cycle
  };
  struct Change {
    SwitchPort end;
    bool alive = false;
  };
  struct Loss {
    Cycle at = 0;
    SwitchPort end;
    unsigned left = 0;
  };

  static golden::ControlFabricConfig config(unsigned latency) {
    golden::ControlFabricConfig c;
    c.lft_capacity = Build::kLines;
    c.timing.latency = latency;
    return c;
  }

  Cycle change(Cycle at, SwitchPort link, bool alive,
               Cycle (*known)(const golden::ProbeTiming&, Cycle phase, Cycle at)) {
    const PortEnd peer = tree_.peer(link.sw, link.port);
    const SwitchPort far{peer.index, peer.port};
    const SwitchPort lower = link.sw < far.sw ? link : far;
    const SwitchPort upper = link.sw < far.sw ? far : link;
    const Cycle a = known(timing_, switches_[lower.sw].phase[lower.port], at);
    const Cycle b = known(timing_, switches_[upper.sw].phase[upper.port], at);
    if (alive) {
      fabric_.repair(at, link, a - at, b - at);
    } else {
      fabric_.kill(at, link, a - at, b - at);
    }
    changes_.insert({at, {lower, alive}});
    changes_.insert({at, {upper, alive}});
    return std::max(a, b);
  }

  // The golden plane's step of the present cycle, and the edge that begins it.
  void before(SwitchIdx sw, Cycle now, const golden::ControlState& state,
              const golden::ControlInput& in) override {
    Switch& s = switches_[sw];
    s.stepped = true;
    s.declared_down = in.link_down;
    s.declared_up = in.link_up;
    const std::optional<golden::FatTreeRequest> request = request_of(sw);
    s.pair->before(now, state, in, request ? &*request : nullptr);
  }
  void after(SwitchIdx sw, const golden::ControlState&, const golden::ControlOutput& out) override {
    switches_[sw].pair->after(out);
    totals_.messages += out.sent.size();
  }

  void cycle() {
    for (Switch& s : switches_) {
      s.block->wires(s.in, now_);
      s.stepped = false;
      s.declared_down = s.declared_up = 0;
    }
    fabric_.step();
    for (SwitchIdx sw = 0; sw < switches_.size(); ++sw) {
      if (!switches_[sw].stepped) {  // golden has nothing to do; nor should the RTL
        before(sw, now_, fabric_.state(sw), {});
        after(sw, fabric_.state(sw), {});
      }
      report(switches_[sw].pair->difference());
      switches_[sw].out = switches_[sw].block->outputs();
      probe(sw);
    }
    for (; !changes_.empty() && changes_.begin()->first <= now_; changes_.erase(changes_.begin())) {
      const Change& c = changes_.begin()->second;
      const PortMask bit = PortMask{1} << c.end.port;
      PortMask& alive = switches_[c.end.sw].alive;
      alive = c.alive ? alive | bit : alive & ~bit;
    }
    for (SwitchIdx sw = 0; sw < switches_.size(); ++sw) wire(sw);
    for (Switch& s : switches_) {
      s.out.answer = s.block->answers(s.in.probe);
      std::rotate(s.past.begin(), s.past.end() - 1, s.past.end());
      s.past[0] = s.out;
      // What is sent into a dead link is lost.
      for (PortMask cosim::ProbedPins::*pins :
           {&cosim::ProbedPins::probe, &cosim::ProbedPins::answer, &cosim::ProbedPins::stop,
            &cosim::ProbedPins::valid}) {
        s.past[0].*pins &= s.alive;
      }
    }
    ++now_;
  }

  /// What the golden probers do in this cycle against the RTL's pulses and the golden plane's news.
  void probe(SwitchIdx sw) {
    Switch& s = switches_[sw];
    PortMask send = 0, dead = 0, down = 0, up = 0;
    for (PortMask left = s.probed; left != 0; left &= left - 1) {
      const auto p = static_cast<unsigned>(__builtin_ctzll(left));
      const PortMask bit = PortMask{1} << p;
      const golden::ProbeStep step =
          golden::step(s.probers[p], timing_, now_, (s.in.answer & bit) != 0);
      s.probers[p] = step.state;
      if (step.send) send |= bit;
      if (step.declare) down |= bit;
      if (step.recover) up |= bit;
      if (step.state.phase == golden::LinkProbe::Phase::kDead) dead |= bit;
    }
    totals_.down += static_cast<unsigned>(__builtin_popcountll(down));
    totals_.up += static_cast<unsigned>(__builtin_popcountll(up));
    check(sw, "FT-DET-1 probes sent: golden ", send, s.out.probe);
    check(sw, "FT-DET-1 links declared dead: golden ", dead, s.block->dead());
    check(sw, "FT-DET-1 detection: closed form ", s.declared_down, down);
    check(sw, "FT-DET-3 recovery: closed form ", s.declared_up, up);
  }

  /// The inputs of this cycle: what the far ends showed `latency` cycles ago, stop flags a cycle
  /// less.
  void wire(SwitchIdx sw) {
    Switch& s = switches_[sw];
    const unsigned d = options_.latency;
    s.in = {};
    for (PortMask left = s.probed & s.alive; left != 0; left &= left - 1) {
      const auto p = static_cast<PortIdx>(__builtin_ctzll(left));
      const PortMask bit = PortMask{1} << p;
      const PortEnd far = tree_.peer(sw, p);
      // Called before this cycle's outputs become the past.
      const Switch& f = switches_[far.index];
      const cosim::ProbedPins& then = f.past[d - 1];
      const cosim::ProbedPins& stops = d == 1 ? f.out : f.past[d - 2];
      const cosim::ProbedPins& answers = f.past[d - 1 + options_.answer_delay];
      if ((stops.stop >> far.port & 1U) != 0) s.in.stop |= bit;
      if ((then.probe >> far.port & 1U) != 0) s.in.probe |= bit;
      if ((answers.answer >> far.port & 1U) != 0 && !lost({sw, p})) s.in.answer |= bit;
      if ((then.valid >> far.port & 1U) != 0) s.in.valid |= bit;
      s.in.message[p] = then.message[far.port];
    }
    totals_.stopped += s.in.stop != 0;
  }

  bool lost(SwitchPort end) {
    for (Loss& loss : losses_) {
      if (loss.end.sw != end.sw || loss.end.port != end.port) continue;
      if (loss.left == 0 || now_ < loss.at) continue;
      --loss.left;
      return true;
    }
    return false;
  }

  std::optional<golden::FatTreeRequest> request_of(SwitchIdx sw) {
    const bool root = tree_.is_root(tree_.level(sw));
    if (asked_) return root && asked_->from_up ? std::nullopt : asked_;
    if (random_() % 4 != 0) return std::nullopt;
    return tb::request(tree_, fabric_.plane(sw).rules(), random_);
  }

  void check(SwitchIdx sw, const char* what, PortMask golden, PortMask rtl) {
    if (golden == rtl || !difference_.empty()) return;
    report("cycle " + std::to_string(now_) + " switch " + tree_.switch_name(sw) + ": " + what +
           std::to_string(golden) + ", RTL " + std::to_string(rtl) + " (ports as bits)");
  }
  void report(const std::string& what) {
    if (difference_.empty()) difference_ = what;
  }

  golden::FatTree tree_;
  golden::ProbeTiming timing_;
  WiredOptions options_;
  golden::ControlFabric fabric_;
  std::mt19937 random_;
  std::vector<Switch> switches_;
  std::multimap<Cycle, Change> changes_;
  std::vector<Loss> losses_;
  std::optional<golden::FatTreeRequest> asked_;
  Cycle now_ = 0;
  std::string difference_;
  Totals totals_;
};

}  // namespace selvage::test
