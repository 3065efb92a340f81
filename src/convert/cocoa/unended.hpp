// SPDX-License-Identifier: MIT
//
// NSArchiver of GNUstep and NSKeylessArchiver write the values of an object one after another, with
// those of the object around it behind them, and no mark between: only who knows the class knows
// where it ends. Of Foundation's classes it is known. For others a number of values is looked for,
// the same for all objects of a class, with the same kinds of values in the same order, so that the
// file comes out even. Where more than one choice does that nothing is guessed: the caller has to
// say it (ConvertOptions::classes).
//
//   Ends           what is decided: classes and numbers of values; the search for them
//   UnendedReader  what both formats' readers share: a stack of open objects and lists
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "convert/cocoa/bytes.hpp"
#include "convert/cocoa/graph.hpp"
#include "fastser/status.hpp"

namespace fastser::convert::cocoa {

class Ends;
/// Reads all of it into the graph; false after a failure, which the target has, or where a class is
/// met that is not decided.
using ReadUnended = bool (*)(Target& target, Graph& graph, Ends& ends);

class Ends {
 public:
  struct Decision {
    std::string_view name;
    std::uint32_t values = 0;
    bool given = false;
    bool completed = false;             ///< an object of it came to an end in this attempt
    bool completed_ever = false;        ///< in any attempt with this number
    std::vector<std::uint8_t> kinds{};  ///< of its values, as they were met first
  };

  explicit Ends(std::span<const ClassValues> given);

  /// Decides for all classes that the input has. Errors: what is wrong with the input, with the
  /// byte; kTypeMismatch: more than one choice.
  Status decide(ReadUnended read, BytesView input, const Importing& options);

  /// For readers: the index of the decision for a class; kNoIndex: there is none, and the reader
  /// stops with needs().
  std::uint32_t find(std::string_view name) const;
  void need(std::string_view name) { needed_ = name; }
  Decision& at(std::uint32_t index) { return decisions_[index]; }
  /// One value, or part of one, more; false where the search has taken too long.
  bool step() {
    if (steps_left_ != 0) --steps_left_;
    return steps_left_ != 0;
  }

 private:
  void search(ReadUnended read, BytesView input, const Importing& options);
  bool attempt(ReadUnended read, BytesView input, const Importing& options);

  std::vector<Decision> decisions_;
  std::vector<Decision> found_;
  std::string_view needed_;
  std::string_view open_question_;  // a class with two numbers that fit
  int solutions_ = 0;
  std::uint64_t steps_left_ = 0;
  Status farthest_;
};

class UnendedReader {
 public:
  UnendedReader(Target& target, Graph& graph, Ends& ends)
      : target_(target), graph_(graph), bytes_(target, false), ends_(ends) {}
  virtual ~UnendedReader() = default;
  UnendedReader(const UnendedReader&) = delete;
  UnendedReader& operator=(const UnendedReader&) = delete;

 protected:
  /// What is open: an object, or a list with so many elements still to come.
  struct Open {
    std::uint32_t chain = 0;
    std::uint32_t decision = kNoIndex;
    Known known = Known::kOther;
    bool is_list = false;
    bool has_list = false;     // among its values
    bool takes_rest = false;   // the root object, of which there is no other of its class
    bool no_nil = false;       // a list that is what a collection of Foundation holds
    std::uint32_t values = 0;  // so far
    std::uint64_t count = 0;   // the first integer; of a list, elements
    std::uint64_t extra = 0;   // of an NSValue, members; of an attributed string, its length
  };

  /// One object, and then the end of the input.
  bool read_root();
  /// Reads one value, and adds or opens it.
  virtual bool value(Open& top) = 0;

  /// Adds a value to what is open; `kind`: what it has to be in all objects of the class.
  bool add(Open& top, const Node& node, std::uint8_t kind);
  bool open_object(std::uint32_t number);
  bool open_list(std::uint32_t chain, std::uint64_t count);
  /// What is read is a step of the search, also where it adds no value.
  bool step();

  Target& target_;
  Graph& graph_;
  Bytes bytes_;

 private:
  enum class Reach : std::uint8_t { kMore, kDone, kUnknown };
  Reach reach(Open& top);
  Reach reach_known(const Open& top);
  Reach reach_attributes(const Open& top);
  void note(Open& top, const Node& node);

  Ends& ends_;
  std::vector<Open> open_;
};

}  // namespace fastser::convert::cocoa
