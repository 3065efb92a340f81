# SPDX-License-Identifier: MIT
#
# main.cc, compiled with strict warnings, plain and without exceptions and RTTI.
function(add_consumer name)
  add_executable(${name} "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/main.cc")
  set_target_properties(${name} PROPERTIES NO_SYSTEM_FROM_IMPORTED ON)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
    ${ARGN})
  target_link_libraries(${name} PRIVATE fastser::fastser)
  add_test(NAME ${name} COMMAND ${name})
endfunction()

add_consumer(plain)
add_consumer(no_exceptions_no_rtti -fno-exceptions -fno-rtti)
