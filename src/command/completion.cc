// SPDX-License-Identifier: MIT
//
// Completion scripts for shells, made from the manual; and `fastser completion`, which prints them.
// A value that is one of a few words is completed to those, a number or a text not at all, every
// other word to a file.
#include <algorithm>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "command/manual.hpp"

namespace fastser::command {
namespace {

// The first part of an option's text, for a menu.
std::string brief(const OptionEntry& option) {
  const std::size_t end = std::min({option.text.find(';'), option.text.find(" (default"),
                                    option.text.find(" (the default"), option.text.size()});
  std::string out(option.text.substr(0, end));
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

// In single quotes, whatever is in it.
std::string in_single_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + '\'';
}

std::string subcommands() {
  std::string out;
  for (const Page& page : manual().subspan(1)) out.append(page.name).append(" ");
  return out + "help";
}

std::string bash() {
  // Files are left to bash itself (-o default), which knows what to do with blanks, quotes and ~.
  // It takes the = of --to=json for a word.
  std::string out = R"(# bash completion for fastser; made by: fastser completion bash
_fastser() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= options=
  COMPREPLY=()
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
)";
  out += "  if ((COMP_CWORD == 1)); then\n    words='" + subcommands();
  for (const OptionEntry& option : manual().front().options) out.append(" ").append(option.name);
  out += "'\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n    return\n  fi\n";
  out += "  case ${COMP_WORDS[1]} in\n";
  for (const Page& page : manual().subspan(1)) {
    out.append("    ").append(page.name).append(")\n      options='");
    std::string values;
    std::string free;
    for (const OptionEntry& option : page.options) {
      out.append(option.name).append(" ");
      const bool is_free = option.takes == Takes::kNumber || option.takes == Takes::kText;
      if (is_free) free.append(free.empty() ? "" : "|").append(option.name);
      if (choices_of(option.takes).empty()) continue;
      values.append("        ").append(option.name).append(") words='");
      values.append(choices_of(option.takes)).append("' ;;\n");
    }
    if (!free.empty()) {
      values.append("        ")
          .append(free)
          .append(") compopt +o default 2>/dev/null; return ;;\n");
    }
    out.back() = '\'';
    out += '\n';
    if (!values.empty()) out += "      case $before in\n" + values + "      esac\n";
    if (!page.words.empty()) out.append("      words='").append(page.words).append("'\n");
    out += "      ;;\n";
  }
  out += "    help) words='" + subcommands() + "' ;;\n  esac\n";
  return out + R"(  if [[ -n $words && $word != -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    compopt +o default 2>/dev/null
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  fi
}
complete -o default -F _fastser fastser
)";
}

std::string zsh() {
  std::string out = R"(#compdef fastser
# zsh completion for fastser; made by: fastser completion zsh
_fastser() {
  local -a subcommands
  subcommands=(
)";
  const auto escaped = [](std::string_view text, std::string_view which) {
    std::string made;
    for (const char c : text) {
      if (which.find(c) != std::string_view::npos) made += '\\';
      made += c;
    }
    return made;
  };
  for (const Page& page : manual().subspan(1)) {
    out +=
        "    " + in_single_quotes(std::string(page.name) + ':' + escaped(page.brief, ":\\")) + '\n';
  }
  out += "    'help:show help'\n  )\n  local -a options\n  options=(\n";
  for (const OptionEntry& option : manual().front().options) {
    out += "    " + in_single_quotes(std::string(option.name) + ':' + escaped(option.text, ":\\")) +
           '\n';
  }
  out += R"(  )
  if ((CURRENT == 2)); then
    if [[ $words[2] == -* ]]; then
      _describe option options
    else
      _describe subcommand subcommands
    fi
    return
  fi
  local subcommand=$words[2]
  shift words
  ((CURRENT--))
  case $subcommand in
)";
  for (const Page& page : manual().subspan(1)) {
    out.append("    ").append(page.name).append(")\n      _arguments");
    for (const OptionEntry& option : page.options) {
      const bool is_repeated = option.text.find("several times") != std::string_view::npos;
      std::string spec = is_repeated ? "*" : "";
      spec += option.name;
      if (!option.value.empty()) spec += '=';  // --to json, and --to=json
      spec += '[' + escaped(brief(option), "[]:\\") + ']';
      if (!option.value.empty()) {
        spec.append(":").append(option.value).append(":");
        const std::string_view choices = choices_of(option.takes);
        if (!choices.empty()) spec.append("(").append(choices).append(")");
        if (option.takes == Takes::kFile) spec += "_files";
      }
      out += " \\\n        " + in_single_quotes(spec);
    }
    std::string rest = "*:file:_files";
    if (!page.words.empty()) rest = "1:word:(" + std::string(page.words) + ')';
    out += " \\\n        " + in_single_quotes(rest) + "\n      ;;\n";
  }
  return out + R"(    help) _describe subcommand subcommands ;;
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _fastser "$@"
else
  compdef _fastser fastser
fi
)";
}

std::string fish() {
  // Whether the second word is the subcommand; a file may be called like another one.
  std::string out = R"(# fish completion for fastser; made by: fastser completion fish
function __fastser_is
  set -l words (commandline -opc)
  test (count $words) -gt 1; and test $words[2] = $argv[1]
end
)";
  const std::string none = "complete -c fastser -n __fish_use_subcommand ";
  for (const Page& page : manual().subspan(1)) {
    out += none + "-f -a " + std::string(page.name) + " -d " + in_single_quotes(page.brief) + '\n';
  }
  out += none + "-f -a help -d 'show help'\n";
  for (const OptionEntry& option : manual().front().options) {
    out += none + "-l " + std::string(option.name.substr(2)) + " -d " +
           in_single_quotes(option.text) + '\n';
  }
  for (const Page& page : manual().subspan(1)) {
    const std::string seen =
        "complete -c fastser -n '__fastser_is " + std::string(page.name) + "' ";
    for (const OptionEntry& option : page.options) {
      out += seen + "-l " + std::string(option.name.substr(2));
      const std::string_view choices = choices_of(option.takes);
      if (!choices.empty()) {
        out += " -x -a " + in_single_quotes(choices);
      } else if (option.takes == Takes::kFile) {
        out += " -r -F";
      } else if (!option.value.empty()) {
        out += " -x";
      }
      out += " -d " + in_single_quotes(brief(option)) + '\n';
    }
    if (!page.words.empty()) out += seen + "-f -a " + in_single_quotes(page.words) + '\n';
  }
  return out + "complete -c fastser -n '__fastser_is help' -f -a " +
         in_single_quotes(subcommands()) + '\n';
}

}  // namespace

std::string completion_script(std::string_view shell) {
  if (shell == "bash") return bash();
  if (shell == "zsh") return zsh();
  if (shell == "fish") return fish();
  return {};
}

int run_completion(const std::vector<std::string>& words) {
  const Arguments arguments(words, "completion");
  if (!arguments.error().empty()) return usage_error("completion", arguments.error());
  if (arguments.files().size() != 1) {
    return usage_error("completion", "which shell? bash, zsh or fish");
  }
  const std::string& shell = arguments.files()[0];
  if (shell == "man") return print(man_page(FASTSER_VERSION_STRING));
  const std::string script = completion_script(shell);
  if (script.empty()) {
    return usage_error("completion", "there are scripts for bash, zsh and fish, not for " + shell);
  }
  return print(script);
}

}  // namespace fastser::command
