// SPDX-License-Identifier: Apache-2.0
#include "golden/mesh/labels.hpp"

namespace selvage::golden {

namespace {

/// Dimensions of plane p: xy, yz, zx.
constexpr unsigned first_dim(unsigned plane) { return plane; }
constexpr unsigned second_dim(unsigned plane) { return (plane + 1) % 3; }

/// Whether neighbour d of `node` counts as bad: beyond a dead link always, beyond the border never.
template <class IsBad>
bool neighbour_bad(const MeshFaults& faults, SwitchIdx node, unsigned d, const IsBad& is_bad) {
  if (!faults.mesh().has(node, d)) return false;
  if (((faults.dead_links(node) >> d) & 1U) != 0) return true;
  const SwitchIdx n = faults.mesh().neighbour(node, d);
  return faults.faulty(n) || is_bad(n);
}

/// Least set of nodes closed under `rule(node, is_bad)`; `is_bad` tells membership so far.
template <class Rule>
std::vector<std::uint8_t> closure(const MeshFaults& faults, const Rule& rule) {
  const SwitchIdx count = faults.mesh().switch_count();
  std::vector<std::uint8_t> in(count, 0);
  const auto is_bad = [&in](SwitchIdx n) { return in[n] != 0; };
  for (bool grown = true; grown;) {
    grown = false;
    for (SwitchIdx node = 0; node < count; ++node) {
      if (in[node] != 0 || faults.faulty(node)) continue;
      const auto bad = [&](unsigned d) { return neighbour_bad(faults, node, d, is_bad); };
      if (rule(bad)) {
        in[node] = 1;
        grown = true;
      }
    }
  }
  return in;
}

void add_bit(std::vector<std::uint8_t>& bits, const std::vector<std::uint8_t>& in, unsigned bit) {
  for (std::size_t i = 0; i < bits.size(); ++i) {
    bits[i] = static_cast<std::uint8_t>(bits[i] | (in[i] << bit));
  }
}

}  // namespace

void MeshFaults::fail_link(SwitchPort link) {
  dead_links_[link.sw] |= static_cast<std::uint8_t>(1U << link.port);
  dead_links_[mesh_->neighbour(link.sw, link.port)] |=
      static_cast<std::uint8_t>(1U << opposite(link.port));
}

std::uint8_t MeshFaults::down(SwitchIdx node) const {
  unsigned down = dead_links_[node] | (~mesh_->present(node) & 0x3fU);
  for (unsigned d = 0; d < kDirections; ++d) {
    if (mesh_->has(node, d) && faulty(mesh_->neighbour(node, d))) down |= 1U << d;
  }
  return static_cast<std::uint8_t>(down);
}

namespace {

/// One clock edge under any rule: `rises(bad, q)` tells whether status q follows.
template <class Rule>
LabelState step_by(const LabelState& state, const LabelInput& input, const Rule& rises) {
  const auto bad = [&input](unsigned d, unsigned q) {
    const unsigned dead = (input.link_dead >> d) & 1U;
    const unsigned received = (input.nb_bad[d] >> q) & 1U;
    return ((input.present >> d) & 1U & (dead | received)) != 0;
  };
  LabelState next;
  next.faulty = input.faulty;
  for (unsigned q = 0; q < kPlanarStatuses && !input.restart; ++q) {
    const bool is = ((state.unsafe >> q) & 1U) != 0;
    if (is || rises(bad, q)) next.unsafe |= static_cast<std::uint8_t>(1U << q);
  }
  for (unsigned d = 0; d < kDirections && !input.restart; ++d) {  // MESH-LAB-6
    const unsigned ahead = (input.link_dead | (input.nb_line[d] & (1U << d))) & input.present;
    next.line |= static_cast<std::uint8_t>((state.line | ahead) & (1U << d));
  }
  next.changed = next.bad() != state.bad() || next.lines() != state.lines();
  return next;
}

}  // namespace

LabelState label_step(const LabelState& state, const LabelInput& input) {
  return step_by(state, input, [](const auto& bad, unsigned q) {
    const unsigned a = 2 * first_dim(q / 2);
    const unsigned b = 2 * second_dim(q / 2) + q % 2;
    return (bad(a, q) && bad(b, q)) || (bad(opposite(a), q) && bad(opposite(b), q));
  });
}

LabelState block_step(const LabelState& state, const LabelInput& input) {
  return step_by(state, input, [](const auto& bad, unsigned q) {
    const unsigned a = 2 * first_dim(q / 2);
    const unsigned b = 2 * second_dim(q / 2);
    return (bad(a, q) || bad(opposite(a), q)) && (bad(b, q) || bad(opposite(b), q));
  });
}

PlanarLabels exchange_labels(const MeshFaults& faults) {
  const Mesh& mesh = faults.mesh();
  std::vector<LabelState> now(mesh.switch_count());
  for (SwitchIdx n = 0; n < now.size(); ++n) now[n].faulty = faults.faulty(n);
  std::vector<LabelState> next = now;
  PlanarLabels result;
  for (bool changed = true; changed;) {
    changed = false;
    bool statuses = false;
    for (SwitchIdx n = 0; n < now.size(); ++n) {
      LabelInput in;
      in.faulty = faults.faulty(n);
      in.present = mesh.present(n);
      in.link_dead = faults.dead_links(n);
      for (unsigned d = 0; d < kDirections; ++d) {
        if (!mesh.has(n, d)) continue;
        in.nb_bad[d] = now[mesh.neighbour(n, d)].bad();
        in.nb_line[d] = now[mesh.neighbour(n, d)].lines();
      }
      next[n] = label_step(now[n], in);
      changed = changed || next[n].changed;
      statuses = statuses || next[n].bad() != now[n].bad();
    }
    now.swap(next);
    if (statuses) ++result.rounds;
  }
  for (const LabelState& s : now) {
    result.unsafe.push_back(s.faulty ? std::uint8_t{0} : s.unsafe);
    result.lines.push_back(s.lines());
  }
  return result;
}

std::vector<std::uint8_t> reference_labels(const MeshFaults& faults) {
  std::vector<std::uint8_t> unsafe(faults.mesh().switch_count(), 0);
  for (unsigned q = 0; q < kPlanarStatuses; ++q) {
    const unsigned a = 2 * first_dim(q / 2);
    const unsigned b = 2 * second_dim(q / 2) + q % 2;
    add_bit(unsafe, closure(faults, [=](const auto& bad) { return bad(a) && bad(b); }), q);
    add_bit(unsafe,
            closure(faults, [=](const auto& bad) { return bad(opposite(a)) && bad(opposite(b)); }),
            q);
  }
  return unsafe;
}

std::vector<std::uint8_t> spatial_mcc(const MeshFaults& faults) {
  std::vector<std::uint8_t> unsafe(faults.mesh().switch_count(), 0);
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned y = 2 + i / 2;
    const unsigned z = 4 + i % 2;
    add_bit(unsafe,
            closure(faults,
                    [=](const auto& bad) {
                      return (bad(0) && bad(y) && bad(z)) ||
                             (bad(1) && bad(opposite(y)) && bad(opposite(z)));
                    }),
            i);
  }
  return unsafe;
}

std::vector<std::uint8_t> planar_blocks(const MeshFaults& faults) {
  std::vector<std::uint8_t> unsafe(faults.mesh().switch_count(), 0);
  for (unsigned plane = 0; plane < 3; ++plane) {
    const unsigned a = 2 * first_dim(plane);
    const unsigned b = 2 * second_dim(plane);
    add_bit(unsafe,
            closure(faults,
                    [=](const auto& bad) {
                      return (bad(a) || bad(opposite(a))) && (bad(b) || bad(opposite(b)));
                    }),
            plane);
  }
  return unsafe;
}

std::vector<std::uint8_t> reference_lines(const MeshFaults& faults) {
  const Mesh& mesh = faults.mesh();
  std::vector<std::uint8_t> lines;
  for (SwitchIdx n = 0; n < mesh.switch_count(); ++n) {
    unsigned bits = faults.faulty(n) ? 0x3fU : 0U;
    for (unsigned d = 0; d < kDirections; ++d) {
      for (SwitchIdx at = n; mesh.has(at, d); at = mesh.neighbour(at, d)) {
        if (!faults.healthy(at, d)) bits |= 1U << d;
      }
    }
    lines.push_back(static_cast<std::uint8_t>(bits));
  }
  return lines;
}

std::vector<std::uint8_t> route_statuses_mcc(const MeshFaults& faults) {
  std::vector<std::uint8_t> statuses = exchange_labels(faults).unsafe;
  for (std::uint8_t& s : statuses) s &= 0xfU;
  return statuses;
}

std::vector<std::uint8_t> route_statuses_block(const MeshFaults& faults) {
  std::vector<std::uint8_t> statuses = planar_blocks(faults);
  for (std::uint8_t& s : statuses) {
    s = static_cast<std::uint8_t>(((s & 1U) != 0 ? 3U : 0U) | ((s & 2U) != 0 ? 12U : 0U));
  }
  return statuses;
}

}  // namespace selvage::golden
