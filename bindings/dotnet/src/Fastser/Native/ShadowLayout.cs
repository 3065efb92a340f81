// SPDX-License-Identifier: MIT
//
// Shadows: how values lie in memory for the native library, whatever .NET does with the originals. This
// file is the rule: how many bytes each type takes, and where the fields of a class lie. Formatters fill
// slots by it (ShadowWriter, ShadowReader), ShadowForms tells the native library of it.
//
// | type | its slot |
// |---|---|
// | numbers, bool, enums, dates, uuid, decimal | as on the wire |
// | string, data, list, set, map | 16 bytes: pointer, count (u32), whether it is there at all (u8, at 12) |
// | class that may be null, ref | a pointer |
// | class that may not, record, tuple | its fields, the super-class's first |
// | other optional | the value, a byte behind it |
// | union, variant | 16 bytes: index (u32), whether it is there (u8, at 4), at 8 the value or a pointer to it |
// | any | 24 bytes: index of the case (u32), at 8 the value or a pointer to it |
//
// What holds no pointer lies directly behind what is before it, so that numbers in a row are one copy for
// the native library; all else begins at a multiple of 8.
using System;
using System.ComponentModel;

namespace Fastser.Runtime;

/// <summary>How values lie in memory for the native library.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class ShadowLayout
{
    internal const int PointerSize = 8;
    internal const int SpanSize = 16;
    internal const int SpanCount = 8;
    internal const int SpanFlag = 12;
    internal const int UnionSize = 16;
    internal const int UnionFlag = 4;
    internal const int UnionValue = 8;
    internal const int UnionRoom = UnionSize - UnionValue;
    internal const int AnySize = 24;
    internal const int AnyValue = 8;
    internal const int AnyRoom = AnySize - AnyValue;

    /// <summary>Bytes of a slot of that type, in a record.</summary>
    public static int SizeOf(WireType type) => Measure(type).Size;

    /// <summary>Bytes of a slot of that type, alone or in a collection.</summary>
    public static int SlotOf(WireType type, bool references) =>
        references && type.IsClass ? PointerSize : SizeOf(type);

    /// <summary>Where a field of a class lies; its super-class's fields are before it.</summary>
    public static int OffsetOf(WireShape shape, int field) => ShadowShape.Of(shape).Offsets[field];

    /// <summary>Where an element of a tuple lies.</summary>
    public static int OffsetOf(WireType tuple, int element) => ShadowShape.Of(tuple).Offsets[element];

    /// <summary>Bytes of the fields of a class, without a pointer to it.</summary>
    public static int BytesOf(WireShape shape) => ShadowShape.Of(shape).Size;

    /// <summary>Bytes of an object of a class: its fields, and the number by which it is known.</summary>
    public static int ObjectBytesOf(WireShape shape) => Align(BytesOf(shape)) + 8;

    /// <summary>The next multiple of 8.</summary>
    internal static int Align(int size) => checked(size + 7) & ~7;

    /// <summary>Whether an optional of it has its flag in the same slot.</summary>
    internal static bool IsSpan(WireCode code) => code switch
    {
        WireCode.String or WireCode.Data or WireCode.SharedString or WireCode.SharedData or WireCode.Url or
        WireCode.ClassRef or WireCode.List or WireCode.Set or WireCode.Map or WireCode.OrderedMap => true,
        _ => false,
    };

    /// <summary>Whether its slot holds what a .NET number of that size has in memory.</summary>
    internal static bool IsNumber(WireCode code) => code is >= WireCode.Bool and <= WireCode.VarU64
        or WireCode.Duration or WireCode.Enum or WireCode.AppleDate;

    /// <summary>Whether a slot of it holds the bytes of the wire: all in it is of fixed size.</summary>
    internal static bool IsWire(WireType type)
    {
        if (!BitConverter.IsLittleEndian) return false;
        switch (type.Code)
        {
            case WireCode.Null:
            case WireCode.Bool:
            case >= WireCode.I8 and <= WireCode.F64:
            case WireCode.Date:
            case WireCode.Duration:
            case WireCode.Uuid:
            case WireCode.Decimal:
            case WireCode.AppleDate:
                return true;
            case WireCode.Enum:
                return type.Integer is >= WireCode.I8 and <= WireCode.U64;
            case WireCode.Tuple:
                return Array.TrueForAll(type.Operands, IsWire);
            case WireCode.Record:
                return !type.IsClass && (type.Shape!.Super == null || IsWire(WireType.Record(type.Shape.Super)))
                    && Array.TrueForAll(type.Shape.Fields, static field => IsWire(field.Type));
            default:
                return false;
        }
    }

    /// <summary>Whether a slot of zeros is a value: all but a choice that must have been made, and classes.</summary>
    internal static bool IsValueOfZeros(WireType type) => type.Code switch
    {
        WireCode.Variant => false,
        WireCode.Tuple or WireCode.Array => Array.TrueForAll(type.Operands, IsValueOfZeros),
        WireCode.Record => !type.IsClass && (type.Shape!.Super == null || IsValueOfZeros(WireType.Record(type.Shape.Super)))
            && Array.TrueForAll(type.Shape.Fields, static field => IsValueOfZeros(field.Type)),
        _ => true,
    };

    /// <summary>Where the slot of an optional says whether there is a value: a byte.</summary>
    public static int FlagOf(WireType value) => IsSpan(value.Code) ? SpanFlag
        : value.Code == WireCode.Variant ? UnionFlag : SizeOf(value);

    internal static ShadowSize Measure(WireType type)
    {
        switch (type.Code)
        {
            case WireCode.Null:
                return new(0, true);
            case WireCode.Bool:
            case WireCode.I8:
            case WireCode.U8:
                return new(1, true);
            case WireCode.I16:
            case WireCode.U16:
            case WireCode.VarI16:
            case WireCode.VarU16:
                return new(2, true);
            case WireCode.I32:
            case WireCode.U32:
            case WireCode.VarI32:
            case WireCode.VarU32:
            case WireCode.F32:
                return new(4, true);
            case WireCode.I64:
            case WireCode.U64:
            case WireCode.VarI64:
            case WireCode.VarU64:
            case WireCode.F64:
            case WireCode.Duration:
            case WireCode.AppleDate:
                return new(8, true);
            case WireCode.Date:
                return new(12, true);
            case WireCode.Uuid:
            case WireCode.Decimal:
                return new(16, true);
            case WireCode.Bits:
                return new((type.Count + 7) / 8, true);
            case WireCode.Enum:
                return new(type.Integer is WireCode.I8 or WireCode.U8 ? 1
                    : type.Integer is WireCode.I16 or WireCode.U16 or WireCode.VarI16 or WireCode.VarU16 ? 2
                    : type.Integer is WireCode.I32 or WireCode.U32 or WireCode.VarI32 or WireCode.VarU32 ? 4
                    : 8, true);
            case WireCode.Optional:
                return MeasureOptional(type.Operands[0]);
            case WireCode.Variant:
                return new(UnionSize, false);
            case WireCode.Any:
                return new(AnySize, false);
            case WireCode.Tuple:
                var tuple = ShadowShape.Of(type);
                return new(tuple.Size, tuple.IsPlain);
            case WireCode.Record:
                var shape = ShadowShape.Of(type.Shape!);
                return type.IsClass ? new(Math.Max(Align(shape.Size), PointerSize), false)
                                    : new(shape.Size, shape.IsPlain);
            case WireCode.Array:
                var element = Measure(type.Operands[0]);
                return new(checked(element.Size * type.Count), element.IsPlain);
            default:
                if (IsSpan(type.Code)) return new(SpanSize, false);
                throw new FastserException(FastserStatus.Usage, "no slot for type code " + type.Code);
        }
    }

    private static ShadowSize MeasureOptional(WireType element)
    {
        if (IsSpan(element.Code)) return new(SpanSize, false);
        if (element.IsClass) return new(PointerSize, false);
        if (element.Code == WireCode.Variant) return new(UnionSize, false);
        var inner = Measure(element);
        return inner.IsPlain ? new(inner.Size + 1, true) : new(Align(inner.Size + 1), false);
    }
}

/// <summary>Bytes of a slot, and whether there is no pointer in it.</summary>
internal readonly struct ShadowSize
{
    public ShadowSize(int size, bool isPlain) => (Size, IsPlain) = (size, isPlain);

    public int Size { get; }
    public bool IsPlain { get; }
}
