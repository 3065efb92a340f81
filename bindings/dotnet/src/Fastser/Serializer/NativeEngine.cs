// SPDX-License-Identifier: MIT
//
// What the serializer asks of the native library. The folder Native fills it in.
using System;
using System.Buffers;
using Fastser.Runtime;

namespace Fastser;

internal abstract partial class NativeEngine
{
    private static NativeEngine? s_instance;

    /// <summary>The native engine, or an exception that says why there is none.</summary>
    public static NativeEngine Get()
    {
        if (s_instance == null) Install(ref s_instance);
        return s_instance ?? throw new FastserException(
            FastserStatus.Usage, "this needs the native library of Fastser, which is not part of this build");
    }

    // Sets the engine, or throws.
    static partial void Install(ref NativeEngine? engine);

    /// <summary>The archive of a value.</summary>
    public abstract byte[] Serialize<T>(Formatter<T> formatter, T value, FastSerializerOptions options);

    /// <summary>Writes a value.</summary>
    public abstract void Serialize<T>(Formatter<T> formatter, T value, FastSerializerOptions options, IBufferWriter<byte> output);

    /// <summary>Reads a value: of any version of the type, in any codec; over <paramref name="existing"/>, where
    /// that can be filled again.</summary>
    public abstract T Deserialize<T>(
        Formatter<T> formatter, ReadOnlySpan<byte> bytes, FastSerializerOptions options, T? existing);
}
