// SPDX-License-Identifier: MIT
//
// Writing JSON text. Keys are compared as they were written: escaping tells all texts apart.
#include "convert/json/writer.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>

#include "convert/json/base64_texts.hpp"
#include "convert/json/text.hpp"
#include "fastser/internal/msgpack/format.hpp"

namespace fastser::convert {

Result<std::string> JsonWriter::take() {
  if (!end_all()) return why;
  return out_.take_string();
}

Status JsonWriter::finish() {
  if (!end_all()) return why;
  out_.finish_buffer();
  return {};
}

bool JsonWriter::end_all() {
  if (!within_limit()) return false;
  if (options_.lines && out_.size() != 0) out_.put('\n');
  return true;
}

// Behind free_: the limit, or as much as is written between two calls of progress_.
bool JsonWriter::may_go_on() {
  const std::size_t most = options_.max_bytes;
  if (out_.size() > most || steps_ > most - out_.size()) {
    return refuse(Code::kOverBudget, kTextTooLong);
  }
  if (progress_ != nullptr) {
    progress_->tell(Progress::kStarted, Progress::kDone, position, input_size_);
  }
  const std::size_t used = out_.size() + steps_;
  free_ = used + std::min(most - used, Progress::kEach);
  return true;
}

// ---- leaves

bool JsonWriter::word(std::string_view text) {
  if (!begin_value()) return false;
  return end_text(text);
}

bool JsonWriter::end_text(std::string_view text) {
  out_.put(text);
  return end_value();
}

bool JsonWriter::end_double(double value) {
  out_.set_end(put_double(out_.room(kMostDouble), value));
  return end_value();
}

bool JsonWriter::integer(std::uint64_t bits, bool negative) {
  if (!begin_value()) return false;
  constexpr std::size_t kMost = 20;  // characters: -2^63, or 2^64 - 1
  char* const to = out_.room(kMost);
  out_.set_end(negative ? std::to_chars(to, to + kMost, static_cast<std::int64_t>(bits)).ptr
                        : std::to_chars(to, to + kMost, bits).ptr);
  return end_value();
}

bool JsonWriter::f32(std::uint32_t bits) {
  if (!begin_value()) return false;
  const auto value = std::bit_cast<float>(bits);
  if (!std::isfinite(value)) return not_finite() && end_value();
  return end_double(static_cast<double>(value));
}

bool JsonWriter::f64(std::uint64_t bits) {
  if (!begin_value()) return false;
  const auto value = std::bit_cast<double>(bits);
  if (!std::isfinite(value)) return not_finite() && end_value();
  return end_double(value);
}

bool JsonWriter::text(std::string_view text) {
  if (options_.base64_prefix) [[unlikely]] {
    if (!is_no_data(text)) return false;
  }
  if (!begin_value()) return false;
  out_.put_quoted(text);
  return end_value();
}

// With base64_prefix.
bool JsonWriter::is_no_data(std::string_view text) {
  if (options_.replace || at_text_key() || !is_base64_text(text)) return true;
  return refuse(Code::kTypeMismatch, kLooksLikeBase64);
}

bool JsonWriter::data(BytesView data) {
  if (options_.base64_prefix && !at_text_key()) return base64(kBase64Prefix, data);
  if (!options_.replace) return refuse(Code::kTypeMismatch, "binary data: JSON has none");
  return base64({}, data);
}

bool JsonWriter::base64(std::string_view prefix, BytesView data) {
  if (!begin_value()) return false;
  // In pieces of whole groups, so that the text is not there twice.
  constexpr std::size_t kPiece = std::size_t{3} * 4096;
  std::string text;
  out_.put('"');
  out_.put(prefix);
  for (; !data.empty(); data = data.subspan(std::min(kPiece, data.size()))) {
    text.clear();
    append_base64(text, data.first(std::min(kPiece, data.size())));
    out_.put(std::string_view(text).substr(1, text.size() - 2));
  }
  out_.put('"');
  return end_value();
}

bool JsonWriter::moment(std::int64_t seconds, std::uint32_t nanoseconds) {
  if (options_.base64_prefix && !at_text_key()) {
    return base64(ext_prefix(msgpack::kTimestampType), timestamp_bytes(seconds, nanoseconds));
  }
  if (!options_.replace) return refuse(Code::kTypeMismatch, "a timestamp: JSON has none");
  if (!begin_value()) return false;
  std::string text;
  append_date(text, seconds, nanoseconds);
  return end_text(text);
}

bool JsonWriter::ext(std::int8_t type, BytesView data) {
  if (options_.base64_prefix && !at_text_key()) return base64(ext_prefix(type), data);
  if (!options_.replace) return refuse(Code::kTypeMismatch, "an extension: JSON has none");
  return begin_object(2, true) && key("ext") &&
         integer(static_cast<std::uint64_t>(type), type < 0) && key("data") && this->data(data) &&
         end_object();
}

bool JsonWriter::decimal(BytesView bytes) {
  if (!begin_value()) return false;
  std::string text;
  append_decimal(text, bytes);
  return end_text(text);
}

bool JsonWriter::not_finite() {
  if (options_.not_finite == JsonOptions::NotFinite::kNull) {
    out_.put("null");
    return true;
  }
  return refuse(Code::kTypeMismatch, kNotFiniteSaid);
}

// ---- lists, objects, maps

bool JsonWriter::begin_list(std::uint64_t) {
  if (!options_.lines || !levels_.empty()) return open(Frame::kArray, '[');
  levels_.push_back({.frame = Frame::kLines, .first_key = keys_.size()});
  return true;
}

bool JsonWriter::end_list() {
  if (levels_.back().frame != Frame::kLines) return close(']');
  levels_.pop_back();
  return true;
}

bool JsonWriter::begin_object(std::uint64_t, bool distinct) {
  if (!open(Frame::kObject, '{')) return false;
  levels_.back().distinct = distinct;
  return true;
}

bool JsonWriter::key(std::string_view text) {
  if (!within_limit()) return false;
  if (levels_.back().values++ != 0) out_.put(',');
  line();
  const std::size_t start = out_.size();
  out_.put_quoted(text);
  return end_key(start);
}

bool JsonWriter::begin_map(std::uint64_t) {
  switch (options_.keys) {
    case JsonWriting::Keys::kRefuse:
      return refuse(Code::kTypeMismatch, "a map with keys that are no text: JSON has none");
    case JsonWriting::Keys::kPairs: return open(Frame::kPairs, '[');
    case JsonWriting::Keys::kText: break;
  }
  if (!open(Frame::kTextKeys, '{')) return false;
  levels_.back().distinct = false;
  return true;
}

bool JsonWriter::end_map() {
  if (levels_.back().frame == Frame::kTextKeys) return check_keys() && close('}');
  if (levels_.back().values != 0) out_.put(']');
  return close(']');
}

bool JsonWriter::open(Frame frame, char bracket) {
  if (at_text_key()) {
    return refuse(Code::kTypeMismatch, "a list or map as a key, which cannot be written as text");
  }
  if (levels_.size() >= options_.depth) {
    return refuse(Code::kTooDeep, "the values nest deeper than allowed");
  }
  if (!begin_value()) return false;
  levels_.push_back({.frame = frame, .first_key = keys_.size()});
  out_.put(bracket);
  return true;
}

bool JsonWriter::close(char bracket) {
  const bool empty = levels_.back().values == 0;
  levels_.pop_back();
  if (!empty) line();
  out_.put(bracket);
  return true;
}

void JsonWriter::line() {
  if (!options_.pretty) return;
  out_.put('\n');
  out_.put_spaces(options_.indent * levels_.size());
}

bool JsonWriter::at_text_key() const {
  return !levels_.empty() && levels_.back().frame == Frame::kTextKeys &&
         levels_.back().values % 2 == 0;
}

// What stands before a value: a comma, a line, a bracket.
bool JsonWriter::begin_value() {
  if (!within_limit()) return false;
  if (levels_.empty() || levels_.back().frame == Frame::kObject) return true;
  Level& level = levels_.back();
  const std::uint64_t at = level.values++;
  if (level.frame == Frame::kLines) {
    if (at != 0) out_.put('\n');
    return true;
  }
  const bool second = at % 2 == 1 && level.frame != Frame::kArray;
  if (second) {
    if (level.frame == Frame::kPairs) out_.put(',');
    return true;
  }
  if (level.frame == Frame::kPairs && at != 0) out_.put(']');
  if (at != 0) out_.put(',');
  line();
  if (level.frame == Frame::kPairs) out_.put('[');
  level.key_start = out_.size();
  return true;
}

// Behind a leaf, which may have been a key.
bool JsonWriter::end_value() {
  if (levels_.empty() || levels_.back().frame != Frame::kTextKeys) return true;
  if (levels_.back().values % 2 == 0) return true;
  const std::size_t start = levels_.back().key_start;
  if (out_.view()[start] != '"') out_.quote_from(start);
  return end_key(start);
}

bool JsonWriter::end_key(std::size_t start) {
  if (!levels_.back().distinct) keys_.push_back({start, out_.size() - start, position});
  out_.put(':');
  if (options_.pretty) out_.put(' ');
  return true;
}

bool JsonWriter::check_keys() {
  if (levels_.back().distinct) return true;
  const bool made = levels_.back().frame == Frame::kTextKeys;
  const std::string_view out = out_.view();
  const auto text = [&](const Key& key) { return out.substr(key.start, key.size); };
  const auto first = keys_.begin() + static_cast<std::ptrdiff_t>(levels_.back().first_key);
  std::sort(first, keys_.end(), [&](const Key& left, const Key& right) {
    if (left.size != right.size) return left.size < right.size;
    const int order = text(left).compare(text(right));
    return order != 0 ? order < 0 : left.position < right.position;
  });
  const auto twice = std::adjacent_find(first, keys_.end(), [&](const Key& left, const Key& right) {
    return text(left) == text(right);
  });
  if (twice != keys_.end()) {
    position = std::next(twice)->position;
    if (made) return refuse(Code::kTypeMismatch, "two keys that are equal as text");
    return refuse(Code::kMalformed, "a key that the map has twice");
  }
  keys_.resize(levels_.back().first_key);
  return true;
}

}  // namespace fastser::convert
