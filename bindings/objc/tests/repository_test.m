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

// The file is somebody's data, even if this program looks for another key.
TEST(AReloadThatRaisesInsideLeavesTheFileAsItIs) {
  NSString* const path = repository_path();
  NSError* error = nil;
  FSRRepository* const items = repository_at(path);
  for (NSUInteger at = 0; at < 3; ++at) [items addItem:[Item itemOf:at]];
  EXPECT([items flush:&error]);
  NSData* const bytes = [NSData dataWithContentsOfFile:path];
  FSRRepository* const other = [[[FSRRepository alloc] initWithPath:path
                                                          itemClass:[Item class]
                                                      identifierKey:@"noSuchKey"] autorelease];
  EXPECT(![other reload:&error] && error != nil);
  error = nil;
  EXPECT(![other flush:&error] && [error code] == FASTSER_USAGE);
  EXPECT_EQUAL([NSData dataWithContentsOfFile:path], bytes);
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

// What could not be read may be all that a person has.
TEST(AFileThatCouldNotBeReadIsNotWrittenOver) {
  NSString* const path = repository_path();
  NSData* const strange = [@"something else" dataUsingEncoding:NSUTF8StringEncoding];
  EXPECT([strange writeToFile:path atomically:YES]);
  NSError* error = nil;
  FSRRepository* items = repository_at(path);
  EXPECT(![items reload:&error]);
  [items addItem:[Item itemOf:1]];
  for (int times = 0; times < 2; ++times) {
    error = nil;
    EXPECT(![items flush:&error] && [error code] == FASTSER_USAGE && ![items flush:NULL]);
    EXPECT([items itemCount] == 1);
    EXPECT_EQUAL([NSData dataWithContentsOfFile:path], strange);
  }
  // Given up.
  [items reset];
  [items addItem:[Item itemOf:2]];
  EXPECT([items flush:&error] && [items reload:&error] && [items itemCount] == 1);
  // Or put in order by somebody: a reload succeeds.
  NSData* const sound = [NSData dataWithContentsOfFile:path];
  EXPECT([strange writeToFile:path atomically:YES]);
  EXPECT(![items reload:&error] && ![items flush:&error]);
  EXPECT([sound writeToFile:path atomically:YES]);
  EXPECT([items reload:&error] && [items flush:&error]);
  EXPECT([strange writeToFile:path atomically:YES]);
  EXPECT(![items reload:&error] && ![items flush:&error]);
  unlink([path UTF8String]);
  EXPECT([items reload:&error] && [items itemCount] == 0 && [items flush:&error]);
  // One that was never read is written over: nobody asked what it has.
  EXPECT([strange writeToFile:path atomically:YES]);
  items = repository_at(path);
  [items addItem:[Item itemOf:3]];
  EXPECT([items flush:&error] && [items reload:&error] && [items itemCount] == 1);
  unlink([path UTF8String]);
}

static void refuse(NSCoder* coder, FSRTestCoded* object) {
  (void)coder, (void)object;
  [NSException raise:NSGenericException format:@"not today"];
}

// Each way of failing leaves the file as it is.
TEST(AFlushThatFailsKeepsTheOldFile) {
  NSString* const path = repository_path();
  NSError* error = nil;
  FSRRepository* const items = repository_at(path);
  [items addItem:[Item itemOf:1]];
  EXPECT([items flush:&error]);
  NSData* const before = [NSData dataWithContentsOfFile:path];
  // An item that cannot be encoded.
  Item* const broken = [Item itemOf:2];
  [broken->data release];
  broken->data = (id)[[FSRTestCoded alloc] init];
  FSRTestEncode = refuse;
  [items addItem:broken];
  EXPECT(![items flush:&error] && [error code] == FSRErrorException);
  EXPECT_EQUAL([NSData dataWithContentsOfFile:path], before);
  // No place for the file, or no name.
  for (NSString *other in
       [NSArray arrayWithObjects:@"/no/such/folder/file", [path stringByAppendingString:@"/file"],
                                 @"", NSTemporaryDirectory(), nil]) {
    FSRRepository* const nowhere = repository_at(other);
    error = nil;
    EXPECT(![nowhere flush:&error] && [error code] >= FASTSER_USAGE && error != nil);
    EXPECT(![FSRArchiver archiveRootObject:@"x" toFile:other]);
  }
  EXPECT_EQUAL([NSData dataWithContentsOfFile:path], before);
  NSArray* const beside = [[NSFileManager defaultManager]
      directoryContentsAtPath:[path stringByDeletingLastPathComponent]];
  for (NSString* name in beside) {
    EXPECT(![name hasPrefix:[path lastPathComponent]] ||
           [name isEqualToString:[path lastPathComponent]]);
  }
  unlink([path UTF8String]);
}

TEST(AFileThatCannotBeReadIsAnErrorAndNotAnEmptyRepository) {
  NSString* const path = repository_path();
  NSError* error = nil;
  // What is no folder, or no file.
  EXPECT([FSRArchiver archiveRootObject:@"x" toFile:path]);
  FSRRepository* items = repository_at([path stringByAppendingString:@"/file"]);
  [items addItem:[Item itemOf:1]];
  EXPECT(![items reload:&error] && [error code] == FASTSER_IO && [items itemCount] == 1);
  items = repository_at(NSTemporaryDirectory());
  error = nil;
  EXPECT(![items reload:&error] && [error code] == FASTSER_IO);
  EXPECT_RAISES(FASTSER_IO, [FSRUnarchiver unarchiveObjectWithFile:NSTemporaryDirectory()]);
  unlink([path UTF8String]);
  EXPECT([FSRUnarchiver unarchiveObjectWithFile:path] == nil);
  // Half of a file, down to nothing.
  items = repository_at(path);
  [items addItem:[Item itemOf:1]];
  EXPECT([items flush:&error]);
  NSData* const whole = [NSData dataWithContentsOfFile:path];
  for (NSUInteger size = 0; size < [whole length]; size += 53) {
    NSData* const part = [whole subdataWithRange:NSMakeRange(0, size)];
    EXPECT([part writeToFile:path atomically:YES]);
    error = nil;
    EXPECT(![items reload:&error] && error != nil && [items itemCount] == 1);
    EXPECT_EQUAL([NSData dataWithContentsOfFile:path], part);
  }
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
