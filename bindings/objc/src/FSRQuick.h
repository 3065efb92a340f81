// SPDX-License-Identifier: MIT
//
// What is done for every object that is decoded or kept, with few messages. GNU's run-time library
// looks the method up at each message, which takes about as long as what short methods do. So it is
// looked up once for many objects here. Elsewhere, and with ARC, messages are sent.
#ifndef FSR_QUICK_H
#define FSR_QUICK_H

#import "FSRInternal.h"

#if defined(GNUSTEP) && !FSR_ARC
#define FSR_LOOKS_UP_ONCE 1
#else
#define FSR_LOOKS_UP_ONCE 0
#endif

FSR_BORROWED_BEGIN

#if FSR_LOOKS_UP_ONCE

typedef id (*FSRInitString)(id fresh, SEL selector, const char* text);
typedef id (*FSRAlloc)(id cls, SEL selector);
typedef id (*FSRInitDate)(id fresh, SEL selector, NSTimeInterval seconds);
typedef id (*FSRInitCoder)(id fresh, SEL selector, NSCoder* coder);
typedef void (*FSRRelease)(id object, SEL selector);

// One for each unarchiver; all zero at first.
typedef struct FSRQuick {
  id string;  // what +[NSString alloc] gives each time: init... gives another object in its place
  FSRInitString init_string;
  FSRAlloc alloc_date;
  Class date;  // what it gave last is of this class
  FSRInitDate init_date;
} FSRQuick;

static inline void FSRQuickPrepare(FSRQuick* quick) {
  const Class string = FSRClassOfFamily(FSRFamilyString), date = FSRClassOfFamily(FSRFamilyDate);
  const id first = [string alloc], second = [string alloc];
  if (first == second) {  // else they are two strings to be
    quick->string = first;
    quick->init_string = (FSRInitString)class_getMethodImplementation(
        object_getClass(first), @selector(initWithUTF8String:));
  }
  [first release];
  [second release];
  quick->alloc_date =
      (FSRAlloc)class_getMethodImplementation(object_getClass((id)date), @selector(alloc));
}

// Of text that ends in 0.
static inline NSString* FSRQuickString(const FSRQuick* quick, const char* text) {
  if (quick->string != nil) {
    return quick->init_string(quick->string, @selector(initWithUTF8String:), text);
  }
  return [[FSRClassOfFamily(FSRFamilyString) alloc] initWithUTF8String:text];
}

static inline NSDate* FSRQuickDate(FSRQuick* quick, NSTimeInterval seconds) {
  const SEL init = @selector(initWithTimeIntervalSinceReferenceDate:);
  const id fresh = quick->alloc_date((id)FSRClassOfFamily(FSRFamilyDate), @selector(alloc));
  if (object_getClass(fresh) != quick->date) {
    quick->date = object_getClass(fresh);
    quick->init_date = (FSRInitDate)class_getMethodImplementation(quick->date, init);
  }
  return quick->init_date(fresh, init, seconds);
}

#define FSR_QUICK_CLASSES 16
// Objects that were made long ago are not in the cache: their counts, which lie in front of them,
// are asked for so many objects before they are changed.
#define FSR_ASKED_AHEAD 8

static inline void FSRGiveBackAll(void* const* items, size_t count) {
  struct {
    Class cls;
    FSRRelease release;
  } known[FSR_QUICK_CLASSES] = {{Nil, NULL}};
  for (size_t at = 0; at < count; ++at) {
    if (at + FSR_ASKED_AHEAD < count) {
      __builtin_prefetch((const char*)items[at + FSR_ASKED_AHEAD] - sizeof(void*), 1);
    }
    const Class cls = object_getClass((id)items[at]);
    const size_t place = ((uintptr_t)cls >> 6) % FSR_QUICK_CLASSES;
    if (known[place].cls != cls) {
      known[place].cls = cls;
      const IMP release = class_getMethodImplementation(cls, @selector(release));
      known[place].release = (FSRRelease)(void (*)(void))release;  // it returns nothing
    }
    known[place].release((id)items[at], @selector(release));
  }
}

#else

static inline void FSRGiveBackAll(void* const* items, size_t count) {
  for (size_t at = 0; at < count; ++at) FSRGiveBack(items[at]);
}

#endif

FSR_BORROWED_END

#endif
