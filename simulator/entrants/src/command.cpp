// Commands: players and sequencers that are programs in any language, those in Java (java.cpp) and portable ones
// (portable.cpp) among them.

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "pentocity/input/json_text.hpp"
#include "pentocity/isolation/hosted.hpp"
#include "pentocity/isolation/participants.hpp"
#include "program.hpp"

namespace pentocity::entrants {
namespace {

namespace fs = std::filesystem;

using isolation::WardenPool, isolation::WardenSetup;
using match::Description;

// Throws InputError if this program is a script whose first line names an interpreter that is not there, of which the
// system would say no more than that "no such file" could be started.
void check_interpreter(const std::string& program) {
  std::string line(256, '\0');  // as many bytes as the system reads
  std::ifstream file(program, std::ios::binary);
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(file.gcount()));
  line.erase(std::min(line.find('\n'), line.size()));
  if (line.starts_with("\xef\xbb\xbf#!"))
    throw InputError("'{}' begins with a byte order mark, after which the system does not see its #!: save it without",
                     program);
  if (!line.starts_with("#!")) return;
  if (line.ends_with('\r'))
    throw InputError(
        "the first line of '{}' ends in a carriage return (CR), as lines of Windows do, and the system takes that as "
        "part of the interpreter's name: save it with line feeds (LF) only, as sed -i 's/\\r$//' does",
        program);
  std::istringstream words(line.substr(2));
  std::string interpreter;
  words >> interpreter;
  if (!interpreter.starts_with('/')) return;
  if (std::error_code error; !fs::exists(interpreter, error))
    throw InputError("the first line of '{}' names the interpreter '{}', which is not there", program, interpreter);
}

// The first argument of an interpreter, if it is named like a source file and is not there; else empty.
std::string missing_script(const std::vector<std::string>& words, const fs::path& folder) {
  constexpr std::string_view extensions[] = {".py",  ".js", ".mjs", ".cjs", ".java",
                                             ".jar", ".rb", ".pl",  ".lua", ".sh"};
  const auto script =
      std::find_if(words.begin() + 1, words.end(), [](const auto& word) { return !word.starts_with('-'); });
  if (script == words.end() ||
      std::ranges::find(extensions, fs::path(*script).extension().string()) == std::end(extensions))
    return "";
  std::error_code error;
  return fs::exists(folder / *script, error) ? "" : *script;
}

Program program_of(const Origin& origin, const char* role, const isolation::Hosting& hosting) {
  std::vector<std::string> words;
  for (const SourceText& word : origin.words) words.push_back(word.text);
  if (words.empty()) origin.value.fail("the command has no words: expected such as [python3, my.py]");
  const fs::path folder = hosting.confinement->folder;
  Program out{.origin = origin};
  out.setup = {.participant = {{"role", role}, {"command", words}}, .confinement = hosting.confinement};
  const bool by_path = words[0].find('/') != words[0].npos;
  const std::string program = isolation::find_program(words[0], folder);
  if (program.empty())
    origin.words[0].fail(
        fmt::format("there is no program '{}' {}", words[0], by_path ? "that can be started" : "on the PATH"));
  at(origin.words[0], [&] {
    check_interpreter(program);
    add_program(out.setup, program, by_path);
  });
  if (const std::string script = missing_script(words, folder); !script.empty())
    origin.value.fail(fmt::format("there is no file '{}' in {}", script, folder.string()));
  // Called by the last file among its words: [python3, my.py] is `my`.
  out.name = fs::path(words[0]).stem().string();
  for (const std::string& word : words) {
    const fs::path path = folder / word;
    std::error_code error;
    if (!fs::is_regular_file(path, error)) continue;
    at(origin.value, [&] {
      add_own(out.setup, path);
      add_folder_of(out.setup, path);
    });
    out.name = path.stem().string();
  }
  read_files(origin, folder.string(), out.setup);
  out.withheld = withheld_from(out.setup, words, folder);
  out.made_of["command"] = words;
  return out;
}

// Begins games of a program.
isolation::Converse talk_of(const Program& program) {
  return program.module ? portable::in_this_process(program.module, program.setup.confinement)
                        : isolation::in_process(std::make_shared<WardenPool>(program.setup));
}

// With those options sent that the config sets. What a player declares is known once it has been asked.
template <class Role>
class Command : public Entrant<Role> {
 public:
  static typename Role::Entry entry(const std::shared_ptr<const Program>& program, const Options& sent,
                                    const std::shared_ptr<const Description>& description, bool unasked) {
    typename Role::Entry entry;
    entry.name = program->name;
    entry.built_in = false;
    entry.isolated = program->module == nullptr;
    entry.portable = program->module != nullptr;
    auto made_of = program->made_of;
    made_of["options"] = isolation::options_json(sent);
    entry.made_of = text_of_json(made_of);
    entry.withheld = program->withheld;
    entry.entrant = std::make_shared<const Command>(program, sent, description, unasked);
    if constexpr (std::is_same_v<Role, SequencerRole>)
      entry.draws_as = draws_of(program->name, sent, {});
    else
      declare(entry, sent, description.get());
    return entry;
  }

  Command(std::shared_ptr<const Program> program, Options sent, std::shared_ptr<const Description> description,
          bool unasked)
      : program_(std::move(program)), sent_(std::move(sent)), description_(std::move(description)), unasked_(unasked) {}

  std::unique_ptr<typename Role::Made> make(const typename Role::Setting& setting,
                                            const typename Role::Seed& seed) const override {
    if constexpr (std::is_same_v<Role, PlayerRole>)
      return isolation::command_player(talk_(seed), isolation::options_json(sent_), setting, seed);
    else
      return isolation::command_sequencer(talk_(seed.for_untrusted().seed), isolation::options_json(sent_), setting,
                                          seed.for_untrusted().seed);
  }
  // Declared defaults are not sent: what a command said when it was asked must not reach its games.
  typename Role::Entry with(const Options& options) const override {
    std::map<std::string, OptionValue> more;
    for (const auto& [name, value] : options.values()) {
      const OptionSpec* spec =
          description_ && description_->options ? find_named(*description_->options, name) : nullptr;
      if (spec == nullptr || sent_.values().contains(name) || value != spec->fallback) more[name] = value;
    }
    return entry(program_, with_any(sent_, std::move(more)), description_, false);
  }
  bool unasked() const override { return unasked_; }
  typename Role::Entry ask() const override {
    const Origin& origin = program_->origin;
    const auto description = at(origin.value, [&] {
      if (program_->module) program_->module->compile();
      // With a warden of its own: one that is started now might see files of players whose entries are still to be
      // read.
      return std::make_shared<const Description>(isolation::describe_command(*talk_of(*program_)(0), program_->name));
    });
    Options sent = sent_;
    if (description->options) {
      Options read(*description->options);
      set_options(read, origin.options, *description->options, fmt::format("player '{}'", program_->name));
      std::map<std::string, OptionValue> values;
      for (const auto& [name, value] : origin.options) values[name.text] = read.values().at(name.text);
      sent = with_any(sent, std::move(values));
    }
    return entry(program_, sent, description, false);
  }
  const WardenSetup* setup() const override { return program_->module ? nullptr : &program_->setup; }

 private:
  // What a player declares, if it has been asked; without that it has the options that are sent, and takes any.
  static void declare(PlayerEntry& entry, const Options& sent, const Description* description) {
    entry.any_options = description == nullptr || !description->options;
    entry.options = sent;
    if (description != nullptr) {
      entry.summary = description->summary;
      entry.plays = description->plays;
    }
    if (entry.any_options) return;
    entry.declared = *description->options;
    entry.options = Options(entry.declared);
    for (const auto& [name, value] : sent.values()) entry.options.set(entry.declared, name, value);
  }

  std::shared_ptr<const Program> program_;
  Options sent_;
  std::shared_ptr<const Description> description_;  // null: it is not known
  bool unasked_;
  isolation::Converse talk_ = talk_of(*program_);
};

}  // namespace

template <class Role>
typename Role::Entry command_of(const Origin& origin, const std::string& folder, const isolation::Hosting& hosting) {
  const Options sent = with_any({}, undeclared_values(origin.options));
  Program program = origin.kind == "java"   ? java_program(origin, Role::word, folder, hosting)
                    : origin.kind == "wasm" ? portable_program(origin, folder, hosting)
                                            : program_of(origin, Role::word, hosting);
  // A player is compiled when it is asked what it declares; a sequencer is not asked.
  if (program.module && !std::is_same_v<Role, PlayerRole>) at(origin.value, [&] { program.module->compile(); });
  return Command<Role>::entry(std::make_shared<const Program>(std::move(program)), sent, nullptr,
                              std::is_same_v<Role, PlayerRole>);
}

template PlayerEntry command_of<PlayerRole>(const Origin&, const std::string&, const isolation::Hosting&);
template SequencerEntry command_of<SequencerRole>(const Origin&, const std::string&, const isolation::Hosting&);

}  // namespace pentocity::entrants
