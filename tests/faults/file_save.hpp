// SPDX-License-Identifier: MIT
//
// What the fault tests of the file layer save, and on which disks.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "faults/file_disk.hpp"
#include "file/replacement.hpp"

namespace fastser::testing {

inline constexpr const char* kTarget = "folder/target";
inline const std::string kOld = "what was there before";
inline const std::string kNew = "three writes or four";

inline BytesView bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

inline Status save_on(file::System& disk, const std::string& text = kNew) {
  file::Replacement replacement(disk);
  FASTSER_TRY(replacement.prepare(kTarget, bytes_of(text)));
  return replacement.commit();
}

/// The ways a save goes: over an old file or not; by a file without a name, by one that turns out
/// not to be nameable, or by one with a name.
struct Way {
  const char* name;
  bool old;
  bool makes_nameless;
  bool names_nameless;
};
inline constexpr std::array<Way, 6> kWays = {{{"nameless, over an old file", true, true, true},
                                              {"nameless", false, true, true},
                                              {"unnameable, over an old file", true, true, false},
                                              {"unnameable", false, true, false},
                                              {"named, over an old file", true, false, true},
                                              {"named", false, false, true}}};

inline void set_up(FakeDisk& disk, const Way& way) {
  disk.makes_nameless = way.makes_nameless;
  disk.names_nameless = way.names_nameless;
  disk.most_per_call = 7;
  if (way.old) disk.put(kTarget, kOld, 0640);
}

/// What stands in the target before the save; "" is no file.
inline std::string before(const Way& way) { return way.old ? kOld : std::string(); }

}  // namespace fastser::testing
