// SPDX-License-Identifier: MIT
//
// WatchedSink: a sink that passes on everything, and tells a Progress how far the reader is: for
// sinks that do not tell themselves.
#pragma once

#include <cstddef>

#include "convert/document/forwarding_sink.hpp"
#include "convert/progress.hpp"

namespace fastser::convert {

/// Tells a Progress now and then. `size`: of the input.
class Watch {
 public:
  Watch(const Progress& progress, std::size_t size) : progress_(&progress), size_(size) {}

  void operator()(std::size_t position) {
    if (--left_ != 0) return;
    progress_->tell(Progress::kStarted, Progress::kRead, position, size_);
    left_ = Progress::kEach;
  }

 private:
  const Progress* progress_;
  std::size_t size_;
  std::size_t left_ = Progress::kEach;
};

class WatchedSink final : public ForwardingSink<Watch> {
 public:
  /// Borrows both.
  WatchedSink(Sink& next, const Progress& progress, std::size_t size)
      : ForwardingSink(next, Watch(progress, size)) {}
};

}  // namespace fastser::convert
