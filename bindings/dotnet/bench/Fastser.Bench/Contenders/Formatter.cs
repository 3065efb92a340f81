// SPDX-License-Identifier: MIT
//
// BinaryFormatter, from the package that brings it back. It is what we replace: slow, unsafe, and the one
// that takes everything.
using System.Data;
using System.IO;
using System.Runtime.Serialization.Formatters.Binary;

namespace Fastser.Bench;

internal sealed class Formatter : Contender
{
    public override string Name => Groups.Formatter;

    public override Codec<T> Open<T>(bool references) => new FormatterCodec<T>();

    public override void Chain(Entries e) => e.Add(this, () => Open<Chain>(true), Data.Chain<Chain>(), Same.Chain);

    public override void Tree(Entries e, bool references)
    {
        if (references) base.Tree(e, true);
        else e.Refuse(this, "always keeps references");
    }

    public override void DataSet(Entries e)
    {
        var set = Northwind.Make();
        set.RemotingFormat = SerializationFormat.Binary;
        e.Add(this, () => Open<DataSet>(false), set, Same.DataSets, "BinaryFormatter, binary remoting");
    }
}

/// <summary>Also what our ISerializable types go through.</summary>
internal sealed class FormatterCodec<T> : Codec<T>
{
    private readonly BinaryFormatter _formatter = new();
    private readonly MemoryStream _stream = new();

    public override void Write(T value, ReusedBuffer into)
    {
        using var stream = new BufferStream(into);
        _formatter.Serialize(stream, value!);
    }

    public override byte[] ToArray(T value)
    {
        _stream.SetLength(0);
        _formatter.Serialize(_stream, value!);
        return _stream.ToArray();
    }

    public override T Read(byte[] data) => (T)_formatter.Deserialize(new MemoryStream(data, false));
}
