// SPDX-License-Identifier: MIT
//
// Status and Result: errors are values.
//
// A Status says what went wrong, at which byte of the input, and on which path of the value
// ("items[3].name"). The numbers of the codes never change and are never used again; the C
// interface has the same ones. A Result<T> is a T or a Status that is not ok. Only
// Result::value() throws because of an error, for programs that prefer exceptions. What makes
// texts (with_path, with_detail, to_string) may throw std::bad_alloc.
//
// Status and Code can be printed: `std::cout << status`, or std::format("{}", status) with
// fastser/format.hpp. In C++23 a Result converts to std::expected<T, Status>, and back.
//
// Thread rule: values like any other. Cost: an ok Status holds no heap memory.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <version>

#if defined(__cpp_exceptions)
#include <stdexcept>
#endif
#if defined(__cpp_lib_expected)
#include <expected>
#endif

namespace fastser {

/// What went wrong. The numbers never change: 1 to 9 usage, from 10 the input's bytes, from 20
/// limits, from 30 types and references, from 40 versions, from 50 memory, from 60 input and
/// output. docs/errors.md says what to do about each.
enum class Code : std::int32_t {
  kOk = 0,
  kUsage = 1,          ///< the call itself is wrong (no registry given, no arena given, ...)
  kNoSpace = 2,        ///< the caller's fixed memory is too small
  kTruncated = 10,     ///< the input ends inside a value
  kMalformed = 11,     ///< bytes that no writer produces
  kTrailing = 12,      ///< bytes after the end of the value
  kChecksum = 13,      ///< the checksum does not match
  kTooDeep = 20,       ///< nested deeper than Limits::depth
  kOverBudget = 21,    ///< needs more memory than Limits allow
  kTypeMismatch = 30,  ///< a field or object of a type that cannot be converted
  kBadReference = 31,  ///< a reference to something that does not exist, or of another kind
  kUnknownClass = 32,  ///< a class that the Registry does not know
  kVersion = 40,       ///< a format version that this reader does not know
  kFingerprint = 41,   ///< the fingerprint is that of another type
  kNoMemory = 50,      ///< an allocation failed
  kIo = 60,            ///< the operating system refused
};

/// The name of a code, e.g. "truncated". A static string; never null.
[[nodiscard]] std::string_view code_name(Code code) noexcept;

/// Prints the name of the code.
template <typename Traits>
auto operator<<(std::basic_ostream<char, Traits>& out, Code code) -> decltype(out) {
  return out << code_name(code);
}

/// The outcome of a call: ok, or a code with the place and a sentence.
class [[nodiscard]] Status {
 public:
  /// The offset if no byte of the input is to blame.
  static constexpr std::size_t kNoOffset = static_cast<std::size_t>(-1);

  Status() noexcept = default;
  Status(Status&&) noexcept = default;
  Status& operator=(Status&&) noexcept = default;
  /// Without memory for them, path and a message made at run time are left out of the copy.
  Status(const Status& other) noexcept
      : code_(other.code_),
        offset_(other.offset_),
        message_(other.message_),
        text_(other.text_ ? copy_of(*other.text_) : nullptr) {}
  Status& operator=(const Status& other) noexcept {
    if (this != &other) *this = Status(other);
    return *this;
  }
  ~Status() = default;
  /// `message` must outlive the Status (a literal); text made at run time goes through with_detail.
  explicit Status(Code code, std::string_view message = {}, std::size_t offset = kNoOffset) noexcept
      : code_(code), offset_(offset), message_(message) {}

  [[nodiscard]] bool ok() const noexcept { return code_ == Code::kOk; }
  [[nodiscard]] Code code() const noexcept { return code_; }
  /// Byte offset in the input, or kNoOffset.
  [[nodiscard]] std::size_t offset() const noexcept { return offset_; }
  /// Where in the value, e.g. "items[3].name"; empty when unknown. Lives as long as the Status.
  [[nodiscard]] std::string_view path() const noexcept {
    return text_ ? std::string_view(text_->path) : std::string_view();
  }
  /// A sentence for a person, without offset and path. Lives as long as the Status.
  [[nodiscard]] std::string_view message() const noexcept {
    return text_ && !text_->detail.empty() ? std::string_view(text_->detail) : message_;
  }
  /// "truncated at byte 17, items[3].name: the input ends inside a value".
  [[nodiscard]] std::string to_string() const;

  /// The same status with a path / an offset / a message made at run time.
  [[nodiscard]] Status with_path(std::string path) && {
    text().path = std::move(path);
    return std::move(*this);
  }
  [[nodiscard]] Status with_offset(std::size_t offset) && {
    offset_ = offset;
    return std::move(*this);
  }
  [[nodiscard]] Status with_detail(std::string detail) && {
    text().detail = std::move(detail);
    return std::move(*this);
  }

 private:
  /// What only failures have; an ok Status is a few words.
  struct Text {
    std::string path;
    std::string detail;
  };
  /// Out of line, as its end is: whoever has a Status copies and destroys it.
  FASTSER_COLD static Text* new_text();
  FASTSER_COLD static Text* copy_of(const Text& from) noexcept;
  struct DropText {
    FASTSER_COLD void operator()(Text* text) const noexcept;
  };
  Text& text() {
    if (!text_) text_.reset(new_text());
    return *text_;
  }

  Code code_ = Code::kOk;
  std::size_t offset_ = kNoOffset;
  std::string_view message_;
  std::unique_ptr<Text, DropText> text_;
};

/// Prints to_string().
template <typename Traits>
auto operator<<(std::basic_ostream<char, Traits>& out, const Status& status) -> decltype(out) {
  return out << std::string_view(status.to_string());
}

#if defined(__cpp_exceptions)
/// What Result::value() throws when there is no value.
class Error : public std::runtime_error {
 public:
  explicit Error(Status status)
      : std::runtime_error(status.to_string()), status_(std::move(status)) {}
  [[nodiscard]] const Status& status() const noexcept { return status_; }

 private:
  Status status_;
};
#endif

/// A T, or the Status that says why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}  // NOLINT: implicit on purpose
  /// A value made from nothing, in place.
  explicit Result(std::in_place_t) : value_(std::in_place) {}
  Result(Status status) noexcept : status_(std::move(status)) {}  // NOLINT: implicit on purpose

  /// Replaces the value by an error.
  FASTSER_COLD void fail(Status status) {
    value_.reset();
    status_ = std::move(status);
  }

  [[nodiscard]] bool ok() const noexcept { return value_.has_value(); }
  /// The same, as std::optional and std::expected call it.
  [[nodiscard]] bool has_value() const noexcept { return ok(); }
  explicit operator bool() const noexcept { return ok(); }
  [[nodiscard]] const Status& status() const noexcept { return status_; }

  /// The value; only when ok().
  [[nodiscard]] T& operator*() & noexcept { return *value_; }
  [[nodiscard]] const T& operator*() const& noexcept { return *value_; }
  [[nodiscard]] T&& operator*() && noexcept { return *std::move(value_); }
  [[nodiscard]] const T&& operator*() const&& noexcept { return *std::move(value_); }
  [[nodiscard]] T* operator->() noexcept { return &*value_; }
  [[nodiscard]] const T* operator->() const noexcept { return &*value_; }

  /// The value, or throws Error (aborts in programs built without exceptions).
  [[nodiscard]] T& value() & {
    require();
    return *value_;
  }
  [[nodiscard]] const T& value() const& {
    require();
    return *value_;
  }
  [[nodiscard]] T value() && {
    require();
    return *std::move(value_);
  }

  /// The value, or `fallback` as a T where there is none. `fallback` is made in either case.
  template <typename Fallback>
  [[nodiscard]] T value_or(Fallback&& fallback) const& {
    return ok() ? *value_ : static_cast<T>(std::forward<Fallback>(fallback));
  }
  template <typename Fallback>
  [[nodiscard]] T value_or(Fallback&& fallback) && {
    return ok() ? *std::move(value_) : static_cast<T>(std::forward<Fallback>(fallback));
  }

#if defined(__cpp_lib_expected)
  template <typename Expected>  // exactly that one: what a T is made from stays a T
  requires std::is_same_v<std::remove_cvref_t<Expected>, std::expected<T, Status>> Result(
      Expected&& other) {  // NOLINT: implicit on purpose
    if (other.has_value()) {
      value_.emplace(*std::forward<Expected>(other));
    } else {
      status_ = std::forward<Expected>(other).error();
    }
  }
  operator std::expected<T, Status>() const& {  // NOLINT: implicit on purpose
    if (ok()) return *value_;
    return std::unexpected(status_);
  }
  operator std::expected<T, Status>() && {  // NOLINT: implicit on purpose
    if (ok()) return *std::move(value_);
    return std::unexpected(std::move(status_));
  }
#endif

 private:
  void require() const {
    if (ok()) return;
#if defined(__cpp_exceptions)
    throw Error(status_);
#else
    std::abort();
#endif
  }

  std::optional<T> value_;
  Status status_;
};

}  // namespace fastser

/// Returns from the enclosing function with the status of `expr` unless it is ok.
#define FASTSER_TRY(expr)                                                                 \
  do {                                                                                    \
    if (::fastser::Status fastser_try_ = (expr); !fastser_try_.ok()) return fastser_try_; \
  } while (false)
