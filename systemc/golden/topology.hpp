// SPDX-License-Identifier: Apache-2.0
/// \file
/// Seam 1a: what the rest of Selvage sees of a topology. Pure geometry, no fault state.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "golden/types.hpp"

namespace selvage {

/// Who sits at the far end of a switch port.
struct PortEnd {
  enum class Kind : std::uint8_t { kNone, kSwitch, kHost };
  Kind kind = Kind::kNone;
  std::uint32_t index = 0;  ///< SwitchIdx or HostIdx, by kind
  PortIdx port = 0;         ///< the port on that switch (0 for a host)
};

/// One switch port, named.
struct SwitchPort {
  SwitchIdx sw = 0;
  PortIdx port = 0;
};

/// Geometry of a fabric: which ports exist, who is at the other end, and how people name things.
/// Immutable after construction. The fabric, the hosts, the statistics and the command line use
/// only this interface and never ask which topology they carry.
class Topology {
 public:
  virtual ~Topology() = default;

  /// The scenario's `topology.kind`, e.g. "fattree".
  [[nodiscard]] virtual std::string_view kind() const = 0;
  /// Short label with parameters for people and reports, e.g. "8P3T".
  [[nodiscard]] virtual std::string label() const = 0;
  [[nodiscard]] virtual std::uint32_t switch_count() const = 0;
  [[nodiscard]] virtual std::uint32_t host_count() const = 0;
  [[nodiscard]] virtual unsigned port_count(SwitchIdx sw) const = 0;
  /// Data virtual channels the routing relation needs on every link (1 for up/down routing).
  [[nodiscard]] virtual unsigned data_vc_count() const = 0;
  [[nodiscard]] virtual PortEnd peer(SwitchIdx sw, PortIdx port) const = 0;
  /// The switch port a host hangs on.
  [[nodiscard]] virtual SwitchPort attachment(HostIdx host) const = 0;

  /// Links that may fail, each named once by one of its two ends, in ascending order of that name.
  [[nodiscard]] virtual std::uint32_t fallible_link_count() const = 0;
  /// Canonical end of fallible link `i` (0 .. fallible_link_count()-1).
  [[nodiscard]] virtual SwitchPort fallible_link(std::uint32_t index) const = 0;

  /// Which of `parts` processes simulates a switch, with its hosts: shares of about the same size,
  /// between which few links run.
  [[nodiscard]] virtual std::uint32_t part_of(SwitchIdx sw, std::uint32_t parts) const {
    return static_cast<std::uint32_t>(std::uint64_t{sw} * parts / switch_count());
  }

  /// Level of a switch for drawings and reports (0 where levels mean nothing).
  [[nodiscard]] virtual unsigned level(SwitchIdx sw) const = 0;
  [[nodiscard]] virtual std::string switch_name(SwitchIdx sw) const = 0;
  [[nodiscard]] virtual std::string host_name(HostIdx host) const = 0;
  [[nodiscard]] virtual std::string port_name(SwitchIdx sw, PortIdx port) const = 0;
  /// Name of the link at a port; the same text for both of its ends.
  [[nodiscard]] virtual std::string link_name(SwitchPort end) const = 0;
  /// Inverse of host_name, also accepting every documented spelling; on failure empty, and `why`
  /// tells what is wrong.
  [[nodiscard]] virtual std::optional<HostIdx> parse_host(std::string_view text,
                                                          std::string& why) const = 0;
  /// Inverse of switch_name; on failure empty, and `why` tells what is wrong.
  [[nodiscard]] virtual std::optional<SwitchIdx> parse_switch(std::string_view /*text*/,
                                                              std::string& why) const {
    why = "this topology reads no names of switches";
    return std::nullopt;
  }
  /// Canonical end of the fallible link that `text` (e.g. "0/21/3") names; on failure empty, and
  /// `why` tells what is wrong.
  [[nodiscard]] virtual std::optional<SwitchPort> parse_link(std::string_view text,
                                                             std::string& why) const = 0;
};

}  // namespace selvage
