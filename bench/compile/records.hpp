// SPDX-License-Identifier: MIT
//
// The types that each source of this folder encodes and decodes: a dozen records, each with a list
// of the one before; or, with COMPILE_WIDE, one record of 64 fields; or, with COMPILE_BARE, none.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#if defined(COMPILE_BARE)
#define FOR_EACH_RECORD(call)
#elif defined(COMPILE_WIDE)

#define FIELDS(n)   \
  std::string a##n; \
  std::int32_t b##n;
#define FIELDS_8(n) FIELDS(n##0) FIELDS(n##1) FIELDS(n##2) FIELDS(n##3)
#define FIELDS_32(n) FIELDS_8(n##0) FIELDS_8(n##1) FIELDS_8(n##2) FIELDS_8(n##3)
struct Wide {
  FIELDS_32(0)
  FIELDS_32(1)
};
#define FOR_EACH_RECORD(call) call(Wide)

#else

#define START(n)            \
  std::int32_t a##n;        \
  std::string b##n;         \
  std::vector<double> c##n; \
  std::uint64_t d##n;       \
  std::vector<std::string> e##n;
#define COUNTS(n) std::map<std::string, std::int32_t> g##n;
// clang-format off
struct R0 { START(0) COUNTS(0) bool h0; };
struct R1 { START(1) float g1; std::int64_t h1; std::vector<R0> r1; };
struct R2 { START(2) float g2; bool h2; std::vector<R1> r2; };
struct R3 { START(3) COUNTS(3) bool h3; std::vector<R2> r3; };
struct R4 { START(4) float g4; std::int64_t h4; std::vector<R3> r4; };
struct R5 { START(5) float g5; bool h5; std::vector<R4> r5; };
struct R6 { START(6) COUNTS(6) bool h6; std::vector<R5> r6; };
struct R7 { START(7) float g7; std::int64_t h7; std::vector<R6> r7; };
struct R8 { START(8) float g8; bool h8; std::vector<R7> r8; };
struct R9 { START(9) COUNTS(9) bool h9; std::vector<R8> r9; };
struct R10 { START(10) float g10; std::int64_t h10; std::vector<R9> r10; };
struct R11 { START(11) float g11; bool h11; std::vector<R10> r11; };
// clang-format on
#define FOR_EACH_RECORD(call)                                                               \
  call(R0) call(R1) call(R2) call(R3) call(R4) call(R5) call(R6) call(R7) call(R8) call(R9) \
      call(R10) call(R11)

#endif
