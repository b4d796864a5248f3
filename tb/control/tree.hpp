// SPDX-License-Identifier: Apache-2.0
/// \file
/// The control planes of a whole tree, golden and RTL in lockstep. The wiring is golden's.
#pragma once

#include <random>

#include "control/pair.hpp"
#include "golden/fattree/control_fabric.hpp"

namespace selvage::tb {

class ControlTree final : public golden::ControlObserver {
 public:
  ControlTree(const golden::FatTree& tree, const golden::ControlFabricConfig& config,
              const cosim::ControlBuild* build, std::uint32_t rtl_bugs = 0, std::uint32_t seed = 1)
      : fabric_(tree, config), random_(seed) {
    for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
      cosim::ControlBlockOptions options;
      options.tree = &tree;
      options.self = sw;
      options.lft_entries = config.lft_capacity;
      options.rule_paper = config.rule == golden::Rule::kPaper;
      options.xoff = config.timing.xoff();
      options.bugs = rtl_bugs;
      pairs_.emplace_back(fabric_.plane(sw), build->make(options));
    }
    fabric_.observe(this);
  }
  ControlTree(const ControlTree&) = delete;
  ControlTree& operator=(const ControlTree&) = delete;
  ~ControlTree() override = default;

  [[nodiscard]] golden::ControlFabric& fabric() { return fabric_; }

  /// Until nothing is under way; then every switch is asked for `requests` ways. False at a
  /// difference, or if `limit` came first.
  bool settle(Cycle limit, unsigned requests) {
    while (!fabric_.settle(fabric_.now() + 256)) {
      if (!difference().empty() || fabric_.now() >= limit) return false;
    }
    for (SwitchIdx sw = 0; sw < fabric_.tree().switch_count(); ++sw) {
      pairs_[sw].flush(fabric_.state(sw));
      for (unsigned i = 0; i < requests; ++i) pairs_[sw].request(fabric_.state(sw), request(sw));
      note(sw);
    }
    return difference().empty();
  }

  [[nodiscard]] const std::string& difference() const { return difference_; }
  [[nodiscard]] std::uint64_t messages() const { return sum(&ControlPair::arrived); }
  [[nodiscard]] std::uint64_t cycles() const { return sum(&ControlPair::cycles); }
  [[nodiscard]] std::uint64_t stopped() const { return sum(&ControlPair::stopped); }
  [[nodiscard]] std::uint64_t answers() const { return sum(&ControlPair::answers); }

 private:
  void before(SwitchIdx sw, Cycle now, const golden::ControlState& s,
              const golden::ControlInput& in) override {
    if (!difference_.empty()) return;
    if (random_() % 4 == 0) {
      const golden::FatTreeRequest asked = request(sw);
      pairs_[sw].before(now, s, in, &asked);
    } else {
      pairs_[sw].before(now, s, in);
    }
  }
  void after(SwitchIdx sw, const golden::ControlState&, const golden::ControlOutput& out) override {
    if (!difference_.empty()) return;
    pairs_[sw].after(out);
    note(sw);
  }
  void note(SwitchIdx sw) {
    if (difference_.empty()) difference_ = pairs_[sw].difference();
  }
  golden::FatTreeRequest request(SwitchIdx sw) {
    const golden::FatTree& tree = fabric_.tree();
    golden::FatTreeRequest r;
    r.source = tree.address_of(static_cast<HostIdx>(random_() % tree.host_count()));
    r.destination = tree.address_of(static_cast<HostIdx>(random_() % tree.host_count()));
    r.from_up = !tree.is_root(tree.level(sw)) && random_() % 8 == 0;
    return r;
  }
  [[nodiscard]] std::uint64_t sum(std::uint64_t (ControlPair::*count)() const) const {
    std::uint64_t all = 0;
    for (const ControlPair& pair : pairs_) all += (pair.*count)();
    return all;
  }

  golden::ControlFabric fabric_;
  std::mt19937 random_;
  std::vector<ControlPair> pairs_;
  std::string difference_;
};

}  // namespace selvage::tb
