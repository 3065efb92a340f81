// SPDX-License-Identifier: MIT
//
// Foundation's values: strings, data, numbers, dates and what else has no identity, and objects
// that hold one value, as mutable strings. Strings and data that are equal are made once.
#import "FSRDecode.h"

#include <string.h>

FSR_BORROWED_BEGIN

#if FSR_LOOKS_UP_ONCE
// Whether one of eight bytes is 0.
static inline BOOL has_zero(uint64_t bytes) {
  return ((bytes - UINT64_C(0x0101010101010101)) & ~bytes & UINT64_C(0x8080808080808080)) != 0;
}

// Copies a text and ends it with 0. NO: it has one inside. Most are short: no calls for those.
static inline BOOL copy_text(char* to, const uint8_t* from, size_t size) {
  uint64_t first, last;
  to[size] = 0;
  if (size < 8 || size > 16) {
    if (size != 0) memcpy(to, from, size);
    return size == 0 || memchr(from, 0, size) == NULL;
  }
  memcpy(&first, from, 8);
  memcpy(&last, from + size - 8, 8);
  memcpy(to, &first, 8);
  memcpy(to + size - 8, &last, 8);
  return !has_zero(first) && !has_zero(last);
}
#endif

FSR_RETURNS_OWNED NSString* FSRMakeString(FSRUnarchiverState* state, const uint8_t* data,
                                          size_t size) {
#if FSR_LOOKS_UP_ONCE
  // One allocation in place of two.
  char text[128];
  if (size < sizeof text && copy_text(text, data, size)) {
    return FSRQuickString(&state->quick, text);
  }
#endif
  (void)state;
  return [[FSRClassOfFamily(FSRFamilyString) alloc] initWithBytes:data
                                                           length:size
                                                         encoding:NSUTF8StringEncoding];
}

id FSRNewString(FSRUnarchiverState* state, const fastser_value* value) {
  if (value->bytes.size == 0) FSRCheckReader(state);
  if (state->error != nil) return nil;
  NSString* const string =
      FSROwn(state, FSRMakeString(state, value->bytes.data, value->bytes.size));
  if (value->number != FASTSER_NO_NUMBER) {
    fastser_reader_set_string_object(state->reader, value->number, FSR_ADDRESS(string));
  }
  return string;
}

id FSRNewData(FSRUnarchiverState* state, const fastser_value* value) {
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

FSR_RETURNS_OWNED id FSRDecodeNumber(FSRUnarchiverState* state, const fastser_value* value) {
  if (!FSRAllowFamily(state, FSRFamilyNumber)) return nil;
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
  if (!FSRAllowFamily(state, FSRFamilyDate)) return nil;
#if FSR_LOOKS_UP_ONCE
  return FSRQuickDate(&state->quick, seconds);
#else
  return [[FSRClassOfFamily(FSRFamilyDate) alloc] initWithTimeIntervalSinceReferenceDate:seconds];
#endif
}

// After an error its bits are zeros.
id FSRDecodeAppleDate(FSRUnarchiverState* state, uint64_t bits) {
  if (bits == 0) FSRCheckReader(state);
  return state->error == nil ? FSROwn(state, make_date(state, double_of(bits))) : nil;
}

FSR_RETURNS_OWNED id FSRDecodeDate(FSRUnarchiverState* state, const fastser_key* key) {
  static const int64_t kReference = 978307200;  // 2001-01-01 as seconds since 1970
  const fastser_date date = fastser_reader_date(state->reader, key);
  return make_date(state, (double)date.seconds - (double)kReference + date.nanoseconds / 1e9);
}

// Takes the last decimal digit off the number of three words, least first.
static unsigned take_digit(uint32_t words[3]) {
  uint64_t rest = 0;
  for (size_t at = 3; at-- > 0;) {
    rest = rest << 32 | words[at];
    words[at] = (uint32_t)(rest / 10);
    rest %= 10;
  }
  return (unsigned)rest;
}

FSR_RETURNS_OWNED id FSRDecodeDecimal(FSRUnarchiverState* state, const fastser_key* key) {
  if (!FSRAllowFamily(state, FSRFamilyDecimalNumber)) return nil;
  const fastser_decimal decimal = fastser_reader_decimal(state->reader, key);
  uint32_t words[3] = {decimal.low, decimal.middle, decimal.high};
  char text[48];
  char* at = text + sizeof text;
  *--at = 0;
  for (int place = 0; (words[0] | words[1] | words[2]) != 0 || place <= decimal.scale; ++place) {
    if (place == decimal.scale && place != 0) *--at = '.';
    *--at = (char)('0' + take_digit(words));
  }
  if (decimal.negative) *--at = '-';
  NSDictionary* const locale = [NSDictionary dictionaryWithObject:@"." forKey:NSDecimalSeparator];
  return FSR_RETAIN([NSDecimalNumber decimalNumberWithString:[NSString stringWithUTF8String:at]
                                                      locale:locale]);
}

FSR_RETURNS_OWNED id FSRDecodeUUID(FSRUnarchiverState* state, const fastser_key* key) {
  if (!FSRAllowFamily(state, FSRFamilyUUID)) return nil;
  fastser_uuid uuid = fastser_reader_uuid(state->reader, key);
  return [[FSRClassOfFamily(FSRFamilyUUID) alloc] initWithUUIDBytes:uuid.bytes];
}

FSR_RETURNS_OWNED id FSRDecodeURL(FSRUnarchiverState* state, const fastser_value* value) {
  if (!FSRAllowFamily(state, FSRFamilyURL)) return nil;
  NSString* const FSR_POOLED text = FSRTextOf(FSRTextIn(value));
  NSURL* const url = [[FSRClassOfFamily(FSRFamilyURL) alloc] initWithString:text];
  if (url == nil) FSRFailHere(state, FASTSER_MALFORMED, @"a URL that NSURL refuses");
  return url;
}

id FSRDecodeNull(FSRUnarchiverState* state, const fastser_key* key) {
  fastser_reader* const reader = state->reader;
  if (key != FASTSER_NO_KEY && !fastser_reader_contains(reader, key)) return nil;
  if (key == FASTSER_NO_KEY && fastser_reader_is_at_end(reader)) {
    FSRCheckReader(state);
    FSRFailHere(state, FASTSER_TRUNCATED, @"there are no more values");
    return nil;
  }
  fastser_reader_null(reader, key);
  FSRCheckReader(state);
  return state->error == nil && FSRAllowFamily(state, FSRFamilyNull) ? [NSNull null] : nil;
}

// ---- objects of one value

static FSR_RETURNS_OWNED id decode_digits(FSRUnarchiverState* state) {
  const fastser_text text = fastser_reader_string(state->reader, FASTSER_NO_KEY);
  NSDictionary* const locale = [NSDictionary dictionaryWithObject:@"." forKey:NSDecimalSeparator];
  return FSR_RETAIN([NSDecimalNumber decimalNumberWithString:FSRTextOf(text) locale:locale]);
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
  NSString* const FSR_POOLED relative = FSRTextOf(fastser_reader_string(state->reader, &kRelative));
  FSRCheckReader(state);
  if (state->error != nil) return nil;
  if (![base isKindOfClass:[NSURL class]]) {
    FSRFailHere(state, FASTSER_TYPE_MISMATCH, @"the base of a URL is none");
    return nil;
  }
  NSURL* const url = [[FSRClassOfFamily(FSRFamilyURL) alloc] initWithString:relative
                                                              relativeToURL:base];
  if (url == nil) FSRFailHere(state, FASTSER_MALFORMED, @"a URL that NSURL refuses");
  return url;
}

FSR_RETURNS_OWNED id FSRDecodeSimple(FSRUnarchiverState* state, FSRFamily family) {
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

FSR_BORROWED_END
