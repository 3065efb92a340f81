// SPDX-License-Identifier: MIT
#include "convert/cocoa/target.hpp"

#include <algorithm>
#include <utility>

#include "base/path_text.hpp"
#include "fastser/internal/wire/utf8.hpp"

namespace fastser::convert::cocoa {

using schema::TypeCode;

namespace {

constexpr std::size_t kMaxSupers = 128;  // classes above one; readers of archives may refuse more

}  // namespace

Target::Target(BytesView input, const Importing& options)
    : writer({.sharing = archive::Sharing::on,
              .user_version = options.user_version,
              .checksum = options.checksum,
              .limits = options.limits}),
      input_(input),
      depth_(std::min(options.limits.depth, kMaxDepth)),
      budget_(options.limits.memory_for(input.size())) {}

void Target::integer(Place at, TypeCode code, std::uint64_t bits) {
  put(at, [&](auto... key) {
    switch (code) {
      case TypeCode::kBool: return writer.boolean(key..., bits != 0);
      case TypeCode::kI8: return writer.i8(key..., static_cast<std::int8_t>(bits));
      case TypeCode::kU8: return writer.u8(key..., static_cast<std::uint8_t>(bits));
      case TypeCode::kI16: return writer.i16(key..., static_cast<std::int16_t>(bits));
      case TypeCode::kU16: return writer.u16(key..., static_cast<std::uint16_t>(bits));
      case TypeCode::kI32: return writer.i32(key..., static_cast<std::int32_t>(bits));
      case TypeCode::kU32: return writer.u32(key..., static_cast<std::uint32_t>(bits));
      case TypeCode::kU64: return writer.u64(key..., bits);
      default: return writer.i64(key..., static_cast<std::int64_t>(bits));
    }
  });
}

void Target::f32(Place at, std::uint32_t bits) {
  put(at, [&](auto... key) { writer.scalar_bits<float>(key..., bits); });
}
void Target::f64(Place at, std::uint64_t bits) {
  put(at, [&](auto... key) { writer.scalar_bits<double>(key..., bits); });
}

bool Target::well_formed(std::string_view text, std::size_t from) {
  const std::size_t good = wire::utf8_prefix(text);
  return good == text.size() || fail(Code::kMalformed, "text that is not UTF-8", from + good);
}

bool Target::text(Place at, std::string_view text, std::size_t from, const void* identity) {
  bool again = false;
  if (identity != nullptr) {
    put(at, [&](auto... key) { again = writer.string_again(key..., identity); });
  }
  if (again) return charge(1, from);
  if (!charge(1 + text.size(), from) || !well_formed(text, from)) return false;
  put(at, [&](auto... key) { writer.string(key..., text); });
  if (identity != nullptr) writer.remember_string(identity);
  return true;
}

bool Target::data(Place at, BytesView data) {
  put(at, [&](auto... key) { writer.data(key..., data); });
  return true;
}

bool Target::url(Place at, std::string_view text, std::size_t from) {
  if (!charge(text.size(), from) || !well_formed(text, from)) return false;
  put(at, [&](auto... key) { writer.url(key..., text); });
  return true;
}

bool Target::class_ref(Place at, std::string_view name, std::size_t from) {
  if (!charge(name.size(), from) || !well_formed(name, from)) return false;
  put(at, [&](auto... key) { writer.class_ref(key..., name); });
  return true;
}

void Target::date(Place at, std::uint64_t bits) {
  put(at, [&](auto... key) { writer.apple_date(key..., std::bit_cast<double>(bits)); });
}

void Target::uuid(Place at, BytesView bytes) {
  CoderUuid value{};
  std::copy_n(bytes.begin(), std::min(bytes.size(), value.size()), value.begin());
  put(at, [&](auto... key) { writer.uuid(key..., value); });
}

ObjectPlace Target::object(Place at, const void* identity, ClassHandle of, std::size_t number) {
  // The number comes back from begin_pending. It is never looked at as an address.
  void* const context = reinterpret_cast<void*>(number);  // NOLINT
  ObjectPlace place{};
  put(at,
      [&](auto... key) { place = writer.begin_object_or_later(key..., identity, of, context); });
  return place;
}

ClassHandle Target::stand_in(Known known) {
  ClassHandle& of = stand_ins_[static_cast<std::uint8_t>(known)];
  if (!of.valid()) of = writer.define_class(archive_name(known));
  return of;
}

bool Target::define(std::string_view name, std::uint32_t version, ClassHandle super,
                    std::size_t from, ClassHandle& out) {
  if (is_taken_name(name)) {
    return fail(Code::kTypeMismatch,
                "a class with a name that archives reserve for a class of Foundation", from);
  }
  const std::size_t supers = super.valid() ? supers_[super.index] + std::size_t{1} : 0;
  if (supers > kMaxSupers) return fail(Code::kTooDeep, "a class with too many above it", from);
  if (!charge(name.size(), from) || !well_formed(name, from)) return false;
  out = writer.define_class(name, version, super);
  if (!sound(from)) return false;
  if (supers_.size() <= out.index) supers_.resize(out.index + std::size_t{1});
  supers_[out.index] = static_cast<std::uint8_t>(supers);
  return true;
}

namespace {

// The calls of an importer are right, so where the writer holds them for wrong the values are:
// equal keys of a dictionary, an object or a set.
Status of_values(const Status& status, std::size_t from) {
  const Code code = status.code() == Code::kUsage ? Code::kMalformed : status.code();
  return Status(code, {}, from).with_detail(std::string(status.message()));
}

}  // namespace

bool Target::sound(std::size_t from) {
  if (!why_.ok()) return false;
  return writer.status().ok() || fail(of_values(writer.status(), from));
}

bool Target::fail(Code code, std::string_view message, std::size_t from) {
  return fail(Status(code, message, from));
}

bool Target::fail(Status status) {
  if (why_.ok()) why_ = std::move(status);
  return false;
}

bool Target::inside(std::string_view name) {
  std::string outer;
  append_key(outer, name);
  return inside_step(outer);
}

bool Target::inside(std::uint64_t index) {
  std::string outer;
  append_index(outer, index);
  return inside_step(outer);
}

bool Target::inside_step(std::string_view outer) {
  const bool joins = !path_.empty() && path_.front() != '[';
  path_.insert(0, joins ? "." : "").insert(0, outer);
  return false;
}

Result<Buffer> Target::finish() {
  if (!why_.ok()) return std::move(why_).with_path(std::move(path_));
  Result<Buffer> out = writer.finish();
  if (out.ok()) return out;
  return of_values(out.status(), Status::kNoOffset).with_path(std::string(out.status().path()));
}

}  // namespace fastser::convert::cocoa
