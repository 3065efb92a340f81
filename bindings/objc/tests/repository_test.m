// SPDX-License-Identifier: MIT
//
// FSRRepository: the article's operations, and what becomes of files that are missing or damaged.
#import <FastserObjC/FSRRepository.h>

#include <unistd.h>

#import "Models.h"
#include "fastser/fastser.h"

static FSRRepository* repository_at(NSString* path) {
  return [[[FSRRepository alloc] initWithPath:path
                                    itemClass:[Item class]
                                identifierKey:@"identifier"] autorelease];
}

static NSString* repository_path(void) {
  return [NSTemporaryDirectory()
      stringByAppendingPathComponent:[NSString stringWithFormat:@"fsr_items_%d", (int)getpid()]];
}

TEST(ItemsAreFoundByTheirIdentifier) {
  FSRRepository* const items = repository_at(@"/nowhere");
  for (NSUInteger at = 0; at < 10; ++at) [items addItem:[Item itemOf:at]];
  [items addItem:[Item itemOf:3]];  // takes the place of the other
  EXPECT([items itemCount] == 10 && [[items items] count] == 10);
  EXPECT([[items itemWithIdentifier:@"item 3"] isSameAs:[Item itemOf:3]]);
  EXPECT([items itemWithIdentifier:@"item 11"] == nil);
  EXPECT([items removeItem:[Item itemOf:3]] && ![items removeItem:[Item itemOf:3]]);
  EXPECT([items removeItemWithIdentifier:@"item 4"] && [items itemCount] == 8);
  EXPECT(![items removeItemWithIdentifier:@"item 4"]);
  EXPECT_RAISES(FASTSER_USAGE, [items addItem:@"no item"]);
  EXPECT_RAISES(FASTSER_USAGE, [items addItem:[[[Item alloc] init] autorelease]]);
  [items reset];
  EXPECT([items itemCount] == 0);
}

TEST(AFlushedRepositoryIsReloadedWithEveryField) {
  NSString* const path = repository_path();
  NSError* error = nil;
  FSRRepository* const items = repository_at(path);
  [items addItem:[Item itemOf:1000]];
  EXPECT([items reload:&error] && [items itemCount] == 0);  // there is no file
  for (NSUInteger at = 0; at < 100; ++at) [items addItem:[Item itemOf:at]];
  EXPECT([items flush:&error] && [items itemCount] == 100);
  FSRRepository* const again = repository_at(path);
  EXPECT([again reload:&error] && error == nil && [again itemCount] == 100);
  for (NSUInteger at = 0; at < 100; ++at) {
    Item* const item = [Item itemOf:at];
    EXPECT([[again itemWithIdentifier:item->identifier] isSameAs:item]);
  }
  unlink([path UTF8String]);
}

TEST(ADamagedFileIsAnErrorAndStays) {
  NSString* const path = repository_path();
  NSError* error = nil;
  FSRRepository* const items = repository_at(path);
  for (NSUInteger at = 0; at < 20; ++at) [items addItem:[Item itemOf:at]];
  EXPECT([items flush:&error]);
  NSMutableData* const bytes = [NSMutableData dataWithContentsOfFile:path];
  ((char*)[bytes mutableBytes])[[bytes length] / 2] ^= 4;
  EXPECT([bytes writeToFile:path atomically:YES]);
  EXPECT(![items reload:&error] && [error code] == FASTSER_CHECKSUM);
  EXPECT([items itemCount] == 20);
  EXPECT_EQUAL([NSData dataWithContentsOfFile:path], bytes);
  EXPECT([FSRArchiver archiveRootObject:@"something else" toFile:path]);
  EXPECT(![items reload:&error] && [error code] == FASTSER_TYPE_MISMATCH);
  EXPECT([FSRArchiver archiveRootObject:[NSArray arrayWithObject:@"x"] toFile:path]);
  EXPECT(![items reload:&error] && [items itemCount] == 20);
  unlink([path UTF8String]);
}

TEST(ClassesThatSupportSecureCodingAreDecodedSo) {
  NSString* const path = repository_path();
  NSError* error = nil;
  FSRRepository* const items = [[[FSRRepository alloc] initWithPath:path
                                                          itemClass:[Secure class]
                                                      identifierKey:@"name"] autorelease];
  SecureChildClass = [Secure class];
  [items addItem:[Secure named:@"one"]];
  EXPECT([items flush:&error] && [items reload:&error] && [items itemCount] == 1);
  NSArray* const evil = [NSArray arrayWithObject:[[[Evil alloc] init] autorelease]];
  EXPECT([FSRArchiver archiveRootObject:evil toFile:path]);
  EvilAllocated = 0;
  EXPECT(![items reload:&error] && [error code] == FSRErrorClassNotAllowed && EvilAllocated == 0);
  unlink([path UTF8String]);
}
