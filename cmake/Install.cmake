# SPDX-License-Identifier: MIT
#
# What `cmake --install` puts down: headers, the libraries, the command, and the two ways to find
# them: find_package(fastser) and pkg-config.
include_guard()
include(CMakePackageConfigHelpers)

set(fastser_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/fastser")

option(FASTSER_INSTALL_STATIC "Install the static library; OFF is for packages of the shared one" ON)
set(fastser_installed "")
foreach(kind IN ITEMS static shared)
  if(TARGET fastser_${kind} AND (FASTSER_INSTALL_STATIC OR kind STREQUAL shared))
    list(APPEND fastser_installed fastser_${kind})
  endif()
endforeach()
install(TARGETS ${fastser_installed} EXPORT fastserTargets)
if(TARGET fastser_command)
  install(TARGETS fastser_command)
endif()
if(TARGET fastser_manual)
  set(fastser_manual "${PROJECT_BINARY_DIR}/manual")
  install(FILES "${fastser_manual}/fastser.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "${fastser_manual}/fastser"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
  install(FILES "${fastser_manual}/_fastser"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
  install(FILES "${fastser_manual}/fastser.fish"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/fastser" TYPE INCLUDE)
install(FILES "${PROJECT_SOURCE_DIR}/cmake/module.modulemap"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/fastser")
install(FILES "${PROJECT_SOURCE_DIR}/module/fastser.cppm"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/fastser/module")
install(FILES "${PROJECT_SOURCE_DIR}/debuggers/fastser_gdb.py"
              "${PROJECT_SOURCE_DIR}/debuggers/fastser.natvis"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/fastser/debuggers")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# What programs in C link besides, with the static library.
set(fastser_cxx_library stdc++)
if("c++" IN_LIST CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
  set(fastser_cxx_library c++)
endif()

install(EXPORT fastserTargets NAMESPACE fastser:: DESTINATION "${fastser_cmake_dir}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/fastserConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/fastserConfig.cmake" INSTALL_DESTINATION "${fastser_cmake_dir}")
# Before 1.0 a new minor version may break its users.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/fastserConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/fastserConfig.cmake"
              "${PROJECT_BINARY_DIR}/fastserConfigVersion.cmake"
  DESTINATION "${fastser_cmake_dir}")

# Relative to the .pc file, so that the installed tree can be moved.
file(RELATIVE_PATH fastser_pc_prefix
  "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/fastser.pc.in" "${PROJECT_BINARY_DIR}/fastser.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/fastser.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
