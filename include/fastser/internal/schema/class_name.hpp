// SPDX-License-Identifier: MIT
//
// The name of the class that an object has at run time, for messages: as type_name spells it, where
// the object says it or the compiler can be asked.
#pragma once

#include <string>

#if defined(__cpp_rtti)
#include <typeinfo>
#endif

namespace fastser::schema {

/// What std::type_info::name() says, without namespaces; unchanged where it cannot be read.
[[nodiscard]] std::string name_of_type_info(const char* name);

template <typename T>
[[nodiscard]] std::string class_name(const T& object) {
  if constexpr (requires { object.fastser_class(); }) {
    return std::string(object.fastser_class());
  } else {
#if defined(__cpp_rtti)
    return name_of_type_info(typeid(object).name());
#else
    return {};
#endif
  }
}

}  // namespace fastser::schema
