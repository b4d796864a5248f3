// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <memory>
#include <sstream>
#include <utility>

#include "config/text/document.hpp"
#include "config/text/scalar.hpp"

namespace selvage::config {
namespace {

/// Leaves the parser; the error has been reported.
struct Stop {};

/// Builds the document from the parser's events. Events instead of yaml-cpp's nodes: they carry the
/// place of every key, show duplicate keys, and let the caps act while the text is being read.
class Builder final : public YAML::EventHandler {
 public:
  Builder(std::size_t source, Diagnostics& diagnostics, Document& document)
      : source_(source), diagnostics_(diagnostics), document_(document) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (started_) fail(mark, "a second document starts here; only one is read");
    started_ = true;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (expects_key()) fail(mark, "a key is empty");
    finish(open(mark, nullptr, ""), anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    if (expects_key()) return key(mark, text);
    nlohmann::json value = text;
    if (tag == "?" || tag.empty()) {
      std::string why;
      value = plain_scalar(text, why);
      if (!why.empty()) report(mark, why);
    } else if (tag != "!" && tag != "tag:yaml.org,2002:str") {
      report(mark, fmt::format("the tag '{}' is not supported", printable(tag)));
    }
    finish(open(mark, std::move(value), text), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (expects_key()) fail(mark, "an alias cannot be a key");
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) fail(mark, "this alias stands inside the value it names");
    const auto [pointer, value, nodes] = found->second;
    nodes_ += nodes;
    const std::string here = open(mark, value, "");
    const std::string below = pointer + "/";
    std::vector<std::pair<std::string, Place>> copies;
    for (auto it = document_.places.lower_bound(below);
         it != document_.places.end() && it->first.compare(0, below.size(), below) == 0; ++it) {
      copies.emplace_back(here + it->first.substr(pointer.size()), it->second);
    }
    for (auto& [to, place] : copies) {
      place.value = place.key = spot(mark);
      document_.places[to] = std::move(place);
    }
    document_.places[here].text = document_.places[pointer].text;
    finish(here, 0);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    start(mark, tag, anchor, nlohmann::json::array());
  }
  void OnSequenceEnd() override { end(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    start(mark, tag, anchor, nlohmann::json::object());
  }
  void OnMapEnd() override { end(); }

  [[nodiscard]] bool started() const { return started_; }

 private:
  struct Frame {
    std::string pointer;
    nlohmann::json* value;
    YAML::anchor_t anchor;
    std::size_t nodes_before;
    bool has_key = false;
    bool skip_value = false;  ///< the key is a duplicate: read its value, do not keep it
    std::string key;
    Spot key_spot;
  };
  struct Anchor {
    std::string pointer;
    nlohmann::json value;
    std::size_t nodes;
  };

  [[nodiscard]] Spot spot(const YAML::Mark& mark) const {
    return {source_, static_cast<unsigned>(mark.line + 1), static_cast<unsigned>(mark.column + 1)};
  }
  void report(const YAML::Mark& mark, std::string what) {
    diagnostics_.error({spot(mark), "", std::move(what), ""});
  }
  [[noreturn]] void fail(const YAML::Mark& mark, std::string what) {
    report(mark, std::move(what));
    throw Stop{};
  }
  [[nodiscard]] bool expects_key() const {
    return !stack_.empty() && stack_.back().value->is_object() && !stack_.back().has_key;
  }

  void key(const YAML::Mark& mark, const std::string& text) {
    Frame& frame = stack_.back();
    if (++nodes_ > kMaxNodes) fail(mark, fmt::format("more than {} values", kMaxNodes));
    frame.has_key = true;
    frame.key = text;
    frame.key_spot = spot(mark);
    frame.skip_value = frame.value->contains(text);
    if (frame.skip_value) {
      const std::string pointer = frame.pointer + pointer_step(text);
      diagnostics_.error({frame.key_spot, dotted(pointer),
                          fmt::format("this key stands twice, first in line {}",
                                      document_.place(pointer).key.line),
                          ""});
    }
  }

  /// Enters a value into its parent and returns its pointer.
  std::string open(const YAML::Mark& mark, nlohmann::json value, const std::string& text) {
    if (++nodes_ > kMaxNodes) fail(mark, fmt::format("more than {} values", kMaxNodes));
    if (stack_.empty()) {
      document_.value = std::move(value);
      last_ = &document_.value;
      document_.places[""] = {spot(mark), spot(mark), text};
      return "";
    }
    Frame& frame = stack_.back();
    std::string pointer = frame.pointer;
    Place place{spot(mark), spot(mark), text};
    if (frame.value->is_object()) {
      if (frame.skip_value) {
        pointer += "/~duplicate";
        discarded_.push_back(std::make_unique<nlohmann::json>(std::move(value)));
        last_ = discarded_.back().get();
      } else {
        pointer += pointer_step(frame.key);
        last_ = &((*frame.value)[frame.key] = std::move(value));
      }
      place.key = frame.key_spot;
      frame.has_key = false;
    } else {
      pointer += "/" + std::to_string(frame.value->size());
      frame.value->push_back(std::move(value));
      last_ = &frame.value->back();
    }
    document_.places[pointer] = std::move(place);
    return pointer;
  }
  void finish(const std::string& pointer, YAML::anchor_t anchor) {
    if (anchor != 0) anchors_[anchor] = {pointer, *last_, 1};
  }
  void start(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
             nlohmann::json value) {
    if (expects_key()) fail(mark, "a list or a map as a key (is a bracket left open?)");
    if (stack_.size() >= kMaxDepth) {
      fail(mark, fmt::format("lists and maps nested deeper than {} levels", kMaxDepth));
    }
    if (tag != "?" && tag != "!" && !tag.empty()) {
      report(mark, fmt::format("the tag '{}' is not supported", printable(tag)));
    }
    const std::size_t before = nodes_;
    std::string pointer = open(mark, std::move(value), "");
    stack_.push_back({std::move(pointer), last_, anchor, before, false, false, "", {}});
  }
  void end() {
    const Frame& frame = stack_.back();
    if (frame.anchor != 0) {
      anchors_[frame.anchor] = {frame.pointer, *frame.value, nodes_ - frame.nodes_before};
    }
    stack_.pop_back();
  }

  std::size_t source_;
  Diagnostics& diagnostics_;
  Document& document_;
  std::vector<Frame> stack_;
  std::map<YAML::anchor_t, Anchor> anchors_;
  std::vector<std::unique_ptr<nlohmann::json>> discarded_;
  nlohmann::json* last_ = nullptr;
  std::size_t nodes_ = 0;
  bool started_ = false;
};

}  // namespace

Document read_yaml(std::size_t source, Diagnostics& diagnostics) {
  Document document;
  const std::string text = diagnostics.source(source).text;
  document.places[""] = {{source, 1, 1}, {source, 1, 1}, ""};
  if (text.size() > kMaxBytes) {
    diagnostics.error(
        {{source, 0, 0},
         "",
         fmt::format("{} bytes are more than the {} that are read", text.size(), kMaxBytes),
         ""});
    return document;
  }
  if (!is_text(source, diagnostics)) return document;
  Builder builder(source, diagnostics, document);
  try {
    std::istringstream in(text);
    YAML::Parser parser(in);
    // Twice and no more: a second document makes the builder stop. (A loop until the parser says
    // it is done never ends on some malformed texts.)
    if (parser.HandleNextDocument(builder)) (void)parser.HandleNextDocument(builder);
  } catch (const Stop&) {
  } catch (const YAML::Exception& e) {
    const Spot spot = e.mark.is_null() ? Spot{source, 0, 0}
                                       : Spot{source, static_cast<unsigned>(e.mark.line + 1),
                                              static_cast<unsigned>(e.mark.column + 1)};
    diagnostics.error({spot, "", "not YAML: " + e.msg, ""});
  }
  return document;
}

}  // namespace selvage::config
