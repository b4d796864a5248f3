// SPDX-License-Identifier: Apache-2.0
/// \file
/// Traces that BookSim2 and its forks inject (APP-BOOKSIM).
#pragma once

#include <vector>

#include "config/application/application.hpp"
#include "config/application/trace_part.hpp"
#include "config/text/diagnostics.hpp"

namespace selvage::config {

struct BooksimKeys {
  std::vector<HostIdx> hosts;  ///< by node of the trace
  TracePart part;
  std::vector<unsigned> sizes;  ///< flits by type; empty: each line has its own size
  unsigned flit_bytes = 1;
};

/// Reads lines `delay source destination type` or, without sizes, `cycle source destination flits`.
/// `source` is the number of the file's text in `diagnostics`; errors point into it, the first 20
/// are reported.
[[nodiscard]] Application read_booksim(std::size_t source, const BooksimKeys& keys,
                                       Diagnostics& diagnostics);

}  // namespace selvage::config
