// SPDX-License-Identifier: MIT
//
// Who owns an object, said once for both ways to compile these sources: with ARC (SwiftPM, most
// Xcode projects) and without it, where retain and release are written (gcc, which has no ARC;
// CocoaPods). What each word becomes is below; without ARC it is the message that it is named
// after, or nothing.
//
// Variables, instance variables and fields of structs. They own what FSR_RETAIN, +alloc or a copy
// gave them, until FSR_RELEASE, which each of them gets; ARC counts them by itself. Not so:
//   FSR_UNOWNED   somebody else keeps the object alive: mostly an archiver's or unarchiver's state
//   FSR_POOLED    the autorelease pool does. For what other people's code gave, and where the
//                 function may raise: ARC does not release variables when an exception passes,
//                 unless a flag is given (-fobjc-arc-exceptions) that packages cannot count on.
// Arguments are the caller's (FSR_BORROWED_BEGIN, in every source): nothing is retained for the
// time of a call, so nothing is left over when it raises, and they cannot be assigned. Functions
// differ where they say so:
//   FSR_TAKES          the caller's count becomes the function's
//   FSR_RETURNS_OWNED  the result is the caller's to release, as that of +alloc is
//
// Raw memory, which ARC does not look at: lists and maps of addresses, what the C interface keeps
// for us, memory that programs have values decoded to. Counts are always by hand there:
//   FSR_ADDRESS, FSR_OBJECT_AT   from one to the other; no count changes
//   FSRRetained               an address that has a count of its own
//   FSRTaken                  an address that has the count of a variable, which gives it up
//   FSRGiveBack               the end of such a count
#ifndef FSR_MEMORY_H
#define FSR_MEMORY_H

#import <FastserObjC/FSRDefines.h>

#include <string.h>

#if FSR_HAS_FEATURE(objc_arc)

#define FSR_ARC 1
#define FSR_OWNED __strong  // where ARC would take it for something else: pointers to variables
#define FSR_UNOWNED __unsafe_unretained
#define FSR_POOLED __autoreleasing
#define FSR_TAKES __attribute__((ns_consumed)) __strong
#define FSR_RETURNS_OWNED __attribute__((ns_returns_retained))
#define FSR_BORROWED_BEGIN \
  _Pragma("clang attribute push(__attribute__((objc_externally_retained)), \
apply_to = any(function, objc_method))")
#define FSR_BORROWED_END _Pragma("clang attribute pop")

#define FSR_RETAIN(object) (object)
#define FSR_RELEASE(variable) ((variable) = nil)
#define FSR_AUTORELEASE(object) (object)

#define FSR_ADDRESS(object) ((__bridge void*)(object))
#define FSR_OBJECT_AT(address) ((__bridge id)(address))

FSR_BORROWED_BEGIN
static inline void* FSRRetained(id object) { return (__bridge_retained void*)object; }
static inline void* FSRTaken(FSR_TAKES id object) { return (__bridge_retained void*)object; }
static inline void FSRGiveBack(void* address) { (void)(__bridge_transfer id)address; }
FSR_BORROWED_END

#else

#define FSR_ARC 0
#define FSR_OWNED
#define FSR_UNOWNED
#define FSR_POOLED
#define FSR_TAKES
#define FSR_RETURNS_OWNED
#define FSR_BORROWED_BEGIN
#define FSR_BORROWED_END

#define FSR_RETAIN(object) [(object) retain]
#define FSR_RELEASE(variable) [(variable) release]
#define FSR_AUTORELEASE(object) [(object) autorelease]

#define FSR_ADDRESS(object) ((void*)(object))
#define FSR_OBJECT_AT(address) ((id)(address))

static inline void* FSRRetained(id object) { return [object retain]; }
static inline void* FSRTaken(id object) { return object; }
static inline void FSRGiveBack(void* address) { [(id)address release]; }

#endif

// Writes an object to memory whose owner releases it: NSCoder's rule for decoded values.
static inline void FSRPutRetained(void* memory, id object) {
  void* const address = FSRRetained(object);
  memcpy(memory, &address, sizeof address);
}
// The object that such memory has.
static inline id FSRObjectIn(const void* memory) {
  void* address;
  memcpy(&address, memory, sizeof address);
  return FSR_OBJECT_AT(address);
}

#endif
