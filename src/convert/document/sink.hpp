// SPDX-License-Identifier: MIT
//
// Sink: the hub of all conversions. A reader tells a sink what it comes by, in the order of the
// input; a sink is a writer (JSON text), or the Document that the other writers work from. So N
// readers and N writers make N * N conversions.
//
// What is told is what the formats can say together: null, truth values, integers, floats of both
// widths, text (UTF-8, the reader's duty), data, moments, extensions; lists, objects (text keys)
// and maps (other keys).
//
// A function that returns false stops the reader; the sink has set `why` before. `position` is set
// by the reader before each call: the input's byte where the value begins. A sink that refuses
// something told of earlier (a key that comes twice) sets it to the position of that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

class Sink {
 public:
  Sink() = default;
  virtual ~Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  virtual bool null() = 0;
  virtual bool boolean(bool value) = 0;
  /// `bits` is two's complement where the number is below 0, and then `negative` is set.
  virtual bool integer(std::uint64_t bits, bool negative) = 0;
  /// The bits, not the numbers: a signalling NaN stays one.
  virtual bool f32(std::uint32_t bits) = 0;
  virtual bool f64(std::uint64_t bits) = 0;
  /// JSON's: a number of which not the width counts, but only the value. f64, if not overridden.
  virtual bool real(double value);
  /// An integer of JSON beyond 64 bits, as the nearest double. real, if not overridden.
  virtual bool inexact(double value) { return real(value); }
  virtual bool text(std::string_view text) = 0;
  virtual bool data(BytesView data) = 0;
  /// Since 1970-01-01T00:00:00Z.
  virtual bool moment(std::int64_t seconds, std::uint32_t nanoseconds) = 0;
  /// Of any type but that of timestamps, which are moments.
  virtual bool ext(std::int8_t type, BytesView data) = 0;

  /// The 16 bytes of a decimal (docs/format.md section 4). Its digits as text, if not overridden.
  virtual bool decimal(BytesView bytes) { return decimal_as_text(bytes); }
  /// Seconds since 2001, of which every bit may count (document/apple_date.hpp). The moment that it
  /// is, or none, if not overridden.
  virtual bool apple_date(double date) { return apple_date_as_moment(date); }
  /// A date that is no moment at all. Refused, if not overridden.
  virtual bool no_moment();

  /// `count`: values, or pairs, as the input counts them; fields may be left out of an object.
  virtual bool begin_list(std::uint64_t count) = 0;
  virtual bool end_list() = 0;
  /// Then key, value, key, value ...; `distinct`: the reader knows that no key comes twice.
  virtual bool begin_object(std::uint64_t count, bool distinct) = 0;
  virtual bool key(std::string_view text) = 0;
  virtual bool end_object() = 0;
  /// Then any value as a key, its value, the next key ...
  virtual bool begin_map(std::uint64_t count) = 0;
  virtual bool end_map() = 0;

  /// Asked by readers that can leave a value out without reading it, before they tell of it (behind
  /// its key): true has it left out. So a sink that looks for one value costs no more than the way
  /// there.
  virtual bool passes_by() { return false; }

  /// The next value is this alternative of a variant. Told only to who asks the reader for it.
  /// Passed by, if not overridden.
  virtual bool choice(std::uint64_t index);
  /// The next value is one of any type, and of this one, in the codes of the archive's table. Told
  /// only to who asks the reader for it. Passed by, if not overridden.
  virtual bool inline_type(BytesView type);

  /// Work that told of nothing; it costs as much as so many bytes of output.
  virtual bool charge(std::size_t bytes) = 0;

  Status why;
  std::size_t position = 0;

 protected:
  bool refuse(Code code, std::string_view message) {
    why = Status(code, message);
    return false;
  }
  bool decimal_as_text(BytesView bytes);
  bool apple_date_as_moment(double date);
};

}  // namespace fastser::convert
