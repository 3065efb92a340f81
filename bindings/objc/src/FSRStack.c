/* SPDX-License-Identifier: MIT */
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* pthread_getattr_np */
#endif
#include "FSRStack.h"

#include <pthread.h>
#include <stddef.h>

#define LEAST_LEFT ((size_t)64 << 10)
#define MOST_LEFT ((size_t)1 << 20)

static uintptr_t limit_of(uintptr_t lowest, size_t size) {
  size_t left = size / 4;
  if (left < LEAST_LEFT) left = LEAST_LEFT;
  if (left > MOST_LEFT) left = MOST_LEFT;
  return lowest + left;
}

uintptr_t FSRStackLimit(void) {
#if defined(__APPLE__)
  const pthread_t self = pthread_self();
  const size_t size = pthread_get_stacksize_np(self);
  return limit_of((uintptr_t)pthread_get_stackaddr_np(self) - size, size);
#elif defined(__linux__)
  pthread_attr_t attributes;
  void* lowest = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  const int failed = pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return failed ? 0 : limit_of((uintptr_t)lowest, size);
#else
  return 0;
#endif
}
