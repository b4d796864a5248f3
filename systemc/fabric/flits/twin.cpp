// SPDX-License-Identifier: Apache-2.0
#include "fabric/flits/twin.hpp"

#include <stdexcept>
#include <utility>

#include "fabric/beats/carried.hpp"

namespace selvage::fabric {

FlitTwin::FlitTwin(Context& context, const System& system, const wormhole::Routers& model,
                   cosim::RouterBlockOptions options)
    : context_(context),
      system_(system),
      routers_(model),
      options_(std::move(options)),
      vcs_(model.vcs()),
      d_(context.timing.link),
      nodes_(model.nodes()),
      host_sent_(std::size_t{model.nodes()} * model.vcs()),
      awake_(model.nodes()),
      flits_(d_),
      credits_(d_),
      messages_(d_),
      resends_(d_) {
  options_.numbered = context.scenario.faults.lossy();
  const Topology& topology = context.topology;
  for (SwitchIdx sw = 0; sw < nodes_.size(); ++sw) {
    Node& node = nodes_[sw];
    if (here(sw)) node.block = make(sw, topology.switch_name(sw));
    node.model.flit.resize(topology.port_count(sw));
    node.model.message.resize(topology.port_count(sw));
    node.model.number.resize(topology.port_count(sw));
    node.model.resend.resize(topology.port_count(sw));
    nothing_ = node.model;
    node.settled.resize(topology.port_count(sw));
    node.alive.assign(topology.port_count(sw), true);
    node.sent.resize(options_.full.size());
  }
  constexpr std::array<std::string_view, 5> kNames{
      "switch_departure", "switch_decision", "switch_credit", "switch_message", "switch_resend"};
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    counts_[i] = &context.scoreboard.block(std::string(kNames[i]));
  }
  context.record.add(*this);
}

std::unique_ptr<cosim::RouterBlock> FlitTwin::make(SwitchIdx sw, const std::string& name) {
  cosim::RouterBlockOptions options = options_;
  options.self = sw;
  options.name = name;
  for (unsigned c = 0; c < options.depth.size(); ++c) {
    options.depth[c] = routers_[sw].depth(static_cast<wormhole::Channel>(c));
    options.full[c] = routers_[sw].full(static_cast<wormhole::Channel>(c));
  }
  std::string why;
  auto block = system_.make_router(options, why);
  if (block == nullptr) throw std::invalid_argument(why);
  return block;
}

cosim::TracedModel* FlitTwin::trace(SwitchIdx sw, const std::string& scope) {
  traced_.push_back(std::make_unique<cosim::TracedRouter>(make(sw, scope)));
  std::unique_ptr<cosim::RouterBlock>& block = nodes_[sw].block;
  block = std::make_unique<cosim::RecordedRouter>(std::move(block), *traced_.back());
  return traced_.back().get();
}

// ---- what the model does ------------------------------------------------------------------------

FlitTwin::Model& FlitTwin::model(SwitchIdx sw) {
  Model& m = nodes_[sw].model;
  if (m.at != context_.now()) {
    m.at = context_.now();
    m.flits = m.messages = m.damaged = m.resends = 0;
    m.credits = m.answered = m.taken = 0;
    moved_.push_back(sw);
  }
  return m;
}

/// A body flit says the packet and which of its flits it is.
cosim::Flit FlitTwin::flit_of(const wormhole::FlitMove& move, std::uint32_t index,
                              const cosim::RouterBlock& block) const {
  const wormhole::Packet& packet = routers_.packet(move.slot);
  const auto tag = static_cast<std::uint32_t>(packet.id);
  cosim::Flit flit;
  flit.vc = move.channel % vcs_;
  flit.head = move.head;
  flit.tail = move.tail;
  flit.abort = move.abort;
  flit.data = move.head ? block.head({tag, packet.source, packet.destination, packet.header,
                                      (packet.id & 1U) != 0})
                        : std::uint64_t{tag} << 32 | index;
  return flit;
}

void FlitTwin::flit_leaves(const wormhole::FlitMove& move) {
  Node& node = nodes_[move.node];
  Model& m = model(move.node);
  std::uint32_t& sent = node.sent[move.channel];
  if (move.head) sent = 0;
  const auto port = static_cast<PortIdx>(move.channel / vcs_);
  m.flits |= PortMask{1} << port;
  m.flit[port] = {flit_of(move, sent++, *node.block), routers_.packet(move.slot).id};
}

void FlitTwin::flit_leaves_host(const wormhole::FlitMove& move) {
  catch_up();
  std::uint32_t& sent = host_sent_[std::size_t{move.node} * vcs_ + move.channel % vcs_];
  if (move.head) sent = 0;
  const SwitchPort to{move.node, static_cast<PortIdx>(move.channel / vcs_)};
  flits_.send(context_.now() + d_, {to, flit_of(move, sent++, *nodes_[move.node].block)});
}

void FlitTwin::credit_leaves(SwitchIdx sw, unsigned in) {
  model(sw).credits |= std::uint64_t{1} << in;
}

void FlitTwin::credit_leaves_host(SwitchIdx sw, unsigned out) {
  catch_up();
  credits_.send(context_.now() + d_, {{sw, static_cast<PortIdx>(out / vcs_)}, out});
}

void FlitTwin::answered(SwitchIdx sw, unsigned in, wormhole::Answered what, unsigned out) {
  Model& m = model(sw);
  m.answered = std::uint64_t{1} << in;
  m.answer = static_cast<unsigned>(what);
  m.taken = what == wormhole::Answered::kTakes ? std::uint64_t{1} << out : 0;
  m.asker = routers_.packet(routers_[sw].head_slot(static_cast<wormhole::Channel>(in))).id;
}

void FlitTwin::on(const MessageSent& e) {
  if (!here(e.from.sw)) return;
  Model& m = model(e.from.sw);
  m.messages |= PortMask{1} << e.from.port;
  if (e.bad) m.damaged |= PortMask{1} << e.from.port;
  m.message[e.from.port] = e.content;
  m.number[e.from.port] = e.number % cosim::kMessageNumbers;
}

void FlitTwin::on(const ResendAsked& e) {
  if (!here(e.where.sw)) return;
  Model& m = model(e.where.sw);
  m.resends |= PortMask{1} << e.where.port;
  m.resend[e.where.port] = e.number % cosim::kMessageNumbers;
}

void FlitTwin::on(const LinkDeclared& e) {
  if (!here(e.where.sw)) return;
  catch_up();
  touch(e.where.sw).link_event(e.where.port, e.up);
  nodes_[e.where.sw].past.add(e.at) = {Event::Kind::kDeclared, e.where.port, 0, e.up ? 1U : 0U};
}

void FlitTwin::link_dies(SwitchPort end) {
  catch_up();
  nodes_[end.sw].alive[end.port] = false;
  touch(end.sw).link_alive(end.port, false);
  const auto here = [end](const auto& item) {
    return item.to.sw == end.sw && item.to.port == end.port;
  };
  flits_.lose(here);
  credits_.lose(here);
  messages_.lose(here);
  resends_.lose(here);
}

void FlitTwin::link_heals(SwitchPort end) {
  if (!here(end.sw)) return;
  catch_up();
  nodes_[end.sw].alive[end.port] = true;
  cosim::RouterBlock& block = touch(end.sw);
  if ((block.shown().clear >> end.port & 1U) == 0) {
    fail(Count::kFlit, end.sw, context_.now(), end.port, std::nullopt,
         {"WR-INIT", "clear_o", "1", "0"});
  }
  block.link_alive(end.port, true);
  block.link_begins(end.port);
}

/// What its hosts have on the way to it is lost; what they give credits for is not.
void FlitTwin::node_dies(SwitchIdx sw) {
  catch_up();
  touch(sw).wipe();
  flits_.lose([sw](const WireFlit& item) { return item.to.sw == sw; });
  nodes_[sw].past.add(context_.now()) = {Event::Kind::kDies, 0, 0, 0};
}

// ---- links that are dead from the start ---------------------------------------------------------

void FlitTwin::starts_dead(const std::vector<SwitchPort>& links) {
  for (const SwitchPort& end : links) {
    const PortEnd far = context_.topology.peer(end.sw, end.port);
    for (const SwitchPort& at : {end, SwitchPort{far.index, far.port}}) {
      if (!here(at.sw)) continue;
      nodes_[at.sw].alive[at.port] = false;
      nodes_[at.sw].block->link_alive(at.port, false);
    }
  }
}

void FlitTwin::step_along(SwitchIdx sw, Cycle now, const StepInput& in) {
  if (!here(sw)) return;
  Node& node = nodes_[sw];
  for (; node.settling < now && !node.block->idle(); ++node.settling)
    node.block->edge(node.settling);
  for (const PortedMessage& m : in.arrivals) {
    node.block->message(m.port, m.message);
    node.block->message_mark(m.port, node.settled[m.port]++, false);
  }
  for (const LinkEvent& e : in.links) node.block->link_event(e.port, e.up);
  node.block->edge(now);
  node.settling = now + 1;
}

void FlitTwin::has_settled(SwitchIdx sw) {
  if (!here(sw)) return;
  Node& node = nodes_[sw];
  while (!node.block->idle()) node.block->edge(node.settling++);
  if (!options_.numbered) return;
  for (unsigned p = 0; p < 6; ++p)  // both ends count from 0
    node.block->link_begins(static_cast<PortIdx>(p));
  node.block->edge(node.settling++);
}

void FlitTwin::settled() {
  WholeSwitches::settled();
  for (const auto& copy : traced_) copy->finish();
}

// ---- time ---------------------------------------------------------------------------------------

cosim::RouterBlock& FlitTwin::touch(SwitchIdx sw) {
  awake_.insert(sw);
  return *nodes_[sw].block;
}

void FlitTwin::catch_up(Cycle now) {
  while (next_ < now && !context_.scoreboard.failed()) {
    if (at_rest()) {
      next_ = now;
      break;
    }
    edge(next_++);
  }
}

bool FlitTwin::at_rest() const {
  return awake_.empty() && flits_.empty() && credits_.empty() && messages_.empty() &&
         resends_.empty();
}

/// The copies are given all edges that waves are about to draw.
void FlitTwin::before(Cycle cycle) {
  if (!traced_.empty()) catch_up(cycle);
}

void FlitTwin::finish(Cycle /*cycle*/) {
  for (const auto& copy : traced_) copy->close();
}

void FlitTwin::after(Cycle cycle) {
  for (const auto& copy : traced_) copy->drawn(cycle);
  catch_up(cycle);
  if (next_ == cycle && !context_.scoreboard.failed()) edge(next_++);
  moved_.clear();
}

void FlitTwin::put_wires(Cycle c) {
  for (const WireFlit& item : flits_.take(c)) touch(item.to.sw).flit(item.to.port, item.flit);
  for (const WireCredit& item : credits_.take(c)) touch(item.to.sw).credit(item.channel);
  for (const WireMessage& item : messages_.take(c)) {
    touch(item.to.sw).message(item.to.port, item.message);
    nodes_[item.to.sw].block->message_mark(item.to.port, item.number, item.bad);
  }
  for (const WireResend& item : resends_.take(c))
    touch(item.to.sw).far_resend(item.to.port, item.number);
}

void FlitTwin::edge(Cycle c) {
  put_wires(c);
  const std::vector<SwitchIdx>& working = awake_.take();
  for (const SwitchIdx sw : working) {
    nodes_[sw].block->edge(c);
    nodes_[sw].edged = c;
    look_at_assertions(sw, c);
  }
  for (const SwitchIdx sw : working) {
    const cosim::RouterShown shown = nodes_[sw].block->shown();
    compare(sw, c, shown);
    send_on(sw, c, shown);
    if (!nodes_[sw].block->idle()) touch(sw);
  }
  if (c != context_.now()) return;
  for (const SwitchIdx sw : moved_) {
    if (nodes_[sw].edged != c) compare(sw, c, nodes_[sw].block->shown());
  }
}

template <class Item>
void FlitTwin::send(Wires<Item>& wires, Cycle at, const Item& item) {
  if (here(item.to.sw)) wires.send(at, item);
  else carry(*carrier_, at, item);
}

bool FlitTwin::carried(ByteReader& reader) {
  return play_carried(reader, next_, flits_, credits_, messages_, resends_);
}

/// What a router shows goes to the far ends; hosts have theirs from the model, which is the same.
void FlitTwin::send_on(SwitchIdx sw, Cycle c, const cosim::RouterShown& shown) {
  const Node& node = nodes_[sw];
  const auto far_of = [&](unsigned port) -> std::optional<SwitchPort> {
    const PortEnd far = context_.topology.peer(sw, static_cast<PortIdx>(port));
    if (far.kind != PortEnd::Kind::kSwitch || !node.alive[port]) return std::nullopt;
    return SwitchPort{far.index, far.port};
  };
  for (PortMask rest = shown.flits; rest != 0; rest &= rest - 1) {
    const auto port = static_cast<PortIdx>(__builtin_ctzll(rest));
    if (const auto to = far_of(port)) send<WireFlit>(flits_, c + d_, {*to, node.block->sent(port)});
  }
  for (std::uint64_t rest = shown.credits; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(__builtin_ctzll(rest));
    if (const auto to = far_of(channel / vcs_))
      send<WireCredit>(credits_, c + d_, {*to, to->port * vcs_ + channel % vcs_});
  }
  for (PortMask rest = shown.messages; rest != 0; rest &= rest - 1) {
    const auto port = static_cast<PortIdx>(__builtin_ctzll(rest));
    const auto to = far_of(port);
    if (!to) continue;
    const bool bad = node.model.at == c && (node.model.damaged >> port & 1U) != 0;
    send<WireMessage>(messages_, c + d_,
                      {*to, node.block->sent_message(port), node.block->sent_number(port), bad});
  }
  for (PortMask rest = shown.resend; rest != 0; rest &= rest - 1) {
    const auto port = static_cast<PortIdx>(__builtin_ctzll(rest));
    if (const auto to = far_of(port))
      send<WireResend>(resends_, c + d_, {*to, node.block->resend_number(port)});
  }
}

}  // namespace selvage::fabric
