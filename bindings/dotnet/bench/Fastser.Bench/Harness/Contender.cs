// SPDX-License-Identifier: MIT
//
// A contender: one serializer in one configuration. It says for each group what it enters with; a
// group that it does not mention it enters with the shared model, if Open has a codec for that.
using System;
using System.Buffers;

namespace Fastser.Bench;

/// <summary>What is timed: one type by one serializer.</summary>
public abstract class Codec<T>
{
    /// <summary>Writes into a buffer that was used before.</summary>
    public abstract void Write(T value, ReusedBuffer into);

    /// <summary>Writes into a new array of the right size.</summary>
    public abstract byte[] ToArray(T value);

    /// <summary>Reads into new objects.</summary>
    public abstract T Read(byte[] data);
}

/// <summary>A buffer that is used again and again, so that it never grows while time is taken.</summary>
public sealed class ReusedBuffer : IBufferWriter<byte>
{
    private byte[] _bytes = new byte[1 << 16];
    private int _used;

    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _used);

    /// <summary>The array, for interfaces that want one; it may be replaced by a longer one.</summary>
    public ref byte[] Array => ref _bytes;

    public void Reset() => _used = 0;

    public void Advance(int count) => _used += count;

    public Span<byte> GetSpan(int hint = 0)
    {
        Reserve(hint);
        return _bytes.AsSpan(_used);
    }

    public Memory<byte> GetMemory(int hint = 0)
    {
        Reserve(hint);
        return _bytes.AsMemory(_used);
    }

    private void Reserve(int hint)
    {
        if (_bytes.Length - _used >= Math.Max(hint, 1)) return;
        System.Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, _used + hint));
    }
}

/// <summary>One serializer in one configuration.</summary>
public abstract class Contender
{
    public abstract string Name { get; }

    /// <summary>Ours is set in bold, and is nobody's rival.</summary>
    public virtual bool Ours => false;

    /// <summary>A codec of this type; an exception says why there is none. With references, objects
    /// must come back as the same objects.</summary>
    public abstract Codec<T> Open<T>(bool references) where T : class;

    public virtual void Record(Entries e) => e.Add(this, () => Open<Record>(false), Data.Record<Record>(e.IsAscii), Same.Record);

    public virtual void Seed(Entries e) => e.Add(this, () => Open<Seed>(false), Data.Seed<Seed>(), Same.Seed);

    public virtual void Items(Entries e) => e.Add(
        this, () => Open<Catalogue>(false), new Catalogue { Items = [.. Data.Items<Item>()] },
        (a, b) => Same.Items(a.Items, b.Items));

    public virtual void Ints(Entries e) => e.Add(
        this, () => Open<IntBlock>(false), new IntBlock { Values = Data.Ints() },
        (a, b) => Same.Array(a.Values, b.Values));

    public virtual void Doubles(Entries e) => e.Add(
        this, () => Open<DoubleBlock>(false), new DoubleBlock { Values = Data.Doubles() },
        (a, b) => Same.Array(a.Values, b.Values));

    public virtual void Points(Entries e) => e.Add(
        this, () => Open<PointBlock>(false), new PointBlock { Values = [.. Data.Points<Point>()] },
        (a, b) => Same.Points(a.Values, b.Values));

    public virtual void Graph(Entries e) => e.Add(this, () => Open<Node>(true), Data.Graph<Node>(), Same.Graph);

    /// <summary>Almost everyone goes down a chain by recursion, and a stack that overflows ends the
    /// process; so only those enter that are known not to.</summary>
    public virtual void Chain(Entries e) => e.Refuse(this, "recursion: a chain this long ends the process");

    /// <summary>Both ways, by names that the group makes.</summary>
    public virtual void Tree(Entries e, bool references) =>
        e.Add(this, () => Open<Tree>(references), Data.Tree<Tree>(), Same.Tree);

    /// <summary>Only those that know a DataSet.</summary>
    public virtual void DataSet(Entries e) { }

    /// <summary>Only those that have something to call.</summary>
    public virtual void Calls(Entries e) { }
}

/// <summary>One that enters only what it says itself.</summary>
public abstract class Absent : Contender
{
    public override Codec<T> Open<T>(bool references) => throw new NotSupportedException("not entered");

    public override void Record(Entries e) { }
    public override void Seed(Entries e) { }
    public override void Items(Entries e) { }
    public override void Ints(Entries e) { }
    public override void Doubles(Entries e) { }
    public override void Points(Entries e) { }
    public override void Graph(Entries e) { }
    public override void Chain(Entries e) { }
    public override void Tree(Entries e, bool references) { }
}
