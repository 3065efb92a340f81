// SPDX-License-Identifier: MIT
//
// fastser get and fastser diff: the same answers whatever the format of the files.
#include <cstdlib>
#include <string>

#include "unit/command/command_fixture.hpp"

namespace {

using fastser::tests::Command;
using fastser::tests::Outcome;

class CommandValues : public Command {
 protected:
  // The same values in each format; the file of one of them.
  void make(const std::string& stem, const std::string& json) {
    write(stem + ".json", json);
    for (const char* end : {".fsr", ".msgpack", ".flx", ".fb"}) {
      const Outcome made = run("convert " + at(stem + ".json") + " " + at(stem + end));
      ASSERT_EQ(made.exit, 0) << made.text;
    }
  }
  std::string at(const std::string& name) const { return "'" + path(name) + "'"; }
  static constexpr const char* kEnds[] = {".json", ".fsr", ".msgpack", ".flx", ".fb"};
};

constexpr const char* kUsers =
    R"({"users":[{"name":"A","n":1},{"name":"B b","n":2.5}],"x y":true})";

TEST_F(CommandValues, GetsOneValueByItsPathFromEveryFormat) {
  make("a", kUsers);
  for (const std::string end : kEnds) {
    const std::string file = at("a" + end);
    EXPECT_EQ(run("get " + file + " 'users[1].name'").text, "\"B b\"\n") << end;
    EXPECT_EQ(run("get --raw " + file + " 'users[1].name'").text, "B b\n") << end;
    EXPECT_EQ(run("get " + file + " /users/1/n").text, "2.5\n") << end;
    EXPECT_EQ(run("get " + file + R"( '["x y"]')").text, "true\n") << end;
    EXPECT_EQ(run("get " + file + " '.users.0.name'").text, "\"A\"\n") << end;
    for (const std::string nowhere : {"users[2]", "users.name", "users[0].name.x", "user", "[0]"}) {
      const Outcome outcome = run("get " + file + " '" + nowhere + "'");
      EXPECT_EQ(outcome.exit, 1) << end << nowhere;
      EXPECT_NE(outcome.text.find("there is no value at " + nowhere), std::string::npos)
          << outcome.text;
    }
  }
}

// They would equal others.
TEST_F(CommandValues, IntegersBeyond64BitsAreRefusedOnlyWhereTheyCount) {
  write("a.json", "{\"big\":18446744073709551617,\"n\":1}");
  write("b.json", "{\"big\":18446744073709551616,\"n\":1}");
  EXPECT_EQ(run("get " + at("a.json") + " n").text, "1\n");
  const Outcome got = run("get " + at("a.json") + " big");
  EXPECT_EQ(got.exit, 1);
  EXPECT_NE(got.text.find("more than 64 bits, which would be rounded"), std::string::npos)
      << got.text;
  EXPECT_EQ(got.text.find("--replace"), std::string::npos) << got.text;
  const Outcome compared = run("diff " + at("a.json") + " " + at("b.json"));
  EXPECT_EQ(compared.exit, 2);
  EXPECT_NE(compared.text.find("more than 64 bits"), std::string::npos) << compared.text;
  EXPECT_EQ(run("verify " + at("a.json")).exit, 0);
}

TEST_F(CommandValues, DifferencesThatLookAlikeAreNamed) {
  write("a.plist", R"(<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>)"
                   R"(<key>d</key><data>AAEC</data></dict></plist>)");
  write("b.json", R"({"d":"AAEC"})");
  EXPECT_EQ(run("diff " + at("a.plist") + " " + at("b.json")).text,
            "~ d: \"AAEC\" (data) -> \"AAEC\" (text)\n");
  EXPECT_EQ(run("diff --json " + at("b.json") + " " + at("a.plist")).text,
            "[\n{\"path\":\"d\",\"what\":\"changed\",\"old\":\"AAEC\",\"new\":\"AAEC\","
            "\"old_is\":\"text\",\"new_is\":\"data\"}\n]\n");
}

// Element 10 is the decimal -12.5.
TEST_F(CommandValues, DecimalsAreNumbersAsInJson) {
  const std::string file = "'" + source("bindings/conformance/values.fsr") + "'";
  EXPECT_EQ(run("get " + file + " '[10]'").text, "-12.5\n");
  EXPECT_EQ(run("get --type " + file + " '[10]'").text, "number\n");
  ASSERT_EQ(run("convert --replace " + file + " " + at("plain.json")).exit, 0);
  ASSERT_EQ(run("convert --replace --sort-keys " + file + " " + at("sorted.json")).exit, 0);
  EXPECT_EQ(run("get " + at("plain.json") + " '[10]'").text, "-12.5\n");
  EXPECT_EQ(run("get " + at("sorted.json") + " '[10]'").text, "-12.5\n");
}

TEST_F(CommandValues, ACycleBesideTheWayStopsNobody) {
  const std::string file = "'" + source("bindings/conformance/cycle.fsr") + "'";
  const Outcome whole = run("get " + file + " .");
  EXPECT_NE(whole.text.find("contains itself"), std::string::npos) << whole.text;
  for (const std::string name : {"name", "alias"}) {
    const Outcome got = run("get " + file + " " + name);
    EXPECT_EQ(got.text.find("contains itself"), std::string::npos) << name << got.text;
  }
}

TEST_F(CommandValues, NumbersWithZerosInFrontAreNoIndexOfAPointer) {
  write("a.json", R"([1,2,3])");
  EXPECT_EQ(run("get " + at("a.json") + " /1").text, "2\n");
  EXPECT_EQ(run("get " + at("a.json") + " /01").exit, 1);
  EXPECT_EQ(run("get " + at("a.json") + " /0").text, "1\n");
}

TEST_F(CommandValues, EmptyJsonLinesAreAnEmptyList) {
  write("e.jsonl", "");
  EXPECT_EQ(run("get " + at("e.jsonl") + " .").text, "[]\n");
  EXPECT_EQ(run("convert " + at("e.jsonl") + " - --to json").text, "[]\n");
  EXPECT_EQ(run("verify " + at("e.jsonl")).exit, 0);
  write("bom.jsonl", "\xEF\xBB\xBF{\"a\":1}\n");
  EXPECT_EQ(run("get " + at("bom.jsonl") + " .").text, "[{\"a\":1}]\n");
  write("crlf.jsonl", "{\"a\":1}\r\n{\"a\":2}\r\n");
  EXPECT_EQ(run("set " + at("crlf.jsonl") + " '[0].a' 3").text, "");
  EXPECT_EQ(read("crlf.jsonl"), "{\"a\":3}\r\n{\"a\":2}\r\n");
}

TEST_F(CommandValues, GetsTheWholeByAnEmptyPath) {
  write("a.json", kUsers);
  for (const std::string path : {"''", "."}) {
    EXPECT_EQ(run("get " + at("a.json") + " " + path).text, std::string(kUsers) + "\n");
  }
  EXPECT_EQ(run("get '' .").exit, 2);
}

TEST_F(CommandValues, GetsWhatJsonLacksInAnotherForm) {
  // {"d": bin "Ma", 7: "seven"}
  write("m.msgpack", std::string("\x82\xA1"
                                 "d\xC4\x02Ma\x07\xA5seven",
                                 15));
  EXPECT_EQ(run("get " + at("m.msgpack") + " d").text, "\"TWE=\"\n");
  EXPECT_EQ(run("get --raw " + at("m.msgpack") + " d").text, "Ma");
  EXPECT_EQ(run("get " + at("m.msgpack") + " '[7]'").text, "\"seven\"\n");
  EXPECT_EQ(run("get " + at("m.msgpack") + " .").text, R"({"d":"TWE=","7":"seven"})"
                                                       "\n");
}

TEST_F(CommandValues, GetsValuesOfIntegersBelowZero) {
  // {-1: "one", -300: {"a": [7]}}
  write("m.msgpack", std::string("\x82\xFF\xA3one\xD1\xFE\xD4\x81\xA1"
                                 "a\x91\x07",
                                 14));
  EXPECT_EQ(run("get " + at("m.msgpack") + " '[-1]'").text, "\"one\"\n");
  EXPECT_EQ(run("get " + at("m.msgpack") + " '[-300].a[-1]'").text, "7\n");
  EXPECT_EQ(run("get " + at("m.msgpack") + " '[-2]'").exit, 1);
  EXPECT_EQ(run("get " + at("m.msgpack") + " '[1]'").exit, 1);
}

TEST_F(CommandValues, GetsAValueWithoutReadingWhatLiesBehindIt) {
  write("cut.json", R"({"a":[1,{"b":2}],"c":nonsense)");
  EXPECT_EQ(run("get " + at("cut.json") + " 'a[1].b'").text, "2\n");
  EXPECT_EQ(run("get " + at("cut.json") + " c").exit, 1);
  EXPECT_EQ(run("get " + at("cut.json") + " 'a[1:2].b'").text, "2\n");
  EXPECT_EQ(run("get " + at("cut.json") + " 'a[]'").text, "1\n{\"b\":2}\n");
  EXPECT_EQ(run("get " + at("cut.json") + " 'a[-1].b'").text, "2\n");
  write("slice.json", "{\"a\":[1,2,3,nonsense");
  EXPECT_EQ(run("get " + at("slice.json") + " 'a[0:2]'").text, "1\n2\n");
  EXPECT_EQ(run("get " + at("slice.json") + " 'a[]'").exit, 1);
  // {"a": 1, "b": str of 255 bytes that are not there}
  write("cut.msgpack", std::string("\x82\xA1"
                                   "a\x01\xA1"
                                   "b\xD9\xFF",
                                   8));
  EXPECT_EQ(run("get " + at("cut.msgpack") + " a").text, "1\n");
  EXPECT_EQ(run("get " + at("cut.msgpack") + " b").exit, 1);
}

TEST_F(CommandValues, GetsAllThatAQueryLeadsTo) {
  make("a", R"({"u":[{"n":1,"t":["a","b"]},{"m":0,"t":[]},{"n":3,"t":["c"]},{"n":4,"t":["d"]}],)"
            R"("o":{"x":[1,2],"y":[3]},"none":[],"s":5})");
  for (const std::string end : kEnds) {
    const std::string file = "get " + at("a" + end);
    EXPECT_EQ(run(file + " 'u[].n'").text, "1\n3\n4\n") << end;
    EXPECT_EQ(run(file + " '.u[].t[]' --raw").text, "a\nb\nc\nd\n") << end;
    EXPECT_EQ(run(file + " 'u[].t[0]'").text, "\"a\"\n\"c\"\n\"d\"\n") << end;
    EXPECT_EQ(run(file + " 'u[-1].n'").text, "4\n") << end;
    EXPECT_EQ(run(file + " 'u[].t[-1]'").text, "\"b\"\n\"c\"\n\"d\"\n") << end;
    EXPECT_EQ(run(file + " 'u[1:3].t'").text, "[]\n[\"c\"]\n") << end;
    EXPECT_EQ(run(file + " 'u[-2:].n'").text, "3\n4\n") << end;
    EXPECT_EQ(run(file + " 'u[:-3].n'").text, "1\n") << end;
    EXPECT_EQ(run(file + " 'o[][0]'").text, "1\n3\n") << end;
    EXPECT_EQ(run(file + " 'o[]'").text, "[1,2]\n[3]\n") << end;
    EXPECT_EQ(run(file + " '[-1]'").exit, 1) << end;
    for (const std::string empty : {"none[]", "u[7:]", "u[1].t[]", "none[-3:]", "u[2:2]"}) {
      const Outcome outcome = run(file + " '" + empty + "'");
      EXPECT_EQ(outcome.exit, 0) << end << empty << outcome.text;
      EXPECT_EQ(outcome.text, "") << end << empty;
    }
    for (const std::string nowhere : {"u[].x", "u[-5]", "s[]", "o[0:1]", "none[-1]", "u[0:1].t[2]",
                                      "u[].t.x", "x[]", "s[-1]"}) {
      const Outcome outcome = run(file + " '" + nowhere + "'");
      EXPECT_EQ(outcome.exit, 1) << end << nowhere << outcome.text;
      EXPECT_NE(outcome.text.find("there is no value at " + nowhere), std::string::npos)
          << outcome.text;
    }
  }
  for (const std::string wrong : {"u[-0]", "u[1:x]", "u[--1]", "u[1:2:3]"}) {
    EXPECT_EQ(run("get " + at("a.json") + " '" + wrong + "'").exit, 2) << wrong;
  }
}

TEST_F(CommandValues, GetsTypesLengthsAndKeys) {
  make("a", R"({"u":[{"n":1,"m":2},{"n":true}],"t":"\u00e9ab","z":null})");
  for (const std::string end : kEnds) {
    const std::string file = "get " + at("a" + end);
    EXPECT_EQ(run(file + " '[]' --type").text,
              end == ".flx" ? "string\narray\nnull\n" : "array\nstring\nnull\n")
        << end;
    EXPECT_EQ(run(file + " u --length").text, "2\n") << end;
    EXPECT_EQ(run(file + " t --length").text, "3\n") << end;
    EXPECT_EQ(run(file + " z --length").text, "0\n") << end;
    EXPECT_EQ(run(file + " 'u[0].n' --type").text, "number\n") << end;
    EXPECT_EQ(run(file + " 'u[1].n' --type").text, "boolean\n") << end;
    EXPECT_EQ(run(file + " 'u[1]' --keys").text, "[\"n\"]\n") << end;
    EXPECT_EQ(run(file + " u --keys").exit, 1) << end;
    EXPECT_EQ(run(file + " 'u[1].n' --length").exit, 1) << end;
  }
  EXPECT_EQ(run("get " + at("a.json") + " u --keys --type").exit, 2);
  write("m.msgpack", "\x82\x01\xA1x\xC0\xC4\x02Ma");
  EXPECT_EQ(run("get " + at("m.msgpack") + " . --keys").text, "[1,null]\n");
  EXPECT_EQ(run("get " + at("m.msgpack") + " . --length").text, "2\n");
  EXPECT_EQ(run("get " + at("m.msgpack") + " '[]' --type").text, "string\ndata\n");
}

TEST_F(CommandValues, DifferByPathWhateverTheFormats) {
  make("old", kUsers);
  make("new",
       R"({"users":[{"name":"X","n":9},{"name":"A","n":1.0},{"name":"B b","n":3}],"y":[1]})");
  const std::string text =
      "+ users[0]: {\"name\":\"X\",\"n\":9}\n"
      "~ users[1].n: 2.5 -> 3\n"
      "- [\"x y\"]: true\n"
      "+ y: [1]\n";
  const Outcome outcome = run("diff " + at("old.json") + " " + at("new.json"));
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_EQ(outcome.text, text);
  for (const std::string left : kEnds) {
    for (const std::string right : kEnds) {
      EXPECT_EQ(run("diff " + at("old" + left) + " " + at("old" + right)).text, "")
          << left << right;
      EXPECT_EQ(run("diff " + at("old" + left) + " " + at("old" + right)).exit, 0) << left << right;
      EXPECT_EQ(run("diff --quiet " + at("old" + left) + " " + at("new" + right)).exit, 1);
    }
  }
  EXPECT_EQ(run("diff --json " + at("old.json") + " " + at("new.fsr")).text.substr(0, 60),
            "[\n{\"path\":\"users[0]\",\"what\":\"added\",\"new\":{\"name\":\"X\",\"n\":9.");
  EXPECT_EQ(run("diff --json " + at("old.json") + " " + at("old.fsr")).text, "[]\n");
}

TEST_F(CommandValues, DifferInPathsThatGetTakes) {
  write("a.json", R"({"a.b":{"":1},"c":[[1,2],[3]]})");
  write("b.json", R"({"a.b":{"":2},"c":[[1,4],[3]]})");
  EXPECT_EQ(run("diff " + at("a.json") + " " + at("b.json")).text,
            "~ [\"a.b\"][\"\"]: 1 -> 2\n~ c[0][1]: 2 -> 4\n");
  EXPECT_EQ(run("get " + at("b.json") + R"( '["a.b"][""]')").text, "2\n");
}

TEST_F(CommandValues, DifferenceBehindALongBeginningIsShown) {
  const std::string same(100, 'a');
  const std::string bytes = "\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC";  // four euro signs
  write("a.json", "{\"t\":\"" + same + bytes + "xxxxxxxxxxold\"}");
  write("b.json", "{\"t\":\"" + same + bytes + "xxxxxxxxxxnew and " + same + "\"}");
  const Outcome outcome = run("diff " + at("a.json") + " " + at("b.json"));
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_EQ(outcome.text, "~ t: ..." + bytes + "xxxxxxxxxxold\" -> ..." + bytes +
                              "xxxxxxxxxxnew and " + std::string(30, 'a') + "...\n");
}

TEST_F(CommandValues, AnArchiveTooDeepForItsReadersIsNotMade) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  write("deep.json", nested(129));
  write("good.json", nested(128));
  const std::string to = " . --to archive > " + at("out.fsr");
  EXPECT_EQ(run("get " + at("good.json") + to).exit, 0);
  EXPECT_EQ(run("verify " + at("out.fsr")).exit, 0);
  EXPECT_EQ(run("get " + at("deep.json") + to).exit, 1);
}

TEST_F(CommandValues, JsonLinesAreInAsciiWhereThatIsAsked) {
  write("a.json", "[\"\xC3\xA9\",{\"\xC3\xA9\":1}]");
  EXPECT_EQ(run("get --to jsonl --ascii " + at("a.json") + " []").text,
            "\"\\u00e9\"\n{\"\\u00e9\":1}\n");
}

TEST_F(CommandValues, DifferWithTwoWhereThereIsAnError) {
  write("a.json", "[1]");
  write("broken.json", "[1");
  EXPECT_EQ(run("diff " + at("a.json") + " " + at("absent.json")).exit, 2);
  EXPECT_EQ(run("diff " + at("a.json") + " " + at("broken.json")).exit, 2);
  EXPECT_EQ(run("diff " + at("a.json")).exit, 2);
  EXPECT_EQ(run("diff - -").exit, 2);
  EXPECT_EQ(run("diff " + at("a.json") + " - <" + at("a.json")).exit, 0);
}

TEST_F(CommandValues, AreShownInPartsByInspect) {
  make("a", kUsers);
  EXPECT_EQ(run("inspect " + at("a.msgpack") + " --path 'users[1]'").text,
            "  [1]: map, 2\n    \"name\": \"B b\"\n    \"n\": 2.5  (float 32)\n");
  EXPECT_EQ(run("inspect " + at("a.fsr") + " --path users --depth 1").text,
            "  users: array<record #1, 2>, 2\n    [0]: record #1\n    [1]: record #1\n");
  EXPECT_EQ(run("inspect " + at("a.fsr") + " --path nowhere").exit, 1);
  const std::string contents = run("inspect --contents " + at("a.json")).text;
  EXPECT_NE(contents.find("    users  list\n"), std::string::npos) << contents;
  EXPECT_NE(contents.find("        n  integer or float\n"), std::string::npos) << contents;
  EXPECT_NE(contents.find("           1             64 100.0%  .  map\n"), std::string::npos)
      << contents;
}

TEST_F(CommandValues, OneAfterAnotherAreReadAndWritten) {
  write("log.jsonl", "{\"a\":1}\n\n{\"a\":2}\n[3]\n");
  EXPECT_EQ(run("convert " + at("log.jsonl") + " - --to json").text, "[{\"a\":1},{\"a\":2},[3]]\n");
  ASSERT_EQ(run("convert " + at("log.jsonl") + " " + at("log.fsr")).exit, 0);
  EXPECT_EQ(run("convert " + at("log.fsr") + " - --to jsonl").text, "{\"a\":1}\n{\"a\":2}\n[3]\n");
  ASSERT_EQ(run("convert " + at("log.jsonl") + " " + at("log.bin") + " --to msgpack-stream").exit,
            0);
  EXPECT_EQ(read("log.bin"),
            "\x81\xA1"
            "a\x01\x81\xA1"
            "a\x02\x91\x03");
  const std::string stream = at("log.bin") + " --from msgpack-stream";
  EXPECT_EQ(run("convert " + stream + " - --to jsonl").text, "{\"a\":1}\n{\"a\":2}\n[3]\n");
  EXPECT_EQ(run("verify " + stream).exit, 0);
  EXPECT_EQ(run("get " + stream + " '[1].a'").text, "2\n");
  const Outcome wrong = run("convert " + at("log.bin") + " - --to json");
  EXPECT_NE(wrong.text.find("--from msgpack-stream"), std::string::npos) << wrong.text;
  write("bad.ndjson", "{\"a\":1}\n{\"a\":x}\n");
  const Outcome bad = run("convert " + at("bad.ndjson") + " " + at("bad.fsr"));
  EXPECT_NE(bad.text.find("at byte 13, [1].a: not JSON: line 2, column 6"), std::string::npos)
      << bad.text;
}

TEST_F(CommandValues, OfDataKeepTheirLastByteWithoutANewline) {
  write("in.json", R"({"d":"YQo=","t":"a\n"})");
  ASSERT_EQ(run("convert " + at("in.json") + " " + at("a.msgpack")).exit, 0);
  ASSERT_EQ(run("set " + at("a.msgpack") + " d YQo= --data").exit, 0);
  EXPECT_EQ(run("get " + at("a.msgpack") + " d --raw --no-newline").text, "a\n");
  EXPECT_EQ(run("get " + at("a.msgpack") + " d --raw").text, "a\n");
  EXPECT_EQ(run("get " + at("a.msgpack") + " t --raw").text, "a\n\n");
  EXPECT_EQ(run("get " + at("a.msgpack") + " t --raw --no-newline").text, "a\n");
  EXPECT_EQ(run("get " + at("a.msgpack") + " d --no-newline").text, "\"YQo=\"");
  EXPECT_EQ(run("get " + at("a.msgpack") + " d --type --no-newline").text, "data");
}

// That of main() would say that the files differ.
TEST_F(CommandValues, ThatThereIsNoMemoryToCompareAreTrouble) {
#ifdef FASTSER_COMMAND
  const std::string limited = "ulimit -v 131072; '" FASTSER_COMMAND "' ";
  const std::string silent = " >/dev/null 2>&1";
  if (std::system((limited + "--version" + silent).c_str()) != 0) {
    GTEST_SKIP() << "the command does not run in little memory";
  }
  // Lists of zeros.
  constexpr std::size_t kZeros = std::size_t{8} << 20;
  write("a.msgpack", std::string("\xDD\0\x80\0\0", 5) + std::string(kZeros, '\0'));
  const std::string file = at("a.msgpack");
  const int status = std::system((limited + "diff " + file + ' ' + file + silent).c_str());
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2);
#endif
}

TEST_F(CommandValues, InAnotherFormatHaveNoOptionsOfText) {
  make("a", kUsers);
  for (const char* option : {"--type", "--length", "--keys", "--raw", "--no-newline"}) {
    const Outcome refused = run("get " + at("a.json") + " users --to msgpack-stream " + option);
    EXPECT_EQ(refused.exit, 2) << option;
    EXPECT_NE(refused.text.find(std::string(option) + " is for what is printed as text"),
              std::string::npos)
        << refused.text;
    EXPECT_NE(run("get " + at("a.json") + " users --to json " + option).exit, 2) << option;
  }
}

// What is shown of them is cut off.
TEST_F(CommandValues, AreShownByTheWholeOfALongKey) {
  const std::string common(120, 'k');
  make("a", R"({")" + common + R"(a":1,")" + common + R"(b":2})");
  for (const std::string end : kEnds) {
    if (end == ".json") continue;
    const std::string inspect = "inspect " + at("a" + end) + " --path ";
    const std::string shown = run(inspect + common + "b").text;
    EXPECT_NE(shown.find(": 2"), std::string::npos) << end << shown;
    EXPECT_EQ(shown.find(": 1"), std::string::npos) << end << shown;
    EXPECT_EQ(run(inspect + common + "c").exit, 1) << end;
  }
}

}  // namespace
