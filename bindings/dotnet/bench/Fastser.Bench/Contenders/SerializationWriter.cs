// SPDX-License-Identifier: MIT
//
// The seed's object as the article had it: hand-written calls of SerializationWriter, under ISerializable,
// so that BinaryFormatter carries one array of bytes instead of fourteen fields; and the same calls
// without BinaryFormatter.
using System;
using System.Collections.Generic;
using System.Runtime.Serialization;

namespace Fastser.Bench;

public static partial class Contenders
{
    static partial void AddSerializationWriter(List<Contender> all)
    {
        all.Add(new WriterContender(Groups.Under, () => new FormatterCodec<WrittenSeed>()));
        all.Add(new WriterContender("SerializationWriter", () => new WriterCodec()));
    }
}

internal sealed class WriterContender(string name, Func<Codec<WrittenSeed>> open) : SeedOnly(name)
{
    public override void Seed(Entries e) => e.Add(this, open, Data.Seed<WrittenSeed>(), Same.Seed);
}

/// <summary>Enters only one group.</summary>
internal abstract class SeedOnly(string name) : Contender
{
    public override string Name => name;
    public override bool Ours => true;

    public override Codec<T> Open<T>(bool references) => throw new NotSupportedException("the seed's object only");

    public override void Record(Entries e) { }
    public override void Items(Entries e) { }
    public override void Ints(Entries e) { }
    public override void Doubles(Entries e) { }
    public override void Points(Entries e) { }
    public override void Graph(Entries e) { }
    public override void Chain(Entries e) { }
    public override void Tree(Entries e, bool references) { }
}

internal sealed class WriterCodec : Codec<WrittenSeed>
{
    public override void Write(WrittenSeed value, ReusedBuffer into)
    {
        var bytes = ToArray(value);
        bytes.CopyTo(into.GetSpan(bytes.Length));
        into.Advance(bytes.Length);
    }

    public override byte[] ToArray(WrittenSeed value)
    {
        using var writer = SerializationWriter.GetWriter();
        value.Write(writer);
        return writer.ToArray();
    }

    public override WrittenSeed Read(byte[] data)
    {
        using var reader = SerializationReader.GetReader(data);
        return new WrittenSeed(reader);
    }
}

[Serializable]
public sealed class WrittenSeed : ISeed, ISerializable
{
    public WrittenSeed() { }

    private WrittenSeed(SerializationInfo info, StreamingContext context)
        : this(SerializationReader.GetReader(info)) { }

    public WrittenSeed(SerializationReader reader)
    {
        Id1 = reader.ReadInt64();
        Id2 = reader.ReadInt64();
        Id3 = reader.ReadInt64();
        Text1 = reader.ReadString();
        Text2 = reader.ReadString();
        Text3 = reader.ReadString();
        Text4 = reader.ReadString();
        Date1 = reader.ReadDateTime();
        Date2 = reader.ReadDateTime();
        Flag1 = reader.ReadBoolean();
        Flag2 = reader.ReadBoolean();
        Flag3 = reader.ReadBoolean();
        Level = reader.ReadByte();
        Values = reader.ReadDictionary<string, object?>()!;
    }

    public long Id1 { get; set; }
    public long Id2 { get; set; }
    public long Id3 { get; set; }
    public string? Text1 { get; set; }
    public string? Text2 { get; set; }
    public string? Text3 { get; set; }
    public string? Text4 { get; set; }
    public DateTime Date1 { get; set; }
    public DateTime Date2 { get; set; }
    public bool Flag1 { get; set; }
    public bool Flag2 { get; set; }
    public bool Flag3 { get; set; }
    public byte Level { get; set; }
    public Dictionary<string, object?> Values { get; set; } = new();

    public void Write(SerializationWriter writer)
    {
        writer.Write(Id1);
        writer.Write(Id2);
        writer.Write(Id3);
        writer.Write(Text1);
        writer.Write(Text2);
        writer.Write(Text3);
        writer.Write(Text4);
        writer.Write(Date1);
        writer.Write(Date2);
        writer.Write(Flag1);
        writer.Write(Flag2);
        writer.Write(Flag3);
        writer.Write(Level);
        writer.Write(Values);
    }

    void ISerializable.GetObjectData(SerializationInfo info, StreamingContext context)
    {
        using var writer = SerializationWriter.GetWriter();
        Write(writer);
        writer.AddToInfo(info);
    }
}
