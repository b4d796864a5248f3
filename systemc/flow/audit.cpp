// SPDX-License-Identifier: Apache-2.0
/// \file
/// Laws that hold between any two cycles, and at the end (FLOW-A-5, 7, 8, 9, 13, 19).
#include <algorithm>
#include <map>

#include "flow/net.hpp"

namespace selvage::flow {

using golden::FlowId;

std::string Net::at_row(G p, unsigned id) const {
  return " at " + client_.port_name(sw_of(p), port_of(p)) + " id " + std::to_string(id);
}

std::string Net::audit(Cycle now) {
  if (!violation_.empty()) return violation_;
  // Units outstanding beyond each switch, summed over the branches of a row.
  std::vector<std::vector<std::uint32_t>> sums(in_.size());
  std::map<std::pair<G, FlowId>, std::uint64_t> seen;
  for (G o = 0; o < out_.size(); ++o) {
    if (out_[o].kind != PortEnd::Kind::kSwitch) continue;
    for (unsigned id = 0; id < sizes_.rows(); ++id) {
      const auto row = static_cast<FlowId>(id);
      const OfctView v = blocks_[o]->ofct_row(now, row);
      const golden::Position next = blocks_[out_[o].peer]->ifct_row(now, row).next;
      // FLOW-A-7 on the link: what is mapped and not enqueued is on it, or lost.
      if (sizes_.wrap(v.row.data - next) != sizes_.wrap(out_[o].transit[id] + out_[o].lost[id]))
        return "FLOW-A-7: units on a link" + at_row(o, id);
      if (!v.valid) continue;
      const G p = g(sw_of(o), v.port);
      std::uint64_t& owners = seen[{p, v.id}];
      if ((owners >> port_of(o) & 1) != 0) return "FLOW-A-13: two ids for one branch";
      owners |= std::uint64_t{1} << port_of(o);
      if (sums[p].empty()) sums[p].assign(sizes_.rows(), 0);
      sums[p][v.id] += sizes_.wrap(v.row.data - v.row.ack);
    }
  }
  std::vector<unsigned> waiting(out_.size(), 0);
  for (G p = 0; p < in_.size(); ++p) {
    if (out_[p].kind == PortEnd::Kind::kNone) continue;
    const std::string found = audit_port(p, now, sums);
    if (!found.empty()) return found;
    for (const Row& r : in_[p].rows)
      if (is_pending(r)) waiting[g(sw_of(p), r.out)] += behind(r);
  }
  for (G o = 0; o < out_.size(); ++o)
    if (waiting[o] != out_[o].behind) return "FLOW-C-6: units that wait for a port" + at_row(o, 0);
  return {};
}

std::string Net::audit_port(G p, Cycle now, std::vector<std::vector<std::uint32_t>>& sums) {
  const Input& in = in_[p];
  std::map<std::pair<std::uint64_t, std::uint64_t>, unsigned> patterns;
  std::vector<std::uint8_t> pending(sizes_.rows(), 0);
  for (const std::uint32_t slot : in.enq) pending[id_of(slot)] = 1;
  for (const IfctStep& s : in.steps)
    if (s.enq != kNoSlot) pending[id_of(s.enq)] = 1;
  std::uint64_t units = 0;
  for (unsigned id = 0; id < sizes_.rows(); ++id) {
    const auto where = [&] { return at_row(p, id); };
    const golden::IfctRow& row = blocks_[p]->ifct_row(now, static_cast<FlowId>(id));
    const Row& r = in.rows[id];
    units += r.units;
    if (!lossy_) {
      if (sizes_.wrap(row.next - row.ack) != r.outstanding)
        return "FLOW-A-5: total extent" + where();
      if (sizes_.wrap(row.next - row.data) != r.units) return "FLOW-A-4: queue extent" + where();
      const std::uint32_t beyond = sums[p].empty() ? 0 : sums[p][id];
      if (sizes_.wrap(row.data - row.ack) != beyond + r.returning - r.mapped)
        return "FLOW-A-7: flow extent" + where();
    }
    if ((row.state == golden::FlowState::kFree) != (row.next == row.ack))
      return "FLOW-A-19: a row without data that is not free, or the other way" + where();
    if (!edge(p)) continue;
    if (!lossy_ && sizes_.wrap(row.data - row.ack) > r.cap)
      return "FLOW-C-5: more than MFE" + where();
    const EfctView e = blocks_[p]->efct_row(now, static_cast<FlowId>(id));
    if (e.valid && !patterns.emplace(std::pair{e.key.low, e.key.high}, id).second)
      return "FLOW-A-13: two rows of one pattern" + where();
    const bool lookup = !in.efct_steps.empty();
    if (!lookup && pending[id] == 0 && e.data != row.next) return "FLOW-A-8: edge tables" + where();
  }
  std::uint64_t pool = 0;
  for (const std::uint32_t u : in.pool) pool += u;
  for (const std::uint32_t slot : in.enq) units += len_of(slot);
  for (const IfctStep& s : in.steps)
    if (s.enq != kNoSlot) units += len_of(s.enq);
  for (const auto& queue : in.lookup)
    for (const std::uint32_t slot : queue) units += cargo_[slot].len;
  if (pool != units) return "FAB-CONS: units in a pool" + at_row(p, 0);
  return {};
}

Branches Net::branches(Cycle now) {
  Branches b;
  std::vector<std::uint32_t> of_row;
  for (SwitchIdx sw = 0; sw < switches_.size(); ++sw) {
    of_row.assign(std::size_t{ports_} * sizes_.rows(), 0);
    for (unsigned o = 0; o < ports_; ++o) {
      const G out = g(sw, static_cast<PortIdx>(o));
      if (out_[out].kind != PortEnd::Kind::kSwitch) continue;
      for (unsigned id = 0; id < sizes_.rows(); ++id) {
        const OfctView v = blocks_[out]->ofct_row(now, static_cast<FlowId>(id));
        if (v.valid && edge(g(sw, v.port))) ++of_row[v.port * sizes_.rows() + v.id];
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

std::string Net::audit_end(Cycle now) {
  const std::string found = audit(now);
  if (!found.empty()) return found;
  if (packets_in_flight() != 0)
    return "FAB-CONS: " + std::to_string(packets_in_flight()) + " packets are left";
  for (G p = 0; p < in_.size(); ++p) {
    if (out_[p].kind == PortEnd::Kind::kNone) continue;
    const bool cut = out_[p].cut;
    if (in_[p].live != 0) return "FLOW-A-19: a channel is left" + at_row(p, 0);
    if (out_[p].live != 0 && !cut) return "FLOW-A-19: an id is left" + at_row(p, 0);
    if (out_[p].reserved + out_[p].ahead + out_[p].behind != 0)
      return "FAB-CONS: an output FIFO is not empty";
    for (unsigned id = 0; edge(p) && id < sizes_.rows(); ++id)
      if (blocks_[p]->efct_row(now, static_cast<FlowId>(id)).valid)
        return "FLOW-A-19: an edge row is left" + at_row(p, id);
  }
  if (counts_.opened != counts_.closed) return "FLOW-A-19: channels opened and closed differ";
  return {};
}

std::vector<HopView> Net::path(HostIdx source, HostIdx destination, std::uint8_t tc, bool ordered,
                               Cycle now) {
  std::vector<HopView> hops;
  G p = hosts_[source].port;
  const std::uint64_t low = match_pattern(destination, tc, ordered);
  unsigned id = 0;
  for (; id < sizes_.rows(); ++id) {
    const EfctView e = blocks_[p]->efct_row(now, static_cast<FlowId>(id));
    if (e.valid && e.key.low == low) break;
  }
  while (id < sizes_.rows()) {
    const golden::IfctRow& row = blocks_[p]->ifct_row(now, static_cast<FlowId>(id));
    hops.push_back({sw_of(p), port_of(p), static_cast<FlowId>(id), sizes_.wrap(row.data - row.ack),
                    sizes_.wrap(row.next - row.data), 0});
    const G o = g(sw_of(p), row.fport);
    if (edge(o) || hops.size() > switches_.size()) break;
    unsigned next = 0;
    for (; next < sizes_.rows(); ++next) {
      const OfctView v = blocks_[o]->ofct_row(now, static_cast<FlowId>(next));
      if (v.valid && v.port == port_of(p) && v.id == id) break;
    }
    if (next == sizes_.rows()) break;
    hops.back().in_flight = out_[o].transit[next];
    p = out_[o].peer;
    id = next;
  }
  return hops;
}

}  // namespace selvage::flow
