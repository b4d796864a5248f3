// SPDX-License-Identifier: Apache-2.0
#include "waves/view.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "golden/number.hpp"
#include "waves/hierarchy.hpp"
#include "waves/recorder.hpp"
#include "waves/rtl_groups.hpp"
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
  if (n == "last_fault_event" || starts(n, "mismatch")) {
    return {Part::kStory, plain, Color::kRed, false};
  }
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
  if (n == "down_dead" || n == "neighbours_down" || n == "line_bits") {
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

/// Whether a row has something to tell: what holds from the first cycle on does, as faults and
/// labels of cycle 0.
bool tells(const Signal& s, const Style& style) {
  return style.always || s.changes > 0 || (style.part == Part::kStory && !s.zero);
}

class View {
 public:
  View(SaveFile& save, const Hierarchy& hierarchy) : save_(save), rtl_(save, by_scope_) {
    for (const Signal& s : hierarchy.signals) by_scope_[s.scope].push_back(&s);
  }

  void own_rows(const std::string& scope, Part part) {
    for (const Signal* s : by_scope_[scope]) {
      const Style style = style_of(*s);
      if (style.part != part || !tells(*s, style)) continue;
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

  enum class Ports { kAll, kPlaces, kOthers };
  /// A group per port, and in it one per channel. Open: ports whose link changes or that ask flows
  /// to move, and channels that move; the places where the switch disagrees or waits.
  void ports(const std::string& scope, const Actor& actor, Ports which) {
    const std::string lead = scope + ".port_";
    for (auto it = by_scope_.lower_bound(lead); it != by_scope_.end() && starts(it->first, lead);) {
      const std::string port = it->first.substr(0, it->first.find('.', lead.size()));
      auto end = it;
      while (end != by_scope_.end() && (end->first == port || starts(end->first, port + '.')))
        ++end;
      const bool place = wanted_at(actor, number_behind(port)).port;
      if (which == Ports::kAll || place == (which == Ports::kPlaces)) {
        if (it->first == port) ++it;  // where it has rows of its own
        port_group(scope, port, {it, end}, actor);
      }
      it = end;
    }
  }

  /// When the last of the channels at the actors' places began to wait as it does at the end; empty
  /// if all of them did before the file begins.
  [[nodiscard]] std::optional<std::uint64_t> closed_at(const std::vector<Actor>& actors) {
    std::optional<std::uint64_t> closed;
    for (const Actor& actor : actors) {
      for (const Actor::Place& place : actor.places) {
        if (!place.channel) continue;
        const std::string scope = "fabric." + actor.scope + ".port_" + std::to_string(place.port) +
                                  ".channel_" + std::to_string(*place.channel);
        for (const Signal* s : by_scope_[scope]) {
          if (s->name != "waits_for" || s->changes == 0) continue;
          closed = std::max(closed.value_or(0), s->last_ps);
        }
      }
    }
    return closed;
  }

  void rtl(const std::string& scope, const Actor& actor) { rtl_.of_switch(scope, actor); }

 private:
  struct Channels {
    Scopes::const_iterator begin, end;
  };
  void port_group(const std::string& scope, const std::string& port, const Channels& channels,
                  const Actor& actor) {
    const unsigned index = number_behind(port);
    const Wanted wanted = wanted_at(actor, index);
    bool open = wanted.port || changes(scope, "link_" + std::to_string(index)) > 0 ||
                changes(port, "redirect") > 0;
    for (auto c = channels.begin; c != channels.end; ++c) open = open || has_moved(c->first);
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
    for (auto c = channels.begin; c != channels.end; ++c) {
      const bool all = wanted.has(number_behind(c->first));
      if (!all && !moves(c->first)) continue;
      begin();
      const bool unfold = all || (wanted.port && wanted.channels.empty());
      save_.begin_group("channel " + c->first.substr(c->first.rfind('_') + 1),
                        unfold || has_moved(c->first));
      port_rows(c->first, all);
      save_.end_group();
    }
    if (!begun) return;
    rtl_.of_port(scope + ".rtl" + port.substr(scope.size()),
                 wanted.port ? actor.block : std::string(), wanted.channels);
    save_.end_group();
  }
  /// What the places of a switch name of one port.
  struct Wanted {
    bool port = false;
    std::vector<unsigned> channels;
    [[nodiscard]] bool has(unsigned channel) const {
      return std::find(channels.begin(), channels.end(), channel) != channels.end();
    }
  };
  [[nodiscard]] static Wanted wanted_at(const Actor& actor, unsigned port) {
    Wanted wanted;
    for (const Actor::Place& place : actor.places) {
      if (place.port != port) continue;
      wanted.port = true;
      if (place.channel) wanted.channels.push_back(*place.channel);
    }
    return wanted;
  }
  /// 3 of "fabric.sw_1_02.port_03".
  [[nodiscard]] static unsigned number_behind(const std::string& scope) {
    return parse_number<unsigned>(scope.substr(scope.rfind('_') + 1)).value_or(0);
  }
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
  void port_rows(const std::string& scope, bool all = false) {
    for (const Signal* s : by_scope_[scope]) {
      const Style style = port_style(*s);
      if (s->changes == 0 && !style.always && !all) continue;
      save_.signal(*s, spoken(s->name), style.format, style.color);
    }
  }

  SaveFile& save_;
  Scopes by_scope_;
  RtlGroups rtl_;
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
  View rows(save, *hierarchy);
  std::vector<Moment> moments = story.moments;
  Cycle begin = story.from;
  if (const auto closed = story.deadlock ? rows.closed_at(story.actors) : std::nullopt) {
    const Cycle at = *closed / period;
    const auto later = std::find_if(moments.begin(), moments.end(),
                                    [at](const Moment& m) { return m.cycle > at; });
    moments.insert(later, {at, "cycle closes"});
    if (!story.asked) begin = at - std::min(at, std::max<Cycle>(20, (story.until - at) / 8));
  }
  // GTKWave obeys the start only if a whole window fits between it and the end of the file.
  const std::uint64_t until = inside(story.until);
  const std::uint64_t span = until - std::min(until, inside(begin));
  const std::uint64_t latest = hierarchy->end_ps - std::min(hierarchy->end_ps, span + span / 20);
  const std::uint64_t from = std::max(hierarchy->begin_ps, std::min(inside(begin), latest));
  save.zoom(from, from + span);
  if (story.event) save.primary(*story.event * period);
  for (const Moment& m : moments) save.marker(m.cycle * period, m.name);

  save.begin_group("fabric", true);
  rows.own_rows("fabric", Part::kStory);
  rows.group("more", "fabric", Part::kMore);
  save.end_group();
  for (const Actor& actor : story.actors) {
    const std::string scope = "fabric." + actor.scope;
    save.begin_group(actor.caption, true);
    rows.own_rows(scope, Part::kStory);
    if (actor.suspect) rows.group("golden beside rtl", scope, Part::kCompared, true);
    rows.ports(scope, actor, actor.stuck() ? View::Ports::kPlaces : View::Ports::kAll);
    if (actor.stuck()) rows.group("packets", scope, Part::kPackets, true);
    save.begin_group("more", actor.suspect);
    rows.own_rows(scope, Part::kMore);
    if (!actor.suspect) rows.group("golden beside rtl", scope, Part::kCompared);
    if (actor.stuck()) rows.ports(scope, actor, View::Ports::kOthers);
    else rows.group("packets", scope, Part::kPackets);
    rows.rtl(scope + ".rtl", actor);
    save.end_group();
    save.end_group();
  }
  return write_text(view, save.text(), why) && write_text(rc_path(view), kRc, why);
}

}  // namespace selvage::waves
