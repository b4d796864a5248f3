// SPDX-License-Identifier: Apache-2.0
/// \file
/// A router in RTL whose pins say now and then what it does not do, in a mesh that has it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../wormhole/bench.hpp"
#include "forwarding_system.hpp"
#include "forwarding_whole.hpp"

namespace selvage::test {

/// What one router of a mesh shows in place of what it does, by the edge behind which it does.
struct RouterLie {
  SwitchIdx sw = 0;
  std::function<void(Cycle, cosim::RouterShown&)> shown;
  std::function<void(Cycle, PortIdx, cosim::Flit&)> flit;
  std::function<void(ControlMessage&)> message;
  std::function<void(std::uint32_t&)> number;  ///< of a message
  std::function<void(std::uint32_t&)> asked;   ///< the number that RESEND asks for
  std::function<bool(Cycle, bool)> idle;       ///< given the truth
  Cycle breaks = kNever;                       ///< the edge at which an assertion fails
};

class LyingRouter final : public ForwardingWhole<cosim::RouterBlock> {
 public:
  LyingRouter(std::unique_ptr<cosim::RouterBlock> inner, RouterLie lie)
      : ForwardingWhole(std::move(inner)), lie_(std::move(lie)) {}

  void flit(PortIdx port, const cosim::Flit& flit) override { inner().flit(port, flit); }
  void credit(unsigned channel) override { inner().credit(channel); }
  void edge(Cycle cycle) override {
    ForwardingWhole::edge(cycle);
    if (cycle == lie_.breaks) cosim::detail::rtl_failed = true;
  }
  void turn(Cycle cycle) override { inner().turn(cycle); }
  [[nodiscard]] bool idle() const override {
    return lie_.idle ? lie_.idle(now(), inner().idle()) : inner().idle();
  }
  [[nodiscard]] cosim::RouterShown shown() const override {
    cosim::RouterShown shown = inner().shown();
    if (lie_.shown) lie_.shown(now(), shown);
    return shown;
  }
  [[nodiscard]] cosim::Flit sent(PortIdx port) const override {
    cosim::Flit flit = inner().sent(port);
    if (lie_.flit) lie_.flit(now(), port, flit);
    return flit;
  }
  [[nodiscard]] ControlMessage sent_message(PortIdx port) const override {
    ControlMessage message = inner().sent_message(port);
    if (lie_.message) lie_.message(message);
    return message;
  }
  [[nodiscard]] std::uint32_t sent_number(PortIdx port) const override {
    std::uint32_t number = inner().sent_number(port);
    if (lie_.number) lie_.number(number);
    return number;
  }
  [[nodiscard]] std::uint32_t resend_number(PortIdx port) const override {
    std::uint32_t number = inner().resend_number(port);
    if (lie_.asked) lie_.asked(number);
    return number;
  }
  [[nodiscard]] unsigned held(unsigned channel) const override { return inner().held(channel); }
  [[nodiscard]] std::uint64_t head(const cosim::HeadFlit& head) const override {
    return inner().head(head);
  }

 private:
  RouterLie lie_;
};

/// A mesh one of whose routers in RTL lies.
class LyingMesh final : public tb::ForwardingSystem {
 public:
  LyingMesh(std::unique_ptr<System> inner, RouterLie lie)
      : ForwardingSystem(std::move(inner)), lie_(std::move(lie)) {}
  std::unique_ptr<cosim::RouterBlock> make_router(const cosim::RouterBlockOptions& options,
                                                  std::string& why) const override {
    auto block = inner().make_router(options, why);
    if (block == nullptr || options.self != lie_.sw) return block;
    return std::make_unique<LyingRouter>(std::move(block), lie_);
  }

 private:
  RouterLie lie_;
};

/// The run of a scenario on a mesh of eight nodes one of whose routers lies.
inline nlohmann::json lied(const Scenario& s, const RouterLie& lie) {
  const tb::MakeSystem truthful = mesh(2, s.engine);
  return tb::simulate(
      s, [&] { return std::make_unique<LyingMesh>(truthful(), lie); }, {}, 60);
}

}  // namespace selvage::test
