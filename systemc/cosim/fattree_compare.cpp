// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree_compare.hpp"

namespace selvage::cosim {

namespace {

/// Leftmost is the highest up port, as the paper prints f and V.
std::string bit_string(std::uint64_t bits, unsigned width) {
  std::string text;
  for (unsigned i = width; i-- > 0;) text += (bits >> i & 1U) != 0 ? '1' : '0';
  return text;
}

std::string digit_string(golden::Digits d, unsigned count) {
  bool wide = false;
  for (unsigned i = 0; i < count; ++i) wide = wide || d[i] > 9;
  std::string text;
  for (unsigned i = count; i-- > 0;) {
    text += std::to_string(d[i]);
    if (wide && i > 0) text += '.';
  }
  return text;
}

std::string_view requirement_of_v(const golden::FatTree& tree, const DecisionContext& context,
                                  std::uint32_t differing) {
  const std::uint32_t table = context.state->lft.lookup(context.level, context.destination);
  const unsigned l_anc = golden::ancestor_level(context.source, context.destination);
  for (unsigned j = 0; j < tree.h(); ++j) {
    if ((differing >> j & 1U) == 0) continue;
    const golden::UpPortState& ps = context.state->up[j];
    if ((table >> j & 1U) != 0 && !(ps.failed && ps.level < l_anc)) return "FT-RS-3";
    if (ps.failed) return "FT-RS-2";
  }
  return "FT-RS-3";  // a healthy port is missing: only a line can have taken it out
}

std::string entry(golden::Digits c, unsigned digits, std::uint32_t bits, unsigned h) {
  return "LFE<" + digit_string(c, digits) + ", " + bit_string(bits, h) + ">";
}

std::string port_state(bool failed, bool own, unsigned level) {
  if (!failed) return own ? "not failed, own" : "not failed";
  return "<" + std::to_string(level) + ", 1>" + (own ? " own link" : "");
}

}  // namespace

std::string describe(const golden::FatTree& tree, const golden::FatTreeGrant& grant) {
  if (!grant.up) return "down port " + std::to_string(grant.port);
  if (grant.drop) return "drop";
  return "up port " + std::to_string(grant.port) + ", V=" + bit_string(grant.v, tree.h());
}

Difference explain_grant(const golden::FatTree& tree, const DecisionContext& context,
                         const golden::FatTreeGrant& expected,
                         const golden::FatTreeGrant& actual) {
  const auto way = [](bool up) { return std::string(up ? "up" : "down"); };
  const auto yes = [](bool b) { return std::string(b ? "drop" : "no drop"); };
  if (expected.up != actual.up) {
    return {"FT-RS-1", "direction", way(expected.up), way(actual.up), expected.port};
  }
  if (expected.v != actual.v) {
    return {requirement_of_v(tree, context, expected.v ^ actual.v), "V",
            bit_string(expected.v, tree.h()), bit_string(actual.v, tree.h()), {}};
  }
  if (expected.drop != actual.drop) {
    return {"FT-RS-5", "drop", yes(expected.drop), yes(actual.drop), {}};
  }
  return {expected.up ? "FT-RS-4" : "FT-RS-1", "port", std::to_string(expected.port),
          std::to_string(actual.port), expected.port};
}

std::optional<Difference> compare_lft(const FatTreeEmbedding& embedding,
                                      const golden::LinkFaultTable& expected,
                                      const FatTreeVisibleState& actual,
                                      std::uint64_t actual_overflows) {
  const auto& entries = expected.entries();
  const unsigned h = embedding.tree().h();
  const unsigned digits = embedding.tree().n() - 1;
  for (unsigned w = 0; w < embedding.build().w; ++w) {
    const bool valid = (actual.valid >> w & 1U) != 0;
    const bool present = w < entries.size();
    if (!valid && !present) continue;
    const RtlKey key{actual.key[w]};
    if (valid && present && key.bits == embedding.key(entries[w].c).bits &&
        actual.bits[w] == entries[w].bits) {
      continue;
    }
    return Difference{
        w >= embedding.lft_entries() ? "FT-LFT-2" : "FT-LFT-1", "line " + std::to_string(w),
        present ? entry(entries[w].c, digits, entries[w].bits, h) : "free",
        valid ? entry(embedding.digits(key), digits, actual.bits[w], embedding.build().m / 2)
              : "free",
        {}};
  }
  if (expected.overflows() != actual_overflows) {
    return Difference{"FT-LFT-2", "overflows", std::to_string(expected.overflows()),
                      std::to_string(actual_overflows), {}};
  }
  return std::nullopt;
}

std::optional<Difference> compare_ports(const FatTreeEmbedding& embedding, unsigned level,
                                        const golden::SwitchState& expected,
                                        const FatTreeVisibleState& actual) {
  const unsigned h = embedding.tree().h();
  for (unsigned j = 0; j < embedding.build().m / 2; ++j) {
    const golden::UpPortState ps =
        j < h ? expected.up[j]
              : golden::UpPortState{true, true, static_cast<std::uint8_t>(level)};
    const bool failed = (actual.failed >> j & 1U) != 0;
    const bool own = (actual.own >> j & 1U) != 0;
    if (failed == ps.failed && own == ps.own && (!failed || actual.level[j] == ps.level)) continue;
    return Difference{ps.own || own ? "FT-PS-1" : "FT-PS-2",
                      j < h ? "PS" : "PS of spare up port " + std::to_string(j),
                      port_state(ps.failed, ps.own, ps.level),
                      port_state(failed, own, actual.level[j]),
                      j < h ? std::optional<PortIdx>(static_cast<PortIdx>(h + j)) : std::nullopt};
  }
  if (expected.down_failed != actual.down) {
    const unsigned k =
        static_cast<unsigned>(__builtin_ctzll(expected.down_failed ^ actual.down));
    const auto flag = [k](std::uint64_t flags) { return std::to_string(flags >> k & 1U); };
    return Difference{"FT-PS-3", "f_" + std::to_string(k), flag(expected.down_failed),
                      flag(actual.down), static_cast<PortIdx>(k)};
  }
  return std::nullopt;
}

}  // namespace selvage::cosim
