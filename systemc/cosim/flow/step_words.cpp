// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/step_words.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace selvage::cosim {

namespace {

/// `value` with its name, or alone if it has none.
template <std::size_t kCount>
std::string named(const std::array<std::string_view, kCount>& names, std::uint64_t value) {
  if (value >= kCount) return std::to_string(value);
  return fmt::format("{} {}", value, names[value]);
}

constexpr std::array<std::string_view, 8> kAckTypes{"NORMAL",   "EP_NEW", "EP_CONT", "EP_SEVERE",
                                                    "REDIRECT", "LOSS",   "CREDIT",  "CREDIT_OFF"};
constexpr std::array<std::string_view, 3> kChecks{"timers", "link died", "close"};

std::string_view type_name(golden::AckType type) { return kAckTypes[static_cast<unsigned>(type)]; }

/// The operations of a step that has some.
class Operations {
 public:
  template <class... Args>
  void add(bool valid, fmt::format_string<Args...> format, Args&&... args) {
    if (!valid) return;
    if (!text_.empty()) text_ += "; ";
    text_ += fmt::format(format, std::forward<Args>(args)...);
  }
  [[nodiscard]] std::string text() const { return text_.empty() ? "nothing" : text_; }

 private:
  std::string text_;
};

}  // namespace

std::string ack_type_words(std::uint64_t value) { return named(kAckTypes, value); }

std::string ifct_state_words(std::uint64_t value) {
  return named(std::array<std::string_view, 3>{"FREE", "RUNNING", "BLOCK"}, value);
}

std::string deq_why_words(std::uint64_t value) {
  return named(
      std::array<std::string_view, 8>{"go", "not RUNNING, or more than is queued",
                                      "extent limit of its level", "injection limit", "bandwidth",
                                      "no credit", "no port", "the port it follows is not legal"},
      value);
}

std::string walker_state_words(std::uint64_t value) {
  return named(std::array<std::string_view, 5>{"SCAN", "LOSS", "DRAIN", "CLOSE", "DONE"}, value);
}

std::string check_kind_words(std::uint64_t value) { return named(kChecks, value); }

std::string describe(const golden::EfctInput& in) {
  Operations operations;
  operations.add(in.req, "request of flow {:x}, length {}", in.key.low, in.len);
  operations.add(in.ack, "ACK of row {} up to {}", in.ack_id, in.ack_pos);
  return operations.text();
}

std::string describe(const golden::IfctInput& in) {
  Operations operations;
  operations.add(in.deq_valid, "DEQ of row {}, length {}, hole {}, by port {}{}", in.deq.id,
                 in.deq.len, in.deq.hole, static_cast<unsigned>(in.deq.port),
                 in.deq.peek ? ", a peek" : "");
  operations.add(in.enq_valid, "ENQ to row {}, start {}, length {}{}", in.enq.id, in.enq.start,
                 in.enq.len, in.enq.gap ? ", behind a gap" : "");
  operations.add(in.ack_valid, "ACK {} of row {}, difference {}", type_name(in.ack.type), in.ack.id,
                 in.ack.delta);
  operations.add(in.chk_valid, "CHK of row {}", in.chk);
  return operations.text();
}

std::string describe(const golden::OfctInput& in) {
  Operations operations;
  operations.add(in.map_valid, "MAP of row {} of port {}, length {}, hole {}", in.map.id,
                 static_cast<unsigned>(in.map.port), in.map.len, in.map.hole);
  operations.add(in.rev_valid, "REV {} of row {} up to {}", type_name(in.rev.type), in.rev.id,
                 in.rev.pos);
  operations.add(in.chk_valid, "CHK of row {}: {}", in.chk_id,
                 kChecks[static_cast<unsigned>(in.chk_kind)]);
  return operations.text();
}

}  // namespace selvage::cosim
