// SPDX-License-Identifier: Apache-2.0
#include "cosim/mesh/bugs.hpp"

namespace selvage::cosim {

namespace {

constexpr std::string_view kMainJob = "scenarios/mesh_4x4x4_faults.yaml";
constexpr std::string_view kProxyJob = "scenarios/mesh_proxy.yaml";
constexpr std::string_view kRepairJob = "scenarios/mesh_repair.yaml";
constexpr std::string_view kRouterJob = "scenarios/mesh_router.yaml";
constexpr std::string_view kRouterDiesJob = "scenarios/mesh_router_dies.yaml";
constexpr std::string_view kRouterLossyJob = "scenarios/mesh_router_lossy.yaml";

}  // namespace

const std::vector<MeshBug>& mesh_bugs() {
  const auto label = [](unsigned bit, std::string_view name, std::string_view summary) {
    return MeshBug{{name, summary, true, kMainJob}, &MeshConfig::label_bugs, bit};
  };
  const auto route = [](unsigned bit, std::string_view name, std::string_view summary) {
    return MeshBug{{name, summary, true, kMainJob}, &MeshConfig::route_bugs, bit};
  };
  const auto proxy = [](unsigned bit, std::string_view name, std::string_view summary) {
    return MeshBug{{name, summary, true, kProxyJob}, &MeshConfig::route_bugs, bit};
  };
  const auto epoch = [](unsigned bit, std::string_view name, std::string_view summary) {
    return MeshBug{{name, summary, true, kRepairJob}, &MeshConfig::epoch_bugs, bit};
  };
  const auto router = [](unsigned bit, std::string_view name, std::string_view summary) {
    return MeshBug{{name, summary, true, kRouterJob, true}, &MeshConfig::router_bugs, bit};
  };
  static const std::vector<MeshBug> all{
      label(0, "mcc_mixed_swapped", "the two quadrants of a mixed status are taken for the others"),
      label(1, "mcc_zx_by_y", "statuses of plane zx are made from the neighbours in y"),
      label(2, "mcc_link_ignored", "a dead link does not count as a fault"),
      label(4, "mcc_border_bad", "beyond the border everything is bad"),
      label(5, "mcc_line_backwards", "line bits are sent in the wrong direction"),
      epoch(0, "epoch_takes_older", "statuses of an older epoch count"),
      epoch(1, "epoch_keeps_received", "what neighbours have sent is kept in a new epoch"),
      epoch(2, "epoch_not_begun", "a link that is up begins no epoch"),
      epoch(3, "epoch_keeps_labels", "an epoch that was received does not clear the statuses"),
      route(0, "planar_turns_back", "a header may leave by the port it came by"),
      route(1, "planar_sub_falls", "the index of the sub-network may fall"),
      route(2, "planar_no_reserve", "nothing is kept in reserve"),
      route(3, "planar_no_tie", "in plane yz z always comes first"),
      route(4, "planar_dst_unsafe", "an unsafe destination is not safe"),
      route(5, "planar_mixed_swapped", "same and mixed are exchanged in plane yz"),
      route(7, "planar_no_search", "an unsafe source does not look for a safe neighbour"),
      proxy(8, "planar_keeps_proxy", "a proxy is not given up where it is reached"),
      proxy(9, "planar_x_proxy_leaves", "a proxy in x does not keep a header in plane xy"),
      route(6, "planar_lines_bad", "ways are kept in reserve where no line has a fault"),
      router(0, "router_no_pass", "a flit does not go past an empty queue"),
      router(1, "router_drop_unread", "a port that drops a packet does not count as read"),
      router(2, "router_drop_no_credit", "a flit that is dropped gives no credit"),
      router(3, "router_no_abort", "a worm that is cut gets no abort flit"),
      router(4, "router_ask_stuck", "the round robin of questions stays where it is"),
      router(5, "router_overtaken_waits", "a header whose channel was taken meanwhile waits"),
      router(6, "router_free_unseen", "a channel that is free since the question is not seen"),
      router(7, "router_news_unheard", "headers that wait do not ask again when routing changes"),
      router(8, "router_order_fixed", "outputs are served in the order of cycle 0"),
      router(9, "router_serve_stuck", "the round robin of outputs stays where it is"),
      router(10, "router_free_at_tail", "a channel is free when its tail has left"),
      router(11, "router_message_free", "a fault message takes no flit"),
      router(12, "router_credit_late", "a credit counts an edge late"),
      router(13, "router_header_stays",
             "the sub-network of a decision does not go into the header"),
      MeshBug{{"router_death_kept", "the inputs of a router that dies keep what they hold", true,
               kRouterDiesJob, true},
              &MeshConfig::router_bugs,
              14},
      MeshBug{{"router_no_resend", "a damaged fault message is not asked for again", true,
               kRouterLossyJob, true},
              &MeshConfig::router_bugs,
              15},
      MeshBug{{"router_overtaken_news",
               "new fault messages go before those that have to leave once more", true,
               kRouterLossyJob, true},
              &MeshConfig::router_bugs,
              16},
  };
  return all;
}

std::uint64_t router_straps(const MeshConfig& config) {
  constexpr unsigned kLabel = 10;
  constexpr unsigned kEpoch = 16;
  constexpr unsigned kRouter = 20;
  return config.route_bugs | std::uint64_t{config.label_bugs} << kLabel |
         std::uint64_t{config.epoch_bugs} << kEpoch | std::uint64_t{config.router_bugs} << kRouter;
}

}  // namespace selvage::cosim
