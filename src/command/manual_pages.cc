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
                               "read FILE as this format, whatever its name and content"};
constexpr OptionEntry kSchema = {
    "--schema", "FILE", Takes::kFile,
    "the schema of FlatBuffers, binary (.bfbs) or text (.fbs, which needs flatc); by default "
    "FILE's own name with .bfbs or .fbs. With this option FILE is read as a FlatBuffer if its "
    "name does not say its format"};
constexpr OptionEntry kClasses = {"--classes", "LIST", Takes::kText,
                                  "how many values the objects of a class have, see convert"};
constexpr OptionEntry kMaxBytes = {"--max-bytes", "N", Takes::kNumber,
                                   "the largest file to read (default 1G)"};
constexpr OptionEntry kMaxText = {
    "--max-text", "N", Takes::kNumber,
    "the largest JSON text to write, in bytes (default 64 times the input, at least 256M)"};
constexpr OptionEntry kMaxMemory = {
    "--max-memory", "N", Takes::kNumber,
    "the most memory for the values of the input: 256 times its size, and N bytes (default 1G)"};
constexpr OptionEntry kColor = {
    "--color", "WHEN", Takes::kWhen,
    "colours: auto (the default: on a terminal, if NO_COLOR is not set), always or never"};
constexpr OptionEntry kNames = {"--names", "", Takes::kNothing,
                                "show enums and the types of unions of FlatBuffers by their names, "
                                "as flatc's JSON does, not by their numbers"};
constexpr OptionEntry kSizePrefixed = {"--size-prefixed", "", Takes::kNothing,
                                       "FlatBuffers have their size in front, in four bytes"};
constexpr OptionEntry kRootType = {
    "--root-type", "NAME", Takes::kText,
    "the table of the schema that is the root, if it is not the schema's root_type"};
constexpr OptionEntry kInclude = {
    "--include", "DIR", Takes::kFile,
    "a folder in which flatc looks for what a .fbs schema includes; may be given several times"};
constexpr OptionEntry kNoDefaults = {
    "--no-defaults", "", Takes::kNothing,
    "leave out fields of FlatBuffers that are missing in FILE; without this option those that have "
    "a default are shown, as with flatc's --defaults-json"};
constexpr OptionEntry kLax = {
    "--lax", "", Takes::kNothing,
    "read JSON with comments, a comma after the last element, names without quotes, single quotes, "
    "NaN and Infinity, and numbers such as 0x1F, 0x1.8p3, +1, .5 and sin(rad(30)), as flatc and "
    "other programs take it; in jsonl, any white space may be between the values and inside them, "
    "as jq writes it"};
constexpr OptionEntry kAnyIdentifier = {
    "--any-identifier", "", Takes::kNothing,
    "read a FlatBuffer even if its file identifier is not that of the schema"};
constexpr OptionEntry kAscii = {
    "--ascii", "", Takes::kNothing,
    "write characters beyond ASCII in JSON as \\u and four hexadecimal digits"};
constexpr OptionEntry kTab = {"--tab", "", Takes::kNothing,
                              "JSON with line breaks, and a tab for each level"};
constexpr OptionEntry kNoPager = {"--no-pager", "", Takes::kNothing,
                                  "never show the output in $PAGER"};
constexpr OptionEntry kPretty = {"--pretty", "", Takes::kNothing,
                                 "JSON with line breaks and indentation"};
constexpr OptionEntry kHelp = {"--help", "", Takes::kNothing, "show this text"};

constexpr std::array kMainOptions = {
    kHelp, OptionEntry{"--version", "", Takes::kNothing, "show the version"}};

constexpr std::array kInspectOptions = {
    OptionEntry{"--tree", "", Takes::kNothing,
                "show the values as a tree, one on each line (the default)"},
    OptionEntry{"--json", "", Takes::kNothing,
                "show only the values, as JSON text; values that JSON does not have are replaced, "
                "see convert"},
    OptionEntry{"--stats", "", Takes::kNothing,
                "show how many bytes each shape, field and type of an archive takes, and how many "
                "bytes shared strings and objects save; the values are shown only with --tree"},
    OptionEntry{"--contents", "", Takes::kNothing,
                "show a table of contents: the paths, how many values each has, and how many bytes "
                "they take; --depth says how many levels (default 3)"},
    OptionEntry{"--path", "PATH", Takes::kText,
                "show only the value at PATH, which is written as for get, leads to one value, and "
                "counts elements from the start"},
    OptionEntry{"--depth", "N", Takes::kNumber,
                "how many levels of the tree to show; 0 for all (the default)"},
    OptionEntry{"--limit", "N", Takes::kNumber,
                "how many elements of a list to show; 0 for all (default 20)"},
    kFrom,
    kSchema,
    kRootType,
    kInclude,
    kLax,
    kClasses,
    kNames,
    kSizePrefixed,
    kAnyIdentifier,
    kColor,
    kNoPager,
    kMaxText,
    kMaxBytes,
    kHelp};

constexpr std::array kVerifyOptions = {
    OptionEntry{"--quiet", "", Takes::kNothing, "print nothing for files without errors"},
    OptionEntry{"--utf8", "", Takes::kNothing,
                "refuse archives with text that is not UTF-8, as for JSON and MessagePack (C++ "
                "programs may store any bytes as text)"},
    kFrom,
    kSchema,
    kRootType,
    kInclude,
    kLax,
    kSizePrefixed,
    kAnyIdentifier,
    kClasses,
    kMaxBytes,
    kHelp};

constexpr std::array kConvertOptions = {
    OptionEntry{"--from", "FORMAT", Takes::kInput,
                "read IN as this format, whatever its name and content"},
    OptionEntry{"--to", "FORMAT", Takes::kOutput, "write OUT in this format, whatever its name"},
    OptionEntry{"--in-place", "", Takes::kNothing,
                "OUT may be the same file as IN, which is replaced"},
    OptionEntry{"--schema", "FILE", Takes::kFile,
                "the schema to read FlatBuffers with, binary (.bfbs) or text (.fbs, which needs "
                "flatc). If only OUT is a FlatBuffer: the schema to write it by. If there is no "
                "such file, a schema is made from the values and written there, as text if FILE "
                "ends in .fbs. (default: a .bfbs file beside IN or OUT; one beside OUT is made "
                "anew and replaced together with OUT)"},
    kRootType,
    kInclude,
    OptionEntry{"--replace-schema", "", Takes::kNothing,
                "make a new schema for OUT, even if it replaces a different one"},
    OptionEntry{"--skip-unknown", "", Takes::kNothing,
                "leave out keys that the schema of OUT does not have, instead of refusing them"},
    OptionEntry{"--force-defaults", "", Takes::kNothing,
                "with a schema: write fields that have their default, too"},
    kNoDefaults,
    kLax,
    OptionEntry{"--classes", "LIST", Takes::kText,
                "how many values the objects of a class have, e.g. Item=7,Store=2 (for "
                "gnustep-archive and keyless-archive); each member of a structure counts as one"},
    OptionEntry{
        "--replace", "", Takes::kNothing,
        "write values that OUT's format does not have in another form: in JSON data as base64 "
        "text, dates and timestamps as RFC 3339 text, extensions as {\"ext\": type, \"data\": "
        "base64}, keys that are not text as text; in flexbuffers the same, but data stays data; "
        "in property lists dates and data stay, null becomes the text $null, and timestamps are "
        "rounded"},
    OptionEntry{"--base64-prefix", "", Takes::kNothing,
                "in JSON, to and from: data as text such as base64:AQI=, extensions as "
                "ext:5:base64:AQI=, timestamps as the extension -1, as msgpack2json and "
                "json2msgpack have it with -b. To JSON, a text that begins like one of these is "
                "refused, or with --replace written as it is"},
    OptionEntry{"--nan-as-null", "", Takes::kNothing, "write NaN and infinities as null in JSON"},
    kNames,
    kSizePrefixed,
    kAnyIdentifier,
    kPretty,
    OptionEntry{"--indent", "N", Takes::kNumber,
                "JSON with line breaks, and N spaces for each level, 0 to 16 (--pretty: 2)"},
    kTab,
    kAscii,
    kColor,
    OptionEntry{"--sort-keys", "", Takes::kNothing,
                "write the keys of objects in the order of their characters (not from Foundation's "
                "formats to an archive)"},
    OptionEntry{"--no-shared", "", Takes::kNothing,
                "write every object in full, even if an equal one was written before (archive); to "
                "other formats, refuse an object that several places refer to"},
    OptionEntry{"--no-checksum", "", Takes::kNothing, "write no checksum (archive)"},
    OptionEntry{"--user-version", "N", Takes::kNumber,
                "a number of your own, stored in the header (archive)"},
    kMaxText,
    kMaxMemory,
    kMaxBytes,
    kHelp};

constexpr std::array kGetOptions = {
    OptionEntry{
        "--raw", "", Takes::kNothing,
        "print text and dates without quotes, and data as its bytes; other values as usual"},
    OptionEntry{"--type", "", Takes::kNothing,
                "print the type in place of the value: object, array, string, number, boolean, "
                "null; data, timestamp, extension, or map (with keys that are not text)"},
    OptionEntry{"--length", "", Takes::kNothing,
                "print how many elements or keys there are, how many characters in text, how many "
                "bytes in data"},
    OptionEntry{"--keys", "", Takes::kNothing, "print the keys of an object as a list"},
    OptionEntry{"--no-newline", "", Takes::kNothing, "do not end the last line"},
    OptionEntry{"--to", "FORMAT", Takes::kAlone,
                "write the value in this format, not as JSON text; several values only as jsonl or "
                "msgpack-stream"},
    kPretty,
    kTab,
    kAscii,
    kColor,
    kFrom,
    kSchema,
    kRootType,
    kInclude,
    kNoDefaults,
    kLax,
    kClasses,
    kNames,
    kSizePrefixed,
    kAnyIdentifier,
    kMaxText,
    kMaxBytes,
    kHelp};

constexpr OptionEntry kOut = {"--out", "OUT", Takes::kFile,
                              "write to this file, or to standard output (-), not to FILE"};
constexpr OptionEntry kExpandShared = {
    "--expand-shared", "", Takes::kNothing,
    "write an object of an archive that several places refer to once for each of them"};

constexpr std::array kSetOptions = {
    OptionEntry{"--string", "", Takes::kNothing, "VALUE is a text as it is, not JSON"},
    OptionEntry{"--date", "", Takes::kNothing,
                "VALUE is a date and time of UTC, such as 2014-08-31T00:29:15Z, with up to nine "
                "digits of a fraction"},
    OptionEntry{"--data", "", Takes::kNothing, "VALUE is data in base64"},
    OptionEntry{"--file", "", Takes::kNothing,
                "VALUE is the name of a file with the value, in any format but FlatBuffers; with "
                "--string its text, with --data its bytes; - is standard input"},
    OptionEntry{
        "--insert", "", Takes::kNothing,
        "put VALUE in front of the element at PATH; in an object, refuse to replace a value"},
    kOut,
    kExpandShared,
    kFrom,
    kSchema,
    kRootType,
    kInclude,
    kClasses,
    kNames,
    kSizePrefixed,
    kAnyIdentifier,
    kMaxMemory,
    kMaxBytes,
    kHelp};

constexpr std::array kRemoveOptions = {
    kOut,   kExpandShared, kFrom,          kSchema,    kRootType, kInclude, kClasses,
    kNames, kSizePrefixed, kAnyIdentifier, kMaxMemory, kMaxBytes, kHelp};

constexpr std::array kDiffOptions = {
    OptionEntry{"--json", "", Takes::kNothing,
                "print the changes as a JSON array of objects: path, what (changed, added or "
                "removed), and the values, old and new"},
    OptionEntry{"--quiet", "", Takes::kNothing, "print nothing; the exit code is the answer"},
    OptionEntry{"--from", "FORMAT", Takes::kInput, "read both files as this format"},
    OptionEntry{"--schema", "FILE", Takes::kFile,
                "the schema of FlatBuffers, for both files (default: a schema beside each file)"},
    kRootType,
    kInclude,
    kLax,
    kClasses,
    kNames,
    kSizePrefixed,
    kAnyIdentifier,
    kColor,
    kNoPager,
    kMaxMemory,
    kMaxBytes,
    kHelp};

constexpr std::array kAnnotateOptions = {
    OptionEntry{
        "--all", "", Takes::kNothing,
        "show every number of long lists, and every byte of long texts; by default a list of "
        "more than 20 numbers is one entry, of which 64 bytes are shown"},
    kFrom,
    kSchema,
    kRootType,
    kInclude,
    kSizePrefixed,
    kNoPager,
    kMaxMemory,
    kMaxBytes,
    kHelp};

constexpr std::array kBenchOptions = {
    OptionEntry{"--seconds", "S", Takes::kNumber,
                "time for each measurement, up to 60; 0 for a single run (default 1)"},
    kFrom, kSchema, kMaxBytes, kHelp};

constexpr std::array kCompletionOptions = {kHelp};

constexpr std::array kPages =
    {
        Page{
            ""sv, "look into, check, compare, change and convert archives and messages"sv,
            "SUBCOMMAND"sv,
            R"(Works on archives of libfastser, MessagePack, FlexBuffers, FlatBuffers and JSON. A self-described archive holds the types of its values, so the command needs nothing else to read it. FlatBuffers need their schema. FILE may be - for standard input.

  inspect     shows the types, the values, and how the bytes are used
  get         shows values, by their path
  set         changes a value in a file
  remove      removes a value from a file
  diff        shows the differences between two files
  annotate    shows what each byte of a file is
  verify      checks files for errors
  convert     converts between all these formats
  bench       measures size and speed of your own file in each format
  completion  prints a script that completes commands in a shell

"fastser SUBCOMMAND --help" shows the options of a subcommand.

Files are read as a whole, up to 1 GiB; --max-bytes N allows more or less. Numbers of bytes may end in K, M or G. Output files are replaced as a whole: at every moment there is the old file or the new one. An interrupted command leaves no other files.

An error is one line on standard error: the file, what is wrong, the byte offset, and the path of the value.)"sv,
            kMainOptions,
            "fastser convert in.json out.fsr\n"
            "fastser inspect out.fsr\n"
            "fastser get out.fsr users[3].name\n"
            "fastser diff old.fsr new.json\n"
            "fastser verify out.fsr"sv,
            R"(0 success; 1 the input is malformed, or cannot be converted; 2 the command line is wrong; 3 a file cannot be read or written. For diff: 0 no differences, 1 differences, 2 an error.)"sv},
        Page{"inspect"sv, "show what is in an archive or a message"sv, "FILE"sv,
             R"(Shows what a file contains:

  archives     the header, the shapes (one for each kind of record, with the types of its fields) and the values
  MessagePack  the values; files .msgpack, .mp, .mpk, or bytes that are a message
  FlexBuffers  the values; files .flexbuffers, .flexbuf, .flx, or bytes that are one
  FlatBuffers  the types of the schema, and the values; files .fb, .flatbuf, .fbin
  Foundation   property lists, and what NSArchiver and NSKeyedArchiver wrote: as the archive that convert makes from it

Names of fields that are not identifiers are in quotes. Values may nest up to 512 levels.

On a terminal, output that is longer than the screen is shown in $PAGER ("less -FRX" if that is not set).)"sv,
             kInspectOptions,
             "fastser inspect a.fsr --stats\n"
             "fastser inspect big.fsr --contents\n"
             "fastser inspect a.fsr --path users[3] --depth 2\n"
             "fastser inspect a.fb --schema monster.bfbs\n"
             "curl -s https://example.org/x | fastser inspect - --from msgpack --json"sv,
             "0 success, 1 malformed input, 2 wrong usage, 3 input or output failed"sv},
        Page{
            "get"sv, "show values, by their path"sv, "FILE PATH"sv,
            R"(Prints the value at PATH as JSON text; values that JSON does not have are replaced, see convert. PATH is written as in error messages and in diff: users[3].name. There are dots between names, [3] is the fourth element of a list, and ["a name"] is a name with other characters. A PATH that starts with / is a JSON Pointer (RFC 6901): /users/3/name. An empty PATH or . is the whole value.

A PATH may lead to several values, and each is a line of its own: users[].name has the name of each element of users, config[] the values of an object. [-1] is the last element, [2:5] are the third to the fifth, [-3:] the last three. In a map, [7] and [-7] are also integers that are keys. Where some elements lack what follows, they are left out.

Bytes after the value are not read. Values before it are skipped: in MessagePack by their lengths, in FlexBuffers and FlatBuffers by offsets. JSON text is parsed up to the value. An archive is first checked as a whole, since its values may be anywhere.)"sv,
            kGetOptions,
            "fastser get a.fsr users[3].name\n"
            "fastser get --raw a.json version\n"
            "fastser get a.json users[].name\n"
            "fastser get a.json users[-1]\n"
            "fastser get --length a.json users\n"
            "fastser get a.msgpack /users/3/name"sv,
            "0 success, 1 there is no such value, or the input is malformed, 2 wrong "
            "usage, 3 "
            "input or output failed"sv},
        Page{
            "set"sv, "change a value in a file"sv, "FILE PATH VALUE"sv,
            R"(Replaces the value at PATH, and saves FILE in its own format. VALUE is JSON text: 20, true, "Ada", [1,2]. JSON has no dates and no data: for these use --date and --data. A VALUE that starts with - and is no number comes after --. PATH is written as for get; if it leads to several values, each is replaced, and if a range is empty, none. A key that an object does not have is added, and so is the element behind the last one of a list, which a JSON Pointer may also call -: /users/-.

The types of a program's archive, those of its values of any type too, and the schema of FlatBuffers, stay as they are. A value that does not fit them, and a key that they do not have, are refused. (The types of an archive that was made from JSON or MessagePack are made anew if that is needed; but if it has no record, it counts as an archive of a program.) An archive keeps its user version, and has a checksum if it had one. JSON text keeps its order, and how lines are indented and end. Property lists of Foundation's archivers and OpenStep property lists can only be read.

In an archive of a program, objects that several places refer to are refused, since they would become several objects (see --expand-shared).

FILE is replaced as a whole or not at all.)"sv,
            kSetOptions,
            "fastser set config.json server.port 8080\n"
            "fastser set a.fsr users[3].name Ada --string\n"
            "fastser set a.msgpack users[0] '{\"name\":\"Bo\"}' --insert\n"
            "fastser set Info.plist CFBundleVersion 1.2 --string\n"
            "fastser set Info.plist BuildDate 2014-08-31T00:29:15Z --date\n"
            "fastser set a.fb hp 80 --schema monster.fbs"sv,
            "0 success, 1 there is no such value, or it cannot be changed like that, 2 "
            "wrong "
            "usage, 3 "
            "input or output failed"sv},
        Page{
            "remove"sv, "remove a value from a file"sv, "FILE PATH"sv,
            R"(Removes the value at PATH, with its key, and saves FILE in its own format; see set. PATH is written as for get; if it leads to several values, each is removed. A field of a record in an archive can only be removed if it may be missing.)"sv,
            kRemoveOptions,
            "fastser remove config.json server.debug\n"
            "fastser remove a.msgpack users[-1]\n"
            "fastser remove a.json users[].password --out -"sv,
            "0 success, 1 there is no such value, or it cannot be removed, 2 wrong "
            "usage, 3 "
            "input or "
            "output failed"sv},
        Page{
            "diff"sv, "show the differences between two files"sv, "OLD NEW"sv,
            R"(Compares the values of two files. The formats may differ: an archive with JSON text, MessagePack with FlatBuffers. Each change is a line with the path: ~ changed, - removed, + added.

Numbers are compared by value (1 and 1.0 are equal), objects without regard to the order of their keys. In lists, diff finds which elements were inserted or removed, unless the lists are too long for that. The number in [] is the position in OLD; for added elements it is the position in NEW. Data, dates and text are different types: a date in an archive is not equal to its text in JSON.)"sv,
            kDiffOptions,
            "fastser diff old.fsr new.fsr\n"
            "fastser diff a.msgpack a.json --json"sv,
            "0 no differences, 1 differences, 2 an error"sv},
        Page{
            "annotate"sv, "show what each byte of a file is"sv, "FILE"sv,
            R"(Shows the bytes of an archive or of a FlatBuffer, in their order, and what each is: its offset, the bytes in hexadecimal, the path of the value, and its meaning. Of an archive these are the header, the table of types and the values (the format is described in docs/format.md). Of a FlatBuffer these are the tables, their vtables, lists and texts, by its schema; bytes that nothing refers to are shown, too.

If the file has an error, what could be read before it is shown, and the error is reported.)"sv,
            kAnnotateOptions,
            "fastser annotate a.fsr\n"
            "fastser annotate monster.fb --schema monster.fbs --all"sv,
            "0 success, 1 malformed input, 2 wrong usage, 3 input or output failed"sv},
        Page{
            "verify"sv, "check files for errors"sv, "FILE..."sv,
            R"(Checks files for errors, and prints "FILE: ok" for each file without errors. It checks:

  archives     the header, the checksum (if there is one), the types and every value: counts, widths, and the type at every use of a reference
  MessagePack  form, depth, repeated keys, timestamps, text
  FlexBuffers  everything that the root leads to: offsets, sizes, depth, repeated keys, text
  FlatBuffers  the schema, and everything that the root leads to
  JSON         form, depth, repeated keys, numbers too large for a float, text; JSON Lines, too
  Foundation   property lists, and what NSArchiver or NSKeyedArchiver wrote: whether convert can make an archive from it

The format is found from the name and the bytes of a file, see convert. All files are checked, also after an error in one of them. Values may nest up to 512 levels.)"sv,
            kVerifyOptions,
            "fastser verify --quiet *.fsr\n"
            "fastser verify a.fb --schema monster.bfbs\n"
            "fastser verify --from flexbuffers - <a.bin"sv,
            "0 no errors, 1 errors in some files, 2 wrong usage, 3 some could not be read"sv},
        Page{
            "convert"sv, "convert a file to another format"sv, "IN OUT"sv,
            R"(FORMAT is json, jsonl, msgpack, msgpack-stream, flexbuffers, flatbuffers, archive, xml-plist or binary-plist; for OUT it may also be json-schema (see below). For IN it may also be openstep-plist, keyed-archive, typedstream, gnustep-archive or keyless-archive (what Foundation's archivers wrote, see below). Without --from and --to, the names of the files say the format: .json; .jsonl, .ndjson; .msgpack, .mp, .mpk; .flexbuffers, .flexbuf, .flx; .fb, .flatbuf, .fbin; .fsr; .plist (OUT: XML; IN: any property list), .strings. If the name of IN says nothing, its content is looked at (FlatBuffers cannot be recognised that way). An archive is recognised whatever its name. If the name of OUT says nothing, --to is needed. IN and OUT may be - for standard input and output. Without --to, standard output gets JSON text, or an archive if IN is JSON text. OUT is replaced as a whole or not at all. Archives and messages are not written to a terminal.

From JSON: numbers keep their value (1 and 1.0 are the same number), objects keep their keys and the order of the keys. An object with the same key twice is refused. In archives, objects with the same keys share one description. Equal objects, arrays and strings are written once if that saves bytes.

To JSON: values that JSON does not have are refused: data, dates and timestamps, extensions, maps with keys that are not text (see --replace); NaN and infinities (see --nan-as-null).

jsonl (JSON Lines) is a JSON text on each line, msgpack-stream is one message after another. Both are read as a list of their values. A list is written as its elements, any other value as one line or message.

To FlexBuffers: maps are sorted by their keys. Refused are dates and timestamps, extensions, maps with keys that are not text (see --replace), and a zero byte in a key.

To FlatBuffers: a schema is made from the values. An object becomes a table, an object with many keys a sorted list of entries, and values of several types a FlexBuffer. What a schema cannot express is stored in attributes, so nothing is lost. With --schema FILE, if there is such a file, the values are written by that schema instead, as flatc does it: objects by the names of fields, enums by name or number, unions with the type in NAME_type, lists of tables with a key sorted by it. What the schema cannot hold is refused. From FlatBuffers: they are read by their schema, or by any schema that you give. Fields come in the order of the schema.

To json-schema (OUT: .schema.json): a JSON Schema (draft 2020-12) of the JSON that convert makes of IN, an archive, a FlatBuffer, or a schema of FlatBuffers (.bfbs, .fbs).

Property lists: dictionaries have texts as keys, and there is no null. To them: null, extensions, maps with other keys, and timestamps that they cannot hold exactly are refused (see --replace); XML has whole seconds and no control characters. Values of an OpenStep property list and of .strings files are texts, even numbers.

From archives: an object that several places refer to is written once for each of them, up to a limit. Refused are an object that contains itself, the same key twice in an object, and text that is not UTF-8.

From NSKeyedArchiver (binary or XML property lists), NSArchiver of macOS (typedstreams) and of GNUstep, and NSKeylessArchiver: an archive keeps the objects with their references, cycles, classes and keys. Strings, numbers, dates, data, URLs, arrays, dictionaries and sets become values that other languages can read. JSON and the other formats get the values, as from archives. GNUstep's archives and those of NSKeylessArchiver do not say where objects end. The command finds that out if only one number of values for each class fits the whole file; otherwise use --classes.

From a format to itself: give both formats by names or options. The values stay the same, and are written in the usual form; for MessagePack that is the smallest one.

Values may nest up to 128 levels; from an archive to another format up to 512.)"sv,
            kConvertOptions,
            "fastser convert in.json out.fsr\n"
            "fastser convert a.msgpack - --to json --pretty --replace\n"
            "fastser convert log.jsonl log.fsr\n"
            "fastser convert in.json out.fb --schema new.fbs\n"
            "fastser convert monster.json monster.fb --schema monster.fbs\n"
            "fastser convert a.fb a.json --schema monster.fbs --names\n"
            "fastser convert monster.fbs monster.schema.json\n"
            "fastser convert old.archive a.json --replace --pretty\n"
            "fastser convert Info.plist info.json"sv,
            "0 success, 1 the input cannot be converted, 2 wrong usage, 3 input or output failed"sv},
        Page{"bench"sv, "size and speed of your own file"sv, "FILE"sv, R"(Reads an archive, JSON text, MessagePack, FlexBuffers or FlatBuffers, and writes the same values in each format. For each format it prints the size, the ratio to minified JSON, the time to make it from JSON text, and the time to read it, in two ways: checking every value, and converting it to JSON. The times are the best of all runs in the given time. Compare them only with each other, not with those of another machine. If JSON cannot express an archive (a graph with cycles), only the check is measured.)"sv,
             kBenchOptions,
             "fastser bench twitter.json\n"
             "fastser bench --seconds 0 a.fb --schema monster.bfbs"sv,
             "0 success, 1 malformed input, 2 wrong usage, 3 input or output failed"sv},
        Page{
            "completion"sv, "make a shell complete this command"sv, "SHELL"sv,
            R"(Prints a script with which SHELL (bash, zsh or fish) completes subcommands, options and their values. cmake --install installs these scripts, too. With "man" in place of SHELL, the man page is printed.)"sv,
            kCompletionOptions,
            "fastser completion bash "
            ">~/.local/share/bash-completion/completions/fastser\n"
            "fastser completion fish >~/.config/fish/completions/fastser.fish"sv,
            "0 success, 2 wrong usage, 3 output failed"sv, "bash zsh fish man"sv}};

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
    case Takes::kAlone: return kAloneNames;
    case Takes::kWhen: return "auto always never";
    default: return {};
  }
}

}  // namespace fastser::command
