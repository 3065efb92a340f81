// SPDX-License-Identifier: MIT
//
// SerializationWriter: the seed's object as the article had it, by hand-written calls under ISerializable,
// so that BinaryFormatter carries one array of bytes instead of fourteen fields; and the same calls
// without BinaryFormatter. It takes a DataSet, too.
using System;
using System.Collections.Generic;
using System.Runtime.Serialization;

namespace Fastser.Bench;

public static partial class Contenders
{
    static partial void AddSerializationWriter(List<Contender> all)
    {
        all.Add(new WriterUnderFormatter());
        all.Add(new WriterContender());
    }
}

internal sealed class WriterUnderFormatter : Absent
{
    public override string Name => Groups.Under;

    public override bool Ours => true;

    public override void Seed(Entries e) =>
        e.Add(this, () => new FormatterCodec<WrittenSeed>(), Data.Seed<WrittenSeed>(), Same.Seed);
}

internal sealed class WriterContender : Absent
{
    public override string Name => Groups.Writer;

    public override bool Ours => true;

    public override void Seed(Entries e) => e.Add(
        this, () => new WriterCodec<WrittenSeed>((w, v) => v.Write(w), r => new WrittenSeed(r)),
        Data.Seed<WrittenSeed>(), Same.Seed);

    public override void DataSet(Entries e) => e.Add(
        this, () => new WriterCodec<System.Data.DataSet>((w, v) => w.Write(v), r => r.ReadDataSet()!),
        Northwind.Make(), Same.DataSets);
}

internal sealed class WriterCodec<T>(Action<SerializationWriter, T> write, Func<SerializationReader, T> read) : Codec<T>
{
    // It has no call that writes into a buffer of the caller's.
    public override void Write(T value, ReusedBuffer into)
    {
        var bytes = ToArray(value);
        bytes.CopyTo(into.GetSpan(bytes.Length));
        into.Advance(bytes.Length);
    }

    public override byte[] ToArray(T value)
    {
        using var writer = SerializationWriter.GetWriter();
        write(writer, value);
        return writer.ToArray();
    }

    public override T Read(byte[] data)
    {
        using var reader = SerializationReader.GetReader(data);
        return read(reader);
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
