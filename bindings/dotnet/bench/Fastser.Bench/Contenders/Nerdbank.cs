// SPDX-License-Identifier: MIT
//
// Nerdbank.MessagePack by the shapes that PolyType generates, records as arrays by number.
#if RIVAL_NERDBANK
using System;
using System.Collections.Generic;
using Nerdbank.MessagePack;
using PolyType;
using PolyType.Abstractions;

namespace Fastser.Bench;

public static partial class Contenders
{
    static partial void AddNerdbank(List<Contender> all) => all.Add(new NerdbankContender());
}

/// <summary>What the values of the seed's dictionary may be.</summary>
[GenerateShapeFor<int>, GenerateShapeFor<long>, GenerateShapeFor<double>, GenerateShapeFor<bool>]
[GenerateShapeFor<string>, GenerateShapeFor<DateTime>, GenerateShapeFor<decimal>]
internal sealed partial class NerdbankValues;

internal sealed class NerdbankContender : Contender
{
    public override string Name => "Nerdbank.MessagePack";

    public override Codec<T> Open<T>(bool references)
    {
        var shape = TypeShapeResolver.ResolveDynamicOrThrow<T>();
        var serializer = new MessagePackSerializer
        {
            PreserveReferences = references ? ReferencePreservationMode.AllowCycles : ReferencePreservationMode.Off,
        }.WithHiFiDateTime();
        if (typeof(T) == typeof(Seed)) serializer = serializer.WithObjectConverter();
        return new NerdbankCodec<T>(serializer, shape);
    }

    private sealed class NerdbankCodec<T>(MessagePackSerializer serializer, ITypeShape<T> shape) : Codec<T>
    {
        public override void Write(T value, ReusedBuffer into) => serializer.Serialize(into, value, shape);

        public override byte[] ToArray(T value) => serializer.Serialize(value, shape);

        public override T Read(byte[] data) => serializer.Deserialize(data, shape)!;
    }
}
#endif
