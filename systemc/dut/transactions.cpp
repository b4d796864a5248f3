// SPDX-License-Identifier: Apache-2.0
#include "dut/transactions.hpp"

#include <fmt/format.h>

#include <utility>

namespace selvage::dut {

namespace {

constexpr std::size_t kKept = 6;

}  // namespace

void Transactions::put(Cycle clock, Cycle cycle, const Values& question, bool asked) {
  if (!open_.empty() && open_.back().clock == clock) {
    open_.back().question = question;
    open_.back().asked = open_.back().asked || asked;
    return;
  }
  while (!open_.empty() && !open_.front().asked) close();
  open_.push_back({clock, cycle, cycle, 1, question, asked, std::nullopt});
}

void Transactions::answered(const std::optional<Values>& answer) {
  while (!open_.empty() && !open_.front().asked) close();
  if (open_.empty()) return;
  open_.front().answer = answer;
  close();
}

void Transactions::close() {
  Entry entry = std::move(open_.front());
  open_.pop_front();
  if (!closed_.empty() && repeats(closed_.back(), entry)) {
    closed_.back().last = entry.last;
    ++closed_.back().times;
    return;
  }
  closed_.push_back(std::move(entry));
  if (closed_.size() > kKept) closed_.pop_front();
}

bool Transactions::repeats(const Entry& before, const Entry& entry) const {
  if (before.asked != entry.asked || !(before.answer == entry.answer)) return false;
  for (std::size_t pin = 0; pin < inputs_->size(); ++pin) {
    if (!(*inputs_)[pin].is_time && !before.question.same(pin, entry.question)) return false;
  }
  return true;
}

void Transactions::begin_anew() {
  open_.clear();
  closed_.clear();
}

std::vector<std::string> Transactions::lines() const {
  std::vector<std::string> lines;
  for (const Entry& entry : closed_) lines.push_back(describe(entry));
  return lines;
}

std::string Transactions::describe(const Entry& entry) const {
  std::string asked;
  for (std::size_t pin = 0; pin < inputs_->size(); ++pin) {
    const Pin& input = (*inputs_)[pin];
    if (input.is_static || input.is_time || entry.question.is_zero(pin)) continue;
    asked += fmt::format(" {}={}", input.name, entry.question.text(pin));
  }
  std::string text =
      entry.first == entry.last
          ? fmt::format("cycle {}:", entry.first)
          : fmt::format("cycles {} to {}, {} times:", entry.first, entry.last, entry.times);
  text += asked.empty() ? " inputs 0" : asked;
  if (!entry.asked) return text;
  if (!entry.answer) return text + "; no answer";
  std::string answer;
  for (std::size_t pin = 0; pin < outputs_->size(); ++pin) {
    if (!(*offered_)[pin] || entry.answer->is_zero(pin)) continue;
    answer += fmt::format(" {}={}", (*outputs_)[pin].name, entry.answer->text(pin));
  }
  return text + ";" + (answer.empty() ? " answer 0" : answer);
}

}  // namespace selvage::dut
