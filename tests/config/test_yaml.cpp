// SPDX-License-Identifier: Apache-2.0
// The YAML reader: types, places, fences.
#include <catch2/catch.hpp>

#include "config/text/document.hpp"

using selvage::config::Diagnostics;
using selvage::config::Document;

namespace {

struct Read {
  Diagnostics diagnostics;
  Document document;
  explicit Read(const std::string& text) {
    const auto source = diagnostics.add_source({"t.yaml", text, true});
    document = selvage::config::read_yaml(source, diagnostics);
  }
  [[nodiscard]] std::string error() const {
    return diagnostics.empty() ? "" : diagnostics.headline(diagnostics.errors().front());
  }
  [[nodiscard]] std::string json() const { return document.value.dump(); }
};

}  // namespace

TEST_CASE("plain scalars are typed by the YAML 1.2 core rules", "[config][CFG-YAML]") {
  CHECK(Read("[1, -2, +3, 0x1F, 0o17, 007]").json() == "[1,-2,3,31,15,7]");
  CHECK(Read("[1.5, -.5, 2., 1e-1, 2e4, 1.0]").json() == "[1.5,-0.5,2,0.1,20000,1]");
  CHECK(Read("[true, False, yes, on, off, no]").json() == R"([true,false,"yes","on","off","no"])");
  CHECK(Read("[null, ~, '', \"1\", '2', 1_000, 0x, 1.2.3, 0b1]").json() ==
        R"([null,null,"","1","2","1_000","0x","1.2.3","0b1"])");
  CHECK(Read("[18446744073709551615, -9223372036854775808]").json() ==
        "[18446744073709551615,-9223372036854775808]");
  CHECK(Read("a: !!str 12").json() == R"({"a":"12"})");
}

TEST_CASE("numbers JSON cannot hold are errors", "[config][CFG-YAML]") {
  CHECK(Read("a: .inf").error() == "t.yaml:1:4: error: not a finite number");
  CHECK(Read("a: .nan").error() == "t.yaml:1:4: error: not a finite number");
  CHECK(Read("a: 1e999").error() == "t.yaml:1:4: error: this number is too large");
  CHECK(Read("a: 0x1ffffffffffffffff").error() == "t.yaml:1:4: error: this number is too large");
}

TEST_CASE("the source text of a scalar is kept", "[config][CFG-NAME]") {
  const Read r("c: 007\nd: [00, '00']");
  CHECK(r.document.text("/c") == "007");
  CHECK(r.document.text("/d/0") == "00");
  CHECK(r.document.text("/d/1") == "00");
}

TEST_CASE("places count from one, for keys and values", "[config][CFG-PLACE]") {
  const Read r("a:\n  bc: 5\n  d: [x, {e: 1}]\n");
  const auto& bc = r.document.place("/a/bc");
  CHECK(bc.key.line == 2);
  CHECK(bc.key.column == 3);
  CHECK(bc.value.column == 7);
  CHECK(r.document.place("/a/d/1/e").value.column == 14);
  CHECK(r.document.place("/a/d/1/missing").value.line == 3);
  CHECK(selvage::config::dotted("/a/d/1/e") == "a.d[1].e");
}

TEST_CASE("duplicate keys are errors, the first one counts", "[config][CAM-INPUT]") {
  const Read r("a: 1\nb:\n  c: 2\n  c: {x: 1}\nd: 4");
  CHECK(r.error() == "t.yaml:4:3: error: b.c: this key stands twice, first in line 3");
  CHECK(r.json() == R"({"a":1,"b":{"c":2},"d":4})");
}

TEST_CASE("one document only", "[config][CFG-YAML]") {
  CHECK(Read("a: 1\n---\nb: 2\n").error() ==
        "t.yaml:2:1: error: a second document starts here; only one is read");
  CHECK(Read("---\na: 1\n...\n").error().empty());
}

TEST_CASE("aliases copy, and count in full", "[config][SCR-FUZZ]") {
  const Read r("a: &x {p: 00}\nb: *x\n");
  CHECK(r.json() == R"({"a":{"p":0},"b":{"p":0}})");
  CHECK(r.document.text("/b/p") == "00");
  CHECK(r.document.place("/b/p").value.line == 2);
  std::string bomb = "a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
    for (int j = 0; j < 9; ++j) bomb += "," + last;
    bomb += "]\n";
  }
  CHECK_THAT(Read(bomb).error(), Catch::Contains("more than 100000 values"));
  CHECK_THAT(Read("a: &a [*a]").error(), Catch::Contains("stands inside the value it names"));
  CHECK_THAT(Read("a: *nowhere").error(), Catch::Contains("t.yaml:1:"));
}

TEST_CASE("broken, deep and huge texts end in one error", "[config][SCR-FUZZ][CAM-INPUT]") {
  CHECK_THAT(Read("a: [1, 2").error(), Catch::StartsWith("t.yaml:1:"));
  CHECK_FALSE(Read(std::string(5000, '[')).error().empty());
  CHECK_THAT(Read("a: 'x").error(), Catch::Contains("not YAML"));
  CHECK_THAT(Read("a: b: c").error(), Catch::StartsWith("t.yaml:1:5: error: not YAML"));
  CHECK_THAT(Read("\tx: 1").error(), Catch::StartsWith("t.yaml:1:"));
  CHECK_THAT(Read("a: !!binary x").error(), Catch::Contains("is not supported"));
  CHECK_THAT(Read("? [a]\n: 1").error(), Catch::Contains("as a key"));
  CHECK_THAT(Read(std::string(5000, '[') + std::string(5000, ']')).error(),
             Catch::Contains("deeper than 64"));
  CHECK_THAT(Read(std::string(2000000, 'x')).error(), Catch::Contains("1048576"));
  CHECK_THAT(Read("[" + std::string(300000, ',') + "]").error(), Catch::StartsWith("t.yaml:1:"));
  std::string many = "[";
  for (int i = 0; i < 200000; ++i) many += "1,";
  CHECK_THAT(Read(many + "]").error(), Catch::Contains("more than 100000 values"));
  CHECK(Read(std::string("a: 1\nb: \0x", 10)).error() ==
        "t.yaml:2:4: error: a zero byte: this is not a text file");
  for (const char* text : {"%YAML 9.9\n---\n", "--- |", "&a", "!", "- -\n -", "{a: {b}", "*", "%",
                           "@", "`", "|\n x\ny", "a: |9\n x", "\"\\xZZ\"", "[}", "- a\nb: c"}) {
    (void)Read(text);  // no hang, no crash
  }
}
