// SPDX-License-Identifier: MIT
#include "command/hints.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/as_text.hpp"
#include "command/formats.hpp"
#include "convert/flat/schema_writer.hpp"
#include "convert/json/lax.hpp"
#include "convert/json/writer.hpp"
#include "convert/plist/writing.hpp"
#include "convert/plist/xml_reader.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/faults.hpp"
#include "wire/look_alike.hpp"

namespace fastser::command {
namespace {

using convert::ConvertOptions;
using convert::Format;
using convert::JsonOptions;

std::string_view hint(const Status& status, Format from, Format to, const ConvertOptions& options) {
  switch (status.code()) {
    case Code::kOverBudget:
      if (status.message() == convert::kTextTooLong) return "--max-text allows more";
      if (status.message().ends_with("allows more")) return {};  // of a file that is too large
      return "--max-memory and --max-text allow more";
    case Code::kMalformed: {
      const bool is_json = from == Format::json || from == Format::json_lines;
      const bool may_be_lax = is_json && !options.lax_json && convert::is_lax(status.message());
      return may_be_lax ? "--lax reads it" : std::string_view();
    }
    case Code::kTypeMismatch: {
      const bool to_text = to == Format::json || to == Format::json_lines;
      if (to_text && status.message() == convert::kNotFiniteSaid) {
        return options.not_finite == JsonOptions::NotFinite::kNull ? std::string_view()
                                                                   : "--nan-as-null writes null";
      }
      const bool replaced = options.unsayable == ConvertOptions::Unsayable::kReplace;
      const std::string_view said = status.message();
      const bool lacks = said.ends_with("has none") || said.ends_with("have none") ||
                         said.ends_with("which would be rounded");
      if (said == convert::kLooksLikeBase64) return "--replace writes it as it is";
      if (said.starts_with(convert::kUnknownKeySaid)) return "--skip-unknown leaves such keys out";
      if (replaced || !lacks) return {};
      if (said.ends_with("which would be rounded")) {
        return said == convert::kPlistRounds ? "--replace rounds it"
                                             : "--replace writes the nearest number";
      }
      return "--replace writes it in another form, see 'fastser convert --help'";
    }
    default: return {};
  }
}

// Of errors that say themselves what to do: none.
std::string_view remedy(const Status& status, Format from) {
  // What a FlatBuffer is read as, its schema alone says.
  const bool is_flat = from == Format::flatbuffers && status.offset() != Status::kNoOffset;
  switch (status.code()) {
    case Code::kTrailing:
      if (from != Format::msgpack) return {};
      return "for several messages in one file use --from msgpack-stream";
    case Code::kTruncated:
      if (status.message() == kEmptySaid) return {};
      if (is_flat) return "is this its schema? If it is, the file may be cut off";
      return "the file may be cut off: copy it again, or restore a backup";
    case Code::kBadReference: return is_flat ? "is this its schema?" : std::string_view();
    case Code::kFingerprint:
      return is_flat ? "give its own schema, or --any-identifier to read it by this one"
                     : std::string_view();
    case Code::kVersion: return "a newer release of fastser may read it";
    case Code::kChecksum: return "copy it again, or restore a backup";
    case Code::kMalformed:
      if (status.message().ends_with(" has twice")) return "remove one of the two";
      return is_flat ? "is this its schema?" : std::string_view();
    default: return {};
  }
}

Status with_more(Status status, std::string_view more) {
  if (more.empty()) return status;
  std::string said(status.message());
  said.append("; ").append(more);
  return std::move(status).with_detail(std::move(said));
}

// The options that it names are those of programs.
Status without_programs_options(Status status) {
  const std::string_view message = status.message();
  if (message != wire::kTakesTooMuch) return status;
  return std::move(status).with_detail(std::string(message.substr(0, message.find(';'))));
}

// Whether bytes with an error at `offset` cannot be of the format at all, whatever they look like.
bool is_none_of(Format format, BytesView contents, std::size_t offset) {
  switch (format) {
    case Format::archive: return !archive::has_envelope(contents);
    case Format::json:
    case Format::json_lines: return offset == 0;
    case Format::msgpack:
    case Format::msgpack_stream: {  // a lone integer, with something behind it
      const auto first = static_cast<std::uint8_t>(contents[0]);
      return first < 0x80 && offset <= 1;
    }
    case Format::flatbuffers: {
      constexpr std::size_t kOffset = sizeof(std::uint32_t);
      return contents.size() >= kOffset &&
             wire::load_le<std::uint32_t>(contents.data()) > contents.size() - kOffset;
    }
    case Format::flexbuffers: {
      const auto width = static_cast<std::uint8_t>(contents.back());
      return archive::has_envelope(contents) || (width != 1 && width != 2 && width != 4);
    }
    default: return archive::has_envelope(contents);
  }
}

struct Other {
  std::string_view title;
  std::string_view options;  // that it is read with
  Format format;
};

std::optional<Other> other_in(BytesView contents) {
  using enum wire::LooksLike;
  switch (wire::looks_like(contents)) {
    case kArchive: return Other{"an archive", "--from archive", Format::archive};
    case kJson: return Other{"JSON text", "--from json", Format::json};
    case kPropertyList:
      if (as_text(contents).starts_with("bplist")) {
        return Other{"a binary property list", "--from binary-plist", Format::binary_plist};
      }
      return Other{"an XML property list", "--from xml-plist", Format::xml_plist};
    case kFlatBuffer:
      return Other{"a FlatBuffer", "--from flatbuffers --schema SCHEMA", Format::flatbuffers};
    case kMsgpack: return Other{"MessagePack", "--from msgpack", Format::msgpack};
    case kFlexBuffer: return Other{"a FlexBuffer", "--from flexbuffers", Format::flexbuffers};
    default: return std::nullopt;
  }
}

}  // namespace

Status with_hint(Status status, Format from, Format to, const ConvertOptions& options) {
  if (status.code() == Code::kTooDeep && from != Format::archive) {
    const std::string most = std::to_string(options.limits.depth);
    return with_more(std::move(status), most + " levels are the most");
  }
  const std::string_view next = hint(status, from, to, options);
  return with_more(without_programs_options(std::move(status)), next);
}

Status with_remedy(Status status, Format from) {
  const std::string_view next = remedy(status, from);
  return with_more(without_programs_options(std::move(status)), next);
}

Status in_other_format(const Status& status, Format format, BytesView contents) {
  const Code code = status.code();
  const bool is_of_bytes = code == Code::kTruncated || code == Code::kMalformed ||
                           code == Code::kTrailing || code == Code::kBadReference ||
                           code == Code::kTypeMismatch || code == Code::kFingerprint;
  if (!is_of_bytes || contents.empty() || !is_none_of(format, contents, status.offset())) return {};
  const std::optional<Other> other = other_in(contents);
  if (!other || other->format == format) return {};
  std::string said = "this looks like ";
  said.append(other->title).append(", not like ").append(format_title(format));
  said.append("; ").append(other->options).append(" reads it");
  return Status(Code::kMalformed).with_detail(std::move(said));
}

std::string_view name_of_other(std::string_view text) {
  using std::string_view_literals::operator""sv;
  struct Known {
    std::string_view start;
    std::string_view name;
  };
  constexpr Known kKnown[] = {{"PK\x03\x04"sv, "a ZIP file"},
                              {"%PDF-"sv, "a PDF file"},
                              {"\x89PNG\r\n"sv, "a PNG picture"},
                              {"\xFF\xD8\xFF"sv, "a JPEG picture"},
                              {"GIF8"sv, "a GIF picture"},
                              {"\x7F"sv
                               "ELF"sv,
                               "a program"},
                              {"SQLite format 3\0"sv, "an SQLite database"},
                              {"BZh"sv, "a file compressed by bzip2"},
                              {"\xFD"sv
                               "7zXZ\0"sv,
                               "a file compressed by xz"},
                              {"7z\xBC\xAF"sv, "a 7z file"}};
  for (const Known& one : kKnown) {
    if (text.starts_with(one.start)) return one.name;
  }
  return {};
}

Status refuse_foreign(std::string_view file, BytesView contents) {
  using std::string_view_literals::operator""sv;
  const std::string_view text = as_text(contents);
  if (text.empty()) {
    const std::optional<Format> named = format_of_extension(file);
    const bool may_be = named == Format::json_lines || named == Format::openstep_plist;
    return may_be ? Status() : Status(Code::kTruncated, kEmptySaid);
  }
  if (text.starts_with("\x1F\x8B"sv)) {
    return Status(Code::kMalformed, "this is compressed by gzip: 'gunzip -c FILE | fastser ... -'");
  }
  if (text.starts_with("\x28\xB5\x2F\xFD"sv)) {
    return Status(Code::kMalformed, "this is compressed by zstd: 'zstd -dc FILE | fastser ... -'");
  }
  if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv)) {
    return Status(Code::kMalformed,
                  "this is text in UTF-16: 'iconv -f UTF-16 -t UTF-8 FILE | fastser ... -'");
  }
  const bool xml = text.starts_with("<?xml"sv) || text.starts_with("<!DOCTYPE"sv);
  if (xml && !convert::is_xml_plist(text)) {
    return Status(Code::kMalformed,
                  "this is XML, but no property list; fastser reads no other XML");
  }
  return {};
}

}  // namespace fastser::command
