// SPDX-License-Identifier: MIT
//
// Each call of a save or a load fails, in every way, once and from there on. A save that fails
// leaves the old file and no other; one that succeeds has written all.
#include <gtest/gtest.h>

#include <tuple>

#include "faults/file_save.hpp"
#include "file/load.hpp"

namespace {

using namespace fastser;
using namespace fastser::testing;

constexpr std::array kErrors = {std::errc::no_space_on_device, std::errc::io_error,
                                std::errc::permission_denied,  std::errc::file_exists,
                                std::errc::not_supported,      std::errc::interrupted};

// One save in which call k fails, and all behind it if `sticky`, but for the removal of what must
// not stay. False when there was no call k.
bool save_with_fault(const Way& way, std::size_t k, std::errc what, bool sticky) {
  FakeDisk disk;
  set_up(disk, way);
  std::string failed;
  disk.fault = [&](std::size_t number, const std::string& call) -> std::error_code {
    if (sticky && call == "remove") return {};
    if (number < k || (number > k && !sticky)) return {};
    // A call that is always interrupted never returns; no system does that.
    if (number > k && what == std::errc::interrupted) return {};
    if (failed.empty()) failed = call;
    return std::make_error_code(what);
  };
  const Status status = save_on(disk);
  EXPECT_EQ(disk.open_files(), 0U);
  const bool replaced = disk.read_back(kTarget) == kNew;
  EXPECT_TRUE(replaced || disk.read_back(kTarget) == before(way)) << disk.read_back(kTarget);
  EXPECT_EQ(disk.files(), replaced || way.old ? 1U : 0U) << "a temporary file is left";
  if (status.ok()) {
    EXPECT_TRUE(replaced);
  } else {
    EXPECT_EQ(status.code(), Code::kIo);
    EXPECT_NE(status.message(), "");
    // The one failure behind the point of no return.
    EXPECT_EQ(replaced, failed == "sync_folder");
  }
  if (what == std::errc::interrupted && failed != "rename") {
    EXPECT_TRUE(status.ok()) << failed;
  }
  return !failed.empty();
}

TEST(FileFaults, KeepTheOldFileAndLeaveNoOther) {
  std::size_t points = 0;
  for (const Way& way : kWays) {
    for (const std::errc what : kErrors) {
      for (const bool sticky : {false, true}) {
        for (std::size_t k = 1;; ++k, ++points) {
          SCOPED_TRACE(std::string(way.name) + ", call " + std::to_string(k) + ": " +
                       std::make_error_code(what).message() + (sticky ? ", sticky" : ""));
          if (!save_with_fault(way, k, what, sticky)) break;
          ASSERT_FALSE(HasFailure());
        }
      }
    }
  }
  EXPECT_GT(points, 700U);
}

TEST(FileFaults, OfAFileThatTakesNothingAreErrors) {
  FakeDisk disk;
  set_up(disk, kWays[0]);
  disk.most_per_call = 0;
  EXPECT_EQ(save_on(disk).code(), Code::kIo);
  EXPECT_EQ(disk.read_back(kTarget), kOld);
  EXPECT_EQ(disk.files(), 1U);
}

TEST(FileFaults, OfNamesThatAreTakenEndInATemporaryFileOfAnother) {
  FakeDisk disk;
  set_up(disk, kWays[4]);
  disk.put("folder/.fastser.0000000000000007", "somebody else's");
  EXPECT_TRUE(save_on(disk).ok());
  EXPECT_EQ(disk.read_back(kTarget), kNew);
  EXPECT_EQ(disk.read_back("folder/.fastser.0000000000000007"), "somebody else's");
}

std::tuple<Code, std::string, std::size_t> load_on(FakeDisk& disk, std::uint64_t most) {
  Buffer out;
  const Status status = file::load_from(disk, kTarget, most, out);
  EXPECT_EQ(disk.open_files(), 0U);
  return {status.code(), std::string(reinterpret_cast<const char*>(out.data()), out.size()),
          out.capacity()};
}

TEST(FileFaults, OfALoadAreErrors) {
  for (const std::errc what : kErrors) {
    for (std::size_t k = 1; k < 6; ++k) {  // open, three reads, the end; closing says nothing new
      FakeDisk disk;
      disk.put(kTarget, kNew);
      disk.most_per_call = 7;
      disk.fault = [&](std::size_t number, const std::string&) {
        return number == k ? std::make_error_code(what) : std::error_code();
      };
      const auto [code, text, room] = load_on(disk, 100);
      const bool repeated = what == std::errc::interrupted;
      EXPECT_EQ(code, repeated ? Code::kOk : Code::kIo) << k;
      EXPECT_TRUE(!repeated || text == kNew) << text;
    }
  }
}

TEST(FileLoad, ReadsAFileThatGrowsMeanwhile) {
  FakeDisk disk;
  disk.put(kTarget, kNew);
  disk.grows_by = std::string(100000, 'x');
  const auto [code, text, room] = load_on(disk, 200000);
  EXPECT_EQ(code, Code::kOk);
  EXPECT_EQ(text, kNew + std::string(100000, 'x'));
}

TEST(FileLoad, IsBoundedHoweverMuchAFileGrows) {
  FakeDisk disk;
  disk.put(kTarget, kNew);
  disk.most_per_call = 100000;
  disk.grows_by = std::string(10'000'000, 'x');
  const auto [code, text, room] = load_on(disk, 1000);
  EXPECT_EQ(code, Code::kOverBudget);
  EXPECT_LT(room, 10000U);
}

TEST(FileLoad, TakesFilesOfTheAllowedSizeAndNoLarger) {
  FakeDisk disk;
  disk.put(kTarget, kNew);
  EXPECT_EQ(std::get<0>(load_on(disk, kNew.size())), Code::kOk);
  EXPECT_EQ(std::get<0>(load_on(disk, kNew.size() - 1)), Code::kOverBudget);
  EXPECT_EQ(std::get<0>(load_on(disk, 0)), Code::kOverBudget);
}

}  // namespace
