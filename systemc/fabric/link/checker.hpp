// SPDX-License-Identifier: Apache-2.0
/// \file
/// A protocol checker: sits on one link, passes every call on and says what was broken
/// (LINK-1..12).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fabric/faults/link_state.hpp"
#include "fabric/link/rules.hpp"
#include "fabric/link/tap.hpp"

namespace selvage::fabric {

/// Sees both directions of calls of one link: headers and messages forward, flow control backward.
/// Knows nothing of buffers and routes. The first violation goes to `report`, each with its id.
class LinkChecker final : public LinkTap {
 public:
  using Report = std::function<void(const std::string&)>;
  /// `now` and `link` (null: the link cannot die) outlive the checker.
  LinkChecker(std::string name, const LinkRules& rules, const LinkState* link,
              std::function<Cycle()> now, Report report);

 protected:
  void forward(LinkPayload& payload, LinkPhase phase, Cycle delay) override;
  void backward(LinkPhase phase, unsigned vc, Cycle delay) override;

 private:
  /// A level that the receiver sets and that acts at the sender later.
  struct Level {
    struct Change {
      bool held;
      Cycle set;
      Cycle acts;  ///< at the sender from this cycle on
    };
    bool set = false;               ///< what the receiver advertised last
    bool acting = false;            ///< what the sender has to obey
    Cycle acting_since = 0;         ///< cycle of that call
    std::vector<Change> under_way;  ///< in order
  };
  /// RESEND on its way to the sender.
  struct Resend {
    std::uint32_t number;
    Cycle set;
    Cycle acts;
  };
  void broken(const char* id, const std::string& what);
  void check_header(const LinkPayload& payload, Cycle now);
  void check_message(const LinkPayload& payload, Cycle now);
  void check_number(const LinkPayload& payload, Cycle now);
  void check_stall(Cycle now);
  /// A header whose second beat a message had taken already was followed by a stall in its cycle.
  void check_stalled(Cycle now);
  void check_level(Level& level, bool hold, Cycle now, Cycle acts, const char* id,
                   const char* what);
  /// What has come to the sender by now acts.
  static void advance(Level& level, Cycle now);
  /// Whether the sender has to obey `level` now. What came over a link that has died since is void.
  [[nodiscard]] bool forbids(Level& level, Cycle now) const;
  [[nodiscard]] bool repaired_now(Cycle now) const {
    return link_ != nullptr && link_->healed == now && now != 0;
  }

  std::string name_;
  LinkRules rules_;
  const LinkState* link_;
  std::function<Cycle()> now_;
  Report report_;
  std::vector<Level> xoff_;  ///< by virtual channel
  Level stop_;
  Cycle header_at_ = 0;        ///< of the last packet
  Cycle free_at_ = 0;          ///< first cycle in which the next header may leave
  Cycle message_at_ = kNever;  ///< of the last message
  Cycle taken_at_ = kNever;    ///< beat that it takes
  Cycle taken_before_ = kNever;
  Cycle stalled_at_ = kNever;      ///< beat that the packet under way was last without
  Cycle stall_due_at_ = kNever;    ///< cycle of a header that a stall has to follow
  std::vector<Resend> resends_;    ///< in order
  std::uint32_t next_number_ = 0;  ///< of the next fault message
  Cycle counted_ = 0;              ///< cycle of the last one
};

}  // namespace selvage::fabric
