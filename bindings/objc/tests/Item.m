// SPDX-License-Identifier: MIT
#import "Item.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wmismatched-return-types"
#endif

@implementation Item
+ (Item*)itemOf:(NSUInteger)number {
  Item* const item = [[[Item alloc] init] autorelease];
  item->identifier = [[NSString alloc] initWithFormat:@"item %lu", (unsigned long)number];
  item->createdAt =
      [[NSDate alloc] initWithTimeIntervalSinceReferenceDate:3e8 + (double)number * 0.25];
  item->hash = @"e59ff97941044f85df5297e1c302d260a";
  item->data = [[NSData alloc] initWithBytes:"fifteen bytes.." length:15];
  item->optionalString = number % 2 == 0 ? @"I'm an optional string" : nil;
  item->views = number;
  item->displayInRect = NSMakeRect(number, number, number, number);
  return item;
}
- (void)dealloc {
  [identifier release];
  [hash release];
  [optionalString release];
  [createdAt release];
  [data release];
  [super dealloc];
}
- (NSString*)hash {
  return hash;
}
static BOOL same(id left, id right) { return left == right || [left isEqual:right]; }
- (BOOL)isSameAs:(Item*)other {
  return same(identifier, other->identifier) && same(hash, other->hash) &&
         same(optionalString, other->optionalString) && same(createdAt, other->createdAt) &&
         same(data, other->data) && views == other->views &&
         NSEqualRects(displayInRect, other->displayInRect);
}

// By key where that is known, as most classes do.
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
  [coder encodeInteger:(NSInteger)views forKey:@"views"];
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
  views = (NSUInteger)[coder decodeIntegerForKey:@"views"];
  displayInRect = [coder decodeRectForKey:@"displayInRect"];
  return self;
}

- (NSDictionary*)propertyList {
  NSMutableDictionary* const list = [NSMutableDictionary
      dictionaryWithObjectsAndKeys:identifier, @"identifier", createdAt, @"createdAt", hash,
                                   @"hash", data, @"data",
                                   [NSNumber numberWithUnsignedLongLong:views], @"views",
                                   NSStringFromRect(displayInRect), @"displayInRect", nil];
  if (optionalString != nil) [list setObject:optionalString forKey:@"optionalString"];
  return list;
}
+ (Item*)itemOfPropertyList:(NSDictionary*)list {
  Item* const item = [[[Item alloc] init] autorelease];
  item->identifier = [[list objectForKey:@"identifier"] retain];
  item->createdAt = [[list objectForKey:@"createdAt"] retain];
  item->hash = [[list objectForKey:@"hash"] retain];
  item->data = [[list objectForKey:@"data"] retain];
  item->optionalString = [[list objectForKey:@"optionalString"] retain];
  item->views = (NSUInteger)[[list objectForKey:@"views"] unsignedLongLongValue];
  item->displayInRect = NSRectFromString([list objectForKey:@"displayInRect"]);
  return item;
}
@end
