// SPDX-License-Identifier: MIT
//
// A type expression: an immutable tree. Two of its nodes are no codes of the format, since what they
// are depends on FastSerializerOptions.References: a class (a record, or a ref to one) and a union (a
// variant of records, or of refs). So one description serves both.
using System;
using System.Collections.Generic;
using System.ComponentModel;

namespace Fastser.Runtime;

/// <summary>What the values of a .NET type are in an archive.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class WireType
{
    private static readonly WireType[] s_none = [];
    private readonly WireTable?[] _tables = new WireTable?[4];
    private bool? _isPlain;

    private WireType(WireCode code, params WireType[] operands)
    {
        Code = code;
        Operands = operands;
    }

    /// <summary>Its code. Of a class: record; of a union: variant.</summary>
    public WireCode Code { get; }

    /// <summary>The types that it holds, in the order of the format.</summary>
    public WireType[] Operands { get; }

    /// <summary>The shape of a record or class.</summary>
    public WireShape? Shape { get; private init; }

    /// <summary>The name of an enum.</summary>
    public string Name { get; private init; } = "";

    /// <summary>The integer type of an enum.</summary>
    public WireCode Integer { get; private init; }

    /// <summary>Elements of an array; bits.</summary>
    public int Count { get; private init; }

    /// <summary>Whether this is a class: with References on, a ref to the record.</summary>
    public bool IsClass { get; private init; }

    /// <summary>Whether this is a union of classes.</summary>
    public bool IsUnion { get; private init; }

#pragma warning disable CS1591 // The names are those of the codes.
    public static WireType Null { get; } = new(WireCode.Null, s_none);
    public static WireType Bool { get; } = new(WireCode.Bool, s_none);
    public static WireType I8 { get; } = new(WireCode.I8, s_none);
    public static WireType U8 { get; } = new(WireCode.U8, s_none);
    public static WireType I16 { get; } = new(WireCode.I16, s_none);
    public static WireType U16 { get; } = new(WireCode.U16, s_none);
    public static WireType I32 { get; } = new(WireCode.I32, s_none);
    public static WireType U32 { get; } = new(WireCode.U32, s_none);
    public static WireType I64 { get; } = new(WireCode.I64, s_none);
    public static WireType U64 { get; } = new(WireCode.U64, s_none);
    public static WireType F32 { get; } = new(WireCode.F32, s_none);
    public static WireType F64 { get; } = new(WireCode.F64, s_none);
    public static WireType VarI16 { get; } = new(WireCode.VarI16, s_none);
    public static WireType VarU16 { get; } = new(WireCode.VarU16, s_none);
    public static WireType VarI32 { get; } = new(WireCode.VarI32, s_none);
    public static WireType VarU32 { get; } = new(WireCode.VarU32, s_none);
    public static WireType VarI64 { get; } = new(WireCode.VarI64, s_none);
    public static WireType VarU64 { get; } = new(WireCode.VarU64, s_none);
    public static WireType String { get; } = new(WireCode.String, s_none);
    public static WireType Data { get; } = new(WireCode.Data, s_none);
    public static WireType SharedString { get; } = new(WireCode.SharedString, s_none);
    public static WireType SharedData { get; } = new(WireCode.SharedData, s_none);
    public static WireType Date { get; } = new(WireCode.Date, s_none);
    public static WireType Duration { get; } = new(WireCode.Duration, s_none);
    public static WireType Uuid { get; } = new(WireCode.Uuid, s_none);
    public static WireType Decimal { get; } = new(WireCode.Decimal, s_none);
    public static WireType Url { get; } = new(WireCode.Url, s_none);
    public static WireType Any { get; } = new(WireCode.Any, s_none);
#pragma warning restore CS1591

    /// <summary>A T, or nothing. Of a class or union, with References on: the class itself, which may
    /// be nil then.</summary>
    public static WireType Optional(WireType element) => new(WireCode.Optional, element);

    /// <summary>A list of T.</summary>
    public static WireType List(WireType element) => new(WireCode.List, element);

    /// <summary>A set of T.</summary>
    public static WireType Set(WireType element) => new(WireCode.Set, element);

    /// <summary>A map of K to V, whose order means nothing.</summary>
    public static WireType Map(WireType key, WireType value) => new(WireCode.Map, key, value);

    /// <summary>A map whose order means something.</summary>
    public static WireType OrderedMap(WireType key, WireType value) => new(WireCode.OrderedMap, key, value);

    /// <summary>Values one behind the other.</summary>
    public static WireType Tuple(params WireType[] elements) => new(WireCode.Tuple, elements);

    /// <summary>A value of one of several types.</summary>
    public static WireType Variant(params WireType[] alternatives) => new(WireCode.Variant, alternatives);

    /// <summary>Exactly <paramref name="count"/> values of a type.</summary>
    public static WireType Array(WireType element, int count) => new(WireCode.Array, element) { Count = count };

    /// <summary>An enum: its name, and its integer type.</summary>
    public static WireType Enum(string name, WireCode integer) =>
        new(WireCode.Enum, s_none) { Name = name, Integer = integer };

    /// <summary>A record: of a struct, or of what is always a value of its own.</summary>
    public static WireType Record(WireShape shape) => new(WireCode.Record, s_none) { Shape = shape };

    /// <summary>A class: a record; with References on, a ref to it.</summary>
    public static WireType Class(WireShape shape) =>
        new(WireCode.Record, s_none) { Shape = shape, IsClass = true };

    /// <summary>An object slot, whatever the options say.</summary>
    public static WireType Ref(WireType body) => new(WireCode.Ref, body);

    /// <summary>One of several classes, each made by <see cref="Class"/>: a variant of records; with
    /// References on, of refs to them, where null is the first alternative and nil.</summary>
    public static WireType Union(params WireType[] classes) =>
        new(WireCode.Variant, classes) { IsUnion = true };

    /// <summary>Whether a value counts as depth in an optional or variant (docs/format.md section 3); an
    /// object counts by itself.</summary>
    internal bool CountsInChoice(bool references) => Code switch
    {
        WireCode.Record => !(references && IsClass),
        WireCode.Tuple or WireCode.Array or WireCode.Variant or WireCode.Any => true,
        WireCode.Optional => !(references && (Operands[0].IsClass || Operands[0].IsUnion))
            || Operands[0].CountsInChoice(references),
        _ => false,
    };

    /// <summary>Whether a value counts as depth in a field.</summary>
    internal bool CountsInField(bool references) => Code switch
    {
        WireCode.Record => !(references && IsClass),
        WireCode.Tuple or WireCode.Array => true,
        _ => false,
    };

    /// <summary>Whether equal keys of this type are equal bytes on the wire, and equal to .NET: then a key
    /// that comes twice is found at once.</summary>
    internal bool IsComparedInPlace => Code switch
    {
        WireCode.F32 or WireCode.F64 or WireCode.AppleDate => false,
        WireCode.Bool or WireCode.I8 or WireCode.U8 or WireCode.I16 or WireCode.U16 or WireCode.I32 or WireCode.U32
            or WireCode.I64 or WireCode.U64 or WireCode.Date or WireCode.Duration or WireCode.Uuid or WireCode.Decimal
            or WireCode.String or WireCode.Data or WireCode.Url or WireCode.ClassRef => true,
        WireCode.Enum => Integer <= WireCode.U64,
        _ => false,
    };

    /// <summary>Whether no code of the user's runs when values are written, so that an object cannot be copied
    /// meanwhile; as far as shapes can tell.</summary>
    internal bool IsPlain => _isPlain ??= FindPlain(new HashSet<WireShape>());

    private bool FindPlain(HashSet<WireShape> seen)
    {
        if (Code is WireCode.Any or WireCode.AnyRef or WireCode.AnyRecord or WireCode.OwnedAny) return false;
        for (var shape = Shape; shape != null && seen.Add(shape); shape = shape.Super)
        {
            if (!shape.IsPlain) return false;
            foreach (var field in shape.Fields)
            {
                if (!field.Type.FindPlain(seen)) return false;
            }
        }
        foreach (var operand in Operands)
        {
            if (!operand.FindPlain(seen)) return false;
        }
        return true;
    }

    /// <summary>Least bytes that a value takes on the wire.</summary>
    public int MinimalSize(bool references) => WireMeasure.Minimal(this, references);

    /// <summary>The table of an archive whose root is of this type; made once.</summary>
    public WireTable Table(bool references, bool sharing)
    {
        ref var table = ref _tables[(references ? 1 : 0) + (sharing ? 2 : 0)];
        return table ??= WireTable.Make(this, references, sharing, System.Array.Empty<WireShape>());
    }
}
