// SPDX-License-Identifier: Apache-2.0
// A line of progress on a terminal, and nowhere else: tolerance and certify.
#include <catch2/catch.hpp>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run_selvage.hpp"

using Catch::Contains;
using selvage::test::Directory;
using selvage::test::read_file;

namespace {

struct Watched {
  std::string out;
  std::string terminal;  ///< what came on stderr
};

/// `selvage ARGUMENTS` with a terminal as stderr.
Watched watched(const std::string& arguments) {
  const Directory scratch;
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  REQUIRE(master >= 0);
  REQUIRE(grantpt(master) == 0);
  REQUIRE(unlockpt(master) == 0);
  const std::string command = "cd '" SELVAGE_SOURCE_DIR "' && '" SELVAGE_EXECUTABLE "' " + arguments +
                              " > '" + scratch.str() + "/out' 2> " + ptsname(master);
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
    usleep(10000);
  }
  drain();
  close(keep);
  close(master);
  w.out = read_file(scratch.path() / "out");
  return w;
}

}  // namespace

TEST_CASE("CLI-PROGRESS: tolerance and certify say on a terminal how far they are and how long still",
          "[cli]") {
  const std::string commands[] = {
      "tolerance --topology fattree:8,3 --faults 20 --sets 900000 --lft-entries any --json",
      "certify --topology mesh:6 --random 6 --sets 40 --json"};
  for (const std::string& command : commands) {
    CAPTURE(command);
    const Watched w = watched(command);
    CAPTURE(w.terminal);
    CHECK_THAT(w.terminal, Contains(command[0] == 't' ? "of 900,000 fault sets (" :
                                                        "of 8,640 destinations (") &&
                               Contains(" %), ") && Contains(" left"));
    CHECK(w.terminal.substr(w.terminal.size() - 4) == "\r\x1b[K");  // and takes it away
    CHECK(nlohmann::json::accept(w.out));
    CHECK_THAT(w.out, !Contains(" left"));
  }
  CHECK(watched(commands[1] + " --quiet").terminal.empty());
  CHECK(watched("tolerance --topology fattree:4,3 --faults 2").terminal.empty());  // done in no time
  CHECK(selvage::test::run_selvage(commands[1]).err.empty());
}
