// SPDX-License-Identifier: MIT
//
// SerializationWriter: the calls, one for each type.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Fastser.Runtime;
using Fastser.Seed;

namespace Fastser;

public sealed partial class SerializationWriter
{
    private Dictionary<string, uint>? _strings;

    /// <summary>Writes a value.</summary>
    public void Write(bool value)
    {
        Field(SeedType.Bool);
        Blit(value ? (byte)1 : (byte)0);
    }

    /// <summary>Writes a value.</summary>
    public void Write(byte value)
    {
        Field(SeedType.U8);
        Blit(value);
    }

    /// <summary>Writes a value.</summary>
    public void Write(sbyte value)
    {
        Field(SeedType.I8);
        Blit(value);
    }

    /// <summary>Writes a character (a unit of UTF-16).</summary>
    public void Write(char value)
    {
        Field(SeedType.U16);
        Blit(value);
    }

    /// <summary>Writes a value.</summary>
    public void Write(short value)
    {
        Field(SeedType.I16);
        Blit(value);
    }

    /// <summary>Writes a value.</summary>
    public void Write(ushort value)
    {
        Field(SeedType.U16);
        Blit(value);
    }

    /// <summary>Writes a value.</summary>
    public void Write(int value)
    {
        Field(SeedType.I32);
        Blit(value);
    }

    /// <summary>Writes a value.</summary>
    public void Write(uint value)
    {
        Field(SeedType.U32);
        Blit(value);
    }

    /// <summary>Writes a value.</summary>
    public void Write(long value)
    {
        Field(SeedType.I64);
        Blit(value);
    }

    /// <summary>Writes a value.</summary>
    public void Write(ulong value)
    {
        Field(SeedType.U64);
        Blit(value);
    }

    /// <summary>Writes a value.</summary>
    public void Write(float value)
    {
        Field(SeedType.F32);
        Blit(value);
    }

    /// <summary>Writes a value.</summary>
    public void Write(double value)
    {
        Field(SeedType.F64);
        Blit(value);
    }

    /// <summary>Writes a value.</summary>
    public void Write(decimal value) => WriteOne(value);

    /// <summary>Writes a string or null.</summary>
    public void Write(string? value)
    {
        Field(SeedType.OptionalString);
        if (value == null)
        {
            Blit((byte)0);
            return;
        }
        Blit((byte)1);
        Text(value);
    }

    /// <summary>Writes a value, with its Kind.</summary>
    public void Write(DateTime value)
    {
        Field(CollectionTypes.DateTime);
        DateTimeCodec.Put(this, value);
    }

    /// <summary>Writes a value, with its offset.</summary>
    public void Write(DateTimeOffset value) => WriteOne(value);

    /// <summary>Writes a value.</summary>
    public void Write(TimeSpan value) => WriteOne(value);

    /// <summary>Writes a value.</summary>
    public void Write(Guid value) => WriteOne(value);

    /// <summary>Writes a value.</summary>
    public void Write(BigInteger value) => WriteOne(value);

    /// <summary>Writes a value.</summary>
    public void Write(Complex value) => WriteOne(value);

#if NET8_0_OR_GREATER
    /// <summary>Writes a value.</summary>
    public void Write(DateOnly value) => WriteOne(value);

    /// <summary>Writes a value.</summary>
    public void Write(TimeOnly value) => WriteOne(value);

    /// <summary>Writes a value.</summary>
    public void Write(Half value) => WriteOne(value);

    /// <summary>Writes a value.</summary>
    public void Write(Int128 value) => WriteOne(value);

    /// <summary>Writes a value.</summary>
    public void Write(UInt128 value) => WriteOne(value);
#endif

    /// <summary>Writes an address or null.</summary>
    public void Write(Uri? value) => WriteOne(value);

    /// <summary>Writes a version number or null.</summary>
    public void Write(Version? value) => WriteOne(value);

    /// <summary>Writes bits or null.</summary>
    public void Write(BitArray? value) => WriteOne(value);

    /// <summary>Writes bytes or null.</summary>
    public void Write(byte[]? value) => WriteOne(value);

    /// <summary>Writes bytes.</summary>
    public void Write(ReadOnlySpan<byte> value)
    {
        Field(SeedType.OptionalData);
        Blit((byte)1);
        Data(value);
    }

    /// <summary>Writes a DataSet or null: schema, rows with their states and original values, keys, relations.
    /// It is no typed one any more when it is read, unless it is read into one.</summary>
    public void Write(System.Data.DataSet? value) => WriteOne(value);

    /// <summary>Writes a DataTable or null, without its relations.</summary>
    public void Write(System.Data.DataTable? value) => WriteOne(value);

    /// <summary>Writes a value or null.</summary>
    public void Write<T>(T? value) where T : struct => WriteOne(value);

    /// <summary>Writes an array or null.</summary>
    public void Write<T>(T[]? values)
    {
        if (SeedCodec<T[]?>.Instance is ArrayCodec<T> usual)
        {
            Field(usual.Type);
            usual.Write(this, values);
            return;
        }
        Write((ICollection<T>?)values);
    }

    /// <summary>Writes a list or another collection, or null.</summary>
    public void Write<T>(ICollection<T>? values)
    {
        var codec = SeedCodec<T>.Instance;
        Field(CollectionTypes<T>.List);
        ListCodec<T>.Write(this, codec, values);
    }

    /// <summary>Writes a dictionary or null.</summary>
    public void Write<TKey, TValue>(IDictionary<TKey, TValue>? values) where TKey : notnull
    {
        var codec = DictionaryCodec<TKey, TValue>.Shared;
        Field(codec.Type);
        codec.WritePairs(this, values);
    }

    /// <summary>Writes a dictionary or null.</summary>
    public void Write(IDictionary<string, object?>? values)
    {
        Field(CollectionTypes.Objects);
        if (!BeginCollection(values, values?.Count ?? 0)) return;
        if (values is Dictionary<string, object?> usual)
        {
            foreach (var pair in usual)
            {
                Text(pair.Key);
                AnyValue(pair.Value);
            }
        }
        else
        {
            var left = values!.Count;
            foreach (var pair in values)
            {
                Text(pair.Key);
                AnyValue(pair.Value);
                left--;
            }
            if (left != 0) throw new InvalidOperationException("A dictionary changed while it was written.");
        }
        EndCollection();
    }

    /// <summary>Writes an enum by its number and the name of the enum.</summary>
    public void WriteEnum<T>(T value) where T : struct, Enum => WriteOne(value);

    /// <summary>Writes a number in as few bytes as it needs.</summary>
    public void WriteOptimized(short value)
    {
        Field(SeedType.Vi16);
        Varint(Zigzag(value));
    }

    /// <summary>Writes a number in as few bytes as it needs.</summary>
    public void WriteOptimized(ushort value)
    {
        Field(SeedType.Vu16);
        Varint(value);
    }

    /// <summary>Writes a number in as few bytes as it needs.</summary>
    public void WriteOptimized(int value)
    {
        Field(SeedType.Vi32);
        Varint(Zigzag(value));
    }

    /// <summary>Writes a number in as few bytes as it needs.</summary>
    public void WriteOptimized(uint value)
    {
        Field(SeedType.Vu32);
        Varint(value);
    }

    /// <summary>Writes a number in as few bytes as it needs.</summary>
    public void WriteOptimized(long value)
    {
        Field(SeedType.Vi64);
        Varint(Zigzag(value));
    }

    /// <summary>Writes a number in as few bytes as it needs.</summary>
    public void WriteOptimized(ulong value)
    {
        Field(SeedType.Vu64);
        Varint(value);
    }

    /// <summary>Writes a string or null; one that was written so before takes one or two bytes.</summary>
    public void WriteOptimized(string? value)
    {
        Field(SeedType.OptionalSharedString);
        Blit(value == null ? (byte)0 : (byte)1);
        if (value != null) SharedText(value);
    }

    /// <summary>Writes numbers in as few bytes as they need.</summary>
    public void WriteOptimized(int[]? values)
    {
        Field(CollectionTypes<int>.Varints);
        if (!BeginCollection(values, values?.Length ?? 0)) return;
        foreach (var value in values!) Varint(Zigzag(value));
        EndCollection();
    }

    /// <summary>Writes numbers in as few bytes as they need.</summary>
    public void WriteOptimized(long[]? values)
    {
        Field(CollectionTypes<long>.Varints);
        if (!BeginCollection(values, values?.Length ?? 0)) return;
        foreach (var value in values!) Varint(Zigzag(value));
        EndCollection();
    }

    /// <summary>Writes a value of a type that is known at run time only: null, any of the types above, arrays,
    /// lists, sets and dictionaries of them, and classes of <see cref="FastSerializerOptions.Registry"/>. Of
    /// other types it throws.</summary>
    public void WriteObject(object? value)
    {
        Field(SeedType.Any);
        AnyValue(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WriteOne<T>(T value)
    {
        var codec = SeedCodec<T>.Instance;
        Field(codec.Type);
        codec.Write(this, value);
    }

    private static ulong Zigzag(long value) => (ulong)((value << 1) ^ (value >> 63));

    // ---- text

    /// <summary>A text: bytes of UTF-8 behind their number.</summary>
    internal void Text(string value)
    {
        var length = value.Length;
        if (length < 0x80)
        {
            // Most texts are ASCII and short: their size is known before they are looked at.
            Room(length + 1);
            if (Utf8.TryNarrow(ref MemoryMarshal.GetReference(value.AsSpan()), length, ref Unsafe.Add(ref _bytes[_position], 1)))
            {
                _bytes[_position] = (byte)length;
                _position += length + 1;
                return;
            }
        }
        var count = Utf8.CountBytes(value);
        Varint((uint)count);
        PutUtf8(value, count);
    }

    private void SharedText(string value)
    {
        _strings ??= new Dictionary<string, uint>(StringComparer.Ordinal);
        if (_strings.TryGetValue(value, out var number))
        {
            Varint(((ulong)number << 1) | 1);
            return;
        }
        var count = Utf8.CountBytes(value);
        if (count != 0) _strings.Add(value, (uint)_strings.Count);
        Varint((ulong)count << 1);
        PutUtf8(value, count);
    }

    private void PutUtf8(string value, int count)
    {
        if (Utf8.Encode(value, Take(count), _options.Surrogates == FastserSurrogates.Replace) != count)
            throw new FastserException(FastserStatus.Usage, "a string with half a surrogate pair; Surrogates.Replace writes U+FFFD");
    }
}

/// <summary>Types that calls write, one object each.</summary>
internal static class CollectionTypes
{
    internal static readonly SeedType DateTime = SeedCodec<System.DateTime>.Instance.Type;
    internal static readonly SeedType Objects = DictionaryCodec<string, object?>.Shared.Type;
}

/// <summary>Types of lists, one object each.</summary>
internal static class CollectionTypes<T>
{
    internal static readonly SeedType List = Make();

    /// <summary>Of varints; of int and long.</summary>
    internal static readonly SeedType Varints =
        SeedType.Optional(SeedType.List(typeof(T) == typeof(int) ? SeedType.Vi32 : SeedType.Vi64));

    private static SeedType Make() =>
        SeedCodec<T[]?>.Instance is ArrayCodec<T> usual ? usual.Type : SeedType.Optional(SeedType.List(SeedCodec<T>.Instance.Type));
}
