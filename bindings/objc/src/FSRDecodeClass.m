// SPDX-License-Identifier: MIT
//
// Classes: what a name in the archive is in this program. A class is looked up once for each name
// and checked at every use, before anything of it is allocated.
#import "FSRDecode.h"

#include <string.h>

FSR_BORROWED_BEGIN

// Asks the run-time library: an archive may name a class that does not answer isSubclassOfClass:.
static BOOL is_of_class(Class cls, Class other) {
  Class at = cls;
  while (at != Nil && at != other) at = class_getSuperclass(at);
  return at != Nil;
}

BOOL FSRIsAllowed(const FSRUnarchiverState* state, Class cls) {
  if (state->allowed == NULL) return !state->requires_secure;
  for (size_t at = 0; at < state->allowed->count; ++at) {
    if (is_of_class(cls, state->allowed->classes[at])) return YES;
  }
  return NO;
}

BOOL FSRAllow(FSRUnarchiverState* state, Class cls) {
  if (state->allowed == NULL && !state->requires_secure) return YES;
  if (FSRIsAllowed(state, cls)) return YES;
  NSString* const FSR_POOLED name = NSStringFromClass(cls);
  NSString* const FSR_POOLED message =
      [NSString stringWithFormat:@"an object of the class %@, which is not allowed here", name];
  FSRFailHere(state, FSRErrorClassNotAllowed, message);
  return NO;
}

// GNUstep's NSClassFromString raises for names that are not of its C encoding.
static Class class_from(NSString* name) {
#if defined(__APPLE__)
  return NSClassFromString(name);
#else
  const char* const text = [name UTF8String];
  const BOOL whole = strlen(text) == [name lengthOfBytesUsingEncoding:NSUTF8StringEncoding];
  return whole ? objc_lookUpClass(text) : Nil;
#endif
}

Class FSRClassNamed(FSRUnarchiverState* state, NSString* name) {
  id here = [state->names objectForKey:name];
  if (here == nil) here = [state->common_names objectForKey:name];
  if (here == nil) here = name;
  return [here isKindOfClass:[NSString class]] ? class_from(here) : (Class)here;
}

NSString* FSRTextOf(fastser_text text) {
  return FSR_AUTORELEASE([[FSRClassOfFamily(FSRFamilyString) alloc]
      initWithBytes:text.data
             length:text.size
           encoding:NSUTF8StringEncoding]);
}

// Asks the delegate; the super-classes' names are told it, too.
static Class ask_for_class(FSRUnarchiverState* state, NSString* name) {
  if (![state->delegate respondsToSelector:@selector(unarchiver:
                                               cannotDecodeObjectOfClassName:originalClasses:)]) {
    return Nil;
  }
  NSMutableArray* const names = [NSMutableArray arrayWithObject:name];
  const uint32_t levels = fastser_reader_class_levels(state->reader);
  for (uint32_t level = 1; level < levels; ++level) {
    [names addObject:FSRTextOf(fastser_reader_class_name(state->reader, level))];
  }
  return [state->delegate unarchiver:state->unarchiver
       cannotDecodeObjectOfClassName:name
                     originalClasses:names];
}

// Whether nobody overrides how objects of a class are allocated.
static BOOL is_plain(Class cls) {
#if FSR_LOOKS_UP_ONCE
  const Class of_class = object_getClass((id)cls);
  const Class of_object = object_getClass((id)[NSObject class]);
  return class_getMethodImplementation(of_class, @selector(alloc)) ==
             class_getMethodImplementation(of_object, @selector(alloc)) &&
         class_getMethodImplementation(of_class, @selector(allocWithZone:)) ==
             class_getMethodImplementation(of_object, @selector(allocWithZone:));
#else
  (void)cls;
  return NO;
#endif
}

static void find_class(FSRUnarchiverState* state, FSRReadClass* known, fastser_text text) {
  known->family = FSRFamilyOfName(text.data, text.size);
  if (known->family != FSRFamilyObject) {
    known->cls = FSRClassOfFamily(known->family);
    return;
  }
  NSString* const name = FSRTextOf(text);
  if (name == nil) return;
  Class cls = FSRClassNamed(state, name);
  if (cls == Nil) cls = ask_for_class(state, name);
  // An archive may name any class, also a proxy or a root that does not answer respondsToSelector:.
  // So the run-time library is asked, and only classes that can be decoded are sent messages.
  if (cls != Nil &&
      class_respondsToSelector(object_getClass((id)cls), @selector(classForKeyedUnarchiver))) {
    cls = [(id)cls classForKeyedUnarchiver];
  }
  if (cls == Nil || !class_respondsToSelector(cls, @selector(initWithCoder:))) return;
  known->cls = cls;
  known->secure = FSRSupportsSecureCoding(cls);
  known->plain = is_plain(cls);
#if FSR_LOOKS_UP_ONCE
  known->init = (FSRInitCoder)class_getMethodImplementation(cls, @selector(initWithCoder:));
#endif
  known->awakes = class_getMethodImplementation(cls, @selector(awakeAfterUsingCoder:)) !=
                  class_getMethodImplementation([NSObject class], @selector(awakeAfterUsingCoder:));
}

static FSRReadClass* add_class(FSRUnarchiverState* state, uint32_t number) {
  FSRReadClass* const known = calloc(1, sizeof *known);
  if (known == NULL || !FSRPointerListAdd(&state->classes, known)) {
    [NSException raise:NSMallocException format:@"no memory"];
  }
  find_class(state, known, fastser_reader_class_name(state->reader, 0));
  if (number != FASTSER_NO_NUMBER) fastser_reader_set_class_data(state->reader, number, known);
  return known;
}

const FSRReadClass* FSRKnownClass(FSRUnarchiverState* state) {
  const uint32_t number = fastser_reader_class_number(state->reader, 0);
  const FSRReadClass* const known = fastser_reader_class_data(state->reader, number);
  return known != NULL ? known : add_class(state, number);
}

const FSRReadClass* FSRClassOfOpen(FSRUnarchiverState* state, const FSRReadClass* known) {
  fastser_reader* const reader = state->reader;
  if (known == NULL) known = FSRKnownClass(state);
  if (known->cls == Nil) {
    NSString* const FSR_POOLED name = FSRTextOf(fastser_reader_class_name(reader, 0));
    NSString* const FSR_POOLED message = [NSString
        stringWithFormat:@"an object of the class \"%@\", which this program does not have or "
                         @"cannot decode",
                         name];
    FSRFailHere(state, FASTSER_UNKNOWN_CLASS, message);
    return NULL;
  }
  if (state->allowed == NULL && !state->requires_secure) return known;
  if (!FSRAllow(state, known->cls)) return NULL;
  if (known->family == FSRFamilyObject && state->requires_secure && !known->secure) {
    NSString* const FSR_POOLED name = NSStringFromClass(known->cls);
    NSString* const FSR_POOLED message =
        [NSString stringWithFormat:@"the class %@ does not support secure coding", name];
    FSRFailHere(state, FSRErrorClassNotAllowed, message);
    return NULL;
  }
  return known;
}

// Whether the class can be in a container, as other objects are: it is retained there, which not
// every root class knows. (ARC takes no @selector of this.)
static BOOL can_be_held(Class cls) {
  return class_respondsToSelector(object_getClass((id)cls), sel_registerName("retain"));
}

Class FSRDecodeClassOfName(FSRUnarchiverState* state, fastser_text text) {
  FSRCheckReader(state);
  if (state->error != nil) return Nil;
  NSString* const FSR_POOLED name = FSRTextOf(text);
  const Class cls = FSRClassNamed(state, name);
  if (cls != Nil && can_be_held(cls)) return FSRAllow(state, cls) ? cls : Nil;
  NSString* const FSR_POOLED message = [NSString
      stringWithFormat:@"the class \"%@\", which this program does not have or cannot hold", name];
  FSRFailHere(state, FASTSER_UNKNOWN_CLASS, message);
  return Nil;
}

Class FSRDecodeClass(FSRUnarchiverState* state, const fastser_key* key) {
  fastser_reader* const reader = state->reader;
  if (fastser_reader_peek(reader, key) == FASTSER_TYPE_NULL) {
    fastser_reader_null(reader, key);
    FSRCheckReader(state);
    return Nil;
  }
  return FSRDecodeClassOfName(state, fastser_reader_class_ref(reader, key));
}

FSR_BORROWED_END
