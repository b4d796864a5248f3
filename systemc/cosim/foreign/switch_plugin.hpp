// SPDX-License-Identifier: Apache-2.0
/// \file
/// A whole switch of others as a shared object (docs/tutorials/your-own-switch.md): what it says of
/// itself, and its instances, whatever the topology.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "golden/types.hpp"
#include "plugin/selvage_switch.h"

namespace selvage::cosim {

/// What the manifest of a switch says.
struct SwitchFacts {
  enum class Compare : std::uint8_t { kExact, kLegal };
  enum class Order : std::uint8_t { kNone, kPort, kFlow };
  /// Fault messages: it sends none, and hears of no link that dies; its own; as ours.
  enum class Control : std::uint8_t { kNone, kOwn, kSelvage };
  unsigned ports = 0;
  unsigned levels = 0;
  Cycle min_latency = 2;     ///< of a link
  std::uint64_t buffer = 0;  ///< beats of an input
  unsigned messages = 16;    ///< of an input FIFO
  Cycle xon_lag = 1;
  Control control = Control::kSelvage;
  Compare compare = Compare::kLegal;
  Order order = Order::kFlow;
  Cycle least_latency = 2;
  Cycle most_latency = 64;
  Cycle stall_max = 4096;
  Cycle dead_within = 16;
  Cycle settle = 0;  ///< with messages of its own: cycles from a declaration until all know of it
  bool gated = false;
  /// Of links that die.
  [[nodiscard]] bool hears() const { return control != Control::kNone; }
  /// Of links of `latency`: what whoever says XOFF reckons with, since heads come so late behind
  /// it.
  [[nodiscard]] unsigned round_trip_latency(unsigned latency) const {
    return latency + static_cast<unsigned>(xon_lag / 2);
  }
};

/// It cannot be used; a text fit for people.
struct PluginError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The shared object.
class SwitchPlugin {
 public:
  /// Throws PluginError: no such file, no plug-in, another version.
  explicit SwitchPlugin(std::string file);
  ~SwitchPlugin();
  SwitchPlugin(const SwitchPlugin&) = delete;
  SwitchPlugin& operator=(const SwitchPlugin&) = delete;

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const selvage_switch& api() const { return *api_; }
  [[nodiscard]] bool offers(std::uint32_t what) const { return (api_->offers & what) != 0; }
  /// What its manifest says; before anything else is done with it.
  void set_facts(const SwitchFacts& facts) { facts_ = facts; }
  [[nodiscard]] const SwitchFacts& facts() const { return facts_; }
  /// What is at the pins bug_i of its switches, beside the bugs of a scenario.
  void set_bugs(std::uint64_t bugs) { bugs_ = bugs; }
  [[nodiscard]] std::uint64_t bugs() const { return bugs_; }

 private:
  std::string file_;
  void* handle_ = nullptr;
  const selvage_switch* api_ = nullptr;
  SwitchFacts facts_;
  std::uint64_t bugs_ = 0;
};

/// One switch: its pins, and edges. While its code runs, a crash or a call that does not come back
/// ends the process with a line that names it.
class PluginInstance {
 public:
  /// Throws PluginError. `name` is that of the switch.
  PluginInstance(std::shared_ptr<const SwitchPlugin> plugin, std::string name,
                 selvage_switch_params params);
  ~PluginInstance();
  PluginInstance(const PluginInstance&) = delete;
  PluginInstance& operator=(const PluginInstance&) = delete;

  /// Behind an edge what holds for one edge alone is 0.
  selvage_switch_in in{};
  std::array<std::uint64_t, kMaxPorts> rx_data{};
  std::array<std::uint32_t, kMaxPorts> tx_number{};
  /// What is shown now, and the data of the ports with a beat or message.
  [[nodiscard]] const selvage_switch_out& out() const { return out_; }
  [[nodiscard]] std::uint64_t tx_data(PortIdx port) const { return tx_data_[port]; }
  /// Of a packet that is dropped, if it says so.
  [[nodiscard]] std::uint32_t drained_tag(PortIdx port) const { return drained_tag_[port]; }
  /// From which number on messages are asked for, of the ports in out().rx_resend.
  [[nodiscard]] std::uint32_t rx_number(PortIdx port) const { return rx_number_[port]; }
  void edge(Cycle cycle);
  /// Something that holds for one edge is at the pins.
  [[nodiscard]] bool pulsed() const {
    return (in.rx_beat | in.rx_message | in.link_down | in.link_up | in.link_init | in.tx_resend |
            in.wipe) != 0;
  }
  /// Never empty.
  [[nodiscard]] std::string failure() const;
  /// Ports that there are not, at which something was shown; out() has none of them.
  [[nodiscard]] std::uint64_t beyond() const { return beyond_; }

 private:
  std::shared_ptr<const SwitchPlugin> plugin_;
  std::string name_;
  std::uint64_t all_;  ///< ports
  std::uint64_t beyond_ = 0;
  void* self_ = nullptr;
  selvage_switch_out out_{};
  std::array<std::uint64_t, kMaxPorts> tx_data_{};
  std::array<std::uint32_t, kMaxPorts> drained_tag_{};
  std::array<std::uint32_t, kMaxPorts> rx_number_{};
};

}  // namespace selvage::cosim
