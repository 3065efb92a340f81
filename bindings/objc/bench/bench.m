// SPDX-License-Identifier: MIT
//
// The same work by four archivers of this platform: 20,000 integers of one object, one call each,
// and the article's repository of items, written to a file and read back. Medians of 11 rounds, in
// which the contenders take turns; each is compared field by field before it is timed.
//
//   objc_bench [rounds] [words that names must hold ...]
//
// GNUstep's keyed archiver and its property lists encode in quadratic time: they take part in the
// small rows only, and are no measure of Apple's.
#import <FastserObjC/FastserObjC.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define INTS 20000

// ---- what is archived

typedef enum Style { StyleInOrder, StyleKeyed, StyleArray } Style;
static Style style;

@interface Ints : NSObject <NSCoding> {
 @public
  int values[INTS];
}
@end
@implementation Ints
- (void)encodeWithCoder:(NSCoder*)coder {
  if (style == StyleArray) {
    [coder encodeArrayOfObjCType:@encode(int) count:INTS at:values];
    return;
  }
  for (int at = 0; at < INTS; ++at) {
    [coder encodeValueOfObjCType:@encode(int) at:&values[at]];
  }
}
- (id)initWithCoder:(NSCoder*)coder {
  self = [super init];
  if (style == StyleArray) {
    [coder decodeArrayOfObjCType:@encode(int) count:INTS at:values];
    return self;
  }
  for (int at = 0; at < INTS; ++at) {
    [coder decodeValueOfObjCType:@encode(int) at:&values[at]];
  }
  return self;
}
@end

// Eight integers by key, as objects of a program have them; 2,500 of these are 20,000.
@interface Eight : NSObject <NSCoding> {
 @public
  int values[8];
}
@end
static NSString* const kEight[8] = {@"one",  @"two", @"three", @"four",
                                    @"five", @"six", @"seven", @"eight"};
@implementation Eight
- (void)encodeWithCoder:(NSCoder*)coder {
  for (int at = 0; at < 8; ++at) {
    if (style == StyleKeyed) {
      [coder encodeInt:values[at] forKey:kEight[at]];
    } else {
      [coder encodeValueOfObjCType:@encode(int) at:&values[at]];
    }
  }
}
- (id)initWithCoder:(NSCoder*)coder {
  self = [super init];
  for (int at = 0; at < 8; ++at) {
    if (style == StyleKeyed) {
      values[at] = [coder decodeIntForKey:kEight[at]];
    } else {
      [coder decodeValueOfObjCType:@encode(int) at:&values[at]];
    }
  }
  return self;
}
@end

@interface BBItem : NSObject <NSCoding> {
 @public
  NSString *identifier, *hash, *optionalString;
  NSDate* createdAt;
  NSData* data;
  NSUInteger views;
  NSRect displayInRect;
}
@end
@implementation BBItem
- (void)dealloc {
  [identifier release];
  [hash release];
  [optionalString release];
  [createdAt release];
  [data release];
  [super dealloc];
}
- (void)encodeWithCoder:(NSCoder*)coder {
  if (![coder allowsKeyedCoding]) {
    [coder encodeObject:identifier];
    [coder encodeObject:createdAt];
    [coder encodeObject:hash];
    [coder encodeObject:data];
    [coder encodeObject:optionalString];
    [coder encodeValueOfObjCType:@encode(NSUInteger) at:&views];
    [coder encodeRect:displayInRect];
    return;
  }
  [coder encodeObject:identifier forKey:@"identifier"];
  [coder encodeObject:createdAt forKey:@"createdAt"];
  [coder encodeObject:hash forKey:@"hash"];
  [coder encodeObject:data forKey:@"data"];
  [coder encodeObject:optionalString forKey:@"optionalString"];
  [coder encodeInt:(int)views forKey:@"views"];
  [coder encodeRect:displayInRect forKey:@"displayInRect"];
}
- (id)initWithCoder:(NSCoder*)coder {
  self = [super init];
  if (![coder allowsKeyedCoding]) {
    identifier = [[coder decodeObject] retain];
    createdAt = [[coder decodeObject] retain];
    hash = [[coder decodeObject] retain];
    data = [[coder decodeObject] retain];
    optionalString = [[coder decodeObject] retain];
    [coder decodeValueOfObjCType:@encode(NSUInteger) at:&views];
    displayInRect = [coder decodeRect];
    return self;
  }
  identifier = [[coder decodeObjectForKey:@"identifier"] retain];
  createdAt = [[coder decodeObjectForKey:@"createdAt"] retain];
  hash = [[coder decodeObjectForKey:@"hash"] retain];
  data = [[coder decodeObjectForKey:@"data"] retain];
  optionalString = [[coder decodeObjectForKey:@"optionalString"] retain];
  views = (NSUInteger)[coder decodeIntForKey:@"views"];
  displayInRect = [coder decodeRectForKey:@"displayInRect"];
  return self;
}
@end

static Ints* make_ints(void) {
  Ints* const ints = [[[Ints alloc] init] autorelease];
  for (int at = 0; at < INTS; ++at) ints->values[at] = at * 7919;
  return ints;
}

static NSArray* make_eights(void) {
  NSMutableArray* const all = [NSMutableArray array];
  for (int at = 0; at < INTS / 8; ++at) {
    Eight* const eight = [[Eight alloc] init];
    for (int of = 0; of < 8; ++of) eight->values[of] = at * 8 + of;
    [all addObject:eight];
    [eight release];
  }
  return all;
}

static NSArray* make_items(int count) {
  NSMutableArray* const items = [NSMutableArray array];
  for (int at = 0; at < count; ++at) {
    BBItem* const item = [[BBItem alloc] init];
    item->identifier = [[NSString alloc] initWithFormat:@"item %d", at];
    item->createdAt = [[NSDate alloc] initWithTimeIntervalSinceReferenceDate:3e8 + at * 0.25];
    item->hash = @"e59ff97941044f85df5297e1c302d260a";
    item->data = [[NSData alloc] initWithBytes:"fifteen bytes.." length:15];
    item->optionalString = at % 2 == 0 ? @"I'm an optional string" : nil;
    item->views = (NSUInteger)at;
    item->displayInRect = NSMakeRect(at, at, at, at);
    [items addObject:item];
    [item release];
  }
  return items;
}

static BOOL is_same(id left, id right) { return left == right || [left isEqual:right]; }

static BOOL same_items(NSArray* left, NSArray* right) {
  if ([left count] != [right count]) return NO;
  for (NSUInteger at = 0; at < [left count]; ++at) {
    BBItem *const one = [left objectAtIndex:at], *const other = [right objectAtIndex:at];
    if (!is_same(one->identifier, other->identifier) || !is_same(one->hash, other->hash) ||
        !is_same(one->optionalString, other->optionalString) ||
        !is_same(one->createdAt, other->createdAt) || !is_same(one->data, other->data) ||
        one->views != other->views || !NSEqualRects(one->displayInRect, other->displayInRect)) {
      return NO;
    }
  }
  return YES;
}

static BOOL same_root(id left, id right) {
  if (right == nil) return NO;
  if ([left isKindOfClass:[Ints class]]) {
    return memcmp(((Ints*)left)->values, ((Ints*)right)->values, sizeof(int) * INTS) == 0;
  }
  if ([[left objectAtIndex:0] isKindOfClass:[BBItem class]]) return same_items(left, right);
  for (NSUInteger at = 0; at < [left count]; ++at) {
    Eight *const one = [left objectAtIndex:at], *const other = [right objectAtIndex:at];
    if (memcmp(one->values, other->values, sizeof one->values) != 0) return NO;
  }
  return [left count] == [right count];
}

// ---- contenders

typedef struct Contender {
  const char* name;
  NSString *archiver, *unarchiver;
  Style style;
} Contender;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int by_size(const void* left, const void* right) {
  const double difference = *(const double*)left - *(const double*)right;
  return difference < 0 ? -1 : difference > 0;
}
static double median(double* times, int count) {
  qsort(times, (size_t)count, sizeof *times, by_size);
  return times[count / 2];
}

enum { Encode, Decode, Flush, Reload, Operations };

static int rounds = 11;

static void run(const char* what, const Contender* contenders, int count, id root, double items) {
  NSString* const path = [NSTemporaryDirectory()
      stringByAppendingPathComponent:[NSString stringWithFormat:@"objc_bench_%d", (int)getpid()]];
  double* const times = calloc((size_t)(count * Operations * rounds), sizeof(double));
  NSUInteger sizes[8] = {0};
  for (int round = -1; round < rounds; ++round) {  // the first one warms up, and compares
    for (int at = 0; at < count; ++at) {
      NSAutoreleasePool* const pool = [[NSAutoreleasePool alloc] init];
      const Class archiver = NSClassFromString(contenders[at].archiver);
      const Class unarchiver = NSClassFromString(contenders[at].unarchiver);
      style = contenders[at].style;
      const double start = now();
      NSData* const archive = [archiver archivedDataWithRootObject:root];
      const double encoded = now();
      const id again = [unarchiver unarchiveObjectWithData:archive];
      const double decoded = now();
      [archiver archiveRootObject:root toFile:path];
      const double flushed = now();
      const id reloaded = [unarchiver unarchiveObjectWithFile:path];
      const double end = now();
      sizes[at] = [archive length];
      if (round < 0) {
        if (!same_root(root, again) || !same_root(root, reloaded)) {
          printf("%s, %s: other values\n", what, contenders[at].name);
          exit(1);
        }
      } else {
        double* const place = times + at * Operations * rounds + round;
        place[Encode * rounds] = encoded - start;
        place[Decode * rounds] = decoded - encoded;
        place[Flush * rounds] = flushed - decoded;
        place[Reload * rounds] = end - flushed;
      }
      [pool drain];
    }
  }
  printf("\n| %s | encode ms | decode | encode, to file | from file, decode | bytes | each |\n"
         "|---|---|---|---|---|---|---|\n",
         what);
  double base[Operations];
  for (int at = 0; at < count; ++at) {
    printf("| %s |", contenders[at].name);
    for (int operation = 0; operation < Operations; ++operation) {
      const double time = median(times + (at * Operations + operation) * rounds, rounds);
      if (at == 0) base[operation] = time;
      printf(" %.3f (%.3f x) |", time, time / base[operation]);
    }
    printf(" %lu | %.1f |\n", (unsigned long)sizes[at], (double)sizes[at] / items);
  }
  fflush(stdout);
  free(times);
  unlink([path UTF8String]);
}

#define IN_ORDER(style) \
  { "NSArchiver", @"NSArchiver", @"NSUnarchiver", style }
#define KEYED(style) \
  { "NSKeyedArchiver", @"NSKeyedArchiver", @"NSKeyedUnarchiver", style }
#define OURS(name, style) \
  { name, @"FSRArchiver", @"FSRUnarchiver", style }

int main(int count, char** arguments) {
  NSAutoreleasePool* const pool = [[NSAutoreleasePool alloc] init];
  if (count > 1) rounds = atoi(arguments[1]);
  if (rounds < 1) return 2;
  // Looked up by name further on: a class that nobody names is not linked.
  if ([FSRArchiver class] == Nil || [FSRUnarchiver class] == Nil) return 2;
  printf("medians of %d rounds; (n x): against the first row\n", rounds);
  {
    const Contender all[] = {IN_ORDER(StyleInOrder),
                             OURS("FSRArchiver", StyleInOrder),
                             {"NSArchiver, one array", @"NSArchiver", @"NSUnarchiver", StyleArray},
                             OURS("FSRArchiver, one array", StyleArray)};
    run("20,000 ints, one call each", all, 4, make_ints(), INTS);
  }
  {
    const Contender all[] = {IN_ORDER(StyleInOrder), OURS("FSRArchiver, in order", StyleInOrder),
                             OURS("FSRArchiver, by key", StyleKeyed)};
    run("2,500 objects of 8 ints", all, 3, make_eights(), INTS / 8);
  }
  {
    const Contender all[] = {IN_ORDER(StyleInOrder), OURS("FSRArchiver", StyleKeyed),
                             KEYED(StyleKeyed)};
    run("100 items", all, 3, make_items(100), 100);
    run("1,000 items", all, 2, make_items(1000), 1000);
    run("10,000 items", all, 2, make_items(10000), 10000);
  }
  [pool drain];
  return 0;
}
