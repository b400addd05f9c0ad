// Players and sequencers in Java, written against the classes of package pentos.sim: commands that are compiled first.

#include <fmt/format.h>

#include "java_sources.hpp"
#include "pentocity/entrants/build.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/isolation/session.hpp"
#include "pentocity/match/remote.hpp"
#include "program.hpp"

namespace pentocity::entrants {
namespace {

namespace fs = std::filesystem;
using isolation::WardenSetup;

// One thread collects garbage: the time of all threads counts for the player. Class data sharing shortens the start.
// What the virtual machine itself has to say is no answer; that it dies, the signal tells. Nobody attaches to it or
// watches it by a file.
const std::vector<std::string> common_flags{"-XX:+UseSerialGC",
                                            "-Xshare:auto",
                                            "-XX:+DisplayVMOutputToStderr",
                                            "-XX:+SuppressFatalErrorMessage",
                                            "-XX:-UsePerfData",
                                            "-XX:+DisableAttachMechanism",
                                            "-Dfile.encoding=UTF-8",
                                            "-Djava.awt.headless=true"};

// The heap, in MiB, of a player that may hold so many bytes. What else the virtual machine holds (classes, compiled
// code, stacks) grows with the player.
std::uint64_t heap_of(std::uint64_t memory) {
  constexpr std::uint64_t least = 96;
  const std::uint64_t mebibytes = memory >> 20;
  if (mebibytes < least)
    throw InputError(
        "a player in Java needs a memory_limit of at least {}MiB, of which the virtual machine has a part (its heap "
        "has the rest, as -Xmx)",
        least);
  return mebibytes - 64 - (mebibytes - 64) / 8;
}

// The program `java` of the JDK that is found first.
std::string find_java() {
  const std::string compiler = isolation::find_program("javac", "/");
  if (compiler.empty())
    throw InputError(
        "players and sequencers in Java need a JDK, and there is no program 'javac' on the PATH: install the package "
        "default-jdk-headless");
  return (fs::canonical(compiler).parent_path() / "java").string();  // of the same installation
}

std::vector<std::string> java_command(const std::string& heap, const std::vector<std::string>& words) {
  std::vector<std::string> out{"java", "-Xmx" + heap};
  out.insert(out.end(), common_flags.begin(), common_flags.end());
  out.insert(out.end(), words.begin(), words.end());
  return out;
}

// What Compiler.java prints.
struct Classes {
  std::string name;  // of the class to play
  std::string jdk;   // its version
  std::string jar;   // the bytes
};

// No code of the author runs in the compiler's process. What it says comes of his sources all the same, and what is
// wrong with it is told to him.
Classes read_classes(isolation::Session& session) {
  constexpr std::size_t most_bytes = max_tree_bytes, longest_name = 1'000;
  const nlohmann::json answer = parse_json(session.ask(""));
  const auto error = answer.find("error"), name = answer.find("class"), jdk = answer.find("jdk");
  if (error != answer.end() && error->is_string()) throw InputError("{}", error->get<std::string>());
  if (name == answer.end() || jdk == answer.end() || !name->is_string() || !jdk->is_string())
    throw match::UnreadableAnswer("no answer");
  if (name->get_ref<const std::string&>().size() > longest_name)
    throw InputError("the name of its class has more than {} bytes", longest_name);
  Classes out{*name, *jdk, {}};
  for (std::string line = session.ask(""); line != "."; line = session.ask("")) {
    const auto bytes = bytes_of_base64(line);
    if (!bytes) throw match::UnreadableAnswer("no Base64");
    out.jar += *bytes;
    if (out.jar.size() > most_bytes) throw InputError("its classes have more than {} MiB", most_bytes >> 20);
  }
  return out;
}

// Compiles the sources in a process that sees what the player sees, and has limits of its own. It starts in an empty
// folder, and its class path is the library alone: of what lies in the player's folder Java would load providers of
// services.
Classes compile(const WardenSetup& player, const char* role, const std::vector<std::string>& sources) {
  WardenSetup setup = player;
  setup.confinement = std::make_shared<isolation::Confinement>(*player.confinement);
  setup.confinement->limits = {.time = 120, .move_wall = 120, .handshake = 120, .game_wall = 240, .memory = 1 << 30};
  setup.confinement->folder = player.confinement->kept->write({});
  const std::string library = player.confinement->kept->write(java_sources());
  setup.support.push_back(library);
  // The compiler of machine code that is quick itself is enough.
  std::vector<std::string> words{"-XX:TieredStopAtLevel=1", "-cp", library, library + "/Compiler.java", role, library};
  words.insert(words.end(), sources.begin(), sources.end());
  setup.participant["command"] = java_command("512m", words);
  try {
    isolation::Session session(std::make_shared<isolation::WardenPool>(setup));
    Classes out = read_classes(session);
    session.close("", 1);
    return out;
  } catch (const match::ParticipantFailed& e) {
    const std::string last = last_words(e.errors);
    throw InputError("{}: cannot be compiled: {}{}{:.500}", sources[0], e.what(), last.empty() ? "" : ": ", last);
  } catch (const match::UnreadableAnswer&) {
    throw InputError("{}: cannot be compiled: the compiler gives no classes", sources[0]);
  }
}

// The folder in which packages begin, if the class lies in the folder of its package: that of /x/pentos/g1 is /x. There
// it finds what lies beside its class.
std::string package_root(const fs::path& folder, const std::string& name) {
  std::string text = name.substr(0, std::min(name.rfind('.'), name.size()));
  std::ranges::replace(text, '.', '/');
  const std::string all = folder.string();
  return all.ends_with("/" + text) ? all.substr(0, all.size() - text.size() - 1) : all;
}

}  // namespace

Program java_program(const Origin& origin, const char* role, const std::string& folder,
                     const isolation::Hosting& hosting) {
  return at(origin.value, [&] {
    const std::string java = find_java();
    fs::path path = fs::absolute(fs::path(folder) / origin.value.text).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    std::error_code error;
    const bool is_folder = fs::is_directory(path, error);
    if (!fs::exists(path, error)) throw InputError("there is no folder or jar '{}'", path.string());
    if (!is_folder && path.extension() != ".jar")
      throw InputError("'{}' is neither a folder of Java sources nor a jar (*.jar)", path.string());
    if (isolation::is_below(fs::path(hosting.confinement->folder), path))
      throw InputError("'{}' is or contains the config's folder (of words, the present one), which no player may see",
                       path.string());
    Program out{.origin = origin};
    out.setup = {.participant = {{"role", role}}, .confinement = hosting.confinement};
    add_program(out.setup, java, false);
    add_own(out.setup, path);
    read_files(origin, folder, out.setup);
    const std::vector<std::string>& seen = out.setup.files;
    std::vector<std::string> sources{path.string()};
    sources.insert(sources.end(), std::ranges::find(seen, path.string()) + 1, seen.end());
    const Classes classes = compile(out.setup, role, sources);
    out.setup.support.push_back(hosting.confinement->kept->write({{"classes.jar", classes.jar}}));
    const std::string heap = fmt::format("{}m", heap_of(hosting.confinement->limits.memory));
    out.setup.participant["command"] =
        java_command(heap, {"-cp",
                            fmt::format("{}/classes.jar:{}", out.setup.support.back(),
                                        is_folder ? package_root(path, classes.name) : path.string()),
                            "pentocity.Runner", role, classes.name, heap});
    out.name = path.stem().string();
    out.made_of = {{"java", classes.name}, {"jdk", classes.jdk}};
    return out;
  });
}

}  // namespace pentocity::entrants
