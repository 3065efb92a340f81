// SPDX-License-Identifier: MIT
#import "FSRInternal.h"

#include <string.h>

NSString* const FSRErrorDomain = @"FSRErrorDomain";
NSString* const FSRErrorOffsetKey = @"FSRErrorOffset";
NSString* const FSRErrorPathKey = @"FSRErrorPath";

FSR_BORROWED_BEGIN

// ---- families

// By number: the name of the class, and the name that its objects have in archives.
static const struct {
  const char* cls;
  const char* name;
} kFamilies[FSRFamilyCount] = {
    [FSRFamilyObject] = {NULL, NULL},
    [FSRFamilyClass] = {NULL, NULL},
    [FSRFamilyNull] = {"NSNull", NULL},
    [FSRFamilyString] = {"NSString", "NSString"},
    [FSRFamilyNumber] = {"NSNumber", NULL},
    [FSRFamilyData] = {"NSData", NULL},
    [FSRFamilyDate] = {"NSDate", NULL},
    [FSRFamilyUUID] = {"NSUUID", NULL},
    [FSRFamilyURL] = {"NSURL", "NSURL"},
    [FSRFamilyDecimalNumber] = {"NSDecimalNumber", "NSDecimalNumber"},
    [FSRFamilyMutableString] = {"NSMutableString", "MutableString"},
    [FSRFamilyMutableData] = {"NSMutableData", "MutableData"},
    [FSRFamilyArray] = {"NSArray", "List"},
    [FSRFamilyMutableArray] = {"NSMutableArray", "MutableList"},
    [FSRFamilyDictionary] = {"NSDictionary", "Map"},
    [FSRFamilyMutableDictionary] = {"NSMutableDictionary", "MutableMap"},
    [FSRFamilySet] = {"NSSet", "Set"},
    [FSRFamilyMutableSet] = {"NSMutableSet", "MutableSet"},
    [FSRFamilyOrderedSet] = {"NSOrderedSet", "OrderedSet"},
    [FSRFamilyMutableOrderedSet] = {"NSMutableOrderedSet", "MutableOrderedSet"},
    [FSRFamilyCountedSet] = {"NSCountedSet", "CountedSet"},
};

// Looked up once: some run-time libraries search for a class by name wherever a source names it.
static void* classes[FSRFamilyCount];

void FSRFamiliesPrepare(void) {
  if (__atomic_load_n(&classes[FSRFamilyCount - 1], __ATOMIC_ACQUIRE) != NULL) return;
  for (int family = FSRFamilyNull; family < FSRFamilyCount; ++family) {
    const Class cls = objc_getClass(kFamilies[family].cls);
    __atomic_store_n(&classes[family], FSR_ADDRESS([cls class]), __ATOMIC_RELEASE);
  }
}

FSRFamily FSRFamilyOfClass(Class cls) {
  for (int family = FSRFamilyNull; family < FSRFamilyCount; ++family) {
    if (classes[family] == FSR_ADDRESS(cls)) return (FSRFamily)family;
  }
  return FSRFamilyObject;
}

Class FSRClassOfFamily(FSRFamily family) { return FSR_OBJECT_AT(classes[family]); }

const char* FSRNameOfFamily(FSRFamily family) { return kFamilies[family].name; }

FSRFamily FSRFamilyOfName(const char* name, size_t size) {
  for (int family = FSRFamilyNull; family < FSRFamilyCount; ++family) {
    const char* const of_family = kFamilies[family].name;
    if (of_family != NULL && strlen(of_family) == size && memcmp(of_family, name, size) == 0) {
      return (FSRFamily)family;
    }
  }
  return FSRFamilyObject;
}

// ---- keys

const fastser_key* FSRKeyFind(FSRKeyCache* cache, NSString* string) {
  if (string == nil) FSRRaiseUsage(FASTSER_USAGE, @"a key that is nil");
  const char* const text = [string UTF8String];
  if (text == NULL) FSRRaiseUsage(FASTSER_USAGE, @"a key that is no Unicode text");
  const NSUInteger size = [string lengthOfBytesUsingEncoding:NSUTF8StringEncoding];
  const fastser_key* const key = cache->make(cache->coder, text, size);
  if (key == NULL) FSRRaiseUsage(FASTSER_USAGE, @"a key that cannot be used: %@", string);
  // Only a string that cannot change may be known by its address, and only while it is alive.
  NSString* same = [string copy];
  if (same == string) {
    const size_t place = FSRKeyPlace(string);
    FSRGiveBack(cache->entries[place].string);
    cache->entries[place].string = FSRTaken(same);
    cache->entries[place].key = key;
  } else {
    FSR_RELEASE(same);
  }
  return key;
}

void FSRKeyCacheClear(FSRKeyCache* cache) {
  for (size_t at = 0; at < FSR_CACHED_KEYS; ++at) {
    if (cache->entries[at].string == NULL) continue;  // most are: not even a message
    FSRGiveBack(cache->entries[at].string);
    cache->entries[at].string = NULL;
    cache->entries[at].key = NULL;
  }
}

// ---- errors

NSError* FSRErrorMake(NSInteger code, NSString* message) {
  return [NSError errorWithDomain:FSRErrorDomain
                             code:code
                         userInfo:[NSDictionary dictionaryWithObject:message
                                                              forKey:NSLocalizedDescriptionKey]];
}

// What a C text holds, which somebody else may have damaged.
static NSString* text_of(const char* text) {
  NSString* const string = [NSString stringWithUTF8String:text];
  return string == nil ? @"" : string;
}

NSError* FSRErrorOf(const fastser_error* error) {
  NSMutableDictionary* const info = [NSMutableDictionary dictionary];
  NSString* message = text_of(error->message);
  if ([message length] == 0) message = text_of(fastser_status_name(error->status));
  NSString* const path = text_of(error->path);
  if ([path length] != 0) {
    [info setObject:path forKey:FSRErrorPathKey];
    message = [NSString stringWithFormat:@"%@: %@", path, message];
  }
  if (error->offset != FASTSER_NO_OFFSET) {
    NSNumber* const offset = [NSNumber numberWithUnsignedLongLong:error->offset];
    [info setObject:offset forKey:FSRErrorOffsetKey];
    message = [NSString stringWithFormat:@"%@ (at byte %@)", message, offset];
  }
  [info setObject:message forKey:NSLocalizedDescriptionKey];
  return [NSError errorWithDomain:FSRErrorDomain code:error->status userInfo:info];
}

NSError* FSRErrorOfException(NSException* exception) {
  NSError* const carried = [[exception userInfo] objectForKey:NSUnderlyingErrorKey];
  if ([carried isKindOfClass:[NSError class]]) return carried;
  return FSRErrorMake(FSRErrorException,
                      [NSString stringWithFormat:@"%@: %@", [exception name], [exception reason]]);
}

void FSRRaise(NSString* name, NSError* error) {
  NSDictionary* const FSR_POOLED info = [NSDictionary dictionaryWithObject:error
                                                                    forKey:NSUnderlyingErrorKey];
  @throw [NSException exceptionWithName:name reason:[error localizedDescription] userInfo:info];
}

void FSRRaiseUsage(NSInteger code, NSString* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  NSString* const FSR_POOLED message = FSR_AUTORELEASE([[NSString alloc] initWithFormat:format
                                                                              arguments:arguments]);
  va_end(arguments);
  NSError* const FSR_POOLED error = FSRErrorMake(code, message);
  FSRRaise(NSInvalidArgumentException, error);
}

BOOL FSRSupportsSecureCoding(Class cls) {
  return [cls respondsToSelector:@selector(supportsSecureCoding)] && [(id)cls supportsSecureCoding];
}

FSR_BORROWED_END
