# SPDX-License-Identifier: MIT
#
# .NET: the stage.

# The native library, the tests of all projects on it, then the package as a user has it: installed into
# fresh projects, on .NET 8 and 10, as native code, on Mono.
stage_dotnet() {
  local project log
  export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_CLI_UI_LANGUAGE=en
  # shellcheck disable=SC2046
  with_progress dotnet native_library_built sh bindings/dotnet/native/build.sh --tests $(dotnet_systems) || return 1
  sh bindings/dotnet/tests/native/run.sh $([ $require_all = 0 ] || echo --require-all) || return 1
  for project in bindings/dotnet/tests/*.Tests/*.csproj; do
    dotnet_tests "$project" "$logs/dotnet.$(basename "$project" .csproj)" || return 1
  done
  printf '   and with the library for .NET Standard:\n'
  dotnet_tests bindings/dotnet/tests/Fastser.Tests/Fastser.Tests.csproj "$logs/dotnet.netstandard" \
    -p:FastserLibrary=netstandard2.0 || return 1
  dotnet build bindings/dotnet/examples/Todo -c Release -nologo -v quiet >"$logs/dotnet.todo" &&
    sh bindings/objc/examples/todo_test.sh build/dotnet/bin/Todo/Release/net10.0/todo ||
    { grep error "$logs/dotnet.todo" | sort -u; return 1; }
  printf '   the example todo does what it is to do\n'
  sh bindings/dotnet/pack.sh >"$logs/dotnet.pack" 2>&1 || { grep error "$logs/dotnet.pack" | sort -u; return 1; }
  sh bindings/dotnet/tests/package/contents.sh || return 1
  sh bindings/dotnet/tests/package/run.sh net10.0 net8.0 readme $(dotnet_extras)
}

# dotnet_tests <project> <log> <options...>
dotnet_tests() {
  local project=$1 log=$2
  shift 2
  dotnet test "$project" -c Release -nologo -v quiet --logger 'console;verbosity=minimal' "$@" >"$log" 2>&1 ||
    { grep -E -A 12 '\[FAIL\]|error|Failed ' "$log" | head -n 80; return 1; }
  grep -E '^Passed!' "$log" || { say "$project: no test ran"; return 1; }
}

# The systems whose native library is made: this one, and those that its compilers and emulators know.
dotnet_systems() {
  local here
  here=$(dotnet_host)
  echo "$here"
  [ "$here" = linux-arm64 ] || ! have aarch64-linux-gnu-g++ || echo linux-arm64
  ! have x86_64-w64-mingw32-g++-posix || echo win-x64
}

dotnet_host() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) echo linux-x64 ;;
    Linux-aarch64) echo linux-arm64 ;;
    Darwin-arm64) echo osx-arm64 ;;
    *) echo osx-x64 ;;
  esac
}

native_library_built() {
  grep -o '^\[[0-9]*/[0-9]*\]' build/dotnet/native/*.log 2>/dev/null | tail -n 1
}

# Where the package is tried beside the plain runtimes.
dotnet_extras() {
  first_of clang clang-19 >/dev/null && [ "$(uname)" = Linux ] && echo aot
  [ -e /usr/lib/mono/4.5/Facades/netstandard.dll ] && have mono && echo mono
}
