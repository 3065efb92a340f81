// SPDX-License-Identifier: MIT
//
// The functions of the C interface for FlatBuffers.
using System;
using System.Runtime.InteropServices;

namespace Fastser.Native;

internal static unsafe partial class NativeMethods
{
#if NET8_0_OR_GREATER
    [LibraryImport(Library)]
    internal static partial int fastser_flat_schema(IntPtr type, int asText, IntPtr allocator, NativeBytes* schema,
        NativeError* error);
#else
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_flat_schema(IntPtr type, int asText, IntPtr allocator, NativeBytes* schema,
        NativeError* error);
#endif
}
