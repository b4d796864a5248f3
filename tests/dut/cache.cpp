// SPDX-License-Identifier: Apache-2.0
/// A compiled block is looked up by the content of all that was read (DUT-CACHE).
#include <catch2/catch.hpp>

#include "project.hpp"

using selvage::test::Project;
using selvage::test::Ran;
namespace fs = std::filesystem;

namespace {

/// Entries of compiled blocks, and folders that some run left behind.
unsigned entries(const Project& project, const char* below) {
  unsigned count = 0;
  for (const auto& entry : fs::directory_iterator(project.file("cache/selvage/") + below)) {
    count += fs::is_directory(entry) ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("DUT-CACHE: content decides, includes too, and a damaged entry is made anew", "[dut]") {
  const Project project;
  project.write("bits.svh", "`define WRAP 2'(digit + 3'(j))\n");
  project.change("mine.sv", "module mine", "`include \"bits.svh\"\nmodule mine");
  project.change("mine.sv", "if (free[2'(digit + 3'(j))])", "if (free[`WRAP])");
  project.change("dut.yaml", "clock: ck", "include_dirs: ['.']\nclock: ck");
  const std::string few = "--questions 20000";
  Ran ran = project.dut("test", few, true);
  CAPTURE(ran.out, ran.err);
  REQUIRE(ran.code == 0);
  CHECK(entries(project, "dut") == 1);
  // Blocks, their pins, the runtime, which Verilator there is, and nothing half made.
  CHECK(entries(project, "") == 4);

  // The same sources: the same entry, whatever its file's time.
  const fs::path entry = fs::directory_iterator(project.file("cache/selvage/dut"))->path();
  const auto made = fs::last_write_time(entry / "dut.so");
  CHECK(project.dut("test", few, true).code == 0);
  CHECK(fs::last_write_time(entry / "dut.so") == made);

  // An included file is no source of the manifest, and counts all the same.
  project.write("bits.svh", "`define WRAP 2'(3'(j))\n");
  CHECK(project.dut("test", few, true).code == 1);
  project.write("bits.svh", "`define WRAP 2'(digit + 3'(j))\n");
  CHECK(project.dut("test", few, true).code == 0);

  // Nor is one that comes to stand in front of it.
  fs::create_directory(project.file("first"));
  project.change("dut.yaml", "include_dirs: ['.']", "include_dirs: [first, '.']");
  CHECK(project.dut("test", few, true).code == 0);
  project.write("first/bits.svh", "`define WRAP 2'(3'(j))\n");
  CHECK(project.dut("test", few, true).code == 1);
  fs::remove(project.file("first/bits.svh"));
  project.change("dut.yaml", "include_dirs: [first, '.']", "include_dirs: ['.']");

  // What a killed run left is not taken for good.
  fs::remove(entry / "sources.txt");
  fs::resize_file(entry / "dut.so", 100);
  CHECK(project.dut("test", few, true).code == 0);

  // A macro is a part of the content.
  project.change("dut.yaml", "clock: ck", "defines: {A: 1}\nclock: ck");
  CHECK(project.dut("test", few, true).code == 0);
  CHECK(entries(project, "dut") == 3);
}
