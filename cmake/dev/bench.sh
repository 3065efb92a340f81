# SPDX-License-Identifier: MIT
#
# ./dev bench: the benchmark and those of the bindings.

benchmark_options=()

benchmark_source() {
  local apt=$PWD/build/apt list
  if ! ls -d "$apt"/benchmark-*/ >/dev/null 2>&1 && have apt-get; then
    mkdir -p "$apt/parts" "$apt/lists/partial"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.sources; do
      [ -e "$list" ] && sed -e 's/^Types: .*/Types: deb-src/' -e 's/^deb /deb-src /' "$list" \
        >"$apt/parts/$(basename "$list" .sources).${list##*.}"
    done
    local options=(-qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$apt/parts"
      -o "Dir::State::lists=$apt/lists")
    (cd "$apt" && apt-get "${options[@]}" update &&
      apt-get "${options[@]}" source --download-only benchmark &&
      tar xf benchmark_*.orig.tar.*) >"$logs/apt-source.log" 2>&1
  fi
  for list in "$apt"/benchmark-*/; do
    [ -e "$list/CMakeLists.txt" ] && benchmark_options=("-DFETCHCONTENT_SOURCE_DIR_BENCHMARK=$list")
  done
}

# bench_bindings <preset>: the tables of the languages whose toolchains are there.
bench_bindings() {
  local preset=$1 status=0 language
  mkdir -p "build/$preset"
  for language in objc swift dotnet; do
    [ -d "bindings/$language/bench" ] || continue
    reason="no Swift"
    if [ $language-$all = swift-0 ] && ! have swift && [ ! -d "$swift_root" ] ||
      ! can_run $language; then
      say "no tables of $language: $reason (./dev bench --all installs what can be installed)"
      continue
    fi
    say "building and running the benchmark of $language; its tables are in build/$preset/$language.md, too"
    "bench_$language" "$preset" || status=1
  done
  return $status
}

bench_objc() {
  configure_and_build "$1" objc_bench -DFASTSER_BUILD_OBJC=ON &&
    "build/$1/bindings/objc/objc_bench" | tee "build/$1/objc.md"
}

bench_swift() {
  local scratch=/scratch/bench
  have swift && scratch=$PWD/build/swift/bench
  swift_bench=(-c release --package-path bindings/swift/bench --scratch-path "$scratch")
  with_progress swift.bench built build_swift_bench ||
    { grep -E -A 3 'error' "$logs/swift.bench.build" | head -n 60; return 1; }
  with_swift swift run --skip-build "${swift_bench[@]}" | tee "build/$1/swift.md"
}

bench_dotnet() {
  export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1
  with_progress dotnet native_library_built sh bindings/dotnet/native/build.sh &&
    dotnet build bindings/dotnet/bench/Fastser.Bench -c Release -nologo -v quiet >"$logs/dotnet.bench" 2>&1 ||
    { grep error "$logs/dotnet.bench" | sort -u | head -n 20; return 1; }
  build/dotnet/bin/Fastser.Bench/Release/net10.0/Fastser.Bench "--out=build/$1/dotnet" &&
    cp "build/$1/dotnet/results.md" "build/$1/dotnet.md"
}

build_swift_bench() {
  with_swift swift build -j "$jobs" "${swift_bench[@]}" >"$logs/swift.bench.build" 2>&1
}

# bench_json <arguments of bench/json/run.sh...>
bench_json() {
  need g++ cmake ninja-build pkg-config zlib1g-dev libbenchmark-dev libsimdjson-dev flatbuffers-compiler jq
  say "building json_bench and the command in build/bench"
  configure_and_build bench "json_bench fastser_command" || return 1
  bench/json/run.sh build/bench/bench/json_bench build/bench/fastser build/bench/json ../shared/data "$@"
}

# The picture of README: from the table of docs/benchmarks.md, so that the two never differ.
draw_chart() {
  sh bench/chart.sh docs/benchmarks.md >docs/results.svg && say "docs/results.svg is drawn from docs/benchmarks.md"
}

# run_bench [options of ours] <arguments of fastser_bench...>
run_bench() {
  local preset=bench argument arguments=() bindings=with
  rivals=${FASTSER_RIVALS_DIR:-} all=0
  if [ "${1:-}" = --compile-time ]; then
    shift
    exec bench/compile/run.sh "$@"
  fi
  if [ "${1:-}" = --json ]; then
    shift
    bench_json "$@"
    return
  fi
  for argument in "$@"; do
    case $argument in
      --help | -h) usage 0 ;;
      --chart) draw_chart; return ;;
      --bindings) bindings=alone ;;
      --all) all=1 && need $(packages_of objc) $(packages_of swift) ;;
      --rivals=*)
        rivals=$(cd "${argument#*=}" 2>/dev/null && pwd) || { say "there is no folder ${argument#*=}"; return 2; } ;;
      --compiler=g++) preset=bench ;;
      --compiler=clang) preset=bench-clang ;;
      --compiler=libc++) preset=bench-libc++ ;;
      --compiler=*) say "--compiler is g++, clang or libc++"; return 2 ;;
      *) arguments+=("$argument") ;;
    esac
  done
  need g++ cmake ninja-build pkg-config libbenchmark-dev
  [ $bindings = with ] || { bench_bindings $preset; return; }
  need zlib1g-dev libcereal-dev libboost-serialization-dev libflatbuffers-dev flatbuffers-compiler \
    libmsgpack-cxx-dev libprotobuf-dev protobuf-compiler libcapnp-dev capnproto
  case $preset in
    bench-clang) need clang-19 ;;
    bench-libc++) need clang-19 libc++-19-dev libc++abi-19-dev && benchmark_source ;;
  esac
  say "the libraries to compare with"
  name_rivals "$rivals"
  say "building the benchmark in build/$preset"
  configure_and_build $preset fastser_bench ${benchmark_options[@]+"${benchmark_options[@]}"} \
    "-DFASTSER_RIVALS_DIR=$rivals" || return 1
  grep -e '^-- fastser_bench' "$logs/$preset.configure"
  say "running it; results.md, results.json and the charts go to build/$preset"
  "build/$preset/bench/fastser_bench" "--out=build/$preset" ${arguments[@]+"${arguments[@]}"} || return
  [ ${#arguments[@]} != 0 ] || [ $preset != bench ] || bench_bindings $preset
}
