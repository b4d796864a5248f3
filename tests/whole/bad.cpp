// SPDX-License-Identifier: Apache-2.0
// Plug-ins and manifests that cannot be used.
#include <catch2/catch.hpp>

#include "dut/whole/manifest.hpp"
#include "run_selvage.hpp"

using Catch::Contains;
using selvage::test::Directory;
using selvage::test::run_selvage;

namespace {

void refuses(const std::string& plugin, int code, const std::string& why,
             const std::string& more = "") {
  const Directory out;
  const auto ran =
      run_selvage("run scenarios/switch_rtl.yaml --set faults={} --timeline never --switch " +
                  plugin + " " + more + " --out " + out.str());
  INFO(plugin);
  CHECK(ran.code == code);
  CHECK_THAT(ran.err + ran.out, Contains(why));
}
std::string bad(int number) { return SELVAGE_BAD + std::to_string(number) + ".so"; }

}  // namespace

TEST_CASE("SW-PLUG: a plug-in that cannot be used is refused before the run, with its reason") {
  refuses("nowhere.so", 2, "there is no such file");
  refuses("README.md", 2, "it cannot be loaded");
  refuses(bad(1), 2, "it is of interface version 4, this is version 3");
  refuses(bad(2), 2, "its interface has no edge");
  refuses(bad(3), 2, "does not come out of reset: its clock is missing");
  refuses(bad(4), 2, "does not say that it is idle within");
  refuses(bad(6), 2, "it has 8 ports in trees of 3 levels, its manifest says 4 and 3");
  refuses(bad(7), 2, "bad.yaml:3:8: error: link.bufer: unknown key (did you mean 'buffer'?)");
  refuses(std::string(SELVAGE_ACME) + "@x", 2, "is no number for its bug_i");
}

TEST_CASE("SW-PLUG: what it does not do is refused by the key that asks for it") {
  const std::string acme = SELVAGE_ACME;
  refuses(acme, 2, "topology.m: the switch of --switch has 4 ports, not 8", "--set topology.m=8");
  refuses(acme, 2, "topology.n: the switch of --switch is one of trees of 3 levels, not 2",
          "--set topology.n=2");
  refuses(acme, 2, "runs under engine switch, not golden", "--engine golden");
  refuses(acme, 2, "faults.bit_errors", "--set faults.bit_errors=0.001");
  refuses(acme, 2,
          "switch.buffer_packets: --switch: slow hosts have buffers of this size, and need 3",
          "--set traffic.receivers.rate=0.5 --set traffic.packet_beats=8 "
          "--set switch.buffer_packets=2");
  refuses(bad(9), 2, "its manifest has `control: none`", "--set 'faults={random: {count: 1}}'");
  refuses(SELVAGE_OWN_LEGAL, 2, "an input of the switch of --switch holds 48 beats",
          "--set traffic.packet_beats=64");
}

TEST_CASE("SW-PLUG: a fabric whose switches no plug-in can be is refused") {
  for (const char* scenario : {"mesh_router", "switch_rtl_twolevel"}) {
    const Directory out;
    const auto ran = run_selvage("run scenarios/" + std::string(scenario) + ".yaml --switch " +
                                 SELVAGE_ACME + " --out " + out.str());
    INFO(scenario);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Contains("topology.kind: --switch: no switch of others stands in such"));
  }
}

TEST_CASE("SW-PLUG: a crash of its code names the plug-in, the switch and the cycle") {
  refuses(bad(19), 1, "bad_19.so: error: the plug-in crashes (SIGSEGV)\n");
  refuses(bad(5), 1, "the plug-in crashes (SIGSEGV) in switch <0,");
  refuses(bad(8), 1, "the plug-in crashes (SIGILL) in switch <0,");
  refuses(bad(9), 1, "the plug-in crashes (SIGSEGV) in switch <0,");
}

TEST_CASE("SW-PLUG: a name that is none, a pin too narrow and bugs of our RTL are refused") {
  refuses(bad(14), 2, "its name is no name of a module: ../bad");
  refuses(bad(15), 2, "xon_most_i of the switch of --switch has 0 bits, too few for");
  refuses(SELVAGE_OWN_LEGAL, 2, "bug.switch_no_fill: --switch: not with `compare: legal`",
          "--set bug.switch_no_fill=true");
}

TEST_CASE("SW-PLUG: a switch that fails and gives no reason fails the run") {
  refuses(bad(10), 1, "it fails and says no more");
}

TEST_CASE("SW-PLUG: a failed assertion in reset fails the run, whatever was printed before") {
  refuses(SELVAGE_RESET_FAILS, 1, "a failed assertion");
}

TEST_CASE("SW-FC: a switch is idle while an empty input says XOFF") {
  refuses(bad(11), 1, "SW-FC");
}
TEST_CASE("SW-CONS: a beat at a port that there is not") {
  refuses(bad(12), 1, "SW-CONS");
  refuses(bad(12), 1, "it shows something at port 4 of 4");
}
TEST_CASE("SW-MSG: a message to a host") {
  refuses(bad(13), 1, "SW-MSG");
  refuses(bad(13), 1, "none: no switch is at the other end");
}
TEST_CASE("SW-RESET: a switch that fails with other values in its registers before reset") {
  refuses(bad(16), 1, "SW-RESET");
}
TEST_CASE("SW-PROG: a switch is idle while its first packet comes, and holds another") {
  refuses(bad(20), 1, "mismatch idle of switch_departure, SW-PROG",
          "--set traffic.load=1 "
          "--set 'traffic.packet_beats=[{beats: 4, share: 0.5}, {beats: 16, share: 0.5}]'");
}
TEST_CASE("SW-PROG: a packet stays in an idle switch, whose pins have no bits beyond its ports") {
  refuses(bad(17), 1, "SW-PROG");
}

TEST_CASE("SW-PLUG: a wrong manifest is told with its place") {
  const auto complaint = [](const std::string& text) {
    selvage::config::Diagnostics d;
    CHECK_FALSE(selvage::dut::read_whole_manifest("acme.yaml", text, d));
    return d.text();
  };
  const std::string good =
      "contract: selvage.switch/1\ntopology: {kind: fattree, ports: 8, levels: 3}\n"
      "link: {buffer: 64}\ncontrol: none\ncompare: legal\n";
  selvage::config::Diagnostics none;
  CHECK(selvage::dut::read_whole_manifest("acme.yaml", good, none));
  CHECK_THAT(complaint(good + "header: {dst: \"head[7:0]\"}\n"),
             Contains("acme.yaml:6:15: error: header.dst: has to be \"head[8:0]\""));
  CHECK_THAT(complaint(good + "bounds: {head_latency: [9, 3]}\n"), Contains("acme.yaml:6:24"));
  CHECK_THAT(complaint("contract: selvage.switch/1\n"
                       "topology: {kind: fattree, ports: 32, levels: 4}\n"
                       "link: {buffer: 64}\ncontrol: none\ncompare: legal\n"),
             Contains("a head beat of such a tree takes 86 bits, more than 64"));
  CHECK_THAT(complaint(""), Contains("a map of keys"));
}
