# SPDX-License-Identifier: MIT
#
# How gdb shows the types of libfastser: `source debuggers/fastser_gdb.py`, by hand or in ~/.gdbinit.
#
#   Status      ok, or what Status::to_string() would say
#   Result<T>   the value, or the status
#   Buffer      its size, capacity and first bytes
#   BytesView and InputBytes are spans, which the standard library's printers show.
#
# Works with libstdc++ and libc++. Nothing in the program is called.
import gdb
import gdb.printing

MOST_BYTES = 16


def field(value, *names):
    """The first of these members that there is: libraries call theirs differently."""
    for name in names:
        try:
            return value[name]
        except gdb.error:
            continue
    raise gdb.error("no member " + " or ".join(names))


def text_of_view(view):
    size = int(field(view, "_M_len", "__size_"))
    return field(view, "_M_str", "__data_").string(length=size) if size else ""


def pointer_of(owner):
    """What a unique_ptr points to: the pointer that is somewhere in it."""
    kind = owner.type.strip_typedefs()
    if kind.code == gdb.TYPE_CODE_PTR:
        return owner
    if kind.code == gdb.TYPE_CODE_STRUCT:
        for member in kind.fields():
            found = pointer_of(owner[member])
            if found is not None:
                return found
    return None


def text_of_string(string):
    shown = gdb.default_visualizer(string)
    text = shown.to_string() if shown is not None else str(string)
    return text.value().string() if hasattr(text, "value") else str(text).strip('"')


def code_text(code):
    """Code::kBadReference as "bad reference"."""
    name = str(code).rsplit("::", 1)[-1]
    if not name.startswith("k"):
        return name
    words = "".join(" " + c.lower() if c.isupper() else c for c in name[1:])
    return words.strip()


def status_text(status):
    if int(status["code_"]) == 0:
        return "ok"
    text = code_text(status["code_"])
    path = ""
    message = text_of_view(status["message_"])
    more = pointer_of(status["text_"])
    if more is not None and int(more) != 0:
        path = text_of_string(more["path"])
        message = text_of_string(more["detail"]) or message
    offset = int(status["offset_"])
    if offset != (1 << 8 * status["offset_"].type.sizeof) - 1:
        text += " at byte %d" % offset
    if path:
        text += ", " + path
    return text + (": " + message if message else "")


class StatusPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return "fastser::Status(" + status_text(self.value) + ")"


class ResultPrinter:
    def __init__(self, value):
        self.value = value
        self.ok = int(value["status_"]["code_"]) == 0

    def to_string(self):
        what = "ok" if self.ok else status_text(self.value["status_"])
        return "fastser::Result(" + what + ")"

    def children(self):
        if self.ok:
            yield "value", self.value["value_"]


class BufferPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        size = int(self.value["size_"])
        data = self.value["data_"].cast(gdb.lookup_type("unsigned char").pointer())
        shown = " ".join("%02x" % int(data[i]) for i in range(min(size, MOST_BYTES)))
        return "fastser::Buffer(%d of %d bytes%s%s)" % (
            size,
            int(self.value["capacity_"]),
            ": " + shown if size else "",
            " ..." if size > MOST_BYTES else "",
        )


def printers():
    made = gdb.printing.RegexpCollectionPrettyPrinter("fastser")
    made.add_printer("Status", "^fastser::Status$", StatusPrinter)
    made.add_printer("Result", "^fastser::Result<.*>$", ResultPrinter)
    made.add_printer("Buffer", "^fastser::Buffer$", BufferPrinter)
    return made


gdb.printing.register_pretty_printer(gdb.current_objfile(), printers(), replace=True)
