// SPDX-License-Identifier: Apache-2.0
/// \file
/// The messages of an application, from a file (APP-TEXT).
#pragma once

#include "config/application/application.hpp"
#include "config/text/diagnostics.hpp"
#include "golden/topology.hpp"

namespace selvage::config {

/// Reads lines `time source destination bytes [id] [after id,...]`; `numbered`: hosts are written
/// as numbers, not by name. `source` is the number of the file's text in `diagnostics`; errors
/// point into it, the first 20 are reported.
[[nodiscard]] Application read_messages(std::size_t source, const Topology& topology, bool numbered,
                                        Diagnostics& diagnostics);

}  // namespace selvage::config
