// SPDX-License-Identifier: Apache-2.0
#include "fabric/flow/log.hpp"

#include <fmt/format.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

namespace selvage::fabric {

namespace {

void write_lines(std::FILE* file, const flow::Routers& routers, const Topology& topology) {
  std::vector<std::vector<std::uint32_t>> of_flow(routers.flow_count());
  for (std::uint32_t i = 0; i < routers.log().size(); ++i)
    of_flow[routers.log()[i].flow].push_back(i);
  fmt::memory_buffer text;
  const auto line = fmt::appender(text);
  for (std::uint32_t f = 0; f < routers.flow_count(); ++f) {
    const flow::FlowStat& flow = routers.flow(f);
    text.clear();
    fmt::format_to(line, R"({{"id":{},"src":"{}","dst":"{}","class":{},"ordered":{},"packets":{},)",
                   f, topology.host_name(flow.source), topology.host_name(flow.destination),
                   flow.tc, flow.ordered, flow.sent);
    fmt::format_to(line, R"("events":[)");
    const char* comma = "";
    for (const std::uint32_t i : of_flow[f]) {
      const flow::FlowEvent& e = routers.log()[i];
      fmt::format_to(line, R"({}{{"at":{},"what":"{}","switch":"{}","port":{},)", comma, e.at,
                     to_string(e.what), topology.switch_name(e.sw), e.port);
      fmt::format_to(line, R"("channel":{},"value":{}}})", e.id, e.value);
      comma = ",";
    }
    fmt::format_to(line, "]}}\n");
    if (std::fwrite(text.data(), 1, text.size(), file) != text.size()) return;  // ferror knows
  }
}

}  // namespace

std::string write_flow_log(const std::string& path, const flow::Routers& routers,
                           const Topology& topology) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return fmt::format("cannot write {}: {}", path, std::strerror(errno));
  write_lines(file, routers, topology);
  const bool failed = std::ferror(file) != 0;
  const bool cut = std::fclose(file) != 0;
  if (!failed && !cut) return "";
  const std::string why = fmt::format("{} is incomplete: {}", path, std::strerror(errno));
  std::remove(path.c_str());
  return why;
}

}  // namespace selvage::fabric
