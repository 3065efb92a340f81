# SPDX-License-Identifier: MIT
#
# ./dev docs: the site in build/site, made of README, docs/ and the API reference. MkDocs with its theme
# Material makes the pages, Doxygen the reference; what they go by is in docs/site.

# Doxygen stops with an error when it has a warning.
make_reference() {
  local style=/usr/share/doxygen-awesome-css/doxygen-awesome.css
  [ -e $style ] || style=
  rm -rf build/docs/reference && mkdir -p build/docs
  { cat docs/site/Doxyfile && echo "PROJECT_NUMBER = $(project_version)" &&
      echo "HTML_EXTRA_STYLESHEET = $style docs/site/reference.css"; } |
    doxygen - >"$logs/doxygen" 2>&1 || { sed "s,$PWD/,," "$logs/doxygen" | head -n 60; return 1; }
  # Doxygen 1.9.4 leads to a list of nested classes also where all of them are private.
  grep -l 'href="#nested-classes"' build/docs/reference/*.html | xargs grep -L 'name="nested-classes"' |
    xargs -I{} sed -i.bak 's,<a href="#nested-classes">Classes</a> &#124;,,' {}
  rm -f build/docs/reference/*.bak
}

project_version() { sed -n 's/^project(fastser VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt; }

# The stage: the reference has no warning. (Its look is ./dev docs --check.)
stage_reference() { make_reference && printf '   %s pages\n' "$(find build/docs/reference -name '*.html' | wc -l)"; }

make_pages() {
  rm -rf build/docs/pages build/site
  mkdir -p build/docs/pages
  { cat docs/site/mkdocs.yml && python3 docs/site/stage.py build/docs/pages; } >build/docs/mkdocs.yml || return 1
  sed -i.bak -e 's,\.\./\.\./build/docs/pages,pages,' -e 's,\.\./\.\./build/site,../site,' build/docs/mkdocs.yml
  cp -R build/docs/reference build/docs/pages/reference
  mkdocs build --strict -f build/docs/mkdocs.yml >"$logs/mkdocs" 2>&1 &&
    cp build/site/assets/images/favicon.png build/site/favicon.ico && return 0
  grep -E 'WARNING|ERROR|Aborted|Error' "$logs/mkdocs"
  return 1
}

# The first Python that has this module: Debian's modules are for Debian's own.
python_with() {
  local python
  for python in python3 /usr/bin/python3; do
    "$python" -c "import $1" 2>/dev/null && break
  done
  echo "$python"
}

# run_docs [--reference] [--check] [--serve]
run_docs() {
  local argument check=0 serve=0
  for argument in "$@"; do
    case $argument in
      --reference) need doxygen python3; make_reference; return ;;
      --check) check=1 ;;
      --serve) serve=1 ;;
      *) say "no option $argument; ./dev help lists them"; return 2 ;;
    esac
  done
  need doxygen doxygen-awesome-css mkdocs mkdocs-material python3
  for argument in doxygen mkdocs python3; do
    have $argument || { say "no $argument; ./dev doctor says how to get it"; return 1; }
  done
  say "API reference"
  make_reference || return 1
  say "pages"
  make_pages || return 1
  say "the site is in build/site; it starts at build/site/index.html"
  if [ $check = 1 ]; then
    need chromium chromium-driver python3-selenium
    say "looking at it in a browser"
    "$(python_with selenium)" tests/site/check.py build/site || return 1
  fi
  [ $serve = 0 ] || { say "http://localhost:8000, until Ctrl-C" && python3 -m http.server 8000 -d build/site; }
}
