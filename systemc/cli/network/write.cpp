// SPDX-License-Identifier: Apache-2.0
#include "cli/network/write.hpp"

#include <fmt/format.h>

#include <functional>
#include <iterator>
#include <map>

#include "config/text/output.hpp"

namespace selvage::cli {
namespace {

/// A link, seen from a switch.
struct Wire {
  SwitchPort from;
  PortEnd to;
  bool dead = false;
};

/// `text` in one line, without what is no character of one.
std::string line_of(const std::string& text) {
  std::string out;
  for (const char c : text) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  return out;
}
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : line_of(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

/// Both ends of each dead link.
DeadLinks both_ends(const Topology& topology, const DeadLinks& dead) {
  DeadLinks ends = dead;
  for (const auto& [sw, port] : dead) {
    const PortEnd far = topology.peer(sw, port);
    ends.emplace(far.index, far.port);
  }
  return ends;
}

/// Calls `use` for what is at each port that leads somewhere, of links between switches `once` or
/// from both sides.
void each_wire(const Topology& topology, const DeadLinks& dead, bool once,
               const std::function<void(const Wire&)>& use) {
  const DeadLinks ends = both_ends(topology, dead);
  for (SwitchIdx sw = 0; sw < topology.switch_count(); ++sw) {
    for (unsigned p = 0; p < topology.port_count(sw); ++p) {
      const auto port = static_cast<PortIdx>(p);
      const PortEnd far = topology.peer(sw, port);
      if (far.kind == PortEnd::Kind::kNone) continue;
      const bool second = far.kind == PortEnd::Kind::kSwitch &&
                          std::make_pair(far.index, far.port) < std::make_pair(sw, port);
      if (once && second) continue;
      use({{sw, port}, far, ends.count({sw, port}) > 0});
    }
  }
}

std::string node_id(const PortEnd& end) {
  return fmt::format("{}{}", end.kind == PortEnd::Kind::kHost ? 'h' : 's', end.index);
}

void add_ranks(std::string& out, const Topology& topology) {
  std::map<unsigned, std::string> levels;
  for (SwitchIdx s = 0; s < topology.switch_count(); ++s) {
    levels[topology.level(s)] += fmt::format(" s{};", s);
  }
  if (levels.size() < 2) return;
  for (const auto& [level, switches] : levels)
    out += fmt::format("  {{ rank=same;{} }}\n", switches);
}

std::uint64_t guid_of(const PortEnd& end) {
  // Locally administered, so that no card of anybody has it.
  const std::uint64_t kind = end.kind == PortEnd::Kind::kHost ? 0x0300 : 0x0200;
  return kind << 48U | (end.index + 1U);
}

std::string name_of(const Topology& topology, const PortEnd& end) {
  return end.kind == PortEnd::Kind::kHost ? topology.host_name(end.index)
                                          : topology.switch_name(end.index);
}

std::string ib_id(const PortEnd& end) {
  return fmt::format("\"{}-{:016x}\"", end.kind == PortEnd::Kind::kHost ? 'H' : 'S', guid_of(end));
}

/// "lid N" of a node: switches first.
std::uint64_t lid_of(const Topology& topology, const PortEnd& end) {
  const bool host = end.kind == PortEnd::Kind::kHost;
  return (host ? std::uint64_t{topology.switch_count()} : 0) + end.index + 1;
}

void add_ib_switch(std::string& out, const Topology& topology, SwitchIdx sw) {
  const PortEnd self{PortEnd::Kind::kSwitch, sw, 0};
  fmt::format_to(std::back_inserter(out),
                 "\nvendid=0x0\ndevid=0x0\nsysimgguid=0x{0:x}\nswitchguid=0x{0:x}({0:x})\n"
                 "Switch\t{1} {2}\t\t# {3} enhanced port 0 lid {4} lmc 0\n",
                 guid_of(self), topology.port_count(sw), ib_id(self),
                 quoted(topology.switch_name(sw)), lid_of(topology, self));
}

void add_ib_host(std::string& out, const Topology& topology, HostIdx host) {
  const PortEnd self{PortEnd::Kind::kHost, host, 0};
  const SwitchPort at = topology.attachment(host);
  const PortEnd sw{PortEnd::Kind::kSwitch, at.sw, at.port};
  fmt::format_to(std::back_inserter(out),
                 "\nvendid=0x0\ndevid=0x0\nsysimgguid=0x{0:x}\ncaguid=0x{0:x}\n"
                 "Ca\t1 {1}\t\t# {2}\n[1]({0:x})\t{3}[{4}]\t\t# lid {5} lmc 0 {6} lid {7} 4xQDR\n",
                 guid_of(self), ib_id(self), quoted(topology.host_name(host)), ib_id(sw),
                 at.port + 1, lid_of(topology, self), quoted(topology.switch_name(at.sw)),
                 lid_of(topology, sw));
}

}  // namespace

std::string dot_text(const Topology& topology, const DeadLinks& dead) {
  std::string out = fmt::format("graph {} {{\n  graph [rankdir=BT];\n  node [shape=box];\n",
                                quoted(topology.label()));
  for (SwitchIdx s = 0; s < topology.switch_count(); ++s) {
    out += fmt::format("  s{} [label={}, level={}];\n", s, quoted(topology.switch_name(s)),
                       topology.level(s));
  }
  for (HostIdx h = 0; h < topology.host_count(); ++h) {
    out += fmt::format("  h{} [label={}, shape=ellipse];\n", h, quoted(topology.host_name(h)));
  }
  each_wire(topology, dead, true, [&](const Wire& wire) {
    const bool host = wire.to.kind == PortEnd::Kind::kHost;
    // Hosts below switches: the edge begins at them.
    const std::string from = host ? node_id(wire.to) : fmt::format("s{}", wire.from.sw);
    const std::string to = host ? fmt::format("s{}", wire.from.sw) : node_id(wire.to);
    const unsigned tail = host ? wire.to.port : wire.from.port;
    const unsigned head = host ? wire.from.port : wire.to.port;
    out += fmt::format("  {} -- {} [taillabel={}, headlabel={}, tooltip={}{}];\n", from, to, tail,
                       head, quoted(topology.link_name(wire.from)),
                       wire.dead ? ", color=red, style=dashed, dead=true" : "");
  });
  add_ranks(out, topology);
  return out + "}\n";
}

std::string graphml_text(const Topology& topology, const DeadLinks& dead) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
  const auto key = [&out](const char* id, const char* of, const char* type) {
    out += fmt::format("  <key id=\"{0}\" for=\"{1}\" attr.name=\"{0}\" attr.type=\"{2}\"/>\n", id,
                       of, type);
  };
  key("kind", "node", "string");
  key("name", "node", "string");
  key("level", "node", "int");
  key("link", "edge", "string");
  key("source_port", "edge", "int");
  key("target_port", "edge", "int");
  key("dead", "edge", "boolean");
  out += fmt::format("  <graph id=\"{}\" edgedefault=\"undirected\">\n",
                     config::markup_text(topology.label()));
  const auto data = [](const char* name, const std::string& value) {
    return fmt::format("<data key=\"{}\">{}</data>", name, value);
  };
  for (SwitchIdx s = 0; s < topology.switch_count(); ++s) {
    out += fmt::format("    <node id=\"s{}\">{}{}{}</node>\n", s, data("kind", "switch"),
                       data("name", config::markup_text(topology.switch_name(s))),
                       data("level", std::to_string(topology.level(s))));
  }
  for (HostIdx h = 0; h < topology.host_count(); ++h) {
    out += fmt::format("    <node id=\"h{}\">{}{}</node>\n", h, data("kind", "host"),
                       data("name", config::markup_text(topology.host_name(h))));
  }
  each_wire(topology, dead, true, [&](const Wire& wire) {
    out += fmt::format("    <edge source=\"s{}\" target=\"{}\">{}{}{}{}</edge>\n", wire.from.sw,
                       node_id(wire.to),
                       data("link", config::markup_text(topology.link_name(wire.from))),
                       data("source_port", std::to_string(wire.from.port)),
                       data("target_port", std::to_string(wire.to.port)),
                       data("dead", wire.dead ? "true" : "false"));
  });
  return out + "  </graph>\n</graphml>\n";
}

std::string ibnetdiscover_text(const Topology& topology, const DeadLinks& dead) {
  std::string out =
      fmt::format("#\n# Topology file: {}, by selvage topology\n#\n", line_of(topology.label()));
  SwitchIdx begun = 0;
  each_wire(topology, dead, false, [&](const Wire& wire) {
    while (begun <= wire.from.sw) add_ib_switch(out, topology, begun++);
    if (wire.dead) return;
    const bool host = wire.to.kind == PortEnd::Kind::kHost;
    out += fmt::format("[{}]\t{}[{}]{}\t\t# {} lid {} 4xQDR\n", wire.from.port + 1, ib_id(wire.to),
                       wire.to.port + 1, host ? fmt::format("({:x})", guid_of(wire.to)) : "",
                       quoted(name_of(topology, wire.to)), lid_of(topology, wire.to));
  });
  while (begun < topology.switch_count()) add_ib_switch(out, topology, begun++);
  for (HostIdx h = 0; h < topology.host_count(); ++h) add_ib_host(out, topology, h);
  return out;
}

}  // namespace selvage::cli
