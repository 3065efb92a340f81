// SPDX-License-Identifier: MIT
//
// Archives of other languages: structs, which are records and of no class of the program's, and
// what converters make of JSON. One file is of a program in Swift, the others are made by the calls
// of C that Swift's encoder makes.
#import "FSRTest.h"
#import "Models.h"
#include "fastser/fastser.h"

static NSData* finished(fastser_writer* writer) {
  fastser_bytes bytes;
  memset(&bytes, 0, sizeof bytes);
  EXPECT(fastser_writer_finish(writer, NULL, &bytes, NULL) == FASTSER_OK);
  NSData* const archive = [NSData dataWithBytes:bytes.data length:bytes.size];
  fastser_bytes_release(&bytes);
  fastser_writer_destroy(writer);
  return archive;
}

static fastser_writer* new_writer(void) {
  fastser_writer* writer = NULL;
  EXPECT(fastser_writer_create(NULL, &writer, NULL) == FASTSER_OK);
  return writer;
}

static const fastser_key* key_of(fastser_writer* writer, const char* text) {
  return fastser_writer_key(writer, text, strlen(text));
}

static void string(fastser_writer* writer, const char* key, const char* text) {
  fastser_writer_string(writer, key == NULL ? FASTSER_NO_KEY : key_of(writer, key), text,
                        strlen(text));
}

static uint32_t class_in(fastser_writer* writer, const char* name) {
  return fastser_writer_class(writer, name, strlen(name), 0, FASTSER_NO_NUMBER);
}

// struct Book { var title: String; var pages: Int; var tags: Set<String> }
static void write_book(fastser_writer* writer, const char* title, int64_t pages) {
  fastser_writer_begin_record(writer, FASTSER_NO_KEY, class_in(writer, "Book"));
  string(writer, "title", title);
  fastser_writer_i64(writer, key_of(writer, "pages"), pages);
  fastser_writer_begin_set(writer, key_of(writer, "tags"), 1, FASTSER_TYPE_SHARED_STRING);
  string(writer, NULL, "alps");
  fastser_writer_end_list(writer);
  fastser_writer_end_record(writer);
}

// struct Library { var name: String; var books: [Book]; var opened: Date; var friend: Friend? }
static NSData* library(void) {
  fastser_writer* const writer = new_writer();
  fastser_writer_begin_record(writer, FASTSER_NO_KEY, class_in(writer, "Library"));
  string(writer, "name", "Bern");
  fastser_writer_begin_list(writer, key_of(writer, "books"), 2, FASTSER_TYPE_ANY);
  write_book(writer, "Heidi", 240);
  write_book(writer, "Bern", 5);
  fastser_writer_end_list(writer);
  fastser_writer_apple_date(writer, key_of(writer, "opened"), -1.5);
  fastser_writer_reference(writer, key_of(writer, "friend"), NULL);
  fastser_writer_end_record(writer);
  return finished(writer);
}

static NSDictionary* book(NSString* title, int pages) {
  return [NSDictionary dictionaryWithObjectsAndKeys:title, @"title", [NSNumber numberWithInt:pages],
                                                    @"pages", [NSSet setWithObject:@"alps"],
                                                    @"tags", nil];
}

// What the example bindings/swift/examples/todo wrote: an array of
// struct ToDo { let id: Int; var title: String; var note: String?; var made: Date; var done: Bool }
static const uint8_t kOfSwift[] = {
    0x46, 0x53, 0x52, 0x01, 0x05, 0x00, 0x00, 0x00, 0x00, 0x02, 0x2a, 0x00, 0x02, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x0a, 0x62, 0xc3, 0xbc, 0x72, 0x6f, 0x1c, 0x53, 0x63, 0x68, 0x6c, 0xc3,
    0xbc, 0x73, 0x73, 0x65, 0x6c, 0x20, 0xe2, 0x9c, 0x93, 0xd4, 0x22, 0xc6, 0xc8, 0xd3, 0x59, 0xc8,
    0x41, 0x01, 0x2a, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0x62, 0x75, 0x79,
    0x20, 0x6d, 0x69, 0x6c, 0x6b, 0x71, 0xb5, 0xc3, 0xc8, 0xd3, 0x59, 0xc8, 0x41, 0x00, 0x02, 0x04,
    0x54, 0x6f, 0x44, 0x6f, 0x00, 0x00, 0x05, 0x03, 0x02, 0x69, 0x64, 0x08, 0x03, 0x05, 0x74, 0x69,
    0x74, 0x6c, 0x65, 0x16, 0x03, 0x04, 0x6e, 0x6f, 0x74, 0x65, 0x16, 0x03, 0x04, 0x6d, 0x61, 0x64,
    0x65, 0x1e, 0x03, 0x04, 0x64, 0x6f, 0x6e, 0x65, 0x01, 0x04, 0x54, 0x6f, 0x44, 0x6f, 0x00, 0x00,
    0x04, 0x03, 0x02, 0x69, 0x64, 0x08, 0x03, 0x05, 0x74, 0x69, 0x74, 0x6c, 0x65, 0x16, 0x03, 0x04,
    0x6d, 0x61, 0x64, 0x65, 0x1e, 0x03, 0x04, 0x64, 0x6f, 0x6e, 0x65, 0x01, 0x21, 0x2c, 0x50, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xa1, 0xc3, 0xe8, 0x38};

TEST(AFileThatSwiftWroteIsRead) {
  NSData* const archive = [NSData dataWithBytes:kOfSwift length:sizeof kOfSwift];
  NSArray* const read = [FSRUnarchiver unarchiveObjectWithData:archive];
  EXPECT([read count] == 2);
  NSDictionary* const two = [read objectAtIndex:0];
  NSDictionary* const one = [read objectAtIndex:1];
  EXPECT([two count] == 5 && [one count] == 4 && [one objectForKey:@"note"] == nil);
  EXPECT_EQUAL([two objectForKey:@"id"], [NSNumber numberWithInt:2]);
  EXPECT_EQUAL([two objectForKey:@"title"], ([NSString stringWithUTF8String:"b\xc3\xbcro"]));
  EXPECT_EQUAL([two objectForKey:@"note"],
               ([NSString stringWithUTF8String:"Schl\xc3\xbcssel \xe2\x9c\x93"]));
  EXPECT([[two objectForKey:@"done"] boolValue] && ![[one objectForKey:@"done"] boolValue]);
  EXPECT_EQUAL([one objectForKey:@"title"], @"buy milk");
  const NSTimeInterval later =
      [[two objectForKey:@"made"] timeIntervalSinceDate:[one objectForKey:@"made"]];
  EXPECT(later > 0 && later < 1);
}

TEST(StructsOfSwiftAreDictionariesByTheNamesOfTheirFields) {
  NSDictionary* const read = [FSRUnarchiver unarchiveObjectWithData:library()];
  EXPECT([read count] == 4);
  EXPECT_EQUAL([read objectForKey:@"name"], @"Bern");
  EXPECT_EQUAL([read objectForKey:@"books"],
               ([NSArray arrayWithObjects:book(@"Heidi", 240), book(@"Bern", 5), nil]));
  EXPECT([[read objectForKey:@"opened"] timeIntervalSinceReferenceDate] == -1.5);
  EXPECT([read objectForKey:@"friend"] == [NSNull null]);
}

TEST(AStructIsReadByItsKeyInAnyOrder) {
  fastser_writer* const writer = new_writer();
  fastser_writer_begin_record(writer, key_of(writer, "point"), class_in(writer, "Point"));
  fastser_writer_i64(writer, key_of(writer, "x"), 1);
  fastser_writer_end_record(writer);
  fastser_writer_i64(writer, key_of(writer, "number"), 2);
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:finished(writer)] autorelease];
  EXPECT([unarchiver decodeInt64ForKey:@"number"] == 2);
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQUAL([unarchiver decodeObjectForKey:@"point"],
                 [NSDictionary dictionaryWithObject:[NSNumber numberWithInt:1] forKey:@"x"]);
  }
  EXPECT([unarchiver decodeObjectForKey:@"other"] == nil);
  EXPECT([unarchiver decodeInt64ForKey:@"number"] == 2);
}

// A set of classes is all that is allowed, the strings that are the keys included.
TEST(StructsOfSwiftAreCheckedAsDictionariesAre) {
  NSMutableSet* const classes =
      [NSMutableSet setWithObjects:[NSDictionary class], [NSString class], [NSArray class],
                                   [NSNumber class], [NSSet class], [NSDate class], nil];
  NSError* error = nil;
  EXPECT([[FSRUnarchiver unarchivedObjectOfClasses:classes fromData:library()
                                             error:&error] count] == 4);
  EXPECT(error == nil);
  for (Class missing in [[classes copy] autorelease]) {
    [classes removeObject:missing];
    error = nil;
    EXPECT([FSRUnarchiver unarchivedObjectOfClasses:classes fromData:library()
                                              error:&error] == nil);
    EXPECT([error code] == FSRErrorClassNotAllowed);
    [classes addObject:missing];
  }
}

// struct Link, where the program has the class.
TEST(AStructThatIsCalledAsAClassIsAnObjectOfIt) {
  fastser_writer* const writer = new_writer();
  fastser_writer_begin_list(writer, FASTSER_NO_KEY, 1, FASTSER_TYPE_ANY);
  fastser_writer_begin_record(writer, FASTSER_NO_KEY, class_in(writer, "Link"));
  fastser_writer_i64(writer, key_of(writer, "number"), 7);
  fastser_writer_end_record(writer);
  fastser_writer_end_list(writer);
  LinkCodes = LinkKeyed;
  NSArray* const read = [FSRUnarchiver unarchiveObjectWithData:finished(writer)];
  Link* const link = [read lastObject];
  EXPECT([link isKindOfClass:[Link class]] && link->number == 7 && link->next == nil);
}

// It has an identity, and may refer to itself: that takes its class.
TEST(AnObjectOfAClassThatThereIsNotIsAnErrorAndNoDictionary) {
  const char identity = 0;
  fastser_writer* const writer = new_writer();
  EXPECT(fastser_writer_begin_object(writer, FASTSER_NO_KEY, &identity, class_in(writer, "Gone")));
  fastser_writer_i64(writer, key_of(writer, "number"), 7);
  fastser_writer_end_object(writer);
  EXPECT_RAISES(FASTSER_UNKNOWN_CLASS, [FSRUnarchiver unarchiveObjectWithData:finished(writer)]);
}

TEST(RecordsWithoutNamesAreArraysAndThoseWithSomeAreAnError) {
  for (int named = 0; named < 2; ++named) {
    fastser_writer* const writer = new_writer();
    fastser_writer_begin_record(writer, FASTSER_NO_KEY, class_in(writer, "Pair"));
    for (int at = 0; at < 20; ++at) fastser_writer_i32(writer, FASTSER_NO_KEY, at);
    if (named) fastser_writer_i32(writer, key_of(writer, "x"), 1);
    fastser_writer_end_record(writer);
    NSData* const archive = finished(writer);
    if (named) {
      EXPECT_RAISES(FASTSER_UNKNOWN_CLASS, [FSRUnarchiver unarchiveObjectWithData:archive]);
      continue;
    }
    NSArray* const read = [FSRUnarchiver unarchiveObjectWithData:archive];
    EXPECT([read isKindOfClass:[NSArray class]] && [read count] == 20);
    for (int at = 0; at < 20; ++at) EXPECT([[read objectAtIndex:(NSUInteger)at] intValue] == at);
  }
}

static NSData* converted(const char* json, const fastser_convert_options* options) {
  fastser_bytes bytes;
  memset(&bytes, 0, sizeof bytes);
  EXPECT(fastser_convert(json, strlen(json), FASTSER_FORMAT_JSON, FASTSER_FORMAT_ARCHIVE, options,
                         NULL, &bytes, NULL) == FASTSER_OK);
  NSData* const archive = [NSData dataWithBytes:bytes.data length:bytes.size];
  fastser_bytes_release(&bytes);
  return archive;
}

// struct Base { int x; }; struct Derived : Base { int x; }, of C++.
TEST(AStructThatHasANameTwiceIsAnErrorAndLosesNothing) {
  for (int twice = 0; twice < 2; ++twice) {
    fastser_type_builder* builder = NULL;
    fastser_type* type = NULL;
    EXPECT(fastser_type_builder_create(&builder, NULL) == FASTSER_OK);
    const fastser_type_id base = fastser_type_builder_record(builder, "Base", 4, 0);
    const fastser_type_id derived = fastser_type_builder_record(builder, "Derived", 7, 0);
    const fastser_type_id number = fastser_type_builder_code(builder, FASTSER_TYPE_I32);
    fastser_type_builder_super(builder, derived, base);
    fastser_type_builder_field(builder, base, "x", 1, number);
    fastser_type_builder_field(builder, derived, twice ? "x" : "y", 1, number);
    EXPECT(fastser_type_builder_build(builder, derived, &type, NULL) == FASTSER_OK);
    fastser_convert_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.type = type;
    NSData* const archive = converted("[1,2]", &options);
    if (twice) {
      EXPECT_RAISES(FASTSER_TYPE_MISMATCH, [FSRUnarchiver unarchiveObjectWithData:archive]);
    } else {
      EXPECT_EQUAL(
          [FSRUnarchiver unarchiveObjectWithData:archive],
          ([NSDictionary dictionaryWithObjectsAndKeys:[NSNumber numberWithInt:1], @"x",
                                                      [NSNumber numberWithInt:2], @"y", nil]));
    }
    fastser_type_release(type);
    fastser_type_builder_destroy(builder);
  }
}

// A stranger's archive of 100 KB could ask for gigabytes: a long name, and a byte for each record.
TEST(TheLongNameOfAFieldIsMadeOnceForAllRecords) {
  char name[1000];
  memset(name, 'n', sizeof name);
  fastser_writer* const writer = new_writer();
  const fastser_key* const key = fastser_writer_key(writer, name, sizeof name);
  fastser_writer_begin_list(writer, FASTSER_NO_KEY, 3, FASTSER_TYPE_ANY);
  for (int at = 0; at < 3; ++at) {
    fastser_writer_begin_record(writer, FASTSER_NO_KEY, class_in(writer, "Gone"));
    fastser_writer_u8(writer, key, (uint8_t)at);
    string(writer, "", "no name");
    fastser_writer_end_record(writer);
  }
  fastser_writer_end_list(writer);
  NSArray* const read = [FSRUnarchiver unarchiveObjectWithData:finished(writer)];
  NSString* const made =
      [[[read objectAtIndex:0] allKeysForObject:[NSNumber numberWithInt:0]] lastObject];
  EXPECT([made length] == sizeof name && [read count] == 3);
  for (int at = 1; at < 3; ++at) {
    NSDictionary* const record = [read objectAtIndex:(NSUInteger)at];
    EXPECT([[record allKeysForObject:[NSNumber numberWithInt:at]] lastObject] == made);
    EXPECT_EQUAL([record objectForKey:@""], @"no name");
  }
}

// It is a dictionary that can be changed, since it was needed before it was complete.
TEST(AnObjectWithoutAClassMayReferToItself) {
  const char identity = 0;
  fastser_writer* const writer = new_writer();
  EXPECT(fastser_writer_begin_object(writer, FASTSER_NO_KEY, &identity, class_in(writer, "")));
  fastser_writer_reference(writer, key_of(writer, "self"), &identity);
  fastser_writer_end_object(writer);
  NSMutableDictionary* const read = [FSRUnarchiver unarchiveObjectWithData:finished(writer)];
  EXPECT([read count] == 1 && [read objectForKey:@"self"] == read);
  [read removeAllObjects];
}

// Records without a class, and objects without one: what the text has twice.
TEST(JSONIsReadAsFoundationHasIt) {
  const char* const texts[] = {
      "{}",
      "[]",
      "{\"a\":1}",
      "[{},{\"a\":[]}]",
      "{\"a\":1.5,\"b\":[{\"c\":\"x\",\"d\":18446744073709551615},{\"c\":\"y\",\"d\":null}]}",
      "[[null,[\"list\",[1,2]]],[null,[\"list\",[1,2]]],{\"k\":[true,false]},{\"k\":[true,false]}]",
  };
  for (size_t at = 0; at < sizeof texts / sizeof *texts; ++at) {
    NSData* const text = [NSData dataWithBytes:texts[at] length:strlen(texts[at])];
    const id expected = [NSJSONSerialization JSONObjectWithData:text options:0 error:NULL];
    EXPECT(expected != nil);
    EXPECT_EQUAL([FSRUnarchiver unarchiveObjectWithData:converted(texts[at], NULL)], expected);
  }
}

// As with NSKeyedUnarchiver; where there is no such key, all of them.
TEST(OfSeveralRootsByKeyTheOneCalledRootIsTheObject) {
  for (int rooted = 0; rooted < 2; ++rooted) {
    NSMutableData* const archive = [NSMutableData data];
    FSRArchiver* const archiver =
        [[[FSRArchiver alloc] initForWritingWithMutableData:archive] autorelease];
    [archiver encodeInt:3 forKey:@"count"];
    [archiver encodeObject:@"value" forKey:rooted ? @"root" : @"other"];
    [archiver finishEncoding];
    const id read = [FSRUnarchiver unarchiveObjectWithData:archive];
    if (rooted) {
      EXPECT_EQUAL(read, @"value");
      continue;
    }
    EXPECT_EQUAL(read,
                 ([NSDictionary dictionaryWithObjectsAndKeys:[NSNumber numberWithInt:3], @"count",
                                                             @"value", @"other", nil]));
  }
}

// Cut off anywhere, and with any bit changed.
TEST(DamagedStructsAreErrors) {
  NSData* const whole = library();
  for (NSUInteger at = 0; at < [whole length]; ++at) {
    NSError* error = nil;
    EXPECT([FSRUnarchiver
               unarchiveTopLevelObjectWithData:[whole subdataWithRange:NSMakeRange(0, at)]
                                         error:&error] == nil);
    EXPECT(error != nil);
    for (int bit = 0; bit < 8; ++bit) {
      NSMutableData* const damaged = [[whole mutableCopy] autorelease];
      ((uint8_t*)[damaged mutableBytes])[at] ^= (uint8_t)(1 << bit);
      [FSRUnarchiver unarchiveTopLevelObjectWithData:damaged error:&error];
    }
  }
}
