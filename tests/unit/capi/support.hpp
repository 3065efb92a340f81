// SPDX-License-Identifier: MIT
//
// Handles of the C interface that go by themselves, for tests.
#pragma once

#include <gtest/gtest.h>

#include "fastser/fastser.h"

namespace fastser::testing {

inline std::int32_t verified(const fastser_bytes& bytes) {
  return fastser_verify(bytes.data, bytes.size, FASTSER_FORMAT_ARCHIVE, nullptr, nullptr);
}

class Writer {
 public:
  explicit Writer(const fastser_writer_options* options = nullptr) {
    EXPECT_EQ(fastser_writer_create(options, &writer_, nullptr), FASTSER_OK);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() { fastser_writer_destroy(writer_); }
  [[nodiscard]] fastser_writer* get() const { return writer_; }
  [[nodiscard]] std::int32_t status() const { return fastser_writer_status(writer_, nullptr); }
  [[nodiscard]] std::uint32_t make_class(const char* name) const {
    return fastser_writer_class(writer_, name, std::char_traits<char>::length(name), 0,
                                FASTSER_NO_NUMBER);
  }

 private:
  fastser_writer* writer_ = nullptr;
};

/// The archive of a writer, verified.
class Bytes {
 public:
  explicit Bytes(const Writer& writer) {
    fastser_error error = FASTSER_ERROR_INIT;
    EXPECT_EQ(fastser_writer_finish(writer.get(), nullptr, &bytes_, &error), FASTSER_OK)
        << error.message;
    EXPECT_EQ(verified(bytes_), FASTSER_OK);
  }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;
  ~Bytes() { fastser_bytes_release(&bytes_); }
  [[nodiscard]] const std::uint8_t* data() const { return bytes_.data; }
  [[nodiscard]] std::size_t size() const { return bytes_.size; }

 private:
  fastser_bytes bytes_{};
};

class Reader {
 public:
  Reader() { EXPECT_EQ(fastser_reader_create(&reader_, nullptr), FASTSER_OK); }
  explicit Reader(const Bytes& bytes) : Reader() { EXPECT_EQ(open(bytes), FASTSER_OK); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() { fastser_reader_destroy(reader_); }
  [[nodiscard]] fastser_reader* get() const { return reader_; }
  [[nodiscard]] std::int32_t open(const Bytes& bytes,
                                  const fastser_limits* limits = nullptr) const {
    return fastser_reader_open(reader_, bytes.data(), bytes.size(), limits, nullptr);
  }
  [[nodiscard]] std::int32_t status() const { return fastser_reader_status(reader_, nullptr); }
  [[nodiscard]] std::int32_t finish() const { return fastser_reader_finish(reader_, nullptr); }

 private:
  fastser_reader* reader_ = nullptr;
};

}  // namespace fastser::testing
