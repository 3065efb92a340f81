// SPDX-License-Identifier: MIT
#include "fastser/internal/archive/typed/typed_table.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/describe.hpp"

namespace fastser::archive {
namespace {

enum class Tint : std::uint8_t { pale };
struct Leaf {
  std::string name;
  std::vector<std::byte> data;
  Tint tint;
};
struct Branch {
  std::int32_t number;
  std::map<std::string, std::optional<std::string>> notes;
  std::variant<int, std::string, Leaf> choice;
  std::tuple<std::string, double> pair;
  std::set<std::string> words;
  std::vector<Leaf> leaves;
  std::shared_ptr<Branch> next;
  std::string often;
  static constexpr auto fastser_options = fastser::options(fastser::share("often"));
};
struct Plain {
  double x;
  std::vector<int> numbers;
};

// The table of T as it is described when all strings are shared.
template <typename T>
std::vector<std::uint8_t> described_sharing() {
  TableBuilder builder;
  describe_root<T, schema::kShareAll>(builder);
  std::vector<std::uint8_t> table(builder.size());
  builder.write_to(table.data());
  describe_root<T, schema::kShareAll>(builder);
  return table;
}
template <typename T, Flags F>
std::vector<std::uint8_t> constant() {
  return {kTable<T, F>.begin(), kTable<T, F>.end()};
}

TEST(TypedTable, WithSharedStringsIsWhatDescribingThemGives) {
  EXPECT_EQ((constant<Leaf, schema::kShareAll>()), described_sharing<Leaf>());
  EXPECT_EQ((constant<Branch, schema::kShareAll>()), described_sharing<Branch>());
  EXPECT_EQ((constant<std::string, schema::kShareAll>()), described_sharing<std::string>());
  EXPECT_EQ((constant<Plain, schema::kShareAll>()), described_sharing<Plain>());
}

TEST(TypedTable, DiffersWithSharedStringsOnlyWhereThereAreStrings) {
  EXPECT_NE((constant<Branch, 0>()), (constant<Branch, schema::kShareAll>()));
  EXPECT_EQ((constant<Plain, 0>()), (constant<Plain, schema::kShareAll>()));
  EXPECT_NE((kFingerprintOf<Leaf, 0>), (kFingerprintOf<Leaf, schema::kShareAll>));
}

}  // namespace
}  // namespace fastser::archive
