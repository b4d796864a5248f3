// SPDX-License-Identifier: Apache-2.0
/// \file
/// A switch of others (docs/tutorials/your-own-switch.md) in the place of `fattree_switch`.
#pragma once

#include <memory>
#include <string>

#include "cosim/fattree/whole/switch_block.hpp"
#include "cosim/foreign/switch_plugin.hpp"
#include "golden/fattree/fault_message.hpp"

namespace selvage::cosim {

/// Why this plug-in cannot stand in this tree, behind the key of the scenario concerned, as
/// System::make_switch says it; empty: it can. `input_depth`: fault messages that an input has to
/// hold.
[[nodiscard]] std::string why_not_plugin(const SwitchPlugin& plugin, const SwitchOptions& options,
                                         unsigned input_depth);

/// One switch of it; throws PluginError. On the first switch of a level a copy with other values
/// in its registers before reset has to show the same (SW-RESET).
[[nodiscard]] std::unique_ptr<SwitchBlock> make_plugin_switch(
    const std::shared_ptr<const SwitchPlugin>& plugin, const SwitchOptions& options);

/// Names and fault messages at the pins of a tree of any size.
class TreeBits {
 public:
  explicit TreeBits(const golden::FatTree& tree);
  [[nodiscard]] std::uint64_t pack(golden::Digits d, unsigned count) const;
  [[nodiscard]] std::uint64_t encode(const golden::FaultMessage& m) const;
  [[nodiscard]] golden::FaultMessage decode(std::uint64_t bits) const;
  /// Bits of a fault message; its number stands above them.
  [[nodiscard]] unsigned message_bits() const;
  [[nodiscard]] unsigned address_bits() const { return n_ * digit_; }
  /// Where the tag of a head beat stands.
  [[nodiscard]] unsigned tag_at() const { return 2 * address_bits() + 14; }

 private:
  unsigned n_;
  unsigned h_;
  unsigned digit_;
  unsigned up_;     ///< bits of an up port's number
  unsigned level_;  ///< bits of a level
};

}  // namespace selvage::cosim
