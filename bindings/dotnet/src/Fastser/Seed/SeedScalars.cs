// SPDX-License-Identifier: MIT
//
// Codecs of numbers, strings, bytes, enums, and of what holds one value or none.
using System;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Fastser.Seed;

/// <summary>Numbers whose bytes in memory are those in archives (on machines that are little-endian).</summary>
internal sealed class BlitCodec<T> : ValueCodec<T> where T : unmanaged
{
    internal BlitCodec(SeedType type) => Type = type;

    internal override void Write(SerializationWriter writer, T value) => writer.Blit(value);
    internal override T Read(SerializationReader reader) => reader.Blit<T>();

    internal override void WriteAll(SerializationWriter writer, ReadOnlySpan<T> values) =>
        writer.Bytes(MemoryMarshal.AsBytes(values));

    internal override void ReadAll(SerializationReader reader, Span<T> values)
    {
        var bytes = MemoryMarshal.AsBytes(values);
        reader.Bytes(bytes.Length).CopyTo(bytes);
    }
}

internal sealed class BoolCodec : ValueCodec<bool>
{
    internal BoolCodec() => Type = SeedType.Bool;
    internal override void Write(SerializationWriter writer, bool value) => writer.Blit(value ? (byte)1 : (byte)0);
    internal override bool Read(SerializationReader reader) => reader.Flag();
}

/// <summary>Strings that are there: keys of dictionaries.</summary>
internal sealed class StringCodec : ElementCodec<string>
{
    internal StringCodec() => Type = SeedType.String;
    internal override void Write(SerializationWriter writer, string value) => writer.Text(value);
    internal override string Read(SerializationReader reader) => reader.Text();
}

internal sealed class NullableStringCodec : ThereElementCodec<string>
{
    internal NullableStringCodec() => Type = SeedType.OptionalString;
    internal override void WriteThere(SerializationWriter writer, string value) => writer.Text(value);
    internal override string ReadThere(SerializationReader reader) => reader.Text();
}

internal sealed class DataCodec : ThereElementCodec<byte[]>
{
    internal DataCodec() => Type = SeedType.OptionalData;
    internal override void WriteThere(SerializationWriter writer, byte[] value) => writer.Data(value);
    internal override byte[] ReadThere(SerializationReader reader) => reader.Data();
}

/// <summary>Characters as values of `any`: under a name, since else they would come back as numbers.</summary>
internal sealed class CharCodec : ValueCodec<char>
{
    internal static readonly CharCodec Named = new();
    private CharCodec() => Type = WellKnownShapes.Char;
    internal override void Write(SerializationWriter writer, char value) => writer.Blit(value);
    internal override char Read(SerializationReader reader) => reader.Blit<char>();
}

internal static class EnumTypes
{
    /// <summary>The type expression of an enum.</summary>
    internal static SeedType Of(Type type, string name)
    {
        var code = Type.GetTypeCode(type) switch
        {
            TypeCode.SByte => Code.I8,
            TypeCode.Byte => Code.U8,
            TypeCode.Int16 => Code.I16,
            TypeCode.UInt16 => Code.U16,
            TypeCode.Int32 => Code.I32,
            TypeCode.UInt32 => Code.U32,
            TypeCode.Int64 => Code.I64,
            _ => Code.U64,
        };
        return SeedType.Enum(name, code);
    }
}

/// <summary>An enum is its integer, under its name.</summary>
internal sealed class EnumCodec<T> : ElementCodec<T>
{
    internal EnumCodec(string? name = null) => Type = EnumTypes.Of(typeof(T), name ?? typeof(T).Name);

    internal override void Write(SerializationWriter writer, T value)
    {
        if (Unsafe.SizeOf<T>() == 1) writer.Blit(Unsafe.As<T, byte>(ref value));
        else if (Unsafe.SizeOf<T>() == 2) writer.Blit(Unsafe.As<T, ushort>(ref value));
        else if (Unsafe.SizeOf<T>() == 4) writer.Blit(Unsafe.As<T, uint>(ref value));
        else writer.Blit(Unsafe.As<T, ulong>(ref value));
    }

    internal override T Read(SerializationReader reader)
    {
        if (Unsafe.SizeOf<T>() == 1) return As(reader.Blit<byte>());
        if (Unsafe.SizeOf<T>() == 2) return As(reader.Blit<ushort>());
        return Unsafe.SizeOf<T>() == 4 ? As(reader.Blit<uint>()) : As(reader.Blit<ulong>());
    }

    private static T As<TInteger>(TInteger value) => Unsafe.As<TInteger, T>(ref value);
}

internal sealed class NullableCodec<T> : ElementCodec<T?> where T : struct
{
    private readonly SeedCodec<T> _value;

    internal NullableCodec(SeedCodec<T> value)
    {
        _value = value;
        Type = SeedType.Optional(value.Type);
    }

    internal override void Write(SerializationWriter writer, T? value)
    {
        writer.Blit(value.HasValue ? (byte)1 : (byte)0);
        if (value.HasValue) _value.Write(writer, value.GetValueOrDefault());
    }

    internal override T? Read(SerializationReader reader) => reader.Flag() ? _value.Read(reader) : null;
}

/// <summary>An enum that may be null. T is E? of an enum E that is known at run time only: a NullableCodec of E
/// would have to be made by reflection, so values are boxed.</summary>
internal sealed class NullableEnumCodec<T> : ElementCodec<T>
{
    private readonly Type _enum;
    private readonly int _size;

    internal NullableEnumCodec(Type type)
    {
        _enum = type;
        Type = SeedType.Optional(EnumTypes.Of(type, type.Name));
        _size = Type.A!.MinimalSize;  // An enum takes as many bytes whatever its value is.
    }

    internal override void Write(SerializationWriter writer, T value)
    {
        object? boxed = value;
        writer.Blit(boxed == null ? (byte)0 : (byte)1);
        if (boxed == null) return;
        var number = Type.A!.Count == Code.U64 ? (long)Convert.ToUInt64(boxed, null) : Convert.ToInt64(boxed, null);
        Span<byte> bytes = stackalloc byte[8];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, number);
        writer.Bytes(bytes.Slice(0, _size));
    }

    internal override T Read(SerializationReader reader)
    {
        if (!reader.Flag()) return default!;
        Span<byte> bytes = stackalloc byte[8];
        bytes.Clear();
        reader.Bytes(_size).CopyTo(bytes);
        return (T)Enum.ToObject(_enum, BinaryPrimitives.ReadInt64LittleEndian(bytes));
    }
}

/// <summary>What has no codec of its own: each value says its type.</summary>
internal sealed class AnyCodec<T> : ElementCodec<T>
{
    internal AnyCodec() => Type = SeedType.Any;
    internal override void Write(SerializationWriter writer, T value) => writer.AnyValue(value);

    internal override T Read(SerializationReader reader)
    {
        var start = reader.Position;
        var value = reader.AnyValue();
        if (value is T found) return found;
        if (value == null && default(T) == null) return default!;
        throw reader.Error(FastserStatus.TypeMismatch, start, "the archive has a " + (value == null ? "null" : value.GetType().Name)
            + " where a " + typeof(T).Name + " is asked for");
    }
}
