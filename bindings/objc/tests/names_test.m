// SPDX-License-Identifier: MIT
//
// Code of NSKeylessArchiver's days, unchanged but for one include.
#import <FastserObjC/FSRKeylessNames.h>

#import "FSRTest.h"

TEST(OldCodeKeepsItsNames) {
  NSData* const data = [NSKeylessArchiver archivedDataWithRootObject:@"old"];
  EXPECT_EQUAL([NSKeylessUnarchiver unarchiveObjectWithData:data], @"old");
}
