// SPDX-License-Identifier: Apache-2.0
/// \file
/// The m-port n-tree of Definition 1 (Hu et al. 2010, section 3) in closed form.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "golden/drawing.hpp"
#include "golden/fattree/digits.hpp"
#include "golden/topology.hpp"

namespace selvage::golden {

/// A switch by its name <l, c_{n-2}..c_0>.
struct SwitchName {
  unsigned level = 0;
  Digits c;
  friend bool operator==(const SwitchName& a, const SwitchName& b) {
    return a.level == b.level && a.c == b.c;
  }
};

/// An inter-switch link by its lower end: LK<l, c, k>, k = m/2..m-1 an up port of <l,c>.
struct LinkName {
  SwitchName lower;
  unsigned k = 0;
  friend bool operator==(const LinkName& a, const LinkName& b) {
    return a.lower == b.lower && a.k == b.k;
  }
};

/// Geometry of one m-port n-tree. Everything is computed from the digits; nothing of the size of
/// the tree is stored but one table of host addresses for trees of up to 2^20 hosts.
/// Switches are numbered level by level, within a level by the value of c; hosts by the value of p.
/// Fallible links (FT-TOP-4: node links never fail) are numbered by lower end, then by port.
class FatTree final : public Topology, public Drawn {
 public:
  /// Throws std::invalid_argument with a text fit for people unless m is even in 4..64 and n in
  /// 2..6 (FT-TOP-1).
  FatTree(unsigned m, unsigned n);

  [[nodiscard]] unsigned m() const { return m_; }
  [[nodiscard]] unsigned n() const { return n_; }
  /// m/2: down ports of a switch below the roots, and its up ports.
  [[nodiscard]] unsigned h() const { return m_ / 2; }
  [[nodiscard]] bool is_root(unsigned level) const { return level + 1 == n_; }
  /// Down ports of a switch: m/2, or m at a root.
  [[nodiscard]] unsigned down_ports(unsigned level) const { return is_root(level) ? m_ : h(); }
  /// All inter-switch links, (n-1) 2h^n: above 2^32 in trees of m >= 56, n = 6.
  [[nodiscard]] std::uint64_t inter_switch_links() const;
  /// Number of values digit i of a switch coordinate of `level` takes.
  [[nodiscard]] unsigned coordinate_radix(unsigned level, unsigned i) const;

  [[nodiscard]] SwitchName name_of(SwitchIdx sw) const;
  [[nodiscard]] SwitchIdx index_of(const SwitchName& name) const;
  [[nodiscard]] Digits address_of(HostIdx host) const;
  [[nodiscard]] HostIdx host_of(Digits p) const;

  /// The switch one level up through up port k (m/2..m-1), and the down port it is entered by.
  [[nodiscard]] SwitchName parent(const SwitchName& s, unsigned k) const;
  /// The switch one level down through down port k, and the up port it is entered by.
  [[nodiscard]] SwitchName child(const SwitchName& s, unsigned k) const;
  /// Definition 1 read as an ancestor test: c_i = p_{i+1} for all i >= l.
  [[nodiscard]] bool is_ancestor(const SwitchName& s, Digits p) const {
    return s.c.from(s.level) == p.from(s.level + 1);
  }

  // Topology
  [[nodiscard]] std::string_view kind() const override { return "fattree"; }
  [[nodiscard]] std::string label() const override;
  [[nodiscard]] std::uint32_t switch_count() const override;
  [[nodiscard]] std::uint32_t host_count() const override;
  [[nodiscard]] unsigned port_count(SwitchIdx) const override { return m_; }
  [[nodiscard]] unsigned data_vc_count() const override { return 1; }
  [[nodiscard]] PortEnd peer(SwitchIdx sw, PortIdx port) const override;
  [[nodiscard]] SwitchPort attachment(HostIdx host) const override;
  /// inter_switch_links(), but at most 2^32-1: later links have no number (but all have names).
  [[nodiscard]] std::uint32_t fallible_link_count() const override;
  [[nodiscard]] SwitchPort fallible_link(std::uint32_t index) const override;
  /// Sub-trees of the roots stay whole; the roots are shared out.
  [[nodiscard]] std::uint32_t part_of(SwitchIdx sw, std::uint32_t parts) const override;
  [[nodiscard]] unsigned level(SwitchIdx sw) const override;
  /// "<1,21>"; digits above 9 make all digits of the name dot-separated: "<1,2.11>".
  [[nodiscard]] std::string switch_name(SwitchIdx sw) const override;
  /// "211", or dot-separated "10.0.3" when any digit is above 9.
  [[nodiscard]] std::string host_name(HostIdx host) const override;
  /// "<0,21>3".
  [[nodiscard]] std::string port_name(SwitchIdx sw, PortIdx port) const override;
  /// "LK<0,21>3" by the lower end; a node link is "NODE 211".
  [[nodiscard]] std::string link_name(SwitchPort end) const override;
  [[nodiscard]] std::optional<HostIdx> parse_host(std::string_view text,
                                                  std::string& why) const override;
  /// "<1,31>" or "1/31": level and coordinates.
  [[nodiscard]] std::optional<SwitchIdx> parse_switch(std::string_view text,
                                                      std::string& why) const override;
  /// "l/c/k", e.g. "0/21/3" or "0/2.11/12"; the canonical end is the lower switch's up port.
  [[nodiscard]] std::optional<SwitchPort> parse_link(std::string_view text,
                                                     std::string& why) const override;
  // Drawn: a pod is what hangs together below the roots
  [[nodiscard]] std::string_view arrangement() const override { return "levels"; }
  [[nodiscard]] std::string_view group_word() const override { return "pod"; }
  [[nodiscard]] DrawnPlace place(SwitchIdx sw) const override;
  /// The text "l/c/k" that parse_link reads back, from either end of an inter-switch link.
  [[nodiscard]] std::string link_path(SwitchPort end) const;

 private:
  unsigned m_;
  unsigned n_;
  std::uint32_t per_level_;             ///< switches of one level below the roots, 2 h^(n-1)
  std::uint32_t roots_;                 ///< h^(n-1)
  std::array<std::uint32_t, 7> pow_{};  ///< h^i
  std::vector<Digits> addresses_;       ///< of the hosts, in small trees
  static constexpr unsigned kInverseBits = 36;
  std::uint64_t inverse_ = 0;  ///< 2^36 / h, rounded up

  /// Digit i of a number of `count` digits; the highest one may be up to m-1, the others are < h.
  [[nodiscard]] unsigned digit(std::uint32_t value, unsigned i, unsigned count) const;
  [[nodiscard]] Digits digits_of(std::uint32_t value, unsigned count) const;
  [[nodiscard]] std::uint32_t value_of(Digits d, unsigned count) const;
  /// The lower end of an inter-switch link named by either end.
  [[nodiscard]] SwitchPort lower_end(SwitchPort end) const;
};

}  // namespace selvage::golden
