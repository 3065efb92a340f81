// SPDX-License-Identifier: MIT
//
// Errors of the C interface as exceptions: status, byte and path as they are, and the sentence, with
// options by their names in this package.
using System;
using System.Runtime.CompilerServices;
using System.Text;

namespace Fastser.Native;

internal static unsafe class NativeFailure
{
    /// <summary>An error that nothing has filled in.</summary>
    public static NativeError Begin()
    {
        NativeError error = default;
        error.StructSize = (uint)sizeof(NativeError);
        return error;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Check(int status, NativeError* error)
    {
        if (status != 0) throw Made(status, error);
    }

    public static FastserException Made(int status, NativeError* error)
    {
        var offset = error->Offset == ulong.MaxValue ? -1 : (long)error->Offset;
        return new FastserException((FastserStatus)status, InTermsOfThisPackage(Text(error->Message)), offset, Text(error->Path));
    }

    // The core's messages name the options of C++.
    private static string InTermsOfThisPackage(string message) => message.IndexOf("::", StringComparison.Ordinal) < 0
        ? message
        : message
            .Replace("DecodeOptions::limits (in C: fastser_limits)", "FastSerializerOptions.Limits")
            .Replace("DecodeOptions::limits", "FastSerializerOptions.Limits")
            .Replace("EncodeOptions::depth", "FastSerializerOptions.Limits.Depth")
            .Replace("EncodeOptions::expanded_objects allows", "is allowed");

    private static string Text(byte* text)
    {
        var size = 0;
        while (size < 256 && text[size] != 0) ++size;
        return Encoding.UTF8.GetString(text, size);
    }
}
