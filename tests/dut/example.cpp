// SPDX-License-Identifier: Apache-2.0
/// The route selector of examples/, other names and three clocks of latency, with and without its
/// planted bug (DUT-TEST); and a first project of `selvage dut new` (DUT-NEW).
#include <catch2/catch.hpp>

#include "project.hpp"

using namespace selvage::test;

namespace {

Ran dut(const std::string& arguments) {
  return run_shell(std::string(kCache) + "'" SELVAGE_EXECUTABLE "' dut " + arguments);
}

}  // namespace

TEST_CASE("DUT-TEST: the route selector of another house passes, and its planted bug is caught",
          "[dut]") {
  const Directory out;
  const Ran good =
      dut("test examples/route_selector/dut.yaml -q --json --out " + out.str() + "/good");
  CAPTURE(good.err);
  REQUIRE(good.code == 0);
  CHECK(good.json()["status"] == "passed");
  CHECK(good.json()["compared"] == 1000000);
  CHECK(good.json()["hash"].get<std::string>().size() == 32);

  const Ran bad =
      dut("test examples/route_selector/planted.yaml -q --json --out " + out.str() + "/bad");
  REQUIRE(bad.code == 1);
  const auto difference = bad.json()["difference"];
  CHECK(difference["pin"] == "port_o");
  CHECK(difference["rule"] == "FT-RS-4");
  CHECK(difference["clock"] == 3);  // its latency behind the question
  CHECK(difference["stimulus"].size() == 1);
  CHECK(std::filesystem::file_size(out.path() / "bad/waves.fst") > 0);
  CHECK(read_file(out.path() / "bad/waves.gtkw").find("golden_port_o") != std::string::npos);
  CHECK(read_file(out.path() / "bad/result.json") == bad.out);

  // The same seed, the same bytes.
  CHECK(dut("test examples/route_selector/planted.yaml -q --json --out " + out.str() + "/again")
            .out == bad.out);
  // One clock earlier than it answers.
  const Ran early =
      run_shell("mkdir " + out.str() + "/early && cp examples/route_selector/* " + out.str() +
                "/early && sed -i 's/^latency: 3/latency: 2/' " + out.str() + "/early/dut.yaml");
  REQUIRE(early.code == 0);
  CHECK(dut("test " + out.str() + "/early/dut.yaml -q --out " + out.str() + "/early/out").code ==
        1);
}

TEST_CASE("DUT-JSON: a contract as JSON says all that its text says", "[dut]") {
  for (const auto& row : dut("contract --json").json()) {
    const auto block = row["block"].get<std::string>();
    CAPTURE(block);
    const auto j = dut("contract " + block + " --json").json();
    const std::string text = dut("contract " + block).out;
    std::vector<std::string> said{j["block"], j["summary"], j["source"],
                                  "come " + j["latency"].dump() + " clock"};
    if (!j["specification"].is_null()) said.push_back(j["specification"]);
    CHECK(j["specification"].is_null() == !row["provable"].get<bool>());
    for (const auto& p : j["chosen"]) {
      const auto step = p["multiple_of"].get<int>();
      said.push_back(p["meaning"].get<std::string>() + ", " + p["from"].dump() + " to " +
                     p["to"].dump() + (step == 1 ? "" : ", a multiple of " + std::to_string(step)) +
                     "; here " + p["value"].dump());
    }
    for (const auto& [name, value] : j["derived"].items())
      said.push_back("follows from these; here " + value.dump());
    for (const auto& pin : j["pins"]) {
      const auto rule = pin["rule"].get<std::string>();
      said.push_back(
          pin["meaning"].get<std::string>() + (rule.empty() ? "" : " (" + rule + ")") +
          (pin["static"] ? "; static" : "") + (pin["optional"] ? "; may be left out" : "") +
          (pin["group"].is_null() ? "" : "; of group " + pin["group"].get<std::string>()));
    }
    for (const std::string& part : said) {
      CAPTURE(part);
      CHECK(text.find(part) != std::string::npos);
    }
    CHECK(j["chosen"].size() + j["derived"].size() == j["parameters"].size());
  }
  const auto table = dut("contract fault_table --json").json();
  CHECK(table["stateful"] == true);
  CHECK(table["groups"]["scan"].size() > 3);
  CHECK(table["groups"].contains("paper"));
}

TEST_CASE("DUT-NEW: every block's first project passes its check, and is not written over",
          "[dut]") {
  const Directory folder;
  const Ran list = dut("contract --json");
  REQUIRE(list.code == 0);
  for (const auto& row : list.json()) {
    const auto block = row["block"].get<std::string>();
    CAPTURE(block);
    const std::string at = folder.str() + "/" + block;
    REQUIRE(dut("new " + block + " " + at).code == 0);
    const Ran check = dut("check " + at + "/dut.yaml");
    CAPTURE(check.err);
    CHECK(check.code == 0);
    const std::string before = read_file(at + "/dut.yaml");
    CHECK(dut("new " + block + " " + at).code == 2);
    CHECK(read_file(at + "/dut.yaml") == before);
  }
  const Ran wrong = dut("new rute_select " + folder.str() + "/x");
  CHECK(wrong.code == 2);
  CHECK(wrong.err.find("did you mean 'route_select'?") != std::string::npos);
}
