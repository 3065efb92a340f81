// SPDX-License-Identifier: MIT
//
// What the headers of this binding are written with, so that they compile on Apple's clang (with
// and without ARC, and as seen from Swift) and on gcc with GNUstep, which knows neither nullability
// nor generics.
#ifndef FSR_DEFINES_H
#define FSR_DEFINES_H

#import <Foundation/Foundation.h>

#if defined(__has_feature)
#define FSR_HAS_FEATURE(feature) __has_feature(feature)
#else
#define FSR_HAS_FEATURE(feature) 0
#endif

// Pointers are not nil unless a header says FSR_NULLABLE.
#if FSR_HAS_FEATURE(nullability)
#define FSR_NULLABLE _Nullable
#define FSR_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define FSR_NONNULL_END _Pragma("clang assume_nonnull end")
#else
#define FSR_NULLABLE
#define FSR_NONNULL_BEGIN
#define FSR_NONNULL_END
#endif

// NSSet FSR_OF(Class) *classes
#if FSR_HAS_FEATURE(objc_generics)
#define FSR_OF(...) <__VA_ARGS__>
#else
#define FSR_OF(...)
#endif

// The name in Swift.
#if defined(NS_SWIFT_NAME)
#define FSR_SWIFT_NAME(name) NS_SWIFT_NAME(name)
#else
#define FSR_SWIFT_NAME(name)
#endif

// An out-parameter that is written when something fails, and may be NULL.
#define FSR_ERROR_OUT NSError* FSR_NULLABLE* FSR_NULLABLE

#if defined(__cplusplus)
#define FSR_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define FSR_EXPORT extern __attribute__((visibility("default")))
#endif

#endif
