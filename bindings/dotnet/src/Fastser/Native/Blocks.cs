// SPDX-License-Identifier: MIT
//
// Runs of values whose memory is what the library takes for them (Formatter.BlockSize): copied as bytes.
using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Fastser.Runtime;

internal static unsafe class Blocks
{
    public static void Store<T>(ReadOnlySpan<T> values, byte* to)
    {
        if (values.Length == 0) return;
        fixed (byte* from = &Unsafe.As<T, byte>(ref MemoryMarshal.GetReference(values)))
        {
            var size = (long)values.Length * Unsafe.SizeOf<T>();
            Buffer.MemoryCopy(from, to, size, size);
        }
    }

    public static void Load<T>(byte* from, Span<T> values)
    {
        if (values.Length == 0) return;
        fixed (byte* to = &Unsafe.As<T, byte>(ref MemoryMarshal.GetReference(values)))
        {
            var size = (long)values.Length * Unsafe.SizeOf<T>();
            Buffer.MemoryCopy(from, to, size, size);
        }
    }
}
