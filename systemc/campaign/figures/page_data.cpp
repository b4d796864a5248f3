// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "campaign/figures/page.hpp"
#include "campaign/figures/xml.hpp"

namespace selvage::campaign {

namespace {

/// Text between two marks, each time they occur.
std::vector<std::string> between(const std::string& text, const std::string& open,
                                 const std::string& close) {
  std::vector<std::string> found;
  std::size_t at = 0;
  while ((at = text.find(open, at)) != std::string::npos) {
    at += open.size();
    const std::size_t end = text.find(close, at);
    if (end == std::string::npos) break;
    found.push_back(text.substr(at, end - at));
    at = end + close.size();
  }
  return found;
}

std::string trimmed(const std::string& text) {
  const std::size_t from = text.find_first_not_of(' ');
  return from == std::string::npos ? "" : text.substr(from, text.find_last_not_of(' ') - from + 1);
}

/// Every test case below `root`, however deep; without calling itself.
struct CaseWalker : pugi::xml_tree_walker {
  std::map<std::string, std::string> cases;
  bool for_each(pugi::xml_node& node) override {
    if (std::string(node.name()) != "testcase") return true;
    std::string name = node.attribute("name").value();
    // CTest names are "EXECUTABLE:CASE".
    if (const auto colon = name.find(':'); colon != std::string::npos) name.erase(0, colon + 1);
    std::string& status = cases[trimmed(name)];
    if (status != "fail") status = node.attribute("status").value();
    return true;
  }
};

}  // namespace

std::vector<PlanRow> verification_plan(const std::string& markdown) {
  std::vector<PlanRow> rows;
  std::istringstream in(markdown);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("# ", 0) == 0) inside = false;  // the next page
    if (line.rfind("## ", 0) == 0) inside = line == "## Requirement to test";
    if (!inside || line.rfind("| ", 0) != 0 || line.rfind("| requirement", 0) == 0) continue;
    const std::size_t bar = line.find(" | ", 2);
    if (bar == std::string::npos) continue;
    PlanRow row{trimmed(line.substr(2, bar - 2)), {}, {}};
    const std::string shown = line.substr(bar);
    row.cases = between(shown, "\"", "\"");
    row.files = between(shown, "`", "`");
    rows.push_back(std::move(row));
  }
  return rows;
}

std::map<std::string, std::string> junit_cases(const std::string& xml, std::string& why) {
  pugi::xml_document document;
  if (!load_xml(xml, document, why)) return {};
  CaseWalker walker;
  document.traverse(walker);
  if (walker.cases.empty()) why = "no test cases in it";
  return walker.cases;
}

}  // namespace selvage::campaign
