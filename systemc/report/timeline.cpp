// SPDX-License-Identifier: Apache-2.0
#include "report/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "config/text/output.hpp"
#include "report/fault_panel.hpp"
#include "report/loss_rows.hpp"
#include "report/other_failures.hpp"

namespace selvage::report {
namespace {

/// One colour for each kind of message; safe for the colour-blind (Okabe and Ito).
constexpr const char* kColours[] = {"#0072b2", "#e69f00", "#cc79a7", "#56b4e9",
                                    "#8c6d31", "#d55e00", "#117733", "#7f7f7f"};
constexpr std::size_t kKinds = std::size(kColours);

constexpr const char* kStyle = R"(text{font-family:sans-serif;font-size:11px;fill:#222}
.h1{font-size:20px;font-weight:bold}
.h2{font-size:15px;font-weight:bold}
.facts,.sub{font-size:12px;fill:#444}
.note{fill:#8a5a00}
.level,.waited{fill:#777}
.tick{font-size:10px;fill:#555}
.name.end{font-weight:bold;fill:#c0392b}
.rule{fill:#bbb}
.row{stroke:#e2e2e2}
.band{stroke:#bbb;stroke-dasharray:1 3}
.axis{stroke:#888}
.wait{fill:url(#hatch)}
.unnoticed{fill:#c0392b;fill-opacity:.28}
.knows{stroke:#009e73;stroke-width:2.4;stroke-opacity:.45}
.changed{fill:#009e73}
.broken{stroke:#c0392b;stroke-width:2.5;stroke-dasharray:5 3}
.death{fill:#c0392b}
.noticed{fill:#fff;stroke:#c0392b;stroke-width:2}
.unnoticed.back{fill:#1f6fd6;fill-opacity:.2}
.changed.back{fill:#fff;stroke:#009e73;stroke-width:1.6}
.mended{stroke:#1f6fd6;stroke-width:2.5}
.repair{fill:#1f6fd6}
.noticed.up{stroke:#1f6fd6}
.rerouted{fill:#6a3d9a;stroke:#fff;stroke-width:.6}
.lost{fill:none;stroke:#000;stroke-width:1.5}
.lead{stroke-width:1;stroke-dasharray:2 3;stroke:#999}
.lead.dies,.lead.notices{stroke:#c0392b}
.lead.back{stroke:#1f6fd6}
.lead.change{stroke:#009e73}
.lead.reroute{stroke:#6a3d9a}
.flag{font-weight:bold}
.flag.dies,.flag.notices{fill:#c0392b}
.flag.back{fill:#1f6fd6}
.flag.change{fill:#00704f}
.flag.reroute{fill:#6a3d9a}
.msg,.sample{stroke-width:1.3}
.known{stroke-width:.8;stroke-opacity:.4}
.gone{stroke-dasharray:3 2}
)";

KindStyles styles_of(const TimelineInput& input) {
  std::map<std::pair<unsigned, std::string>, std::string> kinds;  // in the system's own order
  for (const auto& story : input.result.stories) {
    for (const auto& m : story.messages) {
      MessageText text = input.system.describe(m.content);
      kinds[{m.content.kind, std::move(text.kind)}] = std::move(text.meaning);
    }
  }
  KindStyles styles;
  for (const auto& [kind, meaning] : kinds) {
    const std::size_t i = std::min(styles.size(), kKinds - 1);
    styles.emplace(kind.second, KindStyle{fmt::format("k{}", i), meaning});
  }
  return styles;
}

void definitions(Svg& svg, std::size_t kinds) {
  std::string markers;
  svg.raw(fmt::format("<style>{}", kStyle));
  for (std::size_t i = 0; i < std::min(kinds, kKinds); ++i) {
    svg.raw(fmt::format(".k{0}{{stroke:{1}}}line.k{0}{{marker-end:url(#k{0})}}\n", i, kColours[i]));
    markers += fmt::format(
        "<marker id=\"k{}\" markerWidth=\"7\" markerHeight=\"6\" refX=\"6\" "
        "refY=\"3\" orient=\"auto\" markerUnits=\"userSpaceOnUse\">"
        "<path d=\"M0 0L7 3L0 6z\" fill=\"{}\"/></marker>\n",
        i, kColours[i]);
  }
  svg.raw(
      "</style>\n<defs>\n"
      "<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
      "<rect width=\"6\" height=\"6\" fill=\"#f6f6f6\"/>"
      "<path d=\"M0 6L6 0\" stroke=\"#e6e6e6\"/></pattern>\n" +
      markers + "</defs>\n");
}

/// Symbols with their meaning, in lines of the page's width.
double legend(Svg& svg, double y, const KindStyles& kinds, bool repairs) {
  double x = kEdge;
  const auto item = [&](double symbol, const std::string& text, const auto& draw) {
    const double width = symbol + 6 + text_width(text, 11) + 18;
    if (x + width > kWidth - kEdge) {
      x = kEdge;
      y += 20;
    }
    draw(x, y - 4);
    svg.text(x + symbol + 6, y, text);
    x += width;
  };
  svg.group("legend");
  item(8, "the link between two switches dies",
       [&](double a, double b) { svg.rect(a, b - 4, 8, 8, "death"); });
  item(24, "dead, but its end has not noticed: what it sends there is lost",
       [&](double a, double b) { svg.rect(a, b - 4, 24, 8, "unnoticed"); });
  item(12, "the end notices: its probes stay unanswered",
       [&](double a, double b) { svg.diamond(a + 6, b, 5.5, "noticed"); });
  if (repairs) {
    item(8, "the link is back", [&](double a, double b) { svg.rect(a, b - 4, 8, 8, "repair"); });
    item(24, "back, but its end has not noticed",
         [&](double a, double b) { svg.rect(a, b - 4, 24, 8, "unnoticed back"); });
    item(12, "the end notices: a probe is answered",
         [&](double a, double b) { svg.diamond(a + 6, b, 5.5, "noticed up"); });
  }
  for (const auto& [kind, style] : kinds) {
    item(28, fmt::format("message {}: \u201c{}\u201d", kind, style.meaning),
         [&, c = style.css](double a, double b) { svg.line(a, b, a + 26, b, "sample " + c); });
  }
  if (!kinds.empty()) {
    const std::string any = kinds.begin()->second.css;
    item(28, "pale: only passed on, or nothing new there",
         [&](double a, double b) { svg.line(a, b, a + 26, b, "sample known " + any); });
    item(28, "lost on a dead link",
         [&](double a, double b) { svg.line(a, b, a + 26, b, "sample gone " + any); });
  }
  item(26, "routing state changes; from here on the switch routes by it", [&](double a, double b) {
    svg.line(a + 4, b, a + 26, b, "knows");
    svg.circle(a + 4, b, 3.4, "changed");
  });
  if (repairs) {
    item(8, "routing state changes because the link is back",
         [&](double a, double b) { svg.circle(a + 4, b, 3.4, "changed back"); });
  }
  item(12, "first packet a switch sends another way because of it",
       [&](double a, double b) { svg.star(a + 6, b, 6.5, "rerouted"); });
  item(8, "packet lost", [&](double a, double b) { svg.cross(a + 4, b, 3, "lost"); });
  item(24, "waiting, drawn compressed",
       [&](double a, double b) { svg.rect(a, b - 6, 24, 12, "wait"); });
  svg.end_group();
  return y + 12;
}

/// All failures on one line of the whole run; only where there are several.
double overview(Svg& svg, double y, const TimelineInput& input,
                const std::vector<std::size_t>& shown) {
  const std::size_t panels = shown.size();
  if (panels < 2) return y;
  const auto& faults = input.result.faults;
  const Cycle end = std::max<Cycle>(input.result.cycles, 1);
  const double x1 = kWidth - kEdge;
  const auto x = [&](Cycle c) {
    return kEdge + (x1 - kEdge) * static_cast<double>(std::min(c, end)) / static_cast<double>(end);
  };
  std::vector<Flag> flags;
  for (std::size_t i = 0; i < panels; ++i) {
    flags.push_back(
        {x(faults[shown[i]].failed), fmt::format("{}. {}", i + 1, faults[shown[i]].name), "dies"});
  }
  const auto placed = place_flags(std::move(flags), 11, x1);
  unsigned lanes = 0;
  for (const PlacedFlag& p : placed) lanes = std::max(lanes, p.lane + 1);
  const double line = y + 14 + lanes * 15 + 6;
  svg.group("overview");
  svg.text(kEdge, y + 10, "The whole run:", "sub");
  for (const PlacedFlag& p : placed) {
    const double bottom = line - 6 - p.lane * 15;
    svg.line(p.flag.x, bottom - 13, p.flag.x, line, "lead dies");
    svg.text(p.left + 4, bottom - 3, p.flag.text, "flag dies");
  }
  svg.line(kEdge, line, x1, line, "axis");
  for (std::size_t i = 0; i < panels; ++i) {
    const auto& f = faults[shown[i]];
    svg.rect(x(f.failed) - 3, line - 3, 6, 6, "death", f.name);
    if (f.repair && f.repair->repaired != kNever) {
      svg.rect(x(f.repair->repaired) - 3, line - 3, 6, 6, "repair", f.name);
    }
  }
  svg.text(kEdge, line + 16, "cycle 0", "tick");
  svg.text(x1, line + 16,
           fmt::format("cycle {} ({})", end,
                       duration(static_cast<double>(end) * input.scenario.clock_ns)),
           "tick", Anchor::kEnd);
  svg.end_group();
  return line + 30;
}

std::string failed_in_words(const fabric::RunResult& r, const std::vector<std::size_t>& shown,
                            std::size_t failures, std::size_t repairs) {
  if (failures == 0) return "no link failed";
  std::string text = failures == 1 ? r.faults[shown.front()].name + " failed"
                                   : fmt::format("{} link failures", failures);
  if (repairs > 0) text += failures == 1 ? " and came back" : fmt::format(", {} repairs", repairs);
  return text;
}

/// Where the failures that happened are drawn.
struct Layout {
  std::vector<std::size_t> panels;
  std::vector<std::size_t> others;
  bool fold = false;
};

Layout layout_of(const std::vector<std::size_t>& shown, std::size_t panels, bool fold) {
  const auto end = shown.begin() + static_cast<std::ptrdiff_t>(std::min(panels, shown.size()));
  return {{shown.begin(), end}, {end, shown.end()}, fold};
}

/// Draws the overview, the panels that fit, and the other failures; `panels` says how many fit.
double attempt(Svg& svg, double y, const TimelineInput& input, const KindStyles& kinds,
               const Layout& layout, std::size_t& panels) {
  panels = 0;
  y = overview(svg, y, input, layout.panels);
  const std::size_t all = layout.panels.size();
  // Of folded panels many arrows become one.
  const std::size_t arrows =
      std::max<std::size_t>(60, kMostArrows / std::max<std::size_t>(all, 1)) *
      (layout.fold ? 4 : 1);
  const double room = kMostHeight - losses_height(input) -
                      (layout.others.empty() && !layout.fold ? 0 : kOthersHeight);
  for (const std::size_t fault : layout.panels) {
    Svg panel;
    const double end = FaultPanel(input, fault, arrows, kinds, layout.fold).draw(panel, y) + 6;
    if (end > room) return y;
    svg.raw(panel.body());
    y = end;
    ++panels;
  }
  return layout.others.empty() ? y : draw_others(svg, y, input, layout.others);
}

/// RUN-FOLD: with a row a switch if that fits, else folded, with as many panels as fit then.
double draw_failures(Svg& svg, double y, const TimelineInput& input, const KindStyles& kinds,
                     const std::vector<std::size_t>& shown) {
  std::size_t fit = 0;
  Layout layout = layout_of(shown, kMostPanels, false);
  for (;;) {  // each time fewer panels, and none of them always fits
    Svg drawn;
    double top = y;
    if (layout.fold) {
      drawn.text(kEdge, top + 10,
                 "Too many failures for a row a switch: switches that stand together share one. "
                 "view.html has each switch and zooms, result.json the numbers of each failure.",
                 "note");
      top += 22;
    }
    const double end = attempt(drawn, top, input, kinds, layout, fit);
    if (fit == layout.panels.size()) {
      svg.raw(drawn.body());
      return end;
    }
    layout = layout_of(shown, layout.fold ? fit : kMostPanels, true);
  }
}

}  // namespace

std::string timeline_svg(const TimelineInput& input) {
  const Scenario& s = input.scenario;
  const Topology& topology = input.system.topology();
  const auto& r = input.result;
  std::vector<std::size_t> shown;  // the run may have ended before the last ones
  for (std::size_t i = 0; i < r.faults.size(); ++i) {
    if (r.faults[i].happened) shown.push_back(i);
  }
  const std::size_t failures = shown.size();
  const auto repairs =
      static_cast<std::size_t>(std::count_if(r.faults.begin(), r.faults.end(), [](const auto& f) {
        return f.repair && f.repair->repaired != kNever;
      }));
  const KindStyles kinds = styles_of(input);

  Svg svg;
  definitions(svg, kinds.size());
  svg.raw("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
  const std::string title = fmt::format("Fault timeline of {}", s.name);
  double y = 34;
  svg.text(kEdge, y, title, "h1");
  y += 20;
  svg.text(kEdge, y,
           fmt::format("{}: {} switches, {} hosts; seed {}; {}; one cycle is {}; {} packets "
                       "accepted, {} dropped",
                       topology.label(), topology.switch_count(), topology.host_count(), s.seed,
                       failed_in_words(r, shown, failures, repairs), duration(s.clock_ns),
                       r.packets.accepted, r.packets.dropped_total()),
           "sub");
  y += 17;
  svg.text(kEdge, y,
           "Time runs to the right, each row is a switch (level 0: the hosts' switches). Read a "
           "panel from the red squares along the arrows.",
           "sub");
  y += 24;
  if (failures > 0) y = legend(svg, y, kinds, repairs > 0) + 8;
  y = draw_failures(svg, y, input, kinds, shown);
  y = draw_losses(svg, y, input);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<!-- SPDX-License-Identifier: Apache-2.0 -->\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\">\n<title>{2}</title>\n{3}</svg>\n",
      number(kWidth), number(y), config::markup_text(title), svg.body());
}

}  // namespace selvage::report
