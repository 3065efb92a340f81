// SPDX-License-Identifier: MIT
//
// ArchiveWriter: strings. A short one is taken for ASCII, as most are: its size is one byte, its
// characters are a byte each, and only when they are written it is known whether that was right.
using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Fastser.Runtime;

public ref partial struct ArchiveWriter
{
    private const int ShortString = 127;
    private const int MediumString = 1024;

    /// <summary>Bytes that every string in a run asks of the room before it: those of an empty one.</summary>
    public const int StringRoom = 1;

    /// <summary>Whether strings may be put by an <see cref="AsciiRun"/>: they are short, and there is room. Never where
    /// all strings are shared, since no length is as small as the limit then.</summary>
    /// <param name="lengths">The lengths of all strings, put together by an or.</param>
    /// <param name="bytes">What everything in the run takes; looked at only where all are short, so that it has not
    /// overflowed.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool TakesAscii(int lengths, int bytes) =>
        lengths <= _shortString && _span.Length - _position >= bytes;

    /// <summary>A string in a run; behind it there is room for <paramref name="behind"/> bytes more.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte PutString(ref byte place, string value, int behind)
    {
        var length = value.Length;
        if (length <= _shortString && Room(ref place) > length + behind)
        {
            if (Utf8.TryNarrow(value, ref Unsafe.Add(ref place, 1)))
            {
                place = (byte)length;
                return ref Unsafe.Add(ref place, length + 1);
            }
            return ref PutUtf8(ref place, value, 0, behind);
        }
        return ref PutAnyString(ref place, value, behind);
    }

    /// <summary>The same of a string that may be null: a byte that says so before it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte PutOptionalString(ref byte place, string? value, int behind)
    {
        if (Room(ref place) < 2 + behind) place = ref GrowAt(ref place, 2 + behind);
        if (value == null)
        {
            place = 0;
            return ref Unsafe.Add(ref place, 1);
        }
        place = 1;
        return ref PutString(ref Unsafe.Add(ref place, 1), value, behind);
    }

    /// <summary>The same as <see cref="PutString"/>, for one that is likely to be shared, long, not ASCII, or without
    /// room.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public ref byte PutAnyString(ref byte place, string value, int behind)
    {
        if (!Shares) return ref PutText(ref place, value, 0, behind);
        End(ref place);
        WriteSharedString(value);
        return ref Begin(behind);
    }

    /// <summary>The same of a string that may be null.</summary>
    public ref byte PutAnyOptionalString(ref byte place, string? value, int behind)
    {
        if (Room(ref place) < 1 + behind) place = ref GrowAt(ref place, 1 + behind);
        place = value == null ? (byte)0 : (byte)1;
        place = ref Unsafe.Add(ref place, 1);
        return ref value == null ? ref place : ref PutAnyString(ref place, value, behind);
    }

    /// <summary>A string.</summary>
    public void WriteString(string value) => End(ref PutString(ref Begin(1), value, 0));

    /// <summary>A string that may be null.</summary>
    public void WriteOptionalString(string? value) => End(ref PutOptionalString(ref Begin(2), value, 0));

    // A varint of (bytes << shift), and the bytes.
    private ref byte PutText(ref byte place, string value, int shift, int behind)
    {
        var length = value.Length;
        if (length <= MediumString && !Utf8.IsOther(value))
        {
            var head = Wire.VarintSize((ulong)length << shift);
            if (Room(ref place) < head + length + behind) place = ref GrowAt(ref place, head + length + behind);
            ref var to = ref Unsafe.Add(ref place, head);
            if (Utf8.TryNarrow(value, ref to))
            {
                Wire.PutVarint(ref place, (ulong)length << shift);
                return ref Unsafe.Add(ref to, length);
            }
        }
        return ref PutUtf8(ref place, value, shift, behind);
    }

    // The same of one that is not ASCII. Where there is room for the most that it may take it is only gone through
    // once: behind the largest size that it may have, and back by a byte if that was too large.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte PutUtf8(ref byte place, string value, int shift, int behind)
    {
        int head, bytes;
        if (value.Length <= MediumString)
        {
            var most = 3 * value.Length;
            head = Wire.VarintSize((ulong)most << shift);
            if (Room(ref place) >= head + most + behind)
            {
                bytes = Encode(ref Unsafe.Add(ref place, head), value, most);
                var right = Wire.VarintSize((ulong)bytes << shift);
                if (right != head)
                {
                    var at = (int)Unsafe.ByteOffset(ref MemoryMarshal.GetReference(_span), ref place);
                    _span.Slice(at + head, bytes).CopyTo(_span.Slice(at + right));
                }
                return ref Unsafe.Add(ref Wire.PutVarint(ref place, (ulong)bytes << shift), bytes);
            }
        }
        bytes = Utf8.CountBytes(value);
        head = Wire.VarintSize((ulong)bytes << shift);
        if (Room(ref place) < head + bytes + behind) place = ref GrowAt(ref place, head + bytes + behind);
        place = ref Wire.PutVarint(ref place, (ulong)bytes << shift);
        Encode(ref place, value, bytes);
        return ref Unsafe.Add(ref place, bytes);
    }

    // Writes it where there is room for so many bytes; how many it takes.
    private readonly int Encode(ref byte place, string value, int room)
    {
        var at = (int)Unsafe.ByteOffset(ref MemoryMarshal.GetReference(_span), ref place);
        var bytes = Utf8.Encode(value, _span.Slice(at, room), _options.Surrogates == FastserSurrogates.Replace);
        if (bytes < 0) FailSurrogate(value);
        return bytes;
    }

    /// <summary>A text that is no string and never shared: a url, a class reference.</summary>
    public void WriteText(string value) => End(ref PutText(ref Begin(1), value, 0, 0));

    /// <summary>A shared string: written once, then referred to.</summary>
    public void WriteSharedString(string value)
    {
        if (value.Length != 0)
        {
            var number = Session.NumberOf(value);
            if (number >= 0)
            {
                WriteVarint(((ulong)number << 1) | 1);
                return;
            }
        }
        End(ref PutText(ref Begin(1), value, 1, 0));
    }

    /// <summary>Shared data: written once, then referred to.</summary>
    public void WriteSharedData(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length != 0)
        {
            var number = Session.NumberOf(bytes);
            if (number >= 0)
            {
                WriteVarint(((ulong)number << 1) | 1);
                return;
            }
        }
        WriteVarint((ulong)bytes.Length << 1);
        WriteBytes(bytes);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void FailSurrogate(string value)
    {
        var at = 0;
        while (at < value.Length)
        {
            if (char.IsHighSurrogate(value[at]) && at + 1 < value.Length && char.IsLowSurrogate(value[at + 1])) ++at;
            else if (char.IsSurrogate(value[at])) break;
            ++at;
        }
        throw new FastserException(
            FastserStatus.Usage,
            "a string with half a surrogate pair at its character " + at + "; Surrogates.Replace writes U+FFFD");
    }
}
