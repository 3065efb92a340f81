// SPDX-License-Identifier: MIT
//
// Codecs of .NET's own value types and small classes: the records that docs/dotnet.md names, which
// other languages read as plain records, dates and numbers.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Numerics;

namespace Fastser.Seed;

/// <summary>Which of the records below a shape of an archive is.</summary>
internal enum WellKnown : byte
{
    None, DateTime, DateTimeOffset, DateOnly, TimeOnly, Half, Int128, UInt128, BigInteger, Version, BitArray, DataTable, DataSet,
}

internal static class WellKnownShapes
{
    internal static readonly SeedShape
        DateTime = new("DateTime", 0, [new("utc", SeedType.Date), new("kind", SeedType.U8)]),
        DateTimeOffset = new("DateTimeOffset", 0, [new("utc", SeedType.Date), new("offset", SeedType.I16)]),
        DateOnly = new("DateOnly", 0, [new("days", SeedType.I32)]),
        TimeOnly = new("TimeOnly", 0, [new("ticks", SeedType.I64)]),
        Half = new("Half", 0, [new("bits", SeedType.U16)]),
        Int128 = new("Int128", 0, [new("low", SeedType.U64), new("high", SeedType.I64)]),
        UInt128 = new("UInt128", 0, [new("low", SeedType.U64), new("high", SeedType.U64)]),
        BigInteger = new("BigInteger", 0, [new("bytes", SeedType.Data)]),
        Version = new("Version", 0, [new("major", SeedType.I32), new("minor", SeedType.I32), new("build", SeedType.I32), new("revision", SeedType.I32)]),
        BitArray = new("BitArray", 0, [new("length", SeedType.I32), new("bits", SeedType.Data)]);

    internal static readonly SeedType TimeSpan = SeedType.Enum("duration 1/10000000", Code.I64),
        Char = SeedType.Enum("Char", Code.U16), Complex = SeedType.Tuple(SeedType.F64, SeedType.F64);

    /// <summary>All of them, by their numbers in the table that a bare archive is understood to have: its
    /// values of `any` may be these records, and no table says so. Number 0 is the root.</summary>
    internal static readonly SeedShape[] All =
    [
        new("", 0, []), Number(DateTime, WellKnown.DateTime), Number(DateTimeOffset, WellKnown.DateTimeOffset),
        Number(DateOnly, WellKnown.DateOnly), Number(TimeOnly, WellKnown.TimeOnly), Number(Half, WellKnown.Half),
        Number(Int128, WellKnown.Int128), Number(UInt128, WellKnown.UInt128), Number(BigInteger, WellKnown.BigInteger),
        Number(Version, WellKnown.Version), Number(BitArray, WellKnown.BitArray), DataShapes.Column, DataShapes.Unique,
        Number(DataShapes.Table, WellKnown.DataTable), DataShapes.Relation, Number(DataShapes.Set, WellKnown.DataSet),
    ];

    private static SeedShape Number(SeedShape shape, WellKnown which)
    {
        shape.WellKnown = which;
        return shape;
    }

    /// <summary>What a shape of a table is: it has the name and the very fields.</summary>
    internal static WellKnown Of(SeedShape shape)
    {
        foreach (var known in All)
            if (shape.Name == known.Name && SeedShape.Same(shape, known, 0)) return known.WellKnown;
        return WellKnown.None;
    }

    internal static SeedCodec? CodecOf(WellKnown which) => which switch
    {
        WellKnown.DateTime => SeedCodec<DateTime>.Instance,
        WellKnown.DateTimeOffset => SeedCodec<DateTimeOffset>.Instance,
#if NET8_0_OR_GREATER
        WellKnown.DateOnly => SeedCodec<DateOnly>.Instance,
        WellKnown.TimeOnly => SeedCodec<TimeOnly>.Instance,
        WellKnown.Half => SeedCodec<Half>.Instance,
        WellKnown.Int128 => SeedCodec<Int128>.Instance,
        WellKnown.UInt128 => SeedCodec<UInt128>.Instance,
#endif
        WellKnown.BigInteger => SeedCodec<BigInteger>.Instance,
        WellKnown.Version => SeedCodec<Version>.Instance,
        WellKnown.BitArray => SeedCodec<BitArray>.Instance,
        WellKnown.DataTable => SeedCodec<System.Data.DataTable>.Instance,
        WellKnown.DataSet => SeedCodec<System.Data.DataSet>.Instance,
        _ => null,
    };
}

internal static class WellKnownCodecs
{
    internal static void AddTo(Dictionary<Type, SeedCodec?> all)
    {
        all[typeof(DateTime)] = new DateTimeCodec();
        all[typeof(DateTimeOffset)] = new DateTimeOffsetCodec();
        all[typeof(TimeSpan)] = new TimeSpanCodec();
        all[typeof(Guid)] = new GuidCodec();
        all[typeof(decimal)] = new DecimalCodec();
        all[typeof(BigInteger)] = new BigIntegerCodec();
        all[typeof(Complex)] = new ComplexCodec();
        all[typeof(Uri)] = new UriCodec();
        all[typeof(Version)] = new VersionCodec();
        all[typeof(BitArray)] = new BitArrayCodec();
        all[typeof(System.Data.DataTable)] = new DataTableCodec();
        all[typeof(System.Data.DataSet)] = new DataSetCodec();
#if NET8_0_OR_GREATER
        all[typeof(DateOnly)] = new DateOnlyCodec();
        all[typeof(TimeOnly)] = new TimeOnlyCodec();
        all[typeof(Half)] = new HalfCodec();
        all[typeof(Int128)] = new Int128Codec();
        all[typeof(UInt128)] = new UInt128Codec();
#endif
    }
}

/// <summary>Points in time: seconds since 1970 and nanoseconds.</summary>
internal static class Instant
{
    internal const long EpochTicks = 621355968000000000;

    internal static void Write(SerializationWriter writer, long ticks) => Put(writer.Take(12), ticks);

    internal static void Put(Span<byte> place, long ticks) => Formatters.DateTimeFormatter.PutDate(ref place[0], 0, ticks);

    internal static long Read(SerializationReader reader)
    {
        var start = reader.Position;
        var ticks = ReadAny(reader);
        return ticks >= 0 && ticks <= DateTime.MaxValue.Ticks ? ticks : throw Beyond(reader, start);
    }

    /// <summary>The same of one that may lie up to years before the first and behind the last that DateTime has.</summary>
    internal static long ReadAny(SerializationReader reader)
    {
        var start = reader.Position;
        var seconds = reader.Blit<long>();
        var nanoseconds = reader.Blit<uint>();
        if (nanoseconds >= 1_000_000_000) throw reader.Error(FastserStatus.Malformed, start, "a date of more than a second's nanoseconds");
        if (seconds < -70_000_000_000 || seconds > 300_000_000_000) throw Beyond(reader, start);
        if (nanoseconds % 100 != 0) throw reader.Error(FastserStatus.TypeMismatch, start, "a date finer than DateTime's ticks");
        return EpochTicks + seconds * TimeSpan.TicksPerSecond + nanoseconds / 100;
    }

    internal static FastserException Beyond(SerializationReader reader, int start) =>
        reader.Error(FastserStatus.TypeMismatch, start, "a date that DateTime does not have");
}

internal sealed class DateTimeCodec : ValueCodec<DateTime>
{
    internal DateTimeCodec() => Type = SeedType.Record(WellKnownShapes.DateTime);

    internal override void Write(SerializationWriter writer, DateTime value) => Put(writer, value);

    internal static void Put(SerializationWriter writer, DateTime value)
    {
        var place = writer.Take(13);
        var kind = value.Kind;
        Instant.Put(place, kind == DateTimeKind.Local ? Formatters.DateTimeFormatter.UtcTicks(value) : value.Ticks);
        place[12] = (byte)kind;
    }

    internal override DateTime Read(SerializationReader reader)
    {
        var start = reader.Position;
        // A local time may be one that DateTime does not have as UTC.
        var ticks = Instant.ReadAny(reader);
        var kind = reader.Blit<byte>();
        if (kind > 2) throw reader.Error(FastserStatus.TypeMismatch, start + 12, "an unknown DateTimeKind");
        if (kind == 2) return Formatters.DateTimeFormatter.TryMakeLocal(ticks, out var local) ? local : throw Instant.Beyond(reader, start);
        return ticks >= 0 && ticks <= DateTime.MaxValue.Ticks ? new DateTime(ticks, (DateTimeKind)kind) : throw Instant.Beyond(reader, start);
    }
}

internal sealed class DateTimeOffsetCodec : ValueCodec<DateTimeOffset>
{
    internal DateTimeOffsetCodec() => Type = SeedType.Record(WellKnownShapes.DateTimeOffset);

    internal override void Write(SerializationWriter writer, DateTimeOffset value)
    {
        Instant.Write(writer, value.UtcTicks);
        writer.Blit((short)(value.Offset.Ticks / TimeSpan.TicksPerMinute));
    }

    internal override DateTimeOffset Read(SerializationReader reader)
    {
        var start = reader.Position;
        var ticks = Instant.Read(reader);
        var minutes = reader.Blit<short>();
        var local = ticks + minutes * TimeSpan.TicksPerMinute;
        if (minutes < -14 * 60 || minutes > 14 * 60 || local < 0 || local > DateTime.MaxValue.Ticks)
            throw reader.Error(FastserStatus.TypeMismatch, start, "an offset that DateTimeOffset does not have");
        return new DateTimeOffset(local, new TimeSpan(minutes * TimeSpan.TicksPerMinute));
    }
}

internal sealed class TimeSpanCodec : ValueCodec<TimeSpan>
{
    internal TimeSpanCodec() => Type = WellKnownShapes.TimeSpan;
    internal override void Write(SerializationWriter writer, TimeSpan value) => writer.Blit(value.Ticks);
    internal override TimeSpan Read(SerializationReader reader) => new(reader.Blit<long>());
}

/// <summary>The order of RFC 4122: .NET keeps the first three parts in the machine's order.</summary>
internal sealed class GuidCodec : ValueCodec<Guid>
{
    internal GuidCodec() => Type = SeedType.Uuid;

    internal override void Write(SerializationWriter writer, Guid value)
    {
        var bytes = writer.Take(16);
#if NET8_0_OR_GREATER
        value.TryWriteBytes(bytes, bigEndian: true, out _);
#else
        value.ToByteArray().AsSpan().CopyTo(bytes);
        Turn(bytes);
#endif
    }

    internal override Guid Read(SerializationReader reader)
    {
        var bytes = reader.Bytes(16);
#if NET8_0_OR_GREATER
        return new Guid(bytes, bigEndian: true);
#else
        var turned = bytes.ToArray();
        Turn(turned);
        return new Guid(turned);
#endif
    }

#if !NET8_0_OR_GREATER
    private static void Turn(Span<byte> bytes)
    {
        bytes.Slice(0, 4).Reverse();
        bytes.Slice(4, 2).Reverse();
        bytes.Slice(6, 2).Reverse();
    }
#endif
}

internal sealed class DecimalCodec : ValueCodec<decimal>
{
    internal DecimalCodec() => Type = SeedType.Decimal;

    internal override void Write(SerializationWriter writer, decimal value)
    {
#if NET8_0_OR_GREATER
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(value, parts);
#else
        var parts = decimal.GetBits(value);
#endif
        for (var i = 0; i < 4; i++) writer.Blit(parts[i]);
    }

    internal override decimal Read(SerializationReader reader)
    {
        var start = reader.Position;
        int low = reader.Blit<int>(), middle = reader.Blit<int>(), high = reader.Blit<int>(), flags = reader.Blit<int>();
        var scale = (flags >> 16) & 0xFF;
        if ((flags & 0x7F00FFFF) != 0 || scale > 28) throw reader.Error(FastserStatus.Malformed, start, "a decimal with a wrong scale or sign");
        return new decimal(low, middle, high, flags < 0, (byte)scale);
    }
}

internal sealed class BigIntegerCodec : ValueCodec<BigInteger>
{
    internal BigIntegerCodec() => Type = SeedType.Record(WellKnownShapes.BigInteger);
    internal override void Write(SerializationWriter writer, BigInteger value) => writer.Data(value.ToByteArray());

    internal override BigInteger Read(SerializationReader reader)
    {
#if NET8_0_OR_GREATER
        return new BigInteger(reader.DataSpan());
#else
        return new BigInteger(reader.DataSpan().ToArray());
#endif
    }
}

internal sealed class ComplexCodec : ValueCodec<Complex>
{
    internal ComplexCodec() => Type = WellKnownShapes.Complex;

    internal override void Write(SerializationWriter writer, Complex value)
    {
        writer.Blit(value.Real);
        writer.Blit(value.Imaginary);
    }

    internal override Complex Read(SerializationReader reader) => new(reader.Blit<double>(), reader.Blit<double>());
}

internal sealed class UriCodec : ThereElementCodec<Uri>
{
    internal UriCodec() => Type = SeedType.OptionalUrl;

    internal override void WriteThere(SerializationWriter writer, Uri value) => writer.Text(value.OriginalString);

    internal override Uri ReadThere(SerializationReader reader)
    {
        var start = reader.Position;
        return Uri.TryCreate(reader.Text(), UriKind.RelativeOrAbsolute, out var uri) ? uri : throw reader.Error(FastserStatus.TypeMismatch, start, "a text that is not a Uri");
    }
}

internal sealed class VersionCodec : ThereElementCodec<Version>
{
    internal VersionCodec() => Type = SeedType.Optional(SeedType.Record(WellKnownShapes.Version));

    internal override void WriteThere(SerializationWriter writer, Version value)
    {
        writer.Blit(value.Major);
        writer.Blit(value.Minor);
        writer.Blit(value.Build);
        writer.Blit(value.Revision);
    }

    internal override Version ReadThere(SerializationReader reader)
    {
        var start = reader.Position;
        int major = reader.Blit<int>(), minor = reader.Blit<int>(), build = reader.Blit<int>(), revision = reader.Blit<int>();
        if (major < 0 || minor < 0 || build < -1 || revision < -1 || (build < 0 && revision >= 0))
            throw reader.Error(FastserStatus.TypeMismatch, start, "numbers that no Version can have");
        return build < 0 ? new Version(major, minor) : revision < 0 ? new Version(major, minor, build) : new Version(major, minor, build, revision);
    }
}

internal sealed class BitArrayCodec : ThereElementCodec<BitArray>
{
    internal BitArrayCodec() => Type = SeedType.Optional(SeedType.Record(WellKnownShapes.BitArray));

    internal override void WriteThere(SerializationWriter writer, BitArray value)
    {
        writer.Blit(value.Length);
        var bytes = new byte[(value.Length + 7) / 8];
        value.CopyTo(bytes, 0);
        writer.Data(bytes);
    }

    internal override BitArray ReadThere(SerializationReader reader)
    {
        var start = reader.Position;
        var length = reader.Blit<int>();
        var bytes = reader.Data();
        if (length < 0 || bytes.Length != ((long)length + 7) / 8) throw reader.Error(FastserStatus.TypeMismatch, start, "a BitArray whose length does not fit its bits");
        return new BitArray(bytes) { Length = length };
    }
}

#if NET8_0_OR_GREATER
internal sealed class DateOnlyCodec : ValueCodec<DateOnly>
{
    private const int EpochDay = 719162;
    internal DateOnlyCodec() => Type = SeedType.Record(WellKnownShapes.DateOnly);
    internal override void Write(SerializationWriter writer, DateOnly value) => writer.Blit(value.DayNumber - EpochDay);

    internal override DateOnly Read(SerializationReader reader)
    {
        var start = reader.Position;
        var day = (long)reader.Blit<int>() + EpochDay;
        if (day < 0 || day > DateOnly.MaxValue.DayNumber) throw reader.Error(FastserStatus.TypeMismatch, start, "a day that DateOnly does not have");
        return DateOnly.FromDayNumber((int)day);
    }
}

internal sealed class TimeOnlyCodec : ValueCodec<TimeOnly>
{
    internal TimeOnlyCodec() => Type = SeedType.Record(WellKnownShapes.TimeOnly);
    internal override void Write(SerializationWriter writer, TimeOnly value) => writer.Blit(value.Ticks);

    internal override TimeOnly Read(SerializationReader reader)
    {
        var start = reader.Position;
        var ticks = reader.Blit<long>();
        if (ticks < 0 || ticks > TimeOnly.MaxValue.Ticks) throw reader.Error(FastserStatus.TypeMismatch, start, "a time that TimeOnly does not have");
        return new TimeOnly(ticks);
    }
}

internal sealed class HalfCodec : ValueCodec<Half>
{
    internal HalfCodec() => Type = SeedType.Record(WellKnownShapes.Half);
    internal override void Write(SerializationWriter writer, Half value) => writer.Blit(BitConverter.HalfToUInt16Bits(value));
    internal override Half Read(SerializationReader reader) => BitConverter.UInt16BitsToHalf(reader.Blit<ushort>());
}

internal sealed class Int128Codec : ValueCodec<Int128>
{
    internal Int128Codec() => Type = SeedType.Record(WellKnownShapes.Int128);

    internal override void Write(SerializationWriter writer, Int128 value)
    {
        writer.Blit((ulong)value);
        writer.Blit((ulong)(value >> 64));
    }

    internal override Int128 Read(SerializationReader reader)
    {
        var low = reader.Blit<ulong>();
        return new Int128(reader.Blit<ulong>(), low);
    }
}

internal sealed class UInt128Codec : ValueCodec<UInt128>
{
    internal UInt128Codec() => Type = SeedType.Record(WellKnownShapes.UInt128);

    internal override void Write(SerializationWriter writer, UInt128 value)
    {
        writer.Blit((ulong)value);
        writer.Blit((ulong)(value >> 64));
    }

    internal override UInt128 Read(SerializationReader reader)
    {
        var low = reader.Blit<ulong>();
        return new UInt128(reader.Blit<ulong>(), low);
    }
}
#endif
