// SPDX-License-Identifier: Apache-2.0
/// \file
/// One process at a time: files that are locked while they are open.
#pragma once

#include <cstdio>
#include <string>

namespace selvage::config {

/// Opens `path` (for reading if `shared`, which needs it to be there, else for appending, made if
/// it is not there) and locks it until it is closed; no child inherits it. A symbolic link is not
/// followed, a FIFO or a device not waited for. Waits two seconds for a lock: what a killed process
/// was just starting holds it until it is gone too. On failure null and `why`, without the path.
[[nodiscard]] std::FILE* open_locked(const std::string& path, bool shared, std::string& why);

}  // namespace selvage::config
