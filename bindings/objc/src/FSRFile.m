// SPDX-License-Identifier: MIT
#import "FSRFile.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

FSR_BORROWED_BEGIN

// A name of nothing is one that the C interface refuses.
static const char* name_of(NSString* path, size_t* size) {
  const char* const name = [path UTF8String];
  *size = name == NULL ? 0 : [path lengthOfBytesUsingEncoding:NSUTF8StringEncoding];
  return name == NULL ? "" : name;
}

BOOL FSRFileSave(NSString* path, NSData* data, NSError** error) {
  fastser_error problem = FASTSER_ERROR_INIT;
  size_t size = 0;
  const char* const name = name_of(path, &size);
  if (fastser_file_save(name, size, [data bytes], [data length], &problem) == FASTSER_OK) {
    return YES;
  }
  if (error != NULL) *error = FSRErrorOf(&problem);
  return NO;
}

// The bytes as the C interface handed them out, not copied.
@interface FSRFileData : NSData {
 @public
  fastser_bytes bytes;
}
@end
@implementation FSRFileData
// NSData's own would want bytes to hold.
- (id)init {
  return self;
}
- (const void*)bytes {
  return bytes.data;
}
- (NSUInteger)length {
  return bytes.size;
}
- (id)copyWithZone:(NSZone*)zone {
  (void)zone;
  return FSR_RETAIN(self);
}
- (void)dealloc {
  fastser_bytes_release(&bytes);
#if !FSR_ARC
  [super dealloc];
#endif
}
@end

NSData* FSRFileLoad(NSString* path, NSError** error) {
  fastser_error problem = FASTSER_ERROR_INIT;
  size_t size = 0;
  const char* const name = name_of(path, &size);
  FSRFileData* const data = FSR_AUTORELEASE([[FSRFileData alloc] init]);
  if (fastser_file_load(name, size, 0, NULL, &data->bytes, &problem) == FASTSER_OK) return data;
  if (size == strlen(name) && size != 0 && access(name, F_OK) != 0 && errno == ENOENT) return nil;
  if (error != NULL) *error = FSRErrorOf(&problem);
  return nil;
}

FSR_BORROWED_END
