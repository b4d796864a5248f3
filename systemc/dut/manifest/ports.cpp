// SPDX-License-Identifier: Apache-2.0
#include "dut/manifest/ports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <pugixml.hpp>
#include <sstream>

#include "golden/number.hpp"

namespace selvage::dut {

namespace {

/// Types of the netlist by number.
class Types {
 public:
  explicit Types(const pugi::xml_node& table) {
    for (const pugi::xml_node& type : table.children()) by_id_[type.attribute("id").value()] = type;
  }

  /// Bits; 0 for what is no vector of bits.
  [[nodiscard]] unsigned width(const std::string& id, bool& plain, int depth = 0) const {
    const auto found = by_id_.find(id);
    if (found == by_id_.end() || depth > 32) return 0;
    const pugi::xml_node& type = found->second;
    const std::string kind = type.name();
    const auto below = [&](const pugi::xml_node& node) {
      return width(node.attribute("sub_dtype_id").value(), plain, depth + 1);
    };
    if (kind == "basicdtype") return basic(type, plain);
    if (kind == "refdtype" || kind == "enumdtype" || kind == "memberdtype") return below(type);
    plain = false;
    if (kind == "structdtype") {
      unsigned sum = 0;
      for (const pugi::xml_node& member : type.children("memberdtype")) sum += below(member);
      return sum;
    }
    if (kind == "packarraydtype") {
      const pugi::xml_node range = type.child("range");
      const auto bound = [](const pugi::xml_node& constant) {
        const std::string text = constant.attribute("name").value();
        return parse_number<long>(text.substr(text.find('h') + 1), 16).value_or(0);
      };
      const long left = bound(range.first_child());
      const long right = bound(range.last_child());
      return static_cast<unsigned>(std::labs(left - right) + 1) * below(type);
    }
    return 0;
  }

 private:
  static unsigned basic(const pugi::xml_node& type, bool& plain) {
    const std::string name = type.attribute("name").value();
    if (name == "int" || name == "integer") return 32;
    if (name == "byte") return 8;
    if (name == "shortint") return 16;
    if (name == "longint") return 64;
    if (name != "logic" && name != "bit") return 0;
    if (!type.attribute("left")) return 1;
    const int left = type.attribute("left").as_int();
    const int right = type.attribute("right").as_int();
    if (right != 0 || left < right) plain = false;
    return static_cast<unsigned>(std::abs(left - right) + 1);
  }
  std::map<std::string, pugi::xml_node> by_id_;
};

/// Verilator writes what C++ would not take as __0XX, in hex.
std::string decoded(const std::string& name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto code = name.compare(i, 3, "__0") == 0 && i + 5 <= name.size()
                          ? parse_number<unsigned>(std::string_view(name).substr(i + 3, 2), 16)
                          : std::nullopt;
    if (code) i += 4;
    text += code ? static_cast<char>(*code) : name[i];
  }
  return text;
}

/// "c,12,5,12,9" -> "acme.v:12:5".
std::string place_of(const std::string& loc, const std::map<std::string, std::string>& files) {
  std::istringstream in(loc);
  std::string file;
  std::string line;
  std::string column;
  std::getline(in, file, ',');
  std::getline(in, line, ',');
  std::getline(in, column, ',');
  const auto found = files.find(file);
  return fmt::format("{}:{}:{}", found == files.end() ? "?" : found->second, line, column);
}

}  // namespace

Ports ports_of(const pugi::xml_document& netlist) {
  const pugi::xml_node root = netlist.child("verilator_xml");
  std::map<std::string, std::string> files;
  for (const pugi::xml_node& file : root.child("files").children("file")) {
    files[file.attribute("id").value()] = file.attribute("filename").value();
  }
  const Types types(root.child("netlist").child("typetable"));
  Ports ports;
  for (const pugi::xml_node& module : root.child("netlist").children("module")) {
    if (!module.attribute("topModule")) continue;
    for (const pugi::xml_node& var : module.children("var")) {
      const std::string direction = var.attribute("dir").value();
      if (direction.empty()) {
        bool plain = true;
        const unsigned width = types.width(var.attribute("dtype_id").value(), plain);
        const bool constant = var.attribute("param") || var.attribute("localparam");
        const std::string kind = var.attribute("vartype").value();
        if (constant || width == 0 || kind == "integer" || kind == "int") continue;
        ports.signals.emplace_back(decoded(var.attribute("origName").value()), width);
        continue;
      }
      Port port;
      port.name = decoded(var.attribute("origName").value());
      port.input = direction == "input";
      port.place = place_of(var.attribute("loc").value(), files);
      port.width = types.width(var.attribute("dtype_id").value(), port.sliceable);
      if (direction != "input" && direction != "output") port.width = 0;
      ports.all.push_back(std::move(port));
    }
    for (const pugi::xpath_node& item : module.select_nodes(".//senitem/varref")) {
      ports.edges.push_back(decoded(item.node().attribute("name").value()));
    }
  }
  return ports;
}

const Port* Ports::find(const std::string& name) const {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Port& p) { return p.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> source_arguments(const Manifest& m) {
  std::vector<std::string> words;
  for (const std::string& folder : m.include_dirs) words.push_back("+incdir+" + folder);
  for (const auto& [name, value] : m.defines) {
    words.push_back("+define+" + name + (value.empty() ? "" : "=" + value));
  }
  if (!m.waivers.empty()) words.push_back(m.waivers);
  words.insert(words.end(), m.sources.begin(), m.sources.end());
  return words;
}

namespace {

/// Line `number` of a file, from 1.
std::string line_of(const std::string& file, unsigned long number) {
  std::ifstream in(file);
  std::string line;
  while (number > 0 && std::getline(in, line)) --number;
  return number == 0 ? line : std::string();
}

/// "my:37:14" as "my dir/a.sv:37:14": Verilator cuts the name of a source at its first blank. Of
/// several that begin so it is the one that has `shown`, a line of its message, there.
std::string with_whole_name(const std::string& place, const std::string& shown, const Manifest& m) {
  const std::size_t colon = place.find(':');
  const auto number =
      parse_number<unsigned long>(place.substr(colon + 1, place.find(':', colon + 1) - colon - 1));
  const std::size_t bar = shown.find(" | ");
  if (!number || bar == std::string::npos) return place;
  for (const std::string& source : m.sources) {
    if (source.rfind(place.substr(0, colon) + " ", 0) == 0 &&
        line_of(source, *number) == shown.substr(bar + 3))
      return source + place.substr(colon);
  }
  return place;
}

}  // namespace

std::string reword(const Manifest& manifest, const std::string& output, std::string& warnings) {
  std::istringstream in(output);
  std::string errors;
  std::string* to = &warnings;
  for (std::string line; std::getline(in, line);) {
    const bool error = line.rfind("%Error", 0) == 0;
    const bool warning = line.rfind("%Warning", 0) == 0;
    if (error || warning) {
      to = error ? &errors : &warnings;
      if (line.rfind("%Error: Exiting due to", 0) == 0) continue;
      const std::size_t colon = line.find(": ");
      const std::string kind = error ? "error" : "warning" + line.substr(8, colon - 8);
      const std::string rest = colon == std::string::npos ? line : line.substr(colon + 2);
      const std::size_t place = rest.find(": ");
      const bool placed = place != std::string::npos && rest.find(':') < place;
      if (!placed) {
        line = kind + ": " + rest;
      } else {
        const auto here = in.tellg();
        std::string shown;
        std::getline(in, shown);
        in.clear();
        in.seekg(here);
        line = with_whole_name(rest.substr(0, place), shown, manifest) + ": " + kind +
               rest.substr(place);
      }
    } else if (line.find("... For warning description") != std::string::npos ||
               line.find("... Use \"/* verilator") != std::string::npos) {
      continue;
    }
    *to += config::printable(line, 400) + "\n";
  }
  return errors;
}

}  // namespace selvage::dut
