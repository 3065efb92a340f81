// SPDX-License-Identifier: MIT
//
// The entry: payloads of BinaryFormatter and SoapFormatter, as objects of registered types.
using System;
using System.Formats.Nrbf;
using System.IO;

namespace Fastser.Migration;

/// <summary>Reads what BinaryFormatter and SoapFormatter wrote, as objects of registered types. Shared
/// objects are shared again, cycles are cycles again.</summary>
#if NET8_0_OR_GREATER
[System.Diagnostics.CodeAnalysis.RequiresUnreferencedCode("Fields of registered types are set by reflection.")]
[System.Diagnostics.CodeAnalysis.RequiresDynamicCode("Arrays and collections of registered types are made at run time.")]
#endif
public static class PayloadReader
{
    /// <summary>Whether bytes begin as a payload of BinaryFormatter does.</summary>
    public static bool IsBinaryFormatter(ReadOnlySpan<byte> bytes) => NrbfDecoder.StartsWithPayloadHeader(bytes);

    /// <summary>Reads a payload of BinaryFormatter.</summary>
    /// <param name="payload">Its bytes.</param>
    /// <param name="types">The types that it may name.</param>
    /// <param name="limits">What reading may spend.</param>
    /// <exception cref="FastserException">The bytes are damaged, or name a type that is not registered.</exception>
    public static T ReadBinaryFormatter<T>(byte[] payload, PayloadTypes types, FastserLimits limits = default)
    {
        if (payload == null) throw new ArgumentNullException(nameof(payload));
        if (types == null) throw new ArgumentNullException(nameof(types));
        return Build<T>(() => NrbfPayload.Read(new MemoryStream(payload, false), types, Budget(limits, payload.Length)), types, payload.Length);
    }

    /// <summary>Reads a payload of BinaryFormatter; the stream is read to its end.</summary>
    public static T ReadBinaryFormatter<T>(Stream payload, PayloadTypes types, FastserLimits limits = default) =>
        ReadBinaryFormatter<T>(All(payload), types, limits);

    /// <summary>Reads a payload of SoapFormatter.</summary>
    public static T ReadSoapFormatter<T>(byte[] payload, PayloadTypes types, FastserLimits limits = default)
    {
        if (payload == null) throw new ArgumentNullException(nameof(payload));
        if (types == null) throw new ArgumentNullException(nameof(types));
        return Build<T>(() => SoapPayload.Read(new MemoryStream(payload, false), Budget(limits, payload.Length)), types, payload.Length);
    }

    /// <summary>Reads a payload of SoapFormatter; the stream is read to its end.</summary>
    public static T ReadSoapFormatter<T>(Stream payload, PayloadTypes types, FastserLimits limits = default) =>
        ReadSoapFormatter<T>(All(payload), types, limits);

    // Nodes are larger than what they stand for: a payload costs a multiple of an archive. And a list wrote all
    // the places that it had room for, in a few bytes: that a small payload has thousands of nulls is usual.
    // (In floating point, since a limit may be the largest number.)
    private static long Budget(FastserLimits limits, int size) =>
        (long)Math.Min(1e18, 32.0 * limits.MemoryBase + 8.0 * limits.MemoryFactor * size);

    private static T Build<T>(Func<object?> read, PayloadTypes types, int size)
    {
        object? value;
        try
        {
            value = new GraphBuilder(types).Build(read(), typeof(T));
        }
        catch (FastserException error) when (error.Offset < 0)
        {
            // What is wrong with the graph shows when all bytes are read.
            throw new FastserException(error.Status, Errors.Reason(error), size);
        }
        if (value is T found) return found;
        if (value == null && default(T) == null) return default!;
        throw new FastserException(FastserStatus.TypeMismatch, "the payload has a " + (value?.GetType().ToString() ?? "null") + ", a " + typeof(T) + " is asked for", 0);
    }

    private static byte[] All(Stream payload)
    {
        if (payload == null) throw new ArgumentNullException(nameof(payload));
        using var bytes = new MemoryStream();
        payload.CopyTo(bytes);
        return bytes.ToArray();
    }
}
