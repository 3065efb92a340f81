// SPDX-License-Identifier: MIT
//
// Tape: the calls that a CoderWriter cannot carry out yet, because a value that lies before theirs
// is not complete (a branch). They are noted, and carried out in the order in which their values
// lie: so shapes, strings and objects get their numbers as if they had been written in that order.
//
// A *strand* is a list of calls: strand 0 those that go on behind the first branch, each other one
// those of a branch. All lie in one buffer, in the order in which they came; each says where the
// next of its strand is. A call is a TapeCall, the characters of a transient key, and what else it
// takes: the bytes of the value as they are on the wire, or of a text, or one of the structs below.
//
// Two orders meet here. What the caller is told (was this object written before?) follows the order
// of its calls; what is written follows that of the bytes. So an object whose body is on the tape
// is promised where the bytes come to it before.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fastser/buffer.hpp"
#include "fastser/internal/archive/coder/shapes.hpp"
#include "fastser/internal/archive/object_table.hpp"
#include "fastser/internal/archive/pod_stack.hpp"

namespace fastser::archive {
class CoderWriter;
struct PendingObject;
}  // namespace fastser::archive

namespace fastser::archive::coder {

enum class TapeOp : std::uint8_t {
  kValue,        ///< bytes on the wire
  kString,       ///< its bytes
  kData,         ///< its bytes
  kStringAgain,  ///< TapedString
  kRemember,     ///< TapedString
  kOpen,         ///< TapedContainer
  kRecord,       ///< TapedObject
  kObject,       ///< TapedObject
  kDeferred,     ///< TapedObject
  kReference,    ///< TapedObject
  kBranch,       ///< TapedObject: its number is the strand
  kEnd,          ///< TapedContainer: its kind is what ends
};

struct TapeCall {
  std::size_t next;  ///< of the strand; 0: none
  std::size_t end;   ///< of what belongs to the call
  const char* key;   ///< null where transient
  std::uint32_t key_size;
  Tag tag;
  TapeOp op;
  bool has_key;
};
struct TapedString {
  const void* identity;
  std::size_t offset;  ///< of the text on the tape; 0: it was written before
  std::size_t size;
};
struct TapedContainer {
  std::uint64_t count;
  Tag element;
  Tag mapped;
  std::uint8_t kind;
};
struct TapedObject {
  const void* identity;
  void* context;
  void (*body)(CoderWriter&, const PendingObject&);
  std::uint32_t number;
};

struct Strand {
  std::size_t first = 0;
  std::size_t last = 0;
  std::uint32_t depth = 0;  ///< things open, those around the strand counted
  std::uint32_t base = 0;   ///< those around it
  bool has_value = false;
};

struct Tape {
  Buffer bytes;
  std::size_t last_call = 0;  ///< the call noted last
  PodStack<Strand> strands;
  std::uint32_t active = 0;      ///< the strand that calls go to
  std::uint32_t incomplete = 0;  ///< branches whose value is not there or not ended
  ObjectTable objects;           ///< those whose bodies are noted
  ObjectTable strings;           ///< identities of texts, with their numbers in `texts`
  PodStack<TapedString> texts;
  TapedString last_text = {};  ///< what remember_string() would remember
  // The writer's place in the output.
  std::size_t output = 0;
  Entry* at = nullptr;
  std::uint32_t open = 0;
  Tag run = Tag::kNone;
};

}  // namespace fastser::archive::coder
