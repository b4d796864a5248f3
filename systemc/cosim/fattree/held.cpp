// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/held.hpp"

#include "cosim/fattree/compare.hpp"

namespace selvage::cosim {

namespace {

/// What is shown of a fault state, whoever holds it.
struct Faults {
  std::vector<golden::UpPortState> up;
  PortMask down = 0;
  std::vector<golden::LinkFaultEntry> lines;  ///< those that are not free
  std::uint64_t overflows = 0;
};

Faults faults_of(const golden::SwitchState& state) {
  Faults f{state.up, state.down_failed, {}, state.lft.overflows()};
  for (unsigned w = 0; w < state.lft.entries().size(); ++w) {
    if (!state.lft.is_free(w)) f.lines.push_back(state.lft.entries()[w]);
  }
  return f;
}

Faults faults_of(const golden::FatTree& tree, const ControlBlock& rtl) {
  ControlVisible seen;
  rtl.state(seen);
  Faults f;
  for (unsigned j = 0; j < tree.h(); ++j) {
    const bool own = (seen.own >> j & 1U) != 0, dlfm = (seen.dlfm >> j & 1U) != 0;
    f.up.push_back({own || dlfm, own, seen.dl[j]});
  }
  f.down = seen.dead;
  for (unsigned w = 0; w < seen.lines.size(); ++w) {
    const ControlVisible::Line& line = seen.lines[w];
    const std::uint32_t bits = line.direct | line.derived;
    if ((seen.valid >> w & 1U) != 0 && (bits != 0 || line.advertised)) {
      f.lines.push_back({line.c, bits});
    }
  }
  f.overflows = rtl.overflows();
  return f;
}

/// "1011": the highest up port first.
std::string v_text(std::uint64_t v, unsigned ports) {
  std::string text;
  for (unsigned j = ports; j-- > 0;) text += ((v >> j) & 1U) != 0 ? '1' : '0';
  return text;
}

/// "4, 6": the ports of the bits set.
std::string ports_text(std::uint64_t bits, unsigned first) {
  std::string text;
  for (unsigned j = 0; j < kMaxPorts; ++j) {
    if (((bits >> j) & 1U) != 0) text += (text.empty() ? "" : ", ") + std::to_string(first + j);
  }
  return text;
}

/// The switch below of a line; the RTL may hold digits that no switch has.
std::string below_text(const golden::FatTree& tree, unsigned level, const golden::Digits& c) {
  const SwitchIdx sw = tree.index_of({level, c});
  return sw < tree.switch_count() ? tree.switch_name(sw) : "of no switch";
}

/// Up ports with something above.
std::uint64_t usable(const Faults& f) {
  std::uint64_t v = 0;
  for (unsigned j = 0; j < f.up.size(); ++j) {
    v |= std::uint64_t{f.up[j].failed ? 0U : 1U} << j;
  }
  return v;
}

std::vector<StateRow> rows_of(const golden::FatTree& tree, unsigned level, const Faults& f) {
  const unsigned h = tree.h();
  std::vector<StateRow> rows;
  if (!tree.is_root(level)) {
    rows.push_back({"V", v_text(usable(f), h)});
    for (unsigned j = 0; j < h; ++j) {
      const golden::UpPortState& up = f.up[j];
      if (!up.failed) continue;
      rows.push_back({"port " + std::to_string(h + j),
                      up.own ? "dead" : "nothing above level " + std::to_string(up.level)});
    }
  }
  if (f.down != 0) rows.push_back({"dead down ports", ports_text(f.down, 0)});
  for (const golden::LinkFaultEntry& line : f.lines) {
    rows.push_back({"table line " + below_text(tree, level, line.c),
                    line.bits == 0 ? "advertised" : "not by port " + ports_text(line.bits, h)});
  }
  if (f.overflows > 0) rows.push_back({"records lost", std::to_string(f.overflows)});
  return rows;
}

/// `f`: null if only the answer is wanted.
Held held_of(const FatTreeGolden& golden, const Faults* f,
             const std::optional<golden::FatTreeGrant>& answer) {
  const golden::FatTree& tree = golden.tree();
  const unsigned h = tree.h();
  Held held;
  if (f != nullptr) {
    held.dead = f->down;
    for (unsigned j = 0; j < f->up.size(); ++j) {
      if (f->up[j].own) held.dead |= PortMask{1} << (h + j);
    }
    if (!tree.is_root(golden.level())) held.ways = usable(*f) << h;
    held.rows = rows_of(tree, golden.level(), *f);
  }
  if (!answer) return held;
  held.rows.insert(held.rows.begin(), {"answer", describe(tree, *answer)});
  held.ways = answer->up ? std::uint64_t{answer->v} << h : PortMask{1} << (answer->port % 64U);
  if (!answer->drop) held.out = static_cast<PortIdx>(answer->port);
  return held;
}

}  // namespace

std::vector<StateRow> fault_state(const FatTreeGolden& golden) {
  return rows_of(golden.tree(), golden.level(), faults_of(golden.state().faults));
}

Held held(const FatTreeGolden& golden, bool state,
          const std::optional<golden::FatTreeGrant>& answer) {
  const Faults faults = faults_of(golden.state().faults);
  return held_of(golden, state ? &faults : nullptr, answer);
}

Held held(const FatTreeGolden& golden, bool state, const ControlBlock& rtl,
          const std::optional<golden::FatTreeGrant>& answer) {
  const Faults faults = faults_of(golden.tree(), rtl);
  return held_of(golden, state ? &faults : nullptr, answer);
}

}  // namespace selvage::cosim
