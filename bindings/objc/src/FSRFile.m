// SPDX-License-Identifier: MIT
#import "FSRFile.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

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

// Memory that an NSData frees.
static void* allocate(void* context, size_t size) {
  (void)context;
  return malloc(size);
}

NSData* FSRFileLoad(NSString* path, NSError** error) {
  const fastser_allocator memory = {sizeof memory, NULL, allocate, NULL};
  fastser_error problem = FASTSER_ERROR_INIT;
  fastser_bytes bytes = {NULL, 0, NULL, NULL};
  size_t size = 0;
  const char* const name = name_of(path, &size);
  if (size == strlen(name) && size != 0 && access(name, F_OK) != 0 && errno == ENOENT) return nil;
  if (fastser_file_load(name, size, 0, &memory, &bytes, &problem) != FASTSER_OK) {
    if (error != NULL) *error = FSRErrorOf(&problem);
    return nil;
  }
  void* const data = (void*)bytes.data;
  const size_t count = bytes.size;
  fastser_bytes_release(&bytes);  // of what kept them; the memory stays
  if (count == 0) return [NSData data];
  return [NSData dataWithBytesNoCopy:data length:count freeWhenDone:YES];
}
