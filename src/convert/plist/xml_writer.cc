// SPDX-License-Identifier: MIT
#include "convert/plist/xml_writer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "convert/json/text.hpp"
#include "convert/json/text_out.hpp"

namespace fastser::convert {
namespace {

constexpr std::string_view kStart =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
    "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"
    "<plist version=\"1.0\">\n";
constexpr std::string_view kEnd = "</plist>\n";

class XmlWriter {
 public:
  XmlWriter(const Document& document, const PlistWriting& options, Buffer& out)
      : document_(document), options_(options), out_(&out) {}

  Status write();

 private:
  Status open(std::uint32_t at);
  Status leaf(std::uint32_t at);
  void close();
  void line() { std::fill_n(tabs(), open_.size(), '\t'); }
  char* tabs() {
    char* const to = out_.room(open_.size());
    out_.set_end(to + open_.size());
    return to;
  }

  Status element(std::uint32_t at, std::string_view name, std::string_view text);
  void plain(std::string_view name, std::string_view text);
  void real(double value);
  void data(std::string_view bytes);
  Status moment(std::uint32_t at);

  const Document& document_;
  const PlistWriting& options_;
  TextOut out_;
  std::vector<std::uint32_t> open_;  // nodes
  std::string scratch_;
};

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20U && c != '\t' && c != '\n' && c != '\r';
}

// XML 1.0 has no control characters but three, and not U+FFFE and U+FFFF.
bool is_xml(std::string_view text) {
  constexpr std::string_view kNoCharacters[] = {"\xEF\xBF\xBE", "\xEF\xBF\xBF"};
  return std::none_of(text.begin(), text.end(), is_control) &&
         text.find(kNoCharacters[0]) == std::string_view::npos &&
         text.find(kNoCharacters[1]) == std::string_view::npos;
}

// A carriage return that stands there as it is would be read as a line feed.
std::string_view escape_of(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '\r': return "&#13;";
    default: return {};
  }
}

void XmlWriter::plain(std::string_view name, std::string_view text) {
  out_.put('<');
  out_.put(name);
  out_.put('>');
  out_.put(text);
  out_.put("</");
  out_.put(name);
  out_.put(">\n");
}

Status XmlWriter::element(std::uint32_t at, std::string_view name, std::string_view text) {
  if (!is_xml(text)) {
    return plist_refused(document_, at,
                         "a character that XML does not have: use a binary property list");
  }
  if (text.find_first_of("&<>\r") == std::string_view::npos) {
    plain(name, text);
    return {};
  }
  scratch_.clear();
  for (const char c : text) {
    const std::string_view escape = escape_of(c);
    if (escape.empty()) {
      scratch_ += c;
    } else {
      scratch_ += escape;
    }
  }
  plain(name, scratch_);
  return {};
}

void XmlWriter::real(double value) {
  scratch_.clear();
  if (std::isfinite(value)) {
    append_double(scratch_, value);
  } else if (std::isnan(value)) {
    scratch_ = "nan";
  } else {
    scratch_ = value < 0 ? "-infinity" : "+infinity";
  }
  plain("real", scratch_);
}

void XmlWriter::data(std::string_view bytes) {
  constexpr std::size_t kColumns = 76;
  constexpr std::size_t kTab = 8;
  constexpr std::size_t kLeast = 16;
  const std::size_t indent = kTab * open_.size();
  const std::size_t each = indent + kLeast > kColumns ? kLeast : (kColumns - indent) / 4 * 4;
  out_.put("<data>\n");
  while (!bytes.empty()) {
    const std::size_t now = std::min(bytes.size(), each / 4 * 3);
    scratch_.clear();
    append_base64(scratch_, std::as_bytes(std::span(bytes.substr(0, now))));
    line();
    out_.put(std::string_view(scratch_).substr(1, scratch_.size() - 2));
    out_.put('\n');
    bytes.remove_prefix(now);
  }
  line();
  out_.put("</data>\n");
}

Status XmlWriter::moment(std::uint32_t at) {
  const Node& node = document_.nodes[at];
  scratch_.clear();
  constexpr std::uint32_t kHalf = 500'000'000;
  const std::uint64_t up = node.count >= kHalf ? 1 : 0;
  append_date(scratch_, static_cast<std::int64_t>(node.bits + up), 0);
  constexpr std::size_t kSize = std::string_view("\"2014-08-31T00:29:15Z\"").size();
  if (scratch_.size() != kSize) {
    return plist_refused(document_, at, "a timestamp beyond the years 0 to 9999");
  }
  if (node.count != 0 && !options_.replace) return plist_refused(document_, at, kPlistRounds);
  plain("date", std::string_view(scratch_).substr(1, kSize - 2));
  return {};
}

Status XmlWriter::leaf(std::uint32_t at) {
  const Node& node = document_.nodes[at];
  switch (node.kind) {
    case NodeKind::kNull:
      if (!options_.replace) return plist_refused(document_, at, kPlistHasNoNull);
      plain("string", kPlistNull);
      return {};
    case NodeKind::kBool: out_.put(node.bits != 0 ? "<true/>\n" : "<false/>\n"); return {};
    case NodeKind::kNegative:
    case NodeKind::kUnsigned:
      scratch_.clear();
      if (node.kind == NodeKind::kNegative) {
        append_signed(scratch_, static_cast<std::int64_t>(node.bits));
      } else {
        append_unsigned(scratch_, node.bits);
      }
      plain("integer", scratch_);
      return {};
    case NodeKind::kF32:
      real(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(node.bits))));
      return {};
    case NodeKind::kReal:
    case NodeKind::kF64: real(std::bit_cast<double>(node.bits)); return {};
    case NodeKind::kString: return element(at, "string", document_.text(node.bits));
    case NodeKind::kData: data(document_.text(node.bits)); return {};
    case NodeKind::kMoment: return moment(at);
    case NodeKind::kExt: return plist_refused(document_, at, kPlistLacks.ext);
    case NodeKind::kMap: return plist_refused(document_, at, kPlistLacks.map);
    case NodeKind::kList:
    case NodeKind::kObject: break;
  }
  return {};
}

Status XmlWriter::open(std::uint32_t at) {
  const Node& node = document_.nodes[at];
  if (!open_.empty() && node.key != kNoKey) {
    line();
    FASTSER_TRY(element(at, "key", document_.text(node.key)));
  }
  line();
  if (node.kind != NodeKind::kList && node.kind != NodeKind::kObject) return leaf(at);
  const bool list = node.kind == NodeKind::kList;
  if (node.count == 0) {
    out_.put(list ? "<array/>\n" : "<dict/>\n");
    return {};
  }
  out_.put(list ? "<array>\n" : "<dict>\n");
  open_.push_back(at);
  return {};
}

void XmlWriter::close() {
  const bool list = document_.nodes[open_.back()].kind == NodeKind::kList;
  open_.pop_back();
  line();
  out_.put(list ? "</array>\n" : "</dict>\n");
}

Status XmlWriter::write() {
  out_.put(kStart);
  for (std::uint32_t at = 0; at != document_.nodes.size();) {
    FASTSER_TRY(open(at));
    ++at;
    while (!open_.empty() && document_.nodes[open_.back()].end == at) close();
    if (out_.size() > options_.max_bytes) {
      return Status(Code::kOverBudget, "the property list would be longer than allowed");
    }
  }
  out_.put(kEnd);
  out_.finish_buffer();
  return {};
}

}  // namespace

Result<Buffer> write_xml_plist(const Document& document, const PlistWriting& options) {
  Buffer out;
  FASTSER_TRY(XmlWriter(document, options, out).write());
  return out;
}

}  // namespace fastser::convert
