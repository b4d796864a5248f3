// SPDX-License-Identifier: Apache-2.0
/// \file
/// Flow-channel tables joined to a network of three layers of switches in which everything that may
/// happen happens in random order: links and queues keep their order, nothing else is fixed.
///
/// Layer 0: two edge switches with two host ports each; layer 1: three switches; layer 2: two, with
/// two links from each switch of layer 1 and two hosts each. A flow may choose twice.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "golden/flow/tables/efct.hpp"
#include "golden/flow/tables/ifct.hpp"
#include "golden/flow/tables/ofct.hpp"
#include "kernel/stream.hpp"

namespace selvage::test {

struct NetworkConfig {
  std::uint64_t seed = 1;
  unsigned packets = 1500;
  double loss = 0;      ///< of a packet on a link
  double redirect = 0;  ///< per packet that leaves by a fabric port
  double endpoint = 0;  ///< share of ACKs of type EP_*
  bool cut = false;     ///< a link inside the fabric dies
  Cycle drain = 12000;  ///< from its death to the closing of its channels
  double ack_loss = 0;  ///< of an ACK on a link
  Cycle stale = 12000;  ///< without news for so long: a marker
  bool follow = true;   ///< false: ordered flows are treated as unordered ones
};

struct NetworkResult {
  bool drained = false;   ///< every channel released
  bool exact = true;      ///< modular extents were the true outstanding units, without loss
  bool in_window = true;  ///< FLOW-A-5 held
  bool followed = true;   ///< a flow with packets in flight always found its row (FLOW-A-18)
  unsigned delivered = 0;
  unsigned dropped = 0;
  unsigned late_ordered = 0;  ///< deliveries of ordered flows out of order
  unsigned late_unordered = 0;
  unsigned moves = 0;        ///< flows blocked in order to move
  unsigned divergences = 0;  ///< another port than the packet before
  unsigned reports = 0;      ///< LOSS messages made at holes
  unsigned reopened = 0;     ///< channels opened under an id upstream still held (FLOW-A-20)
  unsigned stray = 0;
  unsigned markers = 0;
  unsigned acks_lost = 0;
  unsigned no_id = 0;     ///< stalls for want of a flow id, edge and fabric
  unsigned credits = 0;   ///< CREDIT messages
  unsigned rerouted = 0;  ///< flows blocked because their port died (FLOW-C-3)
  Cycle end = 0;
};

class FlowNetwork {
 public:
  explicit FlowNetwork(const NetworkConfig& config);
  NetworkResult run();

 private:
  struct Packet {
    unsigned flow = 0;
    unsigned dst = 0;
    unsigned sequence = 0;
    unsigned len = 0;
    bool ordered = false;
    golden::FlowId id = 0;  ///< header: on the present link
    golden::Position start = 0;
    bool gap = false;
    bool row_was_there = false;
    golden::Position hole = 0;  ///< found where it is queued
  };
  struct BackAck {
    golden::Ack ack;
    unsigned units = 0;  ///< what it acknowledges, truly
  };
  struct InPort {
    golden::Ifct table;
    std::optional<golden::Efct> edge;
    std::vector<std::deque<Packet>> queue;
    std::vector<unsigned> outstanding;  ///< units, counted by themselves
    unsigned link = 0;                  ///< that enters, inside the fabric
  };
  struct OutPort {
    golden::Ofct table;
    unsigned link = 0;
  };
  struct Egress {
    unsigned in = 0;
    golden::FlowId id = 0;
    Packet packet;
  };
  struct Switch {
    unsigned layer = 0;
    std::vector<InPort> in;
    std::vector<OutPort> out;
    std::vector<std::deque<Egress>> egress;
  };
  struct Link {
    unsigned from = 0, from_port = 0, to = 0, to_port = 0;
    std::deque<Packet> forward;
    std::deque<BackAck> back;
    bool dead = false;
  };
  struct Flow {
    unsigned dst = 0;
    bool ordered = false;
    unsigned sent = 0;
    unsigned delivered = 0;  ///< sequence number behind the last one
    unsigned last_port = 0;
  };

  void join(unsigned from, unsigned to);
  bool inject();
  bool arrive();
  bool depart();
  bool send_head(unsigned s, unsigned in, golden::FlowId id);
  bool take_ack();
  bool leave();
  void check_timers();
  void send_marker(Link& link, const golden::Marker& marker);
  void cut_link();
  void walk_dead_link(golden::OfctCheck kind);
  [[nodiscard]] bool lossless() const {
    return config_.loss == 0 && config_.ack_loss == 0 && !config_.cut;
  }
  void enqueue(unsigned s, unsigned in, Packet packet);
  void acknowledge(unsigned s, unsigned in, const golden::AckRequest& ack, unsigned units);
  void upstream(unsigned s, unsigned in, const golden::UpMessage& message, unsigned units);
  [[nodiscard]] bool empty() const;

  NetworkConfig config_;
  kernel::Stream random_;
  std::vector<Switch> switches_;
  std::vector<Link> links_;
  std::vector<Flow> flows_;
  std::vector<std::optional<Packet>> held_;  ///< at each host port, stalled
  NetworkResult result_;
  Cycle now_ = 0;
  Cycle walked_ = 0;  ///< the first cycle whose row of an output table was not looked at
  unsigned injected_ = 0;
  std::optional<unsigned> dead_;  ///< link
  Cycle close_at_ = kNever;
};

}  // namespace selvage::test
