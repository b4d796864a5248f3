// SPDX-License-Identifier: Apache-2.0
// Results that the checking scripts keep (scripts/kept), with stand-ins for the tools, in a copy of
// what they read.
#include <catch2/catch.hpp>

#include <fstream>
#include <set>
#include <sstream>

#include "run_selvage.hpp"

using namespace selvage::test;
using Names = std::set<std::string>;

namespace {

/// Every tool: tells its version, fails if there is a file `broken`, and otherwise does as the real
/// one would with sources that are right, and with a copy in which a fault is planted.
const char* const kTool = R"(#!/bin/sh
here=$(dirname "$0")
case $0$* in
  */npm*) exit 1 ;;
  *--version | *-V | *-version) cat "$here/version"; exit ;;
esac
echo run >> "$here/runs"
[ ! -e "$here/broken" ] || { echo '%Error: broken'; exit 1; }
case $0$* in
  *--binary*)
    for folder; do :; done
    mkdir -p "$folder"
    printf '#!/bin/sh\n' > "$folder/Vtyped_bench"
    chmod +x "$folder/Vtyped_bench" ;;
  */copy/*)
    while [ "$1" != -l ]; do shift; done
    echo 'proof did fail' > "$2"
    exit 1 ;;
  *stat.txt*)
    for file in $(echo "$*" | grep -oE '[^ ]+/(ltp|stat)\.txt'); do
      echo 'Chip area (length=3) 100' > "$file"
    done ;;
  */bin/sta-*) printf '1.0 data arrival time\n-0.1 library setup time\n' ;;
esac
)";

/// A copy of the scripts and the RTL, with the stand-ins in its PATH; of the results that are kept
/// it has its own, or shares those of `other`.
class Copy {
 public:
  explicit Copy(const Copy* other = nullptr)
      : cache_((other ? other->folder_ : folder_).str() + "/cache") {
    const Ran made = run_shell("cp -r scripts rtl tb constraints '" + folder_.str() +
                               "' && mkdir '" + folder_.str() + "/bin'");
    REQUIRE(made.code == 0);
    for (const char* tool : {"verilator", "iverilog", "yosys", "sta", "npm", "clang-tidy",
                             "clang-format", "dpkg-query"}) {
      std::ofstream(path("bin/") + tool) << kTool;
      std::filesystem::permissions(path("bin/") + tool, std::filesystem::perms::owner_all);
    }
    write("bin/version", "Tool 1\n");
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return folder_.str() + "/" + name;
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  /// One more line at the end.
  void change(const std::string& name) const {
    std::ofstream(path(name), std::ios::app) << (name.find("rtl/") == 0 ? "// more\n" : "# more\n");
  }
  [[nodiscard]] Ran run(const std::string& script) const {
    std::filesystem::remove(path("bin/runs"));
    return run_shell("cd '" + folder_.str() + "' && XDG_CACHE_HOME='" + cache_ + "' PATH='" +
                     path("bin") + "':\"$PATH\" " + script);
  }
  /// The modules that a script, which passes, does not say it was right as at the last run.
  [[nodiscard]] Names repeats(const std::string& script) const {
    const Ran ran = run(script);
    INFO(script << '\n' << ran.out << ran.err);
    CHECK(ran.code == 0);
    Names names;
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);) {
      if (line.find(", as at the last run") != std::string::npos) continue;
      std::istringstream words(line);
      std::string name;
      words >> name;
      for (const char* kind : {"|", "code", "contract", "equiv", "fault"}) {
        if (name == kind) words >> name;
      }
      if (name.back() != ':' && name[0] != '|' && name != "top" && name != "slang")
        names.insert(name);
    }
    CHECK(names.empty() != ran_a_tool());
    return names;
  }
  [[nodiscard]] bool ran_a_tool() const { return std::filesystem::exists(path("bin/runs")); }

 private:
  Directory folder_;
  std::string cache_;
};

}  // namespace

TEST_CASE(
    "SCR-KEPT: a changed source repeats what is made of it, a script or a tool all of its own",
    "[scripts][nightly]") {
  const Copy copy;
  copy.write("rtl/tops.txt",
             "efct FLOW_ID_W=4 POS_W=8\nlink_probe TW=32\nfattree_control M=8 N=3 W=32\n");
  const std::string lint = "scripts/lint --top efct";
  const std::string lint_control = "scripts/lint --top fattree_control";
  const std::string synth = "scripts/synth --quick";
  const std::string prove = "scripts/formal_equiv --quick";
  const Names efct{"efct"};
  const Names control{"fattree_control"};
  CHECK(copy.repeats(lint) == efct);
  CHECK(copy.repeats(lint_control) == control);
  CHECK(copy.repeats(synth) == Names{"efct", "fattree_control", "link_probe"});
  CHECK(copy.repeats(prove) == Names{"carry_select", "fault_table", "first_one", "ifct_turns",
                                     "label_epoch", "link_state", "route_select", "secded",
                                     "wrap_pick"});

  copy.change("rtl/fattree/link_state.sv");
  CHECK(copy.repeats(lint).empty());
  CHECK(copy.repeats(lint_control) == control);
  CHECK(copy.repeats(synth) == control);
  CHECK(copy.repeats(prove) == Names{"link_state"});
  copy.change("tb/formal/route_select_ref.sv");
  copy.change("constraints/efct.sdc");
  CHECK(copy.repeats(lint).empty());
  CHECK(copy.repeats(synth) == efct);
  CHECK(copy.repeats(prove) == Names{"route_select"});

  copy.change("scripts/lint");
  CHECK(copy.repeats(lint) == efct);
  CHECK(copy.repeats(synth).empty());
  copy.change("scripts/kept");
  CHECK(copy.repeats(lint) == efct);
  CHECK(copy.repeats(lint).empty());
  copy.write("bin/version", "Tool 2\n");
  CHECK(copy.repeats(lint) == efct);
  CHECK(copy.repeats("SELVAGE_ALL=1 " + lint) == efct);

  const Copy other(&copy);  // another checkout
  for (const char* file : {"rtl/tops.txt", "rtl/fattree/link_state.sv", "constraints/efct.sdc",
                           "tb/formal/route_select_ref.sv", "scripts/lint", "scripts/kept"}) {
    std::filesystem::copy_file(copy.path(file), other.path(file),
                               std::filesystem::copy_options::overwrite_existing);
  }
  other.write("bin/version", "Tool 2\n");
  CHECK(other.repeats(lint).empty());
  other.change("rtl/flow/efct.sv");
  CHECK(other.repeats(lint) == efct);
}

TEST_CASE("SCR-KEPT: what failed is not kept, nor what changed while it was looked at",
          "[scripts]") {
  const Copy copy;
  CHECK(copy.repeats("scripts/lint --top efct") == Names{"efct"});
  copy.change("rtl/flow/efct.sv");
  copy.write("bin/broken", "");
  for (const char* script : {"scripts/lint --top efct", "scripts/synth --quick"}) {
    for (int i = 0; i < 2; ++i) {
      CHECK(copy.run(script).code == 1);
      CHECK(copy.ran_a_tool());
    }
  }
  std::filesystem::remove(copy.path("bin/broken"));
  CHECK(copy.repeats("scripts/lint --top efct") == Names{"efct"});
  CHECK(copy.repeats("scripts/lint --top efct").empty());

  const std::string step = "bash -c '. scripts/kept; kept step rtl/files.f rtl/README.md -- ";
  for (int i = 0; i < 2; ++i) {
    const Ran ran = copy.run(step + "sh -c \"echo seen; echo >> rtl/README.md\"' scripts/lint");
    CHECK(ran.out == "seen\n");
  }
  CHECK(copy.run(step + "echo seen' scripts/lint").out == "seen\n");
  CHECK(copy.run(step + "echo seen' scripts/lint").out == "seen, as at the last run\n");
  CHECK(copy.run(step + "false' scripts/lint").out == "seen, as at the last run\n");
  CHECK(copy.run(step + "false' scripts/synth").code == 1);
  CHECK(copy.run(step + "false' scripts/synth").code == 1);
  // Without one of its files nothing is kept, and the step decides.
  std::filesystem::remove(copy.path("rtl/README.md"));
  CHECK(copy.run(step + "echo seen' scripts/lint").out == "seen\n");
  CHECK(copy.run(step + "echo seen' scripts/lint").out == "seen\n");
}

TEST_CASE("SCR-KEPT: a changed header repeats the C++ sources that include it", "[scripts]") {
  const Copy copy;
  std::filesystem::create_directories(copy.path("systemc/golden"));
  std::filesystem::create_directories(copy.path("systemc/kernel"));
  std::filesystem::create_directories(copy.path("build/x"));
  copy.write("systemc/golden/a.cpp", "#include \"golden/a.hpp\"\n");
  copy.write("systemc/golden/a.hpp", "#include \"golden/b.hpp\"\n");
  copy.write("systemc/golden/b.hpp", "\n");
  copy.write("systemc/kernel/c.cpp", "\n");
  copy.write("build/x/compile_commands.json", "\"command\": \"c++ -O1 -o a\"\n");
  copy.write(".clang-tidy", "# one\n");
  REQUIRE(copy.run("git init -q . && git add systemc").code == 0);
  const auto kept = [&] {
    const std::string out = copy.run("scripts/lint_cpp x").out;
    const std::string before = "clang-tidy: 2 sources ok, ";
    const std::size_t at = out.find(before);
    return at == std::string::npos ? out : out.substr(at + before.size(), 1);
  };
  CHECK(kept() == "0");
  CHECK(kept() == "2");
  copy.write("systemc/golden/b.hpp", "int b;\n");
  CHECK(kept() == "1");
  copy.write("build/x/compile_commands.json", "\"command\": \"c++ -O2 -o a\"\n");
  CHECK(kept() == "0");
  copy.write(".clang-tidy", "# two\n");
  CHECK(kept() == "0");
  copy.write("bin/version", "Tool 2\n");
  CHECK(kept() == "0");
  copy.write("systemc/kernel/c.cpp", "int c;\n");
  copy.write("bin/broken", "");
  CHECK(copy.run("scripts/lint_cpp x").code == 1);
  std::filesystem::remove(copy.path("bin/broken"));
  CHECK(kept() == "1");
}
