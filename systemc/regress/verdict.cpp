// SPDX-License-Identifier: Apache-2.0
#include "regress/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "config/exit_code.hpp"
#include "regress/digest.hpp"

namespace selvage::regress {

namespace {

using campaign::Record;

/// Neither about the design nor about time: refused, out of memory, killed.
bool broken(const Record& record) {
  return !record.settled() || record.exit == kUsage || record.exit > kNothing;
}

std::string expectation(const Suite& suite, const Run& run) {
  return run.bug.text.empty() ? suite.tests[run.test].expect : "fail";
}

/// What is wrong with a run that ended otherwise than expected.
std::string failure(const Suite& suite, const Run& run, const Record& record) {
  if (!run.bug.text.empty()) return "not caught: bug." + run.bug.text;
  const std::string& expect = suite.tests[run.test].expect;
  return expect == "pass" ? record.kind
                          : fmt::format("not as expected ({}): {}", expect, record.kind);
}

/// The fields in which the second of two runs differs from the first; empty: in none.
std::string unlike_first(const Run& run, const Record& record, const campaign::Records& records) {
  if (!run.first) return "";
  const auto first = records.find(*run.first);
  if (first == records.end() || broken(first->second) || broken(record)) return "";
  // A run that time cut short ends elsewhere each time.
  if (first->second.exit == kBudget || record.exit == kBudget) return "";
  return differing(first->second.values.value("digest", std::string()),
                   record.values.value("digest", std::string()));
}

Weighed weigh_one(const Suite& suite, const Run& run, const Record& record,
                  const campaign::Records& records) {
  if (broken(record)) return {Verdict::kError, record.kind, record.detail};
  if (record.exit == kBudget) return {Verdict::kUndecided, record.kind, record.detail};
  if (!as_expected(suite, run, record)) {
    return {Verdict::kFail, failure(suite, run, record), record.detail};
  }
  const std::string fields = unlike_first(run, record, records);
  if (!fields.empty()) {
    return {Verdict::kFail, kFlaky, "the same seed twice, and these fields differ: " + fields};
  }
  return {Verdict::kPass, run.bug.text.empty() ? "" : record.kind, ""};
}

/// Of a failure that is known: the entry, and whether it still holds.
void look_up(const Suite& suite, const Run& run, const std::string& today, Weighed& weighed) {
  if (weighed.verdict != Verdict::kFail && weighed.verdict != Verdict::kError) return;
  const std::string& test = suite.tests[run.test].name;
  for (std::size_t k = 0; k < suite.known.size(); ++k) {
    const Known& known = suite.known[k];
    if (known.test != test) continue;
    if (!known.signature.empty() && known.signature != weighed.signature) continue;
    weighed.known = k + 1;
    if (today <= known.until) {
      weighed.verdict = Verdict::kKnown;
      return;
    }
    weighed.why = fmt::format("known failure ({}), but only until {}", known.reason, known.until);
  }
}

}  // namespace

std::string to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass: return "pass";
    case Verdict::kFail: return "fail";
    case Verdict::kKnown: return "known";
    case Verdict::kError: return "error";
    case Verdict::kUndecided: return "undecided";
    case Verdict::kNotRun: return "not_run";
  }
  return "";
}

bool as_expected(const Suite& suite, const Run& run, const Record& record) {
  const std::string expect = expectation(suite, run);
  if (expect == "pass") return record.exit == kPass;
  if (expect == "fail") return record.exit == kFail;
  return record.status == expect;
}

std::string crash_signature(const Record& record) {
  if (record.exit > 128) return fmt::format("crashed, signal {}", record.exit - 128);
  std::string line = record.detail.substr(0, record.detail.find('\n'));
  for (char& c : line) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) c = '#';
  }
  return fmt::format("no result, exit code {}{}{}", record.exit, line.empty() ? "" : ": ", line);
}

std::vector<Weighed> weigh(const Suite& suite, const std::vector<Run>& runs,
                           const campaign::Records& records, const std::string& today) {
  std::vector<Weighed> out(runs.size());
  for (const auto& [number, record] : records) {
    out[number] = weigh_one(suite, runs[number], record, records);
    look_up(suite, runs[number], today, out[number]);
  }
  return out;
}

bool fails_alone(const Suite& suite, const Run& run, const Record& record,
                 const std::string& today) {
  Weighed weighed = weigh_one(suite, run, record, {});
  look_up(suite, run, today, weighed);
  return weighed.verdict == Verdict::kFail || weighed.verdict == Verdict::kError;
}

int exit_code_of(const std::vector<Weighed>& runs, const campaign::Records& records, bool shared) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(runs.begin(), runs.end(),
                       [&](const Weighed& w) { return w.verdict == verdict; });
  };
  if (any(Verdict::kFail)) return kFail;
  bool refused = false;
  for (const auto& [number, record] : records) {
    if (runs[number].verdict != Verdict::kError) continue;
    if (record.exit != kUsage) return kInternal;
    refused = true;
  }
  if (refused) return kUsage;
  if (any(Verdict::kUndecided) || (!shared && any(Verdict::kNotRun))) return kBudget;
  return runs.empty() ? kNothing : kPass;
}

}  // namespace selvage::regress
