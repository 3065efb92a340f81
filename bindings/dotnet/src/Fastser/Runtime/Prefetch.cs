// SPDX-License-Identifier: MIT
//
// Asks the processor for memory that will soon be read. Bodies that come later belong to objects that were
// seen long before, so each of them would be waited for.
#if NET8_0_OR_GREATER
using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace Fastser.Runtime;

internal static class Prefetch
{
    /// <summary>Objects from the one at hand to the one that is asked for: it takes as long to come as the
    /// bodies between them take to be written.</summary>
    public const int Ahead = 8;

    /// <summary>Asks for an object. (The collector may move it meanwhile; then the wrong memory was asked for,
    /// which is no harm.)</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe void Object(ref object? value)
    {
        if (Sse.IsSupported) Sse.Prefetch0((void*)Unsafe.As<object?, nint>(ref value));
    }
}
#endif
