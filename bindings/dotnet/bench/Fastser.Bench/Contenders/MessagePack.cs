// SPDX-License-Identifier: MIT
//
// MessagePack-CSharp, records as arrays by number; dates in .NET's own form, since its standard one loses
// the Kind. For members of type object the typeless resolver, the only one that keeps their types.
#if RIVAL_MESSAGEPACK
using System;
using System.Collections.Generic;
using MessagePack;
using MessagePack.Formatters;
using MessagePack.Resolvers;

namespace Fastser.Bench;

public static partial class Contenders
{
    static partial void AddMessagePack(List<Contender> all) => all.Add(new MessagePackContender());
}

internal sealed class MessagePackContender : Contender
{
    private static readonly MessagePackSerializerOptions Standard = MessagePackSerializerOptions.Standard.WithResolver(
        CompositeResolver.Create(NativeDateTimeResolver.Instance, StandardResolver.Instance));

    private static readonly MessagePackSerializerOptions Typeless =
        MessagePackSerializerOptions.Standard.WithResolver(TypelessContractlessStandardResolver.Instance);

    public override string Name => "MessagePack-CSharp";

    public override Codec<T> Open<T>(bool references) =>
        references ? throw new NotSupportedException("keeps no references")
                   : new MessagePackCodec<T>(typeof(T) == typeof(Seed) ? Typeless : Standard);

    private sealed class MessagePackCodec<T>(MessagePackSerializerOptions options) : Codec<T>
    {
        public override void Write(T value, ReusedBuffer into) => MessagePackSerializer.Serialize(into, value, options);

        public override byte[] ToArray(T value) => MessagePackSerializer.Serialize(value, options);

        public override T Read(byte[] data) => MessagePackSerializer.Deserialize<T>(data, options);
    }
}
#endif
