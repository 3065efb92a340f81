// SPDX-License-Identifier: MIT
//
// Times. A DateTime is the record "DateTime": the instant as a date, which other languages read, and the
// Kind. One that is unspecified is told as if its clock were UTC's, so that its ticks stay what they
// are. A TimeSpan is a duration that says its unit (docs/versions.md, Times).
using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>Values of DateTime.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class DateTimeFormatter : Formatter<DateTime>
{
    /// <summary>Bytes of a value.</summary>
    public const int Size = 13;

    private const ulong LastSecond = 315_537_897_599;  // of the year 9999, since the year 1
    internal const long TicksPerSecond = 10_000_000;
    internal const long EpochTicks = 621_355_968_000_000_000;

    /// <summary>The one instance.</summary>
    public static readonly DateTimeFormatter Instance = new();

    private static readonly WireType s_type = WireType.Record(new WireShape(
        "DateTime", 0, null, static () => [new("utc", WireType.Date), new("kind", WireType.U8)]));

    /// <inheritdoc/>
    public override WireType Type => s_type;

    /// <summary>Puts a value into a run.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Put(ref byte place, int offset, DateTime value)
    {
        var kind = value.Kind;
        if (kind == DateTimeKind.Local) PutDate(ref place, offset, UtcTicks(value));
        else PutTicks(ref place, offset, (ulong)value.Ticks);
        Wire.Put8(ref place, offset + 12, (byte)kind);
    }

    /// <summary>A value of a run.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateTime Get(ref ArchiveReader reader, in byte place, int offset)
    {
        var seconds = Wire.Get64(in place, offset) + (ulong)(EpochTicks / TicksPerSecond);
        var nanoseconds = Wire.Get32(in place, offset + 8);
        var kind = Wire.Get8(in place, offset + 12);
        var fraction = nanoseconds / 100;
        if (seconds <= LastSecond && fraction * 100 == nanoseconds && fraction < TicksPerSecond && kind < 2)
        {
            return new DateTime(((long)seconds * TicksPerSecond) + fraction, (DateTimeKind)kind);
        }
        return GetAny(ref reader, in place, offset);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static DateTime GetAny(ref ArchiveReader reader, in byte place, int offset)
    {
        if (TryGetDate(ref reader, in place, offset, out var ticks)
            && Wire.Get8(in place, offset + 12) == 2 && TryMakeLocal(ticks, out var local))
        {
            return local;
        }
        reader.Refuse(reader.PositionOf(in place) + offset, "a date that DateTime does not hold");
        return default;
    }

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, DateTime value)
    {
        Put(ref writer.Begin(Size), 0, value);
        writer.Advance(Size);
    }

    /// <inheritdoc/>
    public override DateTime Read(ref ArchiveReader reader) => Get(ref reader, in reader.Take(Size), 0);

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<DateTime> values)
    {
        foreach (var value in values) Write(ref writer, value);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<DateTime> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = Get(ref reader, in reader.Take(Size), 0);
    }

    // Ticks since the year 1 as seconds since 1970 and nanoseconds.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void PutTicks(ref byte place, int offset, ulong ticks)
    {
        // EpochTicks is a whole number of seconds.
        var seconds = ticks / TicksPerSecond;
        Wire.Put64(ref place, offset, seconds - (ulong)(EpochTicks / TicksPerSecond));
        Wire.Put32(ref place, offset + 8, ((uint)ticks - ((uint)seconds * (uint)TicksPerSecond)) * 100);
    }

    // The same of ticks that may lie before the year 1: those of a local time, in UTC.
    internal static void PutDate(ref byte place, int offset, long ticks)
    {
        if (ticks >= 0)
        {
            PutTicks(ref place, offset, (ulong)ticks);
            return;
        }
        var seconds = -((TicksPerSecond - 1 - ticks) / TicksPerSecond);
        Wire.Put64(ref place, offset, (ulong)(seconds - (EpochTicks / TicksPerSecond)));
        Wire.Put32(ref place, offset + 8, (uint)(ticks - (seconds * TicksPerSecond)) * 100);
    }

    // False: not a whole number of ticks, or far beyond what .NET counts.
    internal static bool TryGetDate(ref ArchiveReader reader, in byte place, int offset, out long ticks)
    {
        var seconds = (long)Wire.Get64(in place, offset);
        var nanoseconds = Wire.Get32(in place, offset + 8);
        if (nanoseconds >= 1_000_000_000)
        {
            reader.Fail(
                FastserStatus.Malformed, reader.PositionOf(in place) + offset + 8,
                "a date with a second or more of nanoseconds");
        }
        ticks = 0;
        if (nanoseconds % 100 != 0 || seconds is < -70_000_000_000 or > 300_000_000_000) return false;
        ticks = (seconds * TicksPerSecond) + (nanoseconds / 100) + EpochTicks;
        return true;
    }

    // Not ToUniversalTime: that one stops at the first and the last instant.
    internal static long UtcTicks(DateTime value) => value.Ticks - TimeZoneInfo.Local.GetUtcOffset(value).Ticks;

    // The other way round. False: DateTime does not have it.
    internal static bool TryMakeLocal(long utc, out DateTime value)
    {
        if (utc >= 0 && utc <= DateTime.MaxValue.Ticks)
        {
            value = new DateTime(utc, DateTimeKind.Utc).ToLocalTime();
            return true;
        }
        // Beyond the ends of time, by the offset that holds there.
        value = default;
        var end = utc < 0 ? DateTime.MinValue : DateTime.MaxValue;
        var ticks = utc + TimeZoneInfo.Local.GetUtcOffset(DateTime.SpecifyKind(end, DateTimeKind.Local)).Ticks;
        if (ticks < 0 || ticks > DateTime.MaxValue.Ticks) return false;
        value = new DateTime(ticks, DateTimeKind.Local);
        return true;
    }
}

/// <summary>Values of DateTimeOffset.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class DateTimeOffsetFormatter : Formatter<DateTimeOffset>
{
    /// <summary>Bytes of a value.</summary>
    public const int Size = 14;

    /// <summary>The one instance.</summary>
    public static readonly DateTimeOffsetFormatter Instance = new();

    private static readonly WireType s_type = WireType.Record(new WireShape(
        "DateTimeOffset", 0, null, static () => [new("utc", WireType.Date), new("offset", WireType.I16)]));

    /// <inheritdoc/>
    public override WireType Type => s_type;

    /// <summary>Puts a value into a run.</summary>
    public static void Put(ref byte place, int offset, DateTimeOffset value)
    {
        DateTimeFormatter.PutTicks(ref place, offset, (ulong)value.UtcTicks);
        Wire.Put16(ref place, offset + 12, (ushort)(value.Offset.Ticks / TimeSpan.TicksPerMinute));
    }

    /// <summary>A value of a run.</summary>
    public static DateTimeOffset Get(ref ArchiveReader reader, in byte place, int offset)
    {
        var minutes = (short)Wire.Get16(in place, offset + 12);
        if (DateTimeFormatter.TryGetDate(ref reader, in place, offset, out var ticks) && minutes is >= -840 and <= 840)
        {
            var local = ticks + (minutes * TimeSpan.TicksPerMinute);
            if (ticks >= 0 && ticks <= DateTime.MaxValue.Ticks && local >= 0 && local <= DateTime.MaxValue.Ticks)
            {
                return new DateTimeOffset(local, TimeSpan.FromTicks(minutes * TimeSpan.TicksPerMinute));
            }
        }
        reader.Refuse(reader.PositionOf(in place) + offset, "a date that DateTimeOffset does not hold");
        return default;
    }

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, DateTimeOffset value)
    {
        Put(ref writer.Begin(Size), 0, value);
        writer.Advance(Size);
    }

    /// <inheritdoc/>
    public override DateTimeOffset Read(ref ArchiveReader reader) => Get(ref reader, in reader.Take(Size), 0);

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<DateTimeOffset> values)
    {
        foreach (var value in values) Write(ref writer, value);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<DateTimeOffset> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = Get(ref reader, in reader.Take(Size), 0);
    }
}

/// <summary>Values of TimeSpan: ticks, which the type's name says.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class TimeSpanFormatter : Formatter<TimeSpan>
{
    /// <summary>The one instance.</summary>
    public static readonly TimeSpanFormatter Instance = new();

    private static readonly WireType s_type = WireType.Enum("duration 1/10000000", WireCode.I64);

    /// <inheritdoc/>
    public override WireType Type => s_type;

    /// <inheritdoc/>
    public override int BlockSize => 8;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, TimeSpan value) => writer.Write64((ulong)value.Ticks);

    /// <inheritdoc/>
    public override TimeSpan Read(ref ArchiveReader reader) => new((long)reader.Read64());

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<TimeSpan> values) => writer.WriteBlock(values);

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<TimeSpan> values) => reader.ReadBlock(values);
}

#if NET8_0_OR_GREATER
/// <summary>Values of DateOnly: days since 1970-01-01.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class DateOnlyFormatter : Formatter<DateOnly>
{
    private const int EpochDay = 719_162;

    /// <summary>The one instance.</summary>
    public static readonly DateOnlyFormatter Instance = new();

    private static readonly WireType s_type = WireType.Record(new WireShape(
        "DateOnly", 0, null, static () => [new("days", WireType.I32)]));

    /// <inheritdoc/>
    public override WireType Type => s_type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, DateOnly value) => writer.Write32((uint)(value.DayNumber - EpochDay));

    /// <inheritdoc/>
    public override DateOnly Read(ref ArchiveReader reader)
    {
        var at = reader.Position;
        var day = (long)(int)reader.Read32() + EpochDay;
        if (day >= 0 && day <= DateOnly.MaxValue.DayNumber) return DateOnly.FromDayNumber((int)day);
        reader.Refuse(at, "a day that DateOnly does not hold");
        return default;
    }

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<DateOnly> values)
    {
        foreach (var value in values) Write(ref writer, value);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<DateOnly> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = Read(ref reader);
    }
}

/// <summary>Values of TimeOnly: ticks since midnight.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class TimeOnlyFormatter : Formatter<TimeOnly>
{
    /// <summary>The one instance.</summary>
    public static readonly TimeOnlyFormatter Instance = new();

    private static readonly WireType s_type = WireType.Record(new WireShape(
        "TimeOnly", 0, null, static () => [new("ticks", WireType.I64)]));

    /// <inheritdoc/>
    public override WireType Type => s_type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, TimeOnly value) => writer.Write64((ulong)value.Ticks);

    /// <inheritdoc/>
    public override TimeOnly Read(ref ArchiveReader reader)
    {
        var at = reader.Position;
        var ticks = (long)reader.Read64();
        if (ticks >= 0 && ticks < TimeSpan.TicksPerDay) return new TimeOnly(ticks);
        reader.Refuse(at, "a time that TimeOnly does not hold");
        return default;
    }

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<TimeOnly> values)
    {
        foreach (var value in values) Write(ref writer, value);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<TimeOnly> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = Read(ref reader);
    }
}
#endif
