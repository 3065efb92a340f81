// SPDX-License-Identifier: MIT
//
// A file to look at, of any format: its bytes, its format, its schema. What get, diff and inspect
// have in common.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "command/formats.hpp"
#include "fastser/buffer.hpp"
#include "fastser/convert.hpp"

namespace fastser::command {

/// Text and values that any input may become: files of a quarter of a gigabyte come back whatever
/// they were made into.
inline constexpr std::size_t kLeastText = std::size_t{256} << 20;
inline constexpr std::size_t kLeastMemory = std::size_t{1} << 30;

class Input {
 public:
  /// The options of the file and how it is read: --from, --schema, --max-bytes and so on: what is
  /// wrong with them, or nothing.
  [[nodiscard]] std::string read_options(Arguments& arguments);
  /// Reads a file, and the schema of FlatBuffers; a terminal shows how far it is.
  [[nodiscard]] Status load(const std::string& file, const Arguments& arguments);
  /// A schema that is given may be that of another input.
  void be_one_of_several() { is_one_of_several_ = true; }
  /// An error for JSON text.
  [[nodiscard]] Status refuse_json() const { return refuse_text(file_, bytes_, taken_); }
  /// An error in the file, see explained() in formats.hpp.
  [[nodiscard]] Status explained(Status status) const;
  /// Reports an error of load() or in the file. Its exit code.
  int complain(const Status& status) const;

  /// As messages name the file.
  [[nodiscard]] std::string name() const { return shown_name(file_); }
  [[nodiscard]] BytesView bytes() const { return bytes_; }
  [[nodiscard]] convert::Format format() const { return taken_.format; }
  [[nodiscard]] Taken taken() const { return taken_; }
  [[nodiscard]] BytesView schema() const { return schema_; }
  /// Where the schema of FlatBuffers was; empty: none was needed.
  [[nodiscard]] const std::string& schema_file() const { return schema_file_; }
  /// To read it with; views into this.
  [[nodiscard]] convert::ConvertOptions options() const;
  [[nodiscard]] std::size_t text_limit() const;
  /// The largest file to read.
  [[nodiscard]] std::uint64_t most() const { return most_; }

 private:
  std::string file_;
  std::string about_;  // the file that an error is about
  std::string schema_file_;
  std::string class_words_;
  std::vector<convert::ClassValues> classes_;
  std::uint64_t most_ = 0;
  std::uint64_t memory_ = 0;
  bool is_one_of_several_ = false;
  bool names_ = false;
  bool size_prefixed_ = false;
  bool skip_missing_ = false;
  bool lax_ = false;
  bool any_identifier_ = false;
  std::string root_type_;
  Buffer bytes_;
  Buffer schema_;
  Taken taken_{};
};

}  // namespace fastser::command
