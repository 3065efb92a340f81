// SPDX-License-Identifier: MIT
//
// Apache Fory by its generator, in the mode in which both sides have the same types, its fastest. Its
// limits are raised, or it refuses these data.
#if RIVAL_FORY
using System;
using System.Collections.Generic;
using ForySerializer = Apache.Fory.Fory;

namespace Fastser.Bench;

public static partial class Contenders
{
    static partial void AddFory(List<Contender> all) => all.Add(new ForyContender());
}

internal sealed class ForyContender : Contender
{
    public override string Name => "Fory";

    public override Codec<T> Open<T>(bool references)
    {
        var fory = ForySerializer.Builder().TrackRef(references).Compatible(false).MaxDepth(1_000)
            .MaxGraphMemoryBytes(1L << 32).MaxUnbackedContainerItems(1L << 24).Build();
        fory.Register<Record>(1).Register<Item>(2).Register<Catalogue>(3).Register<IntBlock>(4)
            .Register<DoubleBlock>(5).Register<Point>(6).Register<PointBlock>(7).Register<Node>(8)
            .Register<Tree>(9).Register<Seed>(10);
        return new ForyCodec<T>(fory);
    }

    private sealed class ForyCodec<T>(ForySerializer fory) : Codec<T>
    {
        public override void Write(T value, ReusedBuffer into) => fory.Serialize(into, value);

        public override byte[] ToArray(T value) => fory.Serialize(value);

        public override T Read(byte[] data) => fory.Deserialize<T>(data.AsSpan());
    }
}
#endif
