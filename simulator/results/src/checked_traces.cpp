#include <fcntl.h>
#include <unistd.h>

#include <bit>
#include <cstring>

#include "pentocity/core/random.hpp"
#include "pentocity/results/trace_folder.hpp"

namespace pentocity::results {

namespace {
constexpr const char* file_name = ".checked-traces";
}

CheckedTraces::CheckedTraces(const std::string& folder) : folder_(folder) {
  if (!folder_.has(file_name)) return;
  const std::string bytes = folder_.read(file_name);
  written_ = bytes.size() / sizeof(Mark);  // a last one that is cut short is written over
  if (written_ == 0) return;
  table_.resize(std::bit_ceil(2 * written_));
  for (std::size_t i = 0; i < written_; ++i) {
    Mark mark = 0;
    std::memcpy(&mark, &bytes[i * sizeof mark], sizeof mark);
    if (mark != 0) table_[place_of(mark)] = mark;
  }
}

std::optional<CheckedTraces::Mark> CheckedTraces::mark_of(const Folder& folder, const std::string& name,
                                                          const GameEnd& end) {
  const auto file = folder.status_of(name);
  if (!file) return std::nullopt;
  Mark mark = hash_bytes(name);
  for (const std::int64_t number :
       {std::int64_t{file->st_size}, static_cast<std::int64_t>(file->st_ino), std::int64_t{file->st_mtim.tv_sec},
        std::int64_t{file->st_mtim.tv_nsec}, std::int64_t{file->st_ctim.tv_sec}, std::int64_t{file->st_ctim.tv_nsec},
        static_cast<std::int64_t>(end.status), std::int64_t{end.score}, std::int64_t{end.turns}})
    mark = mix_bits(mark ^ static_cast<std::uint64_t>(number));
  return mark;
}

std::size_t CheckedTraces::place_of(Mark mark) const {
  std::size_t place = mark & (table_.size() - 1);
  while (table_[place] != 0 && table_[place] != mark) place = (place + 1) & (table_.size() - 1);
  return place;
}

bool CheckedTraces::contains(Mark mark) const { return mark != 0 && !table_.empty() && table_[place_of(mark)] == mark; }

void CheckedTraces::add(std::span<const Mark> marks) {
  if (marks.empty()) return;
  const File file = folder_.open(file_name, O_WRONLY | O_CREAT);
  const ssize_t bytes =
      ::pwrite(file.get(), marks.data(), marks.size_bytes(), static_cast<off_t>(written_ * sizeof(Mark)));
  if (bytes > 0) written_ += static_cast<std::size_t>(bytes) / sizeof(Mark);
}

void CheckedTraces::update(std::vector<Mark> marks, std::size_t games) {
  if (written_ > 2 * games + 1000) {
    folder_.remove(file_name);
    written_ = 0;
  } else {
    std::erase_if(marks, [this](Mark mark) { return contains(mark); });
  }
  std::erase(marks, 0);
  add(marks);
}

}  // namespace pentocity::results
