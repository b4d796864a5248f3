// SPDX-License-Identifier: Apache-2.0
#include "cli/result/application.hpp"

#include <fmt/format.h>

#include "config/text/diagnostics.hpp"
#include "kernel/words.hpp"

namespace selvage::cli {
namespace {

using kernel::grouped;
using kernel::plural;
using nlohmann::ordered_json;

ordered_json lost_json(const std::optional<fabric::LostMessage>& lost) {
  if (!lost) return nullptr;
  return {{"message", lost->number}, {"name", lost->name}, {"from", lost->from},
          {"to", lost->to},          {"at", lost->at},     {"reason", lost->reason},
          {"fault", lost->met}};
}

std::string lost_text(const fabric::LostMessage& lost) {
  const std::string name =
      lost.name.empty() ? grouped(lost.number) : "'" + config::printable(lost.name) + "'";
  return fmt::format("message {} from {} to {} was lost in cycle {} ({}{})", name, lost.from,
                     lost.to, grouped(lost.at), lost.reason,
                     lost.met.empty() ? "" : ", " + lost.met);
}

}  // namespace

ordered_json application_json(const fabric::ApplicationReport& a) {
  return {{"kind", a.kind},
          {"messages", a.messages},
          {"bytes", a.bytes},
          {"packets", a.packets},
          {"delivered", a.delivered},
          {"lost", a.lost},
          {"unsent", a.unsent},
          {"complete", a.complete ? ordered_json(*a.complete) : ordered_json(nullptr)},
          {"first_lost", lost_json(a.first_lost)}};
}

std::string application_row(const fabric::ApplicationReport& a) {
  return fmt::format(
      "{}: {} in {}, {} delivered, {} lost, {} not sent; {}", a.kind, plural(a.messages, "message"),
      plural(a.packets, "packet"), grouped(a.delivered), grouped(a.lost), grouped(a.unsent),
      a.complete ? fmt::format("complete at cycle {}", grouped(*a.complete)) : "not complete");
}

std::string application_clause(const fabric::ApplicationReport& a) {
  if (a.complete)
    return fmt::format("the application is complete at cycle {}", grouped(*a.complete));
  if (!a.first_lost) return "the application is not complete";
  return fmt::format("the application is not complete: {}, {} not sent", lost_text(*a.first_lost),
                     plural(a.unsent, "message"));
}

void add_application_schema(nlohmann::json& schema) {
  schema["properties"]["application"] = nlohmann::json::parse(R"json({
    "description": "The messages of traffic pattern application; absent under other patterns.",
    "type": "object", "additionalProperties": false,
    "required": ["kind", "messages", "bytes", "packets", "delivered", "lost", "unsent", "complete", "first_lost"],
    "properties": {
      "kind": {"type": "string"},
      "messages": {"type": "integer", "minimum": 1},
      "bytes": {"description": "Of all messages.", "type": "integer", "minimum": 1},
      "packets": {"description": "That they are cut into.", "type": "integer", "minimum": 1},
      "delivered": {"description": "Messages that arrived whole.", "type": "integer", "minimum": 0},
      "lost": {"description": "Messages of which a packet was lost.", "type": "integer", "minimum": 0},
      "unsent": {"description": "Messages, not lost, of which no packet was offered.", "type": "integer", "minimum": 0},
      "complete": {"description": "Cycle in which the last message arrived; null: not all did.", "type": ["integer", "null"], "minimum": 0},
      "first_lost": {
        "description": "null: none.",
        "type": ["object", "null"], "additionalProperties": false,
        "required": ["message", "name", "from", "to", "at", "reason", "fault"],
        "properties": {
          "message": {"description": "Its number, from 0 on.", "type": "integer", "minimum": 0},
          "name": {"description": "Its id in the file; empty: it has none.", "type": "string"},
          "from": {"type": "string"},
          "to": {"type": "string"},
          "at": {"type": "integer", "minimum": 0},
          "reason": {"description": "That of its packet, as in `packets`.", "type": "string"},
          "fault": {"description": "The link or switch that it met, or empty.", "type": "string"}
        }
      }
    }
  })json");
}

}  // namespace selvage::cli
