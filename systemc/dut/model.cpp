// SPDX-License-Identifier: Apache-2.0
#include "dut/model.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "config/text/diagnostics.hpp"

#include <stdexcept>

namespace selvage::dut {

namespace {

Values raw_values(const std::vector<Wire>& wires, bool one_more, bool golden) {
  std::vector<unsigned> widths;
  for (const Wire& w : wires) widths.push_back(golden ? w.golden_width : w.width);
  if (one_more) widths.push_back(1);
  return Values(widths);
}

/// Inputs, whether something is asked, ties.
Values raw_inputs(const Wiring& wiring) {
  std::vector<unsigned> widths;
  for (const Wire& w : wiring.inputs) widths.push_back(w.width);
  if (wiring.has_ask) widths.push_back(1);
  for (const auto& tie : wiring.ties) widths.push_back(tie.second);
  return Values(widths);
}

void copy(const Values& from, std::size_t from_pin, Values& to, std::size_t to_pin) {
  for (unsigned low = 0; low < to.width(to_pin); low += 64) {
    to.set_slice(to_pin, low, 64, from.slice(from_pin, low, 64));
  }
}

}  // namespace

std::string stuck_text(const Manifest& manifest, const Position& position) {
  const std::string clock =
      position.reset ? "reset" : fmt::format("clock {} after reset", position.clock);
  return fmt::format("the module loops without end: {} is not over after {} s", clock,
                     manifest.patience);
}

template <class F>
void Library::find(F*& function, const char* name) {
  function = reinterpret_cast<F*>(dlsym(handle_, name));
  if (function == nullptr) throw std::runtime_error(std::string("a compiled block lacks ") + name);
}

Library::Library(const std::string& object)
    : handle_(dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr)
    throw std::runtime_error(std::string("a compiled block cannot be loaded: ") + dlerror());
  find(create_, "selvage_create");
  find(destroy_, "selvage_destroy");
  find(clock_, "selvage_clock");
  find(reset_, "selvage_reset");
  find(eval_, "selvage_eval");
  find(set_, "selvage_set");
  find(show_, "selvage_show");
  find(get_, "selvage_get");
  find(open_wave_, "selvage_open_wave");
  find(dump_, "selvage_dump");
  find(failure_, "selvage_failure");
  find(forgive_, "selvage_forgive");
}

Library::~Library() { dlclose(handle_); }

Model::Model(std::shared_ptr<Library> library, const Manifest& manifest, const Wiring& wiring,
             std::uint64_t seed, std::optional<InstancePlace> place)
    : library_(std::move(library)),
      handle_(library_->create_(seed)),
      wiring_(wiring),
      position_{std::move(place)},
      clocked_(!manifest.clock.empty()),
      has_reset_(!manifest.reset.empty()),
      settle_(manifest.settle),
      in_(raw_inputs(wiring)),
      out_(raw_values(wiring.outputs, wiring.has_answer, false)),
      golden_(raw_values(wiring.outputs, false, true)) {
  std::size_t at = wiring.inputs.size() + (wiring.has_ask ? 1 : 0);
  for (const auto& tie : manifest.ties) in_.set(at++, tie.second);
}

Model::~Model() {
  const ModuleCall call(position_);  // final blocks
  library_->destroy_(handle_);
}

void Model::eval() {
  const ModuleCall call(position_);
  library_->eval_(handle_);
}

void Model::dump() {
  library_->dump_(handle_, time_);
  time_ += kWaveClock / 2;
}

std::string Model::reset(const Values& question, const Values& idle) {
  Observed ignored;
  library_->reset_(handle_, has_reset_ ? 1 : 0);
  apply(question, false, ignored);
  std::string message = failure();  // initial blocks
  for (unsigned i = 0; i < kResetClocks; ++i) {
    apply(question, false, ignored);
    edge();
  }
  library_->reset_(handle_, 0);
  for (unsigned i = 0; i < settle_; ++i) {
    apply(idle, false, ignored);
    edge();
  }
  (void)failure();
  position_.reset = false;
  position_.clock = 0;
  return message;
}

void Model::apply(const Values& question, bool asked, Observed& seen) {
  for (std::size_t i = 0; i < wiring_.inputs.size(); ++i) {
    const Wire& w = wiring_.inputs[i];
    if (w.one_hot) {
      in_.set(i, std::uint64_t{1} << (question.get(w.pin) & 63U));
    } else {
      copy(question, w.pin, in_, i);
    }
  }
  if (wiring_.has_ask) in_.set(wiring_.inputs.size(), asked ? 1 : 0);
  library_->set_(handle_, in_.words());
  eval();
  library_->get_(handle_, out_.words());
  seen.bad = 0;
  seen.answered = !wiring_.has_answer || out_.get(wiring_.outputs.size()) != 0;
  if (seen.values.size() == 0) return;
  for (std::size_t i = 0; i < wiring_.outputs.size(); ++i) {
    const Wire& w = wiring_.outputs[i];
    if (!w.one_hot) {
      copy(out_, i, seen.values, w.pin);
      continue;
    }
    const std::uint64_t bits = out_.get(i);
    if ((bits & (bits - 1)) != 0) seen.bad |= std::uint64_t{1} << w.pin;
    seen.values.set(w.pin, bits == 0 ? 0 : static_cast<std::uint64_t>(__builtin_ctzll(bits)));
  }
}

void Model::show(const Values& expected, bool differs) {
  for (std::size_t i = 0; i < wiring_.outputs.size(); ++i)
    copy(expected, wiring_.outputs[i].pin, golden_, i);
  library_->show_(handle_, golden_.words(), differs ? 1 : 0);
}

void Model::edge() {
  dump();
  if (clocked_) {
    library_->clock_(handle_, 1);
    eval();
  }
  dump();
  if (clocked_) {
    library_->clock_(handle_, 0);
    eval();
  }
  ++position_.clock;
}

void Model::open_wave(const std::string& file) { library_->open_wave_(handle_, file.c_str()); }

std::string Model::failure() {
  const char* text = library_->failure_(handle_);
  if (text == nullptr) return {};
  std::string message = text;
  library_->forgive_(handle_);
  while (!message.empty() && message.back() == '\n') message.pop_back();
  for (std::size_t at = 0; (at = message.find('\n', at)) != std::string::npos;)
    message.replace(at, 1, "; ");
  return config::printable(message, 400);
}

}  // namespace selvage::dut
