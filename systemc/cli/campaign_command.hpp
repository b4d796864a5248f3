// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage campaign`.
#pragma once

#include "campaign/session.hpp"
#include "cli/options.hpp"

namespace selvage::cli {

/// Returns the exit code.
[[nodiscard]] int campaign_command(const Options& options);

/// The executable's own path, for processes that it starts.
[[nodiscard]] std::string own_path();

/// What the options order, and what came of it. Prints errors and progress.
[[nodiscard]] campaign::Account carry_out(const Options& options, const campaign::Plan& plan,
                                          const std::string& out);
/// The exit code of a finished campaign.
[[nodiscard]] int exit_code(const campaign::Account& account);

}  // namespace selvage::cli
