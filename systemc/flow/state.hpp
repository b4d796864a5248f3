// SPDX-License-Identifier: Apache-2.0
/// \file
/// State of the data path: packets, rows of input ports, output ports, flows.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "flow/parts.hpp"
#include "kernel/queue.hpp"

namespace selvage::flow {

inline constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};
inline constexpr golden::FlowId kNoRow = 0xffff;

/// A packet on its way.
struct Cargo {
  Packet packet;
  std::uint32_t flow = 0;
  std::uint32_t sequence = 0;    ///< in its flow
  std::uint32_t next = kNoSlot;  ///< behind it in its flow queue
  unsigned len = 0;              ///< units
  golden::FlowId id = 0;         ///< header, on the present link
  golden::Position start = 0;
  bool gap = false;
  bool inside = false;  ///< has left its ingress edge's queue
  std::uint8_t vc = 0;
  std::uint8_t in = 0;           ///< input port, while in an egress FIFO
  std::uint16_t late = 0;        ///< beats that messages took of it before its header arrived
  golden::Position carried = 0;  ///< hole counted when it was mapped onto the present link
  golden::Position hole = 0;     ///< found where it is queued
  Cycle tail = 0;                ///< its last beat is at the input
};

/// What the head packet of a flow queue is doing.
enum class Phase : std::uint8_t {
  kEmpty,
  kRouting,     ///< requests its candidates
  kChoosing,    ///< requests a port of the input table
  kRequesting,  ///< waits at an output: header-ahead (FLOW-D-3)
  kLeaving,     ///< granted; nothing else touches its row
  kParked,      ///< waits for something that will wake it
};

enum class DeqKind : std::uint8_t { kNone, kChoose, kLock, kTake, kEgress, kBlock, kDrop };

struct Row {
  std::uint32_t head = kNoSlot;
  std::uint32_t tail = kNoSlot;
  std::uint32_t units = 0;  ///< queued
  std::uint32_t flow = 0;
  std::uint32_t outstanding = 0;  ///< units enqueued and not acknowledged, counted by themselves
  std::uint32_t mapped = 0;       ///< mapped, not yet dequeued
  std::uint32_t returning = 0;    ///< acknowledged to this switch, not yet to the row
  PortMask candidates = 0;
  PortMask excluded = 0;    ///< branches out of credit
  PortMask left = 0;        ///< port that a REDIRECT from beyond it made it leave (FLOW-C-6)
  std::uint32_t epoch = 0;  ///< routing state that gave the candidates
  Cycle asked = 0;          ///< cycle of the request for them
  Cycle chose = 0;          ///< cycle of its turn, or of the DEQ of its grant
  std::uint32_t cap = 0;    ///< edge: what MFE allowed it at its last DEQ (FLOW-C-5)
  Cycle opened = 0;         ///< and how many packets came since
  std::uint32_t packets = 0;
  golden::FlowId next_request = kNoRow;
  std::uint64_t turn = 0;  ///< since its head has met the port's limit; 0: it has none
  Phase phase = Phase::kEmpty;
  DeqKind gives = DeqKind::kChoose;  ///< while it chooses
  golden::DeqWhy why = golden::DeqWhy::kGo;
  std::uint8_t out = 0;
  std::uint8_t vc = 0;
  std::uint8_t level = 0;
  bool in_any = false;  ///< listed for any port
  bool loose = false;   ///< block disabled: moves with its next packet
};

/// Its head waits at an output or is granted: the queue behind counts there (FLOW-C-6).
[[nodiscard]] inline bool is_pending(const Row& r) {
  return r.phase == Phase::kRequesting || r.phase == Phase::kLeaving;
}

struct DeqOp {
  DeqKind kind = DeqKind::kNone;
  golden::FlowId id = 0;
  PortMask mask = 0;  ///< of its turn: ways that are alive, whether there is a port, which
  bool any = false;
  std::uint8_t port = 0;
};
struct AckOp {
  Cycle due = 0;
  golden::AckRequest ack;
  std::uint32_t units = 0;  ///< what it acknowledges, truly, if it moves
  bool far = false;         ///< it came back by a link
};
/// A step of an input table whose answer is not there yet.
struct IfctStep {
  DeqOp deq;
  std::uint32_t enq = kNoSlot;
  bool ack = false;
  AckOp ack_op;
  bool chk = false;
  golden::FlowId chk_id = 0;
};

struct UpAck {
  golden::Ack ack;
  std::uint32_t units = 0;
  std::uint32_t messages = 0;  ///< that its output had sent when it came into the aggregator
  Cycle since = 0;             ///< in the aggregator
};
/// ACKs under way on a link.
struct Frame {
  std::vector<UpAck> acks;
  unsigned late = 0;  ///< beats that messages took of it
};

struct Input {
  std::vector<Row> rows;
  kernel::Queue<std::uint32_t> enq;  ///< packets at the table
  kernel::Queue<AckOp> acks;
  kernel::Queue<DeqOp> deqs;       ///< of heads that had their turn
  DeqOp urgent;                    ///< of the packet that is leaving
  golden::FlowId locked = kNoRow;  ///< its row, or that of a drop
  golden::FlowId chk = kNoRow;     ///< to be looked at
  kernel::Queue<IfctStep> steps;
  std::map<std::uint64_t, golden::FlowId> limited;  ///< rows that have a turn, by turn
  std::uint64_t turns = 0;
  Cycle read_free = 0;
  std::uint32_t last_slot = kNoSlot;  ///< came last by the link
  PacketId last_packet = 0;
  Cycle last_tail = 0;     ///< its last beat is here
  bool last_read = false;  ///< it is being read, or has been
  golden::MapAnswer mapped;
  std::vector<std::uint32_t> pool;  ///< [lane] units
  std::vector<std::uint8_t> xoff;   ///< [lane] advertised to the other end
  Cycle poll_at = kNever;
  unsigned live = 0;
  // Ingress edge.
  std::array<kernel::Queue<std::uint32_t>, kClasses> lookup;
  std::array<std::uint8_t, kClasses> lookup_state{};  ///< 0 ready, 1 in the table, 2 stalled
  kernel::Queue<std::pair<golden::FlowId, golden::Position>> efct_acks;
  kernel::Queue<std::pair<std::uint8_t, bool>> efct_steps;  ///< class or kClasses, with an ACK
  std::uint8_t next_class = 0;

  /// The next DEQ takes a packet out that has no way.
  [[nodiscard]] bool drops() const { return !deqs.empty() && deqs.front().kind == DeqKind::kDrop; }
};

/// Heads of a lane (VC, class) that wait at an output, by input port.
struct Lane {
  PortMask inputs = 0;
  std::uint8_t next_input = 0;
  std::vector<golden::FlowId> first;  ///< [input]
  std::vector<golden::FlowId> last;
};
struct Bucket {
  double min = 0;  ///< bytes
  double max = 0;
  Cycle at = 0;
  double served = 0;  ///< by weight
};
struct OfctStep {
  bool map = false;
  std::uint8_t map_in = 0;
  bool rev = false;
  UpAck rev_ack;
  bool chk = false;
  golden::FlowId chk_id = 0;
};

struct Output {
  PortEnd::Kind kind = PortEnd::Kind::kNone;
  std::uint32_t peer = 0;  ///< port number of the other end, or the host
  bool alive = false;
  bool cut = false;        ///< nothing arrives by it, in either direction
  bool severed = false;    ///< there is no link at present
  bool up = false;         ///< declared so again; waits to be initialised
  bool full = false;       ///< OFCT
  bool host_full = false;  ///< it has said XOFF: no packet begins (FLOW-RECV-1)
  Cycle drain = 0;         ///< after its death, from LOSS to closing (FLOW-A-29)
  std::vector<Lane> lanes;
  std::vector<Bucket> buckets;
  std::vector<std::uint8_t> xoff;  ///< [lane]
  std::uint64_t waiting = 0;       ///< lanes with requests
  unsigned ahead = 0;              ///< units that wait at the output
  unsigned behind = 0;             ///< queued behind heads that wait there or are granted
  unsigned reserved = 0;           ///< granted or in the FIFO
  unsigned depth = 0;              ///< in the FIFO, egress: written
  kernel::Queue<std::uint32_t> fifo;
  Cycle wire_free = 0;
  // What is on the wire, or was last (FLOW-MSG).
  enum class Load : std::uint8_t { kPacket, kMarker, kFrame };
  Load carries = Load::kMarker;
  std::uint32_t carried = kNoSlot;  ///< slot, marker or frame
  Cycle began = 0;
  Cycle tail_at = 0;           ///< first cycle without a beat of it
  std::uint32_t messages = 0;  ///< fault messages sent so far
  unsigned sending = 0;        ///< units of the packet on the wire
  Cycle data_until = 0;        ///< a data frame holds the wire before this cycle
  Cycle ack_free = 0;
  Cycle data_free = 0;        ///< ACKs are left behind a frame: no data before (FLOW-B-7)
  Cycle longest = 1;          ///< data frame so far, cycles
  kernel::Queue<UpAck> push;  ///< for the aggregator
  kernel::Queue<UpAck> held;  ///< in the aggregator
  bool sent_idle = true;
  RedirectInput load;  ///< header loaded in this cycle
  unsigned sent_depth = 0;
  double virtual_time = 0;  ///< of the class arbiter
  // Output table.
  bool map = false;
  std::uint8_t map_in = 0;
  kernel::Queue<UpAck> revs;  ///< they have come; one a cycle goes into the table
  kernel::Queue<golden::FlowId> chks;
  kernel::Queue<OfctStep> steps;
  bool walks = false;                  ///< since the link is dead, until it is initialised
  bool down = false;                   ///< the walker is to be notified
  bool loss_sent = false;              ///< LOSS has been sent for each row
  Cycle walk_next = kNever;            ///< it shows a row in this cycle
  unsigned live = 0;                   ///< rows of the output table
  std::vector<std::uint32_t> transit;  ///< [outgoing id] units mapped, not yet enqueued
  std::vector<std::uint32_t> lost;     ///< [outgoing id] units lost, not yet found
  unsigned lose_next = 0;
  std::uint32_t allowed = kNoSlot;  ///< grants until the port is held; kNoSlot: any number
};

/// The packets of a flow at its host.
struct HostFlow {
  kernel::Queue<std::uint32_t> packets;
  Cycle paused_until = 0;
  bool listed = false;
};
struct FlowStat {
  HostIdx source = 0;
  HostIdx destination = 0;
  std::uint8_t tc = 0;
  bool ordered = true;
  std::uint32_t sent = 0;
  std::uint32_t delivered = 0;  ///< sequence number behind the highest one delivered
  std::uint8_t last_port = 0xff;
  HostFlow host;
};

}  // namespace selvage::flow
