// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fat tree's route selection, with what the fault messages have left in the tables, as the
/// certifier sees it.
#pragma once

#include "certify/relation.hpp"
#include "golden/fattree/route.hpp"
#include "golden/fattree/settle.hpp"

namespace selvage::certify {

/// Channel = (switch, output port), links between switches only; aux = level of the nearest common
/// ancestor of source and destination. Every port of V counts as a way up, not the preferred alone.
class FatTreeChannels : public Relation {
 public:
  /// `settled` must outlive this, at rest and unchanged.
  explicit FatTreeChannels(golden::SettledTree& settled);

  [[nodiscard]] Channel channel_count() const override;
  [[nodiscard]] std::uint32_t aux_count() const override { return tree_->n(); }
  [[nodiscard]] std::uint32_t destination_count() const override { return tree_->host_count(); }
  void starts(std::uint32_t dest, std::vector<State>& out) const override;
  void next(std::uint32_t dest, State state, std::vector<State>& out) const override;
  /// "<0,21>3".
  [[nodiscard]] std::string channel_name(Channel channel) const override;
  [[nodiscard]] std::string destination_name(std::uint32_t dest) const override;

 private:
  void append(SwitchIdx sw, bool from_up, unsigned turn, std::uint32_t dest,
              std::vector<State>& out) const;

  const golden::FatTree* tree_;
  std::vector<const golden::SwitchState*> states_;
};

}  // namespace selvage::certify
