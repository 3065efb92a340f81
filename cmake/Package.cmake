# SPDX-License-Identifier: MIT
#
# CPack: `cmake --build build/release --target package` makes an archive of what is installed and, where
# there is dpkg-deb, a simple .deb. Debian's own packages, in parts, are packaging/debian.
include_guard()

set(CPACK_PACKAGE_NAME fastser)
set(CPACK_PACKAGE_VENDOR "libfastser authors")
set(CPACK_PACKAGE_CONTACT "libfastser authors <libfastser@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Values and object graphs to bytes and back")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/package")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

if(WIN32)
  set(CPACK_GENERATOR ZIP)
else()
  set(CPACK_GENERATOR TGZ)
endif()
find_program(FASTSER_DPKG_DEB dpkg-deb)
if(FASTSER_DPKG_DEB)
  list(APPEND CPACK_GENERATOR DEB)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
# The sources, as a release has them: what git has, nothing of a build.
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_IGNORE_FILES "/build/;/\\.git/;/\\.cache/;/\\.build/;/\\.swiftpm/")
include(CPack)
