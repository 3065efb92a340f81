// SPDX-License-Identifier: MIT
//
// What values of any type may be to the native library: all that ArchiveWriter.WriteAny writes. The
// library reads such a value by the case of its type, so there is one for each.
using System.Collections.Generic;
using Fastser.Formatters;

namespace Fastser.Runtime;

internal sealed class AnyCases
{
    private readonly List<WireType> _types = new();

    private AnyCases(FastserRegistry? registry)
    {
        _types.Add(WireType.Null);
        var character = WireType.Enum("Char", WireCode.U16);
        foreach (var type in Plain(character))
        {
            _types.Add(type);
            _types.Add(WireType.List(type));
        }
        _types.Add(WireType.U8);
        _types.Add(WireType.Data);
        _types.Add(WireType.Url);
        _types.Add(TimeSpanFormatter.Instance.Type);
        _types.Add(WireType.Tuple(WireType.Date, WireType.Enum("DateTimeOffset", WireCode.I16)));
        _types.Add(WireType.Enum("DateOnly", WireCode.I32));
        _types.Add(WireType.Enum("TimeOnly", WireCode.I64));
        _types.Add(WireType.Enum("Half", WireCode.U16));
        _types.Add(DateTimeFormatter.Instance.Type);
        _types.Add(WireType.List(WireType.Any));
        _types.Add(WireType.Map(WireType.String, WireType.Any));
        _types.Add(WireType.Map(WireType.String, WireType.String));
        _types.Add(WireType.Map(WireType.String, WireType.Optional(WireType.String)));
        _types.Add(WireType.Map(WireType.Any, WireType.Any));
        if (registry == null) return;
        foreach (var formatter in registry.Formatters) _types.Add(formatter.Type);
        foreach (var one in registry.Enums) _types.Add(one.Type);
    }

    public IReadOnlyList<WireType> Types => _types;

    /// <summary>The cases of a root; null where nothing in it is of any type.</summary>
    public static AnyCases? Of(WireType root, FastserRegistry? registry) =>
        LeadsToAny(root, new HashSet<WireShape>()) ? new AnyCases(registry) : null;

    private static IEnumerable<WireType> Plain(WireType character)
    {
        yield return WireType.Bool;
        yield return WireType.I8;
        yield return WireType.I16;
        yield return WireType.U16;
        yield return WireType.I32;
        yield return WireType.U32;
        yield return WireType.I64;
        yield return WireType.U64;
        yield return WireType.F32;
        yield return WireType.F64;
        yield return WireType.String;
        yield return WireType.Decimal;
        yield return WireType.Uuid;
        yield return character;
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
