// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>

#include "cli/terminal.hpp"
#include "cli/whole/command.hpp"
#include "config/exit_code.hpp"
#include "config/loader.hpp"
#include "config/text/output.hpp"
#include "dut/manifest/manifest.hpp"
#include "dut/whole/wrap.hpp"

namespace selvage::cli {

namespace {

/// Leaves a file that has this text already as it is, so that nothing is built anew.
bool write_changed(const std::filesystem::path& path, const std::string& text, std::string& why) {
  std::string ignored;
  const auto before = config::read_text_file(path.string(), std::size_t{1} << 24, ignored);
  return (before && *before == text) || config::write_atomically(path.string(), text, why);
}

}  // namespace

int wrap_switch_command(const Options& o) {
  const SwitchCommand& s = o.whole;
  const auto complain = [](const std::string& file, const std::string& what) {
    print_error(fmt::format("{}: error: {}\n", file, what));
    return kUsage;
  };
  std::string why;
  if (!dut::is_name(s.name))
    return complain("NAME", "must be a name of a module, not " + config::printable(s.name));
  const auto text = config::read_text_file(s.manifest, config::kMaxBytes, why);
  if (!text) return complain(s.manifest, why);
  config::Diagnostics diagnostics;
  const auto manifest = dut::read_whole_manifest(s.manifest, *text, diagnostics);
  if (!manifest) {
    print_error(diagnostics.text());
    return kUsage;
  }
  std::string reported;
  dut::WholeSources sources{s.top, s.sources, s.includes, s.defines, s.parameters};
  for (std::string& file : sources.sources) {  // Verilator runs elsewhere
    if (!config::is_readable_file(file, why)) return complain(file, why);
    file = std::filesystem::absolute(file).string();
  }
  for (std::string& folder : sources.include_dirs)
    folder = std::filesystem::absolute(folder).string();
  const auto wrapped = dut::wrap_switch(*manifest, s.name, sources, reported);
  if (!wrapped) {
    print_error(reported);
    return kUsage;
  }
  std::error_code failed;
  std::filesystem::create_directories(s.folder, failed);
  if (failed) return complain(s.folder, failed.message());
  const std::filesystem::path folder(s.folder);
  if (!write_changed(folder / "selvage_switch.sv", wrapped->module, why) ||
      !write_changed(folder / "selvage_switch_facts.h", wrapped->facts, why)) {
    return complain(s.folder, why);
  }
  return kPass;
}

}  // namespace selvage::cli
