// SPDX-License-Identifier: MIT
//
// The table of an archive, read and checked: shapes, and the type of the root. Tables that were seen
// lately are kept, since programs read many archives of one kind; one is taken again only if all its
// bytes are the same.
//
// Nothing here trusts the bytes: counts are held against what is left, expressions nest 64 deep at
// most, shapes that contain themselves are refused, and chains of shapes are followed without recursion.
using System;
using System.Collections.Generic;
using System.Text;

namespace Fastser.Seed;

internal sealed class SeedTable
{
    private const int KeptSize = 4096;
    private static readonly SeedTable?[] s_kept = new SeedTable?[64];

    private readonly byte[] _bytes;
    internal SeedShape[] Shapes = [];
    internal SeedType Root = SeedType.Null;

    /// <summary>The fields of the root; a root that is no record is one field.</summary>
    internal SeedRow Row = new([]);

    private AnyOf? _any;

    /// <summary>The same table, as formatters of registered classes look at it. It keeps what the registry says of
    /// its shapes, so that readers of another registry, or of one that got more classes, get another.</summary>
    internal Runtime.AnyTable Any(FastserRegistry registry)
    {
        var kept = _any;
        if (kept == null || !ReferenceEquals(kept.Registry, registry) || kept.Classes != registry.Formatters.Count)
        {
            _any = kept = new AnyOf(registry, registry.Formatters.Count, new Runtime.AnyTable(_bytes, 0));
        }
        return kept.Table;
    }

    // One object, for several threads may look at it.
    private sealed record AnyOf(FastserRegistry Registry, int Classes, Runtime.AnyTable Table);

    private SeedTable(byte[] bytes) => _bytes = bytes;

    internal static SeedTable Get(ReadOnlySpan<byte> bytes, int offset)
    {
        if (bytes.Length > KeptSize) return Parse(bytes.ToArray(), offset);
        var hash = (uint)bytes.Length;
        for (var i = 0; i < bytes.Length; i += 7) hash = hash * 31 + bytes[i];
        ref var slot = ref s_kept[hash % (uint)s_kept.Length];
        var kept = slot;
        if (kept != null && bytes.SequenceEqual(kept._bytes)) return kept;
        return slot = Parse(bytes.ToArray(), offset);
    }

    private static SeedTable Parse(byte[] bytes, int offset)
    {
        var table = new SeedTable(bytes);
        var input = new TypeInput(bytes, 0, bytes.Length, offset, null);
        var count = input.Count(4);
        var shapes = new SeedShape[count];
        for (var i = 0; i < count; i++) shapes[i] = new SeedShape("", 0, []);
        table.Shapes = shapes;
        input = new TypeInput(bytes, input.Position, bytes.Length, offset, shapes);
        foreach (var shape in shapes)
        {
            shape.Name = input.Text();
            var version = input.Varint();
            if (version > uint.MaxValue) throw input.Malformed("a class version above 32 bits");
            shape.Version = (uint)version;
            var super = input.Varint();
            if (super > (ulong)count) throw input.Malformed("a super-class that is not in the table");
            if (super != 0) shape.Super = shapes[super - 1];
            shape.Entries = Entries(ref input);
        }
        table.Root = input.Type();
        if (input.Position != bytes.Length) throw input.Malformed("bytes behind the table");
        Measure(shapes, input);
        foreach (var shape in shapes) shape.WellKnown = WellKnownShapes.Of(shape);
        table.Row = table.Root.Code == Code.Record ? table.Root.Shape!.Row : new SeedRow([new SeedEntry(null, table.Root)]);
        return table;
    }

    private static SeedEntry[] Entries(ref TypeInput input)
    {
        var entries = new SeedEntry[input.Count(2)];
        ulong fields = 0;
        HashSet<string>? names = null;
        for (var i = 0; i < entries.Length; i++)
        {
            var head = input.Varint();
            var repeat = head >> 1;
            var named = (head & 1) != 0;
            fields += repeat;
            if (repeat == 0 || repeat > uint.MaxValue || fields > uint.MaxValue || (named && repeat != 1))
                throw input.Malformed("a run of fields that no writer produces");
            var name = named ? input.Text() : null;
            if (name != null && !(names ??= new HashSet<string>(StringComparer.Ordinal)).Add(name))
                throw input.Malformed("two fields of one name");
            entries[i] = new SeedEntry(name, input.Type(), (uint)repeat);
        }
        return entries;
    }

    // Finds shapes that contain themselves, and the least size of each shape: those that a shape contains
    // come before it.
    private static void Measure(SeedShape[] shapes, TypeInput input)
    {
        var state = new Dictionary<SeedShape, bool>();  // true: done, false: being looked at
        var stack = new Stack<(SeedShape Shape, List<SeedShape> Contained, int Next)>();
        foreach (var start in shapes)
        {
            if (state.ContainsKey(start)) continue;
            state[start] = false;
            stack.Push((start, ContainedBy(start), 0));
            while (stack.Count != 0)
            {
                var (shape, contained, next) = stack.Pop();
                if (next == contained.Count)
                {
                    shape.Measure();
                    state[shape] = true;
                    continue;
                }
                stack.Push((shape, contained, next + 1));
                if (!state.TryGetValue(contained[next], out var done))
                {
                    state[contained[next]] = false;
                    stack.Push((contained[next], ContainedBy(contained[next]), 0));
                }
                else if (!done)
                {
                    throw input.Malformed("a class that contains itself");
                }
            }
        }
    }

    private static List<SeedShape> ContainedBy(SeedShape shape)
    {
        var contained = new List<SeedShape>();
        if (shape.Super != null) contained.Add(shape.Super);
        foreach (var entry in shape.Entries) Contained(entry.Type, contained);
        return contained;
    }

    private static void Contained(SeedType type, List<SeedShape> contained)
    {
        if (type.Shape != null) contained.Add(type.Shape);
        if (type.Code == Code.Array) Contained(type.A!, contained);
        if (type.Items == null) return;
        foreach (var item in type.Items) Contained(item, contained);
    }
}

/// <summary>Reads type expressions and what they are made of.</summary>
internal struct TypeInput
{
    private static readonly UTF8Encoding s_strict = new(false, true);

    private readonly byte[] _bytes;
    private readonly int _end;
    private readonly long _offset;  // of the first byte in the archive
    private readonly SeedShape[]? _shapes;
    internal int Position;

    internal TypeInput(byte[] bytes, int position, int end, long offset, SeedShape[]? shapes) =>
        (_bytes, Position, _end, _offset, _shapes) = (bytes, position, end, offset, shapes);

    internal FastserException Malformed(string message) => new(FastserStatus.Malformed, message, _offset + Position);

    private byte Byte()
    {
        if (Position >= _end) throw new FastserException(FastserStatus.Truncated, "the archive ends in a type", _offset + Position);
        return _bytes[Position++];
    }

    internal ulong Varint()
    {
        ulong value = 0;
        for (var shift = 0; ; shift += 7)
        {
            var next = Byte();
            if (shift == 63 && next > 1) throw Malformed("a number above 64 bits");
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80) return value;
        }
    }

    /// <summary>A count of what takes so many bytes at least.</summary>
    internal int Count(int size)
    {
        var count = Varint();
        if (count > (ulong)((_end - Position) / size)) throw new FastserException(FastserStatus.Truncated, "a count of more than there is", _offset + Position);
        return (int)count;
    }

    internal string Text()
    {
        var count = Count(1);
        try
        {
            var text = s_strict.GetString(_bytes, Position, count);
            Position += count;
            return text;
        }
        catch (ArgumentException)
        {
            throw Malformed("a name that is not UTF-8");
        }
    }

    internal SeedType Type(int level = 1)
    {
        if (level > 64) throw Malformed("types nest deeper than 64");
        var code = Byte();
        if (SeedType.Plain(code) is { } plain) return plain;
        switch (code)
        {
            case Code.Optional or Code.List or Code.Set or Code.Ref:
                return new SeedType(code, Type(level + 1));
            case Code.Map or Code.OrderedMap:
                var key = Type(level + 1);
                return new SeedType(code, key, Type(level + 1));
            case Code.Array:
                var element = Type(level + 1);
                return new SeedType(code, element, count: Varint());
            case Code.Bits:
                return new SeedType(code, count: Varint());
            case Code.Enum:
                var name = Text();
                var integer = Byte();
                if (integer is < Code.Bool or > Code.Vu64 or Code.F32 or Code.F64) throw Malformed("an enum whose type is not an integer");
                return new SeedType(code, name: name, count: integer);
            case Code.Record:
                var shape = Varint();
                if (_shapes == null || shape >= (ulong)_shapes.Length) throw Malformed("a class that is not in the table");
                return new SeedType(code, shape: _shapes[shape]);
            case Code.Tuple or Code.Variant:
                // Not room for all at once: each of 64 types in each other may say as many as there are bytes.
                var count = Count(1);
                var items = new List<SeedType>(Math.Min(count, 16));
                for (var i = 0; i < count; i++) items.Add(Type(level + 1));
                return new SeedType(code, items: items.ToArray());
        }
        Position--;
        throw Malformed("an unknown type code");
    }
}
