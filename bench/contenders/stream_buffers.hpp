// SPDX-License-Identifier: MIT
//
// Memory behind a std::streambuf, for the two libraries that speak to streams. Cheaper than
// std::stringstream: no copy out, capacity kept.
#pragma once

#include <streambuf>
#include <vector>

#include "harness.hpp"

namespace fastser_bench {

class OutputMemory : public std::streambuf {
 public:
  void clear() { bytes_.clear(); }
  Bytes bytes() const { return bytes_of(bytes_); }

 protected:
  std::streamsize xsputn(const char* data, std::streamsize count) override {
    bytes_.insert(bytes_.end(), data, data + count);
    return count;
  }
  int_type overflow(int_type byte) override {
    bytes_.push_back(static_cast<char>(byte));
    return byte;
  }

 private:
  std::vector<char> bytes_;
};

class InputMemory : public std::streambuf {
 public:
  explicit InputMemory(Bytes bytes = {}) { reset(bytes); }
  void reset(Bytes bytes) {
    char* begin = const_cast<char*>(data_as<char>(bytes));
    setg(begin, begin, begin + bytes.size());
  }
};

}  // namespace fastser_bench
