// SPDX-License-Identifier: Apache-2.0
// selvage route: one question, and batches good and bad.
#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <set>
#include <sstream>

#include "certify/relation.hpp"
#include "config/validate.hpp"
#include "cosim/plugs.hpp"
#include "run_selvage.hpp"

using Catch::Contains;
using nlohmann::json;
using selvage::test::run_selvage;

namespace {

const std::string kE1 = " --fault 1/000/2 --fault 1/010/3 --fault 2/000/2 --fault 2/000/3 ";

std::vector<json> answers(const std::string& out) {
  std::vector<json> all;
  std::istringstream in(out);
  for (std::string line; std::getline(in, line);) all.push_back(json::parse(line));
  return all;
}

}  // namespace

TEST_CASE("the example of the contract, byte for byte",
          "[cli][route][CLI-BATCH][FT-RS-3][FT-RS-4]") {
  const std::string line =
      R"({"id":1,"topology":{"kind":"fattree","m":4,"n":3},"faults":[{"l":0,"c":"21","k":3}],)"
      R"("src":"100","dst":"211"})";
  const auto ran = run_selvage("route --batch -", line + "\n");
  CHECK(ran.code == 0);
  CHECK(ran.out == R"({"id":1,"status":"delivered","hops":[{"switch":"<0,10>","in":0,"out":2},)"
                   R"({"switch":"<1,10>","in":0,"out":3},{"switch":"<2,10>","in":1,"out":2},)"
                   R"({"switch":"<1,20>","in":3,"out":1},{"switch":"<0,21>","in":2,"out":1}],)"
                   R"("engine":"lockstep","compared":5})"
                   "\n");
  const auto one =
      run_selvage("route --topology fattree:4,3 --fault 0/21/3 --src 100 --dst 211 --json");
  CHECK(one.code == 0);
  json expected = json::parse(ran.out);
  expected.erase("id");
  CHECK(one.json() == expected);
}

TEST_CASE("F-PATH-1: the two examples of the two-level tables, hop by hop", "[cli][route]") {
  const auto way = [](const std::string& to) {
    const json answer =
        run_selvage("route --topology twolevel:4 --src 10.0.1.2 --json --dst " + to).json();
    std::string text;
    for (const json& hop : answer["hops"]) {
      text += hop["switch"].get<std::string>() + " " + hop["in"].dump() + ">" + hop["out"].dump() +
              "; ";
    }
    return text;
  };
  CHECK(way("10.2.0.3") ==
        "10.0.1.1 0>2; 10.0.2.1 1>3; 10.4.1.2 0>2; 10.2.2.1 3>0; 10.2.0.1 2>1; ");
  CHECK(way("10.2.0.2") ==
        "10.0.1.1 0>3; 10.0.3.1 1>3; 10.4.2.2 0>2; 10.2.3.1 3>0; 10.2.0.1 3>0; ");
}

TEST_CASE("one question for people", "[cli][route]") {
  const auto ran = run_selvage("route --topology fattree:4,3 --fault 0/21/3 --src 100 --dst 211");
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, Contains("4P3T  100 -> 211, 1 dead link, engine lockstep") &&
                          Contains("3  <2,10>") && Contains("delivered; 5 decisions, 5 compared"));
  const auto self = run_selvage("route --topology fattree:4,3 --src 100 --dst 100 --json");
  CHECK(self.code == 0);
  CHECK(self.json()["hops"] == json::parse(R"([{"switch":"<0,10>","in":0,"out":0}])"));
}

TEST_CASE("the printed rule drops where the corrected one delivers", "[cli][route][FT-MSG-6]") {
  for (const char* engine : {"golden", "lockstep"}) {
    CAPTURE(engine);
    const std::string common = std::string("route --topology fattree:4,4 --src 0100 --dst 0000") +
                               kE1 + "--json --engine " + engine;
    const auto paper = run_selvage(common + " --rule paper").json();
    CHECK(paper["status"] == "unreachable");
    CHECK(paper["switch"] == "<1,010>");
    CHECK_FALSE(paper["reason"].get<std::string>().empty());
    CHECK(paper["order"] == "all ends notice in one cycle");
    CHECK_FALSE(run_selvage(common + " --rule corrected").json().contains("order"));
    CHECK(run_selvage(common + " --rule corrected").json()["status"] == "delivered");
    CHECK(run_selvage(common).json()["status"] == "delivered");
  }
}

TEST_CASE("engines: golden compares nothing and is no failure", "[cli][route][CLI-EXIT]") {
  const auto ran =
      run_selvage("route --topology fattree:4,3 --src 000 --dst 311 --engine golden --json");
  CHECK(ran.code == 0);
  CHECK(ran.json()["compared"] == 0);
  CHECK(ran.json()["engine"] == "golden");
}

TEST_CASE("large trees work lazily, floods that do not fit are refused", "[cli][route][FT-TOP-1]") {
  const std::string big = "route --topology fattree:64,6 --src 0.0.0.0.0.0 --dst 63.31.31.31.31.31";
  const auto ran = run_selvage(big + " --json");
  CHECK(ran.code == 0);
  CHECK(ran.json()["hops"].size() == 11);
  const auto flood = run_selvage(big + " --fault 0/0.0.0.0.0/33");
  CHECK(flood.code == 2);
  CHECK_THAT(flood.err, Contains("the fault messages of 64P6T would need more than"));
}

TEST_CASE("a bug in the RTL is a mismatch with a command that repeats it", "[cli][route]") {
  const auto ran = run_selvage(
      "route --topology fattree:4,3 --fault 0/21/3 --src 100 --dst 211 --set bug.skip_lft=true");
  CHECK(ran.code == 1);
  CHECK_THAT(ran.err, Contains("mismatch") && Contains("FT-RS-3") && Contains("expected"));
  const auto at = ran.err.find("reproduce: ");
  REQUIRE(at != std::string::npos);
  const auto again =
      selvage::test::run_shell(ran.err.substr(at + 11, ran.err.find('\n', at) - at - 11));
  CHECK(again.code == 1);
  CHECK(again.err == ran.err);
  const auto batch =
      run_selvage("route --batch - --topology fattree:4,3 --set bug.skip_lft=true",
                  "{\"id\":1,\"src\":\"000\",\"dst\":\"001\"}\n"
                  "{\"id\":2,\"faults\":[\"0/21/3\"],\"src\":\"100\",\"dst\":\"211\"}\n"
                  "{\"id\":3,\"src\":\"000\",\"dst\":\"001\"}\n");
  CHECK(batch.code == 1);
  const auto all = answers(batch.out);
  REQUIRE(all.size() == 3);
  CHECK(all[0]["status"] == "delivered");
  CHECK(all[1]["status"] == "error");
  CHECK(all[2]["status"] == "delivered");
  const auto reproduce = batch.err.find("reproduce: ");
  REQUIRE(reproduce != std::string::npos);
  CHECK(selvage::test::run_shell(
            batch.err.substr(reproduce + 11, batch.err.find('\n', reproduce) - reproduce - 11))
            .code == 1);
}

TEST_CASE("every kind of bad question in a batch, the others still answered",
          "[cli][route][CLI-BATCH]") {
  const std::string good = R"("src":"000","dst":"111"})";
  const std::string t = R"("topology":{"kind":"fattree","m":4,"n":3},)";
  const std::vector<std::pair<std::string, std::string>> bad{
      {"{\"id\":7,", "not JSON"},
      {"[1]", "a question is a JSON object"},
      {"\xff\xfe", "not JSON"},
      {"{\"id\":7,\"id\":8," + t + good, "the key 'id' stands twice"},
      {"{\"id\":7," + good, "topology: is missing"},
      {"{\"id\":7," + t + "\"sorce\":1," + good, "sorce: unknown key"},
      {"{\"id\":7," + t + "\"src\":\"000\"}", "dst: is missing"},
      {"{\"id\":7," + t + "\"src\":0,\"dst\":\"111\"}", "src: must be text or a list, not '0'"},
      {"{\"id\":7," + t + "\"src\":\"900\",\"dst\":\"111\"}", "src: '900' is no host"},
      {"{\"id\":7," + t + "\"src\":\"0\",\"dst\":\"1\"}", "dst: '1' is no host"},
      {"{\"id\":7," + t + "\"faults\":[{\"l\":9,\"c\":\"21\",\"k\":3}]," + good, "9/21/3"},
      {"{\"id\":7," + t + "\"faults\":[{\"l\":0,\"c\":\"21\"}]," + good, "faults[0].k: is missing"},
      {"{\"id\":7," + t + "\"faults\":[{\"l\":0,\"c\":\"21\",\"k\":3,\"x\":1}]," + good,
       "faults[0].x: unknown key"},
      {"{\"id\":7," + t + "\"faults\":[\"0/21/3\",\"0/21/3\"]," + good, "is named twice"},
      {"{\"id\":7," + t + "\"faults\":3," + good, "faults: must be a list"},
      {R"({"id":7,"topology":{"kind":"torus"},)" + good, "topology.kind"},
      {R"({"id":7,"topology":{"kind":"fattree","m":5,"n":3},)" + good, "topology.m: must be even"},
      {R"({"id":7,"topology":{"kind":"fattree","m":4,"n":3,"w":1},)" + good,
       "topology.w: unknown key"},
      {R"({"id":7,"topology":{"kind":"fattree","m":4},)" + good, "topology.n: is missing"},
  };
  std::string input;
  for (const auto& [line, what] : bad) input += line + "\n{\"id\":0," + t + good + "\n";
  const auto ran = run_selvage("route --batch -", input);
  CHECK(ran.code == 2);
  const auto all = answers(ran.out);
  REQUIRE(all.size() == 2 * bad.size());
  for (std::size_t i = 0; i < bad.size(); ++i) {
    CAPTURE(bad[i].first, all[2 * i].dump());
    CHECK(all[2 * i]["status"] == "error");
    CHECK(all[2 * i]["line"] == 2 * i + 1);
    CHECK_THAT(all[2 * i]["error"].get<std::string>(), Contains(bad[i].second));
    CHECK(all[2 * i + 1]["status"] == "delivered");
    CHECK_THAT(ran.err, Contains("stdin:" + std::to_string(2 * i + 1) + ":1: error: "));
  }
  CHECK(all[8]["id"] == 7);
}

TEST_CASE("batches: topology from the command line, links as text, order kept",
          "[cli][route][CLI-BATCH]") {
  std::string input;
  for (int i = 0; i < 50; ++i) {
    input += R"({"id":"q)" + std::to_string(i) +
             R"(","faults":["0/21/3"],"src":"100","dst":"211"})"
             "\n\n";
  }
  const auto ran = run_selvage("route --batch - --topology fattree:4,3", input);
  CHECK(ran.code == 0);
  const auto all = answers(ran.out);
  REQUIRE(all.size() == 50);
  for (int i = 0; i < 50; ++i) CHECK(all[i]["id"] == "q" + std::to_string(i));
  const json line = json::parse(input.substr(0, input.find('\n')));
  CHECK(selvage::config::validate(selvage::test::schema("batch"), line).empty());
}

TEST_CASE("batches that test nothing end with 5, unreadable ones with 2", "[cli][route]") {
  CHECK(run_selvage("route --batch - --topology fattree:4,3").code == 5);
  CHECK(run_selvage("route --batch - --topology fattree:4,3", "\n\n").code == 5);
  CHECK(run_selvage("route --batch /no/such.jsonl").code == 2);
  CHECK(run_selvage("route --batch scenarios").code == 2);
  CHECK(run_selvage("route --batch - --src 000").code == 2);
}

TEST_CASE("bad options of one question are reported together", "[cli][route][RUN-TOLD]") {
  const auto ran = run_selvage(
      "route --topology fattre:4,3 --src 0 --set bug.x=true --lft-entries y --engine z");
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Contains("--topology fattre:4,3: error: 'fattre' is not one of") &&
                          Contains("did you mean 'fattree'?") && Contains("--dst: error") &&
                          Contains("--set bug.x=true: error: bug.x: unknown key") &&
                          Contains("--lft-entries y: error") && Contains("--engine z: error"));
  const auto names = run_selvage("route --topology fattree:4,3 --fault 9/9/9 --src 1 --dst 999");
  CHECK(names.code == 2);
  CHECK_THAT(names.err, Contains("src: '1'") && Contains("dst: '999'") && Contains("'9/9/9'"));
}

TEST_CASE("a mesh with faulty nodes: round them, or unreachable",
          "[cli][route][CLI-BATCH][FAB-NODE][MESH-ORD-4]") {
  const std::string common =
      "route --topology mesh:4 --node 1.0.0 --node 1.1.1 --fault 0.1.0/x+ --json --src 0.0.0 "
      "--dst ";
  unsigned hops = 0;
  for (const char* to : {"2.0.0", "3.3.3", "1.2.1", "1.1.0", "2.1.1"}) {
    CAPTURE(to);
    const auto ran = run_selvage(common + to);
    CHECK(ran.code == 0);
    const json answer = ran.json();
    CHECK(answer["status"] == "delivered");
    CHECK(answer["compared"] == answer["hops"].size());
    for (const json& hop : answer["hops"]) {
      ++hops;
      CHECK(hop["switch"] != "1,0,0");
      CHECK(hop["switch"] != "1,1,1");
      CHECK_FALSE((hop["switch"] == "0,1,0" && hop["out"] == "x+"));
    }
  }
  CHECK(hops > 20);
  CHECK(run_selvage(common + "1.1.1").json()["status"] == "unreachable");
  const auto people = run_selvage("route --topology mesh:4 --node 1.0.0 --src 0.0.0 --dst 2.3.1");
  CHECK_THAT(people.out, Contains("0 dead links, 1 faulty node,"));
  const auto wrong = run_selvage(common + "2.0.0 --node 9.9.9");
  CHECK(wrong.code == 2);
  CHECK_THAT(wrong.err, Contains("node '9.9.9'"));
  const auto batch = run_selvage("route --batch - --topology mesh:4",
                                 R"({"id":1,"nodes":["1.0.0"],"src":"0.0.0","dst":"1.0.0"})"
                                 "\n"
                                 R"({"id":2,"nodes":[],"src":"0.0.0","dst":"1.0.0"})"
                                 "\n");
  const auto all = answers(batch.out);
  REQUIRE(all.size() == 2);
  CHECK(all[0]["status"] == "unreachable");
  CHECK(all[1]["status"] == "delivered");
}

TEST_CASE(
    "CLI-BATCH: the mesh example of the contract, a faulty node and all that is legal at the source",
    "[cli][route]") {
  const std::string line =
      R"({"id":"a","topology":{"kind":"mesh","k":4,"algorithm":"ipar"},"faults":[[1,1,1]],)"
      R"("src":[0,0,0],"dst":[3,2,1]})";
  CHECK(selvage::config::validate(selvage::test::schema("batch"), json::parse(line)).empty());
  const auto ran = run_selvage("route --batch -", line + "\n");
  CHECK(ran.code == 0);
  CHECK(ran.out.rfind(R"({"id":"a","status":"delivered","legal":[["x+","c1"],["y+","c1"]],"hops":[)"
                      R"({"switch":"0,0,0","in":"host","out":"x+","vc":"c1")",
                      0) == 0);
  const json answer = ran.json();
  CHECK(answer["hops"].size() == 7);
  CHECK(answer["hops"][6]["switch"] == "3,2,1");
  CHECK(answer["hops"][6]["out"] == "host");
  CHECK(answer["compared"] == 7);
  // The same fault by `nodes`, as text and by --fault.
  for (const char* fault :
       {R"("nodes":[[1,1,1]])", R"~("faults":["(1,1,1)"])~", R"("nodes":["1.1.1"])"}) {
    const auto same =
        run_selvage("route --batch - --topology mesh:4", std::string(R"({"id":"a",)") + fault +
                                                             R"(,"src":[0,0,0],"dst":"3.2.1"})"
                                                             "\n");
    CHECK(same.out == ran.out);
  }
  const auto one =
      run_selvage("route --topology mesh:4 --fault 1,1,1 --src 0,0,0 --dst 3,2,1 --json");
  CHECK(one.json()["legal"] == answer["legal"]);
  const auto bad = run_selvage("route --batch - --topology mesh:4",
                               R"({"id":1,"faults":[[1,1]],"src":[0,0,0],"dst":[3,2,1]})"
                               "\n"
                               R"({"id":2,"faults":[[4,1,1]],"src":[0,0,0],"dst":[3,2,1]})"
                               "\n"
                               R"({"id":3,"faults":[[1,1,1],[1,1,1]],"src":[0,0,0],"dst":[3,2,1]})"
                               "\n"
                               R"({"id":4,"faults":[[1]],"src":[0,0,0],"dst":[3,2,1,0]})"
                               "\n"
                               R"({"id":5,"faults":[[-1,1,1.5]],"src":[0,0,0],"dst":[3,2,1]})"
                               "\n"
                               R"({"id":6,"faults":[],"src":[0,0,0],"dst":[0,0,0]})"
                               "\n");
  CHECK(bad.code == 2);
  const auto all = answers(bad.out);
  REQUIRE(all.size() == 6);
  for (unsigned i = 0; i < 5; ++i) {
    CAPTURE(all[i].dump());
    CHECK(all[i]["id"] == i + 1);
    CHECK(all[i]["status"] == "error");
    CHECK(all[i]["line"] == i + 1);
  }
  CHECK_THAT(all[2]["error"].get<std::string>(), Contains("is named twice"));
  CHECK(all[5]["status"] == "delivered");
}

TEST_CASE("CLI-BATCH: what is legal at a source is what the relation of the certifier allows there",
          "[cli][route]") {
  std::mt19937 generator(4);
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(generator() % limit);
  };
  for (const char* algorithm : {"ipar", "ipar-literal", "par", "dor"}) {
    const json topology{{"kind", "mesh"}, {"k", 4}, {"algorithm", algorithm}};
    const auto system =
        selvage::find_plug("mesh")->make(topology, {selvage::Engine::kGolden, {}, 4});
    const selvage::Topology& mesh = system->topology();
    std::vector<selvage::SwitchPort> dead;
    json faults = json::array();
    for (unsigned i = 0; i < 6; ++i) {
      const auto link = mesh.fallible_link(below(mesh.fallible_link_count()));
      const std::string text = mesh.link_name(link).substr(2);  // "(1,0,2)x+" of LK(1,0,2)x+
      const std::string path = text.substr(0, text.size() - 2) + "/" + text.substr(text.size() - 2);
      if (std::find(faults.begin(), faults.end(), path) != faults.end()) continue;
      dead.push_back(link);
      faults.push_back(path);
    }
    const auto relation = system->relation(dead);
    std::string input;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> asked;
    for (unsigned i = 0; i < 60; ++i) {
      asked.emplace_back(below(64), below(64));
      if (asked.back().first == asked.back().second) asked.back().second ^= 1U;
      input += json{{"topology", topology},
                    {"faults", faults},
                    {"src", mesh.host_name(asked.back().first)},
                    {"dst", mesh.host_name(asked.back().second)}}
                   .dump() +
               "\n";
    }
    const auto ran = run_selvage("route --engine golden --batch -", input);
    CHECK_THAT(ran.err, Contains("1 fault state settled"));
    const auto all = answers(ran.out);
    REQUIRE(all.size() == asked.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::set<std::string> expected, actual;
      std::vector<selvage::certify::State> starts;
      relation->starts(asked[i].second, starts);
      const std::string here = mesh.switch_name(asked[i].first);
      for (const auto& state : starts) {
        const std::string name = relation->channel_name(state.channel);
        if (name.rfind(here, 0) == 0) expected.insert(name.substr(here.size()));
      }
      for (const json& channel : all[i]["legal"]) {
        actual.insert(channel[0].get<std::string>() + channel[1].get<std::string>());
      }
      CAPTURE(algorithm, all[i].dump(), here, asked[i].second);
      CHECK(actual == expected);
    }
  }
}

TEST_CASE("CLI-BATCH: faults equal to those of the line before are not settled again",
          "[cli][route]") {
  const std::string ends = R"("src":"100","dst":"211"})"
                           "\n";
  const auto ran = run_selvage("route --batch - --topology fattree:4,3",
                               R"({"faults":["0/21/3","1/00/2"],)" + ends +
                                   R"({"faults":["1/00/2",{"l":0,"c":"21","k":3}],)" + ends +
                                   R"({"faults":["0/21/9"],)" + ends +
                                   R"({"faults":["0/21/3","1/00/2"],)" + ends);
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Contains("4 questions, 15 decisions compared, 1 fault state settled"));
}

TEST_CASE("CLI-BATCH: a big tree with 188 faults is settled in seconds", "[cli][route]") {
  std::string faults;
  for (unsigned i = 0; i < 188; ++i) {
    faults += (i == 0 ? "\"" : ",\"") + std::to_string(i % 3) + "/" + std::to_string(i % 16) + "." +
              std::to_string(i / 3 % 8) + "." + std::to_string(i / 24) + "/" +
              std::to_string(8 + i % 8) + "\"";
  }
  const auto ran = run_selvage("route --batch - --topology fattree:16,4 --engine golden",
                               R"({"faults":[)" + faults +
                                   R"(],"src":"0.0.0.0","dst":"9.3.2.1"})"
                                   "\n");
  CAPTURE(ran.err);
  CHECK(ran.code == 0);
  CHECK(ran.json()["status"] == "delivered");
}
