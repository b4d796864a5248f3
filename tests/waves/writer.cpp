// SPDX-License-Identifier: Apache-2.0
// Rows, windows and save files, one by one.
#include <catch2/catch.hpp>

#include <fstream>

#include "run_selvage.hpp"
#include "wave_values.hpp"
#include "waves/hierarchy.hpp"
#include "waves/recorder.hpp"
#include "waves/save_file.hpp"
#include "waves/view.hpp"

using namespace selvage;
using namespace selvage::waves;
using Catch::Contains;
using selvage::tb::WaveValues;
using selvage::test::Directory;
using selvage::test::read_file;

namespace {

/// A row with the cycle, one that is 1 in cycles given beforehand.
class Pulse final : public Picture {
 public:
  explicit Pulse(Recorder& recorder) : file_(recorder.file()) {
    file_.scope("top");
    cycle_ = file_.number("cycle", 32);
    pulse_ = file_.number("pulse", 1);
  }
  void happen() { now_ = true; }
  void draw(Cycle cycle) override {
    file_.set(pulse_, now_ ? 1 : 0);
    count(cycle);
  }
  void count(Cycle cycle) override { file_.set(cycle_, cycle); }
  void forget() override { now_ = false; }

 private:
  FstFile& file_;
  FstFile::Row cycle_ = 0, pulse_ = 0;
  bool now_ = false;
};

}  // namespace

TEST_CASE("numbers, words and texts of any width", "[waves]") {
  const Directory out;
  const std::string path = out.str() + "/w.fst";
  {
    FstFile file;
    file.scope("a");
    const auto bit = file.number("bit", 1);
    const auto word = file.number("w33", 33);
    const auto full = file.number("w64", 64);
    file.scope("a b");
    const auto state = file.word("state", {"idle", "on its way", "done"});
    const auto text = file.text("text", 12);
    std::string why;
    file.set(full, 7);  // before the file is open
    REQUIRE(file.open(path, why));
    file.dump(0);
    file.set(bit, 1);
    file.set(word, 0x155555555);
    file.set(full, ~std::uint64_t{0});
    file.set(state, 2);
    file.set_text(text, "#17 0>31");
    file.dump(5);
    file.set_text(text, "longer than there is room");
    file.dump(6);
    file.set_text(text, "");
    file.dump(7);
  }
  const WaveValues w(path);
  REQUIRE(w.readable());
  CHECK(w.number("a.w64", 0) == 7U);
  CHECK(w.number("a.bit", 0) == 0U);
  CHECK(w.number("a.bit", 5) == 1U);
  CHECK(w.number("a.w33", 5) == 0x155555555U);
  CHECK(w.number("a.w64", 6) == ~std::uint64_t{0});
  CHECK(w.number("a.b.state", 5) == 2U);
  CHECK(w.text("a.b.text", 5) == "#17 0>31");
  CHECK(w.text("a.b.text", 6) == "longer than ");
  CHECK(w.text("a.b.text", 7).empty());
  std::string why;
  const auto h = read_hierarchy(path, why);
  REQUIRE(h);
  REQUIRE(h->signals.size() == 5);
  CHECK(h->signals[1].path() == "a.w33[32:0]");
  CHECK(h->signals[0].path() == "a.bit");
  CHECK(h->signals[3].enumerated);
  CHECK_FALSE(h->signals[2].enumerated);
  CHECK(h->signals[4].text);
  CHECK_FALSE(h->signals[2].text);
  CHECK(h->signals[4].changes == 3);
}

TEST_CASE("a file that cannot be made or read is a clear error", "[waves][WAVE-WHEN]") {
  const Directory out;
  FstFile file;
  std::string why;
  CHECK_FALSE(file.open(out.str() + "/nowhere/w.fst", why));
  CHECK_THAT(why, Contains("cannot write") && Contains("No such file"));
  std::ofstream(out.path() / "no.fst") << "this is no FST file";
  CHECK_FALSE(read_hierarchy(out.str() + "/no.fst", why));
  CHECK_FALSE(read_hierarchy(out.str() + "/missing.fst", why));
}

TEST_CASE("every cycle of the window is written, events in their own", "[waves][WAVE-TRUE]") {
  const Directory out;
  const std::string path = out.str() + "/w.fst";
  const auto window = GENERATE(table<Cycle, Cycle>({{0, 100}, {30, 70}, {40, 41}, {41, 1000}}));
  const auto [from, until] = window;
  Recorder recorder(path, {from, until}, 2.5);
  Pulse pulse(recorder);
  const std::vector<Cycle> events{3, 4, 40, 41, 42, 60, 90};
  for (const Cycle c : events) {
    recorder.before(c, pulse);
    pulse.happen();
  }
  recorder.finish(90, pulse);
  const WaveValues w(path);
  REQUIRE(w.readable());
  const Cycle end = recorder.written().until;
  CHECK(recorder.written().from == from);
  CHECK((end == until || (until > 90 && end > 90)));
  for (Cycle c = from; c < end; ++c) {
    CAPTURE(from, until, c);
    REQUIRE(w.number("top.cycle", c * 2500) == c);
    const bool event = std::find(events.begin(), events.end(), c) != events.end();
    REQUIRE(w.number("top.pulse", c * 2500) == (event ? 1U : 0U));
  }
}

TEST_CASE("a window that is never reached makes no file", "[waves][WAVE-WHEN]") {
  const Directory out;
  Recorder recorder(out.str() + "/w.fst", {1000, 2000}, 1);
  Pulse pulse(recorder);
  for (Cycle c = 1; c < 50; c += 7) recorder.before(c, pulse);
  recorder.finish(50, pulse);
  CHECK_FALSE(recorder.opened());
  CHECK_FALSE(std::filesystem::exists(out.path() / "w.fst"));
}

TEST_CASE("save file: zoom, markers, groups, aliases", "[waves][WAVE-VIEW]") {
  SaveFile save("w.fst", "w.gtkw");
  save.zoom(1000, 1000 + 1024);
  save.primary(1500);
  for (int i = 0; i < 30; ++i) save.marker(1100 + i, "m" + std::to_string(i));
  Signal s;
  s.scope = "a.b";
  s.shown = "x[3:0]";
  s.bits = 4;
  save.begin_group("outer 1.5", true);
  save.begin_group("inner", false);
  save.signal(s, "alias.with dot", Format::kWord, Color::kRed);
  save.end_group();
  save.end_group();
  const std::string text = save.text();
  CHECK_THAT(text, Contains("[dumpfile] \"w.fst\"") && Contains("[timestart] 1000\n"));
  const double pane = SaveFile::kWidth - SaveFile::kNamesWidth - 40.0;
  CHECK_THAT(text, Contains("*" + std::to_string(-std::log2(200.0 * 1024 / pane)) + " 1500 1100"));
  CHECK_THAT(text, Contains("[markername] Am0 ") && Contains(" m25\n"));  // side by side
  CHECK_THAT(text, !Contains("m26"));
  CHECK_THAT(text, Contains("@800200\n-outer 1,5\n@c00200\n-inner\n@100000028\n[color] 1\n"
                            "+{alias,with dot} a.b.x[3:0]\n@1401200\n-inner\n"
                            "@1000200\n-outer 1,5\n"));
  CHECK(save.paths() == std::vector<std::string>{"a.b.x[3:0]"});
}
