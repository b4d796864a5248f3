// SPDX-License-Identifier: Apache-2.0
#include "report/view/events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "golden/drawing.hpp"
#include "report/view/lines.hpp"

namespace selvage::report {

std::string EventFile::text() const {
  std::string out = run + "\n";
  for (const std::string& line : head) out += line + "\n";
  for (const EventLine& line : events) out += line.text + "\n";
  return out;
}

namespace {

/// Collects the lines of one run.
class Writer {
 public:
  explicit Writer(const EventsInput& input)
      : input_(input),
        result_(input.run.result),
        topology_(input.run.system.topology()),
        links_(topology_) {}

  EventFile file() {
    const std::size_t faults = std::min(result_.faults.size(), result_.stories.size());
    nodes();  // whose links die of it
    for (const SwitchPort& end : result_.always_dead) dead_.insert(number(end));
    for (std::size_t i = 0; i < faults; ++i) {
      link(i);
      declarations(i);
      messages(i);
      changes(i);
      losses(result_.stories[i].losses, "fault", i);
    }
    flaps();
    losses(result_.other_losses.of_nothing.losses);
    mismatch();
    deadlock();
    add(result_.cycles, Weight::kFault, "end",
        fmt::format(R"("status":{})", json_string(input_.status)));
    std::stable_sort(file_.events.begin(), file_.events.end(),
                     [](const EventLine& a, const EventLine& b) { return a.at < b.at; });
    file_.run = run_line();
    heads(faults);
    return std::move(file_);
  }

 private:
  void add(Cycle at, Weight weight, const char* type, const std::string& rest) {
    file_.events.push_back(
        {at, weight, fmt::format(R"({{"type":"{}","t":{},{}}})", type, at, rest)});
  }

  /// Switches and links stand before what speaks of them.
  void heads(std::size_t faults) {
    std::vector<std::string> causes;
    causes.swap(file_.head);
    const std::set<std::string> dead(result_.faulty_nodes.begin(), result_.faulty_nodes.end());
    for (SwitchIdx sw = 0; sw < topology_.switch_count(); ++sw) {
      const bool from_the_start = dead.count(topology_.switch_name(sw)) > 0;
      file_.head.push_back(switch_line(topology_, sw, from_the_start));
    }
    const bool all = lists_all_links();
    for (std::size_t l = 0; l < links_.size(); ++l) {
      if (!all && concerned_.count(static_cast<std::uint32_t>(l)) == 0) continue;
      const bool for_good = dead_.count(static_cast<std::uint32_t>(l)) > 0;
      file_.head.push_back(link_line(topology_, links_, l, result_.link_loads, for_good));
    }
    for (std::size_t i = 0; i < faults; ++i) {
      file_.head.push_back(fault_line(result_, links_, i));
    }
    for (std::string& line : causes) file_.head.push_back(std::move(line));
  }

  [[nodiscard]] bool lists_all_links() const { return links_.size() <= kMostListedLinks; }

  std::uint32_t number(SwitchPort end) {
    const std::uint32_t link = links_.at(end);
    concerned_.insert(link);
    return link;
  }

  void link(std::size_t i) {
    const fabric::FaultEvent& f = result_.faults[i];
    const std::uint32_t link = number(f.link);
    if (!f.happened) return;
    add(f.failed, Weight::kFault, "death",
        fmt::format(R"("fault":{},"link":{},"preset":{})", i, link, f.preset));
    if (f.repair && f.repair->repaired != kNever) {
      add(f.repair->repaired, Weight::kFault, "repair",
          fmt::format(R"("fault":{},"link":{})", i, link));
    }
  }

  void declarations(std::size_t i) {
    for (const fabric::Declaration& d : result_.stories[i].declarations) {
      add(d.at, Weight::kFault, "detection",
          fmt::format(R"("fault":{},"sw":{},"port":{},"up":{})", i, d.where.sw, d.where.port,
                      d.up));
    }
  }

  void messages(std::size_t i) {
    for (const fabric::MessageHop& m : result_.stories[i].messages) {
      const MessageText text = input_.run.system.describe(m.content);
      number(m.from);
      add(m.departs, m.changed ? Weight::kNews : Weight::kRepeated, "message",
          fmt::format(
              R"("fault":{},"from":[{},{}],"to":[{},{}],"arrives":{},"kind":{},"text":{},"hops":{},"repair":{},"changed":{})",
              i, m.from.sw, m.from.port, m.to.sw, m.to.port, cycle_text(m.arrived),
              json_string(text.kind), json_string(text.text), m.hops, m.repair, m.changed));
    }
  }

  /// The lines of a state as an array of pairs.
  static std::string state_text(const std::string& state) {
    std::string out;
    for (std::size_t at = 0; at < state.size();) {
      const std::size_t end = state.find('\n', at), tab = state.find('\t', at);
      out +=
          fmt::format("{}[{},{}]", out.empty() ? "" : ",", json_string(state.substr(at, tab - at)),
                      json_string(state.substr(tab + 1, end - tab - 1)));
      at = end + 1;
    }
    return "[" + out + "]";
  }

  void changes(std::size_t i) {
    for (const fabric::StateChange& c : result_.stories[i].changes) {
      add(c.at, Weight::kChange, "change",
          fmt::format(R"("fault":{},"sw":{},"hops":{},"repair":{},"state":{})", i, c.sw, c.hops,
                      c.repair, c.state.empty() ? "null" : state_text(c.state)));
    }
    for (const fabric::Reroute& r : result_.stories[i].reroutes) {
      add(r.at, Weight::kChange, "reroute",
          fmt::format(
              R"("fault":{},"sw":{},"packet":{},"source":{},"destination":{},"port":{},"instead_of":{},"repair":{})",
              i, r.sw, r.packet, json_string(topology_.host_name(r.source)),
              json_string(topology_.host_name(r.destination)), r.port,
              r.instead_of ? std::to_string(*r.instead_of) : "null", r.repair));
    }
  }

  /// `cause`: "fault", "node" or "flap", and which of them; or nothing.
  void losses(const std::vector<fabric::PacketLoss>& list, std::string_view cause = "",
              std::size_t which = 0) {
    const auto of = [&](std::string_view name) {
      return cause == name ? std::to_string(which) : std::string("null");
    };
    for (const fabric::PacketLoss& l : list) {
      if (topology_.peer(l.where.sw, l.where.port).kind == PortEnd::Kind::kSwitch) {
        number(l.where);
      }
      add(l.at, Weight::kLoss, "loss",
          fmt::format(
              R"("fault":{},"node":{},"flap":{},"sw":{},"port":{},"packet":{},"source":{},"destination":{},"why":{})",
              of("fault"), of("node"), of("flap"), l.where.sw, l.where.port, l.packet,
              json_string(topology_.host_name(l.source)),
              json_string(topology_.host_name(l.destination)), json_string(to_string(l.reason))));
    }
  }

  void nodes() {
    for (std::size_t i = 0; i < result_.failed_nodes.size(); ++i) {
      const fabric::NodeEvent& n = result_.failed_nodes[i];
      file_.head.push_back(node_line(result_, i));
      if (!n.happened) continue;
      add(n.failed, Weight::kFault, "node_death", fmt::format(R"("node":{},"sw":{})", i, n.sw));
      if (n.back != kNever) {
        add(n.back, Weight::kFault, "node_back", fmt::format(R"("node":{},"sw":{})", i, n.sw));
      }
      losses(losses_of(result_.other_losses.of_nodes, i).losses, "node", i);
    }
  }

  void flaps() {
    for (std::size_t i = 0; i < result_.flaps.size(); ++i) {
      const fabric::FlapEvent& f = result_.flaps[i];
      const std::uint32_t link = number(f.link);
      file_.head.push_back(flap_line(result_, links_, i));
      if (!f.happened) continue;
      add(f.at, Weight::kFault, "outage",
          fmt::format(R"("flap":{},"link":{},"cycles":{})", i, link, f.cycles));
      if (const Cycle over = f.at + f.cycles; over <= result_.cycles) {
        add(over, Weight::kFault, "outage_over", fmt::format(R"("flap":{},"link":{})", i, link));
      }
      losses(losses_of(result_.other_losses.of_flaps, i).losses, "flap", i);
    }
  }

  /// What one side holds of switch `sw`; ports that there are not are left out, as RTL may name
  /// any.
  [[nodiscard]] std::string held_text(const Held& held, std::optional<SwitchIdx> sw) const {
    const unsigned ports = sw ? topology_.port_count(*sw) : 0;
    const auto list = [ports](PortMask mask) {
      std::string text;
      for (unsigned p = 0; p < ports; ++p) {
        if ((mask >> p & 1U) != 0) text += (text.empty() ? "" : ",") + std::to_string(p);
      }
      return text;
    };
    std::string rows;
    for (const auto& [name, value] : held.rows) {
      rows +=
          fmt::format("{}[{},{}]", rows.empty() ? "" : ",", json_string(name), json_string(value));
    }
    return fmt::format(R"({{"out":{},"ways":[{}],"dead":[{}],"state":{}}})",
                       held.out && *held.out < ports ? std::to_string(*held.out) : "null",
                       list(held.ways), list(held.dead), rows.empty() ? "null" : "[" + rows + "]");
  }

  void mismatch() {
    const auto& m = input_.scoreboard.first();
    if (!m) return;
    SwitchIdx sw = 0;
    while (sw < topology_.switch_count() && topology_.switch_name(sw) != m->switch_name) ++sw;
    const bool known = sw < topology_.switch_count();
    const auto at = known ? std::optional(sw) : std::nullopt;
    std::string port = "null";
    for (unsigned p = 0; known && p < topology_.port_count(sw); ++p) {
      if (topology_.port_name(sw, static_cast<PortIdx>(p)) == m->port) port = std::to_string(p);
    }
    std::string recent;
    for (const std::string& r : m->recent) recent += (recent.empty() ? "" : ",") + json_string(r);
    add(m->cycle, Weight::kFault, "mismatch",
        fmt::format(
            R"("sw":{},"switch":{},"port":{},"packet":{},"block":{},"requirement":{},"what":{},"expected":{},"actual":{},"recent":[{}],"model":{},"rtl":{})",
            known ? std::to_string(sw) : "null", json_string(m->switch_name), port,
            m->packet ? std::to_string(*m->packet) : "null", json_string(m->block),
            json_string(m->requirement), json_string(m->what), json_string(m->expected),
            json_string(m->actual), recent, held_text(m->model, at), held_text(m->rtl, at)));
  }

  /// The ends of the link of a waiting channel, "A P -> B Q vc0", or null.
  std::string ends_of(const std::string& channel) {
    for (SwitchIdx sw = 0; sw < topology_.switch_count(); ++sw) {
      if (channel.find(topology_.switch_name(sw)) != 0) continue;
      for (unsigned p = 0; p < topology_.port_count(sw); ++p) {
        const auto port = static_cast<PortIdx>(p);
        const PortEnd far = topology_.peer(sw, port);
        if (far.kind != PortEnd::Kind::kSwitch) continue;
        const std::string start =
            fmt::format("{} {} -> {} {} ", topology_.switch_name(sw), topology_.port_name(sw, port),
                        topology_.switch_name(far.index), topology_.port_name(far.index, far.port));
        if (channel.rfind(start, 0) != 0) continue;
        number({sw, port});
        return fmt::format("[{},{},{},{}]", sw, p, far.index, far.port);
      }
    }
    return "null";
  }

  void deadlock() {
    if (result_.outcome != fabric::Outcome::kDeadlocked) return;
    std::string channels;
    for (const std::string& c : result_.wait_cycle) {
      channels += fmt::format(R"({}{{"name":{},"ends":{}}})", channels.empty() ? "" : ",",
                              json_string(c), ends_of(c));
    }
    add(*result_.idle_since, Weight::kFault, "deadlock",
        fmt::format(R"("channels":[{}])", channels));
  }

  [[nodiscard]] std::string run_line() const {
    const Scenario& s = input_.run.scenario;
    const auto* drawn = dynamic_cast<const Drawn*>(&topology_);
    const fabric::PacketCounts& p = result_.packets;
    return fmt::format(
        R"({{"type":"run","schema":"{}","name":{},"engine":{},"seed":{},"clock_ns":{},"cycles":{},"link_latency":{},)"
        R"("status":{},"exit_code":{},"detail":{},"reproduce":{},"packets":{{"offered":{},"accepted":{},"delivered":{},"dropped":{},"in_flight":{}}},)"
        R"("messages":{},"topology":{{"kind":{},"label":{},"arrangement":"{}","group_word":{},"switches":{},"hosts":{},"links":{}}},)"
        R"("links_listed":{},"hop_bound":{},"cut":{}}})",
        kEventsId, json_string(s.name), json_string(to_string(s.engine)), s.seed, s.clock_ns,
        result_.cycles, s.link.latency, json_string(input_.status), input_.exit_code,
        json_string(result_.detail), json_string(input_.reproduce), p.offered, p.accepted,
        p.delivered, p.dropped_total(), p.in_flight, result_.messages,
        json_string(topology_.kind()), json_string(topology_.label()),
        drawn == nullptr ? "levels" : drawn->arrangement(),
        json_string(drawn == nullptr ? "group" : drawn->group_word()), topology_.switch_count(),
        topology_.host_count(), links_.size(),
        lists_all_links() ? links_.size() : concerned_.size(),
        result_.hop_bound ? std::to_string(result_.hop_bound->hops) : "null",
        result_.other_losses.of_nothing.cut);
  }

  const EventsInput& input_;
  const fabric::RunResult& result_;
  const Topology& topology_;
  LinkNumbers links_;
  std::set<std::uint32_t> concerned_;  ///< links with which something happens
  std::set<std::uint32_t> dead_;       ///< links that are dead from the start, for good
  EventFile file_;
};

}  // namespace

EventFile events_of(const EventsInput& input) { return Writer(input).file(); }

}  // namespace selvage::report
