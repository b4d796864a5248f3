// SPDX-License-Identifier: Apache-2.0
/// Text of files and options is shown as it is and never interpreted (REP-TEXT), and what is
/// written goes through no link (REP-LINK).
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <pugixml.hpp>

#include "config/text/output.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

namespace fs = std::filesystem;

/// All that is special to gnuplot, shell, HTML or SVG, and all of ASCII that can be seen. `run` is
/// what a shell would do if it were asked.
std::string special(const std::string& run) {
  std::string text = "`" + run + "` $(" + run + ") \"`" + run + "`\" '; system(\"" + run +
                     "\") # @x @GPVAL_TERM \"@GPVAL_TERM\"";
  text +=
      " &amp; &#65; &#x41; &#x0; &nope; <script>x</script> <![CDATA[ ]]> --> {/Bold a}_2^3 %s %n";
  text += " \\\" \\' \\n \\ \xc3\xa9 ";
  for (char c = 0x20; c < 0x7f; ++c) text += c;
  return text + "\\";
}

void collect(const pugi::xml_node& node, std::multiset<std::string>& texts) {
  if (std::string(node.name()) == "text") texts.insert(node.child_value());
  for (const pugi::xml_node& child : node.children()) collect(child, texts);
}

constexpr const char* kLevel = "'`touch ran`'' &#x41;<\"\\'";

/// The name of its second factor's level is `setup`.
std::string campaign_of(const nlohmann::json& figure) {
  const nlohmann::json campaign{
      {"kind", "tolerance"},
      {"base",
       {{"topology", {{"kind", "fattree"}, {"m", 4}, {"n", 3}}},
        {"lft_entries", "any"},
        {"sets", 50}}},
      {"factors",
       {{{"path", "faults"}, {"values", {3, 4}}},
        {{"name", "of"}, {"cases", {{{"label", figure["setup"]}, {"set", {{"topology.m", 4}}}}}}}}},
      {"figures", {figure}}};
  return campaign.dump();
}

}  // namespace

TEST_CASE("REP-TEXT: shell, HTML and XML read back every character as it was", "[campaign]") {
  std::string all;
  for (int c = 1; c < 0x80; ++c) all += static_cast<char>(c);
  all += special("true");
  CHECK(run_shell("printf '%s' " + config::shell_quoted(all)).out == all);
  CHECK(run_shell("printf '%s' " + config::shell_quoted("")).out.empty());
  const std::string seen = special("true") + "\n\x01";
  const std::string markup = config::markup_text(seen + "\xff\xef\xbf\xbf");
  pugi::xml_document document;
  REQUIRE(document.load_string(
      ("<a b=\"" + markup + "\" c='" + markup + "'>" + markup + "</a>").c_str(),
      pugi::parse_default | pugi::parse_ws_pcdata));
  const std::string back = special("true") + "  \xef\xbf\xbd\xef\xbf\xbd";
  CHECK(document.child("a").child_value() == back);
  CHECK(document.child("a").attribute("b").value() == back);
  CHECK(document.child("a").attribute("c").value() == back);
}

TEST_CASE("REP-TEXT: gnuplot runs nothing of a figure's texts and shows them whole", "[campaign]") {
  const Directory scratch;
  const std::string text = special("touch " + scratch.str() + "/ran");
  const nlohmann::json figure{{"name", "g"},
                              {"title", text + "\nsystem('touch ran')\n"},
                              {"x", "faults"},
                              {"y", {{"`id`", "intolerable"}}},
                              {"setup", kLevel},
                              {"series", {"of"}},
                              {"xlabel", "'" + text},
                              {"ylabel", "''''" + text + "''"},
                              {"source", "s\ncurve,1,2,3,4,5"}};
  std::ofstream(scratch.path() / "fig.yaml") << campaign_of(figure);
  const Ran ran =
      run_shell("cd '" + scratch.str() +
                "' && mkdir \"a'b\" && '" SELVAGE_EXECUTABLE "' figure fig.yaml --out \"a'b/-e\"");
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 0);
  const fs::path out = scratch.path() / "a'b/-e/fig";
  for (const char* name : {"ran", "a'b/ran", "a'b/-e/fig/ran"}) {
    CHECK_FALSE(fs::exists(scratch.path() / name));
  }
  CHECK_FALSE(fs::exists(fs::path(SELVAGE_SOURCE_DIR) / "ran"));
  pugi::xml_document svg;
  REQUIRE(svg.load_string(read_file(out / "g.svg").c_str(),
                          pugi::parse_default | pugi::parse_ws_pcdata));
  std::multiset<std::string> texts;
  collect(svg, texts);
  CHECK(texts.count(text + " system('touch ran') ") == 1);
  CHECK(texts.count("'" + text) == 1);
  CHECK(texts.count("''''" + text + "''") == 1);
  CHECK(texts.count(kLevel + std::string(", `id`")) == 1);
  std::istringstream csv(read_file(out / "g.csv"));
  unsigned rows = 0;
  for (std::string line; std::getline(csv, line);) rows += line.empty() || line[0] != '#' ? 1 : 0;
  CHECK(rows == 3);  // the head and two points
  CHECK_THAT(ran.out, !Catch::Contains("\nsystem"));
}

TEST_CASE("REP-LINK: whoever lays links at names that will be written diverts nothing",
          "[campaign]") {
  const Campaign c(tolerance(kShort));
  const fs::path precious = c.scratch.path() / "precious";
  fs::create_directories(precious / "000000");
  std::ofstream(precious / "file") << "precious";
  std::ofstream(precious / "000000/file") << "precious";
  fs::create_directories(c.scratch.path() / "o");
  const fs::path out = c.scratch.path() / "o";
  const auto untouched = [&] {
    CHECK(read_file(precious / "file") == "precious");
    CHECK(read_file(precious / "000000/file") == "precious");
    CHECK(std::distance(fs::directory_iterator(precious), fs::directory_iterator{}) == 2);
  };
  // The temporary name, whatever number the process gets.
  const std::string lay = "mkdir -p t; for f in out.txt; do ln -s '" +
                          (precious / "file").string() + "' \"o/results.json.$$.tmp\"; ln -s '" +
                          (precious / "file").string() + "' \"o/results.json.$$.0.tmp\"; done; ";
  const Ran temporary = run_shell("cd '" + c.scratch.str() + "' && " + lay +
                                  "exec '" SELVAGE_EXECUTABLE "' campaign c.yaml --out o --quiet");
  INFO(temporary.out << temporary.err);
  CHECK(temporary.code == 0);
  untouched();
  CHECK_FALSE(fs::is_symlink(out / "results.json"));
  // The final names are taken over, not followed.
  for (const char* name : {"results.json", "points.csv"}) {
    fs::remove(out / name);
    fs::create_symlink(precious / "file", out / name);
  }
  CHECK(c.run("--resume --quiet").code == 0);
  untouched();
  CHECK_FALSE(fs::is_symlink(out / "results.json"));
  fs::create_symlink(precious, out / "trials");
  for (const char* how : {"--fresh", "--resume"}) {
    const Ran trials = c.run(std::string("--quiet ") + how);
    CHECK(trials.code == 2);
    CHECK_THAT(trials.err, Catch::Contains("o/trials: is a symbolic link"));
    untouched();
  }
  fs::remove(out / "trials");
  const fs::path journal = out / "journal.ndjson";
  const auto refused = [&](const char* why) {
    for (const char* how : {"--fresh", "--resume"}) {
      const Ran ran = c.run(std::string("--quiet ") + how);
      CHECK(ran.code == 2);
      CHECK_THAT(ran.err, Catch::Contains("o/journal.ndjson: is " + std::string(why)));
    }
    untouched();
    fs::remove(journal);
  };
  fs::remove(journal);
  fs::create_symlink(precious / "file", journal);
  refused("a symbolic link");
  REQUIRE(mkfifo(journal.c_str(), 0600) == 0);  // nobody reads it, nobody writes it
  refused("not a regular file");
}

TEST_CASE("CAM-INPUT: a campaign without a name stays in its folder, whatever its file is called",
          "[campaign]") {
  const Directory scratch;
  const fs::path folder = scratch.path() / "here";
  fs::create_directories(folder / "trials");
  for (const char* name : {"...yaml", "....yaml", ".yaml", "-x y;`touch ran`.yaml"}) {
    std::ofstream(folder / name) << tolerance(10);
    std::ofstream(folder / "results.json") << "precious";
    std::ofstream(folder / "trials/file") << "precious";
    const Ran ran =
        run_shell("cd '" + folder.string() +
                  "' && '" SELVAGE_EXECUTABLE "' campaign --fresh --quiet './" + name + "'");
    INFO(name << ran.out << ran.err);
    CHECK(ran.code == 0);
    CHECK(read_file(folder / "results.json") == "precious");
    CHECK(read_file(folder / "trials/file") == "precious");
    CHECK_FALSE(fs::exists(folder / "journal.ndjson"));
  }
  CHECK_FALSE(fs::exists(folder / "ran"));
  CHECK(std::distance(fs::directory_iterator(folder / "out"), fs::directory_iterator{}) > 0);
  // --fresh takes away what a campaign left, and of a folder without a journal nothing.
  const Ran own = run_shell("cd '" + folder.string() +
                            "' && '" SELVAGE_EXECUTABLE "' campaign --fresh --quiet .yaml --out .");
  CHECK(own.code == 0);
  CHECK(read_file(folder / "trials/file") == "precious");
}
