// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "config/explain.hpp"
#include "config/text/read_json.hpp"
#include "config/validate.hpp"
#include "report/view/events.hpp"

namespace selvage::report {
namespace {

using nlohmann::json;

/// Reads line by line, and knows what there is by then.
class Reader {
 public:
  Reader() {
    for (auto& [type, schema] : event_forms()) {
      forms_.emplace(type, Form{schema, config::Validator(schema)});
    }
  }

  /// Empty, or what is wrong with it.
  std::string take(const std::string& line) {
    std::string why;
    const auto value = config::read_json(line, why);
    if (!value) return why;
    if (!value->is_object()) return "not an object";
    const json type = value->value("type", json());
    const auto form = type.is_string() ? forms_.find(type.get<std::string>()) : forms_.end();
    if (form == forms_.end()) return "its type is none of an event's";
    const json format = value->value("schema", json(kEventsId));
    if (type == "run" && format.is_string() && format != kEventsId) {
      return fmt::format("it is of format {}, and {} is what is read here: repeat the run",
                         json_string(format.get<std::string>()), kEventsId);
    }
    const Form& f = form->second;
    const auto complaints = config::complaints(f.schema, *value, f.issues(*value));
    if (!complaints.empty()) return complaints.front();
    return file_.run.empty() ? first(form->first, *value, line) : next(form->first, *value, line);
  }

  std::optional<EventFile> file(std::string& why) {
    if (file_.run.empty()) {
      why = "no line in it";
      return std::nullopt;
    }
    std::stable_sort(file_.events.begin(), file_.events.end(),
                     [](const EventLine& a, const EventLine& b) { return a.at < b.at; });
    return std::move(file_);
  }

 private:
  struct Form {
    json schema;
    config::Validator issues;
  };

  std::string first(const std::string& type, const json&, const std::string& line) {
    if (type != "run") return "the first line is not of type run";
    file_.run = line;
    return "";
  }

  std::string next(const std::string& type, const json& value, const std::string& line) {
    if (type == "run") return "a second line of type run";
    const std::string why = strangers(value);
    if (!why.empty()) return why;
    if (type == "switch" || type == "link" || causes_.count(type) > 0) {
      return listed(type, value, line);
    }
    file_.events.push_back({value["t"].get<Cycle>(), weight_of(type, value), line});
    return "";
  }

  std::string listed(const std::string& type, const json& value, const std::string& line) {
    if (!file_.events.empty()) return "it stands behind the first event";
    if (type == "switch") {
      if (value["sw"] != ports_.size()) return "sw: switches are numbered in order from 0";
      ports_.push_back(value["ports"].get<unsigned>());
    } else if (type == "link") {
      links_.push_back(value["link"].get<std::uint64_t>());
    } else {
      std::uint64_t& causes = causes_.at(type);
      if (value[type] != causes) return type + ": they are numbered in order from 0";
      ++causes;
    }
    file_.head.push_back(line);
    return "";
  }

  static Weight weight_of(const std::string& type, const json& value) {
    if (type == "message") return value["changed"] ? Weight::kNews : Weight::kRepeated;
    if (type == "loss") return Weight::kLoss;
    return type == "change" || type == "reroute" ? Weight::kChange : Weight::kFault;
  }

  [[nodiscard]] bool has(const json& sw, const json& port) const {
    const auto s = sw.get<std::uint64_t>();
    return s < ports_.size() && port.get<std::uint64_t>() < ports_[s];
  }

  [[nodiscard]] bool held_is_known(const json& sw, const json& held) const {
    const auto known = [&](const json& port) { return !sw.is_null() && has(sw, port); };
    const auto all = [&](const json& ports) {
      return std::all_of(ports.begin(), ports.end(), known);
    };
    return (held["out"].is_null() || known(held["out"])) && all(held["ways"]) && all(held["dead"]);
  }

  /// Empty, or which switch, port, link or fault of a line there is not.
  [[nodiscard]] std::string strangers(const json& value) const {
    const std::string type = value["type"];
    if (type == "switch") return "";
    for (const char* key : {"a", "b", "from", "to"}) {
      if (value.contains(key) && !has(value[key][0], value[key][1])) {
        return fmt::format("{}: there is no such port", key);
      }
    }
    if (value.contains("channels")) {
      for (const json& c : value["channels"]) {
        const json& e = c["ends"];
        if (!e.is_null() && (!has(e[0], e[1]) || !has(e[2], e[3]))) {
          return "channels: there is no such port";
        }
      }
    }
    if (value.contains("sw") && !value["sw"].is_null()) {
      const bool port = value.contains("port") && !value["port"].is_null();
      if (!has(value["sw"], port ? value["port"] : json(0U))) return "sw: there is no such port";
    }
    for (const char* side : {"model", "rtl"}) {
      if (value.contains(side) && !held_is_known(value["sw"], value[side])) {
        return std::string(side) + ": there is no such port";
      }
    }
    if (value.contains("link") && type != "link" &&
        !std::binary_search(links_.begin(), links_.end(), value["link"].get<std::uint64_t>())) {
      return "link: it is not listed";
    }
    for (const auto& [cause, listed] : causes_) {
      if (type == cause || !value.contains(cause) || !value[cause].is_number()) continue;
      if (value[cause] >= listed) return cause + ": it is not listed";
    }
    return "";
  }

  std::map<std::string, Form> forms_;
  EventFile file_;
  std::vector<unsigned> ports_;       ///< by switch
  std::vector<std::uint64_t> links_;  ///< ascending
  /// What packets are lost by: how many of each are listed.
  std::map<std::string, std::uint64_t> causes_{{"fault", 0}, {"flap", 0}, {"node", 0}};
};

}  // namespace

std::optional<EventFile> read_events(const std::string& text, std::string& why) {
  Reader reader;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    ++number;
    if (const std::string wrong = reader.take(text.substr(at, end - at)); !wrong.empty()) {
      why = fmt::format("line {}: {}", number, wrong);
      return std::nullopt;
    }
    at = end + 1;
  }
  return reader.file(why);
}

}  // namespace selvage::report
