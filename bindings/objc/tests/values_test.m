// SPDX-License-Identifier: MIT
//
// Values by type encoding: each type code, structs, arrays, and what cannot be archived.
#import "FSRTest.h"

#include <float.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#include "FSRTypeEncoding.h"
#include "fastser/fastser.h"

// A value of each scalar type at both ends of its range, in order; then the same read back.
#define ROUND_SCALAR(name, T, encoding, lowest, highest)                   \
  static const T name##Values[] = {(T)(lowest), (T)(highest), (T)1, (T)0}; \
  static void encode_##name(NSCoder* coder, FSRTestCoded* object) {        \
    (void)object;                                                          \
    for (int at = 0; at < 4; ++at) {                                       \
      [coder encodeValueOfObjCType:encoding at:&name##Values[at]];         \
    }                                                                      \
  }                                                                        \
  static void decode_##name(NSCoder* coder, FSRTestCoded* object) {        \
    (void)object;                                                          \
    for (int at = 0; at < 4; ++at) {                                       \
      T value = (T)42;                                                     \
      [coder decodeValueOfObjCType:encoding at:&value];                    \
      EXPECT(value == name##Values[at]);                                   \
    }                                                                      \
  }                                                                        \
  TEST(Type_##name##_KeepsItsRange) { FSRTestRound(encode_##name, decode_##name); }

ROUND_SCALAR(c, signed char, "c", SCHAR_MIN, SCHAR_MAX)
ROUND_SCALAR(C, unsigned char, "C", 0, UCHAR_MAX)
ROUND_SCALAR(s, short, "s", SHRT_MIN, SHRT_MAX)
ROUND_SCALAR(S, unsigned short, "S", 0, USHRT_MAX)
ROUND_SCALAR(i, int, "i", INT_MIN, INT_MAX)
ROUND_SCALAR(I, unsigned int, "I", 0, UINT_MAX)
ROUND_SCALAR(l, long, "l", LONG_MIN, LONG_MAX)
ROUND_SCALAR(L, unsigned long, "L", 0, ULONG_MAX)
ROUND_SCALAR(q, long long, "q", LLONG_MIN, LLONG_MAX)
ROUND_SCALAR(Q, unsigned long long, "Q", 0, ULLONG_MAX)
ROUND_SCALAR(f, float, "f", -FLT_MAX, FLT_MIN)
ROUND_SCALAR(d, double, "d", -DBL_MAX, DBL_MIN)
ROUND_SCALAR(B, bool, "B", 0, 1)
ROUND_SCALAR(BOOL, BOOL, @encode(BOOL), NO, YES)
ROUND_SCALAR(NSInteger, NSInteger, @encode(NSInteger), NSIntegerMin, NSIntegerMax)
ROUND_SCALAR(NSUInteger, NSUInteger, @encode(NSUInteger), 0, NSUIntegerMax)
ROUND_SCALAR(ConstInt, int, "ri", INT_MIN, INT_MAX)

// ---- objects, C strings, classes, selectors

static void encode_pointers(NSCoder* coder, FSRTestCoded* object) {
  id string = @"text", nothing = nil;
  const char *text = "caf\xc3\xa9", *bytes = "\xff\xfe", *none = NULL;
  Class cls = [NSMutableArray class], no_class = Nil;
  SEL selector = @selector(replaceObject:withObject:), no_selector = NULL;
  (void)object;
  [coder encodeValueOfObjCType:"@" at:&string];
  [coder encodeValueOfObjCType:@encode(id) at:&nothing];
  [coder encodeValueOfObjCType:"*" at:&text];
  [coder encodeValueOfObjCType:"r*" at:&bytes];
  [coder encodeValueOfObjCType:"r*" at:&none];
  [coder encodeValueOfObjCType:"#" at:&cls];
  [coder encodeValueOfObjCType:"#" at:&no_class];
  [coder encodeValueOfObjCType:":" at:&selector];
  [coder encodeValueOfObjCType:":" at:&no_selector];
}
static void decode_pointers(NSCoder* coder, FSRTestCoded* object) {
  id string = nil, nothing = @"x";
  char *text = NULL, *bytes = NULL, *none = "x";
  Class cls = Nil, no_class = [NSObject class];
  SEL selector = NULL, no_selector = @selector(init);
  (void)object;
  [coder decodeValueOfObjCType:"@" at:&string];
  [coder decodeValueOfObjCType:@encode(id) at:&nothing];
  [coder decodeValueOfObjCType:"*" at:&text];
  [coder decodeValueOfObjCType:"r*" at:&bytes];
  [coder decodeValueOfObjCType:"r*" at:&none];
  [coder decodeValueOfObjCType:"#" at:&cls];
  [coder decodeValueOfObjCType:"#" at:&no_class];
  [coder decodeValueOfObjCType:":" at:&selector];
  [coder decodeValueOfObjCType:":" at:&no_selector];
  EXPECT_EQUAL(string, @"text");
  [string release];
  EXPECT(nothing == nil);
  EXPECT(text != NULL && strcmp(text, "caf\xc3\xa9") == 0);
  EXPECT(bytes != NULL && strcmp(bytes, "\xff\xfe") == 0);
  EXPECT(none == NULL);
  free(text);
  free(bytes);
  EXPECT(cls == [NSMutableArray class] && no_class == Nil);
  EXPECT(sel_isEqual(selector, @selector(replaceObject:withObject:)) && no_selector == NULL);
}
TEST(ObjectsTextsClassesAndSelectorsByTypeCode) { FSRTestRound(encode_pointers, decode_pointers); }

// ---- structs and arrays

typedef struct Inner {
  char letter;
  double number;
} Inner;
typedef struct Outer {
  short first;
  Inner inner[2];
  float three[3];
  id object;
  BOOL last;
} Outer;
static const int kMatrix[2][3] = {{1, 2, 3}, {-4, 5, INT_MIN}};

static void encode_structs(NSCoder* coder, FSRTestCoded* object) {
  const Outer outer = {7, {{'a', 1.5}, {'b', -2.5}}, {1, 2, 3}, @"inside", YES};
  const NSRect rect = NSMakeRect(1.25, -2, 3e300, 4);
  const NSRange range = NSMakeRange(5, NSNotFound);
  const Inner pair[2] = {{'x', 1}, {'y', 2}};
  const id objects[2] = {@"one", nil};
  (void)object;
  [coder encodeValueOfObjCType:@encode(Outer) at:&outer];
  [coder encodeValueOfObjCType:@encode(NSRect) at:&rect];
  [coder encodeValueOfObjCType:@encode(NSRange) at:&range];
  [coder encodeValueOfObjCType:@encode(int[2][3]) at:kMatrix];
  [coder encodeArrayOfObjCType:@encode(int) count:6 at:kMatrix];
  [coder encodeArrayOfObjCType:@encode(Inner) count:2 at:pair];
  [coder encodeArrayOfObjCType:@encode(id) count:2 at:objects];
  [coder encodeArrayOfObjCType:@encode(NSRect) count:1 at:&rect];
  [coder encodeArrayOfObjCType:"i" count:0 at:kMatrix];
  [coder encodePoint:NSMakePoint(1, 2)];
  [coder encodeSize:NSMakeSize(3, 4)];
  [coder encodeRect:rect];
}
static void decode_structs(NSCoder* coder, FSRTestCoded* object) {
  Outer outer;
  NSRect rect, again;
  NSRange range;
  Inner pair[2];
  int matrix[2][3], flat[6];
  id objects[2];
  (void)object;
  [coder decodeValueOfObjCType:@encode(Outer) at:&outer];
  EXPECT(outer.first == 7 && outer.inner[1].letter == 'b' && outer.inner[1].number == -2.5);
  EXPECT(outer.three[2] == 3 && outer.last == YES);
  EXPECT_EQUAL(outer.object, @"inside");
  [outer.object release];
  [coder decodeValueOfObjCType:@encode(NSRect) at:&rect];
  EXPECT(NSEqualRects(rect, NSMakeRect(1.25, -2, 3e300, 4)));
  [coder decodeValueOfObjCType:@encode(NSRange) at:&range];
  EXPECT(NSEqualRanges(range, NSMakeRange(5, NSNotFound)));
  [coder decodeValueOfObjCType:@encode(int[2][3]) at:matrix];
  EXPECT(memcmp(matrix, kMatrix, sizeof matrix) == 0);
  [coder decodeArrayOfObjCType:@encode(int) count:6 at:flat];
  EXPECT(memcmp(flat, kMatrix, sizeof flat) == 0);
  [coder decodeArrayOfObjCType:@encode(Inner) count:2 at:pair];
  EXPECT(pair[0].letter == 'x' && pair[1].letter == 'y' && pair[1].number == 2);
  [coder decodeArrayOfObjCType:@encode(id) count:2 at:objects];
  EXPECT_EQUAL(objects[0], @"one");
  EXPECT(objects[1] == nil);
  [objects[0] release];
  [coder decodeArrayOfObjCType:@encode(NSRect) count:1 at:&again];
  EXPECT(NSEqualRects(rect, again));
  [coder decodeArrayOfObjCType:"i" count:0 at:flat];
  EXPECT(NSEqualPoints([coder decodePoint], NSMakePoint(1, 2)));
  EXPECT(NSEqualSizes([coder decodeSize], NSMakeSize(3, 4)));
  EXPECT(NSEqualRects([coder decodeRect], rect));
}
// A structure as importers write it, as other languages may, and as earlier versions did.
static void write_struct(fastser_writer* writer, int form) {
  const double numbers[4] = {1, 2, 3, 4};
  switch (form) {
    case 0:  // a tuple of tuples
      fastser_writer_begin_tuple(writer, FASTSER_NO_KEY, 2);
      for (int half = 0; half < 2; ++half) {
        fastser_writer_begin_tuple(writer, FASTSER_NO_KEY, 2);
        fastser_writer_f64(writer, FASTSER_NO_KEY, numbers[2 * half]);
        fastser_writer_f32(writer, FASTSER_NO_KEY, (float)numbers[2 * half + 1]);
        fastser_writer_end_tuple(writer);
      }
      return fastser_writer_end_tuple(writer);
    case 1:  // flat
      fastser_writer_begin_tuple(writer, FASTSER_NO_KEY, 4);
      for (int at = 0; at < 4; ++at) fastser_writer_i32(writer, FASTSER_NO_KEY, at + 1);
      return fastser_writer_end_tuple(writer);
    case 2: return fastser_writer_array(writer, FASTSER_NO_KEY, FASTSER_TYPE_F64, numbers, 4);
    case 3:  // records
      fastser_writer_begin_record(writer, FASTSER_NO_KEY,
                                  fastser_writer_class(writer, "CGRect", 6, 0, FASTSER_NO_NUMBER));
      fastser_writer_array(writer, FASTSER_NO_KEY, FASTSER_TYPE_F64, numbers, 2);
      fastser_writer_array(writer, FASTSER_NO_KEY, FASTSER_TYPE_F64, numbers + 2, 2);
      return fastser_writer_end_record(writer);
    case 4:  // side by side
      for (int at = 0; at < 4; ++at) fastser_writer_f32(writer, FASTSER_NO_KEY, (float)(at + 1));
      return;
    case 5: return fastser_writer_array(writer, FASTSER_NO_KEY, FASTSER_TYPE_F64, numbers, 3);
    case 6: return fastser_writer_string(writer, FASTSER_NO_KEY, "{{1, 2}, {3, 4}}", 16);
    default:
      fastser_writer_begin_tuple(writer, FASTSER_NO_KEY, 3);
      for (int at = 0; at < 3; ++at) fastser_writer_i32(writer, FASTSER_NO_KEY, at);
      return fastser_writer_end_tuple(writer);
  }
}

TEST(AStructIsReadFromEveryFormThatItHasInArchives) {
  for (int form = 0; form < 8; ++form) {
    fastser_writer* writer = NULL;
    fastser_view view = {NULL, 0};
    EXPECT(fastser_writer_create(NULL, &writer, NULL) == FASTSER_OK);
    for (int twice = 0; twice < 2; ++twice) write_struct(writer, form);
    EXPECT(fastser_writer_finish_view(writer, &view, NULL) == FASTSER_OK);
    NSData* const archive = [NSData dataWithBytes:view.data length:view.size];
    fastser_writer_destroy(writer);
    FSRUnarchiver* const coder =
        [[[FSRUnarchiver alloc] initForReadingWithData:archive] autorelease];
    NSRect rect = NSMakeRect(9, 9, 9, 9);
    if (form < 5) {
      [coder decodeValueOfObjCType:@encode(NSRect) at:&rect];
      EXPECT(NSEqualRects(rect, NSMakeRect(1, 2, 3, 4)));
      EXPECT(NSEqualRects([coder decodeRect], NSMakeRect(1, 2, 3, 4)) && [coder isAtEnd]);
    } else {
      EXPECT_RAISES(FASTSER_TYPE_MISMATCH, [coder decodeValueOfObjCType:@encode(NSRect) at:&rect]);
      EXPECT(NSEqualRects(rect, NSMakeRect(0, 0, 0, 0)));
    }
  }
}

typedef struct Wide {
  int numbers[2][2];
  char text[8];
  struct {
    double one;
  } inner;
} Wide;

// 33 members are more than a tuple has.
typedef struct Many {
  short a[1], b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, bb, cc,
      dd, ee, ff, gg;
} Many;

static const Wide kWide = {{{1, -2}, {3, -4}}, "text", {0.5}};

static void encode_wide(NSCoder* coder, FSRTestCoded* object) {
  Many many;
  memset(&many, 7, sizeof many);
  many.gg = -3;
  (void)object;
  [coder encodeValueOfObjCType:@encode(Wide) at:&kWide];
  [coder encodeArrayOfObjCType:@encode(char) count:3 at:"ab"];
  [coder encodeArrayOfObjCType:@encode(char) count:0 at:""];
  [coder encodeValueOfObjCType:@encode(Many) at:&many];
}
static void decode_wide(NSCoder* coder, FSRTestCoded* object) {
  Wide wide;
  Many many;
  char text[3] = "xx";
  (void)object;
  memset(&wide, 9, sizeof wide);
  [coder decodeValueOfObjCType:@encode(Wide) at:&wide];
  EXPECT(memcmp(wide.numbers, kWide.numbers, sizeof wide.numbers) == 0);
  EXPECT(memcmp(wide.text, kWide.text, sizeof wide.text) == 0 && wide.inner.one == 0.5);
  [coder decodeArrayOfObjCType:@encode(char) count:3 at:text];
  EXPECT(strcmp(text, "ab") == 0);
  [coder decodeArrayOfObjCType:@encode(char) count:0 at:text];
  [coder decodeValueOfObjCType:@encode(Many) at:&many];
  EXPECT(many.a[0] == 0x0707 && many.ff == 0x0707 && many.gg == -3);
}
TEST(StructsOfArraysAndArraysOfCharComeBack) { FSRTestRound(encode_wide, decode_wide); }

TEST(StructsAndArraysKeepEveryField) { FSRTestRound(encode_structs, decode_structs); }

static void encode_several(NSCoder* coder, FSRTestCoded* object) {
  int number = 5;
  id string = @"s";
  NSPoint point = NSMakePoint(1, 2);
  (void)object;
  [coder encodeValuesOfObjCTypes:"i@{_NSPoint=dd}", &number, &string, &point];
}
static void decode_several(NSCoder* coder, FSRTestCoded* object) {
  int number = 0;
  id string = nil;
  NSPoint point;
  (void)object;
  [coder decodeValuesOfObjCTypes:"i@{_NSPoint=dd}", &number, &string, &point];
  EXPECT(number == 5 && point.y == 2);
  EXPECT_EQUAL(string, @"s");
  [string release];
}
TEST(SeveralTypesInOneCall) { FSRTestRound(encode_several, decode_several); }

TEST(APointRectangleIsOneRunOfDoubles) {
  const char *end = NULL, *problem = NULL;
  FSRType* const type = FSRTypeParse(@encode(NSRect), &end, &problem);
  EXPECT(type != NULL && type->run == 4 && type->run_code == FASTSER_TYPE_F64 && *end == 0);
  FSRTypeFree(type);
  FSRType* const gaps = FSRTypeParse(@encode(Inner), &end, &problem);
  EXPECT(gaps != NULL && gaps->run_code == 0 && gaps->size == sizeof(Inner));
  FSRTypeFree(gaps);
  FSRType* const named = FSRTypeParse("{S=\"a\"i\"b\"@\"NSString\"\"c\"[2d]}", &end, &problem);
  EXPECT(named != NULL && *end == 0 && named->inner->next->next->offset == 16);
  FSRTypeFree(named);
}

// ---- what cannot be archived

static void encode_refused(NSCoder* coder, FSRTestCoded* object) {
  static const char* const kRefused[] = {"^i", "^v", "(U=if)", "b3",      "?",
                                         "v",  "D",  "t",      "{S=i^d}", "",
                                         "{S", "[3", "@?",     "[2^i]",   "{S=b3b5}"};
  char memory[64] = {0};
  (void)object;
  for (size_t at = 0; at < sizeof kRefused / sizeof *kRefused; ++at) {
    EXPECT_RAISES(FSRErrorUnsupportedType, [coder encodeValueOfObjCType:kRefused[at] at:memory]);
  }
  EXPECT_RAISES(FSRErrorUnsupportedType, [coder encodeValuesOfObjCTypes:"i^i", memory, memory]);
  EXPECT_RAISES(FASTSER_USAGE, [coder encodeValueOfObjCType:"ii" at:memory]);
  [coder encodeInt:3 forKey:@"after"];
}
static void decode_refused(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  EXPECT([coder decodeIntForKey:@"after"] == 3);
}
TEST(TypesThatCannotBeArchivedRaiseAndWriteNothing) {
  FSRTestRound(encode_refused, decode_refused);
}

// ---- other widths

static void encode_widths(NSCoder* coder, FSRTestCoded* object) {
  const long long small = -5;
  const unsigned char yes = 1;
  const bool truth = true;
  const short numbers[3] = {1, -2, 3};
  const double half = 0.5;
  (void)object;
  [coder encodeValueOfObjCType:"q" at:&small];
  [coder encodeValueOfObjCType:"C" at:&yes];
  [coder encodeValueOfObjCType:"B" at:&truth];
  [coder encodeArrayOfObjCType:"s" count:3 at:numbers];
  [coder encodeValueOfObjCType:"d" at:&half];
  [coder encodeInt64:INT64_MAX forKey:@"large"];
}
static void decode_widths(NSCoder* coder, FSRTestCoded* object) {
  short small = 0;
  bool yes = false;
  signed char truth = 0;
  long long numbers[3];
  float half = 0;
  (void)object;
  [coder decodeValueOfObjCType:"s" at:&small];
  [coder decodeValueOfObjCType:"B" at:&yes];
  [coder decodeValueOfObjCType:"c" at:&truth];
  [coder decodeArrayOfObjCType:"q" count:3 at:numbers];
  [coder decodeValueOfObjCType:"f" at:&half];
  EXPECT(small == -5 && yes && truth == 1 && numbers[1] == -2 && half == 0.5F);
  EXPECT([coder decodeInt64ForKey:@"large"] == INT64_MAX);
}
TEST(IntegersOfAnyWidthThatFits) { FSRTestRound(encode_widths, decode_widths); }

static void decode_overflow(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  EXPECT([coder decodeIntForKey:@"large"] == 0);
}
TEST(AnIntegerThatDoesNotFitIsAnError) {
  EXPECT_RAISES(FASTSER_TYPE_MISMATCH, FSRTestRound(encode_widths, decode_overflow));
}

static void decode_wrong_count(NSCoder* coder, FSRTestCoded* object) {
  short small[4];
  (void)object;
  [coder decodeValuesOfObjCTypes:"qCB", (long long[1]){0}, (char[1]){0}, (bool[1]){0}];
  [coder decodeArrayOfObjCType:"s" count:4 at:small];
}
TEST(AnArrayOfAnotherCountIsAnError) {
  EXPECT_RAISES(FASTSER_TYPE_MISMATCH, FSRTestRound(encode_widths, decode_wrong_count));
}

static void encode_byte(NSCoder* coder, FSRTestCoded* object) {
  const short numbers[2] = {300, -1};
  (void)object;
  [coder encodeArrayOfObjCType:"s" count:2 at:numbers];
}
static void decode_byte(NSCoder* coder, FSRTestCoded* object) {
  unsigned char numbers[2];
  (void)object;
  [coder decodeArrayOfObjCType:"C" count:2 at:numbers];
}
TEST(AnElementThatDoesNotFitIsAnError) {
  EXPECT_RAISES(FASTSER_TYPE_MISMATCH, FSRTestRound(encode_byte, decode_byte));
}

static void decode_sized(NSCoder* coder, FSRTestCoded* object) {
  long long value = 0;
  (void)object;
  EXPECT_RAISES(FASTSER_USAGE, [(FSRUnarchiver*)coder decodeValueOfObjCType:"q" at:&value size:4]);
  [(FSRUnarchiver*)coder decodeValueOfObjCType:"q" at:&value size:sizeof value];
  EXPECT(value == -5);
}
TEST(TheSizeOfASizedCallIsChecked) { FSRTestRound(encode_widths, decode_sized); }

// ---- the cache

static unsigned long parsed_before;
static void encode_many(NSCoder* coder, FSRTestCoded* object) {
  const NSRange range = NSMakeRange(1, 2);
  (void)object;
  parsed_before = FSRTypesParsed();
  for (int at = 0; at < 20000; ++at) [coder encodeValueOfObjCType:@encode(NSRange) at:&range];
  EXPECT(FSRTypesParsed() - parsed_before == 1);
}
static void decode_many(NSCoder* coder, FSRTestCoded* object) {
  NSRange range;
  (void)object;
  parsed_before = FSRTypesParsed();
  for (int at = 0; at < 20000; ++at) {
    [coder decodeValueOfObjCType:@encode(NSRange) at:&range];
  }
  EXPECT(FSRTypesParsed() - parsed_before == 1 && range.length == 2);
}
TEST(ATypeStringIsParsedOnce) { FSRTestRound(encode_many, decode_many); }

static void encode_changing(NSCoder* coder, FSRTestCoded* object) {
  char type[] = "[2i]";
  const int two[2] = {1, 2};
  const double doubles[2] = {1.5, 2.5};
  (void)object;
  [coder encodeValueOfObjCType:type at:two];
  type[2] = 'd';  // at the same address
  [coder encodeValueOfObjCType:type at:doubles];
}
static void decode_changing(NSCoder* coder, FSRTestCoded* object) {
  int two[2];
  double doubles[2];
  (void)object;
  [coder decodeValueOfObjCType:"[2i]" at:two];
  [coder decodeValueOfObjCType:"[2d]" at:doubles];
  EXPECT(two[1] == 2 && doubles[1] == 2.5);
}
TEST(AnotherTypeAtTheSameAddressIsSeen) { FSRTestRound(encode_changing, decode_changing); }

// Types whose strings are made at run time, in objects of an array whose own type is in use.
@interface ManyTypes : NSObject <NSCoding> {
 @public
  int count, values[8];
}
@end

static const char* type_of_many(int count) {
  return [[NSString stringWithFormat:@"[%di]", count] UTF8String];
}

@implementation ManyTypes
- (void)encodeWithCoder:(NSCoder*)coder {
  [coder encodeValueOfObjCType:@encode(int) at:&count];
  [coder encodeValueOfObjCType:type_of_many(count) at:values];
}
- (id)initWithCoder:(NSCoder*)coder {
  [coder decodeValueOfObjCType:@encode(int) at:&count];
  [coder decodeValueOfObjCType:type_of_many(count) at:values];
  return self;
}
@end

TEST(TypesMadeAtRunTimeLeaveThoseInUseAlive) {
  enum { kMany = 300 };
  id objects[kMany];
  for (int at = 0; at < kMany; ++at) {
    ManyTypes* const one = [[[ManyTypes alloc] init] autorelease];
    one->count = 1 + at % 8;
    for (int i = 0; i < 8; ++i) one->values[i] = at;
    objects[at] = one;
  }
  NSMutableData* const data = [NSMutableData data];
  FSRArchiver* const archiver =
      [[[FSRArchiver alloc] initForWritingWithMutableData:data] autorelease];
  [archiver encodeArrayOfObjCType:@encode(id) count:kMany at:objects];
  [archiver finishEncoding];
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:data] autorelease];
  id read[kMany];
  [unarchiver decodeArrayOfObjCType:@encode(id) count:kMany at:read];
  for (int at = 0; at < kMany; ++at) {
    const ManyTypes* const one = read[at];
    EXPECT([read[at] isKindOfClass:[ManyTypes class]] && one->count == 1 + at % 8);
    EXPECT(one->values[0] == at && one->values[at % 8] == at);
    [read[at] release];
  }
}
