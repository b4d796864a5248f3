// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/tree.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace selvage::golden {

namespace {

// Larger tables are not in the nearest cache: working an address out is quicker.
constexpr std::uint32_t kTabulatedHosts = 1U << 12;

void check_parameters(unsigned m, unsigned n) {
  std::string why;
  if (m < 4 || m > 64 || m % 2 != 0) {
    why += "m is " + std::to_string(m) + " but must be an even number from 4 to 64";
  }
  if (n < 2 || n > 6) {
    why += (why.empty() ? "" : "; ") + ("n is " + std::to_string(n)) + " but must be from 2 to 6";
  }
  if (!why.empty()) throw std::invalid_argument("fat tree: " + why);
}

}  // namespace

FatTree::FatTree(unsigned m, unsigned n) : m_(m), n_(n), per_level_(0), roots_(0) {
  check_parameters(m, n);  // FT-TOP-1
  pow_[0] = 1;
  for (unsigned i = 1; i <= n_; ++i) pow_[i] = pow_[i - 1] * h();
  roots_ = pow_[n_ - 1];
  per_level_ = 2 * roots_;
  inverse_ = (std::uint64_t{1} << kInverseBits) / h() + 1;
  if (host_count() <= kTabulatedHosts) {
    addresses_.reserve(host_count());
    for (HostIdx i = 0; i < host_count(); ++i) addresses_.push_back(digits_of(i, n_));
  }
}

std::uint64_t FatTree::inter_switch_links() const { return std::uint64_t{n_ - 1} * 2U * pow_[n_]; }

unsigned FatTree::coordinate_radix(unsigned level, unsigned i) const {
  return i == n_ - 2 && !is_root(level) ? m_ : h();
}

unsigned FatTree::digit(std::uint32_t value, unsigned i, unsigned count) const {
  const std::uint32_t above = value / pow_[i];
  return i + 1 == count ? above : above % h();
}

Digits FatTree::digits_of(std::uint32_t value, unsigned count) const {
  Digits d;
  for (unsigned i = 0; i + 1 < count; ++i) {
    // value / h, exact below 2^31: h x inverse is at most h <= 2^5 above 2^36.
    const auto above = static_cast<std::uint32_t>((value * inverse_) >> kInverseBits);
    d.set(i, value - above * h());
    value = above;
  }
  d.set(count - 1, value);
  return d;
}

std::uint32_t FatTree::value_of(Digits d, unsigned count) const {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < count; ++i) value += d[i] * pow_[i];
  return value;
}

SwitchName FatTree::name_of(SwitchIdx sw) const {
  const unsigned l = level(sw);
  return {l, digits_of(sw - l * per_level_, n_ - 1)};
}

SwitchIdx FatTree::index_of(const SwitchName& name) const {
  return name.level * per_level_ + value_of(name.c, n_ - 1);
}

Digits FatTree::address_of(HostIdx host) const {
  return addresses_.empty() ? digits_of(host, n_) : addresses_[host];
}

HostIdx FatTree::host_of(Digits p) const { return value_of(p, n_); }

SwitchName FatTree::parent(const SwitchName& s, unsigned k) const {
  return {s.level + 1, s.c.with(s.level, k - h())};  // FT-TOP-2
}

SwitchName FatTree::child(const SwitchName& s, unsigned k) const {
  return {s.level - 1, s.c.with(s.level - 1, k)};  // FT-TOP-2
}

std::string FatTree::label() const { return std::to_string(m_) + "P" + std::to_string(n_) + "T"; }

std::uint32_t FatTree::switch_count() const { return (n_ - 1) * per_level_ + roots_; }

std::uint32_t FatTree::host_count() const { return 2 * pow_[n_]; }

PortEnd FatTree::peer(SwitchIdx sw, PortIdx port) const {
  // FT-TOP-2 on numbers: replacing a digit adds its difference times h^(digit place).
  const unsigned l = level(sw);
  const std::uint32_t c = sw - l * per_level_;
  if (port >= m_) return {};
  if (port >= down_ports(l)) {
    const unsigned c_l = digit(c, l, n_ - 1);
    const std::uint32_t up = c - c_l * pow_[l] + (port - h()) * pow_[l];
    return {PortEnd::Kind::kSwitch, (l + 1) * per_level_ + up, static_cast<PortIdx>(c_l)};
  }
  if (l == 0) return {PortEnd::Kind::kHost, c * h() + port, 0};
  const unsigned c_below = digit(c, l - 1, n_ - 1);
  const std::uint32_t down = c - c_below * pow_[l - 1] + port * pow_[l - 1];
  return {PortEnd::Kind::kSwitch, (l - 1) * per_level_ + down, static_cast<PortIdx>(h() + c_below)};
}

SwitchPort FatTree::attachment(HostIdx host) const {
  return {host / h(), static_cast<PortIdx>(host % h())};
}

std::uint32_t FatTree::fallible_link_count() const {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::min(inter_switch_links(), kMost));
}

SwitchPort FatTree::fallible_link(std::uint32_t index) const {
  return {index / h(), static_cast<PortIdx>(h() + index % h())};
}

SwitchPort FatTree::lower_end(SwitchPort end) const {
  if (end.port >= down_ports(level(end.sw))) return end;
  const PortEnd below = peer(end.sw, end.port);
  return {below.index, below.port};
}

std::uint32_t FatTree::part_of(SwitchIdx sw, std::uint32_t parts) const {
  const unsigned l = level(sw);
  const std::uint64_t number = sw - l * per_level_;  // the digits of its sub-tree lead
  return static_cast<std::uint32_t>(number * parts / (is_root(l) ? roots_ : per_level_));
}
unsigned FatTree::level(SwitchIdx sw) const { return sw / per_level_; }

DrawnPlace FatTree::place(SwitchIdx sw) const {
  const SwitchName name = name_of(sw);
  DrawnPlace at;
  at.row = name.level;
  at.column = sw - name.level * per_level_;
  if (!is_root(name.level)) at.group = name.c[n_ - 2];
  return at;
}

}  // namespace selvage::golden
