// SPDX-License-Identifier: MIT
//
// The calls of Windows. There are no files without a name and no folders to sync; a rename is
// written through. Permissions are those that the folder gives its files.
#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX  // MinGW's C++ library has it
#define NOMINMAX
#endif
#include <windows.h>

#include <algorithm>
#include <chrono>

#include "file/system.hpp"

namespace fastser::file {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // what one call takes

std::error_code last_error() {
  return {static_cast<int>(::GetLastError()), std::system_category()};
}
std::error_code outcome(BOOL fine) { return fine ? std::error_code() : last_error(); }

HANDLE native(Handle file) { return reinterpret_cast<HANDLE>(file); }

// UTF-8 to what the system takes; empty when it is none.
std::wstring wide(const std::string& text) {
  const int size = static_cast<int>(text.size());
  const int needed =
      ::MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), size, nullptr, 0);
  std::wstring result(static_cast<std::size_t>(std::max(needed, 0)), L'\0');
  ::MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), size, result.data(), needed);
  return result;
}

Kind kind_of(DWORD attributes) {
  if ((attributes & FILE_ATTRIBUTE_DIRECTORY) != 0) return Kind::folder;
  return (attributes & FILE_ATTRIBUTE_DEVICE) != 0 ? Kind::other : Kind::regular;
}

}  // namespace

std::error_code NativeSystem::look(const std::string& name, Facts& out) {
  out = {};
  WIN32_FILE_ATTRIBUTE_DATA data{};
  if (::GetFileAttributesExW(wide(name).c_str(), GetFileExInfoStandard, &data) != 0) {
    out.kind = kind_of(data.dwFileAttributes);
    out.size = std::uint64_t{data.nFileSizeHigh} << 32U | data.nFileSizeLow;
    return {};
  }
  const DWORD error = ::GetLastError();
  return error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ? std::error_code()
                                                                        : last_error();
}

// Links to files are rare here and need a right of their own: what they are replaced by is a file.
std::error_code NativeSystem::follow(std::string& /*name*/) { return {}; }

std::error_code NativeSystem::create_nameless(const std::string& /*folder*/, Access /*access*/,
                                              Handle& /*out*/) {
  return std::make_error_code(std::errc::not_supported);
}

std::error_code NativeSystem::link(Handle /*file*/, const std::string& /*name*/) {
  return std::make_error_code(std::errc::not_supported);
}

std::error_code NativeSystem::create(const std::string& name, Access /*access*/, Handle& out) {
  // To be deleted while it is open, by who tidies up when the program is interrupted.
  const HANDLE file = ::CreateFileW(wide(name).c_str(), GENERIC_WRITE, FILE_SHARE_DELETE, nullptr,
                                    CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) return last_error();
  out = reinterpret_cast<Handle>(file);
  return {};
}

std::uint64_t NativeSystem::fresh_number() {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return std::uint64_t{::GetCurrentProcessId()} << 40U ^ static_cast<std::uint64_t>(now);
}

std::error_code NativeSystem::write(Handle file, BytesView bytes, std::size_t& written) {
  DWORD n = 0;
  const auto size = static_cast<DWORD>(std::min(bytes.size(), kMostBytes));
  const std::error_code error = outcome(::WriteFile(native(file), bytes.data(), size, &n, nullptr));
  written = n;
  return error;
}

std::error_code NativeSystem::take_over(Handle /*file*/, const std::string& /*name*/,
                                        const Facts& /*old*/) {
  return {};
}

std::error_code NativeSystem::sync(Handle file) {
  return outcome(::FlushFileBuffers(native(file)));
}

std::error_code NativeSystem::close(Handle file) { return outcome(::CloseHandle(native(file))); }

std::error_code NativeSystem::rename(const std::string& from, const std::string& to) {
  return outcome(::MoveFileExW(wide(from).c_str(), wide(to).c_str(),
                               MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH));
}

std::error_code NativeSystem::remove(const std::string& name) {
  return outcome(::DeleteFileW(wide(name).c_str()));
}

std::error_code NativeSystem::sync_folder(const std::string& /*folder*/) { return {}; }

std::error_code NativeSystem::open(const std::string& name, Handle& out, Facts& facts) {
  // A folder opens for backups only, and is told apart then.
  const HANDLE file = ::CreateFileW(wide(name).c_str(), GENERIC_READ,
                                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (file == INVALID_HANDLE_VALUE) return last_error();
  facts = {};
  BY_HANDLE_FILE_INFORMATION info{};
  facts.kind = Kind::other;
  if (::GetFileType(file) == FILE_TYPE_DISK && ::GetFileInformationByHandle(file, &info) != 0) {
    facts.kind = kind_of(info.dwFileAttributes);
    facts.size = std::uint64_t{info.nFileSizeHigh} << 32U | info.nFileSizeLow;
  }
  out = reinterpret_cast<Handle>(file);
  return {};
}

std::error_code NativeSystem::read(Handle file, std::span<std::byte> to, std::size_t& got) {
  DWORD n = 0;
  const auto size = static_cast<DWORD>(std::min(to.size(), kMostBytes));
  const std::error_code error = outcome(::ReadFile(native(file), to.data(), size, &n, nullptr));
  got = n;
  return error;
}

}  // namespace fastser::file

#endif
