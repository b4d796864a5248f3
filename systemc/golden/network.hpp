// SPDX-License-Identifier: Apache-2.0
/// \file
/// A network as somebody else describes it: nodes and cables, with the lines of a file they come
/// from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace selvage {

struct Network {
  struct Node {
    std::string id;
    std::string text;  ///< its description
    bool host = false;
    unsigned line = 0;
  };
  /// Between two nodes, by their places.
  struct Cable {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    unsigned line = 0;
  };
  std::vector<Node> nodes;
  std::vector<Cable> cables;  ///< each once
};

/// Why a network is not of a kind of topology, and in which line that shows; 0: in none.
struct Misfit {
  std::string what;
  unsigned line = 0;
};

}  // namespace selvage
