// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/audit.hpp"

#include "golden/fattree/ground_truth.hpp"
#include "golden/fattree/route.hpp"

namespace selvage::cosim {

using golden::Digits;
using golden::FatTree;
using golden::GroundTruth;
using golden::SwitchName;

namespace {

/// Some host below switch `s`: p_{i+1} = c_i for i >= l, the digits below are free.
Digits host_below(const SwitchName& s) {
  return Digits{s.c.from(s.level) << (Digits::kBits * (s.level + 1))};
}

/// Switches that a packet can reach going up over healthy links, by index.
std::vector<bool> visited_going_up(const FatTree& tree, const GroundTruth& truth) {
  std::vector<bool> visited(tree.switch_count(), false);
  for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
    const SwitchName s = tree.name_of(sw);
    if (s.level == 0) {
      visited[sw] = true;  // node links never fail (FT-TOP-4)
      continue;
    }
    if (tree.is_root(s.level)) break;
    for (unsigned k = 0; k < tree.h() && !visited[sw]; ++k) {
      const SwitchName below = tree.child(s, k);
      visited[sw] =
          visited[tree.index_of(below)] && !truth.is_dead(below, tree.h() + s.c[s.level - 1]);
    }
  }
  return visited;
}

std::string port_list(const FatTree& tree, PortMask mask) {
  std::string text;
  for (unsigned p = 0; p < tree.m(); ++p) {
    if ((mask >> p & 1U) != 0) text += (text.empty() ? "" : ",") + std::to_string(p);
  }
  return text.empty() ? "none" : text;
}

class Audit {
 public:
  Audit(const FatTree& tree, const Topology& names, const std::vector<SwitchPort>& dead,
        const ControlOf& control_of)
      : tree_(tree), names_(names), truth_(tree, dead), control_of_(control_of) {}

  AuditReport run() {
    report_.requirement = "FT-AUD-1";
    const std::vector<bool> visited = visited_going_up(tree_, truth_);
    for (SwitchIdx sw = 0; sw < tree_.switch_count(); ++sw) {
      const SwitchName s = tree_.name_of(sw);
      if (tree_.is_root(s.level)) break;
      if (visited[sw]) check_switch(sw, s);
    }
    return std::move(report_);
  }

 private:
  void check_switch(SwitchIdx sw, const SwitchName& s) {
    const Digits source = host_below(s);
    const SwitchControl& control = control_of_(sw);
    RouteRequest request;
    request.source = tree_.host_of(source);
    // The hosts of one leaf switch share their paths, hence their ground truth.
    for (HostIdx first = 0; first < tree_.host_count(); first += tree_.h()) {
      const Digits destination = tree_.address_of(first);
      if (tree_.is_ancestor(s, destination)) continue;
      const unsigned turn = golden::ancestor_level(source, destination);
      const PortMask good = PortMask{truth_.good_up_ports(s, turn, destination)} << tree_.h();
      if (s.level == 0 && good == 0) {
        report_.unreachable_pairs += std::uint64_t{tree_.h()} * tree_.h();
      }
      for (unsigned p = 0; p < tree_.h(); ++p) {
        request.destination = first + p;
        check(sw, request, control.preview(request).candidates, good);
      }
    }
  }

  void check(SwitchIdx sw, const RouteRequest& request, PortMask candidates, PortMask good) {
    ++report_.checked;
    if (candidates == good) return;
    const PortMask bad = candidates & ~good;
    const PortMask missing = good & ~candidates;
    report_.dead_ends += static_cast<unsigned>(__builtin_popcountll(bad));
    report_.excluded += static_cast<unsigned>(__builtin_popcountll(missing));
    if (!report_.first.empty()) return;
    report_.first = "switch " + names_.switch_name(sw) + ", destination " +
                    names_.host_name(request.destination) + ": candidates are ports " +
                    port_list(tree_, candidates) + ", a healthy path exists by ports " +
                    port_list(tree_, good);
  }

  const FatTree& tree_;
  const Topology& names_;
  GroundTruth truth_;
  const ControlOf& control_of_;
  AuditReport report_;
};

}  // namespace

AuditReport audit_fattree(const FatTree& tree, const Topology& names,
                          const std::vector<SwitchPort>& dead, const ControlOf& control_of) {
  std::uint64_t lost = 0;
  SwitchIdx first_full = 0;
  for (SwitchIdx sw = tree.switch_count(); sw-- > 0;) {
    const std::uint64_t here = control_of(sw).overflows();
    if (here != 0) first_full = sw;
    lost += here;
  }
  if (lost != 0) {
    AuditReport report;
    report.applicable = false;
    report.why_not = std::to_string(lost) + " fault records found a full table (first at switch " +
                     names.switch_name(first_full) + "): what was lost cannot be routed around";
    return report;
  }
  return Audit(tree, names, dead, control_of).run();
}

}  // namespace selvage::cosim
