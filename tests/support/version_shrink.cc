// SPDX-License-Identifier: MIT
#include "support/version_shrink.hpp"

#include <algorithm>
#include <utility>

namespace fastser::testing::versions {
namespace {

using Visit = std::function<void(const Type&, Value&)>;

// Calls visit for every value, the inner ones first.
void each_value(const Document& document, const Type& type, Value& value, const Visit& visit) {
  const auto fields = [&](std::uint64_t shape) {
    const std::vector<const Field*> all = fields_of(document.shapes, shape);
    for (std::size_t i = 0; i < all.size(); ++i) {
      each_value(document, all[i]->type, value.items[i], visit);
    }
  };
  switch (type.code) {
    case TypeCode::kRecord: fields(type.n); break;
    case TypeCode::kAnyRecord: fields(value.bits); break;
    case TypeCode::kOwnedAny:
      if (value.bits != 0) fields(value.bits - 1);
      break;
    case TypeCode::kVariant:
    case TypeCode::kAny:
      each_value(document, type.of[static_cast<std::size_t>(value.bits)], value.items[0], visit);
      break;
    case TypeCode::kTuple:
    case TypeCode::kMap:
    case TypeCode::kOrderedMap:
      for (std::size_t i = 0; i < value.items.size(); ++i) {
        each_value(document, type.of[i % type.of.size()], value.items[i], visit);
      }
      break;
    default:
      for (Value& item : value.items) each_value(document, type.of[0], item, visit);
  }
  visit(type, value);
}

void each_value(Document& document, const Visit& visit) {
  each_value(document, document.root, document.value, visit);
  for (Object& object : document.objects) {
    const Type type = object.type;
    each_value(document, type, object.value, visit);
  }
}

// Whether `shape` is `super` or below it; then the place of super's fields in its records.
bool is_below(const Document& document, std::uint64_t shape, std::size_t super) {
  for (int at = static_cast<int>(shape); at >= 0;
       at = document.shapes[static_cast<std::size_t>(at)].super) {
    if (static_cast<std::size_t>(at) == super) return true;
  }
  return false;
}

// Without a field, and its values.
Document without_field(const Document& from, std::size_t shape, std::size_t field) {
  Document made = from;
  const int super = from.shapes[shape].super;
  const std::size_t before =
      super < 0 ? 0 : fields_of(from.shapes, static_cast<std::uint64_t>(super)).size();
  const auto at = static_cast<std::ptrdiff_t>(before + field);
  each_value(made, [&](const Type& type, Value& value) {
    std::uint64_t of = type.n;
    if (type.code == TypeCode::kAnyRecord)
      of = value.bits;
    else if (type.code == TypeCode::kOwnedAny && value.bits != 0)
      of = value.bits - 1;
    else if (type.code != TypeCode::kRecord)
      return;
    if (is_below(from, of, shape)) value.items.erase(value.items.begin() + at);
  });
  std::vector<Field>& fields = made.shapes[shape].fields;
  fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(field));
  return made;
}

// The n-th value that can be smaller is; false when there are not so many.
bool make_smaller(Document& document, std::size_t which) {
  bool done = false;
  each_value(document, [&](const Type& type, Value& value) {
    const auto is_it = [&] { return !done && which-- == 0; };
    switch (type.code) {
      case TypeCode::kList:
      case TypeCode::kSet:
      case TypeCode::kMap:
      case TypeCode::kOrderedMap: {
        const std::size_t step = type.of.size();
        if (value.items.empty() || !is_it()) return;
        value.items.resize(value.items.size() > 4 * step ? value.items.size() / (2 * step) * step
                                                         : value.items.size() - step);
        break;
      }
      case TypeCode::kOptional:
        if (value.bits == 0 || !is_it()) return;
        value = {};
        break;
      case TypeCode::kRef:
      case TypeCode::kAnyRef:
      case TypeCode::kOwnedAny:
        if (value.bits == 0 || !is_it()) return;
        value = {};
        break;
      default: return;
    }
    done = true;
  });
  return done;
}

// The first level of super-classes goes: its fields become the class's own.
bool without_super(Document& document, std::size_t shape) {
  const int super = document.shapes[shape].super;
  if (super < 0) return false;
  Shape& own = document.shapes[shape];
  const Shape& gone = document.shapes[static_cast<std::size_t>(super)];
  own.fields.insert(own.fields.begin(), gone.fields.begin(), gone.fields.end());
  own.super = gone.super;
  return true;
}

// Without the objects that nothing leads to any more.
void drop_unused(Document& document) {
  std::vector<std::uint64_t> numbers(document.objects.size(), 0);
  std::vector<std::size_t> kept;
  const Visit mark = [&](const Type& type, Value& value) {
    if (!is_slot(type.code) || value.bits == 0) return;
    const auto object = static_cast<std::size_t>(value.bits - 1);
    if (numbers[object] != 0) return;
    kept.push_back(object);
    numbers[object] = kept.size();
  };
  each_value(document, document.root, document.value, mark);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    each_value(document, document.objects[kept[i]].type, document.objects[kept[i]].value, mark);
  }
  each_value(document, [&](const Type& type, Value& value) {
    if (is_slot(type.code) && value.bits != 0) {
      value.bits = numbers[static_cast<std::size_t>(value.bits - 1)];
    }
  });
  std::vector<Object> objects;
  for (const std::size_t object : kept) objects.push_back(std::move(document.objects[object]));
  document.objects = std::move(objects);
}

}  // namespace

Document shrink(const Document& document, const std::function<bool(const Document&)>& still_shows) {
  Document best = document;
  int tries = 3000;
  const auto attempt = [&](Document smaller) {
    if (--tries < 0 || !still_shows(smaller)) return false;
    best = std::move(smaller);
    return true;
  };
  for (bool smaller = true; smaller && tries > 0;) {
    smaller = false;
    for (std::size_t shape = 0; shape < best.shapes.size(); ++shape) {
      for (std::size_t field = best.shapes[shape].fields.size(); field-- > 0;) {
        smaller = attempt(without_field(best, shape, field)) || smaller;
      }
      Document flat = best;
      if (without_super(flat, shape)) smaller = attempt(std::move(flat)) || smaller;
    }
    for (std::size_t which = 0; tries > 0;) {
      Document made = best;
      if (!make_smaller(made, which)) break;
      if (attempt(std::move(made))) {
        smaller = true;
      } else {
        ++which;
      }
    }
  }
  drop_unused(best);
  return best;
}

}  // namespace fastser::testing::versions
