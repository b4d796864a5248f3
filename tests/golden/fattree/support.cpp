// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>

namespace selvage::golden::test {

namespace {

/// The level to which a packet for p has to go up from s, which is not an ancestor of p.
unsigned turn_level(const SwitchName& s, Digits p) {
  unsigned turn = s.level;
  while (s.c.from(turn) != p.from(turn + 1)) ++turn;
  return turn;
}

/// A host below s.
Digits some_source(const SwitchName& s) {
  return Digits{s.c.from(s.level) << (Digits::kBits * (s.level + 1))};
}

bool dead(const SettledTree& settled, const SwitchPort& end) {
  const auto& links = settled.dead();
  const PortEnd far = settled.tree().peer(end.sw, end.port);
  return std::any_of(links.begin(), links.end(), [&](const SwitchPort& link) {
    return (link.sw == end.sw && link.port == end.port) ||
           (far.kind == PortEnd::Kind::kSwitch && link.sw == far.index && link.port == far.port);
  });
}

}  // namespace

Links links(const FatTree& tree, const std::vector<std::string>& texts) {
  Links found;
  for (const std::string& t : texts) {
    std::string why;
    const auto link = tree.parse_link(t, why);
    if (!link) throw std::invalid_argument(why);
    found.push_back(*link);
  }
  return found;
}

std::string text(const FatTree& tree, const Links& faults) {
  std::string all;
  for (const SwitchPort& link : faults) all += tree.link_path(link) + " ";
  return all;
}

SwitchIdx switch_at(const FatTree& tree, unsigned level, std::string_view c) {
  SwitchName name;
  name.level = level;
  for (unsigned i = 0; i < c.size(); ++i) {
    name.c.set(i, static_cast<unsigned>(c[c.size() - 1 - i] - '0'));
  }
  return tree.index_of(name);
}

Digits host_at(const FatTree& tree, std::string_view p) {
  std::string why;
  const auto host = tree.parse_host(p, why);
  if (!host) throw std::invalid_argument(why);
  return tree.address_of(*host);
}

Links random_links(const FatTree& tree, unsigned count, std::mt19937& random) {
  std::vector<std::uint32_t> chosen;
  while (chosen.size() < count) {
    const std::uint32_t i = below(random, tree.fallible_link_count());
    if (std::find(chosen.begin(), chosen.end(), i) == chosen.end()) chosen.push_back(i);
  }
  Links faults;
  for (const std::uint32_t i : chosen) faults.push_back(tree.fallible_link(i));
  return faults;
}

Audit audit(SettledTree& settled) {
  return audit(settled.tree(), settled.dead(),
               [&](SwitchIdx sw) -> const SwitchState& { return settled.machine(sw).state(); });
}

Audit audit(const FatTree& tree, const Links& dead, const StateOf& state_of) {
  const GroundTruth truth(tree, dead);
  Audit result;
  for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
    const SwitchName s = tree.name_of(sw);
    if (tree.is_root(s.level)) break;
    const SwitchState& state = state_of(sw);
    const Digits source = some_source(s);
    // V does not depend on p_0: one destination of each leaf.
    for (HostIdx host = 0; host < tree.host_count(); host += tree.h()) {
      const Digits p = tree.address_of(host);
      if (tree.is_ancestor(s, p)) continue;
      const std::uint32_t v = route_select(s.level, state, {source, p, false}).v;
      const std::uint32_t good = truth.good_up_ports(s, turn_level(s, p), p);
      ++result.compared;
      if ((good & ~v) != 0) ++result.good_excluded;
      if ((v & ~good) != 0) ++result.bad_included;
      if (s.level == 0 && v == 0) ++result.empty_at_leaf;
    }
  }
  return result;
}

std::vector<Knowledge> knowledge(const FatTree& tree, const StateOf& state_of) {
  std::vector<Knowledge> all;
  for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
    const SwitchState& state = state_of(sw);
    Knowledge k{state.up, {}};
    for (const LinkFaultEntry& entry : state.lft.entries()) {
      if (entry.bits != 0) k.entries.push_back(entry);
    }
    std::sort(k.entries.begin(), k.entries.end(),
              [](const LinkFaultEntry& a, const LinkFaultEntry& b) { return a.c < b.c; });
    all.push_back(k);
  }
  return all;
}

std::vector<Knowledge> knowledge(SettledTree& settled) {
  return knowledge(settled.tree(),
                   [&](SwitchIdx sw) -> const SwitchState& { return settled.machine(sw).state(); });
}

LinkChange random_event(const FatTree& tree, const Links& dead, std::mt19937& random) {
  if (!dead.empty() && below(random, 2) == 0) {
    return {dead[below(random, static_cast<std::uint32_t>(dead.size()))], true};
  }
  for (;;) {
    const SwitchPort link = tree.fallible_link(below(random, tree.fallible_link_count()));
    const bool is_dead = std::any_of(dead.begin(), dead.end(), [&](const SwitchPort& d) {
      return d.sw == link.sw && d.port == link.port;
    });
    if (!is_dead) return {link, false};
  }
}

std::string text(const FatTree& tree, const std::vector<LinkChange>& history) {
  std::string all;
  for (const LinkChange& e : history) all += (e.repair ? "-" : "+") + tree.link_path(e.link) + " ";
  return all;
}

Journey follow(SettledTree& settled, HostIdx source, HostIdx destination) {
  const FatTree& tree = settled.tree();
  Journey journey;
  journey.at = tree.attachment(source).sw;
  bool from_up = false;
  for (;;) {
    const FatTreeRequest request{tree.address_of(source), tree.address_of(destination), from_up};
    const FatTreeGrant grant =
        route_select(tree.level(journey.at), settled.machine(journey.at).state(), request);
    if (grant.drop) {
      journey.fate = Fate::kDropped;
      return journey;
    }
    const SwitchPort out{journey.at, grant.port};
    journey.hops.push_back(out);
    if (dead(settled, out)) {
      journey.fate = Fate::kLost;
      return journey;
    }
    const PortEnd far = tree.peer(out.sw, out.port);
    if (far.kind == PortEnd::Kind::kHost) {
      if (far.index != destination) throw std::logic_error("delivered to the wrong host");
      return journey;
    }
    from_up = !grant.up;
    journey.at = far.index;
  }
}

std::uint64_t undelivered_pairs(SettledTree& settled) {
  const HostIdx hosts = settled.tree().host_count();
  std::uint64_t count = 0;
  for (HostIdx s = 0; s < hosts; ++s) {
    for (HostIdx d = 0; d < hosts; ++d) {
      if (s != d && follow(settled, s, d).fate != Fate::kDelivered) ++count;
    }
  }
  return count;
}

namespace {

bool every_choice_arrives(SettledTree& settled, SwitchIdx sw, const FatTreeRequest& request) {
  const FatTree& tree = settled.tree();
  const unsigned level = tree.level(sw);
  const auto grant = route_select(level, settled.machine(sw).state(), request);
  if (grant.drop) return level == 0;
  const auto go = [&](unsigned port) {
    const SwitchPort out{sw, static_cast<PortIdx>(port)};
    if (dead(settled, out)) return false;
    const PortEnd far = tree.peer(sw, out.port);
    if (far.kind == PortEnd::Kind::kHost) return true;
    return every_choice_arrives(settled, far.index,
                                {request.source, request.destination, !grant.up});
  };
  if (!grant.up) return go(grant.port);
  for (unsigned j = 0; j < tree.h(); ++j) {
    if (((grant.v >> j) & 1U) != 0 && !go(tree.h() + j)) return false;
  }
  return true;
}

}  // namespace

bool no_dead_ends(SettledTree& settled) {
  const FatTree& tree = settled.tree();
  for (HostIdx s = 0; s < tree.host_count(); s += tree.h()) {
    for (HostIdx d = 0; d < tree.host_count(); d += tree.h()) {
      const FatTreeRequest request{tree.address_of(s), tree.address_of(d), false};
      if (!every_choice_arrives(settled, tree.attachment(s).sw, request)) return false;
    }
  }
  return true;
}

std::size_t largest_table(SettledTree& settled) {
  std::size_t most = 0;
  for (SwitchIdx sw = 0; sw < settled.tree().switch_count(); ++sw) {
    most = std::max(most, settled.machine(sw).state().lft.entries().size());
  }
  return most;
}

std::string aborts(const std::function<void()>& call) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);
    dup2(ends[1], STDERR_FILENO);
    call();
    _exit(0);
  }
  close(ends[1]);
  std::string said;
  char part[256];
  for (ssize_t n; (n = read(ends[0], part, sizeof part)) > 0;)
    said.append(part, static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? said : "";
}

}  // namespace selvage::golden::test
