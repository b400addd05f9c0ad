#include "pentocity/results/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <set>

#include "catch.hpp"
#include "pentocity/input/user_error.hpp"
#include "scratch.hpp"

namespace files_test {

using namespace pentocity;
using namespace pentocity::results;
using namespace pentocity::test;

TEST_CASE("files: names in file names", "[harness]") {
  CHECK(file_name_part("jigsaw-2.0_x") == "jigsaw-2.0_x");
  CHECK(file_name_part("a/b c%\n") == "a%2Fb%20c%25%0A");
  CHECK(file_name_part("\xc3\xa9") == "%C3%A9");
  CHECK(file_name_part(".") == "%2E");
  CHECK(file_name_part("..") == "%2E.");
  CHECK(file_name_part("_a__b_") == "%5Fa_%5Fb%5F");
  // Joined by two underscores, different pairs of names make different file names.
  // A long one is cut, and still told from others.
  const std::string cyrillic = "\xd0\x94";
  std::string name;
  for (int i = 0; i < 100; ++i) name += cyrillic;
  const std::string part = file_name_part(name);
  CHECK(part.size() <= 100);
  CHECK_THAT(part, Catch::StartsWith("%D0%94%D0%94") && Catch::Contains("~"));
  CHECK(part != file_name_part(name + cyrillic));
  CHECK(file_name_part(std::string(100, 'x')) == std::string(100, 'x'));
  std::set<std::string> joined;
  std::vector<std::string> names{""};
  for (std::size_t i = 0; names[i].size() < 4; ++i)
    for (const char ch : {'_', 'a', '%'}) names.push_back(names[i] + ch);
  for (const std::string& a : names)
    for (const std::string& b : names) CHECK(joined.insert(file_name_part(a) + "__" + file_name_part(b)).second);
}

TEST_CASE("files: written whole or not at all", "[harness]") {
  const Scratch scratch;
  write_file(scratch / "x", "old", OnDisk::now);
  write_file(scratch / "x", std::string(1'000'000, 'n'), OnDisk::later);
  CHECK(bytes_of(scratch / "x") == std::string(1'000'000, 'n'));
  CHECK(names_in(scratch / "") == std::vector<std::string>{"x"});
  CHECK_THROWS_WITH(write_file(scratch / "no/x", "", OnDisk::now),
                    scratch / "no/x" + ": cannot be written: No such file or directory");
  std::filesystem::create_directory(scratch / "folder");
  CHECK_THROWS_AS(write_file(scratch / "folder", "", OnDisk::now), UserError);
  CHECK(names_in(scratch / "") == std::vector<std::string>{"folder", "x"});
}

TEST_CASE("files: pipes and devices are written to, and links followed", "[harness]") {
  const Scratch scratch;
  const std::string pipe = scratch / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const File reader(::open(pipe.c_str(), O_RDWR | O_CLOEXEC));
  write_file(pipe, "text", OnDisk::now);
  std::string text(4, ' ');
  CHECK(::read(reader.get(), text.data(), text.size()) == 4);
  CHECK(text == "text");
  CHECK(std::filesystem::is_fifo(pipe));

  write_file(scratch / "x", "old", OnDisk::later);
  std::filesystem::create_symlink("x", scratch / "link");
  write_file(scratch / "link", "new", OnDisk::later);
  CHECK(std::filesystem::is_symlink(scratch / "link"));
  CHECK(bytes_of(scratch / "x") == "new");
  CHECK(names_in(scratch / "") == std::vector<std::string>{"link", "pipe", "x"});
}

TEST_CASE("files: no link in a folder of somebody else's is followed", "[harness]") {
  const Scratch scratch;
  const std::string mine = scratch.write("mine", "mine");
  std::filesystem::create_directories(scratch / "theirs/inner");
  const Folder folder(scratch / "theirs");
  const auto link = [&](const std::string& name) {
    std::filesystem::remove(folder.path_of(name));
    std::filesystem::create_symlink("../mine", folder.path_of(name));
  };
  link("x");
  link("x.tmp");
  CHECK(folder.has("x"));
  const std::string message = ": is a link, and links in this folder are not followed: expected a ";
  CHECK_THROWS_WITH(folder.read("x"), folder.path_of("x") + message + "file");
  CHECK_THROWS_WITH(folder.open("x", O_RDWR | O_CREAT), folder.path_of("x") + message + "file");
  CHECK_THROWS_WITH(folder.folder("x"), folder.path_of("x") + message + "folder");
  CHECK_THROWS_WITH(folder.make_folder("x"), folder.path_of("x") + message + "folder");
  folder.write("x", "theirs", OnDisk::now);
  CHECK(folder.read("x") == "theirs");
  link("x");
  folder.remove("x");
  CHECK_FALSE(folder.has("x"));
  CHECK(bytes_of(mine) == "mine");

  CHECK(folder.folder("inner").names().empty());
  CHECK_FALSE(folder.folder("none").has("x"));
  CHECK_THROWS_AS(folder.folder("none").read("x"), InputError);
  folder.make_folder("made").write("x", "", OnDisk::later);
  CHECK(folder.folder("made").names() == std::vector<std::string>{"x"});
  REQUIRE(::mkfifo(folder.path_of("pipe").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(folder.read("pipe"), folder.path_of("pipe") + ": is no regular file");
  CHECK_THROWS_AS(folder.read("inner"), InputError);
  // The folder itself is the user's.
  std::filesystem::create_directory_symlink("theirs", scratch / "link");
  CHECK(Folder(scratch / "link").folder("made").has("x"));
}

TEST_CASE("files: whoever locks a folder closes it to others first", "[harness]") {
  namespace fs = std::filesystem;
  const Scratch scratch;
  const auto mode = [&](const char* name) { return static_cast<unsigned>(fs::status(scratch / name).permissions()); };
  scratch.write("results/.lock", "");
  fs::permissions(scratch / "results", fs::perms(0755));
  fs::permissions(scratch / "results/.lock", fs::perms(0644));
  {
    const FolderLock lock(scratch / "results");
  }
  CHECK(mode("results") == 0700);
  CHECK(mode("results/.lock") == 0600);
  // A folder for everybody, such as /tmp, stays one.
  fs::create_directory(scratch / "all");
  fs::permissions(scratch / "all", fs::perms(01777));
  {
    const FolderLock lock(scratch / "all");
  }
  CHECK(mode("all") == 01777);
  CHECK(mode("all/.lock") == 0600);
}

TEST_CASE("files: one for those who may read a folder", "[harness]") {
  namespace fs = std::filesystem;
  const Scratch scratch;
  fs::create_directory(scratch / "ben");
  const Folder folder(scratch / ".");
  for (const auto& [of_folder, of_file] : {std::pair(0700, 0600), {0750, 0640}, {0711, 0600}, {0755, 0644}}) {
    fs::permissions(scratch / "ben", fs::perms(of_folder));
    NewFile file(folder, "ben.txt");
    file.make_for_readers_of(folder.status_of("ben").value());
    file.finish(OnDisk::later);
    CHECK(fs::status(scratch / "ben.txt").permissions() == fs::perms(of_file));
  }
}

TEST_CASE("files: folders", "[harness]") {
  const Scratch scratch;
  make_folder(scratch / "a/b/c");
  make_folder(scratch / "a/b/c/");
  CHECK(std::filesystem::is_directory(scratch / "a/b/c"));
  scratch.write("file", "");
  CHECK_THROWS_WITH(make_folder(scratch / "file"), scratch / "file" + ": this folder cannot be made: File exists");
  CHECK_THROWS_WITH(make_folder(scratch / "file/x"), scratch / "file" + ": this folder cannot be made: File exists");
  CHECK(names_in(scratch / "none").empty());
  CHECK_THROWS_AS(names_in(scratch / "file"), UserError);
  CHECK_THROWS_AS(Folder(scratch / "none").sync_files(), UserError);
  remove_file(scratch / "file");
  remove_file(scratch / "file");
  CHECK_FALSE(std::filesystem::exists(scratch / "file"));
  CHECK_THROWS_AS(remove_file(scratch / "a"), UserError);
}

}  // namespace files_test
