// SPDX-License-Identifier: MIT
//
// ShadowTexts: the strings of a record that are ASCII, as AsciiRun has them for an archive: room is asked for
// once, whether they were ASCII once at the end, and where the next one goes stays in a register.
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Fastser.Runtime;

/// <summary>Strings that are taken for ASCII, on their way into a shadow.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public unsafe struct ShadowTexts
{
    private byte* _at;
    private Units _seen;

    internal ShadowTexts(byte* at)
    {
        _at = at;
        _seen = default;
    }

    /// <summary>Where the next one goes.</summary>
    internal readonly byte* At => _at;

    /// <summary>Whether all were ASCII: what was put is right.</summary>
    internal readonly bool IsRight
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Utf8.IsAscii(_seen);
    }

    /// <summary>Puts a string.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Put(ShadowSlot slot, int offset, string value)
    {
        _seen |= Utf8.Narrow(value, ref *_at);
        ShadowWriter.PutSpan(slot.Place + offset, _at, value.Length);
        _at += (uint)value.Length;
    }

    /// <summary>Puts a string that may be null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutOptional(ShadowSlot slot, int offset, string? value)
    {
        if (value == null) ShadowWriter.PutNone(slot.Place + offset);
        else Put(slot, offset, value);
    }
}
