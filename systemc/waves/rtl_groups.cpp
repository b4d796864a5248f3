// SPDX-License-Identifier: Apache-2.0
#include "waves/rtl_groups.hpp"

#include <algorithm>
#include <optional>

#include "golden/number.hpp"

namespace selvage::waves {
namespace {

/// The last two levels of a scope: long names would push the values out of sight.
std::string last_levels(const std::string& scope) {
  const auto last = scope.rfind('.');
  if (last == std::string::npos || last == 0) return scope;
  const auto before = scope.rfind('.', last - 1);
  std::string out = before == std::string::npos ? scope : scope.substr(before + 1);
  std::replace(out.begin(), out.end(), '.', '/');
  return out;
}

/// 3 of "key_q[3]".
std::optional<unsigned> row_of(const Signal& s) {
  const auto bracket = s.name.rfind('[');
  if (bracket == std::string::npos || s.name.back() != ']') return std::nullopt;
  return parse_number<unsigned>(s.name.substr(bracket + 1, s.name.size() - bracket - 2));
}

}  // namespace

std::vector<const Signal*> RtlGroups::moving(const std::vector<const Signal*>& all) const {
  std::vector<const Signal*> some;
  for (const Signal* s : all) {
    if (s->changes > 0 && !s->alias) some.push_back(s);
  }
  return some;
}

void RtlGroups::add(const Signal& s) {
  const Format format = s.enumerated ? Format::kWord : s.bits == 1 ? Format::kBinary : Format::kHex;
  save_.signal(s, s.shown, format, Color::kNormal);
}

void RtlGroups::of_switch(const std::string& scope, const Actor& actor) {
  const std::string ports = scope + ".port_";
  bool begun = false;
  for (auto it = scopes_.lower_bound(scope); it != scopes_.end() && starts(it->first, scope);
       ++it) {
    const std::vector<const Signal*> some = moving(it->second);
    if (some.empty() || starts(it->first, ports)) continue;
    if (it->first.find(".unnamedblk") != std::string::npos) continue;
    if (!begun) save_.begin_group("rtl", actor.suspect);
    begun = true;
    const bool top = it->first == scope;
    if (!top) {
      const std::string below = it->first.substr(scope.size() + 1);
      save_.begin_group(last_levels(below), below == actor.block);
    }
    for (const Signal* s : some) add(*s);
    if (!top) save_.end_group();
  }
  if (begun) save_.end_group();
}

void RtlGroups::scope_rows(const std::vector<const Signal*>& all,
                           const std::vector<unsigned>& open) {
  std::map<unsigned, std::vector<const Signal*>> rows;
  for (const Signal* s : moving(all)) {
    if (const auto row = row_of(*s)) rows[*row].push_back(s);
    else add(*s);
  }
  for (const auto& [row, fields] : rows) {
    save_.begin_group("row " + std::to_string(row),
                      std::find(open.begin(), open.end(), row) != open.end());
    for (const Signal* s : fields) add(*s);
    save_.end_group();
  }
}

void RtlGroups::of_port(const std::string& scope, const std::string& differs,
                        const std::vector<unsigned>& rows) {
  const std::string lead = scope + '.';
  std::string block;
  bool begun = false;
  const auto end_block = [&] {
    if (!block.empty()) save_.end_group();
  };
  for (auto it = scopes_.lower_bound(lead); it != scopes_.end() && starts(it->first, lead); ++it) {
    if (moving(it->second).empty() || it->first.find(".unnamedblk") != std::string::npos) continue;
    const std::string below = it->first.substr(lead.size());
    const std::string name = below.substr(0, below.find('.'));
    if (!begun) save_.begin_group("rtl", !differs.empty());
    begun = true;
    if (name != block) {
      end_block();
      save_.begin_group(name, name == differs);
      block = name;
    }
    const bool pins = below == name;
    if (!pins) save_.begin_group(last_levels(below), name == differs && !rows.empty());
    scope_rows(it->second, rows);
    if (!pins) save_.end_group();
  }
  end_block();
  if (begun) save_.end_group();
}

}  // namespace selvage::waves
