// SPDX-License-Identifier: Apache-2.0
// SCR-FUZZ: Lines of `selvage route --batch`, answered by the golden model where the fabric is
// small.
#include "fuzz.hpp"

#include <sstream>

#include "cli/questions/batch.hpp"
#include "cli/questions/question.hpp"

namespace {

using nlohmann::json;
using selvage::fuzz::require;

/// Answers that take a fuzzer's time for nothing: large fabrics, many dead links.
bool small(const selvage::cli::Question& q) {
  constexpr unsigned kMostPorts = 8;
  for (const char* key : {"m", "n", "k"}) {
    const auto value = q.topology.find(key);
    if (value != q.topology.end() && value->is_number() && value->get<double>() > kMostPorts) {
      return false;
    }
  }
  return q.faults.size() + q.nodes.size() <= 8;
}

void check_answer(const nlohmann::ordered_json& answer, const selvage::cli::Answerer& answerer) {
  const std::string status = answer.at("status");
  require(status == "delivered" || status == "unreachable" || status == "error", "status");
  require((status == "error") == !answerer.errors().empty(), "an error without words");
  require(!answerer.mismatch(), "a mismatch without RTL");
  if (status == "delivered") require(!answer.at("hops").empty(), "delivered over no switch");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const selvage::cli::LineReader alone(nullptr, json::object());
  static const selvage::cli::LineReader with_fallback({{"kind", "mesh"}, {"k", 3}},
                                                      {{"algorithm", "ipar"}});
  std::istringstream in(selvage::fuzz::text_of(data, size));
  selvage::cli::Answerer answerer(selvage::Engine::kGolden, {});
  std::string line;
  for (unsigned lines = 0; lines < 4 && std::getline(in, line); ++lines) {
    for (const selvage::cli::LineReader* reader : {&alone, &with_fallback}) {
      selvage::cli::Question question;
      std::vector<std::string> errors;
      const bool taken = reader->read(line, question, errors);
      require(taken == errors.empty(), "refused without a reason, or taken with one");
      if (!taken || !small(question)) continue;
      const auto answer = answerer.answer(question);
      check_answer(answer, answerer);
      static_cast<void>(answer.dump(-1, ' ', false, json::error_handler_t::replace));
    }
  }
  return 0;
}
