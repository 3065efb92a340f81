// SPDX-License-Identifier: MIT
//
// Work on a stack that is known to be small.
#pragma once

#include <gtest/gtest.h>
#include <pthread.h>

#include <cstddef>
#include <functional>

namespace fastser::testing {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kFrameFactor = 8;  // frames are larger under a sanitizer
#elif defined(__s390x__)
constexpr std::size_t kFrameFactor = 4;  // every frame of its ABI takes 160 bytes before ours
#elif !defined(__OPTIMIZE__)
constexpr std::size_t kFrameFactor = 4;  // frames are larger without optimisation
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer)
constexpr std::size_t kFrameFactor = 8;
#else
constexpr std::size_t kFrameFactor = 1;
#endif
#else
constexpr std::size_t kFrameFactor = 1;
#endif

/// Runs `work` on a thread with a stack of `size` bytes (more where frames are larger).
inline void on_stack(std::size_t size, const std::function<void()>& work) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, kFrameFactor * size), 0);
  pthread_t thread{};
  const auto run = [](void* call) -> void* {
    (*static_cast<const std::function<void()>*>(call))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work)),
            0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

}  // namespace fastser::testing
