// SPDX-License-Identifier: Apache-2.0
#include "waves/view.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "golden/number.hpp"
#include "waves/hierarchy.hpp"
#include "waves/recorder.hpp"
#include "waves/save_file.hpp"

namespace selvage::waves {
namespace {

constexpr const char* kRc =
    "hide_sst on\n"
    "left_justify_sigs on\n"
    "splash_disable on\n"
    "scale_to_time_dimension n\n"
    "hier_max_level 0\n"
    "enable_horiz_grid on\n"
    "use_roundcaps yes\n"
    "analog_redraw_skip_count 0\n"
    "fill_waveform on\n";

bool starts(const std::string& text, const std::string& lead) { return text.rfind(lead, 0) == 0; }
bool ends(const std::string& text, const std::string& tail) {
  return text.size() >= tail.size() &&
         text.compare(text.size() - tail.size(), tail.size(), tail) == 0;
}

Format format_of(const Signal& s) {
  if (s.text) return Format::kText;
  if (s.enumerated) return Format::kWord;
  if (s.bits == 1) return Format::kBinary;
  return Format::kDecimal;
}

/// Our own rows by what they tell. The parts of a group, in order; all but the first are folded.
enum class Part { kStory, kCompared, kMore, kPackets };
struct Style {
  Part part;
  Format format;
  Color color;
  bool always;  ///< shown even if it never changes
};
Style style_of(const Signal& s) {
  const std::string& n = s.name;
  const Format plain = format_of(s);
  if (n == "verdict") return {Part::kStory, plain, Color::kRed, true};
  if (n == "last_fault_event") return {Part::kStory, plain, Color::kRed, false};
  if (n == "messages_in_flight" || n == "switches_changed") {
    return {Part::kStory, Format::kStaircase, Color::kOrange, true};
  }
  if (starts(n, "link_")) return {Part::kStory, plain, Color::kRed, false};
  if (n == "last_received") return {Part::kStory, plain, Color::kOrange, true};
  if (n == "messages_sent_by") return {Part::kStory, Format::kBinary, Color::kOrange, false};
  if (n == "messages_incoming") return {Part::kStory, plain, Color::kOrange, false};
  if (n == "lft_used") {
    const Format format = s.changes > 0 ? Format::kStaircase : plain;
    return {Part::kStory, format, Color::kYellow, s.changes > 0};
  }
  if (starts(n, "ps_") || starts(n, "lft_")) return {Part::kStory, plain, Color::kYellow, false};
  if (starts(n, "unsafe_")) return {Part::kStory, plain, Color::kYellow, false};
  if (n == "down_dead" || n == "neighbours_down") {
    return {Part::kStory, Format::kBinary, Color::kYellow, false};
  }
  if (n == "V") return {Part::kStory, Format::kBinary, Color::kGreen, true};
  if (starts(n, "golden_") || starts(n, "rtl_")) {
    return {Part::kCompared, ends(n, "_V") ? Format::kBinary : plain, Color::kNormal, true};
  }
  if (n == "decision_V") return {Part::kMore, Format::kBinary, Color::kGreen, true};
  if (starts(n, "decision")) return {Part::kMore, plain, Color::kGreen, true};
  if (n == "fault_event") return {Part::kMore, plain, Color::kRed, false};
  if (starts(n, "in_") || starts(n, "out_")) return {Part::kPackets, plain, Color::kBlue, false};
  return {Part::kMore, plain, Color::kNormal, n == "cycle"};
}

/// Rows of a port and of its channels, where the data path has such.
Style port_style(const Signal& s) {
  static const std::map<std::string, std::pair<Format, Color>> styles{
      {"load", {Format::kStaircase, Color::kGreen}},
      {"flow_extent", {Format::kStaircase, Color::kYellow}},
      {"queue_extent", {Format::kStaircase, Color::kYellow}},
      {"ack", {Format::kWord, Color::kOrange}},
      {"last_ack", {Format::kText, Color::kOrange}},
      {"redirect", {Format::kBinary, Color::kRed}},
      {"last_redirect", {Format::kText, Color::kRed}},
      {"last_lost", {Format::kText, Color::kRed}},
      {"table", {Format::kWord, Color::kRed}},
      {"state", {Format::kWord, Color::kRed}},
      {"head", {Format::kText, Color::kBlue}},
      {"flits", {Format::kStaircase, Color::kGreen}},
      {"waits_for", {Format::kText, Color::kRed}},
      {"level", {Format::kDecimal, Color::kRed}},
      {"follow_port", {Format::kDecimal, Color::kGreen}},
      {"flow", {Format::kText, Color::kNormal}},
      {"xoff_said", {Format::kHex, Color::kRed}},
      {"xoff_seen", {Format::kHex, Color::kRed}}};
  const auto found = styles.find(s.name);
  if (found != styles.end()) {
    const bool always = s.name == "flow" || s.name == "state" || s.name == "follow_port";
    return {Part::kPackets, found->second.first, found->second.second, always};
  }
  return {Part::kPackets, format_of(s), s.text ? Color::kBlue : Color::kNormal, false};
}

/// "messages_in_flight" -> "messages in flight".
std::string spoken(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// The last two levels of a scope: long names would push the values out of sight.
std::string last_levels(const std::string& scope) {
  const auto last = scope.rfind('.');
  if (last == std::string::npos || last == 0) return scope;
  const auto before = scope.rfind('.', last - 1);
  std::string out = before == std::string::npos ? scope : scope.substr(before + 1);
  std::replace(out.begin(), out.end(), '.', '/');
  return out;
}

class View {
 public:
  View(SaveFile& save, const Hierarchy& hierarchy) : save_(save) {
    for (const Signal& s : hierarchy.signals) by_scope_[s.scope].push_back(&s);
  }

  void own_rows(const std::string& scope, Part part) {
    for (const Signal* s : by_scope_[scope]) {
      const Style style = style_of(*s);
      if (style.part != part || (!style.always && s->changes == 0)) continue;
      save_.signal(*s, spoken(s->name), style.format, style.color);
    }
  }
  /// The same as a group, if there is anything in it.
  void group(const std::string& name, const std::string& scope, Part part, bool open = false) {
    const auto& all = by_scope_[scope];
    const bool any = std::any_of(all.begin(), all.end(), [&](const Signal* s) {
      return s->changes > 0 && style_of(*s).part == part;
    });
    if (!any) return;
    save_.begin_group(name, open);
    own_rows(scope, part);
    save_.end_group();
  }

  /// A group per port, and in it one per channel. Open: ports whose link changes or that ask flows
  /// to move, and channels that move; all of the suspect one.
  void ports(const std::string& scope, const Actor& actor) {
    const std::string lead = scope + ".port_";
    for (auto it = by_scope_.lower_bound(lead); it != by_scope_.end() && starts(it->first, lead);) {
      const std::size_t dot = it->first.find('.', lead.size());
      const std::string port = it->first.substr(0, dot);
      const std::size_t index = parse_number(port.substr(lead.size())).value_or(0);
      const auto of_port = [&](auto at) {
        return at != by_scope_.end() && starts(at->first, port + '.');
      };
      const bool suspect = actor.suspect_port == index;
      bool open = suspect || changes(scope, "link_" + std::to_string(index)) > 0 ||
                  changes(port, "redirect") > 0;
      if (it->first == port) ++it;  // where it has rows of its own
      for (auto c = it; of_port(c); ++c) open = open || has_moved(c->first);
      bool begun = false;
      const auto begin = [&] {
        if (begun) return;
        begun = true;
        save_.begin_group("port " + std::to_string(index) +
                              (index < actor.ports.size() ? ' ' + actor.ports[index] : ""),
                          open);
      };
      if (moves(port)) begin();
      port_rows(port);
      for (; of_port(it); ++it) {
        if (!moves(it->first)) continue;
        begin();
        const std::string id = it->first.substr(it->first.rfind('_') + 1);
        save_.begin_group("channel " + id, suspect || has_moved(it->first));
        port_rows(it->first);
        save_.end_group();
      }
      if (begun) save_.end_group();
    }
  }

  /// Whatever a model traces, as far as it moves: a group per scope.
  void rtl(const std::string& scope, bool open) {
    const auto first = by_scope_.lower_bound(scope);
    if (first == by_scope_.end() || !starts(first->first, scope)) return;
    save_.begin_group("rtl", open);
    for (auto it = first; it != by_scope_.end() && starts(it->first, scope); ++it) {
      std::vector<const Signal*> moving;
      for (const Signal* s : it->second) {
        if (s->changes > 0 && !s->alias) moving.push_back(s);
      }
      if (moving.empty() || it->first.find(".unnamedblk") != std::string::npos) continue;
      const bool top = it->first == scope;
      if (!top) save_.begin_group(last_levels(it->first.substr(scope.size() + 1)), false);
      for (const Signal* s : moving) {
        const Format format = s->enumerated  ? Format::kWord
                              : s->bits == 1 ? Format::kBinary
                                             : Format::kHex;
        save_.signal(*s, s->shown, format, Color::kNormal);
      }
      if (!top) save_.end_group();
    }
    save_.end_group();
  }

 private:
  [[nodiscard]] bool moves(const std::string& scope) {
    const auto& all = by_scope_[scope];
    return std::any_of(all.begin(), all.end(), [](const Signal* s) { return s->changes > 0; });
  }
  /// A channel that waits to go on by another port, or does.
  [[nodiscard]] bool has_moved(const std::string& channel) {
    return changes(channel, "blocks") > 0 || changes(channel, "follow_port") > 1;
  }
  [[nodiscard]] std::uint64_t changes(const std::string& scope, const std::string& name) {
    for (const Signal* s : by_scope_[scope]) {
      if (s->name == name) return s->changes;
    }
    return 0;
  }
  void port_rows(const std::string& scope) {
    for (const Signal* s : by_scope_[scope]) {
      const Style style = port_style(*s);
      if (s->changes == 0 && !style.always) continue;
      save_.signal(*s, spoken(s->name), style.format, style.color);
    }
  }

  SaveFile& save_;
  std::map<std::string, std::vector<const Signal*>> by_scope_;
};

bool write_text(const std::string& path, const std::string& text, std::string& why) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) why = "cannot write " + path;
  return static_cast<bool>(out);
}

}  // namespace

std::string rc_path(const std::string& view) {
  return std::filesystem::path(view).replace_extension(".gtkwaverc").string();
}

bool write_view(const std::string& dump, const std::string& view, const Story& story,
                std::string& why) {
  const auto hierarchy = read_hierarchy(dump, why);
  if (!hierarchy) return false;
  const std::uint64_t period = Recorder::period_ps(story.clock_ns);
  const auto inside = [&](Cycle c) {
    return std::clamp(c * period, hierarchy->begin_ps, hierarchy->end_ps);
  };
  SaveFile save(std::filesystem::path(dump).filename().string(),
                std::filesystem::path(view).filename().string());
  // GTKWave obeys the start only if a whole window fits between it and the end of the file.
  const std::uint64_t until = inside(story.until);
  const std::uint64_t span = until - std::min(until, inside(story.from));
  const std::uint64_t latest = hierarchy->end_ps - std::min(hierarchy->end_ps, span + span / 20);
  const std::uint64_t from = std::max(hierarchy->begin_ps, std::min(inside(story.from), latest));
  save.zoom(from, from + span);
  if (story.event) save.primary(*story.event * period);
  for (const Moment& m : story.moments) save.marker(m.cycle * period, m.name);

  View rows(save, *hierarchy);
  save.begin_group("fabric", true);
  rows.own_rows("fabric", Part::kStory);
  rows.group("more", "fabric", Part::kMore);
  save.end_group();
  for (const Actor& actor : story.actors) {
    const std::string scope = "fabric." + actor.scope;
    save.begin_group(actor.caption, true);
    rows.own_rows(scope, Part::kStory);
    if (actor.suspect) rows.group("golden beside rtl", scope, Part::kCompared, true);
    rows.ports(scope, actor);
    if (actor.stuck) rows.group("packets", scope, Part::kPackets, true);
    save.begin_group("more", actor.suspect);
    rows.own_rows(scope, Part::kMore);
    if (!actor.suspect) rows.group("golden beside rtl", scope, Part::kCompared);
    if (!actor.stuck) rows.group("packets", scope, Part::kPackets);
    rows.rtl(scope + ".rtl", actor.suspect);
    save.end_group();
    save.end_group();
  }
  return write_text(view, save.text(), why) && write_text(rc_path(view), kRc, why);
}

}  // namespace selvage::waves
