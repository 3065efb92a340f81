// SPDX-License-Identifier: MIT
//
// The methods of FSRArchiver. Scalars go straight to the writer: a type that is one letter is not
// even looked up.
#import "FSRArchiverState.h"
#import "FSRFile.h"

#include <stdarg.h>
#include <string.h>

#define WRITER FSRWriter(_state)
#define KEY(string) (WRITER, FSRKeyOf(&_state->keys, string))  // keys are the writer's

FSR_BORROWED_BEGIN

static const fastser_key* make_key(void* writer, const char* text, size_t size) {
  return fastser_writer_key(writer, text, size);
}

// ---- names that hold for all archivers

static NSMutableDictionary* FSR_OWNED* all_names(void) {
  static NSMutableDictionary* names;
  return &names;
}

static void set_name(NSMutableDictionary* FSR_OWNED* names, NSString* coded, NSString* name) {
  if (coded == nil) {
    [*names removeObjectForKey:name];
  } else {
    if (*names == nil) *names = [[NSMutableDictionary alloc] init];
    [*names setObject:coded forKey:name];
  }
}

// ---- life

static void release_kept(FSRArchiverState* state) {
  FSRGiveBackAll(state->kept.items, state->kept.count);
  state->kept.count = 0;
}

static FSRArchiverState* make_state(FSRArchiver* archiver) {
  FSRFamiliesPrepare();
  FSRArchiverState* const state = calloc(1, sizeof *state);
  if (state == NULL) [NSException raise:NSMallocException format:@"no memory"];
  state->archiver = archiver;
  @synchronized([FSRArchiver class]) {
    state->common_names = [*all_names() copy];
  }
  return state;
}

static void free_state(FSRArchiverState* state) {
  if (state == NULL) return;
  fastser_writer_destroy(state->writer);
  release_kept(state);
  free(state->kept.items);
  for (size_t at = 0; at < state->classes.capacity; ++at) free(state->classes.pairs[at].value);
  for (size_t at = 0; at < state->habits.capacity; ++at) free(state->habits.pairs[at].value);
  FSRPointerMapClear(&state->classes);
  FSRPointerMapClear(&state->habits);
  FSRPointerMapClear(&state->numbers);
  FSRPointerMapClear(&state->replacements);
  FSRKeyCacheClear(&state->keys);
  FSRTypeCacheClear(&state->types);
  FSR_RELEASE(state->names);
  FSR_RELEASE(state->common_names);
  FSR_RELEASE(state->target);
  FSR_RELEASE(state->archive);
  FSR_RELEASE(state->failure);
  free(state);
}

void FSRBeginWriting(FSRArchiverState* state) {
  if (state->archive != nil)
    FSRRaiseUsage(FASTSER_USAGE, @"the archive is finished: it takes no more values");
  fastser_writer_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.user_version = state->user_version;
  options.checksum = state->checksum;
  options.repeated_keys = FASTSER_REPEATED_KEYS_LAST;  // a class may use a key of its super-class
  fastser_error error = FASTSER_ERROR_INIT;
  if (fastser_writer_create(&options, &state->writer, &error) != FASTSER_OK) {
    FSRRaise(NSMallocException, FSRErrorOf(&error));
  }
  state->keys.make = make_key;
  state->keys.coder = state->writer;
  state->begun = YES;
}

// The archive, or nil and the error.
static NSData* finish(FSRArchiverState* state, NSError** error) {
  if (state->archive != nil) return state->archive;
  if (state->depth != 0)
    FSRRaiseUsage(FASTSER_USAGE, @"encodeWithCoder: must not finish the archive");
  if (state->failure != nil) {
    *error = FSR_AUTORELEASE(FSR_RETAIN(state->failure));
    return nil;
  }
  const FSR_UNOWNED id<FSRArchiverDelegate> delegate = state->delegate;
  if ([delegate respondsToSelector:@selector(archiverWillFinish:)]) {
    [delegate archiverWillFinish:state->archiver];
  }
  FSREncodePending(state);
  fastser_view view = {NULL, 0};
  fastser_error problem = FASTSER_ERROR_INIT;
  if (fastser_writer_finish_view(state->writer, &view, &problem) != FASTSER_OK) {
    *error = FSRErrorOf(&problem);
    state->failure = FSR_RETAIN(*error);  // the writer forgets it, and would make an empty archive
    return nil;
  }
  state->archive = [[NSData alloc] initWithBytes:view.data length:view.size];
  [state->target appendData:state->archive];
  state->begun = NO;  // the next value is refused
  release_kept(state);
  if ([delegate respondsToSelector:@selector(archiverDidFinish:)]) {
    [delegate archiverDidFinish:state->archiver];
  }
  return state->archive;
}

static NSData* finish_or_raise(FSRArchiverState* state) {
  NSError* FSR_POOLED error = nil;
  NSData* const archive = finish(state, &error);
  if (archive == nil) FSRRaise(NSInvalidArgumentException, error);
  return archive;
}

@implementation FSRArchiver

- (id)init {
  self = [super init];
  if (self != nil) _state = make_state(self);
  return self;
}

- (id)initRequiringSecureCoding:(BOOL)requiresSecureCoding {
  self = [self init];
  if (self != nil) _state->requires_secure = requiresSecureCoding;
  return self;
}

- (id)initForWritingWithMutableData:(NSMutableData*)data {
  self = [self init];
  if (self != nil) _state->target = FSR_RETAIN(data);
  return self;
}

// Those who gave memory to write to may have had no reason to finish: NSArchiver has none.
static void finish_at_last(FSRArchiverState* state) {
  if (state->target == nil || !state->begun || state->archive != nil || state->depth != 0) return;
  NSError* ignored = nil;
  @try {
    finish(state, &ignored);
  } @catch (NSException* exception) {
    (void)exception;
  }
}

- (void)dealloc {
  if (_state != NULL) finish_at_last(_state);
  free_state(_state);
#if !FSR_ARC
  [super dealloc];
#endif
}

// ---- in one call

+ (NSData*)archivedDataWithRootObject:(id)rootObject {
  FSRArchiver* const FSR_POOLED archiver = FSR_AUTORELEASE([[self alloc] init]);
  [archiver encodeRootObject:rootObject];
  return [archiver encodedData];
}

// The archive, with what is raised as an error.
static NSData* archive_of(Class cls, id root, BOOL secure, BOOL checksum, NSError** error) {
  NSData* archive = nil;
  NSError* problem = nil;
  FSRArchiver* archiver = [[cls alloc] initRequiringSecureCoding:secure];
  @try {
    [archiver setWritesChecksum:checksum];
    [archiver encodeRootObject:root];
    archive = FSR_RETAIN([archiver encodedDataWithError:&problem]);
  } @catch (NSException* exception) {
    problem = FSRErrorOfException(exception);
  }
  FSR_RELEASE(archiver);
  if (archive == nil && error != NULL) *error = problem;
  return FSR_AUTORELEASE(archive);
}

+ (NSData*)archivedDataWithRootObject:(id)rootObject
                requiringSecureCoding:(BOOL)requiresSecureCoding
                                error:(NSError**)error {
  return archive_of(self, rootObject, requiresSecureCoding, NO, error);
}

+ (BOOL)archiveRootObject:(id)rootObject toFile:(NSString*)path {
  FSRArchiver* const FSR_POOLED archiver = FSR_AUTORELEASE([[self alloc] init]);
  [archiver setWritesChecksum:YES];
  [archiver encodeRootObject:rootObject];
  return FSRFileSave(path, [archiver encodedData], NULL);
}

+ (BOOL)archiveRootObject:(id)rootObject toFile:(NSString*)path error:(NSError**)error {
  NSData* const archive = archive_of(self, rootObject, NO, YES, error);
  return archive != nil && FSRFileSave(path, archive, error);
}

// ---- the end

- (void)finishEncoding {
  finish_or_raise(_state);
}
- (NSData*)encodedData {
  return FSR_AUTORELEASE(FSR_RETAIN(finish_or_raise(_state)));
}
- (NSData*)encodedDataWithError:(NSError**)error {
  NSError* problem = nil;
  NSData* archive = nil;
  @try {
    archive = finish(_state, &problem);
  } @catch (NSException* exception) {
    problem = FSRErrorOfException(exception);
  }
  if (archive == nil && error != NULL) *error = problem;
  return FSR_AUTORELEASE(FSR_RETAIN(archive));
}
- (NSMutableData*)archiverData {
  NSData* const archive = finish_or_raise(_state);
  if (_state->target == nil) _state->target = [archive mutableCopy];
  return _state->target;
}

// ---- choices

static void refuse_when_begun(const FSRArchiverState* state) {
  if (state->writer != NULL)
    FSRRaiseUsage(FASTSER_USAGE, @"this setting must be made before the first value is encoded");
}

- (BOOL)requiresSecureCoding {
  return _state->requires_secure;
}
- (void)setRequiresSecureCoding:(BOOL)flag {
  refuse_when_begun(_state);
  _state->requires_secure = flag;
}
- (uint32_t)userVersion {
  return _state->user_version;
}
- (void)setUserVersion:(uint32_t)version {
  refuse_when_begun(_state);
  _state->user_version = version;
}
- (BOOL)writesChecksum {
  return _state->checksum;
}
- (void)setWritesChecksum:(BOOL)flag {
  refuse_when_begun(_state);
  _state->checksum = flag;
}
- (id<FSRArchiverDelegate>)delegate {
  return _state->delegate;
}
- (void)setDelegate:(id<FSRArchiverDelegate>)delegate {
  _state->delegate = delegate;
  _state->asks_delegate = [delegate respondsToSelector:@selector(archiver:willEncodeObject:)];
  _state->tells_delegate = [delegate respondsToSelector:@selector(archiver:didEncodeObject:)];
}

// ---- other names, other objects

- (void)encodeClassName:(NSString*)trueName intoClassName:(NSString*)inArchiveName {
  refuse_when_begun(_state);
  set_name(&_state->names, inArchiveName, trueName);
}
- (NSString*)classNameEncodedForTrueClassName:(NSString*)trueName {
  NSString* name = [_state->names objectForKey:trueName];
  if (name == nil) name = [_state->common_names objectForKey:trueName];
  return name == nil ? trueName : name;
}
- (void)setClassName:(NSString*)codedName forClass:(Class)cls {
  refuse_when_begun(_state);
  set_name(&_state->names, codedName, NSStringFromClass(cls));
}
- (NSString*)classNameForClass:(Class)cls {
  return [_state->names objectForKey:NSStringFromClass(cls)];
}
+ (void)setClassName:(NSString*)codedName forClass:(Class)cls {
  @synchronized([FSRArchiver class]) {
    set_name(all_names(), codedName, NSStringFromClass(cls));
  }
}
+ (NSString*)classNameForClass:(Class)cls {
  @synchronized([FSRArchiver class]) {
    return FSR_AUTORELEASE(FSR_RETAIN([*all_names() objectForKey:NSStringFromClass(cls)]));
  }
}
- (void)replaceObject:(id)object withObject:(id)newObject {
  if (object == nil) FSRRaiseUsage(FASTSER_USAGE, @"a replacement for nil");
  FSRPointerPair* const pair = FSRPointerMapTake(&_state->replacements, FSR_ADDRESS(object));
  if (pair == NULL) [NSException raise:NSMallocException format:@"no memory"];
  pair->value = FSR_ADDRESS(newObject);
  FSRKeep(_state, object);
  if (newObject != nil) FSRKeep(_state, newObject);
}

// ---- what NSCoder asks

- (BOOL)allowsKeyedCoding {
  return YES;
}
- (NSInteger)versionForClassName:(NSString*)className {
  const Class cls = NSClassFromString(className);
  return cls == Nil ? (NSInteger)NSNotFound : [cls version];
}
- (NSZone*)objectZone {
  return NSDefaultMallocZone();
}
- (void)setObjectZone:(NSZone*)zone {
  (void)zone;  // an archiver makes no objects
}

// ---- values in order

- (void)encodeValueOfObjCType:(const char*)type at:(const void*)address {
  if (type != NULL && type[0] != 0 && type[1] == 0) {
    fastser_writer* const writer = WRITER;
    if (type[0] == 'i') return fastser_writer_i32(writer, FASTSER_NO_KEY, *(const int*)address);
    if (type[0] == '@') return FSREncodeObject(_state, FASTSER_NO_KEY, FSRObjectIn(address), NO);
    size_t size = 0;
    if (FSRScalarOf(type[0], &size) != 0) {
      return FSREncodeScalar(writer, FASTSER_NO_KEY, type[0], address);
    }
  }
  FSREncodeType(_state, FASTSER_NO_KEY, FSRTypeOf(&_state->types, type, NULL), address);
}

- (void)encodeValuesOfObjCTypes:(const char*)types, ... {
  for (const char* at = types; *at != 0;) FSRTypeOf(&_state->types, at, &at);  // all, or nothing
  va_list values;
  va_start(values, types);
  while (*types != 0) {
    const FSRType* const type = FSRTypeOf(&_state->types, types, &types);
    FSREncodeType(_state, FASTSER_NO_KEY, type, va_arg(values, const void*));
  }
  va_end(values);
}

- (void)encodeArrayOfObjCType:(const char*)type count:(NSUInteger)count at:(const void*)array {
  const FSRType* const parsed = FSRTypeOf(&_state->types, type, NULL);
  FSREncodeArray(_state, FASTSER_NO_KEY, parsed, count, array);
}

// GNUstep declares the bytes as those of the caller to change, Apple does not.
#if defined(__APPLE__)
- (void)encodeBytes:(const void*)bytes length:(NSUInteger)length {
#else
- (void)encodeBytes:(void*)bytes length:(NSUInteger)length {
#endif
  fastser_writer_data(WRITER, FASTSER_NO_KEY, bytes, length);
}
- (void)encodeDataObject:(NSData*)data {
  FSREncodeObject(_state, FASTSER_NO_KEY, data, NO);
}
- (void)encodeObject:(id)object {
  FSREncodeObject(_state, FASTSER_NO_KEY, object, NO);
}
- (void)encodeBycopyObject:(id)object {
  FSREncodeObject(_state, FASTSER_NO_KEY, object, NO);
}
- (void)encodeByrefObject:(id)object {
  FSREncodeObject(_state, FASTSER_NO_KEY, object, NO);
}
- (void)encodeConditionalObject:(id)object {
  FSREncodeObject(_state, FASTSER_NO_KEY, object, YES);
}
- (void)encodePropertyList:(id)plist {
  FSREncodeObject(_state, FASTSER_NO_KEY, plist, NO);
}
- (void)encodeRootObject:(id)rootObject {
  FSREncodeObject(_state, FASTSER_NO_KEY, rootObject, NO);
  if (_state->depth == 0 && _state->target != nil) finish_or_raise(_state);
}

// Points, sizes and rectangles: lists of their numbers, in one call. (A tuple, which other structs
// are, says its type each time: that makes a rectangle a third larger, and twice as slow to read.)
static void encode_pair(FSRArchiverState* state, const fastser_key* key, double first,
                        double second) {
  const double values[2] = {first, second};
  fastser_writer_array(FSRWriter(state), key, FASTSER_TYPE_F64, values, 2);
}
static void encode_rect(FSRArchiverState* state, const fastser_key* key, NSRect rect) {
  const double values[4] = {rect.origin.x, rect.origin.y, rect.size.width, rect.size.height};
  fastser_writer_array(FSRWriter(state), key, FASTSER_TYPE_F64, values, 4);
}

- (void)encodePoint:(NSPoint)point {
  encode_pair(_state, FASTSER_NO_KEY, point.x, point.y);
}
- (void)encodeSize:(NSSize)size {
  encode_pair(_state, FASTSER_NO_KEY, size.width, size.height);
}
- (void)encodeRect:(NSRect)rect {
  encode_rect(_state, FASTSER_NO_KEY, rect);
}

// ---- values by key

- (void)encodeObject:(id)object forKey:(NSString*)key {
  FSREncodeObject(_state, KEY(key), object, NO);
}
- (void)encodeConditionalObject:(id)object forKey:(NSString*)key {
  FSREncodeObject(_state, KEY(key), object, YES);
}
- (void)encodeBool:(BOOL)value forKey:(NSString*)key {
  fastser_writer_bool(WRITER, KEY(key), value);
}
- (void)encodeInt:(int)value forKey:(NSString*)key {
  fastser_writer_i32(WRITER, KEY(key), value);
}
- (void)encodeInt32:(int32_t)value forKey:(NSString*)key {
  fastser_writer_i32(WRITER, KEY(key), value);
}
- (void)encodeInt64:(int64_t)value forKey:(NSString*)key {
  fastser_writer_i64(WRITER, KEY(key), value);
}
- (void)encodeInteger:(NSInteger)value forKey:(NSString*)key {
  fastser_writer_i64(WRITER, KEY(key), value);
}
- (void)encodeFloat:(float)value forKey:(NSString*)key {
  fastser_writer_f32(WRITER, KEY(key), value);
}
- (void)encodeDouble:(double)value forKey:(NSString*)key {
  fastser_writer_f64(WRITER, KEY(key), value);
}
- (void)encodeBytes:(const uint8_t*)bytes length:(NSUInteger)length forKey:(NSString*)key {
  fastser_writer_data(WRITER, KEY(key), bytes, length);
}
- (void)encodePoint:(NSPoint)point forKey:(NSString*)key {
  encode_pair(_state, KEY(key), point.x, point.y);
}
- (void)encodeSize:(NSSize)size forKey:(NSString*)key {
  encode_pair(_state, KEY(key), size.width, size.height);
}
- (void)encodeRect:(NSRect)rect forKey:(NSString*)key {
  encode_rect(_state, KEY(key), rect);
}

@end

FSR_BORROWED_END
