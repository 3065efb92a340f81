// SPDX-License-Identifier: MIT
//
// Hyperion, with known types, so that their names are not in the data; by sessions made once.
#if RIVAL_HYPERION
using System;
using System.Collections.Generic;
using System.IO;
using Hyperion;

namespace Fastser.Bench;

public static partial class Contenders
{
    static partial void AddHyperion(List<Contender> all) => all.Add(new HyperionContender());
}

internal sealed class HyperionContender : Contender
{
    public override string Name => "Hyperion";

    public override Codec<T> Open<T>(bool references) => new HyperionCodec<T>(new Serializer(
        SerializerOptions.Default.WithPreserveObjectReferences(references).WithKnownTypes(
        [
            typeof(Record), typeof(Seed), typeof(Item), typeof(Catalogue), typeof(IntBlock), typeof(DoubleBlock),
            typeof(Point), typeof(PointBlock), typeof(Node), typeof(Tree),
        ])));

    private sealed class HyperionCodec<T>(Serializer serializer) : Codec<T>
    {
        private readonly MemoryStream _stream = new();

        public override void Write(T value, ReusedBuffer into)
        {
            using var stream = new BufferStream(into);
            serializer.Serialize(value, stream);
        }

        public override byte[] ToArray(T value)
        {
            _stream.SetLength(0);
            serializer.Serialize(value, _stream);
            return _stream.ToArray();
        }

        public override T Read(byte[] data) => serializer.Deserialize<T>(new MemoryStream(data, false));
    }
}
#endif
