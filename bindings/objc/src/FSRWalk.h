// SPDX-License-Identifier: MIT
//
// A walk over a collection whose elements are sent messages that may raise. With ARC, for-in
// retains the collection, and an exception that passes leaves that count over. This does not count.
//
//   FSRWalk walk = {collection};
//   FSR_UNOWNED id element;
//   while (FSRWalkNext(&walk, &element)) ...
//
// As with for-in, a collection that is changed meanwhile raises.
#ifndef FSR_WALK_H
#define FSR_WALK_H

#import "FSRInternal.h"

FSR_BORROWED_BEGIN

typedef struct FSRWalk {
  FSR_UNOWNED id collection;  // the caller owns it
  NSFastEnumerationState state;
  NSUInteger at, count;
  unsigned long changes;  // what *state.mutationsPtr was
  BOOL begun;
  FSR_UNOWNED id elements[16];
} FSRWalk;

// NO: there are no more.
static inline BOOL FSRWalkNext(FSRWalk* walk, FSR_UNOWNED id* element) {
  if (walk->at == walk->count) {
    walk->at = 0;
    walk->count = [walk->collection countByEnumeratingWithState:&walk->state
                                                        objects:walk->elements
                                                          count:sizeof walk->elements / sizeof(id)];
    if (walk->count == 0) return NO;
    if (!walk->begun) walk->changes = *walk->state.mutationsPtr;
    walk->begun = YES;
  }
  if (*walk->state.mutationsPtr != walk->changes) objc_enumerationMutation(walk->collection);
  *element = walk->state.itemsPtr[walk->at++];
  return YES;
}

FSR_BORROWED_END

#endif
