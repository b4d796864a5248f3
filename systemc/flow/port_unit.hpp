// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the input and the output unit of a port have in common.
#pragma once

#include "flow/shared.hpp"

namespace selvage::flow {

class Router;

/// Who they are, and their part of what is pooled.
class PortUnit {
 public:
  PortUnit(Shared& shared, Router& router, PortNumber self)
      : shared_(shared),
        router_(&router),
        in_(&shared.in[self]),
        out_(&shared.out[self]),
        self_(self),
        sw_(shared.place(self).sw),
        port_(shared.place(self).port) {}
  void serve(Serve what) { shared_.agenda.serve(what, self_); }

 protected:
  [[nodiscard]] Cycle now() const { return shared_.agenda.now(); }
  void at(Cycle when, Kind kind, std::uint64_t arg = 0) {
    shared_.agenda.at(when, kind, self_, arg);
  }
  void serve_at(Cycle when, Serve what) { shared_.agenda.serve_at(when, what, self_); }
  [[nodiscard]] Input& input() const { return *in_; }
  [[nodiscard]] Output& output() const { return *out_; }
  [[nodiscard]] Blocks& blocks() const { return *shared_.blocks[self_]; }
  [[nodiscard]] bool edge() const { return out_->kind == PortEnd::Kind::kHost; }
  [[nodiscard]] Router& router() const { return *router_; }
  [[nodiscard]] SwitchPort place() const { return {sw_, port_}; }

  Shared& shared_;
  Router* router_;
  Input* in_;
  Output* out_;
  PortNumber self_;
  SwitchIdx sw_;
  PortIdx port_;
};

}  // namespace selvage::flow
