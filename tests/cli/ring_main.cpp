// SPDX-License-Identifier: Apache-2.0
/// The command line with one more system, as somebody would write it who has a topology of his own.
#include "cli/main.hpp"
#include "ring_system.hpp"

int main(int argc, char** argv) {
  selvage::SystemPlug ring;
  ring.kind = "ring";
  ring.summary = "switches in a ring, one way round";
  ring.schema = R"({
    "type": "object", "additionalProperties": false, "required": ["kind", "size"],
    "properties": {"kind": {"const": "ring"},
                   "size": {"type": "integer", "minimum": 3, "maximum": 64,
                            "description": "switches in the ring"}}})";
  ring.make = [](const nlohmann::json& topology, const selvage::SystemSetup&) {
    return std::make_unique<selvage::tb::RingSystem>(topology.at("size").get<std::uint32_t>());
  };
  return selvage::main(argc, argv, {ring});
}
