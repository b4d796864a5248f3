// SPDX-License-Identifier: Apache-2.0
#include "cosim/mesh/rtl.hpp"

#include "cosim/mesh/foreign.hpp"

namespace selvage::cosim {

using golden::PlanarAnswer;

namespace {

/// Statuses 0..3 of each neighbour, as planar_route takes them, of all six.
unsigned routing_statuses(std::uint64_t nb_bad) {
  unsigned statuses = 0;
  for (unsigned d = 0; d < golden::kDirections; ++d) {
    statuses |= static_cast<unsigned>((nb_bad >> (6 * d)) & 0xfU) << (4 * d);
  }
  return statuses;
}

}  // namespace

RtlMeshControl::RtlMeshControl(const MeshConfig& config, SwitchIdx self, Scoreboard& scoreboard)
    : config_(&config),
      scoreboard_(&scoreboard),
      node_(config, self),
      label_(make_mcc_label({config.label_bugs})),
      epoch_(make_label_epoch({config.epoch_bugs})),
      route_(make_planar_route({config.route_bugs})),
      mcc_label_(&scoreboard.block("mcc_label")),
      label_epoch_(&scoreboard.block("label_epoch")),
      planar_route_(&scoreboard.block("planar_route")) {}

void RtlMeshControl::use(std::unique_ptr<ForeignLabel> foreign) { node_.use(std::move(foreign)); }

MccLabelOut RtlMeshControl::labels() const {
  if (config_->labels != Engine::kGolden && !node_.has_foreign_labels()) return label_->outputs();
  const MeshNode::Labels l = node_.labels();
  return {l.bad, l.unsafe, l.lines, l.changed};
}

MeshNode::Visible RtlMeshControl::visible() const {
  if (config_->labels == Engine::kGolden) return node_.visible();
  const MccLabelOut held = labels();
  const LabelEpochOut epoch = epoch_->outputs();
  return {static_cast<std::uint8_t>(held.bad), static_cast<std::uint8_t>(held.line), epoch.epoch,
          held.changed || epoch.fresh};
}

void RtlMeshControl::step(Cycle now, const StepInput& in, StepOutput& out) {
  node_.show(visible(), in.stop, out);
  note_news(now, in);
  node_.receive(in, out);
  const LabelEpochNow received = epoch_->edge(node_.received());
  MccLabelIn label_in = to_block(node_.input());
  label_in.restart = received.restart;
  label_in.nb_bad = received.nb_bad;
  label_in.nb_line = lines_ahead(received.nb_line);
  label_->edge(label_in);
  if (traced_) traced_->step(now, node_.received(), label_in);
  node_.edge(now);
  check_assertions(now);
  if (config_->labels == Engine::kLockstep) compare_labels(now);
  out.active = visible().changed || node_.has_unsent();
}

void RtlMeshControl::note_news(Cycle now, const StepInput& in) {
  for (const PortedMessage& m : in.arrivals) {
    history_.add(now, 1) = {Event::Kind::kMessage, m.port, m.message, {}, {}};
  }
  for (const LinkEvent& link : in.links) {
    const Event::Kind kind = link.up ? Event::Kind::kLinkUp : Event::Kind::kLinkDown;
    history_.add(now, 1) = {kind, link.port, {}, {}, {}};
  }
}

void RtlMeshControl::note_packet(Cycle now, Event::Kind kind, const RouteRequest& request,
                                 const PlanarAnswer& answer) {
  history_.add(now, 0) = {kind, request.in_port, {}, request, answer};
}

void RtlMeshControl::compare_labels(Cycle now) {
  ++label_epoch_->compared;
  if (const auto d = compare(node_.epoch(), *epoch_)) {
    fail(now, *label_epoch_, {}, *d);
  }
  ++mcc_label_->compared;
  if (const auto d = compare(node_.label(), *label_)) {
    fail(now, *mcc_label_, {}, *d);
  }
}

void RtlMeshControl::route_edge(Cycle cycle, const PlanarRouteIn& in) {
  route_->edge(in);
  route_edge_ = cycle;
  inside_ = in.valid;
  check_assertions(cycle);
  const PlanarRouteOut out = route_->outputs();
  if (out.valid) pipe_.answer(cycle, from_block(out));
}

/// Executes the edge after which an answer is at the outputs, if it is before `now`.
void RtlMeshControl::clock_out(Cycle now) {
  if (inside_ && route_edge_ + 1 < now) route_edge(route_edge_ + 1, {});
}

void RtlMeshControl::request(Cycle now, const RouteRequest& request) {
  clock_out(now);
  note_packet(now, Event::Kind::kRequest, request);
  const golden::PlanarRequest question = node_.question(request);
  const bool rtl = config_->route == Engine::kRtl;
  const PlanarAnswer expected = node_.answer(question);
  pipe_.ask(now, request, rtl ? PlanarAnswer{} : expected);
  PlanarRouteIn asked = to_block(question);
  if (config_->labels != Engine::kGolden) {
    const LabelEpochOut held = epoch_->outputs();
    asked.nb_unsafe = routing_statuses(held.nb_held);
    asked.nb_line = held.nb_line_held;
  }
  asked.line = labels().line;
  asked.unsafe = labels().unsafe & 0xfU;
  route_edge(now, asked);
  if (traced_) traced_->request(now, asked);
}

RouteDecision RtlMeshControl::collect(Cycle now) {
  clock_out(now);
  return node_.decision_of(take(now));
}

PlanarAnswer RtlMeshControl::take(Cycle now) {
  const auto taken = pipe_.take();
  if (config_->route == Engine::kGolden) {
    note_packet(now, Event::Kind::kDecision, taken.question, taken.expected);
    return taken.expected;
  }
  const PacketId packet = taken.question.packet;
  if (!taken.in_time()) fail(now, *planar_route_, packet, pipe_.mistimed(taken));
  if (!taken.answered()) {
    PlanarAnswer lost;
    lost.drop = true;
    return lost;
  }
  const PlanarAnswer& actual = taken.actual;
  last_expected_ = taken.expected;
  last_actual_ = actual;
  decided_ = true;
  note_packet(now, Event::Kind::kDecision, taken.question, actual);
  if (config_->route != Engine::kLockstep || !taken.in_time()) return actual;
  ++planar_route_->compared;
  if (!(actual == taken.expected)) {
    fail(now, *planar_route_, packet, explain(taken.expected, actual), &taken);
  }
  return actual;
}

void RtlMeshControl::finish(Cycle now) {
  if (traced_) traced_->finish();
  if (inside_) route_edge(route_edge_ + 1, {});
  while (!pipe_.empty()) take(now);
  const auto unasked = pipe_.unasked();
  if (unasked && config_->route != Engine::kGolden) fail(now, *planar_route_, {}, *unasked);
  route_edge_ = 0;
  history_.restart();
}

std::string RtlMeshControl::describe(const Event& event) const {
  using Kind = Event::Kind;
  const golden::Mesh& mesh = *config_->mesh;
  const std::string by = mesh.port_name(node_.self(), event.port);
  const std::string packet = "packet " + std::to_string(event.request.packet);
  switch (event.kind) {
    case Kind::kMessage: return describe_statuses(event.message) + " came by " + by;
    case Kind::kLinkDown: return "link at " + by + " found dead";
    case Kind::kLinkUp: return "link at " + by + " found back";
    case Kind::kDecision: return packet + " goes: " + cosim::describe(event.answer);
    case Kind::kRequest: break;
  }
  return packet + " from " + mesh.host_name(event.request.source) + " to " +
         mesh.host_name(event.request.destination) + " requests a route, came by " + by;
}

void RtlMeshControl::fail(Cycle cycle, BlockCount& block, std::optional<PacketId> packet,
                          const Difference& difference, const Answers::Taken* taken) {
  Mismatch m;
  m.cycle = cycle;
  m.switch_name = config_->mesh->switch_name(node_.self());
  if (difference.port) m.port = config_->mesh->port_name(node_.self(), *difference.port);
  m.packet = packet;
  m.recent = history_.lines([this](const Event& event) { return describe(event); });
  if (!scoreboard_->failed()) {  // only the first is shown
    const PortMask dead = node_.input().link_dead;
    m.model = held(node_.label(), node_.epoch(), dead);
    m.rtl = held(*label_, *epoch_, dead);
    if (taken != nullptr) {
      add_answer(m.model, taken->expected);
      add_answer(m.rtl, taken->actual);
    }
  }
  cosim::fail(*scoreboard_, block, std::move(m), difference);
}

}  // namespace selvage::cosim
