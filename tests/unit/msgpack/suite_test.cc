// SPDX-License-Identifier: MIT
//
// The public test suite of MessagePack, github.com/kawanet/msgpack-test-suite (MIT licence): values
// with the encodings that it lists for each. The file is not kept here: FASTSER_MSGPACK_SUITE in
// the environment names a copy of its dist/msgpack-test-suite.json, and without one the test is
// skipped. forms_test.cc has the same promises about more values, from the specification.
//
// What it lists first is what is written, except:
//   2^63 - 1: int 64 is listed before uint 64, which is as long; we write unsigned, as for every
//     other number from 0 on;
//   0.5: float 32 is listed first; a double is written as float 64, a float as listed.
// Integers listed as floats (0, -1, 2^32, ...) are read into a double, and refused for an integer.
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "unit/msgpack/forms.hpp"

namespace fastser {
namespace {

using Json = nlohmann::ordered_json;
using testing::expect_forms;
using testing::expect_read;
using testing::expect_written;
using testing::Forms;

std::vector<std::byte> data_of(std::string hex) {
  std::erase(hex, '-');
  return testing::message(hex);
}

Forms forms_of(const Json& entry) {
  Forms forms;
  for (const Json& form : entry.at("msgpack")) {
    forms.push_back(testing::hex_of(data_of(form.get<std::string>())));
  }
  return forms;
}

bool is_float(const std::string& form) { return form.starts_with("ca") || form.starts_with("cb"); }

template <typename I>
void expect_integer(I number, Forms forms) {
  Forms floats;
  std::erase_if(forms, [&](const std::string& form) {
    if (is_float(form)) floats.push_back(form);
    return is_float(form);
  });
  if (number > 0 && forms.front().starts_with("d3") && forms.size() > 1) {
    EXPECT_TRUE(forms[1].starts_with("cf"));
    std::swap(forms[0], forms[1]);
  }
  expect_forms(number, forms);
  expect_read(static_cast<double>(number), floats);
  for (const std::string& form : floats) {
    EXPECT_EQ(msgpack::decode<I>(testing::message(form)).status().code(), Code::kTypeMismatch);
  }
}

void expect_number(const Json& entry, const Forms& forms) {
  const Json& number = entry.contains("bignum") ? entry.at("bignum") : entry.at("number");
  if (number.is_number_float()) {
    const auto value = number.get<double>();
    expect_read(value, forms);
    expect_read(static_cast<float>(value), forms);  // all of them are exact
    expect_written(static_cast<float>(value), forms.front());
    expect_written(value, forms.back());
    return;
  }
  const std::string digits = number.is_string() ? number.get<std::string>() : number.dump();
  const bool negative = digits.starts_with('-');
  if (!negative) expect_integer<std::uint64_t>(std::stoull(digits), forms);
  if (negative || std::stoull(digits) >> 63 == 0) {
    expect_integer<std::int64_t>(std::stoll(digits), forms);
  }
}

/// As T, when the JSON is one.
template <typename T>
bool expect_as(const Json& value, const Forms& forms) {
  std::optional<T> typed;
  try {
    typed = value.get<T>();
  } catch (const Json::type_error&) {
    return false;
  }
  expect_forms(*typed, forms);
  return true;
}

template <typename Value>
bool expect_container_of(const Json& value, const Forms& forms) {
  return expect_as<std::vector<Value>>(value, forms) ||
         expect_as<std::map<std::string, Value>>(value, forms);
}

void expect_entry(const Json& entry) {
  const Forms forms = forms_of(entry);
  const std::string kind = entry.begin().key();
  const Json& value = *entry.begin();
  if (kind == "nil") {
    expect_forms(std::optional<int>(), forms);
  } else if (kind == "bool") {
    expect_forms(value.get<bool>(), forms);
  } else if (kind == "binary") {
    expect_forms(data_of(value.get<std::string>()), forms);
  } else if (kind == "number" || kind == "bignum") {
    expect_number(entry, forms);
  } else if (kind == "string") {
    expect_forms(value.get<std::string>(), forms);
  } else if (kind == "array" || kind == "map") {
    EXPECT_TRUE(expect_container_of<int>(value, forms) ||
                expect_container_of<std::string>(value, forms) ||
                expect_container_of<std::vector<int>>(value, forms) ||
                (expect_container_of<std::map<std::string, int>>(value, forms)))
        << "no type for " << value;
  } else if (kind == "timestamp") {
    const msgpack::Timestamp moment{value[0].get<std::int64_t>(), value[1].get<std::uint32_t>()};
    expect_forms(moment, forms);
  } else if (kind == "ext") {
    const msgpack::Ext ext{value[0].get<std::int8_t>(), data_of(value[1].get<std::string>())};
    expect_forms(ext, forms);
  } else {
    ADD_FAILURE() << "a kind that this test does not know: " << kind;
  }
}

TEST(MsgpackSuite, EveryListedEncodingIsReadAndTheFirstIsWritten) {
  const char* path = std::getenv("FASTSER_MSGPACK_SUITE");
  if (path == nullptr) GTEST_SKIP() << "FASTSER_MSGPACK_SUITE names no file";
  std::ifstream file(path);
  ASSERT_TRUE(file.is_open()) << path;
  const Json suite = Json::parse(file);
  std::size_t encodings = 0;
  for (const auto& [group, entries] : suite.items()) {
    for (const Json& entry : entries) {
      SCOPED_TRACE(group + ": " + entry.begin()->dump());
      expect_entry(entry);
      encodings += entry.at("msgpack").size();
    }
  }
  EXPECT_GE(encodings, 200U);
  RecordProperty("encodings", static_cast<int>(encodings));
}

}  // namespace
}  // namespace fastser
