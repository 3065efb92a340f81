// SPDX-License-Identifier: MIT
//
// Mistakes that people make with the command, and what it says: what is wrong and what to do next.
// The words are kept here as a whole, so that whoever changes a message reads it in company.
#include <filesystem>
#include <string>

#include "unit/command/command_fixture.hpp"

namespace {

using fastser::tests::Command;
using fastser::tests::Outcome;
using namespace std::string_literals;

struct Mistake {
  std::string words;
  int exit;
  std::string said;  // of several lines, the first
};

std::string repeated(const std::string& piece, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += piece;
  return all;
}

const Mistake kMistakes[] = {
    {"in.json", 2,
     "fastser: unknown subcommand 'in.json'; it is a file: 'fastser inspect "
     "in.json' shows its contents"},
    {"inspct in.json", 2, "fastser: unknown subcommand 'inspct'; did you mean inspect?"},
    {"--verison", 2, "fastser: unknown option '--verison'; did you mean --version?"},
    {"convert in.json", 2,
     "fastser: convert: give one input and one output, such as: fastser convert "
     "in.json out.fsr"},
    {"convert in.json out.xyz", 2,
     "fastser: convert: the format of out.xyz is not known: add --to FORMAT, or give a "
     "name that ends in .json, .jsonl, .fsr, .msgpack, .flx, .fb or .plist"},
    {"convert in.json out", 2,
     "fastser: convert: the format of out is not known: add --to FORMAT, or give a "
     "name that ends in .json, .jsonl, .fsr, .msgpack, .flx, .fb or .plist"},
    {"convert in.json in.json", 2,
     "fastser: convert: IN and OUT are the same file, in.json: give another OUT, or "
     "--in-place to replace IN"},
    {"convert in.json out.fsr --prety", 2,
     "fastser: convert: unknown option --prety; did you mean --pretty?"},
    {"verify in.json --pretty", 2,
     "fastser: verify: unknown option --pretty; it is an option of: get, convert"},
    {"convert in.json out.fsr --to xml", 2,
     "fastser: convert: --to is json, jsonl, msgpack, msgpack-stream, flexbuffers, "
     "flatbuffers, archive, xml-plist, binary-plist or json-schema"},
    {"convert in.json out.fsr --max-bytes lots", 2,
     "fastser: convert: option --max-bytes needs a number up to "
     "18446744073709551615, such as 20, 64K, 512M or 4G; it is lots"},
    {"inspect in.json", 1,
     "fastser: in.json: type mismatch: this is JSON text, not an archive: 'fastser "
     "convert' converts it, 'fastser inspect --contents' shows its contents"},
    {"convert absent.json out.fsr", 3,
     "fastser: absent.json: input/output: cannot be opened: No such file or "
     "directory"},
    {"convert dir out.fsr --from json", 3,
     "fastser: dir: input/output: cannot be read: it is a folder"},
    {"convert in.json absent/out.fsr", 3,
     "fastser: absent/out.fsr: input/output: there is no folder absent to put it in"},
    {"convert empty.json out.fsr", 1, "fastser: empty.json: truncated: the file is empty"},
    {"bench empty.json", 1, "fastser: empty.json: truncated: the file is empty"},
    {"inspect empty", 1, "fastser: empty: truncated: the file is empty"},
    {"convert deep.json out.fsr", 1,
     "fastser: deep.json: too deep at byte 128, " + repeated("[0]", 13) + "..." +
         repeated("[0]", 16) + ": the values nest deeper than allowed; 128 levels are the most"},
    {"convert in.json out.json --indent 20", 2,
     "fastser: convert: option --indent needs a number up to 16; it is 20"},
    {"convert in.json.gz out.fsr", 1,
     "fastser: in.json.gz: malformed: this is compressed by gzip: 'gunzip -c FILE | "
     "fastser ... -'"},
    {"convert utf16.json out.fsr", 1,
     "fastser: utf16.json: malformed: this is text in UTF-16: 'iconv -f UTF-16 -t "
     "UTF-8 FILE | fastser ... -'"},
    {"convert a.plist out.json", 1,
     "fastser: a.plist: malformed at byte 21: a property list without a value"},
    {"convert a.xml out.json", 1,
     "fastser: a.xml: malformed: this is XML, but no property list; fastser reads no other XML"},
    {"convert comma.json out.fsr", 1,
     "fastser: comma.json: malformed at byte 10, a[2]: not JSON: line 1, column 11: "
     "a value was expected (no comma may follow the last element); --lax reads it"},
    {"convert quotes.json out.fsr", 1,
     "fastser: quotes.json: malformed at byte 1: not JSON: line 1, column 2: a key "
     "must be in double quotes; --lax reads it"},
    {"convert pair.json out.fsr", 1,
     "fastser: pair.json: malformed at byte 7: not JSON: line 1, column 8: a key was "
     "expected (no comma may follow the last pair); --lax reads it"},
    {"convert value.json out.fsr", 1,
     "fastser: value.json: malformed at byte 5, a: not JSON: line 1, column 6: a value was "
     "expected"},
    {"convert note.json out.fsr", 1,
     "fastser: note.json: malformed at byte 7: not JSON: line 1, column 8: JSON has no comments; "
     "--lax reads it"},
    {"convert end.json out.fsr", 1,
     "fastser: end.json: malformed at byte 4: not JSON: line 1, column 5: JSON has no comments; "
     "--lax reads it"},
    {"convert zero.json out.fsr", 1,
     "fastser: zero.json: malformed at byte 6: not JSON: line 1, column 7: a number of more than "
     "one digit must not start with 0; --lax reads it"},
    {"convert log.json out.fsr", 1,
     "fastser: log.json: malformed at byte 8: not JSON: line 2, column 1: text "
     "after the value; a file with one value per line has the format jsonl"},
    {"verify two.msgpack", 1,
     "fastser: two.msgpack: trailing bytes at byte 4: bytes after the message; for several "
     "messages in one file use --from msgpack-stream"},
    {"convert two.msgpack out.json", 1,
     "fastser: two.msgpack: trailing bytes at byte 4: bytes after the message; "
     "for several messages in one file use --from msgpack-stream"},
    {"convert big.json out.fsr", 1,
     "fastser: big.json: type mismatch at byte 6, id: an integer of more than 64 "
     "bits, which would be rounded; --replace writes the nearest number"},
    {"convert data.msgpack out.json", 1,
     "fastser: data.msgpack: type mismatch at byte 6, when: binary data: JSON has "
     "none; --replace writes it in another form, see 'fastser convert --help'"},
    {"convert inf.msgpack out.json", 1,
     "fastser: inf.msgpack: type mismatch at byte 3, a: a number that is not finite: "
     "JSON has none; --nan-as-null writes null"},
    {"convert a.fb out.json", 3,
     "fastser: a.bfbs: input/output: there is no such file, nor the .fbs: FlatBuffers "
     "are read with their schema; give it with --schema FILE"},
    {"convert a.fb out.json --schema in.json", 1,
     "fastser: in.json: malformed: this is not a binary schema (.bfbs): 'flatc -b "
     "--schema FILE.fbs' makes one"},
    {"convert in.json out.fsr --max-bytes 10", 1,
     "fastser: in.json: over budget: the file is larger than 10 bytes; --max-bytes N "
     "allows more"},
    {"get in.json users --max-bytes 10", 1,
     "fastser: in.json: over budget: the file is larger than 10 bytes; --max-bytes N "
     "allows more"},
    {"get in.json none", 1,
     "fastser: in.json: there is no value at none; 'fastser inspect --contents' shows which paths "
     "there are"},
    {"get in.json user", 1, "fastser: in.json: there is no value at user; did you mean users?"},
    {"get in.json users[0].nam", 1,
     "fastser: in.json: there is no value at users[0].nam; did you mean users[0].name?"},
    {"get in.json /users/0/nam", 1,
     "fastser: in.json: there is no value at /users/0/nam; did you mean users[0].name?"},
    {"get in.json users[].nam", 1,
     "fastser: in.json: there is no value at users[].nam; did you mean users[].name?"},
    {"get in.json users[3]", 1,
     "fastser: in.json: there is no value at users[3]; users has 1 element"},
    {"get in.json users.name", 1,
     "fastser: in.json: there is no value at users.name; users is a list: users[] takes all of its "
     "elements"},
    {"get in.json users[0].name.x", 1,
     "fastser: in.json: there is no value at users[0].name.x; users[0].name is text"},
    {"remove in.json user", 1, "fastser: in.json: there is no value at user; did you mean users?"},
    {"set in.json user[0].name 1", 1,
     "fastser: in.json: there is no value at user[0].name, and no place for a new one: an object "
     "takes a new key, a list an element behind its last; did you mean users?"},
    {"inspect two --path nam", 1, "fastser: two: there is no value at nam; did you mean name?"},
    {"inspect two --max-depth 1", 2,
     "fastser: inspect: unknown option --max-depth; did you mean --depth?"},
    {"convert in.json out.fsr --max-depth 1", 2, "fastser: convert: unknown option --max-depth"},
    {"convert in.json out.fsr --max-txt 1", 2,
     "fastser: convert: unknown option --max-txt; did you mean --max-text?"},
    {"convert in.json dir", 3,
     "fastser: dir: input/output: this is a folder: give the name of a file in it as OUT, such as "
     "dir/in.fsr"},
    {"convert in.json dir --to json", 3,
     "fastser: dir: input/output: this is a folder: give the name of a file in it as OUT, such as "
     "dir/in.fsr"},
    {"convert a.txt out.json", 1,
     "fastser: a.txt: malformed: the format of this file is not known: --from FORMAT says which it "
     "is, see 'fastser "
     "convert --help'; a FlatBuffer is read with --schema SCHEMA"},
    {"inspect a.txt", 1,
     "fastser: a.txt: malformed: the format of this file is not known: --from FORMAT says which it "
     "is, see 'fastser "
     "convert --help'; a FlatBuffer is read with --schema SCHEMA"},
    {"get a.txt x", 1,
     "fastser: a.txt: malformed: the format of this file is not known: --from FORMAT says which it "
     "is, see 'fastser "
     "convert --help'; a FlatBuffer is read with --schema SCHEMA"},
    {"verify a.txt", 1,
     "fastser: a.txt: malformed: the format of this file is not known: --from FORMAT says which it "
     "is, see 'fastser "
     "convert --help'; a FlatBuffer is read with --schema SCHEMA"},
    {"bench a.txt", 1,
     "fastser: a.txt: malformed: the format of this file is not known: --from FORMAT says which it "
     "is, see 'fastser "
     "convert --help'; a FlatBuffer is read with --schema SCHEMA"},
    {"set in.json x a.txt --file", 1,
     "fastser: a.txt: malformed: the format of this file is not known: --from FORMAT says which it "
     "is, see 'fastser "
     "convert --help'; a FlatBuffer is read with --schema SCHEMA"},
    {"convert a.zip out.json", 1,
     "fastser: a.zip: malformed: by its first bytes this is a ZIP file, which fastser does not "
     "read"},
    {"inspect a.png", 1,
     "fastser: a.png: malformed: by its first bytes this is a PNG picture, which fastser does not "
     "read"},
    {"convert in.json out.fsr --schema s.bfbs", 2,
     "fastser: in.json: usage: --schema is for FlatBuffers, and this is JSON, which needs none: "
     "leave --schema out"},
    {"inspect two --schema s.bfbs --from msgpack", 2,
     "fastser: two: usage: --schema is for FlatBuffers, and this is MessagePack, which needs none: "
     "leave --schema out"},
    {"bench in.json --schema s.bfbs", 2,
     "fastser: in.json: usage: --schema is for FlatBuffers, and this is JSON, which needs none: "
     "leave --schema out"},
    {"diff in.json in.json --schema s.bfbs", 2,
     "fastser: diff: --schema is for FlatBuffers, and neither file is one"},
    {"verify in.json --schema s.bfbs --quiet", 2,
     "fastser: verify: --schema is for FlatBuffers, and none of the files is one"},
    {"verify in.json --from archive", 1,
     "fastser: in.json: malformed: this looks like JSON text, not like an archive; --from json "
     "reads it"},
    {"convert two out.json --from archive", 1,
     "fastser: two: malformed: this looks like MessagePack, not like an archive; --from msgpack "
     "reads it"},
    {"convert two out.fsr --from json", 1,
     "fastser: two: malformed: this looks like MessagePack, not like JSON; --from msgpack reads "
     "it"},
    {"convert cut.fsr out.json --from msgpack", 1,
     "fastser: cut.fsr: malformed: this looks like an archive, not like MessagePack; --from "
     "archive "
     "reads it"},
    {"convert in.json out.fsr --from flexbuffers", 1,
     "fastser: in.json: malformed: this looks like JSON text, not like FlexBuffers; --from json "
     "reads it"},
    {"get in.json users[0", 2, "fastser: get: the path users[0, character 6: a [ without a ]"},
    {"get in.json users[x]", 2,
     "fastser: get: the path users[x], character 7: inside [ ] a number, a name in quotes, a range "
     "such as 2:5, or nothing is expected"},
    {"get in.json users --length --keys", 2,
     "fastser: get: give one of --type, --length and --keys"},
    {"verify newer.fsr", 1,
     "fastser: newer.fsr: unsupported version at byte 3: a format version that this reader does "
     "not know; a newer release of fastser may read it"},
    {"verify cut.fsr", 1,
     "fastser: cut.fsr: truncated at byte 7: the archive ends inside its envelope; the file may be "
     "cut off: copy it again, or restore a backup"},
    {"inspect cut.fsr", 1,
     "fastser: cut.fsr: truncated at byte 7: the archive ends inside its envelope; the file may be "
     "cut off: copy it again, or restore a backup"},
    {"convert cut.json out.fsr", 1,
     "fastser: cut.json: malformed at byte 7, a[1]: not JSON: line 1, column 8: the text ends too "
     "early: it was cut off, or a bracket or quotation mark is not closed"},
    {"convert twice.plist out.json", 1,
     "fastser: twice.plist: malformed at byte 58, a: a key that the object has twice; remove one "
     "of "
     "the two"},
    {"convert twice.json out.fsr", 1,
     "fastser: twice.json: malformed at byte 7, a: a key that the object has twice; remove one of "
     "the two"},
    {"diff in.json", 2, "fastser: diff: give two files"},
    {"completion tcsh", 2,
     "fastser: completion: there are scripts for bash, zsh and fish, not for "
     "tcsh"},
};

class CommandMistakes : public Command {
 protected:
  void SetUp() override {
    Command::SetUp();
    if (IsSkipped()) return;
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(folder_);
    std::filesystem::create_directory("dir");
    write("in.json", R"({"users":[{"name":"A"}]})");
    write("log.json", "{\"a\":1}\n{\"a\":2}\n");
    write("comma.json", R"({"a":[1,2,],})");
    write("quotes.json", "{'a':1}");
    write("pair.json", R"({"a":1,})");
    write("value.json", R"({"a":})");
    write("note.json", R"({"a":1 // one
})");
    write("end.json", "[1] # one");
    write("zero.json", R"({"a":01})");
    write("big.json", R"({"id":123456789012345678901})");
    write("utf16.json", "\xFF\xFE{\0}\0"s);
    write("empty.json", "");
    write("empty", "");
    write("deep.json", std::string(129, '[') + std::string(129, ']'));
    write("a.txt", "Hello, this is text.");
    write("a.zip", "PK\x03\x04 and so on");
    write("a.png", "\x89PNG\r\n\x1A\n");
    write("two", "\x82\xA4name\x01\xA1"s + "k\x02");
    write("in.json.gz", "\x1F\x8B\x08\0"s);
    write("a.plist", R"(<?xml version="1.0"?><plist/>)");
    write("a.xml", R"(<?xml version="1.0"?><html/>)");
    write("data.msgpack", "\x81\xA4when\xC4\x01x"s);
    write("inf.msgpack", "\x81\xA1"s + "a\xCB\x7F\xF0\0\0\0\0\0\0"s);
    write("two.msgpack", "\x81\xA1"s + "a\x01\x81\xA1"s + "a\x02"s);
    write("newer.fsr", "FSR\x09\0\0\0\0\0\0\0\0"s);
    write("cut.fsr", "FSR\x01\0\0\0"s);
    write("cut.json", R"({"a":[1)");
    write("twice.json", R"({"a":1,"a":2})");
    write("twice.plist",
          "<?xml "
          "version=\"1.0\"?><plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>");
    write("a.fb", "\x10\0\0\0"s);
  }
  void TearDown() override {
    if (!before_.empty()) std::filesystem::current_path(before_);
    Command::TearDown();
  }

  std::filesystem::path before_;
};

TEST_F(CommandMistakes, AreToldWithWhatToDoNext) {
  for (const Mistake& one : kMistakes) {
    const Outcome outcome = run(one.words + " </dev/null");
    EXPECT_EQ(outcome.exit, one.exit) << one.words;
    EXPECT_EQ(outcome.text.substr(0, outcome.text.find('\n')), one.said) << one.words;
  }
}

TEST_F(CommandMistakes, LeaveEveryFileAsItWas) {
  const auto files = [&] {
    std::string out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
      out += entry.path().filename().string() + ' ';
      if (entry.is_regular_file()) out += std::to_string(entry.file_size()) + '\n';
    }
    return out;
  };
  const std::string before = files();
  for (const Mistake& one : kMistakes) {
    run(one.words + " </dev/null");
    EXPECT_EQ(files(), before) << one.words;
  }
}

}  // namespace
