// SPDX-License-Identifier: Apache-2.0
#include "fabric_bench.hpp"

#include "forked.hpp"
#include "met.hpp"

namespace selvage::tb {

namespace {

using fabric::RunResult;
using nlohmann::json;

void add_packets(json& j, const RunResult& r) {
  j["outcome"] = to_string(r.outcome);
  j["detail"] = r.detail;
  j["wait_cycle"] = r.wait_cycle;
  j["cycles"] = r.cycles;
  j["offered"] = r.packets.offered;
  j["accepted"] = r.packets.accepted;
  j["refused"] = r.packets.refused;
  j["delivered"] = r.packets.delivered;
  for (std::size_t i = 0; i < fabric::kDropReasons; ++i) {
    j["dropped"][std::string(to_string(static_cast<fabric::DropReason>(i)))] = r.packets.dropped[i];
  }
  j["in_flight"] = r.packets.in_flight;
  if (r.drop_classes) {
    j["no_route"] = {{"undeliverable", (*r.drop_classes)[0]},
                     {"stranded", (*r.drop_classes)[1]},
                     {"transient", (*r.drop_classes)[2]}};
  }
}

void add_load(json& j, const RunResult& r) {
  j["offered_load"] = r.offered_load;
  j["accepted_load"] = r.accepted_load;
  j["accepted_halves"] = r.accepted_halves;
  j["latency"] = {{"count", r.latency.count},
                  {"mean", r.latency.mean},
                  {"p50", r.latency.p50},
                  {"p99", r.latency.p99},
                  {"max", r.latency.max}};
  j["links"] = {{"links", r.links.links},
                {"used", r.links.used},
                {"mean", r.links.mean},
                {"worst", r.links.worst},
                {"worst_name", r.links.worst_name}};
  j["packet_hops"] = r.packet_hops;
  j["decisions"] = r.decisions;
  for (const fabric::FlowShare& f : r.flows) {
    j["flows"].push_back({{"from", f.from},
                          {"to", f.to},
                          {"offered", f.offered},
                          {"accepted", f.accepted},
                          {"p99", f.latency.p99}});
  }
}

void add_application(json& j, const RunResult& r) {
  if (!r.application) return;
  const fabric::ApplicationReport& a = *r.application;
  j["application"] = {{"messages", a.messages}, {"packets", a.packets}, {"delivered", a.delivered},
                      {"lost", a.lost},         {"unsent", a.unsent},   {"complete", nullptr}};
  if (a.complete) j["application"]["complete"] = *a.complete;
  if (a.first_lost) {
    j["application"]["first_lost"] = {{"from", a.first_lost->from},
                                      {"to", a.first_lost->to},
                                      {"at", a.first_lost->at},
                                      {"reason", a.first_lost->reason},
                                      {"met", a.first_lost->met}};
  }
}

void add_links(json& j, const RunResult& r) {
  if (r.receivers) {
    j["receivers"] = {{"xoff", r.receivers->xoff},
                      {"xon", r.receivers->xon},
                      {"stalled", r.receivers->stalled},
                      {"fullest", r.receivers->fullest}};
  }
  if (r.errors) {
    j["link_errors"] = {{"packets", r.errors->packets},
                        {"messages", r.errors->messages},
                        {"resent", r.errors->resent}};
  }
  for (const fabric::FlapEvent& f : r.flaps) {
    j["flaps"].push_back({{"name", f.name},
                          {"at", f.at},
                          {"cycles", f.cycles},
                          {"happened", f.happened},
                          {"lost", f.packets_lost},
                          {"messages_lost", f.messages_lost}});
  }
}

void add_faults(json& j, const RunResult& r) {
  j["faulty_nodes"] = r.faulty_nodes;
  j["messages"] = r.messages;
  j["overflows"] = r.lft_overflows;
  j["failed_nodes"] = json::array();
  for (const fabric::NodeEvent& n : r.failed_nodes) {
    j["failed_nodes"].push_back(
        {{"name", n.name}, {"failed", n.failed}, {"back", n.back}, {"lost", n.packets_lost}});
  }
  j["faults"] = json::array();
  for (const fabric::FaultEvent& f : r.faults) {
    j["faults"].push_back({{"name", f.name},
                           {"failed", f.failed},
                           {"detected", {f.detected[0], f.detected[1]}},
                           {"last_change", f.last_change},
                           {"hops", f.hops},
                           {"messages", f.messages},
                           {"switches", f.switches.size()},
                           {"changes", f.changes},
                           {"lost", f.packets_lost},
                           {"node", f.node}});
    if (!f.repair) continue;
    j["faults"].back()["repair"] = {{"at", f.repair->at},
                                    {"repaired", f.repair->repaired},
                                    {"detected", {f.repair->detected[0], f.repair->detected[1]}},
                                    {"last_change", f.repair->last_change},
                                    {"hops", f.repair->hops},
                                    {"messages", f.repair->messages},
                                    {"switches", f.repair->switches.size()},
                                    {"changes", f.repair->changes},
                                    {"first_packet", f.repair->first_packet}};
  }
}

void add_audit(json& j, const RunResult& r) {
  j["audited"] = r.audited;
  j["audit"] = {{"checked", r.audit.checked},
                {"dead_ends", r.audit.dead_ends},
                {"excluded", r.audit.excluded},
                {"unreachable_pairs", r.audit.unreachable_pairs},
                {"applicable", r.audit.applicable}};
  for (const NamedCount& c : r.counters) j["counters"][c.name] = c.value;
  j["settled"] = r.settled;
}

void add_board(json& j, const Scoreboard& board) {
  for (const auto& [name, count] : met_in(board.coverage())) j["met"][name] = count;
  j["compared"] = board.compared();
  for (const BlockCount& b : board.blocks()) j["compared_by_block"][b.kind] = b.compared;
  if (board.first()) {
    const Mismatch& m = *board.first();
    j["mismatch"] = {{"cycle", m.cycle},       {"switch", m.switch_name},
                     {"block", m.block},       {"requirement", m.requirement},
                     {"expected", m.expected}, {"actual", m.actual},
                     {"recent", m.recent},     {"port", m.port},
                     {"what", m.what},         {"buffers", m.buffers}};
    if (m.packet) j["mismatch"]["packet"] = *m.packet;
    if (m.model.out) j["mismatch"]["model_out"] = *m.model.out;
    if (m.rtl.out) j["mismatch"]["rtl_out"] = *m.rtl.out;
  }
}

std::string text_of(const Scenario& scenario, const MakeSystem& make,
                    const fabric::RunOptions& options) {
  const std::unique_ptr<System> system = make();
  Scoreboard board;
  Scenario checked = scenario;
  checked.link.checker = true;  // LINK-1..12, in every run of a test
  const RunResult r = fabric::run(checked, *system, board, options);
  json j;
  add_packets(j, r);
  add_load(j, r);
  const std::string key(config::switch_plug(scenario.sw.kind()).result_key);
  if (!key.empty()) j[key] = json(r.path.block);
  add_application(j, r);
  add_links(j, r);
  add_faults(j, r);
  add_audit(j, r);
  add_board(j, board);
  return j.dump();
}

}  // namespace

MakeSystem fat_tree(unsigned m, unsigned n, const Engines& engine,
                    const std::vector<std::string>& bugs, const std::string& rule,
                    unsigned lft_entries, unsigned link_latency) {
  return [=] {
    const json topology = {
        {"kind", "fattree"}, {"m", m}, {"n", n}, {"rule", rule}, {"lft_entries", lft_entries}};
    return find_plug("fattree")->make(topology, {engine, bugs, link_latency});
  };
}

json simulate(const Scenario& scenario, const MakeSystem& make, const fabric::RunOptions& options,
              unsigned seconds) {
  const ChildReport report = forked([&] { return text_of(scenario, make, options); }, seconds);
  if (!report.finished) return {{"failure", report.text}};
  return json::parse(report.text);
}

}  // namespace selvage::tb
