// SPDX-License-Identifier: MIT
//
// What a fastser_reader is: a CoderReader, and what the C interface hands out by number or by
// address and has to keep. Calls are made as in writer.hpp; whatever is wrong with one becomes the
// coder's sticky error, and the answer is nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "capi/base.hpp"
#include "capi/keys.hpp"
#include "fastser/coder.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/wire/content_hash.hpp"

/// A place of reading of its own. `holds` says which place it keeps at the moment: 0 the first one,
/// else a branch's, by its number + 1. A branch may go when it holds its own; of one that is gone
/// it is the number of the next one that is.
struct fastser_reader_branch {
  std::unique_ptr<fastser::CoderReader::Branch> place;
  std::uint32_t holds = 0;
};

struct fastser_reader {
  fastser::CoderReader coder;
  bool opened = false;  // an archive, or in vain
  // A position is good for the reader that gave it out.
  std::uint64_t seed = fastser::wire::random_seed();
  fastser::capi::KeptKeys keys;
  std::vector<fastser_reader_branch> branches;  // of this archive, by number
  std::uint32_t free_branch = FASTSER_NO_NUMBER;
  std::uint32_t place = 0;  // that is read, as in `holds`
  std::string failure;      // what fastser_reader_fail said
};

namespace fastser::capi {

/// A wrong call: the reader's error.
inline void misuse(fastser_reader& reader, std::string_view message) noexcept {
  reader.coder.fail(Code::kUsage, message);
}

/// Runs `work`, which may allocate.
template <typename Work>
void guarded_by(fastser_reader& reader, Work&& work) noexcept {
  const Status status = guarded([&]() -> Status {
    work();
    return {};
  });
  if (!status.ok()) reader.coder.fail(status.code(), "an allocation failed");
}

/// One call of the coder's, with the key if there is one: call() or call(Key). Without a reader, or
/// with a wrong key: T{}.
template <typename T, typename Call>
FASTSER_INLINE inline T value(fastser_reader* reader, const fastser_key* key,
                              Call&& call) noexcept {
  if (reader == nullptr) return T();
  if (key == nullptr) return call();
  if (!is_key(*key)) {
    misuse(*reader, kWrongKey);
    return T();
  }
  return call(key_of(*key));
}

}  // namespace fastser::capi
