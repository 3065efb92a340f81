// SPDX-License-Identifier: MIT
//
// SerializationReader: the calls, one for each type.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Numerics;
using System.Runtime.CompilerServices;
using Fastser.Seed;

namespace Fastser;

public sealed partial class SerializationReader
{
    private List<string>? _strings;

    /// <summary>Reads a value.</summary>
    public bool ReadBoolean() => Next(SeedType.Bool) ? Flag() : throw Mismatch(SeedType.Bool);

    /// <summary>Reads a value.</summary>
    public byte ReadByte() => Next(SeedType.U8) ? Blit<byte>() : (byte)Integer(SeedType.U8, 0, byte.MaxValue);

    /// <summary>Reads a value.</summary>
    public sbyte ReadSByte() => Next(SeedType.I8) ? Blit<sbyte>() : (sbyte)Integer(SeedType.I8, sbyte.MinValue, (ulong)sbyte.MaxValue);

    /// <summary>Reads a character.</summary>
    public char ReadChar() => Next(SeedType.U16) ? Blit<char>() : (char)Integer(SeedType.U16, 0, ushort.MaxValue);

    /// <summary>Reads a value.</summary>
    public short ReadInt16() => Next(SeedType.I16) ? Blit<short>() : (short)Integer(SeedType.I16, short.MinValue, (ulong)short.MaxValue);

    /// <summary>Reads a value.</summary>
    public ushort ReadUInt16() => Next(SeedType.U16) ? Blit<ushort>() : (ushort)Integer(SeedType.U16, 0, ushort.MaxValue);

    /// <summary>Reads a value.</summary>
    public int ReadInt32() => Next(SeedType.I32) ? Blit<int>() : (int)Integer(SeedType.I32, int.MinValue, int.MaxValue);

    /// <summary>Reads a value.</summary>
    public uint ReadUInt32() => Next(SeedType.U32) ? Blit<uint>() : (uint)Integer(SeedType.U32, 0, uint.MaxValue);

    /// <summary>Reads a value.</summary>
    public long ReadInt64() => Next(SeedType.I64) ? Blit<long>() : Integer(SeedType.I64, long.MinValue, long.MaxValue);

    /// <summary>Reads a value.</summary>
    public ulong ReadUInt64() => Next(SeedType.U64) ? Blit<ulong>() : (ulong)Integer(SeedType.U64, 0, ulong.MaxValue);

    /// <summary>Reads a value.</summary>
    public float ReadSingle() => Next(SeedType.F32) ? Blit<float>() : throw Mismatch(SeedType.F32);

    /// <summary>Reads a value; a float will do.</summary>
    public double ReadDouble()
    {
        if (Next(SeedType.F64)) return Blit<double>();
        return _type!.Code == Code.F32 && Next(SeedType.F32) ? Blit<float>() : throw Mismatch(SeedType.F64);
    }

    /// <summary>Reads a value.</summary>
    public decimal ReadDecimal() => ReadOne<decimal>();

    /// <summary>Reads a string or null.</summary>
    public string? ReadString()
    {
        if (Next(SeedType.OptionalString)) return Flag() ? Text() : null;
        if (_type!.Code == Code.Null)
        {
            TakeAny();
            return null;
        }
        if (Next(SeedType.OptionalSharedString)) return Flag() ? SharedText() : null;
        if (Next(SeedType.String)) return Text();
        return Next(SeedType.SharedString) ? SharedText() : throw Mismatch(SeedType.OptionalString);
    }

    /// <summary>Reads a value.</summary>
    public DateTime ReadDateTime() => ReadOne<DateTime>();

    /// <summary>Reads a value.</summary>
    public DateTimeOffset ReadDateTimeOffset() => ReadOne<DateTimeOffset>();

    /// <summary>Reads a value.</summary>
    public TimeSpan ReadTimeSpan() => ReadOne<TimeSpan>();

    /// <summary>Reads a value.</summary>
    public Guid ReadGuid() => ReadOne<Guid>();

    /// <summary>Reads a value.</summary>
    public BigInteger ReadBigInteger() => ReadOne<BigInteger>();

    /// <summary>Reads a value.</summary>
    public Complex ReadComplex() => ReadOne<Complex>();

#if NET8_0_OR_GREATER
    /// <summary>Reads a value.</summary>
    public DateOnly ReadDateOnly() => ReadOne<DateOnly>();

    /// <summary>Reads a value.</summary>
    public TimeOnly ReadTimeOnly() => ReadOne<TimeOnly>();

    /// <summary>Reads a value.</summary>
    public Half ReadHalf() => ReadOne<Half>();

    /// <summary>Reads a value.</summary>
    public Int128 ReadInt128() => ReadOne<Int128>();

    /// <summary>Reads a value.</summary>
    public UInt128 ReadUInt128() => ReadOne<UInt128>();
#endif

    /// <summary>Reads an address or null.</summary>
    public Uri? ReadUri() => ReadOne<Uri?>();

    /// <summary>Reads a version number or null.</summary>
    public Version? ReadVersion() => ReadOne<Version?>();

    /// <summary>Reads bits or null.</summary>
    public BitArray? ReadBitArray() => ReadOne<BitArray?>();

    /// <summary>Reads bytes or null.</summary>
    public byte[]? ReadByteArray() => ReadOne<byte[]?>();

    /// <summary>Reads a value or null.</summary>
    public T? ReadNullable<T>() where T : struct => ReadOne<T?>();

    /// <summary>Reads an enum.</summary>
    public T ReadEnum<T>() where T : struct, Enum => ReadOne<T>();

    /// <summary>Reads an array or null.</summary>
    public T[]? ReadArray<T>()
    {
        if (SeedCodec<T[]?>.Instance is ArrayCodec<T> usual)
        {
            if (Next(usual.Type)) return usual.Read(this);
            if (typeof(T) == typeof(int) && Next(CollectionTypes<int>.Varints)) return (T[]?)(object?)Varints(int.MinValue, int.MaxValue, value => (int)value);
            if (typeof(T) == typeof(long) && Next(CollectionTypes<long>.Varints)) return (T[]?)(object?)Varints(long.MinValue, long.MaxValue, value => value);
            throw Mismatch(usual.Type);
        }
        return ReadList<T>()?.ToArray();
    }

    /// <summary>Reads an array or null.</summary>
    public char[]? ReadCharArray() => ReadArray<char>();

    /// <summary>Reads an array or null.</summary>
    public bool[]? ReadBooleanArray() => ReadArray<bool>();

    /// <summary>Reads an array or null.</summary>
    public sbyte[]? ReadSByteArray() => ReadArray<sbyte>();

    /// <summary>Reads an array or null.</summary>
    public short[]? ReadInt16Array() => ReadArray<short>();

    /// <summary>Reads an array or null.</summary>
    public ushort[]? ReadUInt16Array() => ReadArray<ushort>();

    /// <summary>Reads an array or null.</summary>
    public int[]? ReadInt32Array() => ReadArray<int>();

    /// <summary>Reads an array or null.</summary>
    public uint[]? ReadUInt32Array() => ReadArray<uint>();

    /// <summary>Reads an array or null.</summary>
    public long[]? ReadInt64Array() => ReadArray<long>();

    /// <summary>Reads an array or null.</summary>
    public ulong[]? ReadUInt64Array() => ReadArray<ulong>();

    /// <summary>Reads an array or null.</summary>
    public float[]? ReadSingleArray() => ReadArray<float>();

    /// <summary>Reads an array or null.</summary>
    public double[]? ReadDoubleArray() => ReadArray<double>();

    /// <summary>Reads an array or null.</summary>
    public decimal[]? ReadDecimalArray() => ReadArray<decimal>();

    /// <summary>Reads an array or null.</summary>
    public string?[]? ReadStringArray() => ReadArray<string?>();

    /// <summary>Reads an array or null.</summary>
    public object?[]? ReadObjectArray() => ReadArray<object?>();

    /// <summary>Reads an array or null.</summary>
    public DateTime[]? ReadDateTimeArray() => ReadArray<DateTime>();

    /// <summary>Reads an array or null.</summary>
    public TimeSpan[]? ReadTimeSpanArray() => ReadArray<TimeSpan>();

    /// <summary>Reads an array or null.</summary>
    public Guid[]? ReadGuidArray() => ReadArray<Guid>();

    /// <summary>Reads a list, or any collection, as a list; or null.</summary>
    public List<T>? ReadList<T>()
    {
        var list = ListReader<T>.Instance;
        return Next(list.Type) ? list.Read(this) : throw Mismatch(list.Type);
    }

    /// <summary>Reads a dictionary or null.</summary>
    public Dictionary<TKey, TValue>? ReadDictionary<TKey, TValue>() where TKey : notnull
    {
        var codec = DictionaryCodec<TKey, TValue>.Shared;
        return Next(codec.Type) ? codec.Read(this) : throw Mismatch(codec.Type);
    }

    /// <summary>Reads what WriteOptimized wrote (as <see cref="ReadInt16"/> does).</summary>
    public short ReadOptimizedInt16() => ReadShort(SeedType.Vi16, short.MinValue, out var value) ? (short)value : ReadInt16();

    /// <summary>Reads what WriteOptimized wrote (as <see cref="ReadUInt16"/> does).</summary>
    public ushort ReadOptimizedUInt16() => Next(SeedType.Vu16) ? (ushort)Unsigned(ushort.MaxValue) : ReadUInt16();

    /// <summary>Reads what WriteOptimized wrote (as <see cref="ReadInt32"/> does).</summary>
    public int ReadOptimizedInt32() => ReadShort(SeedType.Vi32, int.MinValue, out var value) ? (int)value : ReadInt32();

    /// <summary>Reads what WriteOptimized wrote (as <see cref="ReadUInt32"/> does).</summary>
    public uint ReadOptimizedUInt32() => Next(SeedType.Vu32) ? (uint)Unsigned(uint.MaxValue) : ReadUInt32();

    /// <summary>Reads what WriteOptimized wrote (as <see cref="ReadInt64"/> does).</summary>
    public long ReadOptimizedInt64() => ReadShort(SeedType.Vi64, long.MinValue, out var value) ? value : ReadInt64();

    /// <summary>Reads what WriteOptimized wrote (as <see cref="ReadUInt64"/> does).</summary>
    public ulong ReadOptimizedUInt64() => Next(SeedType.Vu64) ? Varint() : ReadUInt64();

    /// <summary>Reads what WriteOptimized wrote (as <see cref="ReadString"/> does).</summary>
    public string? ReadOptimizedString() => Next(SeedType.OptionalSharedString) ? (Flag() ? SharedText() : null) : ReadString();

    /// <summary>Reads what WriteOptimized wrote.</summary>
    public int[]? ReadOptimizedInt32Array() => ReadVarints<int>(int.MinValue, int.MaxValue, value => (int)value);

    /// <summary>Reads what WriteOptimized wrote.</summary>
    public long[]? ReadOptimizedInt64Array() => ReadVarints<long>(long.MinValue, long.MaxValue, value => value);

    /// <summary>Reads what WriteObject wrote.</summary>
    public object? ReadObject()
    {
        if (!Next(SeedType.Any)) throw Mismatch(SeedType.Any);
        return AnyValue();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T ReadOne<T>()
    {
        var codec = SeedCodec<T>.Instance;
        return Next(codec.Type) ? codec.Read(this) : throw Mismatch(codec.Type);
    }

    // ---- integers of another width

    // Reads an integer of another type that always fits.
    private long Integer(SeedType expected, long least, ulong most)
    {
        var type = _type!;
        var code = type.Code == Code.Enum ? (byte)type.Count : type.Code;
        var (low, high) = Range(code);
        if (high == 0 || low < least || high > most) throw Mismatch(expected);
        TakeAny();
        return IntegerOf(code);
    }

    private static (long Low, ulong High) Range(byte code) => code switch
    {
        Code.I8 => (sbyte.MinValue, (ulong)sbyte.MaxValue),
        Code.U8 => (0, byte.MaxValue),
        Code.I16 or Code.Vi16 => (short.MinValue, (ulong)short.MaxValue),
        Code.U16 or Code.Vu16 => (0, ushort.MaxValue),
        Code.I32 or Code.Vi32 => (int.MinValue, int.MaxValue),
        Code.U32 or Code.Vu32 => (0, uint.MaxValue),
        Code.I64 or Code.Vi64 => (long.MinValue, long.MaxValue),
        Code.U64 or Code.Vu64 => (0, ulong.MaxValue),
        _ => (0, 0),
    };

    private long IntegerOf(byte code)
    {
        switch (code)
        {
            case Code.I8: return Blit<sbyte>();
            case Code.U8: return Blit<byte>();
            case Code.I16: return Blit<short>();
            case Code.U16: return Blit<ushort>();
            case Code.I32: return Blit<int>();
            case Code.U32: return Blit<uint>();
            case Code.I64 or Code.U64: return Blit<long>();
            case Code.Vi16 or Code.Vi32 or Code.Vi64:
                var (low, high) = Range(code);
                return Signed(low, high);
            default:
                return (long)Unsigned(Range(code).High);
        }
    }

    private ulong Unsigned(ulong most)
    {
        var start = _position;
        var value = Varint();
        return value <= most ? value : throw Error(FastserStatus.Malformed, start, "a number above the width of its type");
    }

    private long Signed(long least, ulong most)
    {
        var start = _position;
        var bits = Varint();
        var value = (long)(bits >> 1) ^ -(long)(bits & 1);
        return value >= least && (value < 0 || (ulong)value <= most) ? value
            : throw Error(FastserStatus.Malformed, start, "a number above the width of its type");
    }

    private bool ReadShort(SeedType type, long least, out long value)
    {
        value = 0;
        if (!Next(type)) return false;
        value = Signed(least, (ulong)~least);
        return true;
    }

    private T[]? ReadVarints<T>(long least, ulong most, Func<long, T> convert) =>
        Next(CollectionTypes<T>.Varints) ? Varints(least, most, convert) : ReadArray<T>();

    private T[]? Varints<T>(long least, ulong most, Func<long, T> convert)
    {
        if (!Flag()) return null;
        var count = Count(SeedType.Vi64);
        Charge((long)count * Unsafe.SizeOf<T>());
        var values = new T[count];
        for (var i = 0; i < count; i++) values[i] = convert(Signed(least, most));
        return values;
    }

    // ---- text

    internal string Text()
    {
        var start = _position;
        var count = Varint();
        if (count > (ulong)(_end - _position)) throw Error(FastserStatus.Truncated, start, "a text longer than the archive");
        return Utf8((int)count, start);
    }

    private string SharedText()
    {
        var start = _position;
        var head = Varint();
        if ((head & 1) != 0)
        {
            if (_strings == null || head >> 1 >= (ulong)_strings.Count) throw Error(FastserStatus.BadReference, start, "a string that was not there before");
            return _strings[(int)(head >> 1)];
        }
        if (head >> 1 > (ulong)(_end - _position)) throw Error(FastserStatus.Truncated, start, "a text longer than the archive");
        var text = Utf8((int)(head >> 1), start);
        if (text.Length != 0) (_strings ??= new List<string>()).Add(text);
        return text;
    }

    private string Utf8(int count, int start)
    {
        if (count == 0) return "";
        Charge(24 + 2L * count);
        var text = Fastser.Runtime.Utf8.Decode(ref _bytes[_position], count) ?? throw Error(FastserStatus.Malformed, start, "a text that is not UTF-8");
        _position += count;
        return text;
    }

    internal ReadOnlySpan<byte> DataSpan()
    {
        var start = _position;
        var count = Varint();
        if (count > (ulong)(_end - _position)) throw Error(FastserStatus.Truncated, start, "data longer than the archive");
        return Bytes((int)count);
    }

    internal byte[] Data()
    {
        var bytes = DataSpan();
        Charge(24 + bytes.Length);
        return bytes.ToArray();
    }
}

/// <summary>Reads lists of any type.</summary>
internal static class ListReader<T>
{
    internal static readonly ListCodec<T> Instance = SeedCodec<List<T>?>.Instance as ListCodec<T> ?? new ListCodec<T>(SeedCodec<T>.Instance);
}
