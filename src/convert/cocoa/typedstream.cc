// SPDX-License-Identifier: MIT
//
// One loop over a stack of what is open: objects (until their end), groups of values and structures
// (until their types are used up), arrays. Nothing recurses.
#include "convert/cocoa/typedstream.hpp"

#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "convert/cocoa/bytes.hpp"
#include "convert/cocoa/objc_types.hpp"

namespace fastser::convert::cocoa {
namespace {

constexpr std::uint8_t kInteger2 = 0x81;
constexpr std::uint8_t kInteger4 = 0x82;
constexpr std::uint8_t kFloatBehind = 0x83;
constexpr std::uint8_t kNew = 0x84;
constexpr std::uint8_t kNil = 0x85;
constexpr std::uint8_t kEnd = 0x86;
constexpr std::uint8_t kFirstTag = 0x80;
constexpr std::uint8_t kLastTag = 0x91;
constexpr std::int64_t kFirstReference = -110;
constexpr std::size_t kHead = 13;  // the version, the size of the name, the name
constexpr std::uint8_t kOwnVersion = 4;
constexpr std::string_view kLittle = "\x0bstreamtyped";
constexpr std::string_view kBig = "\x0btypedstream";

class TypedstreamReader {
 public:
  TypedstreamReader(Target& target, Graph& graph)
      : target_(target), graph_(graph), bytes_(target, true) {}

  bool read() {
    if (!header()) return false;
    while (!bytes_.at_end()) {
      std::uint8_t head = 0;
      if (!bytes_.byte(head) || !group(0, head)) return false;
      while (!open_.empty()) {
        if (!step()) return false;
      }
    }
    return graph_.chains[0].count != 0 ||
           target_.fail(Code::kTruncated, "a stream without a value", bytes_.at());
  }

 private:
  struct Open {
    enum class Kind : std::uint8_t { kObject, kTypes, kArray };
    Kind kind;
    std::uint32_t chain;
    std::string_view types;  // still to be read; the element's
    std::uint64_t left = 0;  // elements
  };
  // What references to objects lead to.
  struct Shared {
    enum class Kind : std::uint8_t { kObject, kClass, kText };
    Kind kind;
    std::uint64_t a;
    std::uint64_t b = 0;
  };

  bool malformed(std::string_view message) {
    return target_.fail(Code::kMalformed, message, bytes_.at());
  }

  bool header() {
    if (!is_typedstream(target_.input())) {
      return target_.fail(Code::kMalformed, "this is no typedstream", 0);
    }
    std::uint8_t stream = 0;
    if (!bytes_.byte(stream)) return false;
    if (stream != kOwnVersion) {
      return target_.fail(Status(Code::kVersion, {}, 0)
                              .with_detail("a typedstream of version " + std::to_string(stream) +
                                           "; only version 4 is read"));
    }
    bytes_.set_little(as_text(target_.input()).substr(1).starts_with(kLittle));
    std::int64_t version = 0;
    return bytes_.skip(kLittle.size()) && integer(version);
  }

  bool push(const Open& open) {
    if (!target_.charge(sizeof(Open), bytes_.at())) return false;
    open_.push_back(open);
    return true;
  }

  bool step() {
    Open& top = open_.back();
    switch (top.kind) {
      case Open::Kind::kObject: {
        std::uint8_t head = 0;
        if (!bytes_.byte(head)) return false;
        if (head != kEnd) return group(top.chain, head);
        open_.pop_back();
        return true;
      }
      case Open::Kind::kTypes: {
        if (top.types.empty()) {
          open_.pop_back();
          return true;
        }
        const std::size_t size = first_type(top.types);
        if (size == 0) return malformed("an unknown type");
        if (!target_.charge(size, bytes_.at())) return false;
        const std::string_view type = top.types.substr(0, size);
        top.types.remove_prefix(size);
        return value(top.chain, type);
      }
      case Open::Kind::kArray:
        if (top.left-- > 0) return value(top.chain, top.types);
        open_.pop_back();
        return true;
    }
    return false;
  }

  // ---- the small things

  bool integer(std::int64_t& out) {
    std::uint8_t head = 0;
    return bytes_.byte(head) && integer(head, out);
  }
  bool integer(std::uint8_t head, std::int64_t& out) {
    std::uint64_t bits = head;
    std::size_t width = 1;
    if (head == kInteger2 || head == kInteger4) {
      width = head == kInteger2 ? 2 : 4;
      if (!bytes_.integer(width, bits)) return false;
    } else if (head >= kFirstTag && head <= kLastTag) {
      return malformed("a tag where a number should be");
    }
    width_ = width;
    out = static_cast<std::int64_t>(extend(bits, width, true));
    return true;
  }
  // Of a reference: the index, in a table of `size`.
  bool reference(std::uint8_t head, std::size_t size, std::size_t& out) {
    std::int64_t number = 0;
    if (!integer(head, number)) return false;
    number -= kFirstReference;
    if (number < 0 || static_cast<std::uint64_t>(number) >= size) {
      return target_.fail(Code::kBadReference, "a reference to something that does not exist",
                          bytes_.at());
    }
    out = static_cast<std::size_t>(number);
    return true;
  }
  // A count, and so many bytes.
  bool unshared(std::uint8_t head, std::string_view& out) {
    std::int64_t size = 0;
    if (!integer(head, size)) return false;
    // A byte or two without a sign.
    const std::uint64_t mask =
        width_ == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * width_)) - 1;
    return bytes_.text(static_cast<std::uint64_t>(size) & mask, out);
  }
  // `out` has no data where it is nil.
  bool shared(std::uint8_t head, std::string_view& out) {
    out = {};
    if (head == kNil) return true;
    if (head != kNew) {
      std::size_t index = 0;
      if (!reference(head, strings_.size(), index)) return false;
      out = strings_[index];
      return true;
    }
    if (!bytes_.byte(head) || !unshared(head, out)) return false;
    if (!target_.charge(sizeof(std::string_view), bytes_.at())) return false;
    strings_.push_back(out);
    return true;
  }
  bool remember(const Shared& one) {
    if (!target_.charge(sizeof one, bytes_.at())) return false;
    shared_.push_back(one);
    return true;
  }
  bool find(std::uint8_t head, Shared::Kind kind, Shared& out) {
    std::size_t index = 0;
    if (!reference(head, shared_.size(), index)) return false;
    out = shared_[index];
    return out.kind == kind ||
           target_.fail(Code::kBadReference, "a reference to something of another kind",
                        bytes_.at());
  }

  // ---- values

  bool group(std::uint32_t chain, std::uint8_t head) {
    std::string_view types;
    if (!shared(head, types)) return false;
    if (types.empty()) return malformed("values whose types are missing");
    return push({Open::Kind::kTypes, chain, types});
  }

  bool value(std::uint32_t chain, std::string_view type) {
    type = without_qualifiers(type);
    Node node;
    node.at = bytes_.at();
    if (!target_.charge(1, node.at)) return false;
    const char first = type[0];
    if (const auto scalar = scalar_of(first)) return number(chain, *scalar, node);
    switch (first) {
      case 'f':
      case 'd': return real(first == 'f', node) && graph_.add(chain, node);
      case '*': return c_string(node) && graph_.add(chain, node);
      case '%':
      case ':': return name(node) && graph_.add(chain, node);
      case '+': return raw(node) && graph_.add(chain, node);
      case '#': return class_value(node) && graph_.add(chain, node);
      case '@': return object(chain, node);
      case '!': return true;  // a value that was left out
      case '{': return structure(chain, type, node);
      case '[': return array(chain, type, node);
      default: return malformed("an unknown type");
    }
  }

  bool number(std::uint32_t chain, const Scalar& scalar, Node& node) {
    node.kind = Node::Kind::kInteger;
    node.code = scalar.code;
    if (scalar.width == 1) {
      std::uint8_t byte = 0;
      if (!bytes_.byte(byte)) return false;
      if (scalar.code == schema::TypeCode::kBool && byte > 1)
        return malformed("a truth value that is neither 0 nor 1");
      node.a = extend(byte, 1, scalar.has_sign);
      return graph_.add(chain, node);
    }
    std::int64_t signed_value = 0;
    if (!integer(signed_value)) return false;
    node.a = static_cast<std::uint64_t>(signed_value);
    // Written in fewer bytes than it has, an unsigned integer has no sign either.
    if (!scalar.has_sign) node.a &= (std::uint64_t{1} << (8 * width_)) - 1;
    const std::uint64_t fits =
        extend(node.a & low_bits(scalar.width), scalar.width, scalar.has_sign);
    return fits == node.a ? graph_.add(chain, node)
                          : malformed("a number that does not fit its type");
  }
  static std::uint64_t low_bits(std::size_t width) {
    return width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * width)) - 1;
  }

  bool real(bool narrow, Node& node) {
    node.kind = narrow ? Node::Kind::kF32 : Node::Kind::kF64;
    std::uint8_t head = 0;
    if (!bytes_.byte(head)) return false;
    if (head == kFloatBehind) return bytes_.integer(narrow ? 4 : 8, node.a);
    std::int64_t whole = 0;
    if (!integer(head, whole)) return false;
    node.a = narrow ? std::uint64_t{std::bit_cast<std::uint32_t>(static_cast<float>(whole))}
                    : std::bit_cast<std::uint64_t>(static_cast<double>(whole));
    return true;
  }

  void set_text(Node& node, Node::Kind kind, std::string_view text) const {
    node.kind = kind;
    node.a = static_cast<std::uint64_t>(text.data() - as_text(target_.input()).data());
    node.b = text.size();
  }
  bool name(Node& node) {
    std::uint8_t head = 0;
    std::string_view text;
    if (!bytes_.byte(head) || !shared(head, text)) return false;
    if (text.data() != nullptr) set_text(node, Node::Kind::kText, text);
    return true;
  }
  bool raw(Node& node) {
    std::uint8_t head = 0;
    std::string_view text;
    if (!bytes_.byte(head)) return false;
    if (head == kNil) return true;
    if (!unshared(head, text)) return false;
    set_text(node, Node::Kind::kBytes, text);
    return true;
  }
  bool c_string(Node& node) {
    std::uint8_t head = 0;
    if (!bytes_.byte(head)) return false;
    if (head == kNil) return true;
    if (head != kNew) {
      Shared found{};
      if (!find(head, Shared::Kind::kText, found)) return false;
      node.kind = Node::Kind::kText;
      node.a = found.a;
      node.b = found.b;
      return true;
    }
    std::string_view text;
    if (!bytes_.byte(head) || !shared(head, text)) return false;
    if (text.data() == nullptr) return malformed("a new string that is nil");
    set_text(node, Node::Kind::kText, text);
    return remember({Shared::Kind::kText, node.a, node.b});
  }

  // A chain of classes, from the class itself to one that is known, or to the root's nil.
  bool class_chain(std::uint8_t head, std::uint32_t& out) {
    out = kNoIndex;
    std::uint32_t sub = kNoIndex;
    for (;;) {
      std::uint32_t found = kNoIndex;
      const bool fresh = head == kNew;
      if (fresh) {
        if (!new_class(found)) return false;
      } else if (head != kNil) {
        Shared one{};
        if (!find(head, Shared::Kind::kClass, one)) return false;
        found = static_cast<std::uint32_t>(one.a);
        // What has its super-class still to come would become its own.
        if (sub != kNoIndex && found >= first_new_)
          return malformed("a class that is its own super-class");
      }
      if (sub == kNoIndex) out = found;
      if (sub != kNoIndex) graph_.classes[sub].super = found;
      if (!fresh) break;
      if (sub == kNoIndex) first_new_ = found;
      sub = found;
      if (!bytes_.byte(head)) return false;
    }
    return true;
  }
  bool new_class(std::uint32_t& out) {
    Class one;
    one.at = bytes_.at();
    std::uint8_t head = 0;
    std::int64_t version = 0;
    if (!bytes_.byte(head) || !shared(head, one.name)) return false;
    if (one.name.empty()) return malformed("a class without a name");
    if (!integer(version)) return false;
    one.version = static_cast<std::uint32_t>(version);
    one.known = known_class(one.name);
    out = graph_.add_class(one);
    return out != kNoIndex && remember({Shared::Kind::kClass, out});
  }
  bool class_value(Node& node) {
    std::uint8_t head = 0;
    std::uint32_t found = kNoIndex;
    if (!bytes_.byte(head) || !class_chain(head, found)) return false;
    if (found == kNoIndex) return true;
    node.kind = Node::Kind::kClass;
    node.a = found;
    return true;
  }

  bool object(std::uint32_t chain, Node& node) {
    std::uint8_t head = 0;
    if (!bytes_.byte(head)) return false;
    if (head == kNil) return graph_.add(chain, node);
    node.kind = Node::Kind::kObject;
    if (head != kNew) {
      Shared found{};
      if (!find(head, Shared::Kind::kObject, found)) return false;
      node.a = found.a;
      return graph_.add(chain, node);
    }
    const std::uint32_t number = graph_.add_object(node.at);
    node.a = number;
    if (number == kNoIndex || !remember({Shared::Kind::kObject, number})) return false;
    std::uint32_t of = kNoIndex;
    if (!bytes_.byte(head) || !class_chain(head, of)) return false;
    if (of == kNoIndex) return malformed("an object without a class");
    graph_.objects[number].of = of;
    return graph_.add(chain, node) && push({Open::Kind::kObject, graph_.objects[number].chain, {}});
  }

  bool structure(std::uint32_t chain, std::string_view type, Node& node) {
    const std::uint32_t members = graph_.add_chain(node.at);
    node.kind = Node::Kind::kTuple;
    node.a = members;
    return members != kNoIndex && graph_.add(chain, node) &&
           push({Open::Kind::kTypes, members, struct_members(type)});
  }

  bool array(std::uint32_t chain, std::string_view type, Node& node) {
    const auto what = array_type(type);
    if (!what) return malformed("an unknown type");
    const char element = what->element[0];
    if (element == 'c' || element == 'C') {
      std::string_view text;
      if (!bytes_.text(what->count, text)) return false;
      set_text(node, Node::Kind::kBytes, text);
      return graph_.add(chain, node);
    }
    const std::uint32_t elements = graph_.add_chain(node.at);
    node.kind = Node::Kind::kList;
    node.a = elements;
    return elements != kNoIndex && graph_.add(chain, node) &&
           push({Open::Kind::kArray, elements, what->element, what->count});
  }

  Target& target_;
  Graph& graph_;
  Bytes bytes_;
  std::size_t width_ = 1;        // of the integer read last
  std::uint32_t first_new_ = 0;  // of the chain of classes that is being read
  std::vector<Open> open_;
  std::vector<std::string_view> strings_;
  std::vector<Shared> shared_;
};

}  // namespace

bool is_typedstream(BytesView input) noexcept {
  if (input.size() < kHead) return false;
  const std::string_view name = as_text(input).substr(1);
  return name.starts_with(kLittle) || name.starts_with(kBig);
}

bool read_typedstream(Target& target, Graph& graph) {
  return TypedstreamReader(target, graph).read();
}

}  // namespace fastser::convert::cocoa
