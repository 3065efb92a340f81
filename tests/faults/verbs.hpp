// SPDX-License-Identifier: MIT
//
// Failing allocations of a codec as a whole: all ways to encode a value, all ways to decode bytes.
// `Verbs` says what they are for one codec: those of CodecVerbs, and verify, which gives a code as
// well.
#pragma once

#include <algorithm>
#include <new>
#include <string>

#include "fastser/buffer.hpp"
#include "faults/sweep.hpp"
#include "support/codec_calls.hpp"

namespace fastser::testing {

/// What codecs name alike: each gives the code that it came to.
template <typename Encode, typename Decode>
struct CodecVerbs {
  using EncodeOptions = Encode;
  using DecodeOptions = Decode;
  static Code encode(const auto& value, const Encode& options) {
    return call_encode(value, options).status().code();
  }
  static Code encode_into(Buffer& out, const auto& value, const Encode& options) {
    return call_encode_into(out, value, options).code();
  }
  template <typename T>
  requires HasEncodedSize<T, Encode>
  static Code encoded_size(const T& value, const Encode& options) {
    return call_encoded_size(value, options).status().code();
  }
  template <typename T>
  static Code decode(BytesView bytes, const Decode& options) {
    return call_decode<T>(bytes, options).status().code();
  }
  static Code decode_into(BytesView bytes, auto& value, const Decode& options) {
    return call_decode_into(bytes, value, options).code();
  }
};

template <typename Verbs, typename T>
void sweep_encode(const std::string& name, const T& value,
                  const typename Verbs::EncodeOptions& options = {}) {
  sweep((name + " encode").c_str(), [&] { return Verbs::encode(value, options); });
  sweep((name + " encode_into").c_str(), [&] {
    Buffer out;
    return Verbs::encode_into(out, value, options);
  });
  if constexpr (requires { Verbs::encoded_size(value, options); }) {
    sweep((name + " encoded_size").c_str(), [&] { return Verbs::encoded_size(value, options); });
  }
}

/// `New` is a later version of `Old`, which wrote the bytes.
template <typename Verbs, typename Old, typename New>
void sweep_decode(const std::string& name, BytesView bytes,
                  const typename Verbs::DecodeOptions& as_old = {},
                  const typename Verbs::DecodeOptions& as_new = {}) {
  sweep((name + " decode").c_str(), [&] { return Verbs::template decode<Old>(bytes, as_old); });
  sweep((name + " decode_into").c_str(), [&] {
    try {
      Old value;  // may allocate itself, as a std::deque does
      const Code first = Verbs::decode_into(bytes, value, as_old);
      // Over what is there then, or over what a failure left of it.
      const Code again = Verbs::decode_into(bytes, value, as_old);
      return first != Code::kOk ? first : again;
    } catch (const std::bad_alloc&) {
      return Code::kNoMemory;
    }
  });
  sweep((name + " adopt").c_str(), [&] { return Verbs::template decode<New>(bytes, as_new); });
  sweep((name + " verify").c_str(), [&] { return Verbs::verify(bytes); });
}

/// A failure of decode_into() leaves what was there a value that can be written, and read over.
/// `bytes`: those of make(). `use` makes another value of it first, `mend` takes out what a failure
/// may leave that is not written, and `settle` what reading over differs in from make().
template <typename Verbs>
void expect_left_a_value(BytesView bytes, auto&& make, auto&& use, auto&& mend, auto&& settle) {
  for (std::size_t k = 1; k < 1000; ++k) {
    auto value = make();
    use(value);
    bool fired = false;
    {
      const AllocFault fault(k, false);
      static_cast<void>(Verbs::decode_into(bytes, value, {}));
      fired = fault.fired();
    }
    mend(value);
    EXPECT_EQ(Verbs::encode(value, {}), Code::kOk) << k;
    ASSERT_EQ(Verbs::decode_into(bytes, value, {}), Code::kOk) << k;
    settle(value);
    Buffer again;
    ASSERT_EQ(Verbs::encode_into(again, value, {}), Code::kOk);
    EXPECT_TRUE(std::equal(again.begin(), again.end(), bytes.begin(), bytes.end())) << k;
    if (!fired) return;
  }
  ADD_FAILURE() << "never comes through";
}

/// That the bytes are refused so is what ought to happen.
inline Code expected(Code code, Code wanted) {
  return code == wanted ? Code::kOk : code == Code::kOk ? Code::kUsage : code;
}

}  // namespace fastser::testing
