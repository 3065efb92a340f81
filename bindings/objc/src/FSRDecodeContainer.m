// SPDX-License-Identifier: MIT
//
// Containers: arrays, sets and dictionaries. An array, and what cannot be changed, is made when its
// elements are there; if one of them refers to it, at once, and is then one that can be filled
// (FSROpen).
#import "FSRDecode.h"

FSR_BORROWED_BEGIN

void FSRPush(FSRUnarchiverState* state, id object) {
  if (!FSRPointerListAdd(&state->scratch, FSR_ADDRESS(object))) {
    [NSException raise:NSMallocException format:@"no memory"];
  }
}

BOOL FSRReadElements(FSRUnarchiverState* state, BOOL map) {
  fastser_reader* const reader = state->reader;
  uint64_t count = 0;
  const int32_t opened = map ? fastser_reader_begin_map(reader, FASTSER_NO_KEY, &count)
                             : fastser_reader_begin_list(reader, FASTSER_NO_KEY, &count);
  if (!opened) {
    FSRCheckReader(state);
    FSRFailHere(state, FASTSER_TYPE_MISMATCH, @"a container is expected here");
    return NO;
  }
  if (map) count *= 2;
  for (uint64_t at = 0; at < count; ++at) {
    FSRPush(state, FSRElement(state, FSRDecodeObject(state, FASTSER_NO_KEY)));
    if (state->error != nil) return NO;
  }
  if (map) {
    fastser_reader_end_map(reader);
  } else {
    fastser_reader_end_list(reader);
  }
  FSRCheckReader(state);
  return state->error == nil;
}

static BOOL is_map(FSRFamily family) {
  return family == FSRFamilyDictionary || family == FSRFamilyMutableDictionary ||
         family == FSRFamilyCountedSet;
}

// Whether it says how often a counted set has an object, and the sets of the archive do not have
// more by it than they may. What is there once has bytes of its own.
static BOOL is_count(FSRUnarchiverState* state, id object) {
  if (![object isKindOfClass:FSRClassOfFamily(FSRFamilyNumber)]) return NO;
  const double times = [object doubleValue];
  if (!(times >= 0 && times <= FSR_MOST_EQUAL_OBJECTS)) return NO;
  if (times > 1) state->equal_objects += (uint64_t)times;
  return state->equal_objects <= FSR_MOST_EQUAL_OBJECTS;
}

// Whether the elements are what the container can have: keys that can be copied, counts.
static BOOL are_fit(FSRUnarchiverState* state, FSRFamily family, size_t base) {
  if (!is_map(family)) return YES;
  for (size_t at = base; at + 1 < state->scratch.count; at += 2) {
    const FSR_UNOWNED id key = FSR_OBJECT_AT(state->scratch.items[at]);
    const FSR_UNOWNED id value = FSR_OBJECT_AT(state->scratch.items[at + 1]);
    const BOOL fit = family == FSRFamilyCountedSet
                         ? is_count(state, value)
                         : [key respondsToSelector:@selector(copyWithZone:)];
    if (fit) continue;
    FSRFailHere(state, FASTSER_TYPE_MISMATCH, @"an element that such a container cannot have");
    return NO;
  }
  return YES;
}

// The class that can be filled, for a family that cannot.
static FSRFamily filled_family(FSRFamily family) {
  switch (family) {
    case FSRFamilyArray: return FSRFamilyMutableArray;
    case FSRFamilyDictionary: return FSRFamilyMutableDictionary;
    case FSRFamilySet: return FSRFamilyMutableSet;
    case FSRFamilyOrderedSet: return FSRFamilyMutableOrderedSet;
    default: return family;
  }
}

// Those that can be filled are begun before their elements are read, but for arrays, which most
// programs have their objects in: those are made like arrays that cannot be changed.
static BOOL is_begun_at_once(FSRFamily family) {
  return filled_family(family) == family && family != FSRFamilyMutableArray;
}

static void fill(id object, FSRFamily family, const FSR_UNOWNED id* elements, size_t count) {
  if (family == FSRFamilyCountedSet) {
    for (size_t at = 0; at + 1 < count; at += 2) {
      for (NSInteger left = [elements[at + 1] integerValue]; left > 0; --left) {
        [object addObject:elements[at]];
      }
    }
  } else if (is_map(family)) {
    for (size_t at = 0; at + 1 < count; at += 2) {
      [object setObject:elements[at + 1] forKey:elements[at]];
    }
  } else {
    for (size_t at = 0; at < count; ++at) [object addObject:elements[at]];
  }
}

// How many entries or elements the container has that is made of these, if no two are equal.
static size_t count_of(FSRFamily family, const FSR_UNOWNED id* elements, size_t count) {
  if (!is_map(family)) return count;
  if (family != FSRFamilyCountedSet) return count / 2;
  size_t there = 0;
  for (size_t at = 0; at + 1 < count; at += 2) there += [elements[at + 1] integerValue] > 0;
  return there;
}

// Those on the scratch list from a place on. (There is no list before there was an element.)
static const FSR_UNOWNED id* elements_from(FSRUnarchiverState* state, size_t place) {
  const void* const items = state->scratch.items;
  return items == NULL ? NULL : (const FSR_UNOWNED id*)items + place;
}

static FSR_RETURNS_OWNED id make_dictionary(FSRUnarchiverState* state, size_t base) {
  const size_t count = (state->scratch.count - base) / 2;
  for (size_t half = 0; half < 2; ++half) {
    for (size_t at = 0; at < count; ++at) {
      FSRPush(state, FSR_OBJECT_AT(state->scratch.items[base + 2 * at + half]));
    }
  }
  return [[NSDictionary alloc] initWithObjects:elements_from(state, base + 3 * count)
                                       forKeys:elements_from(state, base + 2 * count)
                                         count:count];
}

// A container that was not begun, from its elements.
static FSR_RETURNS_OWNED id make_complete(FSRUnarchiverState* state, FSRFamily family,
                                          size_t base) {
  const FSR_UNOWNED id* const elements = elements_from(state, base);
  const size_t count = state->scratch.count - base;
  switch (family) {
    case FSRFamilyArray: return [[NSArray alloc] initWithObjects:elements count:count];
    case FSRFamilyMutableArray:
      return [[NSMutableArray alloc] initWithObjects:elements count:count];
    case FSRFamilySet: return [[NSSet alloc] initWithObjects:elements count:count];
    case FSRFamilyOrderedSet: return [[NSOrderedSet alloc] initWithObjects:elements count:count];
    default: return make_dictionary(state, base);
  }
}

// Foundation holds more for equal than archives do: the number 1 whatever its type. What a
// container would lose by that is an error. (The program may have put more into it meanwhile.)
static BOOL has_all(FSRUnarchiverState* state, id object, FSRFamily family, size_t count) {
  if ([object count] >= count) return YES;
  FSRFailHere(
      state, FASTSER_MALFORMED,
      is_map(family) ? @"two keys that are equal" : @"two elements of a set that are equal");
  return NO;
}

id FSRObjectOfNumber(FSRUnarchiverState* state, uint32_t number) {
  const FSR_UNOWNED id object = FSR_OBJECT_AT(fastser_reader_object(state->reader, number));
  if (object != nil) return object;
  for (FSROpen* open = state->open; open != NULL; open = open->outer) {
    if (open->number != number) continue;
    open->object = FSROwn(state, [[FSRClassOfFamily(filled_family(open->family)) alloc] init]);
    fastser_reader_set_object(state->reader, number, FSR_ADDRESS(open->object));
    return open->object;
  }
  return nil;  // initWithCoder: gave nil
}

id FSRDecodeContainer(FSRUnarchiverState* state, FSRFamily family, uint32_t number,
                      BOOL (*read)(FSRUnarchiverState* state, BOOL map)) {
  FSROpen open = {state->open, number, family, nil};
  const size_t base = state->scratch.count;
  state->open = &open;
  if (is_begun_at_once(family) && number != FASTSER_NO_NUMBER) {
    open.object = FSROwn(state, [[FSRClassOfFamily(family) alloc] init]);
    fastser_reader_set_object(state->reader, number, FSR_ADDRESS(open.object));
  }
  BOOL complete = NO, done = NO;
  @try {
    complete = read(state, is_map(family)) && are_fit(state, family, base);
    state->open = open.outer;
    const size_t size = state->scratch.count - base;
    const size_t count = complete ? count_of(family, elements_from(state, base), size) : 0;
    if (complete && open.object != nil) {
      fill(open.object, family, elements_from(state, base), size);
    } else if (complete) {
      open.object = FSROwn(state, make_complete(state, family, base));
      fastser_reader_set_object(state->reader, number, FSR_ADDRESS(open.object));
    }
    complete = complete && has_all(state, open.object, family, count);
    done = YES;
  } @catch (NSException* exception) {
    FSRKeepException(state, exception);
    @throw;
  } @finally {
    // Whatever was raised: what is open lies on the stack that is left.
    state->open = open.outer;
    if (!done) FSRKeepUnknownException(state);
  }
  if (!complete) return nil;
  state->scratch.count = base;
  return open.object;
}

FSR_BORROWED_END
