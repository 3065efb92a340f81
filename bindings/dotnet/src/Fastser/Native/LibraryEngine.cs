// SPDX-License-Identifier: MIT
//
// What the serializer asks of the native library: archives of every version of a type, and MessagePack,
// which goes by way of an archive of the type: the library converts it.
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
    public override byte[] Serialize<T>(Formatter<T> formatter, T value, FastSerializerOptions options)
    {
        if (options.Codec == FastserCodec.Archive) return NativeCodec.Serialize(formatter, value, options);
        using var output = new PooledBytes();
        NativeCodec.SerializeAs(FormatOf(options.Codec), formatter, value, options, output);
        return output.Written.ToArray();
    }

    public override void Serialize<T>(
        Formatter<T> formatter, T value, FastSerializerOptions options, IBufferWriter<byte> output)
    {
        if (options.Codec == FastserCodec.Archive) NativeCodec.Serialize(formatter, value, options, output);
        else NativeCodec.SerializeAs(FormatOf(options.Codec), formatter, value, options, output);
    }

    public override T Deserialize<T>(
        Formatter<T> formatter, ReadOnlySpan<byte> bytes, FastSerializerOptions options) =>
        options.Codec == FastserCodec.Archive
            ? NativeCodec.Deserialize(formatter, bytes, options, out _)
            : NativeCodec.DeserializeAs(FormatOf(options.Codec), formatter, bytes, options);

    private static FastserFormat FormatOf(FastserCodec codec) => codec switch
    {
        FastserCodec.Flat => throw new FastserException(
            FastserStatus.Usage,
            "FlatBuffers of a .NET type are not written; FastserArchive.ToFlatBuffers makes them of any archive"),
        FastserCodec.MessagePack => FastserFormat.MessagePack,
        _ => throw new FastserException(FastserStatus.Usage, "a codec that there is not: " + codec),
    };
}
