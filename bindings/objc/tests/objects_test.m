// SPDX-License-Identifier: MIT
//
// Objects: identity, cycles, depth, conditional references, substitution, versions, names.
#import "Models.h"

#include <pthread.h>

#include "fastser/fastser.h"

// ---- traps that others fall into

static void encode_temporaries(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  for (int at = 0; at < 100; ++at) {
    NSAutoreleasePool* const pool = [[NSAutoreleasePool alloc] init];
    [coder encodeObject:[NSString stringWithFormat:@"temporary number %d", at]];
    [coder encodeObject:[NSMutableString stringWithFormat:@"mutable number %d", at]];
    [coder encodeObject:[NSArray arrayWithObject:[NSNumber numberWithInt:at]]];
    [pool drain];
  }
}
static void decode_temporaries(NSCoder* coder, FSRTestCoded* object) {
  int wrong = 0;
  (void)object;
  for (int at = 0; at < 100; ++at) {
    NSString* const text = [NSString stringWithFormat:@"temporary number %d", at];
    NSString* const changing = [NSString stringWithFormat:@"mutable number %d", at];
    wrong += ![[coder decodeObject] isEqual:text];
    wrong += ![[coder decodeObject] isEqual:changing];
    wrong += [[[coder decodeObject] lastObject] intValue] != at;
  }
  EXPECT(wrong == 0);
}
TEST(TemporariesOfADrainedPoolAreNotTakenForEachOther) {
  FSRTestRound(encode_temporaries, decode_temporaries);
}

static void encode_nil(NSCoder* coder, FSRTestCoded* object) {
  int number = 7;
  (void)object;
  [coder encodeObject:nil];
  [coder encodeValueOfObjCType:"i" at:&number];
  [coder encodeObject:nil forKey:@"none"];
  [coder encodeInt:8 forKey:@"number"];
}
static void decode_nil(NSCoder* coder, FSRTestCoded* object) {
  int number = 0;
  (void)object;
  EXPECT([coder decodeObject] == nil);
  [coder decodeValueOfObjCType:"i" at:&number];
  EXPECT(number == 7 && [coder decodeObjectForKey:@"none"] == nil);
  EXPECT([coder decodeIntForKey:@"number"] == 8);
  EXPECT([coder containsValueForKey:@"none"] && ![coder containsValueForKey:@"missing"]);
}
TEST(NilBeforeANumberDecodes) { FSRTestRound(encode_nil, decode_nil); }

TEST(AnItemWhoseHashIsAStringKeepsEveryField) {
  NSMutableArray* const items = [NSMutableArray array];
  for (NSUInteger at = 0; at < 100; ++at) [items addObject:[Item itemOf:at]];
  [items addObject:[items objectAtIndex:3]];
  NSArray* const again = FSRTestAgain(items);
  EXPECT([again count] == 101 && [again objectAtIndex:100] == [again objectAtIndex:3]);
  for (NSUInteger at = 0; at < 100; ++at) {
    EXPECT([[items objectAtIndex:at] isSameAs:[again objectAtIndex:at]]);
  }
}

// ---- depth

// Deeper than any stack. Under ASan, which notes a long stack for each allocation, a tenth is that
// too, as the frames are larger.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(SANITIZED) || defined(__SANITIZE_ADDRESS__)
enum { kMillion = 100000 };
#else
enum { kMillion = 1000000 };
#endif

TEST(AChainOfAMillionObjectsIsEncodedAndItsDecodingEndsInAnError) {
  Link* const chain = [Link chainOf:kMillion];
  NSError* error = nil;
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:chain
                                            requiringSecureCoding:NO
                                                            error:&error];
  EXPECT([archive length] > kMillion && error == nil);
  Link* const again = [FSRUnarchiver unarchiveTopLevelObjectWithData:archive error:&error];
  EXPECT(again == nil && [error code] == FASTSER_TOO_DEEP);
  EXPECT([[error userInfo] objectForKey:FSRErrorOffsetKey] != nil);
}

TEST(AChainThatTheStackHasRoomForIsDecoded) {
  EXPECT([Link lengthOf:FSRTestAgain([Link chainOf:5000])] == 5000);
}

// A chain there and back, on a thread. What decoding ended with.
static void* chain_on_thread(void* chain) {
  NSAutoreleasePool* const pool = [[NSAutoreleasePool alloc] init];
  NSError* error = nil;
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:(id)chain
                                            requiringSecureCoding:NO
                                                            error:&error];
  EXPECT(archive != nil && error == nil);
  const id object = [FSRUnarchiver unarchiveTopLevelObjectWithData:archive error:&error];
  const intptr_t code = object == nil ? (intptr_t)[error code] : 0;
  EXPECT(object == nil || [Link lengthOf:object] == [Link lengthOf:(id)chain]);
  [pool drain];
  return (void*)code;
}

static intptr_t on_small_stack(Link* chain) {
  pthread_attr_t attributes;
  pthread_t thread;
  void* code = NULL;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 512 << 10);
  EXPECT(pthread_create(&thread, &attributes, chain_on_thread, chain) == 0);
  pthread_join(thread, &code);
  return (intptr_t)code;
}

TEST(TheStackOfAThreadIsItsOwnMeasure) {
  for (int style = LinkKeyed; style <= LinkOtherOrder; ++style) {
    LinkCodes = (LinkStyle)style;
    EXPECT(on_small_stack([Link chainOf:kMillion]) == FASTSER_TOO_DEEP);
    EXPECT(on_small_stack([Link chainOf:300]) == 0);
  }
  LinkCodes = LinkKeyed;
}

// Deeper than what may be passed by (512): an object that asks in another order gets an error there
// at the latest, and is right above it.
TEST(AChainThatIsReadInAnotherOrderIsRightOrAnError) {
  LinkCodes = LinkOtherOrder;
  for (int length = 450; length < 600; length += 10) {
    NSError* error = nil;
    NSData* const archive = [FSRArchiver archivedDataWithRootObject:[Link chainOf:length]];
    Link* const again = [FSRUnarchiver unarchiveTopLevelObjectWithData:archive error:&error];
    EXPECT(again == nil ? [error code] == FASTSER_TOO_DEEP : [Link lengthOf:again] == length);
    if (length <= 500) EXPECT(again != nil);
  }
  LinkCodes = LinkKeyed;
}

TEST(TheDepthCanBeLimited) {
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:[Link chainOf:20]];
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:archive] autorelease];
  [unarchiver setMaximumDepth:19];
  EXPECT_RAISES(FASTSER_TOO_DEEP, [unarchiver decodeObject]);
  FSRUnarchiver* const deeper =
      [[[FSRUnarchiver alloc] initForReadingWithData:archive] autorelease];
  [deeper setMaximumDepth:20];
  EXPECT([Link lengthOf:[deeper decodeObject]] == 20);
}

TEST(ArraysInsideArraysNestDeep) {
  id nested = [NSArray array];
  for (int depth = 0; depth < 3000; ++depth) nested = [NSArray arrayWithObject:nested];
  id again = FSRTestAgain(nested);
  int depth = 0;
  for (;[again count] != 0; again = [again objectAtIndex:0]) ++depth;
  EXPECT(depth == 3000);
}

// ---- identity and cycles

TEST(EachObjectIsMadeOnceAndCyclesAreKept) {
  Link* const first = [Link chainOf:2];
  first->next->next = [first retain];
  first->payload = [[NSMutableArray alloc] initWithObjects:first, first->next, nil];
  Link* const again = FSRTestAgain(first);
  EXPECT(again->next->next == again);
  EXPECT([again->payload objectAtIndex:0] == again);
  EXPECT([again->payload objectAtIndex:1] == again->next);
  [again->next->next release];  // so that nothing leaks
  again->next->next = nil;
  [first->next->next release];
  first->next->next = nil;
  [first->payload removeAllObjects];
  [again->payload removeAllObjects];
}

TEST(AnArrayThatHoldsItselfThroughAnObject) {
  Link* const link = [Link chainOf:1];
  NSArray* const array = [NSArray arrayWithObjects:link, @"behind", nil];
  link->payload = [array retain];
  NSArray* const again = FSRTestAgain(array);
  Link* const found = [again objectAtIndex:0];
  EXPECT(found->payload == again && [again count] == 2);
  EXPECT_EQUAL([again objectAtIndex:1], @"behind");
  [found->payload release];
  found->payload = nil;
  [link->payload release];
  link->payload = nil;
}

TEST(AMutableArrayIsOneObjectWhetherItsElementsReferToItOrNot) {
  Link* const link = [Link chainOf:1];
  NSMutableArray* const array = [NSMutableArray arrayWithObjects:@"before", link, @"behind", nil];
  NSMutableArray* const plain = [NSMutableArray arrayWithObjects:@"one", [NSNull null], nil];
  link->payload = [array retain];
  [array addObject:array];
  [array addObject:plain];
  [array addObject:plain];
  NSMutableArray* const again = FSRTestAgain(array);
  Link* const found = [again objectAtIndex:1];
  NSMutableArray* const again_plain = [again objectAtIndex:4];
  EXPECT([again count] == 6);
  EXPECT(found->payload == again && [again objectAtIndex:3] == again);
  EXPECT_EQUAL([again objectAtIndex:0], @"before");
  EXPECT_EQUAL([again objectAtIndex:2], @"behind");
  EXPECT_EQUAL(again_plain, plain);
  EXPECT([again objectAtIndex:5] == again_plain);
  [again_plain addObject:@"more"];  // it can be changed
  EXPECT([again_plain count] == 3);
  [again removeAllObjects];
  [array removeAllObjects];
}

// Short ones, those of 8 to 16 bytes and longer ones are made in ways of their own.
TEST(StringsOfEveryLengthAreMade) {
  NSMutableArray* const strings = [NSMutableArray array];
  for (NSUInteger length = 0; length < 200; ++length) {
    NSMutableString* const text = [NSMutableString string];
    while ([text length] < length) {
      [text appendFormat:@"%c", (char)('a' + (int)(([text length] + length) % 26))];
    }
    [strings addObject:[[text copy] autorelease]];
    if (length == 0) continue;
    // With a character in its middle that is 0, or not ASCII.
    const unichar others[] = {0, 0xE9, 0x20AC};
    for (size_t at = 0; at < sizeof others / sizeof *others; ++at) {
      NSString* const other = [NSString stringWithCharacters:&others[at] length:1];
      [strings addObject:[text stringByReplacingCharactersInRange:NSMakeRange(length / 2, 1)
                                                       withString:other]];
    }
  }
  EXPECT_EQUAL(FSRTestAgain(strings), strings);
}

TEST(EqualStringsAndDataAreWrittenAndMadeOnce) {
  NSMutableArray* const array = [NSMutableArray array];
  for (int at = 0; at < 50; ++at) {
    [array addObject:[NSString stringWithFormat:@"%@ string", @"one and the same long"]];
    [array addObject:[NSData dataWithBytes:"the same long data, too" length:23]];
  }
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:array];
  NSArray* const again = [FSRUnarchiver unarchiveObjectWithData:archive];
  EXPECT_EQUAL(again, array);
  EXPECT([archive length] < 400);
  EXPECT([again objectAtIndex:98] == [again objectAtIndex:96]);
  EXPECT([again objectAtIndex:99] == [again objectAtIndex:97]);
}

TEST(EqualGraphsGiveEqualBytes) {
  NSData* archives[2];
  for (int at = 0; at < 2; ++at) {
    Link* const chain = [Link chainOf:100];
    chain->payload = [[NSDictionary alloc] initWithObjectsAndKeys:@"v", @"k", @"w", @"l", nil];
    archives[at] = [FSRArchiver archivedDataWithRootObject:chain];
  }
  EXPECT_EQUAL(archives[0], archives[1]);
}

// Links whose payloads are strings of one kind after the other: new ones, old ones, some of both.
static id make_habits(void) {
  NSMutableArray* const links = [NSMutableArray array];
  NSMutableArray* const names = [NSMutableArray array];
  for (int at = 0; at < 3000; ++at) {
    Link* const link = [[[Link alloc] init] autorelease];
    const BOOL again = at % 1000 > 600 || (at > 2000 && at % 3 == 0);
    NSString* const name = again ? [names objectAtIndex:(NSUInteger)at * 7 % [names count]]
                                 : [NSString stringWithFormat:@"the name of link %d", at];
    if (!again) [names addObject:name];
    link->payload = [name retain];
    link->number = at;
    [links addObject:link];
  }
  return links;
}
TEST(WhichStringsAreKnownByAddressDependsOnNoAddress) {
  const LinkStyle codes = LinkCodes;
  for (LinkCodes = LinkKeyed; LinkCodes <= LinkInOrder; ++LinkCodes) {
    NSArray *const first = make_habits(), *const second = make_habits();
    NSData* const archive = [FSRArchiver archivedDataWithRootObject:first];
    EXPECT_EQUAL(archive, [FSRArchiver archivedDataWithRootObject:second]);
    NSArray* const again = [FSRUnarchiver unarchiveObjectWithData:archive];
    EXPECT([again count] == [first count]);
    for (NSUInteger at = 0; at < [again count]; ++at) {
      EXPECT_EQUAL(((Link*)[again objectAtIndex:at])->payload,
                   ((Link*)[first objectAtIndex:at])->payload);
    }
  }
  LinkCodes = codes;
}

static void encode_mutable(NSCoder* coder, FSRTestCoded* object) {
  NSMutableString* const text = [NSMutableString stringWithString:@"before"];
  (void)object;
  [coder encodeObject:[[text copy] autorelease] forKey:@"copy"];
  [coder encodeObject:text forKey:@"text"];
  [coder encodeObject:text forKey:@"again"];
}
static void decode_mutable(NSCoder* coder, FSRTestCoded* object) {
  NSMutableString* const text = [coder decodeObjectForKey:@"text"];
  (void)object;
  EXPECT([coder decodeObjectForKey:@"again"] == text);
  [text appendString:@" and after"];
  EXPECT_EQUAL([coder decodeObjectForKey:@"again"], @"before and after");
  EXPECT_EQUAL([coder decodeObjectForKey:@"copy"], @"before");
}
TEST(MutableStringsKeepTheirIdentity) { FSRTestRound(encode_mutable, decode_mutable); }

// ---- conditional objects

static id conditional_target;
static void encode_conditional(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  [coder encodeConditionalObject:conditional_target forKey:@"before"];
  [coder encodeConditionalObject:[Link chainOf:1] forKey:@"never"];
  [coder encodeConditionalObject:nil forKey:@"nil"];
  [coder encodeObject:conditional_target forKey:@"target"];
  [coder encodeConditionalObject:conditional_target forKey:@"after"];
}
static void decode_conditional(NSCoder* coder, FSRTestCoded* object) {
  Link* const before = [coder decodeObjectForKey:@"before"];
  (void)object;
  EXPECT([before isKindOfClass:[Link class]] && [Link lengthOf:before] == 3);
  EXPECT([coder decodeObjectForKey:@"target"] == before);
  EXPECT([coder decodeObjectForKey:@"after"] == before);
  EXPECT([coder decodeObjectForKey:@"never"] == nil && [coder decodeObjectForKey:@"nil"] == nil);
}
TEST(ConditionalObjectsAreThereIfOthersEncodeThem) {
  conditional_target = [Link chainOf:3];
  FSRTestRound(encode_conditional, decode_conditional);
}

static void encode_conditional_in_order(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  [coder encodeConditionalObject:conditional_target];
  [coder encodeConditionalObject:[Link chainOf:1]];
  [coder encodeBycopyObject:conditional_target];
  [coder encodeByrefObject:conditional_target];
}
static void decode_conditional_in_order(NSCoder* coder, FSRTestCoded* object) {
  const id before = [coder decodeObject];
  (void)object;
  EXPECT(before != nil && [coder decodeObject] == nil);
  EXPECT([coder decodeObject] == before && [coder decodeObject] == before);
}
TEST(ConditionalObjectsInOrder) {
  conditional_target = [Link chainOf:2];
  FSRTestRound(encode_conditional_in_order, decode_conditional_in_order);
}

// ---- substitution

@interface Stand : Link
@end
@implementation Stand
@end
static int replacement_calls;
@interface Replaced : NSObject <NSCoding>
@end
@implementation Replaced
- (id)replacementObjectForCoder:(NSCoder*)coder {
  (void)coder;
  ++replacement_calls;
  Link* const link = [Link chainOf:1];
  return link;
}
- (void)encodeWithCoder:(NSCoder*)coder {
  (void)coder;
  EXPECT(NO);
}
- (id)initWithCoder:(NSCoder*)coder {
  (void)coder;
  return [self init];
}
@end
@interface ByClass : Link
@end
@implementation ByClass
- (Class)classForCoder {
  return [Link class];
}
@end

TEST(AReplacementIsAskedForOnceAndKeepsIdentity) {
  Replaced* const object = [[[Replaced alloc] init] autorelease];
  replacement_calls = 0;
  NSArray* const again = FSRTestAgain([NSArray arrayWithObjects:object, object, nil]);
  EXPECT(replacement_calls == 1);
  EXPECT([[again objectAtIndex:0] class] == [Link class]);
  EXPECT([again objectAtIndex:0] == [again objectAtIndex:1]);
}

TEST(ClassForCoderSaysTheClassInTheArchive) {
  ByClass* const object = [[[ByClass alloc] init] autorelease];
  object->payload = @"kept";
  Link* const again = FSRTestAgain(object);
  EXPECT([again class] == [Link class]);
  EXPECT_EQUAL(again->payload, @"kept");
  object->payload = nil;
}

TEST(ReplaceObjectOfTheArchiverAndOfTheUnarchiver) {
  Link* const link = [Link chainOf:1];
  FSRArchiver* const archiver = [[[FSRArchiver alloc] init] autorelease];
  [archiver replaceObject:link withObject:@"instead"];
  [archiver encodeRootObject:[NSArray arrayWithObjects:link, link, nil]];
  NSArray* const again = [FSRUnarchiver unarchiveObjectWithData:[archiver encodedData]];
  EXPECT_EQUAL(again, ([NSArray arrayWithObjects:@"instead", @"instead", nil]));

  FSRArchiver* const twice = [[[FSRArchiver alloc] init] autorelease];
  [twice encodeObject:link forKey:@"a"];
  [twice encodeObject:link forKey:@"b"];
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:[twice encodedData]] autorelease];
  [unarchiver replaceObject:[unarchiver decodeObjectForKey:@"a"] withObject:@"other"];
  EXPECT_EQUAL([unarchiver decodeObjectForKey:@"b"], @"other");
}

@interface Awake : NSObject <NSCoding> {
 @public
  id other;
}
@end
static id awake_one;
@implementation Awake
- (void)encodeWithCoder:(NSCoder*)coder {
  [coder encodeObject:@"x"];
}
- (id)initWithCoder:(NSCoder*)coder {
  self = [super init];
  (void)[coder decodeObject];
  return self;
}
- (id)awakeAfterUsingCoder:(NSCoder*)coder {
  (void)coder;
  [self release];
  return [awake_one retain];
}
@end
TEST(AwakeAfterUsingCoderReplacesTheObjectForAllWhoReferToIt) {
  Awake* const object = [[[Awake alloc] init] autorelease];
  awake_one = @"the one";
  NSArray* const again = FSRTestAgain([NSArray arrayWithObjects:object, object, nil]);
  EXPECT_EQUAL([again objectAtIndex:0], @"the one");
  EXPECT_EQUAL([again objectAtIndex:1], @"the one");
}

@interface NilInit : NSObject <NSCoding>
@end
@implementation NilInit
- (void)encodeWithCoder:(NSCoder*)coder {
  [coder encodeInt:1 forKey:@"n"];
}
- (id)initWithCoder:(NSCoder*)coder {
  (void)coder;
  [self release];
  return nil;
}
@end
TEST(AnInitThatGivesNilGivesNilForAllWhoReferToIt) {
  NilInit* const object = [[[NilInit alloc] init] autorelease];
  NSArray* const again = FSRTestAgain([NSArray arrayWithObjects:object, object, @"end", nil]);
  EXPECT_EQUAL(again, ([NSArray arrayWithObjects:[NSNull null], [NSNull null], @"end", nil]));
}

// ---- delegates

@interface Watcher : NSObject <FSRArchiverDelegate, FSRUnarchiverDelegate> {
 @public
  int willEncode, didEncode, willReplace, willFinish, didFinish, didDecode;
}
@end
@implementation Watcher
- (id)archiver:(FSRArchiver*)archiver willEncodeObject:(id)object {
  (void)archiver;
  ++willEncode;
  return [object isEqual:@"secret"] ? @"hidden" : object;
}
- (void)archiver:(FSRArchiver*)archiver didEncodeObject:(id)object {
  (void)archiver;
  (void)object;
  ++didEncode;
}
- (void)archiver:(FSRArchiver*)archiver willReplaceObject:(id)object withObject:(id)newObject {
  (void)archiver;
  ++willReplace;
  EXPECT_EQUAL(object, @"secret");
  EXPECT_EQUAL(newObject, @"hidden");
}
- (void)archiverWillFinish:(FSRArchiver*)archiver {
  (void)archiver;
  ++willFinish;
}
- (void)archiverDidFinish:(FSRArchiver*)archiver {
  (void)archiver;
  ++didFinish;
}
- (id)unarchiver:(FSRUnarchiver*)unarchiver didDecodeObject:(id)object {
  (void)unarchiver;
  ++didDecode;
  return [object isEqual:@"hidden"] ? @"shown" : object;
}
- (Class)unarchiver:(FSRUnarchiver*)unarchiver
    cannotDecodeObjectOfClassName:(NSString*)name
                  originalClasses:(NSArray*)names {
  (void)unarchiver;
  EXPECT_EQUAL(name, @"Gone");
  EXPECT_EQUAL(names, ([NSArray arrayWithObjects:@"Gone", @"NSObject", nil]));
  return [Link class];
}
@end

TEST(DelegatesAreAskedAndTold) {
  Watcher* const watcher = [[[Watcher alloc] init] autorelease];
  FSRArchiver* const archiver = [[[FSRArchiver alloc] init] autorelease];
  [archiver setDelegate:watcher];
  [archiver encodeRootObject:[NSArray arrayWithObjects:@"secret", @"open", nil]];
  NSData* const archive = [archiver encodedData];
  EXPECT(watcher->willEncode == 3 && watcher->didEncode == 3 && watcher->willReplace == 1);
  EXPECT(watcher->willFinish == 1 && watcher->didFinish == 1);
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:archive] autorelease];
  [unarchiver setDelegate:watcher];
  EXPECT_EQUAL([unarchiver decodeObject], ([NSArray arrayWithObjects:@"shown", @"open", nil]));
  EXPECT(watcher->didDecode == 3);
}

// ---- what the program's code raises

@interface BadKey : NSObject <NSCoding, NSCopying>
@end
@implementation BadKey
static BOOL bad_key_raises;
- (void)encodeWithCoder:(NSCoder*)coder {
  [coder encodeObject:@"of the key"];
}
- (id)initWithCoder:(NSCoder*)coder {
  self = [super init];
  (void)[coder decodeObject];
  return self;
}
- (id)copyWithZone:(NSZone*)zone {
  (void)zone;
  return [self retain];
}
- (NSUInteger)hash {
  if (bad_key_raises) [NSException raise:@"BadKey" format:@"no hash"];
  return 1;
}
@end

static void encode_bad_key(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  BadKey* const key = [[[BadKey alloc] init] autorelease];
  [coder encodeObject:[NSDictionary dictionaryWithObject:@"value" forKey:key]];
  [coder encodeObject:@"behind"];
}
static void decode_bad_key(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  BOOL raised = NO;
  bad_key_raises = YES;
  @try {
    (void)[coder decodeObject];
  } @catch (NSException* exception) {
    raised = YES;
  }
  bad_key_raises = NO;
  EXPECT(raised);
  EXPECT([coder decodeObject] == nil);
  EXPECT([(FSRUnarchiver*)coder error] != nil);
}
TEST(WhoCatchesWhatAKeyRaisesReadsNothingMore) {
  FSRTestEncode = encode_bad_key;
  FSRTestDecode = decode_bad_key;
  FSRTestCoded* const object = [[[FSRTestCoded alloc] init] autorelease];
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:object];
  EXPECT_RAISES(FSRErrorException, [FSRUnarchiver unarchiveObjectWithData:archive]);
}

@interface Raiser : NSObject <FSRUnarchiverDelegate>
@end
@implementation Raiser
- (Class)unarchiver:(FSRUnarchiver*)unarchiver
    cannotDecodeObjectOfClassName:(NSString*)name
                  originalClasses:(NSArray*)names {
  (void)unarchiver, (void)name, (void)names;
  [NSException raise:@"Raiser" format:@"no class"];
  return Nil;
}
@end
TEST(WhoCatchesWhatADelegateRaisesReadsNothingMore) {
  FSRArchiver* const archiver = [[[FSRArchiver alloc] init] autorelease];
  [archiver encodeClassName:@"Link" intoClassName:@"Gone"];
  [archiver encodeObject:[Link chainOf:1]];
  [archiver encodeObject:@"behind"];
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:[archiver encodedData]] autorelease];
  Raiser* const raiser = [[[Raiser alloc] init] autorelease];
  [unarchiver setDelegate:raiser];
  BOOL raised = NO;
  @try {
    (void)[unarchiver decodeObject];
  } @catch (NSException* exception) {
    raised = YES;
  }
  EXPECT(raised);
  EXPECT([unarchiver decodeObject] == nil);
  EXPECT([unarchiver error] != nil);
}

// What is raised need not be an NSException.
@interface Thrower : NSObject <NSCoding>
@end
@implementation Thrower
static FSRTestCoded* thrown_with;
- (void)encodeWithCoder:(NSCoder*)coder {
  [coder encodeObject:thrown_with->value];
}
- (id)initWithCoder:(NSCoder*)coder {
  (void)coder;
  @throw @"x";
}
@end

static void encode_thrower(NSCoder* coder, FSRTestCoded* object) {
  thrown_with = object;
  object->value = [[NSMutableArray alloc] init];
  [object->value addObject:[[[Thrower alloc] init] autorelease]];
  [coder encodeObject:object->value];
  [coder encodeObject:@"behind"];
  [coder encodeObject:object->value];
}
static void decode_thrower(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  BOOL raised = NO;
  @try {
    (void)[coder decodeObject];
  } @catch (id text) {
    raised = [text isEqual:@"x"];
  }
  EXPECT(raised);
  EXPECT([(FSRUnarchiver*)coder error] != nil);
  EXPECT([coder decodeObject] == nil);
  EXPECT([coder decodeObject] == nil);  // it refers to what was left
}
TEST(WhoCatchesWhatIsNoExceptionReadsNothingMore) {
  FSRTestEncode = encode_thrower;
  FSRTestDecode = decode_thrower;
  FSRTestCoded* const object = [[[FSRTestCoded alloc] init] autorelease];
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:object];
  EXPECT_RAISES(FSRErrorException, [FSRUnarchiver unarchiveObjectWithData:archive]);
}

// ---- names and versions

TEST(ClassesMayHaveOtherNamesInTheArchive) {
  FSRArchiver* const archiver = [[[FSRArchiver alloc] init] autorelease];
  [archiver encodeClassName:@"Link" intoClassName:@"Gone"];
  EXPECT_EQUAL([archiver classNameEncodedForTrueClassName:@"Link"], @"Gone");
  [archiver encodeRootObject:[Link chainOf:3]];
  NSData* const archive = [archiver encodedData];
  EXPECT_RAISES(FASTSER_UNKNOWN_CLASS, [FSRUnarchiver unarchiveObjectWithData:archive]);

  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:archive] autorelease];
  [unarchiver decodeClassName:@"Gone" asClassName:@"Stand"];
  EXPECT_EQUAL([unarchiver classNameDecodedForArchiveClassName:@"Gone"], @"Stand");
  Link* const again = [unarchiver decodeObject];
  EXPECT([again class] == [Stand class] && [Link lengthOf:again] == 3);

  FSRUnarchiver* const asked = [[[FSRUnarchiver alloc] initForReadingWithData:archive] autorelease];
  Watcher* const watcher = [[[Watcher alloc] init] autorelease];
  [asked setDelegate:watcher];
  EXPECT([[asked decodeObject] class] == [Link class]);

  [FSRUnarchiver setClass:[Link class] forClassName:@"Gone"];
  EXPECT([FSRUnarchiver classForClassName:@"Gone"] == [Link class]);
  EXPECT([[FSRUnarchiver unarchiveObjectWithData:archive] class] == [Link class]);
  [FSRUnarchiver setClass:Nil forClassName:@"Gone"];
  EXPECT_RAISES(FASTSER_UNKNOWN_CLASS, [FSRUnarchiver unarchiveObjectWithData:archive]);
}

// The archive of a Link whose class has another name in it.
static NSData* link_with_class_named(NSString* name) {
  FSRArchiver* const archiver = [[[FSRArchiver alloc] init] autorelease];
  [archiver setClassName:name forClass:[Link class]];
  [archiver encodeRootObject:[Link chainOf:1]];
  return [archiver encodedData];
}

TEST(ClassNamesThatNoClassCanHaveAreUnknown) {
  const unichar zero[] = {'L', 'i', 'n', 'k', 0, 'x'};
  NSString* const names[] = {[NSString stringWithUTF8String:"Li\xc3\xb1k\xe2\x82\xac"],
                             [NSString stringWithCharacters:zero length:6]};
  for (int at = 0; at < 2; ++at) {
    NSData* const archive = link_with_class_named(names[at]);
    EXPECT_RAISES(FASTSER_UNKNOWN_CLASS, [FSRUnarchiver unarchiveObjectWithData:archive]);
  }
}

// A root that does not answer what NSObject does, and a class on it.
TEST(ClassesThatCannotBeDecodedAreSentNothing) {
  NSString* const names[] = {@"Object", @"Protocol"};
  for (int at = 0; at < 2; ++at) {
    NSData* const archive = link_with_class_named(names[at]);
    EXPECT_RAISES(FASTSER_UNKNOWN_CLASS, [FSRUnarchiver unarchiveObjectWithData:archive]);
  }
}

// A list of a class that is a value.
static NSData* list_of_class(const char* name) {
  fastser_writer* writer = NULL;
  fastser_view view = {NULL, 0};
  EXPECT(fastser_writer_create(NULL, &writer, NULL) == FASTSER_OK);
  fastser_writer_begin_list(writer, FASTSER_NO_KEY, 1, FASTSER_TYPE_ANY);
  fastser_writer_class_ref(writer, FASTSER_NO_KEY, name, strlen(name));
  fastser_writer_end_list(writer);
  EXPECT(fastser_writer_finish_view(writer, &view, NULL) == FASTSER_OK);
  NSData* const archive = [NSData dataWithBytes:view.data length:view.size];
  fastser_writer_destroy(writer);
  return archive;
}

static id with_links_allowed(NSData* archive, NSError** error) {
  NSSet* const classes = [NSSet setWithObjects:[NSArray class], [Link class], nil];
  return [FSRUnarchiver unarchivedObjectOfClasses:classes fromData:archive error:error];
}

// NSProxy does not answer isSubclassOfClass:, and Object cannot even be retained.
TEST(ClassesThatAreValuesAreSentNothingBeforeTheyAreAllowed) {
  NSError* error = nil;
  EXPECT(with_links_allowed(list_of_class("NSProxy"), &error) == nil);
  EXPECT([error code] == FSRErrorClassNotAllowed);
  error = nil;
  EXPECT(with_links_allowed(list_of_class("Object"), &error) == nil);
  EXPECT([error code] == FASTSER_UNKNOWN_CLASS);
  EXPECT_RAISES(FASTSER_UNKNOWN_CLASS,
                [FSRUnarchiver unarchiveObjectWithData:list_of_class("Object")]);
  EXPECT_EQUAL(with_links_allowed(list_of_class("Stand"), &error),
               [NSArray arrayWithObject:[Stand class]]);
}

TEST(NamesOfAllArchiversHoldForThoseMadeLater) {
  [FSRArchiver setClassName:@"Everywhere" forClass:[Link class]];
  EXPECT_EQUAL([FSRArchiver classNameForClass:[Link class]], @"Everywhere");
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:[Link chainOf:1]];
  [FSRArchiver setClassName:nil forClass:[Link class]];
  FSRUnarchiver* const unarchiver =
      [[[FSRUnarchiver alloc] initForReadingWithData:archive] autorelease];
  [unarchiver setClass:[Stand class] forClassName:@"Everywhere"];
  EXPECT([unarchiver classForClassName:@"Everywhere"] == [Stand class]);
  EXPECT([[unarchiver decodeObject] class] == [Stand class]);
}

@interface Map : NSObject <NSCoding>
@end
@implementation Map
- (void)encodeWithCoder:(NSCoder*)coder {
  (void)coder;
}
- (id)initWithCoder:(NSCoder*)coder {
  (void)coder;
  return [self init];
}
@end
TEST(AClassThatIsCalledAsArchivesCallOtherThingsIsRefused) {
  EXPECT_RAISES(FASTSER_USAGE, [FSRArchiver archivedDataWithRootObject:[[Map new] autorelease]]);
}

@interface MapOfTheTown : Map
@end
@implementation MapOfTheTown
@end
TEST(AClassIsLookedAtThoughASubclassWasThereBefore) {
  NSArray* const derived = [NSArray arrayWithObject:[[MapOfTheTown new] autorelease]];
  EXPECT([FSRTestAgain(derived) count] == 1);
  NSArray* const both = [derived arrayByAddingObject:[[Map new] autorelease]];
  EXPECT_RAISES(FASTSER_USAGE, [FSRArchiver archivedDataWithRootObject:both]);
}

@interface Versioned : Link
@end
static NSInteger versions[3];
@implementation Versioned
+ (void)initialize {
  if (self == [Versioned class]) [self setVersion:7];
}
- (id)initWithCoder:(NSCoder*)coder {
  self = [super initWithCoder:coder];
  versions[0] = [coder versionForClassName:@"Versioned"];
  versions[1] = [coder versionForClassName:@"Link"];
  versions[2] = [coder versionForClassName:@"NSArray"];
  return self;
}
@end
TEST(VersionsAreThoseOfTheWriter) {
  NSData* const archive =
      [FSRArchiver archivedDataWithRootObject:[[[Versioned alloc] init] autorelease]];
  [Versioned setVersion:9];
  (void)[FSRUnarchiver unarchiveObjectWithData:archive];
  [Versioned setVersion:7];
  EXPECT(versions[0] == 7 && versions[1] == 0 && versions[2] == NSNotFound);
}

TEST(ClassObjectsAreValues) { EXPECT([FSRTestAgain([Link class]) isEqual:[Link class]]); }

// ---- keys

static void encode_mixed(NSCoder* coder, FSRTestCoded* object) {
  int number = 1;
  (void)object;
  [coder encodeValueOfObjCType:"i" at:&number];
  [coder encodeObject:@"a" forKey:@"a"];
  [coder encodeObject:@"second"];
  [coder encodeObject:@"b" forKey:@"b"];
  for (number = 100; number < 120; ++number) [coder encodeValueOfObjCType:"i" at:&number];
  [coder encodeObject:[Link chainOf:2] forKey:@"link"];
  [coder encodeObject:@"last"];
}
static void decode_mixed(NSCoder* coder, FSRTestCoded* object) {
  int number = 0;
  (void)object;
  EXPECT_EQUAL([coder decodeObjectForKey:@"b"], @"b");
  [coder decodeValueOfObjCType:"i" at:&number];
  EXPECT(number == 1);
  EXPECT([Link lengthOf:[coder decodeObjectForKey:@"link"]] == 2);
  EXPECT_EQUAL([coder decodeObject], @"second");
  for (int at = 100; at < 120; ++at) {
    [coder decodeValueOfObjCType:"i" at:&number];
    EXPECT(number == at);
  }
  EXPECT_EQUAL([coder decodeObjectForKey:@"a"], @"a");
  EXPECT(![(FSRUnarchiver*)coder isAtEnd]);
  EXPECT_EQUAL([coder decodeObject], @"last");
  EXPECT([(FSRUnarchiver*)coder isAtEnd]);
}
static void decode_mixed_in_order(NSCoder* coder, FSRTestCoded* object) {
  int number = 0;
  (void)object;
  [coder decodeValueOfObjCType:"i" at:&number];
  EXPECT_EQUAL([coder decodeObjectForKey:@"a"], @"a");
  EXPECT_EQUAL([coder decodeObject], @"second");
  EXPECT_EQUAL([coder decodeObjectForKey:@"b"], @"b");
}
static void decode_mixed_without_keys(NSCoder* coder, FSRTestCoded* object) {
  int number = 0;
  (void)object;
  [coder decodeValueOfObjCType:"i" at:&number];
  EXPECT(number == 1);
  EXPECT_EQUAL([coder decodeObject], @"second");
  [coder decodeValueOfObjCType:"i" at:&number];
  EXPECT(number == 100);
  EXPECT_EQUAL([coder decodeObjectForKey:@"b"], @"b");
  [coder decodeValueOfObjCType:"i" at:&number];
  EXPECT(number == 101);
}
static void encode_key_first(NSCoder* coder, FSRTestCoded* object) {
  int width = 3, height = 4;
  (void)object;
  [coder encodeInt:width forKey:@"w"];
  [coder encodeValueOfObjCType:"i" at:&height];
}
static void decode_key_last(NSCoder* coder, FSRTestCoded* object) {
  int height = 0;
  (void)object;
  [coder decodeValueOfObjCType:"i" at:&height];
  EXPECT(height == 4);
  EXPECT([coder decodeIntForKey:@"w"] == 3);
}
TEST(ValuesWithAndWithoutKeysAreReadInAnyOrder) {
  FSRTestRound(encode_mixed, decode_mixed);
  FSRTestRound(encode_mixed, decode_mixed_without_keys);
  FSRTestRound(encode_key_first, decode_key_last);
  FSRTestRound(encode_mixed, decode_mixed_in_order);
}

static void encode_keyed(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  [coder encodeBool:YES forKey:@"bool"];
  [coder encodeInt:-1 forKey:@"int"];
  [coder encodeInt32:-2 forKey:@"int32"];
  [coder encodeInt64:INT64_MIN forKey:@"int64"];
  [coder encodeInteger:-4 forKey:@"integer"];
  [coder encodeFloat:1.5F forKey:@"float"];
  [coder encodeDouble:2.5 forKey:@"double"];
  [coder encodeBytes:(const uint8_t*)"bytes" length:5 forKey:@"bytes"];
  [coder encodePoint:NSMakePoint(1, 2) forKey:@"point"];
  [coder encodeSize:NSMakeSize(3, 4) forKey:@"size"];
  [coder encodeRect:NSMakeRect(5, 6, 7, 8) forKey:@"rect"];
  NSMutableString* const key = [NSMutableString stringWithString:@"key"];
  for (int at = 0; at < 300; ++at) {
    [key setString:[NSString stringWithFormat:@"key %d", at]];  // one object, many keys
    [coder encodeInt:at forKey:key];
  }
}
static void decode_keyed(NSCoder* coder, FSRTestCoded* object) {
  NSUInteger length = 0;
  (void)object;
  EXPECT(NSEqualRects([coder decodeRectForKey:@"rect"], NSMakeRect(5, 6, 7, 8)));
  EXPECT(NSEqualSizes([coder decodeSizeForKey:@"size"], NSMakeSize(3, 4)));
  EXPECT(NSEqualPoints([coder decodePointForKey:@"point"], NSMakePoint(1, 2)));
  EXPECT([coder decodeBoolForKey:@"bool"] && ![coder decodeBoolForKey:@"missing"]);
  EXPECT([coder decodeIntForKey:@"int"] == -1 && [coder decodeInt32ForKey:@"int32"] == -2);
  EXPECT([coder decodeInt64ForKey:@"int64"] == INT64_MIN);
  EXPECT([coder decodeIntegerForKey:@"integer"] == -4 && [coder decodeIntegerForKey:@"none"] == 0);
  EXPECT([coder decodeFloatForKey:@"float"] == 1.5F && [coder decodeFloatForKey:@"double"] == 2.5F);
  EXPECT([coder decodeDoubleForKey:@"double"] == 2.5 && [coder decodeDoubleForKey:@"float"] == 1.5);
  EXPECT([coder decodeDoubleForKey:@"int"] == -1);
  const uint8_t* const bytes = [coder decodeBytesForKey:@"bytes" returnedLength:&length];
  EXPECT(length == 5 && memcmp(bytes, "bytes", 5) == 0);
  EXPECT([coder decodeBytesForKey:@"missing" returnedLength:&length] == NULL && length == 0);
  EXPECT(NSEqualRects([coder decodeRectForKey:@"missing"], NSZeroRect));
  for (int at = 299; at >= 0; --at) {
    EXPECT([coder decodeIntForKey:[NSString stringWithFormat:@"key %d", at]] == at);
  }
  EXPECT([coder allowsKeyedCoding]);
}
TEST(EveryKeyedCall) { FSRTestRound(encode_keyed, decode_keyed); }

static void encode_twice(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  [coder encodeInt:1 forKey:@"same"];
  [coder encodeInt:2 forKey:@"same"];
}
static void decode_twice(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  EXPECT([coder decodeIntForKey:@"same"] == 2);
}
TEST(TheLaterValueOfAKeyCounts) { FSRTestRound(encode_twice, decode_twice); }

static void encode_nil_key(NSCoder* coder, FSRTestCoded* object) {
  NSString* none = nil;
  (void)object;
  EXPECT_RAISES(FASTSER_USAGE, [coder encodeInt:1 forKey:none]);
}
static void decode_nothing(NSCoder* coder, FSRTestCoded* object) {
  (void)coder;
  (void)object;
}
TEST(AKeyOfNilRaises) { FSRTestRound(encode_nil_key, decode_nothing); }

// ---- bytes, data, property lists in order

static void encode_in_order(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  [coder encodeBytes:(void*)"some bytes" length:10];
  [coder encodeBytes:NULL length:0];
  [coder encodeDataObject:[NSData dataWithBytes:"data" length:4]];
  [coder encodePropertyList:[NSDictionary dictionaryWithObject:@"v" forKey:@"k"]];
}
static void decode_in_order(NSCoder* coder, FSRTestCoded* object) {
  NSUInteger length = 0;
  (void)object;
  EXPECT(memcmp([coder decodeBytesWithReturnedLength:&length], "some bytes", 10) == 0);
  EXPECT(length == 10);
  (void)[coder decodeBytesWithReturnedLength:&length];
  EXPECT(length == 0);
  EXPECT_EQUAL([coder decodeDataObject], [NSData dataWithBytes:"data" length:4]);
  EXPECT_EQUAL([coder decodePropertyList], [NSDictionary dictionaryWithObject:@"v" forKey:@"k"]);
  EXPECT([(FSRUnarchiver*)coder isAtEnd]);
}
TEST(BytesDataAndPropertyListsInOrder) { FSRTestRound(encode_in_order, decode_in_order); }

static void encode_without_keys(NSCoder* coder, FSRTestCoded* object) {
  const int one = 1;
  (void)object;
  [coder encodeValueOfObjCType:@encode(int) at:&one];
}
static void encode_nothing(NSCoder* coder, FSRTestCoded* object) { (void)coder, (void)object; }
static BOOL allowed_keys;
static void ask_for_keys(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  allowed_keys = [coder allowsKeyedCoding];
}
static void encode_with_key(NSCoder* coder, FSRTestCoded* object) {
  encode_without_keys(coder, object);
  [coder encodeInt:2 forKey:@"two"];
}
// So that classes that know both kinds read what NSArchiver wrote, too.
TEST(AnObjectWithoutNamesDoesNotAllowKeyedCoding) {
  FSRTestRound(encode_without_keys, ask_for_keys);
  EXPECT(!allowed_keys);
  FSRTestRound(encode_with_key, ask_for_keys);
  EXPECT(allowed_keys);
  FSRTestRound(encode_nothing, ask_for_keys);
  EXPECT(allowed_keys);
}

static int times_encoded;
static void count_encoding(NSCoder* coder, FSRTestCoded* object) {
  ++times_encoded;
  [coder encodeObject:object->value forKey:@"value"];
  [coder encodeConditionalObject:object forKey:@"self"];
}
TEST(EachObjectIsEncodedOnce) {
  FSRTestEncode = count_encoding;
  FSRTestCoded* const shared = [[[FSRTestCoded alloc] init] autorelease];
  NSMutableArray* const all = [NSMutableArray array];
  for (int at = 0; at < 10; ++at) {
    FSRTestCoded* const object = [[[FSRTestCoded alloc] init] autorelease];
    object->value = shared;
    [all addObject:object];
  }
  times_encoded = 0;
  [FSRArchiver archivedDataWithRootObject:all];
  EXPECT(times_encoded == 11);
  for (FSRTestCoded* object in all) object->value = nil;
}

// Objects that count themselves: by the methods that every object has, and (Allotted) by its own
// way to be allocated, too.
static int alive, allotted, released;
@interface Counted : NSObject <NSCoding>
@end
@implementation Counted
- (void)encodeWithCoder:(NSCoder*)coder {
  [coder encodeObject:[NSDate dateWithTimeIntervalSinceReferenceDate:5] forKey:@"date"];
}
- (id)initWithCoder:(NSCoder*)coder {
  self = [super init];
  ++alive;
  EXPECT([(NSDate*)[coder decodeObjectForKey:@"date"] timeIntervalSinceReferenceDate] == 5);
  return self;
}
- (oneway void)release {
  ++released;
  [super release];
}
- (void)dealloc {
  --alive;
  [super dealloc];
}
@end
@interface Allotted : Counted
@end
@implementation Allotted
+ (id)allocWithZone:(NSZone*)zone {
  ++allotted;
  return [super allocWithZone:zone];
}
@end

TEST(ObjectsAreAllocatedAndReleasedByTheirOwnMethods) {
  NSMutableArray* const objects = [NSMutableArray array];
  for (int at = 0; at < 50; ++at) {
    [objects addObject:[[[Counted alloc] init] autorelease]];
    [objects addObject:[[[Allotted alloc] init] autorelease]];
  }
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:objects];
  alive = allotted = released = 0;
  NSAutoreleasePool* const pool = [[NSAutoreleasePool alloc] init];
  NSArray* const again = [FSRUnarchiver unarchiveObjectWithData:archive];
  EXPECT([again count] == 100 && [[again lastObject] isMemberOfClass:[Allotted class]]);
  EXPECT(alive == 100 && allotted == 50);
  EXPECT(released == 100);  // by the unarchiver, which is gone
  [pool drain];
  EXPECT(alive == 0 && released == 200);
}

static void encode_integers(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  for (int at = 0; at < 20000; ++at) {
    const int value = at * 7919;
    [coder encodeValueOfObjCType:@encode(int) at:&value];
  }
}
static int integers_decoded;
static void decode_integers(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  for (int at = 0; at < 20000; ++at) {
    int value = -1;
    [coder decodeValueOfObjCType:@encode(int) at:&value];
    integers_decoded += value == at * 7919;
  }
}
TEST(TwentyThousandIntegersTakeFourBytesEach) {
  integers_decoded = 0;
  EXPECT([FSRTestRound(encode_integers, decode_integers) length] <= 80200);
  EXPECT(integers_decoded == 20000);
}

// What the unarchiver serves from the archive without asking the reader, left in the middle.
static void encode_runs(NSCoder* coder, FSRTestCoded* object) {
  (void)object;
  for (int at = 0; at < 30; ++at) [coder encodeValueOfObjCType:"i" at:&at];
  for (int at = 0; at < 30; ++at) {
    const short narrow = (short)-at;
    [coder encodeValueOfObjCType:"s" at:&narrow];
  }
  [coder encodeObject:@"between"];
  for (int at = 0; at < 30; ++at) {
    const double real = at + 0.5;
    [coder encodeValueOfObjCType:"d" at:&real];
  }
  [coder encodeInt:77 forKey:@"keyed"];
  for (int at = 0; at < 30; ++at) [coder encodeValueOfObjCType:"C" at:&(unsigned char){7}];
}
static void decode_runs(NSCoder* coder, FSRTestCoded* object) {
  int value = -1;
  long long wide = -1;
  short narrow = 0;
  double real = 0;
  unsigned char small = 0;
  (void)object;
  for (int at = 0; at < 30; ++at) {
    if (at % 10 == 7) {  // another width, in the middle
      [coder decodeValueOfObjCType:"q" at:&wide];
      EXPECT(wide == at);
    } else {
      [coder decodeValueOfObjCType:"i" at:&value];
      EXPECT(value == at);
    }
    EXPECT(![(id)coder isAtEnd]);
  }
  for (int at = 0; at < 30; ++at) {
    [coder decodeValueOfObjCType:"s" at:&narrow];
    EXPECT(narrow == -at);
  }
  EXPECT_EQUAL([coder decodeObject], @"between");
  for (int at = 0; at < 10; ++at) {
    [coder decodeValueOfObjCType:"d" at:&real];
    EXPECT(real == at + 0.5);
  }
  EXPECT([coder decodeIntForKey:@"keyed"] == 77);
  for (int at = 10; at < 30; ++at) {
    [coder decodeValueOfObjCType:"d" at:&real];
    EXPECT(real == at + 0.5);
  }
  for (int at = 0; at < 3; ++at) [coder decodeValueOfObjCType:"C" at:&small];
  EXPECT(small == 7);
}
TEST(NumbersOfOneTypeAreReadTogetherAndLeftAnywhere) { FSRTestRound(encode_runs, decode_runs); }

// An error in the middle of them leaves zeros, and says where it was.
static void fail_in_a_run(NSCoder* coder, FSRTestCoded* object) {
  int value = -1;
  (void)object;
  for (int at = 0; at < 5; ++at) [coder decodeValueOfObjCType:"i" at:&value];
  [(FSRUnarchiver*)coder failWithError:[NSError errorWithDomain:@"D" code:5 userInfo:nil]];
  [coder decodeValueOfObjCType:"i" at:&value];
  EXPECT(value == 0);
}
TEST(AnErrorEndsARunOfNumbers) {
  NSError* error = nil;
  FSRTestEncode = encode_runs;
  FSRTestDecode = fail_in_a_run;
  NSData* const archive =
      [FSRArchiver archivedDataWithRootObject:[[[FSRTestCoded alloc] init] autorelease]];
  EXPECT([FSRUnarchiver unarchiveTopLevelObjectWithData:archive error:&error] == nil);
  EXPECT([error code] == 5);
}
