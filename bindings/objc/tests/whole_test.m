// SPDX-License-Identifier: MIT
//
// Whole archives: convenience methods, files, secure coding, failures, damaged bytes.
#import <FastserObjC/FastserObjC.h>

#import "Models.h"

#include <stdlib.h>
#include <unistd.h>

#include "fastser/fastser.h"

static NSString* temporary_path(void) {
  return [NSTemporaryDirectory()
      stringByAppendingPathComponent:[NSString stringWithFormat:@"fsr_test_%d", (int)getpid()]];
}

// The calls that docs/objc.md begins with.
@compatibility_alias Library Secure;
TEST(OneCallWritesAnObjectAndOneReadsIt) {
  Library* const library = [Library named:@"Bern"];

  NSError* error = nil;
  NSData* data = [FSRArchiver archivedDataWithRootObject:library];
  Library* again = [FSRUnarchiver unarchivedObjectOfClass:[Library class]
                                                 fromData:data
                                                    error:&error];

  EXPECT(again != library && error == nil);
  EXPECT_EQUAL(again->name, @"Bern");
}

TEST(AFileIsWrittenAndRead) {
  NSString* const path = temporary_path();
  EXPECT([FSRUnarchiver unarchiveObjectWithFile:path] == nil);
  EXPECT([FSRArchiver archiveRootObject:@"first" toFile:path]);
  EXPECT_EQUAL([FSRUnarchiver unarchiveObjectWithFile:path], @"first");
  NSError* error = nil;
  EXPECT([FSRArchiver archiveRootObject:@"second" toFile:path error:&error] && error == nil);
  EXPECT_EQUAL([FSRUnarchiver unarchiveObjectWithFile:path], @"second");
  NSMutableData* const damaged = [NSMutableData dataWithContentsOfFile:path];
  ((char*)[damaged mutableBytes])[[damaged length] / 2] ^= 1;
  EXPECT([FSRUnarchiver unarchiveTopLevelObjectWithData:damaged error:&error] == nil);
  EXPECT([error code] == FASTSER_CHECKSUM);
  EXPECT(![FSRArchiver archiveRootObject:@"x" toFile:@"/no/such/folder/file" error:&error]);
  unlink([path UTF8String]);
}

TEST(StepByStep) {
  NSMutableData* const target = [NSMutableData data];
  FSRArchiver* const archiver =
      [[[FSRArchiver alloc] initForWritingWithMutableData:target] autorelease];
  [archiver setUserVersion:12];
  [archiver encodeRootObject:@"root"];
  EXPECT([target length] != 0 && [archiver archiverData] == target);
  EXPECT_RAISES(FASTSER_USAGE, [archiver encodeObject:@"late"]);
  EXPECT_RAISES(FASTSER_USAGE, [archiver setUserVersion:13]);
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:target] autorelease];
  EXPECT([unarchiver userVersion] == 12 && ![unarchiver isAtEnd]);
  EXPECT_EQUAL([unarchiver decodeObject], @"root");
  EXPECT([unarchiver isAtEnd]);
  EXPECT_RAISES(FASTSER_TRUNCATED, [unarchiver decodeObject]);
}

TEST(SeveralValuesWithoutARoot) {
  int number = 5;
  FSRArchiver* const archiver = [[[FSRArchiver alloc] init] autorelease];
  [archiver encodeValueOfObjCType:@encode(int) at:&number];
  [archiver encodeObject:@"text"];
  [archiver finishEncoding];
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:[archiver encodedData]] autorelease];
  number = 0;
  [unarchiver decodeValueOfObjCType:@encode(int) at:&number];
  EXPECT(number == 5);
  EXPECT_EQUAL([unarchiver decodeObject], @"text");
}

static void raise_generic(NSCoder* coder, FSRTestCoded* object) {
  (void)coder, (void)object;
  [NSException raise:NSGenericException format:@"not today"];
}

// Code of NSArchiver's days: values, and then the data.
TEST(AnArchiverThatIsLetGoOfHasFilledItsData) {
  NSMutableData* const data = [NSMutableData data];
  const int number = 7;
  FSRArchiver* const archiver = [[FSRArchiver alloc] initForWritingWithMutableData:data];
  [archiver encodeValueOfObjCType:@encode(int) at:&number];
  [archiver encodeObject:@"more"];
  [archiver release];
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:data] autorelease];
  int again = 0;
  [unarchiver decodeValueOfObjCType:@encode(int) at:&again];
  EXPECT(again == 7);
  EXPECT_EQUAL([unarchiver decodeObject], @"more");
  // One that nothing was given to, and one that failed, leave theirs alone.
  NSMutableData* const empty = [NSMutableData data];
  [[[FSRArchiver alloc] initForWritingWithMutableData:empty] release];
  FSRArchiver* const failed = [[FSRArchiver alloc] initForWritingWithMutableData:empty];
  FSRTestEncode = raise_generic;
  EXPECT_RAISES(0, [failed encodeObject:[[[FSRTestCoded alloc] init] autorelease]]);
  [failed release];
  EXPECT([empty length] == 0);
}

TEST(AnEmptyArchive) {
  FSRArchiver* const archiver = [[[FSRArchiver alloc] init] autorelease];
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:[archiver encodedData]] autorelease];
  EXPECT([unarchiver isAtEnd]);
}

TEST(TheRootHasTheNameThatKeyedArchivesGiveIt) {
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:@"the root"];
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:archive] autorelease];
  EXPECT_EQUAL([unarchiver decodeObjectForKey:@"root"], @"the root");
  FSRArchiver* const archiver = [[[FSRArchiver alloc] init] autorelease];
  [archiver encodeObject:@"keyed" forKey:@"root"];
  EXPECT_EQUAL([FSRUnarchiver unarchiveObjectWithData:[archiver encodedData]], @"keyed");
}

// What is decoded outlives its unarchiver, though nobody retained it.
TEST(WhatIsDecodedLivesInThePool) {
  NSData* const archive = [FSRArchiver
      archivedDataWithRootObject:[NSArray arrayWithObject:[NSMutableString stringWithString:@"x"]]];
  FSRUnarchiver* const unarchiver = [[FSRUnarchiver alloc] initForReadingWithData:archive];
  NSArray* const array = [unarchiver decodeObject];
  [unarchiver release];
  EXPECT_EQUAL([array objectAtIndex:0], @"x");
  EXPECT([array retainCount] == 1);
}

// ---- secure coding

static NSData* secure_archive(id child) {
  Secure* const secure = [Secure named:@"name"];
  secure->child = [child retain];
  return [FSRArchiver archivedDataWithRootObject:secure];
}

TEST(AClassThatIsNotAllowedIsNeverAllocated) {
  NSError* error = nil;
  Evil* const evil = [[[Evil alloc] init] autorelease];
  NSData* const alone = [FSRArchiver archivedDataWithRootObject:evil];
  NSData* const inside = secure_archive(evil);
  NSData* const listed = secure_archive([NSArray arrayWithObject:evil]);
  EvilAllocated = 0;
  EXPECT([FSRUnarchiver unarchivedObjectOfClass:[Secure class] fromData:alone error:&error] == nil);
  EXPECT([error code] == FSRErrorClassNotAllowed);
  SecureChildClass = [Secure class];
  error = nil;
  EXPECT([FSRUnarchiver unarchivedObjectOfClass:[Secure class] fromData:inside
                                          error:&error] == nil);
  EXPECT([error code] == FSRErrorClassNotAllowed);
  SecureChildClass = [NSArray class];
  EXPECT([FSRUnarchiver unarchivedObjectOfClass:[Secure class] fromData:listed
                                          error:&error] == nil);
  EXPECT(EvilAllocated == 0);
}

TEST(AnAllowedClassThatDoesNotSupportSecureCodingIsRefused) {
  NSError* error = nil;
  Evil* const evil = [[[Evil alloc] init] autorelease];
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:evil];
  EvilAllocated = 0;
  EXPECT([FSRUnarchiver unarchivedObjectOfClass:[Evil class] fromData:archive error:&error] == nil);
  EXPECT([error code] == FSRErrorClassNotAllowed && EvilAllocated == 0);
  EXPECT([FSRArchiver archivedDataWithRootObject:evil requiringSecureCoding:YES
                                           error:&error] == nil);
  EXPECT([error code] == FSRErrorClassNotAllowed);
}

@interface SecureLink : Link
@end
@implementation SecureLink
+ (BOOL)supportsSecureCoding {
  return YES;
}
@end
// Secure coding is asked of the class of each object, not of its super-classes.
TEST(AClassThatIsNotSecureIsRefusedAfterASubclassThatIs) {
  NSError* error = nil;
  LinkCodes = LinkKeyed;
  NSArray* const derived = [NSArray arrayWithObject:[[SecureLink new] autorelease]];
  NSArray* const both = [derived arrayByAddingObject:[[Link new] autorelease]];
  EXPECT([FSRArchiver archivedDataWithRootObject:derived requiringSecureCoding:YES
                                           error:&error] != nil);
  EXPECT([FSRArchiver archivedDataWithRootObject:both requiringSecureCoding:YES
                                           error:&error] == nil);
  EXPECT([error code] == FSRErrorClassNotAllowed);
}

TEST(AllowedClassesAreDecoded) {
  NSError* error = nil;
  SecureChildClass = [Secure class];
  Secure* const again =
      [FSRUnarchiver unarchivedObjectOfClass:[Secure class]
                                    fromData:secure_archive([Secure named:@"child"])
                                       error:&error];
  EXPECT(error == nil);
  EXPECT_EQUAL(((Secure*)again->child)->name, @"child");
  NSArray* const array = [NSArray arrayWithObjects:@"a", [Secure named:@"b"], nil];
  NSSet* const classes =
      [NSSet setWithObjects:[NSArray class], [NSString class], [Secure class], nil];
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:array];
  EXPECT([[FSRUnarchiver unarchivedObjectOfClasses:classes fromData:archive
                                             error:&error] count] == 2);
  EXPECT([FSRUnarchiver unarchivedObjectOfClass:[NSArray class] fromData:archive
                                          error:&error] == nil);
}

static NSSet* classes_of(Class one, Class other) { return [NSSet setWithObjects:one, other, nil]; }

TEST(ArraysAreReadWithTheClassesOfTheirElements) {
  NSError* error = nil;
  SecureChildClass = [Secure class];
  NSArray* array = [NSArray arrayWithObjects:[Secure named:@"a"], [Secure named:@"b"], nil];
  NSData* archive = [FSRArchiver archivedDataWithRootObject:array];
  NSArray* const read = [FSRUnarchiver unarchivedArrayOfObjectsOfClass:[Secure class]
                                                              fromData:archive
                                                                 error:&error];
  EXPECT([read count] == 2 && error == nil);
  EXPECT_EQUAL(((Secure*)[read lastObject])->name, @"b");
  EXPECT(
      [[FSRUnarchiver unarchivedArrayOfObjectsOfClasses:classes_of([Secure class], [NSString class])
                                               fromData:archive
                                                  error:&error] count] == 2);
  EXPECT([FSRUnarchiver unarchivedArrayOfObjectsOfClass:[NSString class]
                                               fromData:archive
                                                  error:&error] == nil);
  EXPECT([error code] == FSRErrorClassNotAllowed);
  // An array, a nil in it, and something that is no array: not among those classes.
  array = [NSArray arrayWithObject:[NSArray arrayWithObject:@"x"]];
  id const others[] = {array, [NSArray arrayWithObject:[NSNull null]], [NSSet set]};
  for (int at = 0; at < 3; ++at) {
    archive = [FSRArchiver archivedDataWithRootObject:others[at]];
    error = nil;
    EXPECT([FSRUnarchiver unarchivedArrayOfObjectsOfClass:[NSString class]
                                                 fromData:archive
                                                    error:&error] == nil);
    EXPECT([error code] == FSRErrorClassNotAllowed);
    EXPECT([FSRUnarchiver unarchivedArrayOfObjectsOfClass:[NSString class]
                                                 fromData:archive
                                                    error:NULL] == nil);
  }
  error = nil;
  archive = [FSRArchiver archivedDataWithRootObject:@"x"];
  EXPECT([FSRUnarchiver unarchivedArrayOfObjectsOfClass:[NSString class]
                                               fromData:archive
                                                  error:&error] == nil);
  EXPECT([error code] == FASTSER_TYPE_MISMATCH);
  archive = [FSRArchiver archivedDataWithRootObject:array];
  EXPECT([[FSRUnarchiver
             unarchivedArrayOfObjectsOfClasses:classes_of([NSArray class], [NSString class])
                                      fromData:archive
                                         error:&error] count] == 1);
  // Not even allocated.
  archive = [FSRArchiver
      archivedDataWithRootObject:[NSArray arrayWithObject:[[[Evil alloc] init] autorelease]]];
  EvilAllocated = 0;
  EXPECT([FSRUnarchiver unarchivedArrayOfObjectsOfClass:[Secure class]
                                               fromData:archive
                                                  error:&error] == nil);
  EXPECT([error code] == FSRErrorClassNotAllowed && EvilAllocated == 0);
}

TEST(DictionariesAreReadWithTheClassesOfTheirKeysAndValues) {
  NSError* error = nil;
  NSDictionary* const map = [NSDictionary dictionaryWithObject:[Secure named:@"a"] forKey:@"k"];
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:map];
  SecureChildClass = [Secure class];
  NSDictionary* const read = [FSRUnarchiver unarchivedDictionaryWithKeysOfClass:[NSString class]
                                                                 objectsOfClass:[Secure class]
                                                                       fromData:archive
                                                                          error:&error];
  EXPECT([read count] == 1 && error == nil);
  EXPECT_EQUAL(((Secure*)[read objectForKey:@"k"])->name, @"a");
  // Keys of the values' class, and the other way round.
  EXPECT([FSRUnarchiver
             unarchivedDictionaryWithKeysOfClasses:[NSSet setWithObject:[Secure class]]
                                  objectsOfClasses:classes_of([NSString class], [Secure class])
                                          fromData:archive
                                             error:&error] == nil);
  EXPECT([error code] == FSRErrorClassNotAllowed);
  error = nil;
  EXPECT([FSRUnarchiver
             unarchivedDictionaryWithKeysOfClasses:classes_of([NSString class], [Secure class])
                                  objectsOfClasses:[NSSet setWithObject:[NSString class]]
                                          fromData:archive
                                             error:&error] == nil);
  EXPECT([error code] == FSRErrorClassNotAllowed);
  error = nil;
  EXPECT([FSRUnarchiver unarchivedDictionaryWithKeysOfClass:[NSNumber class]
                                             objectsOfClass:[Secure class]
                                                   fromData:archive
                                                      error:&error] == nil);
  EXPECT([error code] == FSRErrorClassNotAllowed);
  error = nil;
  EXPECT([FSRUnarchiver
             unarchivedDictionaryWithKeysOfClass:[NSString class]
                                  objectsOfClass:[NSArray class]
                                        fromData:[FSRArchiver
                                                     archivedDataWithRootObject:[NSArray array]]
                                           error:&error] == nil);
  EXPECT([error code] == FASTSER_TYPE_MISMATCH);
}

// A list of another language may have nil in it.
TEST(NilInAListIsAnNSNullWhichMustBeAllowed) {
  NSData* const json = [@"[\"a\",null]" dataUsingEncoding:NSUTF8StringEncoding];
  fastser_bytes made = {0};
  EXPECT(fastser_convert([json bytes], [json length], FASTSER_FORMAT_JSON, FASTSER_FORMAT_ARCHIVE,
                         NULL, NULL, &made, NULL) == FASTSER_OK);
  NSData* const archive = [NSData dataWithBytes:made.data length:made.size];
  fastser_bytes_release(&made);
  NSSet* const strings = [NSSet setWithObjects:[NSArray class], [NSString class], nil];
  NSError* error = nil;
  EXPECT([FSRUnarchiver unarchivedObjectOfClasses:strings fromData:archive error:&error] == nil);
  EXPECT([error code] == FSRErrorClassNotAllowed);
  NSSet* const all = [strings setByAddingObject:[NSNull class]];
  NSArray* const expected = [NSArray arrayWithObjects:@"a", [NSNull null], nil];
  EXPECT_EQUAL([FSRUnarchiver unarchivedObjectOfClasses:all fromData:archive error:&error],
               expected);
}

// Met first where it is allowed, then referred to where it is not.
@interface TwoUses : NSObject <NSCoding> {
 @public
  id shared;
}
@end
@implementation TwoUses
+ (BOOL)supportsSecureCoding {
  return YES;
}
- (void)encodeWithCoder:(NSCoder*)coder {
  [coder encodeObject:shared forKey:@"first"];
  [coder encodeObject:shared forKey:@"second"];
}
- (id)initWithCoder:(NSCoder*)coder {
  self = [super init];
  SecureChildClass = [NSNull class];
  (void)[coder decodeObjectOfClass:[Secure class] forKey:@"first"];
  EXPECT([[(FSRUnarchiver*)coder allowedClasses] count] == 1);
  (void)[coder decodeObjectOfClass:[NSArray class] forKey:@"second"];
  return self;
}
@end
TEST(TheClassIsCheckedAtEachUseOfAReference) {
  TwoUses* const object = [[[TwoUses alloc] init] autorelease];
  object->shared = [Secure named:@"s"];
  NSError* error = nil;
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:object];
  EXPECT([FSRUnarchiver unarchivedObjectOfClass:[TwoUses class] fromData:archive
                                          error:&error] == nil);
  EXPECT([error code] == FSRErrorClassNotAllowed);
}

TEST(WithoutClassesSecureDecodingRefuses) {
  NSError* error = nil;
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:[Secure named:@"x"]];
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingFromData:archive error:&error] autorelease];
  EXPECT([unarchiver requiresSecureCoding]);
  EXPECT([unarchiver decodeObject] == nil && [unarchiver error] != nil);
  EXPECT([[unarchiver error] code] == FSRErrorClassNotAllowed);
}

TEST(ThePropertyListOfAStrangerHoldsNoObjects) {
  FSRArchiver* const archiver = [[[FSRArchiver alloc] init] autorelease];
  [archiver encodeObject:[NSArray arrayWithObject:[Secure named:@"x"]] forKey:@"list"];
  [archiver encodeObject:[NSArray arrayWithObject:@"x"] forKey:@"good"];
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:[archiver encodedData]] autorelease];
  EXPECT_EQUAL([unarchiver decodePropertyListForKey:@"good"], [NSArray arrayWithObject:@"x"]);
  EXPECT_RAISES(FSRErrorClassNotAllowed, [unarchiver decodePropertyListForKey:@"list"]);
}

// ---- failures

static void encode_number(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  [coder encodeInt:5 forKey:@"n"];
  [coder encodeObject:@"text" forKey:@"s"];
}
static void decode_failing(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  EXPECT([coder decodeIntForKey:@"s"] == 0);  // a string: an error, which is kept
  EXPECT([coder decodeIntForKey:@"n"] == 0);
  EXPECT([coder decodeObjectForKey:@"s"] == nil);
}
static NSData* number_archive(FSRTestCoding decode) {
  FSRTestEncode = encode_number;
  FSRTestDecode = decode;
  return [FSRArchiver archivedDataWithRootObject:[[[FSRTestCoded alloc] init] autorelease]];
}

TEST(ErrorsAreKeptWhereThatIsThePolicy) {
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:number_archive(decode_failing)] autorelease];
  [unarchiver setDecodingFailurePolicy:FSRDecodingFailurePolicySetErrorAndReturn];
  EXPECT([unarchiver decodeObject] == nil);
  NSError* const error = [unarchiver error];
  EXPECT([error code] == FASTSER_TYPE_MISMATCH);
  EXPECT_EQUAL([error domain], FSRErrorDomain);
  EXPECT([[error userInfo] objectForKey:FSRErrorOffsetKey] != nil);
  EXPECT_EQUAL([[error userInfo] objectForKey:FSRErrorPathKey], @"s");
}

static void decode_into_memory(NSCoder* coder, FSRTestCoded* object) {
  int numbers[3] = {1, 1, 1};
  id objects[2] = {coder, coder};
  NSRect rect = NSMakeRect(1, 1, 1, 1);
  (void)object;
  EXPECT([coder decodeIntForKey:@"s"] == 0);
  [coder decodeArrayOfObjCType:@encode(int) count:3 at:numbers];
  [coder decodeArrayOfObjCType:@encode(id) count:2 at:objects];
  [coder decodeValueOfObjCType:@encode(NSRect) at:&rect];
  EXPECT(numbers[2] == 0 && objects[0] == nil && objects[1] == nil && rect.size.height == 0);
}
TEST(AfterAnErrorAllMemoryIsZero) {
  NSError* error = nil;
  NSData* const archive = number_archive(decode_into_memory);
  EXPECT([FSRUnarchiver unarchiveTopLevelObjectWithData:archive error:&error] == nil);
  EXPECT([error code] == FASTSER_TYPE_MISMATCH);
}

static void decode_own_failure(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  [(FSRUnarchiver*)coder failWithError:[NSError errorWithDomain:@"own" code:3 userInfo:nil]];
}
TEST(AnObjectMayFailADecoding) {
  NSError* error = nil;
  NSData* const archive = number_archive(decode_own_failure);
  EXPECT([FSRUnarchiver unarchiveTopLevelObjectWithData:archive error:&error] == nil);
  EXPECT_EQUAL([error domain], @"own");
}

static void raise_something(NSCoder* coder, FSRTestCoded* object) {
  (void)coder;
  (void)object;
  [NSException raise:@"Own" format:@"on purpose"];
}
TEST(AnExceptionOfAnObjectIsAnErrorOfTheWhole) {
  NSError* error = nil;
  NSData* const archive = number_archive(raise_something);
  EXPECT([FSRUnarchiver unarchiveTopLevelObjectWithData:archive error:&error] == nil);
  EXPECT([error code] == FSRErrorException);
  FSRTestEncode = raise_something;
  EXPECT([FSRArchiver archivedDataWithRootObject:[[[FSRTestCoded alloc] init] autorelease]
                           requiringSecureCoding:NO
                                           error:&error] == nil);
  EXPECT([error code] == FSRErrorException);
}

static void catch_what_it_raises(NSCoder* coder, FSRTestCoded* object) {
  if (object->value == nil) [NSException raise:@"Own" format:@"on purpose"];
  @try {
    [coder encodeObject:object->value];
  } @catch (NSException* exception) {
    (void)exception;
  }
}
// The inner one is written by half. So there is no archive: not now, and not later, with less in
// it.
TEST(WhatAnObjectRaisedIsAnErrorOfTheWholeThoughAnotherCaughtIt) {
  FSRTestEncode = catch_what_it_raises;
  FSRTestCoded* const outer = [[[FSRTestCoded alloc] init] autorelease];
  outer->value = [[FSRTestCoded alloc] init];
  NSMutableData* const data = [NSMutableData data];
  FSRArchiver* const archiver = [[FSRArchiver alloc] initForWritingWithMutableData:data];
  EXPECT_RAISES(FASTSER_USAGE, [archiver encodeRootObject:outer]);
  EXPECT_RAISES(FASTSER_USAGE, [archiver finishEncoding]);
  NSError* error = nil;
  EXPECT([archiver encodedDataWithError:&error] == nil);
  EXPECT([error code] == FASTSER_USAGE);
  [archiver release];
  EXPECT([data length] == 0);
}

static id array_of(id element) { return [NSArray arrayWithObjects:@"first", element, nil]; }
static id map_of(id element) { return [NSDictionary dictionaryWithObject:element forKey:@"k"]; }
static id set_of(id element) { return [NSSet setWithObject:element]; }
static id counted_set_of(id element) { return [NSCountedSet setWithObject:element]; }
TEST(AnExceptionWhileEncodingLeavesNoCountOver) {
  id (*const collections[])(id) = {array_of, map_of, set_of, counted_set_of};
  FSRTestEncode = raise_something;
  for (size_t at = 0; at < sizeof collections / sizeof *collections; ++at) {
    FSRTestCoded* const element = [[FSRTestCoded alloc] init];
    NSAutoreleasePool* const pool = [[NSAutoreleasePool alloc] init];
    NSError* error = nil;
    EXPECT([FSRArchiver archivedDataWithRootObject:collections[at](element)
                             requiringSecureCoding:NO
                                             error:&error] == nil);
    [pool drain];
    EXPECT([element retainCount] == 1);
    [element release];
  }
}

static NSMutableArray* changed;
static void change_the_array(NSCoder* coder, FSRTestCoded* object) {
  (void)coder;
  [changed addObject:object];
}
TEST(ACollectionThatIsChangedWhileItIsEncodedIsAnError) {
  changed = [NSMutableArray array];
  FSRTestEncode = change_the_array;
  for (int at = 0; at < 3; ++at) [changed addObject:[[[FSRTestCoded alloc] init] autorelease]];
  NSError* error = nil;
  EXPECT([FSRArchiver archivedDataWithRootObject:changed requiringSecureCoding:NO
                                           error:&error] == nil);
  EXPECT([error code] == FSRErrorException);
}

TEST(TopLevelCallsGiveErrors) {
  FSRArchiver* const archiver = [[[FSRArchiver alloc] init] autorelease];
  [archiver encodeObject:[Secure named:@"x"] forKey:@"k"];
  NSData* const archive = [archiver encodedData];
  NSError* error = nil;
  FSRUnarchiver* unarchiver = [[[FSRUnarchiver alloc] initForReadingWithData:archive] autorelease];
  SecureChildClass = [NSNull class];
  EXPECT([unarchiver decodeTopLevelObjectOfClass:[Secure class] forKey:@"k" error:&error] != nil);
  EXPECT([unarchiver decodeTopLevelObjectOfClasses:[NSSet setWithObject:[NSArray class]]
                                            forKey:@"k"
                                             error:&error] == nil);
  EXPECT([error code] == FSRErrorClassNotAllowed);
  unarchiver = [[[FSRUnarchiver alloc] initForReadingWithData:archive] autorelease];
  EXPECT([unarchiver decodeTopLevelObjectForKey:@"k" error:&error] != nil);
  EXPECT([unarchiver decodeTopLevelObjectAndReturnError:&error] == nil);
}

TEST(DataThatAreNoArchiveAreRefused) {
  NSError* error = nil;
  NSData* const nothing = [NSData data];
  NSData* const other = [NSData dataWithBytes:"bplist00 and so on" length:18];
  EXPECT([[FSRUnarchiver alloc] initForReadingFromData:nothing error:&error] == nil &&
         error != nil);
  error = nil;
  EXPECT([[FSRUnarchiver alloc] initForReadingFromData:other error:&error] == nil && error != nil);
  BOOL raised = NO;
  @try {
    (void)[[FSRUnarchiver alloc] initForReadingWithData:other];
  } @catch (NSException* exception) {
    raised = YES;
  }
  EXPECT(raised);
}

// ---- damaged bytes: an error or other values, never a crash

static NSData* sample(void) {
  NSMutableArray* const all = [NSMutableArray array];
  for (NSUInteger at = 0; at < 3; ++at) [all addObject:[Item itemOf:at]];
  [all addObject:[Link chainOf:40]];  // deeper than bodies nest
  [all addObject:[NSDictionary dictionaryWithObject:[NSSet setWithObject:@"in a set"]
                                             forKey:[NSNumber numberWithInt:1]]];
  [all addObject:[NSCountedSet setWithObjects:@"x", @"x", nil]];
  [all addObject:[NSMutableString stringWithString:@"changing"]];
  [all addObject:[NSDecimalNumber decimalNumberWithString:@"1.25"]];
  [all addObject:[NSURL URLWithString:@"x" relativeToURL:[NSURL URLWithString:@"http://a/"]]];
  [all addObject:[NSNull null]];
  [all addObject:[all objectAtIndex:0]];
  return [FSRArchiver archivedDataWithRootObject:all];
}

static size_t decode_damaged(NSData* archive) {
  NSAutoreleasePool* const pool = [[NSAutoreleasePool alloc] init];
  NSError* error = nil;
  const id root = [FSRUnarchiver unarchiveTopLevelObjectWithData:archive error:&error];
  const size_t failed = root == nil && error != nil;
  [pool drain];
  return failed;
}

TEST(AnArchiveThatIsCutOffAnywhereIsAnError) {
  NSData* const whole = sample();
  EXPECT(decode_damaged(whole) == 0);
  for (NSUInteger size = 0; size < [whole length]; ++size) {
    EXPECT(decode_damaged([NSData dataWithBytes:[whole bytes] length:size]) == 1);
  }
}

TEST(AnArchiveWithAnyByteChangedDoesNotCrash) {
  NSMutableData* const archive = [NSMutableData dataWithData:sample()];
  char* const bytes = [archive mutableBytes];
  static const char kFlips[] = {1, 2, 0x10, (char)0x80, (char)0xFF};
  size_t failed = 0;
  for (NSUInteger at = 0; at < [archive length]; ++at) {
    for (size_t flip = 0; flip < sizeof kFlips; ++flip) {
      bytes[at] ^= kFlips[flip];
      failed += decode_damaged(archive);
      bytes[at] ^= kFlips[flip];
    }
  }
  EXPECT(failed > [archive length]);  // most of them are seen
}
