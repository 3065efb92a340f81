// SPDX-License-Identifier: MIT
//
// Any type, any layout, any value (plan_values.hpp): what a plan writes is what the format says,
// byte for byte, whatever the header and the sharing of strings; the walker accepts it, and the
// coder reads it. What the plan reads is the value again, also over one that is there, and from an
// archive that the coder wrote of the same fields. One type has templates too: they write the same.
#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <variant>

#include "fastser/internal/archive/plan/form_of.hpp"
#include "fastser/verify.hpp"
#include "fuzz/plan_values.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using namespace fastser::fuzzing;
using archive::Header;
using archive::Sharing;
using schema::TypeCode;

class ShapeMaker {
 public:
  ShapeMaker(Makers& makers, Choices& choices) : makers_(makers), choices_(choices) {}

  ShapePtr root() {
    std::vector<ShapePtr> parts = several(1 + choices_.below(12), 0);
    const std::size_t how = choices_.byte();
    return std::make_unique<Fields>(makers_, std::move(parts),
                                    how % 4 == 3 ? Fields::Kind::kUnnamed : Fields::Kind::kNamed,
                                    how / 4);
  }

 private:
  ShapePtr any(std::size_t depth) {
    if (depth >= 4 || ++made_ > 60) return number();
    switch (choices_.below(20)) {
      case 0:
      case 1:
      case 2: return text();
      case 3: return std::make_unique<StdText<std::vector<std::uint8_t>>>(makers_);
      case 4: return wide();
      case 5:
      case 6: {
        const std::size_t how = choices_.below(3);
        return std::make_unique<List>(makers_, any(depth + 1), how);
      }
      case 7: {
        // Arrays in arrays multiply, and all of their elements are written.
        const std::size_t count = choices_.below(arrayed_ > 12 ? 3 : 12);
        const std::size_t outer = arrayed_;
        arrayed_ *= std::max<std::size_t>(count, 1);
        ShapePtr element = any(depth + 1);
        arrayed_ = outer;
        return std::make_unique<Array>(makers_, std::move(element), count);
      }
      case 8:
      case 9: {
        const std::size_t how = choices_.below(4);
        return std::make_unique<Maybe>(makers_, any(depth + 1), how);
      }
      case 10: {
        const std::size_t how = choices_.below(4);
        return std::make_unique<Choice>(makers_, several(1 + choices_.below(3), depth + 1), false,
                                        how);
      }
      case 11: return choice_of_any();
      case 12:
      case 13: {
        const std::size_t how = choices_.byte();
        return std::make_unique<Fields>(makers_, several(choices_.below(5), depth + 1),
                                        static_cast<Fields::Kind>(how % 3), how / 3);
      }
      case 14: {
        const std::size_t how = choices_.byte();
        ShapePtr of_key = how % 4 < 2 ? number() : text();
        return std::make_unique<Map>(makers_, std::move(of_key),
                                     how % 3 == 0 ? nullptr : any(depth + 1), how / 4);
      }
      case 15: return std::make_unique<Ref>(makers_, any(depth + 1));
      default: return number();
    }
  }
  std::vector<ShapePtr> several(std::size_t count, std::size_t depth) {
    std::vector<ShapePtr> made;
    for (std::size_t i = 0; i < count; ++i) made.push_back(any(depth));
    return made;
  }
  ShapePtr text() {
    const std::size_t how = choices_.below(6);
    if (how < 3) return std::make_unique<OwnText>(makers_, how);
    return std::make_unique<StdText<std::string>>(makers_);
  }
  ShapePtr wide() {
    constexpr TypeCode kCodes[] = {TypeCode::kDate, TypeCode::kUuid, TypeCode::kBits};
    return std::make_unique<Wide>(makers_, kCodes[choices_.below(3)]);
  }
  ShapePtr choice_of_any() {
    const std::size_t how = choices_.byte();
    std::vector<ShapePtr> cases;
    cases.push_back(number());
    cases.push_back(std::make_unique<StdText<std::string>>(makers_));
    cases.push_back(std::make_unique<List>(makers_, number(), how % 3));
    return std::make_unique<Choice>(makers_, std::move(cases), true, how % 4);
  }
  ShapePtr number() {
    switch (choices_.below(14)) {
      case 0: return std::make_unique<Number<bool>>(makers_, TypeCode::kBool, false);
      case 1: return std::make_unique<Number<std::int8_t>>(makers_, TypeCode::kI8, false);
      case 2: return std::make_unique<Number<std::uint8_t>>(makers_, TypeCode::kU8, false);
      case 3: return std::make_unique<Number<std::int16_t>>(makers_, TypeCode::kI16, false);
      case 4: return std::make_unique<Number<std::uint16_t>>(makers_, TypeCode::kU16, false);
      case 5: return std::make_unique<Number<std::int32_t>>(makers_, TypeCode::kI32, false);
      case 6: return std::make_unique<Number<std::uint32_t>>(makers_, TypeCode::kU32, false);
      case 7: return std::make_unique<Number<std::int64_t>>(makers_, TypeCode::kI64, false);
      case 8: return std::make_unique<Number<std::uint64_t>>(makers_, TypeCode::kU64, false);
      case 9: return std::make_unique<Number<std::int64_t>>(makers_, TypeCode::kVarI64, true);
      case 10: return std::make_unique<Number<std::uint64_t>>(makers_, TypeCode::kVarU64, true);
      default: return std::make_unique<Number<std::int32_t>>(makers_, TypeCode::kI32, false);
    }
  }

  Makers& makers_;
  Choices& choices_;
  std::size_t made_ = 0;
  std::size_t arrayed_ = 1;  // elements of the arrays around
};

std::string payload_of(const Shape& shape, const void* value) {
  Payload payload;
  shape.put(value, payload);
  return payload.bytes;
}
BytesView view_of(const std::string& text) { return std::as_bytes(std::span(text)); }

void must(const Status& status, const char* what) {
  if (!status.ok()) broken(std::string(what) + ": " + status.to_string());
}

/// A way of writing.
struct Way {
  Header header;
  Sharing sharing;
};
constexpr Way kWays[] = {{Header::bare, Sharing::off},
                         {Header::bare, Sharing::on},
                         {Header::bare, Sharing::adaptive},
                         {Header::self_described, Sharing::off},
                         {Header::self_described, Sharing::on},
                         {Header::self_described, Sharing::adaptive},
                         {Header::fingerprint, Sharing::off},
                         {Header::fingerprint, Sharing::on},
                         {Header::fingerprint, Sharing::adaptive}};

/// One way of writing: there and back, twice into the same value. `payload` is what it is to be.
void there_and_back(const Plan& plan, const Fields& shape, const void* value,
                    const std::string& payload, Choices& choices, const Way& way) {
  const auto& [header, sharing] = way;
  Buffer bytes;
  must(plan.encode(bytes, value, {.header = header, .sharing = sharing}), "encode");
  if (header == Header::bare && sharing == Sharing::off && !same(bytes, view_of(payload))) {
    broken("other bytes than the format says");
  }
  const Limits limits = Limits::unlimited();
  if (header == Header::self_described) {
    must(archive::verify(bytes, {.limits = limits}), "verify");
    CoderReader reader;
    if (shape.is_root() && reader.open(bytes, limits).ok() && !shape.is_coded_root(reader, value)) {
      broken("the coder reads another value: " + reader.status().to_string());
    }
  }
  const Memory again(shape);
  shape.fill(again.get(), choices);  // what is there must not show
  for (int i = 0; i < 2; ++i) {
    must(plan.decode(bytes, again.get(), {.header = header, .sharing = sharing, .limits = limits}),
         "decode");
    if (payload_of(shape, again.get()) != payload) broken("another value than was written");
  }
}

/// What the coder writes of the value; fields that it does not know get their defaults.
void from_coder(const Plan& plan, const Fields& shape, void* value, Choices& choices) {
  CoderWriter writer;
  shape.code_root(writer, value);
  const Result<Buffer> bytes = writer.finish();
  if (!bytes.ok()) return broken("the coder refuses: " + bytes.status().to_string());
  const Memory again(shape);
  shape.fill(again.get(), choices);
  must(plan.decode(*bytes, again.get(), {.limits = Limits::unlimited()}), "of the coder's");
  if (payload_of(shape, again.get()) != payload_of(shape, value)) {
    broken("another value than the coder wrote");
  }
}

void run(Choices& choices) {
  Makers makers;
  const ShapePtr root = ShapeMaker(makers, choices).root();
  const auto& shape = static_cast<const Fields&>(*root);
  const Result<Type> type = makers.types.build(shape.type);
  if (!type.ok()) return;  // larger than a table may be
  const Result<Plan> plan = Plan::compile(*type, makers.layout, shape.form);
  if (!plan.ok()) return broken("compile: " + plan.status().to_string());
  const Memory value(shape);
  shape.fill(value.get(), choices);
  const std::string payload = payload_of(shape, value.get());
  for (const Way& way : kWays) there_and_back(*plan, shape, value.get(), payload, choices, way);
  if (shape.is_root()) from_coder(*plan, shape, value.get(), choices);
}

// --- the templates -------------------------------------------------------------------------------

struct Part {
  std::string name;
  std::int16_t size;
  std::vector<std::uint8_t> data;
  std::optional<std::string> text;
};
struct Whole {
  std::int64_t id;
  bool a, b;
  std::uint8_t c;
  std::string first, second;
  std::vector<Part> parts;
  std::vector<double> numbers;
  std::unordered_map<std::string, std::variant<std::int64_t, double, std::string>> map;
  std::map<std::int32_t, Part> sorted;
  std::set<std::uint16_t> set;
  std::optional<Part> maybe;
  std::optional<std::uint32_t> short_maybe;
  std::unique_ptr<Part> own;
  std::shared_ptr<Part> shared, again;
  std::array<std::uint16_t, 3> three;
  std::deque<std::string> texts;
  varint<std::int32_t> small;
  std::chrono::system_clock::time_point when;
};

Part part_of(Choices& choices) {
  Part part{chosen_text(choices), static_cast<std::int16_t>(choices.number()), {}, {}};
  part.data.resize(choices.below(40), choices.byte());
  if (choices.below(2) != 0) part.text = chosen_text(choices);
  return part;
}
Whole whole_of(Choices& choices) {
  Whole whole{};
  whole.id = static_cast<std::int64_t>(choices.number());
  whole.a = choices.below(2) != 0;
  whole.b = choices.below(2) != 0;
  whole.c = choices.byte();
  whole.first = chosen_text(choices);
  whole.second = chosen_text(choices);
  for (std::size_t n = choices.below(20); n != 0; --n) whole.parts.push_back(part_of(choices));
  whole.numbers.resize(choices.below(9), static_cast<double>(choices.byte()));
  for (std::size_t n = choices.below(20); n != 0; --n) {
    auto& value = whole.map[chosen_text(choices)];
    switch (choices.below(3)) {
      case 0: value = static_cast<std::int64_t>(choices.number()); break;
      case 1: value = 1.5; break;
      default: value = chosen_text(choices); break;
    }
  }
  for (std::size_t n = choices.below(20); n != 0; --n) {
    whole.sorted.emplace(choices.byte(), part_of(choices));
    whole.set.insert(choices.byte());
    whole.texts.push_back(chosen_text(choices));
  }
  if (choices.below(2) != 0) whole.maybe = part_of(choices);
  if (choices.below(2) != 0) whole.short_maybe = choices.byte();
  if (choices.below(2) != 0) whole.own = std::make_unique<Part>(part_of(choices));
  if (choices.below(2) != 0) whole.shared = std::make_shared<Part>(part_of(choices));
  if (choices.below(2) != 0) whole.again = whole.shared;
  whole.three = {choices.byte(), choices.byte(), choices.byte()};
  whole.small = static_cast<std::int32_t>(choices.number());
  whole.when += std::chrono::seconds(choices.byte());
  return whole;
}

void as_templates_do(const Plan& plan, Choices& choices) {
  const Whole whole = whole_of(choices);
  // Unordered maps may come back in another order.
  const archive::EncodeOptions canonical{.header = Header::bare, .canonical = true};
  Buffer wanted;
  must(archive::encode_into(wanted, whole, canonical), "templates encode, canonical");
  for (const auto& [header, sharing] : kWays) {
    Buffer typed;
    Buffer bytes;
    const archive::EncodeOptions options{.header = header, .sharing = sharing};
    must(archive::encode_into(typed, whole, options), "templates encode");
    must(plan.encode(bytes, &whole, options), "encode");
    if (!same(typed, bytes)) broken("other bytes than templates write");
    Whole again = whole_of(choices);
    must(plan.decode(bytes, &again,
                     {.header = header, .sharing = sharing, .limits = Limits::unlimited()}),
         "decode");
    must(plan.encode(bytes, &again, canonical), "encode");
    if (!same(wanted, bytes)) broken("another value than templates wrote");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  static const Result<Plan> typed = archive::plan_of<Whole>();
  must(typed.status(), "the plan of templates");
  const AllocScope scope;
  {
    Choices choices(data, size);
    if (size % 4 == 3) {
      as_templates_do(*typed, choices);
    } else {
      run(choices);
    }
  }
  if (scope.live() != 0) broken("leaked " + std::to_string(scope.live()) + " bytes");
  return 0;
}
