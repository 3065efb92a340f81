// SPDX-License-Identifier: MIT
//
// Values of fixed size whose slot is what stands on the wire (ShadowLayout.IsWire), by the formatter's
// own code for archives.
using System;
using Fastser.Runtime;

namespace Fastser.Native;

internal static unsafe class ShadowBytes
{
    public static void Store<T>(Formatter<T> formatter, byte* slot, T value)
    {
        var writer = new ArchiveWriter(new Span<byte>(slot, ShadowLayout.SizeOf(formatter.Type)));
        formatter.Write(ref writer, value);
    }

    public static T Load<T>(Formatter<T> formatter, ref ShadowReader from, byte* slot)
    {
        var payload = new ReadPayload
        {
            Bytes = new ReadOnlySpan<byte>(slot, ShadowLayout.SizeOf(formatter.Type)), Budget = long.MaxValue,
        };
        var reader = new ArchiveReader(payload, from.Options);
        try
        {
            var value = formatter.Read(ref reader);
            if (reader.HasSession) reader.Complete();
            return value;
        }
        finally
        {
            reader.Release();
        }
    }
}
