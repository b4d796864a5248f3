// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/whole/plugin_switch.hpp"

#include <utility>

#include "cosim/fattree/message_bits.hpp"
#include "golden/number.hpp"

namespace selvage::cosim {

namespace {

constexpr unsigned kSeqBits = 8;
constexpr std::uint64_t kSeed = 2010;
constexpr Cycle kIdleWithin = 10'000;  ///< edges after reset

bool fits(std::uint64_t value, unsigned bits) { return value <= low_bits(bits); }

/// The first of an output's pins that the two show otherwise; null: none.
const char* differing(const PluginInstance& a, const PluginInstance& b) {
  const selvage_switch_out& x = a.out();
  const selvage_switch_out& y = b.out();
  if (x.tx_beat != y.tx_beat || x.tx_message != y.tx_message) return "tx_sym_o";
  const std::uint64_t beats = x.tx_beat;
  if (((x.tx_head ^ y.tx_head) & beats) != 0) return "tx_head_o";
  if (((x.tx_tail ^ y.tx_tail) & beats) != 0) return "tx_tail_o";
  if (((x.tx_bad ^ y.tx_bad) & beats & x.tx_tail) != 0) return "tx_bad_o";
  if (x.rx_xon != y.rx_xon) return "rx_xon_o";
  if (x.rx_stop != y.rx_stop) return "rx_stop_o";
  if (x.rx_resend != y.rx_resend) return "rx_resend_o";
  if (x.clear != y.clear) return "clear_o";
  if (x.drained != y.drained) return "drained_o";
  if (x.malformed != y.malformed) return "malformed_o";
  if (x.decided != y.decided) return "dec_in_o";
  if (x.decided != 0 && x.want != y.want) return "dec_want_o";
  if (x.idle != y.idle) return "idle_o";
  for (std::uint64_t rest = beats | x.tx_message; rest != 0; rest &= rest - 1) {
    const auto p = static_cast<PortIdx>(__builtin_ctzll(rest));
    if (a.tx_data(p) != b.tx_data(p)) return "tx_data_o";
  }
  for (std::uint64_t rest = x.drained; rest != 0; rest &= rest - 1) {
    const auto p = static_cast<PortIdx>(__builtin_ctzll(rest));
    if (a.drained_tag(p) != b.drained_tag(p)) return "drained_tag_o";
  }
  for (std::uint64_t rest = x.rx_resend; rest != 0; rest &= rest - 1) {
    const auto p = static_cast<PortIdx>(__builtin_ctzll(rest));
    if (a.rx_number(p) != b.rx_number(p)) return "rx_number_o";
  }
  return nullptr;
}

selvage_switch_params params_of(const SwitchPlugin& plugin, const SwitchOptions& options,
                                const TreeBits& bits, std::uint64_t seed) {
  const golden::SwitchName self = options.tree->name_of(options.self);
  selvage_switch_params p{};
  p.seed = seed;
  p.level = self.level;
  p.rule_paper = options.rule_paper ? 1 : 0;
  p.coord = bits.pack(self.c, options.tree->n() - 1);
  p.line_enable = low_bits(options.lft_entries);
  p.message_xoff = options.message_xoff;
  p.xon_most = static_cast<std::uint32_t>(options.xon_most);
  p.bugs = options.bugs | plugin.bugs();
  p.numbered = options.numbered ? 1 : 0;
  return p;
}

class PluginSwitch final : public SwitchBlock {
 public:
  PluginSwitch(const std::shared_ptr<const SwitchPlugin>& plugin, const SwitchOptions& options)
      : tree_(*options.tree),
        bits_(tree_),
        gated_(plugin->facts().gated),
        opaque_(plugin->facts().control == SwitchFacts::Control::kOwn),
        tags_(plugin->offers(SELVAGE_SWITCH_DRAINED_TAG)),
        own_(plugin, options.name, params_of(*plugin, options, bits_, 0)) {
    const golden::SwitchName self = tree_.name_of(options.self);
    if (options.self == 0 || tree_.name_of(options.self - 1).level != self.level) {
      copy_ = std::make_unique<PluginInstance>(
          plugin, options.name, params_of(*plugin, options, bits_, kSeed + options.self));
    }
    if (gated_) become_idle(options.name);
  }

  void beat(PortIdx port, const Beat& b) override {
    each([&](PluginInstance& i) {
      i.in.rx_beat |= bit(port);
      if (b.head) i.in.rx_head |= bit(port);
      if (b.tail) i.in.rx_tail |= bit(port);
      if (b.bad) i.in.rx_bad |= bit(port);
      i.rx_data[port] = b.data.low;
    });
  }
  void message(PortIdx port, const ControlMessage& m) override {
    const std::uint64_t data = opaque_ ? m.body : bits_.encode(golden::decode(m));
    each([&](PluginInstance& i) {
      i.in.rx_message |= bit(port);
      i.rx_data[port] = data;
    });
  }
  void message_mark(PortIdx port, std::uint32_t number, bool bad) override {
    const std::uint64_t data = (number & low_bits(kMessageNumberBits)) << bits_.message_bits();
    each([&](PluginInstance& i) {
      i.rx_data[port] |= data;
      if (bad) i.in.rx_bad |= bit(port);
    });
  }
  void far_resend(PortIdx port, std::uint32_t number) override {
    each([&](PluginInstance& i) {
      i.in.tx_resend |= bit(port);
      i.tx_number[port] = static_cast<std::uint32_t>(number & low_bits(kMessageNumberBits));
    });
  }
  void link_event(PortIdx port, bool up) override {
    each([&](PluginInstance& i) { (up ? i.in.link_up : i.in.link_down) |= bit(port); });
  }
  void link_begins(PortIdx port) override {
    each([&](PluginInstance& i) { i.in.link_init |= bit(port); });
  }
  void wipe() override {
    each([](PluginInstance& i) { i.in.wipe = 1; });
  }
  void link_alive(PortIdx port, bool alive) override {
    each([&](PluginInstance& i) {
      level(i.in.rx_ok, port, alive);
      level(i.in.tx_ok, port, alive);
    });
  }
  void far_xon(PortIdx port, bool xon) override {
    each([&](PluginInstance& i) { level(i.in.tx_xon, port, xon); });
  }
  void far_stop(PortIdx port, bool stop) override {
    each([&](PluginInstance& i) { level(i.in.tx_stop, port, stop); });
  }

  void edge(Cycle cycle) override {
    each([cycle](PluginInstance& i) { i.edge(cycle); });
    if (!trouble_.empty()) return;
    if (own_.out().failed != 0) return stops("COS-ASSERT", own_.failure());
    if (own_.beyond() != 0) {
      return stops("SW-CONS", "it shows something at port " +
                                  std::to_string(__builtin_ctzll(own_.beyond())) + " of " +
                                  std::to_string(tree_.m()));
    }
    if (!copy_) return;
    if (copy_->out().failed != 0) {
      return stops("SW-RESET",
                   "with other values in its registers before reset: " + copy_->failure());
    }
    if (const char* pin = differing(own_, *copy_))
      stops("SW-RESET", std::string(pin) + " depends on what registers held before reset, or is x");
  }
  void rise() override { edge(0); }
  void fall() override {}
  /// Its Verilator is another one.
  void declare(VerilatedFstC&) override {}
  [[nodiscard]] bool idle() const override {
    return gated_ && own_.out().idle != 0 && !own_.pulsed();
  }
  [[nodiscard]] SwitchShown shown() const override {
    const selvage_switch_out& o = own_.out();
    SwitchShown s;
    s.beats = o.tx_beat;
    s.messages = o.tx_message;
    s.xon = o.rx_xon;
    s.stop = o.rx_stop;
    s.resend = o.rx_resend;
    s.decided = o.decided;
    s.want = o.want;
    s.clear = o.clear;
    s.malformed = o.malformed;
    s.drained = o.drained;
    return s;
  }
  [[nodiscard]] Beat sent(PortIdx port) const override {
    const selvage_switch_out& o = own_.out();
    Beat b;
    b.head = (o.tx_head >> port & 1U) != 0;
    b.tail = (o.tx_tail >> port & 1U) != 0;
    b.bad = (o.tx_bad >> port & 1U) != 0;
    b.data.low = own_.tx_data(port);
    return b;
  }
  [[nodiscard]] ControlMessage sent_message(PortIdx port) const override {
    if (opaque_) return {0, 0, 0, 0, own_.tx_data(port)};
    return golden::encode(bits_.decode(own_.tx_data(port)));
  }
  [[nodiscard]] std::uint32_t sent_number(PortIdx port) const override {
    return static_cast<std::uint32_t>(own_.tx_data(port) >> bits_.message_bits() &
                                      low_bits(kMessageNumberBits));
  }
  [[nodiscard]] std::uint32_t resend_number(PortIdx port) const override {
    return own_.rx_number(port);
  }
  [[nodiscard]] std::uint64_t held(PortIdx) const override { return kUnknown; }
  [[nodiscard]] BeatData head(const HeadBeat& h) const override {
    const unsigned address = bits_.address_bits();
    return {std::uint64_t{h.tag} << bits_.tag_at() | std::uint64_t{h.beats} << 2 * address |
            bits_.pack(tree_.address_of(h.source), tree_.n()) << address |
            bits_.pack(tree_.address_of(h.destination), tree_.n())};
  }
  /// The last digit, in the lowest bits, is below m/2.
  [[nodiscard]] std::optional<BeatData> head_to_nowhere(const HeadBeat& h) const override {
    return BeatData{head(h).low + tree_.m() / 2};
  }
  [[nodiscard]] std::uint32_t tag_of(const BeatData& data) const override {
    return static_cast<std::uint32_t>(data.low >> bits_.tag_at());
  }
  [[nodiscard]] std::optional<std::uint32_t> drained_tag(PortIdx port) const override {
    if (!tags_) return std::nullopt;
    return own_.drained_tag(port);
  }
  [[nodiscard]] std::string trouble(std::string_view& rule) const override {
    rule = rule_;
    return trouble_;
  }

 private:
  void stops(std::string_view rule, std::string why) {
    rule_ = rule;
    trouble_ = std::move(why);
  }
  static std::uint64_t bit(PortIdx port) { return std::uint64_t{1} << port; }
  static void level(std::uint64_t& all, PortIdx port, bool value) {
    all = value ? all | bit(port) : all & ~bit(port);
  }
  template <class Do>
  void each(const Do& what) {
    what(own_);
    if (copy_) what(*copy_);
  }
  void become_idle(const std::string& name) {
    for (Cycle i = 0; i < kIdleWithin; ++i) {
      edge(0);
      if (opaque_ && own_.out().tx_message != 0)
        return stops("SW-MSG", "it sends a message before edge 1, when nobody hears it");
      if (!trouble_.empty() || own_.out().idle != 0) return;  // the run tells of the trouble
    }
    throw PluginError("switch " + name + " does not say that it is idle within " +
                      std::to_string(kIdleWithin) + " edges after reset: see `gating`");
  }

  const golden::FatTree& tree_;
  TreeBits bits_;
  bool gated_;
  bool opaque_;  ///< messages are its own, and pass as they are
  bool tags_;
  PluginInstance own_;
  std::unique_ptr<PluginInstance> copy_;  ///< with other values in its registers before reset
  std::string trouble_;
  std::string_view rule_;
};

}  // namespace

TreeBits::TreeBits(const golden::FatTree& tree)
    : n_(tree.n()),
      h_(tree.h()),
      digit_(pins::bits_for(tree.m())),
      up_(h_ > 1 ? pins::bits_for(h_) : 1),
      level_(pins::bits_for(n_)) {}

unsigned TreeBits::message_bits() const { return kSeqBits + up_ + (n_ - 1) * digit_ + level_ + 3; }

std::uint64_t TreeBits::pack(golden::Digits d, unsigned count) const {
  std::uint64_t packed = 0;
  for (unsigned i = count; i-- > 0;) packed = packed << digit_ | d[i];
  return packed;
}

std::uint64_t TreeBits::encode(const golden::FaultMessage& m) const {
  const bool port = ControlBits<4, 2>::names_a_port(m.kind);
  std::uint64_t bits = m.seq;
  bits = bits << up_ | (port ? m.k - h_ : m.k);
  bits = bits << (n_ - 1) * digit_ | pack(m.c, n_ - 1);
  bits = bits << level_ | m.level;
  return bits << 3 | static_cast<unsigned>(m.kind);
}

golden::FaultMessage TreeBits::decode(std::uint64_t bits) const {
  const auto take = [&bits](unsigned width) {
    const std::uint64_t field = bits & low_bits(width);
    bits >>= width;
    return static_cast<unsigned>(field);
  };
  golden::FaultMessage m;
  m.kind = static_cast<golden::FaultMessage::Kind>(take(3));
  m.level = take(level_);
  for (unsigned i = 0; i < n_ - 1; ++i) m.c.set(i, take(digit_));
  m.k = take(up_) + (ControlBits<4, 2>::names_a_port(m.kind) ? h_ : 0);
  m.seq = static_cast<std::uint8_t>(take(kSeqBits));
  return m;
}

std::string why_not_plugin(const SwitchPlugin& plugin, const SwitchOptions& options,
                           unsigned input_depth) {
  const selvage_switch& api = plugin.api();
  const SwitchFacts& facts = plugin.facts();
  const golden::FatTree& tree = *options.tree;
  const auto number = [](std::uint64_t n) { return std::to_string(n); };
  if (api.ports != tree.m())
    return "m: the switch of --switch has " + number(api.ports) + " ports, not " + number(tree.m());
  if (api.levels != tree.n()) {
    return "n: the switch of --switch is one of trees of " + number(api.levels) + " levels, not " +
           number(tree.n());
  }
  const bool exact = facts.compare == SwitchFacts::Compare::kExact;
  const bool ours = facts.control == SwitchFacts::Control::kSelvage;
  if (ours && api.lines < options.lft_entries)
    return "lft_entries: the switch of --switch has " + number(api.lines) + " lines";
  if (ours && (facts.messages < input_depth || !fits(options.message_xoff, api.xoff_bits))) {
    return "link.latency: the switch of --switch holds " + number(facts.messages) +
           " fault messages of an input, not the " + number(input_depth) + " that this needs";
  }
  if (options.capacity > facts.buffer) {
    return "switch.buffer_packets: an input of the switch of --switch holds " +
           number(facts.buffer) + " beats, not " + number(options.capacity);
  }
  if (exact && !fits(options.xon_most, api.xon_most_bits)) {
    return "switch.buffer_packets: xon_most_i of the switch of --switch has " +
           number(api.xon_most_bits) + " bits, too few for " + number(options.xon_most);
  }
  if (exact && options.route_latency != SwitchControl::kRouteLatency) {
    return "switch.route_latency: with compare exact a switch decides in " +
           number(SwitchControl::kRouteLatency) + " cycles, not " + number(options.route_latency);
  }
  return {};
}

std::unique_ptr<SwitchBlock> make_plugin_switch(const std::shared_ptr<const SwitchPlugin>& plugin,
                                                const SwitchOptions& options) {
  return std::make_unique<PluginSwitch>(plugin, options);
}

}  // namespace selvage::cosim
