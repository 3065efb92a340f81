// SPDX-License-Identifier: MIT
//
// Where the benchmark is built without libfastser, `flush` and `reload` report an error and are
// left out.
#include "storage.hpp"

#if __has_include("fastser/file.hpp")
#include "fastser/file.hpp"
#define FASTSER_BENCH_FILES 1
#else
#define FASTSER_BENCH_FILES 0
#endif

namespace fastser_bench {

#if FASTSER_BENCH_FILES

struct FileReader::State {
  fastser::Buffer bytes;
};

bool save_atomically(const std::string& path, std::span<const std::byte> bytes) {
  return fastser::file::save(path, bytes).ok();
}
bool FileReader::read(const std::string& path) {
  return fastser::file::load_into(path, state_->bytes).ok();
}
std::span<const std::byte> FileReader::bytes() const { return state_->bytes; }

#else

struct FileReader::State {};

bool save_atomically(const std::string&, std::span<const std::byte>) { return false; }
bool FileReader::read(const std::string&) { return false; }
std::span<const std::byte> FileReader::bytes() const { return {}; }

#endif

FileReader::FileReader() : state_(std::make_unique<State>()) {}
FileReader::~FileReader() = default;

}  // namespace fastser_bench
