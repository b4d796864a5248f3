// SPDX-License-Identifier: Apache-2.0
/// \file
/// One question to `selvage route`: a topology, what is dead, source and destination.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/result/settled.hpp"

namespace selvage::cli {

/// As asked: names still text, topology still JSON.
struct Question {
  nlohmann::ordered_json id;
  nlohmann::json topology;
  std::vector<std::string> faults;  ///< dead links, and switches as in `nodes`
  std::vector<std::string> nodes;   ///< switches all of whose links are dead
  std::string src;
  std::string dst;
};

/// The settled fabrics of a row of questions: system and switches are kept while the questions ask
/// about the same topology and faults.
class Answerer {
 public:
  Answerer(Engine engine, std::vector<std::string> bugs)
      : engine_(engine), bugs_(std::move(bugs)) {}

  /// {"id", "status", "hops", "engine", "compared"}; on status "error" {"id","status","error"}.
  /// Where ports have names, as in a mesh, also "legal": all that the relation allows at the
  /// source. "order" is there where another order of messages could have ended otherwise.
  [[nodiscard]] nlohmann::ordered_json answer(const Question& question);
  /// What the last answer reported as "error"; all of them, in order. Empty if it is none.
  [[nodiscard]] const std::vector<std::string>& errors() const { return errors_; }
  /// Names for what the last answer speaks of; null before the first good topology.
  [[nodiscard]] const Topology* topology() const;
  /// The mismatch the last answer met, if any.
  [[nodiscard]] const std::optional<Mismatch>& mismatch() const { return mismatch_; }
  [[nodiscard]] std::uint64_t compared() const { return compared_; }
  [[nodiscard]] Engine engine() const { return engine_; }
  /// Fabrics settled so far.
  [[nodiscard]] std::uint64_t settled_count() const { return settled_count_; }
  /// Of the last answer that is no error.
  [[nodiscard]] std::size_t dead_links() const { return dead_links_; }
  [[nodiscard]] std::size_t faulty_nodes() const { return faulty_nodes_; }

 private:
  bool set_topology(const nlohmann::json& topology);
  void set_faults(const std::vector<std::string>& faults, const std::vector<std::string>& nodes);
  void settle(std::vector<SwitchPort> dead);
  [[nodiscard]] nlohmann::ordered_json reported(const Walk& walk) const;
  [[nodiscard]] std::optional<HostIdx> host(const char* name, const std::string& text);

  Engine engine_;
  std::vector<std::string> bugs_;
  std::vector<std::string> errors_;
  std::uint64_t compared_ = 0;
  std::optional<Mismatch> mismatch_;
  nlohmann::json asked_topology_;
  std::vector<SwitchPort> settled_;  ///< dead links of fabric_, ascending
  std::uint64_t settled_count_ = 0;
  std::size_t dead_links_ = 0;
  std::size_t faulty_nodes_ = 0;
  std::unique_ptr<System> system_;
  std::unique_ptr<Scoreboard> scoreboard_;
  std::unique_ptr<SettledFabric> fabric_;
};

/// "fattree:4,3" -> {"kind":"fattree","m":4,"n":3}; null and `why` on failure.
[[nodiscard]] nlohmann::json topology_from_short(const std::string& text, std::string& why);

}  // namespace selvage::cli
