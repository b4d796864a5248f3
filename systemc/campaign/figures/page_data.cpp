// SPDX-License-Identifier: Apache-2.0
#include "campaign/figures/page.hpp"
#include "campaign/figures/xml.hpp"

namespace selvage::campaign {

namespace {

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

std::map<std::string, std::string> junit_cases(const std::string& xml, std::string& why) {
  pugi::xml_document document;
  if (!load_xml(xml, document, why)) return {};
  CaseWalker walker;
  document.traverse(walker);
  if (walker.cases.empty()) why = "no test cases in it";
  return walker.cases;
}

}  // namespace selvage::campaign
