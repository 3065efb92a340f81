// SPDX-License-Identifier: MIT
//
// AsciiRun: the strings of a record that are short and, as most are, ASCII. There is room for all of them
// (ArchiveWriter.TakesAscii), so none asks for it; and whether they were ASCII is asked once, at the end: where
// they were not, the run is written again by way of PutString.
using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Fastser.Runtime;

/// <summary>Short strings that are taken for ASCII.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct AsciiRun
{
    private Units _seen;

    /// <summary>Whether all were ASCII: what was put is right.</summary>
    public readonly bool IsRight
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Utf8.IsAscii(_seen);
    }

    /// <summary>Puts a string of at most 127 characters: its size is one byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte Put(ref byte place, string value)
    {
        var length = value.Length;
        place = (byte)length;
        _seen |= Utf8.Narrow(value, ref Unsafe.Add(ref place, 1));
        return ref Unsafe.Add(ref place, (nint)(uint)length + 1);
    }

    /// <summary>The same of a string that may be null: a byte that says so before it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte PutOptional(ref byte place, string? value)
    {
        if (value == null)
        {
            place = 0;
            return ref Unsafe.Add(ref place, 1);
        }
        place = 1;
        return ref Put(ref Unsafe.Add(ref place, 1), value);
    }

    /// <summary>Characters of a string, 0 of none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LengthOf(string? value) => value == null ? 0 : value.Length;
}
