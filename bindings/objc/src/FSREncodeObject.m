// SPDX-License-Identifier: MIT
//
// Objects: what is encoded in their place, as which class, and how Foundation's values are written
// (docs/foundation.md). An object that lies deep is put off, and its body is written when the root
// is complete (fastser_writer_begin_object_or_later): this never recurses deeper than that.
#import "FSRArchiverState.h"
#import "FSRWalk.h"

#include <string.h>

FSR_BORROWED_BEGIN

// ---- what is kept

void FSRKeep(FSRArchiverState* state, id object) {
  if (!FSRPointerListAdd(&state->kept, FSR_ADDRESS(object)))
    [NSException raise:NSMallocException format:@"no memory"];
  FSRRetained(object);  // the list's count
}

// ---- classes

static BOOL overrides(Class cls, SEL selector) {
  const IMP own = class_getMethodImplementation(cls, selector);
  const Class root = [NSObject class];
  return class_respondsToSelector(cls, selector) &&
         own != class_getMethodImplementation(root, selector);
}

// The first of them that a class overrides: those for keyed archivers go before those for the
// others.
static SEL overridden(Class cls, SEL first, SEL second, SEL third) {
  if (overrides(cls, first)) return first;
  if (overrides(cls, second)) return second;
  return overrides(cls, third) ? third : NULL;
}

// To be called as what it is: an IMP has the type of no method.
static void (*method_of(Class cls, SEL selector))(void) {
  return (void (*)(void))class_getMethodImplementation(cls, selector);
}

static FSRWrittenClass* add_class(FSRArchiverState* state, Class cls) {
  FSRPointerPair* const pair = FSRPointerMapTake(&state->classes, FSR_ADDRESS(cls));
  FSRWrittenClass* const known = pair == NULL ? NULL : calloc(1, sizeof *known);
  if (known == NULL) [NSException raise:NSMallocException format:@"no memory"];
  pair->value = known;
  if (class_isMetaClass(cls)) {
    known->family = FSRFamilyClass;
    return known;
  }
  known->replace =
      overridden(cls, @selector(replacementObjectForKeyedArchiver:),
                 @selector(replacementObjectForArchiver:), @selector(replacementObjectForCoder:));
  if (known->replace != NULL) {
    known->ask_replacement = (FSRReplaceMethod)method_of(cls, known->replace);
  }
  known->class_for = overridden(cls, @selector(classForKeyedArchiver), @selector(classForArchiver),
                                @selector(classForCoder));
  if (known->class_for == NULL) known->class_for = @selector(class);
  known->ask_class = (FSRClassMethod)method_of(cls, known->class_for);
  if (class_respondsToSelector(cls, @selector(encodeWithCoder:))) {
    known->encode = (FSREncodeMethod)method_of(cls, @selector(encodeWithCoder:));
  }
  return known;
}

// What is known of an object's class.
static inline FSRWrittenClass* class_of(FSRArchiverState* state, id object) {
  const Class cls = object_getClass(object);
  const FSRPointerPair* const pair = FSRPointerMapFind(&state->classes, FSR_ADDRESS(cls));
  return pair != NULL && pair->value != NULL ? pair->value : add_class(state, cls);
}

static inline Class coded_class(const FSRWrittenClass* known, id object) {
  const Class cls = known->ask_class(object, known->class_for);
  return cls == Nil ? [object class] : cls;
}

static NSString* coded_name(FSRArchiverState* state, Class cls) {
  NSString* const own = NSStringFromClass(cls);
  NSString* name = [state->names objectForKey:own];
  if (name == nil) name = [state->common_names objectForKey:own];
  return name == nil ? own : name;
}

static size_t size_of(NSString* name) {
  return [name lengthOfBytesUsingEncoding:NSUTF8StringEncoding];
}

static uint32_t define_class(FSRArchiverState* state, Class cls, NSString* name) {
  FSRPointerPair* pair = FSRPointerMapFind(&state->numbers, FSR_ADDRESS(cls));
  if (pair != NULL) return (uint32_t)(uintptr_t)pair->value - 1;
  const Class super = class_getSuperclass(cls);
  const uint32_t super_number =
      super == Nil ? FASTSER_NO_NUMBER : define_class(state, super, coded_name(state, super));
  const uint32_t number = fastser_writer_class(FSRWriter(state), [name UTF8String], size_of(name),
                                               (uint32_t)[cls version], super_number);
  pair = FSRPointerMapTake(&state->numbers, FSR_ADDRESS(cls));
  if (pair == NULL) [NSException raise:NSMallocException format:@"no memory"];
  pair->value = (void*)((uintptr_t)number + 1);
  return number;
}

// Looks at the class even if it has a number: that may be one of a super-class, which needs no more
// than a name. (An object's class is asked for once: family_of.)
static uint32_t number_of_class(FSRArchiverState* state, Class cls) {
  NSString* const FSR_POOLED name = coded_name(state, cls);
  if (FSRFamilyOfName([name UTF8String], size_of(name)) != FSRFamilyObject) {
    FSRRaiseUsage(FASTSER_USAGE,
                  @"a class with the name %@, which archives reserve for another use", name);
  }
  if (state->requires_secure && !FSRSupportsSecureCoding(cls)) {
    FSRRaiseUsage(FSRErrorClassNotAllowed, @"the class %@ does not support secure coding", name);
  }
  return define_class(state, cls, name);
}

static uint32_t number_of_family(FSRArchiverState* state, FSRFamily family) {
  uint32_t* const number = &state->family_numbers[family];
  if (*number == 0) {
    const char* const name = FSRNameOfFamily(family);
    *number = fastser_writer_class(FSRWriter(state), name, strlen(name), 0, FASTSER_NO_NUMBER) + 1;
  }
  return *number - 1;
}

void FSREncodeClassName(FSRArchiverState* state, const fastser_key* key, Class cls) {
  if (cls == Nil) return fastser_writer_null(FSRWriter(state), key);
  NSString* const name = coded_name(state, cls);
  fastser_writer_class_ref(FSRWriter(state), key, [name UTF8String], size_of(name));
}

// ---- values without an identity

// Whether UTF-16 is text: no half of a pair stands alone.
static BOOL is_text(const unichar* units, size_t count) {
  unsigned halves = 0;
  for (size_t at = 0; at < count; ++at) halves |= (units[at] & 0xF800) == 0xD800;
  if (!halves) return YES;
  for (size_t at = 0; at < count; ++at) {
    if ((units[at] & 0xF800) != 0xD800) continue;
    if (units[at] >= 0xDC00 || at + 1 == count || (units[at + 1] & 0xFC00) != 0xDC00) return NO;
    ++at;
  }
  return YES;
}

void FSREncodeText(FSRArchiverState* state, const fastser_key* key, NSString* string) {
  unichar few[256];
  const NSUInteger count = [string length];
  unichar* const units = count <= sizeof few / sizeof *few ? few : malloc(count * sizeof(unichar));
  if (units == NULL) [NSException raise:NSMallocException format:@"no memory"];
  [string getCharacters:units range:NSMakeRange(0, count)];
  fastser_writer* const writer = FSRWriter(state);
  if (is_text(units, count)) {
    fastser_writer_string16(writer, key, units, count);
  } else {  // a string that UTF-8 cannot say: its units
    fastser_writer_begin_record(writer, key, number_of_family(state, FSRFamilyString));
    fastser_writer_array(writer, FASTSER_NO_KEY, FASTSER_TYPE_U16, units, count);
    fastser_writer_end_record(writer);
  }
  if (units != few) free(units);
}

#define NEW_STRINGS 32  // in a row, until a key is left alone
#define WORTH 8
#define FIRST_SKIP 256
#define MOST_ROUNDS 8

static FSRHabit* habit_of(FSRArchiverState* state, const fastser_key* key) {
  if (key == FASTSER_NO_KEY) return &state->in_order;
  const FSRPointerPair* const found = FSRPointerMapFind(&state->habits, key);
  if (found != NULL && found->value != NULL) return found->value;
  FSRPointerPair* const pair = FSRPointerMapTake(&state->habits, key);
  FSRHabit* const habit = pair == NULL ? NULL : calloc(1, sizeof *habit);
  if (habit == NULL) [NSException raise:NSMallocException format:@"no memory"];
  pair->value = habit;
  return habit;
}

static void note_again(FSRHabit* habit) {
  habit->skip = habit->rounds = 0;
  if (habit->spent > 0) habit->spent -= WORTH;
}

// Whether to leave a new string alone.
static BOOL skips(FSRHabit* habit) {
  if (habit->skip != 0) {
    --habit->skip;
    return YES;
  }
  if (++habit->spent <= NEW_STRINGS) return NO;
  habit->spent = NEW_STRINGS - WORTH;
  habit->skip = FIRST_SKIP << habit->rounds;
  if (habit->rounds < MOST_ROUNDS) ++habit->rounds;
  return YES;
}

static void encode_string(FSRArchiverState* state, const fastser_key* key, NSString* string) {
  fastser_writer* const writer = FSRWriter(state);
  FSRHabit* const habit = habit_of(state, key);
  if (fastser_writer_string_again(writer, key, FSR_ADDRESS(string))) return note_again(habit);
  FSREncodeText(state, key, string);
  if (skips(habit)) return;
  fastser_writer_remember_string(writer, FSR_ADDRESS(string));
  FSRKeep(state, string);
}

static void encode_number(fastser_writer* writer, const fastser_key* key, NSNumber* number) {
  static Class boolean;  // numbers that are a BOOL have a class of their own
  if (boolean == Nil) boolean = object_getClass([NSNumber numberWithBool:YES]);
  const Class cls = object_getClass(number);
  if (cls == boolean && cls != object_getClass([NSNumber numberWithInt:1000000])) {
    return fastser_writer_bool(writer, key, [number boolValue]);
  }
  switch ([number objCType][0]) {
    case 'c': return fastser_writer_i8(writer, key, [number charValue]);
    case 'C': return fastser_writer_u8(writer, key, [number unsignedCharValue]);
    case 's': return fastser_writer_i16(writer, key, [number shortValue]);
    case 'S': return fastser_writer_u16(writer, key, [number unsignedShortValue]);
    case 'i': return fastser_writer_i32(writer, key, [number intValue]);
    case 'I': return fastser_writer_u32(writer, key, [number unsignedIntValue]);
    case 'L':
    case 'Q': return fastser_writer_u64(writer, key, [number unsignedLongLongValue]);
    case 'f': return fastser_writer_f32(writer, key, [number floatValue]);
    case 'd': return fastser_writer_f64(writer, key, [number doubleValue]);
    case 'B': return fastser_writer_bool(writer, key, [number boolValue]);
    default: return fastser_writer_i64(writer, key, [number longLongValue]);
  }
}

// Ten times the number of three words, least first, and a digit. NO: it needs more than those.
static BOOL append_digit(uint32_t words[3], unsigned digit) {
  uint64_t carry = digit;
  for (size_t at = 0; at < 3; ++at) {
    carry += (uint64_t)words[at] * 10;
    words[at] = (uint32_t)carry;
    carry >>= 32;
  }
  return carry == 0;
}

// "-12.50", "3E5" as digits over a power of ten. NO: too long, or not a number.
static BOOL decimal_of(const char* text, fastser_decimal* decimal) {
  uint32_t words[3] = {0, 0, 0};
  int scale = 0;
  BOOL point = NO, any = NO;
  decimal->negative = *text == '-';
  if (*text == '-') ++text;
  for (; (*text >= '0' && *text <= '9') || (*text == '.' && !point); ++text) {
    if (*text == '.') {
      point = YES;
      continue;
    }
    any = YES;
    scale += point;
    if (!append_digit(words, (unsigned)(*text - '0')) || scale > 28) return NO;
  }
  int exponent = 0;
  if (*text == 'e' || *text == 'E') {
    char* end = NULL;
    exponent = (int)strtol(text + 1, &end, 10);
    text = end;
  }
  if (!any || *text != 0) return NO;
  for (; exponent > 0 && scale > 0; --exponent) --scale;
  const BOOL zero = (words[0] | words[1] | words[2]) == 0;
  for (; exponent > 0 && !zero; --exponent) {
    if (!append_digit(words, 0)) return NO;
  }
  if (exponent < -28 || (scale -= zero ? 0 : exponent) > 28) return NO;
  decimal->low = words[0];
  decimal->middle = words[1];
  decimal->high = words[2];
  decimal->scale = (uint8_t)(scale < 0 ? 0 : scale);
  return YES;
}

static void encode_decimal(FSRArchiverState* state, const fastser_key* key,
                           NSDecimalNumber* number) {
  fastser_writer* const writer = FSRWriter(state);
  NSString* const text = [number descriptionWithLocale:nil];
  fastser_decimal decimal;
  memset(&decimal, 0, sizeof decimal);
  if (decimal_of([text UTF8String], &decimal)) return fastser_writer_decimal(writer, key, decimal);
  if (fastser_writer_begin_object(writer, key, FSR_ADDRESS(number),
                                  number_of_family(state, FSRFamilyDecimalNumber))) {
    FSREncodeText(state, FASTSER_NO_KEY, text);
    fastser_writer_end_object(writer);
    FSRKeep(state, number);
  }
}

static void encode_url(FSRArchiverState* state, const fastser_key* key, NSURL* url) {
  static const fastser_key kBase = FASTSER_KEY("base"), kRelative = FASTSER_KEY("relative");
  fastser_writer* const writer = FSRWriter(state);
  if ([url baseURL] == nil) {
    const char* const text = [[url absoluteString] UTF8String];
    return fastser_writer_url(writer, key, text, text == NULL ? 0 : strlen(text));
  }
  if (fastser_writer_begin_object(writer, key, FSR_ADDRESS(url),
                                  number_of_family(state, FSRFamilyURL))) {
    encode_url(state, &kBase, [url baseURL]);
    FSREncodeText(state, &kRelative, [url relativeString]);
    fastser_writer_end_object(writer);
    FSRKeep(state, url);
  }
}

static void encode_uuid(fastser_writer* writer, const fastser_key* key, NSUUID* uuid) {
  fastser_uuid bytes;
  [uuid getUUIDBytes:bytes.bytes];
  fastser_writer_uuid(writer, key, bytes);
}

// YES: it was one, and is written.
static BOOL encode_value(FSRArchiverState* state, const fastser_key* key, id object,
                         FSRFamily family) {
  fastser_writer* const writer = FSRWriter(state);
  switch (family) {
    case FSRFamilyClass: FSREncodeClassName(state, key, (Class)object); return YES;
    case FSRFamilyNull: fastser_writer_null(writer, key); return YES;
    case FSRFamilyString: encode_string(state, key, object); return YES;
    case FSRFamilyNumber: encode_number(writer, key, object); return YES;
    case FSRFamilyData:
      fastser_writer_data(writer, key, [object bytes], [object length]);
      return YES;
    case FSRFamilyDate:
      fastser_writer_apple_date(writer, key, [object timeIntervalSinceReferenceDate]);
      return YES;
    case FSRFamilyUUID: encode_uuid(writer, key, object); return YES;
    case FSRFamilyURL: encode_url(state, key, object); return YES;
    case FSRFamilyDecimalNumber: encode_decimal(state, key, object); return YES;
    default: return NO;
  }
}

// ---- bodies of objects

static FSRFamily family_of(FSRArchiverState* state, FSRWrittenClass* known, id object);

static void encode_elements(FSRArchiverState* state, id elements) {
  FSRWalk walk = {.collection = elements};
  FSR_UNOWNED id element;
  while (FSRWalkNext(&walk, &element)) FSREncodeObject(state, FASTSER_NO_KEY, element, NO);
}

static BOOL is_text_of(NSString* string) {
  unichar units[64];
  const NSUInteger count = [string length];
  const size_t most = sizeof units / sizeof *units;
  for (NSUInteger from = 0; from < count;) {
    NSUInteger size = count - from < most ? count - from : most;
    [string getCharacters:units range:NSMakeRange(from, size)];
    // A pair is not cut in two.
    if (from + size < count && (units[size - 1] & 0xFC00) == 0xD800) --size;
    if (!is_text(units, size)) return NO;
    from += size;
  }
  return YES;
}

// Whether all keys will be written as strings, so that the map is one of names in every language.
static BOOL has_texts(FSRArchiverState* state, NSDictionary* map) {
  if (state->asks_delegate || state->replacements.count != 0) return NO;
  FSRWalk walk = {.collection = map};
  FSR_UNOWNED id key;
  while (FSRWalkNext(&walk, &key)) {
    FSRWrittenClass* const known = class_of(state, key);
    if (known->replace != NULL || family_of(state, known, key) != FSRFamilyString) return NO;
    if (!is_text_of(key)) return NO;
  }
  return YES;
}

static void encode_map(FSRArchiverState* state, NSDictionary* map) {
  fastser_writer* const writer = FSRWriter(state);
  const uint32_t keys = has_texts(state, map) ? FASTSER_TYPE_SHARED_STRING : FASTSER_TYPE_ANY;
  fastser_writer_begin_map(writer, FASTSER_NO_KEY, [map count], keys, FASTSER_TYPE_ANY, 0);
  FSRWalk walk = {.collection = map};
  FSR_UNOWNED id key;
  while (FSRWalkNext(&walk, &key)) {
    const FSR_UNOWNED id value = [map objectForKey:key];
    FSREncodeObject(state, FASTSER_NO_KEY, key, NO);
    FSREncodeObject(state, FASTSER_NO_KEY, value, NO);
  }
  fastser_writer_end_map(writer);
}

static void encode_counted(FSRArchiverState* state, NSCountedSet* set) {
  fastser_writer* const writer = FSRWriter(state);
  fastser_writer_begin_map(writer, FASTSER_NO_KEY, [set count], FASTSER_TYPE_ANY, FASTSER_TYPE_U64,
                           0);
  FSRWalk walk = {.collection = set};
  FSR_UNOWNED id element;
  while (FSRWalkNext(&walk, &element)) {
    FSREncodeObject(state, FASTSER_NO_KEY, element, NO);
    const NSUInteger times = [set countForObject:element];
    if (times > 1) state->equal_objects += times;
    if (state->equal_objects > FSR_MOST_EQUAL_OBJECTS) {
      FSRRaiseUsage(FASTSER_USAGE, @"counted sets have %llu equal objects; an archive takes %d",
                    (unsigned long long)state->equal_objects, FSR_MOST_EQUAL_OBJECTS);
    }
    fastser_writer_u64(writer, FASTSER_NO_KEY, times);
  }
  fastser_writer_end_map(writer);
}

static void encode_body(FSRArchiverState* state, id object, const FSRWrittenClass* known,
                        FSRFamily family) {
  fastser_writer* const writer = FSRWriter(state);
  switch (family) {
    case FSRFamilyMutableString: return FSREncodeText(state, FASTSER_NO_KEY, object);
    case FSRFamilyMutableData:
      return fastser_writer_data(writer, FASTSER_NO_KEY, [object bytes], [object length]);
    case FSRFamilyArray:
    case FSRFamilyMutableArray:
    case FSRFamilyOrderedSet:
    case FSRFamilyMutableOrderedSet:
      fastser_writer_begin_list(writer, FASTSER_NO_KEY, [object count], FASTSER_TYPE_ANY);
      encode_elements(state, object);
      return fastser_writer_end_list(writer);
    case FSRFamilySet:
    case FSRFamilyMutableSet:
      fastser_writer_begin_set(writer, FASTSER_NO_KEY, [object count], FASTSER_TYPE_ANY);
      encode_elements(state, object);
      return fastser_writer_end_list(writer);
    case FSRFamilyDictionary:
    case FSRFamilyMutableDictionary: return encode_map(state, object);
    case FSRFamilyCountedSet: return encode_counted(state, object);
    default: break;
  }
  if (known->encode == NULL && ![object respondsToSelector:@selector(encodeWithCoder:)]) {
    FSRRaiseUsage(FASTSER_USAGE, @"the class %@ does not have encodeWithCoder:", [object class]);
  }
  ++state->depth;
  @try {
    if (known->encode != NULL) {
      known->encode(object, @selector(encodeWithCoder:), state->archiver);
    } else {
      [object encodeWithCoder:state->archiver];
    }
  } @finally {
    // Who catches what it raises may go on: the object stays open, and no archive is made of it.
    --state->depth;
  }
}

// ---- what stands in the place of an object

static id ask_for_replacement(FSRArchiverState* state, const FSRWrittenClass* known, id object) {
  id FSR_POOLED replacement = object;
  if (known->replace != NULL) {
    replacement = known->ask_replacement(object, known->replace, state->archiver);
  }
  if (replacement != nil && state->asks_delegate) {
    replacement = [state->delegate archiver:state->archiver willEncodeObject:replacement];
  }
  return replacement;
}

// Asked once for each object, so that it is the same thing wherever the object is met.
static id find_replacement(FSRArchiverState* state, const FSRWrittenClass* known, id object) {
  const FSRPointerPair* const found = FSRPointerMapFind(&state->replacements, FSR_ADDRESS(object));
  if (found != NULL) return FSR_OBJECT_AT(found->value);
  if (known->replace == NULL && !state->asks_delegate) return object;
  const id FSR_POOLED replacement = ask_for_replacement(state, known, object);
  if (replacement != object &&
      [state->delegate respondsToSelector:@selector(archiver:willReplaceObject:withObject:)]) {
    [state->delegate archiver:state->archiver willReplaceObject:object withObject:replacement];
  }
  FSRKeep(state, object);
  if (replacement != nil) FSRKeep(state, replacement);
  FSRPointerPair* const pair = FSRPointerMapTake(&state->replacements, FSR_ADDRESS(object));
  if (pair == NULL) [NSException raise:NSMallocException format:@"no memory"];
  pair->value = FSR_ADDRESS(replacement);
  return replacement;
}

static inline id replacement_of(FSRArchiverState* state, const FSRWrittenClass* known, id object) {
  const BOOL stays =
      known->replace == NULL && state->replacements.count == 0 && !state->asks_delegate;
  return stays ? object : find_replacement(state, known, object);
}

// ---- objects

// What the object is archived as. Its number is in known->number for FSRFamilyObject.
static FSRFamily family_of(FSRArchiverState* state, FSRWrittenClass* known, id object) {
  if (known->family == FSRFamilyClass) return FSRFamilyClass;
  const Class coded = coded_class(known, object);
  if (coded == known->last_coded) return known->family;
  known->family = FSRFamilyOfClass(coded);
  known->number = known->family == FSRFamilyObject         ? number_of_class(state, coded)
                  : FSRNameOfFamily(known->family) == NULL ? FASTSER_NO_NUMBER
                                                           : number_of_family(state, known->family);
  known->last_coded = coded;
  return known->family;
}

static void encode_reference(FSRArchiverState* state, const fastser_key* key, id object,
                             const FSRWrittenClass* known, FSRFamily family) {
  fastser_writer* const writer = FSRWriter(state);
  const int32_t place =
      fastser_writer_begin_object_or_later(writer, key, FSR_ADDRESS(object), known->number, NULL);
  if (place == FASTSER_PLACE_DONE) return;
  FSRKeep(state, object);
  if (place == FASTSER_PLACE_LATER) return;
  encode_body(state, object, known, family);
  fastser_writer_end_object(writer);
}

void FSREncodeObject(FSRArchiverState* state, const fastser_key* key, id given, BOOL conditional) {
  FSRWrittenClass* known = NULL;
  FSR_UNOWNED id object = given;
  if (given != nil) {
    known = class_of(state, given);
    object = replacement_of(state, known, given);
    if (object != given) known = object == nil ? NULL : class_of(state, object);
  }
  if (object == nil) {
    fastser_writer_begin_object(FSRWriter(state), key, NULL, FASTSER_NO_NUMBER);
  } else {
    const FSRFamily family = family_of(state, known, object);
    if (!encode_value(state, key, object, family)) {
      if (conditional) {
        fastser_writer_conditional(FSRWriter(state), key, FSR_ADDRESS(object));
        FSRKeep(state, object);
      } else {
        encode_reference(state, key, object, known, family);
      }
    }
  }
  if (state->tells_delegate) [state->delegate archiver:state->archiver didEncodeObject:object];
}

void FSREncodePending(FSRArchiverState* state) {
  fastser_writer* const writer = FSRWriter(state);
  fastser_pending owed;
  memset(&owed, 0, sizeof owed);
  owed.struct_size = sizeof owed;
  while (fastser_writer_begin_pending(writer, &owed)) {
    const FSR_UNOWNED id object = FSR_OBJECT_AT(owed.identity);
    FSRWrittenClass* const known = class_of(state, object);
    encode_body(state, object, known, family_of(state, known, object));
    fastser_writer_end_object(writer);
  }
}

FSR_BORROWED_END
