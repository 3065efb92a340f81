// SPDX-License-Identifier: MIT
//
// Plan: one encode or decode from end to end, as run.hpp has it for templates: header, table,
// payload, deferred bodies, checksum.
#include "fastser/plan.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "archive/plan/nodes.hpp"
#include "archive/plan/program.hpp"
#include "archive/plan/slots.hpp"
#include "fastser/internal/archive/typed/run_decode.hpp"
#include "fastser/internal/archive/typed/run_encode.hpp"
#include "fastser/internal/schema/fingerprint.hpp"
#include "fastser/walker.hpp"

namespace fastser {

using archive::Cursor;
using archive::DecodeOptions;
using archive::DecoderTables;
using archive::EncodeOptions;
using archive::EncoderTables;
using archive::Header;
using archive::PlanDecoder;
using archive::PlanEncoder;
using archive::PlanProgram;
using archive::PlanPrograms;
using archive::PlanRoot;
using archive::Sharing;

namespace {

constexpr std::string_view kSmallStride = "a stride that is smaller than a value";
constexpr std::string_view kListTooDeep = "a list nested deeper than 64";

// What stands in front of archives of a type.
void make_root(const Type& type, PlanRoot& root) {
  const std::vector<std::byte> table = type.table();
  root.prologue =
      archive::make_prologue({reinterpret_cast<const std::uint8_t*>(table.data()), table.size()});
  root.table_size = table.size();
  root.fingerprint = type.fingerprint();
}
void make_roots(const Type& type, PlanProgram& program) {
  make_root(type, program.value);
  TypeBuilder builder;
  const Result<Type> list = builder.build(builder.list(builder.use(type)));
  if (list.ok()) make_root(*list, program.list);  // nested 64 deep: there is no list of it
}

// `put` writes the root. Inlined, since a small record takes less time than calls do.
template <typename Put>
FASTSER_INLINE inline Status run_encode(PlanEncoder& encoder, const PlanRoot& root,
                                        const EncodeOptions& options, std::size_t& written,
                                        Put&& put) {
  std::byte* cur = encoder.start();
  encoder.expect(cur, root.prologue.size() + 256);
  cur = put(encoder, archive::put_prologue(encoder, cur, options, root.prologue, root.fingerprint));
  return encoder.finish(archive::put_end(encoder, cur, options), written);
}

// The same with tables for what is shared.
template <typename Put>
FASTSER_NOINLINE Status run_sharing(PlanEncoder& encoder, const PlanRoot& root,
                                    const EncodeOptions& options, std::size_t& written, Put&& put) {
  std::optional<EncoderTables> own;
  std::vector<archive::PlanBody> bodies;
  encoder.adaptive = options.sharing == Sharing::adaptive;
  encoder.tables =
      options.workspace != nullptr ? &options.workspace->encoder_tables() : &own.emplace();
  encoder.waiting = &bodies;
  return run_encode(encoder, root, options, written,
                    [&](PlanEncoder& to, std::byte* cur) { return to.bodies(put(to, cur)); });
}

// Which program an archive was written by; null, with the reason, when by none.
struct Opened {
  const PlanProgram* program = nullptr;
  archive::detail::Input input;
  std::size_t table_offset = 0;  ///< of the table of another version
  Status status;
};

const PlanRoot& root_of(const PlanProgram& program, bool is_list) noexcept {
  return is_list ? program.list : program.value;
}

bool is_table(const archive::Envelope& envelope, const PlanRoot& root) {
  if (root.table_size == 0) return false;
  if (envelope.kind == archive::Kind::kFingerprint) {
    return envelope.fingerprint == root.fingerprint;
  }
  return archive::detail::same_bytes(envelope.table, root.table().data(), root.table_size);
}

// Any archive but the common one.
FASTSER_NOINLINE Opened open_slowly(BytesView bytes, const PlanPrograms& programs, bool is_list,
                                    const DecodeOptions& options) {
  Opened opened;
  bytes = archive::detail::with_address(bytes);
  opened.input = {bytes, bytes, {}, 0};
  const PlanProgram& shared = programs.shared ? *programs.shared : programs.plain;
  if (options.header == Header::bare) {
    opened.program = options.sharing == Sharing::off ? &programs.plain : &shared;
    opened.input.table = root_of(*opened.program, is_list).table();
    return opened;
  }
  const Result<archive::Envelope> envelope = archive::open_envelope(bytes);
  if (!envelope.ok()) {
    opened.status = envelope.status();
    return opened;
  }
  if (options.user_version != nullptr) *options.user_version = envelope->user_version;
  opened.input.payload = envelope->payload;
  opened.input.payload_offset = envelope->payload_offset;
  if (is_table(*envelope, root_of(programs.plain, is_list))) {
    opened.program = &programs.plain;
  } else if (is_table(*envelope, root_of(shared, is_list))) {
    opened.program = &shared;
  } else if (envelope->kind == archive::Kind::kFingerprint) {
    opened.status = Status(Code::kFingerprint, "written with another type", archive::kHeaderBytes);
  } else {
    opened.input.table = envelope->table;
    opened.table_offset = envelope->table_offset;
  }
  if (opened.program != nullptr) opened.input.table = root_of(*opened.program, is_list).table();
  return opened;
}

// Archives of other versions, by the writer's table. `node` is the root's.
Status run_resolving(const archive::Node* node, const archive::detail::Input& input,
                     std::size_t table_offset, void* value, const DecodeOptions& options) {
  if (node == nullptr) {
    return Status(Code::kTypeMismatch,
                  "written by another version of the type, and too many fields to compare the two",
                  table_offset);
  }
  return archive::detail::decode_resolving(input, table_offset, *node, value, options);
}

// What is read: the root's memory, and how its steps and its node get at it.
struct Target {
  void* value;
  const ListAccess* list;  ///< null: one value
  const archive::Node* node;

  FASTSER_INLINE Cursor take(PlanDecoder& decoder, Cursor cur) const {
    return list != nullptr ? decoder.array(*list, value, cur) : decoder.value(value, cur);
  }
};

// What only resolving deals with, within what is left of the budget.
FASTSER_NOINLINE Status reread(const PlanDecoder& decoder, const archive::detail::Input& input,
                               const DecodeOptions& options, const Target& target) {
  DecodeOptions rest = options;
  rest.limits.memory_factor = 0;
  rest.limits.memory_base = decoder.budget;
  return run_resolving(target.node, input, 0, target.value, rest);
}

// The end of a decode that may have left keys to look at.
FASTSER_NOINLINE Status finish_with_keys(PlanDecoder& decoder, Cursor cur,
                                         const archive::detail::Input& input,
                                         const DecodeOptions& options, const Target& target) {
  FASTSER_TRY(
      archive::detail::finish_decode(decoder, cur, input, {target.node, target.value, options}));
  return archive::detail::look_at_keys(decoder, input);
}

// Inlined where it is in a hurry, as the encoder's is.
FASTSER_INLINE inline Status run_decode(const PlanProgram& program,
                                        const archive::detail::Input& input,
                                        const DecodeOptions& options, const Target& target) {
  PlanDecoder decoder(input.payload, options.limits, input.archive.size(), program);
  decoder.arena = options.arena;
  const Cursor cur = target.take(decoder, input.payload.data());
  if (decoder.reread) [[unlikely]] {
    return reread(decoder, input, options, target);
  }
  if (decoder.keys_unlooked) [[unlikely]] {
    return finish_with_keys(decoder, cur, input, options, target);
  }
  return archive::detail::finish_decode(decoder, cur, input, {target.node, target.value, options});
}

// The same with tables for what is shared.
FASTSER_NOINLINE Status run_sharing(const PlanProgram& program, const archive::detail::Input& input,
                                    const DecodeOptions& options, const Target& target) {
  PlanDecoder decoder(input.payload, options.limits, input.archive.size(), program);
  decoder.arena = options.arena;
  std::optional<DecoderTables> own;
  DecoderTables& tables =
      options.workspace != nullptr ? options.workspace->decoder_tables() : own.emplace();
  const archive::detail::Emptied emptied{tables};
  decoder.use(tables);
  Cursor cur = target.take(decoder, input.payload.data());
  if (cur != nullptr) cur = decoder.drain(cur);
  if (decoder.reread || (cur != nullptr && tables.owns_promised())) [[unlikely]] {
    tables.clear();
    return reread(decoder, input, options, target);
  }
  return finish_with_keys(decoder, cur, input, options, target);
}

// Any archive but the common one.
FASTSER_NOINLINE Status decode_slowly(BytesView bytes, const PlanPrograms& programs,
                                      const DecodeOptions& options, const Target& target) {
  const Opened opened = open_slowly(bytes, programs, target.list != nullptr, options);
  if (!opened.status.ok()) return opened.status;
  if (opened.program == nullptr) {
    return run_resolving(target.node, opened.input, opened.table_offset, target.value, options);
  }
  return opened.program->needs_tables ? run_sharing(*opened.program, opened.input, options, target)
                                      : run_decode(*opened.program, opened.input, options, target);
}

// The common one, by two comparisons: the plan's own table in front, no flags.
constexpr std::size_t kHead = 5;
FASTSER_INLINE inline bool is_common(BytesView bytes, const PlanProgram& program,
                                     const PlanRoot& root, const DecodeOptions& options) {
  const std::size_t size = root.prologue.size();
  return options.header != Header::bare && !program.needs_tables && root.table_size != 0 &&
         bytes.size() >= size && std::memcmp(bytes.data(), root.prologue.data(), kHead) == 0 &&
         std::memcmp(bytes.data() + archive::kHeaderBytes,
                     root.prologue.data() + archive::kHeaderBytes,
                     size - archive::kHeaderBytes) == 0;
}

// Inlined: so that what is no list is not asked for one, and a small record waits for few calls.
FASTSER_INLINE inline Status open_and_decode(BytesView bytes, const PlanPrograms& programs,
                                             const DecodeOptions& options, const Target& target) {
  return guarded([&]() FASTSER_INLINE_LAMBDA -> Status {
    const bool is_list = target.list != nullptr;
    if (options.arena == nullptr &&
        (programs.fills_arena || (is_list && archive::fills_arena(*target.list)))) [[unlikely]] {
      return Status(Code::kUsage, "a plan that reads into DecodeOptions::arena");
    }
    if (programs.makes_objects_of_zeros) [[unlikely]] {
      return Status(
          Code::kUsage,
          "std_string() or std_bytes() where decode sets memory to zeros: use text() with "
          "a SpanAt, or functions that make the slot");
    }
    const PlanRoot& own = root_of(programs.plain, is_list);
    if (!is_common(bytes, programs.plain, own, options)) [[unlikely]] {
      return decode_slowly(bytes, programs, options, target);
    }
    if (options.user_version != nullptr) {
      *options.user_version = wire::load_le<std::uint32_t>(bytes.data() + kHead);
    }
    const std::size_t size = own.prologue.size();
    return run_decode(programs.plain, {bytes, bytes.subspan(size), own.table(), size}, options,
                      target);
  });
}

// The path of a value that lies too deep: the archive up to there says it.
FASTSER_NOINLINE Status name_too_deep(Status status, const PlanRoot& root, const Buffer& out,
                                      const EncodeOptions& options) {
  wire::Output counted;
  const std::size_t payload = counted.used(
      archive::put_prologue(counted, counted.start(), options, root.prologue, root.fingerprint));
  const Result<schema::TypeTable> table = schema::TypeTable::parse(root.table());
  if (!table.ok()) return status;
  const BytesView written(out.data() + payload, status.offset() - payload);
  return std::move(status).with_path(
      archive::locate_path(*table, written, written.size(), Limits::unlimited()));
}

template <typename Put>
FASTSER_INLINE inline Status encode_root(const PlanProgram& program, const PlanRoot& root,
                                         Buffer& out, const EncodeOptions& options, Put&& put) {
  return guarded([&]() FASTSER_INLINE_LAMBDA -> Status {
    out.clear();
    PlanEncoder encoder(out, program);
    encoder.canonical = options.canonical;
    encoder.limit_depth(options.depth);
    std::size_t written = 0;
    // One Status, made where the caller wants it: a copy of one that was just stored would wait for
    // the stores.
    Status status = program.needs_tables ? run_sharing(encoder, root, options, written, put)
                                         : run_encode(encoder, root, options, written, put);
    if (status.code() == Code::kTooDeep) [[unlikely]] {
      status = name_too_deep(std::move(status), root, out, options);
    }
    return status;
  });
}

// Where strings are shared, by way of a Buffer: at the end of fixed memory they are not looked up,
// and the bytes must not depend on how much there is of it.
template <typename Put>
FASTSER_NOINLINE Status encode_root_copied(const PlanProgram& program, const PlanRoot& root,
                                           std::span<std::byte> memory, std::size_t& size,
                                           const EncodeOptions& options, Put&& put) {
  Buffer all;
  FASTSER_TRY(encode_root(program, root, all, options, put));
  size = all.size();
  if (size > memory.size()) return Status(Code::kNoSpace, "the caller's memory is too small");
  std::memcpy(memory.data(), all.data(), size);
  return {};
}

// One Status, made where the caller wants it, as in encode_root.
template <typename Put>
FASTSER_INLINE inline Status encode_root_here(const PlanProgram& program, const PlanRoot& root,
                                              std::span<std::byte> memory, std::size_t& size,
                                              const EncodeOptions& options, Put&& put) {
  Status status = guarded([&]() FASTSER_INLINE_LAMBDA -> Status {
    PlanEncoder encoder(memory, program);
    encoder.canonical = options.canonical;
    encoder.limit_depth(options.depth);
    return program.needs_tables ? run_sharing(encoder, root, options, size, put)
                                : run_encode(encoder, root, options, size, put);
  });
  if (status.code() == Code::kTooDeep) [[unlikely]] {
    Buffer all;  // the path is found from the bytes, which memory may be too small for
    status = encode_root(program, root, all, options, put);
  }
  return status;
}

template <typename Put>
FASTSER_INLINE inline Status encode_root_to(const PlanProgram& program, const PlanRoot& root,
                                            std::span<std::byte> memory, std::size_t& size,
                                            const EncodeOptions& options, Put&& put) {
  size = 0;
  return program.shares_texts ? encode_root_copied(program, root, memory, size, options, put)
                              : encode_root_here(program, root, memory, size, options, put);
}

bool fills_arena(const archive::Accessors& accessors) {
  const auto any = [](const auto& all) {
    return std::any_of(all.begin(), all.end(),
                       [](const auto& one) { return archive::fills_arena(one); });
  };
  return any(accessors.lists) || any(accessors.maps) || any(accessors.optionals) ||
         any(accessors.variants) ||
         std::any_of(
             accessors.objects.begin(), accessors.objects.end(),
             [](const archive::FormObject& one) { return archive::fills_arena(one.access); });
}

// Whether a slot of this form holds a std::string or std::vector, which zeros are none of.
bool holds_object(const archive::LayoutGraph& graph, std::uint32_t number,
                  std::vector<bool>& seen) {
  using Kind = archive::FormKind;
  if (number >= graph.forms.size() || seen[number]) return false;
  seen[number] = true;
  const archive::Form& form = graph.forms[number];
  const auto holds = [&](std::uint32_t inner) { return holds_object(graph, inner, seen); };
  switch (form.kind) {
    case Kind::kStdString:
    case Kind::kStdBytes: return true;
    case Kind::kArray: return std::any_of(form.inner.begin(), form.inner.end(), holds);
    case Kind::kOptional: {
      const MaybeAccess& access = graph.accessors.optionals[form.access];
      return access.emplace == nullptr && !archive::fills_arena(access) && holds(form.inner[0]);
    }
    case Kind::kTuple:
    case Kind::kRecord:
      return holds(form.super_form) ||
             std::any_of(form.places.begin(), form.places.end(),
                         [&](const archive::FormPlace& place) { return holds(place.form); });
    default: return false;  // what they hold lies elsewhere, or is set to zeros, see below
  }
}

// Whether decode would take zeros for a std::string or std::vector: memory of the arena, and of a
// new alternative, is zeros.
bool makes_objects_of_zeros(const archive::LayoutGraph& graph) {
  using Kind = archive::FormKind;
  const archive::Accessors& all = graph.accessors;
  const auto made_of_zeros = [&](const archive::Form& form) {
    switch (form.kind) {
      case Kind::kList: return archive::fills_arena(all.lists[form.access]);
      case Kind::kMap:
      case Kind::kSet: return archive::fills_arena(all.maps[form.access]);
      case Kind::kOptional: return archive::fills_arena(all.optionals[form.access]);
      case Kind::kVariant:
      case Kind::kAny: return all.variants[form.access].emplace == nullptr;
      default: return false;
    }
  };
  const auto holds = [&](std::uint32_t number) {
    std::vector<bool> seen(graph.forms.size(), false);
    return holds_object(graph, number, seen);
  };
  return std::any_of(graph.forms.begin(), graph.forms.end(),
                     [&](const archive::Form& form) {
                       return made_of_zeros(form) &&
                              std::any_of(form.inner.begin(), form.inner.end(), holds);
                     }) ||
         std::any_of(all.objects.begin(), all.objects.end(), [&](const archive::FormObject& one) {
           return archive::fills_arena(one.access) && holds(one.body);
         });
}

// Whether a value that is all zeros is a good one: nobody but the plan has anything to do with it.
bool has_functions(const archive::LayoutGraph& graph) {
  using Kind = archive::FormKind;
  const archive::Accessors& all = graph.accessors;
  const auto is_object = [](const archive::Form& form) {
    return form.kind == Kind::kStdString || form.kind == Kind::kStdBytes;
  };
  if (std::any_of(graph.forms.begin(), graph.forms.end(), is_object)) return true;
  const auto any = [](const auto& some, auto&& has) {
    return std::any_of(some.begin(), some.end(), has);
  };
  return !all.fixed.empty() || any(all.texts, [](const auto& one) { return one.get || one.set; }) ||
         any(all.lists,
             [](const auto& one) { return one.view || one.resize || one.append || one.each; }) ||
         any(all.maps, [](const auto& one) { return one.insert || one.each || one.next; }) ||
         any(all.optionals, [](const auto& one) { return one.get || one.emplace || one.reset; }) ||
         any(all.variants, [](const auto& one) { return one.get || one.emplace; }) ||
         any(all.refs, [](const auto& one) { return one.get || one.set || one.weak; }) ||
         any(all.objects, [](const auto& one) { return one.access.make != nullptr; });
}

const PlanProgram& program_for(const PlanPrograms& programs, const EncodeOptions& options) {
  return options.sharing != Sharing::off && programs.shared ? *programs.shared : programs.plain;
}

}  // namespace

Result<Plan> Plan::compile(const Type& type, const Layout& layout, FormId root) {
  return guarded([&]() -> Result<Plan> {
    const Result<Type> whole = type.alone();
    if (!whole.ok()) return whole.status();
    auto programs = std::make_shared<PlanPrograms>(*whole);
    programs->accessors = layout.graph_->accessors;
    programs->fills_arena = fills_arena(programs->accessors);
    programs->has_functions = has_functions(*layout.graph_);
    programs->makes_objects_of_zeros = makes_objects_of_zeros(*layout.graph_);
    FASTSER_TRY(archive::compile_plan(false, *layout.graph_, programs->accessors, root.number,
                                      programs->plain));
    make_roots(*whole, programs->plain);
    const Result<Type> shared = whole->shared();
    if (!shared.ok()) return shared.status();
    if (!(*shared == *whole) || !programs->plain.any_forms.empty()) {
      programs->shared = std::make_unique<PlanProgram>(*shared);
      FASTSER_TRY(archive::compile_plan(true, *layout.graph_, programs->accessors, root.number,
                                        *programs->shared));
      make_roots(*shared, *programs->shared);
    }
    programs->nodes =
        archive::make_plan_nodes(programs->plain, *layout.graph_, programs->accessors, root.number);
    return Plan(std::move(programs));
  });
}

archive::PlanPrograms::PlanPrograms(Type t) : plain(std::move(t)) {}
archive::PlanPrograms::~PlanPrograms() = default;

const Type& Plan::type() const noexcept { return programs_->plain.type; }

Status Plan::encode(Buffer& out, const void* value, const EncodeOptions& options) const {
  const PlanProgram& program = program_for(*programs_, options);
  return encode_root(program, program.value, out, options,
                     [value](PlanEncoder& encoder, std::byte* cur)
                         FASTSER_INLINE_LAMBDA { return encoder.value(value, cur); });
}

Status Plan::encode_to(std::span<std::byte> memory, std::size_t& size, const void* value,
                       const EncodeOptions& options) const {
  const PlanProgram& program = program_for(*programs_, options);
  return encode_root_to(program, program.value, memory, size, options,
                        [value](PlanEncoder& encoder, std::byte* cur)
                            FASTSER_INLINE_LAMBDA { return encoder.value(value, cur); });
}

std::size_t Plan::value_size() const noexcept { return programs_->plain.root_size; }

Status Plan::encode_array(Buffer& out, const void* first, std::size_t count, std::size_t stride,
                          const EncodeOptions& options) const {
  const PlanProgram& program = program_for(*programs_, options);
  if (program.list.table_size == 0) return Status(Code::kUsage, kListTooDeep);
  if (count > 1 && stride < value_size()) return Status(Code::kUsage, kSmallStride);
  return encode_root(program, program.list, out, options,
                     [&](PlanEncoder& encoder, std::byte* cur) {
                       return encoder.array(first, count, stride, cur);
                     });
}

Status Plan::encode_array_to(std::span<std::byte> memory, std::size_t& size, const void* first,
                             std::size_t count, std::size_t stride,
                             const EncodeOptions& options) const {
  const PlanProgram& program = program_for(*programs_, options);
  if (program.list.table_size == 0) return Status(Code::kUsage, kListTooDeep);
  if (count > 1 && stride < value_size()) return Status(Code::kUsage, kSmallStride);
  return encode_root_to(program, program.list, memory, size, options,
                        [&](PlanEncoder& encoder, std::byte* cur) {
                          return encoder.array(first, count, stride, cur);
                        });
}

Status Plan::decode(InputBytes bytes, void* value, const DecodeOptions& options) const {
  const archive::Node* node = programs_->nodes ? programs_->nodes->root : nullptr;
  return open_and_decode(bytes, *programs_, options, {value, nullptr, node});
}

Status Plan::rewrite(Buffer& out, InputBytes bytes, const EncodeOptions& writing,
                     const DecodeOptions& reading) const {
  out.clear();
  if (programs_->has_functions) {
    return Status(Code::kUsage,
                  "rewrite needs a layout of offsets, without accessor functions, std_string() and "
                  "std_bytes()");
  }
  return guarded([&]() -> Status {
    Arena own;
    DecodeOptions how = reading;
    if (how.arena == nullptr) how.arena = &own;
    std::vector<std::max_align_t> value(programs_->plain.root_size / sizeof(std::max_align_t) + 1);
    std::memset(value.data(), 0, value.size() * sizeof(std::max_align_t));
    FASTSER_TRY(decode(bytes, value.data(), how));
    return encode(out, value.data(), writing);
  });
}

Status Plan::decode_array(InputBytes bytes, const ListAccess& access, void* list,
                          const DecodeOptions& options) const {
  if ((access.resize == nullptr && access.at.extent == SpanAt::Extent::kUnknown) ||
      access.stride == 0) {
    return Status(Code::kUsage, "decode_array needs a ListAccess with resize (or at) and a stride");
  }
  if (access.stride < value_size()) return Status(Code::kUsage, kSmallStride);
  archive::ListNode node{};
  if (programs_->nodes) node = archive::list_node(access, *programs_->nodes->root);
  return open_and_decode(bytes, *programs_, options,
                         {list, &access, programs_->nodes ? &node : nullptr});
}

}  // namespace fastser
