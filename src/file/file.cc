// SPDX-License-Identifier: MIT
//
// The public calls, on the system that there is.
#include "fastser/file.hpp"

#include "fastser/internal/base/guarded.hpp"
#include "file/load.hpp"
#include "file/replacement.hpp"

namespace fastser::file {

Status save(const Path& path, BytesView bytes) {
  return guarded([&]() -> Status {
    NativeSystem system;
    Replacement replacement(system);
    FASTSER_TRY(replacement.prepare(path.utf8(), bytes));
    return replacement.commit();
  });
}

Status save(const Path& path, const Result<Buffer>& bytes) {
  return bytes.ok() ? save(path, bytes->view()) : bytes.status();
}

Status load_into(const Path& path, Buffer& out, const LoadOptions& options) {
  return guarded([&]() -> Status {
    NativeSystem system;
    return load_from(system, path.utf8(), options.max_bytes, out);
  });
}

Status load_if_there(const Path& path, Buffer& out, bool& found, const LoadOptions& options) {
  return guarded([&]() -> Status {
    NativeSystem system;
    return load_from(system, path.utf8(), options.max_bytes, out, &found);
  });
}

Result<Buffer> load(const Path& path, const LoadOptions& options) {
  Result<Buffer> out{std::in_place};
  Status status = load_into(path, *out, options);
  if (!status.ok()) out.fail(std::move(status));
  return out;
}

}  // namespace fastser::file
