// SPDX-License-Identifier: Apache-2.0
#include "cosim/mesh/system.hpp"

#include <algorithm>
#include <stdexcept>

#include "certify/mesh_channels.hpp"
#include "cosim/foreign/pins.hpp"
#include "cosim/mesh/audit.hpp"
#include "cosim/mesh/bugs.hpp"
#include "cosim/mesh/drops.hpp"
#include "cosim/mesh/foreign.hpp"
#include "cosim/mesh/router_block.hpp"
#include "cosim/mesh/rtl.hpp"
#include "golden/number.hpp"

namespace selvage::cosim {

namespace {

constexpr std::string_view kSchema = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "3-D mesh with planar adaptive routing around faults",
  "type": "object",
  "additionalProperties": false,
  "required": ["kind", "k"],
  "properties": {
    "kind": {"const": "mesh"},
    "k": {
      "type": "integer", "minimum": 2, "maximum": 16,
      "description": "nodes in each dimension"
    },
    "depth": {
      "type": "integer", "minimum": 1, "maximum": 16,
      "description": "nodes in dimension z: k, or 1 for a mesh of two dimensions; default k"
    },
    "algorithm": {
      "enum": ["ipar", "ipar-literal", "par", "dor"], "default": "ipar",
      "description": "iPAR, ordered; as printed (can deadlock); PAR with planar blocks; dimension order"
    },
    "reserve": {
      "type": "boolean", "default": true,
      "description": "ipar and par: keep ways round faults in reserve"
    },
    "proxy": {
      "type": "boolean", "default": false,
      "description": "ipar and par: a packet for an unsafe node goes for a safe neighbour of it first"
    }
  }
})json";

constexpr std::uint32_t kMostRtl = 512;  ///< nodes with blocks of their own
/// Nodes that run RTL: all, or a choice that follows no line of the mesh.
std::vector<bool> nodes_with_rtl(std::uint32_t count) {
  std::vector<bool> has(count, count <= kMostRtl);
  if (count <= kMostRtl) return has;
  std::vector<std::pair<std::uint32_t, SwitchIdx>> order;
  for (SwitchIdx n = 0; n < count; ++n) order.emplace_back((n + 1) * 2654435761U, n);
  std::sort(order.begin(), order.end());
  for (std::uint32_t i = 0; i < kMostRtl; ++i) has[order[i].second] = true;
  return has;
}

struct RelationHolder {
  std::unique_ptr<golden::MeshRelation> relation;
};
/// The certifier's view of a relation, and the relation.
class OwnedMeshChannels final : private RelationHolder, public certify::MeshChannels {
 public:
  explicit OwnedMeshChannels(std::unique_ptr<golden::MeshRelation> r)
      : RelationHolder{std::move(r)}, MeshChannels(*relation) {}
};

unsigned vcs_of(MeshAlgorithm a) {
  return a == MeshAlgorithm::kDor ? 1 : a == MeshAlgorithm::kPar ? 3 : 2;
}

class MeshSystem final : public System {
 public:
  MeshSystem(unsigned k, unsigned depth, const MeshConfig& config)
      : mesh_(k, depth, vcs_of(config.rule.algorithm)),
        overview_(mesh_, config.rule),
        config_(config),
        has_rtl_(nodes_with_rtl(mesh_.switch_count())) {
    config_.mesh = &mesh_;
    config_.overview = &overview_;
    const MeshAlgorithm a = config_.rule.algorithm;
    if (a != MeshAlgorithm::kIpar && a != MeshAlgorithm::kPar) return;
    config_.cover = std::make_shared<golden::MeshCover>(
        golden::MeshCover::Shape{depth == 1, config_.rule.reserve, config_.rule.proxy});
  }
  [[nodiscard]] const Topology& topology() const override { return mesh_; }
  [[nodiscard]] std::unique_ptr<SwitchControl> make_control(SwitchIdx sw,
                                                            Scoreboard& scoreboard) override {
    const auto with_foreign = [&](auto own) -> std::unique_ptr<SwitchControl> {
      // Of what is compared, where anything is.
      if (config_.all_golden() || has_rtl_[sw]) own->sample(scoreboard.coverage());
      auto block = config_.foreign.make ? config_.foreign.make(sw) : nullptr;
      if (!block) return own;
      const std::string& kind = config_.foreign.block;
      ForeignAgent agent(std::move(block), scoreboard, kind, mesh_.switch_name(sw));
      if (kind == "mcc_label") {
        own->use(std::make_unique<ForeignLabel>(std::move(agent)));
        return own;
      }
      const MeshNode& node = own->node();
      return with_foreign_route(config_, std::move(own), node, std::move(agent));
    };
    if (config_.all_golden() || !has_rtl_[sw]) {
      return with_foreign(std::make_unique<GoldenMeshControl>(config_, sw));
    }
    return with_foreign(std::make_unique<RtlMeshControl>(config_, sw, scoreboard));
  }
  [[nodiscard]] std::optional<std::map<std::string, std::int64_t>> foreign_sizes(
      const std::string& block) const override {
    if (config_.rule.algorithm != MeshAlgorithm::kIpar) return System::foreign_sizes(block);
    if (block == "mcc_label") return std::map<std::string, std::int64_t>{};
    if (block == "planar_route") return {{{"CW", pins::bits_for(mesh_.k())}}};
    return System::foreign_sizes(block);
  }
  void use(const ForeignDesign& foreign) override { config_.foreign = foreign; }
  [[nodiscard]] std::vector<cover::ModelPtr> cover_models() const override {
    if (!config_.cover) return {};
    return {config_.cover->model()};
  }
  [[nodiscard]] std::unique_ptr<RouterBlock> make_router(const RouterBlockOptions& options,
                                                         std::string& why) const override {
    why = config_.rule.proxy ? "topology.proxy: a proxy is chosen where a header asks, not by the "
                               "host, whose head flit would have to carry it"
          : mesh_.switch_count() > kMostRtl
              ? "topology.k: at most " + std::to_string(kMostRtl) + " nodes have a whole router"
              : why_no_router(options);
    if (!why.empty()) return nullptr;
    RouterOptions all{options};
    all.mesh = &mesh_;
    all.reserve = config_.rule.reserve;
    all.bugs = router_straps(config_);
    return router_build(options.separable).make(all);
  }
  [[nodiscard]] AuditReport audit(const std::vector<SwitchPort>& dead,
                                  const ControlOf& control_of) const override {
    return audit_mesh(config_, dead, control_of);
  }
  [[nodiscard]] bool tolerable(const std::vector<SwitchPort>& dead) const override {
    return unreachable_pairs(*relation_of(dead)) == 0;
  }
  [[nodiscard]] bool audit_must_hold() const override { return true; }
  [[nodiscard]] MessageText describe(const ControlMessage& message) const override {
    return {"STATUS", label_text(message),
            "the six statuses of a node, its line bits and their epoch, when one has changed"};
  }
  [[nodiscard]] std::string rtl_build() const override {
    if (config_.whole) return "mesh_router CW=" + std::to_string(kPlanarCoordBits);
    if (config_.all_golden()) return {};
    const std::uint32_t nodes = mesh_.switch_count();
    return "mcc_label, label_epoch, planar_route CW=" + std::to_string(kPlanarCoordBits) +
           (nodes <= kMostRtl
                ? ""
                : " at " + std::to_string(kMostRtl) + " of " + std::to_string(nodes) + " nodes");
  }
  [[nodiscard]] std::unique_ptr<DropJudge> drop_judge() const override {
    return std::make_unique<MeshDropJudge>(config_);
  }
  [[nodiscard]] std::unique_ptr<certify::Relation> relation(
      const std::vector<SwitchPort>& dead) const override {
    return std::make_unique<OwnedMeshChannels>(relation_of(dead));
  }

 private:
  [[nodiscard]] std::unique_ptr<golden::MeshRelation> relation_of(
      const std::vector<SwitchPort>& dead) const {
    golden::MeshFaults faults(mesh_);
    for (const SwitchPort& link : dead) faults.fail_link(link);
    return make_mesh_relation(config_.rule, faults);
  }

  golden::Mesh mesh_;
  MeshOverview overview_;
  MeshConfig config_;
  std::vector<bool> has_rtl_;
};

MeshAlgorithm algorithm_of(const std::string& name) {
  for (const MeshAlgorithm a : {MeshAlgorithm::kIpar, MeshAlgorithm::kIparLiteral,
                                MeshAlgorithm::kPar, MeshAlgorithm::kDor}) {
    if (name == to_string(a)) return a;
  }
  throw std::invalid_argument("algorithm: there is no " + name);
}

std::unique_ptr<System> make(const nlohmann::json& topology, const SystemSetup& setup) {
  MeshConfig config;
  config.labels = setup.engine.of("mcc_label");
  config.route = setup.engine.of("planar_route");
  config.whole = setup.engine.whole_switches();
  config.rule.algorithm = algorithm_of(topology.value("algorithm", std::string("ipar")));
  config.rule.reserve = topology.value("reserve", true);
  config.rule.proxy = topology.value("proxy", false);
  const auto k = topology.at("k").get<unsigned>();
  const auto depth = topology.value("depth", k);
  if (depth != 1 && depth != k) {
    throw std::invalid_argument("depth: must be 1 or k = " + std::to_string(k) + ", not " +
                                std::to_string(depth));
  }
  if (config.rule.algorithm != MeshAlgorithm::kIpar && (config.whole || !config.all_golden())) {
    throw std::invalid_argument("algorithm: " + std::string(to_string(config.rule.algorithm)) +
                                " exists in C++ only: use engine golden, not " +
                                (setup.engine.preset() == Engine::kGolden
                                     ? "another one for single blocks"
                                     : to_string(setup.engine)));
  }
  for (const std::string& name : setup.bugs) {
    const auto bug = std::find_if(mesh_bugs().begin(), mesh_bugs().end(),
                                  [&](const MeshBug& b) { return b.info.name == name; });
    if (bug == mesh_bugs().end()) {
      throw std::invalid_argument("bug." + name + ": mesh has no such bug");
    }
    if (config.all_golden() && !config.whole) {
      throw std::invalid_argument("bug." + name +
                                  ": lives in the RTL; the golden engine does not run it");
    }
    config.*bug->straps |= 1U << bug->bit;
  }
  return std::make_unique<MeshSystem>(k, depth, config);
}

/// "4", "8,1" (depth), "4,dor" (algorithm), "8,1,par".
nlohmann::json parse_short(std::string_view text, std::string& why) {
  nlohmann::json topology{{"kind", "mesh"}};
  std::string_view rest = text;
  for (unsigned i = 0; i < 3; ++i) {
    const auto comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    const auto number = parse_number(part);
    if (number && i < 2) {
      topology[i == 0 ? "k" : "depth"] = *number;
    } else if (i > 0 && !part.empty()) {
      topology["algorithm"] = part;
    } else {
      break;
    }
    if (comma == std::string_view::npos) return topology;
    rest.remove_prefix(comma + 1);
  }
  why = "\"" + std::string(text) +
        "\" is not K (nodes in each dimension), then depth and algorithm "
        "if wanted, for example 4 or 8,1,dor";
  return nullptr;
}

}  // namespace

SystemPlug mesh_plug() {
  SystemPlug plug;
  plug.kind = "mesh";
  plug.summary = "3-D mesh, planar adaptive routing around faults";
  plug.schema = kSchema;
  plug.switch_kinds = {"wormhole"};
  plug.blocks = {"mcc_label", "planar_route"};
  plug.why_not = [](std::string_view kind) -> std::string {
    if (kind != "flow") return {};
    return "their headers carry no state of a routing relation, and a choice among all candidates "
           "has one virtual channel";
  };
  for (const MeshBug& bug : mesh_bugs()) plug.bugs.push_back(bug.info);
  plug.rtl_builds = {"mcc_label", "label_epoch",
                     "planar_route CW=" + std::to_string(kPlanarCoordBits)};
  for (const RouterBuild& build : router_builds()) plug.rtl_builds.push_back(build.label());
  plug.parse_short = parse_short;
  plug.make = make;
  return plug;
}

}  // namespace selvage::cosim
