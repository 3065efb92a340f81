// SPDX-License-Identifier: MIT
#import "Models.h"

LinkStyle LinkCodes;

@implementation Link
+ (Link*)chainOf:(int)count {
  Link* first = nil;
  for (int number = count - 1; number >= 0; --number) {
    Link* const link = [[Link alloc] init];
    link->number = number;
    link->next = first;
    first = link;
  }
  return [first autorelease];
}
+ (int)lengthOf:(Link*)link {
  int length = 0;
  for (; link != nil && link->number == length; link = link->next) ++length;
  return link == nil ? length : -1;
}
- (void)dealloc {
  // One after the other: a chain may be longer than the stack is deep.
  Link* following = next;
  next = nil;
  while (following != nil && [following retainCount] == 1) {
    Link* const behind = following->next;
    following->next = nil;
    [following release];
    following = behind;
  }
  [following release];
  [payload release];
  [super dealloc];
}
- (void)encodeWithCoder:(NSCoder*)coder {
  if (LinkCodes == LinkInOrder) {
    [coder encodeValueOfObjCType:@encode(int) at:&number];
    [coder encodeObject:next];
    [coder encodeObject:payload];
    return;
  }
  [coder encodeInt:number forKey:@"number"];
  [coder encodeObject:next forKey:@"next"];
  [coder encodeObject:payload forKey:@"payload"];
}
- (id)initWithCoder:(NSCoder*)coder {
  self = [super init];
  if (LinkCodes == LinkInOrder) {
    [coder decodeValueOfObjCType:@encode(int) at:&number];
    next = [[coder decodeObject] retain];
    payload = [[coder decodeObject] retain];
    return self;
  }
  if (LinkCodes == LinkOtherOrder) payload = [[coder decodeObjectForKey:@"payload"] retain];
  number = [coder decodeIntForKey:@"number"];
  const id found = [coder decodeObjectForKey:@"next"];
  if ([found isKindOfClass:[Link class]]) next = [found retain];  // damaged archives have others
  if (LinkCodes == LinkKeyed) payload = [[coder decodeObjectForKey:@"payload"] retain];
  return self;
}
@end

Class SecureChildClass;

@implementation Secure
+ (Secure*)named:(NSString*)name {
  Secure* const made = [[[Secure alloc] init] autorelease];
  made->name = [name copy];
  return made;
}
+ (BOOL)supportsSecureCoding {
  return YES;
}
- (void)dealloc {
  [name release];
  [child release];
  [super dealloc];
}
- (void)encodeWithCoder:(NSCoder*)coder {
  [coder encodeObject:name forKey:@"name"];
  [coder encodeObject:child forKey:@"child"];
}
- (id)initWithCoder:(NSCoder*)coder {
  self = [super init];
  name = [[coder decodeObjectOfClass:[NSString class] forKey:@"name"] retain];
  child = [[coder decodeObjectOfClass:SecureChildClass forKey:@"child"] retain];
  return self;
}
@end

int EvilAllocated;

@implementation Evil
+ (id)alloc {
  ++EvilAllocated;
  return [super alloc];
}
- (void)encodeWithCoder:(NSCoder*)coder {
  [coder encodeInt:1 forKey:@"evil"];
}
- (id)initWithCoder:(NSCoder*)coder {
  (void)coder;
  return [super init];
}
@end
