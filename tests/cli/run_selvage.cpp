// SPDX-License-Identifier: Apache-2.0
#include "run_selvage.hpp"

#include <stdlib.h>
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

namespace selvage::test {

std::uint64_t compared(const nlohmann::json& result, const std::string& kind) {
  for (const nlohmann::json& block : result.at("compared").at("blocks"))
    if (block.at("kind") == kind) return block.at("compared").get<std::uint64_t>();
  return 0;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

nlohmann::json Ran::json() const {
  CAPTURE(out, err);
  const auto value = nlohmann::json::parse(out, nullptr, false);
  REQUIRE_FALSE(value.is_discarded());
  return value;
}

Directory::Directory() {
  std::string name = (std::filesystem::temp_directory_path() / "selvage_cli_XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  path_ = name;
}
Directory::Directory(std::filesystem::path path) : path_(std::move(path)) {
  std::filesystem::remove_all(path_);
  std::filesystem::create_directories(path_);
}
Directory::~Directory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Ran run_shell(const std::string& command, const std::string& input) {
  const Directory scratch;
  std::ofstream(scratch.path() / "in") << input;
  const std::string all = "cd '" SELVAGE_SOURCE_DIR "' && { " + command + "; } < '" +
                          scratch.str() + "/in' > '" + scratch.str() + "/out' 2> '" +
                          scratch.str() + "/err'";
  const int status = std::system(all.c_str());
  Ran ran;
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ran.out = read_file(scratch.path() / "out");
  ran.err = read_file(scratch.path() / "err");
  return ran;
}

Ran run_selvage(const std::string& arguments, const std::string& input) {
  return run_shell("'" SELVAGE_EXECUTABLE "' " + arguments, input);
}

nlohmann::json schema(const std::string& name) { return run_selvage("schema " + name).json(); }

}  // namespace selvage::test
