// SPDX-License-Identifier: MIT
//
// Codecs of arrays, lists, sets and dictionaries. All of them may be null: they are optional.
using System;
using System.Collections.Generic;
#if NET8_0_OR_GREATER
using System.Runtime.InteropServices;
#endif

namespace Fastser.Seed;

internal sealed class ArrayCodec<T> : ThereCodec<T[]>
{
    private readonly SeedCodec<T> _element;

    internal ArrayCodec(SeedCodec<T> element)
    {
        _element = element;
        Type = SeedType.Optional(SeedType.List(element.Type));
    }

    internal override void WriteThere(SerializationWriter writer, T[] value)
    {
        writer.BeginItems(value.Length);
        _element.WriteAll(writer, value);
        writer.EndCollection();
    }

    // In an `any` an array is the code `array`, so that it does not come back as a list.
    internal override void WriteBoxed(SerializationWriter writer, object value)
    {
        writer.Blit(Code.Array);
        writer.Expression(_element.Type);
        WriteThere(writer, (T[])value);
    }

    internal override T[] ReadThere(SerializationReader reader) => ReadArray(reader, reader.Count(_element.Type));

    internal override object ReadBoxedArray(SerializationReader reader, int count) => ReadArray(reader, count);

    private T[] ReadArray(SerializationReader reader, int count)
    {
        reader.Enter();
        reader.Charge((long)count * _element.Charge);
        var values = new T[count];
        _element.ReadAll(reader, values);
        reader.Leave();
        return values;
    }
}

internal sealed class ListCodec<T> : ThereCodec<List<T>>
{
    private readonly SeedCodec<T> _element;

    internal ListCodec(SeedCodec<T> element)
    {
        _element = element;
        Type = SeedType.Optional(SeedType.List(element.Type));
    }

    internal override void WriteThere(SerializationWriter writer, List<T> value)
    {
        writer.BeginItems(value.Count);
#if NET8_0_OR_GREATER
        _element.WriteAll(writer, CollectionsMarshal.AsSpan(value));
#else
        foreach (var item in value) _element.Write(writer, item);
#endif
        writer.EndCollection();
    }

    internal static void Write(SerializationWriter writer, SeedCodec<T> element, ICollection<T>? value)
    {
        var left = value?.Count ?? 0;
        if (!writer.BeginCollection(value, left)) return;
        foreach (var item in value!)
        {
            if (--left < 0) break;
            element.Write(writer, item);
        }
        writer.EndItems(left);
    }

    internal override List<T> ReadThere(SerializationReader reader)
    {
        var count = reader.Count(_element.Type);
        reader.Enter();
        reader.Charge((long)count * _element.Charge);
        var values = new List<T>(count);
#if NET8_0_OR_GREATER
        CollectionsMarshal.SetCount(values, count);
        _element.ReadAll(reader, CollectionsMarshal.AsSpan(values));
#else
        for (var i = 0; i < count; i++) values.Add(_element.Read(reader));
#endif
        reader.Leave();
        return values;
    }
}

internal sealed class SetCodec<T> : ThereCodec<HashSet<T>>
{
    private readonly SeedCodec<T> _element;

    internal SetCodec(SeedCodec<T> element)
    {
        _element = element;
        Type = SeedType.Optional(SeedType.Set(element.Type));
    }

    internal override void WriteThere(SerializationWriter writer, HashSet<T> value)
    {
        var left = value.Count;
        writer.BeginItems(left);
        foreach (var item in value)
        {
            if (--left < 0) break;
            _element.Write(writer, item);
        }
        writer.EndItems(left);
    }

    internal override HashSet<T> ReadThere(SerializationReader reader)
    {
        var count = reader.Count(_element.Type);
        reader.Enter();
        reader.Charge((long)count * (_element.Charge + 16));
        var values = new HashSet<T>();
        var keys = default(Runtime.AnyKeys);
        for (var i = 0; i < count; i++)
        {
            var start = reader.Position;
            var value = _element.Read(reader);
            if (!values.Add(value) || (!typeof(T).IsValueType && reader.IsKnown(ref keys, value, start))) throw reader.Error(FastserStatus.Malformed, start, "two elements of a set are equal");
        }
        reader.Leave();
        return values;
    }
}

internal sealed class DictionaryCodec<TKey, TValue> : ThereCodec<Dictionary<TKey, TValue>> where TKey : notnull
{
    private readonly SeedCodec<TKey> _key;
    private readonly SeedCodec<TValue> _value;

    internal DictionaryCodec(SeedCodec<TKey> key, SeedCodec<TValue> value)
    {
        _key = key;
        _value = value;
        Type = SeedType.Optional(SeedType.Map(key.Type, value.Type));
    }

    private static DictionaryCodec<TKey, TValue>? s_shared;

    /// <summary>The one that Write and ReadDictionary use, whatever the types.</summary>
    internal static DictionaryCodec<TKey, TValue> Shared => s_shared ??= new DictionaryCodec<TKey, TValue>(
        typeof(TKey) == typeof(string) ? (SeedCodec<TKey>)(object)SeedCodecs.KeyString : SeedCodec<TKey>.Instance, SeedCodec<TValue>.Instance);

    internal override void WriteThere(SerializationWriter writer, Dictionary<TKey, TValue> value)
    {
        var left = value.Count;
        writer.BeginItems(left);
        foreach (var pair in value)
        {
            if (--left < 0) break;
            _key.Write(writer, pair.Key);
            _value.Write(writer, pair.Value);
        }
        writer.EndItems(left);
    }

    internal void WritePairs(SerializationWriter writer, IDictionary<TKey, TValue>? value)
    {
        if (value is Dictionary<TKey, TValue> usual)
        {
            Write(writer, usual);
            return;
        }
        var left = value?.Count ?? 0;
        if (!writer.BeginCollection(value, left)) return;
        foreach (var pair in value!)
        {
            if (--left < 0) break;
            _key.Write(writer, pair.Key);
            _value.Write(writer, pair.Value);
        }
        writer.EndItems(left);
    }

    internal override Dictionary<TKey, TValue> ReadThere(SerializationReader reader)
    {
        var count = reader.Count(_key.Type, _value.Type);
        reader.Enter();
        reader.Charge((long)count * (_key.Charge + _value.Charge + 16));
        var values = new Dictionary<TKey, TValue>(count);
        var keys = default(Runtime.AnyKeys);
        for (var i = 0; i < count; i++)
        {
            var start = reader.Position;
            var key = _key.Read(reader);
            if (key == null) throw reader.Error(FastserStatus.TypeMismatch, start, "null cannot be a key");
            if (!typeof(TKey).IsValueType && reader.IsKnown(ref keys, key, start)) throw Equal(reader, start);
#if NET8_0_OR_GREATER
            if (!values.TryAdd(key, _value.Read(reader))) throw Equal(reader, start);
#else
            if (values.ContainsKey(key)) throw Equal(reader, start);
            values.Add(key, _value.Read(reader));
#endif
        }
        reader.Leave();
        return values;
    }

    private static FastserException Equal(SerializationReader reader, int start) =>
        reader.Error(FastserStatus.Malformed, start, "two keys of a map are equal");
}
