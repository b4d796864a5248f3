// SPDX-License-Identifier: Apache-2.0
/// \file
/// docs/reference/mesh-router.md a second time, word by word: one router by its pins, each flit an
/// object, as slow as that is. Statuses and ways are those of the golden node.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "cosim/mesh/node.hpp"
#include "cosim/mesh/router_block.hpp"

namespace selvage::test {

/// Pins are set, and looked at, by the same names as those of a cosim::RouterBlock.
class RouterRule {
 public:
  static constexpr unsigned kPorts = 7;
  static constexpr unsigned kVcs = 2;
  static constexpr unsigned kChannels = kPorts * kVcs;
  static constexpr PortIdx kHost = 6;

  RouterRule(const cosim::MeshConfig& config, const cosim::RouterOptions& options);

  void flit(PortIdx port, const cosim::Flit& flit) { flits_[port] = flit; }
  void credit(unsigned channel) { credits_ |= 1U << channel; }
  void message(PortIdx port, const ControlMessage& message) {
    comes_.arrivals.push_back({port, message, {}});
  }
  void link_event(PortIdx port, bool up) { comes_.links.push_back({port, up, Cause::kUnknown}); }
  void link_begins(PortIdx port) { begins_ |= PortMask{1} << port; }
  void wipe() { wipes_ = true; }
  void link_alive(PortIdx port, bool alive) { alive_[port] = alive; }

  void edge(Cycle cycle);
  [[nodiscard]] const cosim::RouterShown& shown() const { return shown_; }
  [[nodiscard]] const cosim::Flit& sent(PortIdx port) const { return sent_[port]; }
  [[nodiscard]] const ControlMessage& sent_message(PortIdx /*port*/) const { return message_; }
  /// An abort flit that was made here has data of nobody.
  [[nodiscard]] bool made_here(PortIdx port) const { return made_[port]; }
  [[nodiscard]] std::uint32_t epoch() const { return control_.node().epoch().epoch; }

 private:
  enum class State { kEmpty, kAsks, kAsked, kWaits, kHolds, kDrains };
  struct Held {
    cosim::Flit flit;
    bool made = false;
  };
  struct Input {
    std::deque<Held> queue;
    bool open = false;            ///< a packet has come in part
    State state = State::kEmpty;  ///< of the packet at the front
    unsigned out = 0;             ///< kHolds
    PortMask waits = 0;           ///< kWaits
    std::uint8_t header = 0;      ///< that it leaves with
  };
  struct Output {
    unsigned credits = 0;
    int owner = -1;
    bool exists = false, free = false, closing = false;
  };
  struct Question {
    Cycle at;
    unsigned in;
    std::uint64_t free;
    RouteDecision decision;
    bool stale = false;
  };

  static PortIdx port_of(unsigned channel) { return static_cast<PortIdx>(channel / kVcs); }
  void take_credits();
  void take_flits();
  void cut();
  void answer();
  void decide(const Question& q);
  void take(unsigned in, unsigned out, const RouteDecision& d);
  void ask();
  [[nodiscard]] RouteRequest request(unsigned in) const;
  void drop();
  [[nodiscard]] std::vector<unsigned> senders() const;
  void serial(const std::vector<unsigned>& may);
  void separable(const std::vector<unsigned>& may);
  void leave(unsigned in);
  void send(unsigned in);
  void tail_sent(unsigned out);
  void die();
  void control();
  void wake(PortMask ports);
  [[nodiscard]] std::uint64_t free() const;
  [[nodiscard]] PortMask clear() const;

  const golden::Mesh& mesh_;
  cosim::RouterOptions options_;
  cosim::GoldenMeshControl control_;
  std::array<Input, kChannels> in_;
  std::array<Output, kChannels> out_;
  std::array<bool, kPorts> alive_{};
  std::array<unsigned, kPorts> last_{}, last_read_{};
  std::deque<Question> asked_;
  unsigned next_ask_ = 0;
  PortMask read_ = 0;   ///< input ports, in this cycle
  PortMask taken_ = 0;  ///< output ports: a message has their flit of cycle taken_at_
  Cycle taken_at_ = kNever;
  Cycle now_ = 0;

  std::array<std::optional<cosim::Flit>, kPorts> flits_;
  std::uint64_t credits_ = 0;
  PortMask begins_ = 0;
  StepInput comes_;
  bool wipes_ = false;

  cosim::RouterShown shown_;
  std::array<cosim::Flit, kPorts> sent_;
  std::array<bool, kPorts> made_{};
  ControlMessage message_;
};

}  // namespace selvage::test
