// SPDX-License-Identifier: Apache-2.0
#include "dut/build/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "config/loader.hpp"
#include "dut/build/cache.hpp"
#include "dut/build/process.hpp"
#include "dut/build/verilator.hpp"

namespace selvage::dut {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostKept = 400;
constexpr std::size_t kMostRuntimes = 2;  ///< 140 MB each
constexpr const char* kObject = "dut.so";
constexpr const char* kWarnings = "warnings.txt";

/// The tools, and how they are called.
struct Tools {
  Verilator verilator = find_verilator();
  std::string compiler = first_line({"g++", "-dumpfullversion"});
  std::vector<std::string> compile{"g++",
                                   "-std=c++17",
                                   "-w",
                                   "-fPIC",
                                   "-fvisibility=hidden",
                                   "-DVM_COVERAGE=0",
                                   "-DVM_SC=0",
                                   "-DVM_TRACE=1",
                                   "-DVM_TRACE_FST=1",
                                   "-DVM_TRACE_VCD=0",
                                   "-DVL_TIME_CONTEXT",
                                   "-DVL_USER_STOP",
                                   "-DVL_USER_FINISH",
                                   "-DVL_USER_FATAL",
                                   "-DVL_USER_WARN",
                                   "-DVL_PRINTF=selvage_dut_printf",
                                   "-I" + verilator.root + "/include",
                                   "-I" + verilator.root + "/include/vltstd",
                                   "-I."};

  [[nodiscard]] std::string missing() const {
    if (verilator.version.empty())
      return "verilator: error: not found; on Debian 12: apt-get install verilator\n";
    if (compiler.empty()) return "g++: error: not found; on Debian 12: apt-get install g++\n";
    return {};
  }
  /// `options`: in front of the source.
  [[nodiscard]] std::vector<std::string> to_object(const std::string& source,
                                                   const std::string& object,
                                                   const std::vector<std::string>& options) const {
    std::vector<std::string> words = compile;
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"-c", source, "-o", object});
    return words;
  }
};

void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  if (!(out << text).flush()) throw std::runtime_error("cannot write " + file.string());
}

/// What every source includes first, and what every module has in it too, for which it is read
/// once: a module costs the compiler a third of what it would.
constexpr const char* kPrintf = "selvage_printf.h";
constexpr const char* kPrecompiled = "selvage_runtime.h";
const std::vector<std::string> kFast = {"-O1"};
const std::vector<std::string> kSlow = {"-O0"};

void write_headers(const fs::path& folder) {
  write(folder / kPrintf, "extern \"C\" int selvage_dut_printf(const char* format, ...);\n");
  write(folder / kPrecompiled, fmt::format("#include \"{}\"\n#include \"verilated.h\"\n"
                                           "#include \"verilated_fst_c.h\"\n",
                                           kPrintf));
}

std::vector<std::string> with(std::vector<std::string> options, const std::string& header) {
  options.insert(options.end(), {"-include", header});
  return options;
}

/// Objects of Verilator's runtime and its headers, precompiled: the same for every module.
std::optional<fs::path> runtime(const Tools& tools, std::string& reported) {
  Hash hash;
  hash.add(tools.verilator.version).add(tools.compiler);
  for (const auto& words : {tools.compile, kFast, kSlow}) {
    for (const std::string& word : words) hash.add(word);
  }
  const fs::path entry = entry_of("runtime", hash);
  if (is_fresh(entry)) return entry;
  Scratch scratch;
  write_headers(scratch.path());
  const std::string folder = std::string(kPrecompiled) + ".gch";  // the compiler takes what fits
  fs::create_directory(scratch.path() / folder);
  std::vector<std::vector<std::string>> commands;
  const std::vector<std::string> header{"-x", "c++-header"};
  for (const auto& level : {kFast, kSlow}) {
    std::vector<std::string> options = level;
    options.insert(options.end(), header.begin(), header.end());
    commands.push_back(tools.to_object(kPrecompiled, folder + "/" + level.front(), options));
  }
  for (const std::string name : {"verilated_fst_c", "verilated", "verilated_threads"}) {
    commands.push_back(tools.to_object(tools.verilator.root + "/include/" + name + ".cpp",
                                       name + ".o", with(kFast, kPrintf)));
  }
  const Ended ended = run_tools(commands, scratch.path().string());
  if (ended.code != 0) {
    reported = "g++: error: the runtime of Verilator does not compile\n" + ended.output;
    return std::nullopt;
  }
  write_sources(scratch.path(), {});
  scratch.keep(entry);
  prune(entry.parent_path(), kMostRuntimes);
  return entry;
}

std::vector<std::string> verilator_words() {
  return {"verilator",
          "--cc",
          "--trace-fst",
          "--no-timing",
          "--assert",
          "-Wno-fatal",
          "-Werror-USERFATAL",
          "-Werror-USERERROR",
          "-Werror-INFINITELOOP",  // one without a body is left out
          "--x-assign",
          "unique",
          "--x-initial",
          "unique",
          "--prefix",
          "Vdut",
          "--Mdir",
          ".",
          "--top-module",
          "selvage_dut",
          "selvage_dut.sv"};
}

bool verilate(const Manifest& m, const fs::path& folder, std::string& reported,
              std::string& warnings) {
  std::vector<std::string> words = verilator_words();
  const std::vector<std::string> sources = source_arguments(m);
  words.insert(words.end(), sources.begin(), sources.end());
  const Ended ended = run_tool(words, folder.string());

  reported = reword(m, ended.output, warnings);
  if (ended.code != 0 && reported.empty()) reported = "verilator: error: " + ended.output + "\n";
  return ended.code == 0;
}

/// Two translation units: what runs in every clock, and the rest.
void write_units(const fs::path& folder) {
  std::string fast = "#include \"shim.inc\"\n";
  std::string slow;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".cpp") continue;
    const bool is_slow = name.find("__Slow") != std::string::npos ||
                         name.find("__Syms") != std::string::npos ||
                         name.find("__ConstPool") != std::string::npos;
    (is_slow ? slow : fast) += "#include \"" + name + "\"\n";
  }
  write(folder / "fast.cc", fast);
  write(folder / "slow.cc", slow);
}

bool compile(const Tools& tools, const fs::path& runtime, const fs::path& folder,
             std::string& reported) {
  write_units(folder);
  const std::string header = (runtime / kPrecompiled).string();
  Ended ended = run_tools({tools.to_object("fast.cc", "fast.o", with(kFast, header)),
                           tools.to_object("slow.cc", "slow.o", with(kSlow, header))},
                          folder.string());
  if (ended.code == 0) {
    std::vector<std::string> link{"g++",   "-shared", "-Wl,-Bsymbolic", "-o",
                                  kObject, "fast.o",  "slow.o"};
    for (const char* name : {"verilated.o", "verilated_fst_c.o", "verilated_threads.o"}) {
      link.push_back((runtime / name).string());
    }
    link.insert(link.end(), {"-lz", "-pthread", "-Wl,-z,defs"});
    ended = run_tool(link, folder.string());
  }
  if (ended.code != 0)
    reported = "g++: error: what Verilator made does not compile\n" + ended.output;
  return ended.code == 0;
}

/// What only the compiler needs.
void clean(const fs::path& folder) {
  std::vector<fs::path> rest;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name != kObject && name != kWarnings && name != "selvage_dut.sv")
      rest.push_back(entry.path());
  }
  for (const fs::path& path : rest) fs::remove_all(path);
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Verilates and compiles into `entry`. False with `reported`; true with `again`: a file was saved
/// meanwhile.
bool make(const Manifest& manifest, const Tools& tools, const std::string& wrapper,
          const std::string& shim, const std::string& warnings, fs::file_time_type begun,
          const fs::path& entry, std::string& reported, bool& again) {
  const auto objects = runtime(tools, reported);
  if (!objects) return false;
  Scratch scratch;
  write(scratch.path() / "selvage_dut.sv", wrapper);
  write(scratch.path() / "shim.inc", shim);
  std::string known;  // of the sources: reported by `examine`
  if (!verilate(manifest, scratch.path(), reported, known)) return false;
  const std::vector<std::string> files = files_read(scratch.path() / "Vdut__verFiles.dat");
  if (!compile(tools, *objects, scratch.path(), reported)) return false;
  write(scratch.path() / kWarnings, warnings);
  clean(scratch.path());
  write_sources(scratch.path(), with_shadows(files, manifest.include_dirs));
  again = changed_since(files, begun);
  if (again) return true;
  scratch.keep(entry);
  prune(entry.parent_path(), kMostKept);
  return true;
}

/// As build(), once; `again`: a file was saved while it was read.
std::optional<Built> build_once(const Manifest& manifest, const Tools& tools,
                                config::Diagnostics& diagnostics, std::string& reported,
                                bool& again) {
  const auto begun = file_time_now();
  Built built;
  const auto ports = examine(manifest, diagnostics, reported, built.warnings);
  if (!ports) return std::nullopt;
  built.wiring = wire(manifest, *ports);
  const std::string wrapper = wrapper_text(manifest, *ports, built.wiring);
  const std::string shim = shim_text(built.wiring);
  Hash hash;
  hash.add(tools.verilator.version).add(tools.compiler).add(wrapper).add(shim);
  Hash key = hash;
  for (const std::string& word : tools.compile) key.add(word);
  for (const std::string& word : verilator_words()) key.add(word);
  for (const std::string& word : source_arguments(manifest)) key.add(word);
  for (const std::string& source : manifest.sources) key.add(hash_of_file(source));
  const fs::path entry = entry_of("dut", key);
  built.object = (entry / kObject).string();
  built.cached = is_fresh(entry);
  if (!built.cached &&
      !make(manifest, tools, wrapper, shim, built.warnings, begun, entry, reported, again)) {
    return std::nullopt;
  }
  if (again) return std::nullopt;
  if (built.cached) built.warnings = text_of(entry / kWarnings);
  for (const auto& [name, value] : manifest.defines) hash.add(name + "=" + value);
  for (const auto& [name, value] : manifest.ties) hash.add(fmt::format("{}={}", name, value));
  built.hash = hash.add(content_of(entry)).text();
  return built;
}

}  // namespace

std::optional<Ports> examine(const Manifest& manifest, config::Diagnostics& diagnostics,
                             std::string& reported, std::string& warnings) {
  try {
    auto ports = read_ports(manifest, reported, warnings);
    if (!ports) return std::nullopt;
    check_pins(manifest, *ports, diagnostics);
    if (!diagnostics.empty()) return std::nullopt;
    return ports;
  } catch (const CacheError& e) {
    reported = std::string("cache: error: ") + e.what() + "\n";
  }
  return std::nullopt;
}

std::optional<Built> build(const Manifest& manifest, config::Diagnostics& diagnostics,
                           std::string& reported) {
  constexpr int kTries = 3;
  try {
    const Tools tools;
    reported = tools.missing();
    if (!reported.empty()) return std::nullopt;
    for (int i = 0; i < kTries; ++i) {
      bool again = false;
      auto built = build_once(manifest, tools, diagnostics, reported, again);
      if (!again) return built;
    }
    reported = manifest.file + ": error: its sources change while they are read\n";
  } catch (const CacheError& e) {
    reported = std::string("cache: error: ") + e.what() + "\n";
  }
  return std::nullopt;
}

}  // namespace selvage::dut
