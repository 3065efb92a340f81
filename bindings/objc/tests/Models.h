// SPDX-License-Identifier: MIT
//
// Classes that tests archive.
#ifndef MODELS_H
#define MODELS_H

#import "FSRTest.h"
#import "Item.h"

// A link of a chain. Its dealloc does not recurse.
@interface Link : NSObject <NSCoding> {
 @public
  Link* next;
  id payload;
  int number;
}
+ (Link*)chainOf:(int)count;
+ (int)lengthOf:(Link*)link;
@end
// How links are coded: by key, without, or by key and read in another order than written.
typedef enum LinkStyle { LinkKeyed, LinkInOrder, LinkOtherOrder } LinkStyle;
extern LinkStyle LinkCodes;

// Supports secure coding; its child has to be of the class that `childClass` says.
@interface Secure : NSObject <NSCoding> {
 @public
  NSString* name;
  id child;
}
+ (Secure*)named:(NSString*)name;
@end
extern Class SecureChildClass;

// Says how often it was allocated.
@interface Evil : NSObject <NSCoding>
@end
extern int EvilAllocated;

#endif
