// SPDX-License-Identifier: MIT
//
// Progress: tells the caller which share of a conversion is done (ConvertOptions::progress).
//
// A conversion is some steps one after the other: the input is read, types are found, the output is
// written. Each step has its part of the whole, about as long as it takes with JSON text of many
// records, and tells which share of its own is done. convert() makes the one Progress of a
// conversion; whoever works for it refers to that one.
#pragma once

#include <cstddef>

#include "fastser/convert.hpp"

namespace fastser::convert {

class Progress {
 public:
  /// Values, or bytes of text, between two calls.
  static constexpr std::size_t kEach = std::size_t{1} << 16;

  /// The end of a step, as a share of the whole.
  static constexpr double kStarted = 0.0;
  static constexpr double kRead = 0.8;
  static constexpr double kTyped = 0.88;
  static constexpr double kDone = 1.0;

  Progress() = default;
  explicit Progress(const ConvertOptions& options)
      : tell_(options.progress), context_(options.progress_context) {}

  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  [[nodiscard]] bool is_wanted() const { return tell_ != nullptr; }
  /// Of the step from `start` to `end`, `done` of `all` is done.
  void tell(double start, double end, std::size_t done, std::size_t all) const {
    if (tell_ == nullptr || all == 0 || done > all) return;
    tell_(context_, start + (end - start) * static_cast<double>(done) / static_cast<double>(all));
  }
  void tell(double end) const { tell(end, end, 1, 1); }

 private:
  void (*tell_)(void* context, double share) = nullptr;
  void* context_ = nullptr;
};

}  // namespace fastser::convert
