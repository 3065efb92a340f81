// SPDX-License-Identifier: MIT
//
// NSCoder's archivers on this platform beside FSRArchiver: 20,000 integers of one object, one call
// each, and the article's repository of items, in memory (encode, decode) and as a file (flush,
// reload). The contenders take turns of two rounds, of which the second is timed; what the first
// reads back is compared with what was written.
//
//   objc_bench [rounds, 11] [workloads: ints20k ints20k_array eights bbitem_100 bbitem_1000
//                            bbitem_10000]
//
// Tables as those of fastser_bench go to stdout; x: the median against NSArchiver's. A flush of
// FSRArchiver waits until the disk has the file, the others' do not. To measure without the disk,
// have the files in memory: TEMP=/dev/shm. GNUstep's keyed archiver and its property lists encode
// in quadratic time: they have fewer rounds, none in the large rows, and are no measure of Apple's.
#import <FastserObjC/FastserObjC.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#import "Item.h"

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

// Eight integers, as objects of a program have them; 2,500 of these are 20,000.
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

static id make_ints(int count) {
  Ints* const ints = [[[Ints alloc] init] autorelease];
  for (int at = 0; at < count; ++at) ints->values[at] = at * 7919;
  return ints;
}

static id make_eights(int count) {
  NSMutableArray* const all = [NSMutableArray array];
  for (int at = 0; at < count; ++at) {
    Eight* const eight = [[[Eight alloc] init] autorelease];
    for (int of = 0; of < 8; ++of) eight->values[of] = at * 8 + of;
    [all addObject:eight];
  }
  return all;
}

static id make_items(int count) {
  NSMutableArray* const items = [NSMutableArray array];
  for (int at = 0; at < count; ++at) [items addObject:[Item itemOf:(NSUInteger)at]];
  return items;
}

static BOOL is_same(id left, id right) {
  if (![right
          isKindOfClass:[left isKindOfClass:[NSArray class]] ? [NSArray class] : [left class]]) {
    return NO;
  }
  if ([left isKindOfClass:[Ints class]]) {
    return memcmp(((Ints*)left)->values, ((Ints*)right)->values, sizeof(int) * INTS) == 0;
  }
  if ([left isKindOfClass:[Item class]]) return [left isSameAs:right];
  if ([left isKindOfClass:[Eight class]]) {
    return memcmp(((Eight*)left)->values, ((Eight*)right)->values, sizeof(int) * 8) == 0;
  }
  BOOL same = [left count] == [right count];
  for (NSUInteger at = 0; same && at < [left count]; ++at) {
    same = is_same([left objectAtIndex:at], [right objectAtIndex:at]);
  }
  return same;
}

// ---- contenders

typedef enum Kind { Archiver, PropertyList } Kind;

typedef struct Contender {
  const char* name;
  Kind kind;
  NSString *archiver, *unarchiver;
  Style style;
  int rounds;  // 0: as many as the others
} Contender;

// Items as dictionaries, integers as numbers: what a program does that has property lists only.
static id list_of(id root) {
  NSMutableArray* const list = [NSMutableArray array];
  if ([root isKindOfClass:[Ints class]]) {
    for (int at = 0; at < INTS; ++at) {
      [list addObject:[NSNumber numberWithInt:((Ints*)root)->values[at]]];
    }
  } else {
    for (Item* item in root) [list addObject:[item propertyList]];
  }
  return list;
}

static id root_of(NSArray* list) {
  if ([[list objectAtIndex:0] isKindOfClass:[NSNumber class]]) {
    Ints* const ints = [[[Ints alloc] init] autorelease];
    int at = 0;
    for (NSNumber* number in list) ints->values[at++] = [number intValue];
    return ints;
  }
  NSMutableArray* const items = [NSMutableArray array];
  for (NSDictionary* item in list) [items addObject:[Item itemOfPropertyList:item]];
  return items;
}

static NSData* encode(const Contender* by, id root) {
  if (by->kind == Archiver)
    return [NSClassFromString(by->archiver) archivedDataWithRootObject:root];
  return [NSPropertyListSerialization dataFromPropertyList:list_of(root)
                                                    format:NSPropertyListBinaryFormat_v1_0
                                          errorDescription:NULL];
}

static id decode(const Contender* by, NSData* archive) {
  if (by->kind == Archiver) {
    return [NSClassFromString(by->unarchiver) unarchiveObjectWithData:archive];
  }
  return root_of([NSPropertyListSerialization propertyListFromData:archive
                                                  mutabilityOption:NSPropertyListImmutable
                                                            format:NULL
                                                  errorDescription:NULL]);
}

static BOOL flush(const Contender* by, id root, NSString* path) {
  if (by->kind == Archiver) {
    return [NSClassFromString(by->archiver) archiveRootObject:root toFile:path];
  }
  return [encode(by, root) writeToFile:path atomically:YES];
}

static id reload(const Contender* by, NSString* path) {
  if (by->kind == Archiver) return [NSClassFromString(by->unarchiver) unarchiveObjectWithFile:path];
  return decode(by, [NSData dataWithContentsOfFile:path]);
}

// ---- the run

enum { Encode, Decode, Flush, Reload, Operations };
static const char* const kOperations[Operations] = {"encode", "decode", "flush", "reload"};

#define MOST_CONTENDERS 8

typedef struct Result {
  double* times[Operations];
  int count;  // of each
  NSUInteger bytes;
} Result;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int by_size(const void* left, const void* right) {
  const double difference = *(const double*)left - *(const double*)right;
  return difference < 0 ? -1 : difference > 0;
}

static void one_round(const Contender* by, Result* result, id root, NSString* path, BOOL timed) {
  NSAutoreleasePool* const pool = [[NSAutoreleasePool alloc] init];
  style = by->style;
  const double start = now();
  NSData* const archive = encode(by, root);
  const double encoded = now();
  const id again = decode(by, archive);
  const double decoded = now();
  const BOOL written = flush(by, root, path);
  const double flushed = now();
  const id reloaded = reload(by, path);
  const double end = now();
  result->bytes = [archive length];
  if (timed) {
    result->times[Encode][result->count] = encoded - start;
    result->times[Decode][result->count] = decoded - encoded;
    result->times[Flush][result->count] = flushed - decoded;
    result->times[Reload][result->count++] = end - flushed;
  } else if (!written || !is_same(root, again) || !is_same(root, reloaded)) {
    printf("%s reads back other values\n", by->name);
    exit(1);
  }
  [pool drain];
}

static void print(const char* workload, const Contender* contenders, int count, Result* results) {
  for (int operation = 0; operation < Operations; ++operation) {
    double base = 0;
    printf("### %s / %s\n\n", workload, kOperations[operation]);
    printf("| %-22s |     min us |  median us | x NSArchiver |    bytes |\n", "codec");
    printf("|:-----------------------|-----------:|-----------:|-------------:|---------:|\n");
    for (int at = 0; at < count; ++at) {
      double* const times = results[at].times[operation];
      qsort(times, (size_t)results[at].count, sizeof *times, by_size);
      const double median = times[results[at].count / 2];
      if (at == 0) base = median;
      printf("| %-22s | %10.1f | %10.1f | %12.3f | %8lu |\n", contenders[at].name, times[0], median,
             median / base, (unsigned long)results[at].bytes);
    }
    printf("\n");
  }
  fflush(stdout);
}

static int rounds = 11;
static int asked_count;
static char** asked;

static BOOL is_asked(const char* workload) {
  for (int at = 0; at < asked_count; ++at) {
    if (strcmp(asked[at], workload) == 0) return YES;
  }
  return asked_count == 0;
}

// The first contender is what the others are compared with.
static void run(const char* workload, const Contender* contenders, int count, id (*make)(int),
                int size) {
  if (!is_asked(workload)) return;
  NSAutoreleasePool* const pool = [[NSAutoreleasePool alloc] init];
  const id root = make(size);
  NSString* const path = [NSTemporaryDirectory()
      stringByAppendingPathComponent:[NSString stringWithFormat:@"objc_bench_%d", (int)getpid()]];
  Result results[MOST_CONTENDERS];
  memset(results, 0, sizeof results);
  for (int at = 0; at < count; ++at) {
    for (int operation = 0; operation < Operations; ++operation) {
      results[at].times[operation] = calloc((size_t)rounds, sizeof(double));
      if (results[at].times[operation] == NULL) exit(1);
    }
  }
  for (int round = 0; round < rounds; ++round) {
    for (int at = 0; at < count; ++at) {
      if (contenders[at].rounds != 0 && round >= contenders[at].rounds) continue;
      // Not timed: the heap is as the contender before has left it, and the next one to ask for
      // memory would pay for that.
      one_round(&contenders[at], &results[at], root, path, NO);
      one_round(&contenders[at], &results[at], root, path, YES);
    }
  }
  print(workload, contenders, count, results);
  for (int at = 0; at < count; ++at) {
    for (int operation = 0; operation < Operations; ++operation) {
      free(results[at].times[operation]);
    }
  }
  unlink([path UTF8String]);
  [pool drain];
}

#define OLD(style) \
  { "NSArchiver", Archiver, @"NSArchiver", @"NSUnarchiver", style, 0 }
#define KEYED(style, rounds) \
  { "NSKeyedArchiver", Archiver, @"NSKeyedArchiver", @"NSKeyedUnarchiver", style, rounds }
#define LISTS(rounds) \
  { "binary property list", PropertyList, nil, nil, StyleKeyed, rounds }
#define OURS(name, style) \
  { name, Archiver, @"FSRArchiver", @"FSRUnarchiver", style, 0 }
#define COUNT(all) ((int)(sizeof all / sizeof *all))

static void run_all(void) {
  const Contender ints[] = {OLD(StyleInOrder), OURS("FSRArchiver", StyleInOrder),
                            KEYED(StyleInOrder, 1), LISTS(3)};
  run("ints20k", ints, COUNT(ints), make_ints, INTS);
  const Contender array[] = {OLD(StyleArray), OURS("FSRArchiver", StyleArray)};
  run("ints20k_array", array, COUNT(array), make_ints, INTS);
  const Contender eights[] = {OLD(StyleInOrder), OURS("FSRArchiver, in order", StyleInOrder),
                              OURS("FSRArchiver, by key", StyleKeyed)};
  run("eights", eights, COUNT(eights), make_eights, INTS / 8);
  const Contender items[] = {OLD(StyleInOrder), OURS("FSRArchiver", StyleKeyed), LISTS(3),
                             KEYED(StyleKeyed, 3)};
  run("bbitem_100", items, 4, make_items, 100);
  run("bbitem_1000", items, 3, make_items, 1000);
  run("bbitem_10000", items, 2, make_items, 10000);
  printf(
      "NSKeylessArchiver's published figures for 20,000 ints to a file and back (iPhone 5S, ms):\n"
      "NSKeyedArchiver 216.5 and 6903.7, NSKeylessArchiver 45.1 and 28.7, NSArchiver 10.2 and "
      "2.0.\n");
}

// Or the rounds would measure how the system hands out pages, that the rounds before had given
// back.
static void keep_the_heap(void) {
#if defined(__GLIBC__)
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
#endif
}

int main(int count, char** arguments) {
  keep_the_heap();
  NSAutoreleasePool* const pool = [[NSAutoreleasePool alloc] init];
  if (count > 1) rounds = atoi(arguments[1]);
  if (rounds < 1) return 2;
  asked_count = count > 2 ? count - 2 : 0;
  asked = arguments + 2;
  // Looked up by name further on: a class that nobody names is not linked.
  if ([FSRArchiver class] == Nil || [FSRUnarchiver class] == Nil) return 2;
  printf("## NSCoder\n\nMedians of %d rounds. Files are in %s.\n\n", rounds,
         [NSTemporaryDirectory() UTF8String]);
  run_all();
  [pool drain];
  return 0;
}
