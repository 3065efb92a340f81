// SPDX-License-Identifier: MIT
//
// A list of things to do, kept in one file by FSRRepository: what an app does at launch, when
// something is changed, and when it goes to the background. An example, built and run by the tests
// (todo_test.sh). It retains and releases by hand, so that gcc compiles it as well.
#import <FastserObjC/FastserObjC.h>

#include <stdio.h>
#include <string.h>

static const char kUsage[] =
    "usage: todo FILE                    what there is to do\n"
    "       todo FILE add TITLE [NOTE]   one thing more; FILE is made if it is not there\n"
    "       todo FILE done NUMBER        it is done\n"
    "       todo FILE remove NUMBER      it is gone\n";

// ---- the model: a class of NSCoding's, which knows nothing of libfastser

@interface Task : NSObject <NSSecureCoding> {
 @private
  NSNumber* _number;
  NSString* _title;
  NSString* _note;
  NSDate* _made;
  BOOL _done;
}
- (id)initWithNumber:(NSNumber*)number title:(NSString*)title note:(NSString*)note;
- (NSNumber*)number;
- (void)setDone:(BOOL)done;
- (void)print;
@end

@implementation Task
- (id)initWithNumber:(NSNumber*)number title:(NSString*)title note:(NSString*)note {
  self = [super init];
  if (self == nil) return nil;
  _number = [number retain];
  _title = [title copy];
  _note = [note copy];
  _made = [[NSDate alloc] init];
  return self;
}

- (void)dealloc {
  [_number release];
  [_title release];
  [_note release];
  [_made release];
  [super dealloc];
}

+ (BOOL)supportsSecureCoding {
  return YES;
}

- (void)encodeWithCoder:(NSCoder*)coder {
  [coder encodeObject:_number forKey:@"number"];
  [coder encodeObject:_title forKey:@"title"];
  [coder encodeObject:_note forKey:@"note"];
  [coder encodeObject:_made forKey:@"made"];
  [coder encodeBool:_done forKey:@"done"];
}

- (id)initWithCoder:(NSCoder*)coder {
  self = [super init];
  if (self == nil) return nil;
  _number = [[coder decodeObjectOfClass:[NSNumber class] forKey:@"number"] retain];
  _title = [[coder decodeObjectOfClass:[NSString class] forKey:@"title"] copy];
  _note = [[coder decodeObjectOfClass:[NSString class] forKey:@"note"] copy];
  _made = [[coder decodeObjectOfClass:[NSDate class] forKey:@"made"] retain];
  _done = [coder decodeBoolForKey:@"done"];
  return self;
}

- (NSNumber*)number {
  return _number;
}

- (void)setDone:(BOOL)done {
  _done = done;
}

- (void)print {
  printf("%3d [%c] %s", [_number intValue], _done ? 'x' : ' ', [_title UTF8String]);
  if ([_note length] != 0) printf(": %s", [_note UTF8String]);
  putchar('\n');
}
@end

// ---- the program

static int fail(NSString* what) {
  fprintf(stderr, "todo: %s\n", [what UTF8String]);
  return 1;
}

static NSNumber* largest_number(FSRRepository* tasks) {
  int largest = 0;
  for (Task* task in [tasks items]) {
    if ([[task number] intValue] > largest) largest = [[task number] intValue];
  }
  return [NSNumber numberWithInt:largest];
}

static NSInteger by_number(id left, id right, void* context) {
  (void)context;
  return [[left number] compare:[right number]];
}

static int list(FSRRepository* tasks) {
  for (Task* task in [[tasks items] sortedArrayUsingFunction:by_number context:NULL]) [task print];
  if ([tasks itemCount] == 0) puts("nothing to do");
  return 0;
}

static int add(FSRRepository* tasks, NSString* title, NSString* note) {
  NSNumber* const number = [NSNumber numberWithInt:[largest_number(tasks) intValue] + 1];
  Task* const task = [[Task alloc] initWithNumber:number title:title note:note];
  [tasks addItem:task];
  [task print];
  [task release];
  return 0;
}

// done, remove
static int change(FSRRepository* tasks, NSString* number, BOOL remove) {
  NSNumber* const key = [NSNumber numberWithInt:[number intValue]];
  Task* const task = [tasks itemWithIdentifier:key];
  if (task == nil) return fail([NSString stringWithFormat:@"there is no number %@", number]);
  if (remove) {
    [tasks removeItem:task];
  } else {
    [task setDone:YES];
    [task print];
  }
  return 0;
}

static int run(int count, NSString** words) {
  NSError* error = nil;
  NSString* const verb = count > 1 ? words[1] : @"list";
  FSRRepository* const tasks = [[[FSRRepository alloc] initWithPath:words[0]
                                                          itemClass:[Task class]
                                                      identifierKey:@"number"] autorelease];
  if (![tasks reload:&error]) {
    return fail([NSString stringWithFormat:@"%@: %@", words[0], [error localizedDescription]]);
  }
  int status = 2;
  if (count == 1) return list(tasks);
  if (count == 3 && [verb isEqualToString:@"add"]) status = add(tasks, words[2], nil);
  if (count == 4 && [verb isEqualToString:@"add"]) status = add(tasks, words[2], words[3]);
  if (count == 3 && [verb isEqualToString:@"done"]) status = change(tasks, words[2], NO);
  if (count == 3 && [verb isEqualToString:@"remove"]) status = change(tasks, words[2], YES);
  if (status == 2) fputs(kUsage, stderr);
  if (status != 0) return status;
  if ([tasks flush:&error]) return 0;
  return fail([NSString stringWithFormat:@"%@: %@", words[0], [error localizedDescription]]);
}

int main(int count, char** arguments) {
  NSAutoreleasePool* const pool = [[NSAutoreleasePool alloc] init];
  NSString* words[4];
  int status = 2;
  if (count == 2 && strcmp(arguments[1], "--help") == 0) {
    fputs(kUsage, stdout);
    status = 0;
  } else if (count < 2 || count > 5) {
    fputs(kUsage, stderr);
  } else {
    for (int at = 1; at < count; ++at)
      words[at - 1] = [NSString stringWithUTF8String:arguments[at]];
    status = run(count - 1, words);
  }
  [pool drain];
  return status;
}
