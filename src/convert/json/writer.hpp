// SPDX-License-Identifier: MIT
//
// JsonWriter: the sink that writes JSON text. It has one level for each open list, object or map,
// and holds no values: a text of any length is made from memory for its depth and its open keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "convert/document/sink.hpp"
#include "convert/json/text_out.hpp"
#include "convert/progress.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/json.hpp"

namespace fastser::convert {

/// What is said of a NaN or an infinity.
inline constexpr std::string_view kNotFiniteSaid = "a number that is not finite: JSON has none";
inline constexpr std::string_view kLooksLikeBase64 =
    "a text that begins with base64: or ext:, which would be read as data";
inline constexpr std::string_view kTextTooLong = "the JSON text would be longer than allowed";

struct JsonWriting {
  enum class Keys : std::uint8_t {
    kRefuse,
    kPairs,  ///< a map with other keys than text is an array of [key, value]
    kText,   ///< its keys are written as text; lists and maps as keys are refused
  };
  bool pretty = false;
  std::uint8_t indent = 2;  ///< blanks for each level
  bool lines = false;       ///< a list as its elements, a line each (JSON Lines)
  bool replace = false;     ///< data, moments, extensions: as text that JSON can hold; else refused
  bool base64_prefix = false;  ///< data, moments, extensions: as base64_texts.hpp says
  Keys keys = Keys::kRefuse;
  JsonOptions::NotFinite not_finite = JsonOptions::NotFinite::kRefuse;
  std::uint32_t depth = kMaxDepth;
  std::size_t max_bytes = 0;  ///< of text and of what is charged
};

class JsonWriter final : public Sink {
 public:
  /// `to`: an empty Buffer for the text; finish() says when it is there. Null: take() gives it.
  explicit JsonWriter(const JsonWriting& options, Buffer* to = nullptr)
      : options_(options), free_(options.max_bytes), out_(to) {}

  /// Before anything is told: has `progress`, which must outlive this, told of reading an input of
  /// `size` bytes.
  void watch(const Progress& progress, std::size_t size) {
    progress_ = &progress;
    input_size_ = size;
    if (progress.is_wanted()) free_ = std::min(free_, Progress::kEach);
  }
  /// The text; what was appended last may have made it too long.
  Result<std::string> take();
  Status finish();
  /// What there is of it, after a refusal too.
  std::string take_anyway() { return out_.take_string(); }

  bool null() override { return word("null"); }
  bool boolean(bool value) override { return word(value ? "true" : "false"); }
  bool integer(std::uint64_t bits, bool negative) override;
  bool f32(std::uint32_t bits) override;
  bool f64(std::uint64_t bits) override;
  bool text(std::string_view text) override;
  bool data(BytesView data) override;
  bool moment(std::int64_t seconds, std::uint32_t nanoseconds) override;
  bool ext(std::int8_t type, BytesView data) override;
  bool decimal(BytesView bytes) override;
  bool no_moment() override { return begin_value() && not_finite() && end_value(); }
  bool begin_list(std::uint64_t) override;
  bool end_list() override;
  bool begin_object(std::uint64_t, bool distinct) override;
  bool key(std::string_view text) override;
  bool end_object() override { return check_keys() && close('}'); }
  bool begin_map(std::uint64_t) override;
  bool end_map() override;
  bool charge(std::size_t bytes) override {
    steps_ += bytes;
    return within_limit();
  }

 private:
  enum class Frame : std::uint8_t { kObject, kArray, kLines, kPairs, kTextKeys };
  struct Level {
    Frame frame;
    bool distinct = true;       // keys need not be compared
    std::uint64_t values = 0;   // keys of maps count too
    std::size_t first_key = 0;  // in keys_
    std::size_t key_start = 0;  // in out_, of the key that is being written
  };
  struct Key {
    std::size_t start;
    std::size_t size;
    std::size_t position;
  };

  bool within_limit() {
    return (out_.size() <= free_ && steps_ <= free_ - out_.size()) || may_go_on();
  }
  FASTSER_COLD bool may_go_on();
  bool begin_value();
  bool end_value();
  bool end_key(std::size_t start);
  bool end_text(std::string_view text);
  bool end_double(double value);
  bool end_all();
  bool at_text_key() const;
  bool word(std::string_view text);
  FASTSER_COLD bool is_no_data(std::string_view text);
  bool base64(std::string_view prefix, BytesView data);
  void line();
  bool open(Frame frame, char bracket);
  bool close(char bracket);
  bool check_keys();
  bool not_finite();

  JsonWriting options_;
  std::size_t free_;  // so many bytes of text and charge need no look at the limit or progress_
  const Progress* progress_ = nullptr;  // null: nobody is told
  std::size_t input_size_ = 0;
  TextOut out_;
  std::size_t steps_ = 0;
  std::vector<Level> levels_;
  std::vector<Key> keys_;  // as they stand in out_, of the objects that are open
};

}  // namespace fastser::convert
