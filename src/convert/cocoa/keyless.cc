// SPDX-License-Identifier: MIT
#include "convert/cocoa/keyless.hpp"

#include <string>
#include <string_view>
#include <unordered_map>

#include "convert/cocoa/objc_types.hpp"
#include "convert/document/dom.hpp"
#include "fastser/internal/wire/content_hash.hpp"

namespace fastser::convert::cocoa {
namespace {

using schema::TypeCode;

constexpr std::string_view kKeylessMark("~V1~\0", 5);
constexpr std::uint8_t kBytesKind = 'y';  // of bytes without a type
constexpr std::size_t kLongestType = 1024;

class KeylessReader final : public UnendedReader {
 public:
  KeylessReader(Target& target, Graph& graph, Ends& ends)
      : UnendedReader(target, graph, ends),
        hash_{wire::HashSeed::from(wire::random_seed())},
        texts_(0, hash_),
        classes_(0, hash_),
        objects_(0, hash_) {}

  bool read() { return header() && read_root(); }

 private:
  struct Text {
    std::size_t at = 0;
    std::size_t size = 0;
  };
  template <typename T>
  using ByAddress = std::unordered_map<std::uint64_t, T, NumberHash>;

  bool malformed(std::string_view message) {
    return target_.fail(Code::kMalformed, message, bytes_.at());
  }

  bool header() {
    if (!is_keyless(target_.input())) {
      return target_.fail(Code::kMalformed, "this is no archive of NSKeylessArchiver", 0);
    }
    std::uint64_t version = 0;
    std::uint64_t wide = 0;
    if (!bytes_.skip(kKeylessMark.size()) || !bytes_.integer(4, version)) return false;
    if (version > 1) {
      return target_.fail(Status(Code::kVersion, {}, kKeylessMark.size())
                              .with_detail("an archive of version " + std::to_string(version) +
                                           "; only versions 0 and 1 are read"));
    }
    if (version == 1 && !bytes_.integer(4, wide)) return false;
    width_ = wide != 0 ? 8 : 4;
    // The first address of the file: that of the root's type.
    if (!bytes_.has(width_)) return false;
    tells_nil_ = width_ == 8 && bytes_.peek(bytes_.at(), 4) != 0;
    return true;
  }

  [[nodiscard]] std::string_view characters(const Text& text) const {
    return as_text(target_.input()).substr(text.at, text.size);
  }
  // The text behind a new reference: up to a zero byte, which is not looked for beyond `most`.
  [[nodiscard]] bool text_at(std::size_t at, std::size_t most, Text& out) const {
    const std::string_view rest = as_text(target_.input()).substr(at, most);
    const std::size_t size = rest.find('\0');
    if (size == std::string_view::npos) return false;
    out = {at, size};
    return true;
  }
  template <typename T>
  bool remember(ByAddress<T>& in, std::uint64_t address, const T& one) {
    constexpr std::size_t kNodeBytes = 64;
    if (!target_.charge(kNodeBytes, bytes_.at())) return false;
    in.emplace(address, one);
    return true;
  }

  bool text(Text& out) {
    std::uint64_t address = 0;
    if (!bytes_.integer(width_, address)) return false;
    const auto known = texts_.find(address);
    if (known != texts_.end()) {
      out = known->second;
      return true;
    }
    if (!text_at(bytes_.at(), bytes_.left(), out)) {
      return target_.fail(Code::kTruncated, "a text without an end", bytes_.at());
    }
    return bytes_.skip(out.size + 1) && remember(texts_, address, out);
  }

  // Whether a type comes next, and which.
  bool type_next(std::string_view& type) {
    if (bytes_.left() < width_) return false;
    const std::uint64_t address = bytes_.peek(bytes_.at(), width_);
    Text text;
    const auto known = texts_.find(address);
    if (known != texts_.end()) {
      text = known->second;
    } else if (address == 0 || !text_at(bytes_.at() + width_, kLongestType, text)) {
      return false;
    }
    if (text.size == 0 || text.size > kLongestType) return false;
    type = characters(text);
    return first_type(type) == type.size();
  }

  bool value(Open& top) override {
    Node node;
    node.at = bytes_.at();
    std::string_view type;
    if (!type_next(type)) return raw(top, node);
    Text text;
    if (!this->text(text)) return false;
    type = characters(text);
    const char first = type[0];
    const auto kind = static_cast<std::uint8_t>(first);
    if (const auto scalar = scalar_of(first)) {
      node.kind = Node::Kind::kInteger;
      node.code = scalar->code;
      if (!bytes_.integer(scalar->width, node.a)) return false;
      if (scalar->code == TypeCode::kBool && node.a > 1)
        return malformed("a truth value that is neither 0 nor 1");
      node.a = extend(node.a, scalar->width, scalar->has_sign);
      return add(top, node, kind);
    }
    switch (first) {
      case 'f':
      case 'd':
        node.kind = first == 'f' ? Node::Kind::kF32 : Node::Kind::kF64;
        return bytes_.integer(first == 'f' ? 4 : 8, node.a) && add(top, node, kind);
      case '*':
      case ':':
        if (!this->text(text)) return false;
        node.kind = Node::Kind::kText;
        node.a = text.at;
        node.b = text.size;
        return add(top, node, kind);
      case '@': return object(top, node);
      case '[': return array(top, type, node);
      case '{': return structure(top, type, node);
      default: return malformed("a value of a type that NSKeylessArchiver does not write");
    }
  }

  bool raw(Open& top, Node& node) {
    std::uint64_t size = 0;
    if (top.is_list || !bytes_.integer(4, size)) return malformed("a value without a type");
    node.kind = Node::Kind::kBytes;
    node.a = bytes_.at();
    node.b = size;
    return bytes_.skip(size) && add(top, node, kBytesKind);
  }

  bool array(Open& top, std::string_view type, Node& node) {
    const auto what = array_type(type);
    if (!what || what->element.size() != 1)
      return malformed("an array of a type that NSKeylessArchiver does not write");
    const auto scalar = scalar_of(what->element[0]);
    if (!scalar || scalar->width > 2)
      return malformed("an array of a type that NSKeylessArchiver does not write");
    if (what->count > bytes_.left()) {
      return target_.fail(Code::kTruncated, "an array that ends behind the input", node.at);
    }
    node.kind = Node::Kind::kRun;
    node.code = scalar->code;
    node.a = bytes_.at();
    node.b = what->count;
    return bytes_.skip(what->count * scalar->width) && add(top, node, '[');
  }

  // A range is two integers of 4 bytes, points, sizes and rectangles are floats, whatever their
  // types say.
  bool structure(Open& top, std::string_view type, Node& node) {
    const std::string_view members = struct_members(type);
    const bool range = members == "II" || members == "QQ";
    const bool rectangle = type.find("Rect=") != std::string_view::npos;
    const bool pair = type.find("Point=") != std::string_view::npos ||
                      type.find("Size=") != std::string_view::npos;
    if (!range && !rectangle && !pair)
      return malformed("a structure that NSKeylessArchiver does not write");
    const std::uint32_t chain = graph_.add_chain(node.at);
    if (chain == kNoIndex) return false;
    node.kind = Node::Kind::kTuple;
    node.a = chain;
    for (int i = 0; i < (rectangle ? 4 : 2); ++i) {
      Node member;
      member.at = bytes_.at();
      member.kind = range ? Node::Kind::kInteger : Node::Kind::kF32;
      member.code = TypeCode::kU32;
      if (!bytes_.integer(4, member.a) || !graph_.add(chain, member)) return false;
    }
    return add(top, node, '{');
  }

  // ---- objects

  bool is_short_nil() const {
    if (!tells_nil_ || bytes_.left() < 4 || bytes_.peek(bytes_.at(), 4) != 0) return false;
    return bytes_.left() < 8 || bytes_.peek(bytes_.at() + 4, 4) != 0;
  }

  bool object(Open& top, Node& node) {
    if (is_short_nil()) return bytes_.skip(4) && add(top, node, '@');
    const std::size_t at = bytes_.at();
    std::uint64_t address = 0;
    if (!bytes_.integer(width_, address)) return false;
    if (address == 0) return add(top, node, '@');
    node.kind = Node::Kind::kObject;
    const auto known = objects_.find(address);
    if (known != objects_.end()) {
      node.a = known->second;
      return add(top, node, '@');
    }
    const std::uint32_t number = graph_.add_object(at);
    if (number == kNoIndex || !remember(objects_, address, number)) return false;
    node.a = number;
    std::uint32_t of = kNoIndex;
    if (!class_chain(of)) return false;
    graph_.objects[number].of = of;
    return add(top, node, '@') && open_object(number);
  }

  // From the class up to one that is known, or to NSObject, which is written as nil.
  bool class_chain(std::uint32_t& out) {
    std::uint32_t sub = kNoIndex;
    const auto first_new = static_cast<std::uint32_t>(graph_.classes.size());
    for (bool more = true; more;) {
      std::uint64_t address = 0;
      if (!step() || !bytes_.integer(width_, address)) return false;
      std::uint32_t found = kNoIndex;
      const auto known = classes_.find(address);
      more = address != 0 && known == classes_.end();
      if (known != classes_.end()) {
        found = known->second;
        if (sub != kNoIndex && found >= first_new)
          return malformed("a class that is its own super-class");
      } else if (address == 0) {
        found = graph_.add_class({.name = "NSObject", .at = bytes_.at()});
        if (found == kNoIndex || !remember(classes_, address, found)) return false;
      } else if (!new_class(address, found)) {
        return false;
      }
      if (sub == kNoIndex) out = found;
      if (sub != kNoIndex) graph_.classes[sub].super = found;
      sub = found;
    }
    return true;
  }

  bool new_class(std::uint64_t address, std::uint32_t& out) {
    Class one;
    one.at = bytes_.at();
    Text name;
    std::uint64_t version = 0;
    if (!text(name) || !bytes_.integer(4, version)) return false;
    one.name = characters(name);
    if (one.name.empty()) return malformed("a class without a name");
    one.version = static_cast<std::uint32_t>(version);
    one.known = known_class(one.name);
    out = graph_.add_class(one);
    return out != kNoIndex && remember(classes_, address, out);
  }

  std::size_t width_ = 4;
  bool tells_nil_ = false;
  NumberHash hash_;
  ByAddress<Text> texts_;
  ByAddress<std::uint32_t> classes_;
  ByAddress<std::uint32_t> objects_;
};

}  // namespace

bool is_keyless(BytesView input) noexcept { return as_text(input).starts_with(kKeylessMark); }

bool read_keyless(Target& target, Graph& graph, Ends& ends) {
  return KeylessReader(target, graph, ends).read();
}

}  // namespace fastser::convert::cocoa
