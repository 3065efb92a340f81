// SPDX-License-Identifier: MIT
//
// Layouts through the C interface: each access struct of the caller's is kept, and functions of the
// library's own stand in front of the caller's. They turn statuses into codes, and do not take an
// address for good that is NULL.
#include <deque>
#include <memory>
#include <vector>

#include "capi/plan.hpp"

using fastser::Code;
using fastser::FormId;
using fastser::SpanAt;
namespace capi = fastser::capi;

namespace fastser::capi {
namespace {

// The caller's number, whatever it is.
constexpr Code code_of(int32_t status) noexcept { return static_cast<Code>(status); }
// Of a function that gives an address.
constexpr Code code_of(int32_t status, const void* given) noexcept {
  return status == FASTSER_OK && given == nullptr ? Code::kUsage : code_of(status);
}

template <typename Access>
const Access& as(void* context) noexcept {
  return *static_cast<const Access*>(context);
}

// A struct whose last member is `last`: as long as its first version.
#define FASTSER_FIRST_SIZE(type, last) (offsetof(type, last) + sizeof(type::last))

SpanAt span_of(std::uint32_t extent, std::size_t first, std::size_t extent_at) noexcept {
  switch (extent) {
    case FASTSER_EXTENT_COUNT32: return {SpanAt::Extent::kCount32, first, extent_at};
    case FASTSER_EXTENT_COUNT64: return {SpanAt::Extent::kCount64, first, extent_at};
    case FASTSER_EXTENT_END: return {SpanAt::Extent::kEnd, first, extent_at};
    default: return {};
  }
}

// What a visit of ours is for a caller's `each` function.
struct CallerEach : fastser_each {
  explicit CallerEach(EachCall* to) noexcept : fastser_each{&visit_one}, call(to) {}
  static int32_t visit_one(fastser_each* each, const void* element, const void* value) {
    EachCall* const call = static_cast<CallerEach*>(each)->call;
    return static_cast<int32_t>(call->visit(call, element, value));
  }
  EachCall* call;
};

// --- texts and fixed values ----------------------------------------------------------------------

Code get_text(void* context, const void* slot, const char** text, std::size_t* size) {
  const auto& access = as<fastser_text_access>(context);
  *text = nullptr;
  *size = 0;
  const int32_t status = access.get(access.context, slot, text, size);
  return *size != 0 ? code_of(status, *text) : code_of(status);
}
Code set_text(void* context, void* slot, const char* text, std::size_t size) {
  const auto& access = as<fastser_text_access>(context);
  return code_of(access.set(access.context, slot, text, size));
}
TextAccess translate(const fastser_text_access& from) {
  TextAccess to{.context = const_cast<fastser_text_access*>(&from), .size = from.size};
  to.is_data = from.is_data != 0;
  to.at = span_of(from.extent, from.first_at, from.extent_at);
  if (from.get != nullptr) to.get = &get_text;
  if (from.set != nullptr) to.set = &set_text;
  return to;
}

Code store_fixed(void* context, const void* slot, std::byte* wire) {
  const auto& access = as<fastser_fixed_access>(context);
  return code_of(access.store(access.context, slot, reinterpret_cast<std::uint8_t*>(wire)));
}
Code load_fixed(void* context, void* slot, const std::byte* wire) {
  const auto& access = as<fastser_fixed_access>(context);
  return code_of(access.load(access.context, slot, reinterpret_cast<const std::uint8_t*>(wire)));
}
FixedAccess translate(const fastser_fixed_access& from) {
  FixedAccess to{.context = const_cast<fastser_fixed_access*>(&from), .size = from.size};
  if (from.store != nullptr) to.store = &store_fixed;
  if (from.load != nullptr) to.load = &load_fixed;
  return to;
}

// --- containers ----------------------------------------------------------------------------------

Code view_list(void* context, const void* list, const void** first, std::size_t* count) {
  const auto& access = as<fastser_list_access>(context);
  *first = nullptr;
  *count = 0;
  const int32_t status = access.view(access.context, list, first, count);
  return *count != 0 ? code_of(status, *first) : code_of(status);
}
Code resize_list(void* context, void* list, std::size_t count, void** first) {
  const auto& access = as<fastser_list_access>(context);
  *first = nullptr;
  const int32_t status = access.resize(access.context, list, count, first);
  return count != 0 ? code_of(status, *first) : code_of(status);
}
Code count_list(void* context, const void* list, std::size_t* count) {
  const auto& access = as<fastser_list_access>(context);
  return code_of(access.count(access.context, list, count));
}
Code each_of_list(void* context, const void* list, EachCall* call) {
  const auto& access = as<fastser_list_access>(context);
  CallerEach each(call);
  return code_of(access.each(access.context, list, &each));
}
Code clear_list(void* context, void* list) {
  const auto& access = as<fastser_list_access>(context);
  return code_of(access.clear(access.context, list));
}
Code append_to_list(void* context, void* list, void** element) {
  const auto& access = as<fastser_list_access>(context);
  *element = nullptr;
  const int32_t status = access.append(access.context, list, element);
  return code_of(status, *element);
}
ListAccess translate(const fastser_list_access& from) {
  ListAccess to{.context = const_cast<fastser_list_access*>(&from), .size = from.size};
  to.stride = from.stride;
  to.element = from.element;
  to.indexed = from.is_chain == 0;
  to.at = span_of(from.extent, from.first_at, from.extent_at);
  if (from.view != nullptr) to.view = &view_list;
  if (from.resize != nullptr) to.resize = &resize_list;
  if (from.count != nullptr) to.count = &count_list;
  if (from.each != nullptr) to.each = &each_of_list;
  if (from.clear != nullptr) to.clear = &clear_list;
  if (from.append != nullptr) to.append = &append_to_list;
  return to;
}

Code count_map(void* context, const void* map, std::size_t* count) {
  const auto& access = as<fastser_map_access>(context);
  return code_of(access.count(access.context, map, count));
}
Code each_of_map(void* context, const void* map, EachCall* call) {
  const auto& access = as<fastser_map_access>(context);
  CallerEach each(call);
  return code_of(access.each(access.context, map, &each));
}
Code clear_map(void* context, void* map, std::size_t expected) {
  const auto& access = as<fastser_map_access>(context);
  return code_of(access.clear(access.context, map, expected));
}
Code make_key(void* context, void* key) {
  const auto& access = as<fastser_map_access>(context);
  return code_of(access.make_key(access.context, key));
}
void end_key(void* context, void* key) {
  const auto& access = as<fastser_map_access>(context);
  access.end_key(access.context, key);
}
Code insert_value(void* context, void* map, void* key, std::size_t index, void** value) {
  const auto& access = as<fastser_map_access>(context);
  *value = nullptr;
  const int32_t status = access.insert(access.context, map, key, index, value);
  return code_of(status, *value);
}
Code insert_element(void* context, void* map, void* key, std::size_t index, void** value) {
  const auto& access = as<fastser_map_access>(context);
  return code_of(access.insert(access.context, map, key, index, value));
}
bool less(void* context, const void* left, const void* right) {
  const auto& access = as<fastser_map_access>(context);
  return access.less(access.context, left, right) != 0;
}
MapAccess translate(const fastser_map_access& from, bool is_set) {
  MapAccess to{.context = const_cast<fastser_map_access*>(&from), .size = from.size};
  to.key_size = from.key_size;
  to.node = from.node;
  to.unordered = from.is_unordered != 0;
  to.at = span_of(from.extent, from.first_at, from.extent_at);
  to.stride = from.stride;
  to.value = from.value_at;
  if (from.count != nullptr) to.count = &count_map;
  if (from.each != nullptr) to.each = &each_of_map;
  if (from.clear != nullptr) to.clear = &clear_map;
  if (from.make_key != nullptr) to.make_key = &make_key;
  if (from.end_key != nullptr) to.end_key = &end_key;
  if (from.insert != nullptr) to.insert = is_set ? &insert_element : &insert_value;
  if (from.less != nullptr) to.less = &less;
  return to;
}

// --- optionals, variants -------------------------------------------------------------------------

const void* get_optional(void* context, const void* slot) {
  const auto& access = as<fastser_optional_access>(context);
  return access.get(access.context, slot);
}
Code emplace_optional(void* context, void* slot, void** value) {
  const auto& access = as<fastser_optional_access>(context);
  *value = nullptr;
  const int32_t status = access.emplace(access.context, slot, value);
  return code_of(status, *value);
}
Code reset_optional(void* context, void* slot) {
  const auto& access = as<fastser_optional_access>(context);
  return code_of(access.reset(access.context, slot));
}
MaybeAccess translate(const fastser_optional_access& from) {
  MaybeAccess to{.context = const_cast<fastser_optional_access*>(&from), .size = from.size};
  to.owned = from.owned;
  to.at = {from.has == FASTSER_HAS_FLAG      ? MaybeAt::Has::kFlag
           : from.has == FASTSER_HAS_POINTER ? MaybeAt::Has::kPointer
                                             : MaybeAt::Has::kUnknown,
           from.value_at, from.flag_at};
  if (from.get != nullptr) to.get = &get_optional;
  if (from.emplace != nullptr) to.emplace = &emplace_optional;
  if (from.reset != nullptr) to.reset = &reset_optional;
  return to;
}

Code get_variant(void* context, const void* slot, std::size_t* index, const void** value) {
  const auto& access = as<fastser_variant_access>(context);
  *value = nullptr;
  const int32_t status = access.get(access.context, slot, index, value);
  return code_of(status, *value);
}
Code emplace_variant(void* context, void* slot, std::size_t index, void** value) {
  const auto& access = as<fastser_variant_access>(context);
  *value = nullptr;
  const int32_t status = access.emplace(access.context, slot, index, value);
  return code_of(status, *value);
}
VariantAccess translate(const fastser_variant_access& from) {
  VariantAccess to{.context = const_cast<fastser_variant_access*>(&from), .size = from.size};
  to.at = {from.index_size, from.index_at, from.value_at, from.boxes != 0};
  if (from.get != nullptr) to.get = &get_variant;
  if (from.emplace != nullptr) to.emplace = &emplace_variant;
  return to;
}

// --- records and objects -------------------------------------------------------------------------

static_assert(sizeof(bool) == sizeof(std::uint8_t));
Code reset_fields(void* context, void* record, const bool* missing) {
  const auto& access = as<fastser_default_access>(context);
  return code_of(
      access.reset(access.context, record, reinterpret_cast<const std::uint8_t*>(missing)));
}

// What decode owns of an object of the caller's.
struct Release {
  const fastser_object_access* access;
  void operator()(void* object) const noexcept {
    if (access->release != nullptr) access->release(access->context, object);
  }
};
Code make_object(void* context, std::shared_ptr<void>* owner) {
  const auto& access = as<fastser_object_access>(context);
  void* object = nullptr;
  const int32_t status = access.make(access.context, &object);
  if (const Code code = code_of(status, object); code != Code::kOk) return code;
  if (access.release == nullptr) {
    *owner = std::shared_ptr<void>(std::shared_ptr<void>(), object);  // nothing to count
  } else {
    *owner = std::shared_ptr<void>(object, Release{&access});
  }
  return Code::kOk;
}
void empty_object(void* context, void* object) noexcept {
  const auto& access = as<fastser_object_access>(context);
  access.empty(access.context, object);
}
ObjectAccess translate(const fastser_object_access& from) {
  ObjectAccess to{.context = const_cast<fastser_object_access*>(&from), .size = from.size};
  if (from.make != nullptr) to.make = &make_object;
  if (from.empty != nullptr) to.empty = &empty_object;
  return to;
}

Code get_ref(void* context, const void* slot, const void** object) {
  const auto& access = as<fastser_ref_access>(context);
  *object = nullptr;
  return code_of(access.get(access.context, slot, object));
}
Code set_ref(void* context, void* slot, const std::shared_ptr<void>& object) {
  const auto& access = as<fastser_ref_access>(context);
  return code_of(access.set(access.context, slot, object.get()));
}
RefAccess translate(const fastser_ref_access& from) {
  RefAccess to{.context = const_cast<fastser_ref_access*>(&from)};
  to.size = from.size != 0 ? from.size : sizeof(void*);
  to.weak = from.is_weak != 0;
  if (from.get != nullptr) to.get = &get_ref;
  if (from.set != nullptr) to.set = &set_ref;
  return to;
}

// --- keeping -------------------------------------------------------------------------------------

// Runs `call` on the layout; what it throws is memory that ran out.
template <typename Call>
std::uint32_t add(fastser_layout* layout, Call&& call) noexcept {
  if (layout == nullptr) return 0;
#if defined(__cpp_exceptions)
  try {
    return call();
  } catch (...) {
    layout->fail(Code::kNoMemory, "an allocation failed");
    return 0;
  }
#else
  return call();
#endif
}
// The same with an access struct of the caller's, which is kept.
template <typename Access, typename Call>
std::uint32_t add_with(fastser_layout* layout, const Access* access, std::size_t first_size,
                       std::deque<Access> Accesses::*all, Call&& call) noexcept {
  return add(layout, [&]() -> std::uint32_t {
    Access own;
    if (access == nullptr || !take_struct(access, first_size, own)) {
      layout->fail(Code::kUsage, access == nullptr
                                     ? "an access struct that is NULL"
                                     : "the struct_size of an access struct is too small");
      return 0;
    }
    return call(std::as_const(((*layout->accesses).*all).emplace_back(own)));
  });
}
std::vector<FormId> forms_of(const fastser_form_id* ids, std::size_t count) {
  std::vector<FormId> forms;
  forms.reserve(count);
  for (std::size_t i = 0; i < count; ++i) forms.push_back({ids[i]});
  return forms;
}

}  // namespace
}  // namespace fastser::capi

using capi::Accesses;

extern "C" {

int32_t fastser_layout_create(fastser_layout** layout, fastser_error* error) {
  if (layout == nullptr) return capi::misuse(error, "NULL");
  *layout = nullptr;
  return capi::run(error, [&] {
    *layout = new fastser_layout;
    return fastser::Status();
  });
}
void fastser_layout_destroy(fastser_layout* layout) { delete layout; }

fastser_form_id fastser_layout_text(fastser_layout* layout, const fastser_text_access* access) {
  return capi::add_with(
      layout, access, FASTSER_FIRST_SIZE(fastser_text_access, set), &Accesses::texts,
      [layout](const auto& own) { return layout->layout.text(capi::translate(own)).number; });
}
fastser_form_id fastser_layout_fixed(fastser_layout* layout, const fastser_fixed_access* access) {
  return capi::add_with(
      layout, access, FASTSER_FIRST_SIZE(fastser_fixed_access, load), &Accesses::fixed,
      [layout](const auto& own) { return layout->layout.fixed(capi::translate(own)).number; });
}
fastser_form_id fastser_layout_list(fastser_layout* layout, const fastser_list_access* access,
                                    fastser_form_id element) {
  return capi::add_with(layout, access, FASTSER_FIRST_SIZE(fastser_list_access, append),
                        &Accesses::lists, [layout, element](const auto& own) {
                          return layout->layout.list(capi::translate(own), {element}).number;
                        });
}
fastser_form_id fastser_layout_array(fastser_layout* layout, fastser_form_id element,
                                     size_t stride) {
  return capi::add(layout, [&] { return layout->layout.array({element}, stride).number; });
}
fastser_form_id fastser_layout_map(fastser_layout* layout, const fastser_map_access* access,
                                   fastser_form_id key, fastser_form_id value) {
  return capi::add_with(
      layout, access, FASTSER_FIRST_SIZE(fastser_map_access, less), &Accesses::maps,
      [layout, key, value](const auto& own) {
        return layout->layout.map(capi::translate(own, false), {key}, {value}).number;
      });
}
fastser_form_id fastser_layout_set(fastser_layout* layout, const fastser_map_access* access,
                                   fastser_form_id key) {
  return capi::add_with(layout, access, FASTSER_FIRST_SIZE(fastser_map_access, less),
                        &Accesses::maps, [layout, key](const auto& own) {
                          return layout->layout.set(capi::translate(own, true), {key}).number;
                        });
}
fastser_form_id fastser_layout_optional(fastser_layout* layout,
                                        const fastser_optional_access* access,
                                        fastser_form_id value) {
  return capi::add_with(layout, access, FASTSER_FIRST_SIZE(fastser_optional_access, reset),
                        &Accesses::optionals, [layout, value](const auto& own) {
                          return layout->layout.optional(capi::translate(own), {value}).number;
                        });
}
fastser_form_id fastser_layout_variant(fastser_layout* layout, const fastser_variant_access* access,
                                       const fastser_form_id* alternatives, size_t count) {
  if (layout != nullptr && alternatives == nullptr && count != 0) {
    layout->fail(Code::kUsage, "alternatives that are NULL");
    return 0;
  }
  return capi::add_with(layout, access, FASTSER_FIRST_SIZE(fastser_variant_access, emplace),
                        &Accesses::variants, [&](const auto& own) {
                          return layout->layout
                              .variant(capi::translate(own), capi::forms_of(alternatives, count))
                              .number;
                        });
}
fastser_form_id fastser_layout_any(fastser_layout* layout, const fastser_variant_access* access) {
  return capi::add_with(
      layout, access, FASTSER_FIRST_SIZE(fastser_variant_access, emplace), &Accesses::variants,
      [layout](const auto& own) { return layout->layout.any(capi::translate(own)).number; });
}
void fastser_layout_any_case(fastser_layout* layout, fastser_form_id any, const fastser_type* type,
                             fastser_form_id form) {
  capi::add(layout, [&] {
    if (type == nullptr) {
      layout->fail(Code::kUsage, "a type that is NULL");
    } else {
      layout->layout.any_case({any}, type->type, {form});
    }
    return 0U;
  });
}
fastser_form_id fastser_layout_tuple(fastser_layout* layout, size_t size, const size_t* offsets,
                                     const fastser_form_id* elements, size_t count) {
  return capi::add(layout, [&] {
    if (count != 0 && (offsets == nullptr || elements == nullptr)) {
      layout->fail(Code::kUsage, "elements that are NULL");
      return 0U;
    }
    const std::vector<FormId> forms = capi::forms_of(elements, count);
    return layout->layout.tuple(size, {offsets, count}, forms).number;
  });
}
fastser_object_id fastser_layout_object(fastser_layout* layout, const fastser_object_access* access,
                                        fastser_form_id body) {
  return capi::add_with(layout, access, FASTSER_FIRST_SIZE(fastser_object_access, empty),
                        &Accesses::objects, [layout, body](const auto& own) {
                          return layout->layout.object(capi::translate(own), {body}).number;
                        });
}
void fastser_layout_body(fastser_layout* layout, fastser_object_id object, fastser_form_id body) {
  capi::add(layout, [&] {
    layout->layout.body({object}, {body});
    return 0U;
  });
}
fastser_form_id fastser_layout_ref(fastser_layout* layout, const fastser_ref_access* access,
                                   fastser_object_id object) {
  return capi::add_with(layout, access, FASTSER_FIRST_SIZE(fastser_ref_access, set),
                        &Accesses::refs, [layout, object](const auto& own) {
                          return layout->layout.ref(capi::translate(own), {object}).number;
                        });
}

fastser_form_id fastser_layout_record(fastser_layout* layout, size_t size) {
  return capi::add(layout, [&] { return layout->layout.record(size).number; });
}
void fastser_layout_field(fastser_layout* layout, fastser_form_id record, const char* name,
                          size_t name_size, size_t offset, fastser_form_id form) {
  capi::add(layout, [&] {
    if (!capi::is_view(name, name_size)) {
      layout->fail(Code::kUsage, "a name that is NULL");
    } else {
      layout->layout.field({record}, capi::text(name, name_size), offset, {form});
    }
    return 0U;
  });
}
void fastser_layout_unnamed(fastser_layout* layout, fastser_form_id record, size_t offset,
                            fastser_form_id form) {
  capi::add(layout, [&] {
    layout->layout.unnamed({record}, offset, {form});
    return 0U;
  });
}
void fastser_layout_super(fastser_layout* layout, fastser_form_id record, size_t offset,
                          fastser_form_id base) {
  capi::add(layout, [&] {
    layout->layout.super({record}, offset, {base});
    return 0U;
  });
}
void fastser_layout_defaults(fastser_layout* layout, fastser_form_id record,
                             const fastser_default_access* access) {
  capi::add_with(layout, access, FASTSER_FIRST_SIZE(fastser_default_access, reset),
                 &Accesses::defaults, [layout, record](const auto& own) {
                   fastser::DefaultAccess to{.context = const_cast<fastser_default_access*>(&own)};
                   if (own.reset != nullptr) to.reset = &capi::reset_fields;
                   layout->layout.defaults({record}, to);
                   return 0U;
                 });
}

}  // extern "C"
