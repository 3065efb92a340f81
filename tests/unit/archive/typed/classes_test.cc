// SPDX-License-Identifier: MIT
//
// Polymorphic pointers by an explicit Registry.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
namespace {

struct Figure {
  virtual ~Figure() = default;
  std::string label;
  FASTSER_FIELDS(Figure, label);
};
struct Circle : Figure {
  double radius = 0;
  FASTSER_FIELDS(Circle, radius);
  using fastser_base = Figure;
};
struct Group : Figure {
  std::vector<std::shared_ptr<Figure>> members;
  std::weak_ptr<Figure> favourite;
  FASTSER_FIELDS(Group, members, favourite);
  using fastser_base = Figure;
};
struct Stranger : Figure {
  FASTSER_FIELDS(Stranger);
  using fastser_base = Figure;
};
struct Tagged : Figure {
  std::string tag;
  FASTSER_FIELDS(Tagged, tag);
  using fastser_base = Figure;
  static constexpr auto fastser_options = fastser::options(fastser::share("tag"));
};
// A second base: pointers to it differ from pointers to the object.
struct Named {
  virtual ~Named() = default;
  std::int32_t weight = 0;
  FASTSER_FIELDS(Named, weight);
};
struct Sprite : Figure, Named {
  std::int32_t frame = 0;
  FASTSER_FIELDS(Sprite, frame);
  using fastser_base = Figure;
};

struct Drawing {
  std::vector<std::shared_ptr<Figure>> figures;
  std::shared_ptr<Named> named;
  std::unique_ptr<Figure> owned;
};

Registry make_registry() {
  Registry registry;
  registry.add<Figure, Circle, Group, Sprite, Tagged>();
  registry.add<Named, Sprite>();
  return registry;
}

std::shared_ptr<Circle> circle(std::string label, double radius) {
  auto made = std::make_shared<Circle>();
  made->label = std::move(label);
  made->radius = radius;
  return made;
}

Drawing make_drawing() {
  Drawing drawing;
  const auto one = circle("one", 1);
  const auto group = std::make_shared<Group>();
  group->label = "a group";
  group->members = {one, nullptr, circle("two", 2)};
  group->favourite = group->members[2];
  const auto sprite = std::make_shared<Sprite>();
  sprite->label = "sprite";
  sprite->frame = 9;
  drawing.figures = {group, one, sprite};
  drawing.named = sprite;
  auto owned = std::make_unique<Circle>();
  owned->radius = 3;
  drawing.owned = std::move(owned);
  return drawing;
}

bool same_drawing(const Drawing& drawing) {
  if (drawing.figures.size() != 3) return false;
  const auto group = std::dynamic_pointer_cast<Group>(drawing.figures[0]);
  const auto one = std::dynamic_pointer_cast<Circle>(drawing.figures[1]);
  const auto sprite = std::dynamic_pointer_cast<Sprite>(drawing.figures[2]);
  const auto* owned = dynamic_cast<const Circle*>(drawing.owned.get());
  if (!group || !one || !sprite || owned == nullptr) return false;
  return group->label == "a group" && group->members.size() == 3 && group->members[0] == one &&
         group->members[1] == nullptr && group->favourite.lock() == group->members[2] &&
         one->label == "one" && one->radius == 1 && sprite->frame == 9 &&
         drawing.named.get() == static_cast<Named*>(sprite.get()) && owned->radius == 3;
}

TEST(TypedClasses, ObjectsComeBackAsTheClassTheyWere) {
  const Registry registry = make_registry();
  const Drawing drawing = make_drawing();
  for (const archive::EncodeOptions& options : all_options(&registry)) {
    expect_round_trip_with(
        drawing, options, [](const Drawing&, const Drawing& again) { return same_drawing(again); });
  }
}

TEST(TypedClasses, OwnersMayBeRoots) {
  const Registry registry = make_registry();
  std::unique_ptr<Figure> root = std::make_unique<Circle>();
  root->label = "root";
  const auto again = there_and_back(root, {.registry = &registry});
  ASSERT_NE(dynamic_cast<const Circle*>(again.get()), nullptr);
  EXPECT_EQ(again->label, "root");
  const std::unique_ptr<Figure> nil;
  EXPECT_EQ(there_and_back(nil, {.registry = &registry}), nullptr);
}

TEST(TypedClasses, SharedStringsOfARegisteredClassCountInTheSize) {
  const Registry registry = make_registry();
  std::vector<std::shared_ptr<Figure>> figures;
  for (int i = 0; i < 20; ++i) {
    const auto tagged = std::make_shared<Tagged>();
    tagged->tag = "a tag that all of them have";
    figures.push_back(tagged);
  }
  const archive::EncodeOptions options{.registry = &registry};
  const Result<Buffer> bytes = archive::encode(figures, options);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(*archive::encoded_size(figures, options), bytes->size());
  EXPECT_TRUE(
      (archive::verify<std::vector<std::shared_ptr<Figure>>>(*bytes, reading(options)).ok()));
}

TEST(TypedClasses, AClassOutsideTheRegistryIsRefusedByTheWriter) {
  const Registry registry = make_registry();
  const std::shared_ptr<Figure> stranger = std::make_shared<Stranger>();
  const Status refused = archive::encode(stranger, {.registry = &registry}).status();
  EXPECT_EQ(refused.code(), Code::kUnknownClass);
  EXPECT_EQ(refused.message(),
            "an object of class Stranger that is not in the Registry; "
            "Registry::add<Figure, Stranger>() adds it");
  Drawing drawing;
  drawing.figures = {circle("one", 1), stranger};
  EXPECT_EQ(
      archive::encode(drawing, {.registry = &registry}).status().message(),
      "class Drawing, field figures: an object of class Stranger that is not in the Registry; "
      "Registry::add<Figure, Stranger>() adds it");
  drawing.figures.clear();
  drawing.owned = std::make_unique<Stranger>();
  EXPECT_EQ(archive::encode(drawing, {.registry = &registry}).status().message(),
            "class Drawing, field owned: an object of class Stranger that is not in the Registry; "
            "Registry::add<Figure, Stranger>() adds it");
  // Nothing is left of it where memory is used again.
  archive::Workspace workspace;
  const archive::EncodeOptions options{.registry = &registry, .workspace = &workspace};
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(archive::encode(drawing, options).status().code(), Code::kUnknownClass);
    EXPECT_TRUE(archive::encode(make_drawing(), options).ok());
  }
}

TEST(TypedClasses, AClassOutsideTheRegistryIsRefusedByTheReader) {
  const Registry all = make_registry();
  Registry few;
  few.add<Figure, Group>();
  const std::shared_ptr<Figure> one = circle("one", 1);
  const Result<Buffer> bytes = archive::encode(one, {.registry = &all});
  const auto again = archive::decode<std::shared_ptr<Figure>>(*bytes, {.registry = &few});
  EXPECT_EQ(again.status().code(), Code::kUnknownClass);
  EXPECT_EQ(again.status().message(),
            "an object of class Circle that is not in the Registry; Registry::add adds it");
  std::map<std::string, std::unique_ptr<Figure>> owned;
  owned["key"] = std::make_unique<Circle>();
  const Result<Buffer> more = archive::encode(owned, {.registry = &all});
  const Status refused = archive::decode<decltype(owned)>(*more, {.registry = &few}).status();
  EXPECT_EQ(refused.code(), Code::kUnknownClass);
  EXPECT_EQ(refused.message(), again.status().message());
  EXPECT_EQ(refused.path(), "key");
}

TEST(TypedClasses, ARegistryThatIsMissingIsAUsageError) {
  const std::shared_ptr<Figure> nil;
  EXPECT_EQ(archive::encode(nil).status().code(), Code::kUsage);
  const Registry registry = make_registry();
  const Result<Buffer> bytes = archive::encode(nil, {.registry = &registry});
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(archive::decode<std::shared_ptr<Figure>>(*bytes).status().code(), Code::kUsage);
  // A self-described archive can be verified by its own table; one with a fingerprint cannot.
  EXPECT_TRUE(archive::verify<std::shared_ptr<Figure>>(*bytes).ok());
  const archive::EncodeOptions brief{.header = archive::Header::fingerprint, .registry = &registry};
  const Result<Buffer> other = archive::encode(nil, brief);
  EXPECT_EQ(archive::verify<std::shared_ptr<Figure>>(*other).code(), Code::kUsage);
}

TEST(TypedClasses, ARegistryFilledInAnotherOrderReadsTheSameArchive) {
  const Registry registry = make_registry();
  Registry other;
  other.add<Named, Sprite>();
  other.add<Figure, Tagged, Sprite, Group, Circle, Stranger>();
  const Drawing drawing = make_drawing();
  const Result<Buffer> bytes = archive::encode(drawing, {.registry = &registry});
  const Result<Drawing> again = archive::decode<Drawing>(*bytes, {.registry = &other});
  ASSERT_TRUE(again.ok()) << again.status().to_string();
  EXPECT_TRUE(same_drawing(*again));
}

TEST(TypedClasses, AReferenceToAnotherClassIsRefused) {
  const Registry registry = make_registry();
  struct Wide {
    std::shared_ptr<Figure> first;
    std::shared_ptr<Figure> second;
  };
  struct Narrow {
    std::shared_ptr<Figure> first;
    std::shared_ptr<Named> second;
  };
  const auto one = circle("one", 1);
  const archive::EncodeOptions options{.header = archive::Header::bare, .registry = &registry};
  const Result<Buffer> bytes = archive::encode(Wide{one, one}, options);
  const Result<Narrow> again = archive::decode<Narrow>(*bytes, reading(options));
  EXPECT_EQ(again.status().code(), Code::kTypeMismatch);
  EXPECT_EQ(again.status().offset(), bytes->size() - 1);
  EXPECT_EQ(again.status().path(), "second");
}

}  // namespace
}  // namespace fastser::testing
