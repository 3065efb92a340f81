# SPDX-License-Identifier: MIT
#
# nlohmann_json::nlohmann_json: another reader of JSON, for the tests to compare with.
include_guard()
include(Dependency)

# Cross builds: the headers know no architecture, so the host's will do. Its /usr/include as a whole
# would not, hence a folder of our own with a link to these alone.
function(fastser_json_of_host)
  find_path(FASTSER_HOST_JSON_DIR nlohmann/json.hpp
    PATHS /usr/include /usr/local/include NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  if(FASTSER_HOST_JSON_DIR)
    set(dir "${PROJECT_BINARY_DIR}/third_party/json")
    file(MAKE_DIRECTORY "${dir}")
    file(CREATE_LINK "${FASTSER_HOST_JSON_DIR}/nlohmann" "${dir}/nlohmann" SYMBOLIC)
    add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED GLOBAL)
    target_include_directories(nlohmann_json::nlohmann_json SYSTEM INTERFACE "${dir}")
  endif()
endfunction()

if(CMAKE_CROSSCOMPILING)
  fastser_json_of_host()
else()
  find_package(nlohmann_json 3.9 QUIET)
endif()
if(NOT TARGET nlohmann_json::nlohmann_json)
  set(JSON_BuildTests OFF)
  set(JSON_Install OFF)
  fastser_download(nlohmann_json
    https://github.com/nlohmann/json/releases/download/v3.11.3/json.tar.xz
    d6c65aca6b1ed68e7a182f4757257b107ae403032760ed6ef121c9d55e81757d)
endif()
