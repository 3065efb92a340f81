// SPDX-License-Identifier: MIT
//
// Maps and sets. No two keys are equal: neither to the format nor to .NET, whose double.NaN equals
// itself, whose decimals 1.0 and 1.00 are one key.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Fastser.Runtime;
#if NET8_0_OR_GREATER
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Runtime.InteropServices;
#endif

namespace Fastser.Formatters;

/// <summary>What all maps have in common.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract partial class MapFormatterBase<TMap, TKey, TValue> : Formatter<TMap>
    where TKey : notnull
{
    private protected readonly Formatter<TKey> _key;
    private protected readonly Formatter<TValue> _value;
    private readonly WireType _type;
    private int _memoryTree;
    private int _memoryGraph;
    private int _minimalTree = -1;
    private int _minimalGraph = -1;
    private bool? _byBytes;
    private bool? _isLate;

    private protected MapFormatterBase(Formatter<TKey> key, Formatter<TValue> value)
    {
        _key = key;
        _value = value;
        _type = WireType.Map(key.Type, value.Type);
    }

    /// <summary>The formatter of the keys.</summary>
    public Formatter<TKey> Key => _key;

    /// <summary>The formatter of the values.</summary>
    public Formatter<TValue> Value => _value;

    /// <inheritdoc/>
    public sealed override WireType Type => _type;

    /// <inheritdoc/>
    public override int MemorySize => 32;

    // For the keys of this map, while they are written.
    private protected WrittenKeys Keys(TMap map, bool references) =>
        new(_key.Type, typeof(TKey), HasOwnComparer(map!), references);

    // Whether the map has a comparer that may tell equal keys apart.
    private protected static bool HasOwnComparer(object map) => map switch
    {
        Dictionary<TKey, TValue> one => WrittenKeys.IsOwn<TKey>(one.Comparer),
        SortedDictionary<TKey, TValue> one => WrittenKeys.IsOwn<TKey>(one.Comparer),
        SortedList<TKey, TValue> one => WrittenKeys.IsOwn<TKey>(one.Comparer),
#if NET8_0_OR_GREATER
        ConcurrentDictionary<TKey, TValue> one => WrittenKeys.IsOwn<TKey>(one.Comparer),
        ImmutableDictionary<TKey, TValue> one => WrittenKeys.IsOwn<TKey>(one.KeyComparer),
        ImmutableSortedDictionary<TKey, TValue> one => WrittenKeys.IsOwn<TKey>(one.KeyComparer),
        FrozenDictionary<TKey, TValue> one => WrittenKeys.IsOwn<TKey>(one.Comparer),
#endif
        _ => true,
    };

    private protected void WriteEntry(ref ArchiveWriter writer, in WrittenKeys keys, TKey key, TValue value)
    {
        var start = keys.Begin(ref writer);
        _key.Write(ref writer, key);
        keys.End(ref writer, start);
        _value.Write(ref writer, value);
    }

    // What the budget pays for an entry: both engines the same.
    private int MemoryOf(bool references)
    {
        ref var known = ref references ? ref _memoryGraph : ref _memoryTree;
        if (known != 0) return known;
        try
        {
            known = Math.Max(ShadowWriter.MapEntry(_key.Type, _value.Type, references).Stride, 1);
        }
        catch (FastserException)
        {
            known = Math.Max(_key.MemorySize + _value.MemorySize, 1);  // as for lists
        }
        return known;
    }

    // The count of entries, which are one level deeper.
    private protected int ReadCount(ref ArchiveReader reader)
    {
        ref var minimal = ref reader.References ? ref _minimalGraph : ref _minimalTree;
        if (minimal < 0)
        {
            minimal = (int)Math.Min(
                (long)_key.Type.MinimalSize(reader.References) + _value.Type.MinimalSize(reader.References),
                int.MaxValue);
        }
        var count = reader.ReadCountOnly(minimal);
        if (count != 0) reader.Enter();
        reader.Charge(reader.Position, (long)count * MemoryOf(reader.References));
        return count;
    }

    private static bool IsAny => typeof(TKey) == typeof(object);

    // Whether keys may have members that come later.
    private protected bool IsLate(bool references) => references && (_isLate ??= LateEntries.Needs(_key.Type));

    // Entries that a map gets when all was read.
    private protected (TKey Key, TValue Value, int Place)[] ReadLate(ref ArchiveReader reader)
    {
        var count = ReadCount(ref reader);
        if (count == 0) return [];
        var byBytes = _byBytes ??= WireKeys.Needs<TKey>(_key.Type);
        var keys = default(WireKeys);
        var anyKeys = default(AnyKeys);
        var entries = new (TKey Key, TValue Value, int Place)[count];
        for (var i = 0; i < count; ++i)
        {
            var place = reader.Position;
            var objects = IsAny ? reader.AnyObjectCount : byBytes ? reader.ObjectCount : 0;
            entries[i].Place = place;
            entries[i].Key = _key.Read(ref reader);
            if (entries[i].Key is null) reader.Refuse(place, "null as a key");
            else if (byBytes && keys.IsKnown(ref reader, place, objects)) reader.FailTwice(_key.Type, place, "a key twice");
            else if (IsAny && anyKeys.IsKnown(ref reader, entries[i].Key, _key.Type.Code, place, objects)) reader.Refuse(place, "a key twice");
            entries[i].Value = _value.Read(ref reader);
        }
        reader.Leave();
        return entries;
    }

    private protected void ReadEntries(ref ArchiveReader reader, ref Dictionary<TKey, TValue>? map)
    {
        if (IsLate(reader.References))
        {
            var entries = ReadLate(ref reader);
            if (map == null) map = new Dictionary<TKey, TValue>(entries.Length);
            else map.Clear();
            if (entries.Length != 0) reader.Session.Later(new LateMap<TKey, TValue>(map, entries));
            return;
        }
        var count = ReadCount(ref reader);
        var byBytes = _byBytes ??= WireKeys.Needs<TKey>(_key.Type);
        var keys = default(WireKeys);
        var anyKeys = default(AnyKeys);
        if (map == null) map = new Dictionary<TKey, TValue>(count);
        else map.Clear();
        for (var i = 0; i < count; ++i)
        {
            var place = reader.Position;
            var objects = IsAny ? reader.AnyObjectCount : byBytes ? reader.ObjectCount : 0;
            var key = _key.Read(ref reader);
            if (key is null)
            {
                reader.Refuse(place, "null as a key");
                _value.Read(ref reader);
                continue;
            }
            if (byBytes && keys.IsKnown(ref reader, place, objects)) reader.FailTwice(_key.Type, place, "a key twice");
            if (IsAny && anyKeys.IsKnown(ref reader, key, _key.Type.Code, place, objects)) reader.Refuse(place, "a key twice");
#if NET8_0_OR_GREATER
            ref var value = ref CollectionsMarshal.GetValueRefOrAddDefault(map, key, out var exists);
            if (exists) reader.FailTwice(_key.Type, place, "a key twice");
            value = _value.Read(ref reader);
#else
            if (map.ContainsKey(key)) reader.FailTwice(_key.Type, place, "a key twice");
            map[key] = _value.Read(ref reader);
#endif
        }
        if (count != 0) reader.Leave();
    }
}

/// <summary>Dictionaries.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class DictionaryFormatter<TKey, TValue> : MapFormatterBase<Dictionary<TKey, TValue>, TKey, TValue>
    where TKey : notnull
{
    /// <summary>Dictionaries of keys and values of these formatters.</summary>
    public DictionaryFormatter(Formatter<TKey> key, Formatter<TValue> value) : base(key, value) { }

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Dictionary<TKey, TValue> value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "Dictionary");
        var left = value!.Count;
        writer.WriteVarint((ulong)left);
        if (left == 0) return;
        writer.Enter();
        if (IsNamed && !HasOwnComparer(value))
        {
            foreach (var entry in Unsafe.As<Dictionary<string, object?>>(value))
            {
                if (--left < 0) break;
                writer.WriteString(entry.Key);
                writer.WriteAny(entry.Value);
            }
        }
        else
        {
            var keys = Keys(value, writer.References);
            foreach (var entry in value)
            {
                if (--left < 0) break;
                WriteEntry(ref writer, keys, entry.Key, entry.Value);
            }
        }
        if (left != 0) ArchiveWriter.FailChanged();
        writer.Leave();
    }

    /// <inheritdoc/>
    public override Dictionary<TKey, TValue> Read(ref ArchiveReader reader)
    {
        Dictionary<TKey, TValue>? map = null;
        Populate(ref reader, ref map!);
        return map;
    }

    /// <inheritdoc/>
    public override void Populate(ref ArchiveReader reader, ref Dictionary<TKey, TValue> value)
    {
        // The commonest by code that knows its types.
        if (IsNamed) ReadNamed(ref reader, ref Unsafe.As<Dictionary<TKey, TValue>, Dictionary<string, object?>?>(ref value!));
        else ReadEntries(ref reader, ref value!);
    }

    private bool IsNamed => _value is AnyFormatter && _key is StringFormatter;

    private void ReadNamed(ref ArchiveReader reader, ref Dictionary<string, object?>? map)
    {
        var count = ReadCount(ref reader);
        if (map == null) map = new Dictionary<string, object?>(count);
        else map.Clear();
        for (var i = 0; i < count; ++i)
        {
            var place = reader.Position;
            var key = reader.ReadString();
#if NET8_0_OR_GREATER
            ref var value = ref CollectionsMarshal.GetValueRefOrAddDefault(map, key, out var exists);
            if (exists) reader.FailTwice(_key.Type, place, "a key twice");
            value = reader.ReadAny();
#else
            if (map.ContainsKey(key)) reader.FailTwice(_key.Type, place, "a key twice");
            map[key] = reader.ReadAny();
#endif
        }
        if (count != 0) reader.Leave();
    }
}

/// <summary>Maps that are made of a dictionary.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class MapFormatter<TMap, TKey, TValue> : MapFormatterBase<TMap, TKey, TValue>
    where TMap : IEnumerable<KeyValuePair<TKey, TValue>>
    where TKey : notnull
{
    private readonly Func<Dictionary<TKey, TValue>, TMap> _make;

    /// <summary>Maps of keys and values of these formatters; <paramref name="make"/> may keep the
    /// dictionary.</summary>
    public MapFormatter(Formatter<TKey> key, Formatter<TValue> value, Func<Dictionary<TKey, TValue>, TMap> make)
        : base(key, value) => _make = make;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, TMap value)
    {
        if (value is null) ArchiveWriter.Null<object>("a value", typeof(TMap).Name);
        IReadOnlyCollection<KeyValuePair<TKey, TValue>> all =
            value as IReadOnlyCollection<KeyValuePair<TKey, TValue>>
            ?? new List<KeyValuePair<TKey, TValue>>(value!);
        var left = all.Count;
        writer.WriteVarint((ulong)left);
        if (left == 0) return;
        writer.Enter();
        var keys = Keys(value!, writer.References);
        foreach (var entry in all)
        {
            if (--left < 0) break;
            WriteEntry(ref writer, keys, entry.Key, entry.Value);
        }
        if (left != 0) ArchiveWriter.FailChanged();
        writer.Leave();
    }

    /// <inheritdoc/>
    public override TMap Read(ref ArchiveReader reader)
    {
        if (IsLate(reader.References)) return MakeLate(reader.Session, ReadLate(ref reader));
        var place = reader.Position;
        Dictionary<TKey, TValue>? map = null;
        ReadEntries(ref reader, ref map);
        var made = Make(map!, out var refusal);
        if (refusal != null) reader.Refuse(place, refusal);
        return made;
    }

    // What sorts may hold more keys for equal than a dictionary, as a culture does, or not know an order of them.
    private TMap Make(Dictionary<TKey, TValue> map, out string? refusal)
    {
        var count = map.Count;
        try
        {
            var made = _make(map);
            refusal = made is IReadOnlyCollection<KeyValuePair<TKey, TValue>> all && all.Count != count ? LateEntries.Equal : null;
            return made;
        }
        catch (Exception error) when (LateEntries.IsRefusal(error))
        {
            refusal = LateEntries.NoOrder + error.Message;
            return _make([]);
        }
    }

    // An immutable map cannot wait for its entries: whether their keys were complete is seen later.
    private TMap MakeLate(ReadSession session, (TKey Key, TValue Value, int Place)[] entries)
    {
        var made = _make([]);
        if (entries.Length == 0) return made;
        if (made is IDictionary<TKey, TValue> { IsReadOnly: false } late)
        {
            session.Later(new LateMap<TKey, TValue>(late, entries));
            return made;
        }
        var map = new Dictionary<TKey, TValue>(entries.Length);
        new LateMap<TKey, TValue>(map, entries).PutEarly();
        string? refusal = null;
        if (map.Count != entries.Length) session.Refuse(entries[0].Place, LateEntries.NoWait);
        else made = Make(map, out refusal);
        if (refusal != null) session.Refuse(entries[0].Place, refusal);
        if (made is IReadOnlyDictionary<TKey, TValue> all)
        {
            session.Later(new LateLook<TKey>(all.ContainsKey, Array.ConvertAll(entries, one => (one.Key, one.Place))));
        }
        return made;
    }
}

/// <summary>Formatters of maps, by their names in .NET.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class MapFormatters
{
#pragma warning disable CS1591 // Each is named after the type that it is for.
    public static Formatter<IDictionary<TKey, TValue>> IDictionary<TKey, TValue>(
        Formatter<TKey> key, Formatter<TValue> value) where TKey : notnull =>
        new MapFormatter<IDictionary<TKey, TValue>, TKey, TValue>(key, value, static all => all);

    public static Formatter<IReadOnlyDictionary<TKey, TValue>> IReadOnlyDictionary<TKey, TValue>(
        Formatter<TKey> key, Formatter<TValue> value) where TKey : notnull =>
        new MapFormatter<IReadOnlyDictionary<TKey, TValue>, TKey, TValue>(key, value, static all => all);

    public static Formatter<SortedDictionary<TKey, TValue>> SortedDictionary<TKey, TValue>(
        Formatter<TKey> key, Formatter<TValue> value) where TKey : notnull =>
        new MapFormatter<SortedDictionary<TKey, TValue>, TKey, TValue>(key, value, static all => new(all));

    public static Formatter<SortedList<TKey, TValue>> SortedList<TKey, TValue>(
        Formatter<TKey> key, Formatter<TValue> value) where TKey : notnull =>
#if NET8_0_OR_GREATER
        new MapFormatter<SortedList<TKey, TValue>, TKey, TValue>(key, value, static all => new(all));
#else
        // That of .NET Framework does not look for equal keys.
        new MapFormatter<SortedList<TKey, TValue>, TKey, TValue>(
            key, value, static all => new(new SortedDictionary<TKey, TValue>(all)));
#endif

    public static Formatter<ConcurrentDictionary<TKey, TValue>> ConcurrentDictionary<TKey, TValue>(
        Formatter<TKey> key, Formatter<TValue> value) where TKey : notnull =>
        new MapFormatter<ConcurrentDictionary<TKey, TValue>, TKey, TValue>(key, value, static all => new(all));

#if NET8_0_OR_GREATER
    public static Formatter<ImmutableDictionary<TKey, TValue>> ImmutableDictionary<TKey, TValue>(
        Formatter<TKey> key, Formatter<TValue> value) where TKey : notnull =>
        new MapFormatter<ImmutableDictionary<TKey, TValue>, TKey, TValue>(
            key, value, static all => all.ToImmutableDictionary());

    public static Formatter<ImmutableSortedDictionary<TKey, TValue>> ImmutableSortedDictionary<TKey, TValue>(
        Formatter<TKey> key, Formatter<TValue> value) where TKey : notnull =>
        new MapFormatter<ImmutableSortedDictionary<TKey, TValue>, TKey, TValue>(
            key, value, static all => all.ToImmutableSortedDictionary());

    public static Formatter<FrozenDictionary<TKey, TValue>> FrozenDictionary<TKey, TValue>(
        Formatter<TKey> key, Formatter<TValue> value) where TKey : notnull =>
        new MapFormatter<FrozenDictionary<TKey, TValue>, TKey, TValue>(
            key, value, static all => all.ToFrozenDictionary());
#endif
#pragma warning restore CS1591
}

/// <summary>Sets that are made of a hash set.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class SetFormatter<TSet, T> : SequenceFormatter<TSet, T>
    where TSet : IEnumerable<T>
{
    private readonly Func<HashSet<T>, TSet> _make;
    private bool? _byBytes;
    private bool? _isLate;

    /// <summary>Sets of elements of that formatter; <paramref name="make"/> may keep the hash set.</summary>
    public SetFormatter(Formatter<T> element, Func<HashSet<T>, TSet> make) : base(element, true) => _make = make;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, TSet value)
    {
        if (value is null) FailNull();
        var all = value as IReadOnlyCollection<T> ?? new List<T>(value!);
        var left = all.Count;
        writer.WriteVarint((ulong)left);
        if (left == 0) return;
        writer.Enter();
        var keys = new WrittenKeys(_element.Type, typeof(T), HasOwnComparer(value!), writer.References);
        foreach (var element in all)
        {
            if (--left < 0) break;
            var start = keys.Begin(ref writer);
            _element.Write(ref writer, element);
            keys.End(ref writer, start);
        }
        if (left != 0) throw new FastserException(FastserStatus.Usage, "a set that changed while it was written");
        writer.Leave();
    }

    private static bool HasOwnComparer(object set) => set switch
    {
        HashSet<T> one => WrittenKeys.IsOwn<T>(one.Comparer),
        SortedSet<T> one => WrittenKeys.IsOwn<T>(one.Comparer),
#if NET8_0_OR_GREATER
        ImmutableHashSet<T> one => WrittenKeys.IsOwn<T>(one.KeyComparer),
        ImmutableSortedSet<T> one => WrittenKeys.IsOwn<T>(one.KeyComparer),
        FrozenSet<T> one => WrittenKeys.IsOwn<T>(one.Comparer),
#endif
        _ => true,
    };

    /// <inheritdoc/>
    public override TSet Read(ref ArchiveReader reader)
    {
        var start = reader.Position;
        var count = reader.ReadCountOnly(Minimal(reader.References));
        if (count != 0) reader.Enter();
        reader.Charge(reader.Position, (long)count * MemoryOf(reader.References));
        var isLate = count != 0 && IsLate(reader.References);
        var late = isLate ? new (T Element, int Place)[count] : null;
#if NET8_0_OR_GREATER
        var set = new HashSet<T>(count);
#else
        var set = new HashSet<T>();
#endif
        var byBytes = _byBytes ??= WireKeys.Needs<T>(_element.Type);
        var keys = default(WireKeys);
        var anyKeys = default(AnyKeys);
        for (var i = 0; i < count; ++i)
        {
            var place = reader.Position;
            var objects = IsAny ? reader.AnyObjectCount : byBytes ? reader.ObjectCount : 0;
            var element = _element.Read(ref reader);
            var isNew = !IsAny || !anyKeys.IsKnown(ref reader, element, _element.Type.Code, place, objects);
            if (late == null) isNew &= set.Add(element);
            else late[i] = (element, place);
            if (byBytes) isNew &= !keys.IsKnown(ref reader, place, objects);
            if (!isNew) reader.FailTwice(_element.Type, place, "an element twice");
        }
        if (count != 0) reader.Leave();
        if (late != null) return MakeLate(reader.Session, set, late);
        var made = Make(set, out var refusal);
        if (refusal != null) reader.Refuse(start, refusal);
        return made;
    }

    // As maps are made.
    private TSet Make(HashSet<T> set, out string? refusal)
    {
        var count = set.Count;
        try
        {
            var made = _make(set);
            refusal = made is IReadOnlyCollection<T> all && all.Count != count ? LateEntries.Equal : null;
            return made;
        }
        catch (Exception error) when (LateEntries.IsRefusal(error))
        {
            refusal = LateEntries.NoOrder + error.Message;
            return _make([]);
        }
    }

    private static bool IsAny => typeof(T) == typeof(object);

    // Whether elements may have members that come later.
    private bool IsLate(bool references) => references && (_isLate ??= LateEntries.Needs(_element.Type));

    // An immutable set cannot wait for its elements: whether they were complete is seen later.
    private TSet MakeLate(ReadSession session, HashSet<T> set, (T Element, int Place)[] elements)
    {
        var made = _make(set);
        if (made is ISet<T> { IsReadOnly: false } late)
        {
            session.Later(new LateSet<T>(late, elements));
            return made;
        }
        new LateSet<T>(set, elements).PutEarly();
        string? refusal = null;
        if (set.Count != elements.Length) session.Refuse(elements[0].Place, LateEntries.NoWait);
        else made = Make(set, out refusal);
        if (refusal != null) session.Refuse(elements[0].Place, refusal);
        if (made is ICollection<T> all) session.Later(new LateLook<T>(all.Contains, elements));
        return made;
    }
}

/// <summary>Formatters of sets, by their names in .NET.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class SetFormatters
{
#pragma warning disable CS1591 // Each is named after the type that it is for.
    public static Formatter<HashSet<T>> HashSet<T>(Formatter<T> element) =>
        new SetFormatter<HashSet<T>, T>(element, static all => all);

    public static Formatter<ISet<T>> ISet<T>(Formatter<T> element) =>
        new SetFormatter<ISet<T>, T>(element, static all => all);

    public static Formatter<SortedSet<T>> SortedSet<T>(Formatter<T> element) =>
        new SetFormatter<SortedSet<T>, T>(element, static all => new SortedSet<T>(all));

#if NET8_0_OR_GREATER
    public static Formatter<IReadOnlySet<T>> IReadOnlySet<T>(Formatter<T> element) =>
        new SetFormatter<IReadOnlySet<T>, T>(element, static all => all);

    public static Formatter<ImmutableHashSet<T>> ImmutableHashSet<T>(Formatter<T> element) =>
        new SetFormatter<ImmutableHashSet<T>, T>(element, static all => all.ToImmutableHashSet());

    public static Formatter<ImmutableSortedSet<T>> ImmutableSortedSet<T>(Formatter<T> element) =>
        new SetFormatter<ImmutableSortedSet<T>, T>(element, static all => all.ToImmutableSortedSet());

    public static Formatter<FrozenSet<T>> FrozenSet<T>(Formatter<T> element) =>
        new SetFormatter<FrozenSet<T>, T>(element, static all => all.ToFrozenSet());
#endif
#pragma warning restore CS1591
}
