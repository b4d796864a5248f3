// SPDX-License-Identifier: Apache-2.0
/// \file
/// The trials of a campaign, and its tables.
#pragma once

#include <string>
#include <vector>

#include "campaign/session.hpp"

namespace selvage::campaign {

class PlanWork final : public Work {
 public:
  /// `scenario_file`: that the trials read, the plan's or where its base is written to.
  PlanWork(const Plan& plan, std::string scenario_file)
      : plan_(plan), scenario_file_(std::move(scenario_file)) {}

  [[nodiscard]] std::uint32_t count() const override { return plan_.trials(); }
  [[nodiscard]] std::vector<std::string> arguments(std::uint32_t trial,
                                                   const std::string& directory) const override;
  [[nodiscard]] std::string result_file() const override;
  [[nodiscard]] std::vector<std::string> judge(Record& record, const nlohmann::ordered_json& result,
                                               unsigned times) const override;

  [[nodiscard]] std::string refusals(const Order& order) const override;
  [[nodiscard]] std::string fingerprint(const std::string& build) const override;
  [[nodiscard]] std::vector<std::string> tables() const override;
  void prepare(const Order& order) override;
  [[nodiscard]] nlohmann::ordered_json summary(const Records& records,
                                               const Finish& finish) const override;
  [[nodiscard]] std::string conclude(const Records& records, const Order& order,
                                     const Finish& finish,
                                     nlohmann::ordered_json& summary) override;

 private:
  [[nodiscard]] bool simulation() const { return plan_.kind == Kind::kSimulation; }
  [[nodiscard]] bool by_base() const { return simulation() && plan_.scenario.empty(); }
  [[nodiscard]] std::vector<std::string> longer(const Record& record,
                                                const nlohmann::ordered_json& result,
                                                unsigned times) const;

  const Plan& plan_;
  std::string scenario_file_;
};

}  // namespace selvage::campaign
