// SPDX-License-Identifier: Apache-2.0
// A failure repeated: by itself, by `selvage replay`, and its waves opened.
#include <catch2/catch.hpp>

#include <fstream>

#include "run_selvage.hpp"

using Catch::Contains;
using nlohmann::json;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;
using selvage::test::run_shell;

namespace {

const std::string kBroken =
    "run scenarios/hello_fault.yaml --seed 4 --set bug.skip_lft=true --out ";

json result_of(const std::filesystem::path& directory) {
  return json::parse(read_file(directory / "result.json"));
}

std::string after(const std::string& text, const std::string& lead) {
  const auto at = text.find(lead);
  if (at == std::string::npos) return "";
  return text.substr(at + lead.size(), text.find('\n', at) - at - lead.size());
}

}  // namespace

TEST_CASE("a failed check repeats the run with waves around the failure",
          "[waves][cli][WAVE-WHEN]") {
  const Directory out;
  const auto ran = run_selvage(kBroken + out.str());
  CHECK(ran.code == 1);
  const json result = result_of(out.path());
  REQUIRE(result["waves"].is_object());
  const auto cycle = result["mismatch"]["cycle"].get<std::uint64_t>();
  CHECK(result["waves"]["from"] < cycle);
  CHECK(result["waves"]["until"] > cycle);
  CHECK(result["waves"]["switches"][0] == result["mismatch"]["switch"]);
  CHECK_THAT(ran.out, Contains(" waves " + out.str() + "/result.json"));
  CHECK_FALSE(std::filesystem::exists(out.path() / ".replay"));

  // The cursor and the last named marker stand on the mismatch; the fault has its marker too.
  const std::string view = read_file(out.path() / "waves.gtkw");
  const std::string marks = after(view, "\n*");
  CHECK_THAT(marks, Contains(" " + std::to_string(cycle * 1000) + " 10000000 "));
  CHECK_THAT(view, Contains("[markername] Afault\n") && Contains("[markername] Bdetected\n") &&
                       Contains("last change\n") && Contains("[markername] Emismatch\n"));
  CHECK_THAT(view, Contains("switch <0,00>, of the mismatch"));
}

TEST_CASE("a failed audit and a deadlock are repeated with waves too", "[waves][cli][WAVE-WHEN]") {
  const Directory out;
  CHECK(run_selvage("run scenarios/e1_corrected_rule.yaml --set bug.case3_as_printed=true --quiet "
                    "--engine golden --out " +
                    out.str())
            .code == 1);
  const json result = result_of(out.path());
  CHECK(result["status"] == "check_failed");
  CHECK(result["waves"].is_object());
}

TEST_CASE("replay: the same outcome, with waves or without", "[waves][cli][FAB-DET][RUN-REPLAY]") {
  const Directory out;
  REQUIRE(run_selvage(kBroken + out.str() + " --waves never").code == 1);
  const std::string file = out.str() + "/result.json";
  const auto with = run_selvage("replay " + file);
  CHECK(with.code == 0);
  CHECK_THAT(with.out, Contains("replay: the same outcome: mismatch"));
  CHECK(std::filesystem::exists(out.path() / "replay" / "waves.fst"));
  CHECK(result_of(out.path() / "replay")["mismatch"] == result_of(out.path())["mismatch"]);
  const Directory other;
  CHECK(run_selvage("replay " + file + " --waves never --quiet --out " + other.str()).code == 0);
  CHECK_FALSE(std::filesystem::exists(other.path() / "waves.fst"));
  // And of a run that passed.
  const Directory good;
  REQUIRE(run_selvage("run scenarios/hello_fault.yaml --quiet --out " + good.str()).code == 0);
  CHECK(run_selvage("replay " + good.str() + "/result.json").code == 0);
  CHECK(run_selvage("replay " + good.str()).code == 0);  // the folder will do
}

TEST_CASE("replay: another outcome is reported and is exit 1", "[waves][cli][RUN-REPLAY]") {
  const Directory out;
  REQUIRE(run_selvage(kBroken + out.str() + " --waves never").code == 1);
  json result = result_of(out.path());
  result["mismatch"]["cycle"] = 10700;
  result["status"] = "delivered_all";
  std::ofstream(out.path() / "result.json") << result;
  const auto ran = run_selvage("replay " + out.str() + "/result.json --waves never");
  CHECK(ran.code == 1);
  CHECK_THAT(ran.out, Contains("another outcome: delivered_all, then mismatch") &&
                          Contains("different: mismatch, status"));
}

TEST_CASE("replay and waves: wrong input is exit 2", "[waves][cli][SCR-FUZZ][RUN-REPLAY]") {
  const Directory out;
  const std::string file = out.str() + "/result.json";
  const auto wrong = [&](const std::string& arguments, const std::string& what) {
    const auto ran = run_selvage(arguments);
    CAPTURE(arguments, ran.err);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Contains(what));
  };
  wrong("replay " + file, "no such file");
  wrong("waves " + file, "no such file");
  std::ofstream(file) << "{\"schema\": \"other\"}";
  wrong("replay " + file, "not a result.json");
  std::ofstream(file, std::ios::trunc) << "{\"schema\": \"selvage.result/2\"}";
  wrong("replay " + file, "arguments: is missing");
  REQUIRE(run_selvage("run scenarios/hello_fault.yaml --quiet --out " + out.str()).code == 0);
  wrong("waves " + file, "has no waves");
  wrong("waves " + file + " --viewer surfer", "--viewer");
  wrong("replay " + file + " --out " + out.str(), "holds the result");
  wrong("replay " + file + " --wave-window 3", "FROM:UNTIL");
  json result = result_of(out.path());
  for (const json& arguments : {json({"route"}), json({"run"}), json(7), json({"run", 7}),
                                json({"run", "scenarios/hello_fault.yaml", "--bogus"})}) {
    result["arguments"] = arguments;
    std::ofstream(file, std::ios::trunc) << result;
    CAPTURE(arguments);
    CHECK(run_selvage("replay " + file).code == 2);
  }
}

TEST_CASE("waves --viewer none prints a command that names all files", "[waves][cli][WAVE-VIEW]") {
  const Directory out;
  REQUIRE(run_selvage("run scenarios/hello_fault.yaml --waves always --quiet --out '" + out.str() +
                      "/with space'")
              .code == 0);
  const std::string file = "'" + out.str() + "/with space/result.json'";
  const auto ran = run_selvage("waves " + file + " --viewer none");
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, Contains("gtkwave ") && Contains("/with space/waves.gtkw'"));
  const auto as_json = run_selvage("waves " + file + " --viewer none --json").json();
  CHECK(as_json["arguments"][0] == "gtkwave");
  std::filesystem::remove(out.path() / "with space" / "waves.fst");
  CHECK(run_selvage("waves " + file + " --viewer none").code == 2);
  // Without GTKWave on the path.
  REQUIRE(run_selvage("run scenarios/hello_fault.yaml --waves always --quiet --out " + out.str())
              .code == 0);
  const auto none =
      run_shell("PATH=/nowhere '" SELVAGE_EXECUTABLE "' waves " + out.str() + "/result.json");
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Contains("gtkwave: error") && Contains("--viewer none"));
}
