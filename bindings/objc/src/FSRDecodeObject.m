// SPDX-License-Identifier: MIT
//
// Objects: the mirror of FSREncodeObject.m. What is made is known by its number in the archive from
// then on, so that it is found while its fields are read.
#import "FSRDecode.h"

#include <string.h>

#include "FSRStack.h"

// How deep objects nest before it is asked how much stack there is.
#define UNCHECKED_DEPTH 64
// How deep they may where that is not known.
#define BLIND_DEPTH 1000

FSR_BORROWED_BEGIN

void FSRRaiseNoMemory(void) {
  [NSException raise:NSMallocException format:@"no memory"];
  abort();
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

// ---- objects of the program's classes

static void end_frame(FSRUnarchiverState* state, FSRFrame* frame) {
  FSRLeaveRun(state);
  state->frame = frame->outer;
  state->mixed = frame->outer_mixed;
  if (frame->places != NULL) free(frame->places);
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
                                        FSR_TAKES id fresh, int32_t names) {
  FSRFrame frame;
  memset(&frame, 0, sizeof frame);
  frame.keyed = names == FASTSER_FIELD_NAMES_ALL;
  frame.outer = state->frame;
  frame.outer_mixed = state->mixed;
  state->frame = &frame;
  state->mixed = NO;
  id object = nil;
  @try {
    if (names == FASTSER_FIELD_NAMES_SOME) FSRBeginMixed(state, &frame);
    object = send_init(state, known, fresh);
  } @finally {
    // Half an object is left alone: nobody knows whether it has released or replaced itself.
    end_frame(state, &frame);
  }
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

// `names`: which of its fields have some.
static id decode_own(FSRUnarchiverState* state, const FSRReadClass* known, uint32_t number,
                     int32_t names) {
  const id fresh = FSRAllocate(known);
  if (number != FASTSER_NO_NUMBER) {
    fastser_reader_set_object(state->reader, number, FSR_ADDRESS(fresh));
  }
  id object = init_object(state, known, fresh, names);
  if (known->awakes && object != nil) object = awake(state, object);
  FSROwn(state, object);
  if (object != fresh && number != FASTSER_NO_NUMBER) {
    fastser_reader_set_object(state->reader, number, FSR_ADDRESS(object));
  }
  return object;
}

// ---- records that no class of the program's is for: structs of other languages, and
// what converters found more than once

int32_t FSRFieldNames(const fastser_reader* reader) {
  const size_t count = fastser_reader_field_count(reader);
  size_t named = 0;
  for (size_t at = 0; at < count; ++at) named += fastser_reader_field(reader, at).named != 0;
  if (named == count) return FASTSER_FIELD_NAMES_ALL;
  return named == 0 ? FASTSER_FIELD_NAMES_NONE : FASTSER_FIELD_NAMES_SOME;
}

// Made once: the name lies in the archive once, however many records have the field. Else a short
// archive would ask for the memory of a long name as often as it has records.
static NSString* name_of_field(FSRUnarchiverState* state, size_t at) {
  const fastser_text text = fastser_reader_field(state->reader, at).name;
  if (text.size == 0) return @"";
  const FSRPointerPair* const known = FSRPointerMapFind(&state->field_names, text.data);
  if (known != NULL && known->value != NULL) return FSR_OBJECT_AT(known->value);
  NSString* const FSR_UNOWNED name =
      FSROwn(state, FSRMakeString(state, (const uint8_t*)text.data, text.size));
  if (name == nil) {
    FSRFailHere(state, FASTSER_MALFORMED, @"a field name that is not text");
    return nil;
  }
  FSRPointerPair* const made = FSRPointerMapTake(&state->field_names, text.data);
  if (made == NULL) FSRRaiseNoMemory();
  made->value = FSR_ADDRESS(name);
  return name;
}

// What lies in the record, by name where the fields have names. An empty tuple is how converters
// say that a field is not there.
static BOOL read_fields(FSRUnarchiverState* state, BOOL named) {
  fastser_reader* const reader = state->reader;
  while (!fastser_reader_is_at_end(reader)) {
    const size_t before = state->scratch.count;
    if (named) FSRPush(state, FSRNotNil(name_of_field(state, fastser_reader_field_index(reader))));
    const BOOL tuple = fastser_reader_peek(reader, FASTSER_NO_KEY) == FASTSER_TYPE_TUPLE;
    const FSR_UNOWNED id value = FSRNotNil(FSRDecodeObject(state, FASTSER_NO_KEY));
    if (state->error != nil) return NO;
    if (named && tuple && [value isKindOfClass:[NSArray class]] && [value count] == 0) {
      state->scratch.count = before;
    } else {
      FSRPush(state, value);
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
  for (size_t at = 0; at < count; ++at) [names addObject:FSRNotNil(name_of_field(state, at))];
  return [names count] != count;
}

// A dictionary of its fields by name.
static id decode_fields(FSRUnarchiverState* state, uint32_t number) {
  if (!FSRAllowFamily(state, FSRFamilyDictionary)) return nil;
  if (fastser_reader_field_count(state->reader) != 0 && !FSRAllowFamily(state, FSRFamilyString)) {
    return nil;
  }
  if (has_a_name_twice(state)) {
    FSRFailHere(state, FASTSER_TYPE_MISMATCH,
                @"a record of an unknown class with two fields of one name");
    return nil;
  }
  return FSRDecodeContainer(state, FSRFamilyDictionary, number, read_fields);
}

// What lists, sets and maps that are values are read as; FSRFamilyObject for other values.
static FSRFamily FSRContainerOf(uint32_t code) {
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
  const FSRFamily family = FSRContainerOf(fastser_reader_peek(state->reader, FASTSER_NO_KEY));
  if (family != FSRFamilyObject) {
    if (!FSRAllowFamily(state, family)) return nil;
    return FSRDecodeContainer(state, family, number, FSRReadElements);
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
  switch (FSRFieldNames(state->reader)) {
    case FASTSER_FIELD_NAMES_ALL: return decode_fields(state, number);
    case FASTSER_FIELD_NAMES_NONE:
      if (!FSRAllowFamily(state, FSRFamilyArray)) return nil;
      return FSRDecodeContainer(state, FSRFamilyArray, number, read_fields);
    default: break;
  }
  FSRFailHere(state, FASTSER_UNKNOWN_CLASS,
              @"a record of an unknown class in which only some fields have names");
  return nil;
}

// ---- records and objects

static id decode_known(FSRUnarchiverState* state, uint32_t number, const FSRReadClass* of,
                       int32_t names) {
  if (of == NULL && !FSRHasClass(state)) return decode_classless(state, number);
  const BOOL allowed = state->allowed == NULL && !state->requires_secure;
  const FSRReadClass* const known =
      of != NULL && of->cls != Nil && allowed ? of : FSRClassOfOpen(state, of);
  if (known == NULL) return nil;
  if (known->family == FSRFamilyObject) return decode_own(state, known, number, names);
  if (FSRIsContainer(known->family)) {
    return FSRDecodeContainer(state, known->family, number, FSRReadElements);
  }
  const FSR_UNOWNED id object = FSROwn(state, FSRDecodeSimple(state, known->family));
  FSRCheckReader(state);
  if (number != FASTSER_NO_NUMBER) {
    fastser_reader_set_object(state->reader, number, FSR_ADDRESS(object));
  }
  return object;
}

// Calls the program: its initWithCoder:, its delegate, keys' -hash. If that raises, reading ends.
static id decode_body(FSRUnarchiverState* state, uint32_t number, const FSRReadClass* of,
                      int32_t names) {
  BOOL done = NO;
  id FSR_UNOWNED object = nil;
  @try {
    object = decode_known(state, number, of, names);
    done = YES;
  } @catch (NSException* exception) {
    FSRKeepException(state, exception);
    @throw;
  } @finally {
    if (!done) FSRKeepUnknownException(state);
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
    const FSR_UNOWNED id object = value->object != NULL ? FSR_OBJECT_AT(value->object)
                                                        : FSRObjectOfNumber(state, value->number);
    return object == nil || FSRAllow(state, [object class]) ? object : nil;
  }
  if (!enter(state)) return nil;
  const FSR_UNOWNED id object =
      decode_body(state, value->number, value->class_data, value->field_names);
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
  const FSRReadClass* const known = FSRHasClass(state) ? FSRKnownClass(state) : NULL;
  const BOOL known_here = known != NULL && known->cls != Nil;
  const FSR_UNOWNED id object =
      known_here ? decode_body(state, FASTSER_NO_NUMBER, known, FSRFieldNames(state->reader))
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
  if (!FSRAllowFamily(state, family) || !enter(state)) return nil;
  const FSR_UNOWNED id object =
      FSRDecodeContainer(state, family, FASTSER_NO_NUMBER, FSRReadElements);
  if (state->error != nil) return nil;
  --state->depth;
  if (key != FASTSER_NO_KEY) {
    fastser_reader_end_at(state->reader);
    fastser_reader_skip(state->reader, key);
  }
  return object;
}

// ---- anything

static inline id decode_string(FSRUnarchiverState* state, const fastser_value* value) {
  if (!FSRAllowFamily(state, FSRFamilyString)) return nil;
  return value->object != NULL ? FSR_OBJECT_AT(value->object) : FSRNewString(state, value);
}

static inline id decode_data(FSRUnarchiverState* state, const fastser_value* value) {
  if (!FSRAllowFamily(state, FSRFamilyData)) return nil;
  return value->object != NULL ? FSR_OBJECT_AT(value->object) : FSRNewData(state, value);
}

// A value that was made of what the reader gave, which is zero after an error.
static id checked(FSRUnarchiverState* state, FSR_TAKES id made) {
  const FSR_UNOWNED id object = FSROwn(state, made);
  FSRCheckReader(state);
  return state->error == nil ? object : nil;
}

// Out of line: it needs more registers than those that most values come by.
static __attribute__((noinline)) id decode_other(FSRUnarchiverState* state, const fastser_key* key,
                                                 const fastser_value* value) {
  switch (value->code) {
    case FASTSER_TYPE_NULL: return FSRDecodeNull(state, key);
    case FASTSER_TYPE_DATE: return checked(state, FSRDecodeDate(state, key));
    case FASTSER_TYPE_UUID: return checked(state, FSRDecodeUUID(state, key));
    case FASTSER_TYPE_DECIMAL: return checked(state, FSRDecodeDecimal(state, key));
    case FASTSER_TYPE_URL: return checked(state, FSRDecodeURL(state, value));
    case FASTSER_TYPE_CLASS_REF: return (id)FSRDecodeClassOfName(state, FSRTextIn(value));
    case FASTSER_TYPE_RECORD:
    case FASTSER_TYPE_ANY_RECORD:
    case FASTSER_TYPE_OWNED_ANY: return decode_record(state, key);
    case FASTSER_TYPE_LIST:
    case FASTSER_TYPE_ARRAY:
    case FASTSER_TYPE_TUPLE:
    case FASTSER_TYPE_SET:
    case FASTSER_TYPE_MAP:
    case FASTSER_TYPE_ORDERED_MAP:
      return decode_foreign(state, key, FSRContainerOf((uint32_t)value->code));
    default: return checked(state, FSRDecodeNumber(state, value));
  }
}

static inline id make_any(FSRUnarchiverState* state, const fastser_key* key,
                          const fastser_value* value) {
  switch (value->code) {
    case FASTSER_TYPE_REF:
    case FASTSER_TYPE_ANY_REF: return decode_reference(state, value);
    case FASTSER_TYPE_STRING:
    case FASTSER_TYPE_SHARED_STRING: return decode_string(state, value);
    case FASTSER_TYPE_DATA:
    case FASTSER_TYPE_SHARED_DATA: return decode_data(state, value);
    case FASTSER_TYPE_APPLE_DATE: return FSRDecodeAppleDate(state, value->bits);
    default: return decode_other(state, key, value);
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
  id FSR_POOLED replacement = nil;
  BOOL done = NO;
  @try {
    replacement = [state->delegate unarchiver:state->unarchiver didDecodeObject:object];
    done = YES;
  } @catch (NSException* exception) {
    FSRKeepException(state, exception);
    @throw;
  } @finally {
    if (!done) FSRKeepUnknownException(state);
  }
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

id FSRMakeObject(FSRUnarchiverState* state, const fastser_key* key, const fastser_value* value) {
  const FSR_UNOWNED id object = make_any(state, key, value);
  if (!state->tells_delegate && state->replacements.count == 0) return object;
  return replace(state, object);
}

id FSRDecodeObject(FSRUnarchiverState* state, const fastser_key* key) {
  if (state->error != nil) return nil;
  if (state->root_is_fields) return replace(state, decode_root_fields(state));
  fastser_value value;
  fastser_reader_value(state->reader, key, &value);
  return FSRMakeObject(state, key, &value);
}

FSR_BORROWED_END
