// SPDX-License-Identifier: Apache-2.0
// However a run ends, its waves can be read.
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <exception>

#include "forked.hpp"
#include "run_selvage.hpp"
#include "wave_values.hpp"
#include "waves/fst_file.hpp"

using selvage::tb::ChildReport;
using selvage::tb::forked;
using selvage::tb::WaveValues;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_shell;
using selvage::waves::FstFile;

namespace {

selvage::test::Ran killed(const Directory& out, const std::string& signal) {
  return run_shell("'" SELVAGE_EXECUTABLE
                   "' run scenarios/hello_fault.yaml --set phases.measure=1000000000 "
                   "--waves always --wave-window 0:1000000000 --out " +
                   out.str() + " & pid=$!; sleep 1; kill -" + signal + " $pid; wait $pid");
}

/// Opens a file, writes 100 points and ends as `how` says.
void write_and(const std::string& path, void (*how)()) {
  FstFile file;
  file.scope("top");
  const auto row = file.number("n", 8);
  std::string why;
  if (!file.open(path, why)) return;
  for (unsigned t = 0; t < 100; ++t) {
    file.set(row, t);
    file.dump(t * 10);
  }
  how();
}

}  // namespace

TEST_CASE("interrupted: waves, view and result are complete", "[waves][cli][FAB-CUT][WAVE-END]") {
  const std::string signal = GENERATE("INT", "TERM");
  const Directory out;
  // A shell ignores SIGINT for what it starts in the background; the run must not.
  CHECK(killed(out, signal).code == 130);
  const auto result = nlohmann::json::parse(read_file(out.path() / "result.json"));
  CHECK(result["status"] == "interrupted");
  const WaveValues w(out.str() + "/waves.fst");
  REQUIRE(w.readable());
  const auto last = result["cycles"].get<std::uint64_t>();
  CHECK(w.end() >= last * 1000);
  CHECK(w.number("fabric.cycle", last * 1000) == last);
  CHECK(result["waves"]["until"] > last);
  CHECK(std::filesystem::exists(out.path() / "waves.gtkw"));
  if (std::system("command -v fst2vcd > /dev/null") == 0) {
    const auto vcd = run_shell("fst2vcd " + out.str() + "/waves.fst | tail -n 5000 | grep -c '#'");
    CHECK(vcd.code == 0);
  }
}

TEST_CASE("killed outright: what was flushed can be read", "[waves][cli][RUN-OUT][WAVE-END]") {
  const Directory out;
  CHECK(killed(out, "KILL").code == 137);
  const WaveValues w(out.str() + "/.unfinished/waves.fst");  // no result stands beside it
  REQUIRE(w.readable());
  CHECK(w.number("fabric.cycle", 1000 * 1000) == 1000U);
}

TEST_CASE("abort and terminate close the file", "[waves][WAVE-END]") {
  const Directory out;
  const std::string path = out.str() + "/w.fst";
  const auto how = GENERATE(
      +[] { std::abort(); }, +[] { std::terminate(); });
  const ChildReport report = forked([&] {
    write_and(path, how);
    return std::string("survived");
  });
  CHECK_FALSE(report.finished);
  const WaveValues w(path);
  REQUIRE(w.readable());
  CHECK(w.number("top.n", 990) == 99U);
}
