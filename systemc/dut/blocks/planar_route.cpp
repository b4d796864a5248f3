// SPDX-License-Identifier: Apache-2.0
#include "golden/mesh/planar_route.hpp"

#include <algorithm>

#include "cosim/foreign/pins.hpp"
#include "dut/blocks/blocks.hpp"
#include "golden/mesh/mesh.hpp"

namespace selvage::dut {

namespace {

using golden::kDirections;
using golden::kMeshHostPort;

using namespace cosim::pins::planar_route;

std::vector<Pin> pins(const Parameters& p) {
  const Width cw(p, "CW");
  return {
      {"valid_i", true, 1, "there is a header", ""},
      {"here_i", true, 3 * cw, "this node, {z, y, x}", ""},
      {"dst_i", true, 3 * cw, "the destination, likewise", ""},
      {"proxy_i", true, 3,
       "it goes for the destination's neighbour in direction proxy_i - 1; 0: none", ""},
      {"in_port_i", true, 3, "port the header came by, 6: host", ""},
      {"sub_i", true, 2, "sub-network it came by, 0 from the host", ""},
      {"reserve_i", true, 1, "keep ways round in reserve", ""},
      {"fallback_i", true, 1, "where nothing safe is left, healthy will do", ""},
      {"tie_i", true, 1, "plane yz: y before z", ""},
      {"nb_down_i", true, 6, "no way in that direction", ""},
      {"nb_unsafe_i", true, 24, "statuses 0..3 of the neighbour in direction d at [4*d +: 4]", ""},
      {"unsafe_i", true, 4, "statuses 0..3 of this node", ""},
      {"line_i", true, 6, "line bits of this node", ""},
      {"nb_line_i", true, 36, "line bits of the neighbour in direction d at [6*d +: 6]", ""},
      {"free_i", true, 12, "channels that can be given to a header now", ""},
      {"valid_o", false, 1, "answer; the other outputs are 0 without it", "MESH-CTL-2"},
      {"eject_o", false, 1, "the header is at its destination", "MESH-ORD-1"},
      {"drop_o", false, 1, "no legal channel, whatever is free", "MESH-ORD-4"},
      {"grant_o", false, 1, "it takes the channel below", "MESH-ORD-6"},
      {"dir_o", false, 3, "direction; 0 without grant, as what follows", "MESH-ORD-6"},
      {"vc_o", false, 1, "virtual channel", "MESH-ORD-6"},
      {"sub_o", false, 2, "sub-network", "MESH-ORD-6"},
      {"proxy_o", false, 3, "proxy that it goes on with", "MESH-ORD-9"},
      {"legal_o", false, 12, "legal channels, free or not; 0 with eject and drop", "MESH-ORD-4",
       true}};
}

golden::MeshPoint point(std::uint64_t packed, unsigned cw) {
  golden::MeshPoint p;
  for (unsigned i = 0; i < 3; ++i) {
    p.at[i] = static_cast<int>((packed >> (i * cw)) & ((std::uint64_t{1} << cw) - 1));
  }
  return p;
}
std::uint64_t packed(const golden::MeshPoint& p, unsigned cw) {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < 3; ++i) word |= static_cast<std::uint64_t>(p.at[i]) << (i * cw);
  return word;
}

class Route final : public Golden {
 public:
  explicit Route(const Parameters& p) : cw_(static_cast<unsigned>(p.at("CW"))) {}

  void ask(const Values& q, Answer& answer) override {
    if (q.get(kValid) == 0) return;
    const auto byte = [&q](unsigned pin) { return static_cast<std::uint8_t>(q.get(pin)); };
    golden::PlanarRequest r;
    r.here = point(q.get(kHere), cw_);
    r.dst = point(q.get(kDst), cw_);
    r.proxy = q.get(kProxy) == 0 ? golden::kNoProxy : static_cast<std::uint8_t>(q.get(kProxy) - 1);
    r.in_port = byte(kInPort);
    r.sub = byte(kSub);
    r.reserve = q.get(kReserve) != 0;
    r.fallback = q.get(kFallback) != 0;
    r.tie = q.get(kTie) != 0;
    r.nb_down = byte(kNbDown);
    r.unsafe = byte(kUnsafe);
    r.line = byte(kLine);
    for (unsigned d = 0; d < kDirections; ++d) {
      r.nb_unsafe[d] = static_cast<std::uint8_t>(q.slice(kNbUnsafe, 4 * d, 4));
      r.nb_line[d] = static_cast<std::uint8_t>(q.slice(kNbLine, 6 * d, 6));
    }
    r.free = static_cast<std::uint32_t>(q.get(kFree));
    const golden::PlanarAnswer a = golden::planar_route(golden::kIpar, r);
    const std::uint64_t proxy = a.proxy == golden::kNoProxy ? 0 : a.proxy + 1U;
    const std::uint64_t values[] = {1,    a.eject, a.drop, a.grant, a.dir,
                                    a.vc, a.sub,   proxy,  a.legal};
    for (unsigned pin = kValidOut; pin <= kLegal; ++pin) answer.values.set(pin, values[pin]);
  }

 private:
  unsigned cw_;
};

/// Near and far, few and many faults, few and many channels free.
class Questions final : public Stimulus {
 public:
  explicit Questions(const Parameters& p) : cw_(static_cast<unsigned>(p.at("CW"))) {}

  void next(kernel::Stream& stream, Values& q) override {
    const auto side = static_cast<int>(2 + stream.below((std::uint64_t{1} << cw_) - 1));
    const auto anywhere = [&] {
      return static_cast<int>(stream.below(static_cast<std::uint64_t>(side)));
    };
    golden::MeshPoint here;
    golden::MeshPoint dst;
    for (unsigned i = 0; i < 3; ++i) {
      here.at[i] = anywhere();
      const int near = here.at[i] + static_cast<int>(stream.below(3)) - 1;
      dst.at[i] = stream.chance(0.5) ? std::clamp(near, 0, side - 1) : anywhere();
    }
    const std::uint64_t port = stream.below(7);
    const std::uint64_t sub = port == kMeshHostPort ? 0 : stream.below(4);
    if (sub >= 2) dst.at[0] = here.at[0];  // in plane yz x is done
    q.set(kValid, stream.chance(0.95) ? 1 : 0);
    q.set(kHere, packed(here, cw_));
    q.set(kDst, packed(dst, cw_));
    q.set(kInPort, port);
    q.set(kSub, sub);
    q.set(kProxy, 0);
    const auto direction = static_cast<unsigned>(stream.below(kDirections));
    const int beside = dst.beside(direction).at[golden::dimension_of(direction)];
    const bool fits =
        beside >= 0 && beside < side && (sub < 2 || golden::dimension_of(direction) != 0);
    if (fits && stream.chance(0.3)) q.set(kProxy, direction + 1);
    q.set(kReserve, stream.chance(0.8) ? 1 : 0);
    q.set(kFallback, stream.chance(0.8) ? 1 : 0);
    q.set(kTie, stream.below(2));
    for (const unsigned pin : {kNbDown, kNbUnsafe, kUnsafe, kLine, kNbLine, kFree}) {
      std::uint64_t word = stream.chance(0.2) ? 0 : ~std::uint64_t{0};
      for (std::uint64_t i = stream.below(4); i > 0; --i) word &= stream.next();
      q.set(pin, word);
    }
  }

 private:
  unsigned cw_;
};

/// In plane yz the way along x is done; the proxy is a node; ports and sub-networks exist.
bool legal(const Parameters& p, const Values& q) {
  const auto cw = static_cast<unsigned>(p.at("CW"));
  const golden::MeshPoint here = point(q.get(kHere), cw);
  const golden::MeshPoint dst = point(q.get(kDst), cw);
  if (q.get(kInPort) > kMeshHostPort || q.get(kProxy) > kDirections) return false;
  if (q.get(kInPort) == kMeshHostPort && q.get(kSub) != 0) return false;
  if (q.get(kSub) >= 2 && dst.at[0] != here.at[0]) return false;
  if (q.get(kProxy) == 0) return true;
  const auto direction = static_cast<unsigned>(q.get(kProxy) - 1);
  const int beside = dst.beside(direction).at[golden::dimension_of(direction)];
  return beside >= 0 && beside < (1 << cw) &&
         (q.get(kSub) < 2 || golden::dimension_of(direction) != 0);
}

}  // namespace

Contract planar_route() {
  Contract c;
  c.block = "planar_route";
  c.summary = "planar adaptive route of one header at a node of a 3-D mesh";
  c.timing = "MESH-CTL-2";
  c.valid = cosim::pins::planar_route::kValidOut;
  c.source =
      "MESH-ORD-1..6, 8, 9 of docs/reference/requirements.md; docs/reference/mesh-blocks.md, planar_route";
  c.latency = 2;
  c.parameters = {{"CW", 1, 4, 1, 4, "bits of a coordinate"}};
  c.pins = &pins;
  c.golden = &made<Golden, Route>;
  c.stimulus = &made<Stimulus, Questions>;
  c.legal = &legal;
  c.specification = "planar_route_ref";
  return c;
}

}  // namespace selvage::dut
