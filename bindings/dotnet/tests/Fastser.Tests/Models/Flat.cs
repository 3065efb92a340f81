// SPDX-License-Identifier: MIT
//
// A record of 14 fields with four strings, and its formatter, written by hand as the generator would.
using System;
using Fastser.Formatters;
using Fastser.Runtime;

namespace Fastser.Tests.Models;

public class Flat
{
    public long Id;
    public long Parent;
    public long Size;
    public string Name = "";
    public string Title = "";
    public string? Comment;
    public string Path = "";
    public DateTime Created;
    public DateTime Modified;
    public bool IsOpen;
    public bool IsHidden;
    public bool IsNew;
    public byte Level;
    public int Count;

    public static Flat Sample() => new()
    {
        Id = 123456789012,
        Parent = -5,
        Size = 1 << 20,
        Name = "Grace Hopper",
        Title = "Rear Admiral",
        Comment = null,
        Path = "/home/grace/documents/compilers.txt",
        Created = new DateTime(2024, 2, 29, 12, 34, 56, DateTimeKind.Utc),
        Modified = new DateTime(2025, 7, 1, 1, 2, 3, DateTimeKind.Utc).AddTicks(4567),
        IsOpen = true,
        IsNew = true,
        Level = 7,
        Count = 42,
    };
}

public sealed class FlatFormatter : Formatter<Flat>
{
    public static readonly FlatFormatter Instance = new();

    public static readonly WireShape Shape = new("Flat", 0, null, static () =>
    [
        new("Id", WireType.I64), new("Parent", WireType.I64), new("Size", WireType.I64),
        new("Name", WireType.String), new("Title", WireType.String),
        new("Comment", WireType.Optional(WireType.String)), new("Path", WireType.String),
        new("Created", DateTimeFormatter.Instance.Type), new("Modified", DateTimeFormatter.Instance.Type),
        new("IsOpen", WireType.Bool), new("IsHidden", WireType.Bool), new("IsNew", WireType.Bool),
        new("Level", WireType.U8), new("Count", WireType.I32),
    ]);

    private static readonly WireType s_type = WireType.Class(Shape);

    public override WireType Type => s_type;

    public override void Write(ref ArchiveWriter writer, Flat value)
    {
        if (value == null) ArchiveWriter.Null<Flat>("the root", "Flat");
        WriteFields(ref writer, value!);
    }

    public override Flat Read(ref ArchiveReader reader)
    {
        var value = new Flat();
        ReadFields(ref reader, value);
        return value;
    }

    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<Flat> values)
    {
        foreach (var value in values) WriteFields(ref writer, value ?? ArchiveWriter.Null<Flat>("a collection", "Flat"));
    }

    public override void ReadSpan(ref ArchiveReader reader, Span<Flat> values)
    {
        foreach (ref var value in values) ReadFields(ref reader, value = new Flat());
    }

    public static void WriteFields(ref ArchiveWriter writer, Flat value)
    {
        ref var p = ref writer.Begin(24 + 1);
        Wire.Put64(ref p, 0, (ulong)value.Id);
        Wire.Put64(ref p, 8, (ulong)value.Parent);
        Wire.Put64(ref p, 16, (ulong)value.Size);
        p = ref System.Runtime.CompilerServices.Unsafe.Add(ref p, 24);
        p = ref writer.PutString(ref p, value.Name ?? ArchiveWriter.Null<string>("Flat", "Name"), 1);
        p = ref writer.PutString(ref p, value.Title ?? ArchiveWriter.Null<string>("Flat", "Title"), 2);
        p = ref writer.PutOptionalString(ref p, value.Comment, 1);
        p = ref writer.PutString(ref p, value.Path ?? ArchiveWriter.Null<string>("Flat", "Path"), 34);
        DateTimeFormatter.Put(ref p, 0, value.Created);
        DateTimeFormatter.Put(ref p, 13, value.Modified);
        Wire.PutBool(ref p, 26, value.IsOpen);
        Wire.PutBool(ref p, 27, value.IsHidden);
        Wire.PutBool(ref p, 28, value.IsNew);
        Wire.Put8(ref p, 29, value.Level);
        Wire.Put32(ref p, 30, (uint)value.Count);
        writer.End(ref System.Runtime.CompilerServices.Unsafe.Add(ref p, 34));
    }

    public static void ReadFields(ref ArchiveReader reader, Flat value)
    {
        ref readonly var p = ref reader.Take(24);
        value.Id = (long)Wire.Get64(in p, 0);
        value.Parent = (long)Wire.Get64(in p, 8);
        value.Size = (long)Wire.Get64(in p, 16);
        value.Name = reader.ReadString();
        value.Title = reader.ReadString();
        value.Comment = reader.ReadOptionalString();
        value.Path = reader.ReadString();
        p = ref reader.Take(34);
        value.Created = DateTimeFormatter.Get(ref reader, in p, 0);
        value.Modified = DateTimeFormatter.Get(ref reader, in p, 13);
        value.IsOpen = reader.GetBool(in p, 26);
        value.IsHidden = reader.GetBool(in p, 27);
        value.IsNew = reader.GetBool(in p, 28);
        value.Level = Wire.Get8(in p, 29);
        value.Count = (int)Wire.Get32(in p, 30);
    }
}
