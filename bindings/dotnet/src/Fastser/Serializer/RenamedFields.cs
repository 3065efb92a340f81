// SPDX-License-Identifier: MIT
//
// Fields that had other names when an archive was written (FastMemberAttribute.RenamedFrom). Names stand
// in the archive's table alone, so the table is written anew with the present ones, and the payload stays
// as it is. A class is found by its name; where its shape has both names, the present one counts.
using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.IO;
using System.Runtime.CompilerServices;
using System.Text;
using Fastser.Runtime;

namespace Fastser;

internal static class RenamedFields
{
    // By class: former names, and what each is now.
    private sealed class Renames : Dictionary<string, Dictionary<string, string>> { }

    private static readonly ConditionalWeakTable<WireType, Renames> s_renames = new();

    /// <summary>The archive with present names: the same bytes where there is nothing to rename.</summary>
    public static ReadOnlySpan<byte> Apply(WireType root, ReadOnlySpan<byte> archive)
    {
        var renames = s_renames.GetValue(root, Collect);
        if (renames.Count == 0 || archive.Length < Envelope.HeaderBytes || (archive[4] & 3) == 2) return archive;
        var envelope = Envelope.Open(archive);
        var table = new MemoryStream();
        try
        {
            if (!Rename(envelope.Table, renames, table)) return archive;
        }
        catch (IndexOutOfRangeException)
        {
            return archive;  // No table: its reader says what is wrong with it.
        }
        var head = new MemoryStream();
        head.Write([0x46, 0x53, 0x52, 1, 0, 0, 0, 0, 0], 0, Envelope.HeaderBytes);
        WriteVarint(head, (ulong)table.Length);
        var result = new byte[head.Length + table.Length + envelope.Payload.Length];
        head.ToArray().CopyTo(result, 0);
        BinaryPrimitives.WriteUInt32LittleEndian(result.AsSpan(5), envelope.UserVersion);
        table.ToArray().CopyTo(result, (int)head.Length);
        envelope.Payload.CopyTo(result.AsSpan((int)(head.Length + table.Length)));
        return result;
    }

    private static Renames Collect(WireType root)
    {
        var renames = new Renames();
        foreach (var shape in root.Table(false, false).Shapes)
        {
            foreach (var field in shape.Fields)
            {
                foreach (var former in field.Former)
                {
                    if (!renames.TryGetValue(shape.Name, out var names)) renames[shape.Name] = names = [];
                    names[former] = field.Name;
                }
            }
        }
        return renames;
    }

    // False: nothing was renamed.
    private static bool Rename(ReadOnlySpan<byte> table, Renames renames, Stream output)
    {
        var renamed = false;
        var at = 0;
        var shapes = ReadVarint(table, ref at);
        WriteVarint(output, shapes);
        for (ulong i = 0; i < shapes; ++i)
        {
            var name = ReadText(table, ref at);
            WriteText(output, name);
            WriteVarint(output, ReadVarint(table, ref at));  // version
            WriteVarint(output, ReadVarint(table, ref at));  // super-shape
            renames.TryGetValue(name, out var names);
            var entries = ReadVarint(table, ref at);
            WriteVarint(output, entries);
            var present = names == null ? null : NamesOf(table, at, entries);
            for (ulong j = 0; j < entries; ++j)
            {
                var head = ReadVarint(table, ref at);
                WriteVarint(output, head);
                if ((head & 1) != 0)
                {
                    var field = ReadText(table, ref at);
                    if (names != null && names.TryGetValue(field, out var now) && present!.Add(now))
                    {
                        field = now;
                        renamed = true;
                    }
                    WriteText(output, field);
                }
                var from = at;
                SkipType(table, ref at);
                Write(output, table.Slice(from, at - from));
            }
        }
        Write(output, table.Slice(at));
        return renamed;
    }

    private static HashSet<string> NamesOf(ReadOnlySpan<byte> table, int at, ulong entries)
    {
        var names = new HashSet<string>();
        for (ulong i = 0; i < entries; ++i)
        {
            if ((ReadVarint(table, ref at) & 1) != 0) names.Add(ReadText(table, ref at));
            SkipType(table, ref at);
        }
        return names;
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
