// SPDX-License-Identifier: MIT
//
// The table of an archive (docs/format.md section 5): its bytes, its fingerprint, and what stands in
// front of a payload. Shapes are numbered as the C++ library does (src/schema/type_writer.cc): depth
// first, each before those that it mentions, its super-class before its fields.
//
// Invariant: the bytes are those of fastser_type_table of the same type; a test compares.
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Text;

namespace Fastser.Runtime;

/// <summary>The table of an archive.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class WireTable
{
    // The shape that values of any type have most often.
    private static readonly WireShape s_dateTime = Formatters.DateTimeFormatter.Instance.Type.Shape!;

    private readonly Contents _contents;
    private readonly Dictionary<WireShape, int> _numbers;
    private readonly int _dateTime;
    private WireTable? _withoutNames;

    private WireTable(Contents contents, bool names)
    {
        var bytes = contents.ToBytes(names);
        _contents = contents;
        _numbers = contents.Numbers;
        _dateTime = _numbers.TryGetValue(s_dateTime, out var number) ? number : -1;
        Bytes = bytes;
        Fingerprint = Fnv(bytes);
        foreach (var shape in _numbers.Keys)
        {
            foreach (var field in shape.Fields) HasFormerNames |= field.Former.Length != 0;
        }
        var front = new ByteList();
        front.Add(0x46, 0x53, 0x52, 1, 0, 0, 0, 0, 0);
        front.AddVarint((ulong)bytes.Length);
        front.Add(bytes);
        Prologue = front.ToArray();
        var mark = new byte[17];
        Array.Copy(Prologue, mark, 9);
        mark[4] = 2;
        for (var i = 0; i < 8; ++i) mark[9 + i] = (byte)(Fingerprint >> (8 * i));
        FingerprintPrologue = mark;
    }

    /// <summary>The table's bytes.</summary>
    public byte[] Bytes { get; }

    /// <summary>The hash of the table.</summary>
    public ulong Fingerprint { get; }

    /// <summary>The same table without names of fields (<see cref="FastSerializerOptions.Names"/>).</summary>
    internal WireTable WithoutNames => _withoutNames ??= new WireTable(_contents, false);

    /// <summary>The table taken apart, for values of any type.</summary>
    internal AnyTable Parsed => _parsed ??= new AnyTable(Bytes, 0);

    private AnyTable? _parsed;

    /// <summary>Header, size and table, of an archive without checksum and user version.</summary>
    internal byte[] Prologue { get; }

    /// <summary>Header and fingerprint.</summary>
    internal byte[] FingerprintPrologue { get; }

    /// <summary>The shapes, in any order.</summary>
    internal IEnumerable<WireShape> Shapes => _numbers.Keys;

    /// <summary>Whether a field had another name once.</summary>
    internal bool HasFormerNames { get; }

    /// <summary>The number of a shape; -1 where the table does not have it.</summary>
    public int NumberOf(WireShape shape) => ReferenceEquals(shape, s_dateTime) ? _dateTime
        : _numbers.TryGetValue(shape, out var number) ? number : -1;

    /// <summary>Makes the table of a root; shapes in <paramref name="kept"/> are there where
    /// it has values of any type, even if nothing mentions them.</summary>
    internal static WireTable Make(WireType root, bool references, bool sharing, IReadOnlyList<WireShape> kept)
    {
        var numbers = new Dictionary<WireShape, int>();
        var order = new List<WireShape>();
        var hasAny = false;
        Number(Mentioned(root, ref hasAny), numbers, order, ref hasAny);
        if (hasAny)
        {
            // What a value of any type may be must have a number.
            Number(Mentioned(Formatters.DateTimeFormatter.Instance.Type, ref hasAny), numbers, order, ref hasAny);
            foreach (var shape in kept) Number([shape], numbers, order, ref hasAny);
        }
        foreach (var shape in order) WireMeasure.Of(shape, references);  // refuses what contains itself
        return new WireTable(new Contents(root, references, sharing, numbers, order, kept), true);
    }

    // What a table says, whatever names it has.
    private sealed class Contents(
        WireType root, bool references, bool sharing, Dictionary<WireShape, int> numbers, List<WireShape> order,
        IReadOnlyList<WireShape> kept)
    {
        public Dictionary<WireShape, int> Numbers => numbers;

        public byte[] ToBytes(bool names)
        {
            var nameless = names ? null : ClassWithoutName();
            var bytes = new ByteList();
            bytes.AddVarint((ulong)order.Count);
            foreach (var shape in order)
            {
                bytes.AddText(ReferenceEquals(shape, nameless) ? "" : shape.Name);
                bytes.AddVarint(shape.Version);
                bytes.AddVarint(shape.Super == null ? 0 : (ulong)numbers[shape.Super] + 1);
                if (names) AddNamed(bytes, shape.Fields);
                else AddNameless(bytes, shape.Fields);
            }
            bytes.AddType(root, references, sharing, numbers);
            return bytes.ToArray();
        }

        private void AddNamed(ByteList bytes, WireField[] fields)
        {
            bytes.AddVarint((ulong)fields.Length);
            foreach (var field in fields)
            {
                var named = field.Name.Length != 0;
                bytes.AddVarint(named ? 3u : 2u);
                if (named) bytes.AddText(field.Name);
                bytes.AddType(field.Type, references, sharing, numbers);
            }
        }

        // Fields of one type in a row are one entry.
        private void AddNameless(ByteList bytes, WireField[] fields)
        {
            var entries = new List<(byte[] Type, ulong Repeat)>();
            foreach (var field in fields)
            {
                var type = new ByteList();
                type.AddType(field.Type, references, sharing, numbers);
                var expression = type.ToArray();
                var last = entries.Count - 1;
                if (last >= 0 && entries[last].Type.AsSpan().SequenceEqual(expression)) entries[last] = (expression, entries[last].Repeat + 1);
                else entries.Add((expression, 1));
            }
            bytes.AddVarint((ulong)entries.Count);
            foreach (var (type, repeat) in entries)
            {
                bytes.AddVarint(repeat << 1);
                bytes.Add(type);
            }
        }

        // A reader knows the class of the root. All other names may be needed, to tell classes apart; and that
        // one, where the class is met in other places as well.
        private WireShape? ClassWithoutName()
        {
            foreach (var shape in kept)
            {
                if (ReferenceEquals(shape, root.Shape)) return null;
            }
            var hasAny = false;
            foreach (var shape in order)
            {
                if (ReferenceEquals(shape.Super, root.Shape)) return null;
                foreach (var field in shape.Fields)
                {
                    if (root.Shape != null && Mentioned(field.Type, ref hasAny).Contains(root.Shape)) return null;
                }
            }
            return root.Shape;
        }
    }

    /// <summary>The bytes of a type expression without shapes.</summary>
    internal static byte[] ExpressionOf(WireType type, bool sharing)
    {
        var bytes = new ByteList();
        bytes.AddType(type, false, sharing, []);
        return bytes.ToArray();
    }

    // Not recursion: a chain of classes has any length.
    private static void Number(
        List<WireShape> from, Dictionary<WireShape, int> numbers, List<WireShape> order, ref bool hasAny)
    {
        var stack = new Stack<(List<WireShape> Shapes, int Next)>();
        stack.Push((from, 0));
        while (stack.Count != 0)
        {
            var (shapes, next) = stack.Pop();
            if (next == shapes.Count) continue;
            stack.Push((shapes, next + 1));
            var shape = shapes[next];
            if (numbers.ContainsKey(shape)) continue;
            numbers.Add(shape, order.Count);
            order.Add(shape);
            var mentioned = new List<WireShape>();
            if (shape.Super != null) mentioned.Add(shape.Super);
            foreach (var field in shape.Fields) Mention(field.Type, mentioned, ref hasAny);
            stack.Push((mentioned, 0));
        }
    }

    private static List<WireShape> Mentioned(WireType type, ref bool hasAny)
    {
        var shapes = new List<WireShape>();
        Mention(type, shapes, ref hasAny);
        return shapes;
    }

    private static void Mention(WireType type, List<WireShape> shapes, ref bool hasAny)
    {
        if (type.Shape != null) shapes.Add(type.Shape);
        hasAny |= type.Code == WireCode.Any;
        foreach (var inner in type.Operands) Mention(inner, shapes, ref hasAny);
    }

    private static ulong Fnv(byte[] bytes)
    {
        var hash = 0xcbf29ce484222325UL;
        foreach (var one in bytes) hash = (hash ^ one) * 0x100000001b3UL;
        return hash;
    }

    // Bytes of a table in the making.
    private sealed class ByteList
    {
        private readonly List<byte> _bytes = new();

        public void Add(params byte[] bytes) => _bytes.AddRange(bytes);

        public void AddVarint(ulong value)
        {
            for (; value >= 0x80; value >>= 7) _bytes.Add((byte)(value | 0x80));
            _bytes.Add((byte)value);
        }

        public void AddText(string text)
        {
            var bytes = Encoding.UTF8.GetBytes(text);
            AddVarint((ulong)bytes.Length);
            _bytes.AddRange(bytes);
        }

        public void AddType(WireType type, bool references, bool sharing, Dictionary<WireShape, int> numbers)
        {
            if (references && type.Code == WireCode.Optional && (type.Operands[0].IsClass || type.Operands[0].IsUnion))
            {
                type = type.Operands[0];
            }
            if (references && type.IsClass) _bytes.Add((byte)WireCode.Ref);
            var code = type.Code;
            if (sharing && code == WireCode.String) code = WireCode.SharedString;
            if (sharing && code == WireCode.Data) code = WireCode.SharedData;
            _bytes.Add((byte)code);
            switch (code)
            {
                case WireCode.Record:
                    AddVarint((ulong)numbers[type.Shape!]);
                    return;
                case WireCode.Enum:
                    AddText(type.Name);
                    _bytes.Add((byte)type.Integer);
                    return;
                case WireCode.Bits:
                    AddVarint((ulong)type.Count);
                    return;
                case WireCode.Variant:
                case WireCode.Tuple:
                    AddVarint((ulong)type.Operands.Length);
                    break;
                default:
                    break;
            }
            foreach (var inner in type.Operands) AddType(inner, references, sharing, numbers);
            if (code == WireCode.Array) AddVarint((ulong)type.Count);
        }

        public byte[] ToArray() => _bytes.ToArray();
    }
}
