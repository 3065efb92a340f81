// SPDX-License-Identifier: MIT
//
// JSON documents for conversions there and back: of every kind, and made at random.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace fastser::convert {

/// Every format keeps them. (Keys of FlexBuffers cannot have a zero byte: none of these has.)
inline constexpr const char* kJsonDocuments[] = {
    "null",
    "true",
    "0",
    "-1",
    "18446744073709551615",
    "-9223372036854775808",
    "1.5",
    "-0.0",
    "0.1",
    "0.10000000149011612",
    "1e300",
    "\"\"",
    "\"h\\u00e9\\n\\\"\\u0000\"",
    "[]",
    "{}",
    "[null]",
    "[[],[[]]]",
    "[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]",
    "[1,\"a\",true,null,1.5,[],{}]",
    "[18446744073709551615,-1]",
    "[0.1,1]",
    "[9007199254740993,0.5]",
    "[1,null,2]",
    "[\"a\",null]",
    "[[1],null,[2,3]]",
    "[{\"a\":[]},{\"a\":[1.5]},{\"a\":[[]]}]",
    "{\"a\":1,\"b\":{\"c\":[{}]}}",
    "[{\"a\":1},{\"a\":null},{}]",
    "[{\"a\":0},{}]",
    "[{\"a\":1},{\"a\":null}]",
    "[{\"a\":null},{\"a\":null}]",
    "[{\"a\":\"\"},{}]",
    "[{\"a\":[]},{}]",
    "[{\"a\":{}},{}]",
    "[{\"a\":1,\"b\":2},{\"b\":1,\"a\":2}]",
    "{\"1\":{\"x\":1},\"22\":{\"x\":2,\"y\":[]}}",
    "{\"1\":1,\"2\":null,\"3\":\"x\"}",
    "{\"1\":null}",
    "{\"\":0}",
    "{\"a\":{\"a\":{\"a\":{}}}}",
    "[1,2.5]",
    "[18446744073709551615,0.5]",
    "[{\"1\":1},{}]",
    "[[1,2],[3,4]]",
    "[[[]],[[],[]]]",
};

/// Documents of up to seven levels; `Json` is one of nlohmann's types.
template <typename Json>
class RandomDocuments {
 public:
  /// Lists are shorter than `list`.
  RandomDocuments(unsigned seed, unsigned list) : random_(seed), list_(list) {}

  Json next(unsigned depth = 0) {
    switch (pick(depth > 5 ? 6 : 9)) {
      case 0: return nullptr;
      case 1: return pick(2) == 0;
      case 2: return static_cast<int>(pick(1000)) - 500;
      case 3: return static_cast<std::uint64_t>(random_()) << pick(33);
      case 4: return static_cast<double>(pick(100)) / (1 + pick(8));
      // Often short ones, which come again.
      case 5: return std::string(pick(pick(2) == 0 ? 5 : 40), static_cast<char>('a' + pick(3)));
      case 6: {
        Json list = Json::array();
        const bool same = pick(2) == 0;
        for (unsigned n = pick(list_); n != 0; --n) {
          list.push_back(same && !list.empty() && pick(3) != 0 ? list[0] : next(depth + 1));
        }
        return list;
      }
      default: {
        Json object = Json::object();
        for (unsigned n = pick(5); n != 0; --n) {
          object[std::string(1, "abcd01"[pick(6)])] = next(depth + 1);
        }
        return object;
      }
    }
  }

 private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }

  std::mt19937 random_;
  unsigned list_;
};

}  // namespace fastser::convert
