# SPDX-License-Identifier: MIT
#
# Finds the other libraries and adds a contender for each one found. Included by bench/.

# Sets <out> to the folder under FASTSER_RIVALS_DIR/<library> from which <header> can be included.
function(fastser_find_rival out library header)
  set(${out} "" PARENT_SCOPE)
  if(NOT FASTSER_RIVALS_DIR)
    return()
  endif()
  set(root "${FASTSER_RIVALS_DIR}/${library}")
  foreach(dir IN ITEMS "${root}" "${root}/include" "${root}/cpp")
    if(EXISTS "${dir}/${header}")
      set(${out} "${dir}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# The release or commit of a clone; "local" for a plain folder.
function(fastser_rival_version out library)
  execute_process(COMMAND git -C "${FASTSER_RIVALS_DIR}/${library}" describe --tags --always
                  OUTPUT_VARIABLE version ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT version OR NOT EXISTS "${FASTSER_RIVALS_DIR}/${library}/.git")
    set(version "local")
  endif()
  set(${out} "${version}" PARENT_SCOPE)
endfunction()

fastser_find_rival(zpp_bits_dir zpp_bits zpp_bits.h)
if(zpp_bits_dir)
  fastser_rival_version(version zpp_bits)
  fastser_add_contender(zpp_bits ${version} INCLUDES ${zpp_bits_dir})
else()
  string(APPEND missing_text " zpp_bits;")
endif()

fastser_find_rival(struct_pack_dir yalantinglibs ylt/struct_pack.hpp)
if(struct_pack_dir)
  fastser_rival_version(version yalantinglibs)
  fastser_add_contender(struct_pack ${version} INCLUDES ${struct_pack_dir})
else()
  string(APPEND missing_text " struct_pack;")
endif()
