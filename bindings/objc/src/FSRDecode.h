// SPDX-License-Identifier: MIT
//
// What the sources that decode objects have of each other: FSRDecodeObject.m asks for what the
// archive has next and makes objects of the program's classes, FSRDecodeClass.m knows the classes,
// FSRDecodeFoundation.m makes Foundation's values, FSRDecodeContainer.m its containers.
//
// The state owns the objects that they return, but for those of functions with FSR_RETURNS_OWNED.
// After an error they are nil.
#ifndef FSR_DECODE_H
#define FSR_DECODE_H

#import "FSRUnarchiverState.h"

FSR_BORROWED_BEGIN

// ---- classes (FSRDecodeClass.m)

// Whether an object of the class may be decoded here; if not, that is the error.
BOOL FSRAllow(FSRUnarchiverState* state, Class cls);
// What the class of the record or object that was just opened is here.
const FSRReadClass* FSRKnownClass(FSRUnarchiverState* state);
// The same, if the program has it and it is allowed; NULL after an error. `known`: what was
// remembered for it, if that is at hand.
const FSRReadClass* FSRClassOfOpen(FSRUnarchiverState* state, const FSRReadClass* known);
// The class that is a value.
Class FSRDecodeClassOfName(FSRUnarchiverState* state, fastser_text text);
NSString* FSRTextOf(fastser_text text);

static inline BOOL FSRAllowFamily(FSRUnarchiverState* state, FSRFamily family) {
  if (state->allowed == NULL && !state->requires_secure) return YES;
  return FSRAllow(state, FSRClassOfFamily(family));
}

// Whether the record or object that was just opened has a class.
static inline BOOL FSRHasClass(const FSRUnarchiverState* state) {
  return fastser_reader_class_name(state->reader, 0).size != 0;
}

static inline FSR_RETURNS_OWNED id FSRAllocate(const FSRReadClass* known) {
#if FSR_LOOKS_UP_ONCE
  if (known->plain) return NSAllocateObject(known->cls, 0, NSDefaultMallocZone());
#endif
  return [known->cls alloc];
}

// ---- values of Foundation's (FSRDecodeFoundation.m)

static inline fastser_text FSRTextIn(const fastser_value* value) {
  const fastser_text text = {(const char*)value->bytes.data, value->bytes.size};
  return text;
}

FSR_RETURNS_OWNED NSString* FSRMakeString(FSRUnarchiverState* state, const uint8_t* data,
                                          size_t size);
// Strings and data that are met for the first time.
id FSRNewString(FSRUnarchiverState* state, const fastser_value* value);
id FSRNewData(FSRUnarchiverState* state, const fastser_value* value);
id FSRDecodeAppleDate(FSRUnarchiverState* state, uint64_t bits);
id FSRDecodeNull(FSRUnarchiverState* state, const fastser_key* key);
FSR_RETURNS_OWNED id FSRDecodeNumber(FSRUnarchiverState* state, const fastser_value* value);
FSR_RETURNS_OWNED id FSRDecodeDate(FSRUnarchiverState* state, const fastser_key* key);
FSR_RETURNS_OWNED id FSRDecodeDecimal(FSRUnarchiverState* state, const fastser_key* key);
FSR_RETURNS_OWNED id FSRDecodeUUID(FSRUnarchiverState* state, const fastser_key* key);
FSR_RETURNS_OWNED id FSRDecodeURL(FSRUnarchiverState* state, const fastser_value* value);
// The value of an object that was opened and holds one.
FSR_RETURNS_OWNED id FSRDecodeSimple(FSRUnarchiverState* state, FSRFamily family);

// ---- containers (FSRDecodeContainer.m)

// Puts an element on the scratch list.
void FSRPush(FSRUnarchiverState* state, id object);
// The elements that follow, on the scratch list. For maps: a key, a value, a key ... NO after an
// error.
BOOL FSRReadElements(FSRUnarchiverState* state, BOOL map);
// The container whose object was opened, or is a value; `number` FASTSER_NO_NUMBER for those.
// `read` puts its elements on the scratch list.
id FSRDecodeContainer(FSRUnarchiverState* state, FSRFamily family, uint32_t number,
                      BOOL (*read)(FSRUnarchiverState* state, BOOL map));
// What is known of an object's number. Only containers that are being read have nothing there.
id FSRObjectOfNumber(FSRUnarchiverState* state, uint32_t number);

static inline id FSRNotNil(id object) { return object == nil ? (id)[NSNull null] : object; }
/* The same of an element of a container: NSNull has to be allowed there, as any class. (In a struct
 * of another language nil is a field without a value.) */
static inline id FSRElement(FSRUnarchiverState* state, id object) {
  if (object == nil && state->error == nil) FSRAllowFamily(state, FSRFamilyNull);
  return FSRNotNil(object);
}

FSR_BORROWED_END

#endif
