// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

#include "golden/fattree/tree.hpp"

using namespace selvage;
using namespace selvage::golden;
using Catch::Contains;

namespace {

std::string complaint_about_host(const FatTree& tree, std::string_view text) {
  std::string why;
  const bool parsed = tree.parse_host(text, why).has_value();
  return parsed ? "(parsed)" : why;
}

std::string complaint_about_link(const FatTree& tree, std::string_view text) {
  std::string why;
  const bool parsed = tree.parse_link(text, why).has_value();
  return parsed ? "(parsed)" : why;
}

}  // namespace

TEST_CASE("Names: numbers and digits convert both ways", "[golden]") {
  const auto [m, n] = GENERATE(std::pair{4U, 2U}, std::pair{4U, 5U}, std::pair{24U, 3U});
  const FatTree tree(m, n);
  INFO(tree.label());
  SwitchName last;
  for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
    const SwitchName s = tree.name_of(sw);
    REQUIRE(tree.index_of(s) == sw);
    for (unsigned i = 0; i + 1 < n; ++i) REQUIRE(s.c[i] < tree.coordinate_radix(s.level, i));
    if (sw > 0 && s.level == last.level) REQUIRE(last.c < s.c);  // numbered by the value of c
    last = s;
  }
  std::string why;
  for (HostIdx host = 0; host < tree.host_count(); ++host) {
    REQUIRE(tree.host_of(tree.address_of(host)) == host);
    REQUIRE(tree.parse_host(tree.host_name(host), why) == host);
  }
  for (std::uint32_t i = 0; i < tree.fallible_link_count(); ++i) {
    const SwitchPort link = tree.fallible_link(i);
    const auto parsed = tree.parse_link(tree.link_path(link), why);
    REQUIRE(parsed);
    REQUIRE(parsed->sw == link.sw);
    REQUIRE(parsed->port == link.port);
  }
}

TEST_CASE("Names: written as in the paper, with dots where a digit is above 9",
          "[golden][FT-TOP-3]") {
  const FatTree small(4, 3);
  const SwitchIdx s21 = small.index_of({0, Digits{}.with(1, 2).with(0, 1)});
  CHECK(small.switch_name(s21) == "<0,21>");
  CHECK(small.port_name(s21, 3) == "<0,21>3");
  CHECK(small.link_name({s21, 3}) == "LK<0,21>3");
  CHECK(small.link_path({s21, 3}) == "0/21/3");
  CHECK(small.link_name({s21, 1}) == "NODE 211");
  CHECK(small.host_name(0) == "000");

  const FatTree wide(24, 3);
  const SwitchIdx s = wide.index_of({1, Digits{}.with(1, 2).with(0, 11)});
  CHECK(wide.switch_name(s) == "<1,2.11>");
  CHECK(wide.link_path({s, 13}) == "1/2.11/13");
  CHECK(wide.host_name(wide.host_of(Digits{}.with(2, 10).with(0, 3))) == "10.0.3");
  CHECK(wide.host_name(wide.host_of(Digits{}.with(2, 9).with(0, 3))) == "903");
}

TEST_CASE("Names: every documented spelling is read", "[golden][FT-TOP-3][CFG-NAME]") {
  std::string why;
  const FatTree small(4, 3);
  CHECK(small.parse_host("211", why) == small.parse_host("2.1.1", why));
  const auto link = small.parse_link("0/21/3", why);
  REQUIRE(link);
  CHECK(small.link_name(*link) == "LK<0,21>3");
  const auto printed = small.parse_link("LK<0,21>3", why);
  REQUIRE(printed);
  CHECK(small.link_name(*printed) == "LK<0,21>3");
  const auto dotted = small.parse_link("0/2.1/3", why);
  REQUIRE(dotted);
  CHECK(dotted->sw == link->sw);

  const FatTree wide(24, 3);
  CHECK(wide.parse_host("10.0.3", why) == wide.host_of(Digits{}.with(2, 10).with(0, 3)));
  CHECK(wide.parse_host("903", why) == wide.host_of(Digits{}.with(2, 9).with(0, 3)));
  const FatTree flat(64, 2);  // one coordinate digit, perhaps of two figures
  const auto flat_link = flat.parse_link("0/63/40", why);
  REQUIRE(flat_link);
  CHECK(flat.switch_name(flat_link->sw) == "<0,63>");
}

TEST_CASE("Names: a bad spelling is refused with the reason", "[golden][FT-TOP-4]") {
  const FatTree tree(4, 3);
  CHECK_THAT(complaint_about_host(tree, "411"),
             Contains("p_2") && Contains("\"411\"") && Contains("is 4") && Contains("at most 3"));
  CHECK_THAT(complaint_about_host(tree, "321"), Contains("p_1") && Contains("is 2 but at most 1"));
  CHECK_THAT(complaint_about_host(tree, "1.0.10"), Contains("p_0") && Contains("is 10"));
  CHECK_THAT(complaint_about_host(tree, "21"), Contains("has 2 digits but needs 3"));
  CHECK_THAT(complaint_about_host(tree, ""), Contains("has 0 digits"));
  CHECK_THAT(complaint_about_host(tree, "2x1"), Contains("p_1") && Contains("not a number"));
  CHECK_THAT(complaint_about_host(tree, "2..1"), Contains("not a number"));
  CHECK_THAT(complaint_about_host(tree, "2.1.1 "), Contains("not a number"));
  CHECK_THAT(complaint_about_host(tree, "2.-1.1"), Contains("not a number"));
  CHECK_THAT(complaint_about_host(tree, "99999999999.0.0"), Contains("not a number"));

  CHECK_THAT(complaint_about_link(tree, "0/21"), Contains("level/coordinates/port"));
  CHECK_THAT(complaint_about_link(tree, "LK<0,21"), Contains("level/coordinates/port"));
  CHECK_THAT(complaint_about_link(tree, "2/11/2"), Contains("level \"2\"") && Contains("0 to 1"));
  CHECK_THAT(complaint_about_link(tree, "x/11/2"), Contains("level \"x\""));
  CHECK_THAT(complaint_about_link(tree, "0/41/2"), Contains("c_1") && Contains("is 4 but"));
  CHECK_THAT(complaint_about_link(tree, "0/12/2"), Contains("c_0") && Contains("is 2 but"));
  CHECK_THAT(complaint_about_link(tree, "0/21/1"), Contains("port \"1\"") && Contains("2 to 3"));
  CHECK_THAT(complaint_about_link(tree, "0/21/4"), Contains("port \"4\""));
  CHECK_THAT(complaint_about_link(tree, "0/21/"), Contains("port \"\""));
}

TEST_CASE("Names: a switch is read as written and as a path, and refused with the reason",
          "[golden][CFG-NAME]") {
  const FatTree tree(4, 3);
  std::string why;
  const SwitchIdx root = tree.index_of({2, Digits{}.with(1, 1)});
  CHECK(tree.parse_switch("<2,10>", why) == root);
  CHECK(tree.parse_switch("2/10", why) == root);
  CHECK(tree.parse_switch("2/1.0", why) == root);
  CHECK(tree.parse_switch("<0,21>", why) == tree.index_of({0, Digits{}.with(1, 2).with(0, 1)}));
  const auto complaint = [&](const FatTree& of, std::string_view text) {
    return of.parse_switch(text, why) ? "(parsed)" : why;
  };
  CHECK(complaint(tree, "2,10") ==
        "\"2,10\" is not of the form level/coordinates, for example 0/00");
  for (const char* bad : {"<2/10>", "<2,10", "2/1/0", "", "<>", "<"})
    CHECK_THAT(complaint(tree, bad), Contains("is not of the form level/coordinates"));
  CHECK(complaint(tree, "3/10") == "level \"3\" must be a number from 0 to 2");
  CHECK(complaint(tree, "x/10") == "level \"x\" must be a number from 0 to 2");
  CHECK_THAT(complaint(tree, "0/41"), Contains("c_1") && Contains("is 4 but at most 3"));
  CHECK_THAT(complaint(tree, "2/20"), Contains("c_1") && Contains("is 2 but at most 1"));
  CHECK_THAT(complaint(tree, "0/2"),
             Contains("has 1 digit but needs 2 (write digits above 9 with dots"));
  CHECK(complaint(FatTree(4, 2), "0/1.1") == "\"1.1\" has 2 digits but needs 1");
  CHECK_THAT(complaint_about_host(FatTree(4, 2), "1"), Contains("needs 2 (write digits"));
  CHECK_THAT(complaint_about_link(tree, "0/21"), Contains("for example 0/00/2"));
}

TEST_CASE("addresses of every legal tree are the digits of a number, to its last host") {
  for (unsigned m = 4; m <= 64; m += 2) {
    for (unsigned n = 2; n <= 6; ++n) {
      const FatTree tree(m, n);
      const auto check = [&](HostIdx host) {
        Digits digits;
        std::uint32_t rest = host;
        for (unsigned i = 0; i + 1 < n; ++i, rest /= tree.h()) digits.set(i, rest % tree.h());
        digits.set(n - 1, rest);
        if (tree.address_of(host) != digits) FAIL(tree.label() << ", host " << host);
      };
      const HostIdx last = tree.host_count() - 1;
      for (HostIdx i = 0; i <= std::min<HostIdx>(last, 3'000); ++i) {
        check(i);
        check(last - i);
        check(last / 3'001 * i);
      }
    }
  }
}
