// SPDX-License-Identifier: MIT
//
// CoderWriter: equal keys of maps and equal elements of sets (docs/format.md section 4). Texts are
// looked at while they are at hand, other keys as they lie in the output, when what follows them
// begins. Where keys were written that are not compared so, or seem to be equal, finish() verifies
// the archive.
#include <string>

#include "fastser/coder_writer.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/verify.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;

void CoderWriter::open_keys(Tag element, std::uint64_t count) noexcept {
  const TypeCode code = coder::code_of(element);
  if (needs_verify_ || coder::tag_size(element) != 1 || !coder::is_simple_key(code)) {
    needs_verify_ = true;
  } else if (keys_of_open_.open(count == kUnknownCount ? 0 : count)) {
    TypeCode plain{};
    top_->unique = true;
    top_->steps = !coder::is_text_key(code, plain);
  } else {
    fail(Code::kNoMemory, "no memory for the keys that came");
  }
}

// A set of fixed-width values is looked at as a whole; of others, the last one is left.
void CoderWriter::close_keys() noexcept {
  const std::byte* const end = cur_;
  if (const Tag tag = run_.tag(); tag != Tag::kNone) {
    const std::size_t width = schema::fixed_size(coder::code_of(tag));
    top_->key = top_->run_begin;
    while (!failed_ && begin_ + top_->key != end) {
      end_key(tag, begin_ + top_->key + width);
      top_->key += width;
    }
  } else if (top_->steps && top_->kind == Kind::kList && top_->run_used != 0) {
    end_key(top_->element, end);
  }
  if (failed_) return;
  keys_of_open_.close();
  top_->unique = top_->steps = false;
}

// The next value of the innermost container begins.
void CoderWriter::step_keys() noexcept {
  const bool map = top_->kind == Kind::kMap;
  const bool starts = !map || top_->run_used % 2 == 0;
  const bool ended = map ? !starts : top_->run_used != 0;
  if (ended) end_key(map ? top_->mapped : top_->element, cur_);
  if (starts && !failed_) top_->key = position();
}

// The key that was begun ends there.
void CoderWriter::end_key(Tag tag, const std::byte* end) noexcept {
  const std::byte* at = begin_ + top_->key;
  TypeCode code = coder::code_of(tag);
  if (code == TypeCode::kAny) code = static_cast<TypeCode>(static_cast<std::uint8_t>(*at++));
  TypeCode plain{};
  if (needs_verify_ || coder::is_text_key(code, plain)) return;
  const auto size = static_cast<std::size_t>(end - at);
  if (!coder::is_simple_key(code) || coder::has_other_bytes(code, at, size)) {
    needs_verify_ = true;
  } else {
    key_added(keys_of_open_.add(code, at, size));
  }
}

void CoderWriter::text_key(TypeCode code, const void* text, std::size_t size) noexcept {
  const bool mapped = top_->kind == Kind::kMap && top_->run_used % 2 == 0;
  if (!mapped && !needs_verify_) key_added(keys_of_open_.add(code, text, size));
}

void CoderWriter::key_added(coder::KeySet::Added added) noexcept {
  if (added == coder::KeySet::Added::kPerhapsTwice) needs_verify_ = true;
  if (added == coder::KeySet::Added::kNoMemory) {
    fail(Code::kNoMemory, "no memory for the keys that came");
  }
}

// The archive is the library's own: what can be wrong with it is equal keys.
Status CoderWriter::verify_keys() noexcept {
  return guarded([this]() -> Status {
    Status status = verify(out_, {.limits = Limits::unlimited()});
    if (status.code() != Code::kMalformed) return status;
    return Status(Code::kUsage, status.message(), status.offset())
        .with_path(std::string(status.path()));
  });
}

}  // namespace fastser::archive
