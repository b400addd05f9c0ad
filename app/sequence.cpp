#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <limits>

#include "commands.hpp"
#include "mix/mix.hpp"
#include "pentocity/game/sequencer.hpp"
#include "pentocity/input/yaml.hpp"

namespace pentocity {
namespace {

struct Arguments {
  std::string source;
  std::uint64_t seed = 0;
  int count = 10;
  std::vector<std::string> options;
};

bool is_mix(const std::string& source) {
  const auto extension = std::filesystem::path(source).extension();
  std::error_code ignored;
  return extension == ".yaml" || extension == ".yml" || std::filesystem::is_regular_file(source, ignored);
}

void print_request(int turn, const Request& request) {
  fmt::memory_buffer line;
  auto out = std::back_inserter(line);
  fmt::format_to(out, R"({{"turn":{},"type":"{}","cells":[)", turn, name_of(request.type()));
  const char* separator = "";
  for (const Cell c : request.cells()) {
    fmt::format_to(out, "{}[{},{}]", separator, c.row, c.column);
    separator = ",";
  }
  fmt::format_to(out, "]}}\n");
  std::fwrite(line.data(), 1, line.size(), stdout);
}

void print_stream(const Arguments& arguments, Sequencer& sequencer) {
  if (sequencer.adaptive())
    throw InputError(
        fmt::format("sequencer '{}' is adaptive: what it asks for depends on the game, so it cannot be listed "
                    "without one",
                    arguments.source));
  for (int turn = 0; turn < arguments.count && std::ferror(stdout) == 0; ++turn)
    print_request(turn, sequencer.next(turn, nullptr));
}

OptionValue parse_value(const std::string& name, const std::string& text, const OptionValue& fallback) {
  const auto parse_number = [&](auto value) -> OptionValue {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) return value;
    throw InputError(fmt::format("--option {}={}: expected a value of type {}", name, text, type_name(fallback)));
  };
  if (std::holds_alternative<std::int64_t>(fallback)) return parse_number(std::int64_t{0});
  if (std::holds_alternative<double>(fallback)) return parse_number(0.0);
  if (!std::holds_alternative<bool>(fallback)) return text;
  if (text == "true" || text == "false") return text == "true";
  throw InputError(fmt::format("--option {}={}: expected true or false", name, text));
}

void list_mix(const Arguments& arguments) {
  const MixSpec spec = load_mix(arguments.source);
  if (!arguments.options.empty()) throw InputError("a mix has no options: its file says everything");
  print_stream(arguments, *make_mix(spec, RequestRandom(spec.generator, arguments.seed)));
}

void list_builtin(const Arguments& arguments) {
  const auto& specs = builtin_sequencers();
  const auto spec =
      std::find_if(specs.begin(), specs.end(), [&](const SequencerSpec& s) { return s.name == arguments.source; });
  if (spec == specs.end()) {
    std::vector<std::string> names;
    for (const SequencerSpec& s : specs) names.push_back(s.name);
    throw InputError(
        fmt::format("there is no sequencer '{}'{}", arguments.source, suggestion(arguments.source, names)));
  }
  auto declared = spec->options;
  declared.push_back({"generator", std::string("java"), "what the stream is drawn from", {"java", "pcg"}});
  Options options(declared);
  for (const std::string& option : arguments.options) {
    const std::size_t sign = option.find('=');
    if (sign == std::string::npos) throw InputError(fmt::format("--option {}: expected key=value", option));
    const std::string name = option.substr(0, sign);
    std::vector<std::string> names;
    for (const OptionSpec& o : declared) {
      names.push_back(o.name);
      if (o.name != name) continue;
      try {
        options.set(declared, name, parse_value(name, option.substr(sign + 1), o.fallback));
      } catch (const std::invalid_argument& e) {
        throw InputError(fmt::format("--option {}: {}", option, e.what()));
      }
    }
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw InputError(fmt::format("sequencer '{}' has no option '{}'{}", spec->name, name, suggestion(name, names)));
  }
  const Generator generator = options.text("generator") == "pcg" ? Generator::pcg : Generator::java;
  SequencerSetup setup{.seed = arguments.seed, .random = RequestRandom(generator, arguments.seed), .options = options};
  print_stream(arguments, *spec->make(setup));
}

// As an integer in decimal digits, or an InputError that says what is right.
std::uint64_t parse_integer(const std::string& option, const std::string& text, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value > most)
    throw InputError(fmt::format("{} is '{}': expected an integer from 0 to {}", option, text, most));
  return value;
}

}  // namespace

void add_sequence(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("sequence", "Print a sequencer's requests as JSON lines");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("source", arguments->source, "A sequencer, or the YAML file of a mix")
      ->required()
      ->type_name("NAME|MIX.yaml");
  const auto read_into = [](auto& target, const std::string& option, std::uint64_t most) {
    return [&target, option, most](const std::string& text) {
      target = static_cast<std::decay_t<decltype(target)>>(parse_integer(option, text, most));
    };
  };
  command
      ->add_option_function<std::string>("--seed", read_into(arguments->seed, "--seed", max_seed),
                                         "The game's seed, 0 to 2^53-1; default 0")
      ->type_name("S");
  command
      ->add_option_function<std::string>("--count",
                                         read_into(arguments->count, "--count", std::numeric_limits<int>::max()),
                                         "How many requests; default 10")
      ->type_name("N");
  command
      ->add_option("--option", arguments->options,
                   "An option of the sequencer; each one has generator=java (as in 2016, the default) or generator=pcg")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->footer("Example: pentocity sequence random --seed 869 --count 3");
  command->callback([arguments] { is_mix(arguments->source) ? list_mix(*arguments) : list_builtin(*arguments); });
}

}  // namespace pentocity
