// SPDX-License-Identifier: MIT
//
// ShadowWriter: strings, as UTF-8. Most are ASCII, which is known when they are written.
using System;
using System.Runtime.CompilerServices;

namespace Fastser.Runtime;

public unsafe ref partial struct ShadowWriter
{
    private const int LongString = 1024;

    /// <summary>Whether strings may be put by <see cref="ShadowTexts"/>.</summary>
    /// <param name="lengths">The lengths of all, put together by an or.</param>
    /// <param name="bytes">Their sum; looked at only where all are short, so that it has not overflowed.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool TakesAscii(int lengths, int bytes) => lengths < LongString && bytes <= _end - _at;

    /// <summary>Begins with them, where that is so.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ShadowTexts BeginTexts() => new(_at);

    /// <summary>Ends with them; false where they were not ASCII, and are to be put one by one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool EndTexts(in ShadowTexts texts)
    {
        if (!texts.IsRight) return false;
        _at = texts.At;
        return true;
    }

    /// <summary>A string.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutString(byte* slot, string value)
    {
        var length = value.Length;
        if (length <= LongString)
        {
            var to = Raw(length);
            if (Utf8.TryNarrow(value, ref *to))
            {
                PutSpan(slot, to, length);
                return;
            }
            _at = to;
        }
        PutAnyString(slot, value);
    }

    /// <summary>A string that may be null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutOptionalString(byte* slot, string? value)
    {
        if (value == null) PutNone(slot);
        else PutString(slot, value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PutAnyString(byte* slot, string value)
    {
        // Gone through once, where there is room for the most that it may take.
        var most = 3L * value.Length;
        var room = most <= _end - _at ? (int)most : Utf8.CountBytes(value);
        var to = Raw(room);
        var bytes = Utf8.Encode(value, new Span<byte>(to, room), _options.Surrogates == FastserSurrogates.Replace);
        if (bytes < 0) ArchiveWriter.FailSurrogate(value);
        _at = to + bytes;
        PutSpan(slot, to, bytes);
    }
}
