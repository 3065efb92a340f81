// SPDX-License-Identifier: MIT
//
// Plan: one encode or decode from end to end, as run.hpp has it for templates: header, table,
// payload, deferred bodies, checksum.
#include "fastser/plan.hpp"

#include <optional>
#include <utility>

#include "archive/plan_program.hpp"
#include "fastser/internal/archive/run.hpp"
#include "fastser/internal/schema/fingerprint.hpp"

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
using archive::Sharing;

namespace {

// The tables of a program's archives: of one value, and of a list of them.
Status make_tables(const Type& type, PlanProgram& program) {
  program.table = type.table();
  program.fingerprint = type.fingerprint();
  TypeBuilder builder;
  const Result<Type> list = builder.build(builder.list(builder.use(type)));
  if (!list.ok()) return {};  // nested 64 deep: there is no list of it, and no table either
  program.list_table = list->table();
  program.list_fingerprint = list->fingerprint();
  return {};
}

std::byte* put_header(PlanEncoder& encoder, std::byte* cur, const std::vector<std::byte>& table,
                      std::uint64_t fingerprint, const EncodeOptions& options) {
  if (options.header == Header::bare) return cur;
  cur = archive::detail::put_header(encoder, cur, options);
  if (options.header == Header::self_described) {
    return encoder.put_sized(cur, table.data(), table.size());
  }
  cur = encoder.ensure(cur, sizeof fingerprint);
  wire::store_le(cur, fingerprint);
  return cur + sizeof fingerprint;
}

// `put` writes the root.
template <typename Put>
Status run_encode(const PlanProgram& program, bool is_list, Buffer& out,
                  const EncodeOptions& options, Put&& put) {
  return guarded([&]() -> Status {
    out.clear();
    PlanEncoder encoder(out, program);
    encoder.canonical = options.canonical;
    encoder.adaptive = options.sharing == Sharing::adaptive;
    std::optional<EncoderTables> own;
    if (program.needs_tables) {
      encoder.tables =
          options.workspace != nullptr ? &options.workspace->encoder_tables() : &own.emplace();
    }
    const std::vector<std::byte>& table = is_list ? program.list_table : program.table;
    std::byte* cur = encoder.start();
    encoder.expect(cur, table.size() + 256);
    cur = put_header(encoder, cur, table, is_list ? program.list_fingerprint : program.fingerprint,
                     options);
    cur = put(encoder, cur);
    if (program.needs_tables) cur = encoder.bodies(cur);
    if (options.checksum && options.header != Header::bare) {
      cur = archive::detail::put_checksum(encoder, cur);
    }
    std::size_t written = 0;
    return encoder.finish(cur, written);
  });
}

// Which program an archive was written by; null, with the reason, when by none.
struct Opened {
  const PlanProgram* program = nullptr;
  archive::detail::Input input;
  Status status;
};

bool is_table(const archive::Envelope& envelope, const PlanProgram& program, bool is_list) {
  const std::vector<std::byte>& table = is_list ? program.list_table : program.table;
  if (table.empty()) return false;
  if (envelope.kind == archive::Kind::kFingerprint) {
    return envelope.fingerprint == (is_list ? program.list_fingerprint : program.fingerprint);
  }
  return archive::detail::same_bytes(envelope.table, table.data(), table.size());
}

Opened open(BytesView bytes, const PlanPrograms& programs, bool is_list,
            const DecodeOptions& options) {
  Opened opened;
  opened.input = {bytes, bytes, {}, 0};
  const PlanProgram& shared = programs.shared ? *programs.shared : programs.plain;
  if (options.header == Header::bare) {
    opened.program = options.sharing == Sharing::off ? &programs.plain : &shared;
  } else {
    const Result<archive::Envelope> envelope = archive::open_envelope(bytes);
    if (!envelope.ok()) {
      opened.status = envelope.status();
      return opened;
    }
    if (options.user_version != nullptr) *options.user_version = envelope->user_version;
    opened.input.payload = envelope->payload;
    opened.input.payload_offset = envelope->payload_offset;
    if (is_table(*envelope, programs.plain, is_list)) {
      opened.program = &programs.plain;
    } else if (is_table(*envelope, shared, is_list)) {
      opened.program = &shared;
    } else if (envelope->kind == archive::Kind::kFingerprint) {
      opened.status =
          Status(Code::kFingerprint, "written with another type", archive::kHeaderBytes);
    } else {
      opened.status =
          Status(Code::kTypeMismatch, "written by another version, which plans do not read",
                 envelope->table_offset);
    }
    if (opened.program == nullptr) return opened;
  }
  const std::vector<std::byte>& table =
      is_list ? opened.program->list_table : opened.program->table;
  opened.input.table = table;
  return opened;
}

// `take` reads the root.
template <typename Take>
Status run_decode(const Opened& opened, const DecodeOptions& options, Take&& take) {
  if (opened.program == nullptr) return opened.status;
  return guarded([&]() -> Status {
    const archive::detail::Input& input = opened.input;
    PlanDecoder decoder(input.payload, options.limits, input.archive.size(), *opened.program);
    std::optional<DecoderTables> own;
    if (!opened.program->needs_tables) {
      return archive::detail::finish_decode(decoder, take(decoder, input.payload.data()), input);
    }
    DecoderTables& tables =
        options.workspace != nullptr ? options.workspace->decoder_tables() : own.emplace();
    struct Emptied {
      PlanDecoder& decoder;
      DecoderTables& tables;
      ~Emptied() {
        if (!tables.complete) decoder.let_go();
        tables.clear();
      }
    };
    decoder.tables = &tables;
    const Emptied emptied{decoder, tables};
    Cursor cur = take(decoder, input.payload.data());
    if (cur != nullptr) cur = decoder.drain(cur);
    return archive::detail::finish_decode(decoder, cur, input);
  });
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
    FASTSER_TRY(archive::compile_plan(*whole, false, *layout.graph_, programs->accessors,
                                      root.number, programs->plain));
    FASTSER_TRY(make_tables(*whole, programs->plain));
    const Result<Type> shared = whole->shared();
    if (!shared.ok()) return shared.status();
    if (!(*shared == *whole)) {
      programs->shared = std::make_unique<PlanProgram>();
      FASTSER_TRY(archive::compile_plan(*shared, true, *layout.graph_, programs->accessors,
                                        root.number, *programs->shared));
      FASTSER_TRY(make_tables(*shared, *programs->shared));
    }
    return Plan(std::move(programs));
  });
}

const Type& Plan::type() const noexcept { return programs_->type; }

Status Plan::encode(Buffer& out, const void* value, const EncodeOptions& options) const {
  return run_encode(
      program_for(*programs_, options), false, out, options,
      [&](PlanEncoder& encoder, std::byte* cur) { return encoder.value(value, cur); });
}

Status Plan::encode_array(Buffer& out, const void* first, std::size_t count, std::size_t stride,
                          const EncodeOptions& options) const {
  const PlanProgram& program = program_for(*programs_, options);
  if (program.list_table.empty()) return Status(Code::kUsage, "a list nested deeper than 64");
  return run_encode(program, true, out, options, [&](PlanEncoder& encoder, std::byte* cur) {
    return encoder.array(first, count, stride, cur);
  });
}

Status Plan::decode(BytesView bytes, void* value, const DecodeOptions& options) const {
  return run_decode(open(bytes, *programs_, false, options), options,
                    [&](PlanDecoder& decoder, Cursor cur) { return decoder.value(value, cur); });
}

Status Plan::decode_array(BytesView bytes, const ListAccess& access, void* list,
                          const DecodeOptions& options) const {
  if (access.resize == nullptr || access.stride == 0) {
    return Status(Code::kUsage, "decode_array needs resize and a stride");
  }
  return run_decode(
      open(bytes, *programs_, true, options), options,
      [&](PlanDecoder& decoder, Cursor cur) { return decoder.array(access, list, cur); });
}

}  // namespace fastser
