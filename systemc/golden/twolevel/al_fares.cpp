// SPDX-License-Identifier: Apache-2.0
#include "golden/twolevel/al_fares.hpp"

#include <stdexcept>

namespace selvage::golden {

namespace {

constexpr unsigned kMaxPortsHere = 64;

FatTree checked_tree(unsigned k) {
  std::string why = addressing_error(k);
  if (why.empty() && k > kMaxPortsHere) {
    why = "k is " + std::to_string(k) + " but at most " + std::to_string(kMaxPortsHere) +
          " ports are supported";
  }
  if (!why.empty()) throw std::invalid_argument("two-level fat tree: " + why);
  return FatTree(k, 3);
}

}  // namespace

std::string addressing_error(unsigned k, bool cores_in_10) {
  const std::string is = "k is " + std::to_string(k) + " but ";
  if (k < 4 || k % 2 != 0) return is + "must be an even number from 4 on";
  if (k > 256) return is + "pods and switches 0 to k-1 must fit into an octet: at most 256";
  if (cores_in_10 && k > 255) {
    return is + "cores are numbered 10.k.j.i, so that k must fit into an octet: at most 254";
  }
  return "";
}

AlFares::AlFares(unsigned k) : k_(k), tree_(checked_tree(k)) {}

Ipv4 AlFares::host_address(HostIdx host) const {
  const Digits p = tree_.address_of(host);
  return Ipv4::of(10, p[2], p[1], p[0] + 2);
}

Ipv4 AlFares::switch_address(SwitchIdx sw) const {
  const SwitchName s = tree_.name_of(sw);
  if (s.level == 0) return Ipv4::of(10, s.c[1], s.c[0], 1);
  if (s.level == 1) return Ipv4::of(10, s.c[1], s.c[0] + k_ / 2, 1);
  return Ipv4::of(10, k_, s.c[0] + 1, s.c[1] + 1);
}

std::optional<HostIdx> AlFares::host_at(Ipv4 address, std::string& why) const {
  const unsigned h = k_ / 2;
  const unsigned id = address.octet(3);
  why = to_string(address) + " is no host: hosts are 10.0.0.2 to " +
        to_string(host_address(tree_.host_count() - 1));
  if (address.octet(0) != 10 || address.octet(1) >= k_ || address.octet(2) >= h || id < 2 ||
      id > h + 1) {
    return std::nullopt;
  }
  why.clear();
  Digits p;
  p.set(2, address.octet(1));
  p.set(1, address.octet(2));
  p.set(0, id - 2);
  return tree_.host_of(p);
}

std::optional<SwitchIdx> AlFares::switch_at(Ipv4 address, std::string& why) const {
  const unsigned h = k_ / 2;
  const unsigned pod = address.octet(1);
  const unsigned third = address.octet(2);
  const unsigned last = address.octet(3);
  SwitchName s;
  bool right = address.octet(0) == 10;
  if (pod == k_) {
    right = right && third >= 1 && third <= h && last >= 1 && last <= h;
    s.level = 2;
    s.c.set(0, third - 1);
    s.c.set(1, last - 1);
  } else {
    right = right && pod < k_ && third < k_ && last == 1;
    s.level = third < h ? 0 : 1;
    s.c.set(0, third % h);
    s.c.set(1, pod);
  }
  if (!right) {
    why = to_string(address) + " is no switch: those of pods are 10.pod.switch.1, the cores 10." +
          std::to_string(k_) + ".j.i with j and i from 1 to " + std::to_string(h);
    return std::nullopt;
  }
  return tree_.index_of(s);
}

Ipv4 AlFares::address_beyond(SwitchIdx sw, unsigned port) const {
  const PortEnd far = tree_.peer(sw, static_cast<PortIdx>(port));
  return far.kind == PortEnd::Kind::kHost ? host_address(far.index) : switch_address(far.index);
}

TwoLevelTable AlFares::table_of(SwitchIdx sw) const {
  const unsigned h = k_ / 2;
  const unsigned level = tree_.level(sw);
  const Ipv4 self = switch_address(sw);
  const unsigned pod = self.octet(1);
  const unsigned z = self.octet(2);
  TwoLevelTable table;
  const auto prefix = [&](Ipv4 key, unsigned length, unsigned port) {
    table.prefixes.push_back({key, length, static_cast<PortIdx>(port), address_beyond(sw, port)});
  };
  if (level == 2) {  // Algorithm 2, pods 0..k-1 (F-TAB-2)
    for (unsigned x = 0; x < k_; ++x) prefix(Ipv4::of(10, x, 0, 0), 16, x);
    return table;
  }
  for (unsigned i = 0; i < h; ++i) {
    if (level == 0) {
      prefix(Ipv4::of(10, pod, z, i + 2), 32, i);  // its own subnet
    } else {
      prefix(Ipv4::of(10, pod, i, 0), 24, i);
    }
  }
  for (unsigned id = 2; id <= h + 1; ++id) {  // Algorithm 1, the modulus corrected (F-TAB-1)
    const unsigned port = (id - 2 + z) % h + h;
    table.suffixes.push_back({id, static_cast<PortIdx>(port), address_beyond(sw, port)});
  }
  return table;
}

std::vector<TwoLevelHop> AlFares::trace(HostIdx source, HostIdx destination) const {
  const Ipv4 address = host_address(destination);
  const SwitchPort start = tree_.attachment(source);
  std::vector<TwoLevelHop> hops;
  SwitchIdx sw = start.sw;
  PortIdx in = start.port;
  while (hops.size() < tree_.switch_count()) {
    const NextHop next = look_up(table_of(sw), address);
    if (next.drop) break;
    hops.push_back({sw, in, next.port});
    const PortEnd far = tree_.peer(sw, next.port);
    if (far.kind != PortEnd::Kind::kSwitch) break;
    sw = far.index;
    in = far.port;
  }
  return hops;
}

}  // namespace selvage::golden
