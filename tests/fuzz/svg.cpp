// SPDX-License-Identifier: Apache-2.0
// SCR-FUZZ: Pictures that a report takes in. A page has to hold the file whole, as an image and
// nowhere else, whatever its bytes are.
#include "fuzz.hpp"

#include "campaign/figures/page.hpp"

namespace {

using selvage::fuzz::require;

/// What the address of an image stands for.
std::string decoded(const std::string& address) {
  std::string out;
  for (std::size_t i = 0; i < address.size(); ++i) {
    if (address[i] == '%') {
      out += static_cast<char>(std::stoul(address.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      out += address[i];
    }
  }
  return out;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string svg = selvage::fuzz::text_of(data, size);
  if (!selvage::campaign::svg_complaint(svg).empty()) return 0;
  selvage::campaign::PageInput in;
  in.figures.push_back({{"name", "f"},
                        {"title", ""},
                        {"source", ""},
                        {"setup", ""},
                        {"claims", nlohmann::ordered_json::array()}});
  const std::string without = selvage::campaign::page(in);
  in.figures.front()["_svg"] = svg;
  std::string page = selvage::campaign::page(in);
  const std::string begin = "<img alt=\"Figure f: \" src=\"data:image/svg+xml,";
  const std::size_t from = page.find(begin);
  require(from != std::string::npos, "no image");
  const std::size_t end = page.find('"', from + begin.size());
  require(page.compare(end, 2, "\">") == 0, "the image is not closed");
  require(decoded(page.substr(from + begin.size(), end - from - begin.size())) == svg,
          "the image holds something else");
  require(page.erase(from, end + 2 - from) == without, "something is outside of the image");
  return 0;
}
