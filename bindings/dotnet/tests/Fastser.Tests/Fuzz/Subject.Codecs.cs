// SPDX-License-Identifier: MIT
//
// A type through the other codecs: the value that comes back is the one that went, to the last bit; and
// bytes that were changed are a value or a FastserException.
using System;
using Xunit;

namespace Fastser.Tests.Fuzz;

internal abstract partial class Subject
{
    public abstract string Name { get; }

    /// <summary>Whether a member may be of any type, which no schema describes.</summary>
    public abstract bool HasAny { get; }

    /// <summary>There and back by a codec; the order of maps is the archive's own only in MessagePack.</summary>
    public abstract void ComesBack(Draw draw, FastserCodec codec);

    /// <summary>Changed bytes. True: they were a value all the same.</summary>
    public abstract bool Survives(Draw draw, FastserCodec codec);
}

internal sealed partial class Subject<T>
{
    private static readonly FastSerializerOptions s_bare = new() { Header = FastserHeader.Bare };
    private static readonly bool s_hasMaps = typeof(T) == typeof(Generated.Shape) || typeof(T) == typeof(Generated.Varints);

    public override string Name => typeof(T).ToString();

    public override bool HasAny => s_hasAny;

    public override void ComesBack(Draw draw, FastserCodec codec)
    {
        var options = new FastSerializerOptions { Codec = codec };
        var value = make(draw);
        var message = FastSerializer.Serialize(value, options);
        var again = FastSerializer.Deserialize<T>(message, options);
        if (s_hasAny) return;  // What a value of any type was, MessagePack does not say.
        var archive = FastSerializer.Serialize(value, s_bare);
        if (typeof(T) == typeof(Generated.Maps) || (codec == FastserCodec.Flat && s_hasMaps))
        {
            // Sets are in an order of their own, and keys come back sorted.
            Assert.Equal(archive.Length, FastSerializer.Serialize(again, s_bare).Length);
            return;
        }
        Assert.Equal(Convert.ToHexString(message), Convert.ToHexString(FastSerializer.Serialize(again, options)));
        Assert.Equal(Convert.ToHexString(archive), Convert.ToHexString(FastSerializer.Serialize(again, s_bare)));
    }

    public override bool Survives(Draw draw, FastserCodec codec)
    {
        var options = new FastSerializerOptions { Codec = codec };
        var bytes = FastSerializer.Serialize(make(draw), options);
        if (draw.Is(20)) Array.Resize(ref bytes, draw.Below(bytes.Length + 1));
        for (var n = draw.Below(4); n != 0 && bytes.Length != 0; --n)
        {
            bytes[draw.Below(bytes.Length)] = draw.Is(50) ? (byte)draw.Int() : draw.One<byte>(0, 1, 0x7F, 0x80, 0xFF);
        }
        try
        {
            FastSerializer.Deserialize<T>(bytes, options);
            return true;
        }
        catch (FastserException error)
        {
            Assert.InRange(error.Offset, -1, bytes.Length);
            return false;
        }
    }
}
