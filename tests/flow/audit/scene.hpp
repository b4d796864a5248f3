// SPDX-License-Identifier: Apache-2.0
/// \file
/// A small tree whose tables show something else than they hold, or whose switches have counted
/// something else, one thing at a time; and what the laws say of it.
#pragma once

#include <catch2/catch.hpp>

#include <functional>
#include <utility>

#include "../lab.hpp"
#include "flow/blocks/forwarding.hpp"

namespace selvage::test {

using flow::PortNumber;
using golden::FlowId;

/// A row of a table, by its port.
struct At {
  PortNumber port = 0;
  FlowId id = 0;
};

/// What the tables of all ports show besides.
struct Views {
  std::function<void(At, golden::IfctRow&)> ifct;
  std::function<void(At, flow::OfctView&)> ofct;
  std::function<void(At, flow::EfctView&)> efct;
};
struct Shown final : flow::ForwardingBlocks {
  Shown(std::unique_ptr<Blocks> own, Views& told, PortNumber self, unsigned number)
      : ForwardingBlocks(std::move(own)), views(told), port(self), rows(number) {}
  const golden::IfctRow& ifct_row(Cycle now, FlowId id) override {
    REQUIRE(id < rows);
    row = ForwardingBlocks::ifct_row(now, id);
    if (views.ifct) views.ifct({port, id}, row);
    return row;
  }
  flow::OfctView ofct_row(Cycle now, FlowId id) override {
    REQUIRE(id < rows);
    flow::OfctView v = ForwardingBlocks::ofct_row(now, id);
    if (views.ofct) views.ofct({port, id}, v);
    return v;
  }
  flow::EfctView efct_row(Cycle now, FlowId id) override {
    REQUIRE(id < rows);
    flow::EfctView v = ForwardingBlocks::efct_row(now, id);
    if (views.efct) views.efct({port, id}, v);
    return v;
  }
  Views& views;
  PortNumber port;
  unsigned rows;
  golden::IfctRow row;
};

// Four leaves of two hosts, 0 to 3, and two switches above them. Of a leaf ports 0 and 1 lead up,
// of all switches 3 and 4 to the leaves 0 and 1 or to hosts, and nothing is at port 2.
inline constexpr unsigned kPorts = 5;
inline const flow::Wiring& turned_tree() {
  static const flow::Wiring turned = [] {
    const flow::Wiring w = flow::wiring_of(golden::FatTree(4, 2));
    flow::Wiring t = w;
    t.ports = kPorts;
    t.ends.assign(std::size_t{w.switches} * kPorts, {});
    t.ahead.assign(t.ends.size(), 0);
    for (std::size_t i = 0; i < w.ends.size(); ++i) {
      const std::size_t to = i / w.ports * kPorts + (i % w.ports + 3) % kPorts;
      t.ends[to] = w.ends[i];
      t.ahead[to] = w.ahead[i];
      if (w.ends[i].kind == PortEnd::Kind::kSwitch)
        t.ends[to].port = static_cast<PortIdx>((w.ends[i].port + 3) % kPorts);
    }
    return t;
  }();
  return turned;
}

struct AuditScene {
  explicit AuditScene(const flow::Params& params = quiet({8, 4, 10}))
      : lab(turned_tree(), params,
            [this](SwitchIdx sw, PortIdx port, const flow::BlocksConfig& config) {
              return std::make_unique<Shown>(flow::golden_blocks(config), views, sw * kPorts + port,
                                             config.ifct.sizes.rows());
            }) {}
  /// What leaves for hosts 5, 6 and 7: that many packets from now on.
  void allow(std::uint32_t packets) {
    lab.net[2].allow(4, packets, lab.now);
    lab.net[3].allow(3, packets, lab.now);
    lab.net[3].allow(4, packets, lab.now);
  }
  /// Flows that meet there, and nothing leaves for them.
  void start() {
    for (unsigned i = 0; i < 12; ++i) {
      lab.send(0, 7, 4096);
      lab.send(0, 6, 1500);
      lab.send(1, 7, 3000, 3);
      lab.send(2, 7, 600);
      lab.send(3, 2, 256, 1, false);
      lab.send(4, 5, 2000);
    }
    allow(0);
  }
  static constexpr Cycle kFree = 700;  ///< from then on it does
  /// In the middle of their packets.
  void play() {
    start();
    lab.run_to(kFree);
    allow(flow::kNoSlot);
    lab.run_to(900);
  }
  [[nodiscard]] std::string found() { return lab.net.audit(lab.now - 1); }
  [[nodiscard]] std::string found_at_end() { return lab.net.audit_end(lab.now - 1); }
  [[nodiscard]] flow::Router& router(PortNumber p) { return lab.net[p / kPorts]; }
  [[nodiscard]] flow::Input& in(PortNumber p) {
    return router(p).input(static_cast<PortIdx>(p % kPorts));
  }
  [[nodiscard]] flow::Output& out(PortNumber p) {
    return router(p).output(static_cast<PortIdx>(p % kPorts));
  }
  [[nodiscard]] flow::Blocks& blocks(PortNumber p) {
    return router(p).blocks(static_cast<PortIdx>(p % kPorts));
  }
  [[nodiscard]] golden::IfctRow row(At at) { return blocks(at.port).ifct_row(lab.now - 1, at.id); }
  [[nodiscard]] flow::OfctView way(At at) { return blocks(at.port).ofct_row(lab.now - 1, at.id); }
  [[nodiscard]] flow::EfctView key(At at) { return blocks(at.port).efct_row(lab.now - 1, at.id); }
  [[nodiscard]] PortEnd end(PortNumber p) const { return lab.wiring.ends[p]; }
  [[nodiscard]] PortNumber far(PortNumber p) const { return end(p).index * kPorts + end(p).port; }
  [[nodiscard]] std::vector<PortNumber> ports(PortEnd::Kind kind) const {
    std::vector<PortNumber> those;
    for (PortNumber p = 0; p < lab.wiring.ends.size(); ++p)
      if (end(p).kind == kind) those.push_back(p);
    return those;
  }
  [[nodiscard]] std::vector<At> rows(PortEnd::Kind kind) const {
    std::vector<At> all;
    for (const PortNumber p : ports(kind))
      for (unsigned id = 0; id < lab.params.sizes.rows(); ++id)
        all.push_back({p, static_cast<FlowId>(id)});
    return all;
  }
  // What is found between cycles if a row of a table shows something else.
  template <class Change>
  std::string row_shows(At at, const Change& change) {
    return looked(views.ifct, only(at, change));
  }
  template <class Change>
  std::string way_shows(At at, const Change& change) {
    return looked(views.ofct, only(at, change));
  }
  template <class Change>
  std::string key_shows(At at, const Change& change) {
    return looked(views.efct, only(at, change));
  }
  /// What is found if a switch has counted one more, or the number is `value`.
  template <class Number>
  std::string counted(Number& number) {
    return counted(number, static_cast<Number>(number + 1));
  }
  template <class Number>
  std::string counted(Number& number, Number value) {
    const Number was = std::exchange(number, value);
    const std::string what = at_end ? found_at_end() : found();
    number = was;
    return what;
  }

  Views views;
  bool at_end = false;  ///< the laws of the end are asked, not those between cycles
  Lab lab;

 private:
  template <class Change>
  static auto only(At at, const Change& change) {
    return [at, &change](At where, auto& shown) {
      if (where.port == at.port && where.id == at.id) change(shown);
    };
  }
  template <class View, class Change>
  std::string looked(View& view, const Change& change) {
    view = change;
    const std::string what = at_end ? found_at_end() : found();
    view = nullptr;
    return what;
  }
};

/// As laws name it.
inline std::string place(At at) {
  return " at switch " + std::to_string(at.port / kPorts) + " port " +
         std::to_string(at.port % kPorts) + " id " + std::to_string(at.id);
}

inline constexpr auto kHost = PortEnd::Kind::kHost;
inline constexpr auto kSwitch = PortEnd::Kind::kSwitch;

}  // namespace selvage::test
