#include "mix/mix.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <variant>

#include "common/requests.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/yaml.hpp"

namespace pentocity::sequencers {
namespace {

constexpr int longest_side = 5, longest_stream = std::numeric_limits<int>::max();
constexpr std::int64_t max_cycle_weight = 1'000'000;
constexpr double max_weight = 1e9;

struct Walk {};
struct Sides {
  int min = 1, max = 1;
  bool drawn = false;  ///< a range takes a draw even if only one side is in it
  int draw(RequestRandom& random) const { return drawn ? min + random.next_int(max - min + 1) : min; }
};
struct Factory {
  Sides rows, columns;
};
/// What one entry of `requests` asks for: always the same, a corner walk, or a factory with drawn sides.
using Entry = std::variant<Request, Walk, Factory>;

/// A part of the stream, and how its requests are chosen.
struct Phase {
  int begin = 0, end = longest_stream;  ///< its turns, `end` excluded
  bool cycle = false;
  std::vector<Entry> entries;
  std::vector<double> weight_sums;  ///< of the entries up to and including this one
};

class Mix : public DrawnSequencer {
 public:
  Mix(std::shared_ptr<const std::vector<Phase>> phases, const SequencerSetup& setup)
      : DrawnSequencer(setup), phases_(std::move(phases)), phase_(phases_->data()) {}

  Request next(int turn, const Land*) override {
    while (turn >= phase_->end) ++phase_;
    const std::vector<double>& sums = phase_->weight_sums;
    const double at =
        phase_->cycle ? std::fmod(turn - phase_->begin, sums.back()) : random_.next_double() * sums.back();
    const Entry& entry = phase_->entries[std::upper_bound(sums.begin(), sums.end() - 1, at) - sums.begin()];
    if (const auto* request = std::get_if<Request>(&entry)) return *request;
    if (std::holds_alternative<Walk>(entry)) return corner_walk(random_);
    const auto& [rows, columns] = std::get<Factory>(entry);
    return factory({rows.draw(random_), columns.draw(random_)});
  }

 private:
  std::shared_ptr<const std::vector<Phase>> phases_;
  const Phase* phase_;
};

Cells read_picture(const YamlNode& node) {
  Cells cells;
  const auto lines = node.elements();
  for (int row = 0; row < std::ssize(lines); ++row) {
    const std::string text = lines[row].text();
    if (text.find_first_not_of("X.") != text.npos)
      lines[row].fail("a row of a picture has X for a cell and . for none, not {}", lines[row].described());
    for (int column = 0; column < std::ssize(text); ++column)
      if (text[column] == 'X') cells.push_back({row, column});
  }
  if (cells.size() != 5) node.fail("a residence has five cells, and this picture has {}", cells.size());
  if (!is_connected(cells))
    node.fail("the cells of this picture are not one piece: each must share an edge with another");
  return cells;
}

Entry read_residence(const YamlNode& node, bool mirror, int turned) {
  if (node.is_sequence()) return Request(Building::residence, read_picture(node));
  const std::string word = node.is_scalar() ? node.raw() : "";
  if (word == "walk") return Walk{};
  auto cells = word.size() == 1 ? pentomino(word[0]) : std::nullopt;
  if (!cells)
    node.fail(
        "'residence' must be one of F I L N P T U V W X Y Z, or walk, or a picture like [\".X.\", "
        "\"XXX\", \".X.\"], not {}",
        node.described());
  if (mirror) cells = mirrored(*cells);
  for (int i = 0; i < turned; ++i) cells = rotated(*cells);
  return Request(Building::residence, *cells);
}

Sides read_sides(const YamlNode& node) {
  if (!node.is_sequence()) {
    const int side = static_cast<int>(node.integer(1, longest_side));
    return {side, side, false};
  }
  const auto range = node.elements();
  if (range.size() != 2) node.fail("a range is a minimum and a maximum: [1, 5]");
  const Sides sides{static_cast<int>(range[0].integer(1, longest_side)),
                    static_cast<int>(range[1].integer(1, longest_side)), true};
  if (sides.min > sides.max) node.fail("the range [{}, {}] is empty: the minimum comes first", sides.min, sides.max);
  return sides;
}

Entry read_factory(const YamlNode& node) {
  if (node.is_mapping()) {
    node.check_keys({"rows", "columns"});
    return Factory{read_sides(node.at("rows")), read_sides(node.at("columns"))};
  }
  const std::string size = node.is_scalar() ? node.raw() : "";
  const auto is_side = [](char ch) { return ch >= '1' && ch <= '0' + longest_side; };
  if (size.size() != 3 || !is_side(size[0]) || size[1] != 'x' || !is_side(size[2]))
    node.fail("'factory' must be rows x columns from 1x1 to 5x5, or like {{rows: [1, 5], columns: [1, 5]}}, not {}",
              node.described());
  return factory(size[0] - '0', size[2] - '0');
}

Entry read_entry(const YamlNode& node) {
  if (!node.is_mapping()) node.fail("a request is a mapping, like {residence: X} or {factory: 3x4}");
  node.check_keys({"weight", "residence", "factory", "mirrored", "turned"});
  const auto residence_node = node.find("residence"), factory_node = node.find("factory");
  if (residence_node.has_value() == factory_node.has_value())
    node.fail("a request is either a residence or a factory: give one of the two keys");
  const bool letter = residence_node && residence_node->is_scalar() && residence_node->raw() != "walk";
  for (const char* key : {"mirrored", "turned"})
    if (const auto value = node.find(key); value && !letter)
      value->fail("'{}' goes with a residence given by its letter only", key);
  if (factory_node) return read_factory(*factory_node);
  const auto mirror = node.find("mirrored"), turned = node.find("turned");
  return read_residence(*residence_node, mirror && mirror->boolean(),
                        turned ? static_cast<int>(turned->integer(0, 3)) : 0);
}

double read_weight(const YamlNode& node, bool cycle) {
  const auto weight = node.find("weight");
  if (!weight) return 1;
  if (cycle) return static_cast<double>(weight->integer(1, max_cycle_weight));
  const double value = weight->number();
  if (!(value > 0 && value <= max_weight))
    weight->fail("'weight' must be a number greater than 0, at most {}, not {}", max_weight, weight->raw());
  return value;
}

// One of two words: false for the first, true for the second.
bool read_either(const YamlNode& node, std::string_view key, std::string_view first, std::string_view second) {
  const std::string word = node.text();
  if (word != first && word != second) node.fail("'{}' is {} or {}, not '{}'", key, first, second, word);
  return word == second;
}

Phase read_phase(const YamlNode& node, int begin, bool last) {
  if (!node.is_mapping()) node.fail("a phase is a mapping, like {until_turn: 100, requests: [...]}");
  node.check_keys({"until_turn", "order", "requests"});
  Phase phase;
  phase.begin = begin;
  const auto until = node.find("until_turn");
  if (last && until) until->fail("the last phase never ends: leave 'until_turn' out");
  if (!last && !until) node.fail("only the last phase never ends: the key 'until_turn' is missing");
  if (until) {
    phase.end = static_cast<int>(until->integer(1, longest_stream));
    if (phase.end <= begin)
      until->fail("'until_turn' must be greater than {}, where the phase begins, not {}", begin, phase.end);
  }
  if (const auto order = node.find("order")) phase.cycle = read_either(*order, "order", "random", "cycle");
  const YamlNode requests = node.at("requests");
  double sum = 0;
  for (const YamlNode& request : requests.elements()) {
    phase.entries.push_back(read_entry(request));
    phase.weight_sums.push_back(sum += read_weight(request, phase.cycle));
  }
  if (phase.entries.empty()) requests.fail("'requests' needs at least one entry");
  return phase;
}

}  // namespace

SequencerFile parse_mix(const std::string& text, const std::string& path) {
  const YamlNode root = YamlNode::parse(text, path);
  // Somebody else's config can name any file. Of one that is no mix nothing is told.
  if (!root.is_mapping() || !(root.has("phases") || root.has("name") || root.has("generator")))
    throw InputError("{}: no mix: expected a mapping with the key 'phases'", path);
  root.check_keys({"name", "generator", "phases"});
  SequencerFile mix;
  mix.contents = text;
  mix.name = std::filesystem::path(path).stem().string();
  if (const auto name = root.find("name")) {
    mix.name = name->text();
    if (mix.name.empty()) name->fail("'name' is empty");
  }
  if (const auto generator = root.find("generator")) {
    mix.generator = read_either(*generator, "generator", "pcg", "java") ? Generator::java : Generator::pcg;
    mix.generator_place = generator->place();
  }
  const YamlNode list = root.at("phases");
  const auto nodes = list.elements();
  if (nodes.empty()) list.fail("'phases' needs at least one phase");
  std::vector<Phase> phases;
  for (const YamlNode& node : nodes)
    phases.push_back(read_phase(node, phases.empty() ? 0 : phases.back().end, &node == &nodes.back()));
  mix.make = [shared = std::make_shared<const std::vector<Phase>>(std::move(phases))](const SequencerSetup& setup) {
    return std::make_unique<Mix>(shared, setup);
  };
  return mix;
}

[[maybe_unused]] static const bool registered = game::detail::register_sequencer_format(
    [] { return SequencerFormat{"mix", [](const std::string& path) { return parse_mix(read_file(path), path); }}; });

}  // namespace pentocity::sequencers
