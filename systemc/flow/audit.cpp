// SPDX-License-Identifier: Apache-2.0
/// \file
/// Laws that hold between any two cycles, and at the end (FLOW-A-5, 7, 8, 9, 13, 19).
#include <algorithm>
#include <map>
#include <set>

#include "flow/routers.hpp"

namespace selvage::flow {

using golden::FlowId;

std::string Routers::at_row(PortNumber p, unsigned id) const {
  const SwitchPort at = shared_.place(p);
  return " at " + shared_.client.port_name(at.sw, at.port) + " id " + std::to_string(id);
}

std::string Routers::audit(Cycle now) {
  if (!shared_.violation.empty()) return shared_.violation;
  Sums sums(shared_.in.size());
  if (std::string found = audit_links(now, sums); !found.empty()) return found;
  std::vector<unsigned> waiting(shared_.out.size(), 0);
  for (PortNumber p = 0; p < shared_.in.size(); ++p) {
    if (shared_.out[p].kind == PortEnd::Kind::kNone) continue;
    if (std::string found = audit_port(p, now, sums); !found.empty()) return found;
    const PortNumber first = p - shared_.place(p).port;
    for (const Row& r : shared_.in[p].rows)
      if (is_pending(r)) waiting[first + r.out] += shared_.behind(r);
  }
  for (PortNumber o = 0; o < shared_.out.size(); ++o)
    if (waiting[o] != shared_.out[o].behind)
      return "FLOW-C-6: units that wait for a port" + at_row(o, 0);
  return {};
}

std::string Routers::audit_links(Cycle now, Sums& sums) {
  const golden::FlowSizes& sizes = shared_.sizes();
  std::map<std::pair<PortNumber, FlowId>, std::uint64_t> seen;
  for (PortNumber o = 0; o < shared_.out.size(); ++o) {
    const Output& out = shared_.out[o];
    const PortIdx port = shared_.place(o).port;
    if (out.kind != PortEnd::Kind::kSwitch) continue;
    for (unsigned id = 0; id < sizes.rows(); ++id) {
      const auto row = static_cast<FlowId>(id);
      const OfctView v = shared_.blocks[o]->ofct_row(now, row);
      const golden::Position next = shared_.blocks[out.peer]->ifct_row(now, row).next;
      // FLOW-A-7 on the link: what is mapped and not enqueued is on it, or lost.
      if (sizes.wrap(v.row.data - next) != sizes.wrap(out.transit[id] + out.lost[id]))
        return "FLOW-A-7: units on a link" + at_row(o, id);
      if (!v.valid) continue;
      const PortNumber p = o - port + v.port;
      std::uint64_t& owners = seen[{p, v.id}];
      if ((owners >> port & 1) != 0) return "FLOW-A-13: two ids for one branch" + at_row(o, id);
      owners |= std::uint64_t{1} << port;
      if (sums[p].empty()) sums[p].assign(sizes.rows(), 0);
      sums[p][v.id] += sizes.wrap(v.row.data - v.row.ack);
    }
  }
  return {};
}

std::string Routers::audit_port(PortNumber p, Cycle now, const Sums& sums) {
  const Input& in = shared_.in[p];
  std::uint64_t units = 0;
  for (unsigned id = 0; id < shared_.sizes().rows(); ++id) {
    units += in.rows[id].units;
    if (const char* found = audit_row(p, id, now, sums)) return found + at_row(p, id);
  }
  if (shared_.edge(p))
    if (std::string found = audit_edge(p, now); !found.empty()) return found;
  std::uint64_t pool = 0;
  for (const std::uint32_t u : in.pool) pool += u;
  for (const std::uint32_t slot : in.enq) units += shared_.len_of(slot);
  for (const IfctStep& s : in.steps)
    if (s.enq != kNoSlot) units += shared_.len_of(s.enq);
  for (const auto& queue : in.lookup)
    for (const std::uint32_t slot : queue) units += shared_.cargo[slot].len;
  if (pool != units) return "FAB-CONS: units in a pool" + at_row(p, 0);
  return {};
}

const char* Routers::audit_row(PortNumber p, unsigned id, Cycle now, const Sums& sums) {
  const golden::FlowSizes& sizes = shared_.sizes();
  const golden::IfctRow& row = shared_.blocks[p]->ifct_row(now, static_cast<FlowId>(id));
  const Row& r = shared_.in[p].rows[id];
  if (!shared_.lossy) {
    if (sizes.wrap(row.next - row.ack) != r.outstanding) return "FLOW-A-5: total extent";
    if (sizes.wrap(row.next - row.data) != r.units) return "FLOW-A-4: queue extent";
    const std::uint32_t beyond = sums[p].empty() ? 0 : sums[p][id];
    if (sizes.wrap(row.data - row.ack) != beyond + r.returning - r.mapped)
      return "FLOW-A-7: flow extent";
    if (shared_.edge(p) && sizes.wrap(row.data - row.ack) > r.cap) return "FLOW-C-5: more than MFE";
  }
  if ((row.state == golden::FlowState::kFree) != (row.next == row.ack))
    return "FLOW-A-19: a row without data that is not free, or the other way";
  return nullptr;
}

std::string Routers::audit_edge(PortNumber p, Cycle now) {
  const Input& in = shared_.in[p];
  std::set<std::pair<std::uint64_t, std::uint64_t>> patterns;
  std::vector<std::uint8_t> pending(shared_.sizes().rows(), 0);
  for (const std::uint32_t slot : in.enq) pending[shared_.id_of(slot)] = 1;
  for (const IfctStep& s : in.steps)
    if (s.enq != kNoSlot) pending[shared_.id_of(s.enq)] = 1;
  const bool lookup = !in.efct_steps.empty();
  for (unsigned id = 0; id < shared_.sizes().rows(); ++id) {
    const EfctView e = shared_.blocks[p]->efct_row(now, static_cast<FlowId>(id));
    if (e.valid && !patterns.emplace(e.key.low, e.key.high).second)
      return "FLOW-A-13: two rows of one pattern" + at_row(p, id);
    if (lookup || pending[id] != 0) continue;
    if (e.data != shared_.blocks[p]->ifct_row(now, static_cast<FlowId>(id)).next)
      return "FLOW-A-8: edge tables" + at_row(p, id);
  }
  return {};
}

Branches Routers::branches(Cycle now) {
  Branches b;
  const unsigned rows = shared_.sizes().rows();
  std::vector<std::uint32_t> of_row;
  for (const Router& router : routers_) {
    of_row.assign(std::size_t{shared_.ports} * rows, 0);
    for (unsigned o = 0; o < shared_.ports; ++o) {
      const auto out = static_cast<PortIdx>(o);
      if (router.output(out).kind != PortEnd::Kind::kSwitch) continue;
      for (unsigned id = 0; id < rows; ++id) {
        const OfctView v = router.blocks(out).ofct_row(now, static_cast<FlowId>(id));
        if (v.valid && router.output(v.port).kind == PortEnd::Kind::kHost)
          ++of_row[v.port * rows + v.id];
      }
    }
    for (const std::uint32_t n : of_row) {
      b.rows += n > 0 ? 1 : 0;
      b.branches += n;
      b.most = std::max<std::uint64_t>(b.most, n);
    }
  }
  return b;
}

std::string Routers::audit_end(Cycle now) {
  if (std::string found = audit(now); !found.empty()) return found;
  if (packets_in_flight() != 0)
    return "FAB-CONS: " + std::to_string(packets_in_flight()) + " packets are left";
  for (PortNumber p = 0; p < shared_.in.size(); ++p) {
    if (shared_.out[p].kind == PortEnd::Kind::kNone) continue;
    if (std::string found = audit_rest(p, now); !found.empty()) return found;
  }
  if (shared_.counts.opened != shared_.counts.closed)
    return "FLOW-A-19: channels opened and closed differ";
  return {};
}

std::string Routers::audit_rest(PortNumber p, Cycle now) {
  const Output& out = shared_.out[p];
  const Input& in = shared_.in[p];
  if (in.live != 0) return "FLOW-A-19: a channel is left" + at_row(p, 0);
  if (out.live != 0 && !out.cut) return "FLOW-A-19: an id is left" + at_row(p, 0);
  if (out.reserved + out.ahead != 0) return "FAB-CONS: an output FIFO is not empty" + at_row(p, 0);
  // An ACK that is under way to an edge row may release it.
  if (!in.efct_acks.empty() || !in.efct_steps.empty()) return {};
  for (unsigned id = 0; shared_.edge(p) && id < shared_.sizes().rows(); ++id)
    if (shared_.blocks[p]->efct_row(now, static_cast<FlowId>(id)).valid)
      return "FLOW-A-19: an edge row is left" + at_row(p, id);
  return {};
}

std::vector<HopView> Routers::path(HostIdx source, HostIdx destination, std::uint8_t tc,
                                   bool ordered, Cycle now) {
  std::vector<HopView> hops;
  const golden::FlowSizes& sizes = shared_.sizes();
  PortNumber p = terminals_[source].port();
  const std::uint64_t low = match_pattern(destination, tc, ordered);
  unsigned id = 0;
  for (; id < sizes.rows(); ++id) {
    const EfctView e = shared_.blocks[p]->efct_row(now, static_cast<FlowId>(id));
    if (e.valid && e.key.low == low) break;
  }
  while (id < sizes.rows()) {
    const SwitchPort at = shared_.place(p);
    const golden::IfctRow& row = shared_.blocks[p]->ifct_row(now, static_cast<FlowId>(id));
    hops.push_back({at.sw, at.port, static_cast<FlowId>(id), sizes.wrap(row.data - row.ack),
                    sizes.wrap(row.next - row.data), 0});
    const PortNumber o = at.sw * shared_.ports + row.fport;
    if (shared_.edge(o) || hops.size() > routers_.size()) break;
    unsigned next = 0;
    for (; next < sizes.rows(); ++next) {
      const OfctView v = shared_.blocks[o]->ofct_row(now, static_cast<FlowId>(next));
      if (v.valid && v.port == at.port && v.id == id) break;
    }
    if (next == sizes.rows()) break;
    hops.back().in_flight = shared_.out[o].transit[next];
    p = shared_.out[o].peer;
    id = next;
  }
  return hops;
}

}  // namespace selvage::flow
