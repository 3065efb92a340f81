// SPDX-License-Identifier: MIT
//
// Tests in plain Objective-C: GNUstep has no XCTest.
//
//   TEST(NilBeforeANumberDecodes) {
//     EXPECT(object == nil);
//   }
//
// Each test runs in an autorelease pool of its own. An exception that nobody catches fails it.
#ifndef FSR_TEST_H
#define FSR_TEST_H

#import <FastserObjC/FastserObjC.h>

#include <stdio.h>
#include <string.h>

void FSRTestAdd(const char* name, void (*body)(void));
void FSRTestFailed(const char* file, int line, const char* what);

#define TEST(name)                                                                              \
  static void test_##name(void);                                                                \
  __attribute__((constructor)) static void add_##name(void) { FSRTestAdd(#name, test_##name); } \
  static void test_##name(void)

#define EXPECT(...)                                                      \
  do {                                                                   \
    if (!(__VA_ARGS__)) FSRTestFailed(__FILE__, __LINE__, #__VA_ARGS__); \
  } while (0)

#define EXPECT_EQUAL(object, other)                                                            \
  do {                                                                                         \
    const id left = (object), right = (other);                                                 \
    if (left != right && ![left isEqual:right]) {                                              \
      FSRTestFailed(                                                                           \
          __FILE__, __LINE__,                                                                  \
          [[NSString stringWithFormat:@"%s is %@, not %@", #object, left, right] UTF8String]); \
    }                                                                                          \
  } while (0)

// The exception that it raises must have an error of this code.
#define EXPECT_RAISES(status, ...)                                                      \
  do {                                                                                  \
    NSInteger code = -1;                                                                \
    @try {                                                                              \
      __VA_ARGS__;                                                                      \
    } @catch (NSException * exception) {                                                \
      code = [(NSError*)[[exception userInfo] objectForKey:NSUnderlyingErrorKey] code]; \
    }                                                                                   \
    if (code != (status)) {                                                             \
      fprintf(stderr, "got %ld: ", (long)code);                                         \
      FSRTestFailed(__FILE__, __LINE__, #__VA_ARGS__ " raises " #status);               \
    }                                                                                   \
  } while (0)

// An object whose coding is what the test says.
@interface FSRTestCoded : NSObject <NSCoding> {
 @public
  id value;
}
@end
typedef void (*FSRTestCoding)(NSCoder* coder, FSRTestCoded* object);
extern FSRTestCoding FSRTestEncode, FSRTestDecode;

// Archives an object that encodes itself by `encode`, and reads it by `decode`. The archive.
NSData* FSRTestRound(FSRTestCoding encode, FSRTestCoding decode);
// The same for any object.
id FSRTestAgain(id object);

#endif
