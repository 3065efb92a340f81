// SPDX-License-Identifier: MIT
//
// FSRRepository: objects of one class in memory, found by one of their properties, in one file that
// is loaded as a whole and written as a whole: at launch, and when an app goes to the background.
//
//   FSRRepository *items = [[FSRRepository alloc] initWithPath:path
//                                                    itemClass:[Item class]
//                                                identifierKey:@"identifier"];
//   if (![items reload:&error]) ...
//   [items addItem:item];
//   if (![items flush:&error]) ...
//
// The class says nothing but encodeWithCoder: and initWithCoder:. If it supports secure coding, it
// is decoded so. Items stay alive as long as they are in the repository.
//
// Thread rule: one thread at a time.
#ifndef FSR_REPOSITORY_H
#define FSR_REPOSITORY_H

#import <FastserObjC/FSRErrors.h>

FSR_NONNULL_BEGIN

@interface FSRRepository : NSObject {
 @private
  NSString* _path;
  Class _itemClass;
  NSString* _identifierKey;
  NSMutableDictionary* _items;
  BOOL _keepsFile;
}

/// An empty repository; the file is not looked at. An item's identifier is its value for
/// `identifierKey` (a property, or a key of key-value coding): an object that can be a dictionary's
/// key, and does not change while the item is here.
- (id)initWithPath:(NSString*)path
         itemClass:(Class)itemClass
     identifierKey:(NSString*)identifierKey;

- (NSUInteger)itemCount;
/// All items, in no particular order.
- (NSArray*)items;
- (id FSR_NULLABLE)itemWithIdentifier:(id)identifier FSR_SWIFT_NAME(item(withIdentifier:));
/// The item takes the place of one with the same identifier. Raises NSInvalidArgumentException if
/// it is of another class, or has no identifier.
- (void)addItem:(id)item FSR_SWIFT_NAME(add(_:));
/// NO: there was none of this identifier.
- (BOOL)removeItem:(id)item FSR_SWIFT_NAME(remove(_:));
- (BOOL)removeItemWithIdentifier:(id)identifier FSR_SWIFT_NAME(removeItem(withIdentifier:));
/// Removes all items, and gives up what a file has that could not be read. The file stays as it is
/// until a flush.
- (void)reset;

/// Reads the file; what was here is replaced. A file that is missing is an empty repository. One
/// that cannot be read, is damaged or larger than 1 GiB, or has other things in it: NO and an
/// error; the file and what was here stay, and flush: refuses to write over that file until a
/// reload succeeds or -reset says that its contents are given up.
- (BOOL)reload:(FSR_ERROR_OUT)error FSR_SWIFT_NAME(reload());
/// Writes the file, down to the disk; items stay in memory. The file is the old one or the new one,
/// never half of it, also when the power fails. NO: it is the old one; FASTSER_USAGE where the last
/// reload failed.
- (BOOL)flush:(FSR_ERROR_OUT)error FSR_SWIFT_NAME(flush());

@end

FSR_NONNULL_END

#endif
