// SPDX-License-Identifier: MIT
//
// What a sink does with values that few formats have.
#include "convert/document/sink.hpp"

#include <bit>
#include <string>

#include "convert/document/apple_date.hpp"
#include "convert/json/text.hpp"

namespace fastser::convert {

bool Sink::decimal_as_text(BytesView bytes) {
  std::string digits;
  append_decimal(digits, bytes);
  return text(digits);
}

bool Sink::real(double value) { return f64(std::bit_cast<std::uint64_t>(value)); }

bool Sink::apple_date_as_moment(double date) {
  Moment moment;
  return moment_of(date, moment) ? this->moment(moment.seconds, moment.nanoseconds) : no_moment();
}

bool Sink::choice(std::uint64_t) { return true; }

bool Sink::inline_type(BytesView) { return true; }

bool Sink::no_moment() {
  return refuse(Code::kTypeMismatch, "a date that is NaN, infinite or out of range");
}

}  // namespace fastser::convert
