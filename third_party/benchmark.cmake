# SPDX-License-Identifier: MIT
#
# benchmark::benchmark: Google Benchmark, for fastser_bench. Debian's package has a shared library
# only; a benchmark for another device is built from the download, which links statically.
include_guard()
include(Dependency)

if(FASTSER_PACKAGES_LINK)
  find_package(benchmark QUIET)
endif()
if(NOT TARGET benchmark::benchmark)
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)  # their option() must see these
  set(BENCHMARK_ENABLE_TESTING OFF)
  set(BENCHMARK_ENABLE_INSTALL OFF)
  set(BENCHMARK_ENABLE_WERROR OFF)
  fastser_download(benchmark
    https://github.com/google/benchmark/archive/refs/tags/v1.8.3.tar.gz
    6bc180a57d23d4d9515519f92b0c83d61b05b5bab188961f36ac7b06b0d9e9ce)
endif()
