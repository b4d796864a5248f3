// SPDX-License-Identifier: Apache-2.0
#include "cosim/mesh/node.hpp"

#include "cosim/mesh/foreign.hpp"
#include "golden/mesh/literal.hpp"

namespace selvage::cosim {

using golden::kDirections;
using golden::kMeshHostPort;

namespace {

PortMask ports_of(std::uint32_t channels, unsigned vcs) {
  PortMask ports = 0;
  for (; channels != 0; channels &= channels - 1) {
    ports |= PortMask{1} << (static_cast<unsigned>(__builtin_ctz(channels)) / vcs);
  }
  return ports;
}

RouteDecision to_host() {
  RouteDecision d;
  d.outcome = RouteDecision::Outcome::kForward;
  d.port = kMeshHostPort;
  d.candidates = PortMask{1} << kMeshHostPort;
  return d;
}

}  // namespace

std::unique_ptr<golden::MeshRelation> make_mesh_relation(const MeshRule& rule,
                                                         const golden::MeshFaults& faults) {
  const golden::OrderedRelation::Options ordered{rule.reserve, true, rule.proxy};
  const auto mcc = [&faults] {
    std::vector<std::uint8_t> statuses = golden::reference_labels(faults);
    for (std::uint8_t& s : statuses) s &= 0xfU;
    return statuses;
  };
  switch (rule.algorithm) {
    case MeshAlgorithm::kIparLiteral:
      return std::make_unique<golden::LiteralRelation>(golden::kIpar, faults, mcc(),
                                                       golden::LiteralRelation::kL2);
    case MeshAlgorithm::kPar:
      return std::make_unique<golden::OrderedRelation>(
          golden::kPar, faults, golden::route_statuses_block(faults), ordered);
    case MeshAlgorithm::kDor: return std::make_unique<golden::DimensionOrderRelation>(faults);
    case MeshAlgorithm::kIpar: break;
  }
  return std::make_unique<golden::OrderedRelation>(golden::kIpar, faults, mcc(), ordered);
}

void MeshOverview::declare(SwitchPort end, bool dead) {
  if (dead) {
    dead_.emplace(end.sw, end.port);
  } else {
    dead_.erase({end.sw, end.port});
  }
  relation_.reset();
}

const golden::MeshRelation& MeshOverview::relation() {
  if (!relation_) {
    golden::MeshFaults faults(mesh_);
    for (const auto& [node, port] : dead_) faults.fail_link({node, port});
    relation_ = make_mesh_relation(rule_, faults);
  }
  return *relation_;
}

MeshNode::MeshNode(const MeshConfig& config, SwitchIdx self) : config_(&config), self_(self) {
  input_.present = config.mesh->present(self);
}

void MeshNode::use(std::unique_ptr<ForeignLabel> foreign) { foreign_ = std::move(foreign); }

void MeshNode::sample(cover::Coverage& coverage) {
  if (!config_->cover) return;
  sampler_.emplace(*config_->cover, coverage.of(config_->cover->model()), self_, input_.present);
}

golden::PlanarAnswer MeshNode::answer(const golden::PlanarRequest& question) {
  golden::PlanarReason reason;
  const golden::PlanarAnswer answer = golden::planar_route(scheme(), question, &reason);
  if (sampler_) sampler_->decided(scheme(), question, answer, reason);
  return answer;
}

MeshNode::~MeshNode() {
  for (unsigned d = 0; d < kDirections; ++d) {
    if (((input_.link_dead >> d) & 1U) == 0) continue;
    config_->overview->declare({self_, static_cast<PortIdx>(d)}, false);
  }
}

void MeshNode::show(const Visible& visible, PortMask stop, StepOutput& out) {
  out = {};
  const PortMask healthy = input_.present & ~PortMask{input_.link_dead};
  if (visible.changed) unsent_ = healthy;
  PortMask now = unsent_ & healthy & ~stop;
  if (sampler_ && (unsent_ & healthy & stop) != 0) sampler_->held_back();
  unsent_ &= healthy & ~now;
  for (; now != 0; now &= now - 1) {
    PortedMessage m;
    m.port = static_cast<PortIdx>(__builtin_ctzll(now));
    m.message.body = visible.bad | std::uint64_t{visible.lines} << kLineShift |
                     std::uint64_t{visible.epoch} << kEpochShift;
    m.cause = cause_;
    ++m.cause.hops;
    out.sent.push_back(m);
  }
}

void MeshNode::receive(const StepInput& in, StepOutput& out) {
  received_ = {};
  const std::uint8_t dead_before = input_.link_dead;
  for (const PortedMessage& arrival : in.arrivals) {
    received_.received |= static_cast<std::uint8_t>(1U << arrival.port);
    received_.bad[arrival.port] = static_cast<std::uint8_t>(arrival.message.body & 0x3fU);
    received_.line[arrival.port] =
        static_cast<std::uint8_t>((arrival.message.body >> kLineShift) & 0x3fU);
    received_.epoch[arrival.port] = static_cast<std::uint32_t>(arrival.message.body >> kEpochShift);
    cause_ = arrival.cause;
  }
  for (const LinkEvent& link : in.links) {
    const auto bit = static_cast<std::uint8_t>(1U << link.port);
    input_.link_dead =
        static_cast<std::uint8_t>(link.up ? input_.link_dead & ~bit : input_.link_dead | bit);
    config_->overview->declare({self_, link.port}, !link.up);
    received_.up = received_.up || (link.up && config_->rule.algorithm != MeshAlgorithm::kDor);
    out.changed = true;
    cause_ = {link.event, 0};
  }
  const golden::EpochState before = epoch_;
  epoch_ = golden::epoch_step(epoch_, received_);
  if (sampler_) {
    const auto down = static_cast<std::uint8_t>(input_.link_dead & ~dead_before);
    const auto up = static_cast<std::uint8_t>(dead_before & ~input_.link_dead);
    sampler_->received(down, up, before, received_, epoch_);
  }
  out.changed = out.changed || epoch_.nb_bad != input_.nb_bad || epoch_.nb_line != input_.nb_line;
  input_.nb_bad = epoch_.nb_bad;
  input_.nb_line = epoch_.nb_line;
  input_.restart = epoch_.fresh;
  out.cause = cause_;
}

void MeshNode::edge(Cycle now) {
  const golden::LabelState before = label_;
  switch (config_->rule.algorithm) {
    case MeshAlgorithm::kDor: return;  // needs no statuses
    case MeshAlgorithm::kPar: label_ = golden::block_step(label_, input_); break;
    case MeshAlgorithm::kIpar:
    case MeshAlgorithm::kIparLiteral: label_ = golden::label_step(label_, input_); break;
  }
  if (sampler_) sampler_->clocked(before, label_);
  if (foreign_) foreign_labels_ = foreign_->edge(now, input_);
}

golden::PlanarRequest MeshNode::question(const RouteRequest& r) const {
  const golden::Mesh& mesh = *config_->mesh;
  golden::PlanarRequest q;
  q.here = mesh.point_of(self_);
  q.dst = mesh.point_of(r.destination);
  q.in_port = r.in_port;
  const bool from_host = r.in_port == kMeshHostPort;
  q.sub = from_host ? std::uint8_t{0} : sub_of_header(r.header);
  if (!from_host) {
    q.proxy = proxy_of_header(r.header);
  } else if (config_->rule.proxy) {
    q.proxy = config_->overview->relation().proxy(self_, r.destination);
  }
  q.reserve = config_->rule.reserve;
  q.tie = (r.packet & 1U) != 0;
  q.nb_down = static_cast<std::uint8_t>(input_.link_dead | (~input_.present & 0x3fU));
  for (unsigned d = 0; d < kDirections; ++d) q.nb_unsafe[d] = input_.nb_bad[d] & 0xfU;
  q.line = labels().lines;
  q.unsafe = labels().unsafe & 0xfU;
  q.nb_line = input_.nb_line;
  q.free = static_cast<std::uint32_t>(r.free_channels) &
           ((1U << (kDirections * mesh.data_vc_count())) - 1);
  return q;
}

RouteDecision MeshNode::decision_of(const golden::PlanarAnswer& a) const {
  if (a.eject) return to_host();
  RouteDecision d;
  if (a.drop) return d;
  d.outcome = a.grant ? RouteDecision::Outcome::kForward : RouteDecision::Outcome::kWait;
  d.port = a.dir;
  d.vc = a.vc;
  d.header = to_header(a.sub, a.proxy);
  d.candidates = ports_of(a.legal, config_->mesh->data_vc_count());
  return d;
}

RouteDecision MeshNode::decide(const RouteRequest& request) const {
  switch (config_->rule.algorithm) {
    case MeshAlgorithm::kIpar:
    case MeshAlgorithm::kPar: return decision_of(golden::planar_route(scheme(), question(request)));
    case MeshAlgorithm::kIparLiteral:
    case MeshAlgorithm::kDor: break;
  }
  return decide_far(request);
}

RouteDecision MeshNode::decide_far(const RouteRequest& r) const {
  const golden::MeshRelation& relation = config_->overview->relation();
  std::vector<golden::MeshHop> hops;
  const golden::MeshHeader header{r.in_port, r.in_vc, to_proxy(r.header)};
  const auto outcome = relation.route(self_, header, r.destination, hops);
  if (outcome == golden::MeshOutcome::kArrived) return to_host();
  RouteDecision d;
  if (outcome == golden::MeshOutcome::kLost) return d;
  d.outcome = RouteDecision::Outcome::kWait;
  for (const golden::MeshHop& hop : hops) {
    d.candidates |= PortMask{1} << hop.dir;
    const unsigned channel = hop.dir * relation.vcs() + hop.next.vc;
    if (d.outcome == RouteDecision::Outcome::kForward || ((r.free_channels >> channel) & 1U) == 0) {
      continue;
    }
    d.outcome = RouteDecision::Outcome::kForward;
    d.port = hop.dir;
    d.vc = hop.next.vc;
    d.header = to_header(hop.next.proxy);
  }
  return d;
}

void GoldenMeshControl::use(std::unique_ptr<ForeignLabel> foreign) {
  node_.use(std::move(foreign));
}

void GoldenMeshControl::step(Cycle now, const StepInput& in, StepOutput& out) {
  node_.show(node_.visible(), in.stop, out);
  node_.receive(in, out);
  node_.edge(now);
  out.active = node_.visible().changed || node_.has_unsent();
}

}  // namespace selvage::cosim
