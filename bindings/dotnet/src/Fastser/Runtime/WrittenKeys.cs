// SPDX-License-Identifier: MIT
//
// Keys of one map, or elements of one set, on their way out. .NET may tell keys apart that are equal to the
// format (docs/format.md, "Equal keys"): objects without Equals, members that are not written, byte[], a
// comparer of the collection's own. No reader would accept such an archive, so it is not written. Keys are
// compared by their bytes, so that some are not found: where strings are shared, +0 and -0. A key in which an
// object begins is like no other, since that is another object; and what may be a NaN is let pass, since that
// equals nothing.
using System;
using System.Buffers.Binary;
using System.Collections.Generic;

namespace Fastser.Runtime;

internal readonly struct WrittenKeys
{
    private readonly HashSet<byte[]>? _seen;
    private readonly bool _holdsFloats;
    private readonly Type _type;

    /// <summary>For the keys of one collection, if they have to be looked at.</summary>
    /// <param name="type">What they are in the archive.</param>
    /// <param name="keys">Their .NET type.</param>
    /// <param name="compares">Whether the collection's own comparer tells them apart.</param>
    /// <param name="references">Whether classes are objects.</param>
    public WrittenKeys(WireType type, Type keys, bool compares, bool references)
    {
        _type = keys;
        if (!compares && !IsLoose(type, references)) return;
        _seen = new HashSet<byte[]>(ByBytes.Instance);
        _holdsFloats = WireKeys.HoldsFloats(type, []);
    }

    /// <summary>Where the next key begins.</summary>
    public (long At, int Objects) Begin(ref ArchiveWriter writer) =>
        _seen == null ? default : (writer.BeginKey(), writer.ObjectCount);

    /// <summary>Behind that key.</summary>
    public void End(ref ArchiveWriter writer, (long At, int Objects) start)
    {
        if (_seen == null) return;
        var key = writer.EndKey(start.At);
        if (writer.ObjectCount != start.Objects || _seen.Add(key) || (_holdsFloats && MayHoldNaN(key))) return;
        throw new FastserException(FastserStatus.Usage,
            "two keys of a map, or elements of a set, of " + _type + " that differ in .NET, but not in what is written of "
            + "them: no reader would accept them"
            + (writer.References ? "" : "; with FastSerializerOptions.References objects are told apart"));
    }

    // Whether .NET may tell values apart that are written alike, by the default comparer.
    private static bool IsLoose(WireType type, bool references)
    {
        switch (type.Code)
        {
            case WireCode.Data or WireCode.SharedData or WireCode.List or WireCode.Array or WireCode.Set
                or WireCode.Map or WireCode.OrderedMap:
                return true;
            case WireCode.Record or WireCode.Variant:
                return !references || !(type.IsClass || type.IsUnion);
            case WireCode.Optional or WireCode.Tuple:
                foreach (var inner in type.Operands)
                {
                    if (IsLoose(inner, references)) return true;
                }
                return false;
            default:
                return false;
        }
    }

    /// <summary>Whether a comparer may tell keys apart that are written alike.</summary>
    public static bool IsOwn<T>(object comparer) =>
        !ReferenceEquals(comparer, EqualityComparer<T>.Default) && !ReferenceEquals(comparer, Comparer<T>.Default)
        && comparer is not StringComparer;

    private static bool MayHoldNaN(ReadOnlySpan<byte> key)
    {
        for (; key.Length >= 4; key = key.Slice(1))
        {
            if ((BinaryPrimitives.ReadUInt32LittleEndian(key) & 0x7FFFFFFF) > 0x7F800000) return true;
            if (key.Length >= 8
                && (BinaryPrimitives.ReadUInt64LittleEndian(key) & 0x7FFFFFFFFFFFFFFF) > 0x7FF0000000000000)
            {
                return true;
            }
        }
        return false;
    }

    internal sealed class ByBytes : IEqualityComparer<byte[]>
    {
        public static readonly ByBytes Instance = new();

        public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

        public int GetHashCode(byte[] key) => WrittenTexts.HashOf(key);
    }
}
