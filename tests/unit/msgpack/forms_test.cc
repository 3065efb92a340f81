// SPDX-License-Identifier: MIT
//
// Values at every border of the format, each in every form that the specification has for it, the
// longer ones too. The forms are put together here from the tables of
// github.com/msgpack/msgpack/blob/master/spec.md, by other means than the library's (decimal
// borders, a byte at a time), so that the two can only agree by being right.
#include "unit/msgpack/forms.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>

namespace fastser {
namespace {

using msgpack::Ext;
using msgpack::Timestamp;
using testing::expect_forms;
using testing::expect_read;
using testing::Forms;

std::string hex(std::uint64_t number, unsigned bytes) {
  std::string digits;
  while (bytes-- != 0) {
    const std::byte one{static_cast<std::uint8_t>(number >> (8 * bytes))};
    digits += testing::hex_of(BytesView(&one, 1));
  }
  return digits;
}
std::string hex(std::string_view text) { return testing::hex_of(std::as_bytes(std::span(text))); }

struct Width {
  const char* tag;
  unsigned bytes;
  std::int64_t least;
  std::uint64_t most;
};
constexpr std::array<Width, 8> kWidths = {{
    {"cc", 1, 0, 255},
    {"cd", 2, 0, 65'535},
    {"ce", 4, 0, 4'294'967'295},
    {"cf", 8, 0, 18'446'744'073'709'551'615U},
    {"d0", 1, -128, 127},
    {"d1", 2, -32'768, 32'767},
    {"d2", 4, -2'147'483'648, 2'147'483'647},
    {"d3", 8, std::numeric_limits<std::int64_t>::min(), 9'223'372'036'854'775'807},
}};

// The shortest first, and of two of a length the unsigned one.
Forms forms_of(std::uint64_t bits, bool negative) {
  const auto number = static_cast<std::int64_t>(bits);
  Forms forms;
  if (negative ? number >= -32 : bits < 128) forms.push_back(hex(bits, 1));
  for (const Width& width : kWidths) {
    const bool holds = negative ? number >= width.least : bits <= width.most;
    if (holds) forms.push_back(width.tag + hex(bits, width.bytes));
  }
  return forms;
}

// As a double when it is one: a decode into floats takes every form of an integer, too.
void expect_float_forms(double number, const Forms& integers) {
  Forms forms = {"cb" + hex(std::bit_cast<std::uint64_t>(number), 8)};
  const auto narrow = static_cast<float>(number);
  if (static_cast<double>(narrow) == number) {
    forms.push_back("ca" + hex(std::bit_cast<std::uint32_t>(narrow), 4));
  }
  forms.insert(forms.end(), integers.begin(), integers.end());
  expect_forms(number, forms);
  if (static_cast<double>(narrow) == number) {
    std::swap(forms[0], forms[1]);
    expect_forms(narrow, forms);
  }
}

TEST(MsgpackForms, AnIntegerIsReadFromAllAndWrittenAsTheShortest) {
  for (unsigned bits = 0; bits <= 64; ++bits) {
    for (const std::uint64_t step : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
      const std::uint64_t number = (bits == 64 ? 0 : std::uint64_t{1} << bits) + step;
      SCOPED_TRACE(number);
      const Forms positive = forms_of(number, false);
      expect_forms(number, positive);
      const auto same = static_cast<std::int64_t>(number);
      if (same >= 0) expect_forms(same, positive);
      const bool exact = number < (std::uint64_t{1} << 53) || std::has_single_bit(number);
      if (exact) expect_float_forms(static_cast<double>(number), positive);
      if (number == 0 || number > std::uint64_t{1} << 63) continue;
      const Forms negative = forms_of(0 - number, true);
      expect_forms(static_cast<std::int64_t>(0 - number), negative);
      if (exact) expect_float_forms(-static_cast<double>(number), negative);
    }
  }
  for (int number = -300; number <= 300; ++number) {
    const auto bits = static_cast<std::uint64_t>(std::int64_t{number});
    expect_forms(number, forms_of(bits, number < 0));
  }
}

TEST(MsgpackForms, AFractionIsReadFromBothFloats) {
  for (const double number : {0.5, -0.5, 1.5, -1024.0625, 1e300, 0.1}) {
    expect_float_forms(number, {});
  }
}

TEST(MsgpackForms, NilAndBooleansHaveOne) {
  expect_forms(std::optional<int>(), {"c0"});
  expect_forms(false, {"c2"});
  expect_forms(true, {"c3"});
}

// What is counted, with the tags of 8, 16 and 32 bits for its size (none of 8 bits for arrays), and
// the short one with the size in the tag.
struct Counted {
  unsigned fix;
  unsigned fix_most;  // 0: there is none
  const char* tags[3];
};
constexpr Counted kStr = {0xa0, 31, {"d9", "da", "db"}};
constexpr Counted kBin = {0, 0, {"c4", "c5", "c6"}};
constexpr Counted kExt = {0, 0, {"c7", "c8", "c9"}};
constexpr Counted kArray = {0x90, 15, {nullptr, "dc", "dd"}};
constexpr Counted kMap = {0x80, 15, {nullptr, "de", "df"}};

Forms forms_of(const Counted& counted, std::size_t count, const std::string& contents) {
  Forms forms;
  if (counted.fix != 0 && count <= counted.fix_most) {
    forms.push_back(hex(counted.fix + count, 1) + contents);
  }
  const std::array<std::size_t, 3> most = {255, 65'535, 4'294'967'295};
  for (unsigned i = 0; i < 3; ++i) {
    if (counted.tags[i] == nullptr || count > most[i]) continue;
    forms.push_back(counted.tags[i] + hex(count, 1U << i) + contents);
  }
  return forms;
}

constexpr std::array<std::size_t, 16> kSizes = {0,  1,  2,  3,  4,   7,   8,      15,
                                                16, 17, 31, 32, 255, 256, 65'535, 65'536};

TEST(MsgpackForms, TextAndDataAreReadFromEveryLengthOfTheirSize) {
  for (const std::size_t size : kSizes) {
    SCOPED_TRACE(size);
    const std::string text(size, 'x');
    const Forms forms = forms_of(kStr, size, hex(text));
    expect_forms(text, forms);
    const std::vector<std::byte> data(size, std::byte{0xF5});
    expect_forms(data, forms_of(kBin, size, testing::hex_of(data)));
    // As writers from before there was bin have it.
    expect_read(std::vector<std::uint8_t>(size, 'x'), forms);
  }
  // Letters of two, three and four bytes; one that is made of several.
  for (const std::string text :
       {"Žluťoučký", "日本", "😀", "e\u0301", "\U0001F468\u200D\U0001F680"}) {
    expect_forms(text, forms_of(kStr, text.size(), hex(text)));
  }
}

TEST(MsgpackForms, ArraysAndMapsAreReadFromEveryLengthOfTheirCount) {
  for (const std::size_t count : kSizes) {
    SCOPED_TRACE(count);
    std::vector<std::int32_t> list;
    std::map<std::uint32_t, bool> map;
    std::string elements;
    std::string pairs;
    for (std::size_t i = 0; i < count; ++i) {
      list.push_back(-1);
      elements += "ff";
      map[static_cast<std::uint32_t>(i)] = true;
      pairs += forms_of(i, false).front() + "c3";
    }
    expect_forms(list, forms_of(kArray, count, elements));
    expect_forms(map, forms_of(kMap, count, pairs));
  }
}

TEST(MsgpackForms, ContainersInContainersMixTheirForms) {
  using Lists = std::vector<std::vector<std::string>>;
  using Maps = std::map<std::string, std::map<std::string, int>>;
  for (const std::string& text : forms_of(kStr, 1, hex("k"))) {
    for (const std::string& inner : forms_of(kArray, 1, text)) {
      expect_read(Lists{{"k"}}, forms_of(kArray, 1, inner));
    }
    for (const std::string& number : forms_of(5, false)) {
      for (const std::string& inner : forms_of(kMap, 1, text + number)) {
        expect_read(Maps{{"k", {{"k", 5}}}}, forms_of(kMap, 1, text + inner));
      }
    }
  }
  expect_forms(std::vector<Lists>{{}}, {"9190", "91dc0000", "91dd00000000", "dc000190"});
  expect_forms(std::vector<Maps>{{}}, {"9180", "91de0000", "91df00000000", "dd0000000180"});
}

TEST(MsgpackForms, AnExtensionIsReadFromEveryLengthOfItsSize) {
  const std::map<std::size_t, std::string> fixed = {
      {1, "d4"}, {2, "d5"}, {4, "d6"}, {8, "d7"}, {16, "d8"}};
  for (const int type : {0, 1, 7, 127, -2, -128}) {  // -1 is a timestamp
    const std::string type_hex = hex(static_cast<std::uint64_t>(type), 1);
    for (const std::size_t size : kSizes) {
      const Ext ext{static_cast<std::int8_t>(type), std::vector<std::byte>(size, std::byte{0xC1})};
      const std::string contents = type_hex + testing::hex_of(ext.data);
      Forms forms = forms_of(kExt, size, contents);
      if (const auto found = fixed.find(size); found != fixed.end()) {
        forms.insert(forms.begin(), found->second + contents);
      }
      expect_forms(ext, forms);
    }
  }
}

TEST(MsgpackForms, AMomentIsReadFromEverySizeThatHoldsIt) {
  const std::int64_t four = std::int64_t{1} << 32;
  const std::int64_t eight = std::int64_t{1} << 34;
  const std::int64_t before_christ = -62'167'219'201;
  for (const std::int64_t seconds :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{1} << 31, four - 1, four, eight - 1, eight,
        std::int64_t{-1}, before_christ, std::numeric_limits<std::int64_t>::min(),
        std::numeric_limits<std::int64_t>::max()}) {
    for (const std::uint32_t nanoseconds : {0U, 1U, 999'999'999U}) {
      const auto bits = static_cast<std::uint64_t>(seconds);
      Forms forms;
      if (seconds >= 0 && seconds < four && nanoseconds == 0)
        forms.push_back("d6ff" + hex(bits, 4));
      if (seconds >= 0 && seconds < eight) {
        forms.push_back("d7ff" + hex(std::uint64_t{nanoseconds} << 34 | bits, 8));
      }
      forms.push_back("c70cff" + hex(nanoseconds, 4) + hex(bits, 8));
      expect_forms(Timestamp{seconds, nanoseconds}, forms);
      for (std::string& form : forms) {  // and with a size where the tag could say it
        if (form.starts_with("d6")) form.replace(0, 4, "c704ff");
        if (form.starts_with("d7"))
          form.replace(0, 4,
                       "c800"
                       "08ff");
      }
      expect_read(Timestamp{seconds, nanoseconds}, forms);
    }
  }
}

}  // namespace
}  // namespace fastser
