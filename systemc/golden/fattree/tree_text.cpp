// SPDX-License-Identifier: Apache-2.0
/// \file
/// How people write the names of a fat tree, and how they are read back.
#include <algorithm>

#include "golden/fattree/tree.hpp"
#include "golden/number.hpp"

namespace selvage::golden {

namespace {

/// Digits highest first; dot-separated as soon as one is above 9.
std::string text_of(Digits d, unsigned count) {
  bool wide = false;
  for (unsigned i = 0; i < count; ++i) wide = wide || d[i] > 9;
  std::string text;
  for (unsigned i = count; i-- > 0;) {
    text += std::to_string(d[i]);
    if (wide && i > 0) text += '.';
  }
  return text;
}

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

/// Reads `count` digits, highest first, plain ("21") or dot-separated ("2.11"). Digit i is called
/// `letter`_i in complaints and must be below radix(i).
template <class Radix>
std::optional<Digits> parse_digits(std::string_view text, char letter, unsigned count, Radix radix,
                                   std::string& why) {
  std::vector<std::string_view> parts;
  if (count == 1 || text.find('.') != std::string_view::npos) {
    parts = split(text, '.');
  } else {
    for (std::size_t i = 0; i < text.size(); ++i) parts.push_back(text.substr(i, 1));
  }
  if (parts.size() != count) {
    why = quoted(text) + " has " + std::to_string(parts.size()) +
          (parts.size() == 1 ? " digit" : " digits") + " but needs " + std::to_string(count) +
          (count > 1 ? " (write digits above 9 with dots: 10.0.3)" : "");
    return std::nullopt;
  }
  Digits d;
  for (unsigned i = 0; i < count; ++i) {
    const std::string_view part = parts[count - 1 - i];
    const std::string name =
        std::string("digit ") + letter + "_" + std::to_string(i) + " of " + quoted(text) + " is ";
    const auto value = parse_number(part);
    if (!value) {
      why = name + quoted(part) + ", which is not a number";
      return std::nullopt;
    }
    if (*value >= radix(i)) {
      why = name + std::to_string(*value) + " but at most " + std::to_string(radix(i) - 1) +
            " is possible";
      return std::nullopt;
    }
    d.set(i, *value);
  }
  return d;
}

}  // namespace

std::string FatTree::switch_name(SwitchIdx sw) const {
  const SwitchName s = name_of(sw);
  return "<" + std::to_string(s.level) + "," + text_of(s.c, n_ - 1) + ">";
}

std::string FatTree::host_name(HostIdx host) const { return text_of(address_of(host), n_); }

std::string FatTree::port_name(SwitchIdx sw, PortIdx port) const {
  return switch_name(sw) + std::to_string(port);
}

std::string FatTree::link_name(SwitchPort end) const {
  const PortEnd far = peer(end.sw, end.port);
  if (far.kind == PortEnd::Kind::kHost) return "NODE " + host_name(far.index);
  const SwitchPort lower = lower_end(end);
  return "LK" + port_name(lower.sw, lower.port);
}

std::string FatTree::link_path(SwitchPort end) const {
  const SwitchPort lower = lower_end(end);
  const SwitchName s = name_of(lower.sw);
  return std::to_string(s.level) + "/" + text_of(s.c, n_ - 1) + "/" + std::to_string(lower.port);
}

std::optional<HostIdx> FatTree::parse_host(std::string_view text, std::string& why) const {
  const auto radix = [this](unsigned i) { return i == n_ - 1 ? m_ : h(); };
  const auto p = parse_digits(text, 'p', n_, radix, why);
  if (!p) return std::nullopt;
  return host_of(*p);
}

std::optional<SwitchIdx> FatTree::parse_switch(std::string_view text, std::string& why) const {
  std::string_view inner = text;
  char separator = '/';
  if (inner.size() >= 2 && inner.front() == '<' && inner.back() == '>') {
    inner = inner.substr(1, inner.size() - 2);
    separator = ',';
  }
  const auto parts = split(inner, separator);
  if (parts.size() != 2) {
    why = quoted(text) + " is not of the form level/coordinates, for example 0/" +
          text_of(name_of(0).c, n_ - 1);
    return std::nullopt;
  }
  const auto l = parse_number(parts[0]);
  if (!l || *l > n_ - 1) {
    why = "level " + quoted(parts[0]) + " must be a number from 0 to " + std::to_string(n_ - 1);
    return std::nullopt;
  }
  const auto radix = [this, &l](unsigned i) { return coordinate_radix(*l, i); };
  const auto c = parse_digits(parts[1], 'c', n_ - 1, radix, why);
  if (!c) return std::nullopt;
  return index_of({*l, *c});
}

std::optional<SwitchPort> FatTree::parse_link(std::string_view text, std::string& why) const {
  std::string as_path;  // of a name as printed, LK<0,21>3
  const auto end = text.find('>');
  if (text.substr(0, 3) == "LK<" && end != std::string_view::npos) {
    as_path = std::string(text.substr(3, end - 3)) + "/" + std::string(text.substr(end + 1));
    std::replace(as_path.begin(), as_path.end(), ',', '/');
  }
  const auto parts = split(as_path.empty() ? text : std::string_view(as_path), '/');
  if (parts.size() != 3) {
    why = quoted(text) + " is not of the form level/coordinates/port, for example " +
          link_path(fallible_link(0));
    return std::nullopt;
  }
  const auto l = parse_number(parts[0]);
  if (!l || *l > n_ - 2) {
    why = "level " + quoted(parts[0]) + " of the link's lower switch must be a number from 0 to " +
          std::to_string(n_ - 2);
    return std::nullopt;
  }
  const auto radix = [this, &l](unsigned i) { return coordinate_radix(*l, i); };
  const auto c = parse_digits(parts[1], 'c', n_ - 1, radix, why);
  if (!c) return std::nullopt;
  const auto k = parse_number(parts[2]);
  if (!k || *k < h() || *k >= m_) {
    why = "port " + quoted(parts[2]) + " must be an up port of the lower switch, " +
          std::to_string(h()) + " to " + std::to_string(m_ - 1);
    return std::nullopt;
  }
  return SwitchPort{index_of({*l, *c}), static_cast<PortIdx>(*k)};
}

}  // namespace selvage::golden
