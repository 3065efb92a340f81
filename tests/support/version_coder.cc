// SPDX-License-Identifier: MIT
#include "support/version_coder.hpp"

#include <bit>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

#include "fastser/coder.hpp"
#include "support/version_random.hpp"

namespace fastser::testing::versions {
namespace {

using archive::CoderReader;
using archive::Key;
using archive::ObjectStart;

class Check {
 public:
  Check(const Document& document, const Written& written, std::uint64_t seed)
      : document_(document), written_(written), random_(seed), at_once_(random_.chance(50)) {}

  std::string run() {
    if (reader_.open(written_.bytes, limits()).ok()) {
      const Type& root = document_.root;
      if (root.code == TypeCode::kRecord &&
          document_.shapes[static_cast<std::size_t>(root.n)].name.empty()) {
        fields(root.n, document_.value);  // what a coder writes at top level: it is open already
      } else {
        value(root, document_.value, nullptr);
      }
      if (!at_once_) pending_objects();
      if (wrong_.empty()) static_cast<void>(reader_.finish());
    }
    if (!reader_.status().ok()) return wrong_ + " " + reader_.status().to_string();
    return wrong_;
  }

 private:
  // Who reads bodies at once nests as deep as the graph is, whatever its writer deferred.
  [[nodiscard]] Limits limits() const {
    Limits limits;
    if (at_once_) limits.depth = kMaxDepth;
    return limits;
  }
  void expect(bool right, const char* what) {
    if (!right && wrong_.empty()) wrong_ = std::string("another ") + what + " at " + path_;
  }
  [[nodiscard]] bool stopped() const { return !wrong_.empty() || !reader_.status().ok(); }

  // With a key, the field of this name; else the next value.
  void value(const Type& type, const Value& value, const Key* key) {
    if (stopped()) return;
    switch (type.code) {
      case TypeCode::kNull: return key != nullptr ? reader_.null(*key) : reader_.null();
      case TypeCode::kEnum: return this->value(type.of[0], value, key);
      case TypeCode::kAny:
      case TypeCode::kVariant:
        return this->value(type.of[static_cast<std::size_t>(value.bits)], value.items[0], key);
      case TypeCode::kOptional:
        if (value.bits != 0) return this->value(type.of[0], value.items[0], key);
        return key != nullptr ? reader_.null(*key) : reader_.null();
      case TypeCode::kList:
      case TypeCode::kSet:
      case TypeCode::kArray:
      case TypeCode::kTuple: return list(type, value, key);
      case TypeCode::kMap:
      case TypeCode::kOrderedMap: return map(type, value, key);
      case TypeCode::kRecord: return record(type.n, value, key);
      case TypeCode::kAnyRecord: return record(value.bits, value, key);
      case TypeCode::kOwnedAny:
        if (value.bits != 0) return record(value.bits - 1, value, key);
        return expect(!(key != nullptr ? reader_.begin_record(*key) : reader_.begin_record()),
                      "record");
      case TypeCode::kRef:
      case TypeCode::kAnyRef: return object(value, key);
      case TypeCode::kBits: return key != nullptr ? reader_.skip(*key) : reader_.skip();
      default: return leaf(type.code, value, key);
    }
  }

  template <typename T>
  T scalar(const Key* key) {
    return key != nullptr ? reader_.scalar<T>(*key) : reader_.scalar<T>();
  }
  void leaf(TypeCode code, const Value& value, const Key* key) {
    if (integer_bits(code) != 0) {
      const auto read = is_signed(code) ? static_cast<std::uint64_t>(scalar<std::int64_t>(key))
                                        : scalar<std::uint64_t>(key);
      return expect(read == value.bits, "integer");
    }
    if (is_text(code)) {
      return expect((key != nullptr ? reader_.string(*key) : reader_.string()) == value.text,
                    "text");
    }
    switch (code) {
      case TypeCode::kBool: return expect(scalar<bool>(key) == (value.bits != 0), "bool");
      case TypeCode::kF32:
        return expect(std::bit_cast<std::uint32_t>(scalar<float>(key)) == value.bits, "f32");
      case TypeCode::kF64:
        return expect(std::bit_cast<std::uint64_t>(scalar<double>(key)) == value.bits, "f64");
      case TypeCode::kAppleDate: {
        const double read = key != nullptr ? reader_.apple_date(*key) : reader_.apple_date();
        return expect(std::bit_cast<std::uint64_t>(read) == value.bits, "apple date");
      }
      case TypeCode::kData:
      case TypeCode::kSharedData:
        return expect(text_of(key != nullptr ? reader_.data(*key) : reader_.data()) == value.text,
                      "data");
      case TypeCode::kUuid:
        return expect(text_of(key != nullptr ? reader_.uuid(*key) : reader_.uuid()) == value.text,
                      "uuid");
      case TypeCode::kDuration: {
        const std::int64_t read = key != nullptr ? reader_.duration(*key) : reader_.duration();
        return expect(static_cast<std::uint64_t>(read) == value.bits, "duration");
      }
      case TypeCode::kDate: {
        const archive::CoderDate read = key != nullptr ? reader_.date(*key) : reader_.date();
        return expect(static_cast<std::uint64_t>(read.seconds) == value.bits &&
                          read.nanoseconds == value.nanoseconds,
                      "date");
      }
      default: return key != nullptr ? reader_.skip(*key) : reader_.skip();  // decimal
    }
  }
  static std::string text_of(BytesView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  void list(const Type& type, const Value& value, const Key* key) {
    std::uint64_t count = 0;
    const bool open = key != nullptr ? reader_.begin_list(*key, count) : reader_.begin_list(count);
    expect(open && count == value.items.size(), "list");
    const std::size_t read =
        left_out() ? random_.below(value.items.size() + 1) : value.items.size();
    for (std::size_t i = 0; i < read && !stopped(); ++i) {
      this->value(type.of[type.code == TypeCode::kTuple ? i : 0], value.items[i], nullptr);
    }
    if (!stopped()) reader_.end_list();
  }
  void map(const Type& type, const Value& value, const Key* key) {
    std::uint64_t count = 0;
    const bool open = key != nullptr ? reader_.begin_map(*key, count) : reader_.begin_map(count);
    expect(open && count == value.items.size() / 2, "map");
    for (std::size_t i = 0; i < value.items.size() && !stopped(); ++i) {
      this->value(type.of[i % 2], value.items[i], nullptr);
    }
    if (!stopped()) reader_.end_map();
  }
  void record(std::uint64_t shape, const Value& value, const Key* key) {
    expect(key != nullptr ? reader_.begin_record(*key) : reader_.begin_record(), "record");
    fields(shape, value);
    if (!stopped()) reader_.end_record();
  }
  void object(const Value& value, const Key* key) {
    const ObjectStart start = begin_object(key);
    if (stopped()) return;
    const bool nil =
        value.bits == 0 || !written_.has_body[static_cast<std::size_t>(value.bits - 1)];
    expect(nil == (start.kind == ObjectStart::kNil), "nil");
    if (nil) return;
    const auto object = static_cast<std::size_t>(value.bits - 1);
    const auto known = numbers_.find(object);
    expect((known == numbers_.end()) == (start.kind != ObjectStart::kReference),
           "state of an object");
    if (known != numbers_.end()) return expect(known->second == start.number, "object");
    numbers_.emplace(object, start.number);
    if (start.kind == ObjectStart::kLater) {
      pending_.emplace(start.number, object);
    } else {
      body(object);
    }
  }
  ObjectStart begin_object(const Key* key) {
    if (at_once_) return key != nullptr ? reader_.begin_object(*key) : reader_.begin_object();
    return key != nullptr ? reader_.begin_object_or_later(*key) : reader_.begin_object_or_later();
  }
  void body(std::size_t object) {
    const Object& target = document_.objects[object];
    if (target.type.code == TypeCode::kRecord) {
      fields(target.type.n, target.value);
    } else {
      this->value(target.type, target.value, nullptr);
    }
    if (!stopped()) reader_.end_object();
  }
  void pending_objects() {
    std::uint32_t number = 0;
    while (!stopped() && reader_.begin_pending(number)) {
      const auto known = pending_.find(number);
      if (known == pending_.end()) return expect(false, "pending object");
      const std::size_t object = known->second;
      pending_.erase(known);
      body(object);
    }
    expect(pending_.empty(), "number of pending objects");
  }

  void fields(std::uint64_t shape, const Value& value) {
    const std::vector<const Field*> all = fields_of(document_.shapes, shape);
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    bool named = true;
    std::map<std::string, int> names;
    for (const Field* field : all)
      named = named && !field->name.empty() && ++names[field->name] == 1;
    if (named && random_.chance(50)) random_.shuffle(order);
    const std::string outer = path_;
    for (const std::size_t i : order) {
      if (stopped()) return;
      path_ = outer + "." + all[i]->name;
      if (!named) {
        this->value(all[i]->type, value.items[i], nullptr);
      } else if (!left_out()) {
        const Key key = Key::transient(all[i]->name);
        expect(reader_.contains(key), "set of fields");
        this->value(all[i]->type, value.items[i], &key);
      }
    }
    path_ = outer;
  }
  bool left_out() { return random_.chance(12); }

  const Document& document_;
  const Written& written_;
  Random random_;
  /// Fields of objects are read where the objects are met, wherever they lie.
  bool at_once_;
  CoderReader reader_;
  std::map<std::size_t, std::uint32_t> numbers_;
  std::map<std::uint32_t, std::size_t> pending_;
  std::string wrong_;
  std::string path_;
};

}  // namespace

std::string check_by_coder(const Document& document, const Written& written, std::uint64_t seed) {
  return Check(document, written, seed).run();
}

}  // namespace fastser::testing::versions
