// SPDX-License-Identifier: MIT
//
// Wrapped and Wrapping: how a type says that it stands for another value. Those of the standard
// library say it in wrapped.hpp.
#pragma once

namespace fastser::schema {

/// For a T that wraps another value: `Inner`, the type of that value, any that has a codec;
/// `to(const T&)`, the value, as an Inner or a reference to one; `from(T&, inner)`, which puts one
/// in, and takes it by value or reference. `from` may return a bool: false is an Inner that no T
/// is. With `kSameInMemory` a T is an Inner in memory, byte for byte. A `from` that copies to the
/// heap may say to how many elements, `heap_elements(const Inner&)`, of `kHeapElement` bytes, for
/// the budget of a decode. Programs specialise it for types of their own (docs/types.md).
template <typename T>
struct Wrapped {};

/// Is T written as the value it wraps?
template <typename T>
concept Wrapping = requires {
  typename Wrapped<T>::Inner;
};

}  // namespace fastser::schema
