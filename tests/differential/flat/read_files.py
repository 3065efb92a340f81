# SPDX-License-Identifier: MIT
#
# Reads what write_files wrote, by the code that flatc generates for Python from our schema, and
# compares it with what write_files says that it is. Arguments: the folder with the files, the
# folder with the generated modules.
import struct
import sys

folder, generated = sys.argv[1:]
sys.path.insert(0, generated)
from Boxed2 import Boxed2
from Boxed3 import Boxed3
from Boxed4 import Boxed4
from Everything import Everything
from Named import Named
from Point import Point


def real(value):
    return struct.pack(">d", value).hex()


def text(value):
    return "'" + (value or b"").decode() + "'"


def maybe(value, show):
    return "-" if value is None else show(value)


def whole(value):
    return str(int(value))


def items(count, at, show):
    return "[" + " ".join(show(at(i)) for i in range(count)) + "]"


def row(*parts):
    return "(" + " ".join(parts) + ")"


def point(p):
    return row(real(p.X()), real(p.Y()), whole(p.Z()))


def box(b):
    low, high = b.Low(Point()), b.High(Point())
    return row(point(low), point(high), items(3, lambda i: b.Tag()[i], whole))


def named(n):
    return row(text(n.Name()), whole(n.Number()))


def node(n):
    return row(text(n.Name()), items(n.ChildrenLength(), n.Children, node))


def choice(e):
    kind = e.ChoiceType()
    if kind == 0:
        return "0:-"
    held = (Boxed2, Boxed3, Named, Boxed4)[kind - 1]()
    held.Init(e.Choice().Bytes, e.Choice().Pos)
    show = (
        lambda h: whole(h.Value()),
        lambda h: text(h.Value()),
        named,
        lambda h: point(h.Value()),
    )
    return f"{kind}:" + show[kind - 1](held)


def everything(e):
    return row(
        whole(e.Flag()), whole(e.I8()), whole(e.U8()), whole(e.I16()), whole(e.U16()),
        whole(e.I32()), whole(e.U32()), whole(e.I64()), whole(e.U64()), real(e.F32()),
        real(e.F64()), whole(e.Color()), text(e.Text()),
        items(e.DataLength(), e.Data, whole),
        point(e.Point()), box(e.Box()), named(e.Named()), node(e.Tree()),
        row(text(e.Numbered().Text()), whole(e.Numbered().Count())),
        items(e.FourLength(), e.Four, whole),
        items(e.FlagsLength(), e.Flags, whole),
        items(e.ShortsLength(), e.Shorts, whole),
        items(e.DoublesLength(), e.Doubles, real),
        items(e.PointsLength(), e.Points, point),
        items(e.TextsLength(), e.Texts, text),
        items(e.NamesLength(), e.Names, named),
        items(e.ListsLength(), e.Lists, lambda l: items(l.ValueLength(), l.Value, whole)),
        maybe(e.MaybeNumber(), whole), maybe(e.MaybeReal(), real), maybe(e.MaybeFlag(), whole),
        maybe(e.MaybeText(), text), maybe(e.MaybeNamed(), named), maybe(e.MaybePoint(), point),
        maybe(e.Owned(), named), maybe(e.Shared(), named),
        items(e.ByNameLength(), e.ByName, lambda p: row(text(p.Key()), whole(p.Value()))),
        items(e.ByNumberLength(), e.ByNumber, lambda p: row(whole(p.Key()), text(p.Value()))),
        choice(e),
        row(whole(e.Pair().First()), text(e.Pair().Second())),
        row(whole(e.Tuple().Item0()), text(e.Tuple().Item1()), maybe(e.Tuple().Item2(), whole)),
    )


with open(f"{folder}/values.txt") as file:
    expected = file.read().splitlines()
for index, line in enumerate(expected):
    with open(f"{folder}/{index}.bin", "rb") as file:
        read = everything(Everything.GetRootAs(file.read(), 0))
    if read != line:
        sys.exit(f"{index}.bin is\n{line}\nand was read as\n{read}")
if len(expected) < 200:
    sys.exit("too few values")
print(f"{len(expected)} values read alike")
