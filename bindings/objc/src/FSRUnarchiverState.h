// SPDX-License-Identifier: MIT
//
// What an unarchiver is made of. FSRUnarchiver.m has its methods, FSRDecodeObject.m and those
// beside it (FSRDecode.h) make objects, FSRDecodeValue.m reads values by type encoding.
#ifndef FSR_UNARCHIVER_STATE_H
#define FSR_UNARCHIVER_STATE_H

#import "FSRInternal.h"
#import "FSRQuick.h"

// What a class of the archive is here; found out when its first object is met.
typedef struct FSRReadClass {
  Class cls;
  FSRFamily family;
  BOOL secure;  // says YES to +supportsSecureCoding
  BOOL awakes;  // overrides awakeAfterUsingCoder:
  BOOL plain;   // allocated as NSObject does it
#if FSR_LOOKS_UP_ONCE
  FSRInitCoder init;  // its initWithCoder:
#endif
} FSRReadClass;

// The classes of a call that names some; they nest.
typedef struct FSRAllowed {
  const Class* classes;
  size_t count;
} FSRAllowed;

// The object whose initWithCoder: runs, or the root. Its values have names, or none. Where it has
// both, those without are read in order whatever is read by key in between: their places are noted
// before anything is read (`mixed`, which the state has: each value asks for it).
typedef struct FSRFrame {
  struct FSRFrame* outer;
  BOOL keyed;        // all values have names, or a key was asked for, or it is mixed
  BOOL outer_mixed;  // of the frame around it
  fastser_position* places;
  size_t count, capacity, taken;
} FSRFrame;

// An array, set or dictionary whose elements are being read. It is made when they are complete; if
// one of them refers to it, at once, and is then one that can be filled: `object`.
typedef struct FSROpen {
  struct FSROpen* outer;
  uint32_t number;
  FSRFamily family;
  FSR_UNOWNED id object;  // the state owns it
} FSROpen;

// Scalars of one type that come next and lie side by side: a look at the archive, from which they
// are served one by one without a call of the reader's for each. The reader still stands at the
// first of them: it is told how many were served (FSRLeaveRun) before it is asked for anything
// else. Those of type int, which programs have most of, have a cursor of their own, so that to
// serve one takes a dozen instructions.
typedef struct FSRRun {
  char letter;  // the type asked for; no type's if there is no run, or one of int
  uint8_t width;
  uint32_t code;
  const uint8_t *begin, *at, *end;
  const uint8_t *int_at, *int_end;
} FSRRun;

#define FSR_NO_LETTER 1

typedef struct FSRUnarchiverState {
  fastser_reader* reader;
  FSRRun run;
  char last_letter;           // of the value before, if it was a scalar in order
  FSR_UNOWNED id unarchiver;  // whose state this is
  NSData* archive;
#if FSR_LOOKS_UP_ONCE
  FSRQuick quick;
#endif
  FSRKeyCache keys;
  FSRTypeCache types;
  FSRFrame root;
  FSRFrame* frame;
  BOOL mixed;  // of the frame
  FSROpen* open;
  const FSRAllowed* allowed;   // NULL: any class
  FSRPointerList kept;         // owned until the end
  FSRPointerList scratch;      // elements of the containers that are being read
  FSRPointerList classes;      // FSRReadClass, freed at the end
  FSRPointerMap replacements;  // of replaceObject:withObject:
  FSRPointerMap field_names;   // where a name lies in the archive -> its NSString
  NSMutableDictionary* names;  // NSString or Class by name in the archive; nil: none
  NSDictionary* common_names;  // the same for all unarchivers, when this one was made
  FSR_UNOWNED id<FSRUnarchiverDelegate> delegate;
  BOOL tells_delegate;
  BOOL requires_secure;
  BOOL root_is_fields;  // the next object is the dictionary of the root's fields
  FSRDecodingFailurePolicy policy;
  NSError* error;
  NSUInteger depth, maximum_depth;
  uint64_t equal_objects;  // those that counted sets have more than once
  uintptr_t stack_limit;
} FSRUnarchiverState;

// ---- errors (FSRUnarchiver.m)

// Makes an error the unarchiver's, and raises it if that is the policy.
void FSRFail(FSRUnarchiverState* state, NSError* error);
// Keeps what was raised by the program's code as the unarchiver's error. The places of reading that
// the code was called from are left: whoever catches it gets zeros and nil from now on.
void FSRKeepException(FSRUnarchiverState* state, NSException* exception);
// The same where it is not known what was raised: no NSException, perhaps another language's.
void FSRKeepUnknownException(FSRUnarchiverState* state);
// FSRFail for the reader's error, if it has one.
void FSRCheckReader(FSRUnarchiverState* state);
// An error at the place of reading.
void FSRFailHere(FSRUnarchiverState* state, int32_t code, NSString* message);

// ---- runs

void FSRTellRun(FSRUnarchiverState* state);
// Before the reader is asked for a value in order, or where it stands.
static inline void FSRLeaveRun(FSRUnarchiverState* state) {
  state->last_letter = FSR_NO_LETTER;
  if (state->run.begin != NULL) FSRTellRun(state);
}
// Where what is left of it will not be read.
static inline void FSRDropRun(FSRUnarchiverState* state) {
  static const FSRRun kNone = {FSR_NO_LETTER, 0, 0, NULL, NULL, NULL, NULL, NULL};
  state->last_letter = FSR_NO_LETTER;
  state->run = kNone;
}

// ---- objects

// Before anything is read of an object, or of the root, in which only some values have names.
void FSRBeginMixed(FSRUnarchiverState* state, FSRFrame* frame);
// The next object or value as an object, or the one with a key. The state owns it.
id FSRDecodeObject(FSRUnarchiverState* state, const fastser_key* key);
// Which fields of the record that is being read, or of the root, have names:
// FASTSER_FIELD_NAMES_...
int32_t FSRFieldNames(const fastser_reader* reader);
// Whether an object may be handed to the caller of the innermost call with classes.
BOOL FSRIsAllowed(const FSRUnarchiverState* state, Class cls);
// What a name in the archive means here, or Nil.
Class FSRClassNamed(FSRUnarchiverState* state, NSString* name);
// A class that is a value.
Class FSRDecodeClass(FSRUnarchiverState* state, const fastser_key* key);
void FSRRaiseNoMemory(void) __attribute__((noreturn, cold));
// Owns an object from now on. Returns it.
FSR_BORROWED_BEGIN
static inline id FSROwn(FSRUnarchiverState* state, FSR_TAKES id object) {
  if (object != nil && !FSRPointerListAdd(&state->kept, FSRTaken(object))) FSRRaiseNoMemory();
  return object;
}
FSR_BORROWED_END
// Whether an object that is known already may be given to the program at once: no error, no class
// that has to be allowed, nobody who puts others in its place.
static inline BOOL FSRGivesAsMade(const FSRUnarchiverState* state) {
  return ((uintptr_t)FSR_ADDRESS(state->error) | (uintptr_t)state->allowed |
          state->replacements.count | state->requires_secure | state->tells_delegate) == 0;
}
// Makes the object of a value that the reader gave for the key.
id FSRMakeObject(FSRUnarchiverState* state, const fastser_key* key, const fastser_value* value);

// ---- values

// One scalar, to memory of the letter's type.
void FSRDecodeScalar(FSRUnarchiverState* state, const fastser_key* key, char letter, void* address);
double FSRDecodeReal(FSRUnarchiverState* state, const fastser_key* key);
// Objects are retained for the caller, C strings are the caller's to free.
void FSRDecodeType(FSRUnarchiverState* state, const fastser_key* key, const FSRType* type,
                   void* address);
void FSRDecodeArray(FSRUnarchiverState* state, const fastser_key* key, const FSRType* type,
                    size_t count, void* address);
// Scalars that are a list in the archive, to memory of scalars of a code.
void FSRDecodeRun(FSRUnarchiverState* state, const fastser_key* key, uint32_t code, size_t count,
                  void* address);
const FSRType* FSRTypeOf(FSRTypeCache* cache, const char* encoding, const char** end);

#endif
