// SPDX-License-Identifier: MIT
//
// Writes archives by GNUstep's own archivers, for tests of the importers:
//
//   producer FOLDER     values.keyed values.gnustep graph.keyed graph.gnustep
//
// No blocks, no literals, no ARC: what gcc compiles against GNUstep.
#import <Foundation/Foundation.h>

// Values of all kinds, its super-class, and a neighbour, which leads back.
@interface Shape : NSObject <NSCoding> {
 @public
  NSString* name;
}
@end

@interface Circle : Shape {
 @public
  int sides;
  double radius;
  Circle* neighbour;
}
@end

@implementation Shape
+ (void)initialize {
  if (self == [Shape class]) [self setVersion:3];
}
- (void)encodeWithCoder:(NSCoder*)coder {
  if ([coder allowsKeyedCoding]) {
    [coder encodeObject:name forKey:@"name"];
  } else {
    [coder encodeObject:name];
  }
}
- (id)initWithCoder:(NSCoder*)coder {
  return self;
}
@end

@implementation Circle
- (void)encodeWithCoder:(NSCoder*)coder {
  static const short kPair[2] = {7, -8};
  float half = 0.5f;
  long long big = 1LL << 40;
  const char* word = "word";
  SEL selector = @selector(length);
  Class string = [NSString class];
  [super encodeWithCoder:coder];
  if ([coder allowsKeyedCoding]) {
    [coder encodeInt:sides forKey:@"sides"];
    [coder encodeDouble:radius forKey:@"radius"];
    [coder encodeFloat:half forKey:@"half"];
    [coder encodeInt64:big forKey:@"big"];
    [coder encodeBool:YES forKey:@"round"];
    [coder encodeObject:neighbour forKey:@"neighbour"];
    [coder encodeConditionalObject:self forKey:@"me"];
    [coder encodeConditionalObject:@"nobody's" forKey:@"unwritten"];
    [coder encodeBytes:(const uint8_t*)"abc" length:3 forKey:@"bytes"];
    [coder encodePoint:NSMakePoint(1, 2) forKey:@"point"];
    [coder encodeObject:name forKey:@"$own"];
    return;
  }
  [coder encodeValueOfObjCType:@encode(int) at:&sides];
  [coder encodeValueOfObjCType:@encode(double) at:&radius];
  [coder encodeValueOfObjCType:@encode(float) at:&half];
  [coder encodeValueOfObjCType:@encode(long long) at:&big];
  [coder encodeObject:neighbour];
  [coder encodeConditionalObject:self];
  [coder encodeConditionalObject:[NSNull null]];
  [coder encodeArrayOfObjCType:@encode(short) count:2 at:kPair];
  [coder encodePoint:NSMakePoint(1, 2)];
  [coder encodeValueOfObjCType:@encode(char*) at:&word];
  [coder encodeValueOfObjCType:@encode(char*) at:&word];
  [coder encodeValueOfObjCType:@encode(SEL) at:&selector];
  [coder encodeValueOfObjCType:@encode(Class) at:&string];
}
@end

static id values(void) {
  const unichar smile[] = {0xD83D, 0xDE00};
  NSCountedSet* counted = [NSCountedSet set];
  NSURL* base = [NSURL URLWithString:@"http://a.b/c"];
  [counted addObject:@"twice"];
  [counted addObject:@"twice"];
  return [NSArray
      arrayWithObjects:@"text", [NSString stringWithCharacters:smile length:2],
                       [NSMutableString stringWithString:@"mutable"], @"", @"text",
                       [NSNumber numberWithInt:-42], [NSNumber numberWithDouble:1.5],
                       [NSNumber numberWithFloat:0.25f], [NSNumber numberWithLongLong:1LL << 40],
                       [NSNumber numberWithUnsignedShort:65535],
                       [NSDecimalNumber decimalNumberWithString:@"-12.5"],
                       [NSData dataWithBytes:"abcd" length:4],
                       [NSMutableData dataWithBytes:"ef" length:2], [NSData data],
                       [NSDate dateWithTimeIntervalSinceReferenceDate:12345.5],
                       [[[NSUUID alloc] initWithUUIDString:@"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"]
                           autorelease],
                       base, [NSURL URLWithString:@"d" relativeToURL:base], [NSNull null],
                       [NSArray arrayWithObject:@"text"], [NSMutableArray array],
                       [NSDictionary dictionaryWithObject:@"one" forKey:@"key"],
                       [NSMutableDictionary dictionaryWithObject:@"two"
                                                          forKey:[NSNumber numberWithInt:2]],
                       [NSSet setWithObject:@"lone"], [NSMutableSet set],
                       [NSOrderedSet orderedSetWithObjects:@"b", @"a", nil], counted, nil];
}

static id graph(void) {
  Circle* one = [[Circle new] autorelease];
  Circle* two = [[Circle new] autorelease];
  one->name = @"one";
  one->sides = 5;
  one->radius = 2.5;
  one->neighbour = two;
  two->name = nil;
  two->sides = 6;
  two->neighbour = one;
  return [NSArray arrayWithObjects:one, two, one, nil];
}

static void write_both(NSString* folder, NSString* name, id root) {
  NSString* path = [folder stringByAppendingPathComponent:name];
  [[NSKeyedArchiver archivedDataWithRootObject:root]
      writeToFile:[path stringByAppendingString:@".keyed"]
       atomically:NO];
  [[NSArchiver archivedDataWithRootObject:root]
      writeToFile:[path stringByAppendingString:@".gnustep"]
       atomically:NO];
}

int main(int argc, char** argv) {
  NSAutoreleasePool* pool = [NSAutoreleasePool new];
  if (argc != 2) return 2;
  write_both([NSString stringWithUTF8String:argv[1]], @"values", values());
  write_both([NSString stringWithUTF8String:argv[1]], @"graph", graph());
  [pool drain];
  return 0;
}
