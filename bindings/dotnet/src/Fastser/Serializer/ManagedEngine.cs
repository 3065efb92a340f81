// SPDX-License-Identifier: MIT
//
// One archive from end to end by generated code: header, table, payload, deferred bodies, checksum.
using System;
using System.Runtime.CompilerServices;
using Fastser.Formatters;
using Fastser.Runtime;

namespace Fastser;

internal static class ManagedEngine
{
    /// <summary>Writes an archive; the checksum is still to come (<see cref="End"/>).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write<T>(ref ArchiveWriter writer, Formatter<T> formatter, T value, FastSerializerOptions options)
    {
        writer.Root = formatter;
        if (options.Header != FastserHeader.Bare) WriteHeader(ref writer, formatter, options);
        formatter.Write(ref writer, value);
        if (writer.HasObjects) WriteDeferred(ref writer, formatter, value, options);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteDeferred<T>(
        ref ArchiveWriter writer, Formatter<T> formatter, T value, FastSerializerOptions options)
    {
        writer.WriteDeferred();
        if (writer.Deferred.Made != null) Native.MadeObjects.Check(formatter, value, options, writer.Deferred, writer.RefersToMade);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteHeader(ref ArchiveWriter writer, Formatter formatter, FastSerializerOptions options) =>
        WriteHeader(ref writer, TableOf(formatter, options, writer.Shares), options);

    private static void WriteHeader(ref ArchiveWriter writer, WireTable table, FastSerializerOptions options)
    {
        var prologue = PrologueOf(table, options);
        ref var place = ref writer.Begin(prologue.Length);
        Unsafe.CopyBlockUnaligned(ref place, ref prologue[0], (uint)prologue.Length);
        if (options.Checksum) Wire.Put8(ref place, 4, (byte)(prologue[4] | 4));
        if (options.UserVersion != 0) Wire.Put32(ref place, 5, options.UserVersion);
        writer.Advance(prologue.Length);
    }

    private static byte[] PrologueOf(WireTable table, FastSerializerOptions options) =>
        options.Header == FastserHeader.Fingerprint ? table.FingerprintPrologue
        : options.Names ? table.Prologue : table.WithoutNames.Prologue;

    /// <summary>Bytes of the archive of a value, where they are many and known at once; else 0.</summary>
    public static long LargeSize<T>(Formatter<T> formatter, T value, FastSerializerOptions options)
    {
        var size = options.Sharing == FastserSharing.On ? 0 : formatter.SizeAtOnce(value);
        if (size < Memory.Large) return 0;
        if (options.References && formatter.Type.IsClass) ++size;  // its slot
        if (options.Header == FastserHeader.Bare) return size;
        return size + PrologueOf(TableOf(formatter, options, false), options).Length + (options.Checksum ? 4 : 0);
    }

    /// <summary>The checksum, if there is to be one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void End(ref ArchiveWriter writer, FastSerializerOptions options)
    {
        if (options.Checksum && options.Header != FastserHeader.Bare) WriteChecksum(ref writer);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteChecksum(ref ArchiveWriter writer)
    {
        writer.Begin(4);  // its room may end the run at hand, so first
        writer.Write32(writer.Session.ChecksumWith(writer.Written));
    }

    /// <summary>The archive of a payload that was written without a header, behind a table without names.</summary>
    public static byte[] WithoutNames(Formatter formatter, ReadOnlySpan<byte> payload, FastSerializerOptions options)
    {
        var table = TableOf(formatter, options, options.Sharing == FastserSharing.On);
        var writer = new ArchiveWriter(WriteSession.Rent(options, null));
        try
        {
            WriteHeader(ref writer, table, options);
            writer.WriteBytes(payload);
            End(ref writer, options);
            return writer.Written.ToArray();
        }
        finally
        {
            writer.Release();
        }
    }

    /// <summary>Reads an archive over <paramref name="value"/>. False: generated code cannot read it,
    /// since its table is not the type's own, or a constructor wants what comes later.</summary>
    public static bool TryRead<T>(
        Formatter<T> formatter, ReadOnlySpan<byte> bytes, FastSerializerOptions options, bool populate, ref T value)
    {
        var budget = BudgetOf(options.Limits, bytes.Length);
        var payload = bytes;
        var offset = 0;
        var shares = options.Sharing == FastserSharing.On;
        AnyTable? foreign = null;
        if (options.Header != FastserHeader.Bare)
        {
            var table = TableOf(formatter, options, false);
            var prologue = options.Names ? table.Prologue : table.WithoutNames.Prologue;
            if (IsPlain(bytes, prologue))
            {
                (offset, shares) = (prologue.Length, false);
                payload = bytes.Slice(offset);
            }
            else
            {
                if (!TakeEnvelope(formatter, bytes, table, options, out var found)) return false;
                payload = found.Bytes;
                (offset, shares, foreign) = (found.Offset, found.Shares, found.Foreign);
            }
        }
        var reader = new ArchiveReader(payload, offset, budget, shares, formatter, foreign, options);
        try
        {
            while (true)
            {
                if (foreign != null) value = (T)reader.ReadElement(foreign.Root)!;
                else if (populate) formatter.Populate(ref reader, ref value);
                else value = formatter.Read(ref reader);
                if (reader.HasSession) reader.ReadDeferred();
                if (reader.Left != 0) FailTrailing(ref reader);
                if (!reader.HasSession) break;  // no strings shared, no objects, nothing refused
                if (reader.ReadsAgain(budget)) continue;
                reader.Complete();
                break;
            }
        }
        catch (MadeTooEarlyException early)
        {
            if (options.Engine != FastserEngine.Managed) return false;
            throw new FastserException(FastserStatus.Usage, early.Message);
        }
        finally
        {
            reader.Release();
        }
        return true;
    }

    private static void FailTrailing(ref ArchiveReader reader) =>
        reader.Fail(FastserStatus.Trailing, reader.Position, "bytes after the last value");

    // Any archive but the common one. False: written with another table.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TakeEnvelope(
        Formatter formatter, ReadOnlySpan<byte> bytes, WireTable table, FastSerializerOptions options,
        out ReadPayload payload)
    {
        var envelope = Envelope.Open(bytes);
        payload = default;
        payload.Bytes = envelope.Payload;
        payload.Offset = envelope.PayloadOffset;
        payload.Shares = !IsTable(envelope, table);
        if (!payload.Shares || IsTable(envelope, TableOf(formatter, options, true))) return true;
        if (envelope.Kind == 2)
        {
            throw new FastserException(FastserStatus.Fingerprint, "written with another type", Envelope.HeaderBytes);
        }
        // A value of any type may be whatever the archive says.
        if (formatter is not Formatters.AnyFormatter) return false;
        payload.Foreign = new AnyTable(envelope.Table, envelope.TableOffset);
        payload.Shares = false;
        return true;
    }

    /// <summary>The budget of a read.</summary>
    public static long BudgetOf(FastserLimits limits, int size)
    {
        var (factor, most) = (limits.MemoryFactor, long.MaxValue - limits.MemoryBase);
        // A division would take as long as all of a small read.
        if (factor > int.MaxValue && size != 0 && factor > most / size) return long.MaxValue;
        var product = factor * size;
        return product > most ? long.MaxValue : product + limits.MemoryBase;
    }

    // The common case by two comparisons: the type's own table in front, no flags.
    private static bool IsPlain(ReadOnlySpan<byte> bytes, byte[] prologue) =>
        bytes.Length >= prologue.Length
        && bytes.Slice(0, 5).SequenceEqual(prologue.AsSpan(0, 5))
        && bytes.Slice(9, prologue.Length - 9).SequenceEqual(prologue.AsSpan(9));

    private static bool IsTable(in Envelope envelope, WireTable table) =>
        envelope.Kind == 2 ? envelope.Fingerprint == table.Fingerprint
        : envelope.Table.SequenceEqual(table.Bytes) || envelope.Table.SequenceEqual(table.WithoutNames.Bytes);

    /// <summary>The table of the archives of a type.</summary>
    public static WireTable TableOf(Formatter formatter, FastSerializerOptions options, bool shares) =>
        options.Registry == null
            ? formatter.Type.Table(options.References, shares)
            : options.Registry.TableOf(formatter.Type, options.References, shares);
}
