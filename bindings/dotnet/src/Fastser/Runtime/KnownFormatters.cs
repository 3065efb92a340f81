// SPDX-License-Identifier: MIT
//
// The formatters that the library has from the start: those of types without type arguments. Looked at
// once for each type.
using System;
using System.Collections.Generic;
using Fastser.Formatters;

namespace Fastser.Runtime;

internal static class KnownFormatters
{
    private static readonly Dictionary<Type, Formatter> s_all = Make();

    public static Formatter? Find(Type type) => s_all.TryGetValue(type, out var formatter) ? formatter : null;

    /// <summary>The formatter whose values are records of this name.</summary>
    public static Formatter? FindRecord(string name)
    {
        foreach (var formatter in s_all.Values)
        {
            if (formatter.Type.Shape?.Name == name) return formatter;
        }
        return null;
    }

    private static Dictionary<Type, Formatter> Make()
    {
        var all = new Dictionary<Type, Formatter>();
        foreach (var formatter in All()) all.Add(formatter.ValueType, formatter);
        return all;
    }

    private static IEnumerable<Formatter> All()
    {
        yield return AnyFormatter.Instance;
        yield return BooleanFormatter.Instance;
        yield return SByteFormatter.Instance;
        yield return ByteFormatter.Instance;
        yield return Int16Formatter.Instance;
        yield return UInt16Formatter.Instance;
        yield return CharFormatter.Instance;
        yield return Int32Formatter.Instance;
        yield return UInt32Formatter.Instance;
        yield return Int64Formatter.Instance;
        yield return UInt64Formatter.Instance;
        yield return SingleFormatter.Instance;
        yield return DoubleFormatter.Instance;
        yield return IntPtrFormatter.Instance;
        yield return UIntPtrFormatter.Instance;
        yield return DecimalFormatter.Instance;
        yield return GuidFormatter.Instance;
        yield return StringFormatter.Instance;
        yield return DateTimeFormatter.Instance;
        yield return DateTimeOffsetFormatter.Instance;
        yield return TimeSpanFormatter.Instance;
        yield return BytesFormatter.Instance;
        yield return MemoryBytesFormatter.Instance;
        yield return ReadOnlyMemoryBytesFormatter.Instance;
        yield return ArraySegmentBytesFormatter.Instance;
        yield return BigIntegerFormatter.Instance;
        yield return ComplexFormatter.Instance;
        yield return BitVector32Formatter.Instance;
        yield return UriFormatter.Instance;
        yield return VersionFormatter.Instance;
        yield return StringBuilderFormatter.Instance;
        yield return CultureInfoFormatter.Instance;
        yield return BitArrayFormatter.Instance;
#if NET8_0_OR_GREATER
        yield return DateOnlyFormatter.Instance;
        yield return TimeOnlyFormatter.Instance;
        yield return HalfFormatter.Instance;
        yield return Int128Formatter.Instance;
        yield return UInt128Formatter.Instance;
        yield return RuneFormatter.Instance;
        yield return ImmutableBytesFormatter.Instance;
#endif
    }
}
