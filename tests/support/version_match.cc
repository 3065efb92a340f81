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
bool is_data(TypeCode code) { return code == TypeCode::kData || code == TypeCode::kSharedData; }
// Whether what it is may show only when it is read, or be another class's.
bool is_open(const Type& type) {
  if (type.code == TypeCode::kRecord || type.code == TypeCode::kAny ||
      type.code == TypeCode::kAnyRecord || type.code == TypeCode::kAnyRef) {
    return true;
  }
  return std::any_of(type.of.begin(), type.of.end(), is_open);
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

bool Match::fits(const Type& from, const Type& to) const {
  if (to.code == TypeCode::kEnum) return fits(from, to.of[0]);
  if (from.code == TypeCode::kAny) return true;
  switch (to.code) {
    case TypeCode::kF32:
    case TypeCode::kF64: return float_fits(from.code, to.code);
    case TypeCode::kString: return is_text(from.code);
    case TypeCode::kData:
      return is_data(from.code) ||
             (from.code == TypeCode::kList && from.of[0].code == TypeCode::kU8);
    case TypeCode::kBits: return from.code == to.code && from.n == to.n;
    case TypeCode::kOptional:
      return from.code == TypeCode::kNull ||
             fits(from.code == TypeCode::kOptional ? from.of[0] : from, to.of[0]);
    case TypeCode::kList:
    case TypeCode::kSet: return is_list(from.code) && fits(from.of[0], to.of[0]);
    case TypeCode::kArray:
      return is_list(from.code) && from.code != TypeCode::kSet && fits(from.of[0], to.of[0]);
    case TypeCode::kMap: {
      const bool pairs = to.multi && is_pairs(from);
      if (!pairs && from.code != TypeCode::kMap && from.code != TypeCode::kOrderedMap) return false;
      const std::vector<Type>& operands = pairs ? from.of[0].of : from.of;
      return fits(operands[0], to.of[0]) && fits(operands[1], to.of[1]);
    }
    case TypeCode::kTuple:
      if (from.code != to.code || from.of.size() != to.of.size()) return false;
      for (std::size_t i = 0; i < to.of.size(); ++i) {
        if (!fits(from.of[i], to.of[i])) return false;
      }
      return true;
    case TypeCode::kRecord: return from.code == to.code || from.code == TypeCode::kAnyRecord;
    case TypeCode::kRef:
      return from.code == TypeCode::kAnyRef || (from.code == to.code && fits(from.of[0], to.of[0]));
    case TypeCode::kAnyRef: return is_slot(from.code);
    case TypeCode::kOwnedAny: return from.code == to.code;
    case TypeCode::kDuration: {
      std::int64_t num = 0;
      std::int64_t den = 0;
      return tick_of(from, num, den) || fits(from, to.of[0]);
    }
    case TypeCode::kVariant:
      return std::any_of(to.of.begin(), to.of.end(),
                         [&](const Type& one) { return fits(from, one); });
    case TypeCode::kNull:
    case TypeCode::kBool:
    case TypeCode::kDate: return from.code == to.code;
    default:
      return integer_fits(from.code == TypeCode::kEnum ? from.of[0].code : from.code, to.code);
  }
}

const Type* Match::class_of(std::uint64_t shape, const Type& to) const {
  const std::string& name = document_.shapes[static_cast<std::size_t>(shape)].name;
  for (const Type& one : to.of) {
    if (reader_.classes[static_cast<std::size_t>(one.n)].name() == name) return &one;
  }
  return nullptr;
}

bool Match::is_exact(const Type& from, const Type& to) const {
  if (to.code == TypeCode::kString) {
    return from.code == TypeCode::kString || from.code == TypeCode::kSharedString;
  }
  if (to.code == TypeCode::kData) return is_data(from.code);
  if (from.code != to.code) return false;
  if (to.code == TypeCode::kRecord) {
    return document_.shapes[static_cast<std::size_t>(from.n)].name ==
           reader_.classes[static_cast<std::size_t>(to.n)].name();
  }
  if (to.code == TypeCode::kAnyRef) return true;
  if (from.n != to.n || from.of.size() != to.of.size()) return false;
  for (std::size_t i = 0; i < to.of.size(); ++i) {
    if (!is_exact(from.of[i], to.of[i])) return false;
  }
  return true;
}

// A class that the reader's variant does not have, a value that several alternatives could hold and
// what is known only when it is read are open.
Choice Match::choose(const Type& from, std::size_t held, const Type& to) const {
  const Type& type = from.of[held];
  std::vector<int> exact;
  std::vector<int> fitting;
  for (std::size_t i = 0; i < to.of.size(); ++i) {
    if (is_exact(type, to.of[i])) exact.push_back(static_cast<int>(i));
    if (fits(type, to.of[i])) fitting.push_back(static_cast<int>(i));
  }
  if (!exact.empty()) return {exact[0], exact.size() > 1};
  if (fitting.empty()) return {};
  return {fitting[0], fitting.size() > 1 || is_open(type)};
}

std::vector<int> Match::targets(const std::vector<const Field*>& fields,
                                const ReaderClass& one) const {
  std::vector<int> targets(fields.size(), -1);
  std::vector<bool> taken(one.fields.size(), false);
  const auto take = [&](std::size_t field, std::size_t target) {
    if (targets[field] >= 0 || taken[target]) return;
    targets[field] = static_cast<int>(target);
    taken[target] = true;
  };
  for (std::size_t i = 0; i < fields.size(); ++i) {
    for (std::size_t k = 0; k < one.fields.size(); ++k) {
      if (fields[i]->name.empty() ? i == k : fields[i]->name == one.fields[k].name) take(i, k);
    }
  }
  for (std::size_t i = 0; i < fields.size();
       ++i) {  // old names, where the present one is not there
    for (std::size_t k = 0; k < one.fields.size(); ++k) {
      for (const std::string& old : one.fields[k].old_names) {
        if (fields[i]->name == old) take(i, k);
      }
    }
  }
  return targets;
}

}  // namespace fastser::testing::versions
