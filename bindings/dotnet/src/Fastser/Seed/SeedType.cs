// SPDX-License-Identifier: MIT
//
// Type expressions and shapes (docs/format.md sections 4 and 5) as SerializationWriter and
// SerializationReader see them. Nodes are immutable; those that calls write all the time exist once,
// so that a writer compares references and a reader compares kinds.
using System;
using System.Collections.Generic;

namespace Fastser.Seed;

/// <summary>The code bytes of type expressions.</summary>
internal static class Code
{
    internal const byte Null = 0x00, Bool = 0x01, I8 = 0x02, U8 = 0x03, I16 = 0x04, U16 = 0x05, I32 = 0x06,
        U32 = 0x07, I64 = 0x08, U64 = 0x09, F32 = 0x0A, F64 = 0x0B, Vi16 = 0x0C, Vu16 = 0x0D, Vi32 = 0x0E,
        Vu32 = 0x0F, Vi64 = 0x10, Vu64 = 0x11, String = 0x14, Data = 0x15, SharedString = 0x16,
        SharedData = 0x17, Date = 0x18, Duration = 0x19, Uuid = 0x1A, Decimal = 0x1B, Url = 0x1C,
        ClassReference = 0x1D, AppleDate = 0x1E, Optional = 0x20, List = 0x21, Array = 0x22, Set = 0x23,
        Map = 0x24, OrderedMap = 0x25, Variant = 0x26, Enum = 0x27, Record = 0x28, Ref = 0x29,
        AnyRecord = 0x2A, AnyRef = 0x2B, Any = 0x2C, Tuple = 0x2D, Bits = 0x2E, OwnedAny = 0x2F;
}

/// <summary>A type expression.</summary>
internal sealed class SeedType
{
    internal readonly byte Code;
    internal readonly SeedType? A;        // what is held; a map's key
    internal readonly SeedType? B;        // a map's value
    internal readonly SeedType[]? Items;  // of a tuple or variant
    internal readonly ulong Count;        // of an array or bits; an enum's integer code
    internal readonly string? Name;       // an enum's
    internal readonly SeedShape? Shape;   // a record's
    internal readonly bool HasShapes;

    internal SeedType(byte code, SeedType? a = null, SeedType? b = null, SeedType[]? items = null, ulong count = 0,
        string? name = null, SeedShape? shape = null)
    {
        Code = code;
        A = a;
        B = b;
        Items = items;
        Count = count;
        Name = name;
        Shape = shape;
        HasShapes = shape != null || a is { HasShapes: true } || b is { HasShapes: true };
        if (items != null)
            foreach (var item in items) HasShapes |= item.HasShapes;
    }

    internal static readonly SeedType Null = new(Seed.Code.Null), Bool = new(Seed.Code.Bool), I8 = new(Seed.Code.I8),
        U8 = new(Seed.Code.U8), I16 = new(Seed.Code.I16), U16 = new(Seed.Code.U16), I32 = new(Seed.Code.I32),
        U32 = new(Seed.Code.U32), I64 = new(Seed.Code.I64), U64 = new(Seed.Code.U64), F32 = new(Seed.Code.F32),
        F64 = new(Seed.Code.F64), Vi16 = new(Seed.Code.Vi16), Vu16 = new(Seed.Code.Vu16), Vi32 = new(Seed.Code.Vi32),
        Vu32 = new(Seed.Code.Vu32), Vi64 = new(Seed.Code.Vi64), Vu64 = new(Seed.Code.Vu64),
        String = new(Seed.Code.String), Data = new(Seed.Code.Data), SharedString = new(Seed.Code.SharedString),
        SharedData = new(Seed.Code.SharedData), Date = new(Seed.Code.Date), Duration = new(Seed.Code.Duration),
        Uuid = new(Seed.Code.Uuid), Decimal = new(Seed.Code.Decimal), Url = new(Seed.Code.Url),
        ClassReference = new(Seed.Code.ClassReference), AppleDate = new(Seed.Code.AppleDate),
        AnyRecord = new(Seed.Code.AnyRecord), AnyRef = new(Seed.Code.AnyRef), Any = new(Seed.Code.Any),
        OwnedAny = new(Seed.Code.OwnedAny);

    internal static readonly SeedType OptionalString = Optional(String), OptionalSharedString = Optional(SharedString),
        OptionalData = Optional(Data), OptionalUrl = Optional(Url);

    private static readonly SeedType?[] s_plain = MakePlain();

    private static SeedType?[] MakePlain()
    {
        var plain = new SeedType?[0x30];
        SeedType[] all =
        [
            Null, Bool, I8, U8, I16, U16, I32, U32, I64, U64, F32, F64, Vi16, Vu16, Vi32, Vu32, Vi64, Vu64, String, Data,
            SharedString, SharedData, Date, Duration, Uuid, Decimal, Url, ClassReference, AppleDate, AnyRecord, AnyRef,
            Any, OwnedAny,
        ];
        foreach (var type in all) plain[type.Code] = type;
        return plain;
    }

    /// <summary>The type of a code without operands; null for any other code.</summary>
    internal static SeedType? Plain(byte code) => code < s_plain.Length ? s_plain[code] : null;

    internal static SeedType Optional(SeedType type) => new(Seed.Code.Optional, type);
    internal static SeedType List(SeedType type) => new(Seed.Code.List, type);
    internal static SeedType Set(SeedType type) => new(Seed.Code.Set, type);
    internal static SeedType Array(SeedType type, ulong count) => new(Seed.Code.Array, type, count: count);
    internal static SeedType Map(SeedType key, SeedType value) => new(Seed.Code.Map, key, value);
    internal static SeedType Enum(string name, byte code) => new(Seed.Code.Enum, name: name, count: code);
    internal static SeedType Record(SeedShape shape) => new(Seed.Code.Record, shape: shape);
    internal static SeedType Tuple(params SeedType[] items) => new(Seed.Code.Tuple, items: items);

    /// <summary>Whether both say the same; shapes are compared by name, version and fields.</summary>
    internal static bool Same(SeedType? a, SeedType? b, int depth = 0)
    {
        if (ReferenceEquals(a, b)) return true;
        if (a == null || b == null || a.Code != b.Code || a.Count != b.Count || a.Name != b.Name || depth > 64) return false;
        if (!Same(a.A, b.A, depth + 1) || !Same(a.B, b.B, depth + 1)) return false;
        if ((a.Items == null) != (b.Items == null)) return false;
        if (a.Items != null)
        {
            if (a.Items.Length != b.Items!.Length) return false;
            for (var i = 0; i < a.Items.Length; i++)
                if (!Same(a.Items[i], b.Items[i], depth + 1)) return false;
        }
        return SeedShape.Same(a.Shape, b.Shape, depth + 1);
    }

    public override string ToString() => Describe(0);

    private static readonly string[] s_names = MakeNames();

    private static string[] MakeNames()
    {
        var names = new string[0x30];
        string[] first = ["null", "bool", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64", "vi16", "vu16",
            "vi32", "vu32", "vi64", "vu64"];
        first.CopyTo(names, 0);
        string[] texts = ["string", "data", "shared string", "shared data", "date", "duration", "uuid", "decimal", "url",
            "class reference", "apple date"];
        texts.CopyTo(names, Seed.Code.String);
        string[] rest = ["optional", "list", "array", "set", "map", "ordered map", "variant", "enum", "record", "ref",
            "any record", "any ref", "any", "tuple", "bits", "owned any"];
        rest.CopyTo(names, Seed.Code.Optional);
        return names;
    }

    private string Describe(int depth)
    {
        var name = s_names[Code];
        if (depth > 4) return name;
        if (Shape != null) return Shape.Name.Length == 0 ? "record" : "record " + Shape.Name;
        if (Name != null) return "enum " + Name;
        if (A == null) return name;
        return B == null ? name + "<" + A.Describe(depth + 1) + ">"
            : name + "<" + A.Describe(depth + 1) + ", " + B.Describe(depth + 1) + ">";
    }

    private int _minimalSize = -1;

    /// <summary>The least bytes that a value takes. Kept: every list asks for it, and a type may be as large as the
    /// archive. (Of a record it is known only when its table was read.)</summary>
    internal int MinimalSize
    {
        get
        {
            if (_minimalSize >= 0) return _minimalSize;
            var size = FindMinimalSize();
            if (size >= 0) _minimalSize = size;
            return size;
        }
    }

    private int FindMinimalSize() => Code switch
    {
        Seed.Code.Null => 0,
        Seed.Code.I16 or Seed.Code.U16 => 2,
        Seed.Code.I32 or Seed.Code.U32 or Seed.Code.F32 => 4,
        Seed.Code.I64 or Seed.Code.U64 or Seed.Code.F64 or Seed.Code.Duration or Seed.Code.AppleDate => 8,
        Seed.Code.Date => 12,
        Seed.Code.Uuid or Seed.Code.Decimal => 16,
        Seed.Code.Enum => Plain((byte)Count)!.MinimalSize,
        Seed.Code.Array => MultiplySize(A!.MinimalSize, Count),
        Seed.Code.Tuple => SumSizes(Items!),
        Seed.Code.Bits => (int)Math.Min((Count + 7) / 8, int.MaxValue),
        Seed.Code.Record => Shape!.MinimalSize,
        _ => 1,
    };

    private static int MultiplySize(int size, ulong count) =>
        size == 0 || count == 0 ? 0 : count > (ulong)(int.MaxValue / size) ? int.MaxValue : size * (int)count;

    private static int SumSizes(SeedType[] items)
    {
        long sum = 0;
        foreach (var item in items) sum += item.MinimalSize;
        return (int)Math.Min(sum, int.MaxValue);
    }
}

/// <summary>A run of fields of one type; a field with a name is a run of one.</summary>
internal readonly struct SeedEntry
{
    internal readonly string? Name;
    internal readonly SeedType Type;
    internal readonly uint Repeat;
    internal SeedEntry(string? name, SeedType type, uint repeat = 1) => (Name, Type, Repeat) = (name, type, repeat);
}

/// <summary>What a record is.</summary>
internal sealed class SeedShape
{
    internal string Name;
    internal uint Version;
    internal SeedShape? Super;
    internal SeedEntry[] Entries;

    internal SeedShape(string name, uint version, SeedEntry[] entries, SeedShape? super = null)
    {
        Name = name;
        Version = version;
        Entries = entries;
        Super = super;
        if (entries.Length != 0) Measure();
    }

    /// <summary>The least bytes that a record takes. SeedTable sets it, shapes that are contained first.</summary>
    internal int MinimalSize = -1;

    internal void Measure()
    {
        long sum = Super?.MinimalSize ?? 0;
        foreach (var entry in Entries) sum = Math.Min(sum + (long)entry.Type.MinimalSize * entry.Repeat, int.MaxValue);
        MinimalSize = (int)sum;
    }

    /// <summary>Which well-known record this is; SeedTable finds it.</summary>
    internal WellKnown WellKnown;

    /// <summary>Whether it may hold shared strings or data: 0 not known, 1 no, 2 yes.</summary>
    internal byte Shared;

    private SeedRow? _row;

    /// <summary>All fields: those of the super-shapes first. (SeedTable has seen that they do not go round.)</summary>
    internal SeedRow Row
    {
        get
        {
            if (_row != null) return _row;
            if (Super == null) return _row = new SeedRow(Entries);
            var chain = new List<SeedShape>();
            for (var at = this; at != null; at = at.Super) chain.Add(at);
            var fields = new List<SeedEntry>();
            for (var i = chain.Count - 1; i >= 0; i--) fields.AddRange(chain[i].Entries);
            return _row = new SeedRow(fields.ToArray());
        }
    }

    internal static bool Same(SeedShape? a, SeedShape? b, int depth)
    {
        if (ReferenceEquals(a, b)) return true;
        if (a == null || b == null || a.Name != b.Name || a.Version != b.Version) return false;
        if (a.Entries.Length != b.Entries.Length || depth > 64 || !Same(a.Super, b.Super, depth + 1)) return false;
        for (var i = 0; i < a.Entries.Length; i++)
        {
            if (a.Entries[i].Name != b.Entries[i].Name || a.Entries[i].Repeat != b.Entries[i].Repeat) return false;
            if (!SeedType.Same(a.Entries[i].Type, b.Entries[i].Type, depth + 1)) return false;
        }
        return true;
    }
}

/// <summary>The fields of a record as a reader goes through them.</summary>
internal sealed class SeedRow
{
    internal readonly SeedEntry[] Fields;

    /// <summary>The types of the fields; where a reader found one to be the same as one of its own, that one,
    /// so that the next reader compares references.</summary>
    internal readonly SeedType[] Types;

    internal SeedRow(SeedEntry[] fields)
    {
        Fields = fields;
        Types = new SeedType[fields.Length];
        for (var i = 0; i < fields.Length; i++) Types[i] = fields[i].Type;
    }
}
