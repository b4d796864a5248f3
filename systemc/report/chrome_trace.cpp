// SPDX-License-Identifier: Apache-2.0
#include "report/chrome_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "report/view/events.hpp"

namespace selvage::report {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostLinks = 2'000;  ///< failures that are shown, the first ones
constexpr std::size_t kEventsOfLink = 18;  ///< deaths, detections and repairs at both ends, a fold
constexpr std::size_t kEventsOfMessage = 4;  ///< two slices, two ends of a flow
constexpr unsigned kControl = 0;             ///< thread of a switch's control plane

unsigned thread_of(PortIdx port) { return port + 1U; }

using Weights = std::map<Cycle, std::size_t>;

/// How many events of the trace a story's cycles take.
Weights weights_of(const fabric::FaultStory& story) {
  Weights at;
  for (const auto& m : story.messages) at[m.departs] += kEventsOfMessage;
  for (const auto& c : story.changes) ++at[c.at];
  for (const auto& l : story.losses) ++at[l.at];
  for (const auto& r : story.reroutes) ++at[r.at];
  return at;
}

std::size_t sum_of(const Weights& weights) {
  std::size_t sum = 0;
  for (const auto& [cycle, weight] : weights) sum += weight;
  return sum;
}

/// What each story may take at most, so that together they take no more than `room`: the small ones
/// are whole, the others share alike what is left.
std::size_t share_of(std::vector<std::size_t> sums, std::size_t room) {
  std::sort(sums.begin(), sums.end());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const std::size_t share = room / (sums.size() - i);
    if (sums[i] > share) return share;
    room -= sums[i];
  }
  return std::numeric_limits<std::size_t>::max();
}

class Trace {
 public:
  explicit Trace(const TimelineInput& input)
      : input_(input),
        topology_(input.system.topology()),
        shown_(std::min({input.result.faults.size(), input.result.stories.size(), kMostLinks})),
        fold_from_(shown_, kNever) {}

  std::string text() {
    find_folds();
    for (std::size_t i = 0; i < shown_; ++i) {
      link(i);
      messages(i);
      rest(i);
      fold(i);
    }
    std::stable_sort(events_.begin(), events_.end(),
                     [](const Event& a, const Event& b) { return a.at < b.at; });
    std::string out =
        "{\"displayTimeUnit\":\"ns\",\"otherData\":" + about().dump() + ",\n\"traceEvents\":[\n";
    std::string separator;
    const auto put = [&](const std::string& event) {
      out += separator + event;
      separator = ",\n";
    };
    for (const auto& [sw, thread] : threads_) {
      if (thread == kControl) name_process(sw, put);
      const std::string name = thread == kControl ? "control" : fmt::format("port {}", thread - 1);
      put(meta("thread_name", sw, thread, "\"name\":" + json_string(name)));
    }
    for (const Event& e : events_) put(e.text);
    return out + "\n]}\n";
  }

 private:
  struct Event {
    Cycle at;
    std::string text;
  };

  /// From which cycle on each story is folded, so that the file stays within kMostTraceEvents.
  void find_folds() {
    std::vector<std::size_t> sums;
    for (std::size_t i = 0; i < shown_; ++i) {
      sums.push_back(sum_of(weights_of(input_.result.stories[i])));
    }
    const std::size_t share = share_of(sums, kMostTraceEvents - shown_ * kEventsOfLink);
    for (std::size_t i = 0; i < shown_; ++i) {
      if (sums[i] <= share) continue;
      std::size_t taken = 0;
      for (const auto& [cycle, weight] : weights_of(input_.result.stories[i])) {
        taken += weight;
        if (taken <= share) continue;
        fold_from_[i] = cycle;
        break;
      }
    }
  }

  template <class List, class At>
  std::size_t folded(std::size_t i, const List& list, At at) const {
    return static_cast<std::size_t>(std::count_if(
        list.begin(), list.end(), [&](const auto& e) { return at(e) >= fold_from_[i]; }));
  }

  /// One span in place of all that has no room.
  void fold(std::size_t i) {
    if (fold_from_[i] == kNever) return;
    const auto& s = input_.result.stories[i];
    const auto& f = input_.result.faults[i];
    const auto at = [](const auto& e) { return e.at; };
    const std::string name =
        fmt::format("{}: {} messages, {} changes, {} losses, {} reroutes folded", f.name,
                    folded(i, s.messages, [](const auto& m) { return m.departs; }),
                    folded(i, s.changes, at), folded(i, s.losses, at), folded(i, s.reroutes, at));
    const std::string id = fmt::format(R"("id":"fold{}")", i + 1);
    add(fold_from_[i], "b", "folded", name, f.link.sw, kControl, id);
    add(weights_of(s).rbegin()->first + 1, "e", "folded", name, f.link.sw, kControl, id);
  }

  /// Microseconds as text.
  std::string us(Cycle cycles) const {
    return fmt::format("{}", static_cast<double>(cycles) * input_.scenario.clock_ns / 1000);
  }

  static std::string meta(const char* name, SwitchIdx sw, unsigned thread,
                          const std::string& args) {
    return fmt::format(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{{}}}}})", name, sw + 1,
                       thread, args);
  }

  template <class Put>
  void name_process(SwitchIdx sw, const Put& put) const {
    const unsigned level = topology_.level(sw);
    put(meta("process_name", sw, kControl, "\"name\":" + json_string(topology_.switch_name(sw))));
    put(meta("process_labels", sw, kControl, fmt::format(R"("labels":"level {}")", level)));
    put(meta("process_sort_index", sw, kControl,
             fmt::format("\"sort_index\":{}", (1000 - level) * 100000 + sw)));
  }

  ordered_json about() const {
    ordered_json cut = ordered_json::array();
    ordered_json links = ordered_json::array();
    ordered_json folds = ordered_json::array();
    for (std::size_t i = 0; i < shown_; ++i) {
      const auto& s = input_.result.stories[i];
      links.push_back(input_.result.faults[i].name);
      cut.push_back(
          {{"messages", s.messages_cut}, {"losses", s.losses_cut}, {"changes", s.changes_cut}});
      folds.push_back(fold_from_[i] == kNever ? ordered_json(nullptr)
                                              : ordered_json(fold_from_[i]));
    }
    return {{"scenario", input_.scenario.name},
            {"seed", input_.scenario.seed},
            {"topology", topology_.label()},
            {"clock_ns", input_.scenario.clock_ns},
            {"links", links},
            {"not_recorded", cut},
            {"most_events", kMostTraceEvents},
            {"folded_from", folds},
            {"links_left_out", input_.result.stories.size() - shown_}};
  }

  void add(Cycle at, const char* phase, const char* category, const std::string& name, SwitchIdx sw,
           unsigned thread, const std::string& more) {
    threads_.emplace(sw, kControl);
    threads_.emplace(sw, thread);
    events_.push_back(
        {at, fmt::format(R"({{"ph":"{}","cat":"{}","name":{},"ts":{},"pid":{},"tid":{},{}}})",
                         phase, category, json_string(name), us(at), sw + 1, thread, more)});
  }

  void instant(Cycle at, const char* category, const std::string& name, SwitchIdx sw,
               unsigned thread, const std::string& args = {}) {
    add(at, "i", category, name, sw, thread,
        fmt::format(R"("s":"t","args":{{{}"cycle":{}}})", args, at));
  }

  void link(std::size_t i) {
    const auto& f = input_.result.faults[i];
    if (!f.happened) return;
    const PortEnd far = topology_.peer(f.link.sw, f.link.port);
    const SwitchPort ends[2] = {f.link, {far.index, far.port}};
    for (unsigned e = 0; e < 2; ++e) {
      const unsigned thread = thread_of(ends[e].port);
      instant(f.failed, "fault", f.name + " dies", ends[e].sw, thread);
      unnoticed(f.failed, f.detected[e], "dead", f.name, ends[e],
                fmt::format("fault{}.{}", i + 1, e));
      if (!f.repair || f.repair->repaired == kNever) continue;
      instant(f.repair->repaired, "fault", f.name + " is back", ends[e].sw, thread);
      unnoticed(f.repair->repaired, f.repair->detected[e], "up again", f.name, ends[e],
                fmt::format("repair{}.{}", i + 1, e));
    }
  }

  /// A span until an end notices, or the run is over, and the instant in which it does.
  void unnoticed(Cycle from, Cycle at, const std::string& what, const std::string& link,
                 const SwitchPort& end, const std::string& name) {
    const unsigned thread = thread_of(end.port);
    const std::string id = fmt::format(R"("id":"{}")", name);
    const bool noticed = at != kNever;
    add(from, "b", "unnoticed", what + ", not noticed", end.sw, thread, id);
    add(noticed ? at : input_.result.cycles, "e", "unnoticed", what + ", not noticed", end.sw,
        thread, id);
    if (!noticed) return;
    instant(at, "fault", "notices that " + link + " is " + what, end.sw, thread);
  }

  std::string fault(std::size_t i) const {
    return "\"fault\":" + json_string(input_.result.faults[i].name);
  }

  void messages(std::size_t i) {
    std::size_t number = 0;
    for (const auto& m : input_.result.stories[i].messages) {
      if (m.departs >= fold_from_[i]) continue;
      const MessageText text = input_.system.describe(m.content);
      const std::string id = fmt::format(R"("id":"{}.{}")", i + 1, ++number);
      const std::string args =
          fmt::format(R"({},"repair":{},"hop":{},"from":{},"to":{},"cycle":)", fault(i), m.repair,
                      m.hops, json_string(topology_.port_name(m.from.sw, m.from.port)),
                      json_string(topology_.port_name(m.to.sw, m.to.port)));
      const auto slice = [&](Cycle at, const std::string& more) {
        return fmt::format(R"("dur":{},"args":{{{}{}{}}})", us(1), args, at, more);
      };
      const bool arrived = m.arrived != kNever;
      const unsigned out = thread_of(m.from.port);
      add(m.departs, "X", "message", text.text + (arrived ? "" : " (lost)"), m.from.sw, out,
          slice(m.departs, ""));
      if (!arrived) continue;
      add(m.departs, "s", "message", text.kind, m.from.sw, out, id);
      add(m.arrived, "X", "message", text.text, m.to.sw, kControl,
          slice(m.arrived, fmt::format(R"(,"changed":{})", m.changed)));
      add(m.arrived, "f", "message", text.kind, m.to.sw, kControl, R"("bp":"e",)" + id);
    }
  }

  void rest(std::size_t i) {
    const auto& story = input_.result.stories[i];
    for (const auto& c : story.changes) {
      if (c.at >= fold_from_[i]) continue;
      instant(c.at, "state", "routing state changes", c.sw, kControl,
              fmt::format(R"({},"repair":{},"hop":{},)", fault(i), c.repair, c.hops));
    }
    for (const auto& l : story.losses) {
      if (l.at >= fold_from_[i]) continue;
      instant(l.at, "packet", fmt::format("packet {} lost", l.packet), l.where.sw,
              thread_of(l.where.port),
              fmt::format(R"({},"why":"{}",)", fault(i), to_string(l.reason)));
    }
    for (const auto& r : story.reroutes) {
      if (r.at >= fold_from_[i]) continue;
      instant(
          r.at, "packet", fmt::format("packet {} rerouted", r.packet), r.sw, thread_of(r.port),
          fmt::format(R"({},"repair":{},"source":{},"destination":{},"port":{},"instead_of":{},)",
                      fault(i), r.repair, json_string(topology_.host_name(r.source)),
                      json_string(topology_.host_name(r.destination)), r.port,
                      r.instead_of ? std::to_string(*r.instead_of) : "null"));
    }
  }

  const TimelineInput& input_;
  const Topology& topology_;
  std::size_t shown_;             ///< failures, from the first on
  std::vector<Cycle> fold_from_;  ///< of each of these; kNever: it is whole
  std::vector<Event> events_;
  std::set<std::pair<SwitchIdx, unsigned>> threads_;
};

}  // namespace

std::string chrome_trace(const TimelineInput& input) { return Trace(input).text(); }

}  // namespace selvage::report
