// SPDX-License-Identifier: Apache-2.0
#include "project.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <fstream>

namespace selvage::test {

namespace {

constexpr const char* kModule = R"(module mine #(parameter PORTS = 8, parameter LEVELS = 3) (
  input  logic ck, rst,
  input  logic [1:0] lvl,
  input  logic [8:0] from, to,
  input  logic downward,
  input  logic [3:0] dead, avoid,
  input  logic [7:0] dead_lvl,
  output logic up, lost,
  output logic [2:0] way
);
  logic [1:0] top;
  logic [2:0] digit, pick;
  logic [3:0] free;
  logic goes, any;
  always_comb begin
    top = 0;
    for (int i = 0; i < 3; i++) if (from[3*i +: 3] != to[3*i +: 3]) top = 2'(i);
    digit = to[3*lvl +: 3];
    goes = !downward && lvl < top;
    for (int k = 0; k < 4; k++) free[k] = !avoid[k] && !(dead[k] && dead_lvl[2*k +: 2] < top);
    pick = 0;
    any = 0;
    for (int j = 3; j >= 0; j--) if (free[2'(digit + 3'(j))]) begin
      pick = 3'd4 + 3'(2'(digit + 3'(j)));
      any = 1;
    end
  end
  always_ff @(posedge ck) begin
    up <= rst ? 1'b0 : goes;
    lost <= rst ? 1'b0 : goes && !any;
    way <= rst ? 3'd0 : !goes ? digit : any ? pick : 3'd0;
  end
endmodule
)";

constexpr const char* kManifest = R"(contract: selvage.block/1
block: route_select
top: mine
sources: [mine.sv]
clock: ck
reset: {pin: rst, active: high}
pins:
  level_i: lvl
  src_i: from
  dst_i: to
  from_up_i: downward
  failed_i: dead
  ps_level_i: dead_lvl
  lft_bits_i: avoid
  up_o: up
  drop_o: lost
  port_o: way
latency: 1
)";

/// The same in every run of a case, beside the build: its path is a part of what is kept of a
/// block.
std::string place() {
  static unsigned made = 0;
  const auto name = std::hash<std::string>{}(Catch::getResultCapture().getCurrentTestName());
  return fmt::format(SELVAGE_BUILD_DIR "/dut-projects/{:016x}-{}", name, ++made);
}

}  // namespace

Project::Project() : folder_(place()) {
  write("mine.sv", kModule);
  write("dut.yaml", kManifest);
}

void Project::write(const std::string& name, const std::string& text) const {
  std::ofstream(folder_.path() / name) << text;
}

void Project::change(const std::string& name, const std::string& from,
                     const std::string& to) const {
  std::string text = read_file(folder_.path() / name);
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  write(name, text.replace(at, from.size(), to));
}

Ran Project::dut(const std::string& action, const std::string& arguments, bool fresh) const {
  const std::string cache =
      fresh ? "XDG_CACHE_HOME='" + folder_.str() + "/cache' " : std::string(kCache);
  const std::string out = action == "test"    ? " -q --out '" + folder_.str() + "/out'"
                          : action == "prove" ? " --out '" + folder_.str() + "/out'"
                                              : "";
  return run_shell(cache + "'" SELVAGE_EXECUTABLE "' dut " + action + " '" + file("dut.yaml") +
                   "'" + out + " " + arguments);
}

void expect_before(const nlohmann::json& mismatch) {
  const auto lines = mismatch["recent"].get<std::vector<std::string>>();
  CAPTURE(mismatch.dump(2));
  REQUIRE_FALSE(lines.empty());
  for (const std::string& line : lines) CHECK(line.find("cycle") == 0);
  const std::string& last = lines.back();
  CHECK(last.find(';') != std::string::npos);
  const auto what = mismatch["what"].get<std::string>();
  const auto actual = mismatch["actual"].get<std::string>();
  const bool zero = actual.find_first_not_of('0', actual.find('h') + 1) == std::string::npos;
  const std::size_t at = last.find(what + "=" + actual, last.find(';'));
  if (actual.find("'h") != std::string::npos) CHECK((at != std::string::npos) != zero);
}

}  // namespace selvage::test
