// SPDX-License-Identifier: MIT
//
// The methods of FSRUnarchiver.
#import "FSRFile.h"
#import "FSRUnarchiverState.h"

#include <stdarg.h>
#include <string.h>

FSR_BORROWED_BEGIN

static const fastser_key* make_key(void* reader, const char* text, size_t size) {
  return fastser_reader_key(reader, text, size);
}

// ---- names that hold for all unarchivers

static NSMutableDictionary* FSR_OWNED* all_names(void) {
  static NSMutableDictionary* names;
  return &names;
}

static void set_name(NSMutableDictionary* FSR_OWNED* names, id meaning, NSString* name) {
  if (meaning == nil) {
    [*names removeObjectForKey:name];
  } else {
    if (*names == nil) *names = [[NSMutableDictionary alloc] init];
    [*names setObject:meaning forKey:name];
  }
}

static NSString* name_of(id meaning, NSString* name) {
  if (meaning == nil) return name;
  return [meaning isKindOfClass:[NSString class]] ? meaning : NSStringFromClass(meaning);
}

static Class class_of(id meaning) {
  if (meaning == nil) return Nil;
  return [meaning isKindOfClass:[NSString class]] ? NSClassFromString(meaning) : (Class)meaning;
}

// ---- errors

static BOOL is_usage(NSInteger code) {
  return code >= FASTSER_FIRST_OF_CALLER || code == FASTSER_TYPE_MISMATCH ||
         code == FASTSER_UNKNOWN_CLASS || code == FASTSER_USAGE || code == FASTSER_TOO_DEEP;
}

static void raise_error(FSRUnarchiverState* state) {
  NSDictionary* const FSR_POOLED info = [NSDictionary dictionaryWithObject:state->error
                                                                    forKey:NSUnderlyingErrorKey];
  NSString* const FSR_UNOWNED name = is_usage([state->error code])
                                         ? @"NSInvalidUnarchiveOperationException"
                                         : NSInconsistentArchiveException;
  @throw [NSException exceptionWithName:name
                                 reason:[state->error localizedDescription]
                               userInfo:info];
}

static void keep_error(FSRUnarchiverState* state, NSError* error) {
  if (state->error != nil) return;
  state->error = FSR_RETAIN(error);
  FSRDropRun(state);
  // From now on the reader gives zeros.
  fastser_reader_fail(state->reader, FASTSER_FIRST_OF_CALLER, NULL, 0);
}

void FSRKeepException(FSRUnarchiverState* state, NSException* exception) {
  keep_error(state, FSRErrorOfException(exception));
}

void FSRKeepUnknownException(FSRUnarchiverState* state) {
  if (state->error != nil) return;
  keep_error(state,
             FSRErrorMake(FSRErrorException, @"something was raised that is no NSException"));
}

void FSRFail(FSRUnarchiverState* state, NSError* error) {
  keep_error(state, error);
  if (state->policy == FSRDecodingFailurePolicyRaiseException) raise_error(state);
}

void FSRCheckReader(FSRUnarchiverState* state) {
  if (fastser_reader_status(state->reader, NULL) == FASTSER_OK) return;
  fastser_error error = FASTSER_ERROR_INIT;
  fastser_reader_status(state->reader, &error);
  NSError* FSR_POOLED problem = state->error;
  if (problem == nil) problem = FSRErrorOf(&error);
  FSRFail(state, problem);
}

// The reader knows where it is: it is told the error, and says it with an offset and a path.
void FSRFailHere(FSRUnarchiverState* state, int32_t code, NSString* message) {
  FSRLeaveRun(state);
  const char* const text = [message UTF8String];
  fastser_reader_fail(state->reader, code, text, strlen(text));
  FSRCheckReader(state);
}

// ---- life

static FSRUnarchiverState* make_state(FSRUnarchiver* unarchiver) {
  FSRFamiliesPrepare();
  FSRUnarchiverState* const state = calloc(1, sizeof *state);
  if (state == NULL) [NSException raise:NSMallocException format:@"no memory"];
  state->unarchiver = unarchiver;
#if FSR_LOOKS_UP_ONCE
  FSRQuickPrepare(&state->quick);
#endif
  state->frame = &state->root;
  FSRDropRun(state);
  @synchronized([FSRUnarchiver class]) {
    state->common_names = [*all_names() copy];
  }
  return state;
}

static void free_state(FSRUnarchiverState* state) {
  if (state == NULL) return;
  fastser_reader_destroy(state->reader);
  FSRGiveBackAll(state->kept.items, state->kept.count);
  for (size_t at = 0; at < state->classes.count; ++at) free(state->classes.items[at]);
  free(state->kept.items);
  free(state->classes.items);
  free(state->scratch.items);
  free(state->root.places);
  FSRPointerMapClear(&state->replacements);
  FSRPointerMapClear(&state->field_names);
  FSRKeyCacheClear(&state->keys);
  FSRTypeCacheClear(&state->types);
  FSR_RELEASE(state->names);
  FSR_RELEASE(state->common_names);
  FSR_RELEASE(state->archive);
  FSR_RELEASE(state->error);
  free(state);
}

static BOOL open_archive(FSRUnarchiverState* state, NSData* data, NSError** error) {
  fastser_error problem = FASTSER_ERROR_INIT;
  // The stack is watched here, at each object: how deep the values nest is not the measure.
  fastser_limits limits;
  memset(&limits, 0, sizeof limits);
  limits.struct_size = sizeof limits;
  limits.depth = UINT32_MAX;
  state->archive = [data copy];
  if (fastser_reader_create(&state->reader, &problem) != FASTSER_OK ||
      fastser_reader_open(state->reader, [state->archive bytes], [state->archive length], &limits,
                          &problem) != FASTSER_OK) {
    *error = FSRErrorOf(&problem);
    return NO;
  }
  state->keys.make = make_key;
  state->keys.coder = state->reader;
  if (FSRFieldNames(state->reader) == FASTSER_FIELD_NAMES_SOME) FSRBeginMixed(state, state->frame);
  return YES;
}

// ---- the place of reading

void FSRTellRun(FSRUnarchiverState* state) {
  const FSRRun run = state->run;
  const uint8_t* const at = run.int_at != NULL ? run.int_at : run.at;
  FSRDropRun(state);
  fastser_reader_take_run(state->reader, run.code, (size_t)(at - run.begin) / run.width);
}

// Looks ahead when one type is asked for again. (An archive's bytes are little-endian.)
static void look_for_run(FSRUnarchiverState* state, char letter, uint32_t code, size_t width) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  const fastser_array array = fastser_reader_run(state->reader, code);
  if (array.count < 2) return;
  FSRRun* const run = &state->run;
  const uint8_t* const end = array.data + array.count * width;
  run->width = (uint8_t)width;
  run->code = code;
  run->begin = array.data;
  if (letter == 'i') {
    run->int_at = array.data;
    run->int_end = end;
  } else {
    run->letter = letter;
    run->at = array.data;
    run->end = end;
  }
#else
  (void)state, (void)letter, (void)code, (void)width;
#endif
}

// The next value of the run. NO: there is none, or it is of another type.
static inline BOOL serve(FSRRun* run, const char* type, void* address) {
  if (__builtin_expect(type[0] == 'i' && type[1] == 0 && run->int_at != run->int_end, 1)) {
    const uint8_t* const from = run->int_at;
    run->int_at = from + sizeof(int);
    memcpy(address, from, sizeof(int));
    return YES;
  }
  if (type[0] != run->letter || type[1] != 0 || run->at == run->end) return NO;
  const uint8_t* const from = run->at;
  run->at = from + run->width;
  switch (run->width) {
    case 8: memcpy(address, from, 8); return YES;
    case 4: memcpy(address, from, 4); return YES;
    case 2: memcpy(address, from, 2); return YES;
    default: *(uint8_t*)address = *from; return YES;
  }
}

// Notes where the values without names lie, and goes behind all fields.
static void note_places(FSRUnarchiverState* state, FSRFrame* frame) {
  fastser_reader* const reader = state->reader;
  while (!fastser_reader_is_at_end(reader)) {
    if (!fastser_reader_field(reader, fastser_reader_field_index(reader)).named) {
      if (frame->count == frame->capacity) {
        const size_t capacity = frame->capacity == 0 ? 8 : frame->capacity * 2;
        fastser_position* const places =
            realloc(frame->places, capacity * sizeof(fastser_position));
        if (places == NULL) [NSException raise:NSMallocException format:@"no memory"];
        frame->places = places;
        frame->capacity = capacity;
      }
      frame->places[frame->count++] = fastser_reader_position(reader, FASTSER_NO_KEY);
    }
    fastser_reader_skip(reader, FASTSER_NO_KEY);
  }
}

void FSRBeginMixed(FSRUnarchiverState* state, FSRFrame* frame) {
  frame->keyed = YES;
  state->mixed = YES;
  note_places(state, frame);
}

// Goes to the next value without a name of a mixed object. YES: end_at() is due.
static BOOL go_to_place(FSRUnarchiverState* state) {
  FSRFrame* const frame = state->frame;
  if (frame->taken == frame->count) {
    FSRFailHere(state, FASTSER_TRUNCATED, @"there are no more values without a key");
    return NO;
  }
  return fastser_reader_begin_at(state->reader, &frame->places[frame->taken++]) != 0;
}

// Around each call that reads a value without a key.
#define IN_ORDER(...)                                        \
  do {                                                       \
    FSRLeaveRun(_state);                                     \
    const BOOL moved = _state->mixed && go_to_place(_state); \
    __VA_ARGS__;                                             \
    if (moved) fastser_reader_end_at(_state->reader);        \
  } while (0)

static inline const fastser_key* key_of(FSRUnarchiverState* state, NSString* string) {
  if (!state->frame->keyed) {
    FSRLeaveRun(state);
    state->frame->keyed = YES;
  }
  return FSRKeyOf(&state->keys, string);
}

#define KEY(string) key_of(_state, string)

// What is given to a caller who is not inside initWithCoder: lives as long as the pool.
static inline id give(const FSRUnarchiverState* state, id object) {
  return state->depth == 0 ? FSR_AUTORELEASE(FSR_RETAIN(object)) : object;
}

// ---- with classes

static id decode_allowed(FSRUnarchiverState* state, const FSRAllowed* allowed, NSString* key,
                         BOOL keyed) {
  const FSRAllowed* const outer = state->allowed;
  state->allowed = allowed;
  id object = nil;
  @try {
    if (keyed) {
      object = [state->unarchiver decodeObjectForKey:key];
    } else {
      object = [state->unarchiver decodeObject];
    }
    // What awakeAfterUsingCoder: and the delegate put in its place has to be allowed, too.
    if (object != nil && !FSRIsAllowed(state, [object class])) {
      NSString* const FSR_POOLED message = [NSString
          stringWithFormat:@"an object of the class %@, which is not allowed here", [object class]];
      object = nil;
      FSRFailHere(state, FSRErrorClassNotAllowed, message);
    }
  } @finally {
    state->allowed = outer;  // `allowed` is the caller's, who may catch and go on
  }
  return object;
}

// `classes` nil: those of the call around this one.
static id decode_of(FSRUnarchiverState* state, NSSet* classes, NSString* key, BOOL keyed) {
  if (classes == nil) {
    return keyed ? [state->unarchiver decodeObjectForKey:key] : [state->unarchiver decodeObject];
  }
  Class listed[16];
  const size_t count = [classes count];
  Class* const all = count <= 16 ? listed : (Class*)malloc(count * sizeof(Class));
  if (all == NULL) [NSException raise:NSMallocException format:@"no memory"];
  size_t at = 0;
  for (Class cls in classes) all[at++] = cls;
  const FSRAllowed allowed = {all, count};
  id object = nil;
  @try {
    object = decode_allowed(state, &allowed, key, keyed);
  } @finally {
    if (all != listed) free(all);
  }
  return object;
}

// The classes a property list is made of.
static NSSet* property_list_classes(void) {
  return [NSSet setWithObjects:[NSArray class], [NSDictionary class], [NSString class],
                               [NSData class], [NSDate class], [NSNumber class], nil];
}

// One call of the program's that gives errors and raises no NSException. It must not be inside an
// object.
static id decode_top(FSRUnarchiverState* state, NSSet* classes, NSString* key, BOOL keyed,
                     NSError** error) {
  id object = nil;
  const FSRAllowed* const allowed = state->allowed;
  BOOL done = NO;
  @try {
    object = decode_of(state, classes, key, keyed);
    done = YES;
  } @catch (NSException* exception) {
    keep_error(state, FSRErrorOfException(exception));
    object = nil;
  } @finally {
    if (!done) {
      FSRKeepUnknownException(state);
      FSRDropRun(state);
      state->frame = &state->root;
      state->mixed = NO;
      state->allowed = allowed;
      state->open = NULL;
    }
  }
  if (state->error == nil) return object;
  if (error != NULL) *error = FSR_AUTORELEASE(FSR_RETAIN(state->error));
  return nil;
}

// ---- one root

// The root, if it is one object. Several values by key are what lies under `root`, as
// NSKeyedUnarchiver has it, or all of them: what other languages write for a record without a
// class.
static id decode_whole(FSRUnarchiverState* state, NSSet* classes, NSError** error) {
  static const fastser_key kRoot = FASTSER_KEY("root");
  fastser_reader* const reader = state->reader;
  if ((fastser_reader_field_count(reader) != 0 || fastser_reader_is_at_end(reader)) &&
      FSRFieldNames(reader) == FASTSER_FIELD_NAMES_ALL) {
    if (fastser_reader_contains(reader, &kRoot)) {
      return decode_top(state, classes, @"root", YES, error);
    }
    state->root_is_fields = YES;
  }
  return decode_top(state, classes, nil, NO, error);
}

// The root object, then a look at what lies behind it.
static id decode_root(FSRUnarchiver* unarchiver, FSRUnarchiverState* state, NSSet* classes,
                      NSError** error) {
  const id root = decode_whole(state, classes, error);
  fastser_error problem = FASTSER_ERROR_INIT;
  if (state->error != nil) return nil;
  FSRLeaveRun(state);
  if (fastser_reader_finish(state->reader, &problem) != FASTSER_OK) {
    if (error != NULL) *error = FSRErrorOf(&problem);
    return nil;
  }
  [unarchiver finishDecoding];
  return root;
}

@implementation FSRUnarchiver

- (id)initForReadingWithData:(NSData*)data {
  self = [super init];
  if (self == nil) return nil;
  NSError* FSR_POOLED error = nil;
  _state = make_state(self);
  if (!open_archive(_state, data, &error)) {
    FSR_RELEASE(self);
    FSRRaise(NSInvalidArgumentException, error);
  }
  return self;
}

- (id)initForReadingFromData:(NSData*)data error:(NSError**)error {
  self = [super init];
  if (self == nil) return nil;
  NSError* problem = nil;
  _state = make_state(self);
  _state->requires_secure = YES;
  _state->policy = FSRDecodingFailurePolicySetErrorAndReturn;
  if (!open_archive(_state, data, &problem)) {
    if (error != NULL) *error = problem;
    FSR_RELEASE(self);
    return nil;
  }
  return self;
}

- (void)dealloc {
  free_state(_state);
#if !FSR_ARC
  [super dealloc];
#endif
}

// ---- in one call

static id unarchive(Class cls, NSData* data, BOOL secure, NSSet* classes, NSError** error) {
  FSRUnarchiver* unarchiver = [[cls alloc] initForReadingFromData:data error:error];
  if (unarchiver == nil) return nil;
  [unarchiver setRequiresSecureCoding:secure];
  const id root = FSR_RETAIN(decode_root(unarchiver, unarchiver->_state, classes, error));
  FSR_RELEASE(unarchiver);
  return FSR_AUTORELEASE(root);
}

+ (id)unarchiveObjectWithData:(NSData*)data {
  NSError* FSR_POOLED error = nil;
  const id root = unarchive(self, data, NO, nil, &error);
  if (error == nil) return root;
  FSRRaise(is_usage([error code]) ? @"NSInvalidUnarchiveOperationException"
                                  : NSInconsistentArchiveException,
           error);
}

+ (id)unarchiveObjectWithFile:(NSString*)path {
  NSError* FSR_POOLED error = nil;
  NSData* const FSR_POOLED data = FSRFileLoad(path, &error);
  if (error != nil) FSRRaise(NSInconsistentArchiveException, error);
  return data == nil ? nil : [self unarchiveObjectWithData:data];
}

+ (id)unarchivedObjectOfClass:(Class)cls fromData:(NSData*)data error:(NSError**)error {
  return unarchive(self, data, YES, [NSSet setWithObject:cls], error);
}

+ (id)unarchivedObjectOfClasses:(NSSet*)classes fromData:(NSData*)data error:(NSError**)error {
  return unarchive(self, data, YES, classes, error);
}

// What is of the class of a collection; nil is none.
static id unarchive_collection(Class cls, NSData* data, NSSet* classes, Class collection,
                               NSError** error) {
  NSError* problem = nil;
  const id root = unarchive(cls, data, YES, [classes setByAddingObject:(id)collection], &problem);
  if ([root isKindOfClass:collection]) return root;
  if (problem == nil) {
    problem = FSRErrorMake(
        FASTSER_TYPE_MISMATCH,
        [NSString stringWithFormat:@"the archive has another root object than an %@", collection]);
  }
  if (error != NULL) *error = problem;
  return nil;
}

// While a collection was decoded, its class and those of keys and values were allowed everywhere.
static BOOL are_of_classes(id<NSFastEnumeration> objects, NSSet* classes, NSError** error) {
  for (id object in objects) {
    BOOL allowed = NO;
    for (Class cls in classes) allowed = allowed || [object isKindOfClass:cls];
    if (allowed) continue;
    if (error != NULL) {
      NSString* const message = [NSString
          stringWithFormat:@"an object of the class %@, which is not allowed here", [object class]];
      *error = FSRErrorMake(FSRErrorClassNotAllowed, message);
    }
    return NO;
  }
  return YES;
}

+ (NSArray*)unarchivedArrayOfObjectsOfClass:(Class)cls
                                   fromData:(NSData*)data
                                      error:(NSError**)error {
  return [self unarchivedArrayOfObjectsOfClasses:[NSSet setWithObject:cls]
                                        fromData:data
                                           error:error];
}

+ (NSArray*)unarchivedArrayOfObjectsOfClasses:(NSSet*)classes
                                     fromData:(NSData*)data
                                        error:(NSError**)error {
  NSArray* const read = unarchive_collection(self, data, classes, [NSArray class], error);
  return read != nil && are_of_classes(read, classes, error) ? read : nil;
}

+ (NSDictionary*)unarchivedDictionaryWithKeysOfClass:(Class)keyClass
                                      objectsOfClass:(Class)valueClass
                                            fromData:(NSData*)data
                                               error:(NSError**)error {
  return [self unarchivedDictionaryWithKeysOfClasses:[NSSet setWithObject:keyClass]
                                    objectsOfClasses:[NSSet setWithObject:valueClass]
                                            fromData:data
                                               error:error];
}

+ (NSDictionary*)unarchivedDictionaryWithKeysOfClasses:(NSSet*)keyClasses
                                      objectsOfClasses:(NSSet*)valueClasses
                                              fromData:(NSData*)data
                                                 error:(NSError**)error {
  NSSet* const classes = [keyClasses setByAddingObjectsFromSet:valueClasses];
  NSDictionary* const read = unarchive_collection(self, data, classes, [NSDictionary class], error);
  if (read == nil || !are_of_classes(read, keyClasses, error)) return nil;
  return are_of_classes([read objectEnumerator], valueClasses, error) ? read : nil;
}

+ (id)unarchiveTopLevelObjectWithData:(NSData*)data error:(NSError**)error {
  return unarchive(self, data, NO, nil, error);
}

// ---- step by step

- (BOOL)isAtEnd {
  FSRLeaveRun(_state);
  if (_state->mixed) return _state->frame->taken == _state->frame->count;
  return fastser_reader_is_at_end(_state->reader) != 0;
}

- (void)finishDecoding {
  const FSR_UNOWNED id<FSRUnarchiverDelegate> delegate = _state->delegate;
  if ([delegate respondsToSelector:@selector(unarchiverWillFinish:)]) {
    [delegate unarchiverWillFinish:(id)self];
  }
  if ([delegate respondsToSelector:@selector(unarchiverDidFinish:)]) {
    [delegate unarchiverDidFinish:(id)self];
  }
}

// ---- choices

- (BOOL)requiresSecureCoding {
  return _state->requires_secure;
}
- (void)setRequiresSecureCoding:(BOOL)flag {
  _state->requires_secure = flag;
}
- (FSRDecodingFailurePolicy)decodingFailurePolicy {
  return _state->policy;
}
- (void)setDecodingFailurePolicy:(FSRDecodingFailurePolicy)policy {
  _state->policy = policy;
}
- (NSUInteger)maximumDepth {
  return _state->maximum_depth;
}
- (void)setMaximumDepth:(NSUInteger)depth {
  _state->maximum_depth = depth;
}
- (id<FSRUnarchiverDelegate>)delegate {
  return _state->delegate;
}
- (void)setDelegate:(id<FSRUnarchiverDelegate>)delegate {
  _state->delegate = delegate;
  _state->tells_delegate = [delegate respondsToSelector:@selector(unarchiver:didDecodeObject:)];
}

// ---- errors

- (NSError*)error {
  return FSR_AUTORELEASE(FSR_RETAIN(_state->error));
}
- (void)failWithError:(NSError*)error {
  FSRFail(_state, error);
}

// ---- other names, other objects

- (void)decodeClassName:(NSString*)nameInArchive asClassName:(NSString*)trueName {
  set_name(&_state->names, trueName, nameInArchive);
}
+ (void)decodeClassName:(NSString*)nameInArchive asClassName:(NSString*)trueName {
  @synchronized([FSRUnarchiver class]) {
    set_name(all_names(), trueName, nameInArchive);
  }
}
- (NSString*)classNameDecodedForArchiveClassName:(NSString*)nameInArchive {
  return name_of([_state->names objectForKey:nameInArchive], nameInArchive);
}
+ (NSString*)classNameDecodedForArchiveClassName:(NSString*)nameInArchive {
  @synchronized([FSRUnarchiver class]) {
    NSString* const name = name_of([*all_names() objectForKey:nameInArchive], nameInArchive);
    return FSR_AUTORELEASE(FSR_RETAIN(name));
  }
}
- (void)setClass:(Class)cls forClassName:(NSString*)codedName {
  set_name(&_state->names, cls, codedName);
}
+ (void)setClass:(Class)cls forClassName:(NSString*)codedName {
  @synchronized([FSRUnarchiver class]) {
    set_name(all_names(), cls, codedName);
  }
}
- (Class)classForClassName:(NSString*)codedName {
  return class_of([_state->names objectForKey:codedName]);
}
+ (Class)classForClassName:(NSString*)codedName {
  @synchronized([FSRUnarchiver class]) {
    return class_of([*all_names() objectForKey:codedName]);
  }
}
- (void)replaceObject:(id)object withObject:(id)replacement {
  if (object == nil) FSRRaiseUsage(FASTSER_USAGE, @"a replacement for nil");
  FSRPointerPair* const pair = FSRPointerMapTake(&_state->replacements, FSR_ADDRESS(object));
  if (pair == NULL) [NSException raise:NSMallocException format:@"no memory"];
  pair->value = FSR_ADDRESS(FSROwn(_state, FSR_RETAIN(replacement)));
  FSROwn(_state, FSR_RETAIN(object));
}

// ---- what NSCoder asks

// An object whose values have no names was written by a coder without keys, or asked for none.
- (BOOL)allowsKeyedCoding {
  if (_state->frame->keyed || _state->frame == &_state->root) return YES;
  const size_t count = fastser_reader_field_count(_state->reader);
  for (size_t at = 0; at < count; ++at) {
    if (fastser_reader_field(_state->reader, at).named) return YES;
  }
  return count == 0;
}
- (BOOL)containsValueForKey:(NSString*)key {
  return fastser_reader_contains(_state->reader, KEY(key)) != 0;
}
- (uint32_t)userVersion {
  return fastser_reader_user_version(_state->reader);
}
- (NSInteger)versionForClassName:(NSString*)className {
  const uint32_t levels = fastser_reader_class_levels(_state->reader);
  for (uint32_t level = 0; level < levels; ++level) {
    const fastser_text text = fastser_reader_class_name(_state->reader, level);
    NSString* const name = FSR_AUTORELEASE([[NSString alloc] initWithBytes:text.data
                                                                    length:text.size
                                                                  encoding:NSUTF8StringEncoding]);
    if (![name isEqualToString:className] &&
        ![NSStringFromClass(FSRClassNamed(_state, name)) isEqualToString:className]) {
      continue;
    }
    return (NSInteger)(int32_t)fastser_reader_class_version(_state->reader, level);
  }
  return NSNotFound;
}
- (NSZone*)objectZone {
  return NSDefaultMallocZone();
}
- (void)setObjectZone:(NSZone*)zone {
  (void)zone;  // there is one zone only since long
}

// ---- values in order

// One that is served by no run. Out of line: those that are have little else to do. Its arguments
// are where the method's are, and stay there (`used`: compilers would leave out the selector).
static __attribute__((noinline, used)) void decode_value(FSRUnarchiver* self, SEL selector,
                                                         const char* type, void* address) {
  FSRUnarchiverState* const _state = self->_state;
  (void)selector;
  if (type != NULL && type[0] != 0 && type[1] == 0 && !_state->mixed) {
    if (type[0] == '@') {
      FSRLeaveRun(_state);
      FSRPutRetained(address, FSRDecodeObject(_state, FASTSER_NO_KEY));
      return;
    }
    size_t width = 0;
    const char letter = type[0], before = _state->last_letter;
    const uint32_t code = FSRScalarOf(letter, &width);
    if (code != 0) {
      FSRLeaveRun(_state);
      _state->last_letter = letter;
      if (letter == before) look_for_run(_state, letter, code, width);
      if (_state->run.begin != NULL && serve(&_state->run, type, address)) return;
      return FSRDecodeScalar(_state, FASTSER_NO_KEY, letter, address);
    }
  }
  const FSRType* const parsed = FSRTypeOf(&_state->types, type, NULL);
  IN_ORDER(FSRDecodeType(_state, FASTSER_NO_KEY, parsed, address));
}

- (void)decodeValueOfObjCType:(const char*)type at:(void*)address {
  if (type != NULL && serve(&_state->run, type, address)) return;
  decode_value(self, _cmd, type, address);
}

- (void)decodeValueOfObjCType:(const char*)type at:(void*)data size:(NSUInteger)size {
  const FSRType* const parsed = FSRTypeOf(&_state->types, type, NULL);
  if (parsed->size != size) {
    FSRRaiseUsage(FASTSER_USAGE, @"%lu bytes for a value of the type \"%s\", which has %lu",
                  (unsigned long)size, type, (unsigned long)parsed->size);
  }
  IN_ORDER(FSRDecodeType(_state, FASTSER_NO_KEY, parsed, data));
}

- (void)decodeValuesOfObjCTypes:(const char*)types, ... {
  va_list values;
  va_start(values, types);
  while (*types != 0) {
    const FSRType* const type = FSRTypeOf(&_state->types, types, &types);
    void* const address = va_arg(values, void*);
    IN_ORDER(FSRDecodeType(_state, FASTSER_NO_KEY, type, address));
  }
  va_end(values);
}

- (void)decodeArrayOfObjCType:(const char*)type count:(NSUInteger)count at:(void*)array {
  const FSRType* const parsed = FSRTypeOf(&_state->types, type, NULL);
  IN_ORDER(FSRDecodeArray(_state, FASTSER_NO_KEY, parsed, count, array));
}

- (id)decodeObject {
  id object = nil;
  IN_ORDER(object = FSRDecodeObject(_state, FASTSER_NO_KEY));
  return give(_state, object);
}

- (NSData*)decodeDataObject {
  const id object = [self decodeObject];
  if (object == nil || [object isKindOfClass:[NSData class]]) return object;
  FSRFailHere(_state, FASTSER_TYPE_MISMATCH, @"another object where data are asked for");
  return nil;
}

- (id)decodePropertyList {
  return decode_of(_state, property_list_classes(), nil, NO);
}

// A copy, at an address for any type, that lives as long as the unarchiver.
static void* decode_bytes(FSRUnarchiverState* state, const fastser_key* key, NSUInteger* length) {
  const fastser_view view = fastser_reader_data(state->reader, key);
  if (length != NULL) *length = view.size;
  FSRCheckReader(state);
  if (state->error != nil || view.data == NULL) return NULL;
  NSMutableData* const copy = FSROwn(state, [[NSMutableData alloc] initWithBytes:view.data
                                                                          length:view.size]);
  if (view.size == 0) [copy setLength:1];  // an address, even of nothing
  return [copy mutableBytes];
}

- (void*)decodeBytesWithReturnedLength:(NSUInteger*)length {
  void* bytes = NULL;
  IN_ORDER(bytes = decode_bytes(_state, FASTSER_NO_KEY, length));
  return bytes;
}

// Numbers of a point or size, or of a rectangle; zeros for a key that is missing. Importers write
// them as structs.
static void decode_doubles(FSRUnarchiverState* state, const fastser_key* key, size_t count,
                           double* values) {
  if (fastser_reader_take_list(state->reader, key, FASTSER_TYPE_F64, count, values)) return;
  if (fastser_reader_peek(state->reader, key) == FASTSER_TYPE_LIST) {
    return FSRDecodeRun(state, key, FASTSER_TYPE_F64, count, values);
  }
  FSRDecodeType(state, key, count == 2 ? &FSRPairType : &FSRPairsType, values);
}

static NSPoint point_of(const double* values) { return NSMakePoint(values[0], values[1]); }
static NSSize size_of(const double* values) { return NSMakeSize(values[0], values[1]); }
static NSRect rect_of(const double* values) {
  return NSMakeRect(values[0], values[1], values[2], values[3]);
}

- (NSPoint)decodePoint {
  double values[2];
  IN_ORDER(decode_doubles(_state, FASTSER_NO_KEY, 2, values));
  return point_of(values);
}
- (NSSize)decodeSize {
  double values[2];
  IN_ORDER(decode_doubles(_state, FASTSER_NO_KEY, 2, values));
  return size_of(values);
}
- (NSRect)decodeRect {
  double values[4];
  IN_ORDER(decode_doubles(_state, FASTSER_NO_KEY, 4, values));
  return rect_of(values);
}

// ---- values by key

// Not inside an object, or one whose keys were not asked for before. Out of line: what is left of
// the method needs no memory of its own.
static __attribute__((noinline)) id decode_object(FSRUnarchiverState* state, NSString* key) {
  const fastser_key* found = key_of(state, key);
  if (state->depth != 0) return FSRDecodeObject(state, found);
  // An archive of one object without a key has it under the name that NSKeyedArchiver gives it,
  // too.
  if ([key isEqualToString:@"root"] && fastser_reader_field_count(state->reader) == 0) {
    found = FASTSER_NO_KEY;
  }
  return give(state, FSRDecodeObject(state, found));
}

- (id)decodeObjectForKey:(NSString*)key {
  FSRUnarchiverState* const state = _state;
  if (state->frame->keyed && state->depth != 0) {
    const fastser_key* const found = FSRKeyCached(&state->keys, key);
    if (found != NULL) {
      if (!FSRGivesAsMade(state)) return FSRDecodeObject(state, found);
      fastser_value value;
      void* const known = fastser_reader_known_or_value(state->reader, found, &value);
      return known != NULL ? FSR_OBJECT_AT(known) : FSRMakeObject(state, found, &value);
    }
  }
  return decode_object(state, key);
}
- (BOOL)decodeBoolForKey:(NSString*)key {
  const BOOL value = fastser_reader_i64(_state->reader, KEY(key)) != 0;
  if (!value) FSRCheckReader(_state);
  return value;
}

#define READ_KEYED(T, name)                                             \
  do {                                                                  \
    const T value = (T)fastser_reader_##name(_state->reader, KEY(key)); \
    if (value == 0) FSRCheckReader(_state);                             \
    return value;                                                       \
  } while (0)

- (int)decodeIntForKey:(NSString*)key {
  READ_KEYED(int, i32);
}
- (int32_t)decodeInt32ForKey:(NSString*)key {
  READ_KEYED(int32_t, i32);
}
- (int64_t)decodeInt64ForKey:(NSString*)key {
  READ_KEYED(int64_t, i64);
}
- (NSInteger)decodeIntegerForKey:(NSString*)key {
  if (sizeof(NSInteger) == 4) READ_KEYED(NSInteger, i32);
  READ_KEYED(NSInteger, i64);
}
- (float)decodeFloatForKey:(NSString*)key {
  float value = 0;
  FSRDecodeScalar(_state, KEY(key), 'f', &value);
  return value;
}
- (double)decodeDoubleForKey:(NSString*)key {
  return FSRDecodeReal(_state, KEY(key));
}
- (const uint8_t*)decodeBytesForKey:(NSString*)key returnedLength:(NSUInteger*)length {
  return decode_bytes(_state, KEY(key), length);
}
- (NSPoint)decodePointForKey:(NSString*)key {
  double values[2];
  decode_doubles(_state, KEY(key), 2, values);
  return point_of(values);
}
- (NSSize)decodeSizeForKey:(NSString*)key {
  double values[2];
  decode_doubles(_state, KEY(key), 2, values);
  return size_of(values);
}
- (NSRect)decodeRectForKey:(NSString*)key {
  double values[4];
  decode_doubles(_state, KEY(key), 4, values);
  return rect_of(values);
}

// ---- objects, with the classes that they may be of

- (NSSet*)allowedClasses {
  if (_state->allowed == NULL) return nil;
  NSMutableSet* const classes = [NSMutableSet set];
  for (size_t at = 0; at < _state->allowed->count; ++at) {
    [classes addObject:(id)_state->allowed->classes[at]];
  }
  return classes;
}
- (id)decodeObjectOfClass:(Class)cls forKey:(NSString*)key {
  const FSRAllowed allowed = {&cls, 1};
  return decode_allowed(_state, &allowed, key, YES);
}
- (id)decodeObjectOfClasses:(NSSet*)classes forKey:(NSString*)key {
  return decode_of(_state, classes, key, YES);
}
- (id)decodePropertyListForKey:(NSString*)key {
  return decode_of(_state, property_list_classes(), key, YES);
}
- (id)decodeTopLevelObjectAndReturnError:(NSError**)error {
  return decode_top(_state, nil, nil, NO, error);
}
- (id)decodeTopLevelObjectForKey:(NSString*)key error:(NSError**)error {
  return decode_top(_state, nil, key, YES, error);
}
- (id)decodeTopLevelObjectOfClass:(Class)cls forKey:(NSString*)key error:(NSError**)error {
  return decode_top(_state, [NSSet setWithObject:cls], key, YES, error);
}
- (id)decodeTopLevelObjectOfClasses:(NSSet*)classes forKey:(NSString*)key error:(NSError**)error {
  return decode_top(_state, classes, key, YES, error);
}

@end

FSR_BORROWED_END
