// SPDX-License-Identifier: Apache-2.0
#include "waves/view.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "waves/hierarchy.hpp"
#include "waves/recorder.hpp"
#include "waves/save_file.hpp"

namespace selvage::waves {
namespace {

constexpr const char* kRc =
    "hide_sst on\n"
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

/// Our own rows by what they tell.
struct Style {
  Format format;
  Color color;
  bool always;  ///< shown even if it never changes
};
Style style_of(const Signal& s) {
  const std::string& n = s.name;
  const Format plain = format_of(s);
  if (n == "verdict" || n == "fault_event") return {plain, Color::kRed, true};
  if (n == "messages_in_flight" || n == "switches_changed") {
    return {Format::kStaircase, Color::kOrange, true};
  }
  if (starts(n, "link_")) return {plain, Color::kRed, false};
  if (n == "control") return {plain, Color::kOrange, true};
  if (n == "messages_sent_by") return {Format::kBinary, Color::kOrange, false};
  if (n == "messages_coming" || n == "control_queue") return {plain, Color::kOrange, false};
  if (n == "lft_used") {
    return {s.changes > 0 ? Format::kStaircase : plain, Color::kYellow, true};
  }
  if (starts(n, "ps_") || starts(n, "lft_") || n == "state_changes") {
    return {plain, Color::kYellow, false};
  }
  if (n == "down_dead") return {Format::kBinary, Color::kYellow, false};
  if (n == "decision_V") return {Format::kBinary, Color::kGreen, true};
  if (ends(n, "_V")) return {Format::kBinary, Color::kNormal, false};
  if (starts(n, "decision")) return {plain, Color::kGreen, false};
  if (starts(n, "in_") || starts(n, "out_")) return {plain, Color::kBlue, false};
  return {plain, Color::kNormal, n == "cycle"};
}

/// "messages_in_flight" -> "messages in flight".
std::string spoken(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

class View {
 public:
  View(SaveFile& save, const Hierarchy& hierarchy) : save_(save) {
    for (const Signal& s : hierarchy.signals) by_scope_[s.scope].push_back(&s);
  }

  void own_rows(const std::string& scope, bool (*wanted)(const std::string&)) {
    for (const Signal* s : by_scope_[scope]) {
      const Style style = style_of(*s);
      if (!wanted(s->name) || (!style.always && s->changes == 0)) continue;
      save_.signal(*s, spoken(s->name), style.format, style.color);
    }
  }
  [[nodiscard]] bool any(const std::string& scope, bool (*wanted)(const std::string&)) {
    const auto& all = by_scope_[scope];
    return std::any_of(all.begin(), all.end(),
                       [&](const Signal* s) { return wanted(s->name) && s->changes > 0; });
  }

  /// Whatever a model traces, as far as it moves: a group per scope.
  void rtl(const std::string& scope) {
    for (auto it = by_scope_.lower_bound(scope);
         it != by_scope_.end() && starts(it->first, scope); ++it) {
      std::vector<const Signal*> moving;
      for (const Signal* s : it->second) {
        if (s->changes > 0) moving.push_back(s);
      }
      if (moving.empty()) continue;
      const bool top = it->first == scope;
      if (!top) save_.begin_group("rtl " + it->first.substr(scope.size() + 1), false);
      for (const Signal* s : moving) {
        const Format format = s->enumerated ? Format::kWord
                              : s->bits == 1 ? Format::kBinary
                                             : Format::kHex;
        save_.signal(*s, s->shown, format, Color::kNormal);
      }
      if (!top) save_.end_group();
    }
  }

 private:
  SaveFile& save_;
  std::map<std::string, std::vector<const Signal*>> by_scope_;
};

bool any_row(const std::string&) { return true; }
bool packet_row(const std::string& n) { return starts(n, "in_") || starts(n, "out_"); }
bool compared_row(const std::string& n) { return starts(n, "golden_") || starts(n, "rtl_"); }
bool state_row(const std::string& n) { return !packet_row(n) && !compared_row(n); }

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
  save.zoom(inside(story.from), inside(story.until));
  if (story.event) save.primary(*story.event * period);
  for (const Moment& m : story.moments) save.marker(m.cycle * period, m.name);

  View rows(save, *hierarchy);
  save.begin_group("fabric", true);
  rows.own_rows("fabric", &any_row);
  save.end_group();
  for (const Actor& actor : story.actors) {
    const std::string scope = "fabric." + actor.scope;
    save.begin_group(actor.caption, true);
    rows.own_rows(scope, &state_row);
    if (rows.any(scope, &compared_row)) {
      save.begin_group("golden beside rtl", false);
      rows.own_rows(scope, &compared_row);
      save.end_group();
    }
    save.begin_group("packets", false);
    rows.own_rows(scope, &packet_row);
    save.end_group();
    save.begin_group("rtl", false);
    rows.rtl(scope + ".rtl");
    save.end_group();
    save.end_group();
  }
  return write_text(view, save.text(), why) && write_text(rc_path(view), kRc, why);
}

}  // namespace selvage::waves
