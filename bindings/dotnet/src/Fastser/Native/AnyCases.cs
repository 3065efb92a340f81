// SPDX-License-Identifier: MIT
//
// What values of any type may be to the native library: all that ArchiveWriter.WriteAny writes. The
// library reads such a value by the case of its type, so there is one for each; the value has the .NET type that
// ArchiveReader.ReadAny gives it.
using System.Collections.Generic;
using Fastser.Formatters;

namespace Fastser.Runtime;

internal sealed class AnyCases
{
    private readonly List<Case> _cases = new();

    private AnyCases(FastserRegistry? registry)
    {
        _cases.Add(new Case(WireType.Null, null));
        AddPlain(WireType.Bool, BooleanFormatter.Instance);
        AddPlain(WireType.I8, SByteFormatter.Instance);
        AddPlain(WireType.I16, Int16Formatter.Instance);
        AddPlain(WireType.U16, UInt16Formatter.Instance);
        AddPlain(WireType.I32, Int32Formatter.Instance);
        AddPlain(WireType.U32, UInt32Formatter.Instance);
        AddPlain(WireType.I64, Int64Formatter.Instance);
        AddPlain(WireType.U64, UInt64Formatter.Instance);
        AddPlain(WireType.F32, SingleFormatter.Instance);
        AddPlain(WireType.F64, DoubleFormatter.Instance);
        AddPlain(WireType.String, StringFormatter.Instance);
        AddPlain(WireType.Decimal, DecimalFormatter.Instance);
        AddPlain(WireType.Uuid, GuidFormatter.Instance);
        AddPlain(WireType.Enum("Char", WireCode.U16), CharFormatter.Instance);
        Add(WireType.U8, ByteFormatter.Instance);
        Add(WireType.Data, BytesFormatter.Instance);
        Add(WireType.Url, UriFormatter.Instance);
        Add(TimeSpanFormatter.Instance.Type, TimeSpanFormatter.Instance);
        Add(WireType.Tuple(WireType.Date, WireType.Enum("DateTimeOffset", WireCode.I16)), DateTimeOffsetFormatter.Instance);
#if NET8_0_OR_GREATER
        Add(WireType.Enum("DateOnly", WireCode.I32), DateOnlyFormatter.Instance);
        Add(WireType.Enum("TimeOnly", WireCode.I64), TimeOnlyFormatter.Instance);
        Add(WireType.Enum("Half", WireCode.U16), HalfFormatter.Instance);
#else
        // Types that this framework does not have are their integers.
        Add(WireType.Enum("DateOnly", WireCode.I32), Int32Formatter.Instance);
        Add(WireType.Enum("TimeOnly", WireCode.I64), Int64Formatter.Instance);
        Add(WireType.Enum("Half", WireCode.U16), UInt16Formatter.Instance);
#endif
        Add(DateTimeFormatter.Instance.Type, DateTimeFormatter.Instance);
        Add(WireType.List(WireType.Any), new ListFormatter<object?>(AnyFormatter.Instance));
        Add(WireType.Map(WireType.String, WireType.Any),
            new DictionaryFormatter<string, object?>(StringFormatter.Instance, AnyFormatter.Instance));
        Add(WireType.Map(WireType.String, WireType.String),
            new DictionaryFormatter<string, string>(StringFormatter.Instance, StringFormatter.Instance));
        Add(WireType.Map(WireType.String, WireType.Optional(WireType.String)),
            new DictionaryFormatter<string, string?>(StringFormatter.Instance, new OptionalFormatter<string>(StringFormatter.Instance)));
        Add(WireType.Map(WireType.Any, WireType.Any),
            new DictionaryFormatter<object, object?>(AnyFormatter.Instance!, AnyFormatter.Instance));
        if (registry == null) return;
        foreach (var formatter in registry.Formatters) _cases.Add(new Case(formatter.Type, (IShadowBody)formatter));
        foreach (var one in registry.Enums) _cases.Add(new Case(one.Type, one.Formatter));
    }

    /// <summary>The cases, in the order in which the library knows them.</summary>
    public IReadOnlyList<Case> All => _cases;

    /// <summary>The cases of a root; null where nothing in it is of any type.</summary>
    public static AnyCases? Of(WireType root, FastserRegistry? registry) =>
        LeadsToAny(root, new HashSet<WireShape>()) ? new AnyCases(registry) : null;

    private void Add<T>(WireType type, Formatter<T> formatter) => _cases.Add(new Case(type, formatter));

    // Alone, and as an array.
    private void AddPlain<T>(WireType type, Formatter<T> formatter)
    {
        Add(type, formatter);
        Add(WireType.List(type), new ArrayFormatter<T>(formatter));
    }

    /// <summary>A type that such a value may have, and what reads it; null: it is null.</summary>
    public readonly struct Case
    {
        public Case(WireType type, IShadowBody? formatter) => (Type, Formatter) = (type, formatter);

        public WireType Type { get; }
        public IShadowBody? Formatter { get; }
    }

    private static bool LeadsToAny(WireType root, HashSet<WireShape> seen)
    {
        var waiting = new Stack<WireType>();
        waiting.Push(root);
        while (waiting.Count != 0)
        {
            var type = waiting.Pop();
            if (type.Code == WireCode.Any) return true;
            foreach (var inner in type.Operands) waiting.Push(inner);
            for (var shape = type.Shape; shape != null && seen.Add(shape); shape = shape.Super)
            {
                foreach (var field in shape.Fields) waiting.Push(field.Type);
            }
        }
        return false;
    }
}
