// SPDX-License-Identifier: Apache-2.0
#include "report/chrome_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace selvage::report {
namespace {

using nlohmann::ordered_json;

constexpr unsigned kControl = 0;  ///< thread of a switch's control plane

unsigned thread_of(PortIdx port) { return port + 1U; }

class Trace {
 public:
  explicit Trace(const TimelineInput& input) : input_(input), topology_(input.system.topology()) {}

  std::string text() {
    const auto& r = input_.result;
    for (std::size_t i = 0; i < std::min(r.faults.size(), r.stories.size()); ++i) {
      link(i);
      messages(i);
      rest(i);
    }
    std::stable_sort(events_.begin(), events_.end(),
                     [](const Event& a, const Event& b) { return a.at < b.at; });
    std::string out = "{\"displayTimeUnit\":\"ns\",\"otherData\":" + about().dump() +
                      ",\n\"traceEvents\":[\n";
    std::string separator;
    const auto put = [&](const ordered_json& event) {
      out += separator + event.dump();
      separator = ",\n";
    };
    for (const auto& [sw, thread] : threads_) {
      if (thread == kControl) name_process(sw, put);
      const std::string name =
          thread == kControl ? "control" : fmt::format("port {}", thread - 1);
      put({{"ph", "M"}, {"name", "thread_name"}, {"pid", sw + 1}, {"tid", thread},
           {"args", {{"name", name}}}});
    }
    for (const Event& e : events_) put(e.json);
    return out + "\n]}\n";
  }

 private:
  struct Event {
    Cycle at;
    ordered_json json;
  };

  double us(Cycle cycles) const {
    return static_cast<double>(cycles) * input_.scenario.clock_ns / 1000;
  }

  template <class Put>
  void name_process(SwitchIdx sw, const Put& put) const {
    const unsigned level = topology_.level(sw);
    put({{"ph", "M"}, {"name", "process_name"}, {"pid", sw + 1}, {"tid", kControl},
         {"args", {{"name", topology_.switch_name(sw)}}}});
    put({{"ph", "M"}, {"name", "process_labels"}, {"pid", sw + 1}, {"tid", kControl},
         {"args", {{"labels", fmt::format("level {}", level)}}}});
    put({{"ph", "M"}, {"name", "process_sort_index"}, {"pid", sw + 1}, {"tid", kControl},
         {"args", {{"sort_index", (1000 - level) * 100000 + sw}}}});
  }

  ordered_json about() const {
    ordered_json cut = ordered_json::array();
    ordered_json links = ordered_json::array();
    for (std::size_t i = 0; i < input_.result.stories.size(); ++i) {
      const auto& s = input_.result.stories[i];
      links.push_back(input_.result.faults[i].name);
      cut.push_back({{"messages", s.messages_cut}, {"losses", s.losses_cut},
                     {"changes", s.changes_cut}});
    }
    return {{"scenario", input_.scenario.name}, {"seed", input_.scenario.seed},
            {"topology", topology_.label()},    {"clock_ns", input_.scenario.clock_ns},
            {"links", links},                   {"not_recorded", cut}};
  }

  void add(Cycle at, const char* phase, const char* category, const std::string& name,
           SwitchIdx sw, unsigned thread, ordered_json more) {
    threads_.emplace(sw, kControl);
    threads_.emplace(sw, thread);
    ordered_json e{{"ph", phase}, {"cat", category}, {"name", name},
                   {"ts", us(at)}, {"pid", sw + 1},   {"tid", thread}};
    for (auto& [key, value] : more.items()) e[key] = std::move(value);
    events_.push_back({at, std::move(e)});
  }

  void instant(Cycle at, const char* category, const std::string& name, SwitchIdx sw,
               unsigned thread, ordered_json args) {
    args["cycle"] = at;
    add(at, "i", category, name, sw, thread, {{"s", "t"}, {"args", std::move(args)}});
  }

  void link(std::size_t i) {
    const auto& f = input_.result.faults[i];
    if (f.failed > input_.result.cycles) return;
    const PortEnd far = topology_.peer(f.link.sw, f.link.port);
    const SwitchPort ends[2] = {f.link, {far.index, far.port}};
    for (unsigned e = 0; e < 2; ++e) {
      const unsigned thread = thread_of(ends[e].port);
      instant(f.failed, "fault", f.name + " dies", ends[e].sw, thread, ordered_json::object());
      const std::string id = fmt::format("fault{}.{}", i + 1, e);
      const bool noticed = f.detected[e] != kNever;
      add(f.failed, "b", "unnoticed", "dead, not noticed", ends[e].sw, thread, {{"id", id}});
      add(noticed ? f.detected[e] : input_.result.cycles, "e", "unnoticed", "dead, not noticed",
          ends[e].sw, thread, {{"id", id}});
      if (noticed) {
        instant(f.detected[e], "fault", "notices that " + f.name + " is dead", ends[e].sw, thread,
                ordered_json::object());
      }
    }
  }

  void messages(std::size_t i) {
    std::size_t number = 0;
    for (const auto& m : input_.result.stories[i].messages) {
      const MessageText text = input_.system.describe(m.content);
      const std::string id = fmt::format("{}.{}", i + 1, ++number);
      const ordered_json args{{"fault", input_.result.faults[i].name},
                              {"hop", m.hops},
                              {"from", topology_.port_name(m.from.sw, m.from.port)},
                              {"to", topology_.port_name(m.to.sw, m.to.port)},
                              {"cycle", m.departs}};
      const bool arrived = m.handled != kNever;
      const unsigned out = thread_of(m.from.port);
      add(m.departs, "X", "message", text.text + (arrived ? "" : " (lost)"), m.from.sw, out,
          {{"dur", us(1)}, {"args", args}});
      if (!arrived) continue;
      add(m.departs, "s", "message", text.kind, m.from.sw, out, {{"id", id}});
      ordered_json handled = args;
      handled["cycle"] = m.handled;
      handled["changed"] = m.changed;
      add(m.handled, "X", "message", text.text, m.to.sw, kControl,
          {{"dur", us(1)}, {"args", handled}});
      add(m.handled, "f", "message", text.kind, m.to.sw, kControl, {{"bp", "e"}, {"id", id}});
    }
  }

  void rest(std::size_t i) {
    const auto& story = input_.result.stories[i];
    const std::string& name = input_.result.faults[i].name;
    for (const auto& c : story.changes) {
      instant(c.at, "state", "routing state changes", c.sw, kControl,
              {{"fault", name}, {"hop", c.hops}});
    }
    for (const auto& l : story.losses) {
      instant(l.at, "packet", fmt::format("packet {} lost", l.packet), l.where.sw,
              thread_of(l.where.port), {{"fault", name}, {"why", to_string(l.reason)}});
    }
    for (const auto& r : story.reroutes) {
      ordered_json args{{"fault", name},
                        {"source", topology_.host_name(r.source)},
                        {"destination", topology_.host_name(r.destination)},
                        {"port", r.port}};
      args["instead_of"] = r.instead_of ? ordered_json(*r.instead_of) : ordered_json(nullptr);
      instant(r.at, "packet", fmt::format("packet {} rerouted", r.packet), r.sw,
              thread_of(r.port), std::move(args));
    }
  }

  const TimelineInput& input_;
  const Topology& topology_;
  std::vector<Event> events_;
  std::set<std::pair<SwitchIdx, unsigned>> threads_;
};

}  // namespace

std::string chrome_trace(const TimelineInput& input) { return Trace(input).text(); }

}  // namespace selvage::report
