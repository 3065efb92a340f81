// SPDX-License-Identifier: MIT
#include "convert/document/plain_sink.hpp"

#include <bit>
#include <cmath>

#include "convert/json/text.hpp"

namespace fastser::convert {

// A value is passed on whole.
bool PlainSink::told(bool go_on) {
  if (!passed(go_on)) return false;
  if (!levels_.empty() && levels_.back() == Level::kMapValue) levels_.back() = Level::kMapKey;
  return true;
}

bool PlainSink::key_of(std::string_view text) {
  levels_.back() = Level::kMapValue;
  return key(text);
}

// ---- leaves

bool PlainSink::null() { return at_key() ? key_of("null") : told(at().null()); }

bool PlainSink::boolean(bool value) {
  return at_key() ? key_of(value ? "true" : "false") : told(at().boolean(value));
}

bool PlainSink::integer(std::uint64_t bits, bool negative) {
  if (!at_key()) return told(at().integer(bits, negative));
  std::string text;
  if (negative) {
    append_signed(text, static_cast<std::int64_t>(bits));
  } else {
    append_unsigned(text, bits);
  }
  return key_of(text);
}

bool PlainSink::f32(std::uint32_t bits) {
  if (!at_key()) return told(at().f32(bits));
  const auto value = std::bit_cast<float>(bits);
  if (!std::isfinite(value)) {
    return refuse(Code::kTypeMismatch, "a number that is not finite as a key");
  }
  std::string text;
  append_double(text, static_cast<double>(value));
  return key_of(text);
}

bool PlainSink::f64(std::uint64_t bits) {
  if (!at_key()) return told(at().f64(bits));
  const auto value = std::bit_cast<double>(bits);
  if (!std::isfinite(value)) {
    return refuse(Code::kTypeMismatch, "a number that is not finite as a key");
  }
  std::string text;
  append_double(text, value);
  return key_of(text);
}

bool PlainSink::real(double value) {
  return at_key() ? f64(std::bit_cast<std::uint64_t>(value)) : told(at().real(value));
}

bool PlainSink::inexact(double value) { return at_key() ? real(value) : told(at().inexact(value)); }

bool PlainSink::text(std::string_view text) {
  return at_key() ? key_of(text) : told(at().text(text));
}

bool PlainSink::data(BytesView data) {
  if (!at_key()) return told(at().data(data));
  std::string text;
  append_base64(text, data);
  return quoted_key(text);
}

bool PlainSink::moment(std::int64_t seconds, std::uint32_t nanoseconds) {
  if (lacks_.moment.empty() && !at_key()) return told(at().moment(seconds, nanoseconds));
  if (!lacks_.moment.empty() && !replace_) return refuse(Code::kTypeMismatch, lacks_.moment);
  std::string text;
  append_date(text, seconds, nanoseconds);
  if (at_key()) return quoted_key(text);
  return told(at().text(std::string_view(text).substr(1, text.size() - 2)));
}

bool PlainSink::apple_date(double date) {
  const bool passes = lacks_.moment.empty() && !at_key();
  return passes ? told(at().apple_date(date)) : apple_date_as_moment(date);
}

bool PlainSink::decimal(BytesView bytes) {
  return at_key() ? decimal_as_text(bytes) : told(at().decimal(bytes));
}

bool PlainSink::ext(std::int8_t type, BytesView data) {
  if (lacks_.keeps_ext && !at_key()) return told(at().ext(type, data));
  if (!replace_) return refuse(Code::kTypeMismatch, lacks_.ext);
  return begin_object(2, true) && key("ext") &&
         integer(static_cast<std::uint64_t>(type), type < 0) && key("data") && this->data(data) &&
         end_object();
}

// ---- lists, objects, maps

bool PlainSink::open(Level level) {
  if (at_key()) {
    return refuse(Code::kTypeMismatch, "a list or map as a key, which cannot be written as text");
  }
  levels_.push_back(level);
  return true;
}

bool PlainSink::close(bool go_on) {
  if (!passed(go_on)) return false;
  levels_.pop_back();
  return told(true);
}

bool PlainSink::begin_list(std::uint64_t count) {
  return open(Level::kPlain) && passed(at().begin_list(count));
}

bool PlainSink::end_list() { return close(at().end_list()); }

bool PlainSink::begin_object(std::uint64_t count, bool distinct) {
  return open(Level::kPlain) && passed(at().begin_object(count, distinct));
}

bool PlainSink::key(std::string_view text) {
  if (!lacks_.zero_in_key.empty() && text.find('\0') != std::string_view::npos) {
    return refuse(Code::kTypeMismatch, lacks_.zero_in_key);
  }
  return passed(at().key(text));
}

bool PlainSink::end_object() { return close(at().end_object()); }

bool PlainSink::begin_map(std::uint64_t count) {
  if (!replace_) return refuse(Code::kTypeMismatch, lacks_.map);
  return open(Level::kMapKey) && passed(at().begin_object(count, false));
}

// The keys were told apart by the reader's format; it is as text that two are one.
bool PlainSink::end_map() {
  if (close(at().end_object())) return true;
  if (why.code() == Code::kMalformed) {
    return refuse(Code::kTypeMismatch, "two keys that are equal as text");
  }
  return false;
}

}  // namespace fastser::convert
