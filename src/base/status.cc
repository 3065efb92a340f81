// SPDX-License-Identifier: MIT
//
// Names of codes, and a Status as a sentence.
#include "fastser/status.hpp"

#include "fastser/internal/base/guarded.hpp"

namespace fastser {

std::string_view code_name(Code code) noexcept {
  switch (code) {
    case Code::kOk: return "ok";
    case Code::kUsage: return "usage";
    case Code::kNoSpace: return "no space";
    case Code::kTruncated: return "truncated";
    case Code::kMalformed: return "malformed";
    case Code::kTrailing: return "trailing bytes";
    case Code::kChecksum: return "checksum mismatch";
    case Code::kTooDeep: return "too deep";
    case Code::kOverBudget: return "over budget";
    case Code::kTypeMismatch: return "type mismatch";
    case Code::kBadReference: return "bad reference";
    case Code::kUnknownClass: return "unknown class";
    case Code::kVersion: return "unsupported version";
    case Code::kFingerprint: return "fingerprint mismatch";
    case Code::kNoMemory: return "no memory";
    case Code::kIo: return "input/output";
  }
  return "unknown";
}

Status::Text* Status::new_text() { return new Text; }

// Status is copied where an error is handed on, in functions that must not throw.
Status::Text* Status::copy_of(const Text& from) noexcept {
#if defined(__cpp_exceptions)
  try {
    return new Text(from);
  } catch (...) {
    return nullptr;
  }
#else
  return new (std::nothrow) Text(from);
#endif
}

void Status::DropText::operator()(Text* text) const noexcept { delete text; }

Status out_of_memory() noexcept { return Status(Code::kNoMemory, "an allocation failed"); }

std::string Status::to_string() const {
  std::string text(code_name(code_));
  if (offset_ != kNoOffset) text += " at byte " + std::to_string(offset_);
  if (!path().empty()) text.append(", ").append(path());
  if (!message().empty()) text.append(": ").append(message());
  return text;
}

}  // namespace fastser
