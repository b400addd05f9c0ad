#include <boost/algorithm/string/replace.hpp>
#include <ranges>

#include "commands.hpp"
#include "examples.hpp"
#include "package.hpp"
#include "pentocity/isolation/isolation.hpp"

namespace pentocity::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 50;
constexpr const char* about_the_package =
    "It does everything itself. With the Python package `pentocity` (docs/how-to/python.md) a player has the helpers "
    "of those in C++, is shorter and much faster.";
constexpr const char* java_page = "docs/how-to/java.md";

struct NewArguments {
  std::string kind;  // player or sequencer
  std::string name, language = "cpp", out;
  bool wasm = false;
};

// An example, and the names in it that give way to the project's.
struct Template {
  std::string kind;      // player or sequencer
  std::string language;  // c, cpp, java, javascript, python or rust
  std::string file, class_name, name;
};
const std::vector<Template> templates = {
    {.kind = "player", .language = "cpp", .file = "corner_player.cpp", .class_name = "CornerPlayer", .name = "corner"},
    {.kind = "player", .language = "c", .file = "plain.c", .class_name = "Plain", .name = "plain"},
    {.kind = "player", .language = "python", .file = "plain.py", .class_name = "Plain", .name = "plain"},
    {.kind = "sequencer", .language = "cpp", .file = "encore.cpp", .class_name = "Encore", .name = "encore"},
    {.kind = "sequencer", .language = "python", .file = "encore.py", .class_name = "Encore", .name = "encore"},
    {.kind = "player", .language = "javascript", .file = "plain.mjs", .class_name = "Plain", .name = "plain"},
    {.kind = "player", .language = "rust", .file = "plain.rs", .class_name = "Plain", .name = "plain"},
    {.kind = "player", .language = "java", .file = "Player.java", .class_name = "", .name = "pentos.shore"},
    {.kind = "sequencer", .language = "java", .file = "Sequencer.java", .class_name = "", .name = "pentos.twice"}};

// How what is written in a language is built and played. What has no compiler here is played as it was written, but for
// C++, which CMake builds.
struct Language {
  std::string name, extension;
  const char* entry;  // what a config says of it, with `{}` for a word
  std::string compiler, wasm_compiler;
  std::string packages;  // of Debian, that build a portable one; empty: none can be built
};
const std::vector<Language> languages = {
    {"cpp", ".cpp", "plugin: ./{}", "", "",
     "clang lld wasi-libc libc++-dev-wasm32 libclang-rt-dev-wasm32 libboost-dev cmake make"},
    {"c", ".c", "command: [./{}]", "cc -O2", "clang --target=wasm32-wasi -O2 -Wl,--strip-debug",
     "clang lld wasi-libc libclang-rt-dev-wasm32"},
    // The target has another name from Rust 1.84 on.
    {"rust", ".rs", "command: [./{}]", "rustc -O --edition 2021",
     "rustc -O --edition 2021 -C strip=debuginfo --target \"$(rustc --print target-list | grep -m1 ^wasm32-wasi)\"",
     "rustc libstd-rust-dev-wasm32 lld"},
    {"java", ".java", "java: {}", "", "", ""},
    {"python", ".py", "command: [python3, {}]", "", "", ""},
    {"javascript", ".mjs", "command: [node, {}]", "", "", ""}};

// What differs between projects.
struct Project {
  std::string name, kind, language;
  std::string source;    // the file with the code
  std::string word;      // what commands take for it
  std::string entry;     // what a config says of it, after its name
  std::string build;     // the line that builds it, if one does
  std::string packages;  // of Debian, that build a portable one
};

Project project_of(const NewArguments& a, const Package& package) {
  const Language& language = *std::ranges::find(languages, a.language, &Language::name);
  const bool compiled = !language.packages.empty();
  if (a.wasm && !compiled) throw InputError("--wasm is for the languages cpp, c and rust, and not for {}", a.language);
  Project out{a.name, a.kind, a.language, a.name + language.extension, {}, {}, {}, {}};
  if (a.language == "java") {
    out.word = "pentos/" + boost::replace_all_copy(a.name, "-", "_");  // a package
    out.source = out.word + (a.kind == "player" ? "/Player.java" : "/Sequencer.java");
  } else {
    const std::string built = a.wasm ? a.name + ".wasm" : a.language == "cpp" ? "lib" + a.name + ".so" : a.name;
    out.word = compiled ? "build/" + built : out.source;
  }
  if (a.language == "cpp")
    out.build = fmt::format("cmake -B build{} && cmake --build build\n",
                            package.hint.empty() ? " -D CMAKE_PREFIX_PATH=FOLDER" : "");
  else if (compiled)
    out.build = fmt::format("mkdir -p build && {} -o {} {}\n", a.wasm ? language.wasm_compiler : language.compiler,
                            out.word, out.source);
  out.entry = fmt::format(fmt::runtime(a.wasm ? "wasm: {}" : language.entry), out.word);
  if (a.wasm) out.packages = language.packages;
  return out;
}

// Names that mean something else where the code of a project has them, and what they mean there: for each language.
struct Taken {
  std::string language;
  const char* meaning;
  std::string_view names;
};
const std::vector<Taken> taken = {
    // Targets that every build of CMake has, and its own variables.
    {"cpp", "a word of the build",
     "ALL_BUILD CMAKE INSTALL ZERO_CHECK all clean depend edit_cache help install list_install_components package "
     "package_source preinstall rebuild_cache test"},
    // A file of such a name is what others import.
    {"python", "a module that Python programs import",
     "abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb "
     "binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections "
     "colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes "
     "curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno "
     "faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass "
     "gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io "
     "ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math "
     "mimetypes mmap modulefinder multiprocessing netrc nis nntplib ntpath nturl2path numbers numpy opcode "
     "operator optparse os ossaudiodev pathlib pdb pentocity pickle pickletools pipes pkgutil platform plistlib "
     "poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri "
     "random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil "
     "signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl "
     "stat statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile "
     "telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace "
     "traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings "
     "wave weakref webbrowser wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo"},
    // The words of the language, and the package of the classes that players are written against.
    {"java", "a word of Java, or a package of its own here",
     "abstract assert boolean break byte case catch char class const continue default do double else enum extends "
     "false final finally float for goto if implements import instanceof int interface long native new null "
     "package private protected public return short sim static strictfp super switch synchronized this throw "
     "throws transient true try void volatile while"}};

// A name of files, of a build's target or a package of Java, and of an entry of a config.
void check_name(const std::string& name, const std::string& kind, const std::string& language) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto part = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  if (name.empty() || name.size() > longest_name || !letter(name[0]) || !std::ranges::all_of(name, part))
    throw InputError("'{}' is no name for a {}: expected a letter, then at most {} letters, digits, '-' or '_'", name,
                     kind, longest_name - 1);
  const std::vector<std::string> built_in = kind == "player" ? player_names() : sequencer_names();
  if (std::ranges::find(built_in, name) != built_in.end())
    throw InputError("there is a built-in {} '{}': choose another name", kind, name);
  for (const Taken& in : taken)
    if (in.language == language)
      for (const auto word : std::views::split(in.names, ' '))
        if (std::string_view(word.begin(), word.end()) == name)
          throw InputError("'{}' is {}: choose another name, such as my-{}", name, in.meaning, name);
}

// my-first_try as MyFirstTry.
std::string camel_case(const std::string& name) {
  std::string out;
  bool start = true;
  for (const char c : name) {
    const bool separator = c == '-' || c == '_';
    if (!separator) out += start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    start = separator;
  }
  return out;
}

std::string cmake_text(const NewArguments& a, const Package& package) {
  const std::string find =
      package.hint.empty()
          ? "# The folder where Pentocity was built or installed is named by -D CMAKE_PREFIX_PATH=FOLDER.\n"
            "find_package(pentocity REQUIRED)"
          : fmt::format(
                "# The Pentocity that wrote this file; -D CMAKE_PREFIX_PATH=FOLDER names another.\n"
                "find_package(pentocity REQUIRED HINTS [==[{}]==])",
                package.hint.string());
  return fmt::format(R"(cmake_minimum_required(VERSION 3.25)
project({0} LANGUAGES {1})
{2}
pentocity_add_{3}({0} {0}.cpp)
)",
                     a.name, a.wasm ? "NONE" : "CXX",
                     (a.wasm ? "" : "if(NOT CMAKE_BUILD_TYPE)\n  set(CMAKE_BUILD_TYPE Release)\nendif()\n") + find,
                     a.wasm ? "portable" : "plugin");
}

std::string config_text(const Project& p) {
  const std::string mine = fmt::format("{{name: {}, {}}}", p.name, p.entry);
  const std::string start =
      isolation::makes_boxes()
          ? "repeats: 10\n"
          : "# No box can be made on this machine: the author's own code plays with all rights of the author.\n"
            "isolation: {require: none}\nrepeats: 10\n";
  if (p.kind == "player")
    return fmt::format("{}players:\n  - naive\n  - {}\nsequencers: [random, tailheavy]\n", start, mine);
  return fmt::format("{}players: [naive, diagonal]\nsequencers:\n  - random\n  - {}\n", start, mine);
}

// What an author types, in the project's folder: at last, looking at games and, with a player, comparing it.
std::string commands_text(const Project& p) {
  std::string out = fmt::format(
      "{}pentocity check {} {}\npentocity run tournament.yaml\npentocity show results/tournament\n"
      "pentocity report results/tournament\n",
      p.build, p.kind, p.word);
  if (p.kind == "sequencer") out += fmt::format("pentocity sequence {} random --statistics\n", p.word);
  if (p.kind == "player")
    out += fmt::format(
        "pentocity compare {0} naive --config tournament.yaml\npentocity run tournament.yaml --debug {0}\n./watch\n",
        p.name);
  return out;
}

// Where it is explained what the code stands on.
std::string explanation(const Project& p, const Package& package) {
  const bool java = p.language == "java";
  const std::string page =
      package.page.empty() ? fmt::format("`{}` of Pentocity", java ? java_page : protocol_page)
      : java               ? fmt::format("`{}`", (package.page.parent_path().parent_path() / "how-to/java.md").string())
                           : fmt::format("`{}`", package.page.string());
  return fmt::format("{}: {}", java ? "The classes that it is written against" : "The messages that it exchanges",
                     page);
}

// What else its author needs to know; `rest` is the end of the sentence on FOLDER.
std::string notes_on(const Project& p, const Package& package, const char* rest) {
  std::string out;
  if (p.language == "python" && p.kind == "player") out += fmt::format("\n{}\n", about_the_package);
  if (!p.packages.empty())
    out += fmt::format(
        "\nIt is built and played with what `scripts/install-dependencies wasm` of Pentocity installs; without that, "
        "in Debian: apt-get install {}, and for Wasmtime, which plays it: pip install 'pentocity[wasm]'.\n",
        p.packages);
  if (p.language != "cpp")
    out += fmt::format("\n{}\n", explanation(p, package));
  else if (package.hint.empty())
    out += fmt::format("\nFOLDER is where Pentocity was built or installed{}.\n", rest);
  return out;
}

// Where its author reads on.
std::string pages_text(const Project& p, const Package& package) {
  const std::string folder = package.page.empty()
                                 ? "`docs` of Pentocity"
                                 : fmt::format("`{}`", package.page.parent_path().parent_path().string());
  const std::string first = p.kind == "player" ? "`first-steps/player.md` (a first player, and how it gets better), "
                                                 "`how-to/adding-a-player.md` (options, a debugger, a profile), "
                                                 "`reference/statistics.md` (what `compare` says)"
                                               : "`how-to/adding-a-sequencer.md` (kinds of sequencers, options)";
  return fmt::format(
      "\nTo read on, in {}: {}, `reference/rules.md` (the rules of the game) and `reference/running.md` (configs and "
      "results).\n",
      folder, first);
}

std::string readme_text(const Project& p, const Package& package) {
  return fmt::format(
             "# {0}\n\nA {1} for Pentocity, in `{2}`. To {3}, try it on many games, play a small tournament, list the "
             "recorded games (`show` with one of them draws it), and write a page of the results{4}:\n\n"
             "```\n{5}```\n",
             p.name, p.kind, p.source, p.build.empty() ? "check it" : "build it",
             p.kind == "player"
                 ? ", find out whether the player is better than another, play one game in a debugger, and "
                   "compare the player at each save with the version that was committed last (in git)"
                 : ", and see what its requests are like beside others",
             commands_text(p)) +
         notes_on(p, package, "") + pages_text(p, package);
}

void write_project(const NewArguments& a) {
  const std::string& kind = a.kind;
  check_name(a.name, kind, a.language);
  const std::string folder = a.out.empty() ? a.name : a.out;
  if (std::error_code error; fs::exists(fs::symlink_status(folder, error)))
    throw InputError("{}: exists already; nothing was written", folder);
  const Package package = own_package();
  const Project project = project_of(a, package);
  const auto& from =
      *std::ranges::find_if(templates, [&](const Template& t) { return t.kind == kind && t.language == a.language; });
  std::string source(example_text(from.file));
  if (a.language == "java") {
    boost::replace_all(source, from.name, boost::replace_all_copy(project.word, "/", "."));
  } else {
    boost::replace_all(source, from.class_name, camel_case(a.name) + (kind == "player" ? "Player" : "Sequencer"));
    boost::replace_all(source, '"' + from.name + '"', '"' + a.name + '"');
  }

  make_folder(folder);
  const auto write = [&](const std::string& file, const std::string& text) {
    const fs::path path = fs::path(folder) / file;
    make_folder(path.parent_path().string());
    write_file(path.string(), text, OnDisk::later);
  };
  const auto allow_execution = [&](const std::string& file) {
    fs::permissions(fs::path(folder) / file, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add);
  };
  write(project.source, source);
  if (project.language == "javascript") allow_execution(project.source);  // by which commands know it as a program
  if (a.language == "cpp") write("CMakeLists.txt", cmake_text(a, package));
  write(".gitignore", "build/\nresults/\nwatching/\n");
  if (kind == "player") {
    std::string watch(example_text("watch.sh"));
    const auto set = [&](const std::string& variable, const std::string& value) {
      const std::size_t at = watch.find("\n" + variable + "=") + 1;
      watch.replace(at, watch.find('\n', at) - at, variable + "=" + value);
    };
    set("name", a.name);
    set("plays", project.word);
    set("compile", "'" +
                       boost::replace_all_copy(project.build.substr(0, project.build.find('\n')),
                                               " -D CMAKE_PREFIX_PATH=FOLDER", "") +
                       "'");
    write("watch", watch);
    allow_execution("watch");
  }
  write("tournament.yaml", config_text(project));
  write("README.md", readme_text(project, package));
  fmt::print("{} is ready:\n\ncd {}\n{}{}", a.name, folder, commands_text(project),
             notes_on(project, package, ": this program lies in neither place"));
}

}  // namespace

void add_new(const Command& app) {
  const Command command = app.commands(
      "new", "Start a player or sequencer of your own: write a small project that can be built and played at once");
  command.footer({"pentocity new player mine"},
                 "The project has the code, a build file, a config for a small tournament and a README.md with the "
                 "next commands.");
  for (const std::string kind : {"player", "sequencer"}) {
    const auto [sub, a] = command.command(
        write_project, kind,
        "Write the project of a simple " + kind + ", which passes `pentocity check` and can be played as it is");
    a.kind = kind;
    sub.option("name NAME", a.name, "Name of the " + kind + ": a letter, then letters, digits, - or _");
    const bool player = kind == "player";
    sub.choice(player ? "--language cpp|c|python|java|javascript|rust" : "--language cpp|python|java", a.language,
               std::string("Programming language: cpp (C++, built as a shared library; the default), ") +
                   (player ? "c, python, java (with a JDK), javascript (with Node.js) or rust"
                           : "python, or java (with a JDK)"));
    sub.flag("--wasm", a.wasm,
             std::string("Build it as a portable ") + kind + ", a file of WebAssembly, in the language cpp" +
                 (player ? ", c or rust" : ""));
    sub.file("--out DIR", a.out, "Folder to write, which must not exist yet (default: NAME)");
    sub.footer({"pentocity new " + kind + " mine --language python"});
  }
}

}  // namespace pentocity::app
