// SPDX-License-Identifier: MIT
//
// The converters: JSON to archive and back, every allocation failing; also while an error is
// being put together.
#include <gtest/gtest.h>

#include <string>

#include "fastser/json.hpp"
#include "faults/verbs.hpp"

namespace fastser::testing {
namespace {

// Records, maps, shared strings and objects, absent keys, numbers of all kinds, lists in lists.
std::string document() {
  std::string json = R"({"records":[)";
  for (int i = 0; i < 12; ++i) {
    const std::string n = std::to_string(i);
    json += R"({"name":"a text that does not fit in place","id":)" + n + R"(,"list":[1,[2.5,)" + n +
            R"(]],"same":{"x":"shared by all of them","y":[1,2,3,4,5,6,7,8]})";
    if (i % 3 == 0) json += R"(,"maybe":null)";
    json += "},";
  }
  json +=
      R"({}],"map":{"1":{"a":-1,"b":true},"22":{"a":1,"b":null},"333":{"a":5000000000,"b":[]}},)";
  json += R"("order":[{"p":1,"q":2},{"q":1,"p":2}],"deep":[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]],)";
  return json + R"("numbers":[18446744073709551615,-1,0.1,1e300]})";
}

TEST(AllocFault, FromJsonIsNoMemory) {
  const std::string json = document();
  sweep("json to archive", [&] { return convert::json_to_archive(json).status().code(); });
  sweep("json to archive, not shared", [&] {
    return convert::json_to_archive(json, {.checksum = true, .share_objects = false})
        .status()
        .code();
  });
}

TEST(AllocFault, WhileJsonIsRefusedIsNoMemory) {
  const std::string twice = R"({"items":[{"a key longer than a few bytes":[1,2]},{"x":1,"x":2}]})";
  const std::string cut = document() + ",";
  sweep("json with a key twice", [&] {
    return expected(convert::json_to_archive(twice).status().code(), Code::kMalformed);
  });
  sweep("json cut off",
        [&] { return expected(convert::json_to_archive(cut).status().code(), Code::kMalformed); });
  sweep("json too deep", [&] {
    return expected(convert::json_to_archive(twice, {.depth = 2}).status().code(), Code::kTooDeep);
  });
}

TEST(AllocFault, ToJsonIsNoMemory) {
  const Result<Buffer> archive = convert::json_to_archive(document());
  ASSERT_TRUE(archive.ok()) << archive.status().to_string();
  sweep("archive to json", [&] { return convert::archive_to_json(*archive).status().code(); });
  sweep("archive to pretty json",
        [&] { return convert::archive_to_json(*archive, {.pretty = true}).status().code(); });
  sweep("archive to json too long", [&] {
    return expected(convert::archive_to_json(*archive, {.max_bytes = 100}).status().code(),
                    Code::kOverBudget);
  });
  sweep("archive to json, cut off", [&] {
    const BytesView cut = archive->view().first(archive->size() - 1);
    return expected(convert::archive_to_json(cut).status().code(), Code::kTruncated);
  });
}

}  // namespace
}  // namespace fastser::testing
