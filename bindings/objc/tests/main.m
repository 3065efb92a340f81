// SPDX-License-Identifier: MIT
//
// Runs the tests, all of them or those whose name holds the first argument.
#import "FSRTest.h"

static struct {
  const char* name;
  void (*body)(void);
} tests[512];
static size_t test_count;
static int failures;

void FSRTestAdd(const char* name, void (*body)(void)) {
  if (test_count == sizeof tests / sizeof *tests) abort();
  tests[test_count].name = name;
  tests[test_count++].body = body;
}

void FSRTestFailed(const char* file, int line, const char* what) {
  ++failures;
  fprintf(stderr, "%s:%d: %s\n", file, line, what);
}

FSRTestCoding FSRTestEncode, FSRTestDecode;

@implementation FSRTestCoded
- (void)dealloc {
  [value release];
  [super dealloc];
}
- (void)encodeWithCoder:(NSCoder*)coder {
  FSRTestEncode(coder, self);
}
- (id)initWithCoder:(NSCoder*)coder {
  self = [super init];
  FSRTestDecode(coder, self);
  return self;
}
@end

NSData* FSRTestRound(FSRTestCoding encode, FSRTestCoding decode) {
  FSRTestEncode = encode;
  FSRTestDecode = decode;
  FSRTestCoded* const object = [[[FSRTestCoded alloc] init] autorelease];
  NSData* const archive = [FSRArchiver archivedDataWithRootObject:object];
  EXPECT([[FSRUnarchiver unarchiveObjectWithData:archive] isKindOfClass:[FSRTestCoded class]]);
  return archive;
}

id FSRTestAgain(id object) {
  return [FSRUnarchiver unarchiveObjectWithData:[FSRArchiver archivedDataWithRootObject:object]];
}

int main(int count, char** arguments) {
  size_t ran = 0;
  for (size_t at = 0; at < test_count; ++at) {
    if (count > 1 && strstr(tests[at].name, arguments[1]) == NULL) continue;
    ++ran;
    const int before = failures;
    NSAutoreleasePool* const pool = [[NSAutoreleasePool alloc] init];
    @try {
      tests[at].body();
    } @catch (NSException* exception) {
      ++failures;
      fprintf(stderr, "raised %s: %s\n", [[exception name] UTF8String],
              [[exception reason] UTF8String]);
    }
    [pool drain];
    if (failures != before) fprintf(stderr, "FAILED %s\n", tests[at].name);
  }
  printf("%zu tests, %d failures\n", ran, failures);
  return failures != 0 || ran == 0;
}
