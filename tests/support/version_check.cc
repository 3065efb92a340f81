// SPDX-License-Identifier: MIT
#include "support/version_check.hpp"

#include <algorithm>

#include "fastser/verify.hpp"
#include "support/hex.hpp"
#include "support/version_coder.hpp"
#include "support/version_generator.hpp"
#include "support/version_oracle.hpp"
#include "support/version_shrink.hpp"
#include "support/version_writer.hpp"

namespace fastser::testing::versions {
namespace {

enum class Outcome { kEqual, kRefused, kOpen, kWrong };

struct Finding {
  Outcome outcome = Outcome::kEqual;
  std::string kind;  ///< what went wrong, in a word: the shrinker keeps to it
  std::string text;
};

bool names(const Status& status, const Fault& fault) {
  if (status.code() != fault.code) return false;
  if (fault.code != Code::kTypeMismatch) return true;
  const std::string message(status.message());
  const bool types = (message.find("the archive has ") != std::string::npos &&
                      message.find("the reader") != std::string::npos) ||
                     message.find("a shared object where the reader") != std::string::npos;
  return std::any_of(fault.places.begin(), fault.places.end(), [&](const Place& place) {
    if (place.field.empty()) return true;
    return types && std::any_of(place.class_names.begin(), place.class_names.end(),
                                [&](const std::string& name) {
                                  return message.find("class " + name + ", field " + place.field +
                                                      ":") != std::string::npos;
                                });
  });
}

std::string faults_of(const Expected& expected) {
  std::string out;
  for (const Fault& fault : expected.faults) {
    out += " ";
    for (const Place& place : fault.places) {
      out += " " + (place.class_names.empty() ? "" : place.class_names.back()) + "::" + place.field;
    }
    out += ": " + fault.what + "\n";
  }
  return out;
}

Finding compare(const Reading& reading, const Expected& expected) {
  const bool read = reading.status.ok();
  const bool may_refuse = expected.may_refuse || expected.may_differ;
  if (!expected.faults.empty()) {
    if (!read) {
      const bool named = std::any_of(expected.faults.begin(), expected.faults.end(),
                                     [&](const Fault& one) { return names(reading.status, one); });
      if (named) return {Outcome::kRefused, {}, {}};
      if (may_refuse) return {Outcome::kOpen, {}, {}};
      return {Outcome::kWrong, "refused for another reason",
              "it says " + reading.status.to_string() + "\nfaults:\n" + faults_of(expected)};
    }
    if (may_refuse) return {Outcome::kOpen, {}, {}};
    return {Outcome::kWrong, "read, though it must be refused",
            "read " + to_text(reading.forest) + "\nfaults:\n" + faults_of(expected)};
  }
  if (!read) {
    if (may_refuse) return {Outcome::kOpen, {}, {}};
    return {Outcome::kWrong, "refused", reading.status.to_string()};
  }
  const std::string got = to_text(reading.forest);
  const std::string wanted = to_text(expected.forest);
  if (got == wanted || expected.may_differ) return {};
  return {Outcome::kWrong, "other values", "read   " + got + "\nwanted " + wanted};
}

Finding examine(const Reader& reader, const Document& document, const Bytes& before,
                std::uint64_t seed) {
  const Written written = write(document, seed);
  const Status sound = archive::verify(written.bytes);
  if (!sound.ok()) return {Outcome::kWrong, "verify refuses", sound.to_string()};
  const std::string by_coder = check_by_coder(document, written, seed);
  if (!by_coder.empty()) return {Outcome::kWrong, "the coder", by_coder};
  const Expected expected = expected_of(reader, document, written);
  Finding fresh = compare(reader.decode(written.bytes), expected);
  if (fresh.outcome == Outcome::kWrong) return fresh;
  Finding again = compare(reader.decode_over(before, written.bytes), expected);
  if (again.outcome == Outcome::kWrong) again.kind += ", into a used object";
  return again;
}

}  // namespace

std::string check_pair(const Reader& reader, std::uint64_t seed, Tally& tally) {
  const Document document = random_version(reader, seed);
  const std::uint64_t other = seed + 1000000007;
  const Bytes before = write(random_version(reader, other), other).bytes;
  Finding finding = examine(reader, document, before, seed);
  ++tally.pairs;
  if (finding.outcome == Outcome::kEqual) ++tally.equal;
  if (finding.outcome == Outcome::kRefused) ++tally.refused;
  if (finding.outcome == Outcome::kOpen) ++tally.open;
  if (finding.outcome != Outcome::kWrong) return {};
  const Document small = shrink(document, [&](const Document& smaller) {
    const Finding same = examine(reader, smaller, before, seed);
    return same.outcome == Outcome::kWrong && same.kind == finding.kind;
  });
  finding = examine(reader, small, before, seed);
  const Written written = write(small, seed);
  return "seed " + std::to_string(seed) + ", reader " + reader.name + ": " + finding.kind + "\n" +
         finding.text + "\nwriter, root " + to_text(small.root, small.shapes) + "\n" +
         to_text(small.shapes) + values_text(small) + "reader\n" + to_text(reader) + "archive " +
         hex_of(written.bytes, " ") + "\n";
}

}  // namespace fastser::testing::versions
