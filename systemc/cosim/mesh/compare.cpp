// SPDX-License-Identifier: Apache-2.0
// Golden model against RTL of a mesh node, output by output.
#include "cosim/mesh/rtl.hpp"

namespace selvage::cosim {

namespace {

constexpr const char* kStatuses[] = {"xy same",  "xy mixed", "yz same",
                                     "yz mixed", "zx same",  "zx mixed"};

std::string channels(std::uint32_t set) {
  std::string text;
  for (unsigned c = 0; c < 2 * golden::kDirections; ++c) {
    if (((set >> c) & 1U) == 0) continue;
    text += (text.empty() ? "" : " ") + std::string(golden::direction_name(c / 2)) + "c" +
            std::to_string(c % 2 + 1);
  }
  return text.empty() ? "none" : text;
}

std::string statuses(unsigned set) {
  std::string text;
  for (unsigned q = 0; q < golden::kPlanarStatuses; ++q) {
    if (((set >> q) & 1U) != 0) text += (text.empty() ? "" : ", ") + std::string(kStatuses[q]);
  }
  return text.empty() ? "none" : text;
}

std::string lines(unsigned set) {
  std::string text;
  for (unsigned d = 0; d < golden::kDirections; ++d) {
    if (((set >> d) & 1U) != 0) {
      text += (text.empty() ? "" : ", ") + std::string(golden::direction_name(d));
    }
  }
  return text.empty() ? "none" : text;
}

/// The direction of a channel, the port of it, that only one of the sets has.
PortIdx port_of_difference(std::uint32_t a, std::uint32_t b) {
  return static_cast<PortIdx>(static_cast<unsigned>(__builtin_ctz(a ^ b)) / 2);
}

/// The port by which it goes; none if it does not, or if the RTL names a direction that there is
/// not.
std::optional<PortIdx> port_of(const golden::PlanarAnswer& a) {
  if (!a.grant || a.dir >= golden::kDirections) return std::nullopt;
  return static_cast<PortIdx>(a.dir);
}

unsigned packed(const golden::MeshPoint& p) {
  unsigned word = 0;
  for (unsigned i = 0; i < 3; ++i) word |= static_cast<unsigned>(p[i]) << (i * kPlanarCoordBits);
  return word;
}

}  // namespace

std::string describe(const golden::PlanarAnswer& a) {
  if (a.eject) return "eject";
  if (a.drop) return "drop";
  if (!a.grant) return "wait";
  return channels(1U << (2U * a.dir + a.vc)) + " of sub-network " + std::to_string(a.sub) +
         (a.proxy == golden::kNoProxy ? ""
                                      : ", proxy " + std::string(golden::direction_name(a.proxy)));
}

std::string describe_statuses(const ControlMessage& message) {
  const std::uint64_t epoch = message.body >> MeshNode::kEpochShift;
  return "statuses " + statuses(message.body & 0x3fU) + ", line bits " +
         lines((message.body >> MeshNode::kLineShift) & 0x3fU) +
         (epoch == 0 ? "" : " of epoch " + std::to_string(epoch));
}

PlanarRouteIn to_block(const golden::PlanarRequest& q) {
  PlanarRouteIn in;
  in.valid = true;
  in.here = packed(q.here);
  in.dst = packed(q.dst);
  in.proxy = to_header(q.proxy);
  in.in_port = q.in_port;
  in.sub = q.sub;
  in.reserve = q.reserve;
  in.fallback = q.fallback;
  in.tie = q.tie;
  in.nb_down = q.nb_down;
  for (unsigned d = 0; d < golden::kDirections; ++d) {
    in.nb_unsafe |= static_cast<unsigned>(q.nb_unsafe[d]) << (4 * d);
    in.nb_line |= std::uint64_t{q.nb_line[d]} << (6 * d);
  }
  in.line = q.line;
  in.unsafe = q.unsafe;
  in.free = q.free;
  return in;
}

golden::PlanarAnswer from_block(const PlanarRouteOut& out) {
  golden::PlanarAnswer a;
  a.eject = out.eject;
  a.drop = out.drop;
  a.grant = out.grant;
  a.dir = static_cast<std::uint8_t>(out.dir);
  a.vc = static_cast<std::uint8_t>(out.vc);
  a.sub = static_cast<std::uint8_t>(out.sub);
  a.proxy = to_proxy(static_cast<std::uint8_t>(out.proxy));
  a.legal = out.legal;
  return a;
}

MccLabelIn to_block(const golden::LabelInput& input) {
  MccLabelIn in;
  in.restart = input.restart;
  in.faulty = input.faulty;
  in.present = input.present;
  in.link_dead = input.link_dead;
  for (unsigned d = 0; d < golden::kDirections; ++d) {
    in.nb_bad |= std::uint64_t{input.nb_bad[d]} << (6 * d);
    in.nb_line |= input.nb_line[d] & (1U << d);
  }
  return in;
}

Difference explain(const golden::PlanarAnswer& expected, const golden::PlanarAnswer& actual) {
  if (expected.eject != actual.eject) {
    return {"MESH-ORD-4", "arrival", describe(expected), describe(actual)};
  }
  if (expected.legal != actual.legal) {
    return {"MESH-ORD-4", "legal channels", channels(expected.legal), channels(actual.legal),
            port_of_difference(expected.legal, actual.legal)};
  }
  const bool same_channel = expected.grant == actual.grant && expected.dir == actual.dir &&
                            expected.vc == actual.vc && expected.sub == actual.sub;
  if (expected.drop != actual.drop) {
    return {"MESH-ORD-4", "drop", describe(expected), describe(actual)};
  }
  const std::optional<PortIdx> port = port_of(expected.grant ? expected : actual);
  if (same_channel) return {"MESH-ORD-9", "proxy", describe(expected), describe(actual), port};
  return {"MESH-ORD-6", "channel", describe(expected), describe(actual), port};
}

std::optional<Difference> compare(const golden::EpochState& expected,
                                  const LabelEpochBlock& actual) {
  const LabelEpochOut out = actual.outputs();
  if (out.epoch != expected.epoch || out.fresh != expected.fresh) {
    const auto text = [](std::uint32_t epoch, bool fresh) {
      return std::to_string(epoch) + (fresh ? ", just entered" : "");
    };
    return Difference{"MESH-EPO-1", "epoch", text(expected.epoch, expected.fresh),
                      text(out.epoch, out.fresh)};
  }
  for (unsigned d = 0; d < golden::kDirections; ++d) {
    const auto received = static_cast<unsigned>((out.nb_held >> (6 * d)) & 0x3fU);
    if (received == expected.nb_bad[d]) continue;
    return Difference{expected.fresh ? "MESH-EPO-2" : "MESH-EPO-3",
                      "statuses received from " + std::string(golden::direction_name(d)),
                      statuses(expected.nb_bad[d]), statuses(received), static_cast<PortIdx>(d)};
  }
  for (unsigned d = 0; d < golden::kDirections; ++d) {
    const auto received = static_cast<unsigned>((out.nb_line_held >> (6 * d)) & 0x3fU);
    if (received == expected.nb_line[d]) continue;
    return Difference{expected.fresh ? "MESH-EPO-2" : "MESH-EPO-3",
                      "line bits received from " + std::string(golden::direction_name(d)),
                      lines(expected.nb_line[d]), lines(received), static_cast<PortIdx>(d)};
  }
  return std::nullopt;
}

std::optional<Difference> compare(const golden::LabelState& expected, const MccLabelBlock& actual) {
  const MccLabelOut out = actual.outputs();
  const MccLabelState state = actual.state();
  const unsigned unsafe = expected.faulty ? 0U : expected.unsafe;
  if (out.bad != expected.bad()) {
    return Difference{"MESH-LAB-2", "bad", statuses(expected.bad()), statuses(out.bad)};
  }
  if (out.unsafe != unsafe || state.unsafe != expected.unsafe) {
    return Difference{"MESH-LAB-2", "unsafe", statuses(expected.unsafe), statuses(state.unsafe)};
  }
  if (out.line != expected.lines() || state.line != expected.line) {
    return Difference{"MESH-LAB-6", "line bits", lines(expected.line), lines(state.line)};
  }
  if (out.changed != expected.changed || state.faulty != expected.faulty) {
    const auto word = [](bool b) { return std::string(b ? "yes" : "no"); };
    return Difference{"MESH-LAB-2", "changed", word(expected.changed), word(out.changed)};
  }
  return std::nullopt;
}

namespace {

/// `nb_bad` and `nb_line`: received, six bits of each direction.
Held held_of(unsigned unsafe, unsigned line, std::uint32_t epoch, std::uint64_t nb_bad,
             std::uint64_t nb_line, PortMask dead) {
  Held held;
  held.dead = dead;
  held.rows = {
      {"unsafe", statuses(unsafe)}, {"line bits", lines(line)}, {"epoch", std::to_string(epoch)}};
  for (unsigned d = 0; d < golden::kDirections; ++d) {
    const auto bad = static_cast<unsigned>((nb_bad >> (6 * d)) & 0x3fU);
    const auto ahead = static_cast<unsigned>((nb_line >> (6 * d)) & 0x3fU);
    if (bad == 0 && ahead == 0) continue;
    held.rows.push_back({"from " + std::string(golden::direction_name(d)),
                         "unsafe " + statuses(bad) + "; lines " + lines(ahead)});
  }
  return held;
}

}  // namespace

Held held(const golden::LabelState& label, const golden::EpochState& epoch, PortMask dead) {
  std::uint64_t nb_bad = 0, nb_line = 0;
  for (unsigned d = 0; d < golden::kDirections; ++d) {
    nb_bad |= std::uint64_t{epoch.nb_bad[d]} << (6 * d);
    nb_line |= std::uint64_t{epoch.nb_line[d]} << (6 * d);
  }
  return held_of(label.unsafe, label.line, epoch.epoch, nb_bad, nb_line, dead);
}

Held held(const MccLabelBlock& label, const LabelEpochBlock& epoch, PortMask dead) {
  const LabelEpochOut out = epoch.outputs();
  return held_of(label.state().unsafe, label.state().line, out.epoch, out.nb_held, out.nb_line_held,
                 dead);
}

void add_answer(Held& held, const golden::PlanarAnswer& answer) {
  held.rows.insert(held.rows.begin(),
                   {{"answer", describe(answer)}, {"legal channels", channels(answer.legal)}});
  held.out = port_of(answer);
  for (unsigned c = 0; c < 2 * golden::kDirections; ++c) {
    if (((answer.legal >> c) & 1U) != 0) held.ways |= PortMask{1} << (c / 2);
  }
}

}  // namespace selvage::cosim
