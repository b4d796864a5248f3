// SPDX-License-Identifier: Apache-2.0
#include "campaign/figures/page.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstring>
#include <optional>

#include "campaign/signature.hpp"
#include "config/text/output.hpp"

namespace selvage::campaign {

namespace {

using config::markup_text;
using nlohmann::ordered_json;

constexpr const char* kStyle = R"css(
:root{color-scheme:light}*{box-sizing:border-box}
body{font:15px/1.5 system-ui,sans-serif;color:#1c1f23;background:#fff;margin:0}
main{max-width:68rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid #d5d9de}
h3{font-size:1rem;margin:1.5rem 0 .3rem}p{margin:.3rem 0}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.88rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #e6e9ec}
th{background:#f4f6f8;font-weight:600}td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
code{font:.85em ui-monospace,monospace;overflow-wrap:anywhere;background:#f4f6f8;padding:.05em .25em}
td.id{white-space:nowrap}nav{margin:.3rem 0 .8rem}
.ok,.bad,.mid{font-weight:600}.ok,.mid{white-space:nowrap}.ok{color:#21701f}.bad{color:#b3261e}.mid{color:#8a5a00}
.dim{color:#5b636b;font-size:.88rem}figure{margin:.5rem 0}figure img{width:100%;height:auto;max-width:45rem}
nav a{margin-right:1rem;display:inline-block}a{color:#0b5c8a}details summary{cursor:pointer}
@media(max-width:40rem){main{padding:.6rem}th,td{padding:.25rem .35rem}h1{font-size:1.25rem}}
)css";

std::string text(const ordered_json& j, const char* key) {
  if (!j.is_object() || !j.contains(key) || j[key].is_null()) return "";
  return j[key].is_string() ? j[key].get<std::string>() : j[key].dump();
}

std::string number(const ordered_json& value) {
  if (!value.is_number()) return "";
  return value.is_number_integer() ? value.dump() : fmt::format("{:.5g}", value.get<double>());
}

std::string mark(bool good, const char* yes, const char* no, const char* bad = "bad") {
  return fmt::format("<span class=\"{}\">{}</span>", good ? "ok" : bad, good ? yes : no);
}

std::string cell(const std::string& inside, bool numeric = false) {
  return (numeric ? "<td class=\"n\">" : "<td>") + inside + "</td>";
}

std::string table(const std::vector<std::string>& heads, const std::string& rows) {
  std::string out = "<div class=\"scroll\"><table><thead><tr>";
  for (const std::string& head : heads) out += "<th>" + markup_text(head) + "</th>";
  return out + "</tr></thead><tbody>" + rows + "</tbody></table></div>\n";
}

/// An SVG file as an image that holds it.
std::string image(const std::string& svg, const std::string& alternative) {
  std::string out = "<img alt=\"" + markup_text(alternative) + "\" src=\"data:image/svg+xml,";
  for (const char c : svg) {
    const auto u = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(u) != 0 || (c != '\0' && std::strchr("-._/:=,", c) != nullptr);
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", u);
  }
  return out + "\">";
}

/// A claim that was judged: whether it is reproduced.
std::optional<bool> outcome(const ordered_json& claim) {
  if (!claim["reproduced"].is_boolean()) return std::nullopt;
  return claim["reproduced"].get<bool>();
}

std::string claims_table(const ordered_json& claims) {
  std::string rows;
  for (const auto& claim : claims) {
    const std::string note = text(claim, "note");
    rows += "<tr><td class=\"id\">" + markup_text(text(claim, "id")) + "</td>" +
            cell(markup_text(text(claim, "says"))) +
            cell(markup_text(text(claim, "measured") + text(claim, "not_judged")) +
                 (note.empty() ? "" : "<br><span class=\"dim\">" + markup_text(note) + "</span>")) +
            cell(mark(outcome(claim).value_or(false), "reproduced",
                      outcome(claim) ? "not reproduced" : "not judged", "mid")) +
            "</tr>\n";
  }
  return table({"claim", "the paper said", "measured", "verdict"}, rows);
}

/// A figure that repeats nothing goes beyond the papers.
bool beyond(const ordered_json& figure) { return text(figure, "source").empty(); }

std::string figures_part(const PageInput& in, bool wanted, const char* heading) {
  std::string out;
  for (const auto& figure : in.figures) {
    if (beyond(figure) != wanted) continue;
    const std::string source = text(figure, "source");
    out += fmt::format("<h3>{}: {}</h3>\n", markup_text(text(figure, "name")),
                       markup_text(text(figure, "title")));
    if (figure.value("quick", false)) {
      out += "<p class=\"mid\">A quick look with fewer trials, not the figure itself.</p>\n";
    }
    const std::string svg = text(figure, "_svg");
    out +=
        "<figure>" +
        (svg.empty() ? ""
                     : image(svg, "Figure " + text(figure, "name") + ": " + text(figure, "title")));
    out += "<figcaption class=\"dim\">" +
           markup_text(source + (source.empty() ? "" : ". Set-up: ")) +
           markup_text(text(figure, "setup")) + "</figcaption></figure>\n";
    for (const auto& point : figure.value("unsteady", ordered_json::array())) {
      out += "<p class=\"mid\">Halves of the measurement differ: " +
             markup_text(point.get<std::string>()) + "</p>\n";
    }
    if (!figure["claims"].empty()) out += claims_table(figure["claims"]);
  }
  return out.empty() ? out : heading + out;
}

std::string interval(const ordered_json& value) {
  if (!value["mean"].is_number()) return "";
  std::string out = number(value["mean"]);
  if (value["low"].is_number() && value["low"] != value["mean"]) {
    out += fmt::format(" <span class=\"dim\">{} to {}</span>", number(value["low"]),
                       number(value["high"]));
  }
  return out;
}

std::string points_table(const ordered_json& campaign) {
  std::vector<std::string> heads;
  std::string rows;
  for (const auto& point : campaign["points"]) {
    const bool first = heads.empty();
    rows += "<tr>";
    for (const auto& [name, level] : point["levels"].items()) {
      if (first) heads.push_back(name);
      rows += cell(markup_text(level.get<std::string>()));
    }
    for (const auto& [name, value] : point["values"].items()) {
      if (first) heads.push_back(name);
      rows += cell(interval(value), true);
    }
    rows += "</tr>\n";
  }
  return table(heads, rows);
}

std::string campaigns_part(const PageInput& in) {
  if (in.campaigns.empty()) return "";
  std::string out = "<h2 id=\"campaigns\">Campaigns</h2>\n";
  for (const auto& c : in.campaigns) {
    const auto done = c.value("done", std::uint64_t{0});
    const auto all = c.value("trials", std::uint64_t{0});
    out += fmt::format(
        "<h3>{}</h3>\n<p>{}</p>\n<p class=\"dim\">{} of {} trials, {} seeds "
        "from {}, {:.1f} s of process time. Folder: <code>{}</code>. First trial: "
        "<code>{}</code></p>\n",
        markup_text(text(c, "name")), markup_text(text(c, "title")), done, all, text(c, "seeds"),
        text(c, "first_seed"), c.value("_wall", 0.0), markup_text(text(c, "_folder")),
        markup_text(text(c, "example")));
    out += "<details><summary>All points, with 95 % intervals</summary>\n" + points_table(c) +
           "</details>\n";
  }
  return out;
}

std::string runs_part(const PageInput& in) {
  if (in.runs.empty()) return "";
  std::string rows;
  for (const auto& r : in.runs) {
    const auto& compared = r["compared"];
    rows +=
        "<tr>" + cell(markup_text(text(r["scenario"], "name"))) +
        cell("<code>" + markup_text(text(r, "_folder")) + "</code>") +
        cell(number(r["seed"]), true) +
        cell(markup_text(text(r["topology"], "label")) + " " + markup_text(text(r, "engine"))) +
        cell(mark(r.value("exit_code", 1) == 0, "pass", markup_text(text(r, "status")).c_str())) +
        cell(number(compared["total"]), true) + cell(number(compared["mismatches"]), true) +
        cell(number(r["packets"]["delivered"]), true) + cell(number(r["latency"]["mean"]), true) +
        cell(number(r["wall"]["cycles_per_second"]), true) +
        cell(number(r["wall"]["packet_hops_per_second"]), true) + "</tr>\n";
  }
  return "<h2 id=\"runs\">Runs and throughput</h2>\n" +
         table({"scenario", "folder", "seed", "fabric", "verdict", "compared", "mismatches",
                "delivered", "mean latency", "cycles/s", "packet-hops/s"},
               rows);
}

/// A kind of failure: how often, and where it was seen first.
struct Failure {
  unsigned times = 0;
  std::string seed;
  std::string folder;
  std::string replay;
};

/// What went wrong, by kind, each with a command that shows it again.
std::map<std::string, Failure> failures_of(const PageInput& in) {
  std::map<std::string, Failure> kinds;
  const auto count = [&](const std::string& kind, const Failure& one) {
    Failure& all = kinds.try_emplace(kind, one).first->second;
    ++all.times;
  };
  for (const auto& r : in.runs) {
    if (r.value("exit_code", 1) == 0) continue;
    count(signature(r), {0, number(r["seed"]), text(r, "_folder"), text(r, "reproduce")});
  }
  for (const auto& c : in.campaigns) {
    const auto seeds = c["seeds"].get<std::uint64_t>();
    const auto first = c["first_seed"].get<std::uint64_t>();
    for (const auto& f : c["failed"]) {
      const auto trial = f["trial"].get<std::uint64_t>();
      count(text(f, "kind"),
            {0, std::to_string(first + trial % seeds),
             fmt::format("{}/trials/{:06}", text(c, "_folder"), trial), text(f, "replay")});
    }
  }
  return kinds;
}

std::string failures_part(const PageInput& in) {
  const auto kinds = failures_of(in);
  std::string out = "<h2 id=\"failures\">Mismatches and failures</h2>\n";
  if (kinds.empty()) return out + "<p><span class=\"ok\">none</span></p>\n";
  std::string rows;
  for (const auto& [kind, seen] : kinds) {
    rows += "<tr>" + cell("<span class=\"bad\">" + markup_text(kind) + "</span>") +
            cell(std::to_string(seen.times), true) + cell(markup_text(seen.seed), true) +
            cell("<code>" + markup_text(seen.folder) + "</code>") +
            cell("<code>" + markup_text(seen.replay) + "</code>") + "</tr>\n";
  }
  return out + table({"kind", "times", "first: seed", "folder", "to repeat"}, rows);
}

std::string left_out_part(const PageInput& in) {
  if (in.left_out.empty()) return "";
  std::string rows;
  for (const LeftOut& one : in.left_out) {
    rows += "<tr>" + cell("<code>" + markup_text(one.file) + "</code>") +
            cell("<span class=\"bad\">" + markup_text(one.why) + "</span>") + "</tr>\n";
  }
  return "<h2 id=\"left-out\">Left out</h2>\n" + table({"file", "why"}, rows);
}

std::string plan_part(const PageInput& in) {
  if (in.plan.empty()) return "";
  std::string rows;
  unsigned passed = 0;
  for (const PlanRow& row : in.plan) {
    unsigned good = 0;
    unsigned bad = 0;
    unsigned unknown = 0;
    std::string cases;
    for (const std::string& name : row.cases) {
      const auto found = in.tests.find(name);
      if (found == in.tests.end()) ++unknown;
      else if (found->second == "run") ++good;
      else ++bad;
      cases += (cases.empty() ? "" : "<br>") + markup_text(name);
    }
    std::string status = "<span class=\"dim\">no results given</span>";
    if (row.cases.empty()) status = "<span class=\"dim\">proofs only</span>";
    else if (bad > 0) status = fmt::format("<span class=\"bad\">{} failed</span>", bad);
    else if (good > 0 && unknown > 0) {
      status =
          fmt::format("<span class=\"mid\">{} passed, {} without result</span>", good, unknown);
    } else if (good > 0) {
      status = "<span class=\"ok\">passed</span>";
      ++passed;
    } else if (!in.tests.empty()) {
      status = "<span class=\"mid\">without result</span>";
    }
    rows += "<tr>" + cell(markup_text(row.requirements)) + cell(cases) + cell(status) + "</tr>\n";
  }
  const std::string all = in.tests.empty() ? "no results of tests were given (--junit FILE)"
                                           : fmt::format("all cases passed in {} of them", passed);
  return fmt::format(
             "<h2 id=\"plan\">Verification plan</h2>\n<p>{} rows; {}.</p>\n"
             "<details><summary>Requirement, tests, status</summary>\n",
             in.plan.size(), all) +
         table({"requirement", "test cases", "status"}, rows) + "</details>\n";
}

std::string provenance_part(const PageInput& in) {
  std::string rows;
  for (const auto& [key, value] : in.build.items()) {
    rows += "<tr>" + cell(markup_text(key)) +
            cell(markup_text(value.is_string() ? value.get<std::string>() : value.dump())) +
            "</tr>\n";
  }
  return "<h2 id=\"provenance\">Provenance</h2>\n" + table({"of this page", ""}, rows);
}

std::string verdict_part(const PageInput& in) {
  unsigned runs_bad = 0;
  for (const auto& r : in.runs) runs_bad += r.value("exit_code", 1) == 0 ? 0 : 1;
  std::uint64_t trials = 0;
  std::uint64_t planned = 0;
  std::uint64_t failed = 0;
  for (const auto& c : in.campaigns) {
    trials += c.value("done", std::uint64_t{0});
    planned += c.value("trials", std::uint64_t{0});
    failed += c["failed"].size();
  }
  unsigned claims = 0;
  unsigned reproduced = 0;
  unsigned unjudged = 0;
  bool quick = false;
  for (const auto& f : in.figures) {
    quick = quick || f.value("quick", false);
    for (const auto& claim : f["claims"]) {
      const auto judged = outcome(claim);
      ++(judged ? claims : unjudged);
      reproduced += judged.value_or(false) ? 1 : 0;
    }
  }
  std::string rows;
  const auto row = [&](const char* what, const std::string& how) {
    rows += "<tr>" + cell(what) + cell(how) + "</tr>\n";
  };
  if (!in.runs.empty()) {
    row("Runs", fmt::format("{}: {} of {} passed", mark(runs_bad == 0, "pass", "fail"),
                            in.runs.size() - runs_bad, in.runs.size()));
  }
  if (!in.campaigns.empty()) {
    row("Campaign trials", fmt::format("{}: {} of {} done, {} failed",
                                       mark(failed == 0 && trials == planned, "pass", "not all"),
                                       trials, planned, failed));
  }
  if (claims + unjudged > 0) {
    row("Claims of the papers",
        fmt::format("{} of {} reproduced{}{}", reproduced, claims,
                    unjudged > 0 ? fmt::format(", {} not judged", unjudged) : "",
                    quick ? ", quick looks among them" : ""));
  }
  if (!in.left_out.empty()) {
    row("Files left out", fmt::format("<span class=\"bad\">{}</span>", in.left_out.size()));
  }
  if (rows.empty()) row("Nothing", "no result was found here");
  return table({"what", "verdict"}, rows);
}

}  // namespace

std::string page_head(const std::string& title) {
  return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
         // Nothing is loaded and nothing runs, whatever a text has found its way through.
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
         "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>" +
         markup_text(title) + "</title>\n<style>" + kStyle + "</style></head>\n<body><main>\n<h1>" +
         markup_text(title) + "</h1>\n";
}

std::string page(const PageInput& in) {
  std::string out = page_head(in.title) + "<nav>";
  const std::string papers =
      figures_part(in, false, "<h2 id=\"figures\">Figures of the papers</h2>\n");
  const std::string more = figures_part(in, true, "<h2 id=\"beyond\">Beyond the papers</h2>\n");
  if (!papers.empty()) out += "<a href=\"#figures\">figures of the papers</a>";
  if (!more.empty()) out += "<a href=\"#beyond\">beyond the papers</a>";
  if (!in.campaigns.empty()) out += "<a href=\"#campaigns\">campaigns</a>";
  if (!in.runs.empty()) out += "<a href=\"#runs\">runs</a>";
  if (!in.left_out.empty()) out += "<a href=\"#left-out\">left out</a>";
  out += "<a href=\"#failures\">failures</a>";
  if (!in.plan.empty()) out += "<a href=\"#plan\">verification plan</a>";
  out += "<a href=\"#provenance\">provenance</a></nav>\n";
  out += verdict_part(in) + left_out_part(in) + failures_part(in) + papers + more +
         campaigns_part(in) + runs_part(in) + plan_part(in) + provenance_part(in);
  return out + "</main></body></html>\n";
}

}  // namespace selvage::campaign
