// SPDX-License-Identifier: Apache-2.0
/// \file
/// The whole command line as a function, for an executable with systems of its own.
#pragma once

#include <vector>

#include "cosim/system.hpp"

namespace selvage {

/// Does what the arguments say, with `plugs` as further kinds of `topology`, and returns the exit
/// code (config/exit_code.hpp). Once per process. A plug that add_plug refuses is an internal
/// error.
[[nodiscard]] int main(int argc, char** argv, std::vector<SystemPlug> plugs = {});

}  // namespace selvage
