// SPDX-License-Identifier: Apache-2.0
/// \file
/// A project of a user: a folder with a module and a manifest, and the commands run on it.
#pragma once

#include <string>

#include "run_selvage.hpp"

namespace selvage::test {

/// Compiled blocks are kept beside the build, so that a second run of the tests is quick.
inline constexpr const char* kCache = "XDG_CACHE_HOME='" SELVAGE_BUILD_DIR "/dut-cache' ";

/// A folder with a route selector of two registers, `mine.sv`, and its manifest, `dut.yaml`.
class Project {
 public:
  Project();
  /// Writes a file of the project.
  void write(const std::string& name, const std::string& text) const;
  /// Writes the manifest or the module with `from`, which must be there, replaced.
  void change(const std::string& name, const std::string& from, const std::string& to) const;
  [[nodiscard]] std::string file(const std::string& name) const {
    return folder_.str() + "/" + name;
  }

  /// `selvage dut ACTION dut.yaml ARGUMENTS`, with a cache of its own folder if `fresh`.
  [[nodiscard]] Ran dut(const std::string& action, const std::string& arguments = "",
                        bool fresh = false) const;

 private:
  Directory folder_;
};

/// DUT-BEFORE: a mismatch of a foreign block tells the last questions to it, the wrong answer last.
void expect_before(const nlohmann::json& mismatch);

}  // namespace selvage::test
