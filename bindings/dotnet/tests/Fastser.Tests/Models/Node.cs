// SPDX-License-Identifier: MIT
//
// A class of objects that refer to each other, with a mark; and one without. Their formatters are
// written by hand as the generator would.
using System;
using System.Collections.Generic;
using Fastser.Formatters;
using Fastser.Runtime;

namespace Fastser.Tests.Models;

public class Node
{
    public byte Value;
    public Node? Next;
    public Node? Back;
    internal int Mark;

    public Node Copy() => (Node)MemberwiseClone();
}

public class NodeFormatter : Formatter<Node>
{
    public static readonly NodeFormatter Instance = new();
    public static readonly WireShape Shape = new("Node", 0, null, static () =>
    [
        new("value", WireType.U8),
        new("next", WireType.Optional(WireType.Class(Shape!))),
        new("back", WireType.Optional(WireType.Class(Shape!))),
    ]);
    private static readonly WireType s_type = WireType.Class(Shape);

    public override WireType Type => s_type;

    protected virtual bool HasMarks => true;

    public override void Write(ref ArchiveWriter writer, Node value)
    {
        if (!writer.References)
        {
            WriteFields(ref writer, value);
        }
        else if (value == null)
        {
            writer.WriteNil();
        }
        else if (HasMarks ? writer.BeginObject(value, ref value.Mark, this) : writer.BeginObject(value, this))
        {
            WriteFields(ref writer, value);
            writer.EndObject();
        }
    }

    public override Node Read(ref ArchiveReader reader)
    {
        Node value;
        if (!reader.References)
        {
            value = new Node();
            ReadFields(ref reader, value);
            return value;
        }
        if (reader.ReadSlot(this, 40, out var known, out var number) == ObjectSlot.Known) return known!;
        value = new Node();
        reader.SetObject(number, value);
        ReadFields(ref reader, value);
        reader.EndObject(number);
        return value;
    }

    public override void WriteBody(ref ArchiveWriter writer, object value) => WriteFields(ref writer, (Node)value);

    public override void ReadBody(ref ArchiveReader reader, object value) => ReadFields(ref reader, (Node)value);

    public override object MakeObject() => new Node();

    private void WriteFields(ref ArchiveWriter writer, Node value)
    {
        writer.Write8(value.Value);
        WriteOptional(ref writer, value.Next);
        WriteOptional(ref writer, value.Back);
    }

    private void WriteOptional(ref ArchiveWriter writer, Node? value)
    {
        if (writer.References)
        {
            Write(ref writer, value!);
            return;
        }
        writer.WriteBool(value != null);
        if (value == null) return;
        writer.Enter();
        WriteFields(ref writer, value);
        writer.Leave();
    }

    private void ReadFields(ref ArchiveReader reader, Node value)
    {
        value.Value = reader.Read8();
        value.Next = ReadOptional(ref reader);
        value.Back = ReadOptional(ref reader);
    }

    private Node? ReadOptional(ref ArchiveReader reader)
    {
        if (reader.References) return Read(ref reader);
        if (!reader.ReadFlag()) return null;
        reader.Enter();
        var value = Read(ref reader);
        reader.Leave();
        return value;
    }
}

public sealed class UnmarkedNodeFormatter : NodeFormatter
{
    protected override bool HasMarks => false;
}
