#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <cctype>
#include <iterator>
#include <map>
#include <sstream>

#include "commands.hpp"
#include "pentocity/input/suggestion.hpp"

namespace pentocity::app {

// What the parser keeps no account of.
struct Definitions {
  int exit_code = 0;                  // of the program
  std::optional<double> read_memory;  // in GiB
  std::map<const CLI::Option*, OptionText> options;
  std::map<const CLI::App*, CommandText> ends;  // their notes and examples
};

namespace {

constexpr std::size_t names_width = 30, line_width = 110;

// The text with its lines broken so that none is longer than `width`. Lines that are short enough stay as they are.
std::string wrapped(const std::string& text, std::size_t width) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    while (line.size() > width) {
      std::size_t end = line.rfind(' ', width);
      if (end == std::string::npos) end = line.find(' ');
      if (end == std::string::npos) break;
      out += line.substr(0, end) + '\n';
      line.erase(0, end + 1);
    }
    out += line;
    if (!lines.eof()) out += '\n';
  }
  return out;
}

// Help in lines of at most 110 characters, except where a single word is longer. Descriptions of options stay in the
// right-hand column.
class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat() { column_width(names_width); }
  std::string make_description(const CLI::App* command) const override {
    return wrapped(CLI::Formatter::make_description(command), line_width);
  }
  std::string make_footer(const CLI::App* command) const override {
    return wrapped(CLI::Formatter::make_footer(command), line_width);
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(CLI::Formatter::make_option_desc(option), line_width - names_width);
  }
  std::string make_subcommand(const CLI::App* command) const override {
    std::ostringstream out;
    CLI::detail::format_help(out, command->get_display_name(true),
                             wrapped(command->get_description(), line_width - names_width), names_width);
    return out.str();
  }
};

bool has_subcommands(const CLI::App& command) {
  return !command.get_subcommands([](const CLI::App* sub) { return !sub->get_name().empty(); }).empty();
}

// Names the first required argument that is missing, if one is, and says what it is.
std::optional<std::string> missing_argument(const CLI::App& command) {
  const auto options = command.get_options([](const CLI::Option* o) { return o->get_required() && o->count() == 0; });
  if (options.empty()) return std::nullopt;
  const CLI::Option& option = *options.front();
  std::string meaning = option.get_description();
  if (meaning.size() > 1 && std::isupper(static_cast<unsigned char>(meaning[1])) == 0)
    meaning[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(meaning[0])));
  return fmt::format("{} is missing: {}", option.get_positional() ? option.get_type_name() : option.get_name(),
                     meaning);
}

struct Reached {
  const CLI::App* command;
  std::string path;  ///< the words that lead to it
};

// The last command, or subcommand, that a command line names.
Reached reached(const CLI::App& app) {
  Reached at{&app, app.get_name()};
  while (!at.command->get_subcommands().empty()) {
    at.command = at.command->get_subcommands().front();
    at.path += ' ' + at.command->get_name();
  }
  return at;
}

// The help that is asked for. `league add --help` means the subcommand, though a folder stands before it elsewhere.
std::string help_of(const CLI::App& app, const std::vector<std::string>& words) {
  const auto [command, path] = reached(app);
  for (const CLI::App* sub : command->get_subcommands({}))
    if (!sub->get_name().empty() && std::ranges::find(words, sub->get_name()) != words.end()) return sub->help(path);
  return app.help();
}

// What is wrong with a command line, and the help of which command explains it.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const auto [command, path] = reached(app);
  std::string what = error.what();
  const std::vector<std::string> extras = command->remaining(true);
  if (!extras.empty()) {
    const bool is_option = extras.front().starts_with('-');
    std::vector<std::string> known;
    if (is_option)
      for (const CLI::Option* option : command->get_options()) known.push_back(option->get_name());
    else
      for (const CLI::App* sub : command->get_subcommands({}))
        if (!sub->get_name().empty()) known.push_back(sub->get_name());  // only a group of options has no name
    const std::string kind = is_option ? "option" : command == &app ? "command" : "subcommand";
    if (is_option || !known.empty())
      what = fmt::format("there is no {} '{}'{}", kind, extras.front(), suggestion(extras.front(), known));
    else
      what = fmt::format("'{}' is one argument too many", extras.front());
  } else if (const auto missing = missing_argument(*command);
             missing && dynamic_cast<const CLI::RequiredError*>(&error)) {
    what = *missing;
  }
  return fmt::format("{} (see {} --help)", what, path);
}

// The parser would take what follows `--out=` as the value.
void refuse_missing_values(int argc, char** argv) {
  for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i)
    if (const std::string_view word = argv[i]; word.starts_with("--") && word.find('=') == word.size() - 1)
      throw InputError("{}: its value is empty", printable(word.substr(0, word.size() - 1)));
}

void add_options(CommandText& out, const CLI::App& command, const Definitions& definitions) {
  const auto add = [&](const CLI::Option& option) {
    const auto defined = definitions.options.find(&option);
    OptionText text = defined == definitions.options.end() ? OptionText() : defined->second;
    for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
    if (!text.names.empty()) text.heading = option.get_group();
    text.meaning = option.get_description();
    text.required = option.get_required();
    text.repeated = option.get_expected_max() == CLI::detail::expected_max_vector_size;
    out.options.push_back(std::move(text));
  };
  for (const CLI::Option* option : command.get_options({}))
    if (option->get_positional()) add(*option);
  for (const CLI::Option* option : command.get_options({}))
    if (!option->get_positional() && (option != command.get_help_ptr() || !command.get_name().empty())) add(*option);
  for (const CLI::App* group : command.get_subcommands({})) {
    if (!group->get_name().empty()) continue;  // only a group of options has no name
    const std::size_t first = out.options.size();
    add_options(out, *group, definitions);
    for (std::size_t i = first; i < out.options.size(); ++i) out.options[i].heading = group->get_group();
  }
}

void add_texts(std::vector<CommandText>& out, const CLI::App& command, const std::string& parent,
               const Definitions& definitions) {
  const std::size_t i = out.size();
  out.emplace_back();
  if (const auto ends = definitions.ends.find(&command); ends != definitions.ends.end()) out[i] = ends->second;
  out[i].words = parent.empty() ? command.get_name() : parent + " " + command.get_name();
  out[i].meaning = command.get_description();
  add_options(out[i], command, definitions);
  for (const CLI::App* sub : command.get_subcommands({})) {
    if (sub->get_name().empty()) continue;
    out[i].subcommands.push_back(sub->get_name());
    add_texts(out, *sub, std::string(out[i].words), definitions);
  }
}

// Adds the option --read-memory to a command, or to all below it.
void add_read_memory(CLI::App& command, Definitions& definitions) {
  bool runs = true;
  for (CLI::App* sub : command.get_subcommands({}))
    if (!sub->get_name().empty()) {  // only a group of options has no name
      add_read_memory(*sub, definitions);
      runs = false;
    }
  if (!runs) return;
  const Command out(command, definitions);
  out.number("--read-memory GIB", definitions.read_memory, {0.001, 1024},
             "Maximum memory for what is read and what it becomes, in GiB (default: 1); a small file can stand for a "
             "huge thing");
  out.group("Memory", {"--read-memory"});
}

}  // namespace

void Option::required() const { option_->required(); }

void Option::check(const Complaint& complaint) const {
  option_->check(CLI::Validator([complaint](std::string& text) { return complaint(text); }, ""));
}

void Option::needs(const Option& other) const { option_->needs(other.option_); }

void Option::excludes(const Option& other) const { option_->excludes(other.option_); }

void Option::set_range(const std::string& range) const {
  option_->type_name(text_->value + ": " + range);
  text_->range = range;
}

const Option& Option::offers(const std::function<std::vector<std::string>()>& values) const {
  text_->offers = values;
  return *this;
}

Command Command::subcommand(const std::string& name, const std::string& meaning,
                            const std::function<int()>& run) const {
  CLI::App* const command = command_->add_subcommand(name, meaning);
  command->callback([run, definitions = definitions_] {
    if (definitions->read_memory) limit_memory(*definitions->read_memory);
    definitions->exit_code = run();
  });
  return {*command, *definitions_};
}

Command Command::commands(const std::string& name, const std::string& meaning) const {
  CLI::App* const command = command_->add_subcommand(name, meaning);
  command->require_subcommand(1);
  return {*command, *definitions_};
}

Option Command::take_texts(const std::string& name, bool several, const Take& take, const std::string& meaning) const {
  const bool may_be_left_out = name.starts_with('[');
  const std::string words = may_be_left_out ? name.substr(1, name.size() - 2) : name;
  const std::size_t blank = words.find(' ');
  const auto take_all = [take](const std::vector<std::string>& texts) { return take(texts), true; };
  CLI::Option* const option = command_->add_option(words.substr(0, blank), take_all, meaning);
  option->check(CLI::Validator(
      [](const std::string& text) { return text.empty() ? std::string("its value is empty") : std::string(); }, ""));
  OptionText& text = definitions_->options[option];
  text.value = words.substr(blank + 1);
  text.optional = text.value.starts_with('[');
  option->type_name(text.value);
  option->required(option->get_positional() && !may_be_left_out);
  if (text.optional) option->expected(0, 1);
  if (several) option->expected(CLI::detail::expected_max_vector_size);
  if (several && text.value.find(',') != std::string::npos) option->delimiter(',');
  if (several && text.value.find('=') != std::string::npos) option->allow_extra_args(false);
  return {*option, text};
}

Option Command::option_taken_by(const std::string& name, const std::function<void(const std::string&)>& take,
                                const std::string& meaning) const {
  return take_texts(name, false, [take](const std::vector<std::string>& texts) { take(texts.front()); }, meaning);
}

std::vector<std::string> Command::words_of(const std::string& name) {
  std::vector<std::string> words;
  std::istringstream list(name.substr(name.find(' ') + 1));
  for (std::string word; std::getline(list, word, '|');) words.push_back(word);
  return words;
}

Option Command::one_of_words(const Option& option, const std::string& name) {
  option.text_->words = words_of(name);
  option.check([words = words_of(name)](const std::string& text) {
    if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
    return fmt::format("expected {} or {}, not '{}'", fmt::join(words.begin(), std::prev(words.end()), ", "),
                       words.back(), printable(text));
  });
  return option;
}

Option Command::choice(const std::string& name, std::string& value, const std::string& meaning) const {
  return one_of_words(option(name, value, meaning), name);
}

Option Command::flag(const std::string& name, bool& value, const std::string& meaning) const {
  CLI::Option* const flag = command_->add_flag(name, value, meaning);
  return {*flag, definitions_->options[flag]};
}

Option Command::flag_taken_by(const std::string& name, const std::function<void()>& take,
                              const std::string& meaning) const {
  CLI::Option* const flag = command_->add_flag_callback(name, take, meaning);
  return {*flag, definitions_->options[flag]};
}

void Command::group(const std::string& heading, const std::vector<std::string>& names) const {
  for (const std::string& name : names) command_->get_option(name)->group(heading);
}

Command Command::at_most_one(const std::string& heading, const std::string& meaning) const {
  CLI::Option_group* const group = command_->add_option_group(heading, meaning);
  group->require_option(0, 1);
  return {*group, *definitions_};
}

void Command::heading(const std::string& name, const std::string& heading) const {
  command_->get_subcommand(name)->group(heading);
}

void Command::footer(const std::vector<std::string>& examples, const std::string& notes) const {
  CommandText& end = definitions_->ends[command_];
  end.notes = notes;
  end.examples = examples;
  std::string text = notes;
  if (!examples.empty())
    text += fmt::format("{}Example: {}", notes.empty() ? "" : "\n", fmt::join(examples, "\n         "));
  command_->footer(text);
}

std::string short_meaning(const std::string& meaning) {
  bool code = false;
  for (std::size_t i = 0; i < meaning.size(); ++i) {
    if (meaning[i] == '`') code = !code;
    if (code) continue;
    for (const char* mark : {"\n", ". ", ": ", "; ", " ("})
      if (meaning.compare(i, std::string_view(mark).size(), mark) == 0) return meaning.substr(0, i);
  }
  return meaning;
}

CommandLine::CommandLine(const std::string& name, const std::string& meaning, const std::string& version)
    : app_(std::make_unique<CLI::App>(meaning, name)), definitions_(std::make_unique<Definitions>()) {
  app_->formatter(std::make_shared<HelpFormat>());
  app_->set_version_flag("--version", version);
  app_->require_subcommand(1);
}

CommandLine::~CommandLine() = default;

void CommandLine::limit_memory() { add_read_memory(*app_, *definitions_); }

Command CommandLine::top() { return {*app_, *definitions_}; }

int CommandLine::run(int argc, char** argv) try {
  refuse_missing_values(argc, argv);
  app_->parse(argc, argv);
  return definitions_->exit_code;
} catch (const CLI::CallForHelp& asked) {
  // Of a word that is no command there is no help.
  const CLI::App& command = *reached(*app_).command;
  const std::vector<std::string> extras = command.remaining(true);
  if (has_subcommands(command) && !extras.empty() && !extras.front().starts_with('-'))
    throw InputError("{}", usage_error(*app_, asked));
  fmt::print("{}", help_of(*app_, {argv, argv + argc}));
  return 0;
} catch (const CLI::Success& asked) {  // for the version
  return app_->exit(asked);
} catch (const CLI::ParseError& error) {
  throw InputError("{}", usage_error(*app_, error));
}

std::vector<CommandText> CommandLine::describe() const {
  std::vector<CommandText> out;
  add_texts(out, *app_, "", *definitions_);
  return out;
}

}  // namespace pentocity::app
