// SPDX-License-Identifier: MIT
//
// Foundation's values: what comes back, and what other languages see of them.
#import "Models.h"

#include <stdlib.h>

#include "fastser/fastser.h"

#define EXPECT_AGAIN(...)                       \
  do {                                          \
    const id value_ = (__VA_ARGS__);            \
    EXPECT_EQUAL(FSRTestAgain(value_), value_); \
  } while (0)

TEST(StringsOfAllKinds) {
  EXPECT_AGAIN(@"");
  EXPECT_AGAIN(@"plain");
  EXPECT_AGAIN([NSString stringWithUTF8String:"caf\xc3\xa9 \xf0\x9f\x98\x80"]);
  EXPECT_AGAIN([NSMutableString stringWithString:@"mutable"]);
  const unichar zero[3] = {'a', 0, 'b'}, pair[3] = {'x', 0xD83D, 0xDE00};
  EXPECT_AGAIN([NSString stringWithCharacters:zero length:3]);
  // Half of a pair, which no UTF-8 says. (GNUstep makes none by stringWithCharacters:.)
  NSString* const half = [[NSString stringWithCharacters:pair length:3] substringToIndex:2];
  EXPECT(half != nil && [half length] == 2);
  EXPECT_AGAIN(half);
  EXPECT_AGAIN([NSMutableString stringWithString:half]);
  EXPECT_AGAIN([@"" stringByPaddingToLength:100000 withString:@"long " startingAtIndex:0]);
  EXPECT([FSRTestAgain([NSMutableString string]) isKindOfClass:[NSMutableString class]]);
}

TEST(NumbersKeepTheirType) {
  NSArray* const numbers = [NSArray
      arrayWithObjects:[NSNumber numberWithBool:YES], [NSNumber numberWithBool:NO],
                       [NSNumber numberWithInt:-5], [NSNumber numberWithInt:1 << 30],
                       [NSNumber numberWithLongLong:LLONG_MIN],
                       [NSNumber numberWithUnsignedLongLong:ULLONG_MAX],
                       [NSNumber numberWithFloat:1.5F], [NSNumber numberWithDouble:0.1], nil];
  NSArray* const again = FSRTestAgain(numbers);
  EXPECT_EQUAL(again, numbers);
  for (NSUInteger at = 0; at < [numbers count]; ++at) {
    EXPECT(strcmp([[numbers objectAtIndex:at] objCType], [[again objectAtIndex:at] objCType]) == 0);
    EXPECT([[numbers objectAtIndex:at] class] == [[again objectAtIndex:at] class]);
  }
}

TEST(DecimalNumbersKeepTheirDigits) {
  static const char* const kNumbers[] = {"0",
                                         "1.25",
                                         "-0.001",
                                         "79228162514264337593543950335",
                                         "3e20",
                                         "1e-28",
                                         "1e-40",
                                         "123456789012345678901234567890123",
                                         "-7e100",
                                         "79228162514264337593543950336",
                                         "7.9228162514264337593543950335",
                                         "4294967296",
                                         "18446744073709551616.5",
                                         "-1e-28"};
  for (size_t at = 0; at < sizeof kNumbers / sizeof *kNumbers; ++at) {
    NSString* const text = [NSString stringWithUTF8String:kNumbers[at]];
    NSDecimalNumber* const number = [NSDecimalNumber decimalNumberWithString:text];
    NSDecimalNumber* const again = FSRTestAgain(number);
    EXPECT([again isKindOfClass:[NSDecimalNumber class]]);
    EXPECT_EQUAL([again descriptionWithLocale:nil], [number descriptionWithLocale:nil]);
  }
}

TEST(DataDatesUUIDsURLsAndNull) {
  EXPECT_AGAIN([NSData data]);
  EXPECT_AGAIN([NSData dataWithBytes:"\0\1\2" length:3]);
  EXPECT_AGAIN([NSMutableData dataWithBytes:"m" length:1]);
  EXPECT([FSRTestAgain([NSMutableData data]) isKindOfClass:[NSMutableData class]]);
  EXPECT_AGAIN([NSDate dateWithTimeIntervalSinceReferenceDate:0.1]);
  EXPECT_AGAIN([NSDate distantFuture]);
  EXPECT_AGAIN([NSUUID UUID]);
  EXPECT_AGAIN([NSURL URLWithString:@"http://example.org/a?b#c"]);
  NSURL* const relative = [NSURL URLWithString:@"x/y"
                                 relativeToURL:[NSURL URLWithString:@"http://example.org/a/"]];
  NSURL* const again = FSRTestAgain(relative);
  EXPECT_EQUAL([again absoluteString], [relative absoluteString]);
  EXPECT_EQUAL([again relativeString], @"x/y");
  EXPECT(FSRTestAgain([NSNull null]) == [NSNull null]);
  EXPECT(FSRTestAgain(nil) == nil);
}

TEST(CollectionsKeepTheirClassAndContents) {
  NSArray* const plain = [NSArray arrayWithObjects:@"a", [NSNumber numberWithInt:1], nil];
  NSArray* const all = [NSArray
      arrayWithObjects:plain, [NSMutableArray arrayWithArray:plain], [NSArray array],
                       [NSDictionary dictionaryWithObject:plain forKey:@"k"],
                       [NSMutableDictionary dictionaryWithObject:@"v"
                                                          forKey:[NSNumber numberWithInt:3]],
                       [NSDictionary dictionary], [NSSet setWithArray:plain],
                       [NSMutableSet setWithArray:plain], [NSOrderedSet orderedSetWithArray:plain],
                       [NSMutableOrderedSet orderedSetWithArray:plain], nil];
  NSArray* const again = FSRTestAgain(all);
  EXPECT_EQUAL(again, all);
  for (NSUInteger at = 0; at < [all count]; ++at) {
    EXPECT([[all objectAtIndex:at] classForCoder] == [[again objectAtIndex:at] classForCoder]);
  }
  NSCountedSet* const counted = [NSCountedSet setWithObjects:@"x", @"x", @"y", nil];
  NSCountedSet* const counted_again = FSRTestAgain(counted);
  EXPECT([counted_again countForObject:@"x"] == 2 && [counted_again count] == 2);
}

TEST(ACountedSetThatCouldNotBeReadIsNotWritten) {
  NSCountedSet* const counted = [NSCountedSet set];
  for (int times = 0; times < 1000000; ++times) [counted addObject:@"x"];
  EXPECT([FSRTestAgain(counted) countForObject:@"x"] == 1000000);
  [counted addObject:@"x"];
  EXPECT_RAISES(FASTSER_USAGE, [FSRArchiver archivedDataWithRootObject:counted]);
  [counted removeObject:@"x"];
  NSArray* const both =
      [NSArray arrayWithObjects:counted, [NSCountedSet setWithObjects:@"y", @"y", nil], nil];
  EXPECT_RAISES(FASTSER_USAGE, [FSRArchiver archivedDataWithRootObject:both]);
  NSArray* const shared =
      [NSArray arrayWithObjects:counted, counted, [NSCountedSet setWithObject:@"y"], nil];
  EXPECT([[FSRTestAgain(shared) objectAtIndex:1] countForObject:@"x"] == 1000000);
}

// Those that Foundation writes itself, by encodeWithCoder:.
TEST(OtherClassesOfFoundation) {
  EXPECT_AGAIN([NSIndexSet indexSetWithIndexesInRange:NSMakeRange(3, 40)]);
  EXPECT_AGAIN([NSValue valueWithRange:NSMakeRange(1, 2)]);
  EXPECT_AGAIN([NSValue valueWithRect:NSMakeRect(1, 2, 3, 4)]);
  EXPECT_AGAIN([NSValue valueWithSize:NSMakeSize(1.1, 1.2)]);
  EXPECT_AGAIN([NSCharacterSet characterSetWithCharactersInString:@"qwertzuiop"]);
  EXPECT_AGAIN([[[NSAttributedString alloc] initWithString:@"text"] autorelease]);
  EXPECT_AGAIN([NSTimeZone timeZoneWithName:@"UTC"]);
  EXPECT_AGAIN([NSIndexPath indexPathWithIndex:5]);
  NSException* const exception = FSRTestAgain([NSException exceptionWithName:@"Test"
                                                                      reason:@"Testing"
                                                                    userInfo:nil]);
  EXPECT_EQUAL([exception reason], @"Testing");
  NSNotification* const note = FSRTestAgain([NSNotification notificationWithName:@"N" object:@"o"]);
  EXPECT_EQUAL([note object], @"o");
  NSError* const error = FSRTestAgain([NSError errorWithDomain:@"D" code:4 userInfo:nil]);
  EXPECT([error code] == 4);
}

TEST(OtherLanguagesSeePlainValues) {
  NSMutableArray* const list = [NSMutableArray arrayWithObjects:@"one", nil];
  NSDictionary* const map = [NSDictionary dictionaryWithObject:list forKey:@"list"];
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:map];
  fastser_reader* reader = NULL;
  EXPECT(fastser_reader_create(&reader, NULL) == FASTSER_OK);
  EXPECT(fastser_reader_open(reader, [archive bytes], [archive length], NULL, NULL) == FASTSER_OK);
  EXPECT(fastser_reader_begin_object(reader, FASTSER_NO_KEY).kind == FASTSER_OBJECT_NEW);
  fastser_text text = fastser_reader_class_name(reader, 0);
  EXPECT(text.size == 3 && memcmp(text.data, "Map", 3) == 0);
  EXPECT(fastser_reader_class_levels(reader) == 1);
  EXPECT(fastser_reader_begin_map(reader, FASTSER_NO_KEY, NULL));
  EXPECT(fastser_reader_element_code(reader) == FASTSER_TYPE_SHARED_STRING);
  text = fastser_reader_string(reader, FASTSER_NO_KEY);
  EXPECT(text.size == 4 && memcmp(text.data, "list", 4) == 0);
  EXPECT(fastser_reader_begin_object(reader, FASTSER_NO_KEY).kind == FASTSER_OBJECT_NEW);
  text = fastser_reader_class_name(reader, 0);
  EXPECT(text.size == 11 && memcmp(text.data, "MutableList", 11) == 0);
  fastser_reader_destroy(reader);
}

// The type of the keys that a dictionary is written with.
static uint32_t key_type_of(NSData* archive) {
  fastser_reader* reader = NULL;
  EXPECT(fastser_reader_create(&reader, NULL) == FASTSER_OK);
  EXPECT(fastser_reader_open(reader, [archive bytes], [archive length], NULL, NULL) == FASTSER_OK);
  EXPECT(fastser_reader_begin_object(reader, FASTSER_NO_KEY).kind == FASTSER_OBJECT_NEW);
  EXPECT(fastser_reader_begin_map(reader, FASTSER_NO_KEY, NULL));
  const uint32_t code = fastser_reader_element_code(reader);
  fastser_reader_destroy(reader);
  return code;
}

TEST(DictionariesOfStringsAreMapsOfNamesAndOthersAreNot) {
  // A pair of UTF-16 where the keys are looked at in pieces, and half of one.
  unichar units[100];
  for (size_t at = 0; at < 100; ++at) units[at] = 'a';
  units[63] = 0xD83D;
  units[64] = 0xDE00;
  NSString* const pair = [NSString stringWithCharacters:units length:100];
  NSString* const half = [pair substringToIndex:64];
  NSNumber* const number = [NSNumber numberWithInt:1];
  NSDictionary* const names =
      [NSDictionary dictionaryWithObjectsAndKeys:@"a", @"one", number, @"two", pair, pair, nil];
  NSDictionary* const mixed =
      [NSDictionary dictionaryWithObjectsAndKeys:@"a", @"one", @"b", number, nil];
  NSDictionary* const halves = [NSDictionary dictionaryWithObject:@"a" forKey:half];
  const struct {
    NSDictionary* map;
    uint32_t code;
  } all[] = {{names, FASTSER_TYPE_SHARED_STRING},
             {[NSMutableDictionary dictionaryWithDictionary:names], FASTSER_TYPE_SHARED_STRING},
             {[NSDictionary dictionary], FASTSER_TYPE_SHARED_STRING},
             {mixed, FASTSER_TYPE_ANY},
             {halves, FASTSER_TYPE_ANY}};
  for (size_t at = 0; at < sizeof all / sizeof *all; ++at) {
    NSData* const archive = [FSRArchiver archivedDataWithRootObject:all[at].map];
    EXPECT(key_type_of(archive) == all[at].code);
    EXPECT_EQUAL([FSRUnarchiver unarchiveObjectWithData:archive], all[at].map);
  }
  // What may be replaced is any value.
  FSRArchiver* const archiver = [[[FSRArchiver alloc] init] autorelease];
  [archiver replaceObject:@"one" withObject:number];
  [archiver encodeRootObject:[NSDictionary dictionaryWithObject:@"a" forKey:@"one"]];
  EXPECT(key_type_of([archiver encodedData]) == FASTSER_TYPE_ANY);
}

TEST(ValuesOfOtherLanguagesBecomeFoundations) {
  static const fastser_key kList = FASTSER_KEY("list"), kMap = FASTSER_KEY("map"),
                           kSet = FASTSER_KEY("set"), kDate = FASTSER_KEY("date"),
                           kSmall = FASTSER_KEY("small");
  const int32_t numbers[3] = {1, -2, 3};
  fastser_writer* writer = NULL;
  fastser_view view = {NULL, 0};
  EXPECT(fastser_writer_create(NULL, &writer, NULL) == FASTSER_OK);
  fastser_writer_array(writer, &kList, FASTSER_TYPE_I32, numbers, 3);
  fastser_writer_begin_map(writer, &kMap, 1, FASTSER_TYPE_STRING, FASTSER_TYPE_I64, 0);
  fastser_writer_string(writer, FASTSER_NO_KEY, "k", 1);
  fastser_writer_i64(writer, FASTSER_NO_KEY, 5);
  fastser_writer_end_map(writer);
  fastser_writer_begin_set(writer, &kSet, 1, FASTSER_TYPE_ANY);
  fastser_writer_f64(writer, FASTSER_NO_KEY, 0.5);
  fastser_writer_end_list(writer);
  const fastser_date date = {978307200, 500000000};
  fastser_writer_date(writer, &kDate, date);
  fastser_writer_vi64(writer, &kSmall, -7);
  EXPECT(fastser_writer_finish_view(writer, &view, NULL) == FASTSER_OK);
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:[NSData dataWithBytes:view.data
                                                                    length:view.size]] autorelease];
  fastser_writer_destroy(writer);
  EXPECT_EQUAL([unarchiver decodeObjectForKey:@"set"],
               [NSSet setWithObject:[NSNumber numberWithDouble:0.5]]);
  EXPECT_EQUAL([unarchiver decodeObjectForKey:@"list"],
               ([NSArray arrayWithObjects:[NSNumber numberWithInt:1], [NSNumber numberWithInt:-2],
                                          [NSNumber numberWithInt:3], nil]));
  EXPECT_EQUAL([unarchiver decodeObjectForKey:@"map"],
               [NSDictionary dictionaryWithObject:[NSNumber numberWithInt:5] forKey:@"k"]);
  EXPECT_EQUAL([unarchiver decodeObjectForKey:@"date"],
               [NSDate dateWithTimeIntervalSinceReferenceDate:0.5]);
  EXPECT([unarchiver decodeIntForKey:@"small"] == -7);
}

// A map whose key cannot be a key here, as other languages and damaged archives have them.
TEST(AMapWhoseKeysCannotBeCopiedIsAnError) {
  int object = 0;
  fastser_writer* writer = NULL;
  fastser_view view = {NULL, 0};
  EXPECT(fastser_writer_create(NULL, &writer, NULL) == FASTSER_OK);
  const uint32_t link = fastser_writer_class(writer, "Link", 4, 0, FASTSER_NO_NUMBER);
  fastser_writer_begin_map(writer, FASTSER_NO_KEY, 1, FASTSER_TYPE_ANY, FASTSER_TYPE_ANY, 0);
  EXPECT(fastser_writer_begin_object(writer, FASTSER_NO_KEY, &object, link));
  fastser_writer_end_object(writer);
  fastser_writer_null(writer, FASTSER_NO_KEY);
  fastser_writer_end_map(writer);
  EXPECT(fastser_writer_finish_view(writer, &view, NULL) == FASTSER_OK);
  NSData* const archive = [NSData dataWithBytes:view.data length:view.size];
  fastser_writer_destroy(writer);
  EXPECT_RAISES(FASTSER_TYPE_MISMATCH, [FSRUnarchiver unarchiveObjectWithData:archive]);
}

static NSData* data_of(fastser_writer* writer) {
  fastser_view view = {NULL, 0};
  EXPECT(fastser_writer_finish_view(writer, &view, NULL) == FASTSER_OK);
  NSData* const archive = [NSData dataWithBytes:view.data length:view.size];
  fastser_writer_destroy(writer);
  return archive;
}

// A map, set or list of the numbers 1 and `second`, which are of two types, in an object of a
// class; without a class it is a value.
static NSData* of_two_numbers(const char* name, uint32_t code, int64_t second) {
  int object = 0;
  fastser_writer* writer = NULL;
  EXPECT(fastser_writer_create(NULL, &writer, NULL) == FASTSER_OK);
  if (name != NULL) {
    const uint32_t cls = fastser_writer_class(writer, name, strlen(name), 0, FASTSER_NO_NUMBER);
    EXPECT(fastser_writer_begin_object(writer, FASTSER_NO_KEY, &object, cls));
  }
  const BOOL map = code == FASTSER_TYPE_MAP;
  if (map) {
    fastser_writer_begin_map(writer, FASTSER_NO_KEY, 2, FASTSER_TYPE_ANY, FASTSER_TYPE_U64, 0);
  } else if (code == FASTSER_TYPE_SET) {
    fastser_writer_begin_set(writer, FASTSER_NO_KEY, 2, FASTSER_TYPE_ANY);
  } else {
    fastser_writer_begin_list(writer, FASTSER_NO_KEY, 2, FASTSER_TYPE_ANY);
  }
  fastser_writer_i32(writer, FASTSER_NO_KEY, 1);
  if (map) fastser_writer_u64(writer, FASTSER_NO_KEY, 3);
  fastser_writer_i64(writer, FASTSER_NO_KEY, second);
  if (map) fastser_writer_u64(writer, FASTSER_NO_KEY, 4);
  if (map) {
    fastser_writer_end_map(writer);
  } else {
    fastser_writer_end_list(writer);
  }
  if (name != NULL) fastser_writer_end_object(writer);
  return data_of(writer);
}

// The number 1 of two types: two keys in .NET and in the archive, and one in Foundation.
TEST(KeysAndElementsThatAreEqualHereAreAnErrorAndNoneIsLost) {
  const struct {
    const char* name;
    uint32_t code;
  } all[] = {{NULL, FASTSER_TYPE_MAP},
             {"Map", FASTSER_TYPE_MAP},
             {"MutableMap", FASTSER_TYPE_MAP},
             {"CountedSet", FASTSER_TYPE_MAP},
             {NULL, FASTSER_TYPE_SET},
             {"Set", FASTSER_TYPE_SET},
             {"MutableSet", FASTSER_TYPE_SET},
             {"OrderedSet", FASTSER_TYPE_LIST},
             {"MutableOrderedSet", FASTSER_TYPE_LIST}};
  for (size_t at = 0; at < sizeof all / sizeof *all; ++at) {
    NSData* const archive = of_two_numbers(all[at].name, all[at].code, 1);
    EXPECT_RAISES(FASTSER_MALFORMED, [FSRUnarchiver unarchiveObjectWithData:archive]);
    NSData* const other = of_two_numbers(all[at].name, all[at].code, 2);
    EXPECT([[FSRUnarchiver unarchiveObjectWithData:other] count] == 2);
  }
  NSData* const list = of_two_numbers("List", FASTSER_TYPE_LIST, 1);
  EXPECT([[FSRUnarchiver unarchiveObjectWithData:list] count] == 2);
}

// ---- what damaged archives have

TEST(AURLWhoseBaseIsNoneIsAnError) {
  static const fastser_key kBase = FASTSER_KEY("base"), kRelative = FASTSER_KEY("relative");
  int object = 0;
  fastser_writer* writer = NULL;
  EXPECT(fastser_writer_create(NULL, &writer, NULL) == FASTSER_OK);
  const uint32_t url = fastser_writer_class(writer, "NSURL", 5, 0, FASTSER_NO_NUMBER);
  EXPECT(fastser_writer_begin_object(writer, FASTSER_NO_KEY, &object, url));
  fastser_writer_string(writer, &kBase, "no URL", 6);
  fastser_writer_string(writer, &kRelative, "x", 1);
  fastser_writer_end_object(writer);
  EXPECT_RAISES(FASTSER_TYPE_MISMATCH, [FSRUnarchiver unarchiveObjectWithData:data_of(writer)]);
}

// A few bytes that ask for a thousand million objects.
TEST(CountedSetsOfAnArchiveHaveABoundTogether) {
  char sets[1000];
  fastser_writer* writer = NULL;
  EXPECT(fastser_writer_create(NULL, &writer, NULL) == FASTSER_OK);
  const uint32_t counted = fastser_writer_class(writer, "CountedSet", 10, 0, FASTSER_NO_NUMBER);
  fastser_writer_begin_list(writer, FASTSER_NO_KEY, sizeof sets, FASTSER_TYPE_ANY);
  for (size_t at = 0; at < sizeof sets; ++at) {
    EXPECT(fastser_writer_begin_object(writer, FASTSER_NO_KEY, &sets[at], counted));
    fastser_writer_begin_map(writer, FASTSER_NO_KEY, 1, FASTSER_TYPE_ANY, FASTSER_TYPE_U64, 0);
    fastser_writer_i8(writer, FASTSER_NO_KEY, 1);
    fastser_writer_u64(writer, FASTSER_NO_KEY, 1000000);
    fastser_writer_end_map(writer);
    fastser_writer_end_object(writer);
  }
  fastser_writer_end_list(writer);
  EXPECT_RAISES(FASTSER_TYPE_MISMATCH, [FSRUnarchiver unarchiveObjectWithData:data_of(writer)]);
}
