// SPDX-License-Identifier: MIT
//
// The item of the article "CAF vs custom serialization" with its made-up data, for the tests and
// the benchmark. It has a property `hash`, which overrides NSObject's with a string.
#ifndef ITEM_H
#define ITEM_H

#import <Foundation/Foundation.h>

@interface Item : NSObject <NSCoding> {
 @public
  NSString *identifier, *hash, *optionalString;
  NSDate* createdAt;
  NSData* data;
  NSUInteger views;
  NSRect displayInRect;
}
+ (Item*)itemOf:(NSUInteger)number;
- (BOOL)isSameAs:(Item*)other;
/// As a property list, which knows no rectangles; and back.
- (NSDictionary*)propertyList;
+ (Item*)itemOfPropertyList:(NSDictionary*)list;
@end

#endif
