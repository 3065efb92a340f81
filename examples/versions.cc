// SPDX-License-Identifier: MIT
//
// Files outlive the classes that wrote them: an old program's file read by a new one, and the
// reverse.
#include <fastser/archive.hpp>

#include <cstdio>

namespace first {  // the program of last year
struct Song {
  std::string title;
  std::int32_t seconds = 0;
  std::string genre;
};
}  // namespace first

namespace second {  // today's
struct Song {
  std::string artist = "unknown";  // new: gets this default when an old file is read
  std::int64_t duration = 0;       // was called seconds, and is wider now
  std::string title;               // has moved; the genre is gone
  static constexpr std::uint32_t fastser_version = 2;
  static constexpr auto fastser_options =
      fastser::options(fastser::renamed_from("duration", "seconds"));
};
}  // namespace second

namespace third {  // a mistake: a number became a text
struct Song {
  std::string title, seconds;
};
}  // namespace third

int main() {
  const first::Song old{"So What", 562, "jazz"};
  const fastser::Buffer bytes = fastser::archive::encode(old).value();

  const second::Song now = fastser::archive::decode<second::Song>(bytes).value();
  std::printf("new reads old: %s by %s, %d s\n", now.title.c_str(), now.artist.c_str(),
              static_cast<int>(now.duration));

  const second::Song later{"Miles Davis", 335, "Blue in Green"};
  const fastser::Buffer newer = fastser::archive::encode(later).value();
  const first::Song before = fastser::archive::decode<first::Song>(newer).value();
  // It knows nothing of the new name: a renamed field is found by newer programs only.
  std::printf("old reads new: %s, %d s\n", before.title.c_str(), before.seconds);

  const auto wrong = fastser::archive::decode<third::Song>(bytes);
  std::printf("%s\n", wrong.status().to_string().c_str());
  return 0;
}
