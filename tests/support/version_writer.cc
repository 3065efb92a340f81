// SPDX-License-Identifier: MIT
#include "support/version_writer.hpp"

#include <deque>
#include <map>
#include <utility>

#include "support/version_random.hpp"

namespace fastser::testing::versions {
namespace {

class Writer {
 public:
  Writer(const Document& document, std::uint64_t seed)
      : document_(document),
        random_(seed),
        promises_(random_.chance(40)),
        defers_(random_.chance(40)),
        states_(document.objects.size()) {}

  Written write() {
    put(document_.root, document_.value);
    while (!queue_.empty()) {
      const std::size_t object = queue_.front();
      queue_.pop_front();
      nested_ = 0;
      put(document_.objects[object].type, document_.objects[object].value);
    }
    Written written;
    written.bytes = archive();
    for (const State& state : states_) {
      written.has_body.push_back(state.has_body);
      written.promised.push_back(state.promised);
    }
    written.beginnings = std::move(beginnings_);
    return written;
  }

 private:
  struct State {
    bool numbered = false;
    bool has_body = false;
    bool promised = false;
    std::uint64_t number = 0;
  };
  static constexpr std::size_t kMaxNested = 6;

  Bytes archive() {
    const std::string table = table_bytes(document_);
    const bool behind = random_.chance(25);
    std::string out = "FSR";
    out += '\1';
    out += static_cast<char>(behind ? 1 : 0);
    put_fixed(out, 0, 4);
    if (!behind) {
      put_varint(out, table.size());
      out += table;
    }
    out += out_;
    if (behind) {
      out += table;
      put_fixed(out, table.size(), 8);
    }
    const auto* first = reinterpret_cast<const std::byte*>(out.data());
    return Bytes(first, first + out.size());
  }
  static void put_fixed(std::string& out, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
  }

  void put(const Type& type, const Value& value) {
    switch (type.code) {
      case TypeCode::kNull: return;
      case TypeCode::kBool:
      case TypeCode::kI8:
      case TypeCode::kU8: return put_fixed(out_, value.bits, 1);
      case TypeCode::kI16:
      case TypeCode::kU16: return put_fixed(out_, value.bits, 2);
      case TypeCode::kI32:
      case TypeCode::kU32:
      case TypeCode::kF32: return put_fixed(out_, value.bits, 4);
      case TypeCode::kI64:
      case TypeCode::kU64:
      case TypeCode::kDuration:
      case TypeCode::kAppleDate:
      case TypeCode::kF64: return put_fixed(out_, value.bits, 8);
      case TypeCode::kVarI16:
      case TypeCode::kVarI32:
      case TypeCode::kVarI64:
        return put_varint(out_,
                          value.bits << 1 ^ ((value.bits >> 63) != 0 ? ~std::uint64_t{0} : 0));
      case TypeCode::kVarU16:
      case TypeCode::kVarU32:
      case TypeCode::kVarU64: return put_varint(out_, value.bits);
      case TypeCode::kDate:
        put_fixed(out_, value.bits, 8);
        return put_fixed(out_, value.nanoseconds, 4);
      case TypeCode::kUuid:
      case TypeCode::kDecimal:
      case TypeCode::kBits: out_ += value.text; return;
      case TypeCode::kString:
      case TypeCode::kUrl:
      case TypeCode::kClassRef:
      case TypeCode::kData: return put_text(value.text);
      case TypeCode::kSharedString: return put_shared(value.text, strings_);
      case TypeCode::kSharedData: return put_shared(value.text, datas_);
      case TypeCode::kEnum: return put(type.of[0], value);
      default: return put_composite(type, value);
    }
  }
  void put_composite(const Type& type, const Value& value) {
    switch (type.code) {
      case TypeCode::kOptional:
        out_ += static_cast<char>(value.bits);
        if (value.bits != 0) put(type.of[0], value.items[0]);
        return;
      case TypeCode::kList:
      case TypeCode::kSet: put_varint(out_, value.items.size()); [[fallthrough]];
      case TypeCode::kArray:
        for (const Value& item : value.items) put(type.of[0], item);
        return;
      case TypeCode::kMap:
      case TypeCode::kOrderedMap:
        put_varint(out_, value.items.size() / 2);
        for (std::size_t i = 0; i < value.items.size(); ++i) put(type.of[i % 2], value.items[i]);
        return;
      case TypeCode::kTuple:
        for (std::size_t i = 0; i < value.items.size(); ++i) put(type.of[i], value.items[i]);
        return;
      case TypeCode::kVariant:
        put_varint(out_, value.bits);
        return put(type.of[static_cast<std::size_t>(value.bits)], value.items[0]);
      case TypeCode::kAny: {
        const Type& chosen = type.of[static_cast<std::size_t>(value.bits)];
        put_type(out_, chosen);
        return put(chosen, value.items[0]);
      }
      case TypeCode::kRecord: return put_fields(type.n, value);
      case TypeCode::kAnyRecord: put_varint(out_, value.bits); return put_fields(value.bits, value);
      case TypeCode::kOwnedAny:
        put_varint(out_, value.bits);
        if (value.bits != 0) put_fields(value.bits - 1, value);
        return;
      default: return put_slot(type, value);
    }
  }
  void put_fields(std::uint64_t shape, const Value& value) {
    const std::vector<const Field*> fields = fields_of(document_.shapes, shape);
    for (std::size_t i = 0; i < fields.size(); ++i) put(fields[i]->type, value.items[i]);
  }
  void put_text(const std::string& text) {
    put_varint(out_, text.size());
    out_ += text;
  }
  void put_shared(const std::string& text, std::vector<std::string>& known) {
    if (random_.chance(80)) {
      for (std::size_t i = 0; i < known.size(); ++i) {
        if (known[i] == text) return put_varint(out_, 2 * i + 1);
      }
    }
    if (!text.empty()) known.push_back(text);
    put_varint(out_, 2 * text.size());
    out_ += text;
  }

  void put_slot(const Type& type, const Value& value) {
    if (value.bits == 0) return put_varint(out_, 0);
    const auto object = static_cast<std::size_t>(value.bits - 1);
    const Object& target = document_.objects[object];
    State& state = states_[object];
    const bool any = type.code == TypeCode::kAnyRef;
    if (state.numbered && (state.has_body || random_.chance(50))) {
      return put_varint(out_, 6 + state.number);
    }
    if (!state.numbered && promises_ && random_.chance(30)) {
      number(state);
      state.promised = true;
      put_varint(out_, 3);
      if (any) put_varint(out_, random_.chance(30) ? 0 : target.type.n + 1);
      return;
    }
    const bool deferred = nested_ >= kMaxNested || (defers_ && random_.chance(50));
    const bool fulfils = state.numbered;
    if (!fulfils) number(state);
    state.has_body = true;
    put_varint(out_, (fulfils ? 4U : 1U) + (deferred ? 1U : 0U));
    if (fulfils) put_varint(out_, state.number);
    if (any) put_varint(out_, target.type.n);
    if (deferred) {
      queue_.push_back(object);
      return;
    }
    beginnings_.insert(&value);
    ++nested_;
    put(target.type, target.value);
    --nested_;
  }
  void number(State& state) {
    state.numbered = true;
    state.number = numbers_++;
  }

  const Document& document_;
  Random random_;
  bool promises_;
  bool defers_;
  std::string out_;
  std::vector<std::string> strings_;
  std::vector<std::string> datas_;
  std::vector<State> states_;
  std::set<const Value*> beginnings_;
  std::deque<std::size_t> queue_;
  std::uint64_t numbers_ = 0;
  std::size_t nested_ = 0;
};

}  // namespace

Written write(const Document& document, std::uint64_t seed) {
  return Writer(document, seed).write();
}

}  // namespace fastser::testing::versions
