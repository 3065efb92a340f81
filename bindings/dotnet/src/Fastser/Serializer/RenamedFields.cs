// SPDX-License-Identifier: MIT
//
// Fields that had other names when an archive was written (FastMemberAttribute.RenamedFrom). Names stand
// in the archive's table alone, so the table is written anew with the present ones, and the payload stays
// as it is.
using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.IO;
using System.Text;
using Fastser.Runtime;

namespace Fastser;

internal static class RenamedFields
{
    /// <summary>The archive with present names: the same bytes where there is nothing to rename.</summary>
    /// <param name="formatter">Of the type that is read.</param>
    /// <param name="archive">The archive.</param>
    /// <param name="options">How it is read.</param>
    /// <param name="shift">By how many bytes the payload lies further behind than in the archive.</param>
    public static ReadOnlySpan<byte> Apply(
        Formatter formatter, ReadOnlySpan<byte> archive, FastSerializerOptions options, out int shift)
    {
        shift = 0;
        var own = ManagedEngine.TableOf(formatter, options, false);
        if (!own.HasFormerNames || archive.Length < Envelope.HeaderBytes || (archive[4] & 3) == 2) return archive;
        var envelope = Envelope.Open(archive);
        if (envelope.Table.SequenceEqual(own.Bytes)) return archive;
        AnyTable writer;
        try
        {
            writer = new AnyTable(envelope.Table, envelope.TableOffset);
        }
        catch (FastserException)
        {
            return archive;  // No table: its reader says what is wrong with it.
        }
        var names = FieldMatches.Find(writer, formatter.Type, own, ManagedEngine.BudgetOf(options.Limits, archive.Length));
        if (names.Count == 0) return archive;
        var table = new MemoryStream();
        Rename(envelope.Table, names, table);
        var head = new MemoryStream();
        head.Write([0x46, 0x53, 0x52, 1, 0, 0, 0, 0, 0], 0, Envelope.HeaderBytes);
        WriteVarint(head, (ulong)table.Length);
        var result = new byte[head.Length + table.Length + envelope.Payload.Length];
        head.ToArray().CopyTo(result, 0);
        BinaryPrimitives.WriteUInt32LittleEndian(result.AsSpan(5), envelope.UserVersion);
        table.ToArray().CopyTo(result, (int)head.Length);
        var front = (int)(head.Length + table.Length);
        envelope.Payload.CopyTo(result.AsSpan(front));
        shift = front - envelope.PayloadOffset;
        return result;
    }

    /// <summary>What was found wrong, at its byte in the archive as it was given.</summary>
    public static FastserException Moved(FastserException error, int shift) =>
        new(error.Status, error.Reason, error.Offset < 0 ? -1 : Math.Max(error.Offset - shift, 0), error.Path);

    private static void Rename(ReadOnlySpan<byte> table, Dictionary<(int, int), string> names, Stream output)
    {
        var at = 0;
        var shapes = ReadVarint(table, ref at);
        WriteVarint(output, shapes);
        for (var i = 0; i < (int)shapes; ++i)
        {
            WriteText(output, ReadText(table, ref at));
            WriteVarint(output, ReadVarint(table, ref at));  // version
            WriteVarint(output, ReadVarint(table, ref at));  // super-shape
            var entries = ReadVarint(table, ref at);
            WriteVarint(output, entries);
            for (var j = 0; j < (int)entries; ++j)
            {
                var head = ReadVarint(table, ref at);
                WriteVarint(output, head);
                if ((head & 1) != 0)
                {
                    var field = ReadText(table, ref at);
                    WriteText(output, names.TryGetValue((i, j), out var now) ? now : field);
                }
                var from = at;
                SkipType(table, ref at);
                Write(output, table.Slice(from, at - from));
            }
        }
        Write(output, table.Slice(at));
    }

    // A type expression (docs/format.md section 4).
    private static void SkipType(ReadOnlySpan<byte> table, ref int at, int depth = 0)
    {
        if (depth > 64) throw new IndexOutOfRangeException();
        var code = (WireCode)table[at++];
        ulong inner = 0;
        switch (code)
        {
            case WireCode.Optional or WireCode.List or WireCode.Set or WireCode.Ref or WireCode.Array:
                inner = 1;
                break;
            case WireCode.Map or WireCode.OrderedMap:
                inner = 2;
                break;
            case WireCode.Variant or WireCode.Tuple:
                inner = ReadVarint(table, ref at);
                break;
            case WireCode.Enum:
                ReadText(table, ref at);
                _ = table[at++];
                break;
            case WireCode.Record or WireCode.Bits:
                ReadVarint(table, ref at);
                break;
            default:
                break;
        }
        for (; inner != 0; --inner) SkipType(table, ref at, depth + 1);
        if (code == WireCode.Array) ReadVarint(table, ref at);
    }

    private static ulong ReadVarint(ReadOnlySpan<byte> table, ref int at)
    {
        ulong value = 0;
        for (var shift = 0; shift < 70; shift += 7)
        {
            var one = table[at++];
            value |= (ulong)(one & 0x7F) << shift;
            if (one < 0x80) return value;
        }
        throw new IndexOutOfRangeException();
    }

    private static string ReadText(ReadOnlySpan<byte> table, ref int at)
    {
        var size = ReadVarint(table, ref at);
        if (size > (ulong)(table.Length - at)) throw new IndexOutOfRangeException();
        var text = Encoding.UTF8.GetString(table.Slice(at, (int)size).ToArray());
        at += (int)size;
        return text;
    }

    private static void WriteVarint(Stream output, ulong value)
    {
        for (; value >= 0x80; value >>= 7) output.WriteByte((byte)(value | 0x80));
        output.WriteByte((byte)value);
    }

    private static void WriteText(Stream output, string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        WriteVarint(output, (ulong)bytes.Length);
        output.Write(bytes, 0, bytes.Length);
    }

    private static void Write(Stream output, ReadOnlySpan<byte> bytes) => output.Write(bytes.ToArray(), 0, bytes.Length);
}
