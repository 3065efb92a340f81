// SPDX-License-Identifier: MIT
//
// Google.Protobuf by the code that protoc generates (Models/bench.proto). Its messages are its models, as
// they are for everyone who uses it.
using System;
using System.Collections.Generic;
using System.Linq;
using Google.Protobuf;
using Pb = Fastser.Bench.Protobuf;

namespace Fastser.Bench;

internal sealed class GoogleProtobuf : Contender
{
    public override string Name => "Google.Protobuf";

    public override Codec<T> Open<T>(bool references) =>
        throw new NotSupportedException(typeof(T) == typeof(Seed) ? "no values of type object" : "keeps no references");

    public override void Record(Entries e) => Add(e, Data.Record<Pb.Record>(e.IsAscii), Pb.Record.Parser, Same.Record);

    public override void Items(Entries e)
    {
        var value = new Pb.Catalogue();
        value.Items.AddRange(Data.Items<Pb.Item>());
        Add(e, value, Pb.Catalogue.Parser, (a, b) => Same.Items(a.Items, b.Items));
    }

    public override void Ints(Entries e)
    {
        var value = new Pb.IntBlock();
        value.Values.AddRange(Data.Ints());
        Add(e, value, Pb.IntBlock.Parser, (a, b) => Same.Array(a.Values, b.Values));
    }

    public override void Doubles(Entries e)
    {
        var value = new Pb.DoubleBlock();
        value.Values.AddRange(Data.Doubles());
        Add(e, value, Pb.DoubleBlock.Parser, (a, b) => Same.Array(a.Values, b.Values));
    }

    public override void Points(Entries e)
    {
        var value = new Pb.PointBlock();
        value.Values.AddRange(Data.Points<Pb.Point>());
        Add(e, value, Pb.PointBlock.Parser, (a, b) => Same.Points(a.Values, b.Values));
    }

    public override void Tree(Entries e, bool references)
    {
        if (references) e.Refuse(this, "keeps no references");
        else Add(e, Data.Tree<Pb.Tree>(), Pb.Tree.Parser, Same.Tree);
    }

    private void Add<T>(Entries e, T value, MessageParser<T> parser, Func<T, T, string?> difference)
        where T : class, IMessage<T> => e.Add(this, () => new PbCodec<T>(parser), value, difference);

    private sealed class PbCodec<T>(MessageParser<T> parser) : Codec<T> where T : class, IMessage<T>
    {
        public override void Write(T value, ReusedBuffer into) => value.WriteTo(into);

        public override byte[] ToArray(T value) => value.ToByteArray();

        public override T Read(byte[] data) => parser.ParseFrom(data);
    }
}
