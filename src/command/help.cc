// SPDX-License-Identifier: MIT
//
// The help texts, laid out as manual pages are.
#include "command/command.hpp"

namespace fastser::command {
namespace {

constexpr std::string_view kMain = R"(NAME
    fastser - look into, check and convert archives, MessagePack, FlexBuffers,
              FlatBuffers

SYNOPSIS
    fastser inspect FILE [--tree | --json] [--stats]
    fastser verify FILE...
    fastser convert IN OUT [--from FORMAT] [--to FORMAT]
    fastser bench FILE
    fastser --help | --version
    fastser SUBCOMMAND --help

DESCRIPTION
    An archive that describes itself holds the types of its values, so all of
    this works for archives of any program, and for MessagePack and FlexBuffers;
    for FlatBuffers with their schema. FILE may be - for standard input.

    inspect   shows the types, the values, and where the bytes are
    verify    checks every byte of archives and of MessagePack, every value of
              FlexBuffers and FlatBuffers
    convert   turns JSON text, MessagePack, FlexBuffers, FlatBuffers and
              archives into each other
    bench     measures size and speed of a file of yours in each format

    Files are read whole, up to 1 GiB; --max-bytes N allows more or less.
    Output files are replaced as a whole: the old file or the new one is there
    at every moment, and nothing else is left when the command is interrupted.

EXAMPLES
    fastser convert in.json out.fsr
    fastser inspect out.fsr
    fastser verify out.fsr

EXIT STATUS
    0   all is well
    1   the input is malformed, or cannot be converted
    2   the command line is wrong
    3   a file cannot be read or written

    Errors are one line on standard error: the file, what is wrong, the byte
    offset, and the path of the value, e.g.
        fastser: a.fsr: truncated at byte 57, items[3]: it ends inside a value
)";

constexpr std::string_view kInspect = R"(NAME
    fastser inspect - show what is in an archive, a MessagePack message, a
                      FlexBuffer, a FlatBuffer, an archive of Foundation

SYNOPSIS
    fastser inspect FILE [--tree | --json] [--stats] [--from FORMAT]
                    [--schema FILE] [--classes LIST] [--limit N] [--max-text N]
                    [--max-bytes N]

DESCRIPTION
    Shows the header, the shapes (one for each kind of record, with the types of
    its fields) and the values; of a MessagePack message (.msgpack, .mp, .mpk,
    or bytes that are one) and of FlexBuffers (.flexbuffers, .flexbuf, .flx, or
    bytes that are one) its values; of FlatBuffers (.fb, .flatbuf, .fbin) the
    types of their schema and the values; of what Foundation's archivers wrote
    the archive that convert makes of it. Names of fields that are no
    identifiers are in quotes. FILE may be - for standard input.
    Values may nest up to 512 levels.

OPTIONS
    --tree        the values as a tree, one a line (the default)
    --json        only the values, as JSON text; what JSON lacks is replaced,
                  see convert
    --stats       of archives, where the bytes are: by shape and field, what
                  each type counts, and what sharing of strings and objects
                  saved; without the values unless --tree is given
    --from FORMAT take FILE for archive, msgpack, flexbuffers, flatbuffers,
                  keyed-archive, binary-plist, typedstream, gnustep-archive or
                  keyless-archive, whatever it looks like
    --schema FILE the binary schema of FlatBuffers (default: beside FILE,
                  .bfbs); says that FILE is one where its name does not
    --classes LIST
                  how many values objects of a class have, see convert
    --limit N     elements of a list that the tree shows; 0 for all (default 20)
    --max-text N  most bytes of JSON text (default 64 times the archive and
                  1 MiB)
    --max-bytes N the largest file to read (default 1 GiB)

EXAMPLES
    fastser inspect a.fsr --stats
    fastser inspect a.fb --schema monster.bfbs
    curl -s https://example.org/x | fastser inspect - --from msgpack --json

EXIT STATUS
    0 fine, 1 malformed input, 2 wrong usage, 3 input or output failed
)";

constexpr std::string_view kVerify = R"(NAME
    fastser verify - check archives, MessagePack, FlexBuffers, FlatBuffers and
                     archives of Foundation

SYNOPSIS
    fastser verify FILE... [--quiet] [--utf8] [--from FORMAT] [--schema FILE]
                   [--classes LIST] [--max-bytes N]

DESCRIPTION
    Checks header, checksum (if there is one), types and every value: counts,
    widths, the kind and type at every use of a reference. Of MessagePack
    (.msgpack, .mp, .mpk, or bytes that are a message): form, depth, keys that
    come twice, timestamps, text. Of FlexBuffers (.flexbuffers, .flexbuf, .flx,
    or bytes that are one): all that the root leads to, offsets, sizes, depth,
    keys that come twice, text. Of FlatBuffers (.fb, .flatbuf, .fbin): the
    schema, and all that the root leads to by it. Of what Foundation's archivers
    wrote: that convert can make an archive of it. Says "FILE: ok" for each
    sound file. All files are checked, whatever is found in one of them. FILE
    may be - for standard input. Values may nest up to 512 levels.

OPTIONS
    --quiet       say nothing about sound files
    --utf8        refuse text in archives that is not UTF-8, as JSON and
                  MessagePack do (to C++ programs, text is bytes)
    --from FORMAT take every FILE for archive, msgpack, flexbuffers,
                  flatbuffers, keyed-archive, binary-plist, typedstream,
                  gnustep-archive or keyless-archive, whatever it looks like
    --schema FILE the binary schema of FlatBuffers (default: beside each FILE,
                  .bfbs); says that a FILE is one where its name does not
    --classes LIST
                  how many values objects of a class have, see convert
    --max-bytes N the largest file to read (default 1 GiB)

EXAMPLES
    fastser verify --quiet *.fsr
    fastser verify a.fb --schema monster.bfbs
    fastser verify --from flexbuffers - <a.bin

EXIT STATUS
    0 all are sound, 1 some are not, 2 wrong usage, 3 some could not be read
)";

constexpr std::string_view kConvert = R"(NAME
    fastser convert - JSON, MessagePack, FlexBuffers, FlatBuffers and archives
                      into each other

SYNOPSIS
    fastser convert IN OUT [--from FORMAT] [--to FORMAT] [OPTION...]

DESCRIPTION
    FORMAT is json, msgpack, flexbuffers, flatbuffers or archive; of IN also
    keyed-archive, binary-plist, typedstream, gnustep-archive or keyless-archive
    (what Foundation's archivers wrote, see below). Where it is not given, the
    name says it (.json; .msgpack, .mp, .mpk; .flexbuffers, .flexbuf, .flx; .fb,
    .flatbuf, .fbin; .fsr), else for IN its content, which of FlatBuffers says
    nothing; an archive is known whatever its name. An OUT that does not say
    becomes an archive of JSON text, and JSON text of anything else. IN and OUT
    may be - for standard input and output. OUT is replaced as a whole or not at
    all.

    From JSON: numbers keep their value (1 and 1.0 are one number), objects
    their keys and the order of them; a key that an object has twice is refused.
    In archives, objects with the same keys share one description; equal
    objects, arrays and strings are written once where that saves.

    To JSON: refused is what JSON cannot say: data, dates and timestamps,
    extensions, maps whose keys are no text (see --replace); numbers that are
    not finite (see --nan-as-null).

    To FlexBuffers: maps are sorted by their keys. Refused are dates and
    timestamps, extensions, maps whose keys are no text (see --replace), and a
    zero byte in a key.

    FlatBuffers are written with a schema that is found from the values, and
    read by theirs, or by any other binary schema (.bfbs; flatc -b --schema
    makes it of .fbs). Objects are tables, objects of many keys lists of entries
    that are sorted, values of many kinds FlexBuffers; what schemas have no
    words for is said in attributes, so that everything comes back. Fields are
    read in the order of the schema.

    From archives: objects that are referred to more than once are written out
    each time, within a limit. Refused are an object that holds itself, one key
    twice in an object, and text that is not UTF-8.

    From NSKeyedArchiver (binary property lists), NSArchiver of macOS
    (typedstreams) and of GNUstep, and NSKeylessArchiver: an archive has the
    objects with their identities, cycles, classes and keys; strings, numbers,
    dates, data, URLs, arrays, dictionaries and sets are what they are in other
    languages. JSON and the others have the values, as from archives. The last
    two of these formats do not say where objects end. That is found out where
    only one number of values for each class fits the whole file; else
    --classes has to say it.

    From a format to itself: the same values as they are written here, if names
    or options say both formats. Of MessagePack, the smallest forms.

    Values may nest up to 128 levels; those of archives that become another
    format, 512.

OPTIONS
    --from FORMAT      take IN for this, whatever it looks like
    --to FORMAT        make OUT this, whatever its name
    --schema FILE      FlatBuffers: the schema to read by; where only OUT is
                       one, the schema to write, as text if FILE ends in .fbs.
                       FILE is overwritten then, but never IN or OUT.
                       (default: beside IN or OUT, .bfbs; one beside OUT is
                       replaced along with OUT only)
    --classes LIST     gnustep-archive, keyless-archive: how many values objects
                       of a class have, e.g. Item=7,Store=2; members of
                       structures count one by one
    --replace          JSON: data as base64 text, dates and timestamps as
                       RFC 3339 text, extensions as {"ext": type, "data":
                       base64}, keys that are no text as their text;
                       flexbuffers: the same, but data stays data
    --nan-as-null      JSON: numbers that it lacks (NaN, infinities) as null
    --pretty           JSON with line breaks and indentation
    --no-shared        archive: write every object where it stands; others:
                       refuse objects that are referred to again
    --no-checksum      archive: leave the checksum out
    --user-version N   archive: the number of the application's own in the
                       header
    --max-text N       JSON: most bytes of text (default 64 times the input and
                       1 MiB)
    --max-memory N     bytes that values of the input may take, besides 256
                       times its size (default 4 MiB; more, never less)
    --max-bytes N      the largest file to read (default 1 GiB)

EXAMPLES
    fastser convert in.json out.fsr
    fastser convert a.msgpack - --to json --pretty --replace
    fastser convert in.json out.fb --schema schema.fbs
    fastser convert a.fb a.json --schema monster.bfbs
    fastser convert old.archive a.json --replace --pretty

EXIT STATUS
    0 fine, 1 the input cannot be converted, 2 wrong usage, 3 input or output
    failed
)";

constexpr std::string_view kBench = R"(NAME
    fastser bench - size and speed of your own file

SYNOPSIS
    fastser bench FILE [--seconds S] [--from FORMAT] [--schema FILE]
                  [--max-bytes N]

DESCRIPTION
    Takes an archive, JSON text, MessagePack, FlexBuffers or FlatBuffers and
    prints, for each way to write the same values, the size, its ratio to
    minified JSON, and the times to make it from JSON text and to read it: by a
    check of every value, and by turning it into JSON. Times are the best of the
    runs that fit into the time given; compare them with each other, not with
    another machine's. Of an archive that JSON cannot say (a graph with cycles),
    only the check is measured.

OPTIONS
    --seconds S   time for each measurement, up to 60; 0 for a single run
                  (default 1)
    --from FORMAT take FILE for this, as convert does
    --schema FILE the binary schema of FlatBuffers (default: beside FILE,
                  .bfbs); says that FILE is one where its name does not
    --max-bytes N the largest file to read (default 1 GiB)

EXAMPLES
    fastser bench twitter.json
    fastser bench --seconds 0 a.fb --schema monster.bfbs

EXIT STATUS
    0 fine, 1 malformed input, 2 wrong usage, 3 input or output failed
)";

}  // namespace

std::string_view help_text(std::string_view subcommand) {
  if (subcommand.empty()) return kMain;
  if (subcommand == "inspect") return kInspect;
  if (subcommand == "verify") return kVerify;
  if (subcommand == "convert") return kConvert;
  if (subcommand == "bench") return kBench;
  return {};
}

}  // namespace fastser::command
