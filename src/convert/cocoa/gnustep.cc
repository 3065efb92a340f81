// SPDX-License-Identifier: MIT
#include "convert/cocoa/gnustep.hpp"

#include <charconv>
#include <string_view>
#include <vector>

namespace fastser::convert::cocoa {
namespace {

using schema::TypeCode;

constexpr std::string_view kGnustepMark = "GNUstep archive";
constexpr std::size_t kDigits = 8;
// From this version on array counts are written in groups of seven bits.
constexpr std::uint32_t kShortCounts = 12402;

constexpr std::uint8_t kAgain = 0x80;
constexpr std::uint8_t kMask = 0x1F;
enum Tag : std::uint8_t {
  kNone = 0x00,
  kFirstScalar = 0x01,  // in pairs: signed, unsigned; then floats, bool
  kFloat = 0x0B,
  kDouble = 0x0C,
  kBool = 0x0D,
  kObject = 0x10,
  kClass = 0x11,
  kSelector = 0x12,
  kPointer = 0x13,
  kCString = 0x14,
  kArray = 0x15,
  kStructure = 0x16,
  kClassAsObject = 0x17,
};

class GnustepReader final : public UnendedReader {
 public:
  using UnendedReader::UnendedReader;

  bool read() { return header() && read_root(); }

 private:
  // A tag, and the number of what may be referred to; 0: nil.
  struct Head {
    std::uint8_t type = 0;
    std::uint8_t size = 0;  // the two bits
    bool again = false;
    std::uint64_t number = 0;
  };

  bool malformed(std::string_view message) {
    return target_.fail(Code::kMalformed, message, bytes_.at());
  }

  bool header() {
    if (!is_gnustep(target_.input())) {
      return target_.fail(Code::kMalformed, "this is no archive of GNUstep's NSArchiver", 0);
    }
    if (!bytes_.skip(kGnustepMark.size())) return false;
    for (int i = 0; i < 4; ++i) {
      std::string_view text;
      if (!bytes_.text(kDigits + 1, text)) return false;
      std::uint32_t number = 0;
      const auto end = std::from_chars(text.data(), text.data() + kDigits, number, 16);
      if (end.ptr != text.data() + kDigits || text.back() != ':') {
        return malformed("a header in which numbers are missing");
      }
      if (i == 0) short_counts_ = number == kShortCounts;
    }
    return true;
  }

  bool head(Head& out) {
    std::uint8_t tag = 0;
    if (!bytes_.byte(tag)) return false;
    out.type = tag & kMask;
    out.size = static_cast<std::uint8_t>(tag >> 5 & 3U);
    out.again = (tag & kAgain) != 0;
    const bool counted = out.type >= kObject && out.type != kArray && out.type != kStructure;
    if (!counted || out.size == 0) return true;
    return bytes_.integer(std::size_t{1} << (out.size - 1), out.number);
  }

  // The integer or float type of a tag; the width of integers stands in it.
  bool scalar(const Head& tag, Node::Kind& kind, TypeCode& code, std::size_t& width) {
    kind = Node::Kind::kInteger;
    if (tag.type == kFloat || tag.type == kDouble) {
      kind = tag.type == kFloat ? Node::Kind::kF32 : Node::Kind::kF64;
      code = tag.type == kFloat ? TypeCode::kF32 : TypeCode::kF64;
      width = tag.type == kFloat ? 4 : 8;
      return true;
    }
    if (tag.type == kBool) {
      code = TypeCode::kBool;
      width = 1;
      return true;
    }
    const bool is_char = tag.type < 3;
    width = is_char ? 1 : std::size_t{2} << tag.size;
    const bool has_sign = tag.type % 2 == 1;
    switch (width) {
      case 1: code = has_sign ? TypeCode::kI8 : TypeCode::kU8; return true;
      case 2: code = has_sign ? TypeCode::kI16 : TypeCode::kU16; return true;
      case 4: code = has_sign ? TypeCode::kI32 : TypeCode::kU32; return true;
      case 8: code = has_sign ? TypeCode::kI64 : TypeCode::kU64; return true;
      default: return target_.fail(Code::kTypeMismatch, "an integer of 128 bits", bytes_.at());
    }
  }
  static bool is_scalar(std::uint8_t type) { return type >= kFirstScalar && type <= kBool; }

  bool value(Open& top) override {
    Node node;
    node.at = bytes_.at();
    Head tag;
    if (!head(tag)) return false;
    if (is_scalar(tag.type)) {
      TypeCode code{};
      std::size_t width = 0;
      if (!scalar(tag, node.kind, code, width) || !bytes_.integer(width, node.a)) return false;
      node.code = code;
      if (code == TypeCode::kBool && node.a > 1)
        return malformed("a truth value that is neither 0 nor 1");
      if (node.is_integer()) node.a = extend(node.a, width, tag.type % 2 == 1 && tag.type < kFloat);
      return put(top, node, tag.type);
    }
    switch (tag.type) {
      case kObject: return object(top, tag, node);
      case kClassAsObject: return class_object(top, tag, node);
      case kClass: return class_value(tag, node) && put(top, node, kClass);
      case kSelector:
      case kCString: return text(top, tag, node);
      case kPointer: return pointer(top, tag, node);
      case kArray: return array(top, node);
      case kStructure:
        if (top.is_list) {
          return target_.fail(Code::kTypeMismatch,
                              "an array of structures, whose ends the format does not mark",
                              node.at);
        }
        if (pointed_ != kNoIndex) {
          return target_.fail(Code::kTypeMismatch,
                              "a pointer to a structure, whose end the format does not mark",
                              node.at);
        }
        return true;
      default: return malformed("an unknown tag");
    }
  }

  // A pointer before it leads to it.
  bool put(Open& top, const Node& node, std::uint8_t kind) {
    if (pointed_ != kNoIndex) {
      pointers_[pointed_] = node;
      pointers_[pointed_].next = kNoIndex;
      pointed_ = kNoIndex;
    }
    return add(top, node, kind);
  }

  // ---- what may be referred to

  template <typename T>
  bool find(const std::vector<T>& in, const Head& tag, T& out) {
    if (tag.number == 0 || tag.number > in.size()) {
      return target_.fail(Code::kBadReference, "a reference to something that does not exist",
                          bytes_.at());
    }
    out = in[static_cast<std::size_t>(tag.number - 1)];
    return true;
  }
  template <typename T>
  bool remember(std::vector<T>& in, const Head& tag, const T& one) {
    if (tag.number != in.size() + 1)
      return malformed("an object, class or string with a wrong number");
    if (!target_.charge(sizeof(T), bytes_.at())) return false;
    in.push_back(one);
    return true;
  }

  bool object(Open& top, const Head& tag, Node& node) {
    if (tag.size == 0) return put(top, node, kObject);
    node.kind = Node::Kind::kObject;
    if (tag.again) {
      Node known;
      if (!find(objects_, tag, known)) return false;
      known.at = node.at;
      return put(top, known, kObject);
    }
    const std::uint32_t number = graph_.add_object(node.at);
    if (number == kNoIndex) return false;
    node.a = number;
    if (!remember(objects_, tag, node)) return false;
    Head of;
    Node what;
    if (!head(of)) return false;
    if (of.type != kClass || !class_value(of, what) || what.kind != Node::Kind::kClass) {
      return malformed("an object without a class");
    }
    graph_.objects[number].of = static_cast<std::uint32_t>(what.a);
    return put(top, node, kObject) && open_object(number);
  }

  bool class_object(Open& top, const Head& tag, Node& node) {
    Head of;
    if (tag.again || !head(of)) return malformed("a class is expected here");
    // It takes the number of an object.
    if (!remember(objects_, tag, node)) return false;
    if (of.type != kClass || !class_value(of, node)) return malformed("a class is expected here");
    objects_.back() = node;
    return put(top, node, kObject);
  }

  // The class, then those above it that are new, up to a tag of nothing. The first that is not new
  // is not said: it is the one above the last.
  bool class_value(const Head& first, Node& node) {
    if (first.size == 0) return true;
    node.kind = Node::Kind::kClass;
    if (first.again) {
      std::uint32_t known = 0;
      if (!find(classes_, first, known)) return false;
      node.a = known;
      return true;
    }
    Head tag = first;
    std::uint32_t sub = kNoIndex;
    while (tag.type == kClass && !tag.again && tag.size != 0) {
      if (!step()) return false;
      Class one;
      one.at = bytes_.at();
      std::uint64_t size = 0;
      std::uint64_t version = 0;
      if (!bytes_.integer(2, size) || !bytes_.text(size, one.name) || !bytes_.integer(4, version)) {
        return false;
      }
      if (one.name.empty()) return malformed("a class without a name");
      one.version = static_cast<std::uint32_t>(version);
      one.known = known_class(one.name);
      const std::uint32_t number = graph_.add_class(one);
      if (number == kNoIndex || !remember(classes_, tag, number)) return false;
      if (sub == kNoIndex) node.a = number;
      if (sub != kNoIndex) graph_.classes[sub].super = number;
      sub = number;
      if (!head(tag)) return false;
    }
    if (tag.type != kNone || tag.again || tag.size != 0) {
      return malformed("a chain of classes that does not end correctly");
    }
    return true;
  }

  bool text(Open& top, const Head& tag, Node& node) {
    if (tag.size == 0) return put(top, node, tag.type);
    if (tag.again) return pointer_again(top, tag, node, tag.type);
    std::uint64_t size = 0;
    std::uint64_t types = 0;
    const bool selector = tag.type == kSelector;
    if (!bytes_.integer(selector ? 2 : 4, size) || (selector && !bytes_.integer(2, types))) {
      return false;
    }
    node.kind = Node::Kind::kText;
    node.a = bytes_.at();
    node.b = size;
    return bytes_.skip(size) && bytes_.skip(types) && remember(pointers_, tag, node) &&
           put(top, node, tag.type);
  }

  bool pointer(Open& top, const Head& tag, Node& node) {
    if (tag.size == 0) return put(top, node, kPointer);
    if (tag.again) return pointer_again(top, tag, node, kPointer);
    if (pointed_ != kNoIndex) {
      return target_.fail(Code::kTypeMismatch, "a pointer to a pointer", node.at);
    }
    // What it leads to comes next, as a value of the same object.
    if (!remember(pointers_, tag, Node{.at = node.at})) return false;
    pointed_ = pointers_.size() - 1;
    return true;
  }

  bool pointer_again(Open& top, const Head& tag, const Node& node, std::uint8_t kind) {
    Node known;
    if (!find(pointers_, tag, known)) return false;
    if (known.kind == Node::Kind::kList || known.kind == Node::Kind::kTuple) {
      return target_.fail(Code::kTypeMismatch, "a pointer to an array that was written before",
                          node.at);
    }
    known.at = node.at;
    return put(top, known, kind);
  }

  // ---- arrays

  bool count(std::uint64_t& out) {
    if (!short_counts_) {
      constexpr std::uint64_t kLong = 0xFFFFFFFFU;
      return bytes_.integer(4, out) && (out != kLong || bytes_.integer(8, out));
    }
    out = 0;
    for (std::uint8_t byte = 0x80; (byte & 0x80U) != 0;) {
      if (!bytes_.byte(byte)) return false;
      if (out >> 57 != 0) return malformed("a count beyond 64 bits");
      out = out << 7 | (byte & 0x7FU);
    }
    return true;
  }

  // An array that is a value has its tag twice; the bytes of a count that large would not be there.
  // Foundation's own lists and texts are no such values: there a count may be the tag's number.
  bool array(Open& top, Node& node) {
    std::uint8_t next = 0;
    if (!bytes_.has(1)) return false;
    next = static_cast<std::uint8_t>(bytes_.peek(bytes_.at(), 1));
    const bool may_be_value = top.known == Known::kOther || top.known == Known::kValue;
    const bool doubled = next == kArray && may_be_value && (short_counts_ || !could_be_count());
    if (doubled && !bytes_.skip(1)) return false;
    std::uint64_t elements = 0;
    if (!count(elements)) return false;
    Head tag;
    const std::size_t here = bytes_.at();
    if (elements != 0 || !bytes_.at_end()) {
      if (!head(tag)) return false;
    }
    const bool plain = is_scalar(tag.type) && here != bytes_.at();
    if (plain) {
      std::size_t width = 0;
      Node::Kind kind{};
      if (!scalar(tag, kind, node.code, width)) return false;
      if (elements > bytes_.left() / width) {
        return target_.fail(Code::kTruncated, "an array that ends behind the input", node.at);
      }
      node.kind = Node::Kind::kRun;
      node.a = bytes_.at();
      node.b = elements;
      return bytes_.skip(elements * width) && put(top, node, kArray);
    }
    bytes_.move_to(here);
    if (elements > bytes_.left()) {
      return target_.fail(Code::kTruncated, "an array that ends behind the input", node.at);
    }
    const std::uint32_t chain = graph_.add_chain(node.at);
    if (chain == kNoIndex) return false;
    node.kind = Node::Kind::kList;
    node.a = chain;
    return put(top, node, kArray) && open_list(chain, elements);
  }
  bool could_be_count() const {
    return bytes_.left() >= 4 && bytes_.peek(bytes_.at(), 4) <= bytes_.left();
  }

  bool short_counts_ = false;
  std::size_t pointed_ = kNoIndex;  // a pointer whose value comes next
  std::vector<Node> objects_;       // by number less 1: what stands for them
  std::vector<Node> pointers_;
  std::vector<std::uint32_t> classes_;
};

}  // namespace

bool is_gnustep(BytesView input) noexcept { return as_text(input).starts_with(kGnustepMark); }

bool read_gnustep(Target& target, Graph& graph, Ends& ends) {
  return GnustepReader(target, graph, ends).read();
}

}  // namespace fastser::convert::cocoa
