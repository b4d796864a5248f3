// SPDX-License-Identifier: Apache-2.0
/// \file
/// The links between switches of different ranks (FAB-RANK-1).
#pragma once

#include <memory>
#include <vector>

#include "fabric/context.hpp"
#include "fabric/data_path.hpp"
#include "fabric/link/sockets.hpp"
#include "fabric/ranks/bytes.hpp"

namespace selvage::fabric {

class JourneyLog;
class CutLink;

/// Every rank has all switches. Those of other ranks move no packets here, but their controls and
/// probers work in every rank alike, since nothing that packets do reaches them: so fault messages
/// stay in the rank. Headers, stalls, XON and XOFF of a link whose ends belong to two ranks go into
/// the queue of the far end's rank, which plays them into the socket of its own module; so does
/// what the data path sends besides, which it gets back there.
class Boundary final : public Carrier {
 public:
  /// `journeys` may be null. All outlive it.
  Boundary(Context& context, const Switches& switches, DataPath& path, unsigned ranks,
           JourneyLog* journeys);
  ~Boundary() override;
  Boundary(const Boundary&) = delete;
  Boundary& operator=(const Boundary&) = delete;

  /// Stands in the link by which `port` of switch `sw` sends to `far`, if not both ends are of this
  /// rank.
  void cut(SwitchPort sw, SwitchPort far);

  [[nodiscard]] mpi::Bytes& carry(SwitchIdx to, Cycle at) override;
  [[nodiscard]] mpi::Bytes& carry_beats(SwitchIdx to) override;
  /// Switches in RTL beside the path, which outlive it.
  void follow(WholeSwitches& twin);
  /// What goes to each rank; whoever sends it empties it.
  [[nodiscard]] std::vector<mpi::Bytes>& queues() { return queues_; }
  /// The first cycle in which something of the queues arrives; kNever: they are empty.
  [[nodiscard]] Cycle first_arrival() const { return first_arrival_; }
  /// Whether something of the queues is of switches in RTL.
  [[nodiscard]] bool carries_beats() const { return beats_; }
  void emptied() {
    first_arrival_ = kNever;
    beats_ = false;
  }
  /// Before the queues are sent: packets that the death of a link cut since the last time, behind
  /// fronts that have gone on to another rank; and when the ends of links of this rank let the
  /// `repairs` take effect.
  void complete(const std::vector<std::uint32_t>& repairs);
  /// Plays what rank `from` has sent, from where `reader` stands.
  void play(ByteReader& reader);

  /// Losses that have been logged, although another rank had lost the packet before.
  [[nodiscard]] const std::vector<Loss>& mistaken() const { return mistaken_; }
  /// A packet ended by another cause within the time in which the news came that it was cut: what
  /// one rank would have found is not known.
  [[nodiscard]] bool confused() const { return confused_; }
  /// What another rank's switches in RTL have sent came too late: a defect of Selvage.
  [[nodiscard]] bool late() const { return late_; }
  /// Packets that only the far rank counts.
  [[nodiscard]] std::uint64_t held() const { return held_; }
  /// At the end: forgets them.
  void release();

 private:
  friend class CutLink;
  enum class Kind : std::uint8_t { kHeader, kStall, kFlowControl, kCut, kClear, kPath, kBeats };
  /// What goes to another rank. `sw` and `port` receive it.
  struct Crossing {
    Kind kind;
    std::uint8_t vc;
    bool flag;  ///< flow control: XON; header: a journey follows
    PortIdx port;
    SwitchIdx sw;
    Cycle at;  ///< of arrival
  };
  /// A packet of which a link's death cut the rest.
  struct CutPacket {
    std::uint32_t switches;  ///< that its front had left when it came to the rank
    Loss loss;
  };
  void put_crossing(std::uint32_t to, const Crossing& crossing);
  void put_packet(std::uint32_t to, const Crossing& crossing, const Packet& packet);
  void put_cut(std::uint32_t to, const CutPacket& cut);
  [[nodiscard]] Packet& take_packet(ByteReader& reader, bool journey);
  void play_cut(const CutPacket& cut);
  /// The first loss of a packet of late; null: none.
  [[nodiscard]] const Loss* loss_of(PacketId packet) const;
  void keep_first_losses();
  void lose(Packet& packet, const Loss& loss);

  Context& context_;
  const Switches& switches_;
  DataPath& path_;
  WholeSwitches* twin_ = nullptr;
  JourneyLog* journeys_;
  std::vector<std::unique_ptr<CutLink>> links_;
  std::vector<mpi::Bytes> queues_;
  Cycle first_arrival_ = kNever;
  bool beats_ = false;
  std::deque<Loss> losses_;
  std::vector<Loss> mistaken_;
  Packet stalled_;             ///< stands for the packet whose beat is missing
  std::uint64_t outages_ = 0;  ///< those after which `links_` were looked through
  bool look_ = false;          ///< look through them once more
  bool confused_ = false;
  bool late_ = false;
  std::uint64_t held_ = 0;
};

}  // namespace selvage::fabric
