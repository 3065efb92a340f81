// SPDX-License-Identifier: MIT
//
// Regular files go through the file layer, everything else through the streams of the C library.
#include "command/files.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#else
#include <unistd.h>
#endif

#include "fastser/file.hpp"
#include "file/io_error.hpp"
#include "file/load.hpp"

namespace fastser::command {
namespace {

constexpr std::size_t kFirstRead = std::size_t{64} * 1024;

Status too_large(std::uint64_t most) {
  return Status(Code::kOverBudget)
      .with_detail("the file is larger than " + std::to_string(most) +
                   " bytes; --max-bytes N allows more");
}

Status last_error(std::string_view what) {
  return file::io_error(what, {errno, std::generic_category()});
}

// The native system, that tells how much of the file it opened has been read: in pieces, so that
// there is something to tell.
class WatchedSystem final : public file::NativeSystem {
 public:
  WatchedSystem(std::string name, Progress& progress)
      : name_(std::move(name)), progress_(progress) {}

  std::error_code open(const std::string& name, file::Handle& out, file::Facts& facts) override {
    const std::error_code error = NativeSystem::open(name, out, facts);
    size_ = facts.size;
    progress_.show("reading " + name_, static_cast<std::size_t>(size_));
    return error;
  }
  std::error_code read(file::Handle file, std::span<std::byte> to, std::size_t& got) override {
    constexpr std::size_t kPiece = std::size_t{8} << 20;
    const std::error_code error =
        NativeSystem::read(file, to.first(std::min(to.size(), kPiece)), got);
    if (!error) done_ += got;
    if (size_ != 0) progress_.advance(static_cast<double>(done_) / static_cast<double>(size_));
    return error;
  }

 private:
  std::string name_;
  Progress& progress_;
  std::uint64_t size_ = 0;  // as the system told it: the file may grow
  std::uint64_t done_ = 0;
};

Result<Buffer> load_watched(const std::string& path, std::uint64_t most, Progress& progress) {
  WatchedSystem system(path, progress);
  Result<Buffer> bytes{std::in_place};
  Status status =
      file::load_from(system, file::Path(std::filesystem::path(path)).utf8(), most, *bytes);
  if (!status.ok()) bytes.fail(std::move(status));
  return bytes;
}

bool is_standard(std::FILE* stream) { return stream == stdin || stream == stdout; }

Result<Buffer> read_stream(std::FILE* stream, std::uint64_t most) {
  Buffer buffer;
  for (;;) {
    const std::size_t size = buffer.size();
    if (size == buffer.capacity() && !buffer.reserve(std::max(kFirstRead, size * 2))) {
      return Status(Code::kNoMemory, "no memory for the file");
    }
    const std::size_t n = std::fread(buffer.data() + size, 1, buffer.capacity() - size, stream);
    if (n == 0 && std::ferror(stream) == 0) return buffer;
    if (n == 0 && errno != EINTR) return last_error("cannot be read");
    std::clearerr(stream);
    buffer.set_size(size + n);
    if (buffer.size() > most) return too_large(most);
  }
}

}  // namespace

std::FILE* binary(std::FILE* stream) {
#if defined(_WIN32)
  _setmode(_fileno(stream), _O_BINARY);
#endif
  return stream;
}

bool is_device(const std::string& path) {
  file::NativeSystem system;
  file::Facts facts;
  return !system.look(file::Path(std::filesystem::path(path)).utf8(), facts) &&
         facts.kind == file::Kind::other;
}

bool is_pipe(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_fifo(path, error);
}

Result<Buffer> read_file(const std::string& path, std::uint64_t most, Progress* progress) {
  Progress silent(false);
  Progress& line = progress != nullptr ? *progress : silent;
  if (path == "-") {
    line.show("reading standard input");
    return read_stream(binary(stdin), most);
  }
  if (!is_device(path)) {
    Result<Buffer> bytes = load_watched(path, most, line);
    if (bytes.status().code() == Code::kOverBudget) return too_large(most);
    return bytes;
  }
  line.show("reading " + path);
  std::FILE* stream = std::fopen(path.c_str(), "rb");
  if (stream == nullptr) return last_error("cannot be opened");
  Result<Buffer> bytes = read_stream(stream, most);
  std::fclose(stream);
  return bytes;
}

Status write_file(const std::string& path, BytesView bytes) {
  Output output;
  FASTSER_TRY(output.prepare(path, bytes));
  return output.commit();
}

Output::~Output() {
  if (is_stream() && !is_standard(stream_)) std::fclose(stream_);
}

Status Output::prepare(const std::string& path, BytesView bytes) {
  bytes_ = bytes;
  if (path == "-") {
    stream_ = binary(stdout);
  } else if (is_device(path)) {
    stream_ = std::fopen(path.c_str(), "wb");
    if (stream_ == nullptr) return last_error("cannot be opened");
  } else {
    return replacement_.prepare(file::Path(std::filesystem::path(path)).utf8(), bytes);
  }
  return {};
}

Status Output::commit() {
  if (!is_stream()) return replacement_.commit();
  const bool ok = std::fwrite(bytes_.data(), 1, bytes_.size(), stream_) == bytes_.size() &&
                  std::fflush(stream_) == 0;
  return ok ? Status() : last_error("cannot be written");
}

bool is_there(const std::string& path) {
  std::error_code error;
  return path != "-" && std::filesystem::exists(path, error);
}

bool is_same_file(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return false;
  std::error_code error;
  if (std::filesystem::equivalent(a, b, error)) {
    return std::filesystem::is_regular_file(a, error);  // a device may be both
  }
  if (is_there(a) || is_there(b)) return false;
  const std::filesystem::path one =
      std::filesystem::weakly_canonical(std::filesystem::absolute(a, error), error);
  if (error) return a == b;
  const std::filesystem::path other =
      std::filesystem::weakly_canonical(std::filesystem::absolute(b, error), error);
  return error ? a == b : one == other;
}

}  // namespace fastser::command
