// SPDX-License-Identifier: MIT
//
// MemoryPack by its generator: UTF-8 strings, the default, and UTF-16, which costs bytes and saves time.
#if RIVAL_MEMORYPACK
using System;
using System.Collections.Generic;
using MemoryPack;

namespace Fastser.Bench;

public static partial class Contenders
{
    static partial void AddMemoryPack(List<Contender> all)
    {
        all.Add(new MemoryPackContender("MemoryPack", MemoryPackSerializerOptions.Utf8));
        all.Add(new MemoryPackContender("MemoryPack UTF-16", MemoryPackSerializerOptions.Utf16));
    }
}

internal sealed class MemoryPackContender(string name, MemoryPackSerializerOptions options) : Contender
{
    public override string Name => name;

    public override Codec<T> Open<T>(bool references) =>
        typeof(T) == typeof(Seed)
            ? throw new NotSupportedException("its generator refuses Dictionary<string, object>")
            : new MemoryPackCodec<T>(options);

    // Whether references are kept is a matter of the type.
    public override void Tree(Entries e, bool references)
    {
        if (references) e.Add(this, () => Open<KeptTree>(true), Data.Tree<KeptTree>(), Same.Tree);
        else base.Tree(e, false);
    }

    private sealed class MemoryPackCodec<T>(MemoryPackSerializerOptions options) : Codec<T>
    {
        public override void Write(T value, ReusedBuffer into) => MemoryPackSerializer.Serialize(into, value, options);

        public override byte[] ToArray(T value) => MemoryPackSerializer.Serialize(value, options);

        public override T Read(byte[] data) => MemoryPackSerializer.Deserialize<T>(data, options)!;
    }
}
#endif
