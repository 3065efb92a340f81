// SPDX-License-Identifier: MIT
//
// ShadowReader: strings, of the archive's own bytes.
using System.Runtime.CompilerServices;

namespace Fastser.Runtime;

public unsafe ref partial struct ShadowReader
{
    /// <summary>A string.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string GetString(byte* slot)
    {
        var from = Pointer(slot);
        var size = Count(slot);
        if (size == 0) return "";
        return Utf8.Decode(ref *from, size) ?? FailText(from);
    }

    /// <summary>A string that may be null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string? GetOptionalString(byte* slot) => IsThere(slot) ? GetString(slot) : null;

    private string FailText(byte* from) =>
        throw new FastserException(FastserStatus.Malformed, "text that is not UTF-8", from - _input);
}
