// SPDX-License-Identifier: Apache-2.0
/// \file
/// One fat-tree switch behind the DPI: its rules without time, its tables, its decisions.
#include "dpi/handles.hpp"
#include "dpi/selvage_dpi.h"
#include "golden/fattree/route.hpp"
#include "golden/fattree/rules.hpp"

namespace selvage::dpi {

namespace {

using namespace selvage::golden;
using Kind = FaultMessage::Kind;

/// Trees live as long as the process, so that the switches of a bench share one.
const FatTree& tree_of(int m, int n) {
  static std::map<std::pair<int, int>, FatTree> trees;
  in_range("m", m, 4, 64);
  in_range("n", n, 2, 6);
  const auto ports = static_cast<unsigned>(m);
  return trees.try_emplace({m, n}, ports, static_cast<unsigned>(n)).first->second;
}

SwitchIdx switch_of(const FatTree& tree, const std::string& name) {
  std::string why;
  const auto sw = tree.parse_switch(name, why);
  if (!sw) refuse(why);
  return *sw;
}

struct FatTreeSwitch final : Object {
  static constexpr const char* kKind = "fat-tree switch";

  FatTreeSwitch(const FatTree& of, SwitchIdx self, unsigned lines)
      : tree(of), rules(of, self, Rule::kCorrected), state(rules.power_on(lines)) {}

  [[nodiscard]] unsigned level() const { return rules.self().level; }
  /// A port that leads to another switch.
  [[nodiscard]] PortIdx inner(int port) const {
    in_range("port", port, 0, tree.m() - 1);
    need(((rules.down_mask() | rules.up_mask()) >> port & 1U) != 0,
         "the port leads to a host, and such links never fail and carry no messages");
    return static_cast<PortIdx>(port);
  }
  /// Draws every consequence, announcements too, and lists what is sent.
  int finish() {
    while (state.pending != 0) {
      rules.announce(state, static_cast<PortIdx>(__builtin_ctzll(state.pending)), effects);
    }
    sent.clear();
    for (const Broadcast& broadcast : effects.broadcasts) {
      for (PortMask left = broadcast.ports; left != 0; left &= left - 1) {
        sent.push_back({static_cast<PortIdx>(__builtin_ctzll(left)), broadcast.message});
      }
    }
    return static_cast<int>(sent.size());
  }

  const FatTree& tree;
  SwitchRules rules;
  SwitchState state;
  Effects effects;
  std::vector<PortMessage> sent;  ///< by the last event
};

/// `count` digits, digit i below radix(i).
template <class Radix>
Digits digits(const char* name, long long packed, unsigned count, Radix radix) {
  const Digits d{static_cast<std::uint64_t>(packed)};
  bool right = packed >= 0 && d.from(count) == 0;
  for (unsigned i = 0; right && i < count; ++i) right = d[i] < radix(i);
  if (!right) {
    refuse(std::string(name) + " " + std::to_string(packed) + " is no digit string of this tree");
  }
  return d;
}

Digits address(const FatTree& tree, const char* name, long long packed) {
  const unsigned top = tree.n() - 1;
  return digits(name, packed, tree.n(), [&](unsigned i) { return i == top ? tree.m() : tree.h(); });
}

Digits coordinates(const FatTree& tree, unsigned level, long long packed) {
  return digits("c", packed, tree.n() - 1,
                [&](unsigned i) { return tree.coordinate_radix(level, i); });
}

/// Whether the coordinates are those of a switch whose faults this one keeps in its table.
void check_key(const FatTreeSwitch& s, Digits c) {
  const Digits self = s.rules.self().c;
  need(c != self && c.below(s.level()) == self.below(s.level()),
       "c is no other switch of this level with the same digits below it");
}

/// What the rules take for granted of a message that comes by `port`.
FaultMessage message(const FatTreeSwitch& s, PortIdx port, int kind, int level, long long c, int k,
                     int seq) {
  in_range("kind", kind, 0, 7);
  FaultMessage m{static_cast<Kind>(kind), 0, {}, 0, 0};
  const bool from_above = s.rules.is_up(port);
  need(m.kind != Kind::kSyncReq || !from_above, "a SYNCREQ comes from below only");
  const bool one_hop_down = m.kind == Kind::kDerf || m.kind == Kind::kDerr ||
                            m.kind == Kind::kDlfm || m.kind == Kind::kDlrm;
  need(!one_hop_down || from_above, "DERF, DERR, DLFM and DLRM come from above only");
  if (m.kind == Kind::kSyncReq || m.kind == Kind::kDlrm) return m;
  in_range("level", level, 0, s.tree.n() - 2);
  m.level = static_cast<unsigned>(level);
  if (m.kind == Kind::kDlfm) return m;
  m.c = coordinates(s.tree, m.level, c);
  in_range("k", k, s.tree.h(), s.tree.m() - 1);
  m.k = static_cast<unsigned>(k);
  const bool derived = m.kind == Kind::kDerf || m.kind == Kind::kDerr;
  need(!derived || m.level == s.level(), "DERF and DERR are of the level of the switch they reach");
  if (m.level == s.level() && m.kind != Kind::kResync) {
    need(from_above, "a ULFM or ULRM of the switch's own level comes from above only");
    check_key(s, m.c);
    need(k == port, "what is said of up port k of this level comes by port k");
  }
  if (derived) return m;
  in_range("seq", seq, 0, 255);
  m.seq = static_cast<std::uint8_t>(seq);
  return m;
}

}  // namespace

}  // namespace selvage::dpi

using namespace selvage::dpi;
using namespace selvage::golden;

extern "C" {

int selvage_ft_open(int m, int n, const char* name, int lft_lines) {
  return guarded(__func__, [&] {
    const FatTree& tree = tree_of(m, n);
    const auto self = switch_of(tree, text_of("name", name));
    in_range("lft_lines", lft_lines, 1, 65536);
    return keep(std::make_unique<FatTreeSwitch>(tree, self, static_cast<unsigned>(lft_lines)));
  });
}

long long selvage_ft_address(int handle, long long host) {
  return guarded<long long>(__func__, [&] {
    const FatTree& tree = open_object<FatTreeSwitch>(handle).tree;
    in_range("host", host, 0, tree.host_count() - 1LL);
    return static_cast<long long>(tree.address_of(static_cast<selvage::HostIdx>(host)).packed);
  });
}

long long selvage_ft_host(int handle, const char* name) {
  return guarded<long long>(__func__, [&] {
    const FatTree& tree = open_object<FatTreeSwitch>(handle).tree;
    std::string why;
    const auto host = tree.parse_host(text_of("name", name), why);
    if (!host) refuse(why);
    return static_cast<long long>(tree.address_of(*host).packed);
  });
}

int selvage_ft_route(int handle, long long source, long long destination, int from_up, int* up,
                     int* drop, int* port, unsigned int* v) {
  return guarded(__func__, [&] {
    const auto& s = open_object<FatTreeSwitch>(handle);
    const FatTreeRequest request{address(s.tree, "source", source),
                                 address(s.tree, "destination", destination), from_up != 0};
    const FatTreeGrant grant = route_select(s.level(), s.state, request);
    put(up, grant.up), put(drop, grant.drop), put(port, grant.port), put(v, grant.v);
    return 0;
  });
}

int selvage_ft_link(int handle, int port, int alive) {
  return guarded(__func__, [&] {
    auto& s = open_object<FatTreeSwitch>(handle);
    const auto at = s.inner(port);
    s.effects.clear();
    if (alive != 0) {
      s.rules.link_up(s.state, at, s.effects);
    } else {
      s.rules.link_down(s.state, at, s.effects);
    }
    return s.finish();
  });
}

int selvage_ft_receive(int handle, int port, int kind, int level, long long c, int k, int seq) {
  return guarded(__func__, [&] {
    auto& s = open_object<FatTreeSwitch>(handle);
    const auto at = s.inner(port);
    const FaultMessage arrived = message(s, at, kind, level, c, k, seq);
    s.effects.clear();
    s.rules.receive(s.state, at, arrived, s.effects);
    return s.finish();
  });
}

int selvage_ft_sent(int handle, int i, int* port, int* kind, int* level, long long* c, int* k,
                    int* seq) {
  return guarded(__func__, [&] {
    const auto& s = open_object<FatTreeSwitch>(handle);
    in_range("i", i, 0, static_cast<long long>(s.sent.size()) - 1);
    const PortMessage& out = s.sent[static_cast<std::size_t>(i)];
    put(port, out.port), put(kind, out.message.kind), put(level, out.message.level);
    put(c, out.message.c.packed), put(k, out.message.k), put(seq, out.message.seq);
    return 0;
  });
}

int selvage_ft_rows(int handle) {
  return guarded(__func__, [&] {
    return static_cast<int>(open_object<FatTreeSwitch>(handle).state.lft.entries().size());
  });
}

int selvage_ft_row(int handle, int row, long long* c, unsigned int* direct, unsigned int* derived,
                   int* advertised) {
  return guarded(__func__, [&] {
    const LinkFaultTable& lft = open_object<FatTreeSwitch>(handle).state.lft;
    in_range("row", row, 0, static_cast<long long>(lft.entries().size()) - 1);
    const auto line = static_cast<std::size_t>(row);
    const LinkFaultCause& cause = lft.causes()[line];
    put(c, lft.entries()[line].c.packed);
    put(direct, cause.direct), put(derived, cause.derived), put(advertised, cause.advertised);
    return 0;
  });
}

int selvage_ft_port(int handle, int port, int* failed, int* own, int* level) {
  return guarded(__func__, [&] {
    const auto& s = open_object<FatTreeSwitch>(handle);
    in_range("port", port, 0, s.tree.m() - 1);
    if (s.rules.is_up(static_cast<selvage::PortIdx>(port))) {
      const UpPortState& ps = s.state.up[static_cast<unsigned>(port) - s.tree.h()];
      put(failed, ps.failed), put(own, ps.own), put(level, ps.failed ? ps.level : -1);
    } else {
      const bool dead = (s.state.down_failed >> port & 1U) != 0;
      put(failed, dead), put(own, dead), put(level, -1);
    }
    return 0;
  });
}

int selvage_ft_overflows(int handle) {
  return guarded(__func__, [&] {
    return static_cast<int>(open_object<FatTreeSwitch>(handle).state.lft.overflows());
  });
}

int selvage_ft_set_port(int handle, int port, int level) {
  return guarded(__func__, [&] {
    auto& s = open_object<FatTreeSwitch>(handle);
    in_range("level", level, -1, s.tree.n() - 2);
    need(s.rules.is_up(s.inner(port)), "the port is no up port");
    const unsigned j = static_cast<unsigned>(port) - s.tree.h();
    s.state.up[j] =
        level < 0 ? UpPortState{} : UpPortState{true, false, static_cast<std::uint8_t>(level)};
    s.state.dlfm[j] = static_cast<std::int8_t>(level);
    return 0;
  });
}

int selvage_ft_set_row(int handle, long long c, unsigned int bits) {
  return guarded(__func__, [&] {
    auto& s = open_object<FatTreeSwitch>(handle);
    need(!s.tree.is_root(s.level()), "a root has no up ports and no fault table");
    const Digits key = coordinates(s.tree, s.level(), c);
    check_key(s, key);
    in_range("bits", bits, 0, (1LL << s.tree.h()) - 1);
    bool taken = false;
    const auto line = bits != 0 ? s.state.lft.take(key, taken) : s.state.lft.find(key);
    need(line || bits == 0, "the fault table is full");
    for (unsigned j = 0; line && j < s.tree.h(); ++j) {
      s.state.lft.set_direct(*line, j, (bits >> j & 1U) != 0);
      s.state.lft.set_derived(*line, j, false);
    }
    return 0;
  });
}

}  // extern "C"
