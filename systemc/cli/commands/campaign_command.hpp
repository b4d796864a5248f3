// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage campaign`.
#pragma once

#include <functional>
#include <string>

#include "campaign/session.hpp"
#include "cli/options/options.hpp"
#include "cli/terminal.hpp"

namespace selvage::cli {

/// Returns the exit code.
[[nodiscard]] int campaign_command(const Options& options);

/// The executable's own path, for processes that it starts.
[[nodiscard]] std::string own_path();

/// How far trials are, by `progress`, which has to live as long.
[[nodiscard]] std::function<void(const campaign::Standing&)> told_by(Progress& progress,
                                                                     std::string what);
/// What the options order, and what came of it. Prints errors and progress.
[[nodiscard]] campaign::Account carry_out(const Options& options, const campaign::Plan& plan,
                                          const std::string& out);
/// The command that repeats a trial, from the folder this one was called in.
[[nodiscard]] std::string replay(const Options& options, const campaign::Plan& plan,
                                 const campaign::Account& account, std::uint32_t trial);
/// What `measures` of a campaign file are held against.
[[nodiscard]] campaign::ResultSchemas result_schemas();
/// The exit code of a finished campaign.
[[nodiscard]] int exit_code(const campaign::Account& account);

}  // namespace selvage::cli
