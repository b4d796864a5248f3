// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/step_words.hpp"

#include <array>

namespace selvage::cosim {

namespace {

/// `value` with its name, or alone if it has none.
template <std::size_t kCount>
std::string named(const std::array<const char*, kCount>& names, std::uint64_t value) {
  if (value >= kCount) return std::to_string(value);
  return std::to_string(value) + " " + names[value];
}

constexpr std::array<const char*, 3> kChecks{"timers", "link died", "close"};

std::string type_name(golden::AckType type) {
  return golden::kAckTypeNames[static_cast<unsigned>(type)];
}

std::string row_text(const char* operation, unsigned row) {
  return std::string(operation) + " row " + std::to_string(row);
}
std::string field(const char* name, std::uint64_t value) {
  return std::string(", ") + name + " " + std::to_string(value);
}

/// The operations of a step that has some.
class Operations {
 public:
  void add(bool valid, const std::string& operation) {
    if (valid) text_ += (text_.empty() ? "" : "; ") + operation;
  }
  [[nodiscard]] std::string text() const { return text_.empty() ? "nothing" : text_; }

 private:
  std::string text_;
};

}  // namespace

std::string ack_type_words(std::uint64_t value) { return named(golden::kAckTypeNames, value); }

std::string ifct_state_words(std::uint64_t value) { return named(golden::kFlowStateNames, value); }

std::string deq_why_words(std::uint64_t value) {
  return named(
      std::array<const char*, 8>{"go", "not RUNNING, or more than is queued",
                                 "extent limit of its level", "injection limit", "bandwidth",
                                 "no credit", "no port", "the port it follows is not legal"},
      value);
}

std::string walker_state_words(std::uint64_t value) {
  return named(std::array<const char*, 5>{"SCAN", "LOSS", "DRAIN", "CLOSE", "DONE"}, value);
}

std::string check_kind_words(std::uint64_t value) { return named(kChecks, value); }

std::string hex_words(std::uint64_t value) {
  std::string digits;
  for (unsigned i = 16; i-- > 0;) {
    const auto digit = static_cast<unsigned>(value >> (4 * i) & 0xfU);
    if (digit != 0 || !digits.empty() || i == 0) digits += "0123456789abcdef"[digit];
  }
  return "0x" + digits;
}

std::string ack_words(std::uint64_t value) {
  const auto word = static_cast<std::uint32_t>(value);
  const golden::Ack ack = golden::decode_ack(word);
  const std::string type = named(golden::kAckTypeNames, static_cast<unsigned>(ack.type));
  return type + field("id", ack.id) + field("position", ack.pos) +
         (golden::parity_ok(word) ? "" : ", wrong parity");
}

std::string describe(const golden::EfctInput& in) {
  Operations operations;
  operations.add(in.req, "request" + field("key", in.key.low).substr(1) + field("length", in.len));
  operations.add(in.ack, row_text("ACK of", in.ack_id) + " up to " + std::to_string(in.ack_pos));
  return operations.text();
}

std::string describe(const golden::IfctInput& in) {
  Operations operations;
  operations.add(in.deq_valid, row_text("DEQ of", in.deq.id) + field("length", in.deq.len) +
                                   field("hole", in.deq.hole) + field("by port", in.deq.port) +
                                   (in.deq.peek ? ", a peek" : ""));
  operations.add(in.enq_valid, row_text("ENQ to", in.enq.id) + field("start", in.enq.start) +
                                   field("length", in.enq.len) +
                                   (in.enq.gap ? ", behind a gap" : ""));
  operations.add(in.ack_valid, "ACK " + type_name(in.ack.type) + row_text(" of", in.ack.id) +
                                   field("difference", in.ack.delta));
  operations.add(in.chk_valid, row_text("CHK of", in.chk));
  return operations.text();
}

std::string describe(const golden::OfctInput& in) {
  Operations operations;
  operations.add(in.map_valid, row_text("MAP of", in.map.id) + " of port " +
                                   std::to_string(in.map.port) + field("length", in.map.len) +
                                   field("hole", in.map.hole));
  operations.add(in.rev_valid, "REV " + type_name(in.rev.type) + row_text(" of", in.rev.id) +
                                   " up to " + std::to_string(in.rev.pos));
  operations.add(in.chk_valid, row_text("CHK of", in.chk_id) + ": " +
                                   kChecks[static_cast<unsigned>(in.chk_kind)]);
  return operations.text();
}

std::string describe(const RedirectIn& in) {
  Operations operations;
  operations.add(in.load, row_text("load of", in.id) + " of port " + std::to_string(in.port) +
                              field("difference", in.delta) + (in.exempt ? ", exempt" : ""));
  operations.add(in.sample,
                 "sample" + field("depth", in.depth).substr(1) + field("place", in.slot));
  return operations.text();
}

std::string describe(const golden::AggregatorInput& in) {
  Operations operations;
  operations.add(in.push, "push of ACK " + ack_words(in.ack));
  operations.add(in.grant, "grant");
  return operations.text() + (in.idle ? ", the link idle" : ", the link busy");
}

std::string describe(const golden::FrameWord& word) {
  std::string text = word.sof ? "first word" : "word";
  if (word.eof) text += ", the last";
  for (const std::uint64_t part : word.word) text += " " + hex_words(part);
  return text;
}

std::string describe(const EpStep& step) {
  return "packet" + field("depth", step.depth).substr(1) + field("level", step.level) + ": " +
         ack_type_words(step.type);
}

std::string describe(const WalkerStep& step) {
  switch (step.kind) {
    case WalkerStep::Kind::kDown: return "the link is down";
    case WalkerStep::Kind::kUp: return "the link is up";
    case WalkerStep::Kind::kCheck: break;
  }
  return row_text("CHK of", step.id) + ": " + kChecks[static_cast<unsigned>(step.check)];
}

}  // namespace selvage::cosim
