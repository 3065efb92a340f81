// SPDX-License-Identifier: MIT
//
// What a fastser_writer is: a CoderWriter, and what the C interface hands out by number or by
// address and has to keep. How its calls are made:
//
//   value(writer, key, [&](const auto&... k) { writer->coder.vi64(k..., value); })
//
// which takes care of no writer, no key and wrong keys. Whatever else is wrong becomes the coder's
// sticky error.
#pragma once

#include <cstdint>
#include <forward_list>
#include <string>
#include <string_view>
#include <vector>

#include "capi/base.hpp"
#include "capi/keys.hpp"
#include "fastser/coder.hpp"
#include "fastser/internal/base/guarded.hpp"

/// How an object's fields are written: a function of the caller's, kept while they may be owed.
struct fastser_writer_body {
  fastser_writer* writer;
  fastser_object_body call;
  void* context;
};

struct fastser_writer {
  explicit fastser_writer(const fastser::CoderOptions& options) : coder(options) {}

  fastser::CoderWriter coder;
  fastser::Buffer archive;    // finished
  bool has_archive = false;   // and not taken yet
  std::uint32_t calling = 0;  // functions of the caller's that are being called
  fastser::capi::KeptKeys keys;
  std::forward_list<fastser_writer_body> bodies;       // of this archive; addresses stay
  std::vector<fastser::CoderWriter::Branch> branches;  // of this archive, by number
  std::string failure;                                 // what fastser_writer_fail said
};

namespace fastser::capi {

/// A wrong call: the writer's error.
inline void misuse(fastser_writer& writer, std::string_view message) noexcept {
  writer.coder.fail(Status(Code::kUsage, message));
}

/// Runs `work`, which may allocate; null pointers and numbers of nothing are its failure.
template <typename Work>
void guarded_by(fastser_writer& writer, Work&& work) noexcept {
  writer.coder.fail(guarded([&]() -> Status {
    work();
    return {};
  }));
}

/// One call of the coder's, with the key if there is one.
template <typename Call>
FASTSER_INLINE inline void value(fastser_writer* writer, const fastser_key* key,
                                 Call&& call) noexcept {
  if (writer == nullptr) return;
  if (key == nullptr) return call();
  if (!is_key(*key)) return misuse(*writer, kWrongKey);
  call(key_of(*key));
}

}  // namespace fastser::capi
