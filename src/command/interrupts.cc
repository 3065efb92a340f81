// SPDX-License-Identifier: MIT
//
// A handler can reach nothing but what is global, so the names are: a few slots, which are written
// before the file is there and emptied when it is no more. On Windows the handler is a thread of
// its own: it takes the slots for good, so that from then on no file is made.
#include "command/interrupts.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <mutex>
#else
#include <unistd.h>
#endif

namespace fastser::command {
namespace {

struct Slot {
  std::atomic<bool> used = false;
  std::array<char, 4096> name{};  // longer ones the system refuses
};
// More than there are outputs at a time: data, its schema, and the old schema when it is put back.
std::array<Slot, 4> slots;

#if defined(_WIN32)
std::mutex slots_mutex;
using Hold = std::lock_guard<std::mutex>;
#else
constexpr int slots_mutex = 0;
struct Hold {  // signals come on the thread that they interrupt
  explicit Hold(int) {}
};
#endif

void note(const std::string& name) {
  const Hold hold(slots_mutex);
  for (Slot& slot : slots) {
    if (slot.used || name.size() >= slot.name.size()) continue;
    *std::ranges::copy(name, slot.name.begin()).out = '\0';
    slot.used = true;
    return;
  }
}

void forget(const std::string& name) {
  const Hold hold(slots_mutex);
  for (Slot& slot : slots) {
    if (slot.used && name == slot.name.data()) slot.used = false;
  }
}

std::error_code noted(const std::string& name, const std::error_code& error) {
  if (error) forget(name);
  return error;
}

}  // namespace

void note_temporary(const std::string& name) { note(name); }
void forget_temporary(const std::string& name) { forget(name); }

std::error_code TidySystem::link(file::Handle file, const std::string& name) {
  note(name);
  return noted(name, NativeSystem::link(file, name));
}

std::error_code TidySystem::create(const std::string& name, file::Access access,
                                   file::Handle& out) {
  note(name);
  return noted(name, NativeSystem::create(name, access, out));
}

std::error_code TidySystem::rename(const std::string& from, const std::string& to) {
  const std::error_code error = NativeSystem::rename(from, to);
  if (!error) forget(from);
  return error;
}

std::error_code TidySystem::remove(const std::string& name) {
  const std::error_code error = NativeSystem::remove(name);
  forget(name);
  return error;
}

#if defined(_WIN32)

namespace {

BOOL WINAPI tidy_up(DWORD /*event*/) {
  slots_mutex.lock();
  for (const Slot& slot : slots) {
    if (slot.used) file::NativeSystem().remove(slot.name.data());
  }
  return FALSE;  // the next handler is the system's, which ends the program
}

}  // namespace

void remove_temporaries_on_signals() { ::SetConsoleCtrlHandler(&tidy_up, TRUE); }

#else

namespace {

// The signal is blocked in here, and by then without a handler: raised, it comes when this returns.
extern "C" void tidy_up(int signal) {
  for (const Slot& slot : slots) {
    if (!slot.used) continue;
    ::unlink(slot.name.data());
    ::rmdir(slot.name.data());  // of what is a folder
  }
  ::raise(signal);
}

}  // namespace

void remove_temporaries_on_signals() {
  struct sigaction action {};
  action.sa_handler = &tidy_up;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&action.sa_mask, signal);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) != 0 || now.sa_handler == SIG_IGN) continue;
    ::sigaction(signal, &action, nullptr);
  }
}

#endif

}  // namespace fastser::command
