// SPDX-License-Identifier: MIT
//
// The power fails after any call of a save. The file is the old one or the new one, whole; and
// the new one for good when save has returned.
#include <gtest/gtest.h>

#include "faults/file_save.hpp"

namespace {

using namespace fastser;
using namespace fastser::testing;

using States = std::set<std::string>;

// All that the target may hold when the power fails at some moment of a save.
States states_of(FakeDisk& disk) {
  States all;
  disk.after_each = [&] { all.merge(disk.after_power_loss(kTarget)); };
  EXPECT_TRUE(save_on(disk).ok());
  return all;
}

TEST(FilePowerLoss, LeavesTheOldFileOrTheNewOneWhole) {
  for (const Way& way : kWays) {
    SCOPED_TRACE(way.name);
    FakeDisk disk;
    set_up(disk, way);
    EXPECT_EQ(states_of(disk), (States{before(way), kNew}));
  }
}

TEST(FilePowerLoss, LeavesTheNewFileOnceSaveHasReturned) {
  for (const Way& way : kWays) {
    SCOPED_TRACE(way.name);
    FakeDisk disk;
    set_up(disk, way);
    ASSERT_TRUE(save_on(disk).ok());
    EXPECT_EQ(disk.after_power_loss(kTarget), States{kNew});
    EXPECT_EQ(disk.files(), 1U);
    EXPECT_EQ(disk.open_files(), 0U);
    EXPECT_EQ(disk.mode(kTarget), way.old ? 0640U : 0644U);
  }
}

TEST(FilePowerLoss, IsOutlivedByEachOfManySaves) {
  FakeDisk disk;
  set_up(disk, kWays[0]);
  std::string last = kOld;
  for (int i = 0; i < 5; ++i) {
    const std::string next = "version " + std::to_string(i);
    ASSERT_TRUE(save_on(disk, next).ok());
    EXPECT_EQ(disk.after_power_loss(kTarget), States{next});
    last = next;
  }
}

// Would the model see a call that is left out?
class WithoutSync : public FakeDisk {
  std::error_code sync(file::Handle /*file*/) override { return {}; }
};
class WithoutFolderSync : public FakeDisk {
  std::error_code sync_folder(const std::string& /*folder*/) override { return {}; }
};

TEST(FilePowerLoss, TearsFilesThatAreNotSynced) {
  WithoutSync disk;
  set_up(disk, kWays[0]);
  const States states = states_of(disk);
  EXPECT_GT(states.size(), 8U);
  EXPECT_TRUE(states.contains(""));
}

TEST(FilePowerLoss, UndoesRenamesInFoldersThatAreNotSynced) {
  WithoutFolderSync disk;
  set_up(disk, kWays[0]);
  ASSERT_TRUE(save_on(disk).ok());
  EXPECT_EQ(disk.after_power_loss(kTarget), (States{kOld, kNew}));
}

TEST(FileSave, CallsTheSystemInThisOrder) {
  using Calls = std::vector<std::string>;
  FakeDisk disk;
  set_up(disk, kWays[0]);
  ASSERT_TRUE(save_on(disk).ok());
  EXPECT_EQ(disk.calls, (Calls{"follow", "look", "create_nameless", "write", "write", "write",
                               "take_over", "sync", "link", "close", "rename", "sync_folder"}));
  FakeDisk named;
  set_up(named, kWays[5]);
  ASSERT_TRUE(save_on(named).ok());
  EXPECT_EQ(named.calls, (Calls{"follow", "look", "create_nameless", "create", "write", "write",
                                "write", "sync", "close", "rename", "sync_folder"}));
}

}  // namespace
