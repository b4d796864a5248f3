// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fault message unit of a fat tree's switch at its pins, clock by clock (FT-CYC-1..8;
/// docs/control-plane.md, Operations and Time of an operation).
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "golden/types.hpp"

namespace selvage::golden {

struct UnitSizes {
  unsigned m = 8;
  unsigned n = 3;
  unsigned qi = 16;
  unsigned qo = 8;
  unsigned dw = 3;
  unsigned h = 4;
  unsigned hw = 2;
  unsigned lw = 2;
  unsigned kw = 6;
  [[nodiscard]] unsigned message_bits() const { return 3 + lw + kw + hw + 8; }
};

/// A message as on the wires: {seq, port, key, level, kind}.
struct UnitMessage {
  enum Kind : unsigned { kSyncReq, kUlfm, kUlrm, kDerf, kDerr, kDlfm, kDlrm, kResync };
  unsigned kind = 0;
  unsigned level = 0;
  std::uint64_t key = 0;
  unsigned port = 0;
  unsigned seq = 0;
  [[nodiscard]] std::uint64_t bits(const UnitSizes& s) const;
  [[nodiscard]] static UnitMessage of(const UnitSizes& s, std::uint64_t bits);
};

struct UnitIn {
  unsigned level = 0;  ///< this and the next four are constant
  std::uint64_t coord = 0;
  PortMask up = 0;
  PortMask down = 0;
  unsigned xoff = 0;
  PortMask link_down = 0;
  PortMask link_up = 0;
  PortMask valid = 0;
  std::vector<std::uint64_t> data;
  PortMask stop = 0;
  bool own = false;
  bool dead = false;
  unsigned seq = 0;
  PortMask announce = 0;
  bool want = false;
  unsigned want_level = 0;
  bool scan_any = false;
  std::uint64_t scan_key = 0;
  bool scan_cond = false;
};

/// Its outputs that depend on no input of the same clock.
struct UnitRequests {
  bool executes = false;  ///< the next three mean something
  unsigned port = 0;
  unsigned index = 0;
  bool is_up = false;
  UnitMessage message;  ///< of an operation that a message starts
  bool check = false;
  bool visit = false;
};

struct UnitOut {
  UnitRequests requests;
  PortMask stop = 0;
  PortMask valid = 0;
  std::vector<std::uint64_t> data;
  bool link_down = false;
  bool link_up = false;
  bool dlfm = false;
  bool dlrm = false;
  bool resync = false;
  PortMask announced = 0;
  bool statement = false;
  bool derf = false;
  bool derr = false;
  bool forget = false;
  bool visit_start = false;
  bool visited = false;
  bool advertised = false;
  bool done = false;
  bool idle = false;
};

class MessageUnit {
 public:
  explicit MessageUnit(const UnitSizes& sizes);
  /// `level`: the switch's own.
  [[nodiscard]] UnitRequests requests(unsigned level) const;
  /// One clock.
  [[nodiscard]] UnitOut step(const UnitIn& in);
  [[nodiscard]] std::size_t waiting(unsigned port) const { return in_[port].size(); }

 private:
  enum Operation : unsigned { kLinkDown = 8, kLinkUp = 9, kAnnounce = 10 };
  struct Broadcast {
    PortMask ports = 0;
    UnitMessage message;
    bool line = false;
    bool last = false;  ///< of its line
    bool want = false;
    bool sync_end = false;
  };
  struct Pick {
    bool any = false;
    unsigned port = 0;
    unsigned operation = 0;
  };
  [[nodiscard]] UnitMessage child(unsigned kind, const UnitIn& in, std::uint64_t name,
                                  unsigned k) const;
  void execute(const UnitIn& in, UnitOut& out);
  [[nodiscard]] Broadcast broadcast(const UnitIn& in, const UnitRequests& requests) const;
  [[nodiscard]] Pick pick(const UnitIn& in, PortMask room) const;
  [[nodiscard]] bool is_new(std::uint64_t id);
  void send(const Broadcast& broadcast, const UnitIn& in, UnitOut& out);
  void begin(const Pick& picked, const UnitIn& in, UnitOut& out);
  void accept(const UnitIn& in, const UnitOut& out);

  UnitSizes s_;
  std::vector<std::deque<std::uint64_t>> in_;
  std::vector<std::deque<std::uint64_t>> out_;
  PortMask stopped_ = 0;
  PortMask down_ = 0;  ///< link events that wait
  PortMask up_ = 0;
  unsigned above_ = 0;  ///< where round robin begins
  unsigned below_ = 0;
  bool busy_ = false;
  bool executes_ = false;
  unsigned operation_ = 0;
  unsigned port_ = 0;
  bool is_up_ = false;
  UnitMessage message_;
  PortMask forward_ = 0;
  UnitMessage forwarded_;
  bool sync_ = false;
  unsigned child_ = 0;
  bool dlfm_advertised_ = false;
  unsigned dlfm_level_ = 0;
  std::deque<std::uint64_t> seen_;  ///< the last four RESYNC ids
};

}  // namespace selvage::golden
