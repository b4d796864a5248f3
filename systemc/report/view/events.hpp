// SPDX-License-Identifier: Apache-2.0
/// \file
/// What happened in a run, one JSON object a line (events.ndjson).
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cosim/lockstep/scoreboard.hpp"
#include "report/timeline.hpp"

namespace selvage::report {

/// The format: another number where a reader of the old one would go wrong.
inline constexpr const char* kEventsId = "selvage.events/2";
/// Of fabrics with more links only those are listed with which something happens.
inline constexpr std::size_t kMostListedLinks = 20'000;

/// How much a line tells: where there is no room for all, those of the last kinds are left out.
enum class Weight : std::uint8_t {
  kFault,    ///< links and switches die, are noticed, come back; how the run ends
  kChange,   ///< of routing state; first packets that go another way
  kLoss,     ///< packets
  kNews,     ///< messages that change what their receiver knows
  kRepeated  ///< other messages
};
inline constexpr std::size_t kWeights = 5;

struct EventLine {
  Cycle at = 0;
  Weight weight = Weight::kFault;
  std::string text;  ///< one JSON object
};

/// A file of events. Lines are JSON objects without a line break.
struct EventFile {
  std::string run;                ///< the first line: the run as a whole
  std::vector<std::string> head;  ///< what there is: switches, links, faults
  std::vector<EventLine> events;  ///< what happened, in order of time

  [[nodiscard]] std::string text() const;
};

struct EventsInput {
  TimelineInput run;
  const Scoreboard& scoreboard;
  std::string status;     ///< as in result.json
  int exit_code = 0;      ///< likewise
  std::string reproduce;  ///< the command that repeats the run
};

/// VIEW-EV-1, VIEW-EV-2: a pure function of what the run found. Below the first line the same bytes
/// under every engine of the control planes, as long as nothing differs.
[[nodiscard]] EventFile events_of(const EventsInput& input);

/// JSON Schemas of the lines by their `type`.
[[nodiscard]] std::map<std::string, nlohmann::json> event_forms();
/// JSON Schema (draft-07) of one line of any type.
[[nodiscard]] nlohmann::json events_schema();

/// Reads a file of events that others may have written; on failure empty, and `why` with the line.
[[nodiscard]] std::optional<EventFile> read_events(const std::string& text, std::string& why);

/// `text` as a JSON string.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace selvage::report
