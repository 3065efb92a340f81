// SPDX-License-Identifier: MIT
//
// As version_pairs_test.cc, for classes whose objects lead to each other: what is shared stays
// shared, whatever field it first appeared in, and a weak pointer keeps nothing alive.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "props/version_pairs.hpp"
#include "support/version_reflect.hpp"

namespace fastser::testing::versions {
namespace {

struct Leaf {
  std::int32_t n = 7;
  std::string s = "leaf";
};
struct Node {
  std::int32_t value = 1;
  std::shared_ptr<Node> next;
  std::vector<std::shared_ptr<Node>> children;
  std::weak_ptr<Node> parent;
  std::string name = "node";
  static constexpr auto fastser_options =
      fastser::options(fastser::renamed_from("next", "follows"));
};
struct Graph {
  std::shared_ptr<Node> first;
  std::weak_ptr<Node> favourite;
  std::vector<std::shared_ptr<Leaf>> leaves;
  std::map<std::string, std::shared_ptr<Node>> by_name;
};
struct Watcher {
  std::weak_ptr<Leaf> a;
  std::weak_ptr<Node> b;
  std::string between = "between";
  std::shared_ptr<Leaf> c;
  std::vector<std::weak_ptr<Leaf>> many;
  std::shared_ptr<Node> d;
};
struct Plain {  // objects that are no records
  std::shared_ptr<std::int64_t> number;
  std::shared_ptr<std::string> text;
  std::shared_ptr<std::vector<std::int32_t>> list;
  std::optional<std::shared_ptr<std::int64_t>> maybe;
  std::weak_ptr<std::string> seen;
};
struct Choice {
  std::variant<std::shared_ptr<Leaf>, std::shared_ptr<Node>, std::string> a;
  std::vector<std::variant<std::monostate, std::shared_ptr<Leaf>>> b;
  std::pair<std::shared_ptr<Leaf>, std::weak_ptr<Leaf>> c;
};
struct Base {
  std::shared_ptr<Leaf> own;
  std::int16_t rank = 3;
  FASTSER_FIELDS(Base, own, rank);
};
struct Derived : Base {
  std::weak_ptr<Leaf> seen;
  std::string text = "text";
  std::shared_ptr<Derived> next;
  using fastser_base = Base;
  FASTSER_FIELDS(Derived, seen, text, next);
};
struct Owners {
  std::shared_ptr<Derived> first;
  std::unique_ptr<Base> single;
  std::vector<Derived> many;
  std::shared_ptr<Leaf> last;
};

struct Figure {
  virtual ~Figure() = default;
  std::string label = "figure";
  FASTSER_FIELDS(Figure, label);
};
struct Circle : Figure {
  double radius = 1.5;
  std::weak_ptr<Figure> beside;
  using fastser_base = Figure;
  FASTSER_FIELDS(Circle, radius, beside);
};
struct Group : Figure {
  std::vector<std::shared_ptr<Figure>> members;
  std::unique_ptr<Figure> frame;
  using fastser_base = Figure;
  FASTSER_FIELDS(Group, members, frame);
};
struct Drawing {
  std::vector<std::shared_ptr<Figure>> figures;
  std::unique_ptr<Figure> owned;
  std::shared_ptr<Leaf> leaf;
};
struct Raw {
  Leaf* leaf = nullptr;
  Raw* next = nullptr;
  std::shared_ptr<Leaf> owner;
  std::weak_ptr<Leaf> seen;
  std::vector<Raw*> many;
};

}  // namespace
template <>
struct Family<Figure> {
  using Classes = std::tuple<Circle, Group>;
};
namespace {

TEST(VersionPairsOfGraphs, NoObjectIsLostOrChangedWithoutAnError) {
  std::vector<Reader> readers;
  readers.push_back(reader_of<Graph>("Graph"));
  readers.push_back(reader_of<std::shared_ptr<Node>>("pointer to Node"));
  readers.push_back(reader_of<Watcher>("Watcher"));
  readers.push_back(reader_of<Plain>("Plain"));
  readers.push_back(reader_of<Choice>("Choice"));
  readers.push_back(reader_of<Owners>("Owners"));
  readers.push_back(reader_of<Derived>("Derived"));
  readers.push_back(reader_of<Node>("Node"));
  readers.push_back(reader_of<Raw>("Raw"));
  Registry registry;
  registry.add<Figure, Circle, Group>();
  readers.push_back(reader_of<Drawing>("Drawing", &registry));
  readers.push_back(reader_of<std::shared_ptr<Figure>>("pointer to Figure", &registry));
  expect_right_pairs(readers);
}

}  // namespace
}  // namespace fastser::testing::versions
