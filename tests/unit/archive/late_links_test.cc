// SPDX-License-Identifier: MIT
//
// References in large graphs are linked later than they are read; nobody can tell.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/graph.hpp"

namespace fastser::testing {
namespace {

using archive::Header;
using Bytes = std::vector<std::byte>;

struct Knot {
  std::int32_t id;
  std::shared_ptr<std::string> label;
  std::shared_ptr<Knot> a;
  std::optional<std::shared_ptr<Knot>> b;
  std::vector<std::shared_ptr<Knot>> more;  // elements move while the list is read
};
struct Net {
  std::vector<std::shared_ptr<Knot>> knots;
};

Net make_net(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::shared_ptr<std::string>> labels;
  Net net;
  for (std::size_t i = 0; i < size; ++i) {
    if (i % 4 == 0) labels.push_back(std::make_shared<std::string>("label " + std::to_string(i)));
    net.knots.push_back(std::make_shared<Knot>());
    net.knots[i]->id = static_cast<std::int32_t>(i);
    net.knots[i]->label = labels[random() % labels.size()];
  }
  const auto any = [&] { return net.knots[random() % size]; };
  for (const auto& knot : net.knots) {
    knot->a = any();
    if (random() % 2 == 0) knot->b = any();
    for (unsigned i = random() % 4; i != 0; --i) knot->more.push_back(any());
  }
  return net;
}
/// Cycles keep themselves alive.
void untie(Net& net) {
  std::vector<std::shared_ptr<Knot>> open = net.knots;
  while (!open.empty()) {
    const std::shared_ptr<Knot> knot = open.back();
    open.pop_back();
    if (!knot) continue;
    const Knot loose = std::exchange(*knot, Knot{});
    open.push_back(loose.a);
    if (loose.b) open.push_back(*loose.b);
    open.insert(open.end(), loose.more.begin(), loose.more.end());
  }
}

TEST(LateLinks, AreAllThereInTheEnd) {
  for (const std::size_t size : {1U, 64U, 70U, 90U, 1000U}) {
    Net net = make_net(size, 1);
    const auto bytes = archive::encode(net, {.header = Header::bare});
    ASSERT_TRUE(bytes.ok());
    Net read;
    ASSERT_TRUE(archive::decode_into(bytes->view(), read, {.header = Header::bare}).ok());
    EXPECT_TRUE(graph::equal(net, read));
    untie(net);
    untie(read);
  }
}

TEST(LateLinks, CountEveryOwner) {
  Net net;
  net.knots.push_back(std::make_shared<Knot>());
  for (int i = 1; i < 500; ++i) {
    net.knots.push_back(std::make_shared<Knot>());
    net.knots.back()->a = net.knots[0];
  }
  const auto bytes = archive::encode(net);
  ASSERT_TRUE(bytes.ok());
  const auto read = archive::decode<Net>(bytes->view());
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->knots[0].use_count(), 500);
}

// A reference to an object of another class is what a decode reports, with the byte where it
// stands, whatever is wrong behind it; nothing that was read stays behind (the sanitizers see
// that).
TEST(LateLinks, ReportTheFirstThatIsWrong) {
  Net net = make_net(300, 2);
  const auto good = archive::encode(net, {.header = Header::bare});
  untie(net);
  ASSERT_TRUE(good.ok());
  const auto decode = [](const Bytes& bytes) {
    Net read;
    Status status = archive::decode_into(bytes, read, {.header = Header::bare});
    if (status.ok()) untie(read);
    return status;
  };
  int found = 0;
  for (std::size_t at = good->size() / 2; at + 2 < good->size(); ++at) {
    Bytes bytes(good->begin(), good->end());
    bytes[at] ^= std::byte{1};
    const Status alone = decode(bytes);
    if (alone.code() != Code::kTypeMismatch || alone.offset() > at) continue;
    ++found;
    for (std::size_t more = at + 2; more < good->size() && more < at + 80; more += 3) {
      Bytes worse = bytes;
      worse[more] = std::byte{0xFF};
      const Status both = decode(worse);
      ASSERT_EQ(both.code(), Code::kTypeMismatch) << "byte " << at << " and " << more;
      ASSERT_EQ(both.offset(), alone.offset()) << "byte " << at << " and " << more;
    }
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(at) + 2, bytes.end(), std::byte{0xFF});
    const Status ruined = decode(bytes);
    ASSERT_EQ(ruined.code(), Code::kTypeMismatch) << "byte " << at << ", all behind it";
    ASSERT_EQ(ruined.offset(), alone.offset()) << "byte " << at << ", all behind it";
  }
  EXPECT_GT(found, 50);
}

/// A list whose first elements lie in itself; more than those move to the heap.
template <typename E>
class SmallList {
 public:
  using value_type = E;
  using iterator = E*;
  using const_iterator = const E*;
  static constexpr std::size_t kInside = 16;

  E* data() { return heap_.empty() ? inside_.data() : heap_.data(); }
  const E* data() const { return heap_.empty() ? inside_.data() : heap_.data(); }
  E* begin() { return data(); }
  E* end() { return data() + size_; }
  const E* begin() const { return data(); }
  const E* end() const { return data() + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t capacity() const { return std::max(kInside, heap_.size()); }
  void resize(std::size_t size) {
    if (size > capacity()) {
      std::vector<E> more(size);
      std::move(begin(), end(), more.begin());
      heap_ = std::move(more);
      inside_ = {};
    }
    size_ = size;
  }
  E& emplace_back() {
    resize(size_ + 1);
    return end()[-1];
  }

 private:
  std::array<E, kInside> inside_;
  std::vector<E> heap_;
  std::size_t size_ = 0;
};

struct Tag {
  std::shared_ptr<std::string> label;
  std::array<std::string, 14> notes;  // large, of few bytes: not all elements are made at once
};
struct Tagged {
  SmallList<Tag> tags;
};
struct Album {
  std::vector<std::shared_ptr<std::string>> labels;
  std::shared_ptr<Tagged> tagged;
};

TEST(LateLinks, AreThereInListsThatMoveToTheHeap) {
  for (const std::size_t count : {15U, 16U, 17U, 20U, 40U}) {
    Album album;
    for (std::size_t i = 0; i != 100; ++i) {
      album.labels.push_back(std::make_shared<std::string>(std::to_string(i)));
    }
    album.tagged = std::make_shared<Tagged>();
    for (std::size_t i = 0; i != count; ++i) {
      album.tagged->tags.emplace_back().label = album.labels[i];
    }
    const auto bytes = archive::encode(album);
    ASSERT_TRUE(bytes.ok());
    const auto read = archive::decode<Album>(*bytes);
    ASSERT_TRUE(read.ok()) << read.status().to_string();
    ASSERT_EQ(read->tagged->tags.size(), count);
    for (std::size_t i = 0; i != count; ++i) {
      EXPECT_EQ(read->tagged->tags.data()[i].label, read->labels[i]) << i;
    }
  }
}

}  // namespace
}  // namespace fastser::testing
