// SPDX-License-Identifier: MIT
//
// Keys of one map, or elements of one set, whose .NET type does not say what equal means (byte[], classes
// without Equals): compared by their bytes in the archive, as the format does for most types. Where
// equal keys may be different bytes (shared strings, varints that were padded) some are not found; where
// a key may hold a NaN, which equals nothing, none are looked for. A key in which an object begins is like no
// other: that is another object, whatever it holds.
using System;
using System.Collections.Generic;

namespace Fastser.Runtime;

internal struct WireKeys
{
    private Dictionary<int, List<(int Start, int Size)>>? _seen;

    /// <summary>Whether keys of this .NET type are compared by their bytes.</summary>
    public static bool Needs<T>(WireType wire) =>
        !typeof(IEquatable<T>).IsAssignableFrom(typeof(T)) && !IsEquatable(typeof(T)) && !HoldsFloats(wire, []);

    /// <summary>Whether this key, which ends at the reader's place, was there before.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="start">Where the key begins.</param>
    /// <param name="objects">Objects that had begun there.</param>
    public bool IsKnown(ref ArchiveReader reader, int start, int objects)
    {
        return reader.ObjectCount == objects && IsKnown(reader.Bytes, start, reader.Position - start);
    }

    /// <summary>Whether the key of these bytes was there before.</summary>
    public bool IsKnown(ReadOnlySpan<byte> all, int start, int size)
    {
        var key = all.Slice(start, size);
        var hash = WrittenTexts.HashOf(key);
        _seen ??= [];
        if (!_seen.TryGetValue(hash, out var same)) _seen.Add(hash, same = []);
        foreach (var one in same)
        {
            if (all.Slice(one.Start, one.Size).SequenceEqual(key)) return true;
        }
        same.Add((start, size));
        return false;
    }

    private static bool IsEquatable(Type type) =>
        type.IsEnum || type.IsPrimitive || type == typeof(string) || type == typeof(object) || type == typeof(Uri)
        || (type.IsValueType && Nullable.GetUnderlyingType(type) != null);

    /// <summary>Whether a value of this type may hold a NaN.</summary>
    public static bool HoldsFloats(WireType type, HashSet<WireShape> seen)
    {
        if (type.Code is WireCode.F32 or WireCode.F64 or WireCode.AppleDate or WireCode.Any) return true;
        foreach (var inner in type.Operands)
        {
            if (HoldsFloats(inner, seen)) return true;
        }
        for (var shape = type.Shape; shape != null && seen.Add(shape); shape = shape.Super)
        {
            foreach (var field in shape.Fields)
            {
                if (HoldsFloats(field.Type, seen)) return true;
            }
        }
        return false;
    }
}
