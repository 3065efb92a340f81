// SPDX-License-Identifier: MIT
//
// What an archiver is made of. FSRArchiver.m has its methods, FSREncodeObject.m writes objects,
// FSREncodeValue.m values by type encoding.
#ifndef FSR_ARCHIVER_STATE_H
#define FSR_ARCHIVER_STATE_H

#import "FSRInternal.h"
#import "FSRQuick.h"

typedef Class (*FSRClassMethod)(id object, SEL selector);
typedef id (*FSRReplaceMethod)(id object, SEL selector, NSCoder* coder);
typedef void (*FSREncodeMethod)(id object, SEL selector, NSCoder* coder);

// What is known of the objects of one class, found out when the first one is met. Its methods are
// looked up once: an archive asks thousands of objects the same.
typedef struct FSRWrittenClass {
  FSRFamily family;
  SEL replace;                       // what it overrides to be replaced, or NULL
  SEL class_for;                     // what says as which class it is archived
  FSRReplaceMethod ask_replacement;  // the method of replace, or NULL
  FSRClassMethod ask_class;          // the method of class_for
  FSREncodeMethod encode;  // encodeWithCoder:, or NULL: it has none that is found by its class
  Class last_coded;        // what the last object named, and the number of that
  uint32_t number;
} FSRWrittenClass;

// Whether the strings of one key are worth being known by their address: each then has to be kept
// alive until the end, which costs more than to write a short one. One met again pays for eight
// that are new; when the balance is used up the key is left alone for a while, longer each time.
// All of it depends on what is archived only, and not on any address: equal graphs are equal bytes.
typedef struct FSRHabit {
  int spent;
  unsigned skip, rounds;
} FSRHabit;

typedef struct FSRArchiverState {
  fastser_writer* writer;
  FSR_UNOWNED id archiver;  // whose state this is
  FSRKeyCache keys;
  FSRTypeCache types;
  FSRPointerList kept;                      // retained until the archive is finished
  FSRPointerMap classes;                    // the class of an object -> FSRWrittenClass
  FSRPointerMap numbers;                    // a class as it is archived -> its number + 1
  FSRPointerMap replacements;               // an object -> what is encoded in its place
  FSRPointerMap habits;                     // a key -> FSRHabit
  FSRHabit in_order;                        // of strings without a key
  uint32_t family_numbers[FSRFamilyCount];  // + 1
  NSMutableDictionary* names;  // of classes: what they are called in the archive; nil: none
  NSDictionary* common_names;  // the same for all archivers, when this one was made
  FSR_UNOWNED id<FSRArchiverDelegate> delegate;
  BOOL asks_delegate, tells_delegate;
  NSMutableData* target;  // of initForWritingWithMutableData:
  NSData* archive;        // when it is finished
  NSError* failure;       // why it cannot be
  NSUInteger depth;       // how many encodeWithCoder: are running
  BOOL begun;             // something was encoded
  BOOL requires_secure;
  BOOL checksum;
  uint32_t user_version;
  uint64_t equal_objects;  // those that counted sets have more than once
} FSRArchiverState;

// The writer, made when the first value comes.
void FSRBeginWriting(FSRArchiverState* state);
static inline fastser_writer* FSRWriter(FSRArchiverState* state) {
  if (!state->begun) FSRBeginWriting(state);
  return state->writer;
}

// An object, with all rules of replacement. `conditional`: only if it is encoded elsewhere.
void FSREncodeObject(FSRArchiverState* state, const fastser_key* key, id object, BOOL conditional);
// The objects that were put off.
void FSREncodePending(FSRArchiverState* state);
// Keeps an object alive until the end.
void FSRKeep(FSRArchiverState* state, id object);

// A value by its type.
void FSREncodeType(FSRArchiverState* state, const fastser_key* key, const FSRType* type,
                   const void* address);
// `count` of them, as one list.
void FSREncodeArray(FSRArchiverState* state, const fastser_key* key, const FSRType* type,
                    size_t count, const void* address);
void FSREncodeScalar(fastser_writer* writer, const fastser_key* key, char letter,
                     const void* address);
// The parsed type. Raises where it cannot be archived. *end may be asked for.
const FSRType* FSRTypeOf(FSRTypeCache* cache, const char* encoding, const char** end);

void FSREncodeText(FSRArchiverState* state, const fastser_key* key, NSString* string);
void FSREncodeClassName(FSRArchiverState* state, const fastser_key* key, Class cls);

#endif
