// SPDX-License-Identifier: MIT
#include "command/hints.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "convert/flat/schema_writer.hpp"
#include "convert/json/writer.hpp"
#include "convert/plist/writing.hpp"
#include "convert/plist/xml_reader.hpp"

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
    case Code::kTrailing:
      if (from == Format::msgpack)
        return "for several messages in one file use --from msgpack-stream";
      return {};
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

}  // namespace

Status with_hint(Status status, Format from, Format to, const ConvertOptions& options) {
  const std::string_view next = hint(status, from, to, options);
  if (next.empty()) return status;
  std::string said(status.message());
  said.append("; ").append(next);
  return std::move(status).with_detail(std::move(said));
}

Status refuse_foreign(BytesView contents) {
  using std::string_view_literals::operator""sv;
  const std::string_view text(reinterpret_cast<const char*>(contents.data()), contents.size());
  if (text.empty()) return Status(Code::kTruncated, "the file is empty");
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
