// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/unit/message_unit.hpp"

#include <algorithm>

namespace selvage::golden {

namespace {

constexpr PortMask bit(unsigned port) { return PortMask{1} << port; }
constexpr std::uint64_t ones(unsigned count) { return (std::uint64_t{1} << count) - 1; }
unsigned lowest(PortMask ports) { return static_cast<unsigned>(__builtin_ctzll(ports)); }

/// The first of `ports` from `from` on, wrapping around.
unsigned first_from(PortMask ports, unsigned from) {
  const PortMask above = ports >> from << from;
  return lowest(above != 0 ? above : ports);
}

}  // namespace

std::uint64_t UnitMessage::bits(const UnitSizes& s) const {
  std::uint64_t all = seq & 0xffU;
  all = all << s.hw | (port & ones(s.hw));
  all = all << s.kw | (key & ones(s.kw));
  all = all << s.lw | (level & ones(s.lw));
  return all << 3U | kind;
}

UnitMessage UnitMessage::of(const UnitSizes& s, std::uint64_t bits) {
  UnitMessage m;
  const auto take = [&bits](unsigned count) {
    const std::uint64_t field = bits & ones(count);
    bits >>= count;
    return field;
  };
  m.kind = static_cast<unsigned>(take(3));
  m.level = static_cast<unsigned>(take(s.lw));
  m.key = take(s.kw);
  m.port = static_cast<unsigned>(take(s.hw));
  m.seq = static_cast<unsigned>(take(8));
  return m;
}

MessageUnit::MessageUnit(const UnitSizes& sizes) : s_(sizes), in_(sizes.m), out_(sizes.m) {}

UnitRequests MessageUnit::requests(unsigned level) const {
  UnitRequests a;
  a.executes = executes_;
  a.port = port_;
  a.is_up = is_up_;
  a.message = message_;
  const bool named = operation_ >= UnitMessage::kUlfm && operation_ <= UnitMessage::kDerr;
  a.index = named ? message_.port : static_cast<unsigned>((port_ - s_.h) & ones(s_.hw));
  const bool after = busy_ && !executes_;
  a.visit = after && sync_;
  a.check = after && !sync_ && forward_ == 0 && level != 0;
  return a;
}

/// A statement about the link at down port k of the switch `name`, named by its lower end.
UnitMessage MessageUnit::child(unsigned kind, const UnitIn& in, std::uint64_t name,
                               unsigned k) const {
  UnitMessage m;
  m.kind = kind;
  m.level = static_cast<unsigned>((in.level - 1) & ones(s_.lw));
  m.key = name;
  const unsigned low = m.level * s_.dw;
  if (m.level + 1 >= s_.n) return m;
  m.port = static_cast<unsigned>(name >> low & ones(s_.hw));
  m.key = (name & ~(ones(s_.dw) << low)) | (std::uint64_t{k} << low);
  return m;
}

bool MessageUnit::is_new(std::uint64_t id) {
  if (std::find(seen_.begin(), seen_.end(), id) != seen_.end()) return false;
  seen_.push_back(id);
  if (seen_.size() > 4) seen_.pop_front();
  return true;
}

/// FT-CYC-5: the tables are asked to write; what goes out first.
void MessageUnit::execute(const UnitIn& in, UnitOut& out) {
  const PortMask all = in.up | in.down;
  const bool own_level = message_.level == in.level;
  const auto flood = [&](bool upwards) {
    forward_ = (upwards ? all : in.down) & ~bit(port_);
    forwarded_ = message_;
  };
  forward_ = 0;
  switch (operation_) {
    case kLinkDown: out.link_down = true; break;
    case kLinkUp:
      out.link_up = true;
      out.forget = is_up_ && in.own;
      if (out.forget) {
        forward_ = bit(port_);
        forwarded_ = {};
      } else if (!is_up_ && in.dead) {
        forward_ = all;
        forwarded_ = child(UnitMessage::kResync, in, in.coord, port_);
        forwarded_.seq = (in.seq + 1) & 0xffU;
      }
      break;
    case kAnnounce:
      forward_ = all & ~bit(port_);
      forwarded_ = child(in.dead ? UnitMessage::kUlfm : UnitMessage::kUlrm, in, in.coord, port_);
      forwarded_.seq = in.seq;
      break;
    case UnitMessage::kUlfm:
    case UnitMessage::kUlrm:
      out.statement = own_level;
      if (!own_level) flood(!is_up_);
      break;
    case UnitMessage::kDerf: out.derf = true; break;
    case UnitMessage::kDerr: out.derr = true; break;
    case UnitMessage::kDlfm: out.dlfm = is_up_; break;
    case UnitMessage::kDlrm: out.dlrm = is_up_; break;
    case UnitMessage::kResync:
      out.resync = is_new(message_.bits(s_) >> 3U);
      flood(!is_up_);
      break;
    case UnitMessage::kSyncReq: out.visit_start = true; break;
    default: break;
  }
}

MessageUnit::Broadcast MessageUnit::broadcast(const UnitIn& in,
                                              const UnitRequests& requests) const {
  Broadcast b;
  if (!busy_ || executes_) return b;
  const bool changed = in.want != dlfm_advertised_ || (in.want && in.want_level != dlfm_level_);
  if (forward_ != 0) {
    b.ports = forward_;
    b.message = forwarded_;
  } else if (requests.check && changed) {
    b.ports = in.down;
    b.want = true;
    b.message.kind = in.want ? UnitMessage::kDlfm : UnitMessage::kDlrm;
    b.message.level = in.want_level;
  } else if (in.scan_any) {
    b.ports = sync_ ? bit(port_) : in.down;
    b.line = true;
    b.last = child_ + 1 >= s_.h || (in.down >> (child_ + 1) & 1U) == 0;
    b.message =
        child(in.scan_cond ? UnitMessage::kDerf : UnitMessage::kDerr, in, in.scan_key, child_);
  } else if (sync_ && dlfm_advertised_) {
    b.ports = bit(port_);
    b.sync_end = true;
    b.message.kind = UnitMessage::kDlfm;
    b.message.level = dlfm_level_;
  }
  return b;
}

/// FT-CYC-4.
MessageUnit::Pick MessageUnit::pick(const UnitIn& in, PortMask room) const {
  const bool room_down = (in.down & ~room) == 0;
  const bool room_all = ((in.down | in.up) & ~room) == 0;
  const PortMask ready_up = up_ & ((in.up & room) | (room_all ? in.down : 0));
  PortMask above = 0;
  PortMask below = 0;
  for (unsigned p = 0; p < s_.m; ++p) {
    if (in_[p].empty()) continue;
    if (p >= s_.h && (in.up & bit(p)) != 0 && room_down) above |= bit(p);
    const bool sync = (in_[p].front() & 7U) == UnitMessage::kSyncReq;
    if ((in.down & bit(p)) != 0 && (sync || room_all)) below |= bit(p);
  }
  const auto head = [this](unsigned port) {
    return Pick{true, port, static_cast<unsigned>(in_[port].front() & 7U)};
  };
  if (down_ != 0) return {true, lowest(down_), kLinkDown};
  if (ready_up != 0) return {true, lowest(ready_up), kLinkUp};
  if (above != 0) return head(first_from(above, s_.h + above_));
  if (below != 0) return head(first_from(below, below_));
  if (in.announce != 0 && room_all) return {true, lowest(in.announce), kAnnounce};
  return {};
}

void MessageUnit::begin(const Pick& picked, const UnitIn& in, UnitOut& out) {
  operation_ = picked.operation;
  port_ = picked.port;
  is_up_ = (in.up & bit(port_)) != 0;
  message_ = {};
  if (operation_ == kLinkDown) down_ &= ~bit(port_);
  else if (operation_ == kLinkUp) up_ &= ~bit(port_);
  else if (operation_ == kAnnounce) out.announced = bit(port_);
  else {
    message_ = UnitMessage::of(s_, in_[port_].front());
    in_[port_].pop_front();
    if (is_up_) above_ = (port_ - s_.h + 1) % s_.h;
    else below_ = (port_ + 1) % s_.m;
  }
}

/// What is broadcast has gone out.
void MessageUnit::send(const Broadcast& b, const UnitIn& in, UnitOut& out) {
  for (PortMask left = b.ports; left != 0; left &= left - 1) {
    out_[lowest(left)].push_back(b.message.bits(s_));
  }
  forward_ = 0;
  out.advertised = b.line && b.last && !sync_;
  out.visited = b.line && b.last && sync_;
  if (b.line) child_ = b.last ? 0 : child_ + 1;
  if (b.sync_end) sync_ = false;
  if (!b.want) return;
  dlfm_advertised_ = in.want;
  dlfm_level_ = in.want_level;
}

/// FT-CYC-3, FT-CYC-7: what arrives, and what a dead link takes away.
void MessageUnit::accept(const UnitIn& in, const UnitOut&) {
  const PortMask all = in.up | in.down;
  for (unsigned p = 0; p < s_.m; ++p) {
    if ((in.valid & all & bit(p)) != 0 && in_[p].size() < s_.qi) in_[p].push_back(in.data[p]);
    if ((in.link_down & all & bit(p)) == 0) continue;
    in_[p].clear();
    out_[p].clear();
  }
  stopped_ = in.stop & all & ~in.link_down;
  down_ |= in.link_down & all;
  up_ = (up_ & ~in.link_down) | (in.link_up & all);
}

UnitOut MessageUnit::step(const UnitIn& in) {
  UnitOut out;
  out.requests = requests(in.level);
  out.data.resize(s_.m);
  PortMask room = 0;
  bool empty = true;
  for (unsigned p = 0; p < s_.m; ++p) {
    if (in_[p].size() > in.xoff) out.stop |= bit(p);
    if (out_[p].size() < s_.qo) room |= bit(p);
    empty = empty && in_[p].empty() && out_[p].empty();
    if (out_[p].empty() || (stopped_ & bit(p)) != 0) continue;
    out.valid |= bit(p);
    out.data[p] = out_[p].front();
  }
  out.idle = empty && !busy_ && (down_ | up_ | in.announce) == 0;
  const Broadcast next = broadcast(in, out.requests);
  const bool at_rest = !executes_ && next.ports == 0;
  out.done = busy_ && at_rest;
  const Pick picked = at_rest ? pick(in, room) : Pick{};
  for (PortMask left = out.valid; left != 0; left &= left - 1) out_[lowest(left)].pop_front();
  if (executes_) {
    execute(in, out);
    sync_ = sync_ || out.visit_start;
  } else if (at_rest) {
    sync_ = false;
  } else if ((next.ports & ~room) == 0) {
    send(next, in, out);
  }
  if (picked.any) begin(picked, in, out);
  busy_ = picked.any || !at_rest;
  executes_ = picked.any;
  accept(in, out);
  return out;
}

}  // namespace selvage::golden
