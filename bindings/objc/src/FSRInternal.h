// SPDX-License-Identifier: MIT
//
// What the archiver and the unarchiver have in common: which of Foundation's values a class is, the
// names that docs/foundation.md takes, keys, exceptions.
//
// All sources of this binding are compiled with ARC or without: FSRMemory.h.
#ifndef FSR_INTERNAL_H
#define FSR_INTERNAL_H

#import <FastserObjC/FastserObjC.h>

#if defined(__APPLE__)
#import <objc/runtime.h>
#else
#include <objc/runtime.h>
#endif

#import "FSRMemory.h"
#include "FSRPointerMap.h"
#include "FSRTypeEncoding.h"
#include "fastser/fastser.h"

FSR_BORROWED_BEGIN

// ---- families: how the objects of a class lie in an archive

typedef enum FSRFamily {
  FSRFamilyObject,  // by its own encodeWithCoder:
  FSRFamilyClass,   // the object is a class
  // Values without an identity.
  FSRFamilyNull,
  FSRFamilyString,
  FSRFamilyNumber,
  FSRFamilyData,
  FSRFamilyDate,
  FSRFamilyUUID,
  FSRFamilyURL,
  FSRFamilyDecimalNumber,
  // Objects of one value.
  FSRFamilyMutableString,
  FSRFamilyMutableData,
  FSRFamilyArray,
  FSRFamilyMutableArray,
  FSRFamilyDictionary,
  FSRFamilyMutableDictionary,
  FSRFamilySet,
  FSRFamilyMutableSet,
  FSRFamilyOrderedSet,
  FSRFamilyMutableOrderedSet,
  FSRFamilyCountedSet,
  FSRFamilyCount
} FSRFamily;

// Before the first use of the others.
void FSRFamiliesPrepare(void);
// Which family the class is that an object names for archives (classForCoder).
FSRFamily FSRFamilyOfClass(Class cls);
// The class of Foundation's that decoded objects of a family are of. Nil for FSRFamilyObject.
Class FSRClassOfFamily(FSRFamily family);
// The name that objects of a family have in archives, or NULL.
const char* FSRNameOfFamily(FSRFamily family);
// The family that has this name, or FSRFamilyObject.
FSRFamily FSRFamilyOfName(const char* name, size_t size);
// Whether the objects of a family hold others.
static inline BOOL FSRIsContainer(FSRFamily family) { return family >= FSRFamilyArray; }

// ---- keys: from strings to the keys of a writer or reader, by the string's address

#define FSR_CACHED_KEYS 256

typedef struct FSRKeyCache {
  const fastser_key* (*make)(void* coder, const char* text, size_t size);
  void* coder;
  struct {
    void* string;  // an NSString that never changes, with a count of its own
    const fastser_key* key;
  } entries[FSR_CACHED_KEYS];
} FSRKeyCache;

const fastser_key* FSRKeyFind(FSRKeyCache* cache, NSString* string);
void FSRKeyCacheClear(FSRKeyCache* cache);

static inline size_t FSRKeyPlace(NSString* string) {
  const uintptr_t bits = (uintptr_t)FSR_ADDRESS(string);
  return (size_t)((bits >> 4) ^ (bits >> 11)) % FSR_CACHED_KEYS;
}

// The key of a string, if it is at hand; else NULL.
static inline const fastser_key* FSRKeyCached(const FSRKeyCache* cache, NSString* string) {
  const size_t place = FSRKeyPlace(string);
  const BOOL here = cache->entries[place].string == FSR_ADDRESS(string);  // nil has no key
  return here ? cache->entries[place].key : NULL;
}

// The key of a string. Raises for nil.
static inline const fastser_key* FSRKeyOf(FSRKeyCache* cache, NSString* string) {
  const fastser_key* const cached = FSRKeyCached(cache, string);
  return cached != NULL ? cached : FSRKeyFind(cache, string);
}

// How many objects the counted sets of an archive may have more than once. They are added one by
// one: a few bytes of an archive must not ask for more.
#define FSR_MOST_EQUAL_OBJECTS 1000000

// ---- errors

NSError* FSRErrorOf(const fastser_error* error);
NSError* FSRErrorMake(NSInteger code, NSString* message);
// The error that an exception carries, or one that tells what it was.
NSError* FSRErrorOfException(NSException* exception);
void FSRRaise(NSString* name, NSError* error) __attribute__((noreturn));
void FSRRaiseUsage(NSInteger code, NSString* format, ...) __attribute__((noreturn));

// Whether a class says YES to +supportsSecureCoding.
BOOL FSRSupportsSecureCoding(Class cls);

FSR_BORROWED_END

#endif
