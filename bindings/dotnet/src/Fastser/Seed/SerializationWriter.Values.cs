// SPDX-License-Identifier: MIT
//
// SerializationWriter: the calls, one for each type.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Numerics;
using System.Runtime.CompilerServices;
using Fastser.Runtime;
using Fastser.Seed;

namespace Fastser;

public sealed partial class SerializationWriter
{
    private Dictionary<string, uint>? _strings;

    /// <summary>Writes a value.</summary>
    public void Write(bool value)
    {
        Blit(value ? (byte)1 : (byte)0);
        Field(SeedType.Bool);
    }

    /// <summary>Writes a value.</summary>
    public void Write(byte value)
    {
        Blit(value);
        Field(SeedType.U8);
    }

    /// <summary>Writes a value.</summary>
    public void Write(sbyte value)
    {
        Blit(value);
        Field(SeedType.I8);
    }

    /// <summary>Writes a character (a unit of UTF-16).</summary>
    public void Write(char value)
    {
        Blit(value);
        Field(SeedType.U16);
    }

    /// <summary>Writes a value.</summary>
    public void Write(short value)
    {
        Blit(value);
        Field(SeedType.I16);
    }

    /// <summary>Writes a value.</summary>
    public void Write(ushort value)
    {
        Blit(value);
        Field(SeedType.U16);
    }

    /// <summary>Writes a value.</summary>
    public void Write(int value)
    {
        Blit(value);
        Field(SeedType.I32);
    }

    /// <summary>Writes a value.</summary>
    public void Write(uint value)
    {
        Blit(value);
        Field(SeedType.U32);
    }

    /// <summary>Writes a value.</summary>
    public void Write(long value)
    {
        Blit(value);
        Field(SeedType.I64);
    }

    /// <summary>Writes a value.</summary>
    public void Write(ulong value)
    {
        Blit(value);
        Field(SeedType.U64);
    }

    /// <summary>Writes a value.</summary>
    public void Write(float value)
    {
        Blit(value);
        Field(SeedType.F32);
    }

    /// <summary>Writes a value.</summary>
    public void Write(double value)
    {
        Blit(value);
        Field(SeedType.F64);
    }

    /// <summary>Writes a value.</summary>
    public void Write(decimal value) => WriteOne(value);

    /// <summary>Writes a string or null.</summary>
    public void Write(string? value)
    {
        var (start, shapes) = (_position, _shapesUsed);
        try
        {
            Blit(value == null ? (byte)0 : (byte)1);
            if (value != null) Text(value);
        }
        catch
        {
            TakeBack(start, shapes);
            throw;
        }
        Field(SeedType.OptionalString);
    }

    /// <summary>Writes a value, with its Kind.</summary>
    public void Write(DateTime value)
    {
        DateTimeCodec.Put(this, value);
        Field(CollectionTypes.DateTime);
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
        var (start, shapes) = (_position, _shapesUsed);
        try
        {
            Blit((byte)1);
            Data(value);
        }
        catch
        {
            TakeBack(start, shapes);
            throw;
        }
        Field(SeedType.OptionalData);
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
        if (SeedCodec<T[]?>.Instance is ArrayCodec<T> usual) WriteBy(usual, values);
        else Write((ICollection<T>?)values);
    }

    /// <summary>Writes a list or another collection, or null.</summary>
    public void Write<T>(ICollection<T>? values) => WriteBy(CollectionTypes<T>.List, values,
        static (writer, all) => ListCodec<T>.Write(writer, SeedCodec<T>.Instance, all));

    /// <summary>Writes a dictionary or null.</summary>
    public void Write<TKey, TValue>(IDictionary<TKey, TValue>? values) where TKey : notnull
        => WriteBy(DictionaryCodec<TKey, TValue>.Shared.Type, values,
            static (writer, all) => DictionaryCodec<TKey, TValue>.Shared.WritePairs(writer, all));

    /// <summary>Writes a dictionary or null.</summary>
    public void Write(IDictionary<string, object?>? values) =>
        WriteBy(CollectionTypes.Objects, values, static (writer, all) => writer.WriteObjects(all));

    private void WriteObjects(IDictionary<string, object?>? values)
    {
        var left = values?.Count ?? 0;
        if (!BeginCollection(values, left)) return;
        if (values is Dictionary<string, object?> usual)
        {
            foreach (var pair in usual)
            {
                if (--left < 0) break;
                Text(pair.Key);
                AnyValue(pair.Value);
            }
        }
        else
        {
            foreach (var pair in values!)
            {
                if (--left < 0) break;
                Text(pair.Key);
                AnyValue(pair.Value);
            }
        }
        EndItems(left);
    }

    /// <summary>Writes an enum by its number and the name of the enum.</summary>
    public void WriteEnum<T>(T value) where T : struct, Enum => WriteOne(value);

    /// <summary>Writes a number in as few bytes as it needs.</summary>
    public void WriteOptimized(short value)
    {
        Varint(Zigzag(value));
        Field(SeedType.Vi16);
    }

    /// <summary>Writes a number in as few bytes as it needs.</summary>
    public void WriteOptimized(ushort value)
    {
        Varint(value);
        Field(SeedType.Vu16);
    }

    /// <summary>Writes a number in as few bytes as it needs.</summary>
    public void WriteOptimized(int value)
    {
        Varint(Zigzag(value));
        Field(SeedType.Vi32);
    }

    /// <summary>Writes a number in as few bytes as it needs.</summary>
    public void WriteOptimized(uint value)
    {
        Varint(value);
        Field(SeedType.Vu32);
    }

    /// <summary>Writes a number in as few bytes as it needs.</summary>
    public void WriteOptimized(long value)
    {
        Varint(Zigzag(value));
        Field(SeedType.Vi64);
    }

    /// <summary>Writes a number in as few bytes as it needs.</summary>
    public void WriteOptimized(ulong value)
    {
        Varint(value);
        Field(SeedType.Vu64);
    }

    /// <summary>Writes a string or null; one that was written so before takes one or two bytes.</summary>
    public void WriteOptimized(string? value) => WriteBy(SeedType.OptionalSharedString, value, static (writer, text) =>
    {
        writer.Blit(text == null ? (byte)0 : (byte)1);
        if (text != null) writer.SharedText(text);
    });

    /// <summary>Writes numbers in as few bytes as they need.</summary>
    public void WriteOptimized(int[]? values) => WriteBy(CollectionTypes<int>.Varints, values, static (writer, all) =>
    {
        if (!writer.BeginCollection(all, all?.Length ?? 0)) return;
        foreach (var value in all!) writer.Varint(Zigzag(value));
        writer.EndCollection();
    });

    /// <summary>Writes numbers in as few bytes as they need.</summary>
    public void WriteOptimized(long[]? values) => WriteBy(CollectionTypes<long>.Varints, values, static (writer, all) =>
    {
        if (!writer.BeginCollection(all, all?.Length ?? 0)) return;
        foreach (var value in all!) writer.Varint(Zigzag(value));
        writer.EndCollection();
    });

    /// <summary>Writes a value of a type that is known at run time only: null, any of the types above, arrays,
    /// lists, sets and dictionaries of them, and classes of <see cref="FastSerializerOptions.Registry"/>. Of
    /// other types it throws.</summary>
    public void WriteObject(object? value) => WriteOne(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WriteOne<T>(T value) => WriteBy(SeedCodec<T>.Instance, value);

    private void WriteBy<T>(SeedCodec<T> codec, T value)
    {
        var (start, shapes) = (_position, _shapesUsed);
        try
        {
            codec.Write(this, value);
        }
        catch
        {
            TakeBack(start, shapes);
            throw;
        }
        Field(codec.Type);
    }

    private void WriteBy<T>(SeedType type, T value, Action<SerializationWriter, T> write)
    {
        var (start, shapes) = (_position, _shapesUsed);
        try
        {
            write(this, value);
        }
        catch
        {
            TakeBack(start, shapes);
            throw;
        }
        Field(type);
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
            if (Utf8.TryNarrow(value, ref Unsafe.Add(ref _bytes[_position], 1)))
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
        Varint((ulong)count << 1);
        PutUtf8(value, count);
        if (count != 0) _strings.Add(value, (uint)_strings.Count);  // last: a text that is refused has no number
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
