// SPDX-License-Identifier: MIT
//
// The texts of the manual.
#include <array>

#include "command/formats.hpp"
#include "command/manual.hpp"

namespace fastser::command {
namespace {

using std::string_view_literals::operator""sv;

// Options that several subcommands have.
constexpr OptionEntry kFrom = {"--from", "FORMAT", Takes::kInput,
                               "take FILE for this format, whatever it looks like"};
constexpr OptionEntry kSchema = {
    "--schema", "FILE", Takes::kFile,
    "the schema of FlatBuffers, binary (.bfbs) or text (.fbs, which needs flatc); by default "
    "FILE's own name with .bfbs or .fbs. Says that FILE is a FlatBuffer where its name does not"};
constexpr OptionEntry kClasses = {"--classes", "LIST", Takes::kText,
                                  "how many values objects of a class have, see convert"};
constexpr OptionEntry kMaxBytes = {"--max-bytes", "N", Takes::kNumber,
                                   "the largest file to read (default 1G)"};
constexpr OptionEntry kMaxText = {
    "--max-text", "N", Takes::kNumber,
    "most bytes of JSON text (default 64 times the input, and 256M at least)"};
constexpr OptionEntry kMaxMemory = {
    "--max-memory", "N", Takes::kNumber,
    "bytes that values of the input may take, besides 256 times its size (default 1G)"};
constexpr OptionEntry kColor = {
    "--color", "WHEN", Takes::kWhen,
    "colours: auto (the default: on a terminal, if NO_COLOR is not set), always or never"};
constexpr OptionEntry kNames = {
    "--names", "", Takes::kNothing,
    "FlatBuffers: enums and the types of unions by their names, as flatc's JSON has them, in place "
    "of numbers"};
constexpr OptionEntry kNoPager = {"--no-pager", "", Takes::kNothing,
                                  "do not show what is longer than the terminal in $PAGER"};
constexpr OptionEntry kPretty = {"--pretty", "", Takes::kNothing,
                                 "JSON with line breaks and indentation"};
constexpr OptionEntry kHelp = {"--help", "", Takes::kNothing, "show this text"};

constexpr std::array kMainOptions = {
    kHelp, OptionEntry{"--version", "", Takes::kNothing, "show the version"}};

constexpr std::array kInspectOptions = {
    OptionEntry{"--tree", "", Takes::kNothing, "the values as a tree, one a line (the default)"},
    OptionEntry{"--json", "", Takes::kNothing,
                "only the values, as JSON text; what JSON lacks is replaced, see convert"},
    OptionEntry{"--stats", "", Takes::kNothing,
                "of archives, where the bytes are: by shape and field, what each type counts, and "
                "what sharing of strings and objects saved; without the values unless --tree is "
                "given"},
    OptionEntry{"--contents", "", Takes::kNothing,
                "a table of contents: which paths there are, how many values each has and how many "
                "bytes they take; --depth says how far down (default 3)"},
    OptionEntry{"--path", "PATH", Takes::kText, "only the value at PATH, see get"},
    OptionEntry{"--depth", "N", Takes::kNumber,
                "levels of the tree that are shown; 0 for all (the default)"},
    OptionEntry{"--limit", "N", Takes::kNumber,
                "elements of a list that the tree shows; 0 for all (default 20)"},
    kFrom,
    kSchema,
    kClasses,
    kNames,
    kColor,
    kNoPager,
    kMaxText,
    kMaxBytes,
    kHelp};

constexpr std::array kVerifyOptions = {
    OptionEntry{"--quiet", "", Takes::kNothing, "say nothing about sound files"},
    OptionEntry{"--utf8", "", Takes::kNothing,
                "refuse text in archives that is not UTF-8, as JSON and MessagePack do (to C++ "
                "programs, text is bytes)"},
    kFrom,
    kSchema,
    kClasses,
    kMaxBytes,
    kHelp};

constexpr std::array kConvertOptions = {
    OptionEntry{"--from", "FORMAT", Takes::kInput, "take IN for this, whatever it looks like"},
    OptionEntry{"--to", "FORMAT", Takes::kOutput, "make OUT this, whatever its name"},
    OptionEntry{"--in-place", "", Takes::kNothing, "OUT may be IN, which is replaced"},
    OptionEntry{"--schema", "FILE", Takes::kFile,
                "FlatBuffers: the schema to read by, binary (.bfbs) or text (.fbs, which needs "
                "flatc); where only OUT is one, the schema to write, as text if FILE ends in "
                ".fbs. FILE is overwritten then, but never IN or OUT. (default: beside IN or OUT, "
                ".bfbs; one beside OUT is replaced along with OUT only)"},
    OptionEntry{"--classes", "LIST", Takes::kText,
                "gnustep-archive, keyless-archive: how many values objects of a class have, e.g. "
                "Item=7,Store=2; members of structures count one by one"},
    OptionEntry{"--replace", "", Takes::kNothing,
                "JSON: data as base64 text, dates and timestamps as RFC 3339 text, extensions as "
                "{\"ext\": type, \"data\": base64}, keys that are no text as their text; "
                "flexbuffers: the same, but data stays data"},
    OptionEntry{"--nan-as-null", "", Takes::kNothing,
                "JSON: numbers that it lacks (NaN, infinities) as null"},
    kNames,
    kPretty,
    OptionEntry{"--no-shared", "", Takes::kNothing,
                "archive: write every object where it stands; others: refuse objects that are "
                "referred to again"},
    OptionEntry{"--no-checksum", "", Takes::kNothing, "archive: leave the checksum out"},
    OptionEntry{"--user-version", "N", Takes::kNumber,
                "archive: the number of the application's own in the header"},
    kMaxText,
    kMaxMemory,
    kMaxBytes,
    kHelp};

constexpr std::array kGetOptions = {
    OptionEntry{"--raw", "", Takes::kNothing,
                "text without quotes, data as its bytes; other values as they are"},
    kPretty,
    kFrom,
    kSchema,
    kClasses,
    kNames,
    kMaxText,
    kMaxBytes,
    kHelp};

constexpr std::array kDiffOptions = {
    OptionEntry{"--json", "", Takes::kNothing,
                "the changes as a JSON array: of each the path, what it is (changed, added, "
                "removed), and the old and new values"},
    OptionEntry{"--quiet", "", Takes::kNothing, "show nothing; the exit code says it"},
    OptionEntry{"--from", "FORMAT", Takes::kInput, "take both files for this format"},
    OptionEntry{"--schema", "FILE", Takes::kFile,
                "the schema of FlatBuffers on either side (default: beside each)"},
    kClasses,
    kNames,
    kColor,
    kNoPager,
    kMaxMemory,
    kMaxBytes,
    kHelp};

constexpr std::array kBenchOptions = {
    OptionEntry{"--seconds", "S", Takes::kNumber,
                "time for each measurement, up to 60; 0 for a single run (default 1)"},
    kFrom, kSchema, kMaxBytes, kHelp};

constexpr std::array kCompletionOptions = {kHelp};

constexpr std::array
    kPages =
        {
            Page{
                ""sv, "look into, check, compare and convert archives and messages"sv,
                "SUBCOMMAND"sv,
                R"(Works on archives of this library, MessagePack, FlexBuffers, FlatBuffers and JSON. An archive that describes itself holds the types of its values, so no program of yours is needed; FlatBuffers need their schema. FILE may be - for standard input.

  inspect     shows the types, the values, and where the bytes are
  get         shows one value, by its path
  diff        shows what differs between two files
  verify      checks every byte or value
  convert     turns any of the formats into any other
  bench       measures size and speed of a file of yours in each format
  completion  prints what makes a shell complete all this

Files are read whole, up to 1 GiB; --max-bytes N allows more or less. Numbers of bytes may end in K, M or G. Output files are replaced as a whole: the old file or the new one is there at every moment, and nothing else is left when the command is interrupted.

Errors are one line on standard error: the file, what is wrong, the byte offset, and the path of the value.)"sv,
                kMainOptions,
                "fastser convert in.json out.fsr\n"
                "fastser inspect out.fsr\n"
                "fastser get out.fsr users[3].name\n"
                "fastser diff old.fsr new.json\n"
                "fastser verify out.fsr"sv,
                R"(0 all is well; 1 the input is malformed, or cannot be converted; 2 the command line is wrong; 3 a file cannot be read or written. Of diff: 0 the same, 1 different, 2 an error.)"sv},
            Page{
                "inspect"sv, "show what is in an archive or a message"sv, "FILE"sv,
                R"(Shows the header, the shapes (one for each kind of record, with the types of its fields) and the values of an archive; of MessagePack (.msgpack, .mp, .mpk, or bytes that are a message) and of FlexBuffers (.flexbuffers, .flexbuf, .flx, or bytes that are one) the values; of FlatBuffers (.fb, .flatbuf, .fbin) the types of their schema and the values; of what Foundation's archivers wrote the archive that convert makes of it. Names of fields that are no identifiers are in quotes. Values may nest up to 512 levels.

On a terminal, what is longer than the screen is shown in $PAGER (less -FRX if that is not set).)"sv,
                kInspectOptions,
                "fastser inspect a.fsr --stats\n"
                "fastser inspect big.fsr --contents\n"
                "fastser inspect a.fsr --path users[3] --depth 2\n"
                "fastser inspect a.fb --schema monster.bfbs\n"
                "curl -s https://example.org/x | fastser inspect - --from msgpack --json"sv,
                "0 fine, 1 malformed input, 2 wrong usage, 3 input or output failed"sv},
            Page{
                "get"sv, "show one value, by its path"sv, "FILE PATH"sv,
                R"(Prints the value at PATH as JSON text; what JSON lacks is replaced, see convert. PATH is what error messages and diff show: names with dots between them, [3] for the fourth element of a list, ["a name"] for names with other characters: users[3].name. A PATH that starts with / is a JSON Pointer (RFC 6901): /users/3/name. An empty PATH or . is the whole.

What lies behind the value is not read. What lies before it is passed by: MessagePack by its lengths, FlexBuffers and FlatBuffers by their offsets. JSON text is parsed up to the value. An archive is checked as a whole first, since its values may lie anywhere.)"sv,
                kGetOptions,
                "fastser get a.fsr users[3].name\n"
                "fastser get --raw a.json version\n"
                "fastser get a.msgpack /users/3/name"sv,
                "0 fine, 1 there is no such value, or the input is malformed, 2 wrong usage, 3 "
                "input or "
                "output failed"sv},
            Page{
                "diff"sv, "show what differs between two files"sv, "OLD NEW"sv,
                R"(Compares values, whatever the formats of the two files: an archive with JSON text, MessagePack with FlatBuffers. Shows a line for each change, by path: ~ changed, - removed, + added.

Numbers are equal by value (1 and 1.0 are), objects whatever the order of their keys. In lists, elements that were put in or taken out are found, where the lists are not too long for that; a path in [] counts as OLD has it, of what was added as NEW has it. Data, dates and text are different kinds: a date in an archive differs from its text in JSON.)"sv,
                kDiffOptions,
                "fastser diff old.fsr new.fsr\n"
                "fastser diff a.msgpack a.json --json"sv,
                "0 no difference, 1 they differ, 2 an error"sv},
            Page{
                "verify"sv, "check archives and messages"sv, "FILE..."sv,
                R"(Checks header, checksum (if there is one), types and every value of archives: counts, widths, the kind and type at every use of a reference. Of MessagePack: form, depth, keys that come twice, timestamps, text. Of FlexBuffers: all that the root leads to, offsets, sizes, depth, keys that come twice, text. Of FlatBuffers: the schema, and all that the root leads to by it. Of what Foundation's archivers wrote: that convert can make an archive of it. Formats are known by names and bytes, see convert. Says "FILE: ok" for each sound file. All files are checked, whatever is found in one of them. Values may nest up to 512 levels.)"sv,
                kVerifyOptions,
                "fastser verify --quiet *.fsr\n"
                "fastser verify a.fb --schema monster.bfbs\n"
                "fastser verify --from flexbuffers - <a.bin"sv,
                "0 all are sound, 1 some are not, 2 wrong usage, 3 some could not be read"sv},
            Page{
                "convert"sv, "turn any of the formats into any other"sv, "IN OUT"sv,
                R"(FORMAT is json, jsonl, msgpack, msgpack-stream, flexbuffers, flatbuffers or archive; of IN also keyed-archive, binary-plist, typedstream, gnustep-archive or keyless-archive (what Foundation's archivers wrote, see below). Where it is not given, the name says it (.json; .jsonl, .ndjson; .msgpack, .mp, .mpk; .flexbuffers, .flexbuf, .flx; .fb, .flatbuf, .fbin; .fsr), else for IN its content, which of FlatBuffers says nothing; an archive is known whatever its name. A name of OUT that says nothing is refused. IN and OUT may be - for standard input and output; without --to, that is JSON text, or an archive of JSON text. OUT is replaced as a whole or not at all. An archive or a message is not written to a terminal.

From JSON: numbers keep their value (1 and 1.0 are one number), objects their keys and the order of them; a key that an object has twice is refused. In archives, objects with the same keys share one description; equal objects, arrays and strings are written once where that saves.

To JSON: refused is what JSON cannot say: data, dates and timestamps, extensions, maps whose keys are no text (see --replace); numbers that are not finite (see --nan-as-null).

jsonl (JSON Lines) has a JSON text on each line, msgpack-stream messages one after another: both are read as a list of their values, and a list is written as one value after another; what is no list as one value.

To FlexBuffers: maps are sorted by their keys. Refused are dates and timestamps, extensions, maps whose keys are no text (see --replace), and a zero byte in a key.

FlatBuffers are written with a schema that is found from the values, and read by theirs, or by any other schema. Objects are tables, objects of many keys lists of entries that are sorted, values of many kinds FlexBuffers; what schemas have no words for is said in attributes, so that everything comes back. Fields are read in the order of the schema.

From archives: objects that are referred to more than once are written out each time, within a limit. Refused are an object that holds itself, one key twice in an object, and text that is not UTF-8.

From NSKeyedArchiver (binary property lists), NSArchiver of macOS (typedstreams) and of GNUstep, and NSKeylessArchiver: an archive has the objects with their identities, cycles, classes and keys; strings, numbers, dates, data, URLs, arrays, dictionaries and sets are what they are in other languages. JSON and the others have the values, as from archives. The last two of these formats do not say where objects end. That is found out where only one number of values for each class fits the whole file; else --classes has to say it.

From a format to itself: the same values as they are written here, if names or options say both formats. Of MessagePack, the smallest forms.

Values may nest up to 128 levels; those of archives that become another format, 512.)"sv,
                kConvertOptions,
                "fastser convert in.json out.fsr\n"
                "fastser convert a.msgpack - --to json --pretty --replace\n"
                "fastser convert log.jsonl log.fsr\n"
                "fastser convert in.json out.fb --schema schema.fbs\n"
                "fastser convert a.fb a.json --schema monster.fbs --names\n"
                "fastser convert old.archive a.json --replace --pretty"sv,
                "0 fine, 1 the input cannot be converted, 2 wrong usage, 3 input or output failed"sv},
            Page{"bench"sv, "size and speed of your own file"sv, "FILE"sv, R"(Takes an archive, JSON text, MessagePack, FlexBuffers or FlatBuffers and prints, for each way to write the same values, the size, its ratio to minified JSON, and the times to make it from JSON text and to read it: by a check of every value, and by turning it into JSON. Times are the best of the runs that fit into the time given; compare them with each other, not with another machine's. Of an archive that JSON cannot say (a graph with cycles), only the check is measured.)"sv,
                 kBenchOptions,
                 "fastser bench twitter.json\n"
                 "fastser bench --seconds 0 a.fb --schema monster.bfbs"sv,
                 "0 fine, 1 malformed input, 2 wrong usage, 3 input or output failed"sv},
            Page{
                "completion"sv, "make a shell complete this command"sv, "SHELL"sv,
                R"(Prints a script that makes SHELL (bash, zsh or fish) complete subcommands, options and their values. An installed fastser has them in place already. "man" in place of SHELL prints the man page.)"sv,
                kCompletionOptions,
                "fastser completion bash >~/.local/share/bash-completion/completions/fastser\n"
                "fastser completion fish >~/.config/fish/completions/fastser.fish"sv,
                "0 fine, 2 wrong usage, 3 output failed"sv, "bash zsh fish man"sv}};

}  // namespace

std::span<const Page> manual() { return kPages; }

const Page* page_of(std::string_view subcommand) {
  for (const Page& page : kPages) {
    if (page.name == subcommand) return &page;
  }
  return nullptr;
}

std::string_view choices_of(Takes takes) {
  switch (takes) {
    case Takes::kInput: return kInputNames;
    case Takes::kOutput: return kOutputNames;
    case Takes::kWhen: return "auto always never";
    default: return {};
  }
}

}  // namespace fastser::command
