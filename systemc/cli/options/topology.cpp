// SPDX-License-Identifier: Apache-2.0
#include "cli/options/topology.hpp"

#include <CLI/CLI.hpp>

namespace selvage::cli {

void add_faults(CLI::App& command, std::vector<std::string>& faults,
                std::vector<std::string>& nodes) {
  command
      .add_option("--fault", faults,
                  "A dead link, e.g. 0/21/3 or 1.0.2/x+, or a switch as --node; repeatable")
      ->type_name("LINK")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--node", nodes, "A faulty switch, e.g. 1.1.1; repeatable")
      ->type_name("SWITCH")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_topology(CLI::App& command, Options& options) {
  TopologyCommand& t = options.topology;
  command.add_option("TOPOLOGY", t.topology, "e.g. fattree:4,3 or mesh:4, or a JSON object");
  command
      .add_option("--import", t.import,
                  "A network as ibnetdiscover prints it; links that it lacks are dead")
      ->type_name("FILE");
  command
      .add_option("--format", t.format,
                  "dot (default), graphml, ibnetdiscover, or, of --import, scenario (its default)")
      ->check(CLI::IsMember({"dot", "graphml", "ibnetdiscover", "scenario"}))
      ->type_name("FORMAT");
  add_faults(command, t.faults, t.nodes);
  command.add_option("--out", t.out, "Where to (default: stdout)")->type_name("FILE");
}

}  // namespace selvage::cli
