// SPDX-License-Identifier: MIT
//
// The archives of bindings/conformance: what is made of their descriptions is them, byte for byte,
// and what is read of them is what is described.
//
// Every file is read. Not made are those of numbers whose types NSNumber does not keep: with
// GNUstep widths.fsr, since its NSNumber makes 32 bits of all that is narrower, and 64 of a large
// u32. That of dictionary.fsr may be in any order, so it is made and read again.
#import "FSRInternal.h"
#import "FSRTest.h"

#include <stdlib.h>

// ---- the classes that are described

// Whoever has fields that key-value coding can read and set.
@interface NSObject (ConformanceFields)
+ (NSArray*)fieldNames;
@end

@interface Node : NSObject <NSCoding> {
  NSString* name;
  Node *next, *alias;
}
- (void)cut;
@end

@implementation Node
+ (void)initialize {
  if (self == [Node class]) [self setVersion:1];
}
+ (NSArray*)fieldNames {
  return [NSArray arrayWithObjects:@"name", @"next", @"alias", nil];
}
- (void)cut {
  [next release];
  [alias release];
  next = alias = nil;
}
- (void)dealloc {
  [self cut];
  [name release];
  [super dealloc];
}
- (void)encodeWithCoder:(NSCoder*)coder {
  [coder encodeObject:name forKey:@"name"];
  [coder encodeObject:next forKey:@"next"];
  [coder encodeObject:alias forKey:@"alias"];
}
- (id)initWithCoder:(NSCoder*)coder {
  self = [super init];
  EXPECT([coder versionForClassName:@"Node"] == 1 && [coder versionForClassName:@"NSObject"] == 0);
  name = [[coder decodeObjectForKey:@"name"] retain];
  next = [[coder decodeObjectForKey:@"next"] retain];
  alias = [[coder decodeObjectForKey:@"alias"] retain];
  return self;
}
@end

@interface BBThing : NSObject
@end
@implementation BBThing
+ (void)initialize {
  if (self == [BBThing class]) [self setVersion:2];
}
@end

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wmismatched-return-types"
#endif

@interface BBItem : BBThing <NSCoding> {
  NSString *identifier, *hash, *optionalString;
  NSDate* createdAt;
  NSData* data;
  NSInteger views;
  NSRect displayInRect;
}
@end

@implementation BBItem
+ (void)initialize {
  if (self == [BBItem class]) [self setVersion:3];
}
// As the item of the article has it (Item.h).
- (NSString*)hash {
  return hash;
}
// GNUstep's key-value coding takes half of a rectangle to a variable.
- (NSRect)displayInRect {
  return displayInRect;
}
- (void)setDisplayInRect:(NSRect)rect {
  displayInRect = rect;
}
+ (NSArray*)fieldNames {
  return [NSArray arrayWithObjects:@"identifier", @"createdAt", @"hash", @"data", @"optionalString",
                                   @"views", @"displayInRect", nil];
}
- (void)dealloc {
  [identifier release];
  [hash release];
  [optionalString release];
  [createdAt release];
  [data release];
  [super dealloc];
}
- (void)encodeWithCoder:(NSCoder*)coder {
  [coder encodeObject:identifier forKey:@"identifier"];
  [coder encodeObject:createdAt forKey:@"createdAt"];
  [coder encodeObject:hash forKey:@"hash"];
  [coder encodeObject:data forKey:@"data"];
  [coder encodeObject:optionalString forKey:@"optionalString"];
  [coder encodeInt64:views forKey:@"views"];
  [coder encodeRect:displayInRect forKey:@"displayInRect"];
}
- (id)initWithCoder:(NSCoder*)coder {
  self = [super init];
  EXPECT([coder versionForClassName:@"BBItem"] == 3 && [coder versionForClassName:@"BBThing"] == 2);
  identifier = [[coder decodeObjectForKey:@"identifier"] retain];
  createdAt = [[coder decodeObjectForKey:@"createdAt"] retain];
  hash = [[coder decodeObjectForKey:@"hash"] retain];
  data = [[coder decodeObjectForKey:@"data"] retain];
  optionalString = [[coder decodeObjectForKey:@"optionalString"] retain];
  views = [coder decodeIntegerForKey:@"views"];
  displayInRect = [coder decodeRectForKey:@"displayInRect"];
  return self;
}
@end

// ---- the descriptions

static NSString* path_of(NSString* file) {
  return [@FASTSER_SOURCE_DIR
      stringByAppendingPathComponent:[@"bindings/conformance" stringByAppendingPathComponent:file]];
}

// As an archive, which is read like any.
static NSArray* descriptions(void) {
  NSData* const json = [NSData dataWithContentsOfFile:path_of(@"vectors.json")];
  fastser_bytes bytes;
  memset(&bytes, 0, sizeof bytes);
  EXPECT(fastser_convert([json bytes], [json length], FASTSER_FORMAT_JSON, FASTSER_FORMAT_ARCHIVE,
                         NULL, NULL, &bytes, NULL) == FASTSER_OK);
  NSData* const archive = [NSData dataWithBytes:bytes.data length:bytes.size];
  fastser_bytes_release(&bytes);
  NSArray* const vectors =
      [[FSRUnarchiver unarchiveObjectWithData:archive] objectForKey:@"vectors"];
  EXPECT([vectors count] >= 7);
  return vectors;
}

static NSData* data_of_hex(NSString* text) {
  NSMutableData* const data = [NSMutableData data];
  for (NSUInteger at = 0; at + 2 <= [text length]; at += 2) {
    const char* const pair = [[text substringWithRange:NSMakeRange(at, 2)] UTF8String];
    const uint8_t byte = (uint8_t)strtoul(pair, NULL, 16);
    [data appendBytes:&byte length:1];
  }
  return [[data copy] autorelease];
}

static double double_of_hex(NSString* text) {
  const uint64_t bits = strtoull([text UTF8String], NULL, 16);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static float float_of_hex(NSString* text) {
  const uint32_t bits = (uint32_t)strtoul([text UTF8String], NULL, 16);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// What is made of one description.
typedef struct Making {
  NSMutableArray* objects;  // by number
  BOOL keeps_types;         // every NSNumber has the type that is described
} Making;

static id made_of(Making* making, NSArray* about);

// A number of a kind, with the letters of the type that it then has; nil if it is none.
static NSNumber* number_of(NSString* kind, id value, const char** letters) {
#define KIND(text, types, number) \
  if ([kind isEqualToString:text]) return *letters = types, number
  KIND(@"bool", "cCB", [NSNumber numberWithBool:[value boolValue]]);
  KIND(@"i8", "c", [NSNumber numberWithChar:[value charValue]]);
  KIND(@"u8", "C", [NSNumber numberWithUnsignedChar:[value unsignedCharValue]]);
  KIND(@"i16", "s", [NSNumber numberWithShort:[value shortValue]]);
  KIND(@"u16", "S", [NSNumber numberWithUnsignedShort:[value unsignedShortValue]]);
  KIND(@"i32", "i", [NSNumber numberWithInt:[value intValue]]);
  KIND(@"u32", "I", [NSNumber numberWithUnsignedInt:[value unsignedIntValue]]);
  KIND(@"i64", "ql", [NSNumber numberWithLongLong:[value longLongValue]]);
  KIND(@"u64", "QL", [NSNumber numberWithUnsignedLongLong:[value unsignedLongLongValue]]);
  KIND(@"f32", "f", [NSNumber numberWithFloat:float_of_hex(value)]);
  KIND(@"f64", "d", [NSNumber numberWithDouble:double_of_hex(value)]);
#undef KIND
  return nil;
}

static NSRect rect_of(NSArray* bits) {
  double values[4];
  for (NSUInteger at = 0; at < 4; ++at) values[at] = double_of_hex([bits objectAtIndex:at]);
  return NSMakeRect(values[0], values[1], values[2], values[3]);
}

// Of a list or set; of pairs the first of each, then the second.
static NSArray* elements_of(Making* making, NSArray* about) {
  NSMutableArray* const elements = [NSMutableArray array];
  for (id element in about) {
    const BOOL pair = [[element objectAtIndex:0] isKindOfClass:[NSArray class]];
    for (id one in pair ? element : [NSArray arrayWithObject:element]) {
      const BOOL count = [one isKindOfClass:[NSNumber class]];
      [elements addObject:count ? one : made_of(making, one)];
    }
  }
  return elements;
}

static id container_of(Class cls, NSArray* elements) {
  id const filled = [[[cls alloc] init] autorelease];
  for (NSUInteger at = 0; at + 1 < [elements count]; at += 2) {
    const id first = [elements objectAtIndex:at], second = [elements objectAtIndex:at + 1];
    if (![filled isKindOfClass:[NSCountedSet class]]) {
      [filled setObject:second forKey:first];
      continue;
    }
    for (int times = [second intValue]; times > 0; --times) [filled addObject:first];
  }
  return filled;
}

// An object of Foundation's, from the description of its one value.
static id foundation_of(Making* making, FSRFamily family, NSArray* about) {
  const Class cls = FSRClassOfFamily(family);
  if (family == FSRFamilyMutableString || family == FSRFamilyMutableData) {
    return [[made_of(making, about) mutableCopy] autorelease];
  }
  NSArray* const elements = elements_of(making, [about lastObject]);
  switch (family) {
    case FSRFamilyArray:
    case FSRFamilyMutableArray: return [[[cls alloc] initWithArray:elements] autorelease];
    case FSRFamilyDictionary:
      return [[container_of([NSMutableDictionary class], elements) copy] autorelease];
    case FSRFamilyMutableDictionary:
    case FSRFamilyCountedSet: return container_of(cls, elements);
    default: return [[[cls alloc] initWithArray:elements] autorelease];  // sets
  }
}

static id object_of(Making* making, NSString* name, NSArray* fields) {
  const NSUInteger number = [making->objects count];
  [making->objects addObject:[NSNull null]];
  const FSRFamily family =
      FSRFamilyOfName([name UTF8String], [name lengthOfBytesUsingEncoding:NSUTF8StringEncoding]);
  if (family != FSRFamilyObject) {
    const id object = foundation_of(making, family, [[fields lastObject] lastObject]);
    [making->objects replaceObjectAtIndex:number withObject:object];
    return object;
  }
  const id object = [[[NSClassFromString(name) alloc] init] autorelease];
  [making->objects replaceObjectAtIndex:number withObject:object];
  const BOOL keeps_types = making->keeps_types;
  for (NSArray* field in fields) {
    [object setValue:made_of(making, [field lastObject]) forKey:[field objectAtIndex:0]];
  }
  making->keeps_types = keeps_types;  // its numbers are no NSNumbers, but of C's types
  return object;
}

static id made_of(Making* making, NSArray* about) {
  NSString* const kind = [about objectAtIndex:0];
  const id value = [about lastObject];
  const char* letters = "";
  NSNumber* const number = number_of(kind, value, &letters);
  if (number != nil) {
    making->keeps_types &= strchr(letters, [number objCType][0]) != NULL;
    return number;
  }
  if ([kind isEqualToString:@"nil"]) return nil;
  if ([kind isEqualToString:@"null"]) return [NSNull null];
  if ([kind isEqualToString:@"string"]) return value;
  if ([kind isEqualToString:@"data"]) return data_of_hex(value);
  if ([kind isEqualToString:@"apple_date"]) {
    return [NSDate dateWithTimeIntervalSinceReferenceDate:double_of_hex(value)];
  }
  if ([kind isEqualToString:@"uuid"]) {
    return [[[NSUUID alloc] initWithUUIDString:value] autorelease];
  }
  if ([kind isEqualToString:@"url"]) return [NSURL URLWithString:value];
  if ([kind isEqualToString:@"decimal"]) return [NSDecimalNumber decimalNumberWithString:value];
  if ([kind isEqualToString:@"class_ref"]) return NSClassFromString(value);
  if ([kind isEqualToString:@"f64s"]) return [NSValue valueWithRect:rect_of(value)];
  if ([kind isEqualToString:@"ref"]) {
    return [making->objects objectAtIndex:[value unsignedIntegerValue]];
  }
  EXPECT([kind isEqualToString:@"object"]);
  NSString* const name = [[[about objectAtIndex:1] objectAtIndex:0] objectAtIndex:0];
  return object_of(making, name, value);
}

// ---- whether two graphs are the same

// What was met in one of them is at the same place as what was met there in the other.
typedef struct Comparing {
  NSMutableArray *left, *right;
} Comparing;

static BOOL same(Comparing* met, id left, id right);

static BOOL same_number(NSNumber* left, NSNumber* right) {
  const double first = [left doubleValue], second = [right doubleValue];
  return object_getClass(left) == object_getClass(right) &&
         strcmp([left objCType], [right objCType]) == 0 && [left isEqual:right] &&
         memcmp(&first, &second, sizeof first) == 0;
}

static BOOL same_date(NSDate* left, NSDate* right) {
  const NSTimeInterval first = [left timeIntervalSinceReferenceDate];
  const NSTimeInterval second = [right timeIntervalSinceReferenceDate];
  return memcmp(&first, &second, sizeof first) == 0;
}

static BOOL same_elements(Comparing* met, NSArray* left, NSArray* right) {
  if ([left count] != [right count]) return NO;
  for (NSUInteger at = 0; at < [left count]; ++at) {
    if (!same(met, [left objectAtIndex:at], [right objectAtIndex:at])) return NO;
  }
  return YES;
}

// Of sets, and the keys of dictionaries; none of them has an identity. What `left` has for
// something in `right`, or nil.
static id find(Comparing* met, id<NSFastEnumeration> left, id element) {
  for (id one in left) {
    if (same(met, one, element)) return one;
  }
  return nil;
}

static BOOL same_container(Comparing* met, FSRFamily family, id left, id right) {
  if ([left count] != [right count]) return NO;
  for (id element in right) {
    const id found = find(met, left, element);
    if (found == nil) return NO;
    if (family == FSRFamilyCountedSet) {
      if ([left countForObject:found] != [right countForObject:element]) return NO;
    } else if (family == FSRFamilyDictionary || family == FSRFamilyMutableDictionary) {
      if (!same(met, [left objectForKey:found], [right objectForKey:element])) return NO;
    }
  }
  return YES;
}

static BOOL same_object(Comparing* met, FSRFamily family, id left, id right) {
  const NSUInteger at = [met->left indexOfObjectIdenticalTo:left];
  if (at != [met->right indexOfObjectIdenticalTo:right]) return NO;
  if (at != NSNotFound) return YES;
  [met->left addObject:left];
  [met->right addObject:right];
  switch (family) {
    case FSRFamilyMutableString:
    case FSRFamilyMutableData: return [left isEqual:right];
    case FSRFamilyArray:
    case FSRFamilyMutableArray: return same_elements(met, left, right);
    case FSRFamilyOrderedSet:
    case FSRFamilyMutableOrderedSet: return same_elements(met, [left array], [right array]);
    case FSRFamilyObject: break;
    default: return same_container(met, family, left, right);
  }
  for (NSString* name in [[left class] fieldNames]) {
    if (!same(met, [left valueForKey:name], [right valueForKey:name])) return NO;
  }
  return YES;
}

static FSRFamily family_of(id object) {
  return class_isMetaClass(object_getClass(object)) ? FSRFamilyClass
                                                    : FSRFamilyOfClass([object classForCoder]);
}

static BOOL same(Comparing* met, id left, id right) {
  if (left == nil || right == nil) return left == right;
  const FSRFamily family = family_of(left);
  if (family != family_of(right)) return NO;
  switch (family) {
    case FSRFamilyClass:
    case FSRFamilyNull: return left == right;
    case FSRFamilyNumber: return same_number(left, right);
    case FSRFamilyDate: return same_date(left, right);
    case FSRFamilyString:
    case FSRFamilyData:
    case FSRFamilyUUID:
    case FSRFamilyURL:
    case FSRFamilyDecimalNumber: return [left isEqual:right];
    case FSRFamilyObject:
      if ([left class] != [right class] && ![left isKindOfClass:[NSValue class]]) return NO;
      if ([left isKindOfClass:[NSValue class]]) return [left isEqual:right];
      return same_object(met, family, left, right);
    default: return same_object(met, family, left, right);
  }
}

// They refer to each other, so that nothing else ends them.
static void cut_nodes(NSArray* objects) {
  for (id object in objects) {
    if ([object isKindOfClass:[Node class]]) [object cut];
  }
}

static BOOL is_same(id left, id right) {
  Comparing met = {[NSMutableArray array], [NSMutableArray array]};
  return same(&met, left, right);
}

static Making make(NSDictionary* vector, id* root) {
  Making making = {[NSMutableArray array], YES};
  *root = made_of(&making, [vector objectForKey:@"value"]);
  return making;
}

static void cut_cycles(id root) {
  if (![root isKindOfClass:[Node class]]) return;
  cut_nodes([NSArray arrayWithObjects:root, [root valueForKey:@"next"], nil]);
}

// ---- the tests

TEST(OfEachDescriptionTheBytesOfItsFileAreMade) {
  NSUInteger exact = 0;
  for (NSDictionary* vector in descriptions()) {
    id root = nil;
    const Making making = make(vector, &root);
    NSData* const made = [FSRArchiver archivedDataWithRootObject:root];
    NSString* const file = [vector objectForKey:@"file"];
#if defined(GNUSTEP)
    EXPECT(making.keeps_types == ![file isEqualToString:@"widths.fsr"]);
#endif
    if ([[vector objectForKey:@"bytes"] isEqualToString:@"any order"]) {
      EXPECT(is_same([FSRUnarchiver unarchiveObjectWithData:made], root));
    } else if (making.keeps_types) {
      ++exact;
      if (![made isEqualToData:[NSData dataWithContentsOfFile:path_of(file)]]) {
        FSRTestFailed(__FILE__, __LINE__, [file UTF8String]);
      }
    }
    cut_nodes(making.objects);
  }
  EXPECT(exact >= 4);
}

TEST(OfEachFileWhatIsDescribedIsRead) {
  for (NSDictionary* vector in descriptions()) {
    id root = nil;
    const Making making = make(vector, &root);
    NSString* const file = [vector objectForKey:@"file"];
    const id read = [FSRUnarchiver unarchiveObjectWithFile:path_of(file)];
    if (read == nil || !is_same(read, root)) {
      FSRTestFailed(__FILE__, __LINE__, [file UTF8String]);
    }
    cut_cycles(read);
    cut_nodes(making.objects);
  }
}

// The test of the test: of another description, or of another value, it is found.
TEST(AFileThatIsNotAsDescribedIsFound) {
  NSString* before = nil;
  for (NSDictionary* vector in descriptions()) {
    id root = nil;
    const Making making = make(vector, &root);
    const id other = before == nil ? nil : [FSRUnarchiver unarchiveObjectWithFile:path_of(before)];
    EXPECT(!is_same(other, root));
    cut_cycles(other);
    cut_nodes(making.objects);
    before = [vector objectForKey:@"file"];
  }
  NSNumber* const one = [NSNumber numberWithInt:1];
  EXPECT(!is_same(one, [NSNumber numberWithBool:YES]));
  EXPECT(!is_same([NSNumber numberWithDouble:0.0], [NSNumber numberWithDouble:-0.0]));
  EXPECT(!is_same([NSArray arrayWithObject:one], [NSMutableArray arrayWithObject:one]));
  NSArray* const twice =
      [NSArray arrayWithObjects:[NSArray arrayWithObject:one], [NSArray arrayWithObject:one], nil];
  const id inner = [twice lastObject];
  EXPECT(!is_same(twice, [NSArray arrayWithObjects:inner, inner, nil]));
}
