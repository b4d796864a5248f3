// SPDX-License-Identifier: Apache-2.0
#include "fabric/flow_log.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <stdexcept>
#include <vector>

namespace selvage::fabric {

void write_flow_log(const std::string& path, const flow::Net& net, const Topology& topology) {
  const auto fail = [&] {
    throw std::runtime_error(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  };
  std::vector<std::vector<std::uint32_t>> of_flow(net.flow_count());
  for (std::uint32_t i = 0; i < net.log().size(); ++i) of_flow[net.log()[i].flow].push_back(i);
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) fail();
  for (std::uint32_t f = 0; f < net.flow_count(); ++f) {
    const flow::FlowStat& flow = net.flow(f);
    fmt::print(file, R"({{"id":{},"src":"{}","dst":"{}","class":{},"ordered":{},"packets":{},)", f,
               topology.host_name(flow.source), topology.host_name(flow.destination), flow.tc,
               flow.ordered, flow.sent);
    std::fputs(R"("events":[)", file);
    const char* comma = "";
    for (const std::uint32_t i : of_flow[f]) {
      const flow::FlowEvent& e = net.log()[i];
      fmt::print(file, R"({}{{"at":{},"what":"{}","switch":"{}","port":{},)", comma, e.at,
                 to_string(e.what), topology.switch_name(e.sw), e.port);
      fmt::print(file, R"("channel":{},"value":{}}})", e.id, e.value);
      comma = ",";
    }
    std::fputs("]}\n", file);
  }
  if (std::fclose(file) != 0) fail();
}

}  // namespace selvage::fabric
