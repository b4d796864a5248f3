// SPDX-License-Identifier: Apache-2.0
/// \file
/// The numbers of switches and links in a file of events, and the lines that list them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fabric/run.hpp"
#include "golden/topology.hpp"

namespace selvage::report {

/// Links between switches, each once, numbered from 0 by its end of the lower switch and port.
class LinkNumbers {
 public:
  explicit LinkNumbers(const Topology& topology);

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] SwitchPort end(std::size_t link) const { return ends_[link]; }
  /// By either of its ends.
  [[nodiscard]] std::uint32_t at(SwitchPort end) const {
    return by_port_[first_[end.sw] + end.port];
  }
  [[nodiscard]] std::size_t place(SwitchPort end) const { return first_[end.sw] + end.port; }

 private:
  std::vector<std::size_t> first_;  ///< by switch: its port 0 in `by_port_`
  std::vector<std::uint32_t> by_port_;
  std::vector<SwitchPort> ends_;
};

/// `dead`: from the start.
[[nodiscard]] std::string switch_line(const Topology& topology, SwitchIdx sw, bool dead);
/// `loads`: of each port of each switch, or empty. `dead`: from the start, for good.
[[nodiscard]] std::string link_line(const Topology& topology, const LinkNumbers& links,
                                    std::size_t link, const std::vector<double>& loads, bool dead);
[[nodiscard]] std::string fault_line(const fabric::RunResult& result, const LinkNumbers& links,
                                     std::size_t fault);

[[nodiscard]] std::string node_line(const fabric::RunResult& result, std::size_t node);
[[nodiscard]] std::string flap_line(const fabric::RunResult& result, const LinkNumbers& links,
                                    std::size_t flap);
/// What has been recorded of one cause: nothing of those behind the last.
[[nodiscard]] const fabric::LossList& losses_of(const std::vector<fabric::LossList>& lists,
                                                std::size_t number);

/// A cycle, or null.
[[nodiscard]] std::string cycle_text(Cycle cycle);

}  // namespace selvage::report
