// SPDX-License-Identifier: MIT
//
// The public calls, on the system that there is.
#include "fastser/file.hpp"

#include <string>
#include <utility>

#include "fastser/internal/base/guarded.hpp"
#include "file/load.hpp"
#include "file/replacement.hpp"

namespace fastser::file {
namespace {

// A program that knows many files is told which one it was. The command, which names it anyway,
// does not come this way.
Status named(const Path& path, Status status) {
  if (status.code() != Code::kIo && status.code() != Code::kOverBudget) return status;
  std::string said = path.utf8();
  said.append(": ").append(status.message());
  return std::move(status).with_detail(std::move(said));
}

}  // namespace

Status save(const Path& path, BytesView bytes) {
  return guarded([&]() -> Status {
    NativeSystem system;
    Replacement replacement(system);
    Status status = replacement.prepare(path.utf8(), bytes);
    if (status.ok()) status = replacement.commit();
    return named(path, std::move(status));
  });
}

Status save(const Path& path, const Result<Buffer>& bytes) {
  return bytes.ok() ? save(path, bytes->view()) : bytes.status();
}

Status load_into(const Path& path, Buffer& out, const LoadOptions& options) {
  return guarded([&]() -> Status {
    NativeSystem system;
    return named(path, load_from(system, path.utf8(), options.max_bytes, out));
  });
}

Status load_if_there(const Path& path, Buffer& out, bool& found, const LoadOptions& options) {
  return guarded([&]() -> Status {
    NativeSystem system;
    return named(path, load_from(system, path.utf8(), options.max_bytes, out, &found));
  });
}

Result<Buffer> load(const Path& path, const LoadOptions& options) {
  Result<Buffer> out{std::in_place};
  Status status = load_into(path, *out, options);
  if (!status.ok()) out.fail(std::move(status));
  return out;
}

}  // namespace fastser::file
