// SPDX-License-Identifier: Apache-2.0
// A line of progress on a terminal, and nowhere else: tolerance, certify, campaign.
#include <catch2/catch.hpp>

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "run_selvage.hpp"

using Catch::Contains;
using Catch::EndsWith;
using selvage::test::Directory;
using selvage::test::read_file;

namespace {

struct Watched {
  std::string out;
  std::string terminal;  ///< what came on stderr
};

/// `selvage ARGUMENTS` with a terminal as stderr, until its end, or until it has written `enough`.
Watched watched(const std::string& arguments, const std::string& enough = "") {
  const Directory scratch;
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  REQUIRE(master >= 0);
  REQUIRE(grantpt(master) == 0);
  REQUIRE(unlockpt(master) == 0);
  const std::string command = "cd '" SELVAGE_SOURCE_DIR "' && exec '" SELVAGE_EXECUTABLE "' " +
                              arguments + " > '" + scratch.str() + "/out' 2> " + ptsname(master);
  const int keep = open(ptsname(master), O_RDWR | O_NOCTTY);  // or reading ends before it has begun
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  Watched w;
  fcntl(master, F_SETFL, O_NONBLOCK);
  const auto drain = [&] {
    char text[4096];
    for (ssize_t n = 0; (n = read(master, text, sizeof text)) > 0;) {
      w.terminal.append(text, static_cast<std::size_t>(n));
    }
  };
  while (waitpid(child, nullptr, WNOHANG) == 0) {
    drain();
    if (!enough.empty() && w.terminal.find(enough) != std::string::npos) kill(child, SIGKILL);
    usleep(10000);
  }
  drain();
  close(keep);
  close(master);
  w.out = read_file(scratch.path() / "out");
  return w;
}

}  // namespace

TEST_CASE(
    "CLI-PROGRESS: tolerance and certify say on a terminal how far they are and how long still",
    "[cli]") {
  const std::string tolerance =
      "tolerance --topology fattree:8,3 --faults 20 --lft-entries any --json --sets ";
  const std::string certify = "certify --topology mesh:6 --random 6 --json --sets ";
  const Watched t =
      watched(tolerance + "900000000", " left");  // more than any machine does in a second
  CHECK_THAT(t.terminal, Contains("of 900,000,000 fault sets (") && Contains(" %), ") &&
                             Contains(" not tolerated"));
  CHECK(t.out.empty());
  const Watched c = watched(certify + "100000", " left");
  CHECK_THAT(c.terminal, Contains("of 21,600,000 destinations (") && Contains(" %), "));
  CHECK(c.out.empty());
  // At the end the line is taken away, and nothing of it is in the result.
  for (const std::string& command : {tolerance + "900000", certify + "50"}) {
    CAPTURE(command);
    const Watched w = watched(command);
    CAPTURE(w.terminal);
    if (!w.terminal.empty()) CHECK_THAT(w.terminal, EndsWith("\r\x1b[K"));
    CHECK(nlohmann::json::accept(w.out));
    CHECK_THAT(w.out, !Contains(" left"));
    CHECK(watched(command + " --quiet").terminal.empty());
  }
  CHECK(
      watched("tolerance --topology fattree:4,3 --faults 2").terminal.empty());  // done in no time
  CHECK(selvage::test::run_selvage(certify + "50").err.empty());
}

TEST_CASE("CLI-PROGRESS: a campaign says how long still and how many trials have failed", "[cli]") {
  const Directory scratch;
  std::ofstream(scratch.path() / "c.yaml")
      << "name: c\nscenario: s.yaml\nseeds: 400\nmeasures: [cycles]\n"
         "factors:\n  - {name: bug, path: bug.skip_lft, values: [true, false]}\n";
  std::ofstream(scratch.path() / "s.yaml")
      << "topology: {kind: fattree, m: 4, n: 3}\nphases: {warmup: 0, measure: 3000}\n"
         "faults: {links: [{link: 0/21/3, at: 50}]}\n";
  const std::string command =
      "campaign '" + scratch.str() + "/c.yaml' --fresh --out '" + scratch.str() + "/o'";
  const Watched w = watched(command, " failed");
  CHECK_THAT(w.terminal, Contains("of 800 trials of c (") && Contains(" left, "));
  // Nothing of it goes into a pipe.
  const auto piped = selvage::test::run_selvage(command + " --set seeds=1");
  CHECK_THAT(piped.err, !Contains(" left"));
}
