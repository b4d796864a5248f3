// SPDX-License-Identifier: Apache-2.0
/// \file
/// XML that others may have written or damaged.
#pragma once

#include <pugixml.hpp>
#include <string>

namespace selvage::campaign {

/// Parses `text`. False and `why`, with the line, if it is not well formed or declares entities.
[[nodiscard]] bool load_xml(const std::string& text, pugi::xml_document& document,
                            std::string& why);

}  // namespace selvage::campaign
