// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the pages of reports and of suites share: frame, style, how a template is filled.
#include <fmt/format.h>

#include <cctype>
#include <cstring>
#include <kainjow/mustache.hpp>
#include <stdexcept>

#include "campaign/figures/page.hpp"
#include "campaign/figures/plot.hpp"
#include "config/text/output.hpp"

namespace selvage::campaign {

namespace {

using config::markup_text;
using kainjow::mustache::data;
using nlohmann::ordered_json;

/// Every colour is a variable with a light and a dark value; nothing is told by colour alone.
constexpr const char* kStyle = R"css(
:root{color-scheme:light dark;--ink:#1c1f23;--dim:#565e66;--paper:#ffffff;--shade:#f4f6f8;--edge:#d5d9de;
--link:#0b5c8a;--ok:#00663f;--bad:#a8321a;--mid:#7a5200;
--c0:#0072b2;--c1:#b84a00;--c2:#007a57;--c3:#a64d79;--c4:#6b5b00;--c5:#5b4bb3;--c6:#2f7280;--c7:#666666}
@media(prefers-color-scheme:dark){:root{--ink:#e4e7ea;--dim:#a6aeb6;--paper:#15181b;--shade:#22272b;--edge:#3d444b;
--link:#7cc4f2;--ok:#55cc9f;--bad:#ff9a7a;--mid:#f0b94a;
--c0:#56b4e9;--c1:#ff9e57;--c2:#3ccb9a;--c3:#e79bc3;--c4:#d9c64a;--c5:#b3a7ff;--c6:#86d0dd;--c7:#b5b5b5}}
*{box-sizing:border-box}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:0}
main{max-width:80rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:.5rem 0;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--edge)}
h3{font-size:1rem;margin:1.5rem 0 .3rem}p{margin:.3rem 0}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.88rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--edge)}
th{background:var(--shade);font-weight:600}th.n,td.n{text-align:right}
td.n{font-variant-numeric:tabular-nums;white-space:nowrap}
code{font:.85em ui-monospace,monospace;overflow-wrap:anywhere;background:var(--shade);padding:.05em .25em}
td.id,td.links{white-space:nowrap}td.command{min-width:18rem}td.folder{min-width:5.5rem}nav{margin:.8rem 0}
.ok,.bad,.mid{font-weight:600}.ok,.mid{white-space:nowrap}.ok{color:var(--ok)}.bad{color:var(--bad)}.mid{color:var(--mid)}
p.mid{white-space:normal}.dim{color:var(--dim);font-size:.88rem}
figure{margin:.5rem 0}figure img{width:100%;height:auto;max-width:45rem;background:#fff;border-radius:4px}
nav a{margin-right:1rem;display:inline-block}a{color:var(--link)}details summary{cursor:pointer}
.front{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1rem;margin:1rem 0;padding:.7rem 1rem;background:var(--shade);border-radius:6px}
.front dt{white-space:nowrap;font-weight:600}.front dt.dim{font-size:1em}.front dd{margin:0}
.front dt span{display:inline-block;width:1.2em;text-align:center}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr));gap:.5rem 1.5rem}
.plots figcaption{font-size:.88rem;text-align:center}
svg.plot{display:block;width:100%;height:auto}svg text{fill:var(--ink)}svg.plot text{font-size:12px}
.plot .rule{stroke:var(--edge)}.plot .tick{stroke:var(--dim);fill:none}.plot .curve{fill:none;stroke-width:1.8}
.plot .whisker{fill:none;stroke-width:1;stroke-opacity:.7}.plot .mark{stroke-width:1.5}
.keys{font-size:.88rem}.key{display:inline-block;margin-right:1.2rem}
.key svg{display:inline-block;width:28px;height:12px;vertical-align:-1px;margin-right:.4em}
@media(max-width:40rem){main{padding:.6rem}th,td{padding:.25rem .35rem}h1{font-size:1.25rem}
.front{grid-template-columns:1fr;gap:.1rem;padding:.6rem}.front dd{margin:0 0 .5rem 1.5em}}
)css";

data data_of(const ordered_json& j) {
  if (j.is_object()) {
    data out{data::type::object};
    for (const auto& [key, value] : j.items()) out.set(key, data_of(value));
    return out;
  }
  if (j.is_array()) {
    data out{data::type::list};
    for (const ordered_json& value : j) out.push_back(data_of(value));
    return out;
  }
  if (j.is_boolean()) return data(j.get<bool>());
  if (j.is_string()) return data(j.get<std::string>());
  return data(j.is_null() ? std::string() : j.dump());
}

/// Colours of curves: a stroke, and a mark that is filled for the first four.
std::string curve_style() {
  std::string out;
  for (unsigned i = 0; i < kMostCurves; ++i) {
    out += fmt::format(".c{0}{{stroke:var(--c{0});fill:{1}}}", i,
                       i < kMostCurves / 2 ? fmt::format("var(--c{})", i) : "var(--paper)");
    if (i >= kMostCurves / 2) out += fmt::format(".c{} .curve{{stroke-dasharray:6 3}}", i);
  }
  return out + "\n";
}

}  // namespace

std::string percent_encoded(const std::string& text, const char* plain) {
  std::string out;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    const bool kept = std::isalnum(u) != 0 || (c != '\0' && std::strchr(plain, c) != nullptr);
    out += kept ? std::string(1, c) : fmt::format("%{:02X}", u);
  }
  return out;
}

std::string address_of(const std::string& file) { return "./" + percent_encoded(file, "-._~/"); }

std::string filled(const char* page_template, const ordered_json& values) {
  kainjow::mustache::mustache made(page_template);
  made.set_custom_escape([](const std::string& text) { return markup_text(text); });
  std::string out = made.render(data_of(values));
  if (!made.is_valid()) throw std::logic_error("page: " + made.error_message());
  return out;
}

std::string page_head(const std::string& title) {
  return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
         // Nothing is loaded and nothing runs, whatever a text has found its way through.
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
         "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>" +
         markup_text(title) + "</title>\n<style>" + kStyle + curve_style() +
         "</style></head>\n<body><main>\n<h1>" + markup_text(title) + "</h1>\n";
}

}  // namespace selvage::campaign
