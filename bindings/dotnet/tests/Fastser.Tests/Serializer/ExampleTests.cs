// SPDX-License-Identifier: MIT
using System;
using System.Linq;
using Fastser.Formatters;
using Fastser.Runtime;
using Fastser.Tests.Models;
using Xunit;

namespace Fastser.Tests.Serializer;

public class ExampleTests
{
    private static readonly FastSerializerOptions s_person = new() { Checksum = true, UserVersion = 7 };

    [Fact]
    public void ThePersonOfTheFormatPageIsWrittenByteForByte()
    {
        FormatterOf.Register(PersonFormatter.Instance);
        Assert.Equal(Bytes.Examples()[0], FastSerializer.Serialize(Person.Sample(), s_person));
    }

    [Fact]
    public void ThePersonOfTheFormatPageIsRead()
    {
        FormatterOf.Register(PersonFormatter.Instance);
        var person = FastSerializer.Deserialize<Person>(Bytes.Examples()[0]);
        Assert.Equal(-2, person.Age);
        Assert.Equal("Zoë", person.Name);
        Assert.Equal([("Oslo", 300), ("", 1)], person.Homes.Select(one => (one.City, (int)one.Number)));
        Assert.Equal(7u, FastSerializer.ReadUserVersion(Bytes.Examples()[0]));
    }

    [Fact]
    public void ATableBehindIsReadAsOneInFront()
    {
        FormatterOf.Register(PersonFormatter.Instance);
        var bare = FastSerializer.Serialize(Person.Sample(), new() { Header = FastserHeader.Bare });
        var table = PersonFormatter.Instance.Type.Table(false, false).Bytes;
        byte[] archive = [.. Bytes.Of("465352 01 01 00000000"), .. bare, .. table, .. BitConverter.GetBytes((ulong)table.Length)];
        Assert.Equal(-2, FastSerializer.Deserialize<Person>(archive).Age);
    }

    [Fact]
    public void AFingerprintStandsForTheTable()
    {
        FormatterOf.Register(PersonFormatter.Instance);
        var options = new FastSerializerOptions { Header = FastserHeader.Fingerprint };
        var archive = FastSerializer.Serialize(Person.Sample(), options);
        Assert.Equal("465352010200000000", Convert.ToHexString(archive, 0, 9));
        Assert.Equal(PersonFormatter.Instance.Type.Table(false, false).Fingerprint, BitConverter.ToUInt64(archive, 9));
        Assert.Equal("Zoë", FastSerializer.Deserialize<Person>(archive).Name);
        archive[9] ^= 1;
        var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<Person>(archive));
        Assert.Equal((FastserStatus.Fingerprint, 9L), (error.Status, error.Offset));
    }

    [Fact]
    public void AChangedArchiveFailsByItsChecksum()
    {
        FormatterOf.Register(PersonFormatter.Instance);
        var archive = FastSerializer.Serialize(Person.Sample(), s_person);
        archive[80] ^= 1;
        var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<Person>(archive));
        Assert.Equal((FastserStatus.Checksum, (long)archive.Length - 4), (error.Status, error.Offset));
    }

    [Fact]
    public void TheCycleOfTheFormatPageIsRead()
    {
        FormatterOf.Register(GraphFormatter.Instance);
        var graph = FastSerializer.Deserialize<Graph>(Bytes.Examples()[1], new() { References = false });
        var first = graph.First!;
        Assert.Equal((0xA1, 0xB2), (first.Value, first.Next!.Value));
        Assert.Same(first, first.Next.Next);
        Assert.Same(first, first.Next.Back);
        Assert.Same(graph.Favourite, first.Next);
    }

    // A record whose fields are references whatever the options say: as the C++ type of the example.
    private sealed class Graph
    {
        public Node? Favourite;
        public Node? First;
    }

    private sealed class Pointers : Formatter<Node>
    {
        public static readonly Pointers Instance = new();
        public static readonly WireShape Shape = new("Node", 0, null, static () =>
            [new("value", WireType.U8), new("next", WireType.Ref(s_type!)), new("back", WireType.Ref(s_type!))]);
        private static readonly WireType s_type = WireType.Record(Shape);

        public override WireType Type => s_type;

        public override void Write(ref ArchiveWriter writer, Node value) => throw new NotSupportedException();

        public override Node Read(ref ArchiveReader reader)
        {
            if (reader.ReadSlot(this, 40, out var known, out var number) == ObjectSlot.Known) return known!;
            var value = new Node();
            reader.SetObject(number, value);
            ReadBody(ref reader, value);
            reader.EndObject(number);
            return value;
        }

        public override void ReadBody(ref ArchiveReader reader, object value)
        {
            var node = (Node)value;
            node.Value = reader.Read8();
            node.Next = Read(ref reader);
            node.Back = Read(ref reader);
        }

        public override object MakeObject() => new Node();
    }

    private sealed class GraphFormatter : Formatter<Graph>
    {
        public static readonly GraphFormatter Instance = new();
        private static readonly WireType s_type = WireType.Record(new WireShape("Graph", 0, null, static () =>
            [new("favourite", WireType.Ref(Pointers.Instance.Type)), new("first", WireType.Ref(Pointers.Instance.Type))]));

        public override WireType Type => s_type;

        public override void Write(ref ArchiveWriter writer, Graph value) => throw new NotSupportedException();

        public override Graph Read(ref ArchiveReader reader) => new()
        {
            Favourite = Pointers.Instance.Read(ref reader),
            First = Pointers.Instance.Read(ref reader),
        };
    }
}
