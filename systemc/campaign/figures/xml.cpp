// SPDX-License-Identifier: Apache-2.0
#include "campaign/figures/xml.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace selvage::campaign {

bool load_xml(const std::string& text, pugi::xml_document& document, std::string& why) {
  const auto result =
      document.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_doctype);
  if (!result) {
    const auto end = text.begin() + std::min<std::ptrdiff_t>(
                                        result.offset, static_cast<std::ptrdiff_t>(text.size()));
    why = fmt::format("line {}: not XML: {}", 1 + std::count(text.begin(), end, '\n'),
                      result.description());
    return false;
  }
  unsigned elements = 0;
  for (const pugi::xml_node& node : document.children()) {
    elements += node.type() == pugi::node_element ? 1 : 0;
    if (node.type() == pugi::node_doctype &&
        std::string(node.value()).find('[') != std::string::npos) {
      why = "it declares entities";
      return false;
    }
  }
  if (elements != 1) why = "not XML: there is not one element that holds all others";
  return elements == 1;
}

}  // namespace selvage::campaign
