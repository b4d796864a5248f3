// SPDX-License-Identifier: Apache-2.0
/// \file
/// One verilated model, the context it needs, and what its registers hold before reset. Included
/// only where a model is.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <verilated.h>

#include "cosim/lockstep/runtime.hpp"

class VerilatedFstC;

namespace selvage::cosim {

/// A new `Model` with zeros in its registers. Under `dirty_registers` they hold random values, or
/// it is the model of an earlier block, as that left it.
template <class Model>
class OwnModel {
 public:
  explicit OwnModel(const char* name) {
    if (dirty_draw(2) != 0) reuse();
    if (model_) return;
    context_ = shared_verilated_context();
    model_ = std::make_unique<Model>(context_.get(), name);
  }
  ~OwnModel() {
    model_->final();
    if (generation_ != dirty_generation() || generation_ == 0) return;
    left().push_back({context_, std::move(model_), generation_});
  }
  OwnModel(const OwnModel&) = delete;
  OwnModel& operator=(const OwnModel&) = delete;

  [[nodiscard]] auto& io() const { return *model_->rootp; }
  [[nodiscard]] Model& model() const { return *model_; }
  void eval() { model_->eval(); }
  /// Only for builds that trace.
  void declare(VerilatedFstC& file) {
    generation_ = 0;  // what a file has been told of stays with it
    context_->traceEverOn(true);
    model_->trace(&file, 99);
  }

 private:
  struct Left {
    std::shared_ptr<VerilatedContext> context;  // declared before the model: dies after it
    std::unique_ptr<Model> model;
    std::uint64_t generation = 0;
  };
  static std::vector<Left>& left() {
    static std::vector<Left> models;
    return models;
  }
  /// Any of the models that blocks of this generation have left.
  void reuse() {
    std::vector<Left>& models = left();
    if (!models.empty() && models.back().generation != generation_) models.clear();
    if (models.empty()) return;
    std::swap(models[dirty_draw(models.size())], models.back());
    context_ = std::move(models.back().context);
    model_ = std::move(models.back().model);
    models.pop_back();
  }

  std::uint64_t generation_ = dirty_generation();
  std::shared_ptr<VerilatedContext> context_;  // declared before the model: dies after it
  std::unique_ptr<Model> model_;
};

}  // namespace selvage::cosim
