// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a view shows of the RTL: of a whole switch a group for each role, with what is not 0 all
/// the time; a folded group for each module, with what moves.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "waves/hierarchy.hpp"
#include "waves/save_file.hpp"
#include "waves/view.hpp"

namespace selvage::waves {

/// Signals of a file by scope.
using Scopes = std::map<std::string, std::vector<const Signal*>>;

class RtlGroups {
 public:
  RtlGroups(SaveFile& save, const Scopes& scopes) : save_(save), scopes_(scopes) {}

  /// Of a switch below `scope`, but for what its ports have; the block that differs is open.
  void of_switch(const std::string& scope, const Actor& actor);
  /// Of the port below `scope`: a group for each block, and in it one for each module and for each
  /// row of its table; open are block `differs`, and in it `rows`.
  void of_port(const std::string& scope, const std::string& differs,
               const std::vector<unsigned>& rows);

 private:
  /// Signals that are not 0 all the time, by module, of modules in which something moves.
  using Modules = std::vector<std::pair<std::string, std::vector<const Signal*>>>;
  [[nodiscard]] std::vector<const Signal*> moving(const std::vector<const Signal*>& all) const;
  [[nodiscard]] Modules modules_of(const std::string& scope) const;
  void add(const Signal& signal);
  /// A group for each role, of what is then taken out of the modules.
  void roles(const std::string& scope, const Actor& actor, Modules& modules);
  void modules(const std::string& scope, const Actor& actor, const Modules& modules);
  void scope_rows(const std::vector<const Signal*>& all, const std::vector<unsigned>& open);

  SaveFile& save_;
  const Scopes& scopes_;
};

}  // namespace selvage::waves
