// SPDX-License-Identifier: MIT
//
// Collections that are made of their elements, sets and maps, read for the native engine. They are written by way
// of an archive.
using System;
using System.Collections.Generic;
#if NET8_0_OR_GREATER
using System.Collections.Immutable;
using System.Runtime.InteropServices;
#endif
using Fastser.Runtime;

namespace Fastser.Formatters;

public sealed unsafe partial class CollectionFormatter<TCollection, T>
{
    /// <inheritdoc/>
    public override TCollection FromShadow(ref ShadowReader reader, byte* slot) => _make(ArrayFromShadow(ref reader, slot));
}

#if NET8_0_OR_GREATER
public sealed unsafe partial class ImmutableArrayFormatter<T>
{
    /// <inheritdoc/>
    public override ImmutableArray<T> FromShadow(ref ShadowReader reader, byte* slot) =>
        ImmutableCollectionsMarshal.AsImmutableArray(ArrayFromShadow(ref reader, slot));
}

public sealed unsafe partial class ImmutableBytesFormatter
{
    /// <inheritdoc/>
    public override ImmutableArray<byte> FromShadow(ref ShadowReader reader, byte* slot) =>
        ImmutableCollectionsMarshal.AsImmutableArray(ShadowReader.GetBytes(slot).ToArray());
}
#endif

public sealed unsafe partial class SetFormatter<TSet, T>
{
    /// <inheritdoc/>
    public override TSet FromShadow(ref ShadowReader reader, byte* slot)
    {
        var elements = ArrayFromShadow(ref reader, slot);
        if (elements.Length != 0 && IsLate(reader.References))
        {
            return MakeLate(reader.Late, [], Array.ConvertAll(elements, one => (one, -1)));
        }
        var set = new HashSet<T>(elements);
        if (set.Count != elements.Length) throw new FastserException(FastserStatus.Malformed, "an element twice");
        var made = Make(set, out var refusal);
        return refusal == null ? made : throw new FastserException(FastserStatus.Malformed, refusal);
    }
}

public abstract unsafe partial class MapFormatterBase<TMap, TKey, TValue>
{
    private protected Dictionary<TKey, TValue> EntriesFromShadow(
        ref ShadowReader reader, byte* slot, Dictionary<TKey, TValue>? existing = null)
    {
        var entry = reader.GetMap(slot, _key.Type, _value.Type, out var count, out var toValue, out var stride);
        var map = existing ?? new Dictionary<TKey, TValue>(count);
        map.Clear();
        if (count != 0 && IsLate(reader.References))
        {
            reader.Late.Later(new LateMap<TKey, TValue>(map, LateFromShadow(ref reader, slot)));
            return map;
        }
        for (; count > 0; --count, entry += stride)
        {
            var key = _key.FromShadow(ref reader, entry);
            if (key is null) throw new FastserException(FastserStatus.Malformed, "null as a key");
            if (map.ContainsKey(key)) throw new FastserException(FastserStatus.Malformed, "a key twice");
            map.Add(key, _value.FromShadow(ref reader, entry + toValue));
        }
        return map;
    }

    // Entries that a map gets when all was read. Shadows do not say where they were in the archive.
    private protected (TKey Key, TValue Value, int Place)[] LateFromShadow(ref ShadowReader reader, byte* slot)
    {
        var entry = reader.GetMap(slot, _key.Type, _value.Type, out var count, out var toValue, out var stride);
        if (count == 0) return [];
        var entries = new (TKey Key, TValue Value, int Place)[count];
        for (var i = 0; i < count; ++i, entry += stride)
        {
            var key = _key.FromShadow(ref reader, entry);
            if (key is null) throw new FastserException(FastserStatus.Malformed, "null as a key");
            entries[i] = (key, _value.FromShadow(ref reader, entry + toValue), -1);
        }
        return entries;
    }
}

public sealed unsafe partial class DictionaryFormatter<TKey, TValue>
{
    /// <inheritdoc/>
    public override Dictionary<TKey, TValue> FromShadow(ref ShadowReader reader, byte* slot) =>
        EntriesFromShadow(ref reader, slot);

    internal override Dictionary<TKey, TValue> FromShadowOver(
        ref ShadowReader reader, byte* slot, Dictionary<TKey, TValue> existing) =>
        EntriesFromShadow(ref reader, slot, existing);
}

public sealed unsafe partial class MapFormatter<TMap, TKey, TValue>
{
    /// <inheritdoc/>
    public override TMap FromShadow(ref ShadowReader reader, byte* slot)
    {
        if (IsLate(reader.References)) return MakeLate(reader.Late, LateFromShadow(ref reader, slot));
        var made = Make(EntriesFromShadow(ref reader, slot), out var refusal);
        return refusal == null ? made : throw new FastserException(FastserStatus.Malformed, refusal);
    }
}
