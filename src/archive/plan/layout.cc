// SPDX-License-Identifier: MIT
//
// Layout: taking calls.
#include "archive/plan/layout.hpp"

#include <utility>

#include "archive/plan/slots.hpp"
#include "fastser/internal/base/guarded.hpp"

namespace fastser {

using archive::fills_arena;
using archive::Form;
using archive::FormKind;
using archive::FormObject;
using archive::LayoutGraph;

Layout::Layout() : graph_(std::make_unique<LayoutGraph>()) {}
Layout::~Layout() = default;
Layout::Layout(Layout&&) noexcept = default;
Layout& Layout::operator=(Layout&&) noexcept = default;

namespace {

// Memory that runs out is one more thing that compile says.
template <typename Work>
void note(LayoutGraph& graph, Work&& work) {
  Status status = guarded([&]() -> Status {
    work();
    return {};
  });
  if (!status.ok() && graph.error.ok()) graph.error = std::move(status);
}

bool knows(LayoutGraph& graph, std::uint32_t form) {
  if (form < graph.forms.size()) return true;
  graph.fail("a FormId of another layout");
  return false;
}
FormObject* find(LayoutGraph& graph, ObjectId object) {
  std::vector<FormObject>& all = graph.accessors.objects;
  if (object.number < all.size()) return &all[object.number];
  graph.fail("an object class of another layout");
  return nullptr;
}
// The form, if it is of that kind; else `message` is what compile says.
Form* find(LayoutGraph& graph, FormId form, FormKind kind, std::string_view message) {
  if (form.number < graph.forms.size() && graph.forms[form.number].kind == kind) {
    return &graph.forms[form.number];
  }
  graph.fail(message);
  return nullptr;
}

FormId add(LayoutGraph& graph, Form form) {
  FormId made;
  note(graph, [&] {
    for (const std::uint32_t inner : form.inner) static_cast<void>(knows(graph, inner));
    graph.forms.push_back(std::move(form));
    made.number = static_cast<std::uint32_t>(graph.forms.size() - 1);
  });
  return made;
}

// A form with an accessor, which is kept.
template <typename Access>
FormId add_with(LayoutGraph& graph, std::vector<Access>& all, const Access& access, Form form,
                bool complete) {
  if (!complete) graph.fail("an accessor without all the functions that it needs");
  form.size = access.size;
  form.access = static_cast<std::uint32_t>(all.size());
  note(graph, [&] { all.push_back(access); });
  return add(graph, std::move(form));
}

void add_place(LayoutGraph& graph, FormId record, archive::FormPlace place) {
  if (!knows(graph, record.number) || !knows(graph, place.form)) return;
  Form* const to =
      find(graph, record, FormKind::kRecord, "a field for a FormId that is not a record");
  if (to != nullptr) note(graph, [&] { to->places.push_back(std::move(place)); });
}

bool is_complete(const MapAccess& access) {
  if (access.at.extent != SpanAt::Extent::kUnknown) {  // read and written by it
    return access.stride != 0 && access.insert == nullptr;
  }
  return access.count != nullptr && (access.each != nullptr || access.next != nullptr) &&
         access.clear != nullptr && access.insert != nullptr;
}

}  // namespace

FormId Layout::std_string() {
  return add(*graph_, {.kind = FormKind::kStdString, .size = sizeof(std::string)});
}
FormId Layout::std_bytes() {
  return add(*graph_, {.kind = FormKind::kStdBytes, .size = sizeof(std::vector<std::uint8_t>)});
}
FormId Layout::text(const TextAccess& access) {
  return add_with(*graph_, graph_->accessors.texts, access, {.kind = FormKind::kText},
                  access.at.extent != SpanAt::Extent::kUnknown ||
                      (access.get != nullptr && access.set != nullptr));
}
FormId Layout::fixed(const FixedAccess& access) {
  return add_with(*graph_, graph_->accessors.fixed, access, {.kind = FormKind::kFixed},
                  access.store != nullptr && access.load != nullptr);
}
FormId Layout::list(const ListAccess& access, FormId element) {
  const bool is_array = access.at.extent != SpanAt::Extent::kUnknown ||
                        (access.view != nullptr && access.resize != nullptr);
  const bool is_chain = access.count != nullptr && access.each != nullptr &&
                        access.clear != nullptr && access.append != nullptr;
  ListAccess kept = access;
  if (fills_arena(access)) kept.element = access.stride;  // nowhere else
  return add_with(*graph_, graph_->accessors.lists, kept,
                  {.kind = FormKind::kList, .inner = {element.number}}, is_array || is_chain);
}
FormId Layout::array(FormId element, std::size_t stride) {
  return add(*graph_, {.kind = FormKind::kArray, .stride = stride, .inner = {element.number}});
}
FormId Layout::map(const MapAccess& access, FormId key, FormId value) {
  MapAccess kept = access;
  if (fills_arena(access)) kept.node = access.stride;
  return add_with(*graph_, graph_->accessors.maps, kept,
                  {.kind = FormKind::kMap, .inner = {key.number, value.number}},
                  is_complete(access));
}
FormId Layout::set(const MapAccess& access, FormId key) {
  MapAccess kept = access;
  if (fills_arena(access)) kept.node = access.stride;
  return add_with(*graph_, graph_->accessors.maps, kept,
                  {.kind = FormKind::kSet, .inner = {key.number}}, is_complete(access));
}
FormId Layout::optional(const MaybeAccess& access, FormId value) {
  return add_with(*graph_, graph_->accessors.optionals, access,
                  {.kind = FormKind::kOptional, .inner = {value.number}},
                  access.emplace == nullptr
                      ? access.at.has != MaybeAt::Has::kUnknown
                      : access.reset != nullptr &&
                            (access.get != nullptr || access.at.has != MaybeAt::Has::kUnknown));
}
namespace {
bool is_good(const VariantAccess& access) noexcept {
  const bool has_both = access.get != nullptr && access.emplace != nullptr;
  if (!access.at.boxes) return access.at.index_size != 0 || has_both;
  return access.at.index_size != 0 && access.get == nullptr && access.emplace == nullptr;
}
}  // namespace
FormId Layout::variant(const VariantAccess& access, std::span<const FormId> alternatives) {
  Form form{.kind = FormKind::kVariant};
  note(*graph_, [&] {
    for (const FormId one : alternatives) form.inner.push_back(one.number);
  });
  return add_with(*graph_, graph_->accessors.variants, access, std::move(form), is_good(access));
}
FormId Layout::any(const VariantAccess& access) {
  return add_with(*graph_, graph_->accessors.variants, access, {.kind = FormKind::kAny},
                  is_good(access));
}
void Layout::any_case(FormId any, const Type& type, FormId form) {
  Form* const to = find(*graph_, any, FormKind::kAny, "a case for a FormId that is not an any");
  if (to == nullptr || !knows(*graph_, form.number)) return;
  note(*graph_, [&] {
    to->types.reserve(to->types.size() + 1);
    to->inner.push_back(form.number);
    to->types.push_back(type);
  });
}
FormId Layout::tuple(std::size_t size, std::span<const std::size_t> offsets,
                     std::span<const FormId> elements) {
  Form form{.kind = FormKind::kTuple, .size = size};
  if (offsets.size() != elements.size()) graph_->fail("a tuple with more offsets than elements");
  note(*graph_, [&] {
    for (std::size_t i = 0; i < elements.size() && i < offsets.size(); ++i) {
      static_cast<void>(knows(*graph_, elements[i].number));
      form.places.push_back({{}, offsets[i], elements[i].number, false});
    }
  });
  return add(*graph_, std::move(form));
}

ObjectId Layout::object(const ObjectAccess& access, FormId body) {
  ObjectId made{static_cast<std::uint32_t>(graph_->accessors.objects.size())};
  note(*graph_, [&] { graph_->accessors.objects.push_back({access, body.number}); });
  return made;
}
void Layout::body(ObjectId object, FormId body) {
  if (FormObject* const of = find(*graph_, object)) of->body = body.number;
}
FormId Layout::ref(const RefAccess& access, ObjectId object) {
  static_cast<void>(find(*graph_, object));
  return add_with(*graph_, graph_->accessors.refs, access,
                  {.kind = FormKind::kRef, .object = object.number},
                  access.get != nullptr
                      ? access.set != nullptr
                      : access.set == nullptr && !access.weak && access.size >= sizeof(void*));
}

FormId Layout::record(std::size_t size) {
  return add(*graph_, {.kind = FormKind::kRecord, .size = size});
}
void Layout::field(FormId record, std::string_view name, std::size_t offset, FormId form) {
  note(*graph_, [&] {
    add_place(*graph_, record, {std::string(name), offset, form.number, true});
  });
}
void Layout::unnamed(FormId record, std::size_t offset, FormId form) {
  note(*graph_, [&] { add_place(*graph_, record, {{}, offset, form.number, false}); });
}
void Layout::super(FormId record, std::size_t offset, FormId base) {
  Form* const to =
      find(*graph_, record, FormKind::kRecord, "a super-class for a FormId that is not a record");
  if (to == nullptr || !knows(*graph_, base.number)) return;
  to->super_form = base.number;
  to->super_offset = offset;
}
void Layout::defaults(FormId record, const DefaultAccess& access) {
  constexpr std::string_view kWrong =
      "defaults for a FormId that is not a record, or without a function";
  if (access.reset == nullptr) graph_->fail(kWrong);
  Form* const to = find(*graph_, record, FormKind::kRecord, kWrong);
  if (to != nullptr) to->defaults = access;
}

}  // namespace fastser
