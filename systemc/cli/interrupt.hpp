// SPDX-License-Identifier: Apache-2.0
/// \file
/// ^C and termination as a flag.
#pragma once

#include <atomic>

namespace selvage::cli {

/// Makes SIGINT and SIGTERM set the returned flag; a second one of the same kind kills as usual.
std::atomic<bool>& catch_interrupts();

}  // namespace selvage::cli
