// SPDX-License-Identifier: MIT
//
// Orleans.Serialization by its generator. It always keeps references.
#if RIVAL_ORLEANS
using System;
using System.Collections.Generic;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Serialization;

namespace Fastser.Bench;

public static partial class Contenders
{
    static partial void AddOrleans(List<Contender> all) => all.Add(new OrleansContender());
}

internal sealed class OrleansContender : Contender
{
    private static readonly ServiceProvider Services = new ServiceCollection().AddSerializer().BuildServiceProvider();

    public override string Name => "Orleans";

    public override Codec<T> Open<T>(bool references) => new OrleansCodec<T>(Services.GetRequiredService<Serializer<T>>());

    public override void Tree(Entries e, bool references)
    {
        if (references) base.Tree(e, true);
        else e.Refuse(this, "always keeps references");
    }

    private sealed class OrleansCodec<T>(Serializer<T> serializer) : Codec<T>
    {
        public override void Write(T value, ReusedBuffer into) => serializer.Serialize(value, into);

        public override byte[] ToArray(T value) => serializer.SerializeToArray(value);

        public override T Read(byte[] data) => serializer.Deserialize(data)!;
    }
}
#endif
