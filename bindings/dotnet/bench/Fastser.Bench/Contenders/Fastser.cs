// SPDX-License-Identifier: MIT
//
// Ours, on models of its own (FastserModels.cs): generated classes have a mark field, which nobody else
// shall pay for. Bare, because all rivals but BinaryFormatter leave the types to the reader.
using System;
using System.Collections.Generic;

namespace Fastser.Bench;

public static partial class Contenders
{
    private static readonly FastSerializerOptions s_bare = new() { Header = FastserHeader.Bare };

    static partial void AddFastser(List<Contender> all)
    {
        all.Add(new FastserContender(Groups.Own, s_bare));
        all.Add(new FastserContender(Groups.Native, s_bare with { Engine = FastserEngine.Native }));
        all.Add(new FastserContender(Groups.Described, s_bare with { Header = FastserHeader.SelfDescribed }));
        all.Add(new NamelessContender(s_bare with { Header = FastserHeader.SelfDescribed, Names = false }));
        all.Add(new ForeignContender(s_bare));
        AddSerializationWriter(all);
    }

    static partial void AddSerializationWriter(List<Contender> all);
}

internal sealed class FastserContender(string name, FastSerializerOptions options) : Contender
{
    public override string Name => name;

    public override bool Ours => true;

    public override Codec<T> Open<T>(bool references) =>
        new FastserCodec<T>(options with { References = references });

    public override void Record(Entries e) =>
        e.Add(this, () => Open<Own.Record>(false), Data.Record<Own.Record>(e.IsAscii), Same.Record);

    public override void Seed(Entries e) => e.Add(this, () => Open<Own.Seed>(false), Data.Seed<Own.Seed>(), Same.Seed);

    public override void Items(Entries e) => e.Add(
        this, () => Open<Own.Catalogue>(false), new Own.Catalogue { Items = [.. Data.Items<Own.Item>()] },
        (a, b) => Same.Items(a.Items, b.Items));

    public override void Ints(Entries e) => e.Add(
        this, () => Open<Own.IntBlock>(false), new Own.IntBlock { Values = Data.Ints() },
        (a, b) => Same.Array(a.Values, b.Values));

    public override void Doubles(Entries e) => e.Add(
        this, () => Open<Own.DoubleBlock>(false), new Own.DoubleBlock { Values = Data.Doubles() },
        (a, b) => Same.Array(a.Values, b.Values));

    public override void Points(Entries e) => e.Add(
        this, () => Open<Own.PointBlock>(false), new Own.PointBlock { Values = [.. Data.Points<Own.Point>()] },
        (a, b) => Same.Points(a.Values, b.Values));

    public override void Graph(Entries e) => e.Add(this, () => Open<Own.Node>(true), Data.Graph<Own.Node>(), Same.Graph);

    public override void Chain(Entries e) => e.Add(this, () => Open<Own.Chain>(true), Data.Chain<Own.Chain>(), Same.Chain);

    public override void Tree(Entries e, bool references) =>
        e.Add(this, () => Open<Own.Tree>(references), Data.Tree<Own.Tree>(), Same.Tree);

    // The least there is to write: what a call of ours costs, and one through the C interface.
    public override void Calls(Entries e)
    {
        var codec = new FastserCodec<int>(options);
        var buffer = new ReusedBuffer();
        try
        {
            codec.Write(1, buffer);
        }
        catch (FastserException error)
        {
            e.Refuse(this, error.Message);
            return;
        }
        e.AddStep("one call", Name + ": an int into a used buffer", true, () =>
        {
            buffer.Reset();
            codec.Write(1, buffer);
        }, 1);
    }
}

/// <summary>What names of fields cost an archive of one object, where they are most of it.</summary>
internal sealed class NamelessContender(FastSerializerOptions options) : Absent
{
    public override string Name => Groups.Nameless;

    public override bool Ours => true;

    public override Codec<T> Open<T>(bool references) => new FastserCodec<T>(options);

    public override void Seed(Entries e) => e.Add(this, () => Open<Own.Seed>(false), Data.Seed<Own.Seed>(), Same.Seed);
}

/// <summary>The models of the others, which are not generated and so have no mark field: what of a graph
/// that we know by a hash table.</summary>
internal sealed class ForeignContender(FastSerializerOptions options) : Absent
{
    public override string Name => Groups.Foreign;

    public override bool Ours => true;

    public override Codec<T> Open<T>(bool references) =>
        new FastserCodec<T>(options with { References = references });

    public override void Graph(Entries e) => e.Add(this, () => Open<Node>(true), Data.Graph<Node>(), Same.Graph);

    public override void Tree(Entries e, bool references) =>
        e.Add(this, () => Open<Tree>(references), Data.Tree<Tree>(), Same.Tree);
}

internal sealed class FastserCodec<T>(FastSerializerOptions options) : Codec<T>
{
    public override void Write(T value, ReusedBuffer into) => FastSerializer.Serialize(into, value, options);

    public override byte[] ToArray(T value) => FastSerializer.Serialize(value, options);

    public override T Read(byte[] data) => FastSerializer.Deserialize<T>(data, options);
}
