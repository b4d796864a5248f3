// SPDX-License-Identifier: Apache-2.0
#include "dut/prove/harness.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace selvage::dut {

namespace {

std::string vector(unsigned width, const std::string& name) {
  return fmt::format("[{}:0] {}", width - 1, name);
}

/// The text of one harness, piece by piece.
class Harness {
 public:
  Harness(const Manifest& m, const Wiring& wiring) : m_(m), wiring_(wiring) {}

  std::string text() {
    time();
    for (const Pin& pin : m_.contract->pins(m_.at)) {
      if (pin.input) question(pin);
    }
    block();
    specification();
    if (m_.latency.valid.empty()) fixed_latency();
    else any_latency();
    return fmt::format(
        "module {} #(\n  parameter FREE = 0\n) (\n{}  input logic clk_i,\n  output logic bad,\n  "
        "output logic reached\n);\n"
        "{}endmodule\n",
        kHarness, ports_, body_);
  }

 private:
  template <class... T>
  void add(fmt::format_string<T...> format, T&&... values) {
    body_ += "  " + fmt::format(format, std::forward<T>(values)...) + "\n";
  }
  void input(unsigned width, const std::string& name) {
    ports_ += fmt::format("  input logic {},\n", vector(width, name));
  }

  /// Reset, clocks behind it, the first question, and those behind it.
  void time() {
    const unsigned first = clocks_before(m_);
    add("logic [31:0] s_clock = FREE == 1 ? 32'd{} : 32'd0;", first);
    add("always_ff @(posedge clk_i) if (s_clock <= 32'd{0}) s_clock <= s_clock + 32'd1;", first);
    add("wire s_reset = s_clock < 32'd{};", kResetClocks);
    add("wire s_live = s_clock >= 32'd{};", first);
    add("wire s_idle = !s_reset && !s_live;");
    add("wire s_later = s_clock > 32'd{};", first);
    add("wire s_begin = s_clock == 32'd0;");
    add("logic s_legal, s_legal_q = 1'b1;");
    add("wire s_fair = s_legal_q && (s_legal || s_idle);");
    add("always_ff @(posedge clk_i) s_legal_q <= s_fair;");
  }

  /// The first question stands from reset on; what is static stays.
  void question(const Pin& pin) {
    input(pin.width, "x_" + pin.name);
    add("logic {};", vector(pin.width, "h_" + pin.name));
    add("wire {0} = s_begin ? x_{1} : h_{1};", vector(pin.width, "f_" + pin.name), pin.name);
    add("always_ff @(posedge clk_i) h_{0} <= f_{0};", pin.name);
    const std::string name = vector(pin.width, "q_" + pin.name);
    if (pin.is_static || pin.is_time) add("wire {} = f_{};", name, pin.name);
    else add("wire {0} = s_later ? x_{1} : s_idle ? '0 : f_{1};", name, pin.name);
    legal_ += fmt::format(", .{0}(q_{0})", pin.name);
  }

  /// The user's, and its answer in binary.
  void block() {
    std::string pins = ".clk_i(clk_i), .rst_i(s_reset), .differs(1'b0)";
    for (const Wire& w : wiring_.inputs) {
      const std::string value =
          w.one_hot ? fmt::format("{}'(64'd1 << q_{})", w.width, w.name) : "q_" + w.name;
      pins += fmt::format(", .{}({})", w.name, value);
    }
    add("wire s_asked = s_live{};", wiring_.has_ask ? " && x_ask" : "");
    if (wiring_.has_ask) {
      ports_ += "  input logic x_ask,\n";
      pins += ", .ask(s_asked)";
    }
    if (wiring_.has_answer) {
      add("logic s_answered;");
      pins += ", .answered(s_answered)";
    }
    for (std::size_t i = 0; i < wiring_.ties.size(); ++i)
      pins += fmt::format(", .tie_{}({}'d{})", i, wiring_.ties[i].second, m_.ties[i].second);
    std::string many = "1'b0";
    for (const Wire& w : wiring_.outputs) {
      add("logic {};", vector(w.width, "o_" + w.name));
      pins += fmt::format(", .{0}(o_{0}), .golden_{0}('0)", w.name);
      answer(w);
      if (w.one_hot) many += fmt::format(" || m_{}", w.name);
      theirs_ += fmt::format("{}a_{}", theirs_.empty() ? "" : ", ", w.name);
      spec_ += fmt::format("{}e_{}", spec_.empty() ? "" : ", ", w.name);
      width_ += w.golden_width;
    }
    add("selvage_dut dut ({});", pins);
    add("wire s_many = {};", many);
  }

  void answer(const Wire& w) {
    const unsigned width = w.golden_width;
    add("logic {};", vector(width, "a_" + w.name));
    if (!w.one_hot) {
      add("assign a_{0} = o_{0};", w.name);
      return;
    }
    add("logic m_{0}, n_{0};", w.name);
    add("always_comb begin");
    add("  a_{0} = '0; m_{0} = 1'b0; n_{0} = 1'b0;", w.name);
    add("  for (int i = 0; i < {}; i = i + 1) if (o_{}[i]) begin", w.width, w.name);
    add("    if (n_{0}) m_{0} = 1'b1; else a_{0} = {1}'(i);", w.name, width);
    add("    n_{} = 1'b1;", w.name);
    add("  end");
    add("end");
  }

  void specification() {
    std::string parameters;
    for (const Parameter& p : m_.contract->parameters) {
      parameters +=
          fmt::format("{}.{}({})", parameters.empty() ? "" : ", ", p.name, m_.at.at(p.name));
    }
    if (!parameters.empty()) parameters = " #(" + parameters + ")";
    std::string pins = legal_.substr(2);
    for (const Pin& pin : m_.contract->pins(m_.at)) {
      if (pin.input) continue;
      add("logic {};", vector(pin.width, "e_" + pin.name));
      pins += fmt::format(", .{0}(e_{0})", pin.name);
    }
    if (m_.contract->stateful) pins += ", .clk_i(clk_i), .rst_i(!s_live)";
    add("{}{} spec ({});", m_.contract->specification, parameters, pins);
    add("{}_legal{} legal ({}, .legal_o(s_legal));", m_.contract->block, parameters,
        legal_.substr(2));
    add("wire {} = {{{}}};", vector(width_, "s_theirs"), theirs_);
    add("wire {} = {{{}}};", vector(width_, "s_spec"), spec_);
  }

  /// `bad`, of the answer due now and what it has to be.
  void judge(const char* also) {
    add("assign reached = s_fair && s_due;");
    add("assign bad = s_fair && (s_due && (s_many || s_theirs != s_expected){});", also);
  }

  void fixed_latency() {
    const unsigned clocks = m_.latency.clocks;
    if (clocks == 0) {
      add("wire s_due = s_asked;");
      add("wire {} = s_spec;", vector(width_, "s_expected"));
    } else {
      add("logic {} = '0;", vector(clocks, "s_waits"));
      add("logic {};", vector(clocks * width_, "s_answers"));
      add("always_ff @(posedge clk_i) s_waits <= {}'({{s_waits, s_asked}});", clocks);
      add("always_ff @(posedge clk_i) s_answers <= {}'({{s_answers, s_spec}});", clocks * width_);
      add("wire s_due = s_waits[{}];", clocks - 1);
      add("wire {} = s_answers[{} +: {}];", vector(width_, "s_expected"), (clocks - 1) * width_,
          width_);
    }
    judge("");
  }

  /// Questions of the last clocks, this one at 0; the oldest that waits is answered.
  void any_latency() {
    const unsigned most = m_.latency.clocks;
    const unsigned all = (most + 1) * width_;
    add("logic {} = '0;", vector(most + 1, "s_waits_q"));
    add("logic {};", vector(all, "s_answers_q"));
    add("wire {} = {}'({{s_waits_q, s_asked}});", vector(most + 1, "s_waits"), most + 1);
    add("wire {} = {}'({{s_answers_q, s_spec}});", vector(all, "s_answers"), all);
    add("logic {};", vector(most + 1, "s_oldest"));
    add("logic {};", vector(most + 1, "s_left"));
    add("logic {};", vector(width_, "s_expected"));
    add("always_comb begin");
    add("  s_oldest = '0;");
    add("  s_expected = '0;");
    add("  for (int i = 0; i <= {}; i = i + 1) if (s_waits[i]) begin", most);
    add("    s_oldest = {}'(1) << i;", most + 1);
    add("    s_expected = s_answers[i*{0} +: {0}];", width_);
    add("  end");
    add("  s_left = s_answered ? s_waits & ~s_oldest : s_waits;");
    add("end");
    add("always_ff @(posedge clk_i) s_waits_q <= s_left;");
    add("always_ff @(posedge clk_i) s_answers_q <= s_answers;");
    add("wire s_due = s_answered && s_waits != '0;");
    add("wire s_late = !s_answered && s_waits[{}];", most);
    add("wire s_unasked = {};", wiring_.has_ask ? "s_live && s_answered && s_waits == '0" : "1'b0");
    judge(" || s_late || s_unasked");
  }

  const Manifest& m_;
  const Wiring& wiring_;
  std::string ports_;
  std::string body_;
  std::string legal_;   ///< connections of the question
  std::string theirs_;  ///< their answers side by side
  std::string spec_;
  unsigned width_ = 0;  ///< of all answers
};

/// A pin of a question from the bits of a frame.
void set_pin(Values& question, std::size_t pin, const std::string& bits) {
  for (unsigned bit = 0; bit < question.width(pin); ++bit)
    question.set_slice(pin, bit, 1, bit < bits.size() && bits[bit] == '1' ? 1 : 0);
}

const std::string& bits_of(const Frame& frame, const std::string& name) {
  static const std::string nothing;
  const auto found = frame.find(name);
  return found == frame.end() ? nothing : found->second;
}

}  // namespace

unsigned clocks_before(const Manifest& manifest) { return kResetClocks + manifest.settle; }

std::string harness_text(const Manifest& manifest, const Wiring& wiring) {
  return Harness(manifest, wiring).text();
}

std::vector<Step> steps_of(const Manifest& manifest, const std::vector<Frame>& frames) {
  std::vector<Pin> inputs;
  std::vector<unsigned> widths;
  for (const Pin& pin : manifest.contract->pins(manifest.at)) {
    if (!pin.input) continue;
    inputs.push_back(pin);
    widths.push_back(pin.width);
  }
  std::vector<Step> steps;
  const std::size_t first = clocks_before(manifest);
  for (std::size_t i = first; i < frames.size(); ++i) {
    Step step;
    step.question = Values(widths);
    for (std::size_t pin = 0; pin < inputs.size(); ++pin) {
      const bool stands = i == first || inputs[pin].is_static || inputs[pin].is_time;
      set_pin(step.question, pin, bits_of(frames[stands ? 0 : i], "x_" + inputs[pin].name));
    }
    step.asked = manifest.latency.ask.empty() || bits_of(frames[i], "x_ask") == "1";
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace selvage::dut
