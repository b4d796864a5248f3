// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which engine a block has, where not all have the same.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "cosim/engine.hpp"

namespace selvage {

/// The engine of each block by its name under rtl/; of all that are not named, the same.
class Engines {
 public:
  using Named = std::map<std::string, Engine, std::less<>>;

  Engines(Engine others, Named named = {}) : others_(others), named_(std::move(named)) {}
  [[nodiscard]] Engine of(std::string_view block) const {
    const auto found = named_.find(block);
    return found == named_.end() ? others_ : found->second;
  }
  [[nodiscard]] bool rtl(std::string_view block) const { return of(block) != Engine::kGolden; }

 private:
  Engine others_;
  Named named_;
};

}  // namespace selvage
