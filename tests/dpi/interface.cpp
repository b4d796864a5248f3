// SPDX-License-Identifier: Apache-2.0
/// The interface itself: what the library exports, and that header and packages agree.
#include <cstdio>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "support.hpp"

namespace {

std::string read(const std::string& path) {
  std::ifstream file(std::string(SELVAGE_SOURCE_DIR "/systemc/dpi/") + path);
  REQUIRE(file.good());
  std::ostringstream text;
  text << file.rdbuf();
  return std::regex_replace(text.str(), std::regex(R"(\s+)"), " ");
}

using Prototypes = std::map<std::string, std::string>;

/// name -> "result(type name, type* name)", of every function of the C header.
Prototypes header() {
  Prototypes found;
  const std::string text = read("selvage_dpi.h");
  const std::regex one(R"((int|long long|const char\*) (selvage_\w+)\(([^)]*)\);)");
  for (std::sregex_iterator i(text.begin(), text.end(), one), end; i != end; ++i) {
    found[(*i)[2]] = (*i)[1].str() + "(" + ((*i)[3] == "void" ? "" : (*i)[3].str()) + ")";
  }
  return found;
}

std::string c_type(const std::string& type) {
  static const std::map<std::string, std::string> types = {
      {"int", "int"},
      {"int unsigned", "unsigned int"},
      {"longint", "long long"},
      {"longint unsigned", "unsigned long long"},
      {"string", "const char*"}};
  return types.at(type);
}

/// The same of every function that the packages import.
Prototypes packages() {
  Prototypes found;
  const std::string text = read("selvage_pkg.sv") + read("selvage_flow_pkg.sv");
  const std::regex one(R"re(import "DPI-C" function (\w+) (selvage_\w+)\(([^)]*)\);)re");
  const std::regex argument(R"((input|output) (\w+(?: unsigned)?) (\w+))");
  for (std::sregex_iterator i(text.begin(), text.end(), one), end; i != end; ++i) {
    const std::string arguments = (*i)[3];
    std::string list;
    for (std::sregex_iterator a(arguments.begin(), arguments.end(), argument); a != end; ++a) {
      list += (list.empty() ? "" : ", ") + c_type((*a)[2]) + ((*a)[1] == "output" ? "* " : " ") +
              (*a)[3].str();
    }
    found[(*i)[2]] = c_type((*i)[1]) + "(" + list + ")";
  }
  return found;
}

}  // namespace

TEST_CASE("DPI-C: header and packages declare the same functions", "[dpi]") {
  const Prototypes c = header();
  const Prototypes sv = packages();
  CHECK(c.size() == 40);
  CHECK(sv.size() == c.size());
  for (const auto& [name, prototype] : c) {
    INFO(name);
    REQUIRE(sv.count(name) == 1);
    CHECK(sv.at(name) == prototype);
  }
}

TEST_CASE("DPI-C: the library exports these functions and nothing else", "[dpi]") {
  std::FILE* const pipe = popen("nm -D --defined-only '" SELVAGE_DPI_LIBRARY "'", "r");
  REQUIRE(pipe != nullptr);
  std::set<std::string> exported;
  char address[64];
  char kind = 0;
  char name[256];
  while (std::fscanf(pipe, "%63s %c %255s", address, &kind, name) == 3) exported.insert(name);
  CHECK(pclose(pipe) == 0);
  std::set<std::string> declared;
  for (const auto& [function, prototype] : header()) declared.insert(function);
  CHECK(exported == declared);
}
