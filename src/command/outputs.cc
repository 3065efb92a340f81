// SPDX-License-Identifier: MIT
//
// Schema and data are made ready before either is replaced. What cannot be taken back is written
// first; of two files the schema is, which is restored if the data then cannot be replaced.
#include "command/outputs.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "command/command.hpp"
#include "command/files.hpp"
#include "command/progress.hpp"

namespace fastser::command {

int report_output(const std::string& file, const Status& status) {
  return report(file == "-" ? "standard output" : file, status);
}

namespace {

int write_both(const Made& made) {
  Output schema;
  Output data;
  Status status = schema.prepare(made.place, made.schema);
  if (!status.ok()) return report_output(made.place, status);
  status = data.prepare(made.out, made.bytes);
  if (!status.ok()) return report_output(made.out, status);
  if (data.is_stream()) {
    status = data.commit();
    if (!status.ok()) return report_output(made.out, status);
    status = schema.commit();
    return status.ok() ? kExitOk : report_output(made.place, status);
  }
  const bool there = is_there(made.place);
  Result<Buffer> old{std::in_place};
  if (there && !schema.is_stream()) old = read_file(made.place, UINT64_MAX);
  if (!old.ok()) return report_output(made.place, old.status());
  status = schema.commit();
  if (!status.ok()) return report_output(made.place, status);
  status = data.commit();
  if (status.ok()) return kExitOk;
  const int exit = report_output(made.out, status);
  if (schema.is_stream()) return exit;
  if (there) {
    status = write_file(made.place, *old);
  } else if (std::remove(made.place.c_str()) != 0) {
    status = Status(Code::kIo, "cannot be removed again");
  } else {
    status = {};
  }
  return status.ok() ? exit : report_output(made.place, status);
}

}  // namespace

bool takes_foreign_place(const Made& made) {
  if (!is_there(made.place) || is_device(made.place)) return false;
  if (!made.place_given && is_there(made.out)) return false;
  const Result<Buffer> old = read_file(made.place, made.schema.size());
  return !old.ok() || !std::ranges::equal(old->view(), made.schema);
}

int write_outputs(const Made& made) {
  if (!made.place.empty()) return write_both(made);
  const Status written = [&] {
    Progress progress;
    if (made.out != "-" && !is_device(made.out)) progress.show("writing " + made.out);
    return write_file(made.out, made.bytes);
  }();
  return written.ok() ? kExitOk : report_output(made.out, written);
}

}  // namespace fastser::command
