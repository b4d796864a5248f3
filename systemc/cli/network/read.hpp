// SPDX-License-Identifier: Apache-2.0
/// \file
/// Networks as ibnetdiscover prints them.
#pragma once

#include "config/text/diagnostics.hpp"
#include "golden/network.hpp"

namespace selvage::cli {

/// `source` is the number of the file's text in `diagnostics`; errors point into it, the first 20
/// are reported.
[[nodiscard]] Network read_ibnetdiscover(std::size_t source, config::Diagnostics& diagnostics);

}  // namespace selvage::cli
