// SPDX-License-Identifier: MIT
//
// What the tests of the importers share.
#pragma once

#include <string>
#include <string_view>

#include "fastser/verify.hpp"
#include "support/archive_text.hpp"
#include "support/hex.hpp"
#include "support/vectors.hpp"
#include "unit/convert/convert_support.hpp"

namespace fastser::convert {

inline Bytes cocoa_vector(std::string_view name) {
  return testing::read_vector(testing::vector_path(name, "cocoa")).bytes;
}

/// The archive that the input becomes, which is sound, as text (support/archive_text.hpp).
inline std::string imported(BytesView input, Format from, const ConvertOptions& options = {}) {
  const Bytes archive = must(input, from, Format::archive, options);
  if (archive.empty()) return {};
  const Status sound = archive::verify(archive, {.limits = Limits::unlimited(), .utf8 = true});
  EXPECT_TRUE(sound.ok()) << sound.to_string();
  return testing::archive_text(archive);
}

/// As JSON, with what JSON cannot say replaced.
inline std::string imported_json(BytesView input, Format from) {
  const ConvertOptions replace{.unsayable = ConvertOptions::Unsayable::kReplace};
  return text(must(input, from, Format::json, replace));
}

/// No damage to one byte, and no cut, makes the import do anything but succeed or say why not.
inline void expect_survives_damage(const Bytes& whole, Format from) {
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    (void)convert(cut, from, Format::json);
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Bytes damaged = whole;
    for (const int value : {0x00, 0x7F, 0xFF}) {
      damaged[at] = static_cast<std::byte>(value);
      const Result<Buffer> out = convert(damaged, from, Format::archive);
      if (out.ok()) {
        EXPECT_TRUE(archive::verify(*out, {.limits = Limits::unlimited(), .utf8 = true}).ok())
            << at << " " << value;
      } else {
        EXPECT_FALSE(out.status().message().empty());
      }
    }
  }
}

}  // namespace fastser::convert
