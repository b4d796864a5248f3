// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fault message unit of a fat tree's switch at its pins, clock by clock (FT-CYC-1..8;
/// docs/reference/control-plane.md, Operations and Time of an operation).
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "golden/types.hpp"

namespace selvage::golden {

/// Parameters of a build, all to be given.
struct UnitSizes {
  unsigned m, n, qi, qo, dw, h, hw, lw, kw;
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
  bool scan_more = false;
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
  bool visit = false;
  bool next = false;
  bool advertised = false;
  bool done = false;
  bool idle = false;
};

class MessageUnit {
 public:
  explicit MessageUnit(const UnitSizes& sizes);
  [[nodiscard]] UnitRequests requests() const;
  /// One clock.
  [[nodiscard]] UnitOut step(const UnitIn& in);
  [[nodiscard]] std::size_t waiting(unsigned port) const { return in_[port].size(); }

 private:
  enum Operation : unsigned { kLinkDown = 8, kLinkUp = 9, kAnnounce = 10 };
  struct Broadcast {
    PortMask ports = 0;  ///< 0: none in this clock
    UnitMessage message;
    bool line = false;
    bool last = false;  ///< of its line
  };
  struct Pick {
    bool any = false;
    unsigned port = 0;
    unsigned operation = 0;
  };
  [[nodiscard]] UnitMessage child(unsigned kind, const UnitIn& in, std::uint64_t name,
                                  unsigned k) const;
  void execute(const UnitIn& in, UnitOut& out);
  void check(const UnitIn& in);
  void decide(const UnitIn& in, UnitOut& out);
  [[nodiscard]] bool is_idle(const UnitIn& in) const;
  [[nodiscard]] Broadcast broadcast(const UnitIn& in) const;
  [[nodiscard]] Pick pick(const UnitIn& in, PortMask room) const;
  [[nodiscard]] bool is_new(std::uint64_t id);
  void push(PortMask ports, const UnitMessage& message);
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
  /// Clocks since the pick of the operation under way; 0: none is.
  unsigned age_ = 0;
  unsigned decides_ = 0;  ///< age in which it is seen whether there is anything to send; 0: never
  unsigned rests_ = 0;    ///< age in which the unit is idle again, without anything to send
  bool sends_ = false;
  bool was_busy_ = false;
  unsigned operation_ = 0;
  unsigned port_ = 0;
  bool is_up_ = false;
  UnitMessage message_;
  PortMask forward_ = 0;  ///< ports that forwarded_ goes out by
  UnitMessage forwarded_;
  bool sync_ = false;
  bool line_ = false;   ///< the tables have chosen one
  bool level_ = false;  ///< a DLFM or DLRM is to be sent
  bool level_holds_ = false;
  unsigned level_value_ = 0;
  unsigned child_ = 0;
  bool dlfm_advertised_ = false;
  unsigned dlfm_level_ = 0;
  std::deque<std::uint64_t> seen_;  ///< the last four RESYNC ids
};

}  // namespace selvage::golden
