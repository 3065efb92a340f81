// SPDX-License-Identifier: MIT
//
// protobuf-net, its model compiled; with the Kind of dates, which it drops otherwise.
#if RIVAL_PROTOBUF_NET
using System;
using System.Collections.Generic;
using ProtoBuf.Meta;

namespace Fastser.Bench;

public static partial class Contenders
{
    static partial void AddProtobufNet(List<Contender> all) => all.Add(new ProtobufNetContender());
}

internal sealed class ProtobufNetContender : Contender
{
    public override string Name => "protobuf-net";

    public override Codec<T> Open<T>(bool references)
    {
        if (references) throw new NotSupportedException("keeps no references");
        if (typeof(T) == typeof(Seed)) throw new NotSupportedException("no members of type object");
        var model = RuntimeTypeModel.Create();
        model.IncludeDateTimeKind = true;
        model.Add(typeof(T), true);
        return new ProtobufNetCodec<T>(model.Compile());
    }

    private sealed class ProtobufNetCodec<T>(TypeModel model) : Codec<T>
    {
        private readonly ReusedBuffer _own = new();

        public override void Write(T value, ReusedBuffer into) => model.Serialize(into, value);

        // It has no such call; the shortest way to it.
        public override byte[] ToArray(T value)
        {
            _own.Reset();
            model.Serialize(_own, value);
            return _own.Written.ToArray();
        }

        public override T Read(byte[] data) => model.Deserialize<T>(new ReadOnlyMemory<byte>(data));
    }
}
#endif
