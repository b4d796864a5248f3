// SPDX-License-Identifier: Apache-2.0
#include "waves/rtl_groups.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "golden/number.hpp"

namespace selvage::waves {
namespace {

constexpr unsigned kMostFlags = 16;
/// Of roles, one behind the other.
constexpr std::array kColors{Color::kBlue, Color::kYellow, Color::kNormal, Color::kOrange};

/// The last two levels of a scope: long names would push the values out of sight.
std::string last_levels(const std::string& scope) {
  const auto last = scope.rfind('.');
  if (last == std::string::npos || last == 0) return scope;
  const auto before = scope.rfind('.', last - 1);
  std::string out = before == std::string::npos ? scope : scope.substr(before + 1);
  std::replace(out.begin(), out.end(), '.', '/');
  return out;
}

std::string last_level(const std::string& scope) { return scope.substr(scope.rfind('.') + 1); }

/// Whether a role's `name` is that of `signal` in `module`, a whole scope; empty: it is a pin.
bool is_called(std::string_view name, const std::string& module, const std::string& signal) {
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos) return module.empty() && name == signal;
  const std::string_view in = name.substr(0, dot);
  const std::size_t from = module.size() - std::min(module.size(), in.size());
  return name.substr(dot + 1) == signal && from > 0 && module[from - 1] == '.' &&
         module.compare(from, in.size(), in) == 0;
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

RtlGroups::Modules RtlGroups::modules_of(const std::string& scope) const {
  const std::string ports = scope + ".port_";
  Modules modules;
  for (auto it = scopes_.lower_bound(scope); it != scopes_.end() && starts(it->first, scope);
       ++it) {
    if (starts(it->first, ports) || it->first.find(".unnamedblk") != std::string::npos) continue;
    std::vector<const Signal*> some;
    for (const Signal* s : it->second) {
      if (!s->alias && (s->changes > 0 || !s->zero)) some.push_back(s);
    }
    if (!moving(some).empty()) modules.emplace_back(it->first, std::move(some));
  }
  return modules;
}

void RtlGroups::roles(const std::string& scope, const Actor& actor, Modules& modules) {
  std::size_t color = 0;
  for (const RtlRole& role : actor.roles) {
    bool begun = false;
    for (const std::string_view name : role.signals) {
      for (auto& [module, signals] : modules) {
        const auto taken =
            std::stable_partition(signals.begin(), signals.end(),
                                  [&, in = module == scope ? "" : module](const Signal* s) {
                                    return !is_called(name, in, s->name);
                                  });
        for (auto s = taken; s != signals.end(); ++s) {
          if (!begun) save_.begin_group(std::string(role.name), actor.suspect);
          begun = true;
          // Flags side by side say more as bits.
          const Format format = (*s)->bits <= kMostFlags ? Format::kBinary : Format::kHex;
          const std::string place = module == scope ? "" : last_level(module) + '/';
          save_.signal(**s, place + (*s)->shown, format, kColors[color % kColors.size()]);
        }
        signals.erase(taken, signals.end());
      }
    }
    if (begun) save_.end_group();
    ++color;
  }
}

void RtlGroups::modules(const std::string& scope, const Actor& actor, const Modules& modules) {
  for (const auto& [module, all] : modules) {
    const std::vector<const Signal*> signals = moving(all);
    if (signals.empty()) continue;
    const bool top = module == scope;
    if (!top) {
      const std::string below = module.substr(scope.size() + 1);
      save_.begin_group(last_levels(below), below == actor.block);
    }
    for (const Signal* s : signals) add(*s);
    if (!top) save_.end_group();
  }
}

void RtlGroups::of_switch(const std::string& scope, const Actor& actor) {
  Modules all = modules_of(scope);
  if (all.empty()) return;
  save_.begin_group("rtl", actor.suspect);
  roles(scope, actor, all);
  if (!actor.roles.empty()) save_.begin_group("rest", false);
  modules(scope, actor, all);
  if (!actor.roles.empty()) save_.end_group();
  save_.end_group();
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
