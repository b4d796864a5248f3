// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/unit/message_unit.hpp"

#include <algorithm>
#include <utility>

namespace selvage::golden {

namespace {

constexpr PortMask bit(unsigned port) { return PortMask{1} << port; }
constexpr std::uint64_t ones(unsigned count) { return (std::uint64_t{1} << count) - 1; }
/// Clocks from the pick on: re-evaluation, and what there is to send.
constexpr unsigned kChecks = 4;
constexpr unsigned kDecides = 5;
constexpr unsigned kDecidesSync = 2;
/// The fault table is written in the clock before.
constexpr unsigned kWritten = 4;
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

UnitRequests MessageUnit::requests() const {
  UnitRequests a;
  a.executes = age_ == 1;
  a.port = port_;
  a.is_up = is_up_;
  a.message = message_;
  const bool named = operation_ >= UnitMessage::kUlfm && operation_ <= UnitMessage::kDerr;
  a.index = named ? message_.port : static_cast<unsigned>((port_ - s_.h) & ones(s_.hw));
  a.check = age_ == kChecks && decides_ == kDecides;
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

/// FT-CYC-5: the tables are asked to write; what goes out first, and what follows.
void MessageUnit::execute(const UnitIn& in, UnitOut& out) {
  const PortMask all = in.up | in.down;
  const bool own_level = message_.level == in.level;
  const auto flood = [&](bool upwards) {
    forward_ = (upwards ? all : in.down) & ~bit(port_);
    forwarded_ = message_;
  };
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
    case UnitMessage::kSyncReq: out.visit = true; break;
    default: break;
  }
  const bool statement = out.statement || out.derf || out.derr;
  const bool evaluated =
      statement || out.dlfm || out.dlrm || (is_up_ && (out.link_down || out.link_up));
  sync_ = out.visit;
  decides_ = sync_ ? kDecidesSync : evaluated && in.level != 0 ? kDecides : 0;
  rests_ = statement ? kWritten : forward_ != 0 ? 3 : 2;
  level_ = sync_ && dlfm_advertised_;
  level_holds_ = true;
  level_value_ = dlfm_level_;
}

/// FT-MSG-7, FT-MSG-8: whether the children have to be told another level.
void MessageUnit::check(const UnitIn& in) {
  level_ = in.want != dlfm_advertised_ || (in.want && in.want_level != dlfm_level_);
  level_holds_ = in.want;
  level_value_ = in.want_level;
}

bool MessageUnit::is_idle(const UnitIn& in) const {
  if (age_ == 0) return true;
  return decides_ == 0 ? age_ == rests_ : age_ == decides_ && !in.scan_more && !level_;
}

void MessageUnit::decide(const UnitIn& in, UnitOut& out) {
  out.next = true;
  line_ = in.scan_more;
  sends_ = line_ || level_;
}

MessageUnit::Broadcast MessageUnit::broadcast(const UnitIn& in) const {
  Broadcast b;
  b.ports = sync_ ? bit(port_) : in.down;
  b.line = line_ && (sync_ || !level_);
  if (b.line) {
    b.last = child_ + 1 >= s_.h;
    const bool cond = sync_ || in.scan_cond;
    b.message = child(cond ? UnitMessage::kDerf : UnitMessage::kDerr, in, in.scan_key, child_);
  } else {
    b.message.kind = level_holds_ ? UnitMessage::kDlfm : UnitMessage::kDlrm;
    b.message.level = level_value_;
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

void MessageUnit::push(PortMask ports, const UnitMessage& message) {
  for (; ports != 0; ports &= ports - 1) out_[lowest(ports)].push_back(message.bits(s_));
}

void MessageUnit::send(const Broadcast& b, const UnitIn& in, UnitOut& out) {
  push(b.ports, b.message);
  if (b.line) {
    out.advertised = b.last && !sync_;
    out.next = b.last;
    child_ = b.last ? 0 : child_ + 1;
    if (b.last) line_ = in.scan_more;
  } else {
    level_ = false;
    if (!sync_) {
      dlfm_advertised_ = level_holds_;
      dlfm_level_ = level_value_;
    }
  }
  sends_ = line_ || level_;
  if (sends_) return;
  decides_ = 0;
  rests_ = age_ + 1;
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
  out.requests = requests();
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
  out.idle = empty && age_ == 0 && (down_ | up_ | in.announce) == 0;
  const bool idle = is_idle(in);
  out.done = idle && was_busy_;
  was_busy_ = !idle;
  const Pick picked = idle ? pick(in, room) : Pick{};
  for (PortMask left = out.valid; left != 0; left &= left - 1) out_[lowest(left)].pop_front();
  if (out.requests.executes) {
    execute(in, out);
  } else if (sends_) {
    const Broadcast next = broadcast(in);
    if ((next.ports & ~room) == 0) send(next, in, out);
  } else {
    // What the operation itself sends has had room since the pick.
    if (age_ == 2) push(std::exchange(forward_, 0), forwarded_);
    if (out.requests.check) check(in);
    if (age_ != 0 && age_ == decides_) decide(in, out);
  }
  if (age_ != 0) ++age_;
  if (idle) age_ = picked.any ? 1 : 0;
  if (picked.any) begin(picked, in, out);
  accept(in, out);
  return out;
}

}  // namespace selvage::golden
