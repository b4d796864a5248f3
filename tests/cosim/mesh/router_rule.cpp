// SPDX-License-Identifier: Apache-2.0
#include "router_rule.hpp"

#include <algorithm>

namespace selvage::test {

using Outcome = RouteDecision::Outcome;

namespace {

constexpr unsigned kCoord = 4;  // bits of a coordinate in a head flit
constexpr unsigned kHeader = 6 * kCoord;
constexpr std::uint64_t kHeaderBits = 0x1f;
constexpr unsigned kTie = kHeader + 5;
constexpr unsigned kTakes = 1;
constexpr unsigned kWaits = 2;
constexpr unsigned kAgain = 3;
constexpr unsigned kDropped = 4;

PortMask bit(PortIdx port) { return PortMask{1} << port; }

/// The first of `of`, ascending, behind `last`, else the first of all.
unsigned behind(const std::vector<unsigned>& of, unsigned last) {
  const auto later = std::find_if(of.begin(), of.end(), [last](unsigned c) { return c > last; });
  return later == of.end() ? of.front() : *later;
}

}  // namespace

RouterRule::RouterRule(const cosim::MeshConfig& config, const cosim::RouterOptions& options)
    : mesh_(*options.mesh), options_(options), control_(config, options.self) {
  alive_.fill(true);
  for (unsigned c = 0; c < kChannels; ++c) {
    const bool exists = port_of(c) == kHost || mesh_.has(options.self, port_of(c));
    out_[c] = {options.full[c], -1, exists, exists, false};
  }
}

void RouterRule::edge(Cycle cycle) {
  now_ = cycle;
  shown_ = {};
  read_ = 0;
  take_credits();
  if (wipes_) {
    die();
  } else {
    take_flits();
    cut();
    answer();
    ask();
    drop();
    const std::vector<unsigned> may = senders();
    options_.separable ? separable(may) : serial(may);
  }
  control();
  shown_.clear = clear();
  flits_ = {};
  credits_ = 0;
  begins_ = 0;
  comes_.clear();
  wipes_ = false;
}

// WR-CRED, WR-INIT
void RouterRule::take_credits() {
  PortMask freed = 0;
  for (unsigned c = 0; c < kChannels; ++c) {
    Output& out = out_[c];
    const bool alive = alive_[port_of(c)];
    if ((begins_ & bit(port_of(c))) != 0) out.credits = options_.full[c];
    if (alive) out.credits += static_cast<unsigned>(credits_ >> c & 1U);
    if (!out.closing || (alive && out.credits != options_.full[c])) continue;
    out.closing = false;
    out.free = out.exists;
    freed |= bit(port_of(c));
  }
  wake(freed);
}

// WR-RX
void RouterRule::take_flits() {
  for (PortIdx port = 0; port < kPorts; ++port) {
    if (!flits_[port] || !alive_[port]) continue;
    cosim::Flit flit = *flits_[port];
    Input& in = in_[port * kVcs + flit.vc];
    if (flit.head == in.open) shown_.malformed |= bit(port);
    flit.head = !in.open;
    flit.abort = flit.abort && flit.tail;
    in.open = !flit.tail;
    in.queue.push_back({flit});
    if (in.state == State::kEmpty) in.state = State::kAsks;
  }
}

// WR-CUT
void RouterRule::cut() {
  for (unsigned c = 0; c < kChannels; ++c) {
    Input& in = in_[c];
    if (!in.open || alive_[port_of(c)] || out_[c].exists) continue;
    if (in.queue.size() >= options_.depth[c]) continue;
    in.queue.push_back({{c % kVcs, false, true, true, 0}, true});
    in.open = false;
  }
}

std::uint64_t RouterRule::free() const {
  std::uint64_t free = 0;
  for (unsigned c = 0; c < kChannels; ++c) free |= std::uint64_t{out_[c].free} << c;
  return free;
}

void RouterRule::wake(PortMask ports) {
  for (Input& in : in_) {
    if (in.state == State::kWaits && (in.waits & ports) != 0) in.state = State::kAsks;
  }
}

// WR-ANS
void RouterRule::answer() {
  if (asked_.empty() || asked_.front().at + SwitchControl::kRouteLatency != now_) return;
  const Question q = asked_.front();
  asked_.pop_front();
  shown_.answered = std::uint64_t{1} << q.in;
  decide(q);
}

void RouterRule::decide(const Question& q) {
  const RouteDecision& d = q.decision;
  Input& in = in_[q.in];
  const std::uint64_t now_free = free();
  constexpr std::uint64_t kOfHost = 3U << kHost * kVcs;
  if (d.outcome == Outcome::kDrop) {
    in.state = State::kDrains;
    shown_.answer = kDropped;
    return;
  }
  PortMask waits = 0;
  bool again = false;
  if (d.outcome == Outcome::kForward && d.port == kHost) {
    if ((now_free & kOfHost) != 0) {
      const unsigned first = kHost * kVcs;
      return take(q.in, out_[first].free ? first : first + 1, d);
    }
    again = (q.free & kOfHost) != 0;
    waits = bit(kHost);
  } else if (d.outcome == Outcome::kForward) {
    const unsigned channel = d.port * kVcs + d.vc;
    if (out_[channel].free) return take(q.in, channel, d);
    again = true;
  } else {
    std::uint64_t channels = 0;
    for (unsigned c = 0; c < kChannels; ++c) {
      if ((d.candidates & bit(port_of(c))) == 0 || !out_[c].exists) continue;
      waits |= bit(port_of(c));
      channels |= std::uint64_t{1} << c;
    }
    again = q.stale || waits == 0 || (channels & now_free & ~q.free) != 0;
  }
  in.state = again ? State::kAsks : State::kWaits;
  in.waits = waits;
  shown_.answer = again ? kAgain : kWaits;
}

void RouterRule::take(unsigned in, unsigned out, const RouteDecision& d) {
  in_[in].state = State::kHolds;
  in_[in].out = out;
  in_[in].header = d.header;
  out_[out].owner = static_cast<int>(in);
  out_[out].free = false;
  shown_.answer = kTakes;
  shown_.taken = std::uint64_t{1} << out;
}

// WR-ASK
void RouterRule::ask() {
  std::vector<unsigned> asking;
  for (unsigned c = 0; c < kChannels; ++c) {
    if (in_[c].state == State::kAsks) asking.push_back(c);
  }
  if (asking.empty()) return;
  const unsigned in = next_ask_ == 0 ? asking.front() : behind(asking, next_ask_ - 1);
  next_ask_ = in + 1;
  in_[in].state = State::kAsked;
  asked_.push_back({now_, in, free(), control_.preview(request(in)), false});
}

RouteRequest RouterRule::request(unsigned in) const {
  const std::uint64_t head = in_[in].queue.front().flit.data;
  golden::MeshPoint to;
  for (unsigned i = 0; i < 3; ++i) to.at[i] = static_cast<int>(head >> i * kCoord & 0xfU);
  RouteRequest r;
  r.packet = head >> kTie & 1U;
  r.destination = mesh_.node_at(to);
  r.in_port = port_of(in);
  r.in_vc = static_cast<std::uint8_t>(in % kVcs);
  r.header = static_cast<std::uint8_t>(head >> kHeader & kHeaderBits);
  r.free_channels = free();
  return r;
}

// WR-DROP
void RouterRule::drop() {
  for (unsigned c = 0; c < kChannels; ++c) {
    if (in_[c].state != State::kDrains || in_[c].queue.empty()) continue;
    if ((read_ & bit(port_of(c))) == 0) leave(c);
  }
}

// WR-SA
std::vector<unsigned> RouterRule::senders() const {
  std::vector<unsigned> may;
  for (unsigned c = 0; c < kChannels; ++c) {
    if (in_[c].state != State::kHolds || in_[c].queue.empty()) continue;
    const unsigned out = in_[c].out;
    const PortIdx port = port_of(out);
    const bool takes_all = options_.full[out] == 0 || !alive_[port];
    if (!takes_all && out_[out].credits == 0) continue;
    if (taken_at_ == now_ && (taken_ & bit(port)) != 0) continue;
    may.push_back(c);
  }
  return may;
}

void RouterRule::serial(const std::vector<unsigned>& may) {
  const unsigned turn = static_cast<unsigned>(now_ % (2 * kPorts));
  for (unsigned i = 0; i < kPorts; ++i) {
    const unsigned port = (turn / 2 + (turn % 2 != 0 ? kPorts - i : i)) % kPorts;
    std::vector<unsigned> wants;
    for (const unsigned c : may) {
      const bool read = (read_ & bit(port_of(c))) != 0;
      if (!read && port_of(in_[c].out) == port) wants.push_back(c);
    }
    if (!wants.empty()) send(behind(wants, last_[port]));
  }
}

void RouterRule::separable(const std::vector<unsigned>& may) {
  std::array<std::vector<unsigned>, kPorts> asks, chosen;
  for (const unsigned c : may) {
    if ((read_ & bit(port_of(c))) == 0) asks[port_of(c)].push_back(c);
  }
  for (PortIdx port = 0; port < kPorts; ++port) {
    if (asks[port].empty()) continue;
    const unsigned c = behind(asks[port], last_read_[port]);
    chosen[port_of(in_[c].out)].push_back(c);
  }
  for (PortIdx port = 0; port < kPorts; ++port) {
    if (chosen[port].empty()) continue;
    const unsigned c = behind(chosen[port], last_[port]);
    last_read_[port_of(c)] = c;
    send(c);
  }
}

/// The flit at the head of `in` leaves its buffer.
void RouterRule::leave(unsigned c) {
  Input& in = in_[c];
  read_ |= bit(port_of(c));
  if (alive_[port_of(c)]) shown_.credits |= std::uint64_t{1} << c;
  const bool tail = in.queue.front().flit.tail;
  in.queue.pop_front();
  if (tail) in.state = in.queue.empty() ? State::kEmpty : State::kAsks;
}

// WR-TX
void RouterRule::send(unsigned c) {
  const Held held = in_[c].queue.front();
  const unsigned out = in_[c].out;
  const PortIdx port = port_of(out);
  last_[port] = c;
  leave(c);
  if (alive_[port]) {
    cosim::Flit flit = held.flit;
    flit.vc = out % kVcs;
    if (flit.head) {
      flit.data &= ~(kHeaderBits << kHeader);
      flit.data |= std::uint64_t{in_[c].header} << kHeader;
    }
    shown_.flits |= bit(port);
    sent_[port] = flit;
    made_[port] = held.made;
    if (options_.full[out] != 0) --out_[out].credits;
  }
  if (held.flit.tail) tail_sent(out);
}

// WR-VC
void RouterRule::tail_sent(unsigned c) {
  Output& out = out_[c];
  const PortIdx port = port_of(c);
  out.owner = -1;
  if (port != kHost && alive_[port] && !options_.free_at_tail) {
    out.closing = true;
    return;
  }
  out.free = out.exists;
  wake(bit(port));
}

// WR-DIE
void RouterRule::die() {
  in_ = {};
  for (Output& out : out_) {
    out.owner = -1;
    out.closing = false;
    out.free = out.exists;
  }
  asked_.clear();
  next_ask_ = 0;
  last_ = {};
  last_read_ = {};
}

// WR-CTL, WR-NEWS, WR-MSG
void RouterRule::control() {
  StepOutput goes;
  control_.step(now_, comes_, goes);
  for (const PortedMessage& m : goes.sent) {
    shown_.messages |= bit(m.port);
    message_ = m.message;
  }
  taken_ = options_.messages_take ? shown_.messages : 0;
  taken_at_ = now_ + 1;
  for (const LinkEvent& e : comes_.links) {
    for (unsigned c = e.port * kVcs; c < (e.port + 1U) * kVcs; ++c) {
      out_[c].exists = out_[c].free = e.up;
    }
  }
  if (!goes.changed) return;
  for (Input& in : in_) {
    if (in.state == State::kWaits) in.state = State::kAsks;
  }
  for (Question& q : asked_) q.stale = true;
}

PortMask RouterRule::clear() const {
  PortMask clear = bit(kPorts) - 1;
  for (unsigned c = 0; c < kChannels; ++c) {
    if (in_[c].state != State::kEmpty || in_[c].open || out_[c].owner >= 0)
      clear &= ~bit(port_of(c));
  }
  return clear;
}

}  // namespace selvage::test
