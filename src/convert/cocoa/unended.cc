// SPDX-License-Identifier: MIT
#include "convert/cocoa/unended.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "convert/cocoa/objc_types.hpp"

namespace fastser::convert::cocoa {
namespace {

// The search reads the input again for each number that it tries.
constexpr std::size_t kMostDecisions = 64;
constexpr std::uint64_t kLeastSteps = 1U << 14;
constexpr std::uint64_t kStepsForAByte = 16;
constexpr std::uint64_t kStepsForAnAttempt = 256;

// The scalars that a structure is made of: of "{_NSRect={_NSPoint=dd}{_NSSize=dd}}", 4.
std::uint64_t members(std::string_view type) {
  std::uint64_t count = 0;
  bool in_name = false;
  for (const char c : type) {
    if (c == '{' || c == '=') in_name = c == '{';
    if (!in_name && (scalar_of(c) || c == 'f' || c == 'd')) ++count;
  }
  return count;
}

Status with_note(Status status, std::string_view name, std::string_view note) {
  std::string said(status.message());
  said.append(" (objects of ").append(name).append(note);
  return std::move(status).with_detail(std::move(said));
}

}  // namespace

// ---- the search

Ends::Ends(std::span<const ClassValues> given) {
  for (const ClassValues& one : given) {
    decisions_.push_back({.name = one.name, .values = one.values, .given = true});
  }
}

std::uint32_t Ends::find(std::string_view name) const {
  for (std::size_t i = 0; i < decisions_.size(); ++i) {
    if (decisions_[i].name == name) return static_cast<std::uint32_t>(i);
  }
  return kNoIndex;
}

bool Ends::attempt(ReadUnended read, BytesView input, const Importing& options) {
  needed_ = {};
  steps_left_ -= std::min(steps_left_, kStepsForAnAttempt);
  for (Decision& one : decisions_) {
    one.completed = false;
    one.kinds.clear();
  }
  Target target(input, options);
  Graph graph(target);
  const bool whole = read(target, graph, *this);
  for (Decision& one : decisions_) one.completed_ever = one.completed_ever || one.completed;
  if (whole) return true;
  if (!needed_.empty()) return false;
  Status why = target.why();
  const bool farther = farthest_.ok() || farthest_.offset() <= why.offset();
  if (farther) farthest_ = std::move(why);
  return false;
}

void Ends::search(ReadUnended read, BytesView input, const Importing& options) {
  if (attempt(read, input, options)) {
    if (++solutions_ == 1) {
      found_ = decisions_;
      return;
    }
    for (const Decision& one : decisions_) {
      for (const Decision& other : found_) {
        if (one.name == other.name && one.values != other.values) open_question_ = one.name;
      }
    }
    return;
  }
  if (needed_.empty() || decisions_.size() >= kMostDecisions) return;
  const std::size_t index = decisions_.size();
  decisions_.push_back({.name = needed_});
  for (std::uint32_t values = 0; solutions_ < 2 && steps_left_ != 0; ++values) {
    decisions_[index].values = values;
    decisions_[index].completed_ever = false;
    search(read, input, options);
    // Where none came to an end, none would with more values either.
    if (!decisions_[index].completed_ever) break;
  }
  needed_ = decisions_[index].name;
  decisions_.pop_back();
}

Status Ends::decide(ReadUnended read, BytesView input, const Importing& options) {
  steps_left_ = kLeastSteps + kStepsForAByte * input.size();
  search(read, input, options);
  const bool in_time = steps_left_ != 0;
  steps_left_ = ~std::uint64_t{0};
  if (solutions_ == 1 && in_time) {
    decisions_ = std::move(found_);
    return {};
  }
  if (solutions_ == 2) {
    return with_note(Status(Code::kTypeMismatch, "the format does not mark where objects end"),
                     open_question_,
                     " may end in more than one place: give the number of their values)");
  }
  if (!in_time && !needed_.empty()) {
    return with_note(
        Status(Code::kTypeMismatch, "where objects end could not be found out in time"), needed_,
        " are the first: give the number of their values)");
  }
  if (farthest_.ok()) {
    return Status(Code::kTypeMismatch,
                  "too many classes: where their objects end could not be found out");
  }
  if (needed_.empty()) return std::move(farthest_);
  return with_note(std::move(farthest_), needed_,
                   ": no number of values per object fits the file)");
}

// ---- the reader

bool UnendedReader::step() {
  return ends_.step() ||
         target_.fail(Code::kTypeMismatch, "where objects end could not be found out in time",
                      bytes_.at());
}

bool UnendedReader::add(Open& top, const Node& node, std::uint8_t kind) {
  if (top.decision != kNoIndex) {
    Ends::Decision& decision = ends_.at(top.decision);
    if (!decision.given) {
      if (top.values == decision.kinds.size()) {
        decision.kinds.push_back(kind);
      } else if (decision.kinds[top.values] != kind) {
        return target_.fail(Code::kMalformed, "an object with other values than its class has",
                            node.at);
      }
    }
  }
  // What makes many a wrong choice come to nothing soon.
  const bool holds_nil = node.kind == Node::Kind::kNil && !archive_name(top.known).empty();
  if (holds_nil || (top.no_nil && node.kind == Node::Kind::kNil)) {
    return target_.fail(Code::kMalformed, "nil in a collection of Foundation, which cannot hold it",
                        node.at);
  }
  note(top, node);
  return graph_.add(top.chain, node);
}

// What the end of an object of Foundation depends on.
void UnendedReader::note(Open& top, const Node& node) {
  if (top.values == 0 && node.is_integer()) top.count = node.a;
  const bool is_list = node.kind == Node::Kind::kList || node.kind == Node::Kind::kRun;
  if (is_list && top.known != Known::kValue) top.has_list = true;
  if (top.known == Known::kValue && top.values == 1 && is_list) {
    // GNUstep writes these structures as their members, all else as bytes with a count.
    const std::string_view type{
        reinterpret_cast<const char*>(target_.input().data()) + node.a,
        static_cast<std::size_t>(node.kind == Node::Kind::kRun ? node.b : 0)};
    const bool apart = type.starts_with("{_NS") || type.starts_with("{NSEdgeInsets");
    top.extra = apart ? members(type) : 2;
  }
  if (top.known == Known::kAttributedString) {
    if (top.values == 0 && node.kind == Node::Kind::kObject) top.extra = node.a;
    if (node.is_integer()) top.count = node.a;
  }
  ++top.values;
}

bool UnendedReader::open_object(std::uint32_t number) {
  const Object& object = graph_.objects[number];
  Open open{.chain = object.chain};
  const Class& of = graph_.classes[object.of];
  open.known = of.known;
  if (open.known == Known::kOther) open.decision = ends_.find(of.name);
  if (!target_.charge(sizeof open, object.at)) return false;
  open_.push_back(open);
  if (open.known != Known::kOther || open.decision != kNoIndex) return true;
  // The root object has all that there is, where there is no other one of its class.
  if (number == 0) {
    open_.back().takes_rest = true;
    return true;
  }
  ends_.need(of.name);
  return false;
}

bool UnendedReader::open_list(std::uint32_t chain, std::uint64_t count) {
  if (!target_.charge(sizeof(Open), bytes_.at())) return false;
  const bool no_nil = !archive_name(open_.back().known).empty();
  open_.push_back({.chain = chain, .is_list = true, .no_nil = no_nil, .count = count});
  return true;
}

bool UnendedReader::read_root() {
  open_.push_back({.chain = 0, .is_list = true, .count = 1});
  while (!open_.empty()) {
    Open& top = open_.back();
    const Reach reached = reach(top);
    if (reached == Reach::kDone) {
      if (top.decision != kNoIndex) ends_.at(top.decision).completed = true;
      open_.pop_back();
    } else if (reached == Reach::kUnknown) {
      return target_.fail(Code::kMalformed,
                          "an object of a Foundation class with other values than this class has",
                          bytes_.at());
    } else if (bytes_.at_end()) {
      return target_.fail(Code::kTruncated, "the input ends inside an object", bytes_.at());
    } else if (!step() || !value(top)) {
      return false;
    }
  }
  return bytes_.at_end() ||
         target_.fail(Code::kTrailing, "bytes after the end of the root object", bytes_.at());
}

UnendedReader::Reach UnendedReader::reach(Open& top) {
  const auto done = [](bool is_done) { return is_done ? Reach::kDone : Reach::kMore; };
  if (top.is_list) return done(top.values == top.count);
  if (top.takes_rest) return done(bytes_.at_end());
  if (top.decision != kNoIndex) return done(top.values == ends_.at(top.decision).values);
  return reach_known(top);
}

// The string; then where a run of attributes ends, and the attributes, up to the end of the string.
UnendedReader::Reach UnendedReader::reach_attributes(const Open& top) {
  if (top.values % 2 == 0) return Reach::kMore;
  if (top.extra >= graph_.objects.size()) return Reach::kUnknown;
  const Chain& string = graph_.chains[graph_.objects[static_cast<std::size_t>(top.extra)].chain];
  const Node* const length = string.count == 0 ? nullptr : &graph_.nodes[string.first];
  if (length == nullptr || !length->is_integer()) return Reach::kUnknown;
  return top.count >= length->a ? Reach::kDone : Reach::kMore;
}

// How the archivers' encodeWithCoder: goes on, from what was written already.
UnendedReader::Reach UnendedReader::reach_known(const Open& top) {
  const auto done = [](bool is_done) { return is_done ? Reach::kDone : Reach::kMore; };
  // A count, then so many values, or a list of them.
  const auto counted = [&](std::uint64_t before, std::uint64_t each) {
    if (top.values == 0) return Reach::kMore;
    if (top.count == 0 || top.has_list) return Reach::kDone;
    if (top.count > target_.input().size()) return Reach::kUnknown;
    return done(top.values == before + each * top.count);
  };
  switch (top.known) {
    case Known::kNull: return Reach::kDone;
    case Known::kDate:
    case Known::kDecimal: return done(top.values == 1);
    case Known::kNumber:
    case Known::kUrl: return done(top.values == 2);
    case Known::kString:
    case Known::kMutableString: return counted(2, 1);
    case Known::kDictionary:
    case Known::kMutableDictionary:
    case Known::kCountedSet: return counted(1, 2);
    case Known::kValue:
      if (top.values < 2) return Reach::kMore;
      return done(top.values == 2 + top.extra);
    case Known::kData:
    case Known::kMutableData: return done(top.values != 0 && (top.count == 0 || top.has_list));
    case Known::kAttributedString: return reach_attributes(top);
    default: return counted(1, 1);
  }
}

}  // namespace fastser::convert::cocoa
