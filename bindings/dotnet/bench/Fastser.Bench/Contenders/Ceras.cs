// SPDX-License-Identifier: MIT
//
// Ceras, with the types known to both sides, as its guide to speed says. References only where asked.
#if RIVAL_CERAS
using System;
using System.Collections.Generic;
using Ceras;

namespace Fastser.Bench;

public static partial class Contenders
{
    static partial void AddCeras(List<Contender> all) => all.Add(new CerasContender());
}

internal sealed class CerasContender : Contender
{
    private static readonly Type[] InSeed =
    [
        typeof(Dictionary<string, object>), typeof(int), typeof(long), typeof(double), typeof(bool),
        typeof(string), typeof(DateTime), typeof(decimal),
    ];

    public override string Name => "Ceras";

    public override Codec<T> Open<T>(bool references)
    {
        var config = new SerializerConfig { PreserveReferences = references };
        config.KnownTypes.Add(typeof(T));
        if (typeof(T) == typeof(Seed)) config.KnownTypes.AddRange(InSeed);
        if (typeof(T) == typeof(Catalogue)) config.KnownTypes.Add(typeof(Item));
        // A struct's fields, its default, would be private here.
        if (typeof(T) == typeof(PointBlock)) config.ConfigType<Point>().SetTargetMembers(TargetMember.PublicProperties);
        return new CerasCodec<T>(new CerasSerializer(config));
    }

    private sealed class CerasCodec<T>(CerasSerializer serializer) : Codec<T>
    {
        public override void Write(T value, ReusedBuffer into) =>
            into.Advance(serializer.Serialize(value, ref into.Array));

        public override byte[] ToArray(T value) => serializer.Serialize(value);

        public override T Read(byte[] data) => serializer.Deserialize<T>(data);
    }
}
#endif
