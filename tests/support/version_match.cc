// SPDX-License-Identifier: MIT
#include "support/version_match.hpp"

#include <algorithm>
#include <string>

namespace fastser::testing::versions {
namespace {

bool integer_fits(TypeCode from, TypeCode to) {
  if (integer_bits(from) == 0 || integer_bits(to) == 0) return false;
  if (is_signed(from) == is_signed(to)) return integer_bits(from) <= integer_bits(to);
  return is_signed(to) && integer_bits(from) < integer_bits(to);
}
bool float_fits(TypeCode from, TypeCode to) {
  if (from == TypeCode::kF64) return to == TypeCode::kF64;
  if (from == TypeCode::kF32) return true;
  const int bits = integer_bits(from) - (is_signed(from) ? 1 : 0);
  return integer_bits(from) != 0 && bits <= (to == TypeCode::kF32 ? 24 : 53);
}
Fit exact_if(bool exact, bool fits = false) {
  return exact ? Fit::kExact : fits ? Fit::kWider : Fit::kNot;
}
Fit wider_at_best(Fit fit) { return std::min(fit, Fit::kWider); }
/// The code of the number when it is not a varint.
TypeCode fixed(TypeCode code) {
  return is_varint(code) ? static_cast<TypeCode>(static_cast<int>(code) - 8) : code;
}
/// How wide a number is: an integer is wider than a float of as many bits.
int width(const Type& type) {
  if (type.code == TypeCode::kEnum) return width(type.of[0]);
  if (type.code == TypeCode::kF32) return 2 * 32;
  if (type.code == TypeCode::kF64) return 2 * 64;
  return integer_bits(type.code) == 0 ? 0 : 2 * integer_bits(type.code) + 1;
}
bool is_list(TypeCode code) {
  return code == TypeCode::kList || code == TypeCode::kArray || code == TypeCode::kSet;
}

}  // namespace

bool is_pairs(const Type& type) {
  return type.code == TypeCode::kList && type.of[0].code == TypeCode::kTuple &&
         type.of[0].of.size() == 2;
}

bool tick_of(const Type& type, std::int64_t& num, std::int64_t& den) {
  if (type.code == TypeCode::kDuration) {
    num = 1;
    den = 1000000000;
    return true;
  }
  const std::string start = "duration ";
  if (type.code != TypeCode::kEnum || type.name.compare(0, start.size(), start) != 0) return false;
  num = std::stoll(type.name.substr(start.size()));
  den = std::stoll(type.name.substr(type.name.find('/') + 1));
  return true;
}

Fit Match::fit_operands(const Type& from, const Type& to) const {
  if (from.code != to.code || from.of.size() != to.of.size()) return Fit::kNot;
  Fit worst = Fit::kExact;
  for (std::size_t i = 0; i < to.of.size(); ++i) worst = std::min(worst, fit(from.of[i], to.of[i]));
  return worst;
}

Fit Match::fit_list(const Type& from, const Type& to) const {
  if (!is_list(from.code) || (to.code == TypeCode::kArray && from.code == TypeCode::kSet)) {
    return Fit::kNot;
  }
  if (to.code == TypeCode::kArray && from.code == to.code && from.n != to.n) return Fit::kNot;
  const Fit element = fit(from.of[0], to.of[0]);
  return from.code == (to.multi ? TypeCode::kList : to.code) ? element : wider_at_best(element);
}

Fit Match::fit_map(const Type& from, const Type& to) const {
  const bool pairs = to.multi && is_pairs(from);
  if (!pairs && from.code != TypeCode::kMap && from.code != TypeCode::kOrderedMap) return Fit::kNot;
  const std::vector<Type>& operands = pairs ? from.of[0].of : from.of;
  const Fit both = std::min(fit(operands[0], to.of[0]), fit(operands[1], to.of[1]));
  return pairs == to.multi ? both : wider_at_best(both);
}

Fit Match::fit_record(const Type& from, const Type& to) const {
  if (from.code == TypeCode::kAnyRecord) return Fit::kWider;
  if (from.code != TypeCode::kRecord) return Fit::kNot;
  const std::string& name = document_.shapes[static_cast<std::size_t>(from.n)].name;
  return exact_if(name == reader_.classes[static_cast<std::size_t>(to.n)].name(), name.empty());
}

Fit Match::fit(const Type& from, const Type& to) const {
  std::int64_t num = 0;
  std::int64_t den = 0;
  if (from.code == TypeCode::kAny) return Fit::kWider;
  if (from.code == TypeCode::kRef && !is_slot(to.code)) {
    return wider_at_best(fit(from.of[0], to));
  }
  if (from.code == TypeCode::kAnyRef && to.code == TypeCode::kRecord) return Fit::kWider;
  switch (to.code) {
    case TypeCode::kEnum: return wider_at_best(fit(from, to.of[0]));
    case TypeCode::kF32:
    case TypeCode::kF64:
      if (from.code == TypeCode::kEnum) return wider_at_best(fit(from.of[0], to));
      return exact_if(from.code == to.code, float_fits(from.code, to.code));
    case TypeCode::kString:
      return exact_if(from.code == TypeCode::kString || from.code == TypeCode::kSharedString,
                      is_text(from.code));
    case TypeCode::kData:
      return exact_if(from.code == TypeCode::kData || from.code == TypeCode::kSharedData,
                      from.code == TypeCode::kList && from.of[0].code == TypeCode::kU8);
    case TypeCode::kBits: return exact_if(from.code == to.code && from.n == to.n);
    case TypeCode::kOptional:
      if (from.code == TypeCode::kNull) return Fit::kWider;
      if (from.code == to.code) return fit(from.of[0], to.of[0]);
      return wider_at_best(fit(from, to.of[0]));
    case TypeCode::kList:
    case TypeCode::kSet:
    case TypeCode::kArray: return fit_list(from, to);
    case TypeCode::kMap: return fit_map(from, to);
    case TypeCode::kTuple: return fit_operands(from, to);
    case TypeCode::kRecord: return fit_record(from, to);
    case TypeCode::kRef: return from.code == TypeCode::kAnyRef ? Fit::kNot : fit_operands(from, to);
    case TypeCode::kAnyRef:
      return exact_if(from.code == to.code,
                      is_slot(from.code) && from.of[0].code == TypeCode::kRecord);
    case TypeCode::kDuration:
      if (!tick_of(from, num, den)) return wider_at_best(fit(from, to.of[0]));
      return exact_if(num == to.num && den == to.den, true);
    case TypeCode::kVariant: {
      Fit best = from.code == to.code ? Fit::kWider : Fit::kNot;
      for (const Type& one : to.of) best = std::max(best, wider_at_best(fit(from, one)));
      return best;
    }
    case TypeCode::kNull:
    case TypeCode::kBool:
    case TypeCode::kDate:
    case TypeCode::kOwnedAny: return exact_if(from.code == to.code);
    default:
      if (from.code == TypeCode::kEnum) return wider_at_best(fit(from.of[0], to));
      if (from.code == TypeCode::kDuration) return wider_at_best(fit(TypeCode::kI64, to));
      return exact_if(fixed(from.code) == fixed(to.code), integer_fits(from.code, to.code));
  }
}

const Type* Match::class_of(std::uint64_t shape, const Type& to) const {
  const std::string& name = document_.shapes[static_cast<std::size_t>(shape)].name;
  for (const Type& one : to.of) {
    if (reader_.classes[static_cast<std::size_t>(one.n)].name() == name) return &one;
  }
  return nullptr;
}

// Of the same class or type, the first of the writer's for the first of the reader's and so on;
// else the widest number; else the same place; else the first. Left open: more of one type than the
// reader has, and which of numbers that are as wide, or of numbers and others.
Choice Match::choose(const Type& held, const Type* variant, std::size_t index,
                     const Type& to) const {
  Fit best = Fit::kNot;
  for (const Type& one : to.of) best = std::max(best, fit(held, one));
  std::vector<int> fitting;
  for (std::size_t i = 0; best != Fit::kNot && i < to.of.size(); ++i) {
    if (fit(held, to.of[i]) == best) fitting.push_back(static_cast<int>(i));
  }
  if (fitting.empty()) return {};
  if (fitting.size() == 1) return {fitting[0], false};
  const auto alternative = [&](int i) -> const Type& { return to.of[static_cast<std::size_t>(i)]; };
  if (best == Fit::kExact) {
    std::size_t ordinal = 0;
    for (std::size_t i = 0; variant != nullptr && i < index; ++i) {
      if (fit(variant->of[i], alternative(fitting[0])) == best) ++ordinal;
    }
    if (ordinal < fitting.size()) return {fitting[ordinal], false};
    return {fitting.back(), true};
  }
  const auto narrower = [&](int a, int b) { return width(alternative(a)) < width(alternative(b)); };
  const int widest = *std::max_element(fitting.begin(), fitting.end(), narrower);
  const int least = *std::min_element(fitting.begin(), fitting.end(), narrower);
  if (width(alternative(widest)) != 0) {
    const auto ties =
        std::count_if(fitting.begin(), fitting.end(), [&](int i) { return !narrower(i, widest); });
    return {widest, ties > 1 || width(alternative(least)) == 0};
  }
  if (variant != nullptr) {
    const auto same = std::find(fitting.begin(), fitting.end(), static_cast<int>(index));
    if (same != fitting.end()) return {*same, false};
  }
  return {fitting[0], false};
}

std::vector<int> Match::targets(std::uint64_t shape, const ReaderClass& one) const {
  struct Place {
    const Field* field;
    const std::string* class_name;
  };
  std::vector<Place> row;
  for (int at = static_cast<int>(shape); at >= 0;) {
    const Shape& level = document_.shapes[static_cast<std::size_t>(at)];
    std::vector<Place> own;
    for (const Field& field : level.fields) own.push_back({&field, &level.name});
    row.insert(row.begin(), own.begin(), own.end());
    at = level.super;
  }
  std::vector<int> targets(row.size(), -1);
  std::vector<bool> taken(one.fields.size(), false);
  const auto match = [&](auto&& same) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      for (std::size_t k = 0; k < one.fields.size() && targets[i] < 0; ++k) {
        if (taken[k] || !same(i, one.fields[k], k)) continue;
        targets[i] = static_cast<int>(k);
        taken[k] = true;
      }
    }
  };
  match([&](std::size_t i, const ReaderField& field, std::size_t) {
    return row[i].field->name == field.name && *row[i].class_name == one.levels[field.level].name;
  });
  match([&](std::size_t i, const ReaderField& field, std::size_t) {
    return row[i].field->name == field.name;
  });
  match([&](std::size_t i, const ReaderField& field, std::size_t) {
    const auto& old = field.old_names;
    return std::find(old.begin(), old.end(), row[i].field->name) != old.end();
  });
  match([&](std::size_t i, const ReaderField&, std::size_t k) {
    return row[i].field->name.empty() && i == k;
  });
  return targets;
}

}  // namespace fastser::testing::versions
