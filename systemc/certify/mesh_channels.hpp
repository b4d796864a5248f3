// SPDX-License-Identifier: Apache-2.0
/// \file
/// A routing relation of the mesh as the certifier sees it.
#pragma once

#include "certify/relation.hpp"
#include "golden/mesh/relation.hpp"

namespace selvage::certify {

/// Channel = (node, direction, VC); aux = proxy. Destinations are the nodes; faulty ones get
/// nothing.
class MeshChannels : public Relation {
 public:
  explicit MeshChannels(const golden::MeshRelation& relation) : relation_(&relation) {}

  [[nodiscard]] Channel channel_count() const override;
  [[nodiscard]] std::uint32_t aux_count() const override { return golden::kNoProxy + 1U; }
  [[nodiscard]] std::uint32_t destination_count() const override;
  void starts(std::uint32_t dest, std::vector<State>& out) const override;
  void next(std::uint32_t dest, State state, std::vector<State>& out) const override;
  /// "(1,0,2)x+c1".
  [[nodiscard]] std::string channel_name(Channel channel) const override;
  [[nodiscard]] std::string destination_name(std::uint32_t dest) const override;

  [[nodiscard]] Channel channel_of(SwitchIdx node, unsigned direction, unsigned vc) const;

 private:
  void append(SwitchIdx node, const golden::MeshHeader& header, std::uint32_t dest,
              std::vector<State>& out) const;

  const golden::MeshRelation* relation_;
};

}  // namespace selvage::certify
