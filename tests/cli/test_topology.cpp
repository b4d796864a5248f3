// SPDX-License-Identifier: Apache-2.0
// `selvage topology`: exports, and networks of others as topologies (docs/reference/topologies.md).
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

#include "run_selvage.hpp"

using Catch::Contains;
using nlohmann::json;
using selvage::test::Directory;
using selvage::test::Ran;
using selvage::test::read_file;
using selvage::test::run_selvage;
using selvage::test::run_shell;

namespace {

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

std::string exported(const std::string& arguments) {
  const Ran ran = run_selvage("topology " + arguments);
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  return ran.out;
}

/// What importing `text` says, as JSON.
json imported(const std::string& text) {
  const Directory scratch;
  std::ofstream(scratch.path() / "net.txt") << text;
  const Ran ran = run_selvage("topology --json --import '" + scratch.str() + "/net.txt'");
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  return json::parse(ran.out);
}

/// What is wrong with `text`, exit code 2.
std::string refused(const std::string& text) {
  const Directory scratch;
  std::ofstream(scratch.path() / "net.txt") << text;
  const Ran ran =
      run_shell("cd '" + scratch.str() + "' && '" SELVAGE_EXECUTABLE "' topology --import net.txt");
  CHECK(ran.code == 2);
  CHECK(ran.out.empty());
  return ran.err;
}

std::string without_names(const std::string& net) {
  std::istringstream in(net);
  std::string out;
  for (std::string line; std::getline(in, line);) out += line.substr(0, line.find("# \"")) + "\n";
  return out;
}

/// The same network with nodes in another order, other ids and other ports.
std::string shuffled(const std::string& net, unsigned seed) {
  std::istringstream in(without_names(net));
  std::vector<std::string> nodes;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("Switch", 0) == 0 || line.rfind("Ca", 0) == 0) nodes.push_back(line);
    else if (line.rfind('[', 0) == 0) nodes.back() += "\n" + line;
  }
  std::mt19937 random(seed);
  std::shuffle(nodes.begin(), nodes.end(), random);
  std::string out;
  for (const std::string& node : nodes) out += node + "\n";
  for (std::size_t at = out.find("\"S-02"); at != std::string::npos;
       at = out.find("\"S-02", at + 1))
    out.replace(at, 5, "\"S-7f");
  return out;
}

}  // namespace

TEST_CASE("FMT-DOT: every switch, host and link is in the picture, dead links are marked",
          "[cli]") {
  const std::string dot = exported("fattree:4,3 --fault 0/21/3 --fault 1/00/2");
  CHECK(count(dot, "shape=ellipse") == 16);
  CHECK(count(dot, " -- ") == 16 + 32);
  CHECK(count(dot, "dead=true") == 2);
  CHECK_THAT(dot, Contains("[label=\"<0,21>\", level=0]"));
  CHECK_THAT(dot, Contains("tooltip=\"LK<0,21>3\", color=red, style=dashed, dead=true"));
  CHECK(count(dot, "rank=same") == 3);
  // Other topologies by the same interface; a faulty switch is all of its links.
  CHECK(count(exported("mesh:3 --node 1.1.1"), "dead=true") == 6);
  CHECK(count(exported("twolevel:4"), " -- ") == 48);
}

TEST_CASE("FMT-GRAPHML: well-formed, with names, levels, ports and dead links", "[cli]") {
  const Directory scratch;
  const std::string file = scratch.str() + "/mesh.graphml";
  CHECK(exported("mesh:3 --fault 1.0.2/x+ --format graphml --out '" + file + "'").empty());
  const std::string check =
      "import sys, xml.etree.ElementTree as E\n"
      "ns = '{http://graphml.graphdrawing.org/xmlns}'\n"
      "g = E.parse(sys.argv[1]).getroot().find(ns + 'graph')\n"
      "data = lambda e: {d.get('key'): d.text for d in e.findall(ns + 'data')}\n"
      "nodes = {n.get('id'): data(n) for n in g.findall(ns + 'node')}\n"
      "edges = [(e.get('source'), e.get('target'), data(e)) for e in g.findall(ns + 'edge')]\n"
      "assert all(a in nodes and b in nodes for a, b, _ in edges)\n"
      "print(len(nodes), len(edges), [d['link'] for _, _, d in edges if d['dead'] == 'true'])\n"
      "print(sorted({d['kind'] for d in nodes.values()}), nodes['s0']['level'])\n";
  std::ofstream(scratch.path() / "check.py") << check;
  const Ran ran = run_shell("python3 '" + scratch.str() + "/check.py' '" + file + "'");
  CHECK(ran.out == "54 81 ['LK(1,0,2)x+']\n['host', 'switch'] 0\n");
  CHECK(ran.err.empty());
}

TEST_CASE("FMT-IB: a network exported with missing links comes back with the same faults",
          "[cli]") {
  for (const char* tree : {"fattree:8,3", "fattree:4,2", "fattree:6,4"}) {
    const std::string far = std::string(tree) == "fattree:4,2" ? "0/1/2" : "";
    const std::string faults = far.empty() ? std::string(tree) == "fattree:8,3"
                                                 ? "--fault 0/21/5 --fault 1/30/7 --fault 1/31/6"
                                                 : "--fault 0/121/4 --fault 2/512/3"
                                           : "--fault " + far;
    const std::string net = exported(std::string(tree) + " --format ibnetdiscover " + faults);
    json expected = json::array();
    std::istringstream words(faults);
    for (std::string word; words >> word;) {
      if (word != "--fault") expected.push_back(word);
    }
    INFO(tree);
    CHECK(imported(net)["missing"] == expected);
    // Without descriptions the cables alone say it; numbers follow the order of the nodes.
    CHECK(imported(without_names(net))["missing"] == expected);
    CHECK(imported(shuffled(net, 5))["missing"].size() == expected.size());
  }
}

TEST_CASE("FMT-IB: so many links missing that only names tell where a switch belongs", "[cli]") {
  const std::string net = exported(
      "fattree:4,3 --format ibnetdiscover --fault 0/00/2 --fault 0/01/3 --fault 1/10/2 --fault 1/10/3");
  CHECK(imported(net)["missing"] == json{"0/00/2", "0/01/3", "1/10/2", "1/10/3"});
  CHECK_THAT(refused(without_names(net)),
             Contains("net.txt:") && Contains("no topology of kind fattree: "));
}

TEST_CASE("FMT-IB: the imported scenario runs", "[cli]") {
  const Directory scratch;
  std::ofstream(scratch.path() / "net.txt")
      << exported("fattree:4,3 --format ibnetdiscover --fault 0/21/3");
  const Ran ran = run_shell("cd '" + scratch.str() +
                            "' && '" SELVAGE_EXECUTABLE
                            "' topology --import net.txt > s.yaml && '" SELVAGE_EXECUTABLE
                            "' run s.yaml --out o --engine golden");
  INFO(ran.out << ran.err);
  CHECK(ran.code == 0);
  CHECK_THAT(read_file(scratch.path() / "s.yaml"),
             Contains("# 4P3T of net.txt: 16 hosts, 20 switches, 1 link missing"));
  const json result = json::parse(read_file(scratch.path() / "o/result.json"));
  CHECK(result["config"]["faults"]["preset"] == json::parse(R"([{"link": "0/21/3"}])"));
  CHECK(result["status"] == "delivered_all");
}

TEST_CASE("FMT-FIND: what is no m-port n-tree is refused with its place", "[cli]") {
  const std::string net = exported("fattree:4,2 --format ibnetdiscover");
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = without_names(net);
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  CHECK_THAT(refused(exported("mesh:3 --format ibnetdiscover")),
             Contains("no m-port n-tree has 27 hosts and 27 switches"));
  CHECK_THAT(refused("Switch 4 \"S-1\"\n[1] \"S-2\"[1]\n"),
             Contains("net.txt:2:1: error: no node"));
  CHECK_THAT(refused("Switch 4\n"), Contains("net.txt:1:1: error: a Switch without a quoted id"));
  CHECK_THAT(refused("Switch 4 \"S-1\"\n[1 \"S-1\"[1]\n"), Contains("net.txt:2:"));
  CHECK_THAT(refused("Switch 4 \"S-1\"\nSwitch 4 \"S-1\"\n"),
             Contains("net.txt:2:1: error: S-1 stands"));
  CHECK_THAT(refused("hello\n"), Contains("net.txt:1:1: error: neither a node nor a port"));
  CHECK_THAT(refused("Rt 2 \"R-1\"\n"), Contains("a router"));
  CHECK_THAT(refused(""), Contains("no switch in this file"));
  // Two links to one parent instead of one to each: as many cables, another graph.
  CHECK_THAT(refused(changed("[4]\t\"S-0200000000000006\"[1]", "[4]\t\"S-0200000000000005\"[9]")),
             Contains("net.txt:"));
  CHECK_THAT(run_selvage("topology fattree:4,3 --import x").err, Contains("give a topology"));
  CHECK(run_selvage("topology fattree:4,3 --fault 0/99/9").code == 2);
  CHECK(run_selvage("topology fattree:64,6").code == 2);
}
