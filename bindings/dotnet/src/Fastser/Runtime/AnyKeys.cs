// SPDX-License-Identifier: MIT
//
// Keys of one map, or elements of one set, of any type. .NET compares data, lists and maps by reference; here
// data is compared by what it is, and the rest by its bytes in the archive, as in WireKeys. A key in which an
// object begins is like no other, and so is one that holds a NaN.
using System;
using System.Collections;
using System.Collections.Generic;

namespace Fastser.Runtime;

internal struct AnyKeys
{
    private HashSet<byte[]>? _data;
    private WireKeys _others;

    /// <summary>Whether .NET does not see that such a key equals another.</summary>
    public static bool Needs(object? key) => key is ICollection or HashSet<object?>;

    /// <summary>Whether this key, which ends at the reader's place, was there before.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="key">The key.</param>
    /// <param name="code">Of the type of all keys.</param>
    /// <param name="start">Where the key begins.</param>
    /// <param name="objects">Objects that had begun there, of whatever class.</param>
    public bool IsKnown(ref ArchiveReader reader, object? key, WireCode code, int start, int objects)
    {
        if (!Needs(key) || reader.AnyObjectCount != objects) return false;
        if (code == WireCode.Any) code = (WireCode)reader.Bytes[start];
        return IsKnown(reader.Bytes, key!, code is WireCode.Data or WireCode.SharedData, start, reader.Position - start);
    }

    /// <summary>Whether a key that <see cref="Needs"/> to be looked at was there before.</summary>
    /// <param name="all">All bytes of the archive.</param>
    /// <param name="key">The key.</param>
    /// <param name="isData">Whether it is data, and no object that is.</param>
    /// <param name="start">Where the key begins.</param>
    /// <param name="size">Its bytes.</param>
    public bool IsKnown(ReadOnlySpan<byte> all, object key, bool isData, int start, int size)
    {
        if (isData && key is byte[] data) return !(_data ??= new HashSet<byte[]>(WrittenKeys.ByBytes.Instance)).Add(data);
        var left = size;
        return _others.IsKnown(all, start, size) && !MayHoldNaN(key, 0, ref left);
    }

    // Also true where that takes too long: an object that is referred to may lead anywhere, back to itself, too.
    private static bool MayHoldNaN(object? value, int depth, ref int left)
    {
        if (--left < 0 || depth > 512) return true;
        switch (value)
        {
            case double number:
                return double.IsNaN(number);
            case float number:
                return float.IsNaN(number);
            case double[] numbers:
                return Array.Exists(numbers, double.IsNaN);
            case float[] numbers:
                return Array.Exists(numbers, float.IsNaN);
            case IDictionary map:
                return MayHoldNaN(map.Keys, depth, ref left) || MayHoldNaN(map.Values, depth, ref left);
            case object?[] or List<object?> or HashSet<object?>:
                return MayHoldNaN((IEnumerable)value, depth, ref left);
            default:
                return false;
        }
    }

    private static bool MayHoldNaN(IEnumerable values, int depth, ref int left)
    {
        foreach (var one in values)
        {
            if (MayHoldNaN(one, depth + 1, ref left)) return true;
        }
        return false;
    }
}
