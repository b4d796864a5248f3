// SPDX-License-Identifier: Apache-2.0
/// \file
/// The wires between switches in RTL, and their hosts: what is under way, by the edge that takes
/// it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "cosim/switch_block.hpp"
#include "golden/topology.hpp"

namespace selvage::fabric {

/// A beat to the pins of a switch.
struct WireBeat {
  static constexpr char kTag = 'b';  ///< of it between ranks
  SwitchPort to;
  cosim::Beat beat;
  std::uint32_t packet_beats = 0;  ///< of a head
};

/// What else a wire carries.
struct WireItem {
  static constexpr char kTag = 'i';
  enum class Kind : std::uint8_t { kMessage, kXon, kStop, kResend };
  Kind kind = Kind::kXon;
  SwitchPort to;
  bool level = false;  ///< of XON and STOP
  bool again = false;  ///< of STOP: shown once more as the link came back
  Cycle edge = 0;      ///< that drove it
  ControlMessage message;
  std::uint32_t number = 0;  ///< of a message, and of the one that RESEND asks for
  bool bad = false;          ///< a message that the link damages
};

/// A packet whose tail comes to an input, or is made up there, marked as cut.
struct CutTail {
  static constexpr char kTag = 'c';
  SwitchPort to;
  std::uint32_t tag = 0;
  friend bool operator<(const CutTail& a, const CutTail& b) {
    return std::tuple(a.tag, a.to.sw, a.to.port) < std::tuple(b.tag, b.to.sw, b.to.port);
  }
};

/// Those of the model. No wires: the model may be many cycles ahead of the edge that comes next.
/// One whose packet is lost on its way is never asked for.
class CutTails {
 public:
  using Entry = CutTail;
  void add(const CutTail& item) { all_.insert(item); }
  /// Of another rank, whenever it comes: windows are shorter than a packet's way through a link.
  void send(Cycle /*at*/, const CutTail& item) { add(item); }
  /// Whether it is one; each is asked for once.
  [[nodiscard]] bool take(const CutTail& item) { return all_.erase(item) != 0; }

 private:
  std::set<CutTail> all_;
};

/// Items by the edge before which they are put on the pins. Of one edge in the order in which they
/// were sent.
template <class Item>
class Wires {
 public:
  using Entry = Item;
  /// Nothing is under way for more than `longest` edges.
  explicit Wires(Cycle longest) : rows_(longest + 2) {}
  void send(Cycle at, const Item& item) {
    row(at).push_back(item);
    ++under_way_;
  }
  /// All of one edge; the reference is good until the next call.
  [[nodiscard]] const std::vector<Item>& take(Cycle at) {
    taken_.clear();
    std::swap(taken_, row(at));
    under_way_ -= taken_.size();
    return taken_;
  }
  /// Takes off those for which `lost` holds.
  template <class Lost>
  void lose(const Lost& lost) {
    for (std::vector<Item>& items : rows_) {
      const auto end = std::remove_if(items.begin(), items.end(), lost);
      under_way_ -= static_cast<std::size_t>(items.end() - end);
      items.erase(end, items.end());
    }
  }
  [[nodiscard]] bool empty() const { return under_way_ == 0; }

 private:
  [[nodiscard]] std::vector<Item>& row(Cycle at) { return rows_[at % rows_.size()]; }

  std::vector<std::vector<Item>> rows_;
  std::vector<Item> taken_;
  std::size_t under_way_ = 0;
};

}  // namespace selvage::fabric
