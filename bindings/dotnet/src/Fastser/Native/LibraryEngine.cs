// SPDX-License-Identifier: MIT
//
// What the serializer asks of the native library: archives of every version of a type, and the other
// codecs.
using System;
using System.Buffers;
using Fastser.Native;
using Fastser.Runtime;

namespace Fastser;

internal abstract partial class NativeEngine
{
    static partial void Install(ref NativeEngine? engine)
    {
        NativeLoader.Require();
        engine = new LibraryEngine();
    }
}

internal sealed class LibraryEngine : NativeEngine
{
    public override byte[] Serialize<T>(Formatter<T> formatter, T value, FastSerializerOptions options) =>
        options.Codec == FastserCodec.Archive ? NativeCodec.Serialize(formatter, value, options)
            : OtherCodecs.Serialize(formatter, value, options);

    public override void Serialize<T>(
        Formatter<T> formatter, T value, FastSerializerOptions options, IBufferWriter<byte> output)
    {
        if (options.Codec == FastserCodec.Archive) NativeCodec.Serialize(formatter, value, options, output);
        else OtherCodecs.Serialize(formatter, value, options, output);
    }

    public override T Deserialize<T>(
        Formatter<T> formatter, ReadOnlySpan<byte> bytes, FastSerializerOptions options, T? existing)
        where T : default =>
        options.Codec == FastserCodec.Archive ? NativeCodec.Deserialize(formatter, bytes, options, out _, existing)
            : OtherCodecs.Deserialize(formatter, bytes, options, existing);
}
