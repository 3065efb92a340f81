/* SPDX-License-Identifier: MIT
 *
 * Type encodings ("i", "{CGRect={CGPoint=dd}{CGSize=dd}}", "[4q]") as a tree that knows sizes and
 * offsets, made once per string. What cannot be archived has no tree, but the reason why.
 *
 * A type whose memory is nothing but scalars of one kind without gaps (a rectangle, an array of
 * arrays of int) says so, and how many. Plain C: no Objective-C in here. */
#ifndef FSR_TYPE_ENCODING_H
#define FSR_TYPE_ENCODING_H

#include <stddef.h>
#include <stdint.h>

#define FSR_SCALAR 1
#define FSR_OBJECT 2   /* @ */
#define FSR_CSTRING 3  /* * */
#define FSR_CLASS 4    /* # */
#define FSR_SELECTOR 5 /* : */
#define FSR_STRUCT 6
#define FSR_ARRAY 7

typedef struct FSRType {
  int kind;
  char code;         /* of a scalar: c, C, s ... */
  uint32_t scalar;   /* of a scalar: FASTSER_TYPE_... */
  uint32_t run_code; /* not 0: this memory is `run` scalars of this code */
  size_t run;
  size_t size;
  size_t alignment;
  size_t offset;    /* of a member: in its struct */
  size_t count;     /* of an array */
  const char* name; /* of a struct: in the string; not terminated */
  size_t name_size;
  struct FSRType* inner; /* the first member, or what an array has */
  struct FSRType* next;  /* the member behind this one */
} FSRType;

/* One type, from the start of `encoding`. NULL, and *problem, if it cannot be archived; *end: what
 * lies behind the type. */
FSRType* FSRTypeParse(const char* encoding, const char** end, const char** problem);
void FSRTypeFree(FSRType* type);

/* {dd} and {{dd}{dd}}: a point or size, and a rectangle, whatever numbers the machine has in them.
 */
extern const FSRType FSRPairType, FSRPairsType;

/* FASTSER_TYPE_... of a scalar's letter, 0 for others; and its size. */
uint32_t FSRScalarOf(char letter, size_t* size);

/* The trees of the strings that were met, by the strings' addresses. A tree stays until the cache
 * is cleared: an array of objects is walked by its tree while the objects in it use the cache. */
typedef struct FSRTypeCache {
  struct FSRCachedType* entries; /* a power of two of them */
  struct FSRCachedType* retired; /* a chain of those that had to make room */
} FSRTypeCache;

/* As FSRTypeParse, but the tree is the cache's. */
const FSRType* FSRTypeCacheGet(FSRTypeCache* cache, const char* encoding, const char** end,
                               const char** problem);
void FSRTypeCacheClear(FSRTypeCache* cache);
/* How many strings were parsed by this process; for tests. */
unsigned long FSRTypesParsed(void);

#endif
