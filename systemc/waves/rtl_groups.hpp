// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a view shows of the RTL: a folded group for each module, as far as it moves.
#pragma once

#include <map>
#include <string>
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
  [[nodiscard]] std::vector<const Signal*> moving(const std::vector<const Signal*>& all) const;
  void add(const Signal& signal);
  void scope_rows(const std::vector<const Signal*>& all, const std::vector<unsigned>& open);

  SaveFile& save_;
  const Scopes& scopes_;
};

}  // namespace selvage::waves
