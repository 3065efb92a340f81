// SPDX-License-Identifier: MIT
//
// Decoder: what one decode of an archive carries along: a wire::Input, and the tables of what is
// shared. Paths are not tracked on the way: when a decode fails, the walker goes to the byte again
// and says where it is.
//
// Every use of a reference is checked against the kind of the object (B6). A half-built object may
// be linked, never read (B7).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "fastser/arena.hpp"
#include "fastser/buffer.hpp"
#include "fastser/describe.hpp"
#include "fastser/internal/archive/depth_rule.hpp"
#include "fastser/internal/archive/promise_set.hpp"
#include "fastser/internal/archive/slab.hpp"
#include "fastser/internal/archive/typed/block_list.hpp"
#include "fastser/internal/archive/typed/late_links.hpp"
#include "fastser/internal/archive/typed/text_table.hpp"
#include "fastser/internal/archive/value_checks.hpp"
#include "fastser/internal/base/checked.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/string_resize.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/internal/wire/input.hpp"
#include "fastser/internal/wire/short_text.hpp"
#include "fastser/internal/wire/varint.hpp"
#include "fastser/status.hpp"
#include "fastser/type/code.hpp"

namespace fastser {

class Registry;

}  // namespace fastser

namespace fastser::archive {

using wire::Cursor;

class Decoder;

/// Bytes in which a shared_ptr counts its owners; libc++ takes longs.
#if defined(_LIBCPP_VERSION)
inline constexpr std::size_t kOwnerCounts = 2 * sizeof(long);
#else
inline constexpr std::size_t kOwnerCounts = 8;
#endif
/// Bytes around an object: its class and its allocator, its counts, its slab (at 8 bytes, however
/// short a pointer is), and its share of what slabs waste.
inline constexpr std::size_t kObjectMemory = 2 * sizeof(void*) + kOwnerCounts + Slab::kAlign + 1;

/// What codecs say of a value of fixed size; describe_failure finds out what is wrong with it.
inline constexpr std::string_view kWrongValue = "a value that no writer produces";
inline constexpr std::string_view kNoRoomForTime = "a time that the reader's type cannot hold";

struct Node;
template <typename T>
struct NodeOf;  // codec/core.hpp

/// What the decoder knows of a class of objects; one of these per C++ type.
struct ObjectClass {
  const Node* node;  ///< what its objects are
  /// Makes an object as new: lets go of what it refers to.
  void (*empty)(void* object) noexcept;
  /// Where only the class knows how: instead of `empty`.
  void (*empty_as)(const ObjectClass& one, void* object) noexcept = nullptr;
};
template <typename T>
struct ObjectClassOf {
  static void empty(void* object) noexcept {
#if defined(__cpp_exceptions)
    try {
#endif
      if constexpr (std::is_default_constructible_v<T> && std::is_move_assignable_v<T>) {
        *static_cast<T*>(object) = T();
      } else if constexpr (schema::Record<T>) {
        schema::Description<T>::visit(*static_cast<T*>(object),
                                      [](auto&... fields) { (empty_field(fields), ...); });
      }
#if defined(__cpp_exceptions)
    } catch (...) {  // no memory for T{}: the object stays as it is
    }
#endif
  }
  template <typename M>
  static void empty_field(M& field) {
    if constexpr (std::is_default_constructible_v<M> && std::is_move_assignable_v<M>) field = M();
  }
  static constexpr ObjectClass kClass{&NodeOf<T>::kNode, &empty};
};
template <typename T>
[[nodiscard]] constexpr const ObjectClass* object_class() noexcept {
  return &ObjectClassOf<T>::kClass;
}

struct ResolveTables;

/// A deferred body: read into `object` by `decode`, or as `node` says, or skipped.
struct DecoderBody {
  Cursor (*decode)(void* object, std::uint32_t shape, Cursor cur, Decoder& decoder);
  void* object;
  const Node* node;
  const std::byte* type;  ///< of the writer's, for `node` and for skipping
  std::uint32_t shape;    ///< for `decode`; for `node` a place (resolve/tables.hpp)
  std::uint32_t number;
};

/// What only types with objects, or an archive of another type, need.
struct DecoderTables {
  DecoderTables() noexcept {}  // NOLINT: = default would set the ring of `late` to zero first

  DecoderTexts texts;
  BlockList<DecodedObject> objects;
  SlabPool slabs;             ///< where objects are placed, from the 65th on
  LateLinks late;             ///< references inside objects
  PromiseSet promises;        ///< numbers whose body has not come yet
  std::size_t slab_room = 0;  ///< bytes charged for the unused rest of a slab
  BlockList<DecoderBody> bodies;
  std::vector<std::uint32_t> shape_classes;  ///< shape number -> registry class + 1
  std::uint32_t next_object = 0;
  /// What no typed writer writes, and only resolving deals with: an object's body where the reader
  /// has a weak pointer, a promise where it has an owner.
  bool reread = false;
  std::string detail;  ///< message made at run time, for type mismatches and unknown classes

  /// Set when the decode has come to a good end.
  bool complete = false;

  /// As new, memory kept; lets go of the objects. Where the decode failed they let go of each other
  /// first: half a graph may hold cycles that nobody else would ever find, and chains too long for
  /// destructors that call each other.
  void clear() noexcept;
  /// Whether an object that was promised and never came is owned all the same.
  [[nodiscard]] bool owns_promised() const noexcept;
};

class Decoder : public wire::Input {
 public:
  using wire::Input::Input;

  /// A varint, or null.
  [[nodiscard]] FASTSER_INLINE Cursor varint(Cursor cur, std::uint64_t& value) noexcept {
    if (cur < end && static_cast<std::uint8_t>(*cur) < 0x80) [[likely]] {
      value = static_cast<std::uint8_t>(*cur);
      return cur + 1;
    }
    if (left(cur) >= 3) [[likely]] {  // two and three bytes: most references and counts
      const auto second = static_cast<std::uint32_t>(cur[1]);
      const std::uint32_t low = (static_cast<std::uint32_t>(*cur) & 0x7F) | ((second & 0x7F) << 7);
      if (second < 0x80) {
        value = low;
        return cur + 2;
      }
      const auto third = static_cast<std::uint32_t>(cur[2]);
      if (third < 0x80) {
        value = low | (third << 14);
        return cur + 3;
      }
    }
    return varint_slow(cur, value);
  }
  /// Text or data: a varint size that the input has; `cur` is then at the bytes.
  [[nodiscard]] Cursor sized(Cursor cur, std::size_t& size) noexcept {
    std::uint64_t n = 0;
    const Cursor body = varint(cur, n);
    if (body == nullptr) [[unlikely]] {
      return nullptr;
    }
    if (n > left(body)) [[unlikely]] {
      return fail_truncated(cur);
    }
    size = static_cast<std::size_t>(n);
    return body;
  }
  /// A count of elements of at least `min_size` wire bytes each.
  [[nodiscard]] FASTSER_INLINE Cursor count(Cursor cur, std::size_t min_size,
                                            std::size_t& count) noexcept {
    if (min_size - 1 < kSmallElement && cur != end) [[likely]] {
      const auto n = static_cast<std::uint8_t>(*cur);
      if (n < 0x80 && n * min_size < left(cur)) [[likely]] {
        count = n;
        return cur + 1;
      }
    }
    return count_slow(cur, min_size, count);
  }
  /// A shared string or data value: its bytes.
  [[nodiscard]] Cursor shared(Cursor cur, std::string_view& bytes, bool is_data);
  /// Where all strings are shared: the size of a new one of at most wire::kShortText bytes, which
  /// gets its number. False, and nothing has happened, where it is another. Only in front of the
  /// first reference and while the table is small: small records have no more, and where new
  /// strings and references come in no order that could be foreseen, shared_short alone is faster.
  [[nodiscard]] FASTSER_INLINE bool new_short(Cursor cur, std::size_t& size) noexcept {
    if (cur >= new_until_) return false;
    // The size, and above it the bit of a reference: one comparison says both.
    size = std::rotr(static_cast<std::uint8_t>(*cur), 1);
    return size <= wire::kShortText && texts->strings.add_first(cur, size);
  }
  /// Among the last bytes of an input, where wire::copy_short may read too far: the size of a
  /// string of at most kTextInPlace bytes, all of them there, which gets its number where all are
  /// shared. False, and nothing has happened, where it is another.
  [[nodiscard]] FASTSER_INLINE bool last_short(Cursor cur, std::size_t& size) noexcept {
    if (cur < quick_until_ || cur == end) return false;
    const auto head = static_cast<std::uint8_t>(*cur);
    size = shares_all_ ? std::rotr(head, 1) : head;
    if (size > kTextInPlace || size >= left(cur)) return false;
    return !shares_all_ || texts->strings.add_first(cur, size);
  }
  /// The same for most strings: at most wire::kShortText bytes, for which wire::copy_short may be
  /// used. Null, and nothing has happened, where it is another or something is wrong.
  [[nodiscard]] FASTSER_INLINE Cursor shared_short(Cursor cur, std::string_view& bytes) noexcept {
    if (cur >= quick_until_) return nullptr;
    TextTable& known = texts->strings;
    const auto head = static_cast<std::uint32_t>(*cur);
    if ((head & 1) == 0) {
      const std::size_t size = head / 2;
      if (size > wire::kShortText) return nullptr;
      if (!known.add_first(cur, size)) {
        new_until_ = begin();
        if (known.full()) return nullptr;
        known.add(cur, size);
      }
      bytes = {reinterpret_cast<const char*>(cur + 1), size};
      return cur + 1 + size;
    }
    new_until_ = begin();
    // One byte or two, without a branch: they come in no order that could be foreseen.
    const std::uint32_t more = head >> 7;
    const std::uint32_t second = more != 0 ? static_cast<std::uint32_t>(cur[1]) : 0;
    const std::uint32_t number = (head & 0x7F) >> 1 | second << 6;
    if (second >= 0x80 || number >= known.size()) return nullptr;
    const Cursor at = known[number];
    const auto size = static_cast<std::size_t>(*at) / 2;
    if (size > wire::kShortText || at >= quick_until_) return nullptr;
    bytes = {reinterpret_cast<const char*>(at + 1), size};
    return cur + 1 + more;
  }

  /// Takes what one more element of a table costs: nothing, or a block of it.
  template <typename T>
  [[nodiscard]] bool charge_room(const BlockList<T>& table) noexcept {
    return !table.full() || charge(BlockList<T>::kBlockBytes);
  }
  // --- objects -----------------------------------------------------------------------------------

  static constexpr std::size_t kFew = 64;  ///< objects that get their own memory

  /// Takes what the tables need for the next object.
  [[nodiscard]] bool charge_object() noexcept {
    return charge_slab() && charge_room(tables->objects);
  }
  /// Takes what is not used of a slab: never more than of the next one.
  [[nodiscard]] bool charge_slab() noexcept {
    if (tables->objects.size() >= kFew && tables->slabs.upcoming() > tables->slab_room) {
      const std::size_t room = tables->slabs.upcoming();
      if (!charge(room - tables->slab_room)) return false;
      tables->slab_room = room;
    }
    return true;
  }
  /// A new object that several may own.
  template <typename T>
  [[nodiscard]] std::shared_ptr<T> make_object() {
    if constexpr (alignof(T) <= Slab::kAlign && sizeof(T) <= 1024) {
      if (tables->objects.size() >= kFew) {
        return std::allocate_shared<T>(SlabAllocator<T>(tables->slabs));
      }
    }
    return std::make_shared<T>();
  }
  /// Gives the next object its number.
  template <typename T>
  FASTSER_INLINE std::uint32_t add(std::shared_ptr<T>&& owner, const ObjectClass* key) {
    const std::uint32_t number = tables->next_object++;
    DecodedObject& entry = tables->objects.append();
    entry.owner = std::move(owner);
    entry.key = key;
    entry.skipped = 0;
    entry.type = 0;
    return number;
  }
  /// The object of a back-reference slot, if it has the type `key`; null (and failed) otherwise.
  [[nodiscard]] DecodedObject* find(std::uint64_t slot, const ObjectClass* key,
                                    Cursor at) noexcept {
    const std::uint64_t number = slot - schema::kSlotFirstReference;
    if (number < tables->next_object) [[likely]] {
      DecodedObject& object = tables->objects[static_cast<std::size_t>(number)];
      if (object.key == key) [[likely]] {
        return &object;
      }
      fail_class(at);
    } else {
      fail_not_there(at);
    }
    return nullptr;
  }
  /// Links a pointer that may wait to the object of a back-reference slot, now or later.
  [[nodiscard]] FASTSER_INLINE bool link_late(void* pointer, std::uint64_t slot, Cursor at,
                                              const PointerKind& kind) {
    const std::uint64_t number = slot - schema::kSlotFirstReference;
    if (number >= tables->next_object) [[unlikely]] {
      fail_not_there(at);
      return false;
    }
    const Cursor wrong =
        tables->late.add(pointer, static_cast<std::uint32_t>(number), at, kind, tables->objects);
    if (wrong == nullptr) [[likely]] {
      return true;
    }
    tables->late.clear();  // what waits was read later
    fail_class(wrong);
    return false;
  }
  /// Elements are about to move, of which `first` is one: links what waits, if it may wait in them.
  /// False, and failed, as link_late.
  [[nodiscard]] bool settle_before_move(const void* first);
  /// Goes to another object, or to memory that may move (LateLinks); what was read until now.
  LateLinks::Scope enter_scope(LateLinks::Scope scope) noexcept {
    return tables == nullptr ? scope : tables->late.enter(scope);
  }
  /// The end of the payload, or (null) of a decode that failed: links what waits. A reference that
  /// is wrong was read before whatever else is.
  [[nodiscard]] Cursor settle(Cursor cur);

  Cursor fail_not_there(Cursor at) noexcept { return fail(Code::kBadReference, at, kNoSuchObject); }
  Cursor fail_class(Cursor at) noexcept {
    return fail(Code::kTypeMismatch, at, kObjectOfAnotherType);
  }
  /// An object of a class, empty if it has no name, that is not registered for the pointer.
  FASTSER_COLD Cursor fail_unknown_class(Cursor at, std::string_view of_class);
  /// A body for an object that waits for none.
  Cursor fail_body(std::uint64_t number, Cursor at) noexcept {
    return fail(Code::kBadReference, at,
                number < tables->next_object ? kSecondBody : kBodyOfNoObject);
  }
  /// Reads the deferred bodies, then skipped objects that are wanted; the end of the payload.
  [[nodiscard]] Cursor drain(Cursor cur);

  /// Skips a value of a type that the reader has no place for; numbers are kept right. Depth is
  /// counted as depth_rule.hpp says.
  [[nodiscard]] Cursor skip(schema::TypeExpr type, Cursor cur, Inside inside = Inside::kField);
  /// Whether the value at the cursor counts: an owner of nothing does not.
  [[nodiscard]] bool counts(schema::TypeExpr type, Cursor cur, Inside inside) const noexcept {
    return counts_as_depth(schema::code(type), inside) &&
           (schema::code(type) != schema::TypeCode::kOwnedAny || !wire::is_zero(cur, end));
  }
  [[nodiscard]] Cursor skip_shape(std::uint32_t shape, Cursor cur);
  [[nodiscard]] Cursor skip_run(schema::TypeExpr type, std::uint64_t count, Cursor cur,
                                Inside inside = Inside::kField);

  [[nodiscard]] Status status() const;

  void use(DecoderTables& all) noexcept {
    tables = &all;
    texts = &all.texts;
  }
  /// All strings of the payload are shared, not only those of fields that say so.
  void share_all() noexcept {
    shares_all_ = true;
    new_until_ = quick_until_;
    plain_until = begin();
  }
  [[nodiscard]] bool shares_all() const noexcept { return shares_all_; }

  const Registry* registry = nullptr;
  Arena* arena = nullptr;
  bool keys_unlooked = false;  ///< a plan read keys into the arena that only a walk can compare
  const schema::TypeTable* writer = nullptr;  ///< set when the archive's table is not the reader's
  DecoderTables* tables = nullptr;     ///< given whenever there may be objects, or with `writer`
  DecoderTexts* texts = nullptr;       ///< given whenever strings may be shared
  ResolveTables* resolving = nullptr;  ///< with `writer`
  /// Texts that start before it may be read by the shortest way, which knows nothing of sharing.
  Cursor plain_until = quick_until();

  /// The same as varint, for where that is rare: not inlined.
  [[nodiscard]] Cursor varint_slow(Cursor cur, std::uint64_t& value) noexcept;

 private:
  /// So many bytes times 0x7F do not overflow.
  static constexpr std::size_t kSmallElement = std::size_t{1} << 24;
  /// Any count: out of line, as Encoder::put_count.
  [[nodiscard]] Cursor count_slow(Cursor cur, std::size_t min_size, std::size_t& count) noexcept;

  // Behind the first byte of a text that starts before it, kShortText bytes may be read.
  [[nodiscard]] Cursor quick_until() const noexcept {
    return end - (size() < wire::kShortText ? size() : wire::kShortText);
  }
  Cursor quick_until_ = plain_until;
  Cursor new_until_ = begin();  // new_short takes strings that start before it
  bool shares_all_ = false;
};

}  // namespace fastser::archive
