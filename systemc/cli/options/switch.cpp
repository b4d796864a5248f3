// SPDX-License-Identifier: Apache-2.0
#include "cli/options/switch.hpp"

#include <CLI/CLI.hpp>

namespace selvage::cli {

void add_run_switch(CLI::App& run, Options& options) {
  run.add_option("--switch", options.run.whole,
                 "A switch of yours in every place; BUGS, a number, is at its bug_i "
                 "(docs/tutorials/your-own-switch.md)")
      ->check([](const std::string& text) {
        return std::string(text.empty() ? "names no plug-in" : "");
      })
      ->type_name("PLUGIN[@BUGS]");
}

void add_new_switch(CLI::App& command, Options& options) {
  SwitchCommand& s = options.whole;
  command.add_option("NAME", s.name, "Of the switch, and of the folder that is made")->required();
  command.add_option("--ports", s.ports, "M of the tree (default: 8)")->type_name("M");
  command.add_option("--levels", s.levels, "N of the tree (default: 3)")->type_name("N");
}

void add_conform(CLI::App& command, Options& options) {
  SwitchCommand& s = options.whole;
  command.add_option("PLUGIN", s.plugin, "libselvage_NAME.so")->required();
  command.add_option("--scenarios", s.folder, "Scenarios of yours instead of the suite")
      ->type_name("DIR");
  command.add_option("--out", s.out, "Output directory (default: out/conform_NAME)")
      ->type_name("DIR");
}

void add_wrap_switch(CLI::App& command, Options& options) {
  SwitchCommand& s = options.whole;
  command.group("");
  command.add_option("MANIFEST", s.manifest)->required();
  command.add_option("NAME", s.name)->required();
  command.add_option("DIR", s.folder)->required();
  command.add_option("--top", s.top)->required();
  command.add_option("--source", s.sources)->required();
  command.add_option("--include", s.includes)->expected(1)->take_all();
  command.add_option("--define", s.defines)->expected(1)->take_all();
  command.add_option("--param", s.parameters)->expected(1)->take_all();
}

}  // namespace selvage::cli
