// SPDX-License-Identifier: MIT
#include "fastser/internal/schema/class_name.hpp"

#include <cstdlib>
#include <memory>

#include "fastser/internal/schema/reflect.hpp"

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#endif

namespace fastser::schema {

std::string name_of_type_info(const char* name) {
#if __has_include(<cxxabi.h>)
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> readable(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  if (readable != nullptr) return std::string(without_namespaces(readable.get()));
  return name;
#else  // "class vendor::Circle"
  std::string_view text = name;
  for (const std::string_view kind : {"class ", "struct "}) {
    if (text.starts_with(kind)) text.remove_prefix(kind.size());
  }
  return std::string(without_namespaces(text));
#endif
}

}  // namespace fastser::schema
