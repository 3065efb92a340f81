// SPDX-License-Identifier: MIT
//
// `log` and `mesh`: read from log.json.gz and mesh.f32.gz where they are present, otherwise
// generated in the same shape (same counts, same vocabulary, same ranges).
#include <zlib.h>

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "data.hpp"
#include "random.hpp"

#ifndef FASTSER_BENCH_DATA_DIR
#define FASTSER_BENCH_DATA_DIR ""
#endif

namespace fastser_bench {
namespace {

constexpr std::size_t kLogEntries = 10'000;
constexpr std::size_t kTriangles = 125'000;

std::string& data_dir() {
  static std::string dir = FASTSER_BENCH_DATA_DIR;
  return dir;
}

std::string read_gz(const std::string& name) {
  std::string content;
  if (data_dir().empty()) return content;
  gzFile file = gzopen((data_dir() + "/" + name).c_str(), "rb");
  if (file == nullptr) return content;
  std::array<char, 1 << 16> block;
  int got = 0;
  while ((got = gzread(file, block.data(), block.size())) > 0) {
    content.append(block.data(), static_cast<std::size_t>(got));
  }
  gzclose(file);
  return got < 0 ? std::string() : content;
}

// Walks a JSON text whose members come in a known order and whose strings have no escapes. Not
// a JSON reader: anything else makes `failed()` true, and the caller generates data instead.
class FieldScanner {
 public:
  explicit FieldScanner(std::string_view text) : text_(text) {}

  bool skip_past(std::string_view mark) {
    const auto at = text_.find(mark, position_);
    if (at == std::string_view::npos) return false;
    position_ = at + mark.size();
    return true;
  }

  template <class Int>
  void read(std::string_view key, Int& value) {
    if (!skip_past(key)) {
      failed_ = true;
      return;
    }
    const char* begin = text_.data() + position_;
    const auto result = std::from_chars(begin, text_.data() + text_.size(), value);
    failed_ |= result.ec != std::errc();
    position_ += static_cast<std::size_t>(result.ptr - begin);
  }

  void read(std::string_view key, std::string& value) {
    if (!skip_past(key) || !skip_past("\"")) {
      failed_ = true;
      return;
    }
    const auto end = text_.find('"', position_);
    failed_ |= end == std::string_view::npos;
    if (failed_) return;
    value = text_.substr(position_, end - position_);
    failed_ |= value.find('\\') != std::string::npos;
    position_ = end + 1;
  }

  bool failed() const { return failed_; }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  bool failed_ = false;
};

std::optional<Log> load_log() {
  const std::string text = read_gz("log.json.gz");
  FieldScanner scanner(text);
  Log log;
  while (scanner.skip_past("\"address\":")) {
    LogEntry entry;
    scanner.read("\"x0\":", entry.address.x0);
    scanner.read("\"x1\":", entry.address.x1);
    scanner.read("\"x2\":", entry.address.x2);
    scanner.read("\"x3\":", entry.address.x3);
    scanner.read("\"identity\":", entry.identity);
    scanner.read("\"userid\":", entry.userid);
    scanner.read("\"date\":", entry.date);
    scanner.read("\"request\":", entry.request);
    scanner.read("\"code\":", entry.code);
    scanner.read("\"size\":", entry.size);
    if (scanner.failed()) return std::nullopt;
    log.push_back(std::move(entry));
  }
  if (log.empty()) return std::nullopt;
  return log;
}

// The file holds little-endian floats; a big-endian device generates its mesh.
std::optional<Mesh> load_mesh() {
  if constexpr (std::endian::native != std::endian::little) return std::nullopt;
  const std::string bytes = read_gz("mesh.f32.gz");
  if (bytes.empty() || bytes.size() % sizeof(Triangle) != 0) return std::nullopt;
  Mesh mesh(bytes.size() / sizeof(Triangle));
  std::memcpy(mesh.data(), bytes.data(), bytes.size());
  return mesh;
}

template <std::size_t kCount>
std::string pick(Random& random, const std::array<const char*, kCount>& words) {
  return words[random.bits() % kCount];
}

std::string make_date(Random& random) {
  static constexpr std::array<const char*, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto number = [&](int low, int high) { return std::to_string(random.between(low, high)); };
  std::string date = number(1, 28) + "/" + pick(random, kMonths) + "/" + number(1970, 2025);
  date += ":" + number(0, 23) + ":" + number(0, 59) + ":" + number(0, 59);
  const auto zone = random.between(0, 12);
  date += random.coin() ? " +" : " -";
  return date + (zone < 10 ? "0" : "") + std::to_string(zone) + "00";
}

std::string make_request(Random& random) {
  static constexpr std::array<const char*, 5> kMethods = {"GET", "POST", "PUT", "UPDATE", "DELETE"};
  static constexpr std::array<const char*, 7> kPaths = {
      "/favicon.ico",       "/css/index.css",  "/css/font-awsome.min.css",
      "/img/logo-full.svg", "/img/splash.jpg", "/api/login",
      "/api/logout"};
  static constexpr std::array<const char*, 4> kProtocols = {"HTTP/1.0", "HTTP/1.1", "HTTP/2",
                                                            "HTTP/3"};
  return pick(random, kMethods) + " " + pick(random, kPaths) + " " + pick(random, kProtocols);
}

Log make_log(std::uint64_t seed, std::size_t count) {
  static constexpr std::array<const char*, 9> kUsers = {
      "-", "alice", "bob", "carmen", "david", "eric", "frank", "george", "harry"};
  Random random(seed);
  Log log(count);
  for (auto& entry : log) {
    const std::uint64_t host = random.bits();
    entry.address = {static_cast<std::uint8_t>(host), static_cast<std::uint8_t>(host >> 8),
                     static_cast<std::uint8_t>(host >> 16), static_cast<std::uint8_t>(host >> 24)};
    entry.identity = "-";
    entry.userid = pick(random, kUsers);
    entry.date = make_date(random);
    entry.request = make_request(random);
    entry.code = static_cast<std::uint16_t>(random.between(100, 511));
    entry.size = static_cast<std::uint64_t>(random.between(1'000, 100'000'000));
  }
  return log;
}

Mesh make_mesh(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  Mesh mesh(count);
  const auto point = [&] { return Vec3{random.unit(), random.unit(), random.unit()}; };
  for (auto& triangle : mesh) triangle = {point(), point(), point(), point()};
  return mesh;
}

bool log_from_file = false;
bool mesh_from_file = false;

template <class T>
T loaded_or(std::optional<T> loaded, bool& from_file, T (*make)(std::uint64_t, std::size_t),
            std::uint64_t seed, std::size_t count) {
  from_file = loaded.has_value();
  return from_file ? std::move(*loaded) : make(seed, count);
}

}  // namespace

void set_data_dir(std::string dir) { data_dir() = std::move(dir); }

std::string describe_data_sources() {
  const auto source = [](bool from_file) { return from_file ? "from file" : "generated"; };
  return std::string("log ") + source(log_from_file) + ", mesh " + source(mesh_from_file) +
         ", all others generated";
}

const Dataset<Log>& log_entries() {
  static const Dataset<Log> data = {loaded_or(load_log(), log_from_file, make_log, 21, kLogEntries),
                                    make_log(22, kLogEntries + 100)};
  return data;
}

const Dataset<Mesh>& mesh() {
  static const Dataset<Mesh> data = {
      loaded_or(load_mesh(), mesh_from_file, make_mesh, 23, kTriangles),
      make_mesh(24, kTriangles + 100)};
  return data;
}

}  // namespace fastser_bench
