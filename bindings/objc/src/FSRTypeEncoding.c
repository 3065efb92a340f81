/* SPDX-License-Identifier: MIT */
#include "FSRTypeEncoding.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fastser/fastser.h"

/* Deeper than any type of a program. */
#define DEEPEST 64
#define CACHED 64

static const char* const kTooLarge = "a type that is too large";
static unsigned long parsed;

unsigned long FSRTypesParsed(void) { return parsed; }

#define INTEGER(T, is_signed)                                                                \
  (*size = sizeof(T), sizeof(T) == 1   ? ((is_signed) ? FASTSER_TYPE_I8 : FASTSER_TYPE_U8)   \
                      : sizeof(T) == 2 ? ((is_signed) ? FASTSER_TYPE_I16 : FASTSER_TYPE_U16) \
                      : sizeof(T) == 4 ? ((is_signed) ? FASTSER_TYPE_I32 : FASTSER_TYPE_U32) \
                                       : ((is_signed) ? FASTSER_TYPE_I64 : FASTSER_TYPE_U64))

uint32_t FSRScalarOf(char letter, size_t* size) {
  switch (letter) {
    case 'c': return INTEGER(signed char, 1);
    case 'C': return INTEGER(unsigned char, 0);
    case 's': return INTEGER(short, 1);
    case 'S': return INTEGER(unsigned short, 0);
    case 'i': return INTEGER(int, 1);
    case 'I': return INTEGER(unsigned int, 0);
    case 'l': return INTEGER(long, 1);
    case 'L': return INTEGER(unsigned long, 0);
    case 'q': return INTEGER(long long, 1);
    case 'Q': return INTEGER(unsigned long long, 0);
    case 'B': *size = sizeof(bool); return FASTSER_TYPE_BOOL;
    case 'f': *size = sizeof(float); return FASTSER_TYPE_F32;
    case 'd': *size = sizeof(double); return FASTSER_TYPE_F64;
    default: *size = 0; return 0;
  }
}

/* const, in, inout, out, bycopy, byref, oneway, _Atomic: nothing to an archive. */
static const char* skip_qualifiers(const char* at) {
  while (*at != 0 && strchr("rnNoORVA", *at) != NULL) ++at;
  return at;
}

/* "name" in front of a member, as instance variables have it. */
static const char* skip_member_name(const char* at) {
  if (*at != '"') return at;
  const char* const close = strchr(at + 1, '"');
  return close == NULL ? at : close + 1;
}

static const char* problem_of(char letter) {
  switch (letter) {
    case '^': return "a pointer: what it points to is not known to be one value";
    case '(': return "a union: which of its members holds is not known";
    case 'b': return "a bit field: where it lies is not known";
    case '?': return "a function, or a type that is not known";
    case 'v': return "void";
    case 'D': return "a long double";
    case 't':
    case 'T': return "an integer of 128 bits";
    case 0: return "a type that ends too early";
    default: return "a type that is not known";
  }
}

static FSRType* fail(FSRType* made, const char* why, const char** problem) {
  FSRTypeFree(made);
  *problem = why;
  return NULL;
}

static FSRType* parse(const char* at, const char** end, const char** problem, int depth);

static size_t aligned(size_t offset, size_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

/* The type so far is scalars of one code, and `more` of them follow. */
static void lengthen_run(FSRType* type, const FSRType* more, bool first) {
  if (first) {
    type->run_code = more->run_code;
  } else if (type->run_code != more->run_code) {
    type->run_code = 0;
  }
  type->run += more->run;
}

static FSRType* parse_array(FSRType* type, const char* at, const char** end, const char** problem,
                            int depth) {
  type->kind = FSR_ARRAY;
  for (++at; *at >= '0' && *at <= '9'; ++at) {
    if (type->count > (SIZE_MAX - 9) / 10) return fail(type, kTooLarge, problem);
    type->count = type->count * 10 + (size_t)(*at - '0');
  }
  type->inner = parse(at, end, problem, depth + 1);
  if (type->inner == NULL) return fail(type, *problem, problem);
  if (**end != ']') return fail(type, problem_of(0), problem);
  ++*end;
  const FSRType* const inner = type->inner;
  if (inner->size != 0 && type->count > SIZE_MAX / inner->size)
    return fail(type, kTooLarge, problem);
  type->size = inner->size * type->count;
  type->alignment = inner->alignment;
  type->run_code = inner->run_code;
  type->run = inner->run * type->count;
  return type;
}

static FSRType* parse_struct(FSRType* type, const char* at, const char** end, const char** problem,
                             int depth) {
  type->kind = FSR_STRUCT;
  type->alignment = 1;
  type->name = ++at;
  while (*at != 0 && *at != '=' && *at != '}') ++at;
  type->name_size = (size_t)(at - type->name);
  if (*at != '=') return fail(type, "a struct whose members are not known", problem);
  at = skip_member_name(at + 1);
  FSRType** place = &type->inner;
  bool dense = true;
  while (*at != '}') {
    FSRType* const member = parse(at, end, problem, depth + 1);
    if (member == NULL) return fail(type, *problem, problem);
    member->offset = aligned(type->size, member->alignment);
    dense = dense && member->offset == type->size;
    lengthen_run(type, member, place == &type->inner);
    type->size = member->offset + member->size;
    if (member->alignment > type->alignment) type->alignment = member->alignment;
    *place = member;
    place = &member->next;
    at = skip_member_name(*end);
  }
  *end = at + 1;
  const size_t size = aligned(type->size, type->alignment);
  if (!dense || size != type->size) type->run_code = 0;
  type->size = size;
  return type;
}

static FSRType* parse(const char* at, const char** end, const char** problem, int depth) {
  at = skip_qualifiers(at);
  FSRType* const type = calloc(1, sizeof(FSRType));
  if (type == NULL) return fail(type, "no memory", problem);
  if (depth > DEEPEST) return fail(type, "a type that is nested too deep", problem);
  *end = at + 1;
  type->code = *at;
  type->alignment = type->size = sizeof(void*);
  switch (*at) {
    case '@':
      type->kind = FSR_OBJECT;
      if (**end == '?') return fail(type, "a block", problem);
      *end = skip_member_name(*end); /* @"NSString" */
      return type;
    case '*': type->kind = FSR_CSTRING; return type;
    case '#': type->kind = FSR_CLASS; return type;
    case ':': type->kind = FSR_SELECTOR; return type;
    case '[': return parse_array(type, at, end, problem, depth);
    case '{': type->size = 0; return parse_struct(type, at, end, problem, depth);
    default: break;
  }
  type->kind = FSR_SCALAR;
  type->scalar = FSRScalarOf(*at, &type->size);
  if (type->scalar == 0) return fail(type, problem_of(*at), problem);
  type->alignment = type->size; /* of numbers in a struct, too, on the machines that we know */
#if defined(__i386__)
  if (type->size == 8) type->alignment = 4;
#endif
  type->run_code = type->scalar;
  type->run = 1;
  return type;
}

#define NUMBER(at, behind)                                                                     \
  {                                                                                            \
    .kind = FSR_SCALAR, .code = 'd', .scalar = FASTSER_TYPE_F64, .run_code = FASTSER_TYPE_F64, \
    .run = 1, .size = sizeof(double), .alignment = sizeof(double), .offset = (at),             \
    .next = (behind)                                                                           \
  }
#define STRUCT(count, at, first, behind)                                           \
  {                                                                                \
    .kind = FSR_STRUCT, .code = '{', .run_code = FASTSER_TYPE_F64, .run = (count), \
    .size = (count) * sizeof(double), .alignment = sizeof(double), .offset = (at), \
    .inner = (first), .next = (behind)                                             \
  }

/* Never written: the trees of strings have the same type. */
static FSRType second_number = NUMBER(sizeof(double), NULL);
static FSRType first_number = NUMBER(0, &second_number);
static FSRType second_pair = STRUCT(2, 2 * sizeof(double), &first_number, NULL);
static FSRType first_pair = STRUCT(2, 0, &first_number, &second_pair);
const FSRType FSRPairType = STRUCT(2, 0, &first_number, NULL);
const FSRType FSRPairsType = STRUCT(4, 0, &first_pair, NULL);

FSRType* FSRTypeParse(const char* encoding, const char** end, const char** problem) {
  __atomic_fetch_add(&parsed, 1, __ATOMIC_RELAXED);
  return parse(encoding, end, problem, 0);
}

void FSRTypeFree(FSRType* type) {
  while (type != NULL) {
    FSRType* const next = type->next;
    FSRTypeFree(type->inner);
    free(type);
    type = next;
  }
}

/* An entry is known by the string's address, and its text is compared: a program may make its
 * strings at run time, one after the other at one address. */
struct FSRCachedType {
  const char* address;
  char* text;
  size_t size; /* of the text that is the type */
  FSRType* type;
  struct FSRCachedType* next; /* of those that are retired */
};

static void forget(struct FSRCachedType* entry) {
  FSRTypeFree(entry->type);
  free(entry->text);
  memset(entry, 0, sizeof *entry);
}

/* Makes room in an entry; what it had stays alive. */
static int retire(FSRTypeCache* cache, struct FSRCachedType* entry) {
  if (entry->type == NULL) return 1;
  struct FSRCachedType* const kept = malloc(sizeof *kept);
  if (kept == NULL) return 0;
  *kept = *entry;
  kept->next = cache->retired;
  cache->retired = kept;
  memset(entry, 0, sizeof *entry);
  return 1;
}

const FSRType* FSRTypeCacheGet(FSRTypeCache* cache, const char* encoding, const char** end,
                               const char** problem) {
  *problem = "no memory";
  if (cache->entries == NULL) cache->entries = calloc(CACHED, sizeof(struct FSRCachedType));
  if (cache->entries == NULL) return NULL;
  const uintptr_t bits = (uintptr_t)encoding;
  struct FSRCachedType* const entry = &cache->entries[(bits ^ bits >> 6) % CACHED];
  if (entry->address == encoding && strncmp(entry->text, encoding, entry->size) == 0) {
    *end = encoding + entry->size;
    return entry->type;
  }
  FSRType* const type = FSRTypeParse(encoding, end, problem);
  if (type == NULL) return NULL;
  const size_t size = (size_t)(*end - encoding);
  /* The names in the tree point into the text, which the program may change: into a copy. */
  char* const text = malloc(size + 1);
  if (text == NULL || !retire(cache, entry)) {
    free(text);
    FSRTypeFree(type);
    return NULL;
  }
  memcpy(text, encoding, size);
  text[size] = 0;
  FSRTypeFree(type);
  entry->address = encoding;
  entry->text = text;
  entry->size = size;
  const char* ignored = NULL;
  entry->type = parse(text, &ignored, problem, 0);
  if (entry->type == NULL) forget(entry);
  return entry->type;
}

void FSRTypeCacheClear(FSRTypeCache* cache) {
  for (size_t at = 0; cache->entries != NULL && at < CACHED; ++at) forget(&cache->entries[at]);
  free(cache->entries);
  cache->entries = NULL;
  while (cache->retired != NULL) {
    struct FSRCachedType* const one = cache->retired;
    cache->retired = one->next;
    forget(one);
    free(one);
  }
}
