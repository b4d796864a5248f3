// SPDX-License-Identifier: Apache-2.0
/// \file
/// Plays the messages of an application at the hosts of a fabric (docs/reference/applications.md).
#pragma once

#include <functional>
#include <map>
#include <queue>
#include <vector>

#include "fabric/application/report.hpp"
#include "fabric/context.hpp"
#include "fabric/host.hpp"

namespace selvage::fabric {

/// Stands at every host that has a message to send or to receive. Follows packets, to hear of those
/// that are lost.
class ApplicationRun final : public Sink {
 public:
  using HostAt = std::function<Host&(HostIdx)>;
  /// Before the first cycle. `faulty`: switches without any link; messages of their hosts are lost.
  /// `host` gives the hosts, which live as long as this.
  ApplicationRun(Context& context, HostAt host, const std::vector<SwitchIdx>& faulty);

  /// Whether it stands at `host`.
  [[nodiscard]] bool at(HostIdx host) const { return ranks_.count(host) > 0; }
  [[nodiscard]] ApplicationReport report() const;

  void on(const PacketEnded& event) override;
  [[nodiscard]] bool follows_packets() const override { return true; }

 private:
  /// Of a message.
  struct State {
    std::uint32_t awaited = 0;  ///< messages that it still waits for
    std::uint64_t handed = 0;   ///< packets, to the source queue
    std::uint64_t arrived = 0;
    bool lost = false;
  };
  /// A message that may be offered from a cycle on; the first of the earliest goes first.
  struct Due {
    Cycle at = 0;
    std::uint32_t message = 0;
    bool operator>(const Due& o) const { return at != o.at ? at > o.at : message > o.message; }
  };
  /// One host's part.
  class Rank final : public HostUser {
   public:
    Rank(ApplicationRun& run, HostIdx self) : run_(run), self_(self) {}
    void received(const Packet& packet) override { run_.arrived(packet); }
    void room() override { run_.send(self_); }

    std::priority_queue<Due, std::vector<Due>, std::greater<>> due;
    std::optional<std::uint32_t> sending;  ///< the message that is being handed over
    std::unique_ptr<LinkExtension> mark;   ///< of its next packet; null: still to be made

   private:
    ApplicationRun& run_;
    HostIdx self_;
  };

  [[nodiscard]] const AppMessage& message(std::uint32_t number) const {
    return application_.messages[number];
  }
  [[nodiscard]] std::uint64_t packets_of(const AppMessage& message) const;
  [[nodiscard]] std::uint8_t length(const AppMessage& message, std::uint64_t packet) const;
  void list_waiting();
  /// Nothing keeps a message back any more: it is due in cycle `at`.
  void release(std::uint32_t number, Cycle at);
  /// Of `number` that happened which messages of `host` wait for: they may be offered from cycle
  /// `at` on, and their work begins then.
  void happened(std::uint32_t number, HostIdx host, Cycle at);
  /// Hands over what is due at `host`, as far as there is room.
  void send(HostIdx host);
  /// The next packet of the message that `rank` is sending; false: there is no room.
  bool hand_over(HostIdx host, Rank& rank, Cycle at);
  void arrived(const Packet& packet);
  void lose(std::uint32_t number, Cycle at, std::string_view reason, std::string_view met);
  /// The first cycle in which something may still be offered.
  [[nodiscard]] Cycle soonest() const { return begun_ ? context_.now() + 1 : 0; }

  Context& context_;
  HostAt host_;
  const Application& application_;
  std::uint64_t packet_bytes_;  ///< of the longest packets
  std::uint8_t longest_;
  std::vector<State> states_;
  /// By message: places in `waiting_` of those that wait for it; one more at the end.
  std::vector<std::uint32_t> waiting_from_;
  std::vector<std::uint32_t> waiting_;
  std::map<HostIdx, Rank> ranks_;
  std::uint64_t delivered_ = 0;
  std::uint64_t lost_ = 0;
  Cycle last_ = 0;  ///< in which a message arrived
  bool begun_ = false;
  std::optional<LostMessage> first_lost_;
};

}  // namespace selvage::fabric
