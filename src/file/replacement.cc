// SPDX-License-Identifier: MIT
//
// Every call that a signal may interrupt is repeated and every short write continued. Not repeated:
// close and rename, which may have done their work all the same, and a sync that failed, after
// which the system may have dropped what it could not write.
#include "file/replacement.hpp"

#include <utility>

#include "file/io_error.hpp"

namespace fastser::file {
namespace {

constexpr int kNames = 100;  // tried for a temporary file

#if defined(_WIN32)
constexpr std::string_view kSeparators = "/\\:";
#else
constexpr std::string_view kSeparators = "/";
#endif

// Short: the file's own name may be as long as names can be.
std::string temporary_name(const std::string& folder, std::uint64_t number) {
  std::string name = folder + ".fastser.";
  for (int shift = 60; shift >= 0; shift -= 4) name += "0123456789abcdef"[number >> shift & 15U];
  return name;
}

}  // namespace

Status Replacement::prepare(const std::string& name, BytesView bytes) {
  Facts old;
  FASTSER_TRY(find(name, old));
  const Access access = old.kind == Kind::nothing ? Access::usual : Access::owner;
  std::error_code error =
      uninterrupted([&] { return system_->create_nameless(folder_, access, file_); });
  if (error) FASTSER_TRY(create_named(access));
  FASTSER_TRY(fill(bytes, old));
  if (temporary_.empty()) {
    error = with_new_name(
        [&](const std::string& temporary) { return system_->link(file_, temporary); });
    if (error) {  // a system that makes such files and cannot name them
      discard();
      FASTSER_TRY(create_named(access));
      FASTSER_TRY(fill(bytes, old));
    }
  }
  error = close();
  return error && error != std::errc::interrupted ? io_error("cannot be closed", error) : Status();
}

Status Replacement::commit() {
  std::error_code error = system_->rename(temporary_, target_);
  if (error) return io_error("cannot be replaced", error);
  temporary_.clear();
  error = uninterrupted([&] { return system_->sync_folder(folder_); });
  return error ? io_error("was replaced, but its folder cannot be synced", error) : Status();
}

Status Replacement::find(const std::string& name, Facts& old) {
  FASTSER_TRY(check_name(name));
  target_ = name;
  std::error_code error = uninterrupted([&] { return system_->follow(target_); });
  if (error) return io_error("the target of a symbolic link cannot be found", error);
  const std::size_t separator = target_.find_last_of(kSeparators);
  folder_ = target_.substr(0, separator == std::string::npos ? 0 : separator + 1);
  error = uninterrupted([&] { return system_->look(target_, old); });
  if (error) return io_error("its size and kind cannot be read", error);
  return old.kind == Kind::nothing ? Status() : check_regular(old.kind, "cannot be replaced");
}

Status Replacement::create_named(Access access) {
  const std::error_code error = with_new_name(
      [&](const std::string& temporary) { return system_->create(temporary, access, file_); });
  return error ? io_error("a temporary file cannot be created beside it", error) : Status();
}

Status Replacement::fill(BytesView bytes, const Facts& old) {
  while (!bytes.empty()) {
    std::size_t written = 0;
    std::error_code error = uninterrupted([&] { return system_->write(file_, bytes, written); });
    if (!error && written == 0) error = std::make_error_code(std::errc::io_error);
    if (error) return io_error("cannot be written", error);
    bytes = bytes.subspan(written);
  }
  if (old.kind != Kind::nothing) {
    const std::error_code error =
        uninterrupted([&] { return system_->take_over(file_, target_, old); });
    if (error) return io_error("the permissions cannot be set", error);
  }
  const std::error_code error = uninterrupted([&] { return system_->sync(file_); });
  return error ? io_error("cannot be synced", error) : Status();
}

template <typename Attempt>
std::error_code Replacement::with_new_name(Attempt&& attempt) {
  const std::uint64_t first = system_->fresh_number();
  std::error_code error;
  for (std::uint64_t i = 0; i < kNames; ++i) {
    std::string temporary = temporary_name(folder_, first + i);
    error = uninterrupted([&] { return attempt(std::as_const(temporary)); });
    if (!error) temporary_ = std::move(temporary);
    if (error != std::errc::file_exists) return error;
  }
  return error;
}

std::error_code Replacement::close() noexcept {
  return system_->close(std::exchange(file_, kNoHandle));
}

void Replacement::discard() noexcept {
  if (file_ != kNoHandle) static_cast<void>(close());
  if (!temporary_.empty()) static_cast<void>(system_->remove(temporary_));
  temporary_.clear();
}

}  // namespace fastser::file
