// SPDX-License-Identifier: MIT
//
// Classes whose formatters are written by hand, as the generator would, with every kind of slot. They
// write for the native engine only: the tests compare with bytes that the C++ library says are right.
using System;
using System.Collections.Generic;
using Fastser.Formatters;
using Fastser.Runtime;

namespace Fastser.Tests.Native;

internal sealed class Flat
{
    public int A;
    public long B;
    public short C;
    public byte D;
    public bool E;
    public double F;
    public float G;
    public uint H;
    public ulong I;
    public ushort J;
    public string First = "";
    public string Last = "";
    public string City = "";
    public string? Note;

    public static Flat Sample() => new()
    {
        A = -5, B = 1L << 40, C = -300, D = 200, E = true, F = 1.5, G = -0.25f, H = 4_000_000_000, I = ulong.MaxValue,
        J = 65535, First = "Ada", Last = "Lovelace of London", City = "Zürich", Note = null,
    };
}

internal sealed unsafe class FlatFormatter : Formatter<Flat>
{
    public static readonly FlatFormatter Instance = new();
    internal static readonly WireShape Shape = new("Flat", 0, null, () =>
    [
        new("A", WireType.I32), new("B", WireType.I64), new("C", WireType.I16), new("D", WireType.U8),
        new("E", WireType.Bool), new("F", WireType.F64), new("G", WireType.F32), new("H", WireType.U32),
        new("I", WireType.U64), new("J", WireType.U16), new("First", WireType.String), new("Last", WireType.String),
        new("City", WireType.String), new("Note", WireType.Optional(WireType.String)),
    ]);
    private static readonly WireType s_type = WireType.Class(Shape);
    private static readonly int S0 = ShadowLayout.OffsetOf(Shape, 0), S1 = ShadowLayout.OffsetOf(Shape, 1),
        S2 = ShadowLayout.OffsetOf(Shape, 2), S3 = ShadowLayout.OffsetOf(Shape, 3), S4 = ShadowLayout.OffsetOf(Shape, 4),
        S5 = ShadowLayout.OffsetOf(Shape, 5), S6 = ShadowLayout.OffsetOf(Shape, 6), S7 = ShadowLayout.OffsetOf(Shape, 7),
        S8 = ShadowLayout.OffsetOf(Shape, 8), S9 = ShadowLayout.OffsetOf(Shape, 9), S10 = ShadowLayout.OffsetOf(Shape, 10),
        S11 = ShadowLayout.OffsetOf(Shape, 11), S12 = ShadowLayout.OffsetOf(Shape, 12), S13 = ShadowLayout.OffsetOf(Shape, 13);

    public override WireType Type => s_type;
    public override object MakeObject() => new Flat();
    public override void Write(ref ArchiveWriter writer, Flat value) => throw new NotSupportedException();
    public override Flat Read(ref ArchiveReader reader) => throw new NotSupportedException();

    public override void BodyToShadow(ref ShadowWriter writer, byte* body, Flat value)
    {
        ShadowWriter.Put(body + S0, value.A);
        ShadowWriter.Put(body + S1, value.B);
        ShadowWriter.Put(body + S2, value.C);
        ShadowWriter.Put(body + S3, value.D);
        ShadowWriter.Put(body + S4, value.E);
        ShadowWriter.Put(body + S5, value.F);
        ShadowWriter.Put(body + S6, value.G);
        ShadowWriter.Put(body + S7, value.H);
        ShadowWriter.Put(body + S8, value.I);
        ShadowWriter.Put(body + S9, value.J);
        writer.PutString(body + S10, value.First);
        writer.PutString(body + S11, value.Last);
        writer.PutString(body + S12, value.City);
        writer.PutOptionalString(body + S13, value.Note);
    }

    public override Flat BodyFromShadow(ref ShadowReader reader, byte* body, Flat? value)
    {
        value ??= new Flat();
        value.A = ShadowReader.Get<int>(body + S0);
        value.B = ShadowReader.Get<long>(body + S1);
        value.C = ShadowReader.Get<short>(body + S2);
        value.D = ShadowReader.Get<byte>(body + S3);
        value.E = ShadowReader.Get<bool>(body + S4);
        value.F = ShadowReader.Get<double>(body + S5);
        value.G = ShadowReader.Get<float>(body + S6);
        value.H = ShadowReader.Get<uint>(body + S7);
        value.I = ShadowReader.Get<ulong>(body + S8);
        value.J = ShadowReader.Get<ushort>(body + S9);
        value.First = reader.GetString(body + S10);
        value.Last = reader.GetString(body + S11);
        value.City = reader.GetString(body + S12);
        value.Note = reader.GetOptionalString(body + S13);
        return value;
    }
}

/// <summary>Leads to itself: by a reference that may be null, by a list, by a map.</summary>
internal sealed class Node
{
    public string Name = "";
    public Node? Next;
    public List<Node> Children = new();
    public Dictionary<string, int>? Counts;
    public int? Maybe;
    public Guid Id;
    public decimal Price;
}

internal sealed unsafe class NodeFormatter : Formatter<Node>
{
    public static readonly NodeFormatter Instance = new();
    internal static readonly WireShape Shape = new("Node", 3, null, () =>
    [
        new("Name", WireType.String), new("Next", WireType.Optional(s_type!)), new("Children", WireType.List(s_type!)),
        new("Counts", WireType.Optional(WireType.Map(WireType.String, WireType.I32))),
        new("Maybe", WireType.Optional(WireType.I32)), new("Id", WireType.Uuid), new("Price", WireType.Decimal),
    ]);
    private static readonly WireType s_type = WireType.Class(Shape);
    private static readonly int S0 = ShadowLayout.OffsetOf(Shape, 0), S1 = ShadowLayout.OffsetOf(Shape, 1),
        S2 = ShadowLayout.OffsetOf(Shape, 2), S3 = ShadowLayout.OffsetOf(Shape, 3), S4 = ShadowLayout.OffsetOf(Shape, 4),
        S5 = ShadowLayout.OffsetOf(Shape, 5), S6 = ShadowLayout.OffsetOf(Shape, 6);

    public override WireType Type => s_type;
    public override object MakeObject() => new Node();
    public override void Write(ref ArchiveWriter writer, Node value) => throw new NotSupportedException();
    public override Node Read(ref ArchiveReader reader) => throw new NotSupportedException();

    public override void BodyToShadow(ref ShadowWriter writer, byte* body, Node value)
    {
        writer.PutString(body + S0, value.Name);
        writer.PutOptional(body + S1, value.Next, this);
        writer.PutList(body + S2, value.Children.Count, value.Children, this);
        if (value.Counts == null) ShadowWriter.PutNone(body + S3);
        else writer.PutMap(body + S3, value.Counts.Count, value.Counts, StringFormatter.Instance, Int32Formatter.Instance);
        ShadowWriter.Put(body + S4, value.Maybe.GetValueOrDefault());
        ShadowWriter.PutFlag(body + S4, 4, value.Maybe.HasValue);
        ShadowWriter.PutGuid(body + S5, value.Id);
        ShadowWriter.PutDecimal(body + S6, value.Price);
    }

    public override Node BodyFromShadow(ref ShadowReader reader, byte* body, Node? value)
    {
        value ??= new Node();
        value.Name = reader.GetString(body + S0);
        value.Next = reader.GetOptional(body + S1, this);
        var stride = ShadowLayout.SlotOf(Type, reader.References);
        var at = ShadowReader.GetList(body + S2, out var count);
        value.Children = new List<Node>(count);
        for (var i = 0; i < count; ++i, at += stride) value.Children.Add(FromShadow(ref reader, at));
        value.Counts = null;
        if (ShadowReader.IsThere(body + S3))
        {
            at = reader.GetMap(body + S3, WireType.String, WireType.I32, out count, out var toValue, out stride);
            value.Counts = new Dictionary<string, int>(count);
            for (var i = 0; i < count; ++i, at += stride)
            {
                value.Counts.Add(reader.GetString(at), ShadowReader.Get<int>(at + toValue));
            }
        }
        value.Maybe = ShadowReader.GetFlag(body + S4, 4) ? ShadowReader.Get<int>(body + S4) : null;
        value.Id = ShadowReader.GetGuid(body + S5);
        value.Price = ShadowReader.GetDecimal(body + S6);
        return value;
    }
}
