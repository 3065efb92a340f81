// SPDX-License-Identifier: MIT
//
// Types built by any calls, right and wrong: what the builder accepts is a table that parses to the
// same Type, and that building again from it gives again. So are types parsed from any bytes (those
// behind a first byte of 0xFF). A FlatBuffers schema of them is one.
#include <span>
#include <string>
#include <vector>

#include "fastser/flat.hpp"
#include "fastser/type.hpp"
#include "fuzz/target.hpp"

namespace {

using fastser::Type;
using fastser::TypeBuilder;
using fastser::TypeCode;
using fastser::TypeId;
using fastser::fuzzing::broken;

class Calls {
 public:
  Calls(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

  void make() {
    for (int i = 0; i < 400 && at_ != end_; ++i) one();
    check(builder_.build(type()), true);
  }

  static void check(const fastser::Result<Type>& built, bool by_calls) {
    if (!built.ok()) return;
    const std::vector<std::byte> table = built->table();
    const fastser::Result<Type> parsed = Type::parse(table);
    if (!parsed.ok() || parsed->table() != table || !(*parsed == *built) ||
        parsed->fingerprint() != built->fingerprint()) {
      broken("built, but its table is another type's");
    }
    // Built again, it is the same, but for records that nothing mentions and for how a table of
    // somebody else's is put down; and once more, it is the same to the byte.
    const Type once = again_of(*built);
    const Type twice = again_of(once);
    if (once.table() != twice.table() || once.fingerprint() != twice.fingerprint()) {
      broken("built again, it is another type");
    }
    if (by_calls && once.table().size() == table.size() && once.table() != table) {
      broken("built again, it has another table");
    }
    schema_of(*built);
    if (built->to_string().empty()) broken("a type without a text");
    const fastser::Result<Type> shared = built->shared();
    if (!shared.ok() || shared->table().size() != table.size()) broken("no type of shared strings");
    TypeBuilder again;
    const fastser::Result<Type> list = again.build(again.list(again.use(*built)));
    if (!list.ok()) return;  // nested 64 deep already
    TypeBuilder once_more;
    const fastser::Result<Type> inner = once_more.build(once_more.use(list->operand(0)));
    if (!inner.ok()) broken("a type that cannot be taken out of a list");
    // Records that nothing mentions stay behind.
    if (inner->table().size() > table.size()) broken("a type that grew in a list");
  }

 private:
  std::uint8_t byte() { return at_ == end_ ? std::uint8_t{0} : *at_++; }
  // Mostly one that is there.
  TypeId type() {
    const std::uint8_t which = byte();
    return which == 0xFF || made_.empty() ? TypeId{which} : made_[which % made_.size()];
  }
  std::string name() {
    std::string text(byte() % 4, 'a');
    for (char& c : text) c = static_cast<char>(byte());
    return text;
  }
  void one() {
    switch (byte() % 20) {
      case 0:
      case 1: made_.push_back(builder_.code(static_cast<TypeCode>(byte() % 0x30))); break;
      case 2: made_.push_back(builder_.optional(type())); break;
      case 3: made_.push_back(builder_.list(type())); break;
      case 4: made_.push_back(builder_.set(type())); break;
      case 5: made_.push_back(builder_.array(type(), byte() * std::uint64_t{byte()})); break;
      case 6: made_.push_back(builder_.map(type(), type())); break;
      case 7: made_.push_back(builder_.ordered_map(type(), type())); break;
      case 8:
      case 9: several(); break;
      case 10:
        made_.push_back(builder_.enumeration(name(), static_cast<TypeCode>(byte() % 0x14)));
        break;
      case 11: made_.push_back(builder_.bits(byte())); break;
      case 12: made_.push_back(builder_.ref(type())); break;
      case 13: made_.push_back(builder_.record(name(), byte())); break;
      case 14: builder_.super(type(), type()); break;
      case 15:
      case 16: builder_.field(type(), name(), type()); break;
      case 17: builder_.unnamed(type(), type(), byte()); break;
      case 18: builder_.keep(type()); break;
      default: use(); break;
    }
  }
  void several() {
    std::vector<TypeId> inner(byte() % 5);
    for (TypeId& one : inner) one = type();
    made_.push_back((byte() & 1) != 0 ? builder_.tuple(inner) : builder_.variant(inner));
  }
  void use() {
    const fastser::Result<Type> built = builder_.build(type());
    if (built.ok()) made_.push_back(builder_.use(*built));
  }

  static Type again_of(const Type& type) {
    TypeBuilder builder;
    fastser::Result<Type> made = builder.build(builder.use(type));
    if (!made.ok()) broken("a type that cannot be built again");
    return *std::move(made);
  }
  // A schema that is given is one that can be read.
  static void schema_of(const Type& type) {
    const fastser::Result<fastser::Buffer> schema = fastser::flat::binary_schema(type);
    if (!schema.ok()) return;
    const fastser::Result<fastser::flat::Declarations> read = fastser::flat::from_binary(*schema);
    if (!read.ok()) broken("a schema that cannot be read");
  }

  const std::uint8_t* at_;
  const std::uint8_t* end_;
  TypeBuilder builder_;
  std::vector<TypeId> made_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size != 0 && *data == 0xFF) {
    Calls::check(Type::parse(std::as_bytes(std::span(data + 1, size - 1))), false);
  } else {
    Calls(data, size).make();
  }
  return 0;
}
