// SPDX-License-Identifier: Apache-2.0
#include "fabric.hpp"

#include <utility>

#include "fabric/flow/twin/options.hpp"

namespace selvage::test {

flow::Params whole_params(const Story& story) {
  Story s = story;
  s.id_bits = golden::kSmallFlowSizes.flow_id_w;  // of all builds
  flow::Params p = params_of(s, golden::kSmallFlowSizes.pos_w);
  p.link_latency = 8;
  p.pool_units = flow::pool_headroom(p) + flow::kMostUnits;
  return p;
}

Fabric::Fabric(Lab& lab, std::uint32_t bugs)
    : lab_(lab), watch_(lab.net, lab.params, lab.wiring, {kLeaf, kRoot}) {
  for (const auto& [sw, hosts] : {std::pair{kLeaf, 0xfU}, std::pair{kRoot, 0U}})
    switches_.push_back(std::make_unique<fabric::SwitchBeside>(
        watch_, sw,
        cosim::flow_switch_build(hosts)->make(
            fabric::switch_options(lab.net, lab.params, lab.wiring, sw, bugs))));
  lab.maker = [this](SwitchIdx sw, PortIdx p, const flow::BlocksConfig& config) {
    return watch_.around({sw, p}, flow::golden_blocks(config));  // a link that is initialised
  };
  lab.held_back = [this](std::uint32_t slot) {
    const flow::Packet& packet = lab_.packets[slot];
    watch_.leaves_host(packet.source, packet);
    return false;
  };
}

void Fabric::cycle() {
  const auto& since = lab_.knows_since;
  for (const auto& s : switches_)
    if (!since.empty() && lab_.now <= since[s->self()]) watch_.learns(s->self());
  watch_.begin(lab_.now);
  if (lab_.net.next_activity(lab_.now) == lab_.now) {
    lab_.net.cycle(lab_.now);
    lab_.last = lab_.now;
  }
  watch_.end();
  for (auto& s : switches_) {
    s->keep();
    if (s->behind() > fabric::SwitchBeside::kBehind) s->clock();
  }
  ++lab_.now;
}

void Fabric::message(SwitchPort port) {
  watch_.message(port);
  lab_.net[port.sw].message_leaves(port.port, lab_.now - 1);
}

void Fabric::routes_changed(SwitchIdx sw) {
  watch_.routes_changed(sw);
  lab_.net[sw].routes_changed(lab_.now);
}

const fabric::SwitchBeside* Fabric::differing() const {
  for (const auto& s : switches_)
    if (s->difference()) return s.get();
  return nullptr;
}

std::string Fabric::difference() const {
  const fabric::SwitchBeside* s = differing();
  return s == nullptr ? std::string() : s->difference()->text();
}

std::string Fabric::recent() const {
  const fabric::SwitchBeside* s = differing();
  std::string all;
  if (s == nullptr) return all;
  for (const std::string& line :
       s->recent(40, [](PortIdx p) { return "port " + std::to_string(p); }))
    all += line + "\n";
  return all;
}

fabric::Seen Fabric::seen() const {
  fabric::Seen all;
  for (const auto& s : switches_) all += s->seen();
  return all;
}

std::string WholeRun::run(unsigned cycles) {
  for (unsigned i = 0; i < cycles && fabric.difference().empty(); ++i) {
    script.before();
    fabric.cycle();
    script.behind();
  }
  return fabric.difference();
}

}  // namespace selvage::test
