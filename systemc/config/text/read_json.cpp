// SPDX-License-Identifier: Apache-2.0
#include "config/text/read_json.hpp"

#include <fmt/format.h>

#include <set>
#include <stdexcept>
#include <vector>

#include "config/text/diagnostics.hpp"

namespace selvage::config {

template <typename Json>
std::optional<Json> read_json(const std::string& text, std::string& why) {
  if (const std::size_t bad = find_bad_utf8(text); bad != std::string::npos) {
    why = fmt::format("not JSON: byte {}: this is not UTF-8", bad + 1);
    return std::nullopt;
  }
  using Event = typename Json::parse_event_t;
  std::vector<std::set<std::string>> keys;
  const auto watch = [&](int depth, Event event, Json& parsed) {
    if ((event == Event::object_start || event == Event::array_start) && depth >= kMostNesting) {
      throw std::length_error(
          fmt::format("lists and maps nested deeper than {} levels", kMostNesting));
    }
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end) keys.pop_back();
    if (event == Event::key) {
      const auto key = parsed.template get<std::string>();
      if (!keys.back().insert(key).second) {
        throw std::length_error(fmt::format("the key '{}' stands twice", printable(key)));
      }
    }
    return true;
  };
  try {
    return Json::parse(text, watch);
  } catch (const std::length_error& e) {
    why = e.what();
  } catch (const typename Json::exception& e) {
    why = e.what();  // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
    if (const auto end = why.find("] "); end != std::string::npos) why.erase(0, end + 2);
    why = "not JSON: " + printable(why, 200);
  }
  return std::nullopt;
}

template std::optional<nlohmann::json> read_json(const std::string&, std::string&);
template std::optional<nlohmann::ordered_json> read_json(const std::string&, std::string&);

}  // namespace selvage::config
