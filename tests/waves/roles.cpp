// SPDX-License-Identifier: Apache-2.0
// Groups of the RTL of whole switches in a view, by what their signals are for.
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "config/switch/kinds.hpp"
#include "run_selvage.hpp"
#include "waves/hierarchy.hpp"

using namespace selvage;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;

namespace {

// Heads of groups in a save file.
const std::string kOpen = "@800200\n-", kFolded = "@c00200\n-";

struct Case {
  std::string kind;
  std::string run;
  std::string other;  ///< with the other switch in RTL of the kind; empty: it has one
};

const std::string kFlow = "scenarios/switch_rtl_flow.yaml --set bug.flow_switch_far_ack=true";

/// What stands in the group that begins at `from`.
std::string group_at(const std::string& view, std::size_t from) {
  const std::size_t name = view.find("-", from) + 1;
  const std::string end = "\n-" + view.substr(name, view.find('\n', name) - name) + '\n';
  return view.substr(name, view.find(end, name) - name);
}

/// Whether the file has a signal so called in some switch, that is no other name of another one.
bool has(const waves::Hierarchy& file, std::string_view name) {
  for (const waves::Signal& s : file.signals) {
    const std::string path = s.scope + '.' + s.name;
    const std::string tail = (name.find('.') == name.npos ? ".rtl." : ".") + std::string(name);
    const bool same = path.size() > tail.size() && path.substr(path.size() - tail.size()) == tail;
    if (same && !s.alias) return true;
  }
  return false;
}

waves::Hierarchy hierarchy_of(const Directory& out) {
  std::string why;
  auto file = waves::read_hierarchy(out.str() + "/waves.fst", why);
  INFO(why);
  REQUIRE(file);
  return *file;
}

}  // namespace

TEST_CASE("WAVE-ROLE: the RTL of a whole switch stands in groups by what it is for",
          "[waves][cli]") {
  const Case c =
      GENERATE(Case{"cut_through", "scenarios/switch_rtl.yaml --set bug.switch_message_free=true",
                    "scenarios/switch_rtl_twolevel.yaml --waves always --wave-window 0:2000"},
               Case{"wormhole", "scenarios/mesh_router.yaml --set bug.router_no_pass=true", ""},
               Case{"flow", kFlow, kFlow + " --set topology.lft_entries=64"});
  const std::vector<waves::RtlRole>& roles = config::switch_plug(c.kind).rtl_roles;
  REQUIRE(roles.size() == 4);
  CAPTURE(c.kind);
  std::vector<waves::Hierarchy> files;
  for (const std::string* run : {&c.run, &c.other}) {
    if (run->empty()) continue;
    const Directory out;
    const auto ran = run_selvage("run " + *run + " --quiet --no-view --out " + out.str());
    INFO(ran.err);
    REQUIRE((ran.code == 0 || ran.code == 1));
    files.push_back(hierarchy_of(out));
    // Groups of one switch, one behind the other, with all that is left behind them.
    const std::string view = read_file(out.path() / "waves.gtkw");
    const std::string& head = ran.code == 1 ? kOpen : kFolded;
    std::size_t at = view.find(head + "rtl\n");
    REQUIRE(at != std::string::npos);
    for (const waves::RtlRole& role : roles) {
      CAPTURE(role.name);
      at = view.find(head + std::string(role.name) + '\n', at);
      REQUIRE(at != std::string::npos);
      CHECK_THAT(group_at(view, at), Catch::Contains("+{"));
    }
    at = view.find(kFolded + "rest\n", at);
    REQUIRE(at != std::string::npos);
    CHECK_THAT(group_at(view, at), Catch::Contains("+{"));
  }
  // The names in the table are those of the RTL.
  for (const waves::RtlRole& role : roles) {
    for (const std::string_view name : role.signals) {
      CAPTURE(role.name, name);
      CHECK(std::any_of(files.begin(), files.end(),
                        [&](const waves::Hierarchy& file) { return has(file, name); }));
    }
  }
}
