// SPDX-License-Identifier: Apache-2.0
#include "cli/network/read.hpp"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <optional>

#include "config/text/lines.hpp"
#include "golden/number.hpp"

namespace selvage::cli {
namespace {

constexpr std::size_t kMostNodes = 200'000;

/// Reads a line from its beginning on.
class Scan {
 public:
  explicit Scan(std::string_view line) : line_(line) {}
  void blanks() {
    while (at_ < line_.size() && std::isspace(static_cast<unsigned char>(line_[at_])) != 0) ++at_;
  }
  bool take(char c) {
    if (at_ >= line_.size() || line_[at_] != c) return false;
    ++at_;
    return true;
  }
  /// What stands before the next `end`, which is taken too; empty: there is none.
  std::optional<std::string_view> until(char end) {
    const std::size_t stop = line_.find(end, at_);
    if (stop == std::string_view::npos) return std::nullopt;
    const std::string_view text = line_.substr(at_, stop - at_);
    at_ = stop + 1;
    return text;
  }
  [[nodiscard]] unsigned column() const { return static_cast<unsigned>(at_ + 1); }

 private:
  std::string_view line_;
  std::size_t at_ = 0;
};

class NetReader final : private config::LineReader {
 public:
  NetReader(std::size_t source, config::Diagnostics& diagnostics)
      : LineReader(source, diagnostics) {}

  Network read(std::string_view text) {
    read_lines(text);
    for (const End& end : ends_) join(end);
    if (flawless() && network_.nodes.empty()) error_of_file("no switch in this file");
    return std::move(network_);
  }

 private:
  /// A port that leads to port `port` of `far`, as its line says.
  struct End {
    std::uint32_t node = 0;
    unsigned own = 0;
    std::string far;
    unsigned port = 0;
    unsigned line = 0;
  };
  using Port = std::pair<std::uint32_t, unsigned>;

  void read_line(std::string_view line) override {
    Scan scan(line);
    scan.blanks();
    if (scan.column() > line.size() || line[scan.column() - 1] == '#') return;
    if (line[scan.column() - 1] == '[') return read_port(line, scan);
    const std::string_view first = config::words_of(line).front().text;
    for (const std::string_view kind : {"Switch", "Ca", "Rt"}) {
      if (first == kind) return read_node(line, kind);
    }
    // Of what a port group or a card says of itself nothing is needed.
    const bool known =
        first.find('=') != std::string_view::npos || first == "Chassis" || first == "Non-Chassis";
    if (!known) error(scan.column(), "neither a node nor a port of an ibnetdiscover file");
  }

  void read_node(std::string_view line, std::string_view kind) {
    Scan scan(line);
    const auto before = scan.until('"');
    const auto id = before ? scan.until('"') : std::nullopt;
    if (!id || id->empty()) return error(1, fmt::format("a {} without a quoted id", kind));
    if (kind == "Rt") return error(1, "a router: networks of several subnets are not read");
    Network::Node node;
    node.id = std::string(*id);
    node.host = kind == "Ca";
    node.line = this->line();
    if (scan.until('#') && scan.until('"')) node.text = std::string(scan.until('"').value_or(""));
    if (network_.nodes.size() == kMostNodes) {
      return error(1, fmt::format("more than {} nodes", kMostNodes));
    }
    const auto number = static_cast<std::uint32_t>(network_.nodes.size());
    if (!numbers_.emplace(node.id, number).second) {
      return error(1, fmt::format("{} stands twice", config::printable(node.id)));
    }
    network_.nodes.push_back(std::move(node));
  }

  void read_port(std::string_view line, Scan scan) {
    if (network_.nodes.empty()) return error(1, "a port before the first node");
    const auto number = [&]() -> std::optional<unsigned> {
      if (!scan.take('[')) return std::nullopt;
      const auto text = scan.until(']');
      return text ? parse_number<unsigned>(*text) : std::nullopt;
    };
    End end;
    const auto own = number();
    // Perhaps a GUID in brackets or an external port.
    const auto before = own ? scan.until('"') : std::nullopt;
    const auto far = before ? scan.until('"') : std::nullopt;
    const auto port = far ? number() : std::nullopt;
    if (!port) {
      return error(std::min<unsigned>(scan.column(), static_cast<unsigned>(line.size())),
                   "expected: [port] \"id\"[port]");
    }
    end.node = static_cast<std::uint32_t>(network_.nodes.size() - 1);
    end.own = *own;
    end.far = std::string(*far);
    end.port = *port;
    end.line = this->line();
    ends_.push_back(std::move(end));
  }

  /// Both ends of a cable name each other; each is told once or twice.
  void join(const End& end) {
    const auto far = numbers_.find(end.far);
    if (far == numbers_.end()) {
      return error_in(end.line, fmt::format("no node has the id {}", config::printable(end.far)));
    }
    const Port here{end.node, end.own}, there{far->second, end.port};
    const auto told = cables_.find(here);
    if (told != cables_.end() && told->second == there) return;  // by its other end
    if (here == there || told != cables_.end() || cables_.count(there) > 0) {
      return error_in(end.line, "this port, or its far end, has another link already");
    }
    cables_[here] = there;
    cables_[there] = here;
    network_.cables.push_back({end.node, far->second, end.line});
  }

  Network network_;
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
  std::vector<End> ends_;
  std::map<Port, Port> cables_;
};

}  // namespace

Network read_ibnetdiscover(std::size_t source, config::Diagnostics& diagnostics) {
  if (!config::is_text(source, diagnostics)) return {};
  const std::string text = diagnostics.source(source).text;
  return NetReader(source, diagnostics).read(text);
}

}  // namespace selvage::cli
