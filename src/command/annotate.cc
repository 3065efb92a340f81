// SPDX-License-Identifier: MIT
//
// fastser annotate: what each byte of a file is.
#include "convert/annotate/annotate.hpp"

#include <string>

#include "command/command.hpp"
#include "command/input.hpp"
#include "command/terminal.hpp"

namespace fastser::command {

int run_annotate(const std::vector<std::string>& words) {
  Arguments arguments(words, "annotate");
  Input input;
  if (const std::string wrong = input.read_options(arguments); !wrong.empty()) {
    return usage_error("annotate", wrong);
  }
  if (arguments.files().size() != 1) return usage_error("annotate", "give one file");
  const std::string& file = arguments.files()[0];
  if (Status status = input.load(file, arguments); !status.ok()) return input.complain(status);
  if (Status text = input.refuse_json(); !text.ok()) return report(file, text);
  const convert::ConvertOptions reading = input.options();
  const convert::AnnotateOptions options{.all = arguments.has("--all"),
                                         .schema = input.schema(),
                                         .size_prefixed = reading.size_prefixed,
                                         .root_type = reading.root_type,
                                         .limits = reading.limits};
  std::string out;
  const Status status = convert::annotate(input.bytes(), input.format(), options, out);
  Screen screen(arguments);
  // What could be read is shown, even of a file with an error further on.
  if (!out.empty()) screen.write(out);
  const int printed = screen.close();
  return status.ok() ? printed : report(file, input.explained(status));
}

}  // namespace fastser::command
