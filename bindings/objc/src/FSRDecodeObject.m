// SPDX-License-Identifier: MIT
//
// Objects: the mirror of FSREncodeObject.m. A class is looked up once for each name in the archive
// and checked at every use, before anything of it is allocated. What is made is known by its number
// in the archive from then on, so that it is found while its fields are read.
#import "FSRUnarchiverState.h"

#include <string.h>

#include "FSRStack.h"

// How deep objects nest before it is asked how much stack there is.
#define UNCHECKED_DEPTH 64
// How deep they may where that is not known.
#define BLIND_DEPTH 1000

FSR_BORROWED_BEGIN

id FSROwn(FSRUnarchiverState* state, FSR_TAKES id object) {
  if (object != nil && !FSRPointerListAdd(&state->kept, FSRTaken(object))) {
    [NSException raise:NSMallocException format:@"no memory"];
  }
  return object;
}

// ---- which classes

BOOL FSRIsAllowed(const FSRUnarchiverState* state, Class cls) {
  if (state->allowed == NULL) return !state->requires_secure;
  for (size_t at = 0; at < state->allowed->count; ++at) {
    if (cls == state->allowed->classes[at] || [cls isSubclassOfClass:state->allowed->classes[at]]) {
      return YES;
    }
  }
  return NO;
}

static BOOL allow(FSRUnarchiverState* state, Class cls) {
  if (state->allowed == NULL && !state->requires_secure) return YES;
  if (FSRIsAllowed(state, cls)) return YES;
  NSString* const FSR_POOLED name = NSStringFromClass(cls);
  NSString* const FSR_POOLED message =
      [NSString stringWithFormat:@"an object of the class %@, which is not allowed here", name];
  FSRFailHere(state, FSRErrorClassNotAllowed, message);
  return NO;
}

static BOOL allow_family(FSRUnarchiverState* state, FSRFamily family) {
  if (state->allowed == NULL && !state->requires_secure) return YES;
  return allow(state, FSRClassOfFamily(family));
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

static NSString* text_of(fastser_text text) {
  return FSR_AUTORELEASE([[FSRClassOfFamily(FSRFamilyString) alloc]
      initWithBytes:text.data
             length:text.size
           encoding:NSUTF8StringEncoding]);
}

static fastser_text text_in(const fastser_value* value) {
  const fastser_text text = {(const char*)value->bytes.data, value->bytes.size};
  return text;
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
    [names addObject:text_of(fastser_reader_class_name(state->reader, level))];
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

static FSR_RETURNS_OWNED id allocate(const FSRReadClass* known) {
#if FSR_LOOKS_UP_ONCE
  if (known->plain) return NSAllocateObject(known->cls, 0, NSDefaultMallocZone());
#endif
  return [known->cls alloc];
}

static void find_class(FSRUnarchiverState* state, FSRReadClass* known, fastser_text text) {
  known->family = FSRFamilyOfName(text.data, text.size);
  if (known->family != FSRFamilyObject) {
    known->cls = FSRClassOfFamily(known->family);
    return;
  }
  NSString* const name = text_of(text);
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

// What the class of the record or object that was just opened is here.
static const FSRReadClass* known_class(FSRUnarchiverState* state) {
  const uint32_t number = fastser_reader_class_number(state->reader, 0);
  const FSRReadClass* const known = fastser_reader_class_data(state->reader, number);
  return known != NULL ? known : add_class(state, number);
}

// Whether it has one.
static BOOL has_class(const FSRUnarchiverState* state) {
  return fastser_reader_class_name(state->reader, 0).size != 0;
}

// What it is here, if the program has it and it is allowed; NULL after an error. `known`: what was
// remembered for it, if that is at hand.
static const FSRReadClass* class_of_open(FSRUnarchiverState* state, const FSRReadClass* known) {
  fastser_reader* const reader = state->reader;
  if (known == NULL) known = known_class(state);
  if (known->cls == Nil) {
    NSString* const FSR_POOLED name = text_of(fastser_reader_class_name(reader, 0));
    NSString* const FSR_POOLED message = [NSString
        stringWithFormat:@"an object of the class \"%@\", which this program does not have or "
                         @"cannot decode",
                         name];
    FSRFailHere(state, FASTSER_UNKNOWN_CLASS, message);
    return NULL;
  }
  if (state->allowed == NULL && !state->requires_secure) return known;
  if (!allow(state, known->cls)) return NULL;
  if (known->family == FSRFamilyObject && state->requires_secure && !known->secure) {
    NSString* const FSR_POOLED name = NSStringFromClass(known->cls);
    NSString* const FSR_POOLED message =
        [NSString stringWithFormat:@"the class %@ does not support secure coding", name];
    FSRFailHere(state, FSRErrorClassNotAllowed, message);
    return NULL;
  }
  return known;
}

static Class decode_class(FSRUnarchiverState* state, fastser_text text) {
  FSRCheckReader(state);
  if (state->error != nil) return Nil;
  NSString* const FSR_POOLED name = text_of(text);
  const Class cls = FSRClassNamed(state, name);
  if (cls == Nil) {
    NSString* const FSR_POOLED message =
        [NSString stringWithFormat:@"this program has no class \"%@\"", name];
    FSRFailHere(state, FASTSER_UNKNOWN_CLASS, message);
  }
  return cls != Nil && allow(state, cls) ? cls : Nil;
}

Class FSRDecodeClass(FSRUnarchiverState* state, const fastser_key* key) {
  fastser_reader* const reader = state->reader;
  if (fastser_reader_peek(reader, key) == FASTSER_TYPE_NULL) {
    fastser_reader_null(reader, key);
    FSRCheckReader(state);
    return Nil;
  }
  return decode_class(state, fastser_reader_class_ref(reader, key));
}

// ---- depth

static BOOL is_too_deep(FSRUnarchiverState* state) {
  const char here = 0;
  if (state->maximum_depth != 0 && state->depth > state->maximum_depth) return YES;
  if (state->depth <= UNCHECKED_DEPTH) return NO;
  if (state->depth == UNCHECKED_DEPTH + 1) state->stack_limit = FSRStackLimit();
  if (state->stack_limit == 0) return state->depth > BLIND_DEPTH;
  return (uintptr_t)&here < state->stack_limit;
}

static BOOL enter(FSRUnarchiverState* state) {
  ++state->depth;
  if (!is_too_deep(state)) return YES;
  FSRFailHere(state, FASTSER_TOO_DEEP, @"objects are nested deeper than can be decoded");
  return NO;
}

// ---- values without an identity

static FSR_RETURNS_OWNED NSString* make_string(FSRUnarchiverState* state, const uint8_t* data,
                                               size_t size) {
#if FSR_LOOKS_UP_ONCE
  // One allocation in place of two.
  char text[128];
  if (size < sizeof text && (size == 0 || memchr(data, 0, size) == NULL)) {
    if (size != 0) memcpy(text, data, size);
    text[size] = 0;
    return FSRQuickString(&state->quick, text);
  }
#endif
  (void)state;
  return [[FSRClassOfFamily(FSRFamilyString) alloc] initWithBytes:data
                                                           length:size
                                                         encoding:NSUTF8StringEncoding];
}

static __attribute__((noinline)) id new_string(FSRUnarchiverState* state,
                                               const fastser_value* value) {
  if (value->bytes.size == 0) FSRCheckReader(state);
  if (state->error != nil) return nil;
  NSString* const string = FSROwn(state, make_string(state, value->bytes.data, value->bytes.size));
  if (value->number != FASTSER_NO_NUMBER) {
    fastser_reader_set_string_object(state->reader, value->number, FSR_ADDRESS(string));
  }
  return string;
}

static inline id decode_string(FSRUnarchiverState* state, const fastser_value* value) {
  if (!allow_family(state, FSRFamilyString)) return nil;
  return value->object != NULL ? FSR_OBJECT_AT(value->object) : new_string(state, value);
}

static __attribute__((noinline)) id new_data(FSRUnarchiverState* state,
                                             const fastser_value* value) {
  if (value->bytes.size == 0) FSRCheckReader(state);
  if (state->error != nil) return nil;
  NSData* const data =
      FSROwn(state, [[FSRClassOfFamily(FSRFamilyData) alloc] initWithBytes:value->bytes.data
                                                                    length:value->bytes.size]);
  if (value->number != FASTSER_NO_NUMBER) {
    fastser_reader_set_data_object(state->reader, value->number, FSR_ADDRESS(data));
  }
  return data;
}

static inline id decode_data(FSRUnarchiverState* state, const fastser_value* value) {
  if (!allow_family(state, FSRFamilyData)) return nil;
  return value->object != NULL ? FSR_OBJECT_AT(value->object) : new_data(state, value);
}

static float float_of(uint64_t bits) {
  const uint32_t narrow = (uint32_t)bits;
  float value;
  memcpy(&value, &narrow, sizeof value);
  return value;
}

static double double_of(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static FSR_RETURNS_OWNED id decode_number(FSRUnarchiverState* state, const fastser_value* value) {
  if (!allow_family(state, FSRFamilyNumber)) return nil;
  NSNumber* const number = [FSRClassOfFamily(FSRFamilyNumber) alloc];
  const uint64_t bits = value->bits;
  switch (value->code) {
    case FASTSER_TYPE_BOOL: return [number initWithBool:bits != 0];
    case FASTSER_TYPE_I8: return [number initWithChar:(int8_t)bits];
    case FASTSER_TYPE_U8: return [number initWithUnsignedChar:(uint8_t)bits];
    case FASTSER_TYPE_I16:
    case FASTSER_TYPE_VAR_I16: return [number initWithShort:(int16_t)bits];
    case FASTSER_TYPE_U16:
    case FASTSER_TYPE_VAR_U16: return [number initWithUnsignedShort:(uint16_t)bits];
    case FASTSER_TYPE_I32:
    case FASTSER_TYPE_VAR_I32: return [number initWithInt:(int32_t)bits];
    case FASTSER_TYPE_U32:
    case FASTSER_TYPE_VAR_U32: return [number initWithUnsignedInt:(uint32_t)bits];
    case FASTSER_TYPE_U64:
    case FASTSER_TYPE_VAR_U64: return [number initWithUnsignedLongLong:bits];
    case FASTSER_TYPE_F32: return [number initWithFloat:float_of(bits)];
    case FASTSER_TYPE_F64: return [number initWithDouble:double_of(bits)];
    case FASTSER_TYPE_DURATION: return [number initWithDouble:(double)(int64_t)bits / 1e9];
    default: return [number initWithLongLong:(int64_t)bits];
  }
}

static FSR_RETURNS_OWNED id make_date(FSRUnarchiverState* state, double seconds) {
  if (!allow_family(state, FSRFamilyDate)) return nil;
#if FSR_LOOKS_UP_ONCE
  return FSRQuickDate(&state->quick, seconds);
#else
  return [[FSRClassOfFamily(FSRFamilyDate) alloc] initWithTimeIntervalSinceReferenceDate:seconds];
#endif
}

static FSR_RETURNS_OWNED id decode_date(FSRUnarchiverState* state, const fastser_key* key) {
  static const int64_t kReference = 978307200;  // 2001-01-01 as seconds since 1970
  const fastser_date date = fastser_reader_date(state->reader, key);
  return make_date(state, (double)date.seconds - (double)kReference + date.nanoseconds / 1e9);
}

static FSR_RETURNS_OWNED id decode_decimal(FSRUnarchiverState* state, const fastser_key* key) {
  if (!allow_family(state, FSRFamilyDecimalNumber)) return nil;
  const fastser_decimal decimal = fastser_reader_decimal(state->reader, key);
  unsigned __int128 digits =
      ((unsigned __int128)decimal.high << 64) | ((uint64_t)decimal.middle << 32) | decimal.low;
  char text[48];
  char* at = text + sizeof text;
  *--at = 0;
  for (int place = 0; digits != 0 || place <= decimal.scale; ++place) {
    if (place == decimal.scale && place != 0) *--at = '.';
    *--at = (char)('0' + (int)(digits % 10));
    digits /= 10;
  }
  if (decimal.negative) *--at = '-';
  NSDictionary* const locale = [NSDictionary dictionaryWithObject:@"." forKey:NSDecimalSeparator];
  return FSR_RETAIN([NSDecimalNumber decimalNumberWithString:[NSString stringWithUTF8String:at]
                                                      locale:locale]);
}

static FSR_RETURNS_OWNED id decode_uuid(FSRUnarchiverState* state, const fastser_key* key) {
  if (!allow_family(state, FSRFamilyUUID)) return nil;
  fastser_uuid uuid = fastser_reader_uuid(state->reader, key);
  return [[FSRClassOfFamily(FSRFamilyUUID) alloc] initWithUUIDBytes:uuid.bytes];
}

static FSR_RETURNS_OWNED id decode_url(FSRUnarchiverState* state, const fastser_value* value) {
  if (!allow_family(state, FSRFamilyURL)) return nil;
  NSString* const FSR_POOLED text = text_of(text_in(value));
  NSURL* const url = [[FSRClassOfFamily(FSRFamilyURL) alloc] initWithString:text];
  if (url == nil) FSRFailHere(state, FASTSER_MALFORMED, @"a URL that NSURL refuses");
  return url;
}

static id decode_null(FSRUnarchiverState* state, const fastser_key* key) {
  fastser_reader* const reader = state->reader;
  if (key != FASTSER_NO_KEY && !fastser_reader_contains(reader, key)) return nil;
  if (key == FASTSER_NO_KEY && fastser_reader_is_at_end(reader)) {
    FSRCheckReader(state);
    FSRFailHere(state, FASTSER_TRUNCATED, @"there are no more values");
    return nil;
  }
  fastser_reader_null(reader, key);
  FSRCheckReader(state);
  return state->error == nil && allow_family(state, FSRFamilyNull) ? [NSNull null] : nil;
}

// ---- containers

static id not_nil(id object) { return object == nil ? (id)[NSNull null] : object; }

static void push(FSRUnarchiverState* state, id object) {
  if (!FSRPointerListAdd(&state->scratch, FSR_ADDRESS(object))) {
    [NSException raise:NSMallocException format:@"no memory"];
  }
}

// The elements that follow, on the scratch list. For maps: a key, a value, a key ...
static BOOL read_elements(FSRUnarchiverState* state, BOOL map) {
  fastser_reader* const reader = state->reader;
  uint64_t count = 0;
  const int32_t opened = map ? fastser_reader_begin_map(reader, FASTSER_NO_KEY, &count)
                             : fastser_reader_begin_list(reader, FASTSER_NO_KEY, &count);
  if (!opened) {
    FSRCheckReader(state);
    FSRFailHere(state, FASTSER_TYPE_MISMATCH, @"a container is expected here");
    return NO;
  }
  if (map) count *= 2;
  for (uint64_t at = 0; at < count; ++at) {
    push(state, not_nil(FSRDecodeObject(state, FASTSER_NO_KEY)));
    if (state->error != nil) return NO;
  }
  if (map) {
    fastser_reader_end_map(reader);
  } else {
    fastser_reader_end_list(reader);
  }
  FSRCheckReader(state);
  return state->error == nil;
}

static BOOL is_map(FSRFamily family) {
  return family == FSRFamilyDictionary || family == FSRFamilyMutableDictionary ||
         family == FSRFamilyCountedSet;
}

// Whether the elements are what the container can have: keys that can be copied, counts.
static BOOL are_fit(FSRUnarchiverState* state, FSRFamily family, size_t base) {
  if (!is_map(family)) return YES;
  for (size_t at = base; at + 1 < state->scratch.count; at += 2) {
    const FSR_UNOWNED id key = FSR_OBJECT_AT(state->scratch.items[at]);
    const FSR_UNOWNED id value = FSR_OBJECT_AT(state->scratch.items[at + 1]);
    const BOOL fit = family == FSRFamilyCountedSet
                         ? [value isKindOfClass:FSRClassOfFamily(FSRFamilyNumber)]
                         : [key respondsToSelector:@selector(copyWithZone:)];
    if (fit) continue;
    FSRFailHere(state, FASTSER_TYPE_MISMATCH, @"an element that such a container cannot have");
    return NO;
  }
  return YES;
}

// The class that can be filled, for a family that cannot.
static FSRFamily filled_family(FSRFamily family) {
  switch (family) {
    case FSRFamilyArray: return FSRFamilyMutableArray;
    case FSRFamilyDictionary: return FSRFamilyMutableDictionary;
    case FSRFamilySet: return FSRFamilyMutableSet;
    case FSRFamilyOrderedSet: return FSRFamilyMutableOrderedSet;
    default: return family;
  }
}

static void fill(id object, FSRFamily family, const FSR_UNOWNED id* elements, size_t count) {
  if (family == FSRFamilyCountedSet) {
    for (size_t at = 0; at + 1 < count; at += 2) {
      // As often as it says; but nobody has a set of more than that.
      unsigned long long times = [elements[at + 1] unsignedLongLongValue];
      if (times > 1000000) times = 1000000;
      for (; times > 0; --times) [object addObject:elements[at]];
    }
  } else if (is_map(family)) {
    for (size_t at = 0; at + 1 < count; at += 2) {
      [object setObject:elements[at + 1] forKey:elements[at]];
    }
  } else {
    for (size_t at = 0; at < count; ++at) [object addObject:elements[at]];
  }
}

// Those on the scratch list from a place on. (There is no list before there was an element.)
static const FSR_UNOWNED id* elements_from(FSRUnarchiverState* state, size_t place) {
  const void* const items = state->scratch.items;
  return items == NULL ? NULL : (const FSR_UNOWNED id*)items + place;
}

static FSR_RETURNS_OWNED id make_dictionary(FSRUnarchiverState* state, size_t base) {
  const size_t count = (state->scratch.count - base) / 2;
  for (size_t half = 0; half < 2; ++half) {
    for (size_t at = 0; at < count; ++at) {
      push(state, FSR_OBJECT_AT(state->scratch.items[base + 2 * at + half]));
    }
  }
  return [[NSDictionary alloc] initWithObjects:elements_from(state, base + 3 * count)
                                       forKeys:elements_from(state, base + 2 * count)
                                         count:count];
}

// A container that cannot be changed, from its elements.
static FSR_RETURNS_OWNED id make_complete(FSRUnarchiverState* state, FSRFamily family,
                                          size_t base) {
  const FSR_UNOWNED id* const elements = elements_from(state, base);
  const size_t count = state->scratch.count - base;
  switch (family) {
    case FSRFamilyArray: return [[NSArray alloc] initWithObjects:elements count:count];
    case FSRFamilySet: return [[NSSet alloc] initWithObjects:elements count:count];
    case FSRFamilyOrderedSet: return [[NSOrderedSet alloc] initWithObjects:elements count:count];
    default: return make_dictionary(state, base);
  }
}

// What is known of an object's number. Only containers that are being read have nothing there.
static id object_of(FSRUnarchiverState* state, uint32_t number) {
  const FSR_UNOWNED id object = FSR_OBJECT_AT(fastser_reader_object(state->reader, number));
  if (object != nil) return object;
  for (FSROpen* open = state->open; open != NULL; open = open->outer) {
    if (open->number != number) continue;
    open->object = FSROwn(state, [[FSRClassOfFamily(filled_family(open->family)) alloc] init]);
    fastser_reader_set_object(state->reader, number, FSR_ADDRESS(open->object));
    return open->object;
  }
  return nil;  // initWithCoder: gave nil
}

// The container whose object was opened, or is a value; `number` FASTSER_NO_NUMBER for those.
// `read` puts its elements on the scratch list.
static id decode_container(FSRUnarchiverState* state, FSRFamily family, uint32_t number,
                           BOOL (*read)(FSRUnarchiverState* state, BOOL map)) {
  FSROpen open = {state->open, number, family, nil};
  const size_t base = state->scratch.count;
  state->open = &open;
  if (filled_family(family) == family && number != FASTSER_NO_NUMBER) {
    open.object = FSROwn(state, [[FSRClassOfFamily(family) alloc] init]);
    fastser_reader_set_object(state->reader, number, FSR_ADDRESS(open.object));
  }
  const BOOL complete = read(state, is_map(family)) && are_fit(state, family, base);
  state->open = open.outer;
  if (!complete) return nil;
  if (open.object != nil) {
    fill(open.object, family, elements_from(state, base), state->scratch.count - base);
  } else {
    open.object = FSROwn(state, make_complete(state, family, base));
    fastser_reader_set_object(state->reader, number, FSR_ADDRESS(open.object));
  }
  state->scratch.count = base;
  return open.object;
}

// ---- objects of one value

static FSR_RETURNS_OWNED id decode_digits(FSRUnarchiverState* state) {
  const fastser_text text = fastser_reader_string(state->reader, FASTSER_NO_KEY);
  NSDictionary* const locale = [NSDictionary dictionaryWithObject:@"." forKey:NSDecimalSeparator];
  return FSR_RETAIN([NSDecimalNumber decimalNumberWithString:text_of(text) locale:locale]);
}

// GNUstep makes no string with half of a pair, but it cuts pairs.
static FSR_RETURNS_OWNED NSString* join_units(const unichar* units, size_t count) {
  NSMutableString* const joined = [NSMutableString string];
  for (size_t at = 0; at < count; ++at) {
    const BOOL low = (units[at] & 0xFC00) == 0xDC00, half = (units[at] & 0xF800) == 0xD800;
    const unichar pair[2] = {low ? 0xD800 : units[at], low ? units[at] : 0xDC00};
    NSString* const whole = [NSString stringWithCharacters:pair length:half ? 2 : 1];
    const NSRange one = NSMakeRange(low ? 1 : 0, 1);
    [joined appendString:half ? [whole substringWithRange:one] : whole];
  }
  return [joined copy];
}

// A string that is no Unicode text.
static FSR_RETURNS_OWNED id decode_units(FSRUnarchiverState* state) {
  const fastser_array array = fastser_reader_array(state->reader, FASTSER_NO_KEY);
  FSRCheckReader(state);
  if (state->error != nil) return nil;
  unichar* const units = malloc(array.count * sizeof(unichar) + 1);
  if (units == NULL) [NSException raise:NSMallocException format:@"no memory"];
  if (fastser_array_copy(&array, FASTSER_TYPE_U16, units, array.count) != FASTSER_OK) {
    free(units);
    FSRFailHere(state, FASTSER_TYPE_MISMATCH, @"a string that is neither text nor UTF-16");
    return nil;
  }
  NSString* string = [[FSRClassOfFamily(FSRFamilyString) alloc] initWithCharacters:units
                                                                            length:array.count];
  if (string == nil) string = join_units(units, array.count);
  free(units);
  return string;
}

static FSR_RETURNS_OWNED id decode_relative_url(FSRUnarchiverState* state) {
  static const fastser_key kBase = FASTSER_KEY("base"), kRelative = FASTSER_KEY("relative");
  const FSR_UNOWNED id base = FSRDecodeObject(state, &kBase);
  if (state->error != nil) return nil;
  NSString* const FSR_POOLED relative = text_of(fastser_reader_string(state->reader, &kRelative));
  FSRCheckReader(state);
  if (state->error != nil || ![base isKindOfClass:[NSURL class]]) return nil;
  return [[FSRClassOfFamily(FSRFamilyURL) alloc] initWithString:relative relativeToURL:base];
}

static FSR_RETURNS_OWNED id decode_simple(FSRUnarchiverState* state, FSRFamily family) {
  switch (family) {
    case FSRFamilyString: return decode_units(state);
    case FSRFamilyDecimalNumber: return decode_digits(state);
    case FSRFamilyURL: return decode_relative_url(state);
    case FSRFamilyMutableData: {
      const fastser_view view = fastser_reader_data(state->reader, FASTSER_NO_KEY);
      return [[NSMutableData alloc] initWithBytes:view.data length:view.size];
    }
    default: {
      const fastser_text text = fastser_reader_string(state->reader, FASTSER_NO_KEY);
      return [[NSMutableString alloc] initWithBytes:text.data
                                             length:text.size
                                           encoding:NSUTF8StringEncoding];
    }
  }
}

// ---- objects of the program's classes

static void end_frame(FSRUnarchiverState* state, FSRFrame* frame) {
  FSRLeaveRun(state);
  state->frame = frame->outer;
  state->mixed = frame->outer_mixed;
  free(frame->places);
}

// Sends initWithCoder:, which takes over what +alloc gave, and gives perhaps another object.
static inline FSR_RETURNS_OWNED id send_init(FSRUnarchiverState* state, const FSRReadClass* known,
                                             FSR_TAKES id fresh) {
#if FSR_LOOKS_UP_ONCE
  if (known->plain) return known->init(fresh, @selector(initWithCoder:), state->unarchiver);
#endif
  (void)known;
  return [fresh initWithCoder:state->unarchiver];
}

// The same, and what has to be put right when it raises.
static FSR_RETURNS_OWNED id init_object(FSRUnarchiverState* state, const FSRReadClass* known,
                                        FSR_TAKES id fresh, BOOL named) {
  FSRFrame frame;
  memset(&frame, 0, sizeof frame);
  frame.keyed = named;
  frame.outer = state->frame;
  frame.outer_mixed = state->mixed;
  state->frame = &frame;
  state->mixed = NO;
  id object = nil;
  @try {
    object = send_init(state, known, fresh);
  } @catch (NSException* exception) {
    end_frame(state, &frame);
    // Half an object is left alone: nobody knows whether it has released or replaced itself.
    if (state->error == nil) {
      state->error = FSR_RETAIN(FSRErrorOfException(exception));
      fastser_reader_fail(state->reader, FASTSER_FIRST_OF_CALLER, NULL, 0);
    }
    @throw;
  }
  end_frame(state, &frame);
  return object;
}

// What awakeAfterUsingCoder: gives. An object that gives another has released itself: Apple's
// header says that to ARC (NS_REPLACES_RECEIVER), GNUstep's does not.
typedef FSR_RETURNS_OWNED id (*AwakeMethod)(FSR_TAKES id object, SEL selector, NSCoder* coder);

static FSR_RETURNS_OWNED id awake(FSRUnarchiverState* state, FSR_TAKES id object) {
  const SEL selector = @selector(awakeAfterUsingCoder:);
  const AwakeMethod method =
      (AwakeMethod)class_getMethodImplementation(object_getClass(object), selector);
  return method(object, selector, state->unarchiver);
}

// `named`: all its fields are known to have names.
static id decode_own(FSRUnarchiverState* state, const FSRReadClass* known, uint32_t number,
                     BOOL named) {
  const id fresh = allocate(known);
  if (number != FASTSER_NO_NUMBER) {
    fastser_reader_set_object(state->reader, number, FSR_ADDRESS(fresh));
  }
  id object = init_object(state, known, fresh, named);
  if (known->awakes && object != nil) object = awake(state, object);
  FSROwn(state, object);
  if (object != fresh && number != FASTSER_NO_NUMBER) {
    fastser_reader_set_object(state->reader, number, FSR_ADDRESS(object));
  }
  return object;
}

// ---- records that no class of the program's is for: structs of other languages, and
// what converters found more than once

FSRNames FSRNamesOf(const fastser_reader* reader) {
  const size_t count = fastser_reader_field_count(reader);
  size_t named = 0;
  for (size_t at = 0; at < count; ++at) named += fastser_reader_field(reader, at).named != 0;
  return named == count ? FSRNamesAll : named == 0 ? FSRNamesNone : FSRNamesSome;
}

static NSString* name_of_field(FSRUnarchiverState* state, size_t at) {
  const fastser_text text = fastser_reader_field(state->reader, at).name;
  NSString* const FSR_UNOWNED name =
      FSROwn(state, make_string(state, (const uint8_t*)text.data, text.size));
  if (name == nil) FSRFailHere(state, FASTSER_MALFORMED, @"a field name that is not text");
  return name;
}

// What lies in the record, by name where the fields have names. An empty tuple is how converters
// say that a field is not there.
static BOOL read_fields(FSRUnarchiverState* state, BOOL named) {
  fastser_reader* const reader = state->reader;
  while (!fastser_reader_is_at_end(reader)) {
    const size_t before = state->scratch.count;
    if (named) push(state, not_nil(name_of_field(state, fastser_reader_field_index(reader))));
    const BOOL tuple = fastser_reader_peek(reader, FASTSER_NO_KEY) == FASTSER_TYPE_TUPLE;
    const FSR_UNOWNED id value = not_nil(FSRDecodeObject(state, FASTSER_NO_KEY));
    if (state->error != nil) return NO;
    if (named && tuple && [value isKindOfClass:[NSArray class]] && [value count] == 0) {
      state->scratch.count = before;
    } else {
      push(state, value);
    }
  }
  FSRCheckReader(state);
  return state->error == nil;
}

// A class and its super-class may have fields of one name.
static BOOL has_a_name_twice(FSRUnarchiverState* state) {
  if (fastser_reader_class_levels(state->reader) < 2) return NO;
  const size_t count = fastser_reader_field_count(state->reader);
  NSMutableSet* const FSR_POOLED names = [NSMutableSet set];
  for (size_t at = 0; at < count; ++at) [names addObject:not_nil(name_of_field(state, at))];
  return [names count] != count;
}

// A dictionary of its fields by name.
static id decode_fields(FSRUnarchiverState* state, uint32_t number) {
  if (!allow_family(state, FSRFamilyDictionary)) return nil;
  if (fastser_reader_field_count(state->reader) != 0 && !allow_family(state, FSRFamilyString)) {
    return nil;
  }
  if (has_a_name_twice(state)) {
    FSRFailHere(state, FASTSER_TYPE_MISMATCH,
                @"a record of an unknown class with two fields of one name");
    return nil;
  }
  return decode_container(state, FSRFamilyDictionary, number, read_fields);
}

// What lists, sets and maps that are values are read as; FSRFamilyObject for other values.
static FSRFamily container_of(uint32_t code) {
  switch (code) {
    case FASTSER_TYPE_LIST:
    case FASTSER_TYPE_ARRAY:
    case FASTSER_TYPE_TUPLE: return FSRFamilyArray;
    case FASTSER_TYPE_SET: return FSRFamilySet;
    case FASTSER_TYPE_MAP:
    case FASTSER_TYPE_ORDERED_MAP: return FSRFamilyDictionary;
    default: return FSRFamilyObject;
  }
}

// An object that is no record but another value: where shared pointers of C++ lead to, for one.
static id decode_pointee(FSRUnarchiverState* state, uint32_t number) {
  const FSRFamily family = container_of(fastser_reader_peek(state->reader, FASTSER_NO_KEY));
  if (family != FSRFamilyObject) {
    if (!allow_family(state, family)) return nil;
    return decode_container(state, family, number, read_elements);
  }
  const FSR_UNOWNED id object = FSRDecodeObject(state, FASTSER_NO_KEY);
  if (state->error == nil) fastser_reader_set_object(state->reader, number, FSR_ADDRESS(object));
  return object;
}

// Of a record or object that was just opened. One without names is an array.
static id decode_classless(FSRUnarchiverState* state, uint32_t number) {
  fastser_reader* const reader = state->reader;
  if (fastser_reader_field_count(reader) == 0 && !fastser_reader_is_at_end(reader)) {
    return decode_pointee(state, number);
  }
  switch (FSRNamesOf(state->reader)) {
    case FSRNamesAll: return decode_fields(state, number);
    case FSRNamesNone:
      if (!allow_family(state, FSRFamilyArray)) return nil;
      return decode_container(state, FSRFamilyArray, number, read_fields);
    default: break;
  }
  FSRFailHere(state, FASTSER_UNKNOWN_CLASS,
              @"a record of an unknown class in which only some fields have names");
  return nil;
}

// ---- records and objects

static id decode_body(FSRUnarchiverState* state, uint32_t number, const FSRReadClass* of,
                      BOOL named) {
  if (of == NULL && !has_class(state)) return decode_classless(state, number);
  const FSRReadClass* const known = class_of_open(state, of);
  if (known == NULL) return nil;
  if (known->family == FSRFamilyObject) return decode_own(state, known, number, named);
  if (FSRIsContainer(known->family)) {
    return decode_container(state, known->family, number, read_elements);
  }
  const FSR_UNOWNED id object = FSROwn(state, decode_simple(state, known->family));
  FSRCheckReader(state);
  if (number != FASTSER_NO_NUMBER) {
    fastser_reader_set_object(state->reader, number, FSR_ADDRESS(object));
  }
  return object;
}

static __attribute__((noinline)) id decode_reference(FSRUnarchiverState* state,
                                                     const fastser_value* value) {
  if (value->kind == FASTSER_OBJECT_NIL) {
    FSRCheckReader(state);
    return nil;
  }
  if (value->kind == FASTSER_OBJECT_REFERENCE) {
    const FSR_UNOWNED id object =
        value->object != NULL ? FSR_OBJECT_AT(value->object) : object_of(state, value->number);
    return object == nil || allow(state, [object class]) ? object : nil;
  }
  if (!enter(state)) return nil;
  const FSR_UNOWNED id object =
      decode_body(state, value->number, value->class_data, value->fields_named != 0);
  if (state->error != nil) return nil;
  fastser_reader_end_object(state->reader);
  --state->depth;
  return object;
}

static id decode_record(FSRUnarchiverState* state, const fastser_key* key) {
  if (!fastser_reader_begin_record(state->reader, key)) {
    FSRCheckReader(state);
    return nil;
  }
  if (!enter(state)) return nil;
  const FSRReadClass* const known = has_class(state) ? known_class(state) : NULL;
  const BOOL known_here = known != NULL && known->cls != Nil;
  const FSR_UNOWNED id object = known_here ? decode_body(state, FASTSER_NO_NUMBER, known, NO)
                                           : decode_classless(state, FASTSER_NO_NUMBER);
  if (state->error != nil) return nil;
  fastser_reader_end_record(state->reader);
  --state->depth;
  return object;
}

// A list, set or map that is a value: of another language.
static id decode_foreign(FSRUnarchiverState* state, const fastser_key* key, FSRFamily family) {
  if (key != FASTSER_NO_KEY) {
    const fastser_position place = fastser_reader_position(state->reader, key);
    if (!fastser_reader_begin_at(state->reader, &place)) {
      FSRCheckReader(state);
      return nil;
    }
  }
  if (!allow_family(state, family) || !enter(state)) return nil;
  const FSR_UNOWNED id object = decode_container(state, family, FASTSER_NO_NUMBER, read_elements);
  if (state->error != nil) return nil;
  --state->depth;
  if (key != FASTSER_NO_KEY) {
    fastser_reader_end_at(state->reader);
    fastser_reader_skip(state->reader, key);
  }
  return object;
}

// ---- anything

// A value that was made of what the reader gave, which is zero after an error.
static id checked(FSRUnarchiverState* state, FSR_TAKES id made) {
  const FSR_UNOWNED id object = FSROwn(state, made);
  FSRCheckReader(state);
  return state->error == nil ? object : nil;
}

// After an error its bits are zeros.
static __attribute__((noinline)) id decode_apple_date(FSRUnarchiverState* state, uint64_t bits) {
  if (bits == 0) FSRCheckReader(state);
  return state->error == nil ? FSROwn(state, make_date(state, double_of(bits))) : nil;
}

// Out of line: it needs more registers than those that most values come by.
static __attribute__((noinline)) id decode_other(FSRUnarchiverState* state, const fastser_key* key,
                                                 const fastser_value* value) {
  switch (value->code) {
    case FASTSER_TYPE_NULL: return decode_null(state, key);
    case FASTSER_TYPE_DATE: return checked(state, decode_date(state, key));
    case FASTSER_TYPE_UUID: return checked(state, decode_uuid(state, key));
    case FASTSER_TYPE_DECIMAL: return checked(state, decode_decimal(state, key));
    case FASTSER_TYPE_URL: return checked(state, decode_url(state, value));
    case FASTSER_TYPE_CLASS_REF: return (id)decode_class(state, text_in(value));
    case FASTSER_TYPE_RECORD:
    case FASTSER_TYPE_ANY_RECORD:
    case FASTSER_TYPE_OWNED_ANY: return decode_record(state, key);
    case FASTSER_TYPE_LIST:
    case FASTSER_TYPE_ARRAY:
    case FASTSER_TYPE_TUPLE:
    case FASTSER_TYPE_SET:
    case FASTSER_TYPE_MAP:
    case FASTSER_TYPE_ORDERED_MAP:
      return decode_foreign(state, key, container_of((uint32_t)value->code));
    default: return checked(state, decode_number(state, value));
  }
}

static inline id decode_any(FSRUnarchiverState* state, const fastser_key* key) {
  fastser_value value;
  fastser_reader_value(state->reader, key, &value);
  switch (value.code) {
    case FASTSER_TYPE_REF:
    case FASTSER_TYPE_ANY_REF: return decode_reference(state, &value);
    case FASTSER_TYPE_STRING:
    case FASTSER_TYPE_SHARED_STRING: return decode_string(state, &value);
    case FASTSER_TYPE_DATA:
    case FASTSER_TYPE_SHARED_DATA: return decode_data(state, &value);
    case FASTSER_TYPE_APPLE_DATE: return decode_apple_date(state, value.bits);
    default: return decode_other(state, key, &value);
  }
}

// The values of a root that is a record without a class, where it is asked for as one object.
static __attribute__((noinline)) id decode_root_fields(FSRUnarchiverState* state) {
  state->root_is_fields = NO;
  if (!enter(state)) return nil;
  NSDictionary* const FSR_UNOWNED fields = decode_fields(state, FASTSER_NO_NUMBER);
  --state->depth;
  return fields;
}

// What the program put in the place of an object, each time that it is met.
static __attribute__((noinline)) id replace(FSRUnarchiverState* state, id object) {
  if (state->error != nil) return nil;
  if (object == nil && !state->tells_delegate) return nil;
  const FSRPointerPair* const pair =
      object == nil ? NULL : FSRPointerMapFind(&state->replacements, FSR_ADDRESS(object));
  if (pair != NULL) return FSR_OBJECT_AT(pair->value);
  if (!state->tells_delegate) return object;
  const id FSR_POOLED replacement = [state->delegate unarchiver:state->unarchiver
                                                didDecodeObject:object];
  if (replacement == object) return object;
  FSROwn(state, FSR_RETAIN(replacement));
  if (object == nil) return replacement;
  if ([state->delegate respondsToSelector:@selector(unarchiver:willReplaceObject:withObject:)]) {
    [state->delegate unarchiver:state->unarchiver willReplaceObject:object withObject:replacement];
  }
  FSRPointerPair* const made = FSRPointerMapTake(&state->replacements, FSR_ADDRESS(object));
  if (made == NULL) [NSException raise:NSMallocException format:@"no memory"];
  made->value = FSR_ADDRESS(replacement);
  return replacement;
}

id FSRDecodeObject(FSRUnarchiverState* state, const fastser_key* key) {
  if (state->error != nil) return nil;
  const FSR_UNOWNED id object =
      state->root_is_fields ? decode_root_fields(state) : decode_any(state, key);
  if (!state->tells_delegate && state->replacements.count == 0) return object;
  return replace(state, object);
}

FSR_BORROWED_END
