// SPDX-License-Identifier: Apache-2.0
/// \file
/// The golden and the RTL control plane of one switch in lockstep, cycle by cycle.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cosim/fattree/compare.hpp"
#include "cosim/lockstep/runtime.hpp"

namespace selvage::tb {

/// The RTL lags by one clock edge, since what it samples at the end of a cycle contains the stop
/// flags and the request of the next one. It is not clocked while the golden plane is not stepped,
/// but for the edges until it reports that it is idle. Stops at the first difference.
class ControlPair {
 public:
  ControlPair(const golden::ControlPlane& plane, std::unique_ptr<cosim::ControlBlock> block)
      : plane_(&plane), block_(std::move(block)) {
    if (!block_->idle()) report("RTL is busy after reset");
  }

  /// The golden plane is about to be stepped in cycle `now`; `request` is to be answered from what
  /// it knows before.
  void before(Cycle now, const golden::ControlState& s, const golden::ControlInput& in,
              const golden::FatTreeRequest* request = nullptr) {
    if (!difference_.empty()) return;
    if (now_ + 1 != now) flush(s);
    edge(s, in.stop, request);
    arrivals_ = in.arrivals;
    link_down_ = in.link_down;
    link_up_ = in.link_up;
    now_ = now;
    pending_ = true;
    arrived_ += arrivals_.size();
    if (in.stop != 0) ++stopped_;
  }

  /// It was.
  void after(const golden::ControlOutput& out) {
    if (!difference_.empty()) return;
    block_->sent(sent_);
    report(cosim::compare_sent(tree(), out.sent, sent_));
    stop_ = out.stop;
    ++cycles_;
  }

  /// While the golden plane is not stepped: until the RTL is idle.
  void flush(const golden::ControlState& s) {
    if (!pending_) return;
    edge(s, 0, nullptr);
    for (unsigned i = 0; i < 3 && !block_->idle(); ++i) edge(s, 0, nullptr);
    if (!block_->idle()) report("RTL is busy although nothing is left to do");
  }

  /// Asks while nothing else happens, and compares the answer.
  void request(const golden::ControlState& s, const golden::FatTreeRequest& request) {
    flush(s);
    edge(s, 0, &request);
    edge(s, 0, nullptr);
    edge(s, 0, nullptr);
  }

  /// Of the first difference; empty if there is none.
  [[nodiscard]] const std::string& difference() const { return difference_; }
  [[nodiscard]] std::uint64_t arrived() const { return arrived_; }  ///< messages given to both
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }    ///< compared
  [[nodiscard]] std::uint64_t stopped() const { return stopped_; }  ///< of them with a stop flag
  [[nodiscard]] std::uint64_t answers() const { return answers_; }  ///< compared

 private:
  /// The edge that ends the cycle under way; `s` is what golden holds after it.
  void edge(const golden::ControlState& s, PortMask stop, const golden::FatTreeRequest* request) {
    if (!difference_.empty()) return;
    cosim::ControlEdge in;
    if (pending_) in = {&arrivals_, link_down_, link_up_, 0, nullptr, false};
    in.stop = stop;
    in.request = request;
    block_->edge(in);
    if (cosim::rtl_failure_pending()) report(cosim::take_rtl_failure());
    if (block_->stop() != (pending_ ? stop_ : 0)) report("stop asked for");
    pending_ = false;
    block_->state(visible_);
    report(cosim::compare_table(tree(), s, visible_, block_->overflows()));
    report(cosim::compare_links(tree(), s, visible_));
    const std::optional<golden::FatTreeGrant> grant = block_->grant();
    if (grant.has_value() != expected_.has_value() || (grant && !(*grant == *expected_))) {
      report("answer to a route request");
    }
    if (grant) ++answers_;
    expected_.reset();
    if (request == nullptr) return;
    const golden::SwitchRules& rules = plane_->rules();
    expected_ = golden::route_select(rules.self().level, s.faults, *request);
  }

  [[nodiscard]] const golden::FatTree& tree() const { return plane_->rules().tree(); }

  void report(const std::optional<cosim::Difference>& d) {
    if (!d) return;
    report(std::string(d->requirement) + " " + d->what + ": golden " + d->expected + ", RTL " +
           d->actual + (d->port ? " at port " + std::to_string(*d->port) : ""));
  }
  void report(const std::string& what) {
    if (what.empty() || !difference_.empty()) return;
    difference_ = "cycle " + std::to_string(now_) + " switch " +
                  tree().switch_name(tree().index_of(plane_->rules().self())) + ": " + what;
  }

  const golden::ControlPlane* plane_;
  std::unique_ptr<cosim::ControlBlock> block_;
  // inputs of cycle now_, whose last edge is still to come if pending_
  std::vector<golden::PortMessage> arrivals_;
  PortMask link_down_ = 0;
  PortMask link_up_ = 0;
  Cycle now_ = 0;
  bool pending_ = false;
  PortMask stop_ = 0;  ///< what golden asks for at its end
  std::optional<golden::FatTreeGrant> expected_;
  std::vector<golden::PortMessage> sent_;
  cosim::ControlVisible visible_;
  std::string difference_;
  std::uint64_t arrived_ = 0;
  std::uint64_t cycles_ = 0;
  std::uint64_t stopped_ = 0;
  std::uint64_t answers_ = 0;
};

}  // namespace selvage::tb
