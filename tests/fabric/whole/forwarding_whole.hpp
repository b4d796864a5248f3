// SPDX-License-Identifier: Apache-2.0
/// \file
/// A switch or router in RTL around another one, of which a test changes a part: what both kinds
/// have.
#pragma once

#include <memory>
#include <utility>

#include "cosim/router_block.hpp"
#include "cosim/switch_block.hpp"

namespace selvage::test {

template <class Block>
class ForwardingWhole : public Block {
 public:
  explicit ForwardingWhole(std::unique_ptr<Block> inner) : inner_(std::move(inner)) {}
  void message(PortIdx port, const ControlMessage& m) override { inner_->message(port, m); }
  void message_mark(PortIdx port, std::uint32_t number, bool bad) override {
    inner_->message_mark(port, number, bad);
  }
  void far_resend(PortIdx port, std::uint32_t number) override { inner_->far_resend(port, number); }
  void link_event(PortIdx port, bool up) override { inner_->link_event(port, up); }
  void link_begins(PortIdx port) override { inner_->link_begins(port); }
  void wipe() override { inner_->wipe(); }
  void link_alive(PortIdx port, bool alive) override { inner_->link_alive(port, alive); }
  void edge(Cycle cycle) override {
    now_ = cycle;
    inner_->edge(cycle);
  }
  void rise() override { inner_->rise(); }
  void fall() override { inner_->fall(); }
  void declare(VerilatedFstC& file) override { inner_->declare(file); }
  [[nodiscard]] bool idle() const override { return inner_->idle(); }
  [[nodiscard]] ControlMessage sent_message(PortIdx port) const override {
    return inner_->sent_message(port);
  }
  [[nodiscard]] std::uint32_t sent_number(PortIdx port) const override {
    return inner_->sent_number(port);
  }
  [[nodiscard]] std::uint32_t resend_number(PortIdx port) const override {
    return inner_->resend_number(port);
  }

 protected:
  [[nodiscard]] Block& inner() const { return *inner_; }
  [[nodiscard]] Cycle now() const { return now_; }  ///< the edge before

 private:
  std::unique_ptr<Block> inner_;
  Cycle now_ = kNever;
};

}  // namespace selvage::test
