// SPDX-License-Identifier: Apache-2.0
/// Which links the flows of a permutation share, by the three ways of preferring an up port. Flows
/// are counted, nothing is simulated: 1 / (flows on the worst link) is the share of a link's
/// bandwidth that the slowest flow keeps.
#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

#include "control/random.hpp"
#include "golden/twolevel/al_fares.hpp"
#include "golden/twolevel/ecmp.hpp"

using namespace selvage;
using namespace selvage::golden;

namespace {

enum class By { kSuffix, kDigit, kHash };

class Flows {
 public:
  explicit Flows(unsigned k) : net_(k) {
    for (SwitchIdx sw = 0; sw < net_.tree().switch_count(); ++sw) {
      tables_.push_back(net_.table_of(sw));
    }
  }
  [[nodiscard]] const FatTree& tree() const { return net_.tree(); }

  /// Mean share of a flow, when host i sends to host to[i].
  double share(const std::vector<HostIdx>& to, By by) {
    load_.assign(std::size_t{tree().switch_count()} * net_.k(), 0);
    for (HostIdx from = 0; from < to.size(); ++from) {
      arrived_ = walk(from, to[from], by, [](unsigned& load) { ++load; }) && arrived_;
    }
    double sum = 0;
    for (HostIdx from = 0; from < to.size(); ++from) {
      unsigned worst = 1;
      walk(from, to[from], by, [&](unsigned load) { worst = std::max(worst, load); });
      sum += 1.0 / worst;
    }
    return sum / static_cast<double>(to.size());
  }
  [[nodiscard]] bool all_arrived() const { return arrived_; }

 private:
  /// Visits the links between switches on the way; whether it arrives.
  template <class Visit>
  bool walk(HostIdx from, HostIdx to, By by, Visit visit) {
    SwitchPort at = tree().attachment(from);
    for (;;) {
      const unsigned port = port_at(at.sw, from, to, by);
      const PortEnd far = tree().peer(at.sw, static_cast<PortIdx>(port));
      if (far.kind != PortEnd::Kind::kSwitch) return far.index == to;
      visit(load_[std::size_t{at.sw} * net_.k() + port]);
      at = {far.index, far.port};
    }
  }
  [[nodiscard]] unsigned port_at(SwitchIdx sw, HostIdx from, HostIdx to, By by) const {
    const unsigned port = look_up(tables_[sw], net_.host_address(to)).port;
    const unsigned h = tree().h();
    const unsigned level = tree().level(sw);
    if (level == 2 || port < h || by == By::kSuffix) return port;
    if (by == By::kDigit) return h + tree().address_of(to)[level];
    return h + ecmp_way(from, to, sw, h);
  }

  AlFares net_;
  std::vector<TwoLevelTable> tables_;
  std::vector<unsigned> load_;  ///< flows, by switch and port
  bool arrived_ = true;
};

std::vector<HostIdx> random_permutation(HostIdx hosts, tb::Random& random) {
  std::vector<HostIdx> to(hosts);
  std::iota(to.begin(), to.end(), 0U);
  for (HostIdx i = hosts; i-- > 1;) std::swap(to[i], to[random.below(i + 1)]);
  return to;
}

}  // namespace

TEST_CASE("F-CMP-1: random permutations: digits keep most, then suffixes, then a hash",
          "[twolevel]") {
  struct Case {
    unsigned k, permutations;
    double hash, suffix, digit;
  };
  const Case c = GENERATE(Case{8, 1000, 0.458, 0.507, 0.598}, Case{16, 100, 0.406, 0.447, 0.532});
  Flows flows(c.k);
  tb::Random random(1);
  double hash = 0, suffix = 0, digit = 0;
  for (unsigned i = 0; i < c.permutations; ++i) {
    const auto to = random_permutation(flows.tree().host_count(), random);
    hash += flows.share(to, By::kHash);
    suffix += flows.share(to, By::kSuffix);
    digit += flows.share(to, By::kDigit);
  }
  REQUIRE(flows.all_arrived());
  hash /= c.permutations;
  suffix /= c.permutations;
  digit /= c.permutations;
  CAPTURE(c.k, hash, suffix, digit);
  CHECK(hash == Approx(c.hash).margin(0.01));
  CHECK(suffix == Approx(c.suffix).margin(0.01));
  CHECK(digit == Approx(c.digit).margin(0.01));
}

TEST_CASE("F-CMP-1: host i of a pod to host i of the next pod: both tables use every link once",
          "[twolevel]") {
  const unsigned k = GENERATE(4U, 8U, 16U);
  Flows flows(k);
  const HostIdx hosts = flows.tree().host_count();
  std::vector<HostIdx> to(hosts);
  for (HostIdx i = 0; i < hosts; ++i) to[i] = (i + k * k / 4) % hosts;
  CHECK(flows.share(to, By::kSuffix) == 1);
  CHECK(flows.share(to, By::kDigit) == 1);
  CHECK(flows.share(to, By::kHash) < 0.8);
  CHECK(flows.all_arrived());
}

TEST_CASE("F-CMP-1: the hash, in numbers that the page's formula gives outside this program",
          "[twolevel]") {
  // SplitMix64 with seed 1234567: the first numbers that its reference program prints.
  CHECK(mix64(1234567 + kMixStep) == 6457827717110365317U);
  CHECK(mix64(1234567 + 2 * kMixStep) == 3203168211198807973U);
  constexpr unsigned kPrime = 4'294'967'291;  // below 2^32: nearly the whole word
  CHECK(ecmp_way(0, 0, 0, kPrime) == 1210155558);
  CHECK(ecmp_way(0, 1, 0, kPrime) == 3705938940);
  CHECK(ecmp_way(1, 0, 0, kPrime) == 58824373);
  CHECK(ecmp_way(1, 0, 1, kPrime) == 3292729237);
  CHECK(ecmp_way(5, 9, 3, kPrime) == 1116846966);
  CHECK(ecmp_way(9, 5, 3, kPrime) == 2723590966);
  CHECK(ecmp_way(70'000, 4'294'967'295, 1000, 1000) == 796);
  CHECK(ecmp_way(5, 9, 3, 4) == 2);
  CHECK(ecmp_way(5, 9, 4, 4) == 3);
}
